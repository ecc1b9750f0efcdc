"""The numeric check of a claim: one call, whatever the kind of its statement."""

from __future__ import annotations

import time as clock
from functools import singledispatch
from typing import Any

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.statements import (
    Asymptotic,
    Conserved,
    Expectation,
    Induction,
    Integral,
    Limit,
    Rate,
    Series,
    Solution,
    Statement,
    Substitution,
)
from layerproof.derivations.kernel.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.derivations.kernel.verdicts import Evidence, Method, Verdict

from ..flows.ensembles import Backend
from . import expectation, integrals, limits, matrices, series
from .algebra import check_algebra, pairs_of
from .dynamics import check_conserved, check_rate, check_solution
from .findings import Findings

DRAWS = 1000
FINE_DRAWS = 8
CASES = 6  # of an induction


def check(claim: Claim, *, draws: int = DRAWS, seed: int = 0, backend: Backend | None = None) -> Evidence | None:
    """Compare a claim with numbers; None if its kind has no numeric check.

    Args:
        claim: what to check.
        draws: points, or trajectories, inside the hypotheses.
        seed: of the draws.
        backend: of the integration; by default heyoka where it is installed.

    Returns:
        SUPPORTED within a stated tolerance at stated draws, CONTRADICTED with the worst draw in ``details["worst"]``,
        or UNDECIDED with a reason; an exception on the way is a reason.
    """
    if draws < 1:
        raise ValueError(f"got {draws} draws; expected at least 1")
    begun = clock.perf_counter()
    try:
        found = findings(claim.statement, claim.hypotheses, draws, seed, backend)
    except Exception as error:
        reason = str(error) or type(error).__name__
        reason = reason if isinstance(error, ValueError) else f"{type(error).__name__}: {reason}"
        return Evidence(
            Method.NUMERIC, Verdict.UNDECIDED, how="sampling", seconds=clock.perf_counter() - begun, reason=reason
        )
    if found is None:
        return None
    result, how = found
    wanted = result.wanted if result.wanted is not None else draws
    return result.evidence(how, wanted, clock.perf_counter() - begun)


Found = tuple[Findings, str] | None


@singledispatch
def findings(statement: Statement, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    """What numbers say of a statement, and how that was found; kinds register themselves here."""
    pairs = pairs_of(statement)
    if pairs is None:
        return None
    return check_algebra(pairs, hypotheses, draws, seed), "both sides at random draws, a sample of them with 50 digits"


def _closer(result: Findings, statement: Statement, hypotheses: Any, seed: int) -> Findings:
    """Look for a falsehood too small for trajectories: the statement's goals, at a few draws, with 50 digits."""
    if result.against or result.trouble:
        return result
    try:
        pairs = pairs_of(statement)
        fine = check_algebra(pairs, hypotheses, FINE_DRAWS, seed, (2,)) if pairs else None
    except Exception as error:  # a second opinion, whose absence is told and changes nothing
        result.note(f"no second look with 50 digits: {type(error).__name__}: {error}")
        return result
    if fine is not None and fine.against:
        result.saw(fine.error, fine.worst, fine.part, against=True)
        result.note("the difference is below the trajectories' tolerance, and was found with 50 digits")
    return result


@findings.register
def _(statement: Conserved, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return _closer(
        check_conserved(statement, hypotheses, draws, seed, backend), statement, hypotheses, seed
    ), "drift along integrated trajectories"


@findings.register
def _(statement: Rate, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return _closer(
        check_rate(statement, hypotheses, draws, seed, backend), statement, hypotheses, seed
    ), "change along integrated trajectories against the integral of the rate"


@findings.register
def _(statement: Solution, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return _closer(
        check_solution(statement, hypotheses, draws, seed, backend), statement, hypotheses, seed
    ), "closed form against integrated trajectories"


@findings.register(Limit)
@findings.register(Asymptotic)
def _(statement: Limit | Asymptotic, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return limits.check_limits(statement, hypotheses, draws, seed), "a sequence towards the limit, with 150 digits"


@findings.register(Integral)
@findings.register(Substitution)
def _(statement: Integral | Substitution, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return integrals.check_integrals(statement, hypotheses, seed), "adaptive quadrature with its error estimate"


@findings.register
def _(statement: Expectation, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return expectation.check_expectation(statement, hypotheses, seed), "quadrature over the distributions"


@findings.register
def _(statement: Induction, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    known: dict[int, Any] = {}
    pairs = [
        (
            f"{statement.n} = {m}",
            statement.written(statement.of, m, known),
            "=",
            statement.written(statement.equals, m, known),
        )
        for m in range(statement.start, statement.start + CASES)
    ]
    return check_algebra(pairs, hypotheses, draws, seed), f"the first {CASES} cases at random draws"


@findings.register
def _(statement: Series, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return series.check_series(statement, hypotheses, seed), "terms added up, the tail by Euler and Maclaurin"


@findings.register
def _(statement: MatrixIdentity, hypotheses: Any, draws: int, seed: int, backend: Backend | None) -> Found:
    return matrices.check_identity(statement, hypotheses, draws, seed), "both sides at random matrices"


@findings.register(MatrixRate)
@findings.register(MatrixConserved)
def _(
    statement: MatrixRate | MatrixConserved, hypotheses: Any, draws: int, seed: int, backend: Backend | None
) -> Found:
    return matrices.check_rate(statement, hypotheses, draws, seed), "change along integrated matrix flows; dop853"
