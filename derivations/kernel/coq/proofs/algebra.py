"""Identities, inequalities and chains: each goal is closed by the engine for its kind."""

from __future__ import annotations

import sympy as sp

from ..theorems.base import Condition, Equation, Goal, Order, Theorem
from . import NoProof, scalars, signs, sums
from .context import Context


def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known."""
    context = Context.of(theorem)
    return theorem.proof([close(goal, context) for goal in theorem.goals])


def close(goal: Goal, context: Context) -> str:
    """A script that closes one goal: an equation, an order, or that an expression is defined."""
    match goal.content:
        case Equation(lhs, rhs):
            return equal(lhs, rhs, context)
        case Order(lhs, relation, rhs):
            engine = sums if has_sums(lhs, rhs) else signs
            return engine.order(lhs, relation, rhs, context)
        case Condition() as condition:
            return settle(condition, context)
    raise NoProof(f"a goal of kind {type(goal.content).__name__}")


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    engine = sums if has_sums(lhs, rhs) else scalars
    return engine.equal(lhs, rhs, context)


def settle(condition: Condition, context: Context) -> str:
    """A script that closes the proposition that a part of an expression is defined."""
    if condition.expr is None:
        return "intros; lia."
    if condition.bounds or has_sums(condition.expr):
        return sums.settle(condition, context)
    return signs.sign(condition.expr, condition.relation, context)


def has_sums(*expressions: sp.Expr) -> bool:
    """Whether one of the expressions has a sum, or a Kronecker delta."""
    return any(expr.has(sp.Sum, sp.KroneckerDelta) for expr in expressions)
