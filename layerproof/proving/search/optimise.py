"""Downhill in doubles: coordinates where a slack is small, or a switch between two formulas is thrown.

Every coordinate on a half-line is the exponential of a real variable, every other the hyperbolic sine of one, so that
the hypotheses are kept and all magnitudes are within reach.  What comes out is rounded to rationals of many sizes; the
search then looks at those exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...ground import effort
from ...language.doubles import Array
from .charts import Chart, Objective, is_half_line

Score = Callable[[Array], Array]
_REACH = 60.0


def to_coordinates(chart: Chart, u: Array) -> Array:
    """Columns of coordinates from columns of free real variables."""
    u = np.clip(u, -_REACH, _REACH)
    half = _half_lines(chart, u.shape[0])
    return np.where(half, np.exp(u), np.sinh(u))


def to_variables(chart: Chart, at: Array) -> Array:
    """The inverse of `to_coordinates`; a zero of a half-line goes far out."""
    half = _half_lines(chart, at.shape[0])
    with np.errstate(all="ignore"):
        found = np.where(half, np.log(np.maximum(at, 1e-26)), np.arcsinh(at))
    return np.clip(found, -_REACH, _REACH)


def _half_lines(chart: Chart, count: int) -> NDArray[np.bool_]:
    """Which of the first coordinates are on half-lines, as a column."""
    flags: NDArray[np.bool_] = np.array([is_half_line(c.signs) for c in chart.coordinates], dtype=np.bool_)
    return flags[:count].reshape(-1, 1)


def score(chart: Chart, objective: Objective, sense: float) -> Score:
    """What is minimised: the value over the size of its terms, and how far the hypotheses are from holding."""

    def measure(u: Array) -> Array:
        at = to_coordinates(chart, u)
        values, sizes = objective(at)
        with np.errstate(all="ignore"):
            relative = sense * values / np.where(sizes > 0, sizes, 1.0)
        bad = chart.violation(at)
        relative = np.where(bad > 0, 2 + bad, relative)
        return np.where(np.isfinite(relative), relative, 1e9)

    return measure


def swarm(measure: Score, start: Array, source: np.random.Generator, deadline: float, rounds: int = 60) -> Array:
    """Every column goes downhill by random steps of its own size, all at once; sorted, the lowest first."""
    u, best = start.copy(), measure(start)
    step = np.full(u.shape[1], 1.0)
    for _ in range(rounds):
        if effort.spent() > deadline:
            break
        move = source.normal(size=u.shape)
        single: NDArray[np.bool_] = np.less(source.random(u.shape[1]), 0.4)  # along one axis only
        if single.any():
            axis = np.asarray(source.integers(0, u.shape[0], size=u.shape[1]))
            mask = np.arange(u.shape[0])[:, None] == axis[None, :]
            move = np.where(single[None, :] & ~mask, 0.0, move)
        trial = np.clip(u + step * move, -_REACH, _REACH)
        value = measure(trial)
        better = value < best
        u = np.where(better[None, :], trial, u)
        best = np.where(better, value, best)
        step = np.clip(np.where(better, step * 1.6, step * 0.82), 1e-9, 8.0)
    order = np.argsort(best, kind="stable")
    return np.asarray(u[:, order])


def polish(measure: Score, start: Array, deadline: float) -> Iterator[Array]:
    """L-BFGS-B, then the simplex of Nelder and Mead, from one column."""
    from scipy.optimize import minimize

    def single(x: Array) -> float:
        if effort.spent() > deadline:
            raise TimeoutError
        return float(measure(x[:, None])[0])

    def gradient(x: Array) -> Array:
        h = 1e-6
        shifted = np.concatenate([x[:, None] + h * np.eye(len(x)), x[:, None] - h * np.eye(len(x))], axis=1)
        values = measure(shifted)
        return (values[: len(x)] - values[len(x) :]) / (2 * h)

    bounds = [(-_REACH, _REACH)] * len(start)
    try:
        yield minimize(single, start, jac=gradient, method="L-BFGS-B", bounds=bounds, options={"maxiter": 80}).x
        options = {"maxiter": 120 * len(start), "xatol": 1e-10, "fatol": 1e-16, "adaptive": len(start) > 4}
        yield minimize(single, start, method="Nelder-Mead", bounds=bounds, options=options).x
    except (TimeoutError, ValueError, FloatingPointError):
        return


def evolve(measure: Score, count: int, deadline: float, seed: int = 0) -> Array | None:
    """Differential evolution over all magnitudes: the last resort."""
    from scipy.optimize import differential_evolution

    def late(_: Array, convergence: float) -> bool:
        return effort.spent() > deadline

    found = differential_evolution(
        measure, [(-12.0, 12.0)] * count, rng=seed, maxiter=60, popsize=12, vectorized=True, updating="deferred",
        polish=False, callback=late,
    )  # fmt: skip
    return np.asarray(found.x)


def roundings(chart: Chart, at: Sequence[float]) -> Iterator[tuple[Fraction, ...]]:
    """Rational points near a point of the chart, the roughest first; close coordinates also as equal ones."""
    values = [float(x) for x in at]
    if not all(np.isfinite(values)):
        return
    seen = set()
    for snapped in (_equal(values), values):
        for digits in (1, 2, 3, 5, 9, 16):
            for rounded in (_by_digits(snapped, digits), _by_denominator(snapped, 10**digits)):
                found = tuple(
                    v if c.admits(v) else Fraction(x) if c.admits(Fraction(x)) else Fraction(1)
                    for c, v, x in zip(chart.coordinates, rounded, snapped, strict=False)
                )
                if found not in seen:
                    seen.add(found)
                    yield found


def _by_digits(values: Sequence[float], digits: int) -> list[Fraction]:
    return [Fraction(f"{x:.{digits}g}") if abs(x) > 1e-11 else Fraction(0) for x in values]


def _by_denominator(values: Sequence[float], denominator: int) -> list[Fraction]:
    return [Fraction(x).limit_denominator(denominator) for x in values]


def _equal(values: Sequence[float]) -> list[float]:
    """The same with coordinates that nearly agree, up to sign, made to agree."""
    found: list[float] = []
    for x in values:
        for y in found:
            if abs(abs(x) - abs(y)) <= 1e-3 * abs(y):
                x = y if x * y > 0 else -y
                break
        found.append(x)
    return found
