"""Points moved inside the hypotheses: to smaller rationals that still refute, or downhill to a value that does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy as sp
from flint import arb

from ..domain import Domain
from .balls import Evaluator, Point, Undefined, Unsupported, belongs
from .drawing import admits, define

Fails = Callable[[arb, Point], bool]
_SIMPLE = [Fraction(*p) for p in ((0, 1), (1, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3), (-2, 1), (3, 2), (-1, 2))]


def _cost(value: Fraction) -> tuple[int, bool]:
    return (abs(value.numerator) + value.denominator, value < 0)


def simplest(
    point: Point, domain: Domain, expr: sp.Expr, fails: Fails, precision: int, defined: Sequence[sp.Expr] = ()
) -> Point:
    """Replace values one at a time by simpler ones while the statement still fails inside the hypotheses."""
    derived = set(domain.definitions)
    for _ in range(2):
        changed = False
        for key in list(point.values):
            if key in derived:
                continue
            for candidate in sorted(_SIMPLE, key=_cost):
                if _cost(candidate) >= _cost(point.values[key]):
                    break
                trial = point.copy()
                trial.values[key] = candidate
                if _admissible(trial, domain) and _still(trial, expr, fails, precision, defined):
                    point, changed = trial, True
                    break
        if not changed:
            break
    return point


def _admissible(trial: Point, domain: Domain) -> bool:
    """Whether the point lies in every symbol's domain and admits every hypothesis."""
    if not define(domain, trial):
        return False
    return all(belongs(key, value, trial) for key, value in trial.values.items()) and admits(domain, trial)


def _still(trial: Point, expr: sp.Expr, fails: Fails, precision: int, defined: Sequence[sp.Expr]) -> bool:
    evaluate = Evaluator(trial, precision)
    try:
        for part in defined:
            evaluate(part)
        return fails(evaluate(expr), trial)
    except (Undefined, Unsupported):
        return False


def lower(point: Point, domain: Domain, expr: sp.Expr, defined: Sequence[sp.Expr], rounds: int = 12) -> Point:
    """A point where `expr` is lower, one coordinate at a time, by factors and steps; negative if it can be."""
    derived = set(domain.definitions)
    best = _value(point, expr, defined)
    if best is None:
        return point
    reach = Fraction(1)
    for _ in range(rounds):
        moved = False
        for key in [k for k in point.values if k not in derived and not isinstance(k, sp.Idx)]:
            now = point.values[key]
            steps = (
                [now + reach, now - reach]
                if _is_integer(key)
                else [now * 1000, now / 1000, now * 2, now / 2, now + reach, now - reach]
            )
            for candidate in steps:
                trial = point.copy()
                trial.values[key] = candidate
                value = _value(trial, expr, defined) if _admissible(trial, domain) else None
                if value is not None and value < best:
                    point, best, moved = trial, value, True
            if best < 0:
                return point
        if not moved:
            reach = reach / 4
    return point


def _is_integer(key: object) -> bool:
    return isinstance(key, sp.Symbol) and bool(key.is_integer)


def _value(point: Point, expr: sp.Expr, defined: Sequence[sp.Expr]) -> arb | None:
    evaluate = Evaluator(point, 512)
    try:
        for part in defined:
            evaluate(part)
        return evaluate(expr)
    except (Undefined, Unsupported):
        return None
