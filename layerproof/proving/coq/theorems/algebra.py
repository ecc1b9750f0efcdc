"""Identities, inequalities and chains of them as theorems."""

from __future__ import annotations

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Chain, Identity, Inequality
from .. import gallina
from ..terms import Translator
from .base import STATES, Equation, Goal, Order, Theorem, defined, theorem

NUMBERS = "Numeric"
"""The file of the prelude that knows intervals of numbers."""
_KNOWN = (sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.atan, sp.Abs)


@STATES.register(Identity, Inequality, Chain)
def state(claim: Claim) -> Theorem:
    """Every part of both sides is defined, and the relation holds.

    Raises:
        Untranslatable: if an expression has no counterpart.
    """
    translate, statement = Translator(), claim.statement
    if isinstance(statement, Identity):
        goals = related(statement.lhs, "=", statement.rhs, translate)
    elif isinstance(statement, Inequality):
        goals = related(statement.lhs, statement.relation, statement.rhs, translate)
    else:
        assert isinstance(statement, Chain)
        goals, before = [], statement.first
        for link in statement.links:
            goals += related(before, link.relation, link.line, translate)
            before = link.line
    numbers = isinstance(statement, Inequality) and is_along_one_letter(statement.lhs, statement.rhs)
    requires = ("Powers", *(("Sums",) if claim_has_sums(claim) else ()), *((NUMBERS,) if numbers else ()))
    return theorem(claim, translate, goals, requires=requires)


def claim_has_sums(claim: Claim) -> bool:
    """Whether a claim speaks of sums or of Kronecker deltas."""
    expressions = [*claim.statement.expressions(), *claim.hypotheses]
    return any(isinstance(x, sp.Basic) and x.has(sp.Sum, sp.KroneckerDelta) for x in expressions)


def related(lhs: sp.Expr, relation: str, rhs: sp.Expr, translate: Translator) -> list[Goal]:
    """Every part of both sides is defined, and they are related so."""
    left, right = translate(lhs), translate(rhs)
    content = Equation(lhs, rhs) if relation == "=" else Order(lhs, relation, rhs)
    return [*defined(left, right), Goal(gallina.related(left.says, relation, right.says), content)]


def is_along_one_letter(*expressions: sp.Expr) -> bool:
    """Whether expressions are made of one real letter and of functions that intervals of numbers know."""
    letters = set().union(*(e.free_symbols for e in expressions))
    functions = set().union(*(e.atoms(sp.Function) for e in expressions))
    return (
        len(letters) == 1
        and not any(letter.is_integer for letter in letters)
        and bool(functions)
        and all(isinstance(f, _KNOWN) for f in functions)
        and not any(e.has(sp.Sum, sp.Product, sp.Piecewise, sp.Derivative, sp.Integral) for e in expressions)
        and all(p.exp.is_Rational and p.exp.q <= 2 for e in expressions for p in e.atoms(sp.Pow) if p.base is not sp.E)
    )
