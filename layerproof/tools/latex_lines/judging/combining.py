"""A bound as a sum of bounds that are known, each times a number that is not negative.

The numbers may hold letters, ``h (1 - h L)``: that they are not negative is derived. Which bounds, a few of many, is
found at one point; the sum is then worked out for all.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

from ....language.statements import Inequality
from ....language.verdicts import Verdict
from ..letters.meaning import proof

MOST_BOUNDS = 60
MOST_TOGETHER = 3
MOST_TRIED = 6
_NEAR = 1e-9


def combined(
    gap: Any, bounds: Sequence[Any], given: Sequence[Any], letters: set[Any], budget: float
) -> list[int] | None:
    """Which bounds, times numbers that are not negative, add up to ``gap >= 0``; None if that is not seen.

    Args:
        gap: a polynomial in the letters, with coefficients in the other symbols.
        bounds: polynomials that are not negative.
        given: hypotheses on the other symbols.
        letters: the symbols that stand for values.
        budget: seconds for the sign of a coefficient.
    """
    gap = sp.expand(sp.together(gap))
    bounds = [sp.expand(bound) for bound in bounds]
    used = sorted(letters & set().union(gap.free_symbols, *(b.free_symbols for b in bounds)), key=str)
    try:
        goal, *known = (sp.Poly(e, *used).as_dict() for e in (gap, *bounds))
    except BasePolynomialError:
        return None
    rows = sorted({monomial for poly in (goal, *known) for monomial in poly})
    point = _point([goal, *known])
    try:
        wanted = _column(goal, rows, point)
        columns = [_column(poly, rows, point) for poly in known]
        few = [k for k in range(len(known)) if known[k] and bounds.index(bounds[k]) == k][:MOST_BOUNDS]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    tried = 0
    for size in range(1, MOST_TOGETHER + 1):
        for chosen in itertools.combinations(few, size):
            matrix = np.stack([columns[k] for k in chosen], axis=1)
            numbers, _, rank, _ = np.linalg.lstsq(matrix, wanted, rcond=None)
            if rank < size or np.abs(matrix @ numbers - wanted).max() > _NEAR * (1 + np.abs(wanted).max()):
                continue
            tried += 1
            if _holds(goal, [known[k] for k in chosen], rows, given, budget):
                return list(chosen)
            if tried == MOST_TRIED:
                return None
    return None


def _point(polys: Sequence[dict[Any, Any]]) -> dict[Any, Any]:
    chance = random.Random(1)
    symbols = {s for poly in polys for coefficient in poly.values() for s in coefficient.free_symbols}
    return {s: sp.Rational(chance.randint(3, 97), chance.randint(3, 97)) for s in sorted(symbols, key=str)}


def _column(poly: dict[Any, Any], rows: Sequence[Any], point: dict[Any, Any]) -> Any:
    return np.array([float(sp.sympify(poly.get(row, 0)).xreplace(point)) for row in rows])


def _holds(
    goal: dict[Any, Any], chosen: Sequence[dict[Any, Any]], rows: Sequence[Any], given: Sequence[Any], budget: float
) -> bool:
    """Whether the sum comes out for all values of the other symbols, and its numbers are not negative."""
    unknown = [sp.Dummy(f"c{k}") for k in range(len(chosen))]
    equations = [
        sum((c * poly.get(row, 0) for c, poly in zip(unknown, chosen, strict=True)), sp.Integer(0)) - goal.get(row, 0)
        for row in rows
    ]
    found = sp.solve([e for e in equations if e != 0], unknown, dict=True)
    if len(found) != 1 or set(found[0]) != set(unknown):
        return False
    return all(is_not_negative(sp.factor(found[0][c]), given, budget) for c in unknown)


def is_not_negative(number: Any, given: Sequence[Any], budget: float) -> bool:
    """Whether a number is seen to be defined and not negative, by its letters or by a proof from what is given."""
    if number.is_nonnegative and sp.fraction(sp.together(number))[1].is_nonzero:
        return True
    if number.is_number or number.is_negative:
        return False
    number = _without_roots(number, given)
    if number.is_nonnegative and sp.fraction(sp.together(number))[1].is_nonzero:
        return True
    if number.is_number:
        return False
    own = _roots(number)
    near = [fact for fact in given if _roots(fact) <= own]  # what has other roots is dear, and says little of it
    return proof(Inequality(number, ">=", sp.Integer(0)), near, budget).verdict is Verdict.VERIFIED


def _roots(expr: Any) -> set[Any]:
    return {p for p in expr.atoms(sp.Pow) if p.exp.is_Rational and not p.exp.is_Integer and p.free_symbols}


def _without_roots(number: Any, given: Sequence[Any]) -> Any:
    """A number without the factors that are roots of what is given not to be negative: its sign is that of the rest."""
    known = {sp.expand(one.gts - one.lts) for one in given if isinstance(one, (sp.Ge, sp.Le))}
    roots = [
        f for f in sp.Mul.make_args(number)
        if isinstance(f, sp.Pow) and f.exp == sp.Rational(1, 2) and sp.expand(f.base) in known
    ]  # fmt: skip
    return number / sp.Mul(*roots) if roots else number
