"""A function without slope is constant: ``atan(x) + atan(1/x) = pi/2`` for x > 0, and the addition theorem of atan.

Let p be a point, and let the hypotheses hold at ``p + s (x - p)`` for 0 < s <= 1 wherever they hold at x. A function
whose derivatives vanish under the hypotheses is constant in s; so its value at x is that at p, if it is continuous at
p, where the hypotheses need not hold. They hold on the way if they are linear, and hold or are equations at p; or if
what is positive at x is on the way at least s or s**2 times that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ..constraints import Constraint
from ..domain import Contradiction, Domain
from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE
from .definedness import obligations, unknown_domain
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover

_KINDS = (sp.atan, sp.asin, sp.acos, sp.erf)
_PIECES = (sp.Abs, sp.sign, sp.Max, sp.Min, sp.Heaviside, sp.Piecewise, sp.floor, sp.ceiling, sp.Sum, sp.Product)
_LETTERS = 3


def by_slopes(prover: Prover, expr: sp.Expr) -> Proved | None:
    """That `expr`, which has a value under the hypotheses, is 0 there, as its slopes are and it is at one point."""
    letters = sorted(expr.free_symbols, key=str)
    if not expr.has(*_KINDS) or expr.has(*_PIECES, AppliedUndef) or not 0 < len(letters) <= _LETTERS:
        return None
    domain = prover.domain
    if domain.equalities or domain.every or any(s in domain.definitions for s in letters):
        return None
    if not all(isinstance(s, sp.Symbol) and not s.is_integer for s in letters) or unknown_domain(expr) is not None:
        return None
    slopes = [sp.diff(expr, s) for s in letters]
    if not all(isinstance(prover.prove_zero(slope), Proved) for slope in slopes):
        return None
    if prover.undefined([expr, *slopes]) is not None:
        return None
    for place in _places(prover, letters):
        if _is_zero_at(prover, expr, place) and _reaches(prover, place):
            shown = ", ".join(f"{s} = {v}" for s, v in place.items())
            return Proved(f"its derivatives are 0, and so is its value at {shown}")
    return None


def _places(prover: Prover, letters: list[sp.Symbol]) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Points whose letters are simple numbers, in their domains or at the edge of these."""
    for values in product(map(sp.Integer, (0, 1, -1)), repeat=len(letters)):
        place = dict(zip(letters, values, strict=True))
        if all(_may_be(prover, s, v) for s, v in place.items()):
            yield place


def _may_be(prover: Prover, letter: sp.Symbol, value: sp.Expr) -> bool:
    own = prover.domain.sign_of_variable(letter)
    closed = {POSITIVE: NONNEGATIVE, NEGATIVE: NONPOSITIVE}.get(own, own)
    return closed in (ANY, NONNEGATIVE, NONPOSITIVE) and int(sp.sign(value)) in closed


def _is_zero_at(prover: Prover, expr: sp.Expr, place: dict[sp.Symbol, sp.Expr]) -> bool:
    """Whether everything in `expr` is defined at a point, so that it is continuous there, and it is 0."""
    numbers = type(prover)(Domain((), (), ()))
    for obligation in obligations(expr):
        there = obligation.expr.xreplace(place)
        if there.has(sp.nan, sp.zoo, sp.oo) or not numbers.sign(there) <= obligation.signs:
            return False
    value = expr.xreplace(place)
    return not value.has(sp.nan, sp.zoo, sp.oo) and isinstance(numbers.prove_zero(value), Proved)


def _reaches(prover: Prover, place: dict[sp.Symbol, sp.Expr]) -> bool:
    """Whether the hypotheses hold on the way from a point to wherever they hold."""
    return all(_holds_on_the_way(prover, c, place) for c in prover.domain.constraints if c.expr.has(*place))


def _holds_on_the_way(prover: Prover, constraint: Constraint, place: dict[sp.Symbol, sp.Expr]) -> bool:
    expr = constraint.expr
    if constraint.signs not in (POSITIVE, NONNEGATIVE):
        return False
    if not expr.is_polynomial(*place) or expr.free_symbols - set(place):
        return False
    if sp.Poly(expr, *place).total_degree() == 1:
        return bool(expr.xreplace(place) >= 0)
    s = sp.Dummy("s", positive=True)
    less = Constraint(1 - s, NONNEGATIVE, "s <= 1")
    domain = prover.domain
    way = type(prover)(Domain((*domain.variables, s), (*domain.constraints, less)))
    there = expr.xreplace({x: p + s * (x - p) for x, p in place.items()})
    try:
        return any(way.sign(sp.expand(there - s**k * expr)) <= NONNEGATIVE for k in (1, 2))
    except Contradiction:
        return False
