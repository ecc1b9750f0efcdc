"""The library's errata as plain derivations: the printed line is named, and no right line is."""

from __future__ import annotations

import pytest

from derivation.errata import Case, all_cases, repairs, right_case
from derivation.writing import NotWritten
from layerproof.language.claims import Claim
from layerproof.language.statements import Chain
from layerproof.language.verdicts import Verdict
from layerproof.running.loading import Library
from layerproof.tools.latex_lines import Limiting, Status, read_text, run

SOME = (
    "linear-models/theta-as-printed", "linear-models/sample-eigenvalues-as-printed",
    "linear-models/full-rank-as-printed", "neural-collapse/third-vector-printed", "feedback/product-rate-printed",
    "feedback/stage-like-as-exponent",
    "linear-networks/mode-sigmoid-as-printed", "scaling-laws/data-ratio-printed", "emergence/c-rate-printed",
    "emergence/time-emergence-printed", "emergence/kernel-limit-printed", "lazy-rich/even-width-printed",
    "lazy-rich/positive-difference-printed", "single-neuron/all-initialisations-converge-as-printed",
    "alternating-flows/rank-one-fit-printed",
)  # fmt: skip
"""Errata of every kind of statement, those that are quick."""
QUICK_CHAINS = (
    "lazy-rich/half-sums", "lazy-rich/log-ratio-rate", "general-solutions/half-width", "scaling-laws/strength-range",
    "feedback/stage-like-fraction", "single-neuron/rates-in-one-parameter",
    "linear-networks/wide-first-layer-in-singular-bases-grouped",
)  # fmt: skip


@pytest.fixture(scope="module")
def library() -> list[Claim]:
    return Library().all()


def named(case: Case, budget: float = 10.0, *, mending: bool = False) -> list[int]:
    """The lines that are called wrong; the file must have been read in full."""
    findings = run(
        read_text(case.text, case.claim.id), limiting=Limiting(budget=budget), mending=mending, identities=True
    )
    assert findings.troubles == []
    assert [line.reason for line in findings.lines if line.status is Status.UNREAD] == []
    return [line.line for line in findings.lines if line.status is Status.REFUTED]


def test_some_errata(library: list[Claim]) -> None:
    cases = {claim.id: case for claim, case, _ in all_cases([c for c in library if c.id in SOME or c.corrects])}
    for name in SOME:
        case = cases[name]
        assert case is not None
        assert named(case) == [case.wrong], case.text


def test_some_chains(library: list[Claim]) -> None:
    for claim in library:
        if claim.id in QUICK_CHAINS:
            assert named(right_case(claim)) == []


@pytest.mark.slow
def test_nine_errata_of_ten_are_named_and_no_other_line(library: list[Claim]) -> None:
    errata, found = 0, 0
    for _, case, _ in all_cases(library):
        errata += 1
        if case is not None:
            lines = named(case, budget=20.0)
            assert set(lines) <= {case.wrong}, case.text
            found += lines == [case.wrong]
    assert errata == len([claim for claim in library if claim.erratum])
    assert found >= 0.9 * errata


@pytest.mark.slow
def test_no_line_of_a_chain_or_of_a_repair_is_named(library: list[Claim]) -> None:
    partners = {id(claim) for found in repairs(library).values() for claim in found}
    for claim in library:
        if claim.expected is Verdict.VERIFIED and (id(claim) in partners or isinstance(claim.statement, Chain)):
            try:
                case = right_case(claim)
            except NotWritten:
                continue
            assert named(case) == [], case.text
