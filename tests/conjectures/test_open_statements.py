"""True statements of the literature, outside of the library: how many are proved, and what the others lack."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish
from layerproof.proving.coq.checking import check as by_coq
from layerproof.proving.evidence import prove
from layerproof.running.userfile import load

NOT_BY_EXACT = {
    "woodworth/beta-rate": "a root of what a hypothesis makes a square, along a flow",
    "woodworth/mirror-rate": "the same",
    "margins/smoothed": "a sum of exponentials inside a logarithm",
    "normalisation/unknown-loss": "the slope of an unknown function",
    "normalisation/scale": "the slope of an unknown function",
    "spectra/weyl-two": "the triangle inequality of roots, which Coq proves",
    "spectra/marchenko-pastur": "points inside of the hypotheses, which Coq proves without",
}

NOT_BY_COQ = {
    "woodworth/beta-rate": "a root of a product of letters that are equal by a hypothesis",
    "woodworth/mirror-rate": "the same",
    "woodworth/asinh-at-zero": "the fifth term of a series: Coq takes more than its ten seconds",
    "woodworth/kernel-limit-next": "the same",
    "woodworth/fenchel-young": "the minimum of a convex function at a place that is no fraction of letters",
    "woodworth/integral": "integrals of asinh, whatever the sign of the end",
    "margins/smoothed": "as exact",
    "kernels/acos-limit": "acos",
    "kernels/acos-far": "acos",
    **dict.fromkeys(
        ["ridge/push-through-inverse", "ridge/residual-inverse", "spectra/inverse-order"],
        "inverses as they are written; by hypotheses they are there",
    ),
    "ridge/minimum": "a square is completed across a sum",
    "normalisation/unknown-loss": "as exact",
    "normalisation/scale": "as exact",
    "edge/powers": "limits along an integer",
    "edge/below-one": "powers of absolute values",
}
"""What Coq does not prove, and what it would need."""


@pytest.fixture(scope="module")
def statements() -> Sequence[Claim]:
    found = load(Path(__file__).parent / "open_statements.py")
    assert not found.problems
    return found.claims


def _proved(claim: Claim) -> bool:
    try:
        return prove(claim).verdict is Verdict.VERIFIED
    except ValueError:  # a flow of an unknown function, which a run reports as undecided
        return False


@pytest.mark.slow
def test_by_exact_algebra(statements: Sequence[Claim]) -> None:
    left = {claim.id for claim in statements if not _proved(claim)}
    assert left == set(NOT_BY_EXACT)
    assert len(statements) == 63


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (coqc was not found)")
def test_by_coq(statements: Sequence[Claim]) -> None:
    found = by_coq([Wish(claim) for claim in statements])
    assert {item.claim.id for item in found if item.evidence.verdict is not Verdict.VERIFIED} == set(NOT_BY_COQ)


def test_how_many() -> None:
    """Of 63, exact algebra proves 56 and Coq 46; together 58."""
    assert (63 - len(NOT_BY_EXACT), 63 - len(NOT_BY_COQ)) == (56, 46)
    assert 63 - len(NOT_BY_EXACT.keys() & NOT_BY_COQ.keys()) == 58
