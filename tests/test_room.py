"""Room for frames: no depth at which a loop runs costs memory at every call."""

from __future__ import annotations

import resource

import pytest

from layerproof.ground.room import with_room

DEPTHS, CALLS = 150, 400


def called() -> None:
    """What a loop calls."""


def at_depth(depth: int) -> None:
    """Call a function often, this many frames further down."""
    if depth:
        at_depth(depth - 1)
        return
    for _ in range(CALLS):
        called()


def faults(depth: int) -> int:
    """How many pages of memory the system gave meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    at_depth(depth)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_no_depth_takes_memory_at_every_call() -> None:
    assert max(with_room(lambda: [faults(depth) for depth in range(DEPTHS)])) < CALLS / 2


def test_what_is_called_returns_and_raises() -> None:
    assert with_room(lambda: 7) == 7
    with pytest.raises(ValueError, match=r"invalid literal"):
        with_room(lambda: int("seven"))
