"""Goals that are decided whatever the hypotheses of the claim say, each in a domain of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...language import along
from ...language.flows import GradientFlow
from ...language.goals import Always, Impossible, Open, Zero, ZeroWord
from ...language.statements.matrices import MatrixConserved
from ..domain import Contradiction, Domain
from .drawing import sample
from .outcome import Outcome, Proved, Unknown
from .prover import Prover


def always(goal: Always) -> Outcome:
    """Whether an expression is zero wherever its symbols have their domains; it refutes nothing if it is not."""
    outcome = Prover(Domain.of([goal.expr], ())).zero(Zero(goal.expr, goal.name))
    return outcome if isinstance(outcome, Proved) else Unknown(goal.lacking)


def is_open(goal: Open) -> Outcome:
    """Whether a point is found at which all relations hold."""
    try:
        found = sample(Domain.of(goal.expressions, goal.relations))
    except Contradiction:
        found = ()
    return Proved("a point inside the hypotheses") if found else Unknown(goal.lacking)


def why_not_kept(hypotheses: Iterable[Any], flow: GradientFlow) -> str | None:
    """Why hypotheses about trajectories are not to be assumed all along a flow; None if they may be."""
    for goal in along.kept(hypotheses, flow):
        match goal:
            case Impossible(reason):
                return reason
            case Always():
                outcome = always(goal)
            case Open():
                outcome = is_open(goal)
            case _:
                raise TypeError(f"{type(goal).__name__} is no goal about what a flow keeps")
        if isinstance(outcome, Unknown):
            return outcome.reason
    return None


def why_matrices_leave(statement: MatrixConserved, hypotheses: Iterable[Any]) -> str | None:
    """Why hypotheses about matrices that move are not to be assumed all along; None if they may be.

    The scalars in hypotheses are taken to be defined.
    """
    from . import matrix_goals

    hypotheses = tuple(hypotheses)
    for condition in statement.conditions(hypotheses):
        goal = condition.goal
        if not isinstance(goal, ZeroWord):
            return condition.lacking
        if not any(isinstance(matrix_goals.decide(goal, some, lambda _: None), Proved) for some in ((), hypotheses)):
            return condition.lacking
    return None
