"""Gradient flow as theorems: rates at a time, conserved quantities and solutions on an interval of times.

A trajectory is a function from R to R, a family of trajectories one from nat and R.  The flow is not written down: it
is assumed of each parameter that its derivative is minus the derivative of the loss by it, *if* the loss has one there
(``forall v, is_derive (fun x => <loss with x in place of a t>) (a t) v -> is_derive a t (- v)``), so that Coq finds
the flow from the loss.  For a family this is assumed of every entry in its range, which is the range of the index that
the family has in the loss: that of the sum that binds it, or of the index itself where it is free.

- A rate is stated at one time ``t``, under what is assumed of that time only; so no trajectory has to exist for long.
- A quantity is conserved if it has the same value at ``t0`` and at any later ``t``, where the flow, the hypotheses
  and the invariant set hold at each time between them, both included.
- A solution has the value of the closed form at any ``t`` from 0 on, where they hold at each time from 0 to ``t``.
- What holds along every trajectory holds at any ``t`` from 0 on, likewise; the values at 0 are the start.
- What holds where a trajectory tends to an end holds if the flow and the hypotheses hold at every time from 0 on, the
  values at 0 are the start, and each parameter tends to its end.
- Hypotheses about the time alone are assumed at ``t`` only.  That they hold at each time before, from 0 or ``t0``, is a
  part of what the theorem says: ``Ne(r_0 t, 1)`` does not, so that nothing is said past a pole.

Derivatives are two-sided also at the ends of an interval.  That loses nothing: a trajectory that has one-sided
derivatives there is continued by straight lines, and what is assumed and proved of the interval stays the same.

On an invariant set the vanishing expressions are assumed to vanish (at all indices), and the theorem also says that
their rates vanish there, of any trajectories, at any time at which the flow holds and they vanish.

A hypothesis at an index that is free in the statement is about that entry; one about every entry is a `ForAll`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.along import is_about_time, trajectories_in
from ....language.claims import Claim
from ....language.flows import GradientFlow
from ....language.relations import relations_in
from ....language.statements import Conserved, Rate, Solution
from ....language.statements.dynamics import leaves_invariant_set
from ....language.symbols import Family, ForAll
from ....language.theorems.ends import AtEnd
from ....language.theorems.sequents import Relation, relation_of
from ....language.theorems.trajectories import Along, Tends
from ...exact.whatever import why_not_kept
from ..gallina import App, Binder, Const, Gallina, IfEqual, Prefix, Related, Var, app, forall, fun, given, related
from ..terms import REAL, ZERO, Translator, Untranslatable, at_each
from .base import (
    RELATIONS,
    STATES,
    Equation,
    Fact,
    Goal,
    Order,
    Theorem,
    _domains,
    defined,
    identifier,
    quantified,
    type_of,
)

NEVER = Var("never")
"""In place of the end of an interval: that of all times has none."""


@dataclass(frozen=True)
class Excluded(Var):
    """The end of an interval to which it does not belong."""


@dataclass(frozen=True)
class FlowFact(Fact):
    """That a parameter follows the flow: at the time, or ``forall s, lower <= s <= t ->`` at each time before it.

    Attributes:
        parameter: the name of the parameter.
        ranges: the ranges of its indices.
    """

    parameter: str = ""
    ranges: tuple[tuple[sp.Expr, sp.Expr], ...] = ()


@dataclass(frozen=True)
class AtTimes(Fact):
    """A relation at a time, or at each time of the interval, for the whole range of its free indices.

    Attributes:
        statement: the relation, in the time symbol.
        indices: its free indices.
    """

    statement: sp.Basic = sp.true
    indices: tuple[sp.Idx, ...] = ()


@dataclass(frozen=True)
class Slope:
    """``is_derive (fun s => of) t value``."""

    of: sp.Expr
    value: sp.Expr


@dataclass(frozen=True)
class Invariant:
    """The expressions that vanish have rates that vanish, of any trajectories at any time; `facts` are those."""

    expr: sp.Expr
    indices: tuple[sp.Idx, ...]
    binders: tuple[Binder, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Before:
    """A relation about the time, at each time of the interval."""

    relation: sp.Basic


@dataclass(frozen=True)
class Same:
    """The quantity is the same at the two ends of the interval."""

    quantity: sp.Expr


@dataclass(frozen=True)
class Value:
    """The observable, at the time, is the closed form."""

    of: sp.Expr
    closed: sp.Expr


class FlowTranslator(Translator):
    """A translator that can also write an expression at another time, or with a variable in a parameter's place."""

    def __init__(self) -> None:
        super().__init__()
        self._varied: tuple[str, tuple[str, ...], str] | None = None
        self._values: dict[str, tuple[AppliedUndef, sp.Expr]] = {}

    @contextmanager
    def at(self, time: sp.Symbol, moment: str | Gallina) -> Iterator[None]:
        """Writes the term `moment` for the time."""
        with self.writing({time: moment}):
            yield

    @contextmanager
    def varying(self, parameter: str, indices: Sequence[str], variable: str) -> Iterator[None]:
        """Writes `variable` in the place of a parameter, or of a family's entry at some indices."""
        self._varied = (parameter, tuple(indices), variable)
        try:
            yield
        finally:
            self._varied = None

    @contextmanager
    def putting(self, pairs: Sequence[tuple[AppliedUndef, sp.Expr]]) -> Iterator[None]:
        """Writes values in the place of parameters, those of a start or of an end."""
        self._values = {entry.func.__name__: (entry, value) for entry, value in pairs}
        try:
            yield
        finally:
            self._values = {}

    def _entry(self, entry: AppliedUndef) -> Gallina:
        if entry.func.__name__ in self._values:
            general, value = self._values[entry.func.__name__]
            return self._real(value.xreplace(dict(zip(general.args[:-1], entry.args[:-1], strict=True))))
        plain = super()._entry(entry)
        if self._varied is None or entry.func.__name__ != self._varied[0]:
            return plain
        _, indices, variable = self._varied
        replaced: Gallina = Var(variable)
        for argument, index in reversed(list(zip(entry.args, indices, strict=False))):
            replaced = IfEqual(self.nat(argument), Var(index), replaced, plain)
        return replaced


@STATES.register(Rate, Conserved, Solution)
def state(claim: Claim) -> Theorem:
    """The theorem of a rate, of a conserved quantity or of a solution.

    Raises:
        Untranslatable: if an expression has no counterpart, or a family's range is not clear.
    """
    translate, statement = FlowTranslator(), claim.statement
    assert isinstance(statement, Rate | Conserved | Solution)
    claim = _as_assumed(claim, statement)
    flow = statement.flow
    if not flow.time.is_nonnegative:
        raise Untranslatable(f"the time {flow.time} does not start at 0")
    time = translate(flow.time).says
    loss = translate(flow.loss)
    lower: Gallina | None = None
    if isinstance(statement, Rate):
        goals = [*defined(loss), *_rate(statement, translate)]
    elif isinstance(statement, Conserved):
        quantity = translate(statement.quantity)
        lower = Var(translate.names.fresh(f"{flow.time}0"))
        with translate.at(flow.time, lower):
            before = translate(statement.quantity).says
        same = Goal(related(quantity.says, "=", before), Same(sp.sympify(statement.quantity)))
        goals = [*defined(loss, quantity), same]
    else:
        goals = [*defined(loss), *_values(statement, translate)]
        lower = ZERO
    return _theorem(claim, flow, translate, goals, time, lower)


@STATES.register(Along)
def along(claim: Claim) -> Theorem:
    """The theorem of what holds along every trajectory with a start.

    Raises:
        Untranslatable: as for a solution; or if a hypothesis is about the time.
    """
    translate, statement = FlowTranslator(), claim.statement
    assert isinstance(statement, Along)
    flow, relation = statement.flow, relation_of(statement.says)
    assert relation is not None
    if not flow.time.is_nonnegative:
        raise Untranslatable(f"the time {flow.time} does not start at 0")
    if timed := [r for r in relations_in(claim.hypotheses) if is_about_time(r, flow.time)]:
        raise Untranslatable(f"{timed[0]} is about the time, along a whole trajectory")
    time, loss = translate(flow.time).says, translate(flow.loss)
    return _theorem(claim, flow, translate, [*defined(loss), *_holds(relation, translate)], time, ZERO)


@STATES.register(AtEnd)
def at_end(claim: Claim) -> Theorem:
    """The theorem of what holds of the end of every trajectory that has one.

    Raises:
        Untranslatable: as for what holds along a trajectory.
    """
    translate, statement = FlowTranslator(), claim.statement
    assert isinstance(statement, AtEnd)
    flow, relation = statement.flow, relation_of(statement.says)
    assert relation is not None
    if timed := [r for r in relations_in(claim.hypotheses) if is_about_time(r, flow.time)]:
        raise Untranslatable(f"{timed[0]} is about the time, along a whole trajectory")
    goals = _holds(relation, translate)
    facts = _flow_facts(flow, translate, ZERO, NEVER)
    facts += _relation_facts(list(relations_in(claim.hypotheses)), "Hyp", flow, translate, ZERO, NEVER, whole=False)
    facts += _start(statement.initially, flow, translate)
    facts += _ends(statement, translate)
    domains = _domains(translate, _everything(claim))
    return Theorem(
        identifier(claim.id), quantified(translate), (*domains, *facts), tuple(goals), claim, translate, REQUIRES
    )


def _holds(relation: Relation, translate: FlowTranslator) -> list[Goal]:
    """That both sides are defined, and related."""
    left, right = translate(relation.left), translate(relation.right)
    content: Equation | Order = Equation(relation.left, relation.right)
    if relation.sign != "=":
        content = Order(relation.left, relation.sign, relation.right)
    return [*defined(left, right), Goal(related(left.says, relation.sign, right.says), content)]


def _ends(statement: AtEnd, translate: FlowTranslator) -> list[Fact]:
    """That each parameter tends to its end."""
    found: list[Fact] = []
    for entry, value in statement.ends:
        indices, moment = free_indices(entry), translate.names.fresh("s")
        with translate.ranging(indices) as ranges:
            with translate.at(statement.flow.time, moment):
                inside = fun(moment, translate(entry).says, REAL)
            says = ranges.every(app("tends", inside, app("Rbar_locally", Const("p_infty")), translate(value).says))
        found.append(Fact(translate.names.fresh("End"), says))
    return found


def _as_assumed(claim: Claim, statement: Rate | Conserved | Solution) -> Claim:
    """The claim with the hypotheses that the statement assumes.

    Raises:
        Untranslatable: if they do not last: equations among trajectories, sets that trajectories may leave.
    """
    flow, found = statement.flow, copy(claim)
    found.hypotheses = statement.assumed(claim.hypotheses)
    if (problem := leaves_invariant_set(flow)) is not None:
        raise Untranslatable(problem)
    moving = [r for r in relations_in(found.hypotheses) if trajectories_in(r, flow.time)]
    if isinstance(statement, Solution) and moving:
        raise Untranslatable(f"{moving[0]} is about trajectories, which is not shown here to hold at time 0")
    if isinstance(statement, Conserved) and (problem := why_not_kept(found.hypotheses, flow)) is not None:
        raise Untranslatable(problem)
    return found


def _rate(statement: Rate, translate: FlowTranslator) -> list[Goal]:
    of, equals = sp.sympify(statement.of), sp.sympify(statement.equals)
    left, right = translate(of), translate(equals)
    return [*defined(left, right), Goal(_slope(of, right.says, statement.flow.time, translate), Slope(of, equals))]


def _slope(of: sp.Expr, value: Gallina, time: sp.Symbol, translate: FlowTranslator) -> Gallina:
    """That `of` has the derivative `value` at the time."""
    moment = translate.names.fresh("s")
    with translate.at(time, moment):
        inside = translate(of).says
    return app("is_derive", fun(moment, inside, REAL), translate(time).says, value)


def _values(statement: Solution, translate: FlowTranslator) -> list[Goal]:
    found: list[Goal] = []
    for of, closed, initial in statement.triples:
        left, right, start = translate(of), translate(closed), translate(initial)
        found += [
            *defined(left, right, start),
            Goal(related(left.says, "=", right.says), Value(sp.sympify(of), closed)),
        ]
    return found


def _theorem(
    claim: Claim, flow: GradientFlow, translate: FlowTranslator, goals: list[Goal], time: Gallina, lower: Gallina | None
) -> Theorem:
    """The theorem, where what depends on the time is assumed at each time from `lower` on, or at the time only."""
    facts = _flow_facts(flow, translate, lower)
    vanishing = [sp.Eq(expr, 0, evaluate=False) for expr in flow.invariant]
    facts += _relation_facts(vanishing, "Inv", flow, translate, lower)
    relations = list(relations_in(claim.hypotheses))
    timed = [r for r in relations if lower is not None and is_about_time(r, flow.time)]
    facts += _relation_facts([r for r in relations if r not in timed], "Hyp", flow, translate, lower, whole=False)
    facts += _relation_facts(timed, "Hyp", flow, translate, None, whole=False)
    goals = [*(_before(r, flow, translate, lower) for r in timed), *goals]
    if isinstance(claim.statement, Solution):
        facts += _start([(of, value) for of, _, value in claim.statement.triples], flow, translate)
    if isinstance(claim.statement, Along):
        facts += _start(claim.statement.initially, flow, translate)
    goals = [*_invariance(flow, translate), *goals]
    binders = list(quantified(translate))
    if isinstance(claim.statement, Conserved):
        assert isinstance(lower, Var)
        binders.append(Binder((lower.name,), REAL))
        begins, later = related(ZERO, "<=", lower), related(lower, "<=", time)
        facts = [Fact("Dlower", begins), Fact("Dlater", later), *facts]
    return Theorem(
        identifier(claim.id),
        tuple(binders),
        (*_domains(translate, _everything(claim)), *facts),
        tuple({goal.says: goal for goal in goals}.values()),
        claim,
        translate,
        REQUIRES,
    )


REQUIRES = ("Powers", "Sums", "Flows")


def _everything(claim: Claim) -> list[sp.Basic]:
    assert isinstance(claim.statement, Rate | Conserved | Solution | Along | AtEnd | Tends)
    flow = claim.statement.flow
    return [*claim.statement.expressions(), flow.loss, *flow.invariant, *relations_in(claim.hypotheses)]


# -- what is assumed -------------------------------------------------------------------------------------------------


def _each_time(moment: str, lower: Gallina, time: Gallina, inside: Gallina) -> Gallina:
    """The proposition that something holds at each time of the interval."""
    is_one = related(lower, "<=", Var(moment))
    if time is not NEVER:
        is_one = Related((lower, Var(moment), time), ("<=", "<" if isinstance(time, Excluded) else "<="))
    return forall(given((is_one,), inside), Binder((moment,), REAL))


def _flow_facts(
    flow: GradientFlow, translate: FlowTranslator, lower: Gallina | None, until: Gallina | None = None
) -> list[Fact]:
    time = until or translate(flow.time).says
    some = translate.names.fresh("s") if lower is not None else ""
    moment = Var(some) if some else time
    found: list[Fact] = []
    for parameter in flow.parameters:
        name = parameter.name if isinstance(parameter, Family) else parameter.func.__name__
        ranges = _ranges(flow, name)
        with translate.at(flow.time, moment):
            says = _follows(flow, name, ranges, moment, translate)
        if lower is not None:
            says = _each_time(some, lower, time, says)
        found.append(FlowFact(translate.names.fresh(f"flow_{name}"), says, None, name, ranges))
    return found


def _follows(
    flow: GradientFlow,
    name: str,
    ranges: tuple[tuple[sp.Expr, sp.Expr], ...],
    moment: Gallina,
    translate: FlowTranslator,
) -> Gallina:
    """That a parameter follows the flow at a moment."""
    variable, slope = translate.names.fresh("x"), translate.names.fresh("v")
    indices = [translate.names.fresh("k") for _ in ranges]
    with translate.varying(name, indices, variable):
        loss = translate(flow.loss).says
    function, at = Var(translate.names.of(("function", name), name)), tuple(map(Var, indices))
    trajectory = App(function, at) if indices else function
    has_slope = app("is_derive", fun(variable, loss, REAL), App(function, (*at, moment)), Var(slope))
    moves = app("is_derive", trajectory, moment, Prefix("-", Var(slope)))
    says = forall(given((has_slope,), moves), Binder((slope,), REAL))
    for index, (low, high) in reversed(list(zip(indices, ranges, strict=True))):
        says = at_each(index, translate.nat(low), translate.nat(high), says)
    return says


def _ranges(flow: GradientFlow, name: str) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """The ranges of a parameter's indices: those that its indices have in the loss."""
    found: set[tuple[tuple[sp.Expr, sp.Expr], ...]] = set()

    def visit(expr: sp.Basic, bound: dict[sp.Basic, tuple[sp.Expr, sp.Expr]]) -> None:
        if isinstance(expr, sp.Sum):
            bound = {**bound, **{v: (low, high) for v, low, high in expr.limits}}
        if isinstance(expr, AppliedUndef) and expr.func.__name__ == name:
            *indices, last = expr.args
            if last != flow.time:
                raise Untranslatable(f"{expr} is not a trajectory whose last argument is {flow.time}")
            found.add(tuple(_range(index, bound) for index in indices))
        for argument in expr.args:
            if not isinstance(argument, sp.Tuple):
                visit(argument, bound)

    visit(flow.loss, {})
    if len(found) != 1:
        raise Untranslatable(f"the indices of {name} have more than one range in the loss")
    return found.pop()


def _range(index: sp.Basic, bound: dict[sp.Basic, tuple[sp.Expr, sp.Expr]]) -> tuple[sp.Expr, sp.Expr]:
    if index in bound:
        return bound[index]
    if isinstance(index, sp.Idx):
        return (index.lower, index.upper)
    raise Untranslatable(f"{index} is no index with a range")


def _relation_facts(
    relations: Sequence[sp.Basic],
    stem: str,
    flow: GradientFlow,
    translate: FlowTranslator,
    lower: Gallina | None,
    until: Gallina | None = None,
    *,
    whole: bool = True,
) -> list[Fact]:
    """Relations and that they are defined; those that depend on the time at each time of the interval.

    With `whole`, relations hold at every value of their free indices; without it, at those of a `ForAll` only.
    """
    found: list[Fact] = []
    for said in relations:
        relation = said.relation if isinstance(said, ForAll) else said
        moving = relation.has(flow.time) and lower is not None
        time = until or translate(flow.time).says
        some = translate.names.fresh("s") if moving else ""
        indices = said.indices if isinstance(said, ForAll) else free_indices(relation) if whole else ()
        with translate.at(flow.time, some or time), translate.ranging(indices) as ranges:
            left, right = translate(relation.lhs), translate(relation.rhs)
        conditions = [condition.says for condition in (*left.conditions, *right.conditions)]
        says = ranges.every(related(left.says, RELATIONS[type(relation)], right.says))
        if moving and lower is not None:
            *conditions, says = (_each_time(some, lower, time, said) for said in (*conditions, says))
        found += [Fact(translate.names.fresh(stem), condition) for condition in conditions]
        plain = relation if not (moving or indices) else None
        found.append(AtTimes(translate.names.fresh(stem), says, plain, relation, indices))
    return found


def _before(relation: sp.Basic, flow: GradientFlow, translate: FlowTranslator, lower: Gallina | None) -> Goal:
    """That a relation about the time holds at each time of the interval."""
    if isinstance(relation, ForAll):
        raise Untranslatable(f"{relation}: a hypothesis about the time is not read for every index")
    assert lower is not None
    end, moment = translate(flow.time).says, translate.names.fresh("s")
    with translate.at(flow.time, moment):
        left, right = translate(relation.lhs), translate(relation.rhs)
    if any(c.expr is not None and c.expr.has(flow.time) for c in (*left.conditions, *right.conditions)):
        raise Untranslatable(f"{relation} is not defined at every time")
    says = related(left.says, RELATIONS[type(relation)], right.says)
    return Goal(_each_time(moment, lower, end, says), Before(relation))


def _start(values: Sequence[tuple[sp.Expr, sp.Expr]], flow: GradientFlow, translate: FlowTranslator) -> list[Fact]:
    """The values of observables at time 0."""
    found: list[Fact] = []
    for of, initial in values:
        indices = free_indices(of)
        with translate.at(flow.time, ZERO), translate.ranging(indices) as ranges:
            left, right = translate(of), translate(initial)
        relation = sp.Eq(of, initial, evaluate=False)
        says = ranges.every(related(left.says, "=", right.says))
        found.append(AtTimes(translate.names.fresh("Start"), says, None, relation, indices))
    return found


def free_indices(expr: sp.Basic) -> tuple[sp.Idx, ...]:
    """The indices of an expression that no sum binds."""
    found: dict[sp.Idx, None] = {}

    def visit(expr: sp.Basic, bound: frozenset[sp.Basic]) -> None:
        if isinstance(expr, sp.Sum):
            bound |= {limit[0] for limit in expr.limits}
        if isinstance(expr, sp.Idx):
            if expr not in bound:
                found[expr] = None
            return
        for argument in expr.args:
            if not isinstance(argument, sp.Tuple):
                visit(argument, bound)

    visit(sp.sympify(expr), frozenset())
    return tuple(found)


# -- invariant sets --------------------------------------------------------------------------------------------------


def _invariance(flow: GradientFlow, translate: FlowTranslator) -> list[Goal]:
    """That the rate of each vanishing expression vanishes, for any trajectories and any time."""
    found: list[Goal] = []
    time = translate(flow.time)
    names = [p.name if isinstance(p, Family) else p.func.__name__ for p in flow.parameters]
    for expr in flow.invariant:
        binders = [Binder((time.text,), REAL)]
        for name in names:
            binders.append(Binder((translate.names.of(("function", name), name),), type_of(name, translate)))
        begins = related(ZERO, "<=", time.says)
        facts: list[Fact] = [Fact(f"D{time.text}", begins, sp.GreaterThan(flow.time, 0, evaluate=False))]
        facts += _flow_facts(flow, translate, None)
        vanishing = [sp.Eq(e, 0, evaluate=False) for e in flow.invariant]
        facts += _relation_facts(vanishing, "Inv", flow, translate, None)
        indices = free_indices(expr)
        with translate.ranging(indices) as ranges:
            slope = ranges.every(_slope(expr, ZERO, flow.time, translate))
        says = forall(given(tuple(fact.form for fact in facts), slope), *binders)
        found.append(Goal(says, Invariant(expr, indices, tuple(binders), tuple(facts))))
    return found
