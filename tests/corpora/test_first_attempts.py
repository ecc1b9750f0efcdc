"""What a reader of the documentation writes down first: the true ones are proved, and the false ones refuted."""

from __future__ import annotations

import pytest

from corpora.false_by_a_hair import Case
from corpora.first_attempts import FALSE, TRUE
from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.search.second import second_try

AT_A_TIME = 10
OPEN = frozenset({"b rate2", "b sign", "b blow", "b nonuniq", "b push2", "b trproj", "b e3", "b e5", "c zero"})
"""False, and not refuted: all but one (of a projection) have no value, or no derivative, somewhere inside."""


def verdict(case: Case) -> Verdict:
    claim = Claim("corpus/attempt", title=case.name, statement=case.statement, hypotheses=case.hypotheses)
    found = prove(claim)
    return (found if found.verdict is not Verdict.UNDECIDED else second_try(claim, found, budget=3)).verdict


def odd(cases: list[Case], part: int, expected: Verdict) -> list[str]:
    """Those of a part whose verdict is another."""
    found = {case.name: verdict(case) for case in cases[part * AT_A_TIME : (part + 1) * AT_A_TIME]}
    undecided = OPEN if expected is Verdict.REFUTED else frozenset()
    wanted = {name: Verdict.UNDECIDED if name in undecided else expected for name in found}
    return [f"{name}: {found[name]}" for name in found if found[name] is not wanted[name]]


@pytest.mark.parametrize("part", range(-(-len(TRUE) // AT_A_TIME)))
def test_true_ones_are_verified(part: int) -> None:
    assert not odd(TRUE, part, Verdict.VERIFIED)


@pytest.mark.parametrize("part", range(-(-len(FALSE) // AT_A_TIME)))
def test_false_ones_are_refuted(part: int) -> None:
    assert not odd(FALSE, part, Verdict.REFUTED)
