"""Readings off measured curves: when a level is crossed, and how steep a curve is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def crossing(x: ArrayLike, curves: ArrayLike, level: float) -> Array:
    """Where a curve first reaches a level from below, with straight lines between its points.

    Args:
        x: increasing, shape (points,).
        curves: shape (points, ...).
        level: the level.

    Returns:
        Shape (...); NaN for a curve that does not reach it, ``x[0]`` for one that starts above.
    """
    at, rows = np.asarray(x, dtype=float), np.asarray(curves, dtype=float)
    if at.ndim != 1 or len(at) != len(rows) or len(at) < 2 or not (np.diff(at) > 0).all():
        raise ValueError(f"got {at.shape} places for curves of shape {rows.shape}; expected increasing x, one a point")
    above = rows >= level
    first = above.argmax(axis=0)
    before = np.maximum(first - 1, 0)
    low = np.take_along_axis(rows, before[None], axis=0)[0]
    high = np.take_along_axis(rows, first[None], axis=0)[0]
    share = np.where(high > low, (level - low) / np.where(high > low, high - low, 1.0), 0.0)
    found = at[before] + share * (at[first] - at[before])
    return np.where(above.any(axis=0), np.where(first == 0, at[0], found), np.nan)


def power(x: ArrayLike, curves: ArrayLike, low: float, high: float) -> Array:
    """The exponent of the straight line through a curve's points between two places, on logarithmic axes.

    Args:
        x: positive, shape (points,).
        curves: positive, shape (points, ...).
        low: the first place, included.
        high: the last, included.
    """
    at, rows = np.asarray(x, dtype=float), np.asarray(curves, dtype=float)
    chosen = (at >= low * (1 - 1e-9)) & (at <= high * (1 + 1e-9))
    if chosen.sum() < 2:
        raise ValueError(f"got {int(chosen.sum())} points between {low:g} and {high:g}; expected at least 2")
    log = np.log(at[chosen])
    log = log - log.mean()
    return np.asarray(np.tensordot(log, np.log(rows[chosen]), axes=1) / (log @ log))


def rounded_steps(low: float, high: float, points: int) -> tuple[int, ...]:
    """Numbers of steps, about evenly spaced on a logarithmic axis, with both ends and without repetitions."""
    return tuple(sorted({round(s) for s in np.geomspace(low, high, points)}))
