"""A prover under the conditions on a bound variable: the variable of an integral, the index of an infinite sum."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ..domain import NONNEGATIVE, POSITIVE, Constraint, Domain
from ..printing import text
from .prover import Prover


def under(prover: Prover, variable: sp.Symbol, conditions: Sequence[tuple[sp.Expr, bool]]) -> Prover:
    """A prover with the same hypotheses about everything but `variable`, of which it knows the `conditions` alone."""
    outer = prover.domain.without(variable)
    own = [
        Constraint(expr, POSITIVE if strict else NONNEGATIVE, f"{text(expr)} {'>' if strict else '>='} 0")
        for expr, strict in conditions
    ]
    variables = (*outer.variables, variable)
    return Prover(Domain(variables, (*outer.constraints, *own), outer.equalities, outer.definitions))
