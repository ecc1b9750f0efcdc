"""Rates, conserved quantities and solutions: the loss is differentiated, and then the observable along the flow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from ....language.flows import GradientFlow
from ....language.statements import Conserved, Rate, Solution
from ..gallina import Binder, Related
from ..theorems.base import Condition, Fact, Goal, Theorem
from ..theorems.flows import AtTimes, Before, FlowTranslator, Invariant, Same, Slope, Value
from . import algebra, solutions
from .base import PROOFS, NoProof
from .context import Context
from .moments import Moment, at_own_indices, each_time, moves, pointwise
from .sides import settled, simpler


@PROOFS.register(Rate, Conserved, Solution)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known.

    Raises:
        NoProof: if there is no rule for a part of it.
    """
    statement = theorem.claim.statement
    assert isinstance(statement, Rate | Conserved | Solution)
    if isinstance(statement, Solution):
        solutions.foresee(statement)
    flow = statement.flow
    context, scripts, preamble = Context.of(theorem), [], ""
    if not isinstance(statement, Rate):
        later = "Dlater" if isinstance(statement, Conserved) else f"D{context.text(flow.time)}"
        now, preamble = pointwise(
            flow, context, context.text(flow.time), f"(conj {later} (Rle_refl {context.text(flow.time)}))"
        )
        known = {fact.name for fact in context.facts}
        context = context.knowing(fact for fact in now.facts if fact.name not in known)
    context, more = at_own_indices(context)
    preamble += more
    for number, goal in enumerate(theorem.goals):
        scripts.append(_close(goal, statement, context, theorem.variables()))
        relation = algebra.relation_of(goal)
        if isinstance(goal.content, Value):
            relation = sp.Eq(goal.content.of, goal.content.closed, evaluate=False)
        if isinstance(goal.content, Before):
            context = context.knowing([AtTimes(f"G{number}", goal.says, None, goal.content.relation)])
        else:
            context = context.knowing([Fact(f"G{number}", goal.says, relation)])
    return theorem.proof(scripts, preamble)


def _close(goal: Goal, statement: Rate | Conserved | Solution, context: Context, variables: Sequence[str]) -> str:
    flow = statement.flow
    match goal.content:
        case Condition() as condition:
            return _defined(condition, flow, context)
        case Slope(of, value):
            return Moment.of(flow, context).rate(of, value)
        case Invariant(expr, indices, binders, facts):
            return _invariance(expr, indices, binders, facts, flow, context, variables)
        case Before():
            moment, begun, ended = (context.fresh(stem) for stem in ("moment", "From", "To"))
            return f"intros {moment} [{begun} {ended}]; first [lra | nra]."
        case Same(quantity):
            return _same(quantity, flow, context)
        case Value(of, closed):
            assert isinstance(statement, Solution)
            return solutions.value(of, closed, statement, context)
    raise NoProof(f"a goal of kind {type(goal.content).__name__}")


def _defined(condition: Condition, flow: GradientFlow, context: Context) -> str:
    """A script that closes that a part is defined; where the engines find none, from a fact about a whole family."""
    bound = {b.index for b in condition.bounds}
    known = tuple(f for f in context.facts if f.relation is None or not f.relation.atoms(sp.Idx) & bound)
    try:
        return (algebra.settle if condition.bounds else settled)(condition, replace(context, facts=known))
    except NoProof:
        if not condition.bounds:
            if condition.expr is None or not flow.invariant:
                raise
            return _defined_on_set(condition, flow, context)
        return "intros; first [solve [not_zero] | solve [known_positive] | left; solve [known_positive]]."


def _defined_on_set(condition: Condition, flow: GradientFlow, context: Context) -> str:
    """The same by what the expression is on the invariant set."""
    assert condition.expr is not None
    on_set = flow.restrict(condition.expr)
    simple = simpler(on_set)
    moment = Moment.of(flow, context)
    known = moment.known(condition.expr, on_set)
    text, inside = context.text(on_set), context.text(simple)
    return "\n".join(
        [
            *moment.lines,
            f"replace ({context.text(condition.expr)}) with ({inside}).",
            f"{{ {algebra.settle(replace(condition, expr=simple), context)} }}",
            f"{{ symmetry. transitivity ({text}). {{ {known} }} {{ {algebra.equal(on_set, simple, context)} }} }}",
        ]
    )


def _invariance(
    expr: sp.Expr,
    indices: tuple[sp.Idx, ...],
    binders: tuple[Binder, ...],
    facts: tuple[Fact, ...],
    flow: GradientFlow,
    context: Context,
    variables: Sequence[str],
) -> str:
    translate = context.translate
    assert isinstance(translate, FlowTranslator)
    names = [name for binder in binders for name in binder.names]
    about_time = [f for f in context.facts if moves(f, flow) or each_time(f) or f.name == "Dlater"]
    known = tuple(f for f in context.facts if f not in about_time and not f.name.startswith("G"))
    inside = replace(context, facts=known + facts)
    constants = [v for v in variables if v not in names]
    kept = [*(f.name for f in known), *constants]
    script = f"clear {'- ' if kept else ''}{' '.join(kept)}. "
    script += f"intros {' '.join([*names, *(fact.name for fact in facts)])}. "
    with translate.ranging(indices):
        bound = [translate.natural(index) for index in indices]
        script += "".join(f"intros {name} In{name}. " for name in bound)
        return script + Moment.of(flow, inside).rate(expr, sp.Integer(0))


def _same(quantity: sp.Expr, flow: GradientFlow, context: Context) -> str:
    translate = context.translate
    assert isinstance(translate, FlowTranslator)
    moment = translate.names.fresh("s")
    later = context.translate(flow.time).text
    before = next(f.form.terms[0] for f in context.facts if f.name == "Dlater" and isinstance(f.form, Related))
    with translate.at(flow.time, moment):
        inside = context.text(quantity)
        script = f"refine (stays_constant (fun {moment} : R => {inside}) {before} {later} Dlater _). "
        script += f"intros {moment} In{moment}. "
        at_moment, facts = pointwise(flow, context, moment, f"In{moment}")
        script += facts
        return script + Moment.of(flow, at_moment).rate(quantity, sp.Integer(0))
