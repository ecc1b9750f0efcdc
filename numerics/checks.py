"""The numeric check of a claim: one call, whatever the kind of its statement."""

from __future__ import annotations

import time as clock
from functools import singledispatch
from typing import Any

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.statements import Conserved, Rate, Solution, Statement
from layerproof.derivations.kernel.verdicts import Evidence, Method, Verdict

from .check_algebra import check_algebra, pairs_of
from .check_dynamics import check_conserved, check_rate, check_solution
from .ensembles import Backend
from .findings import Findings

DRAWS = 1000


def check(claim: Claim, *, draws: int = DRAWS, seed: int = 0, backend: Backend | None = None) -> Evidence | None:
    """Compare a claim with numbers; None if its kind has no numeric check.

    Args:
        claim: what to check.
        draws: points, or trajectories, inside the hypotheses.
        seed: of the draws.
        backend: of the integration; by default heyoka where it is installed.

    Returns:
        SUPPORTED within a stated tolerance at stated draws, CONTRADICTED with the worst draw in ``details["worst"]``, or
        UNDECIDED with a reason; an exception on the way is a reason.
    """
    if draws < 1:
        raise ValueError(f"got {draws} draws; expected at least 1")
    begun = clock.perf_counter()
    try:
        found = findings(claim.statement, claim.hypotheses, draws, seed, backend)
    except Exception as error:
        reason = str(error) or type(error).__name__
        reason = reason if isinstance(error, ValueError) else f"{type(error).__name__}: {reason}"
        return Evidence(Method.NUMERIC, Verdict.UNDECIDED, how="sampling", seconds=clock.perf_counter() - begun, reason=reason)
    if found is None:
        return None
    result, how = found
    return result.evidence(how, draws, clock.perf_counter() - begun)


Found = tuple[Findings, str] | None


@singledispatch
def findings(statement: Statement, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    """What numbers say of a statement, and how that was found; kinds register themselves here."""
    pairs = pairs_of(statement)
    if pairs is None:
        return None
    return check_algebra(pairs, hypotheses, draws, seed), "both sides at random draws, a sample of them with 50 digits"


@findings.register
def _(statement: Conserved, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return check_conserved(statement, hypotheses, draws, seed, backend), "drift along integrated trajectories"


@findings.register
def _(statement: Rate, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return check_rate(statement, hypotheses, draws, seed, backend), "change along integrated trajectories against the integral of the rate"


@findings.register
def _(statement: Solution, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return check_solution(statement, hypotheses, draws, seed, backend), "closed form against integrated trajectories"
