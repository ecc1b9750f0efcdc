r"""Two-layer linear networks on white inputs whose layers are lambda-balanced: the exact solutions.

Conventions of matrix_flows: ``f(x) = W_2 W_1 x`` under half the mean square error, and
``W_2^T W_2 - W_1 W_1^T = lambda I``, position paper (14), positive where the later layer is heavier.

- `transition` and `singular_values`: aligned layers, position paper (69), in the form of the chapter layer-imbalance
  (``layer-imbalance/singular-value``), written so that no digits cancel for s(0) >= 0 and any lambda.
- `function_and_layers`: any lambda-balanced start, aligned or not, of any shapes.  With ``Q = (W_1^T; W_2)`` and
  ``F = (-lambda/2, Sigma_yx^T; Sigma_yx, lambda/2)`` in blocks, lambda-balance turns the flow into the Riccati equation
  ``d(Q Q^T)/dt = F Q Q^T + Q Q^T F - (Q Q^T)^2``, solved by
  ``Q Q^T(t) = e^{Ft} Q_0 (I + int_0^t Q_0^T e^{2Fs} Q_0 ds)^{-1} Q_0^T e^{Ft}``: differentiate and see.  (Fukumizu
  solved it for lambda = 0, Braun et al. and Domine et al. for others.)
- `kernel_blocks`: what lambda makes of ``W_1^T W_1`` and ``W_2 W_2^T``, given the function alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array

LONGEST = 2.0
"""The longest step of function_and_layers, in units of the fastest rate."""


class Blocks(NamedTuple):
    """The blocks of ``Q Q^T``: all that the function and the tangent kernel need.

    Attributes:
        function: ``W_2 W_1``, of shape (..., c, d).
        first: ``W_1^T W_1``, of shape (..., d, d).
        second: ``W_2 W_2^T``, of shape (..., c, c).
    """

    function: Array
    first: Array
    second: Array


def transition(times: ArrayLike, start: ArrayLike, target: ArrayLike, imbalance: ArrayLike) -> Array:
    """gamma(t; lambda) of position paper (69): from 0 at t = 0 to 1; arguments broadcast.

    With ``e = exp(-2 R t)``, ``Sigma = sqrt(lambda^2 + 4 s(0)^2)/2`` and ``R = sqrt(lambda^2 + 4 rho^2)/2``,

        gamma = (1 - e) (A B (1 - e) + 4 R Sigma e) / (N D),    A B = 2 (lambda^2/4 + Sigma R + rho s(0)),

    with ``N = A (1 - e) + 2 R e`` and ``D = B (1 - e) + 2 R e``: the chapter's ``1 - 4 R^2 e/(N D)``, multiplied out.
    Accurate to a few units in the last place, also for s(0) tiny and for lambda large.

    Args:
        times: not negative.
        start: s(0), a singular value of the function at the start; not negative.
        target: rho, of the correlation; positive.
        imbalance: lambda, of either sign.

    Raises:
        ValueError: outside of these, and for what is not finite.

    >>> float(transition(1.0, 0.0, 1.0, 0.0))  # zero-balanced layers at the origin never move
    0.0
    """
    t, s, rho, lam = (np.asarray(v, dtype=float) for v in (times, start, target, imbalance))
    for value, name, least in ((t, "times", 0.0), (s, "start", 0.0), (rho, "target", 0.0), (lam, "imbalance", -np.inf)):
        if not np.isfinite(value).all():
            raise ValueError(f"got a value of {name} that is not finite")
        if (value < least).any():
            raise ValueError(f"got {name} = {value.min():g}; expected no negative value")
    if (rho == 0).any():
        raise ValueError("got target = 0; expected positive singular values of Sigma_yx")
    quarter = lam**2 / 4
    weight, root = np.hypot(lam / 2, s), np.hypot(lam / 2, rho)
    decay, grown = np.exp(-2 * root * t), -np.expm1(-2 * root * t)
    above = (quarter / (weight + s) if np.all(weight + s > 0) else _over(quarter, weight + s)) + rho + root
    below = weight + s + quarter / (root + rho)
    both = 2 * (quarter + weight * root + rho * s)
    top, bottom = above * grown + 2 * root * decay, below * grown + 2 * root * decay
    # at lambda = s(0) = 0 and a late time the denominator underflows with the numerator: nothing ever moves there
    return np.asarray(_over(grown * (both * grown + 4 * root * weight * decay), top * bottom))


def _over(numerator: Array, denominator: Array) -> Array:
    """The quotient, 0 where both vanish."""
    return np.asarray(np.where(denominator == 0, 0.0, numerator / np.where(denominator == 0, 1.0, denominator)))


def singular_values(times: ArrayLike, start: ArrayLike, target: ArrayLike, imbalance: ArrayLike) -> Array:
    """s(t) of aligned lambda-balanced layers, position paper (69); arguments as for `transition`."""
    gamma = transition(times, start, target, imbalance)
    s, rho = np.asarray(start, dtype=float), np.asarray(target, dtype=float)
    return np.asarray(s + gamma * (rho - s))


def entries(product: ArrayLike, imbalance: ArrayLike) -> tuple[Array, Array]:
    """w_1, w_2 >= 0 with ``w_1 w_2 = product >= 0`` and ``w_2^2 - w_1^2 = imbalance``; arguments broadcast.

    The heavier is ``sqrt((r + |lambda|)/2)`` with ``r = sqrt(lambda^2 + 4 s^2)``, the lighter s over it
    (layer-imbalance/relative-scale): neither loses digits.
    """
    s, lam = np.broadcast_arrays(np.asarray(product, dtype=float), np.asarray(imbalance, dtype=float))
    heavy = np.sqrt(np.hypot(lam / 2, s) + np.abs(lam) / 2)
    light = _over(s, heavy)
    return np.where(lam >= 0, light, heavy), np.where(lam >= 0, heavy, light)


def function_and_layers(
    times: ArrayLike, first: Array, second: Array, sigma_yx: ArrayLike, imbalance: ArrayLike
) -> Blocks:
    """The exact solution from any lambda-balanced start.

    Args:
        times: shape (times,), not negative.
        first: W_1 at time 0, of shape (draws, p, d).
        second: W_2 at time 0, of shape (draws, c, p).
        sigma_yx: of shape (c, d) or (draws, c, d).
        imbalance: lambda, of shape () or (draws,).

    Returns:
        Blocks with leading shape (draws, times).

    Accurate to about 1e-14 of the squared norms of the layers.  Cost: ``max |F| T / 2`` steps to the last time T, each
    some products of matrices of (c + d) x (c + d).

    Raises:
        ValueError: if the layers are not lambda-balanced, to 1e-9 of their squared norms; for times that do not
            increase.
    """
    t = np.asarray(times, dtype=float)
    if t.ndim != 1 or not np.isfinite(t).all() or (t < 0).any() or (np.diff(t) <= 0).any():
        raise ValueError("the times must be finite, not negative, and increase")
    draws, d = len(first), first.shape[2]
    lam = np.broadcast_to(np.asarray(imbalance, dtype=float), (draws,))[:, None, None]
    sigma = np.broadcast_to(np.asarray(sigma_yx, dtype=float), (draws, second.shape[1], d))
    off = second.swapaxes(1, 2) @ second - first @ first.swapaxes(1, 2) - lam * np.eye(first.shape[1])
    size = np.maximum((first**2).sum(axis=(1, 2)), (second**2).sum(axis=(1, 2)))
    if (np.abs(off).max(axis=(1, 2)) > 1e-9 * size).any():
        raise ValueError("the layers are not lambda-balanced with the imbalance given: W_2^T W_2 - W_1 W_1^T differs")
    q = np.concatenate([first.swapaxes(1, 2), second], axis=1)
    c = sigma.shape[1]
    field = np.concatenate(
        [
            np.concatenate([np.broadcast_to(-lam / 2 * np.eye(d), (draws, d, d)), sigma.swapaxes(1, 2)], axis=2),
            np.concatenate([sigma, np.broadcast_to(lam / 2 * np.eye(c), (draws, c, c))], axis=2),
        ],
        axis=1,
    )
    rates, vectors = np.linalg.eigh(field)
    top = np.abs(rates).max()
    found = np.empty((draws, len(t), d + c, d + c))
    now = 0.0
    for k, moment in enumerate(t):
        # the solution is a semigroup: short steps keep the matrix to be inverted well conditioned
        count = int(np.ceil(top * (moment - now) / LONGEST))
        for _ in range(count):
            q = _advanced(q, rates, vectors, (moment - now) / count)
        now = moment
        found[:, k] = q @ q.swapaxes(1, 2)
    return Blocks(found[..., d:, :d], found[..., :d, :d], found[..., d:, d:])


def _advanced(q: Array, rates: Array, vectors: Array, step: float) -> Array:
    """``e^{Fh} Q (I + int_0^h Q^T e^{2Fs} Q ds)^{-1/2}``, with the inverse of a Cholesky factor for the root."""
    doubled = np.where(rates == 0, 1.0, 2 * rates)
    length = np.where(rates == 0, step, np.expm1(doubled * step) / doubled)
    turned = vectors.swapaxes(1, 2) @ q
    inside = turned.swapaxes(1, 2) @ (length[..., None] * turned) + np.eye(q.shape[2])
    moved = vectors @ (np.exp(rates * step)[..., None] * turned)
    return np.asarray(np.linalg.solve(np.linalg.cholesky(inside), moved.swapaxes(1, 2)).swapaxes(1, 2))


def kernel_blocks(function: Array, imbalance: ArrayLike, hidden: int) -> Blocks:
    """``W_1^T W_1`` and ``W_2 W_2^T`` of lambda-balanced layers, from the function ``W_2 W_1`` and lambda alone.

    Where the function has rank p, the width of the hidden layer, they are functions of its singular values s:
    ``W_1^T W_1`` has the eigenvalues ``(sqrt(lambda^2 + 4 s^2) - lambda)/2`` on the right singular vectors and
    ``W_2 W_2^T`` has ``(sqrt(lambda^2 + 4 s^2) + lambda)/2`` on the left ones; both vanish elsewhere.  This holds at
    all times, at the start and at the end of training among them.

    Args:
        function: shape (..., c, d).
        imbalance: lambda, which broadcasts against the leading shape.
        hidden: p, at most min(c, d).

    Raises:
        ValueError: if the function cannot have rank p or has not.
    """
    left, values, right = np.linalg.svd(function, full_matrices=False)
    if hidden > values.shape[-1]:
        raise ValueError(
            f"got {hidden} hidden neurons for a function of {function.shape[-2]} x {function.shape[-1]}; where its "
            "rank is less than the width the kernels depend on the layers themselves"
        )
    if (values[..., hidden - 1] <= 1e-13 * values[..., 0]).any():
        raise ValueError(f"got a function of rank below {hidden}; expected the rank of the hidden layer")
    if (values[..., hidden:] > 1e-9 * values[..., :1]).any():
        raise ValueError(f"got a function of rank above {hidden}, which {hidden} hidden neurons cannot express")
    first, second = entries(values[..., :hidden], np.asarray(imbalance, dtype=float)[..., None])
    left, right = left[..., :hidden], right[..., :hidden, :]
    return Blocks(
        function,
        right.swapaxes(-1, -2) @ (first[..., None] ** 2 * right),
        (left * second[..., None, :] ** 2) @ left.swapaxes(-1, -2),
    )
