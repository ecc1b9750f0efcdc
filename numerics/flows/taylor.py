"""Batches of draws with heyoka's adaptive Taylor method, compiled once a structure."""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from typing import Any

import numpy as np
import sympy as sp

from ..formulas import Array

TOLERANCE = 1e-16
MOST_STEPS = 20_000
SMALL = 6


class UnknownFunction(ValueError):
    """heyoka does not know a function in the field."""


@cache
def installed() -> bool:
    """Whether heyoka can be imported."""
    if importlib.util.find_spec("heyoka") is None:
        return False
    try:
        import heyoka  # noqa: F401
    except ImportError:
        return False
    return True


@lru_cache(maxsize=256)
def _compiled(rates: tuple[sp.Expr, ...], parameters: int) -> Any:
    import heyoka as hy

    variables = hy.make_vars(*(f"x{k}" for k in range(len(rates))))
    if len(rates) == 1:
        variables = [variables]
    names: dict[sp.Symbol, Any] = {sp.Symbol(f"x{k}", real=True): v for k, v in enumerate(variables)}
    names |= {sp.Symbol(f"p{k}", real=True): hy.par[k] for k in range(parameters)}
    names[sp.Symbol("t", real=True)] = hy.time
    system = []
    for variable, rate in zip(variables, rates, strict=True):
        try:
            system.append((variable, _converted(rate, names)))
        except (TypeError, ValueError, RuntimeError) as error:
            raise UnknownFunction(str(error)) from error
    width = 16 if len(rates) <= SMALL else 8
    return hy.taylor_adaptive_batch(
        system, np.zeros((len(rates), width)), tol=TOLERANCE, compact_mode=len(rates) > SMALL
    )


def _converted(expr: sp.Expr, names: dict[sp.Symbol, Any]) -> Any:
    import heyoka as hy

    if not expr.free_symbols:
        return hy.expression(float(expr))
    numbers = {n: sp.Dummy() for n in expr.atoms(sp.Rational) if n.q & (n.q - 1)}
    known = {dummy: hy.expression(float(n)) for n, dummy in numbers.items()}
    return hy.from_sympy(expr.xreplace(numbers), {**names, **known})


def integrate(rates: tuple[sp.Expr, ...], start: Array, constants: Array, times: Array) -> Array:
    """States of shape (draws, times, variables); NaN where a draw blew up.

    Args:
        rates: in the symbols ``x0, x1, ...``, ``p0, p1, ...`` and ``t``.
        start: shape (draws, variables).
        constants: shape (draws, parameters).
        times: shape (times,).
    """
    integrator = _compiled(rates, constants.shape[1])
    width = integrator.state.shape[1]
    draws = len(start)
    states = np.empty((draws, len(times), start.shape[1]))
    alone: list[int] = []
    for first in range(0, draws, width):
        rows = np.minimum(np.arange(first, first + width), draws - 1)
        found, done = _batch(integrator, start[rows], constants[rows], times)
        real = min(width, draws - first)
        states[first : first + real] = found[:real]
        if not done:
            alone.extend(range(first, first + real))
    for row in alone:  # a blow-up stops its whole batch: find out whose it was
        found, _ = _batch(
            integrator, np.repeat(start[row : row + 1], width, 0), np.repeat(constants[row : row + 1], width, 0), times
        )
        states[row] = found[0]
    return states


def _batch(integrator: Any, start: Array, constants: Array, times: Array) -> tuple[Array, bool]:
    import heyoka as hy

    integrator.set_time(float(times[0]))
    integrator.state[:] = start.T
    used = len(integrator.pars)  # up to the last parameter that the rates mention
    if used:
        integrator.pars[:] = constants.T[:used]
    grid = np.ascontiguousarray(np.repeat(times[:, None], len(start), 1))
    found = integrator.propagate_grid(grid, max_steps=MOST_STEPS)[-1]
    done = all(result[0] == hy.taylor_outcome.time_limit for result in integrator.propagate_res)
    return np.transpose(found, (2, 0, 1)), done
