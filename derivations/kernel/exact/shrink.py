"""The simplest witness: small rationals that still refute, inside the hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp
from flint import arb

from ..domain import Domain
from .balls import Evaluator, Point, Undefined, Unsupported, define, satisfies

_SIMPLE = [Fraction(*p) for p in ((0, 1), (1, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3), (-2, 1), (3, 2), (-1, 2))]


def _cost(value: Fraction) -> tuple[int, bool]:
    return (abs(value.numerator) + value.denominator, value < 0)


def simplest(point: Point, domain: Domain, expr: sp.Expr, fails: Callable[[arb], bool], precision: int) -> Point:
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
                trial = Point({**point.values, key: candidate})  # type: ignore[dict-item]
                if _admissible(trial, domain, key, candidate) and _still(trial, expr, fails, precision):
                    point, changed = trial, True
                    break
        if not changed:
            break
    return point


def _admissible(trial: Point, domain: Domain, key: object, value: Fraction) -> bool:
    if isinstance(key, sp.Idx):
        return False
    if isinstance(key, sp.Symbol):
        sign = (value > 0) - (value < 0)
        if sign not in domain.sign_of_variable(key) or (key.is_integer and value.denominator != 1):
            return False
    if not define(domain, trial):
        return False
    for symbol in domain.definitions:
        value = trial.values[symbol]
        if ((value > 0) - (value < 0)) not in domain.sign_of_variable(symbol):
            return False
    return satisfies(trial, domain.constraints)


def _still(trial: Point, expr: sp.Expr, fails: Callable[[arb], bool], precision: int) -> bool:
    try:
        return fails(Evaluator(trial, precision)(expr))
    except (Undefined, Unsupported):
        return False
