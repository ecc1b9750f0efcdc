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

from ....language.claims import Claim
from ....language.relations import relations_in
from ....language.statements import Asymptotic, Limit
from ..terms import Condition, Translator, Untranslatable
from .base import RELATIONS, STATES, Goal, Order, Theorem, _relation, _sign, defined, theorem


@dataclass(frozen=True)
class Approach:
    """How the variable moves.

    Attributes:
        variable: what moves.
        name: its name in Coq, bound in every goal.
        to: where it goes; ``oo`` and ``-oo`` are allowed.
        side: ``+`` if it comes from above, ``-`` if from below; of no account at infinity.
        filter: the filter in Coq.
    """

    variable: sp.Symbol
    name: str
    to: sp.Expr
    side: str
    filter: str

    def holds(self, text: str) -> str:
        """The proposition that `text`, in the variable, holds on the way."""
        return f"{self.filter} (fun {self.name} : R => {text})"

    def tends(self, text: str, to: str) -> str:
        """The proposition that a term in the variable converges along the filter `to`."""
        return f"filterlim (fun {self.name} : R => {text}) {self.filter} {to}"


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
        Untranslatable: if an expression has no counterpart, or the variable is no real symbol.
    """
    translate, statement = Translator(), claim.statement
    assert isinstance(statement, Limit | Asymptotic)
    variable = statement.variable
    if variable.is_integer:
        raise Untranslatable(f"the limit along an integer, {variable}")
    name = translate(variable).text
    moving = [r for r in relations_in(claim.hypotheses) if variable in r.free_symbols]
    goals: list[Goal] = []
    for side in statement.sides if isinstance(statement, Asymptotic) else statement.side:
        approach = Approach(variable, name, statement.to, *_filter(statement, side, translate))
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
    translate.reals.pop(variable)
    return replace(theorem(still, translate, goals, requires=("Taylor", "Powers")), claim=claim)


def _filter(statement: Limit | Asymptotic, side: str, translate: Translator) -> tuple[str, str]:
    to = statement.to
    if to in (sp.oo, -sp.oo):
        return side, f"(Rbar_locally {'p' if to is sp.oo else 'm'}_infty)"
    if to.free_symbols & {statement.variable} or side not in ("+", "-"):
        raise Untranslatable(f"the limit at {to} from the side {side}")
    point = translate(to)
    if point.conditions:
        raise Untranslatable(f"the limit at {to}, which is not defined everywhere")
    return side, f"(at_{'right' if side == '+' else 'left'} {point.text})"


def _domain(approach: Approach, moving: list[sp.Basic], translate: Translator) -> list[Goal]:
    """What the claim assumes of the variable, to be proved on the way."""
    goals = []
    if (sign := _sign(approach.variable)) is not None:
        relation = _relation(approach.variable)
        content = Order(relation.lhs, RELATIONS[type(relation)], relation.rhs)
        goals.append(Goal(approach.holds(sign.format(approach.name)), Eventually(approach, content)))
    for relation in moving:
        left, right = translate(relation.lhs), translate(relation.rhs)
        sign = RELATIONS[type(relation)]
        goals += _on_the_way(approach, [*left.conditions, *right.conditions])
        goals.append(
            Goal(
                approach.holds(f"{left.text} {sign} {right.text}"),
                Eventually(approach, Order(relation.lhs, sign, relation.rhs)),
            )
        )
    return goals


def _on_the_way(approach: Approach, conditions: list[Condition]) -> list[Goal]:
    return [Goal(approach.holds(c.text), Eventually(approach, c)) for c in conditions]


def _limit(statement: Limit, approach: Approach, translate: Translator) -> list[Goal]:
    term, value = translate(statement.expr), statement.equals
    goals = _on_the_way(approach, list(term.conditions))
    if value in (sp.oo, -sp.oo):
        to = f"(Rbar_locally {'p' if value is sp.oo else 'm'}_infty)"
    else:
        if approach.variable in value.free_symbols:
            raise Untranslatable(f"the stated limit contains {approach.variable}")
        end = translate(value)
        goals += defined(end)
        to = f"(locally {end.text})"
    return [*goals, Goal(approach.tends(term.text, to), Tends(approach, statement.expr, value))]


def _order(statement: Asymptotic, approach: Approach, translate: Translator) -> list[Goal]:
    expr, leading, rest = (translate(x) for x in (statement.expr, statement.leading, statement.remainder))
    goals = _on_the_way(approach, [*expr.conditions, *leading.conditions, *rest.conditions])
    for part, term in ((statement.leading, leading), (statement.remainder, rest)):
        goals.append(Goal(approach.holds(f"{term.text} <> 0"), Eventually(approach, Order(part, "<>", sp.S.Zero))))
    bound = approach.holds(f"Rabs ({expr.text} - {leading.text}) <= C * Rabs {rest.text}")
    goals.append(
        Goal(f"exists C : R, {bound}", Bounded(approach, statement.expr, statement.leading, statement.remainder))
    )
    smaller = approach.tends(f"{rest.text} / {leading.text}", "(locally 0)")
    return [*goals, Goal(smaller, Tends(approach, statement.remainder, sp.S.Zero, statement.leading))]
