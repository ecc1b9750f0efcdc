r"""Exponents of the scaling laws, measured on the exact sums: local slopes, corrected for finite size.

A local slope is ``dlog L / dlog x``, with the derivative of the sum itself.  Two things keep it from the exponent of
thesis Table 4.1, and each is corrected by what is known about it.

* Finitely many skills.  The power laws hold for infinitely many; the loss that the absent ones would have,
  :func:`.skills.loss_beyond`, is added (L_C of thesis (C.2)).
* A finite resource.  Slopes are taken at x, 2x, 4x, ... and extrapolated with the known orders of the correction
  (Richardson), which for infinitely many skills are

  - time: none; the sum is c T^-p up to terms smaller than every power of 1/T, once the first skill is learnt;
  - data: 1/D, 1/D^2, ..., since the loss is a ratio of gamma functions, c Gamma(D+1)/Gamma(D+1+p); the repaired
    (4.33) sums these orders up, and solved for p it has none;
  - parameters: 1/N, 1/N^2, ..., the Euler-Maclaurin terms of the Hurwitz zeta function;
  - compute: 1/N, 1/N^2, ... again, with N the optimal number of parameters, that is powers of C^(-1/(alpha+2)).

  With finitely many skills, the absent ones are not quite where they started; relative to the loss that is of the order
  of x^(1+p) in time and data, which is the first order there.

Compute needs care, as N is whole: the least loss over N has kinks in C.  They are the computes C_N at which N and N + 1
parameters do equally well; through them the envelope is smooth, and the slope is taken from C_N to C_2N.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.optimize
from numpy.typing import ArrayLike

from ..formulas import Array
from .skills import (
    MultilinearModel,
    Optimum,
    loss_beyond,
    loss_in_data,
    loss_in_parameters,
    loss_in_time,
    rate_in_data,
    rate_in_parameters,
    rate_in_time,
    resource,
)


@dataclass(frozen=True)
class Exponent:
    """An exponent, measured.

    Attributes:
        resource: 'time', 'data', 'parameters' or 'compute'.
        value: after both corrections.
        error: an estimate, the last change made by the extrapolation and the rounding of the slopes; not a bound.
        printed: by thesis Table 4.1.
        at: the values of the resource.
        local: the slopes there of the loss as it is.
        corrected: the slopes there with the absent skills added.
    """

    resource: str
    value: float
    error: float
    printed: float
    at: Array
    local: Array
    corrected: Array


def richardson(values: ArrayLike, orders: Sequence[float], ratio: float = 2.0) -> tuple[float, float]:
    """The limit of ``v(x) = v + c_1 x^-o_1 + c_2 x^-o_2 + ...`` from its values at x, ratio x, ratio^2 x, ...

    Args:
        values: at least two, shape (values,).
        orders: positive, at least as many as values less one; surplus ones are not used.
        ratio: of successive x, not 1; below 1 if the corrections fall with x, whose powers are then x^o_1, ...
            with orders given as positive numbers.

    Returns:
        The limit and an estimate of its error, the distance to the values that the last step combined.

    >>> x = np.array([1.0, 2.0, 4.0])
    >>> limit, _ = richardson(3 + 1 / x - 5 / x**2, orders=[1, 2])
    >>> limit
    3.0
    """
    row = np.array(values, dtype=float)
    if row.ndim != 1 or len(row) < 2 or not np.isfinite(row).all():
        raise ValueError(f"got values of shape {row.shape}; expected at least two finite numbers, shape (values,)")
    if len(orders) < len(row) - 1 or not all(o > 0 for o in orders):
        raise ValueError(f"got orders {list(orders)} for {len(row)} values; expected {len(row) - 1} positive numbers")
    if not (math.isfinite(ratio) and ratio > 0 and ratio != 1):
        raise ValueError(f"got ratio {ratio}; expected a positive number other than 1")
    step = max(ratio, 1 / ratio)
    change = math.inf
    for order in orders[: len(row) - 1]:
        factor = step**order
        new = row[1:] + (row[1:] - row[:-1]) / (factor - 1)
        change, row = float(np.abs(new[-1] - row).max()), new
    return float(row[-1]), change


def local_slope(loss: ArrayLike, rate: ArrayLike, beyond: float = 0.0) -> Array:
    """``dlog(L + beyond)/dlog x`` from L and ``dL/dlog x``."""
    return np.asarray(rate, dtype=float) / (np.asarray(loss, dtype=float) + beyond)


def _doublings(name: str, start: float, steps: int, ratio: float = 2.0) -> Array:
    if steps < 2:
        raise ValueError(f"got {steps} values of {name}; expected at least 2")
    return resource(name, start * ratio ** np.arange(steps), least=1e-300)


ROUNDING = 1e-14  # of a slope


def time_exponent(model: MultilinearModel, T: float | None = None, *, steps: int = 4) -> Exponent:
    """The exponent in time, -alpha/(alpha+1), from slopes at T, T/2, T/4, ...

    By default T is where the first skills are long learnt: at the last of the times the first has clock T = 10 (log q +
    40), and with finitely many skills at most where u = clock T n_s^-(alpha+1) is 1/100.
    """
    learnt = 10 * (math.log1p(model.odds) + 40) * 2 ** (steps - 1)
    if T is None:
        late = math.inf if math.isinf(model.skills) else 0.01 * model.skills**model.s
        T = max(learnt, min(late, 100 * learnt)) / model.clock
    at = _doublings("time T", T, steps, 0.5)
    loss, rate = loss_in_time(model, at).value, rate_in_time(model, at).value
    beyond = loss_beyond(model, model.skills, learning=True)
    corrected = local_slope(loss, rate, beyond)
    p = model.alpha / model.s
    value, change = _upwards(corrected, p, bool(beyond))
    return Exponent("time", value, change + ROUNDING, -p, at, local_slope(loss, rate), corrected)


def data_exponent(model: MultilinearModel, D: float | None = None, *, steps: int = 4) -> Exponent:
    """The exponent in data, -alpha/(alpha+1), at D, D/2, D/4, ...

    The local slope is off by the order of 1/D.  The relative difference r of the expected losses of D + 1 and D samples
    is not: thesis (4.33), repaired, is -p/(D+1+p) up to a term that is exponentially small, and is solved for p.
    That costs log10(D) digits.  By default D is 2^14, or less with few skills, by the rule of :func:`time_exponent`.
    """
    if D is None:
        D = max(min(2.0**14, 0.01 * model.skills**model.s / model.A), 64.0 * 2 ** (steps - 1))
    at = _doublings("samples D", D, steps, 0.5)
    loss, rate = loss_in_data(model, at).value, rate_in_data(model, at).value
    beyond = loss_beyond(model, model.skills, learning=True)
    ratio = (loss_in_data(model, at + 1).value - loss) / (loss + beyond)
    corrected = (at + 1) * ratio / (1 + ratio)
    p = model.alpha / model.s
    value, change = _upwards(corrected, p, bool(beyond))
    return Exponent("data", value, change + float(at[0]) * ROUNDING, -p, at, local_slope(loss, rate), corrected)


def _upwards(slopes: Array, p: float, finite: bool) -> tuple[float, float]:
    """The limit for a small resource, if there are finitely many skills; otherwise nothing is left to correct."""
    if finite:
        return richardson(slopes, [1 + p + j for j in range(len(slopes))], 0.5)
    return float(slopes[0]), float(np.ptp(slopes))


def parameter_exponent(model: MultilinearModel, N: int = 64, *, steps: int = 5) -> Exponent:
    """The exponent in parameters, -alpha, from slopes at N, 2N, 4N, ..."""
    at = _doublings("parameters N", N, steps)
    if at[-1] >= model.skills:
        raise ValueError(f"got up to {at[-1]:g} parameters for {model.skills} skills; expected fewer than skills")
    loss, rate = loss_in_parameters(model, at).value, rate_in_parameters(model, at).value
    corrected = local_slope(loss, rate, loss_beyond(model, model.skills, learning=False))
    value, change = richardson(corrected, range(1, steps))
    return Exponent("parameters", value, change + ROUNDING, -model.alpha, at, local_slope(loss, rate), corrected)


def kinks(model: MultilinearModel, N: ArrayLike) -> Optimum:
    """The computes C_N at which N and N + 1 parameters reach the same loss, the least one; shape of N is (numbers,).

    Between two kinks, from C_{N-1} to C_N, the best division has N parameters (:func:`.skills.best_division`).

    Raises:
        ValueError: if there are not more skills than parameters, or if so few parameters are never the best choice.
    """
    numbers = resource("parameters N", N, whole=True, least=1)
    if numbers.ndim != 1:
        raise ValueError(f"got numbers of parameters of shape {numbers.shape}; expected (numbers,)")
    if (numbers >= model.skills).any():
        raise ValueError(f"got N = {numbers.max():g} for {model.skills} skills; expected fewer than skills")
    computes, losses = np.empty(numbers.shape), np.empty(numbers.shape)
    for place, n in enumerate(numbers):

        def gain(log_c: float, n: float = n) -> float:
            c = math.exp(log_c)
            here, there = loss_in_time(model, c / n, n), loss_in_time(model, c / (n + 1), n + 1)
            return float(there.value / here.value) - 1

        middle = math.log(n ** (model.alpha + 2) / model.clock * max(math.log(model.odds), 1.0))
        high = next(x for x in middle + np.arange(0.0, 700.0, 2.0) if gain(x) < 0)  # much compute: one more helps
        low = next((x for x in high - np.arange(0.5, 40.0, 0.5) if gain(x) > 0), None)
        if low is None:  # a start R_0 is worth something without any training
            raise ValueError(f"N = {n:g} is never the best number of parameters of {model}; ask for more")
        computes[place] = math.exp(scipy.optimize.brentq(gain, low, high, xtol=1e-14, rtol=1e-14))
        losses[place] = float(loss_in_time(model, computes[place] / n, n).value)
    return Optimum(computes, numbers, computes / numbers, losses)


def compute_exponent(model: MultilinearModel, N: int = 16, *, steps: int = 6) -> Exponent:
    """The exponent in compute, -alpha/(alpha+2), from slopes between the kinks at N, 2N, 4N, ...

    `steps` slopes need steps + 1 kinks.  `at` holds the lower compute of each slope.
    """
    found = kinks(model, _doublings("parameters N", N, steps + 1))
    beyond = loss_beyond(model, model.skills, learning=False)
    x = np.diff(np.log(found.C))
    local, corrected = np.diff(np.log(found.loss)) / x, np.diff(np.log(found.loss + beyond)) / x
    value, change = richardson(corrected, range(1, steps))
    printed = -model.alpha / (model.alpha + 2)
    return Exponent("compute", value, change + ROUNDING, printed, found.C[:-1], local, corrected)


def table(model: MultilinearModel) -> tuple[Exponent, ...]:
    """All four exponents of thesis Table 4.1, with the default resources: time, data, parameters, compute."""
    return time_exponent(model), data_exponent(model), parameter_exponent(model), compute_exponent(model)
