"""Stationary points as theorems: along every curve through the point, the Lagrangian has slope 0.

That is for all curves that are differentiable where they pass through it, so that it says that the Lagrangian is
differentiable there in all variables together, and that its derivative vanishes.  It is more than partial derivatives
that are 0, and more than is claimed where a domain ends at the point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.relational import Relational

from ....language.claims import Claim
from ....language.places import mentions, put
from ....language.statements import Stationary
from ..gallina import App, Arrow, Binder, Gallina, Var, app, forall, fun, given
from ..gallina import related as relation_of
from ..terms import REAL, ZERO, Condition, Translator, Untranslatable
from .algebra import claim_has_sums, related
from .base import (
    RELATIONS,
    STATES,
    Fact,
    Goal,
    Order,
    Theorem,
    _relation,
    defined,
    signed,
    theorem,
)


@dataclass(frozen=True)
class Varied:
    """A variable, whose name in Coq is bound.

    Attributes:
        x: the variable.
        value: where the point is.
        name: in Coq.
        curve: the name of a curve through the point.
        velocity: the name of the slope of the curve there.
    """

    x: sp.Symbol
    value: sp.Expr
    name: str
    curve: str
    velocity: str


@dataclass(frozen=True)
class Curves:
    """The slope of `expr` along every curve through the point is 0."""

    expr: sp.Expr
    varied: tuple[Varied, ...]


@dataclass(frozen=True)
class Everywhere:
    """A condition, or an order, for all values of the variables that some facts are about.

    Attributes:
        content: what holds.
        varied: the variables.
        facts: where they are: in the domain, or at the point.
    """

    content: Condition | Order
    varied: tuple[Varied, ...]
    facts: tuple[Fact, ...]


@STATES.register(Stationary)
def state(claim: Claim) -> Theorem:
    """The point lies in the domain, every curve through it has slope 0, and it is a minimum where that is said.

    Raises:
        Untranslatable: if an expression has no counterpart, or a variable is an entry of a family.
    """
    statement, translate = claim.statement, Translator()
    assert isinstance(statement, Stationary)
    about = [h for h in claim.hypotheses if not isinstance(h, sp.Basic) or mentions(h, statement.at)]
    if not all(isinstance(x, sp.Symbol) for x, _ in statement.at):
        raise Untranslatable("a stationary point among the entries of a family")
    if not all(isinstance(h, Relational) for h in about):
        raise Untranslatable("a hypothesis on the variables of a stationary point that is no relation")
    varied = tuple(_varied(x, value, translate) for x, value in statement.at)
    goals = [goal for x in varied for goal in _in_domain(x, translate)]
    for expr in (*(side for said in about for side in said.args), *statement.constraints, statement.lagrangian):
        goals += _defined_there(expr, varied, translate)
    for said in about:
        goals += related(put(said.lhs, statement.at), RELATIONS[type(said)], put(said.rhs, statement.at), translate)
    for constraint in statement.constraints:
        goals += related(put(constraint, statement.at), "=", sp.S.Zero, translate)
    goals += defined(translate(put(statement.lagrangian, statement.at)))
    goals.append(_flat(statement, varied, translate))
    if statement.kind is not None:
        goals += _extreme(statement, varied, _domain(varied, about, translate), translate)
    still = copy(claim)  # what is assumed is about other letters
    still.hypotheses = tuple(h for h in claim.hypotheses if h not in about)
    requires = ("Powers", "Flows", *(("Sums",) if claim_has_sums(claim) else ()))
    return replace(theorem(still, translate, goals, requires=requires), claim=claim)


def _varied(x: sp.Symbol, value: sp.Expr, translate: Translator) -> Varied:
    fresh = translate.names.fresh
    return Varied(x, value, fresh(str(x)), fresh(f"c_{x}"), fresh(f"v_{x}"))


def _in_domain(x: Varied, translate: Translator) -> list[Goal]:
    """The value of a variable is defined, and has the sign that all its values have."""
    goals = defined(value := translate(x.value))
    if (sign := signed(x.x, value.says)) is not None:
        relation = _relation(x.x)
        assert isinstance(relation, Relational)
        goals.append(Goal(sign, _order(relation, x.value)))
    return goals


def _order(sign: Relational, value: sp.Expr) -> Order:
    """The order that ``0 < x`` and the like say of a value in place of x, as Coq writes it."""
    match sign:
        case sp.StrictGreaterThan():
            return Order(sp.S.Zero, "<", value)
        case sp.GreaterThan():
            return Order(sp.S.Zero, "<=", value)
        case sp.StrictLessThan():
            return Order(value, "<", sp.S.Zero)
        case sp.LessThan():
            return Order(value, "<=", sp.S.Zero)
    return Order(value, "<>", sp.S.Zero)


@contextmanager
def bound(varied: Sequence[Varied], translate: Translator, name: Callable[[Varied], str | Gallina]) -> Iterator[None]:
    """Inside, these stand for the variables."""
    with translate.writing({x.x: name(x) for x in varied}):
        yield


def _defined_there(expr: sp.Expr, varied: tuple[Varied, ...], translate: Translator) -> list[Goal]:
    """An expression is defined at the point as it is written, before values are put in."""
    facts = [Fact(f"E{x.name}", _is_at(Var(x.name), x, translate), sp.Eq(x.x, x.value, evaluate=False)) for x in varied]
    with bound(varied, translate, lambda x: x.name):
        conditions = translate(expr).conditions
    return [_everywhere(condition.says, condition, varied, tuple(facts)) for condition in conditions]


def _is_at(there: Gallina, x: Varied, translate: Translator) -> Gallina:
    """That the value of a variable is that at the point."""
    return relation_of(there, "=", translate(x.value).says)


def _everywhere(says: Gallina, content: Condition | Order, varied: tuple[Varied, ...], facts: tuple[Fact, ...]) -> Goal:
    inside = given(tuple(fact.form for fact in facts), says)
    return Goal(forall(inside, Binder(tuple(x.name for x in varied), REAL)), Everywhere(content, varied, facts))


def _flat(statement: Stationary, varied: tuple[Varied, ...], translate: Translator) -> Goal:
    moment = translate.names.fresh("s")
    with bound(varied, translate, lambda x: App(Var(x.curve), (Var(moment),))):
        along = translate(statement.lagrangian).says
    says: Gallina = app("is_derive", fun(moment, along, REAL), ZERO, ZERO)
    for x in reversed(varied):
        curve = Var(x.curve)
        passes = _is_at(App(curve, (ZERO,)), x, translate)
        moves = app("is_derive", curve, ZERO, Var(x.velocity))
        binders = Binder((x.curve,), Arrow((REAL,), REAL)), Binder((x.velocity,), REAL)
        says = forall(given((passes, moves), says), *binders)
    return Goal(says, Curves(statement.lagrangian, varied))


def _domain(varied: tuple[Varied, ...], about: Sequence[Relational], translate: Translator) -> tuple[Fact, ...]:
    """That the variables lie in the domain."""
    facts = [Fact(f"D{x.name}", sign, _relation(x.x)) for x in varied if (sign := signed(x.x, Var(x.name))) is not None]
    with bound(varied, translate, lambda x: x.name):
        for said in about:
            left, right = translate(said.lhs), translate(said.rhs)
            known = [condition.says for condition in (*left.conditions, *right.conditions)]
            facts += [Fact(translate.names.fresh("K"), says) for says in known]
            says = relation_of(left.says, RELATIONS[type(said)], right.says)
            facts.append(Fact(translate.names.fresh("K"), says, said))
    return tuple(facts)


def _extreme(
    statement: Stationary, varied: tuple[Varied, ...], facts: tuple[Fact, ...], translate: Translator
) -> list[Goal]:
    """The Lagrangian is defined on the domain, and nowhere less than at the point, or nowhere more."""
    there = translate(put(statement.lagrangian, statement.at)).says
    with bound(varied, translate, lambda x: x.name):
        here = translate(statement.lagrangian)
    relation = "<=" if statement.kind == "minimum" else ">="
    order = Order(put(statement.lagrangian, statement.at), relation, statement.lagrangian)
    said: list[tuple[Gallina, Condition | Order]] = [(condition.says, condition) for condition in here.conditions]
    said.append((relation_of(there, relation, here.says), order))
    return [_everywhere(says, content, varied, facts) for says, content in said]
