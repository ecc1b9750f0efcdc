"""Goals that are decided whatever the hypotheses of the claim say, each in a domain of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ...language import along
from ...language.flows import GradientFlow
from ...language.goals import Always, Impossible, Open, Possible, Zero, ZeroWord
from ...language.statements.matrices import MatrixConserved
from ..domain import Contradiction, Domain, IllPosed
from ..sign_sets import NONZERO
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


def possible(goal: Possible) -> Outcome:
    """Whether equations contradict relations, or one of them the others with these."""
    equations = [sp.Eq(left, right) for left, right in goal.equations]
    try:
        put_in = [
            r.subs(left, right) for r in goal.relations if isinstance(r, Relational) for left, right in goal.equations
        ]
        Domain.of((), (*goal.relations, *put_in, *equations)).parametrisations(limit=1)
        for number, (left, right) in enumerate(goal.equations):
            others = (*goal.relations, *equations[:number], *equations[number + 1 :])
            prover = Prover(Domain.of((left - right,), others))
            if prover.sign(prover.prepared(left - right)) <= NONZERO:
                return Unknown(goal.lacking)
    except Contradiction:
        return Unknown(goal.lacking)
    except IllPosed:
        pass  # that is told of the statement itself
    return Proved("")


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
        ways = (matrix_goals.decide(goal, some, lambda _: None, refuting=False) for some in ((), hypotheses))
        if not any(isinstance(way, Proved) for way in ways):
            return condition.lacking
    return None
