"""The exact solution of the single neuron for white inputs, ``X^T X = lambda I``, at any time and for any delta.

Chapter single-neuron, "Exact solutions": with ``beta_* = X^T y / lambda``, ``s = |beta_*|`` and ``w = v beta_*/s + u``,

    a = A / sqrt(h),    v = V / sqrt(h),    u = u_0 / sqrt(h),    A' = delta A + s V,    V' = s A,    h' = 2 A^2,

in units where lambda and the learning rates are one.  The rates of the linear system are ``mu_+ = s m`` and ``-s / m``
with ``delta = s (m - 1/m)``; the amplitudes of its exponentials in A are

    p = m (m a_0 + v_0) / (1 + m^2),    q = (a_0 - m v_0) / (1 + m^2).

Neither m - 1/m nor a division by delta is ever computed: each term is written with whichever of m and 1/m is at most
one, and the integrals of exponentials with ``(e^z - 1)/z``, so that delta = 0 is a value like any other.  Exponentials
are scaled by the largest of them, so that no time is too long.

What is left to learn has a closed form too, without the difference of beta and beta_*:

    s - a v = (s - a_0 v_0 + P Q (e^{delta t} - 1)/delta) / h,    P = m a_0 + v_0,    Q = (s/m) a_0 - s v_0,
            = (P Q e^{delta t} - s |u_0|^2) / (delta h),

the second for delta < 0, where the first becomes a difference, so that the loss keeps its digits however small it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .single_neuron import Neurons, Path, imbalance, unit_rates

WHITE = 1e-10
"""How far ``X^T X`` may be from a multiple of the identity, relative to it."""


@dataclass(frozen=True)
class WhiteSolution(Path):
    """The path, and what is left to learn along it.

    Attributes:
        left: ``beta_* - beta``, shape (draws, times, d), to full relative accuracy.
        excess: the loss above its minimum, ``lambda |beta_* - beta|^2 / 2``, shape (draws, times).
    """

    left: Array
    excess: Array


def solution(draws: Neurons, times: ArrayLike) -> WhiteSolution:
    """The exact path of every draw.

    Args:
        draws: neurons with ``X^T X = lambda I``, lambda > 0; any starts and any learning rates.
        times: non-negative, shape (times,) for all draws or (draws, times).

    Raises:
        ValueError: if the inputs are not white, if n < d (then they cannot be), or for bad times.

    Accuracy: tested against 80 digits for delta from -1e8 to 1e8.  The errors are those of an input rounded to 1e-16,
    times a small factor: about 1e-15 of the size of the weights, more where delta is a small difference of large
    weights, or where the start is close to those that end at the saddle.  Cost: O(d) for each draw and time.
    """
    unit = unit_rates(draws)
    scale = _white(unit)
    grid = _times(times, len(draws))
    t = grid * scale[:, None]
    target = unit.correlation / scale[:, None]
    along = _direction(target, np.linalg.norm(target, axis=1))
    across = unit.w
    for _ in range(2):  # twice, against rounding
        across = across - np.einsum("kd,kd->k", across, along)[:, None] * along
    a, factor, v, gap = _amplitudes(unit.a, unit.w, target, across, t)
    w = v[..., None] * along[:, None] + factor[..., None] * across[:, None]
    left = gap[..., None] * along[:, None] - (a * factor)[..., None] * across[:, None]
    excess = scale[:, None] * np.einsum("ktd,ktd->kt", left, left) / 2
    outer, inner = np.sqrt(draws.eta_a)[:, None], np.sqrt(draws.eta_w)[:, None]
    return WhiteSolution(
        np.array(np.broadcast_to(grid, t.shape)),
        a * outer,
        w * inner[..., None],
        left * (outer * inner)[..., None],
        excess,
    )


def growing_amplitude(draws: Neurons) -> Array:
    """``mu_+ a_0 + w_0.beta_*``, in units where lambda and the rates are one; shape (draws,).

    Its sign is that of the outer weight at the end; where it is zero the flow ends at the saddle a = 0.
    """
    unit = unit_rates(draws)
    target = unit.correlation / _white(unit)[:, None]
    up, _, _ = _speeds(imbalance(unit.a, unit.w), np.linalg.norm(target, axis=1))
    return np.asarray(up * unit.a + np.einsum("kd,kd->k", unit.w, target))


def _amplitudes(a_0: Array, w_0: Array, target: Array, u_0: Array, t: Array) -> tuple[Array, Array, Array, Array]:
    """a, 1/sqrt(h), v and s - a v at the times, all of shape (draws, times), in units where lambda and rates are 1."""
    s = np.linalg.norm(target, axis=1)
    delta = imbalance(a_0, w_0)
    v_0 = np.einsum("kd,kd->k", w_0, _direction(target, s))
    up, down, r = _speeds(delta, s)
    lazy = up > down  # m > 1, and r = 1/m; otherwise r = m
    P = np.where(lazy, a_0 + r * v_0, r * a_0 + v_0) / (1 + r * r)
    Q = np.where(lazy, r * a_0 - v_0, a_0 - r * v_0) / (1 + r * r)
    product = np.where(lazy, up, down) * (1 + r * r) ** 2 * P * Q
    start = s - a_0 * v_0
    # Amplitudes: A = p exp(mu_+ t) + q exp(mu_- t), V = p_v exp(mu_+ t) - q_v exp(mu_- t).
    p, q = np.where(lazy, P, r * P)[:, None], np.where(lazy, r * Q, Q)[:, None]
    p_v, q_v = np.where(lazy, r * P, P)[:, None], np.where(lazy, Q, r * Q)[:, None]
    rise, fall, both = up[:, None] * t, down[:, None] * t, delta[:, None] * t

    # All sizes are in units of exp(shift), so that p exp(mu_+ t) is about one once it is larger than that; the exponent
    # left to it is `kept`.  Then nothing overflows, and the starts with p = 0 are no special case.
    with np.errstate(divide="ignore"):
        kept = np.clip(-np.log(np.abs(p)), 0.0, rise)
    none = (P == 0)[:, None]
    kept = np.where(none, rise, kept)
    shift = rise - kept
    one, shrunk = np.exp(-shift), np.exp(-fall - shift)
    grown = np.where(none, 0.0, np.exp(np.where(none, 0.0, kept)))
    early = rise + fall < 0.5  # differences of like exponentials
    A, V = p * grown + q * shrunk, p_v * grown - q_v * shrunk
    rising, falling = np.expm1(np.where(early, rise, 0.0)), np.expm1(np.where(early, -fall, 0.0))
    A = np.where(early, one * (a_0[:, None] + p * rising + q * falling), A)
    V = np.where(early, one * (v_0[:, None] + p_v * rising - q_v * falling), V)

    cross = t * _mean_exp(-np.abs(both)) * np.where(both > 0, grown * shrunk, one * one)  # (exp(delta t) - 1)/delta
    h = one**2 + 2 * t * ((p * grown) ** 2 * _mean_exp(-2 * rise) + (q * one) ** 2 * _mean_exp(-2 * fall))
    h += 4 * p * q * cross
    falls = both < -0.5
    settled = s * np.einsum("kd,kd->k", u_0, u_0)
    fallen = settled[:, None] - product[:, None] * np.exp(np.where(falls, both, 0.0))
    fallen = one**2 * fallen / np.where(delta == 0, 1.0, -delta)[:, None]
    gap = np.where(falls, fallen, start[:, None] * one**2 + product[:, None] * cross) / h
    root = np.sqrt(h)
    return A / root, one / root, V / root, gap


def _speeds(delta: Array, s: Array) -> tuple[Array, Array, Array]:
    """mu_+, -mu_-, and the one of m = mu_+/s and 1/m that is at most one (one, if delta and s are zero)."""
    larger = (np.abs(delta) + np.hypot(delta, 2 * s)) / 2
    r = np.where(larger == 0, 1.0, s / np.where(larger == 0, 1.0, larger))
    smaller = s * r
    return np.where(delta > 0, larger, smaller), np.where(delta > 0, smaller, larger), r


def _mean_exp(z: Array) -> Array:
    """``(e^z - 1)/z`` for z <= 0."""
    return np.asarray(np.where(z == 0, 1.0, np.expm1(z) / np.where(z == 0, 1.0, z)))


def _direction(target: Array, s: Array) -> Array:
    """beta_*/|beta_*|; where beta_* = 0 any direction serves, and the first is taken."""
    first = np.zeros_like(target)
    first[:, 0] = 1
    return np.where((s > 0)[:, None], target / np.where(s > 0, s, 1.0)[:, None], first)


def _white(draws: Neurons) -> Array:
    S = draws.gram
    n, d = draws.X.shape[1:]
    if n < d:
        raise ValueError(f"got {n} samples of {d} inputs; white inputs need at least {d} samples")
    scale = np.trace(S, axis1=1, axis2=2) / d
    off = np.linalg.norm(S - scale[:, None, None] * np.eye(d), axis=(1, 2))
    worst = int(np.argmax(off - WHITE * scale))
    if (scale <= 0).any() or off[worst] > WHITE * scale[worst]:
        raise ValueError(
            f"X^T X of draw {worst} is no multiple of the identity (off by {off[worst]:.2g}); "
            "use `whiten`, or integrate the flow"
        )
    return np.asarray(scale)


def whiten(X: Array) -> Array:
    """The data with the same columns' span and ``X^T X = I``: ``X (X^T X)^{-1/2}``; shape (draws, n, d).

    Raises:
        ValueError: if the columns are linearly dependent, to about 8 digits: then no map of the inputs whitens them.
    """
    left, values, right = np.linalg.svd(np.asarray(X, dtype=float), full_matrices=False)
    n, d = X.shape[-2:]
    singular = np.atleast_1d((values[..., -1] <= 1e-8 * values[..., 0]) | (values[..., 0] == 0))
    if n < d or singular.any():
        raise ValueError(f"the {d} inputs of draw {int(np.argmax(singular))} are linearly dependent over {n} samples")
    return np.asarray(left @ right)


def _times(times: ArrayLike, draws: int) -> Array:
    grid = np.asarray(times, dtype=float)
    if grid.ndim not in (1, 2) or grid.size == 0 or (grid.ndim == 2 and len(grid) != draws):
        raise ValueError(f"got times of shape {grid.shape}; expected (times,) or ({draws}, times)")
    if not np.isfinite(grid).all() or (grid < 0).any():
        raise ValueError("the times must be finite and not negative")
    return np.atleast_2d(grid)
