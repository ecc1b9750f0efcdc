"""Falsification that tries: a counterexample to a claim, or None.

A claim comes down to goals, a goal to a question about one expression.  Points that are likely to refute are proposed
in doubles, by stages: simple and symmetric points, magnitudes, the constants that the statement names, random rationals
(`boundaries`), then points found by going downhill (`optimise`).  What is proposed is then asked exactly, in ball
arithmetic inside the hypotheses at two precisions (`confirm`), and made simple (`simplify`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import sympy as sp

from ...ground import effort
from ...language.binders import apart
from ...language.claims import Claim
from ...language.goals import Certificate, Goal, Integrates, Possible, Sign, Telescopes, Tends, Under, Zero
from ...language.statements import Series
from ..domain import Contradiction, Domain, IllPosed
from ..exact import limits
from ..exact.bound import under
from ..exact.deciding import decide
from ..exact.outcome import Proved
from ..exact.prover import Prover
from . import enclosures, pointwise
from .confirm import Counterexample, Question
from .hunting import Hunt, Log


def falsify(claim: Claim, *, budget: float = 10.0, seed: int = 0, log: Log | None = None) -> Counterexample | None:
    """A counterexample to a claim, exactly inside its hypotheses; None if none was found within the budget.

    Args:
        claim: what may be false; nothing is said of claims about matrices.
        budget: of work, as `effort` counts it, beyond which making a witness simple may take 3 more.
        seed: of the random draws.
        log: filled with what was tried.
    """
    claim = apart(claim)
    deadline = effort.spent() + budget
    log = Log() if log is None else log
    if claim.statement.is_about_matrices:
        return None
    try:
        prover = Prover(Domain.of(claim.statement.expressions(), claim.statement.facts(claim.hypotheses)))
        prover.domain.parametrisations()
        goals = _to_refute(_goals(claim), prover, deadline)
        for share, goal in _shared(goals):
            until = min(deadline, effort.spent() + share * max(deadline - effort.spent(), 0.0))
            if (found := hunt(goal, prover, until, seed, log)) is not None:
                return found
    except (Contradiction, IllPosed):
        return None
    return None


def _goals(claim: Claim) -> Iterator[Goal]:
    """The goals of the statement; a sum needs no telescoping sequence to be refuted."""
    statement = claim.statement
    if isinstance(statement, Series) and statement.certificate is None:
        yield Telescopes(statement.term, *statement.over, statement.relation, statement.equals, sp.S.Zero)
    else:
        yield from statement.posed(claim.hypotheses)


def _to_refute(goals: Iterable[Goal], prover: Prover, deadline: float) -> list[Goal]:
    """The goals whose failure refutes the statement: none after a certificate that is not proved, or about nothing."""
    found: list[Goal] = []
    for goal in goals:
        if isinstance(goal, (Certificate, Possible)):
            if effort.spent() > deadline or not isinstance(decide(goal, prover), Proved):
                break
        elif isinstance(goal, Tends):
            found += limits.reached(prover, goal)
        elif isinstance(goal, (Zero, Sign, Under, Integrates, Telescopes)):
            found.append(goal)
    return found


def _shared(goals: Sequence[Goal]) -> Iterator[tuple[float, Goal]]:
    """Each goal with its share of the time that is then left."""
    for k, goal in enumerate(goals):
        yield 1.0 / (len(goals) - k), goal


def hunt(goal: Goal, prover: Prover, deadline: float, seed: int, log: Log) -> Counterexample | None:
    """A counterexample to one goal."""
    match goal:
        case Zero():
            question = Question(prover.domain, prover.prepared(goal.expr), None, goal.name, _defined(goal, prover))
            return _answer(question, deadline, seed, log)
        case Sign():
            expr = prover.prepared(goal.expr)
            question = Question(prover.domain, expr, goal.strict, goal.name, _defined(goal, prover))
            return _answer(question, deadline, seed, log)
        case Under():
            return hunt(goal.goal, under(prover, goal.variable, goal.conditions), deadline, seed, log)
        case Tends() | Integrates() | Telescopes():
            return pointwise.hunt(goal, prover, deadline, seed, log)
    return None


def _answer(question: Question, deadline: float, seed: int, log: Log) -> Counterexample | None:
    if enclosures.lasting(question.expr):
        return enclosures.hunt(replace(question, balls=enclosures.Enclosing), deadline, seed, log)
    return Hunt(question, deadline, seed, log).run()


def _defined(goal: Zero | Sign, prover: Prover) -> tuple[sp.Expr, ...]:
    return (*map(prover.prepared, map(sp.sympify, goal.defined)), prover.prepared(goal.expr))
