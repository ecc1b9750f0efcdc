r"""The multilinear model of many skills: frequencies, strengths, and its loss as a function of every resource.

Conventions, those of thesis chapter 4.  The loss is *half* the mean square error (4.5).  Time T is that of gradient
flow with the learning rate eta, ``da_k/dT = -eta dL/da_k``, from equal layers and one common start R_k(0) = R_0 (which
the thesis needs and does not state, see claim ``scaling-laws/time-and-skill-derivatives``), so that
``R_k(T) = S / (1 + (S/R_0 - 1) exp(-2 eta P_k S T))`` (4.11).  Skill k has frequency ``P_k = A k^-(alpha+1)`` (4.1).
The first N skills are in the model; the others, up to n_s, keep the loss S^2/2.  Compute is C = T N.

Every loss is a sum over all skills (:mod:`.power_sums`), whose cost does not grow with their number; n_s may be
infinite.  The power laws and integrals that approximate these sums are in :mod:`.laws`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .power_sums import Sum, power_sum, skill_sum
from .profiles import Decaying, Profile, Saturating, Unseen


@dataclass(frozen=True)
class MultilinearModel:
    """The model of thesis (4.9) on skills with the frequencies (4.1).

    Attributes:
        alpha: of the frequencies k^-(alpha+1), positive.
        skills: their number n_s, a whole number or infinity.
        S: target scale, positive.
        R0: common skill strength at the start, 0 < R0 < S.
        eta: learning rate, positive.

    Raises:
        ValueError: for values outside these ranges.

    >>> MultilinearModel(alpha=1.0, R0=0.01).A.__round__(6)  # 6/pi^2
    0.607927
    """

    alpha: float
    skills: float = math.inf
    S: float = 1.0
    R0: float = 0.01
    eta: float = 1.0

    def __post_init__(self) -> None:
        for name in ("alpha", "S", "R0", "eta"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise ValueError(f"got {name} = {value}; expected a positive number")
        if not self.R0 < self.S:
            raise ValueError(f"got R0 = {self.R0} and S = {self.S}; expected a start below the target, R0 < S")
        if not (self.skills >= 1 and (math.isinf(self.skills) or self.skills == int(self.skills))):
            raise ValueError(f"got {self.skills} skills; expected a whole number from 1 on, or infinity")

    @property
    def s(self) -> float:
        """alpha + 1."""
        return self.alpha + 1

    @cached_property
    def A(self) -> float:
        """One over the sum of ``k^-(alpha+1)``, below (4.1)."""
        return 1 / float(power_sum(self.s, 1, self.skills).value)

    @property
    def odds(self) -> float:
        """``S/R_0 - 1``."""
        return (self.S - self.R0) / self.R0

    @property
    def clock(self) -> float:
        """``2 eta A S``: the rate at which the most frequent skill is learnt; z = clock T k^-(alpha+1)."""
        return 2 * self.eta * self.A * self.S

    def frequency(self, skill: ArrayLike) -> Array:
        """``P_k`` (4.1) for skills k = 1, 2, ...; 0 beyond n_s."""
        k = np.asarray(skill, dtype=float)
        if not (k >= 1).all():
            raise ValueError("got skills below 1 or NaN; skills are counted from 1")
        return np.where(k <= self.skills, self.A * k**-self.s, 0.0)

    def strength(self, skill: ArrayLike, T: ArrayLike) -> Array:
        """``R_k(T)`` (4.11) with infinite data, d_k/D = P_k; `skill` and `T` broadcast."""
        z = 2 * self.eta * self.S * self.frequency(skill) * resource("time T", T)
        return np.asarray(self.S / (1 + self.odds * np.exp(-z)))


def resource(name: str, value: ArrayLike, *, whole: bool = False, least: float = 0.0) -> Array:
    """A resource as an array; ValueError if it is empty, NaN, infinite, below `least` or not whole."""
    found = np.asarray(value, dtype=float)
    if found.size == 0 or not np.isfinite(found).all() or (found < least).any():
        raise ValueError(f"got {name} empty, not finite or below {least:g}; expected finite numbers >= {least:g}")
    if whole and (found != np.floor(found)).any():
        raise ValueError(f"got a broken number of {name}; expected whole numbers")
    return found


def built_in(model: MultilinearModel, N: float | None) -> float:
    """The number of skills in the model: N, at most n_s; all of them if it is None."""
    if N is None:
        return model.skills
    if not (N >= 0 and (math.isinf(N) or float(N).is_integer())):
        raise ValueError(f"got N = {N}; expected a whole number of parameters, infinity, or None for all skills")
    return min(N, model.skills)


def _loss(model: MultilinearModel, profile: Profile, scale: Array, N: float | None, kept: float) -> Sum:
    """``S^2/2`` times the skills in the model by `profile`, times `kept`, and all the others with 1."""
    number = built_in(model, N)
    learning = skill_sum(profile, model.s, scale, 1, number) * kept
    if number < model.skills:
        learning = learning + power_sum(model.s, number + 1, model.skills)
    return learning * (model.S**2 * model.A / 2)


def loss_in_time(model: MultilinearModel, T: ArrayLike, N: float | None = None) -> Sum:
    """The loss with infinite data, thesis (4.17) with d_k/D = P_k; shape of `T`.

    Args:
        model: the skills.
        T: times >= 0.
        N: skills in the model; None for all.

    >>> model = MultilinearModel(alpha=0.6, skills=10**12)
    >>> float(loss_in_time(model, 0.0).value).__round__(6)  # (S - R_0)^2/2
    0.49005
    """
    return _loss(model, Saturating(model.odds), model.clock * resource("time T", T), N, 1.0)


def rate_in_time(model: MultilinearModel, T: ArrayLike, N: float | None = None) -> Sum:
    """``dL/dlog T``, the exact derivative of :func:`loss_in_time`."""
    profile, scale = Saturating(model.odds).slope(), model.clock * resource("time T", T)
    return skill_sum(profile, model.s, scale, 1, built_in(model, N)) * (model.S**2 * model.A / 2)


def linear_loss_in_time(model: MultilinearModel, T: ArrayLike, N: float | None = None) -> Sum:
    """The loss of the linear model, thesis (C.3), (C.4), from w_k(0) = 0 (`R0` is not used)."""
    scale = 2 * model.eta * model.A * resource("time T", T)
    return _loss(model, Decaying(), scale, N, 1.0)


def loss_in_data(model: MultilinearModel, D: ArrayLike, N: float | None = None, *, small_start: bool = False) -> Sum:
    """The expected loss after long training on D samples, thesis (4.29); shape of `D`.

    A skill of the model without samples keeps ``(S - R_0)^2/2``; the thesis writes S^2/2, its value for a small start
    (4.26), which `small_start` chooses.  D may be any number >= 0.
    """
    draws = resource("samples D", D)
    kept = 1.0 if small_start else (1 - model.R0 / model.S) ** 2
    return _loss(model, Unseen(draws), model.A * draws, N, kept)


def rate_in_data(model: MultilinearModel, D: ArrayLike, N: float | None = None, *, small_start: bool = False) -> Sum:
    """``dL/dlog D``, the exact derivative of :func:`loss_in_data`."""
    draws = resource("samples D", D)
    kept = 1.0 if small_start else (1 - model.R0 / model.S) ** 2
    found = skill_sum(Unseen(draws).slope(), model.s, model.A * draws, 1, built_in(model, N))
    return found * (kept * model.S**2 * model.A / 2)


def loss_in_parameters(model: MultilinearModel, N: ArrayLike) -> Sum:
    """The loss of the skills that the model lacks, the sum behind thesis (4.36); shape of `N`; 0 from n_s on."""
    number = resource("parameters N", N, whole=True)
    return power_sum(model.s, number + 1, model.skills) * (model.S**2 * model.A / 2)


def rate_in_parameters(model: MultilinearModel, N: ArrayLike) -> Sum:
    """``dL/dlog N`` of the sum as a function of real N, the Hurwitz zeta functions of (4.36); n_s stays fixed."""
    number = resource("parameters N", N, whole=True)
    factor = model.S**2 * model.A / 2 * number
    found = power_sum(model.s + 1, number + 1, math.inf) * (-model.s)
    return found * factor


def loss_beyond(model: MultilinearModel, N: float, *, learning: bool) -> float:
    """What the skills from N + 1 to infinity would add to the loss, with this model's A.

    With `learning` each counts with the loss of its start, ``(S - R_0)^2/2``, otherwise with S^2/2.  It is L_C of
    thesis (C.2), as a sum and without the approximation of a small start.
    """
    if math.isinf(N):
        return 0.0
    kept = (1 - model.R0 / model.S) ** 2 if learning else 1.0
    return kept * model.S**2 / 2 * model.A * float(power_sum(model.s, N + 1).value)


@dataclass(frozen=True)
class Optimum:
    """The best division of compute.

    Attributes:
        C: compute.
        N: the whole number of parameters with the least loss; where two are equal, the smaller.
        T: C/N.
        loss: there.
    """

    C: Array
    N: Array
    T: Array
    loss: Array


def best_division(model: MultilinearModel, C: ArrayLike) -> Optimum:
    """The least loss under T N = C, thesis section 4.3.4, over whole N; C has shape (computes,).

    The loss along the constraint falls and then rises in N; the place where one more parameter starts to cost is found
    by doubling and bisection, about log2(N) sums for each C.  Far beyond it the loss falls once more, as skills start
    at R_0 and not at 0; skills that are not trained and gained by their start alone are not meant, and not found.
    """
    compute = resource("compute C", C)
    if compute.ndim != 1 or (compute <= 0).any():
        raise ValueError(f"got compute of shape {compute.shape}; expected positive numbers of shape (computes,)")
    best = np.empty(compute.shape)
    for place, c in enumerate(compute):
        low, high = 1, 2
        while high < model.skills and _one_more_helps(model, float(c), high):
            low, high = high, 2 * high
        high = int(min(high, model.skills))
        while low < high:
            middle = (low + high) // 2
            if _one_more_helps(model, float(c), middle):
                low = middle + 1
            else:
                high = middle
        best[place] = low
    times = compute / best
    losses = [float(loss_in_time(model, t, n).value) for t, n in zip(times, best, strict=True)]
    return Optimum(compute, best, times, np.array(losses))


def _one_more_helps(model: MultilinearModel, c: float, n: int) -> bool:
    here, there = loss_in_time(model, c / n, n), loss_in_time(model, c / (n + 1), n + 1)
    return bool(there.value < here.value)
