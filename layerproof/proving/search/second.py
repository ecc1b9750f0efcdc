"""A second try at what the exact prover left open: a certificate, or a counterexample, or what was tried."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from ...ground import effort
from ...language.claims import Claim
from ...language.goals import Sign, Under
from ...language.verdicts import Evidence, Method, Verdict
from .hunting import Log
from .inequalities import prove_inequality
from .search import falsify

_SHARE = 0.4  # of the budget, for certificates
_LEAST = 0.4  # of the budget, for counterexamples, whatever the first part took


def second_try(claim: Claim, evidence: Evidence, budget: float = 10.0) -> Evidence:
    """Exact evidence about a claim after a second try.

    Evidence that is not UNDECIDED comes back as it is.  Otherwise a certificate is looked for, then a counterexample:
    VERIFIED with a how that names the certificate (already checked), REFUTED with the witness, or UNDECIDED with what
    was tried added to the reason.

    Args:
        claim: the claim.
        evidence: what `prove` said of it.
        budget: of work, as `effort` counts it, for both; it is looked at between steps, so that a hard limit needs a
            process of its own.
    """
    if evidence.verdict is not Verdict.UNDECIDED or evidence.method is not Method.EXACT or budget <= 0:
        return evidence
    start, busy = perf_counter(), effort.spent()
    tried: list[str] = []
    if _may_be_proved(claim, evidence):
        certificate = prove_inequality(claim, budget=_SHARE * budget)
        if certificate is not None:
            how = f"certificate, checked exactly: {certificate.how}"
            return Evidence(Method.EXACT, Verdict.VERIFIED, how, evidence.seconds + perf_counter() - start)
        tried.append("no certificate was found")
    log = Log()
    left = max(budget - (effort.spent() - busy), _LEAST * budget)
    found = falsify(claim, budget=left, log=log)
    seconds = evidence.seconds + perf_counter() - start
    if found is not None:
        return Evidence(Method.EXACT, Verdict.REFUTED, found.how, seconds, witness=found.witness)
    tried.append(str(log))
    return replace(evidence, seconds=seconds, reason=f"{evidence.reason}; {'; '.join(tried)}")


def _may_be_proved(claim: Claim, evidence: Evidence) -> bool:
    """Whether a goal is a sign, or hypotheses of higher degree, or of unknown sign, stand in the way."""
    if claim.statement.is_about_matrices:
        return False
    if claim.hypotheses or "missing hypothesis" in (evidence.reason or ""):
        return True
    goals = [goal.goal if isinstance(goal, Under) else goal for goal in claim.statement.goals()]
    return any(isinstance(goal, Sign) for goal in goals)
