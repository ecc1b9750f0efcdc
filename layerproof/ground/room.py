"""Room for the frames of what is called, in one piece.

CPython takes memory for frames in pieces of 16 kB, and gives each back as soon as it is empty.  Where the loops of long
work happen to run at the end of a piece, every call takes one from the system and returns it: a proof takes half as
long again.  A frame that is large by itself is put into a piece of twice its size, and the other half is for the frames
that are called from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

_SLOTS = 2**19
"""Of 8 bytes each: 4 MB for the frames that are called; memory is taken only as they use it."""


def with_room(work: Callable[[], Answer]) -> Answer:
    """What `work` returns, or raises."""
    return work()


with_room.__code__ = with_room.__code__.replace(co_stacksize=_SLOTS)
