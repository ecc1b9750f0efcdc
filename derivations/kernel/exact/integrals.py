"""Definite integrals: by the increment of an antiderivative, or refuted by rigorous quadrature."""

from __future__ import annotations

import sympy as sp

from ..goals import Integrates, Sign, Tends, Zero, inside
from ..printing import text
from . import limits, quadrature
from .bound import under
from .definedness import obligations, unknown_domain
from .outcome import Outcome, Proved, Unknown
from .prover import Prover


def decide(prover: Prover, goal: Integrates) -> Outcome:
    """Decide ``int_lower^upper integrand = equals``."""
    x = goal.variable
    outer = Prover(prover.domain.without(x))
    if (problem := _ordered(outer, goal)) is not None:
        return Unknown(problem)
    lacking = goal.lacking
    if goal.antiderivative is not None:
        primitive = prover.prepared(goal.antiderivative)
        residual = Zero(
            sp.diff(primitive, x) - prover.prepared(goal.integrand),
            "derivative of the antiderivative minus the integrand",
            (primitive, prover.prepared(goal.integrand), *map(prover.prepared, goal.defined)),
        )
        proof = under(outer, x, inside(x, goal.lower, goal.upper)).zero(residual)
        if isinstance(proof, Proved):
            return increment(outer, goal, primitive)
        why = proof.reason if isinstance(proof, Unknown) else str(proof.witness)
        lacking = f"{text(goal.antiderivative)} is not shown to be an antiderivative: {why}"
    refuted = quadrature.refute(prover, goal)
    return refuted if refuted is not None else Unknown(lacking)


def _ordered(prover: Prover, goal: Integrates) -> str | None:
    """None if the range is derived to run upwards (it may be a point)."""
    lower, upper = goal.lower, goal.upper
    if (lower == -sp.oo and upper != -sp.oo) or (upper == sp.oo and lower != sp.oo):
        return None
    if lower.is_infinite or upper.is_infinite:
        return f"the range of {goal.variable}, from {lower} to {upper}, is empty or runs backwards"
    order = prover.positive(Sign(upper - lower, False, "upper end minus lower end"))
    return None if isinstance(order, Proved) else f"that {text(lower)} <= {text(upper)} is not derived"


def increment(prover: Prover, goal: Integrates, primitive: sp.Expr) -> Outcome:
    """Decide ``F(upper) - F(lower) = equals``, each end from inside the interval."""
    x = goal.variable
    low = _value_at(prover, primitive, x, goal.lower)
    high = _value_at(prover, primitive, x, goal.upper)
    if low is not None and high is not None:
        return prover.zero(Zero(high - low - goal.equals, goal.name, (low, high, goal.equals)))
    if low is None and high is None:
        low = limits.find(prover, primitive, x, goal.lower, "+")
        if low is None:
            return Unknown(f"{goal.name}: no finite limit of the antiderivative was found at the lower end")
        confirmed = limits.decide(prover, Tends(primitive, x, goal.lower, low, "+", "limit at the lower end"))
        if not isinstance(confirmed, Proved):
            return Unknown(f"{goal.name}: the limit of the antiderivative at the lower end is not confirmed")
    if high is None:
        return limits.decide(prover, Tends(primitive - low, x, goal.upper, goal.equals, "-", goal.name))
    return limits.decide(prover, Tends(high - primitive, x, goal.lower, goal.equals, "+", goal.name))


def _value_at(prover: Prover, expr: sp.Expr, variable: sp.Symbol, end: sp.Expr) -> sp.Expr | None:
    """The value at an end where everything in `expr` is derived to be defined, so that it is continuous there."""
    if end in (sp.oo, -sp.oo) or unknown_domain(expr) is not None:
        return None
    for obligation in obligations(expr):
        if not prover.sign(prover.prepared(obligation.expr.subs(variable, end))) <= obligation.signs:
            return None
    value = expr.subs(variable, end)
    return value if prover.undefined([prover.prepared(value)]) is None else None
