"""Identities, inequalities and chains of them as theorems."""

from __future__ import annotations

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Chain, Identity, Inequality
from .. import gallina
from ..terms import Translator
from .base import STATES, Equation, Goal, Order, Theorem, defined, theorem


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
    return theorem(claim, translate, goals, requires=("Powers", *(("Sums",) if claim_has_sums(claim) else ())))


def claim_has_sums(claim: Claim) -> bool:
    """Whether a claim speaks of sums or of Kronecker deltas."""
    expressions = [*claim.statement.expressions(), *claim.hypotheses]
    return any(isinstance(x, sp.Basic) and x.has(sp.Sum, sp.KroneckerDelta) for x in expressions)


def related(lhs: sp.Expr, relation: str, rhs: sp.Expr, translate: Translator) -> list[Goal]:
    """Every part of both sides is defined, and they are related so."""
    left, right = translate(lhs), translate(rhs)
    content = Equation(lhs, rhs) if relation == "=" else Order(lhs, relation, rhs)
    return [*defined(left, right), Goal(gallina.related(left.says, relation, right.says), content)]
