"""Kernels whose eigenvalues and eigenfunctions are known, with the distribution of inputs that makes them so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..formulas import Array
from .features import sine_values


@dataclass(frozen=True)
class KnownKernel:
    """A kernel with its Mercer expansion ``K(x, y) = sum_k rho_k e_k(x) e_k(y)`` under a distribution q.

    Attributes:
        name: of the kernel.
        kernel: K at all pairs, from shapes (n,) and (m,) to (n, m).
        draw: n independent inputs from q.
        eigenvalues: the first `count` eigenvalues, in decreasing order.
        functions: the first `count` eigenfunctions at given points, shape (points, count).
        features: a feature map of finite width, from shape (n,) to (p, n), or None.
    """

    name: str
    kernel: Callable[[Array, Array], Array]
    draw: Callable[[np.random.Generator, int], Array]
    eigenvalues: Callable[[int], Array]
    functions: Callable[[Array, int], Array]
    features: Callable[[Array], Array] | None = None


def sine(p: int, alpha: float = -1.0) -> KnownKernel:
    """The sine features of thesis figure 1.2, ``k^alpha sqrt(2) sin(2 pi k x)``: rho_k = k^(2 alpha), x uniform.

    `alpha` is not positive, so that the eigenvalues fall with k.
    """
    if p < 1 or not alpha <= 0:
        raise ValueError(f"expected p >= 1 and alpha <= 0, got p = {p}, alpha = {alpha}")
    scale = np.arange(1.0, p + 1.0) ** alpha

    def features(x: Array) -> Array:
        return (sine_values(x, p) * scale).T

    return KnownKernel(
        f"{p} sine features",
        lambda x, y: features(x).T @ features(y),
        lambda rng, n: rng.random(n),
        lambda count: scale[:count] ** 2,
        lambda x, count: sine_values(x, min(count, p)),
        features,
    )


def bridge() -> KnownKernel:
    """The covariance of the Brownian bridge, min(x, y) - x y: rho_k = 1/(pi k)^2, sqrt(2) sin(pi k x), x uniform."""
    return KnownKernel(
        "Brownian bridge",
        lambda x, y: np.minimum.outer(x, y) - np.multiply.outer(x, y),
        lambda rng, n: rng.random(n),
        lambda count: (np.pi * np.arange(1.0, count + 1.0)) ** -2,
        lambda x, count: sine_values(x / 2.0, count),
    )


def gaussian(length: float = 1.0, deviation: float = 1.0) -> KnownKernel:
    """exp(-(x - y)^2/(2 length^2)) for Gaussian inputs: a geometric spectrum, Hermite functions.

    Rasmussen and Williams (2006), section 4.3.1: a = 1/(4 deviation^2), b = 1/(2 length^2), c = sqrt(a^2 + 2 a b),
    A = a + b + c: rho_k = sqrt(2 a/A) (b/A)^k for k = 0, 1, ..., and e_k is exp(-(c - a) x^2) H_k(sqrt(2 c) x),
    normalised.
    """
    if not (0 < length < np.inf and 0 < deviation < np.inf):
        raise ValueError(f"expected positive widths, got {length} and {deviation}")
    a, b = 1.0 / (4.0 * deviation**2), 1.0 / (2.0 * length**2)
    c = np.sqrt(a * a + 2.0 * a * b)
    whole = a + b + c

    def functions(x: Array, count: int) -> Array:
        values = hermite(2.0 * np.sqrt(c) * x, count) * (c / a) ** 0.25
        return np.asarray(values * np.exp(-(c - a) * x * x)[:, None])

    return KnownKernel(
        "Gaussian",
        lambda x, y: np.exp(-(np.subtract.outer(x, y) ** 2) / (2.0 * length**2)),
        lambda rng, n: deviation * rng.standard_normal(n),
        lambda count: np.sqrt(2.0 * a / whole) * (b / whole) ** np.arange(count),
        functions,
    )


def mehler(r: float = 0.1) -> KnownKernel:
    """``sum_k r^k He_k(x) He_k(y)/k!`` in closed form (Mehler), x standard normal: rho_k = r^k, k = 0, 1, ...

    The e_k are the Hermite polynomials of thesis (1.4) over sqrt(k!), and e_0 is constant.  K(x, x) grows as
    exp(r x^2/(1 + r)): its m-th moment is finite for ``r < 1/(2 m - 1)`` only, so that estimates from samples are
    heavy-tailed unless r is small.
    """
    if not 0 < r < 1:
        raise ValueError(f"expected 0 < r < 1, got {r}")
    rest = 1.0 - r * r

    def kernel(x: Array, y: Array) -> Array:
        squares = np.add.outer(x * x, y * y)
        return np.asarray(np.exp((2.0 * r * np.multiply.outer(x, y) - r * r * squares) / (2.0 * rest)) / np.sqrt(rest))

    return KnownKernel(
        "Mehler",
        kernel,
        lambda rng, n: rng.standard_normal(n),
        lambda count: r ** np.arange(count, dtype=float),
        hermite,
    )


def hermite(x: Array, count: int) -> Array:
    """The Hermite polynomials of thesis (1.4) over sqrt(k!), for k = 0 to count - 1; shape (len(x), count)."""
    if count < 1:
        raise ValueError(f"expected at least one function, got {count}")
    values = np.ones((len(x), count))
    if count > 1:
        values[:, 1] = x
    for k in range(1, count - 1):
        values[:, k + 1] = (x * values[:, k] - np.sqrt(k) * values[:, k - 1]) / np.sqrt(k + 1)
    return values
