"""The theorems of the book are joined, and no broken copy of one is."""

from __future__ import annotations

import pytest

from layerproof.derivations import load
from layerproof.language.theorems import Theorem
from layerproof.language.verdicts import Verdict
from layerproof.proving.exact import prove
from layerproof.proving.trials import challenge

THEOREMS = {
    "linear-models": "least-norm-solution",
    "scaling-laws": "compute-law-is-least",
    "single-neuron": "potential-above-its-tangent",
}


def theorem(subject: str) -> Theorem:
    (found,) = (claim for claim in load(subject) if claim.id == f"{subject}/{THEOREMS[subject]}")
    assert isinstance(found, Theorem)
    return found


@pytest.mark.parametrize("subject", THEOREMS)
def test_theorems_are_joined(subject: str) -> None:
    found = prove(theorem(subject), budget=60)
    assert found.verdict is Verdict.VERIFIED, found.reason


@pytest.mark.slow
@pytest.mark.parametrize("subject", THEOREMS)
def test_no_broken_join_passes(subject: str) -> None:
    report = challenge(theorem(subject), budget=240)
    assert report.made >= 15
    assert report.survived == []


def test_the_compute_law_pins_its_exponent() -> None:
    from copy import copy

    import sympy as sp

    alpha = sp.Symbol("alpha", positive=True)
    other = copy(theorem("scaling-laws"))
    old, new = alpha / (alpha + 2), (alpha + 1) / (alpha + 2)
    other.statement = other.statement.mapped(lambda e: e.subs(old, new))
    assert other.statement != theorem("scaling-laws").statement
    assert prove(other, budget=60).verdict is not Verdict.VERIFIED
