"""What tends somewhere along every trajectory, none of which ends: two propositions.

Something tends to a value where the flow and the hypotheses hold at every time from 0 on, and the values at 0 are the
start.  That every trajectory goes on for all times is stated as what it comes down to: of whatever follows the flow,
and satisfies the hypotheses, at each time from 0 to some T, which is excluded, each parameter has a limit at T.  There
it can be continued (Picard and Lindelof): that is cited, and is no part of the theorem.  It is true of velocities that
are smooth everywhere, so that the loss must be a polynomial in the parameters; at a pole one may have a limit
and end.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.along import is_about_time
from ....language.claims import Claim
from ....language.flows import GradientFlow
from ....language.relations import relations_in
from ....language.symbols import Family, reserved
from ....language.theorems.trajectories import Tends
from ...joins.trajectories import is_polynomial
from ..gallina import App, Const, Var, app, exists, fun, related
from ..terms import REAL, ZERO, Condition, Translator, Untranslatable, at_each
from .base import STATES, Fact, Goal, Theorem, _domains, defined, identifier, quantified
from .flows import (
    NEVER,
    REQUIRES,
    Excluded,
    FlowTranslator,
    _each_time,
    _everything,
    _flow_facts,
    _ranges,
    _relation_facts,
    _start,
)

END = reserved("T", real=True)
"""The time at which a trajectory is not followed any more."""


@dataclass(frozen=True)
class HasLimit:
    """A parameter, of a family its entry at any index, has a limit at the end of the interval.

    Attributes:
        entry: the parameter, as the start has it.
        indices: the names of its indices, which are quantified.
    """

    entry: AppliedUndef
    indices: tuple[str, ...]


@dataclass(frozen=True)
class AtEach:
    """A condition at each time from 0 on."""

    condition: Condition


@dataclass(frozen=True)
class Arrives:
    """``expr -> value`` as the time grows."""

    expr: sp.Expr
    value: sp.Expr


@STATES.register(Tends)
def state(claim: Claim) -> Theorem:
    """Both propositions; each is the content of its goal.

    Raises:
        Untranslatable: as for what holds along a trajectory.
    """
    assert isinstance(claim.statement, Tends)
    if not claim.statement.flow.time.is_nonnegative:
        raise Untranslatable(f"the time {claim.statement.flow.time} does not start at 0")
    if not is_polynomial(claim.statement.flow.loss, claim.statement.flow.time):
        raise Untranslatable("a loss that is no polynomial, so that a trajectory with a limit may end there")
    if timed := [r for r in relations_in(claim.hypotheses) if is_about_time(r, claim.statement.flow.time)]:
        raise Untranslatable(f"{timed[0]} is about the time, along a whole trajectory")
    goals = tuple(Goal(part.says, part) for part in (_lasting(claim), _arriving(claim)))
    return Theorem(identifier(claim.id), (), (), goals, claim, Translator(), REQUIRES)


def _arriving(claim: Claim) -> Theorem:
    """Where it tends to, along each trajectory that goes on for all times."""
    translate, statement = FlowTranslator(), claim.statement
    assert isinstance(statement, Tends)
    moment, value = translate.names.fresh("s"), translate(statement.to)
    with translate.at(statement.flow.time, moment):
        term = translate(statement.expr)
    always = [Goal(_each_time(moment, ZERO, NEVER, c.says), AtEach(c)) for c in term.conditions]
    arrives = app("tends", fun(moment, term.says, REAL), app("Rbar_locally", Const("p_infty")), value.says)
    goals = [*always, *defined(value), Goal(arrives, Arrives(statement.expr, statement.to))]
    facts = _flow_facts(statement.flow, translate, ZERO, NEVER)
    relations = list(relations_in(claim.hypotheses))
    facts += _relation_facts(relations, "Hyp", statement.flow, translate, ZERO, NEVER, whole=False)
    return _theorem(claim, translate, facts, goals)


def _lasting(claim: Claim) -> Theorem:
    """That of whatever follows the flow up to a time each parameter has a limit there."""
    translate, statement = FlowTranslator(), claim.statement
    assert isinstance(statement, Tends)
    end = Excluded(translate(reserved("T", real=True)).text)
    flow = statement.flow
    facts = [
        Fact(translate.names.fresh("Later"), related(ZERO, "<", Var(end.name))),
        *_flow_facts(flow, translate, ZERO, end),
    ]
    relations = list(relations_in(claim.hypotheses))
    facts += _relation_facts(relations, "Hyp", flow, translate, ZERO, end, whole=False)
    goals = [_has_limit(parameter, flow, statement, end, translate) for parameter in flow.parameters]
    return _theorem(claim, translate, facts, goals)


def _has_limit(
    parameter: AppliedUndef | Family, flow: GradientFlow, statement: Tends, end: Var, translate: FlowTranslator
) -> Goal:
    name = parameter.name if isinstance(parameter, Family) else parameter.func.__name__
    function, ranges = Var(translate.names.of(("function", name), name)), _ranges(flow, name)
    indices, some = tuple(translate.names.fresh("k") for _ in ranges), translate.names.fresh("l")
    trajectory = App(function, tuple(map(Var, indices))) if indices else function
    tends = app("filterlim", trajectory, app("at_left", Var(end.name)), app("locally", Var(some)))
    says = exists(some, REAL, tends)
    for index, (low, high) in reversed(list(zip(indices, ranges, strict=True))):
        says = at_each(index, translate.nat(low), translate.nat(high), says)
    entries = [entry for entry, _ in statement.initially if entry.func.__name__ == name]
    if not entries:
        raise Untranslatable(f"no start of {name} is given")
    return Goal(says, HasLimit(entries[0], indices))


def _theorem(claim: Claim, translate: FlowTranslator, facts: list[Fact], goals: list[Goal]) -> Theorem:
    statement = claim.statement
    assert isinstance(statement, Tends)
    facts = [*facts, *_start(statement.initially, statement.flow, translate)]
    return Theorem(
        identifier(claim.id),
        quantified(translate),
        (*_domains(translate, _everything(claim)), *facts),
        tuple({goal.says: goal for goal in goals}.values()),
        claim,
        translate,
        REQUIRES,
    )
