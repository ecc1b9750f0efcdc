"""Progress on stderr, while a terminal watches."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..ground.terminal import console


@contextlib.contextmanager
def watching() -> Iterator[Callable[[int, int, str], None]]:
    """What a run reports to: a bar if stderr is a terminal, nothing otherwise.

    The bar is drawn when something happens and not by a thread of its own: the run forks.
    """
    out = console(stderr=True)
    if not out.is_terminal:
        yield lambda done, known, last: None
        return
    columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=out, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("", total=None)

        def watch(done: int, known: int, last: str) -> None:
            progress.update(task, completed=done, total=known, description=last, refresh=True)

        yield watch
