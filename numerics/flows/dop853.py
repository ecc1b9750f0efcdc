"""The Runge-Kutta method of Dormand and Prince of order 8, for many draws at once.

`propagate` gives each draw steps of its own; all draws take their steps together, so that the cost is some dozen
evaluations of the slope, over all draws, for each step of the slowest.  At the default tolerance closed forms are met
to about 1e-12 and conserved quantities to about 1e-13 of their terms.  `solve` integrates a few draws that are alike
as one system with SciPy.

The coefficients and the error estimate are SciPy's (Hairer, Norsett and Wanner, *Solving Ordinary Differential
Equations I*, section II.10).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from scipy.integrate import DOP853, solve_ivp

from ..formulas import Array
from .fates import BLOWN, FINISHED, LARGEST, Trajectories

RTOL = 2.3e-14
ATOL = 1e-16
BLOCK = 64
MOST_STEPS = 20_000
STAGES = DOP853.n_stages
POOL = 500_000  # numbers in the stages of the draws that are integrated together
Slope = Callable[[Array, Array], Array]


@lru_cache(maxsize=256)
def _compiled(rates: tuple[sp.Expr, ...], parameters: int) -> Any:
    symbols = [sp.Symbol(f"x{k}", real=True) for k in range(len(rates))]
    symbols += [sp.Symbol(f"p{k}", real=True) for k in range(parameters)]
    return sp.lambdify([sp.Symbol("t", real=True), *symbols], list(rates), modules=["scipy", "numpy"], cse=True)


def integrate(
    rates: tuple[sp.Expr, ...], start: Array, constants: Array, times: Array, max_steps: int = MOST_STEPS
) -> Trajectories:
    """Follow every draw; arguments as for the Taylor method."""
    function = _compiled(rates, constants.shape[1])

    def slope_of(rows: NDArray[np.int_]) -> Slope:
        own = list(constants[rows].T)

        def slope(t: Array, state: Array) -> Array:
            found = np.empty_like(state)
            for k, rate in enumerate(function(t, *state, *own)):
                found[k] = rate
            return found

        return slope

    return propagate(slope_of, start, times, max_steps=max_steps)


def propagate(
    slope_of: Callable[[NDArray[np.int_]], Slope],
    start: Array,
    times: Array,
    rtol: float = RTOL,
    max_steps: int = MOST_STEPS,
) -> Trajectories:
    """Follow every draw with steps of its own.

    Args:
        slope_of: from the indices of some draws to their slope, which maps their times, of shape (draws,), and their
            states, of shape (variables, draws), to rates of that shape.
        start: shape (draws, variables).
        times: shape (draws, times), each row increasing from the time of the initial values.
        rtol: relative tolerance of a step, for each variable by itself.
        max_steps: of a draw, before it is given up as stiff.
    """
    draws, variables = start.shape
    found = Trajectories.starting(start, times)
    together = max(1, POOL // ((STAGES + 1) * max(variables, 1)))
    with np.errstate(all="ignore"):
        for rows in np.array_split(np.arange(draws), -(-draws // together)):
            _Block(slope_of, rows, start, times, rtol).run(found, max_steps)
    return found


class _Block:
    """Draws under way; `rows` are their indices."""

    def __init__(
        self,
        slope_of: Callable[[NDArray[np.int_]], Slope],
        rows: NDArray[np.int_],
        start: Array,
        times: Array,
        rtol: float,
    ) -> None:
        self.slope_of, self.rows, self.rtol = slope_of, rows, rtol
        self.slope = slope_of(rows)
        self.times = times[rows]
        self.t, self.y = self.times[:, 0].copy(), np.ascontiguousarray(start[rows].T)
        self.next = np.ones(len(rows), dtype=int)  # the point of the grid ahead
        self.settled = np.zeros(len(rows), dtype=bool)
        self.f = self.slope(self.t, self.y)
        self.h = self._first_step()
        self.stages = np.empty((STAGES + 1, *self.y.shape))

    def _first_step(self) -> Array:
        """As Hairer, Norsett and Wanner propose (II.4)."""
        scale = ATOL + np.abs(self.y) * self.rtol
        size, speed = _norm(self.y / scale), _norm(self.f / scale)
        h = np.where((size < 1e-5) | (speed < 1e-5), 1e-6, 0.01 * size / speed)
        bend = _norm((self.slope(self.t + h, self.y + h * self.f) - self.f) / scale) / h
        most = np.fmax(speed, bend)
        finer = np.where(most <= 1e-15, np.fmax(1e-6, h * 1e-3), (0.01 / most) ** (1 / 8))
        return np.asarray(np.fmin(100 * h, finer))

    def run(self, into: Trajectories, max_steps: int) -> None:
        """Take steps until every draw is settled, and enter what is found."""
        if self.times.shape[1] == 1:
            into.fates[self.rows] = FINISHED
            return
        for _ in range(max_steps):
            self._step(into.states)
            done = self.next >= self.times.shape[1]
            small = np.abs(self.y).max(axis=0) <= LARGEST
            lost = ~done & ~((self.h > 4 * np.spacing(np.abs(self.t))) & small)
            into.fates[self.rows[done]] = FINISHED
            into.fates[self.rows[lost]] = BLOWN
            into.reached[self.rows] = self.t
            self.settled = done | lost
            count = np.count_nonzero(self.settled)
            if count == len(self.rows):
                return
            if 8 * count > len(self.rows):
                self._keep(~self.settled)

    def _keep(self, going: NDArray[np.bool_]) -> None:
        self.rows, self.times, self.settled = self.rows[going], self.times[going], self.settled[going]
        self.t, self.h, self.next = self.t[going], self.h[going], self.next[going]
        self.y, self.f = np.ascontiguousarray(self.y[:, going]), np.ascontiguousarray(self.f[:, going])
        self.slope = self.slope_of(self.rows)
        self.stages = np.empty((STAGES + 1, *self.y.shape))

    def _step(self, states: Array) -> None:
        ahead = self.times[np.arange(len(self.rows)), np.minimum(self.next, self.times.shape[1] - 1)]
        reaches = self.t + 1.0000001 * self.h >= ahead
        h = np.where(self.settled, 0.0, np.where(reaches, ahead - self.t, self.h))
        stages = self.stages
        stages[0] = self.f
        for s in range(1, STAGES):
            stages[s] = self.slope(self.t + DOP853.C[s] * h, self.y + _sum(DOP853.A[s, :s], stages) * h)
        new = self.y + _sum(DOP853.B, stages) * h
        then = np.where(reaches, ahead, self.t + h)
        stages[STAGES] = self.slope(then, new)
        scale = ATOL + np.maximum(np.abs(self.y), np.abs(new)) * self.rtol
        fifth = ((_sum(DOP853.E5, stages) / scale) ** 2).sum(axis=0)
        third = ((_sum(DOP853.E3, stages) / scale) ** 2).sum(axis=0)
        error = np.where(fifth + third == 0, 0.0, h * fifth / np.sqrt((fifth + 0.01 * third) * len(self.y)))
        error = np.where(np.isfinite(error), error, np.inf)
        good = error < 1
        factor = np.clip(0.9 * np.fmax(error, 1e-30) ** (-1 / 8), 0.2, 10.0)
        grown = np.where(reaches & (factor >= 1), np.fmax(h * factor, self.h), h * factor)
        self.h = np.where(good, grown, h * np.fmin(factor, 0.9))
        self.t = np.where(good, then, self.t)
        self.y = np.where(good, new, self.y)
        self.f = np.where(good, stages[STAGES], self.f)
        arrived = np.flatnonzero(good & reaches & ~self.settled)
        states[self.rows[arrived], self.next[arrived]] = self.y[:, arrived].T
        self.next[arrived] += 1


def _sum(weights: Array, stages: Array) -> Array:
    """A sum of stages, entry by entry, so that a draw's digits do not depend on its neighbours."""
    total: Array = np.zeros(stages.shape[1:])
    for k in np.flatnonzero(weights):
        total += weights[k] * stages[k]
    return total


def _norm(values: Array) -> Array:
    return np.asarray(np.sqrt((values**2).mean(axis=0)))


def solve(slope: Callable[[float, Array], Array], start: Array, times: Array, rtol: float = RTOL) -> Array:
    """Integrate draws as one system with common steps; states of shape (draws, times, variables).

    A state is NaN after a blow-up, which stops all draws: better for few draws that are alike.

    Args:
        slope: from the time and the state, of shape (variables, draws), to the rates of that shape.
        start: shape (draws, variables).
        times: shape (times,).
        rtol: relative tolerance of a step.
    """
    draws, variables = start.shape
    if len(times) == 1:
        return start[:, None, :]

    def flat_slope(t: float, flat: Array) -> Array:
        with np.errstate(all="ignore"):
            return slope(t, flat.reshape(variables, draws)).ravel()

    def escape(t: float, flat: Array) -> float:
        return LARGEST - float(np.abs(flat).max())

    escape.terminal = True  # type: ignore[attr-defined]
    span = (float(times[0]), float(times[-1]))
    with np.errstate(all="ignore"):
        found = solve_ivp(
            flat_slope, span, start.T.ravel(), method="DOP853", rtol=rtol, atol=ATOL, t_eval=times, events=escape
        )
    states = np.full((draws, len(times), variables), np.nan)
    reached = found.y.shape[1]
    states[:, :reached] = np.transpose(found.y.reshape(variables, draws, reached), (1, 2, 0))
    return states
