"""Processes that end with the one that made them, and those that they leave behind.

Linux can kill a process when its parent dies; elsewhere it ends by itself when its time is up.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


@lru_cache
def _prctl() -> Callable[..., int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        found: Callable[..., int] = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return found


def prepare() -> None:
    """Load what `die_with` needs; before a fork, so that it need not be loaded in each child."""
    _prctl()


def die_with(parent: int) -> None:
    """Have this process killed when its parent, the process `parent`, dies; at once if that has happened already."""
    if (prctl := _prctl()) is None:
        return
    prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def adopt() -> None:
    """Become the parent of grandchildren whose own parent dies, so that `descendants` finds them."""
    if (prctl := _prctl()) is not None:
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(pid: int) -> list[int]:
    """The children of a process, theirs, and so on; none where the system does not say."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        of = waiting.pop()
        for file in Path(f"/proc/{of}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                children = [int(word) for word in file.read_text().split()]
                found += children
                waiting += children
    return found


def kill(pids: list[int]) -> None:
    """Kill processes, those that are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
