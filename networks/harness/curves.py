"""How steep measured curves are, and at which steps they are measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


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


def even_steps(steps: int, records: int) -> list[int]:
    """Numbers of steps, evenly spaced, from the start to the end."""
    return np.unique(np.linspace(0, steps, records).round().astype(int)).tolist()
