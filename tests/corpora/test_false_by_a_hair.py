"""No false statement is VERIFIED; each witness is checked by SymPy and mpmath, apart from the prover."""

from __future__ import annotations

import pytest

from corpora.false_by_a_hair import FALSE, PARTIAL, Case
from corpora.independent import fails, inside, names
from layerproof.language.claims import Claim, Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove


def claim(case: Case) -> Claim:
    return Question("corpus/false", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


@pytest.mark.parametrize("case", FALSE, ids=lambda case: names(case.name))
def test_refuted_with_a_witness_that_others_confirm(case: Case) -> None:
    evidence = prove(claim(case))
    assert evidence.verdict is Verdict.REFUTED, evidence.reason
    assert evidence.witness is not None
    assert inside(claim(case), evidence.witness), f"outside the hypotheses: {evidence.witness}"
    assert fails(claim(case), evidence.witness), f"the statement holds: {evidence.witness}"


@pytest.mark.parametrize("case", PARTIAL, ids=lambda case: names(case.name))
def test_undecided_with_the_reason(case: Case) -> None:
    evidence = prove(claim(case))
    assert evidence.verdict is Verdict.UNDECIDED, f"{evidence.how} {evidence.witness}"
    assert case.reason in str(evidence.reason), evidence.reason


def test_there_are_enough() -> None:
    assert len(FALSE) >= 60
    assert len(FALSE) + len(PARTIAL) >= 80
