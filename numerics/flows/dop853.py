"""Blocks of draws with SciPy's DOP853: each block is integrated as one system with common steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

from ..formulas import Array

RTOL = 2.3e-14
ATOL = 1e-16
BLOCK = 64
LARGEST = 1e12


@lru_cache(maxsize=256)
def _compiled(rates: tuple[sp.Expr, ...], parameters: int) -> Any:
    symbols = [sp.Symbol(f"x{k}", real=True) for k in range(len(rates))]
    symbols += [sp.Symbol(f"p{k}", real=True) for k in range(parameters)]
    return sp.lambdify([sp.Symbol("t", real=True), *symbols], list(rates), modules=["scipy", "numpy"], cse=True)


def integrate(rates: tuple[sp.Expr, ...], start: Array, constants: Array, times: Array) -> Array:
    """States of shape (draws, times, variables); NaN where a draw blew up.

    Arguments as for the Taylor method.
    """
    states = np.empty((len(start), len(times), start.shape[1]))
    size = np.abs(start).sum(axis=1)
    order = np.argsort(size)  # draws of like stiffness share their steps
    for first in range(0, len(start), BLOCK):
        rows = order[first : first + BLOCK]
        found = _block(rates, start[rows], constants[rows], times)
        if not np.isfinite(found).all() and len(rows) > 1:
            found = np.concatenate([_block(rates, start[[k]], constants[[k]], times) for k in rows])
        states[rows] = found
    return states


def _block(rates: tuple[sp.Expr, ...], start: Array, constants: Array, times: Array) -> Array:
    draws = len(start)
    function = _compiled(rates, constants.shape[1])

    def slope(t: float, state: Array) -> Array:
        found = function(t, *state, *constants.T)
        return np.stack([np.broadcast_to(np.asarray(v, dtype=float), (draws,)) for v in found])

    return solve(slope, start, times)


def solve(slope: Callable[[float, Array], Array], start: Array, times: Array, rtol: float = RTOL) -> Array:
    """Integrate draws as one system; states of shape (draws, times, variables), NaN after a blow-up.

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
