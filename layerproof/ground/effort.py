"""A clock that counts work and not seconds, for what a search stops by.

Whether a search goes on must not hang on the machine, or on who else uses it: the verdict would.  What is done most,
in the provers and in the searches, says here how much work it was (`spend`), and they stop by what was spent.  A unit
is about a microsecond on one ordinary core, so that a budget reads as seconds; real seconds limit a whole piece of
work from outside, and what they cut off is undecided.
"""

from __future__ import annotations

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
