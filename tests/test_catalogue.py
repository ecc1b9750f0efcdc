"""Every claim of the library is an item here (see conftest), and every proof is put to mutants.

`pytest tests/test_catalogue.py -k lazy-rich -m exact` runs the exact checks of one subject.
"""

from __future__ import annotations

import pytest

from layerproof import Claim, Verdict
from layerproof.loading import Library, Selection
from layerproof.pieces import Kind
from layerproof.runner import Run

LIBRARY = Library()
CLAIMS = LIBRARY.all()


def test_every_subject_loads_and_holds_claims() -> None:
    assert LIBRARY.problems == []
    assert all(LIBRARY.claims(subject) for subject in LIBRARY.subjects)


def test_ids_are_unique() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert len(ids) == len(set(ids))


def test_claims_say_where_they_are_printed_or_what_they_are_for() -> None:
    used = {other.id for claim in CLAIMS for other in claim.uses}
    assert [c.id for c in CLAIMS if not (c.sources or c.note or c.id in used)] == []


@pytest.mark.parametrize("claim", [claim for claim in CLAIMS if claim.erratum], ids=lambda claim: claim.id)
def test_every_erratum_has_a_repair(claim: Claim) -> None:
    repairs = [other for other in CLAIMS if other.corrects is claim]
    assert repairs, "no claim says corrects= this one"
    assert all(repair.expected is Verdict.VERIFIED for repair in repairs)


@pytest.mark.mutants
@pytest.mark.parametrize(
    "claim", [claim for claim in CLAIMS if claim.expected is Verdict.VERIFIED], ids=lambda claim: claim.id
)
def test_no_broken_copy_is_verified(claim: Claim) -> None:
    run = Run(Selection([claim], {claim.id: "here"}), methods=[Kind.EXACT], trials=[Kind.MUTANTS], jobs=1, uses=False)
    (result,) = run.results()
    assert result.mutants is not None, "not proved, so no mutants"
    assert result.mutants.reason == ""
    assert result.mutants.survived == ()
    assert result.mutants.made > 0
