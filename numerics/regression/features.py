"""Orthonormal features with known inner products, drawn at random inputs.

A sampler maps a generator and a number of samples n to the values ``e_k(x_i)`` at n independent inputs, shape (n, p):
the features of the model ``f(x) = sum_k theta_k sqrt(rho_k) e_k(x)`` of thesis (1.28).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array

Sampler: TypeAlias = Callable[[np.random.Generator, int], Array]


def gaussian(p: int) -> Sampler:
    """Independent standard normal features: those for which (1.35) is derived."""
    _positive(p)
    return lambda rng, n: rng.standard_normal((n, p))


def signs(p: int) -> Sampler:
    """Independent signs: orthonormal, and as far from Gaussian as can be (`learnability-as-printed`)."""
    _positive(p)
    return lambda rng, n: np.asarray(2.0 * rng.integers(0, 2, (n, p)) - 1.0, dtype=np.float64)


def sines(p: int) -> Sampler:
    """The sine features of the figures of thesis chapter 1, x uniform on [0, 1]."""
    _positive(p)
    return lambda rng, n: sine_values(rng.random(n), p)


def sine_values(x: ArrayLike, p: int) -> Array:
    """``e_k(x) = sqrt(2) sin(2 pi k x)`` for k = 1 to p; shape (len(x), p)."""
    _positive(p)
    at = np.asarray(x, dtype=float)
    # whole turns are taken off exactly, so that large k cost no digits
    turns = np.multiply.outer(at - np.rint(at), np.arange(1.0, p + 1.0))
    return np.asarray(np.sqrt(2.0) * np.sin(2.0 * np.pi * (turns - np.rint(turns))))


def sine_kernel(x: ArrayLike, y: ArrayLike, first: int, last: int) -> Array:
    """``sum_k e_k(x) e_k(y)`` of the sine features k = first to last, in closed form; shape (len(x), len(y)).

    With cos(2 pi k (x - y)) - cos(2 pi k (x + y)) each term, and the Dirichlet kernel for each sum.  Costs the same for
    every number of features; the relative error grows as ``last`` times that of a double.
    """
    if not 1 <= first <= last:
        raise ValueError(f"expected 1 <= first <= last, got {first} and {last}")
    one, two = np.asarray(x, dtype=float)[:, None], np.asarray(y, dtype=float)[None, :]
    return _cosines(one - two, first, last) - _cosines(one + two, first, last)


def _cosines(u: Array, first: int, last: int) -> Array:
    """``sum_k cos(2 pi k u)``."""
    angle = np.pi * (u - np.rint(u))
    below = np.sin(angle)
    straight = below == 0
    divisor = np.where(straight, 1.0, below)
    total = (np.sin((2 * last + 1) * angle) - np.sin((2 * first - 1) * angle)) / (2.0 * divisor)
    return np.where(straight, float(last - first + 1), total)


def _positive(p: int) -> None:
    if p < 1:
        raise ValueError(f"expected at least one feature, got p = {p}")
