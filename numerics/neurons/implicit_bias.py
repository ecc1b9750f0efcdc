"""Which interpolating solution a single linear neuron reaches: Theorem 3.1 of the slides, by three routes.

The theorem: from a start with ``beta_0 = a_0 w_0`` and ``delta = a_0^2 - |w_0|^2`` (learning rates one), if beta(t) is
never zero and the end interpolates, ``X beta(infinity) = y`` with n < d, then the end is

    argmin Psi_delta(beta) - psi_delta beta_0^T beta / |beta_0|   subject to  X beta = y,
    Psi_delta(beta) = (D - 2 delta) sqrt(D + delta) / 3,   D = sqrt(delta^2 + 4 |beta|^2),
    psi_delta = sqrt(D_0 - delta).

The end of the display for psi_delta is lost from the slide; see the chapter single-neuron for why it is this.

1. `bias_potential.minimiser`: the constrained minimum of the printed potential, by Newton's method.  Psi_delta is
   strictly convex and grows like ``|beta|^(3/2)`` for every delta, so that there is exactly one minimum.  It is smooth
   except at beta = 0 for delta < 0, which does not interpolate unless y = 0.
2. `interpolator`: the end in closed form.  The flow keeps delta and the part ``N w_0`` of the inner weights that the
   data do not see, so that ``X w a = y`` leaves only the sign of a open:

       beta = X^+ y + a N w_0,    2 a^2 = delta' + sqrt(delta'^2 + 4 |X^+ y|^2),    delta' = a_0^2 - |w_0 - N w_0|^2.

   On the row space of X the neuron is one of its own, with n inputs and the conserved quantity delta'.
3. `single_neuron.settle`: the flow, integrated to its end.

What the hypotheses are for.  The outer weight can pass through zero only if delta' < 0, and at most once, since the
loss falls and is |y|^2/2 wherever a = 0; the end then minimises the potential with the other sign of psi_delta
(``sign=-1``).  From a start that runs into the saddle a = 0, w^T X^T y = 0 the end does not interpolate.
`stays_positive` names starts from which neither happens.  For delta > 0 beta may pass through zero with w, and the
theorem still holds: its hypothesis is needed for delta < 0 only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .bias_potential import minimiser, over_parametrised, row_and_null, weights_at
from .single_neuron import Neurons, neurons, settle


def interpolator(draws: Neurons, *, sign: ArrayLike | None = None) -> Array:
    """The interpolating end of the flow in closed form, shape (draws, d).

    Args:
        draws: neurons with n < d, independent rows, learning rates one.
        sign: of the outer weight at the end, shape (draws,); by default that of a_0, the theorem's case.

    Raises:
        ValueError: for inputs outside the hypotheses, or a_0 = 0 with no sign given.
    """
    if not ((draws.eta_a == 1) & (draws.eta_w == 1)).all():
        raise ValueError("the theorem is for learning rates of one; see single_neuron.unit_rates")
    side = np.broadcast_to(np.asarray(np.sign(draws.a) if sign is None else sign, dtype=float), (len(draws),))
    if not (np.abs(side) == 1).all():
        raise ValueError("an outer weight is zero, or a sign is not 1 or -1; expected the sign of a at the end")
    least, hidden = _split(draws, draws.w)
    outer, _ = weights_at(np.linalg.norm(least, axis=1), reduced_delta(draws))
    return least + (side * outer)[:, None] * hidden


def reduced_delta(draws: Neurons) -> Array:
    """``delta' = a_0^2 - |w_0 - N w_0|^2``, shape (draws,): the conserved quantity of the row space of X."""
    _, hidden = _split(draws, draws.w)
    seen = np.linalg.norm(draws.w - hidden, axis=1)
    return np.asarray((np.abs(draws.a) - seen) * (np.abs(draws.a) + seen))


def stays_positive(draws: Neurons) -> Array:
    """Starts whose outer weight keeps its sign and whose flow interpolates; boolean, shape (draws,).

    Either delta' > 0, so that a has no way to zero, or the loss starts below |y|^2/2, its value wherever a = 0: it
    falls, and below that value the only critical points are interpolators.  Sufficient, not necessary.
    """
    outputs = np.einsum("knd,kd->kn", draws.X, draws.beta)
    below = np.einsum("kn,kn->k", outputs, outputs - 2 * draws.y) < 0
    return np.asarray((draws.a != 0) & ((reduced_delta(draws) > 0) | below))


def closest_interpolator(draws: Neurons) -> Array:
    """The limit delta -> +infinity at a fixed beta_0: ``beta_0 + X^+ (y - X beta_0)``, shape (draws, d).

    The interpolator with the least move in the metric of the kernel, which is delta times the identity there.
    """
    least, hidden = _split(draws, draws.beta)
    return least + hidden


def turned_interpolator(draws: Neurons) -> Array:
    """The limit delta -> -infinity: the interpolator of least ``|beta| - beta_0^T beta/|beta_0|``, shape (draws, d).

    With the unit vector b of beta_0 it is ``X^+ y + |X^+ y| N b / |b - N b|``: long where the data hardly see b.

    Raises:
        ValueError: if beta_0 is zero, or the data do not see it at all: then no minimum is attained.
    """
    b = _unit(draws.beta)
    least, hidden = _split(draws, b)
    seen = np.linalg.norm(b - hidden, axis=1)
    if not (seen > 1e-12).all():
        raise ValueError(f"X beta_0 of draw {int(np.argmin(seen))} is zero; there is no limit delta -> -infinity")
    return np.asarray(least + (np.linalg.norm(least, axis=1) / seen)[:, None] * hidden)


def start_at(beta_0: ArrayLike, delta: ArrayLike, *, sign: ArrayLike = 1.0) -> tuple[Array, Array]:
    """The weights (a, w) with ``a w = beta_0``, ``a^2 - |w|^2 = delta`` and a of this sign.

    Args:
        beta_0: shape (draws, d), not zero.
        delta: shape (draws,) or a number.
        sign: 1 or -1, shape (draws,) or a number.

    Raises:
        ValueError: for no draws, for values that are not finite, or where beta_0 = 0: w has no direction there.
    """
    beta, imbalanced = np.asarray(beta_0, dtype=float), np.asarray(delta, dtype=float)
    if beta.ndim != 2 or len(beta) == 0 or imbalanced.shape not in ((), (len(beta),)):
        raise ValueError(
            f"got beta_0 of shape {beta.shape}, delta of {imbalanced.shape}; expected (draws, d), (draws,)"
        )
    side = np.asarray(sign, dtype=float)
    if not (np.isfinite(beta).all() and np.isfinite(imbalanced).all() and (np.abs(side) == 1).all()):
        raise ValueError("beta_0 and delta must be finite, and each sign 1 or -1")
    outer, inner = weights_at(np.linalg.norm(beta, axis=1), imbalanced)
    return np.asarray(outer * side), np.asarray((inner * side)[:, None] * _unit(beta))


def random_problems(draws: int, n: int, d: int, delta: ArrayLike, *, condition: float = 5.0, seed: int = 0) -> Neurons:
    """Problems inside the theorem's hypotheses: random inputs and targets, starts with a loss below |y|^2/2.

    Targets are scaled so that the least interpolator has ``|X^+ y| = 1``, which only fixes the unit of delta.

    Args:
        draws: at least 1.
        n: samples.
        d: inputs, more than n.
        delta: shape (draws,) or a number.
        condition: the singular values of X are between 1 and this; the integration takes longer as its square.
        seed: of numpy's default generator.

    Raises:
        ValueError: for numbers outside these ranges.
    """
    if draws < 1 or not 1 <= n < d:
        raise ValueError(f"got {draws} draws of {n} samples of {d} inputs; expected at least 1 draw and 1 <= n < d")
    if not condition >= 1:
        raise ValueError(f"got condition {condition}; expected at least 1")
    rng = np.random.default_rng(seed)
    left, _, right = np.linalg.svd(rng.normal(size=(draws, n, d)), full_matrices=False)
    X = (left * condition ** rng.random((draws, 1, n))) @ right
    y = rng.normal(size=(draws, n))
    y /= np.linalg.norm(row_and_null(X, y)[0], axis=1)[:, None]
    beta = rng.normal(size=(draws, d))
    outputs = np.einsum("knd,kd->kn", X, beta)
    # |X c beta - y| < |y| exactly for c between 0 and 2 y.X beta/|X beta|^2
    most = 2 * np.einsum("kn,kn->k", outputs, y) / np.einsum("kn,kn->k", outputs, outputs)
    beta *= (most * rng.uniform(0.02, 0.98, draws))[:, None]
    a, w = start_at(beta, delta, sign=rng.choice([-1.0, 1.0], draws))
    return neurons(X, y, a, w)


@dataclass(frozen=True)
class Agreement:
    """The three routes compared; errors are distances of beta relative to the closed form's length.

    Attributes:
        flow: of the end of the integrated flow, shape (draws,).
        minimum: of the minimum of the printed potential, shape (draws,).
        worst: the draw with the largest error of either.
        sign: of a at the end, relative to the start: 1 in the theorem's case, shape (draws,).
    """

    flow: Array
    minimum: Array
    worst: int
    sign: Array


def compare(draws: Neurons, *, tolerance: float = 1e-12, as_printed: bool = False) -> Agreement:
    """Integrate every draw to its end and compare it with the closed form and with the potential's minimum.

    Args:
        draws: neurons as for `interpolator`, with beta_0 other than zero.
        tolerance: of `single_neuron.settle`; the errors of the flow are about this times the condition of X, squared.
        as_printed: compare with the theorem's minimum also where the outer weight has changed its sign, and where the
            theorem therefore does not apply.

    Raises:
        ValueError: as for `settle`, `interpolator` and `minimiser`.
    """
    end, _ = settle(draws, tolerance=tolerance)
    kept = np.sign(end.a) * np.sign(draws.a)
    side = np.ones(len(draws)) if as_printed else kept
    exact = interpolator(draws, sign=side * np.sign(draws.a))
    lowest = minimiser(draws.X, draws.y, draws.delta, draws.beta, sign=side).beta
    size = np.linalg.norm(exact, axis=1)
    flow, minimum = (np.linalg.norm(x - exact, axis=1) / size for x in (end.beta, lowest))
    return Agreement(flow, minimum, int(np.argmax(np.maximum(flow, minimum))), kept)


def _split(draws: Neurons, vector: Array) -> tuple[Array, Array]:
    """``X^+ y`` and the part of a vector in the null space of X, each of shape (draws, d)."""
    least, free = row_and_null(*over_parametrised(draws.X, draws.y))
    return least, np.einsum("kdf,kf->kd", free, np.einsum("kdf,kd->kf", free, vector))


def _unit(beta: Array) -> Array:
    size = np.linalg.norm(beta, axis=1, keepdims=True)
    if (size == 0).any():
        raise ValueError(f"beta_0 of draw {int(np.argmin(size))} is zero; it has no direction")
    return np.asarray(beta / size)
