"""The range of an inner sum may depend on the index of an outer one."""

from __future__ import annotations

import pytest

from corpora.independent import names
from corpora.judging import judged
from corpora.triangles import FALSE, TRUE
from corpora.what_is_said import Said
from layerproof.language.verdicts import Verdict


@pytest.mark.parametrize("case", TRUE, ids=lambda case: names(case.name))
def test_true_and_proved(case: Said) -> None:
    judged(case, Verdict.VERIFIED)


@pytest.mark.parametrize("case", FALSE, ids=lambda case: names(case.name))
def test_false_and_refuted(case: Said) -> None:
    judged(case, Verdict.REFUTED)
