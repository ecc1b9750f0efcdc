"""Time scales of the single neuron, its tangent kernel and how far that moves.

Slides "Neural Tangent Kernel", "NTK of the minimal model" and "Separation of timescales"; conventions as in
`single_neuron`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .single_neuron import Neurons, Path


@dataclass(frozen=True)
class Rates:
    """How fast beta moves, per unit of the gradient along and across it; slides "Separation of timescales".

    Attributes:
        norm: ``D = sqrt(delta^2 + 4 eta_a eta_w |beta|^2)``, the rate of ``|beta|``.
        direction: ``(D + delta) / (2 |beta|)``, the rate of ``beta/|beta|``.
    """

    norm: Array
    direction: Array


def rates(size: ArrayLike, delta: ArrayLike, eta_a: ArrayLike = 1.0, eta_w: ArrayLike = 1.0) -> Rates:
    """The rates at ``|beta| = size > 0``; shapes broadcast.  No digits are lost for delta of any size and sign.

    >>> rates(1.0, [-100.0, 0.0, 100.0]).direction.round(4).tolist()
    [0.01, 1.0, 100.01]
    """
    n, imbalanced = np.asarray(size, dtype=float), np.asarray(delta, dtype=float)
    if not (np.isfinite(n).all() and np.isfinite(imbalanced).all()) or (n <= 0).any():
        raise ValueError("sizes of beta must be positive and finite, delta finite")
    product = np.asarray(eta_a, dtype=float) * np.asarray(eta_w, dtype=float)
    D = np.hypot(imbalanced, 2 * np.sqrt(product) * n)
    larger = (D + np.abs(imbalanced)) / 2
    across = np.where(imbalanced >= 0, larger, product * n**2 / larger)
    return Rates(D, across / n)


def kernel(draws: Neurons, path: Path) -> Array:
    """The kernel matrix ``K = X (eta_w a^2 I + eta_a w w^T) X^T``, shape (draws, times, n, n)."""
    outputs = np.einsum("knd,ktd->ktn", draws.X, path.w)
    rows = draws.X @ np.swapaxes(draws.X, 1, 2)
    outer = (draws.eta_w[:, None] * path.a**2)[..., None, None] * rows[:, None]
    return np.asarray(outer + draws.eta_a[:, None, None, None] * outputs[..., :, None] * outputs[..., None, :])


def kernel_distance(draws: Neurons, path: Path) -> Array:
    """``1 - <K_0, K_t> / (|K_0| |K_t|)`` from the first time of the path, shape (draws, times).

    Computed as half the squared distance of the normalised kernels, so that small distances keep their digits.

    Raises:
        ValueError: if a kernel is zero.
    """
    K = kernel(draws, path)
    size = np.linalg.norm(K, axis=(2, 3), keepdims=True)
    if (size == 0).any():
        raise ValueError(f"the kernel of draw {int(np.argwhere(size == 0)[0][0])} is zero; it has no direction")
    unit = K / size
    return np.asarray(((unit - unit[:, :1]) ** 2).sum(axis=(2, 3)) / 2)
