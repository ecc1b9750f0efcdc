"""A statement that is about nothing is neither proved nor refuted, by nobody: no first look, no second, and no Coq."""

from __future__ import annotations

import pytest
from corpora.letters import Line, read

from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import theorem
from layerproof.proving.coq.proofs.registered import NoProof
from layerproof.proving.evidence import prove
from layerproof.proving.exact.deciding import about_nothing
from layerproof.proving.search.second import second_try

NOBODY = [line for line in read(False) if line.group == "nobody starts there (undefined)"]
WRONG_TOO = [
    "solves(a**2/2, x*exp(-5*t), x) given a > 0, x < 0",
    "Solution(flow(a**2/2), a**2, -exp(-3*t), -1)",
    "Solution(flow(a**2/2 + b**2/2).on(a - b), a*b, -r*exp(-t), -r)",
]
CONTRARY = [
    "Inequality(x, '>', 1) given x < 1, x > 2",
    "Identity(x, 1) given x**2 < 0",
    "Rate(a, -a, flow(a**2/2)) given a > 0, a < 0",
    "Limit(y/x, x, oo, 0) given y > 1, y < 1",
]
SOMEBODY = ["Inequality(x, '>', 1) given x > 2", *(x.text for x in read(True) if x.group == "somebody starts there")]


def claim(text: str) -> Claim:
    return Line(text, "", False, True).claim()


@pytest.mark.parametrize("text", [*WRONG_TOO, *(line.text for line in NOBODY[::4]), *CONTRARY])
def test_neither_proved_nor_refuted(text: str) -> None:
    made = claim(text)
    found = prove(made)
    assert found.verdict is Verdict.UNDECIDED, found
    assert second_try(made, found, budget=3.0).verdict is Verdict.UNDECIDED
    assert about_nothing(made)
    with pytest.raises(NoProof):
        theorem(made)


@pytest.mark.parametrize("text", SOMEBODY)
def test_what_is_about_something_is_known_to_be(text: str) -> None:
    assert about_nothing(claim(text)) is None
