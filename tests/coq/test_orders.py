"""Proofs by Coq that one matrix is larger than another as a quadratic form, or one number made of traces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from test_matrix_order import FALSE, TRUE, renamed

from layerproof import (
    Claim,
    MatrixInequality,
    PositiveDefinite,
    PositiveSemidefinite,
    Symmetric,
    identity,
    matrix,
    natural,
    positive,
    real,
    trace,
    zero,
)
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

n, d = natural("n d")
A, B, P, Q = (matrix(name, n, n) for name in "ABPQ")
X, Y = matrix("X", n, d), matrix("Y", n, d)
c, lam = positive("c lambda")
r = real("r")
one, none = identity(n), zero(n, n)

MORE: list[tuple[Any, str, Any, tuple[Any, ...]]] = [
    (X * Y.T + Y * X.T, "<=", c * X * X.T + Y * Y.T / c, ()),
    (P + Q, ">", none, (PositiveSemidefinite(P), PositiveDefinite(Q))),
    (B + P, ">", B - lam * one, (PositiveSemidefinite(P), Symmetric(B))),
    (trace(P * X * X.T), ">=", 0, (PositiveDefinite(P),)),
    (trace((X - Y).T * (X - Y)), "<=", 2 * trace(X.T * X) + 2 * trace(Y.T * Y), ()),
    (1 + trace(X * X.T), ">", 0, ()),
]

OPEN = ("inverse", "E[", "Trace(A*B) >=", "Trace(A*B) <=", "V*V.T", "Trace(A) > 0")
"""What is in the statements that have no theorem, no lemma or no letter that is said to be semidefinite."""


def claim(case: Any) -> Claim:
    lhs, relation, rhs, hypotheses = case
    return Claim(
        "mine/order", title="One of them", statement=MatrixInequality(lhs, relation, rhs), hypotheses=hypotheses
    )


def is_open(case: Any) -> bool:
    return any(part in str(claim(case).statement) for part in OPEN)


@pytest.fixture
def top() -> Iterator[Toplevel]:
    with Toplevel(("MatrixOrder",), 20) as started:
        yield started


@coq
def test_true_ones_are_proved_whatever_their_letters(top: Toplevel) -> None:
    proved = [case for case in (*TRUE, *MORE) if not is_open(case)]
    assert len(proved) >= 18
    for k, case in enumerate(proved):
        for other, letters in enumerate((case, *([renamed(case)] if case in TRUE else []))):
            theorem = theorem_of(claim(letters))
            name = f"order_{k}_{other}"
            statement = theorem.statement().replace(theorem.name, name)
            answer = top.lemma(name, statement, proof_of(theorem))
            assert answer.accepted, (case, answer.message)


@pytest.mark.parametrize("case", [case for case in TRUE if is_open(case)], ids=lambda c: f"{c[0]} {c[1]} {c[2]}")
def test_what_is_open_is_told(case: Any) -> None:
    with pytest.raises((NoProof, Untranslatable)):
        proof_of(theorem_of(claim(case)))


@pytest.mark.parametrize(
    "case", [case for case in FALSE if "A*B*D" not in str(claim(case).statement)], ids=lambda c: f"{c[0]} {c[1]} {c[2]}"
)
def test_false_ones_have_no_proof(case: Any) -> None:
    with pytest.raises((NoProof, Untranslatable)):
        proof_of(theorem_of(claim(case)))


def test_what_is_stated() -> None:
    theorem = theorem_of(claim((P, ">", X * X.T, (PositiveDefinite(P), PositiveSemidefinite(Q)))))
    assert theorem.goals[-1].text == "pd (madd P (mscal (-1) (mmul X (mtr X))))"
    assert {"pd P", "psd Q", "(mtr P) = P", "(mtr Q) = Q"} <= {fact.text for fact in theorem.facts}
    assert theorem_of(claim((P, "<=", Q, ()))).goals[-1].text == "psd (madd Q (mscal (-1) P))"
    assert theorem_of(claim((trace(P), "<", r, ()))).goals[-1].text == "(trace P) < r"
    with pytest.raises(Untranslatable, match="not square"):
        theorem_of(claim((X, ">=", Y, ())))


@coq
def test_a_broken_sum_is_not_accepted(top: Toplevel) -> None:
    theorem = theorem_of(claim((2 * X * X.T + 2 * Y * Y.T, ">=", (X + Y) * (X + Y).T, ())))
    proof = proof_of(theorem)
    worse = theorem.statement().replace("mscal 2", "mscal 1")
    assert worse != theorem.statement()
    assert not top.lemma(theorem.name, worse, proof).accepted
    assert top.lemma(theorem.name, theorem.statement(), proof).accepted


@coq
def test_what_the_definitions_exclude(top: Toplevel) -> None:
    start = "intros [_ H]. specialize (H (fun _ _ => 1)"
    negative = f"Proof. {start}). cbv [form trace mmul mtr mscal mid fsum] in H. cbn in H. lra. Qed."
    assert top.lemma("negative", "Lemma negative : ~ psd (mscal (-1) (mid 1)).", negative).accepted
    definite = "Lemma definite : ~ pd (mzero 1 1)."
    script = """Proof. intros [_ H]. specialize (H (fun _ _ => 1)). assert (N : (fun _ _ : Fin.t 1 => 1) <> mzero 1 1).
    { intros E. apply (f_equal (fun A => A Fin.F1 Fin.F1)) in E. unfold mzero in E. lra. }
    specialize (H N). unfold form in H. rewrite mmul_0l, mmul_0r, trace_0 in H. lra. Qed."""
    assert top.lemma("definite", definite, script).accepted
