r"""What a skill contributes to the loss, as a function g of z = theta k^-s, with what an error bound needs to know.

A profile is analytic in a sector ``|arg z| <= angle`` and in a disc ``|z| <= radius``, with a bound on ``|g|`` in each.
The bounds are proved in the docstrings.  A researcher's own model is summed by :func:`.power_sums.skill_sum` once it
is written as a profile.

==================  ========================================  ============================================
profile             g(z)                                      source
==================  ========================================  ============================================
``One``             1                                         skills that are not learnt, thesis (4.36)
``Saturating(q)``   (1 + exp(z)/q)^-2                         multilinear model in time, thesis (4.19)
``Decaying()``      exp(-z)                                   linear model in time, thesis C.2
``Unseen(D)``       (1 - z/D)^D                               expectation over D samples, thesis (4.29)
==================  ========================================  ============================================

``slope()`` of a profile is the profile of ``z g'(z)``, the derivative by the logarithm of the resource.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import scipy.special
from numpy.typing import ArrayLike

from ..formulas import Array


class Profile(ABC):
    """A function g of z >= 0 with bounds in the complex plane.

    Attributes:
        angle: half-angle of the sector in which `majorant` holds, below pi/2.
        radius: of the disc in which `disc` bounds |g|; a number, or one for each scale.
        disc: that bound.
    """

    angle: float = 1.2
    radius: float | Array = math.pi / 2
    disc: float = 1.0

    @abstractmethod
    def __call__(self, z: Array) -> Array:
        """g at z, of shape (scales, points)."""

    @abstractmethod
    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        """A bound on |g| where low <= |z| <= high and |arg z| <= angle, and angle <= self.angle."""

    def condition(self, z: Array) -> Array:
        """A bound on |z g'(z) / g(z)|: by how much g magnifies a relative error of z."""
        return z

    def part(self, scales: slice) -> Profile:
        """The profile for some of the scales, if its parameters differ from scale to scale."""
        return self


class One(Profile):
    """g = 1: the sum of powers itself."""

    def __call__(self, z: Array) -> Array:
        return np.ones_like(z)

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        return np.ones_like(low)

    def condition(self, z: Array) -> Array:
        return np.zeros_like(z)


class Decaying(Profile):
    """g = exp(-z).  ``|g| = exp(-Re z) <= exp(-low cos(angle))``; in the disc at most exp(radius)."""

    disc = math.exp(math.pi / 2)

    def __call__(self, z: Array) -> Array:
        return np.exp(-z)

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        return np.asarray(np.exp(-low * math.cos(angle)))

    def slope(self) -> Profile:
        """The profile ``-z exp(-z)``."""
        return _DecayingSlope()


class _DecayingSlope(Decaying):
    disc = math.pi / 2 * math.exp(math.pi / 2)

    def __call__(self, z: Array) -> Array:
        return -z * np.exp(-z)

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        return high * super().majorant(low, high, angle)

    def condition(self, z: Array) -> Array:
        return 1 + z


@dataclass(frozen=True)
class Saturating(Profile):
    r"""g = (1 + exp(z)/q)^-2, with the odds ``q = S/R_k(0) - 1 > 0`` of the start.

    Bound.  Let w = exp(z)/q, so that |g| = |1 + w|^-2.  Where |w| <= 1/2, |1 + w| >= 1/2.  Where 1/2 <= |w| <= 2,
    Re z <= log(2q), so |arg w| = |Im z| <= log(2q) tan(angle), and the sector is chosen such that this is at most
    3 pi/4; then |1 + w| >= sin(3 pi/4), and |1 + 1/w| as well.  Where |w| >= 2, |1 + w| >= |w| - 1 >= 1.  Hence
    |g| <= 4 everywhere, and |g| <= (W - 1)^-2 where W = exp(low cos(angle))/q is at least 2.  In the same three cases
    |w/(1 + w)| <= 2, and <= 2 |w| in the first.
    In the disc |Im z| <= pi/2, so that Re w >= 0 and |1 + w| >= 1.
    """

    odds: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.odds) and self.odds > 0):
            raise ValueError(f"got odds {self.odds}; expected a positive number, from a start below the target")

    @property
    def angle(self) -> float:  # type: ignore[override]
        """Smaller for a smaller start: the poles are at z = log q + i pi (2n + 1)."""
        reach = math.log(2 * self.odds)
        return min(math.atan(0.75 * math.pi / reach), 1.2) if reach > 0 else 1.2

    def __call__(self, z: Array) -> Array:
        return np.asarray(scipy.special.expit(math.log(self.odds) - z) ** 2)

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        w = np.exp(np.minimum(low * math.cos(angle) - math.log(self.odds), 300.0))
        return np.where(w >= 2, (np.maximum(w, 2) - 1) ** -2, 4.0)

    def condition(self, z: Array) -> Array:
        return 2 * z

    def slope(self) -> Profile:
        """The profile ``-2 z w (1 + w)^-3``."""
        return _SaturatingSlope(self.odds)


@dataclass(frozen=True)
class _SaturatingSlope(Saturating):
    disc = math.pi

    def __call__(self, z: Array) -> Array:
        misfit = scipy.special.expit(math.log(self.odds) - z)
        return np.asarray(-2 * z * misfit**2 * scipy.special.expit(z - math.log(self.odds)))

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        most = np.exp(np.minimum(high - math.log(self.odds), 0.0))  # |w|, or 1
        return 2 * high * np.where(most <= 0.5, 2 * most, 2.0) * super().majorant(low, high, angle)

    def condition(self, z: Array) -> Array:
        return 1 + 3 * z


class Unseen(Profile):
    r"""g = (1 - v)^D with v = z/D: the chance that D samples miss a skill of frequency v.

    Args:
        draws: D >= 0, one for each scale, and the scale is D times the largest frequency.

    Bound: |1 - v|^2 <= 1 - 2 |v| cos(angle) + |v|^2, convex in |v|, so that it is largest at an end.  In the disc
    |v| <= 1/2 and |1 - v|^D <= exp(|z|).
    """

    disc = math.exp(math.pi / 2)

    def __init__(self, draws: ArrayLike) -> None:
        self.draws = np.asarray(draws, dtype=float).reshape(-1, 1)
        if self.draws.size == 0 or not np.isfinite(self.draws).all() or (self.draws < 0).any():
            raise ValueError("got numbers of samples that are empty, negative or not finite")
        self.divisor = np.where(self.draws > 0, self.draws, 1.0)  # of z, which is 0 where D is

    @property
    def radius(self) -> Array:  # type: ignore[override]
        """At most D/2, which keeps v away from 1."""
        return np.where(self.draws[:, 0] > 0, np.minimum(math.pi / 2, self.draws[:, 0] / 2), 1.0)

    def part(self, scales: slice) -> Profile:
        return type(self)(self.draws[scales]) if len(self.draws) > 1 else self

    def __call__(self, z: Array) -> Array:
        with np.errstate(divide="ignore"):  # a single skill of frequency 1
            return np.asarray(np.exp(scipy.special.xlog1py(self.draws, -np.minimum(z / self.divisor, 1.0))))

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        largest = np.maximum(*(1 - 2 * x * math.cos(angle) + x**2 for x in (low / self.divisor, high / self.divisor)))
        with np.errstate(over="ignore"):  # an infinite bound says that this ellipse is too wide
            return np.asarray(np.exp(self.draws / 2 * np.log(largest)))

    def condition(self, z: Array) -> Array:
        v = np.minimum(z / self.divisor, 1 - 2.0**-53)
        return np.asarray(z / (1 - v))

    def slope(self) -> Profile:
        """The profile ``D log(1 - v) (1 - v)^D``, the derivative by log D."""
        return _UnseenSlope(self.draws)


class _UnseenSlope(Unseen):
    disc = math.pi * math.exp(math.pi / 2)  # |log(1 - v)| <= |v|/(1 - |v|) <= 2 |v|

    def __call__(self, z: Array) -> Array:
        exponent = self.draws * np.log1p(-np.minimum(z / self.divisor, 1 - 2.0**-53))
        return np.asarray(exponent * np.exp(exponent))

    def majorant(self, low: Array, high: Array, angle: float) -> Array:
        v = high / self.divisor
        return np.where(v < 1, high / np.maximum(1 - v, 1e-300), np.inf) * super().majorant(low, high, angle)

    def condition(self, z: Array) -> Array:
        return 2 + 2 * super().condition(z)
