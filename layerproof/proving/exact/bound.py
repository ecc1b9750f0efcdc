"""A prover under the conditions on a bound variable: the variable of an integral, the index of an infinite sum."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ...language.printing import text
from ..constraints import Constraint
from ..domain import Domain
from ..sign_sets import NONNEGATIVE, POSITIVE
from .prover import Prover


def under(prover: Prover, variable: sp.Symbol, conditions: Sequence[tuple[sp.Expr, bool]]) -> Prover:
    """A prover with the same hypotheses about everything but `variable`, of which it knows the `conditions` alone."""
    outer = prover.domain.without(variable)
    own = [
        Constraint(expr, POSITIVE if strict else NONNEGATIVE, f"{text(expr)} {'>' if strict else '>='} 0")
        for expr, strict in conditions
    ]
    variables = (*outer.variables, variable)
    constraints = (*outer.constraints, *own)
    return Prover(
        Domain(variables, constraints, outer.equalities, outer.definitions, outer.every, outer.sizes, outer.written)
    )
