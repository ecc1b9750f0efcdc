"""Refutations by Coq: false claims of each kind are refuted, true ones are not, whatever the script."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import (
    Claim,
    Equal,
    GradientFlow,
    Identity,
    Inequality,
    Limit,
    MatrixIdentity,
    Rate,
    Verdict,
    families,
    index,
    matrix,
    natural,
    positive,
    real,
    time,
    trajectories,
)
from layerproof.derivations.kernel.coq.checking import refutation
from layerproof.derivations.kernel.coq.files import ALLOWED, Formal, judge
from layerproof.derivations.kernel.coq.proofs import NoProof
from layerproof.derivations.kernel.coq.refutations import refutation_of
from layerproof.derivations.kernel.coq.terms import Untranslatable
from layerproof.derivations.kernel.coq.theorems import theorem_of
from layerproof.derivations.kernel.statements import Statement
from layerproof.loading import Library

from .needs import coq

S, m = positive("S m")
x = real("x")
t = time()
a, b = trajectories("a b")
FLOW = GradientFlow(loss=m * (a * b - S) ** 2 / 2, parameters=(a, b), time=t)
n = natural("n")
A, B = matrix("A", n, n), matrix("B", n, n)

PAIRS: dict[str, tuple[Statement, Statement]] = {
    "identity": (Identity((S - m) ** 2, S**2 + m**2), Identity((S - m) ** 2, S**2 - 2 * S * m + m**2)),
    "root": (Identity(sp.sqrt(x**2 + 1), x), Identity(sp.sqrt(x**2 + 1) ** 2, x**2 + 1)),
    "exponential": (Inequality(sp.exp(S), "<", 1 + S), Inequality(sp.exp(S), ">", 1 + S)),
    "equality": (Inequality(x**2, ">", 0), Inequality(x**2, ">=", 0)),
    "rate": (Rate(a * b, m * (S - a * b) * a**2, FLOW), Rate(a * b, m * (S - a * b) * (a**2 + b**2), FLOW)),
    "limit": (Limit(S / (S + x), x, sp.oo, 1), Limit(S / (S + x), x, sp.oo, 0)),
    "matrices": (MatrixIdentity(A * B, B * A), MatrixIdentity((A * B).T, B.T * A.T)),
}
"""For each kind a false statement, and a true one beside it."""


def claim(statement: Statement, **more: object) -> Claim:
    return Claim("own/refuted", title="", statement=statement, **more)  # type: ignore[arg-type]


@coq
def test_false_statements_of_each_kind_are_refuted() -> None:
    made = [refutation(claim(false)) for false, _ in PAIRS.values()]
    for which, formal, ruling in zip(PAIRS, made, judge(made), strict=True):
        assert ruling.accepted, f"{which}: {ruling.reason}"
        assert formal.refutes
        assert formal.witness
        assert set(ruling.axioms) <= ALLOWED


@pytest.mark.parametrize("which", PAIRS)
def test_of_true_statements_there_is_no_counterexample(which: str) -> None:
    with pytest.raises(NoProof):
        refutation_of(claim(PAIRS[which][1]))


@coq
def test_a_refutation_of_the_false_one_is_none_of_the_true_one() -> None:
    swapped = []
    for false, true in PAIRS.values():
        made = refutation(claim(false))
        theorem = theorem_of(claim(true))
        stated = theorem.statement().removeprefix(f"Theorem {theorem.name} :").strip().removesuffix(".")
        swapped.append(Formal(made.name, f"~ ({stated})", made.proof, made.requires))
    assert not any(ruling.accepted for ruling in judge(swapped))


@coq
def test_the_witness_satisfies_the_hypotheses() -> None:
    q = families("q")
    i = index("i", n)
    total = sp.Sum(q[i], (i, 1, n))
    claims = [
        claim(Inequality(S, "<=", m), hypotheses=[m < S, S < 2 * m]),
        claim(Identity(total, n), hypotheses=[total > 0]),
        claim(MatrixIdentity(A, sp.Identity(A.shape[0])), hypotheses=[Equal(A * A, A)]),
    ]
    made = [refutation(item) for item in claims]
    assert [ruling.reason for ruling in judge(made) if not ruling.accepted] == []


def test_a_statement_that_fails_nowhere_inside_the_hypotheses() -> None:
    with pytest.raises(NoProof):
        refutation_of(claim(Inequality(S, "<=", m), hypotheses=[S <= m]))


@coq
@pytest.mark.slow
def test_refuted_claims_of_the_library() -> None:
    claims = [item for item in Library().all() if item.expected is Verdict.REFUTED]
    made, without = [], []
    for item in claims:
        try:
            made.append(refutation(item))
        except (NoProof, Untranslatable) as problem:
            without.append(f"{item.id}: {problem}")
    refused = [formal.name for formal, ruling in zip(made, judge(made), strict=True) if not ruling.accepted]
    assert len(made) - len(refused) >= 95, [*without, *refused]
