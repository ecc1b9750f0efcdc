"""When a recorded curve passes a level, read between records.

A curve that never gets there has no such time: NaN, which costs the numbers that hang on it and no others.  `heard`
says of which curve that was, and how far it got; the record of a run gives it as the cause (`failing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_HALF = 0.49  # the largest fraction of a target at which modes are said to touch


@dataclass(frozen=True)
class Missing:
    """What a curve lacks.

    Attributes:
        shape: of all curves, without the axis of their records.
        at: which of them.
        says: what it lacks, and how far it got.
    """

    shape: tuple[int, ...]
    at: tuple[int, ...]
    says: str

    def __str__(self) -> str:
        return f"curve ({', '.join(map(str, self.at))}) {self.says}" if self.at else f"the curve {self.says}"

    def of(self, seed: int, seeds: int) -> Missing | None:
        """The same of a seed alone, if the curve is one of its own: the first axis that is as long is that of seeds."""
        if seeds not in self.shape:
            return self
        axis = self.shape.index(seeds)
        if self.at[axis] != seed:
            return None
        shape, at = (one[:axis] + one[axis + 1 :] for one in (self.shape, self.at))
        return Missing(shape, at, self.says)


_heard: ContextVar[list[Missing] | None] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[list[Missing]]:
    """What is said of curves without the time that was looked for, while this is open."""
    words: list[Missing] = []
    token = _heard.set(words)
    try:
        yield words
    finally:
        _heard.reset(token)


def _say(mask: NDArray[np.bool_], says: Callable[[tuple[int, ...]], str]) -> None:
    """Say of every curve that is marked what it lacks."""
    if (words := _heard.get()) is not None:
        found = (tuple(int(i) for i in at) for at in np.ndindex(*mask.shape) if mask[at])
        words += [Missing(mask.shape, at, says(at)) for at in found]


def crossing_times(times: ArrayLike, values: ArrayLike, level: ArrayLike, *, falling: bool = False) -> Array:
    """The first time at which each curve reaches a level, by linear interpolation between two records.

    Args:
        times: of the records, increasing, shape (records,).
        values: shape (records, ...): any number of curves.
        level: a number, or one a curve.
        falling: whether the curves come from above.

    Returns:
        Shape (...); NaN for a curve that never gets there or starts beyond the level, both of which are said (`heard`),
        and for one with a record that is no number, as of a network that diverged.

    >>> crossing_times([0.0, 1.0, 2.0], [[0.0, 0.0], [1.0, 0.5], [3.0, 0.7]], 2.0).tolist()
    [1.5, nan]
    """
    t, v = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    if t.ndim != 1 or len(t) < 2 or v.shape[:1] != t.shape or not (np.diff(t) > 0).all():
        raise ValueError(
            f"got times of shape {t.shape} and values of shape {v.shape}; expected increasing (records,) and "
            "(records, ...)"
        )
    wanted = np.broadcast_to(np.asarray(level, dtype=float), v.shape[1:])
    beyond: NDArray[np.bool_] = (v <= wanted) if falling else (v >= wanted)
    lost = np.isnan(v).any(axis=0)
    begun = np.asarray(beyond[0] & ~lost)
    reached = np.asarray(beyond.any(axis=0) | lost)
    best = v.min(axis=0) if falling else v.max(axis=0)
    _say(begun, lambda at: f"starts at {v[0][at]:.4g}, beyond the level {wanted[at]:.4g}")
    _say(~reached, lambda at: f"never reaches {wanted[at]:.4g}: it gets to {best[at]:.4g} by the time {t[-1]:.4g}")
    after = np.maximum(beyond.argmax(axis=0), 1)
    high = np.take_along_axis(v, after[None], axis=0)[0]
    low = np.take_along_axis(v, after[None] - 1, axis=0)[0]
    there = reached & ~begun & ~lost
    share = np.where(there, wanted - low, np.nan) / np.where(there, high - low, 1.0)
    found: Array = t[after - 1] + share * (t[after] - t[after - 1])
    return found


def values_at(times: ArrayLike, values: ArrayLike, moments: ArrayLike) -> Array:
    """Each curve at its own moment, by linear interpolation: `values` (records, ..., *rest), `moments` (...).

    Returns:
        Shape (..., *rest); NaN at a moment that is none.
    """
    t, v, m = np.asarray(times, dtype=float), np.asarray(values, dtype=float), np.asarray(moments, dtype=float)
    after = np.clip(np.searchsorted(t, m), 1, len(t) - 1)
    share = np.clip((m - t[after - 1]) / (t[after] - t[after - 1]), 0.0, 1.0)
    grid = np.indices(m.shape)
    before, later = v[(after - 1, *grid)], v[(after, *grid)]
    share = share.reshape(*share.shape, *[1] * (before.ndim - share.ndim))
    found: Array = before + share * (later - before)
    return found


def flattest(times: ArrayLike, losses: ArrayLike, jumps: ArrayLike) -> Array:
    """When each plateau is: the record between two jumps at which the loss falls most slowly.

    Args:
        times: of the records, shape (records,).
        losses: shape (records, seeds).
        jumps: times, rising, shape (seeds, jumps); NaN for one that there is not.

    Returns:
        Times of records, shape (seeds, jumps - 1); NaN between jumps of which one is NaN, or which have no record
        between them, which is said (`heard`).
    """
    t, found_jumps = np.asarray(times, dtype=float), np.asarray(jumps, dtype=float)
    falls = -np.gradient(np.asarray(losses, dtype=float), t, axis=0)
    found = np.full((len(found_jumps), found_jumps.shape[1] - 1), np.nan)
    empty = np.zeros(found.shape, dtype=bool)
    for seed, k in np.ndindex(*found.shape):
        first, last = found_jumps[seed, k : k + 2]
        between = np.flatnonzero((t > first) & (t < last))
        if len(between):
            found[seed, k] = t[between[np.argmin(falls[between, seed])]]
        empty[seed, k] = not len(between) and np.isfinite(first + last)
    _say(empty, lambda at: f"has no record between its jumps {at[1] + 1} and {at[1] + 2}")
    return found


def touching(times: ArrayLike, strengths: ArrayLike, grid: int = 120) -> Array:
    """The fraction epsilon at which each mode saturates, from epsilon to 1 - epsilon, just as the next one emerges.

    Args:
        times: shape (records,).
        strengths: over their targets, shape (records, seeds, modes).
        grid: of how many fractions.

    Returns:
        Shape (seeds, modes - 1): the first zero, on a logarithmic grid of fractions below one half, of the emergent
        interval less the saturation time; NaN if there is none on the grid, or one of both modes stays below a half.
    """
    s = np.asarray(strengths, dtype=float)
    found = np.full((s.shape[1], s.shape[2] - 1), np.nan)
    for seed, mode in np.ndindex(*found.shape):
        first, second = s[:, seed, mode], s[:, seed, mode + 1]
        low = 1.02 * max(first[0], second[0], 1 - first[-1])
        if not low < _HALF:  # a strength that is no number, too
            continue
        fractions = np.geomspace(low, _HALF, grid)
        with heard():  # of a fraction alone
            emerged, next_one = (
                crossing_times(times, np.column_stack([one] * grid), fractions) for one in (first, second)
            )
            saturated = crossing_times(times, np.column_stack([first] * grid), 1 - fractions)
            # negative for small fractions, whose saturation takes long, and positive for large ones
            slack = (next_one - emerged) - (saturated - emerged)
            found[seed, mode] = np.exp(crossing_times(np.log(fractions), slack, 0.0))
    _say(np.isnan(found), lambda at: f"never touches the next: it gets to {s[-1][at]:.4g} of its target")
    return found
