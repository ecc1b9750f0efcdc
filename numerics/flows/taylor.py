"""Batches of draws with heyoka's adaptive Taylor method, compiled once a structure.

A step of order 20 keeps the error near the rounding of a double: conserved quantities drift by some 1e-15 of their
terms.  Each draw has steps of its own, so that its trajectory does not depend on its neighbours in the batch.  The
cost is that of the steps: 10 to 50 microseconds a draw for some ten variables and twenty steps.
"""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.written import Written

from ..formulas import Array
from .fates import BLOWN, FINISHED, LARGEST, Trajectories

TOLERANCE = 1e-16
MOST_STEPS = 20_000
FIRST_STEPS = 400  # with draws that need few; those that need more go on among themselves
WIDTH = 16
MANY = 50_000  # draws in one call for which it is worth while to let the compiler think


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
def _compiled(rates: tuple[sp.Expr, ...], parameters: int, many: bool) -> Any:
    """An integrator of `WIDTH` draws at a time.

    Up to thousands of draws are integrated sooner by code that is compiled in a tenth of the time and half as fast.
    """
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
    return hy.taylor_adaptive_batch(
        system, np.zeros((len(rates), WIDTH)), tol=TOLERANCE, compact_mode=True, opt_level=3 if many else 0
    )


def _converted(expr: sp.Expr, names: dict[sp.Symbol, Any]) -> Any:
    import heyoka as hy

    if not expr.free_symbols:
        return hy.expression(float(expr))
    if expr.has(Written):
        raise UnknownFunction(f"{expr} is known only where each part of it is, as it is written")
    numbers = {n: sp.Dummy() for n in expr.atoms(sp.Rational) if n.q & (n.q - 1)}
    known = {**names, **{dummy: hy.expression(float(n)) for n, dummy in numbers.items()}}
    # the Taylor series of a power divides by its base, which may be 0: whole powers are products
    powers = {p: sp.Dummy() for p in expr.atoms(sp.Pow) if p.exp.is_Integer and p.exp >= 3}
    known |= {dummy: _power(_converted(p.base, names), int(p.exp)) for p, dummy in powers.items()}
    return hy.from_sympy(expr.xreplace(powers).xreplace(numbers), known)


def _power(base: Any, exponent: int) -> Any:
    """A whole power of a heyoka expression, by squares and products."""
    if exponent == 1:
        return base
    half = _power(base, exponent // 2)
    return half * half * base if exponent % 2 else half * half


def integrate(
    rates: tuple[sp.Expr, ...], start: Array, constants: Array, times: Array, max_steps: int = MOST_STEPS
) -> Trajectories:
    """Follow every draw.

    Args:
        rates: in the symbols ``x0, x1, ...``, ``p0, p1, ...`` and ``t``.
        start: shape (draws, variables).
        constants: shape (draws, parameters).
        times: shape (draws, times), each row increasing from the time of the initial values.
        max_steps: of a draw, before it is given up as stiff.
    """
    draws = len(start)
    integrator = _compiled(rates, constants.shape[1], draws > MANY)
    found = Trajectories.starting(start, times)
    waiting = np.arange(draws)
    for most in (min(FIRST_STEPS, max_steps), max_steps):
        slow: list[int] = []
        while len(waiting):
            rows, waiting = waiting[:WIDTH], waiting[WIDTH:]
            again, more = _batch(integrator, rows, start, constants, times, most, found)
            waiting = np.concatenate([waiting, again])
            slow += more
        waiting = np.array(slow, dtype=int)
    return found


def _batch(
    integrator: Any,
    rows: NDArray[np.int_],
    start: Array,
    constants: Array,
    times: Array,
    most: int,
    into: Trajectories,
) -> tuple[NDArray[np.int_], list[int]]:
    """Integrate the draws `rows`, and enter what is found of those that are settled.

    A draw that blows up stops its whole batch: the others that are under way are returned, to be tried again without
    it.  So are, second, those that `most` steps did not bring to the end.
    """
    import heyoka as hy

    lanes = np.resize(rows, WIDTH)
    integrator.set_time(times[lanes, 0])
    integrator.state[:] = start[lanes].T
    used = len(integrator.pars)  # up to the last parameter that the rates mention
    if used:
        integrator.pars[:] = constants[lanes].T[:used]
    found = integrator.propagate_grid(np.ascontiguousarray(times[lanes].T), max_steps=most)[-1][:, :, : len(rows)]
    outcomes = [result[0] for result in integrator.propagate_res][: len(rows)]
    into.states[rows] = np.transpose(found, (2, 0, 1))
    into.reached[rows] = np.fmax(integrator.time[: len(rows)], times[rows, 0])  # NaN where a first step fails
    done = np.isfinite(found[-1]).all(axis=0)  # told of the others by NaN
    with np.errstate(invalid="ignore"):
        size = np.abs(integrator.state[:, : len(rows)]).max(axis=0)
        span = times[rows, -1] - times[rows, 0]
        lost = ~done & (~(size <= LARGEST) | (np.abs(integrator.last_h[: len(rows)]) <= 1e-14 * span))
    into.fates[rows[done]] = FINISHED
    into.fates[rows[lost]] = BLOWN
    left = rows[~done & ~lost]
    if any(outcome == hy.taylor_outcome.step_limit for outcome in outcomes):
        return left[:0], left.tolist()
    if len(left) == len(rows):  # stopped, and nobody is to blame
        raise ArithmeticError(f"heyoka stopped with {outcomes[0]}")
    return left, []
