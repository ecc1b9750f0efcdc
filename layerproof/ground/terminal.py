"""The console that everything is printed on."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from .readable import readable


def console(*, stderr: bool = False) -> Console:
    """A console that neither colours numbers nor guesses, and shows what a terminal would obey."""
    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.push_render_hook(_Shown())
    return made


def fitted(text: str, room: int) -> str:
    """The text, cut to so many columns with three points, which every terminal has; nothing if there is no room."""
    return text if len(text) <= room else f"{text[: room - 3]}..." if room > 3 else ""


class _Shown(RenderHook):
    """Writes characters out that a terminal would obey, wherever they come from; the console's own styles stay."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Readable(one) for one in renderables]


class _Readable:
    def __init__(self, what: ConsoleRenderable) -> None:
        self._what = what

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._what, options):
            yield segment if segment.control else Segment(readable(segment.text), segment.style)
