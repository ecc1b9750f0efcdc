"""Inverses and pseudo-inverses by Coq: what the equations that define them give, and what they do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import test_pseudo_inverses as by_algebra
import test_square_roots as roots

from layerproof import (
    Claim,
    Invertible,
    MatrixConserved,
    MatrixFlow,
    MatrixIdentity,
    expm,
    identity,
    inverse,
    pinv,
    trace,
)
from layerproof.language.matrices import written
from layerproof.proving.coq.checking import refutation
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.files import judge
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.coq.theorems.matrix_letters import with_letters

from .needs import coq

A, S, Q = by_algebra.A, by_algebra.S, by_algebra.Q
n, p = by_algebra.n, by_algebra.p
NOT_YET = {9: "it is not said that there is one", 14: "the traces do not settle"}
"""What is not proved, and why: that what is positive definite has an inverse, and squares of norms as traces."""


def numbered(case: Any, name: str) -> Claim:
    """A claim of the list, with a name of its own: one toplevel reads them all."""
    left, right, hypotheses = case
    return Claim(f"own/{name}", title=name, statement=MatrixIdentity(left, right), hypotheses=list(hypotheses))


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(("MatrixWords",), 20) as started:
        yield started


@coq
@pytest.mark.parametrize("case", range(len(by_algebra.TRUE)))
def test_what_penrose_gives_is_proved(case: int, top: Toplevel) -> None:
    true = numbered(by_algebra.TRUE[case], f"true-{case}")
    if case in NOT_YET:
        with pytest.raises((NoProof, Untranslatable), match=NOT_YET[case]):
            proof_of(theorem_of(true))
        return
    theorem = theorem_of(true)
    answer = top.lemma(theorem.name, theorem.statement(), proof_of(theorem))
    assert answer.accepted, answer.message


@coq
@pytest.mark.parametrize("case", range(len(by_algebra.FALSE)))
def test_what_is_false_is_not(case: int, top: Toplevel) -> None:
    theorem = theorem_of(numbered(by_algebra.FALSE[case], f"false-{case}"))
    try:
        script = proof_of(theorem)
    except NoProof:
        return
    assert not top.lemma(theorem.name, theorem.statement(), script).accepted


@coq
def test_what_is_false_is_refuted_at_matrices() -> None:
    made = [refutation(numbered(case, f"false-{k}")) for k, case in enumerate(by_algebra.FALSE)]
    requires = tuple(dict.fromkeys(file for formal in made for file in formal.requires))
    rulings = judge([replace(formal, requires=requires) for formal in made])
    assert [ruling.reason for ruling in rulings if not ruling.accepted] == []


@coq
@pytest.mark.parametrize("case", [0, 3])
def test_what_a_square_gives_is_proved(case: int, top: Toplevel) -> None:
    theorem = theorem_of(numbered(roots.TRUE[case], f"root-{case}"))
    answer = top.lemma(theorem.name, theorem.statement(), proof_of(theorem))
    assert answer.accepted, answer.message


@coq
def test_what_is_false_of_square_roots_is_not_proved(top: Toplevel) -> None:
    for case in (0, 1, 5):
        with pytest.raises(NoProof):
            proof_of(theorem_of(numbered(roots.FALSE[case], f"false-root-{case}")))


def test_a_letter_is_the_pseudo_inverse_by_four_equations() -> None:
    made, _ = with_letters(by_algebra.claim(pinv(A) * A * pinv(A), pinv(A), ()))
    assert [str(h) for h in made.hypotheses] == [
        "A*pinv(A)*A = A",
        "pinv(A)*A*pinv(A) = pinv(A)",
        "pinv(A).T*A.T = A*pinv(A)",
        "A.T*pinv(A).T = pinv(A)*A",
    ]


def test_an_inverse_is_a_letter_only_where_it_is_said_to_be_there() -> None:
    with_it, meant = with_letters(by_algebra.claim(inverse(S) * S * Q, Q, (Invertible(S),)))
    assert [str(h) for h in with_it.hypotheses] == ["S*inverse(S) = I", "inverse(S)*S = I"]
    assert list(meant.values()) == [inverse(S)]
    for undecided in (inverse(S), inverse(A.T * A + identity(p)), expm(S)):
        with pytest.raises(Untranslatable, match="it is not said that there is one"):
            theorem_of(by_algebra.claim(undecided, 2 * undecided, ()))


def test_what_moves_has_no_letter() -> None:
    flow = MatrixFlow(loss=trace(A.T * A) / 2, parameters=(A,))
    kept: Any = MatrixConserved(written(A, -A * pinv(A) * A), flow)
    moving = by_algebra.claim(pinv(A), A.T, ())
    moving.statement = kept
    with pytest.raises(Untranslatable, match="moves along the flow"):
        theorem_of(moving)


@coq
def test_what_is_said_of_a_matrix_is_said_of_its_transpose(top: Toplevel) -> None:
    true = ((Q * S).T * inverse(Q.T), S.T, (Invertible(Q),))
    false = (inverse(Q.T) * (Q * S).T, S.T, (Invertible(Q),))
    theorem = theorem_of(numbered(true, "turned"))
    answer = top.lemma(theorem.name, theorem.statement(), proof_of(theorem))
    assert answer.accepted, answer.message
    wrong = theorem_of(numbered(false, "not-turned"))
    with pytest.raises(NoProof):
        proof_of(wrong)
    with pytest.raises(Untranslatable, match="not said"):
        theorem_of(numbered((*true[:2], ()), "unsaid"))
