"""Of a bound letter its range alone is known, which may depend on an outer one; what SymPy made of more is refused."""

from __future__ import annotations

import pytest

from corpora import bound_letters, triangles
from corpora.bound_letters import OPEN, REFUSED
from corpora.independent import names
from corpora.judging import claim, judged
from corpora.what_is_said import Refused, Said
from layerproof.language.verdicts import Verdict


@pytest.mark.parametrize("case", [*bound_letters.TRUE, *triangles.TRUE], ids=lambda case: names(case.name))
def test_true_and_proved(case: Said) -> None:
    judged(case, Verdict.VERIFIED)


@pytest.mark.parametrize("case", [*bound_letters.FALSE, *triangles.FALSE], ids=lambda case: names(case.name))
def test_false_and_refuted(case: Said) -> None:
    judged(case, Verdict.REFUTED)


@pytest.mark.parametrize("case", OPEN, ids=lambda case: names(case.name))
def test_false_and_left_open(case: Said) -> None:
    assert case.reason in str(judged(case, Verdict.UNDECIDED).reason)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: names(case.name))
def test_refused_when_made(case: Refused) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        claim(Said(case.name, case.statement(), case.hypotheses()))
    assert case.reason in str(refused.value)
