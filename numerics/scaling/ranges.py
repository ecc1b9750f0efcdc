"""Input that is refused: numbers outside of their range."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array


def at_least(values: ArrayLike, what: str, low: float, high: float = math.inf) -> Array:
    """`values` as an array.

    Raises:
        ValueError: if one is below `low`, above `high`, or NaN.
    """
    found = np.asarray(values, dtype=float)
    if not ((found >= low) & (found <= high)).all():  # false for NaN, too
        allowed = f"at least {low:g}" if math.isinf(high) else f"from {low:g} to {high:g}"
        raise ValueError(f"got {what} from {np.min(found)} to {np.max(found)}; expected {allowed}")
    return found


def number_of(number: float, what: str) -> int:
    """A number of things.

    Raises:
        ValueError: if it is not whole or below one.
    """
    if not (math.isfinite(number) and number == int(number) and number >= 1):
        raise ValueError(f"got {number} for {what}; expected a whole number of at least 1")
    return int(number)


def positive(number: float, what: str) -> float:
    """A finite number above zero.

    Raises:
        ValueError: if it is not.
    """
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"got {what} {number}; expected a number above 0")
    return float(number)


def target_scale(target: float) -> float:
    """The target scale S.

    Raises:
        ValueError: if it is not a finite number above zero.
    """
    return positive(target, "target scale")
