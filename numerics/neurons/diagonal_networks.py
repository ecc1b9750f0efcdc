"""Diagonal linear networks: gradient flow at any start, however small, and alternating gradient flows.

``f(x) = (u . v)^T x`` with the loss ``|y - X (u . v)|^2 / 2``, a sum over the samples, from ``u = alpha, v = 0``
(slides 'AGF for diagonal linear networks').  The flow is exact in one number a coordinate: ``u = alpha cosh x`` and
``v = alpha sinh x`` with ``dx/dt = -dL/dbeta`` (claim alternating-flows/diagonal-any-stage).  In units of
``Lambda = log(1/alpha)``, with ``x = Lambda s`` and ``t = Lambda T``,

    ds/dT = -grad L(beta),     beta = (exp(2 Lambda (s - 1)) - exp(-2 Lambda (s + 1))) / 4,

so that nothing underflows at alpha = 1e-300 or below: Lambda is the argument, not alpha.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from ..formulas import Array
from .alternating import Staircase

HIGHEST = 80.0  # the largest exponent that a trial step of an integrator may ask for

Counting = Literal["signed", "unsigned", "printed"]


@dataclass(frozen=True)
class Regression:
    """Least squares, ``L(beta) = |y - X beta|^2 / 2``.

    Attributes:
        inputs: X, shape (samples, coordinates).
        labels: y, shape (samples,).

    Raises:
        ValueError: for wrong shapes, no samples or coordinates, a NaN or an infinity, a column of zeros.
    """

    inputs: Array
    labels: Array

    def __post_init__(self) -> None:
        X, y = np.asarray(self.inputs, dtype=float), np.asarray(self.labels, dtype=float)
        if X.ndim != 2 or 0 in X.shape or y.shape != X.shape[:1]:
            raise ValueError(
                f"got inputs of shape {X.shape} and labels of shape {y.shape}; "
                "expected (samples, coordinates) and (samples,), neither empty"
            )
        if not (np.isfinite(X).all() and np.isfinite(y).all()):
            raise ValueError("got inputs or labels that are not finite")
        if not np.abs(X).sum(axis=0).all():
            raise ValueError(f"column {int(np.argmin(np.abs(X).sum(axis=0)))} of the inputs is zero: it learns nothing")
        object.__setattr__(self, "inputs", X)
        object.__setattr__(self, "labels", y)

    @property
    def coordinates(self) -> int:
        """The number of columns of X."""
        return int(self.inputs.shape[1])

    @cached_property
    def curvature(self) -> Array:
        """``X^T X``."""
        return self.inputs.T @ self.inputs

    @cached_property
    def correlation(self) -> Array:
        """``X^T y``."""
        return self.inputs.T @ self.labels

    def loss(self, beta: Array) -> Array:
        """The loss at coefficients of shape (..., coordinates)."""
        found: Array = 0.5 * ((self.labels - beta @ self.inputs.T) ** 2).sum(axis=-1)
        return found

    def pull(self, beta: Array) -> Array:
        """Minus the gradient, ``X^T (y - X beta)``, at coefficients of shape (..., coordinates)."""
        found: Array = (self.labels - beta @ self.inputs.T) @ self.inputs
        return found


@dataclass(frozen=True)
class DiagonalFlow:
    """An integrated gradient flow.

    Attributes:
        problem: the regression.
        size: Lambda = log(1/alpha).
        times: shape (times,), in units of Lambda.
        accumulated: s, shape (times, coordinates).
    """

    problem: Regression
    size: float
    times: Array
    accumulated: Array

    @property
    def coefficients(self) -> Array:
        """beta, shape (times, coordinates)."""
        return coefficients(self.accumulated, self.size)

    @property
    def losses(self) -> Array:
        """Shape (times,)."""
        return self.problem.loss(self.coefficients)


def coefficients(accumulated: Array, size: float) -> Array:
    """``beta = alpha^2 sinh(2 Lambda s) / 2`` without underflow.

    Computed as ``sign(s) exp(2 Lambda (|s| - 1)) (1 - exp(-4 Lambda |s|)) / 4``, whose relative error is rounding's,
    times Lambda.
    """
    s = np.abs(accumulated)
    growth = np.exp(np.minimum(2 * size * (s - 1), HIGHEST))
    return np.asarray(np.sign(accumulated) * growth * -np.expm1(-4 * size * s) / 4)


def flow(problem: Regression, size: float, times: ArrayLike, *, rtol: float = 1e-9) -> DiagonalFlow:
    """Integrate the flow from alpha = exp(-size).

    LSODA with the exact Jacobian: the number of steps hardly grows with Lambda, though active coordinates relax at
    rates of order Lambda.  Measured against closed forms, coefficients are right to about three times `rtol` of their
    targets, and not better than 1e-12 Lambda: s is near 1, and its rounding is magnified by 2 Lambda.

    Args:
        problem: the regression.
        size: Lambda = log(1/alpha), positive.
        times: increasing, not negative, in units of Lambda.
        rtol: from 1e-12 to 1e-3.
    """
    grid = np.asarray(times, dtype=float)
    if grid.ndim != 1 or len(grid) == 0 or not np.isfinite(grid).all() or grid[0] < 0 or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite, not negative, and increase")
    solution = _solution(problem, size, float(grid[-1]), rtol, grid)
    return DiagonalFlow(problem, float(size), grid, solution.y.T)


def crossing_times(problem: Regression, size: float, levels: ArrayLike, last: float, *, rtol: float = 1e-9) -> Array:
    """The times, in units of Lambda, at which the falling loss of the flow crosses each of `levels`; shape (levels,).

    Raises:
        ValueError: for a level that the loss does not cross before the time `last`.
    """
    wanted = np.atleast_1d(np.asarray(levels, dtype=float))
    solution = _solution(problem, size, last, rtol, None, dense=True)
    losses = problem.loss(coefficients(solution.y.T, size))

    def found(level: float) -> float:
        after = np.flatnonzero(losses <= level)
        if not len(after) or not after[0]:
            raise ValueError(f"the loss does not cross {level:.6g}: it goes from {losses[0]:.6g} to {losses[-1]:.6g}")
        bracket = solution.t[after[0] - 1], solution.t[after[0]]
        excess = lambda t: float(problem.loss(coefficients(solution.sol(t), size)) - level)  # noqa: E731
        return float(brentq(excess, *bracket, xtol=1e-15, rtol=1e-14))

    return np.array([found(float(level)) for level in wanted])


def halfway_levels(staircase: Staircase) -> Array:
    """Half-way between the plateaus of each jump, shape (jumps,)."""
    found: Array = (staircase.levels[1:] + staircase.levels[:-1]) / 2
    return found


def lone_jump(pull: ArrayLike, target: ArrayLike, size: float, share: float = 0.5) -> Array:
    """When a coordinate alone reaches a `share` of its target, in units of Lambda.

    ``(1 + log(4 |target| share/(1 - share))/(2 Lambda)) / |pull|``, right to terms of the order of ``alpha^2``: the
    coefficient follows ``target / (1 + 4 |target|/alpha^2 exp(-2 |pull| t))``.  It differs from the limit 1/|pull| by a
    multiple of 1/Lambda, the rate at which jump times converge.  Its loss is half-way down at a share of
    ``1 - 1/sqrt(2)``.
    """
    if not 0 < share < 1:
        raise ValueError(f"got a share of {share}; expected between 0 and 1")
    height = 4 * np.abs(np.asarray(target, dtype=float)) * share / (1 - share)
    return np.asarray((1 + np.log(height) / (2 * size)) / np.abs(np.asarray(pull, dtype=float)))


def _solution(
    problem: Regression, size: float, last: float, rtol: float, grid: Array | None, dense: bool = False
) -> Any:
    if not (np.isfinite(size) and size > 0):
        raise ValueError(f"got log(1/alpha) = {size}; expected a positive number (alpha below 1)")
    if not 1e-12 <= rtol <= 1e-3:
        raise ValueError(f"got rtol={rtol}; expected 1e-12 to 1e-3")
    if not (np.isfinite(last) and last > 0):
        raise ValueError(f"got a last time of {last}; expected a positive number")

    def rate(_: float, s: Array) -> Array:
        return problem.pull(coefficients(s, size))

    def jacobian(_: float, s: Array) -> Array:
        a = np.abs(s)
        slope = size / 2 * np.exp(np.minimum(2 * size * (a - 1), HIGHEST)) * (1 + np.exp(-4 * size * a))  # d beta/ds
        return np.asarray(-problem.curvature * slope)

    # |s| is at most about 1, so an absolute tolerance is enough; a first step that sees the scale of the pull
    first = min(last, 1e-3 / max(1.0, float(np.abs(problem.correlation).max())))
    step = max(rtol / (30 * size), 3e-14)
    solution = solve_ivp(
        rate,
        (0.0, last),
        np.zeros(problem.coordinates),
        method="LSODA",
        jac=jacobian,
        rtol=step,
        atol=step,
        first_step=first,
        t_eval=grid,
        dense_output=dense,
    )
    if not solution.success:
        raise ArithmeticError(f"the flow could not be integrated: {solution.message}")
    return solution


class DiagonalNeurons:
    """A diagonal linear network for `alternate`: neuron i is the pair (u_i, v_i), of degree 2.

    Time is in units of log(1/alpha).  A dormant coordinate accumulates ``c_i``, twice the integral of its pull (claim
    diagonal-any-stage), and jumps when its accumulated utility ``log(cosh c_i)/2`` is log(1/alpha).  Cost minimisation
    follows the balanced flow ``d beta/dt = 2 |beta| (pull)`` to its end.  A coordinate that it takes to zero is dormant
    again and goes on from its wall, for its c_i has hardly changed on this scale.

    Args:
        problem: the regression.
        size: log(1/alpha); infinity is the limit, where the wall of ``c_i/(2 Lambda)`` is 1. At a finite size it is
            ``1 + log(2)/(2 Lambda)`` up to a term of order alpha^4 (claim limit-gap).
        counting: 'signed' lets c_i fall where the pull has turned.  'unsigned' takes the maximal utility, never
            negative, for what accumulates.  'printed' counts each stage anew, as the slide's formula read literally
            (refuted: claim diagonal-accumulated-printed).  Only 'signed' is what gradient flow does; the others show
            what the difference makes.
    """

    def __init__(self, problem: Regression, size: float = np.inf, counting: Counting = "signed") -> None:
        if not size > 0:
            raise ValueError(f"got log(1/alpha) = {size}; expected a positive number (alpha below 1)")
        if counting not in ("signed", "unsigned", "printed"):
            raise ValueError(f"got counting {counting!r}; expected 'signed', 'unsigned' or 'printed'")
        self.problem, self.counting = problem, counting
        # c at the wall, over 2 Lambda: arccosh(exp(2 Lambda)) = 2 Lambda + log(1 + sqrt(1 - exp(-4 Lambda)))
        self.wall = 1.0 if np.isinf(size) else 1 + np.log1p(np.sqrt(-np.expm1(-4 * size))) / (2 * size)
        self.accumulated = np.zeros(problem.coordinates)
        self.beta = np.zeros(problem.coordinates)
        self.scale = float(np.abs(problem.correlation).max())

    def loss(self) -> float:
        """The loss of the active coordinates."""
        return float(self.problem.loss(self.beta))

    def maximise(self) -> tuple[float, int] | None:
        """Wait for the first dormant coordinate to reach a wall."""
        pull = np.where(self.beta == 0, self.problem.pull(self.beta), 0.0)
        pull[np.abs(pull) <= 1e-11 * self.scale] = 0.0
        if not pull.any():
            return None
        if self.counting == "printed":
            self.accumulated[self.beta == 0] = 0.0
        c = self.accumulated
        if self.counting == "unsigned":  # |c| only ever grows, towards the wall on the pull's side
            c = np.where(self.beta == 0, np.abs(c) * np.where(pull < 0, -1.0, 1.0), c)
        with np.errstate(divide="ignore", invalid="ignore"):
            waits = np.where(pull != 0, (np.sign(pull) * self.wall - c) / pull, np.inf)
        neuron = int(np.argmin(waits))
        wait = max(float(waits[neuron]), 0.0)
        self.accumulated = c + wait * pull
        self.accumulated[neuron] = np.sign(pull[neuron]) * self.wall
        return wait, neuron

    def minimise(self, neuron: int) -> tuple[Array, tuple[int, ...]]:
        """Follow the balanced flow of the active coordinates to its end."""
        sign = np.sign(self.accumulated[neuron])
        before = np.flatnonzero(self.beta)
        self.beta = balanced_minimum(self.problem, self.beta, neuron, float(sign))
        direction = np.zeros((self.problem.coordinates, 2))
        direction[neuron] = np.array([1.0, sign]) / np.sqrt(2)
        return direction.ravel(), tuple(int(k) for k in before if self.beta[k] == 0)


def balanced_minimum(problem: Regression, beta: Array, woken: int, sign: float) -> Array:
    """Where ``d beta/dt = 2 |beta| pull(beta)`` ends, started at `beta` with a little of coordinate `woken`.

    Integrated in ``log|beta|`` of the active coordinates until each has a pull of zero or falls for ever; the latter
    are set to zero.  Least squares then puts those that are left exactly on the minimum.
    """
    active = np.flatnonzero(beta)
    active = active if woken in active else np.append(active, woken)
    signs = np.where(active == woken, sign, np.sign(beta[active]))
    scale = float(np.abs(problem.correlation).max())
    typical = scale / float(np.diag(problem.curvature).max())
    X = problem.inputs[:, active] * signs
    H, b = X.T @ X, X.T @ problem.labels
    logs = np.log(np.where(active == woken, 1e-8 * typical, np.abs(beta[active])))
    horizon = 50.0 / scale
    for _ in range(40):
        logs = solve_ivp(
            lambda _, q: 2 * (b - H @ np.exp(np.minimum(q, HIGHEST))),
            (0.0, horizon),
            logs,
            method="LSODA",
            jac=lambda _, q: -2 * H * np.exp(np.minimum(q, HIGHEST)),
            rtol=1e-6,
            atol=1e-6,
        ).y[:, -1]
        logs = np.maximum(logs, -600.0)
        sizes = np.exp(logs)
        pulls = b - H @ sizes
        fading = (sizes < 1e-10 * typical) & (pulls < 0)
        if (fading | (np.abs(pulls) < 1e-4 * scale)).all():
            end = np.zeros(len(active))
            end[~fading] = np.linalg.lstsq(X[:, ~fading], problem.labels, rcond=None)[0]
            if (end[~fading] > 0).all() and (b - H @ end)[fading].max(initial=0.0) <= 1e-9 * scale:
                result = np.zeros(problem.coordinates)
                result[active] = signs * end
                return result
        horizon *= 2
    raise ArithmeticError(f"the minimisation after the jump of coordinate {woken} did not settle")
