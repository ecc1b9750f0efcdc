r"""The tangent kernel of a linear network, and how far it turns: ``1 - <K_0, K_t>/(|K_0| |K_t|)``.

Fort et al. (2020), as in position paper G.2; inner products and norms are those of Frobenius over inputs and outputs.
With ``A_l = W_l ... W_1`` and ``B_l = W_L ... W_{l+1}`` the kernel of ``f(x) = W_L ... W_1 x`` is

    K(x, x') = sum_l (A_{l-1} x)^T (A_{l-1} x')  B_l B_l^T,

on inputs X a sum of Kronecker products ``(X^T A_{l-1}^T A_{l-1} X) (x) B_l B_l^T``.  The inner product of two such
kernels needs the second moment ``Sigma_xx = X X^T/n`` only, and matrices of n_0 x n_0 and n_L x n_L: neither the number
of inputs nor the n n_L rows of the kernel itself enter.

The distance is computed as ``|K_0/|K_0| - K_t/|K_t||^2 / 2``, from differences of the factors.  Its error is about
1e-15 of the squared relative change of the factors, so that small distances keep their digits: 1e-20 is a distance, not
a rounding error.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .balanced_solutions import Blocks
from .matrix_flows import LayerTrajectories

Factors = list[tuple[Array, Array]]
"""A kernel as a sum of Kronecker products: matrices of inputs, (..., n_0, n_0), and of outputs, (..., n_L, n_L)."""


def factors(weights: Sequence[Array], sigma_xx: ArrayLike | None = None) -> Factors:
    """The kernel of a network, one pair a layer, on inputs with the second moment `sigma_xx` (white if left out).

    The matrix of inputs is ``C A_{l-1}^T A_{l-1} C`` with ``C = Sigma_xx^{1/2}``, which has the inner products of
    the one on all inputs.

    Args:
        weights: the layers, each of shape (..., n_l, n_{l-1}).
        sigma_xx: shape (n_0, n_0) or one that broadcasts against the leading shape.
    """
    inputs = _root(sigma_xx, weights[0].shape[-1])
    ahead: list[Array] = [np.broadcast_to(inputs, (*weights[0].shape[:-2], *inputs.shape[-2:]))]
    for w in weights[:-1]:
        ahead.append(w @ ahead[-1])
    behind: list[Array] = [
        np.broadcast_to(np.eye(weights[-1].shape[-2]), (*weights[-1].shape[:-1], weights[-1].shape[-2]))
    ]
    for w in weights[:0:-1]:
        behind.append(behind[-1] @ w)
    return [(_transposed(a) @ a, b @ _transposed(b)) for a, b in zip(ahead, behind[::-1], strict=True)]


def factors_of(blocks: Blocks) -> Factors:
    """The kernel of two layers on white inputs, from ``W_1^T W_1`` and ``W_2 W_2^T``."""
    d, c = blocks.first.shape[-1], blocks.second.shape[-1]
    white, each = np.eye(d), np.eye(c)
    return [
        (np.broadcast_to(white, blocks.first.shape), blocks.second),
        (blocks.first, np.broadcast_to(each, blocks.second.shape)),
    ]


def tangent_kernel(weights: Sequence[Array], inputs: Array) -> Array:
    """The kernel itself, of shape (..., n n_L, n n_L) for n inputs, of shape (n_0, n): input after input.

    For small sizes; distances do not need it.
    """
    if inputs.ndim != 2 or len(inputs) != weights[0].shape[-1]:
        raise ValueError(f"got inputs of shape {inputs.shape}; expected ({weights[0].shape[-1]}, n)")
    ahead, total = np.broadcast_to(inputs, (*weights[0].shape[:-2], *inputs.shape)), np.zeros(())
    behind = [np.eye(weights[-1].shape[-2])]
    for w in weights[:0:-1]:
        behind.append(behind[-1] @ w)
    for w, b in zip(weights, behind[::-1], strict=True):
        block = np.einsum("...im,...in,...ap,...bp->...manb", ahead, ahead, b, b)
        total, ahead = total + block, w @ ahead
    size = inputs.shape[1] * weights[-1].shape[-2]
    return np.asarray(total.reshape(*total.shape[:-4], size, size))


def distance(start: Factors, end: Factors) -> Array:
    """The kernel distance of two kernels on the same inputs, between 0 and 1.

    Raises:
        ValueError: if one of the kernels is zero, as at layers that vanish: there is no angle then.
    """
    first, last = np.sqrt(_inner(start, start)), np.sqrt(_inner(end, end))
    if not (np.isfinite(first).all() and np.isfinite(last).all()):
        raise ValueError("a tangent kernel is not finite: a draw blew up, or its weights are not finite")
    if (first == 0).any() or (last == 0).any():
        raise ValueError(
            "a tangent kernel is zero, as where all layers vanish: the kernel distance has no meaning there"
        )
    ratio = first / last
    # ratio P' (x) Q' - P (x) Q = (a P' - P) (x) (ratio/a) Q' + P (x) ((ratio/a) Q' - Q), where a P' is as large as P
    change: Factors = []
    for (p, q), (p_end, q_end) in zip(start, end, strict=True):
        size, size_end = (np.sqrt((m**2).sum(axis=(-1, -2))) for m in (p, p_end))
        level = np.where((size > 0) & (size_end > 0), size / np.where(size_end > 0, size_end, 1.0), 1.0)
        outputs = (ratio / level)[..., None, None] * q_end
        change += [(level[..., None, None] * p_end - p, outputs), (p, outputs - q)]
    return np.asarray(np.maximum(_inner(change, change), 0.0) / (2.0 * first**2))


def kernel_distance(start: Sequence[Array], end: Sequence[Array], sigma_xx: ArrayLike | None = None) -> Array:
    """How far the kernel has turned between two sets of layers; shape: the leading shape of the layers.

    Args:
        start: layers of shape (..., n_l, n_{l-1}).
        end: layers of the same widths.
        sigma_xx: the inputs' second moment; white if left out.

    >>> half = [np.array([[0.5]]), np.array([[2.0]])]  # one mode: the kernel only grows
    >>> float(kernel_distance(half, [np.array([[3.0]]), np.array([[1.0]])]))
    0.0
    """
    if [w.shape[-2:] for w in start] != [w.shape[-2:] for w in end]:
        raise ValueError("the two networks have different widths; the kernel distance needs the same outputs")
    return distance(factors(start, sigma_xx), factors(end, sigma_xx))


def distance_along(trajectories: LayerTrajectories) -> Array:
    """The kernel distance from the first time, at every time; shape (draws, times)."""
    start = [w[:, :1] for w in trajectories.weights]
    moment = None if trajectories.sigma_xx is None else trajectories.sigma_xx[:, None]
    return kernel_distance(start, trajectories.weights, moment)


def _inner(first: Factors, second: Factors) -> Array:
    """The inner product of two sums of Kronecker products."""
    total = np.zeros(())
    for p, q in first:
        for p_, q_ in second:
            total = total + (p * p_).sum(axis=(-1, -2)) * (q * q_).sum(axis=(-1, -2))
    return np.asarray(total)


def _transposed(matrix: Array) -> Array:
    return matrix.swapaxes(-1, -2)


def _root(sigma_xx: ArrayLike | None, inputs: int) -> Array:
    """The symmetric square root of the second moment."""
    if sigma_xx is None:
        return np.eye(inputs)
    moment = np.asarray(sigma_xx, dtype=float)
    if moment.shape[-2:] != (inputs, inputs) or not np.isfinite(moment).all():
        raise ValueError(f"got sigma_xx of shape {moment.shape}; expected (..., {inputs}, {inputs}), finite")
    values, vectors = np.linalg.eigh(moment)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))[..., None, :]) @ _transposed(vectors))
