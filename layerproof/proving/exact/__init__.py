"""The exact prover: normal forms, signs, limits, words; refutation in ball arithmetic."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ..claims import Claim
from ..domain import Contradiction, Domain, IllPosed
from ..goals import Certificate, Goal, Impossible, Integrates, Sign, Telescopes, Tends, Under, Zero, ZeroWord
from ..verdicts import Evidence, Method, Verdict
from . import limits
from .bound import under
from .outcome import Outcome, Proved, Refuted, Unknown
from .prover import Prover

__all__ = ["decide", "prove"]


def decide(goal: Goal, prover: Prover, hypotheses: Iterable[object] = ()) -> Outcome:
    """What the prover says of one goal."""
    match goal:
        case Zero():
            return prover.zero(goal)
        case Sign():
            return prover.positive(goal)
        case Tends():
            return limits.decide(prover, goal)
        case ZeroWord():
            from . import words

            return words.decide(goal, tuple(hypotheses))
        case Integrates():
            from . import integrals

            return integrals.decide(prover, goal)
        case Telescopes():
            from . import telescoping

            return telescoping.decide(prover, goal)
        case Under():
            return decide(goal.goal, under(prover, goal.variable, goal.conditions), hypotheses)
        case Certificate():
            return _certified(decide(goal.goal, prover, hypotheses), goal.lacking)
        case Impossible():
            return Unknown(goal.reason)


def _certified(outcome: Outcome, lacking: str) -> Outcome:
    """What the outcome of a certificate says of the statement: a wrong argument does not make it false."""
    match outcome:
        case Refuted(witness):
            return Unknown(f"{lacking}: {witness}")
        case Unknown(reason):
            return Unknown(f"{lacking}: {reason}")
        case Proved():
            return outcome


def prove(claim: Claim, *, budget: float = 30.0) -> Evidence:
    """The exact evidence about a claim: all goals proved, one refuted, or undecided with every reason.

    Runs in this process; `budget`, in seconds of processor time (a busy machine changes no verdict), is checked between
    goals only, so that a caller who needs a hard limit runs it in a process of its own.  Exceptions of the prover
    itself are not caught here.
    """
    start, busy = time.perf_counter(), time.process_time()

    def evidence(verdict: Verdict, how: str = "", **rest: object) -> Evidence:
        return Evidence(Method.EXACT, verdict, how, time.perf_counter() - start, **rest)  # type: ignore[arg-type]

    try:
        prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
        prover.domain.parametrisations()
        if claim.hypotheses and next(prover.points(1), None) is None and not claim.statement.is_about_matrices:
            return evidence(
                Verdict.UNDECIDED, reason="no point inside the hypotheses was found: they may contradict each other"
            )
    except (Contradiction, IllPosed) as problem:
        return evidence(Verdict.UNDECIDED, reason=str(problem))
    hows: list[str] = []
    reasons: list[str] = []
    goals = 0
    for goal in claim.statement.goals():
        goals += 1
        if time.process_time() - busy > budget:
            reasons.append(f"{goal.name}: not reached within {budget:g} s")
            break
        try:
            outcome = decide(goal, prover, claim.hypotheses)
        except Contradiction as problem:
            return evidence(Verdict.UNDECIDED, reason=str(problem))
        match outcome:
            case Refuted(witness, how):
                return evidence(Verdict.REFUTED, how, witness=witness)
            case Proved(how):
                hows.append(how)
            case Unknown(reason):
                reasons.append(reason)
                if isinstance(goal, Certificate):
                    break  # what rests on it says nothing
    if reasons:
        return evidence(Verdict.UNDECIDED, reason="; ".join(dict.fromkeys(reasons)))
    if not goals:
        return evidence(Verdict.UNDECIDED, reason="the statement has no goals: there is nothing to prove")
    return evidence(Verdict.VERIFIED, "; ".join(dict.fromkeys(hows)))
