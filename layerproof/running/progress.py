"""Progress on stderr, while a terminal watches."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column

from ..ground.terminal import console, fitted

_BAR, _BESIDE = 24, 12  # columns: of the bar; of the slash, the time and the spaces between


@contextlib.contextmanager
def watching() -> Iterator[Callable[[int, int, str], None]]:
    """What a run reports to: a bar if stderr is a terminal, nothing otherwise.

    The bar is drawn when something happens and not by a thread of its own: the run forks.
    """
    out = console(stderr=True)
    if not out.is_terminal:
        yield lambda done, known, last: None
        return
    said = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="crop"))
    columns = (BarColumn(bar_width=_BAR), MofNCompleteColumn(), TimeElapsedColumn(), said)
    with Progress(*columns, console=out, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("", total=None)

        def watch(done: int, known: int, last: str) -> None:
            room = out.width - _BAR - 2 * len(str(known)) - _BESIDE
            progress.update(task, completed=done, total=known, description=fitted(last, room), refresh=True)

        yield watch
