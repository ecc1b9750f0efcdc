"""What equations among the hypotheses say together: ``x y z = 0`` where x y = 0, and x = 0 where x^2 + y^2 = 0.

An expression vanishes wherever the equations hold if some power of it is in the ideal that they generate: that is so
if 1 is in the ideal of the equations and ``1 - w * expr``, with w a new letter.  A sum of terms none of which is
negative vanishes only where each of them does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import lcm
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from ...ground import effort
from ..sign_sets import NONNEGATIVE, NONPOSITIVE
from .elements import NotInTower
from .outcome import Proved
from .tower import Tower

if TYPE_CHECKING:
    from .prover import Prover

_EQUATIONS, _LETTERS, _TERMS, _DEGREE = 8, 8, 40, 12
_LIMITS = (60, 300, 4000)  # polynomials in a basis, terms of one, bits of a coefficient


def by_equations(prover: Prover, expr: sp.Expr) -> Proved | None:
    """That `expr` vanishes wherever the equations among the hypotheses hold; None if that is not seen."""
    if not prover.domain.equalities:
        return None

    def attempt(tower: Tower) -> bool:
        goal = tower.reduce(tower.element(expr).num)
        equations = [tower.reduce(tower.element(prover.prepared(e)).num) for e in prover.domain.equalities]
        return _vanishes(tower, goal, [part for one in equations for part in _parts(tower, one)])

    try:
        found = prover.refining(attempt)
    except NotInTower:
        return None
    return Proved("a power of it is in the ideal of the equations among the hypotheses") if found else None


def _parts(tower: Tower, equation: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    """The equation, without factors that do not vanish; or its terms, if these have one sign."""
    equation = tower.lift(equation)
    kept = tower.ctx.constant(1)
    for factor, _ in tower.factors(equation)[1] if not equation.is_zero() else ():
        if 0 in tower.sign(factor):
            kept = tower.lift(kept) * tower.lift(factor)
    equation = tower.lift(equation) if kept.is_one() else tower.lift(kept)
    terms = [tower.poly({exponents: number}) for exponents, number in equation.to_dict().items()]
    if 1 < len(terms) <= _DEGREE:
        signs = [tower.sign(term) for term in terms]
        if all(own <= NONNEGATIVE for own in signs) or all(own <= NONPOSITIVE for own in signs):
            yield from terms
            return
    yield equation


def _vanishes(tower: Tower, goal: fmpq_mpoly, equations: Iterable[fmpq_mpoly]) -> bool:
    if tower.lift(goal).is_zero():
        return True
    polys = [tower.lift(poly).to_dict() for poly in (*equations, goal) if not tower.lift(poly).is_zero()]
    used = sorted({k for poly in polys for exponents in poly for k, power in enumerate(exponents) if power})
    if len(polys) > _EQUATIONS + 1 or len(used) > _LETTERS or any(len(poly) > _TERMS for poly in polys):
        return False
    if any(sum(exponents) > _DEGREE for poly in polys for exponents in poly):
        return False
    ctx = fmpz_mpoly_ctx.get(["w", *(f"g{k}" for k in used)], Ordering.degrevlex)

    def whole(poly: Mapping[tuple[int, ...], fmpq]) -> fmpz_mpoly:
        common = lcm(*(int(number.q) for number in poly.values()))
        return ctx.from_dict({(0, *(e[k] for k in used)): int(number * common) for e, number in poly.items()})

    *given, last = map(whole, polys)
    effort.spend(2000)
    one = 1 - ctx.gens()[0] * last
    found: Any = fmpz_mpoly_vec([*given, one], ctx).buchberger_naive(limits=_LIMITS)
    basis, _ = found  # within the limits, or as far as they go: all of it is in the ideal
    return any(poly.is_constant() and not poly.is_zero() for poly in basis)
