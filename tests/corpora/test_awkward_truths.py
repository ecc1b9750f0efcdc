"""True statements, most of them beyond `simplify`: none is REFUTED, and all but the open ones are VERIFIED."""

from __future__ import annotations

import pytest

from corpora.awkward_truths import TRUE
from corpora.false_by_a_hair import Case
from corpora.independent import names
from layerproof.language.claims import Claim, Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

OPEN = frozenset({"arithmetic and harmonic means of three"})
"""True, and not yet proved; a name leaves this list when its test begins to pass."""

EASY = frozenset(
    {
        "Gram matrix of a sum",
        "Riccati from a general start",
        "a chain with roots",
        "a fifth root",
        "a geometric bound",
        "a power's derivative",
        "a product of differences is conserved",
        "a sigmoid's late time",
        "a tangent of a sum",
        "addition of tanh",
        "balanced, three layers, squared weight",
        "cbrt(2 + sqrt 5) is the golden ratio",
        "compound interest",
        "conserved in a deep network",
        "cosh of asinh",
        "coth solves it from above",
        "difference of roots",
        "distances to gamma's roots",
        "expansion with a power",
        "exponential of a scaled log",
        "four to the alpha",
        "gamma starts at one",
        "gamma's Riccati equation",
        "gamma's limit, rationalised",
        "limit of a sigmoid",
        "log sum",
        "logarithms lose to powers",
        "logistic for a single layer",
        "logistic is between 0 and 1",
        "logistic solution",
        "pi and e as letters",
        "power of a product",
        "powers lose to exponentials",
        "rationalised denominator",
        "softplus",
        "sqrt(17 + 12 sqrt 2)",
        "sqrt(5 + 2 sqrt 6)",
        "sqrt(7 - 4 sqrt 3), a difference",
        "sum to product",
        "symbolic powers",
        "tanh solves a Riccati equation",
        "the larger of two",
        "the rate of a deep product",
        "three roots in a denominator",
        "three roots under one",
        "triple angle",
        "triple sinh",
        "x^alpha - 1 factors",
        "|x||y| = |xy| under a root",
    }
)
"""Those that `simplify` settled within four seconds when `benchmarks/exact_prover.py` last asked it."""


def claim(case: Case) -> Claim:
    return Question("corpus/true", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: names(case.name))
def test_verified(case: Case) -> None:
    evidence = prove(claim(case))
    expected = Verdict.UNDECIDED if case.name in OPEN else Verdict.VERIFIED
    assert evidence.verdict is expected, f"{evidence.reason} {evidence.witness}"


def test_score() -> None:
    """At least sixty statements that `simplify` does not settle, and at least 55 of them proved."""
    titles = {case.name for case in TRUE}
    assert titles >= EASY | OPEN
    assert len(titles - EASY) >= 60
    assert len(titles - EASY - OPEN) >= 55
