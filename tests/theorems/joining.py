"""What the tests of joins share: lemmas and theorems in a line, and what is expected of them."""

from __future__ import annotations

from typing import Any

from layerproof import Claim, Theorem
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.trials import challenge


def claim(statement: Any, *hypotheses: Any, name: str = "lemma") -> Claim:
    """A lemma."""
    return Claim(f"own/{name}", title="A lemma", statement=statement, hypotheses=hypotheses)


def theorem(concludes: Any, proof: list[Any], *hypotheses: Any) -> Theorem:
    """A theorem."""
    return Theorem("own/theorem", title="A theorem", concludes=concludes, proof=proof, hypotheses=hypotheses)


def assert_joined(made: Theorem) -> None:
    """A theorem is verified, and no broken copy of it is."""
    found = prove(made)
    assert found.verdict is Verdict.VERIFIED, found.reason
    report = challenge(made, budget=60)
    assert report.made >= 1
    assert report.survived == []


def assert_not_joined(made: Theorem) -> None:
    """A theorem is not verified, and it is said why."""
    found = prove(made)
    assert found.verdict is not Verdict.VERIFIED
    assert found.reason or found.witness
