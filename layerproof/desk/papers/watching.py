"""Judging a paper again whenever one of its files changes, until somebody presses Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

EVERY = 0.5
"""Seconds between two looks."""
_ENDINGS = frozenset({".tex", ".md", ".txt", ".sty", ".cls", ".lp", ".ltx"})
MOST_FILES = 2_000

Stamps = dict[str, tuple[int, int]]


def stamps(files: Sequence[str]) -> Stamps:
    """When each file of the papers' folders that a paper can ask for was written, and how large it is."""
    found: Stamps = {}
    for path in _files(files):
        try:
            state = os.stat(path)
        except OSError:
            continue
        found[path] = state.st_mtime_ns, state.st_size
        if len(found) >= MOST_FILES:
            break
    return found


def changes(
    files: Sequence[str], *, sleep: Callable[[float], None] = time.sleep, every: float = EVERY
) -> Iterator[list[str]]:
    """Which files have changed: none at first; then each time that some have, once they rest; for ever.

    What changes while a paper is judged is seen afterwards.
    """
    before = stamps(files)
    yield []
    while True:
        sleep(every)
        now = stamps(files)
        if now == before:
            continue
        while True:  # an editor writes a file in several steps
            sleep(every / 5)
            settled = stamps(files)
            if settled == now:
                break
            now = settled
        changed = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        before = now
        yield changed


def _files(files: Sequence[str]) -> Iterator[str]:
    seen = set()
    for name in files:
        folder = Path(name).parent
        yield name
        for path, folders, names in os.walk(folder):
            folders[:] = [inside for inside in folders if not inside.startswith(".")]
            for inside in sorted(names):
                whole = os.path.join(path, inside)
                if Path(inside).suffix in _ENDINGS and whole not in seen:
                    seen.add(whole)
                    yield whole
