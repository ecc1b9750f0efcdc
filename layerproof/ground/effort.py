"""A clock that counts work and not seconds, for what a search stops by.

Whether a search goes on must not hang on the machine, or on who else uses it: the verdict would.  What is done most,
in the provers and in the searches, says here how much work it was (`spend`), and they stop by what was spent.  A unit
is about a microsecond on one ordinary core, so that a budget reads as seconds; real seconds limit a whole piece of
work from outside, and what they cut off is undecided.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

_Found = TypeVar("_Found")
_UNITS = 1e6


class _Clock:
    """What was spent; it changes while claims are checked, and no name of this module does."""

    def __init__(self) -> None:
        self.done = 0.0


_CLOCK = _Clock()


def spend(units: float) -> None:
    """Add work done, in units of about a microsecond."""
    _CLOCK.done += units


def spent() -> float:
    """All work done in this process so far, in what would be seconds on an ordinary core."""
    return _CLOCK.done / _UNITS


def remembered(most: int) -> Callable[[Callable[..., _Found]], Callable[..., _Found]]:
    """A decorator: the last `most` results of a function are kept, and an answer from memory costs the work it took.

    So a search stops at the same place, whatever was asked before it.  The function must depend on its arguments
    alone, which can be hashed, and nobody may change what it returns; what it raises is not kept.
    """

    def decorate(function: Callable[..., _Found]) -> Callable[..., _Found]:
        kept: OrderedDict[Hashable, tuple[_Found, float]] = OrderedDict()

        @wraps(function)
        def answered(*args: Hashable) -> _Found:
            if args in kept:
                kept.move_to_end(args)
                found, cost = kept[args]
                spend(cost)
                return found
            before = _CLOCK.done
            found = function(*args)
            kept[args] = found, _CLOCK.done - before
            if len(kept) > most:
                kept.popitem(last=False)
            return found

        return answered

    return decorate
