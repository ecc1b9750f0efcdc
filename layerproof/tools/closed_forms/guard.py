"""Work in a process of its own with a time and a memory limit: a hang costs its seconds and nothing else."""

from __future__ import annotations

import os
import pickle
import resource
import select
import time
import warnings
from collections.abc import Callable
from typing import TypeVar

from ...ground import children

_T = TypeVar("_T")
MEMORY = 4 * 1024**3
"""Bytes of address space."""


class NoAnswer(Exception):
    """The work did not end in time, raised an exception, or took its process down; the message says which."""


def limited(work: Callable[[], _T], seconds: float) -> _T:
    """What `work` returns, computed in a fork of this process that is killed after `seconds`.

    The result is pickled, and comes from our own child.

    Raises:
        NoAnswer: if there is none.
    """
    if seconds <= 0:
        raise NoAnswer("no time was left")
    child, read = children.begin(lambda pipe: children.tell(pipe, _answer(work, seconds)))
    try:
        answer = _received(read, seconds)
    finally:
        os.close(read)
        children.reap(child)
    if answer is None:
        raise NoAnswer(f"no answer within {seconds:.3g} s")
    if not answer:
        raise NoAnswer("the process ended without an answer")
    found: tuple[bool, _T] = pickle.loads(answer)
    if not found[0]:
        raise NoAnswer(str(found[1]))
    return found[1]


def _answer(work: Callable[[], _T], seconds: float) -> bytes:
    """What `work` returns, or how it failed, pickled; nothing is printed, and no more is used than is allowed."""
    null = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(null, target)
    children.default_signals()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    children.limit(resource.RLIMIT_CPU, int(seconds) + 10)  # should the parent be killed
    children.limit_memory(MEMORY)
    try:
        return pickle.dumps((True, work()))
    except BaseException as error:
        return pickle.dumps((False, f"{type(error).__name__}: {str(error)[:200]}"))


def _received(pipe: int, seconds: float) -> bytes | None:
    """Everything that comes through the pipe, or None if its end does not come in time."""
    end = time.monotonic() + seconds
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return None
        chunk = os.read(pipe, 1 << 16)
        if not chunk:
            return b"".join(parts)
        parts.append(chunk)
