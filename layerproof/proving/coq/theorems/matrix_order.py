"""Inequalities of matrices as theorems: of quadratic forms at every vector, or of numbers, for every size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ....language.claims import Claim
from ....language.statements.matrix_order import MatrixInequality
from ..gallina import Gallina, Num, app, related
from ..terms import Untranslatable
from .base import STATES, Goal, Theorem, defined
from .matrices import Parts


@dataclass(frozen=True)
class Larger:
    """``larger - smaller`` is positive semidefinite, or not negative; if `strict`, definite, or positive."""

    larger: Any
    smaller: Any
    strict: bool


@STATES.register(MatrixInequality)
def state(claim: Claim) -> Theorem:
    """Every scalar in the statement is defined, and the larger side is larger.

    Raises:
        Untranslatable: if a part of the statement or of a hypothesis has no counterpart.
    """
    statement = claim.statement
    assert isinstance(statement, MatrixInequality)
    parts = Parts(claim, None)
    parts.hypotheses()
    parts.semidefinite()
    parts.compared()
    larger, smaller = statement.ends
    left, right = parts.pair(larger, smaller)
    if not isinstance(larger, sp.MatrixExpr):
        says: Gallina = related(right.says, "<" if statement.strict else "<=", left.says)
    elif larger.shape[0] != larger.shape[1]:
        raise Untranslatable("what is not square has no quadratic form")
    else:
        gap = app("madd", left.says, app("mscal", Num(-1), right.says))
        says = app("pd" if statement.strict else "psd", gap)
    parts.goals += [*defined(left, right), Goal(says, Larger(larger, smaller, statement.strict))]
    return parts.theorem("MatrixOrder")
