"""What the exact prover says of a goal, and of a claim whose statement is no theorem."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import sympy as sp

from ...ground import effort
from ...language.binders import apart
from ...language.claims import Claim
from ...language.goals import (
    Always,
    Certificate,
    Goal,
    Impossible,
    Inside,
    Integrates,
    Open,
    Possible,
    Sign,
    SignWord,
    Smooth,
    Telescopes,
    Tends,
    Under,
    Zero,
    ZeroWord,
)
from ...language.theorems.theorem import Joined
from ...language.verdicts import UNSEEN, Evidence, Method, Verdict, Witness
from ..domain import Contradiction, Domain, IllPosed
from . import limits, whatever
from .bound import under
from .entrywise import Entries
from .gosper import with_sequence
from .integral_test import by_integrals
from .outcome import Outcome, Proved, Refuted, Unknown
from .power_series import in_closed_form
from .prover import Prover
from .roots import refute, roots
from .starts import at_the_start

__all__ = ["decide", "prove"]

_ARRIVED_TRUE = (
    "a hypothesis arrives as true: SymPy simplifies what it is given before anyone can ask where it is defined, and "
    "nothing is left of it; leave it out if the domains of its letters give it, and else write what it asks for, such "
    "as Ne(x, 0), or its side as text, as_written('1/x', x)"
)


def decide(goal: Goal, prover: Prover, hypotheses: Iterable[object] = ()) -> Outcome:
    """What the prover says of one goal."""
    match goal:
        case Zero():
            return prover.zero(goal)
        case Sign():
            return prover.positive(goal)
        case Tends():
            return limits.decide(prover, goal)
        case ZeroWord() | SignWord():
            from . import gaussian_words

            return gaussian_words.decide(goal, tuple(hypotheses), prover)
        case Integrates():
            from . import integrals

            return integrals.decide(prover, goal)
        case Telescopes():
            from . import telescoping

            return telescoping.decide(prover, goal)
        case Inside():
            from . import places

            return places.inside(prover, goal, hypotheses)
        case Smooth():
            from . import places

            return places.smooth(prover, goal)
        case Under():
            try:
                return decide(goal.goal, under(prover, goal.variable, goal.conditions), hypotheses)
            except Contradiction:
                return Unknown(f"{goal.name}: no {goal.variable} is found that satisfies its conditions")
        case Certificate():
            found = decide(goal.goal, prover, hypotheses)
            return found if goal.telling and isinstance(found, Refuted) else _certified(found, goal.lacking)
        case Always():
            return whatever.always(goal)
        case Open():
            return whatever.is_open(goal)
        case Possible():
            return whatever.possible(goal)
        case Impossible():
            sizes = {size for size, _ in goal.sizes}
            if sizes and not any(isinstance(h, sp.Basic) and h.free_symbols & sizes for h in hypotheses):
                shown = {str(size): str(value) for size, value in goal.sizes}
                return Refuted(Witness(shown, goal.reason, goal.name), "the sides differ in shape")
            return Unknown(goal.reason, goal.unseen)


def _certified(outcome: Outcome, lacking: str) -> Outcome:
    """What the outcome of a certificate says of the statement: a wrong argument does not make it false."""
    match outcome:
        case Refuted(witness):
            return Unknown(f"{lacking}: {witness}", unseen=True)
        case Unknown(reason):
            return Unknown(f"{lacking}: {reason}", unseen=True)
        case Proved():
            return outcome


def _begun(claim: Claim, looks: tuple[int, int]) -> tuple[Prover, tuple[Any, ...], Any, str | None]:
    """The prover of a claim, the hypotheses in its letters, points at roots, and why no point is inside, if none is."""
    hypotheses = claim.statement.facts(claim.hypotheses)
    entries = Entries.among(claim.statement, hypotheses)
    hypotheses = entries.hypotheses if entries.of else hypotheses
    prover = entries.prover(Prover(Domain.of(claim.statement.expressions(), hypotheses), looks=looks))
    prover.domain.parametrisations()
    lacking = hypotheses and next(prover.points(1), None) is None and not claim.statement.is_about_matrices
    special = roots(prover.domain) if lacking else []
    nowhere = "no point inside the hypotheses was found: they may contradict each other"
    return prover, hypotheses, special, nowhere if lacking and not special else None


def about_nothing(claim: Claim) -> str | None:
    """Why a claim that is no theorem is about nothing, for whoever proves it in another way; None if it is not seen."""
    if isinstance(claim.statement, Joined):
        return None
    claim = with_sequence(apart(claim))
    try:
        *_, nowhere = _begun(claim, Prover.looks)
    except (Contradiction, IllPosed) as problem:
        return str(problem)
    for goal in claim.statement.conditions(claim.statement.assumed(claim.hypotheses)):
        if nowhere is None and isinstance(goal, Possible) and isinstance(found := whatever.possible(goal), Unknown):
            nowhere = found.reason
    return nowhere


def prove(claim: Claim, *, budget: float = 30.0, looks: tuple[int, int] = Prover.looks) -> Evidence:
    """The exact evidence about a claim: all goals proved, one refuted, or undecided with every reason.

    Runs in this process; `budget`, of work as `effort` counts it (no machine changes a verdict), is checked between
    goals only, so that a caller who needs a hard limit runs it in a process of its own.  Exceptions of the prover
    itself are not caught here.  `looks` are the points that it looks at before and after it tries a proof of a goal.

    Raises:
        TypeError: for a theorem, which is decided by its joins; see `proving.evidence`.
    """
    if isinstance(claim.statement, Joined):
        raise TypeError(f"{claim.id} is a theorem, which is decided by its joins")
    start, busy = time.perf_counter(), effort.spent()

    def evidence(verdict: Verdict, how: str = "", **rest: object) -> Evidence:
        return Evidence(Method.EXACT, verdict, how, time.perf_counter() - start, **rest)  # type: ignore[arg-type]

    if claim.refuses and any(h is True or h == sp.true for h in claim.hypotheses):
        return evidence(Verdict.UNDECIDED, reason=_ARRIVED_TRUE, details={UNSEEN: True})
    claim = with_sequence(apart(claim))
    try:
        prover, hypotheses, special, nowhere = _begun(claim, looks)
    except (Contradiction, IllPosed) as problem:
        return evidence(Verdict.UNDECIDED, reason=str(problem), details={UNSEEN: True})
    if nowhere is not None:
        return evidence(Verdict.UNDECIDED, reason=nowhere)
    hows: list[str] = []
    reasons: list[str] = []
    goals, unseen = 0, False
    posed = at_the_start(claim.statement.posed(claim.hypotheses), claim)
    for goal in in_closed_form(posed, claim.statement, prover):
        goals += 1
        if effort.spent() - busy > budget:
            reasons.append(f"{goal.name}: not reached within the budget of {budget:g}")
            break
        try:
            outcome = refute(prover, goal, special) or decide(goal, prover, hypotheses)
            if isinstance(outcome, Unknown):
                outcome = by_integrals(goal, claim.statement, prover) or outcome
        except Contradiction as problem:
            return evidence(Verdict.UNDECIDED, reason=str(problem))
        match outcome:
            case Refuted(witness, how):
                return evidence(Verdict.REFUTED, how, witness=witness)
            case Proved(how):
                hows.append(how)
            case Unknown(reason, hidden):
                reasons.append(reason)
                unseen |= hidden
                if isinstance(goal, (Certificate, Possible)):
                    break  # what rests on it says nothing
    if reasons:
        details = {UNSEEN: True} if unseen else {}
        return evidence(Verdict.UNDECIDED, reason="; ".join(dict.fromkeys(reasons)), details=details)
    if not goals:
        return evidence(Verdict.UNDECIDED, reason="the statement has no goals: there is nothing to prove")
    return evidence(Verdict.VERIFIED, "; ".join(filter(None, dict.fromkeys(hows))))
