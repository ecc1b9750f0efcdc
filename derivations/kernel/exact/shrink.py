"""The simplest witness: small rationals that still refute, inside the hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy as sp
from flint import arb

from ..domain import Domain
from .balls import Evaluator, Point, Undefined, Unsupported, belongs, define, satisfies

_SIMPLE = [Fraction(*p) for p in ((0, 1), (1, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3), (-2, 1), (3, 2), (-1, 2))]


def _cost(value: Fraction) -> tuple[int, bool]:
    return (abs(value.numerator) + value.denominator, value < 0)


def simplest(point: Point, domain: Domain, expr: sp.Expr, fails: Callable[[arb], bool], precision: int, defined: Sequence[sp.Expr] = ()) -> Point:
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
    """Whether the point lies in every symbol's domain and satisfies every hypothesis."""
    if not define(domain, trial):
        return False
    return all(belongs(key, value, trial) for key, value in trial.values.items()) and satisfies(trial, domain.constraints)


def _still(trial: Point, expr: sp.Expr, fails: Callable[[arb], bool], precision: int, defined: Sequence[sp.Expr]) -> bool:
    evaluate = Evaluator(trial, precision)
    try:
        for part in defined:
            evaluate(part)
        return fails(evaluate(expr))
    except (Undefined, Unsupported):
        return False
