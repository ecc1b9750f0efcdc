"""Identities, inequalities and chains: each goal is closed by the engine for its kind."""

from __future__ import annotations

import sympy as sp

from ....language.statements import Chain, Identity, Inequality
from ..terms import Bound
from ..theorems.base import RELATIONS, Condition, Equation, Fact, Goal, Order, Theorem
from . import scalars, signs, squares, sums
from .base import PROOFS, NoProof
from .context import Context

_RELATIONS = {sign: relation for relation, sign in RELATIONS.items()}


@PROOFS.register(Identity, Inequality, Chain)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known."""
    context, scripts = Context.of(theorem), []
    for number, goal in enumerate(theorem.goals):
        scripts.append(close(goal, context))
        context = context.knowing([Fact(f"G{number}", goal.says, relation_of(goal))])
    return theorem.proof(scripts)


def relation_of(goal: Goal) -> sp.Basic | None:
    """What a goal says, as a relation that SymPy does not evaluate; None if it is none."""
    match goal.content:
        case Equation(lhs, rhs):
            return sp.Eq(lhs, rhs, evaluate=False)
        case Order(lhs, relation, rhs):
            return _RELATIONS[relation](lhs, rhs, evaluate=False)
        case Condition(relation=relation, expr=expr, bounds=()) if expr is not None and relation in _RELATIONS:
            return _RELATIONS[relation](0, expr, evaluate=False)
    return None


def close(goal: Goal, context: Context) -> str:
    """A script that closes one goal: an equation, an order, or that an expression is defined."""
    match goal.content:
        case Equation(lhs, rhs):
            return equal(lhs, rhs, context)
        case Order(lhs, relation, rhs):
            return order(lhs, relation, rhs, context)
        case Condition() as condition:
            return settle(condition, context)
    raise NoProof(f"a goal of kind {type(goal.content).__name__}")


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``."""
    if has_sums(lhs, rhs):
        return sums.order(lhs, relation, rhs, context)
    try:
        return signs.order(lhs, relation, rhs, context, scalars.equal)
    except NoProof:
        script = None if relation == "<>" else squares.left_to_coq(lhs, rhs, context)
        if script is None:
            raise
        return script


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    if not has_sums(lhs, rhs) and _implicit(context) and (found := signs.by_equations(lhs, rhs, context)):
        return found
    if has_sums(lhs, rhs):
        return sums.equal(lhs, rhs, context)
    try:
        return scalars.equal(lhs, rhs, context)
    except NoProof:
        if (script := squares.by_pieces(lhs, rhs)) is None:
            raise
        return script


def _implicit(context: Context) -> bool:
    """Whether an equation among the facts says of no letter what it is."""
    equations = [f.relation for f in context.facts if isinstance(f.relation, sp.Eq) and not f.name.startswith("G")]
    return any(
        not any(isinstance(a, sp.Symbol) and not b.has(a) for a, b in (one.args, one.args[::-1])) for one in equations
    )


def settle(condition: Condition, context: Context) -> str:
    """A script that closes the proposition that a part of an expression is defined."""
    if condition.relation == "exists":
        raise NoProof(f"that {condition.expr} has a value is shown where a theorem is joined")
    if not all(isinstance(bound, Bound) for bound in condition.bounds):
        raise NoProof(f"that {condition.expr} is defined throughout a range is shown where a theorem is joined")
    if condition.expr is None:
        return "intros; lia."
    if condition.bounds or has_sums(condition.expr):
        return sums.settle(condition, context)
    return signs.sign(condition.expr, condition.relation, context, scalars.equal)


def has_sums(*expressions: sp.Expr) -> bool:
    """Whether one of the expressions has a sum, or a Kronecker delta."""
    return any(expr.has(sp.Sum, sp.KroneckerDelta) for expr in expressions)
