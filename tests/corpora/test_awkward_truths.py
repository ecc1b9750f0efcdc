"""True statements, many of them hard for `simplify`: none is REFUTED, and at least 55 are VERIFIED."""

from __future__ import annotations

import pytest

from corpora.awkward_truths import TRUE
from corpora.false_by_a_hair import Case
from corpora.independent import names
from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.exact import prove
from layerproof.derivations.kernel.verdicts import Verdict

OPEN = frozenset({"arithmetic and harmonic means of three"})
"""True, and not yet proved; a name leaves this list when its test begins to pass."""


def claim(case: Case) -> Claim:
    return Claim("corpus/true", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: names(case.name))
def test_verified(case: Case) -> None:
    evidence = prove(claim(case))
    expected = Verdict.UNDECIDED if case.name in OPEN else Verdict.VERIFIED
    assert evidence.verdict is expected, f"{evidence.reason} {evidence.witness}"


def test_score() -> None:
    score = len(TRUE) - len(OPEN)
    assert score >= 55
    assert len(TRUE) >= 65
