"""What is said of any start: where it fails at time 0, at which each state is its start, it is false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from ...language.claims import Claim
from ...language.goals import Certificate, Goal, Zero
from ...language.statements import Conserved, Rate
from ...language.statements.dynamics import mentions_start
from ...language.symbols import ForAll


def at_the_start(goals: Iterable[Goal], claim: Claim) -> Iterator[Goal]:
    """The goals, and before each about all states the same at time 0, if the hypotheses are about the start alone.

    Then there is a trajectory from each start that they allow.  Where a hypothesis is about the time or a later state,
    or the flow is that on a set, a start need be none.
    """
    statement = claim.statement
    relations = [h.relation if isinstance(h, ForAll) else h for h in claim.hypotheses]
    if not isinstance(statement, (Rate, Conserved)) or statement.flow.invariant or not relations:
        yield from goals
        return
    time = statement.flow.time
    spoken = mentions_start((*statement.expressions(), *relations), statement.flow)
    if not spoken or any(not isinstance(relation, sp.Basic) or relation.has(time) for relation in relations):
        yield from goals
        return
    for goal in goals:
        if isinstance(goal, Certificate) and isinstance(goal.goal, Zero) and goal.goal.expr != 0:
            begun = [sp.sympify(e).xreplace({time: sp.S.Zero}) for e in (goal.goal.expr, *goal.goal.defined)]
            yield Zero(begun[0], f"{goal.name}, at time 0", tuple(begun[1:]))
        yield goal
