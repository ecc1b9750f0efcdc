"""The numeric check of a claim: one call, whatever the kind of its statement."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import singledispatch
from typing import Any

import sympy as sp

from layerproof.language.binders import apart
from layerproof.language.claims import Claim
from layerproof.language.printing import text
from layerproof.language.smooth import Rough, under_derivatives
from layerproof.language.statements import (
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
from layerproof.language.statements.dynamics import mentions_start
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.statements.matrix_order import MatrixInequality
from layerproof.language.statements.matrix_solutions import MatrixSolution
from layerproof.language.theorems.theorem import Joined
from layerproof.language.theorems.trajectories import Along, Tends
from layerproof.language.verdicts import Evidence, Method, Verdict

from ..flows.ensembles import Backend
from ..forms import with_forms
from . import expectation, integrals, limits, matrices, matrix_solutions, moments, parts, series, trajectories
from .algebra import certificates_of, check_algebra, pairs_of
from .dynamics import check_conserved, check_rate, check_solution
from .enclosed import enclose_solution
from .findings import Findings
from .points import Points
from .sampling import NoDraws, relations_of

DRAWS = 10_000
POINTS = 1000
"""Draws of an identity or an inequality.

What is false somewhere is mostly false at once; and where it is false only at special points (zero, one, equal values,
where an inequality is tightest), those are looked for by themselves.
"""
FINE_DRAWS = 8
BALLS = 3
CASES = 40
"""Of an induction: with fewer, numbers do not support a statement about every n."""
FIRST_CASES = 6
"""So many of them at all draws."""
LONG = 3000
"""Operations in the two sides of a case that are too many to go on."""
CANCELLED = 12
"""Operations in a term of a sequence beyond which it is cancelled."""


def check(claim: Claim, *, draws: int = DRAWS, seed: int = 0, backend: Backend | None = None) -> Evidence | None:
    """Compare a claim with numbers; None if its kind has no numeric check.

    Args:
        claim: what to check.
        draws: trajectories inside the hypotheses.  Other kinds, whose draws are costly and none much more telling than
            another, take fewer: identities and inequalities at most 1000, limits 200, integrals 60, expectations 40,
            sums 24.
        seed: of the draws.
        backend: of the integration; by default heyoka where it is installed.

    Returns:
        SUPPORTED within a stated tolerance at stated draws, CONTRADICTED, or UNDECIDED with a reason; an exception on
        the way is a reason.  The worst draw is in ``details``: all its values in ``worst``, in full precision, its
        sizes in ``sizes``, and its relative error in ``error``; `rerun` takes them.

    Raises:
        ValueError: for fewer than one draw, or an unknown backend.
    """
    if draws < 1:
        raise ValueError(f"got {draws} draws; expected at least 1")
    if backend not in (None, "heyoka", "dop853"):
        raise ValueError(f"got backend {backend!r}; expected 'heyoka' or 'dop853'")
    return _check(claim, Points(draws, seed), backend)


def rerun(claim: Claim, details: Mapping[str, Any], *, backend: Backend | None = None) -> Evidence | None:
    """Check a claim at one draw only: the worst of an earlier check.

    Args:
        claim: the claim that was checked.
        details: ``details`` of the evidence, perhaps from its JSON; other values in ``worst`` make another draw.
        backend: of the integration.

    Returns:
        Evidence over one draw, with the error of the earlier check; UNDECIDED if the draw lacks a value.

    >>> from layerproof.derivations import load
    >>> claim = next(c for c in load("feedback") if c.id == "feedback/conservation")
    >>> evidence = check(claim, draws=100)
    >>> rerun(claim, evidence.details).details["error"] == evidence.details["error"]
    True

    Raises:
        ValueError: if `details` names no draw.
    """
    if not isinstance(details.get("worst"), Mapping):
        raise ValueError("got details without a draw; expected those of earlier evidence, with 'worst'")
    return _check(claim, Points(1, int(details.get("seed", 0)), details), backend)


def _check(claim: Claim, points: Points, backend: Backend | None) -> Evidence | None:
    begun = clock.perf_counter()
    claim = with_forms(apart(claim))
    try:
        if points.again is not None and points.again.get("look") == GOALS:
            pairs = pairs_of(claim.statement, claim.hypotheses)
            found = (check_algebra(pairs, claim.hypotheses, points), GOALS) if pairs else None
        else:
            found = findings(claim.statement, claim.hypotheses, points, backend)
    except Exception as error:
        reason = str(error) or type(error).__name__
        reason = reason if isinstance(error, ValueError) else f"{type(error).__name__}: {reason}"
        return Evidence(
            Method.NUMERIC, Verdict.UNDECIDED, how="sampling", seconds=clock.perf_counter() - begun, reason=reason
        )
    if found is None:
        return None
    result, how = found
    if rough := next((r for r in _corners(claim.statement) if r.vanishes is None or not r.vanishes.is_nonzero), None):
        where = f" where {text(rough.vanishes)} = 0" if rough.vanishes is not None else ""
        result.could_not(f"{text(rough.part)}, of which there is a derivative, need have none{where}")
    wanted = points.draws if result.wanted is None or points.again is not None else result.wanted
    return result.evidence(how, wanted, clock.perf_counter() - begun)


def _corners(statement: Statement) -> Iterator[Rough]:
    """What may have no derivative, of what the statement has derivatives of: draws do not meet such points."""
    for expr in statement.expressions():
        for node in expr.atoms(sp.Derivative):
            yield from under_derivatives(node)


GOALS = "the statement's goals, with 50 digits"
Found = tuple[Findings, str] | None


@singledispatch
def findings(statement: Statement, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    """What numbers say of a statement, and how that was found; kinds register themselves here."""
    pairs = pairs_of(statement, hypotheses)
    if pairs is None:
        return None
    result = check_algebra(pairs, hypotheses, points.at_most(POINTS))
    if not result.against and points.again is None and (lacking := certificates_of(statement)):
        other = check_algebra(lacking, hypotheses, points.at_most(POINTS))
        if other.against or other.trouble:
            where = ", ".join(f"{name} = {value:.4g}" for name, value in other.worst.items())
            result.could_not(f"{other.part or lacking[0][0]}: not seen" + (f", at {where}" if other.against else ""))
    return result, "both sides at random draws, a sample of them with 50 digits"


def _begins(statement: Rate | Conserved, hypotheses: Any) -> bool:
    """Whether the initial value of a parameter is spoken of."""
    return mentions_start((*statement.expressions(), *relations_of(hypotheses)), statement.flow)


def _closer(result: Findings, statement: Statement, hypotheses: Any, points: Points) -> Findings:
    """Look for a falsehood too small for trajectories: the statement's goals, at a few draws, with 50 digits."""
    if result.against or result.trouble or points.again is not None:
        return result
    if isinstance(statement, (Rate, Conserved)) and _begins(statement, hypotheses):
        return result  # of the goals' states not all are reached
    try:
        pairs = pairs_of(statement, hypotheses)
        if any(
            sp.sympify(side).has(sp.Heaviside, sp.DiracDelta) for pair in pairs or () for side in (pair[1], pair[3])
        ):
            return result  # a formal derivative with a step says nothing at the corner
        fine = check_algebra(pairs, hypotheses, Points(FINE_DRAWS, points.seed), (2,), corners=False) if pairs else None
    except Exception as error:  # a second opinion, whose absence is told and changes nothing
        result.note(f"no second look with 50 digits: {type(error).__name__}: {error}")
        return result
    if fine is not None and fine.against:
        result.saw(fine.error, fine.worst, fine.part, against=True)
        result.sizes, result.look = fine.sizes, GOALS
        result.note("the difference is below the trajectories' tolerance, and was found with 50 digits")
    return result


@findings.register
def _(statement: Conserved, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return _closer(
        check_conserved(statement, hypotheses, points, backend), statement, hypotheses, points
    ), "drift along integrated trajectories"


@findings.register
def _(statement: Rate, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    begins = _begins(statement, hypotheses)
    if not begins and moments.at_one_only(statement, hypotheses) and (pairs := pairs_of(statement, hypotheses)):
        found = check_algebra(pairs, hypotheses, points.at_most(POINTS))
        found.look = GOALS
        return found, "the two sides at single moments, with 50 digits"
    begun, given = (statement, hypotheses) if begins else moments.from_any(statement, hypotheses)
    result = check_rate(begun, given, points, backend)
    if begun != statement and points.again is None:
        with suppress(NoDraws):  # where the hypotheses leave out time 0
            first = check_rate(statement, hypotheses, points, backend)
            result.corner(first)
            for reason in first.trouble:
                result.could_not(reason)
    how = "change along integrated trajectories against the integral of the rate"
    return _closer(result, statement, hypotheses, points), how


@findings.register
def _(statement: Solution, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    result = _closer(check_solution(statement, hypotheses, points, backend), statement, hypotheses, points)
    return _enclosed(result, statement, hypotheses, points), "closed form against integrated trajectories"


def _enclosed(result: Findings, statement: Solution, hypotheses: Any, points: Points) -> Findings:
    """Hold the closed form against balls that provably contain the trajectory, at a few rational draws."""
    if result.against or points.again is not None:
        return result
    try:
        found = enclose_solution(statement, hypotheses, draws=BALLS, seed=points.seed)
    except Exception as error:  # a second opinion, whose absence is told and changes nothing
        result.note(f"no enclosure: {type(error).__name__}: {error}")
        return result
    told = found.telling
    if found.verdict == "encloses":
        result.note(
            f"at {len(found.draws)} rational draws also in balls that contain the trajectory, to {told.width:.0e}"
        )
    elif found.verdict == "refutes":
        at = {name: float(Fraction(value)) for name, value in told.values.items()}
        result.saw(told.gap, at, f"{told.observable} at t = {told.at}", against=True)
        result.note(f"the ball of the trajectory excludes it, by {told.gap:.1e} at least")
    else:
        result.note(f"no enclosure: {told.reason}")
    return result


@findings.register(Limit)
@findings.register(Asymptotic)
def _(statement: Limit | Asymptotic, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return limits.check_limits(statement, hypotheses, points), "a sequence towards the limit, with 150 digits"


@findings.register(Integral)
@findings.register(Substitution)
def _(statement: Integral | Substitution, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return integrals.check_integrals(statement, hypotheses, points), "adaptive quadrature with its error estimate"


@findings.register
def _(statement: Expectation, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return expectation.check_expectation(statement, hypotheses, points), "quadrature over the distributions"


def _shorten(known: dict[int, Any]) -> None:
    """Cancel the newest term of a sequence, where it is a quotient that grows: ``H/(1 + H)`` doubles with each step.

    Where a term before it has no value the cancelled one may have one; random draws are not there.
    """
    newest = max(known, default=None)
    if newest is not None and known[newest].count_ops() > CANCELLED and known[newest].is_rational_function():
        known[newest] = min(known[newest], sp.cancel(known[newest]), key=lambda term: int(term.count_ops()))


@findings.register
def _(statement: Induction, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    """The first cases at all draws, and many more at a few: what is false may hold for long."""
    known: dict[int, Any] = {}
    pairs: list[tuple[str, Any, str, Any]] = []
    long = False
    for m in range(statement.start, statement.start + CASES):
        sides = statement.written(statement.of, m, known), statement.written(statement.equals, m, known)
        if long := len(pairs) >= FIRST_CASES and sum(side.count_ops() for side in sides) > LONG:
            break
        pairs.append((f"{statement.n} = {m}", sides[0], "=", sides[1]))
        _shorten(known)
    result = check_algebra(pairs[:FIRST_CASES], hypotheses, points.at_most(POINTS))
    if not result.against and not result.trouble and points.again is None:
        more = check_algebra(pairs[FIRST_CASES:], hypotheses, points.at_most(FINE_DRAWS))
        if more.against:
            result.saw(more.error, more.worst, more.part, against=True)
            result.sizes = more.sizes
        for reason in more.trouble:
            result.could_not(reason)
        if long and not more.against:
            result.could_not(
                f"only the first {len(pairs)} cases were tried: the terms after them are too long to write out"
            )
    return result, f"the first {len(pairs)} cases, those after {FIRST_CASES} at {FINE_DRAWS} draws"


@findings.register
def _(statement: Series, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return series.check_series(statement, hypotheses, points), "terms added up, the tail by Euler and Maclaurin"


@findings.register
def _(statement: MatrixIdentity, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return matrices.check_identity(statement, hypotheses, points.at_most(POINTS)), "both sides at random matrices"


@findings.register
def _(statement: MatrixInequality, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return matrices.check_order(statement, hypotheses, points.at_most(POINTS)), "eigenvalues at random matrices"


@findings.register(MatrixRate)
@findings.register(MatrixConserved)
def _(statement: MatrixRate | MatrixConserved, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return matrices.check_rate(statement, hypotheses, points), "change along integrated matrix flows; dop853"


@findings.register
def _(statement: MatrixSolution, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    found = matrix_solutions.check_solution(statement, hypotheses, points.at_most(POINTS))
    return found, "closed forms against integrated matrix flows; dop853"


@findings.register
def _(statement: Along, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return trajectories.check_along(
        statement, hypotheses, points, backend
    ), "both sides along integrated trajectories, each followed three times"


@findings.register
def _(statement: Tends, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    return trajectories.check_tends(
        statement, hypotheses, points, backend
    ), "where integrated trajectories end, each followed three times"


@findings.register
def _(statement: Joined, hypotheses: Any, points: Points, backend: Backend | None) -> Found:
    """Each part of the conclusion that is about trajectories, under what it assumes."""
    return parts.check_parts(
        statement, hypotheses, points, lambda says, given, some: findings(says, given, some, backend)
    )
