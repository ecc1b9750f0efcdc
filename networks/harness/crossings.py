"""When a recorded curve passes a level, read between records."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def crossing_times(times: ArrayLike, values: ArrayLike, level: ArrayLike, *, falling: bool = False) -> Array:
    """The first time at which each curve reaches a level, by linear interpolation between two records.

    Args:
        times: of the records, shape (records,).
        values: shape (records, ...): any number of curves.
        level: a number, or one a curve.
        falling: whether the curves come from above.

    Returns:
        Shape (...); NaN for a curve with a record that is no number, as of a network that diverged.

    Raises:
        ValueError: if a curve never gets there, or starts beyond the level; both say which and how far it gets.

    >>> crossing_times([0.0, 1.0, 2.0], [[0.0], [1.0], [3.0]], 2.0).tolist()
    [1.5]
    """
    t, v = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    if t.ndim != 1 or len(t) < 2 or v.shape[:1] != t.shape:
        raise ValueError(
            f"got times of shape {t.shape} and values of shape {v.shape}; expected (records,) and (records, ...)"
        )
    wanted = np.broadcast_to(np.asarray(level, dtype=float), v.shape[1:])
    beyond: NDArray[np.bool_] = (v <= wanted) if falling else (v >= wanted)
    lost = np.isnan(v).any(axis=0)
    begun, reached = np.asarray(beyond[0] & ~lost), np.asarray(beyond.any(axis=0) | lost)
    if begun.any():
        at = _index(begun)
        raise ValueError(f"curve {at} starts at {v[0][at]:.4g}, beyond the level {wanted[at]:.4g}")
    if not reached.all():
        at = _index(~reached)
        best = (v.min(axis=0) if falling else v.max(axis=0))[at]
        raise ValueError(f"curve {at} never reaches {wanted[at]:.4g}: it gets to {best:.4g} by the time {t[-1]:.4g}")
    after = beyond.argmax(axis=0)
    high = np.take_along_axis(v, after[None], axis=0)[0]
    low = np.take_along_axis(v, after[None] - 1, axis=0)[0]
    share = (wanted - low) / (high - low)
    found: Array = t[after - 1] + share * (t[after] - t[after - 1])
    return np.where(lost, np.nan, found)


def values_at(times: ArrayLike, values: ArrayLike, moments: ArrayLike) -> Array:
    """Each curve at its own moment, by linear interpolation: `values` (records, ..., *rest), `moments` (...).

    Returns:
        Shape (..., *rest).
    """
    t, v, m = np.asarray(times, dtype=float), np.asarray(values, dtype=float), np.asarray(moments, dtype=float)
    after = np.clip(np.searchsorted(t, m), 1, len(t) - 1)
    share = np.clip((m - t[after - 1]) / (t[after] - t[after - 1]), 0.0, 1.0)
    grid = np.indices(m.shape)
    before, later = v[(after - 1, *grid)], v[(after, *grid)]
    share = share.reshape(*share.shape, *[1] * (before.ndim - share.ndim))
    found: Array = before + share * (later - before)
    return found


def flattest(times: ArrayLike, losses: ArrayLike, jumps: ArrayLike) -> NDArray[np.int_]:
    """Where each plateau is: the record between two jumps at which the loss falls most slowly.

    Args:
        times: of the records, shape (records,).
        losses: shape (records, seeds).
        jumps: times, rising, shape (seeds, jumps).

    Returns:
        Numbers of records, shape (seeds, jumps - 1).

    Raises:
        ValueError: if there is no record between two jumps of a seed.
    """
    t, found_jumps = np.asarray(times, dtype=float), np.asarray(jumps, dtype=float)
    falls = -np.gradient(np.asarray(losses, dtype=float), t, axis=0)
    found = np.zeros((len(found_jumps), found_jumps.shape[1] - 1), dtype=int)
    for seed, k in np.ndindex(*found.shape):
        between = np.flatnonzero((t > found_jumps[seed, k]) & (t < found_jumps[seed, k + 1]))
        if not len(between):
            raise ValueError(f"seed {seed} has no record between its jumps {k + 1} and {k + 2}: more are needed")
        found[seed, k] = between[np.argmin(falls[between, seed])]
    return found


def _index(mask: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(mask)), mask.shape))
