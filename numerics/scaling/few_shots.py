r"""Learning a skill from few samples: the D_c-shot learner of thesis (5.3) to (5.5).

A skill function is a sum of D_c basis functions, and training finds the combination of least norm that fits the d
samples of the skill.  At a sample, the basis functions ``e_1, ..., e_Dc`` divided by the sign ``g_k = +1 or -1`` form
the vector phi.  The properties (5.4) say ``E[phi phi^T] = I`` and ``sum_l phi_l / sqrt(D_c) = 1``.  The sign divides
out of every error, so that all fits here are fits of the target scale S to ``v^T phi``, with ``v_l = a_k B_(k,l)``;
the skill strength is ``R_k = sum_l v_l / sqrt(D_c)``, in the unit of S, and losses are half the mean square (4.5).

The strength below D_c samples is ``S d/D_c`` (`emergence/few-samples`); the printed (5.5) has
``S (1 - sqrt(1 - d/D_c))``, which comes from putting (B.42) into (4.10), where that does not hold.  For the basis of
cells, and in the mean for that of characters, R_k is exactly ``S/D_c`` times the rank of the features on the samples,
which is d while they are independent: multiplying each phi by the value of its l-th character turns column l into the
constant and leaves the distribution alone, so that each column has the same share of the projection onto the samples,
whose trace is the rank.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from ..flows import dop853
from ..formulas import Array
from .data import SkillData
from .ranges import at_least, number_of, positive, target_scale

Basis = Literal["characters", "cells", "gaussian"]

RANK_TOLERANCE = 1e-10
OTHER_BITS = 29
"""Skill bits that a parity of 3 of 32 bits does not depend on; thesis C.3."""


def few_shot_strength(counts: ArrayLike, shots: int, *, target: float = 1.0, printed: bool = False) -> Array:
    """R_k after training on d samples of the skill, shape of `counts`; see the module's text for what is exact.

    Raises:
        ValueError: for a negative count or D_c below 1.
    """
    share = np.minimum(at_least(counts, "counts", 0.0) / number_of(shots, "D_c"), 1.0)
    return target_scale(target) * (1 - np.sqrt(1 - share) if printed else share)


def few_shot_loss(counts: ArrayLike, shots: int, *, target: float = 1.0) -> Array:
    """The skill loss ``S (S - R_k)/2 = (S^2/2)(1 - d/D_c)`` that goes with it; thesis (B.42), zero from D_c on."""
    return target * (target - few_shot_strength(counts, shots, target=target)) / 2


def cells_mean_strength(counts: ArrayLike, shots: int, *, target: float = 1.0) -> Array:
    """The mean of R_k over d independent samples of the cells basis, exactly ``S (1 - (1 - 1/D_c)^d)``."""
    d, cells = at_least(counts, "counts", 0.0), number_of(shots, "D_c")
    if cells == 1:
        return np.where(d > 0, target_scale(target), 0.0)
    return np.asarray(-target_scale(target) * np.expm1(d * math.log1p(-1 / cells)))


def basis_samples(kind: Basis, samples: int, functions: int, rng: np.random.Generator) -> Array:
    """Samples of phi, of shape (samples, functions); each kind has the properties (5.4).

    * ``"cells"``: phi is ``sqrt(D_c)`` on one of D_c equally likely cells of inputs and 0 on the others, so that a
      sample shows one basis function alone.
    * ``"characters"``: ``phi = H (1, z)``, where z are parities of sets of other bits of the input, pairwise
      uncorrelated and drawn anew at each call, and H is a reflection that takes the first unit vector to the constant
      one.  These are functions of the bits of the multitask sparse parity problem.
    * ``"gaussian"``: the same with independent normal z, which only resemble functions of many bits.

    Raises:
        ValueError: for an unknown kind, negative samples, no functions, or more characters than there are.
    """
    d, n = int(samples), number_of(functions, "the number of basis functions")
    if d < 0:
        raise ValueError(f"got {samples} samples; expected at least 0")
    if kind == "cells":
        phi = np.zeros((d, n))
        phi[np.arange(d), rng.integers(n, size=d)] = math.sqrt(n)
        return phi
    if kind == "gaussian":
        z = rng.standard_normal((d, n - 1))
    elif kind == "characters":
        if n > 2 ** (OTHER_BITS - 1):
            raise ValueError(f"got {n} characters; expected at most 2^{OTHER_BITS - 1}")
        sets = np.empty(0, dtype=np.int64)
        while len(sets) < n - 1:
            sets = np.unique(np.r_[sets, rng.integers(1, 2**OTHER_BITS, size=n - 1 - len(sets))])
        inputs = rng.integers(2**OTHER_BITS, size=d)
        z = 1.0 - 2.0 * (np.bitwise_count(inputs[:, None] & sets[None, :]) % 2)
    else:
        raise ValueError(f"got basis {kind!r}; expected 'characters', 'cells' or 'gaussian'")
    phi = np.concatenate([np.ones((d, 1)), z], axis=1)
    if n == 1:
        return phi
    mirror = np.full(n, -1 / math.sqrt(n))
    mirror[0] += 1
    mirror /= np.linalg.norm(mirror)
    return np.asarray(phi - 2 * (phi @ mirror)[:, None] * mirror)


@dataclass(frozen=True)
class Fit:
    """What least squares finds for one skill.

    Attributes:
        weights: v, of shape (functions in the model,).
        strength: R_k = sum of v_l / sqrt(D_c), (4.7).
        loss: the skill loss on all inputs, ``S^2/2 + |v|^2/2 - S R_k``, (4.8).
        rank: of the features on the samples.
    """

    weights: Array
    strength: float
    loss: float
    rank: int


def minimum_norm(features: Array, *, target: float = 1.0, included: int | None = None) -> Fit:
    """The shortest v among those that fit S to ``v^T phi`` best on the samples.

    Args:
        features: phi at the samples, of shape (samples, functions), with all basis functions of the skill.
        target: S.
        included: how many basis functions the model has (r of thesis (5.6)); by default all of them.

    Raises:
        ValueError: for features that are not a finite table, or an impossible number of functions.
    """
    phi = np.asarray(features, dtype=float)
    if phi.ndim != 2 or phi.shape[1] == 0 or not np.isfinite(phi).all():
        raise ValueError(f"got features of shape {phi.shape}; expected a finite table (samples, functions)")
    functions = phi.shape[1]
    here = functions if included is None else included
    if not 0 <= here <= functions:
        raise ValueError(f"got {here} included basis functions; expected 0 to {functions}")
    weights, rank = _shortest(phi[:, :here], target_scale(target)) if len(phi) and here else (np.zeros(here), 0)
    strength = float(weights.sum()) / math.sqrt(functions)
    loss = target**2 / 2 + float(weights @ weights) / 2 - target * strength
    return Fit(weights, strength, loss, int(rank))


def _shortest(phi: Array, target: float) -> tuple[Array, int]:
    """The shortest least squares solution and the rank: by QR at full rank, by singular values otherwise."""
    samples, functions = phi.shape
    tall = phi if samples >= functions else phi.T
    Q, R = scipy.linalg.qr(tall, mode="economic", check_finite=False)
    diagonal = np.abs(np.diag(R))
    if diagonal.min() > RANK_TOLERANCE * diagonal.max():
        right = np.full(samples, target)
        if samples >= functions:
            return scipy.linalg.solve_triangular(R, Q.T @ right, check_finite=False), functions
        return Q @ scipy.linalg.solve_triangular(R, right, trans="T", check_finite=False), samples
    weights, _, rank, _ = scipy.linalg.lstsq(phi, np.full(samples, target), cond=RANK_TOLERANCE, check_finite=False)
    return weights, int(rank)


def learn_from_counts(
    counts: ArrayLike, shots: int, *, target: float = 1.0, basis: Basis = "characters", seed: int = 0
) -> Array:
    """R_k of a D_c-shot learner for each number of samples: draws samples and solves the problem of least norm.

    The cost of an entry grows as ``d D_c min(d, D_c)``.

    Args:
        counts: numbers of samples of a skill, whole, any shape.
        shots: D_c.
        target: S.
        basis: the basis functions, see `basis_samples`.
        seed: of the samples.
    """
    d = np.asarray(counts)
    if not np.issubdtype(d.dtype, np.integer) or (d < 0).any():
        raise ValueError(f"got counts of type {d.dtype}; expected whole numbers of at least 0")
    rng = np.random.default_rng(seed)
    found = [minimum_norm(basis_samples(basis, int(n), shots, rng), target=target).strength for n in d.ravel()]
    return np.array(found).reshape(d.shape)


def learn_from_data(
    data: SkillData,
    skills: ArrayLike,
    shots: int,
    *,
    target: float = 1.0,
    basis: Basis = "characters",
    seed: int = 0,
) -> Array:
    """The same for skills of sampled data sets, of shape (data sets, skills)."""
    return learn_from_counts(data.counts(skills), shots, target=target, basis=basis, seed=seed)


@dataclass(frozen=True)
class Training:
    """Gradient flow of one skill of the extended model (5.3).

    Attributes:
        times: shape (times,).
        scale: a_k, shape (times,).
        direction: B_k, shape (times, functions).
        strength: R_k, shape (times,).
    """

    times: Array
    scale: Array
    direction: Array
    strength: Array


def train_few_shots(
    features: Array, times: ArrayLike, *, start: float, target: float = 1.0, share: float = 1.0, seed: int = 0
) -> Training:
    """Integrate the gradient flow (B.21), (B.22) of a_k and B_k on samples of one skill.

    B_k starts in a random direction with the norm ``start/2`` and a_k at `start`, so that a_k stays away from zero
    (Proposition B.1.1).  Relative tolerance 1e-12 a step.

    Args:
        features: phi at the samples, of shape (samples, functions).
        times: increasing from the start.
        start: a_k(0), above zero.
        target: S.
        share: eta d_k / D.
        seed: of the direction.

    Raises:
        ValueError: for no samples or a start that is not positive.
    """
    phi = np.asarray(features, dtype=float)
    if phi.ndim != 2 or 0 in phi.shape or not np.isfinite(phi).all():
        raise ValueError(f"got features of shape {phi.shape}; expected a finite table with at least one sample")
    grid = np.asarray(times, dtype=float)
    if grid.ndim != 1 or len(grid) == 0 or not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite and increase")
    first = np.random.default_rng(seed).standard_normal(phi.shape[1])
    first *= positive(start, "start") / 2 / float(np.linalg.norm(first))
    pace = positive(share, "share of the samples") / len(phi)
    gram, pull = phi.T @ phi * pace, target_scale(target) * phi.sum(axis=0) * pace

    def slope(t: float, state: Array) -> Array:
        a, B = state[0], state[1:]
        force = pull[:, None] - gram @ (a * B)
        return np.concatenate([(B * force).sum(axis=0, keepdims=True), a * force])

    states = dop853.solve(slope, np.r_[start, first][None, :], grid, rtol=1e-12)[0]
    a, B = states[:, 0], states[:, 1:]
    return Training(grid, a, B, a * B.sum(axis=1) / math.sqrt(phi.shape[1]))
