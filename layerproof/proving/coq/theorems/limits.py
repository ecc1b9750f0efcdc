"""Limits and leading terms as theorems: convergence along a filter, with everything defined on the way.

The variable is bound by the function whose limit is taken; it is quantified nowhere else.  What a claim assumes of it,
that it is positive, or a hypothesis that mentions it, must hold on the way to the limit: that is proved, not assumed,
so the limit is one inside the domain.  Of an order at a finite point there is a goal from either side of it, or from
the side that the statement, or the sign of the variable's symbol, leaves.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

import sympy as sp

from ....language.claims import Claim, Question
from ....language.relations import relations_in
from ....language.statements import Asymptotic, Limit
from ..gallina import App, Const, Gallina, InNat, Num, Op, Var, app, exists, fun, related
from ..terms import NAT, REAL, ZERO, Condition, Translator, Untranslatable
from .base import RELATIONS, STATES, Goal, Order, Theorem, _relation, defined, signed, theorem


@dataclass(frozen=True)
class Approach:
    """How the variable moves.

    Attributes:
        variable: what moves.
        name: its name in Coq, bound in every goal.
        to: where it goes; ``oo`` and ``-oo`` are allowed.
        side: ``+`` if it comes from above, ``-`` if from below; of no account at infinity.
        filter: the filter in Coq.
        whole: whether it takes natural numbers only.
        counted: whether what is said of it has a meaning for natural numbers alone, so that it is one in Coq.
    """

    variable: sp.Symbol
    name: str
    to: sp.Expr
    side: str
    filter: Gallina
    whole: bool = False
    counted: bool = False

    def holds(self, said: Gallina) -> Gallina:
        """The proposition that something, said in the variable, holds on the way."""
        if self.counted:
            return app("Hierarchy.eventually", fun(self.name, said, NAT))
        there = fun(self.name, said, REAL)
        return app("Hierarchy.eventually", app("at_naturals", there)) if self.whole else App(self.filter, (there,))

    def tends(self, term: Gallina, to: Gallina) -> Gallina:
        """The proposition that a term in the variable converges along the filter `to`."""
        if self.counted:
            return app("filterlim", fun(self.name, term, NAT), Const("Hierarchy.eventually"), to)
        function = fun(self.name, term, REAL)
        if self.whole:
            return app("filterlim", app("along_naturals", function), Const("Hierarchy.eventually"), to)
        return app("filterlim", function, self.filter, to)


@dataclass(frozen=True)
class Eventually:
    """A condition, or an order, that holds on the way."""

    approach: Approach
    content: Condition | Order


@dataclass(frozen=True)
class Tends:
    """``expr -> value``; the value may be infinite.  The expression is kept as a quotient where `below` is given."""

    approach: Approach
    expr: sp.Expr
    value: sp.Expr
    below: sp.Expr | None = None


@dataclass(frozen=True)
class Bounded:
    """``|expr - leading| <= C |remainder|`` on the way, for some C."""

    approach: Approach
    expr: sp.Expr
    leading: sp.Expr
    remainder: sp.Expr


@STATES.register(Limit, Asymptotic)
def state(claim: Claim) -> Theorem:
    """The limit, or the order of the remainder and that it is smaller than the leading term, and definedness.

    Raises:
        Untranslatable: if an expression has no counterpart, or the variable is no real symbol, and no natural one.
    """
    assert isinstance(claim.statement, Limit | Asymptotic)
    whole = bool(claim.statement.variable.is_integer)
    counted = whole and _is_counted(claim.statement)
    if whole and not counted:
        claim = _among_reals(claim)
    translate, statement = Translator(), claim.statement
    assert isinstance(statement, Limit | Asymptotic)
    variable = statement.variable
    name = str(translate.nat(variable)) if counted else translate(variable).text  # a symbol's term is its name
    moving = [r for r in relations_in(claim.hypotheses) if variable in r.free_symbols]
    goals: list[Goal] = []
    for side in statement.sides if isinstance(statement, Asymptotic) else statement.side:
        approach = Approach(variable, name, statement.to, *_filter(statement, side, translate), whole, counted)
        goals += _domain(approach, moving, translate)
        goals += (
            _limit(statement, approach, translate)
            if isinstance(statement, Limit)
            else _order(statement, approach, translate)
        )
        if statement.to.is_infinite:
            break
    still = copy(claim)  # the hypotheses that are assumed are those on the other symbols
    still.hypotheses = tuple(h for h in claim.hypotheses if not any(r in moving for r in relations_in([h])))
    (translate.naturals if counted else translate.reals).pop(variable)
    return replace(theorem(still, translate, goals, requires=("Taylor", "Powers")), claim=claim)


def _is_counted(statement: Limit | Asymptotic) -> bool:
    """Whether a sum begins or ends at the variable of a limit, which is a natural number and grows."""
    variable = statement.variable
    sums = (part for expr in statement.expressions() for part in expr.atoms(sp.Sum))
    ends = (end for part in sums for limit in part.limits for end in limit[1:])
    return bool(variable.is_nonnegative and statement.to is sp.oo and any(variable in e.free_symbols for e in ends))


def _among_reals(claim: Claim) -> Claim:
    """The question of a function of a real variable, of which a claim along the natural numbers takes the values there.

    Raises:
        Untranslatable: if the variable is no natural number, or more is said of it than its values.
    """
    statement = claim.statement
    assert isinstance(statement, Limit | Asymptotic)
    variable = statement.variable
    if not (variable.is_nonnegative and statement.to is sp.oo):
        raise Untranslatable(f"the limit along an integer, {variable}, that is no natural number")
    real = sp.Symbol(variable.name, real=True, positive=variable.is_positive, nonnegative=True)
    hypotheses = [h.xreplace({variable: real}) if isinstance(h, sp.Basic) else h for h in claim.hypotheses]
    if any(variable in h.free_symbols for h in relations_in(hypotheses)):
        raise Untranslatable(f"a hypothesis about an integer, {variable}, on the way to a limit")
    among = statement.mapped(lambda part: part.xreplace({variable: real}))
    return Question(claim.id, title="", statement=among, hypotheses=hypotheses)


def _filter(statement: Limit | Asymptotic, side: str, translate: Translator) -> tuple[str, Gallina]:
    to = statement.to
    if to in (sp.oo, -sp.oo):
        return side, _infinity(to)
    if to.free_symbols & {statement.variable} or side not in ("+", "-"):
        raise Untranslatable(f"the limit at {to} from the side {side}")
    point = translate(to)
    if point.conditions:
        raise Untranslatable(f"the limit at {to}, which is not defined everywhere")
    return side, app("at_right" if side == "+" else "at_left", point.says)


def _infinity(to: sp.Expr) -> Gallina:
    """The filter at an infinite end."""
    return app("Rbar_locally", Const("p_infty" if to is sp.oo else "m_infty"))


def _domain(approach: Approach, moving: list[sp.Basic], translate: Translator) -> list[Goal]:
    """What the claim assumes of the variable, to be proved on the way."""
    goals = []
    if approach.counted and approach.variable.is_positive:
        beyond = InNat(related(Num(1), "<=", Var(approach.name)))
        goals.append(Goal(approach.holds(beyond), Eventually(approach, Condition(beyond, "nat", None, ()))))
    elif not approach.counted and (sign := signed(approach.variable, Var(approach.name))) is not None:
        relation = _relation(approach.variable)
        content = Order(relation.lhs, RELATIONS[type(relation)], relation.rhs)
        goals.append(Goal(approach.holds(sign), Eventually(approach, content)))
    for relation in moving:
        left, right = translate(relation.lhs), translate(relation.rhs)
        kind = RELATIONS[type(relation)]
        goals += _on_the_way(approach, [*left.conditions, *right.conditions])
        goals.append(
            Goal(
                approach.holds(related(left.says, kind, right.says)),
                Eventually(approach, Order(relation.lhs, kind, relation.rhs)),
            )
        )
    return goals


def _on_the_way(approach: Approach, conditions: list[Condition]) -> list[Goal]:
    return [Goal(approach.holds(c.says), Eventually(approach, c)) for c in conditions]


def _limit(statement: Limit, approach: Approach, translate: Translator) -> list[Goal]:
    term, value = translate(statement.expr), statement.equals
    goals = _on_the_way(approach, list(term.conditions))
    if value in (sp.oo, -sp.oo):
        to = _infinity(value)
    else:
        if approach.variable in value.free_symbols:
            raise Untranslatable(f"the stated limit contains {approach.variable}")
        end = translate(value)
        goals += defined(end)
        to = app("locally", end.says)
    return [*goals, Goal(approach.tends(term.says, to), Tends(approach, statement.expr, value))]


def _order(statement: Asymptotic, approach: Approach, translate: Translator) -> list[Goal]:
    expr, leading, rest = (translate(x) for x in (statement.expr, statement.leading, statement.remainder))
    goals = _on_the_way(approach, [*expr.conditions, *leading.conditions, *rest.conditions])
    for part, term in ((statement.leading, leading), (statement.remainder, rest)):
        goals.append(
            Goal(approach.holds(related(term.says, "<>", ZERO)), Eventually(approach, Order(part, "<>", sp.S.Zero)))
        )
    some = translate.names.of("the constant of an order", "C")
    gap = app("Rabs", Op("-", (expr.says, leading.says)))
    bound = approach.holds(related(gap, "<=", Op("*", (Var(some), app("Rabs", rest.says)))))
    content = Bounded(approach, statement.expr, statement.leading, statement.remainder)
    goals.append(Goal(exists(some, REAL, bound), content))
    smaller = approach.tends(Op("/", (rest.says, leading.says)), app("locally", ZERO))
    return [*goals, Goal(smaller, Tends(approach, statement.remainder, sp.S.Zero, statement.leading))]
