"""The potential of Theorem 3.1 and its minimum over the interpolators.

    Psi_delta(beta) = (D - 2 delta) sqrt(D + delta) / 3,    D = sqrt(delta^2 + 4 |beta|^2),

slides "Theorem 3.1".  The weights with this beta and delta have the sizes ``|a| = sqrt((D + delta)/2)`` and ``|w| =
sqrt((D - delta)/2)``; with them the potential is ``sqrt(2)/3 |a| (3 |w|^2 - a^2)``, and its gradient points along beta
with the length ``sqrt(2) |w|``.  In this form no digits are lost for delta of any size and sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..formulas import Array

RANK = 1e-10
"""Rows of X are dependent where a singular value is below this part of the largest."""


@dataclass(frozen=True)
class Minimum:
    """Minima of the potential under ``X beta = y``.

    Attributes:
        beta: shape (draws, d).
        slope: the length of the potential's gradient along the null space, relative to that of its two terms; (draws,).
        steps: of Newton's method, for the slowest draw.
    """

    beta: Array
    slope: Array
    steps: int


def potential(beta: ArrayLike, delta: ArrayLike) -> Array:
    """``Psi_delta(beta)`` as printed, for beta of shape (..., d) and delta of shape (...).

    >>> potential([[3.0, 4.0]], [0.0]).round(6).tolist()   # 2 sqrt(2)/3 |beta|^(3/2)
    [10.540926]
    """
    outer, inner = weights_at(np.linalg.norm(np.asarray(beta, dtype=float), axis=-1), np.asarray(delta, dtype=float))
    return np.asarray(np.sqrt(2) / 3 * outer * (3 * inner**2 - outer**2))


def potential_gradient(beta: ArrayLike, delta: ArrayLike) -> Array:
    """Its gradient ``2 beta / sqrt(D + delta)``, shape (..., d); at beta = 0 zero, as one of the slopes of its kink."""
    point = np.asarray(beta, dtype=float)
    size = np.linalg.norm(point, axis=-1)
    _, inner = weights_at(size, np.asarray(delta, dtype=float))
    return np.asarray(np.sqrt(2) * (inner / np.where(size > 0, size, 1.0))[..., None] * point)


def start_strength(beta_0: ArrayLike, delta: ArrayLike) -> Array:
    """``psi_delta = sqrt(D_0 - delta)``: how strongly the direction of the start is kept."""
    _, inner = weights_at(np.linalg.norm(np.asarray(beta_0, dtype=float), axis=-1), np.asarray(delta, dtype=float))
    return np.asarray(np.sqrt(2) * inner)


def minimiser(
    X: ArrayLike,
    y: ArrayLike,
    delta: ArrayLike,
    beta_0: ArrayLike,
    *,
    sign: ArrayLike = 1.0,
    tolerance: float = 1e-13,
    most: int = 200,
) -> Minimum:
    """The minimum of ``Psi_delta(beta) - sign psi_delta beta_0^T beta/|beta_0|`` under ``X beta = y``, for many draws.

    Args:
        X: shape (draws, n, d) with n < d and independent rows.
        y: shape (draws, n), not zero.
        delta: shape (draws,).
        beta_0: shape (draws, d), not zero.
        sign: 1 for the theorem; -1 for flows whose outer weight has changed its sign.
        tolerance: for the slope at the minimum, relative to the two terms of the gradient.
        most: Newton steps, each O(d^3) a draw.

    Raises:
        ValueError: for inputs outside the hypotheses, or if Newton's method does not reach the tolerance.

    Accuracy: for delta << 0 the two terms of the gradient nearly cancel, and the minimum is known to about
    ``1e-16 (delta/|beta|)^2`` only, from the potential; `interpolator` has no such loss.
    """
    X, y = over_parametrised(X, y)
    draws, _, d = X.shape
    start = np.asarray(beta_0, dtype=float)
    imbalanced, side = (np.broadcast_to(np.asarray(v, dtype=float), (draws,)) for v in (delta, sign))
    if start.shape != (draws, d):
        raise ValueError(f"got beta_0 of shape {start.shape}; expected ({draws}, {d})")
    if not (np.isfinite(start).all() and np.isfinite(imbalanced).all()):
        raise ValueError("delta and beta_0 must be finite")
    n_0 = np.linalg.norm(start, axis=1)
    if (n_0 == 0).any():
        raise ValueError(f"beta_0 of draw {int(np.argmin(n_0))} is zero; the theorem needs its direction")
    if not (np.abs(side) == 1).all():
        raise ValueError("expected a sign of 1 or -1")
    linear = (side * start_strength(start, imbalanced) / n_0)[:, None] * start
    least, free = row_and_null(X, y)
    z = np.zeros((draws, free.shape[2]))
    slope = np.full(draws, np.inf)
    left = np.arange(draws)
    for steps in range(most + 1):
        at = _Objective(least[left], free[left], imbalanced[left], linear[left])
        value, gradient, hessian = at.second_order(z[left])
        # Rounding in the two terms of the gradient is of the size of the larger one, before they are projected.
        slope[left] = np.linalg.norm(gradient, axis=1) / at.scale(z[left])
        keep = slope[left] > tolerance
        if not keep.any():
            return Minimum(least + np.einsum("kdf,kf->kd", free, z), slope, steps)
        left = left[keep]
        step = -np.linalg.solve(hessian[keep], gradient[keep][..., None])[..., 0]
        z[left] += at.part(keep).damped(z[left], step, value[keep], gradient[keep]) * step
    raise ValueError(f"the slope at the minimum of draw {left[0]} is {slope[left[0]]:.2g} after {most} Newton steps")


@dataclass(frozen=True)
class _Objective:
    """The potential on ``beta = least + free z``, above its value at beta = 0."""

    least: Array
    free: Array
    delta: Array
    linear: Array

    def part(self, rows: NDArray[np.bool_]) -> _Objective:
        return _Objective(self.least[rows], self.free[rows], self.delta[rows], self.linear[rows])

    def at(self, z: Array) -> Array:
        return np.asarray(self.least + np.einsum("kdf,kf->kd", self.free, z))

    def scale(self, z: Array) -> Array:
        slope = np.linalg.norm(potential_gradient(self.at(z), self.delta), axis=1)
        return np.asarray(slope + np.linalg.norm(self.linear, axis=1))

    def value(self, z: Array) -> Array:
        beta = self.at(z)
        return np.asarray(_risen(np.linalg.norm(beta, axis=1), self.delta) - np.einsum("kd,kd->k", self.linear, beta))

    def gradient(self, z: Array) -> Array:
        full = potential_gradient(self.at(z), self.delta) - self.linear
        return np.asarray(np.einsum("kdf,kd->kf", self.free, full))

    def second_order(self, z: Array) -> tuple[Array, Array, Array]:
        beta = self.at(z)
        size = np.linalg.norm(beta, axis=1)
        outer, inner = weights_at(size, self.delta)
        # sqrt(D - delta)/n across beta and sqrt(D + delta)/D along it
        across, along = np.sqrt(2) / outer, np.sqrt(2) * outer / (outer**2 + inner**2)
        unit = np.einsum("kdf,kd->kf", self.free, beta / size[:, None])
        hessian = across[:, None, None] * np.eye(unit.shape[1]) - (across - along)[:, None, None] * (
            unit[:, :, None] * unit[:, None, :]
        )
        return self.value(z), self.gradient(z), hessian

    def damped(self, z: Array, step: NDArray[Any], value: Array, gradient: Array) -> Array:
        """The part of each Newton step to take, shape (draws, 1): value or slope must fall."""
        part = np.ones(len(z))
        promised = np.einsum("kf,kf->k", gradient, step)
        steepness = np.linalg.norm(gradient, axis=1)
        for _ in range(50):
            there = z + part[:, None] * step
            falls = self.value(there) <= value + 1e-4 * part * promised
            flattens = np.linalg.norm(self.gradient(there), axis=1) <= (1 - 1e-4 * part) * steepness
            if (good := falls | flattens).all():
                break
            part = np.where(good, part, part / 2)
        return part[:, None]


def weights_at(size: Array, delta: Array) -> tuple[Array, Array]:
    """``|a| = sqrt((D + delta)/2)`` and ``|w| = sqrt((D - delta)/2)`` at |beta| = size, without cancellation."""
    D = np.hypot(delta, 2 * size)
    larger = np.sqrt((D + np.abs(delta)) / 2)
    smaller = size / np.where(larger > 0, larger, 1.0)
    return np.where(delta >= 0, larger, smaller), np.where(delta >= 0, smaller, larger)


def _risen(size: Array, delta: Array) -> Array:
    """``Psi_delta(beta) - Psi_delta(0)`` at |beta| = size."""
    outer, inner = weights_at(size, delta)
    root = np.sqrt(np.maximum(delta, 0.0))
    total = np.where(outer + root > 0, outer + root, 1.0)
    up = inner**2 * (outer - (outer**2 + outer * root + root**2) / (3 * total))
    return np.asarray(np.sqrt(2) * np.where(delta >= 0, up, outer * (3 * inner**2 - outer**2) / 3))


def over_parametrised(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """X and y as arrays, if there are draws with n < d, finite, and y other than zero; a ValueError otherwise."""
    rows, targets = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if rows.ndim != 3 or targets.shape != rows.shape[:2]:
        raise ValueError(f"got X of shape {rows.shape}, y of {targets.shape}; expected (draws, n, d), (draws, n)")
    draws, n, d = rows.shape
    if draws == 0 or n == 0:
        raise ValueError(f"got {draws} draws of {n} samples; expected at least 1 of each")
    if n >= d:
        raise ValueError(f"got {n} samples of {d} inputs; many interpolators need n < d")
    if not (np.isfinite(rows).all() and np.isfinite(targets).all()):
        raise ValueError("X and y must be finite")
    if len(zero := np.flatnonzero(~targets.any(axis=1))):
        raise ValueError(f"y of draw {zero[0]} is zero; then beta = 0 interpolates, where the potential has a kink")
    return rows, targets


def row_and_null(X: Array, y: Array) -> tuple[Array, Array]:
    """``X^+ y``, shape (draws, d), and an orthonormal basis of the null space of X, shape (draws, d, d - n).

    Raises:
        ValueError: if the rows of X are linearly dependent.
    """
    n = X.shape[1]
    left, values, right = np.linalg.svd(X, full_matrices=True)
    if (bad := np.flatnonzero(values[:, -1] <= RANK * values[:, 0])).size:
        raise ValueError(f"the rows of X of draw {bad[0]} are linearly dependent; expected rank {n}")
    least = np.einsum("knd,kn->kd", right[:, :n], np.einsum("kmn,km->kn", left, y) / values)
    return least, np.swapaxes(right[:, n:], 1, 2)
