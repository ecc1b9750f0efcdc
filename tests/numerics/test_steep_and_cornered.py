"""Numbers know how far they may be off: no true statement is contradicted, and none that is off by 1e-5 supported."""

from __future__ import annotations

import pytest

from layerproof import Claim
from layerproof.language.verdicts import Verdict
from layerproof.numerics import check

from .steep_and_cornered import KINDS, off

PARTS = 4


def wrong(kind: str, chosen: slice) -> list[str]:
    """Which of a kind get a verdict that they must not have, or none of use."""
    found = []
    for number, (statement, hypotheses) in enumerate([*KINDS[kind]()][chosen]):
        for truth, asked in (("true", statement), ("off by 1e-5", off(statement))):
            claim = Claim(f"steep/{kind}-{number}", title="", statement=asked, hypotheses=hypotheses)
            evidence = check(claim, draws=60)
            wanted = Verdict.SUPPORTED if truth == "true" else Verdict.CONTRADICTED
            if evidence is None or evidence.verdict is not wanted:
                found.append(f"{truth}: {asked}: {evidence and (evidence.verdict.value, evidence.reason)}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_some_are_decided_rightly(kind):
    assert wrong(kind, slice(0, None, 9)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_all_are_decided_rightly(kind, part):
    assert wrong(kind, slice(part, None, PARTS)) == []


def test_there_are_two_hundred():
    assert sum(len([*make()]) for make in KINDS.values()) >= 200
