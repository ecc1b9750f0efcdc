"""Limits and orders: the leading term of what converges, from those of its parts, and what it says."""

from __future__ import annotations

import sympy as sp

from ....language.statements import Asymptotic, Limit
from ...domain import Contradiction, Domain, IllPosed
from ..terms import Condition
from ..theorems.base import Goal, Order, Theorem
from ..theorems.limits import Approach, Bounded, Eventually, Tends
from . import algebra, signs
from .base import PROOFS, NoProof
from .context import Context
from .expanding import Expander
from .leading import Lead
from .scales import ONE, Scale

_TO = {sp.oo: "to_pinf _ _", -sp.oo: "to_minf _ _"}
_ON = {sp.oo: "ev_pinf", -sp.oo: "ev_minf"}


@PROOFS.register(Limit, Asymptotic)
def prove(theorem: Theorem) -> str:
    """A script for each goal; leading terms that several of them need are found before all.

    Raises:
        NoProof: if a limit, or the sign of a coefficient, is not found.
    """
    context = Context.of(theorem)
    approaches = list(dict.fromkeys(g.content.approach for g in theorem.goals if hasattr(g.content, "approach")))
    approach = approaches[0]
    try:
        domain = Domain.of(theorem.claim.statement.expressions(), theorem.claim.hypotheses).without(approach.variable)
    except (Contradiction, IllPosed) as problem:
        raise NoProof(str(problem)) from None
    scale = Scale.of(context, domain)
    leading = {way: Expander(scale, way) for way in approaches}
    scripts = []
    for goal in theorem.goals:
        way = getattr(goal.content, "approach", approach)
        scripts.append(_close(goal, way, leading[way], context))
    return theorem.proof(scripts, scale.needed(scripts))


def _close(goal: Goal, approach: Approach, leading: Expander, context: Context) -> str:
    match goal.content:
        case Tends() as tends:
            return _tends(tends, approach, leading)
        case Bounded() as bounded:
            return _bounded(bounded, approach, leading)
        case Eventually(content=Condition() as condition):
            return _condition(condition, approach, leading)
        case Eventually(content=Order() as order):
            return _order(order, approach, leading)
    return algebra.close(goal, context)


def _through(approach: Approach, *, limit: bool = False) -> str:
    """The sentence that leads from the variable to the small one."""
    if approach.counted:
        raise NoProof("no template for the limit of a sum whose range grows")
    known, side = _TO if limit else _ON, "right" if approach.side == "+" else "left"
    among_reals = f"apply {'to' if limit else 'ev'}_naturals. " if approach.whole else ""
    return f"{among_reals}apply ({known.get(approach.to) or (f'to_{side} _ _ _' if limit else f'ev_{side} _')})."


def _condition(condition: Condition, approach: Approach, leading: Expander) -> str:
    expr, context = condition.expr, leading.context
    if expr is None or condition.bounds or condition.relation == "exists":
        raise NoProof("a condition with indices on the way to a limit")
    begin = _through(approach)
    if not expr.has(leading.x):
        return f"{begin} apply near_all; intros _. {signs.sign(expr, condition.relation, context)}"
    return f"{begin} exact {_known(expr, condition.relation, leading)[1]}."


def _known(expr: sp.Expr, relation: str, leading: Expander) -> tuple[Lead, str]:
    """The leading term of an expression, and a proof that it is positive, not negative or not 0 near the limit."""
    lead = leading.nonzero(expr)
    if relation == "<>":
        return lead, f"(lead_nz {leading.scale.knows(lead.raw, '<>')} {lead.fact})"
    lemma = "lead_pos" if relation == "<" else "lead_nneg"
    return lead, f"({lemma} {leading.scale.knows(lead.raw, '<')} {lead.fact})"


def _order(order: Order, approach: Approach, leading: Expander) -> str:
    lhs, relation, rhs = order.lhs, order.relation, order.rhs
    if rhs == 0 and relation == "<>":
        return f"{_through(approach)} exact {_known(lhs, '<>', leading)[1]}."
    if relation == "<>":
        raise NoProof("an inequation on the way to a limit")
    large, small = (lhs, rhs) if relation in (">", ">=") else (rhs, lhs)
    gap = large if small == 0 else sp.Add(large, sp.Mul(-1, small, evaluate=False), evaluate=False)
    lead, lemma = _known(gap, "<=" if "=" in relation else "<", leading)
    script = f"intros {leading.small} near_0; {leading.unfolding(lead.function)} in near_0; cbv beta; lra."
    return f"{_through(approach)} refine (near_imp _ _ _ {lemma}). {script}"


def _tends(tends: Tends, approach: Approach, leading: Expander) -> str:
    begin, scale = _through(approach, limit=True), leading.scale
    lead = leading.quotient(tends.expr, tends.below) if tends.below is not None else leading.lead(tends.expr)
    if tends.value in (sp.oo, -sp.oo):
        if scale.order(lead.monomial) <= 0:
            raise NoProof("the expression is not found to be unbounded")
        if scale.vanishes(lead.value):
            lead = leading.nonzero(tends.expr)
        below = scale.below(ONE, lead.monomial)
        if tends.value is sp.oo:
            return f"{begin} exact (lead_pinf {scale.knows(lead.raw, '<')} {below} {lead.fact})."
        return f"{begin} exact (lead_minf {scale.negative(lead.raw)} {below} {lead.fact})."
    order = scale.order(lead.monomial)
    if order > 0:
        lead = leading.finite(tends.expr)
        order = scale.order(lead.monomial)
    if order == 0:
        equation = scale.equal(lead.raw, tends.value)
        return f"{begin} refine (lead_value _ {lead.fact}). {equation}"
    if tends.value != 0:
        raise NoProof(f"the limit is 0, which is not seen to be {tends.value}")
    return f"{begin} exact (lead_small_lim {scale.below(lead.monomial, ONE)} {lead.fact})."


def _bounded(bounded: Bounded, approach: Approach, leading: Expander) -> str:
    scale = leading.scale
    rest = leading.nonzero(bounded.remainder)
    lead = leading.difference(bounded.expr, bounded.leading, rest.monomial)
    proof = (
        f"(lead_order {scale.knows(rest.raw, '<>')} (fun e0 => {scale.nonzero(rest.monomial)}) {lead.fact} {rest.fact})"
    )
    return f"destruct {proof} as [C0 HC]. exists C0. {_through(approach)} exact HC."
