"""Every claim of the library put to Coq, from nothing: how many it proves, and that it never contradicts.

Theorems, what is expected to be refuted, and every fourth of the other claims are asked with ``-m whole``, the rest
with ``-m rest``.
"""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from layerproof.language.claims import Claim
from layerproof.language.theorems import Theorem
from layerproof.language.verdicts import Evidence, Verdict
from layerproof.proving.coq.files import ALLOWED
from layerproof.running.cache import Cache
from layerproof.running.loading import Library, Selection
from layerproof.running.pieces import Kind
from layerproof.running.runner import Run

from .needs import coq
from .not_proved import NOT_PROVED

pytestmark = [coq, pytest.mark.timeout(1800)]
Results = dict[Claim, Evidence]

ENOUGH = 0.92
"""The part of the claims that hold for which there is a proof."""

NOT_REFUTED = {
    "symmetry/skewed-rescaling-does-not-conserve": "it changes along no trajectory that is elementary in time",
    "symmetry/bent-symmetry-does-not-conserve": "it changes along no trajectory that is elementary in time",
}
"""False claims of which Coq has no refutation; none is an erratum.  A name leaves this list when there is one."""


def portions() -> tuple[list[Claim], list[Claim]]:
    """What is asked always, and the rest."""
    turn, always, rest = count(), list[Claim](), list[Claim]()
    for claim in Library().all():
        first = isinstance(claim, Theorem) or claim.expected is not Verdict.VERIFIED or next(turn) % 4 == 0
        (always if first else rest).append(claim)
    return always, rest


@pytest.fixture(
    scope="module",
    params=[pytest.param(0, marks=pytest.mark.whole, id="always"), pytest.param(1, marks=pytest.mark.rest, id="rest")],
)
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What Coq says of a portion."""
    claims = portions()[request.param]
    asked = Run(
        Selection(claims, {claim.id: f"subject {claim.subject}" for claim in claims}),
        methods=[Kind.COQ],
        store=Cache(tmp_path_factory.mktemp("coq")),
        trials=(),
        uses=False,
    )
    found = {result.claim: result.evidence[0] for result in asked.results() if result.evidence}
    assert len(found) == len(claims)
    return found


def said(results: Results, expected: Verdict) -> dict[str, Evidence]:
    """What Coq says of the claims from which a verdict is expected, by their ids."""
    return {claim.id: evidence for claim, evidence in results.items() if claim.expected is expected}


def test_most_claims_that_hold_are_proved(results: Results) -> None:
    found = Counter(evidence.verdict for evidence in said(results, Verdict.VERIFIED).values())
    assert set(found) <= {Verdict.VERIFIED, Verdict.UNDECIDED}
    assert found[Verdict.VERIFIED] >= ENOUGH * found.total(), found


def test_theorems_are_proved_with_their_joins(results: Results) -> None:
    theorems = {claim.id: evidence.verdict for claim, evidence in results.items() if isinstance(claim, Theorem)}
    left = {name for name, verdict in theorems.items() if verdict is not Verdict.VERIFIED}
    assert left == (NOT_PROVED.keys() if theorems else set())


def test_every_false_claim_is_refuted(results: Results) -> None:
    found = said(results, Verdict.REFUTED)
    left = {name for name, evidence in found.items() if evidence.verdict is not Verdict.REFUTED}
    assert left == (NOT_REFUTED.keys() if found else set())


@pytest.mark.whole
def test_errata_are_expected_to_be_refuted_and_are_put_to_coq_always() -> None:
    always = portions()[0]
    assert all(claim.expected is Verdict.REFUTED and claim in always for claim in Library().all() if claim.erratum)
    assert not any(claim.erratum and claim.id in NOT_REFUTED for claim in always)


def test_what_is_not_proved_says_why(results: Results) -> None:
    assert all(evidence.verdict is not Verdict.UNDECIDED or evidence.reason for evidence in results.values())


def test_the_axioms_are_those_of_the_reals(results: Results) -> None:
    for claim, evidence in results.items():
        if evidence.verdict is not Verdict.UNDECIDED:
            assert set(evidence.details["axioms"]) <= ALLOWED, claim.id
