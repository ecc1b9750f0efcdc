"""Hypotheses about matrices that move: a conserved quantity may use them only if the flow keeps them."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import Instance, Line, Theorem
from layerproof.language.claims import Claim
from layerproof.language.matrices import Diagonal, Equal, MatrixFlow, Orthogonal, Symmetric, matrix, trace
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import natural, real, time
from layerproof.language.theorems.substitution import Substitution
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.evidence import prove

n, m = natural("n m")
A, S, R = matrix("A", n, n), matrix("S", n, n), matrix("R", n, n)
X, Y = matrix("X", n, m), matrix("Y", m, n)
one = MatrixFlow(trace((A - S).T * (A - S)) / 2, (A,))
two = MatrixFlow(trace((X * Y - S).T * (X * Y - S)) / 2, (X, Y))
c, q = real("c q")
nothing = sp.ZeroMatrix

KEPT = {
    "at rest": (MatrixConserved(A, one), [Equal(A, S)]),
    "at rest, a product": (MatrixConserved(X, two), [Equal(X * Y, S)]),
    "symmetric": (MatrixConserved(A - A.T, one), [Symmetric(A), Symmetric(S)]),
    "what stands still": (MatrixConserved(X.T * X - Y * Y.T, two), [Orthogonal(S)]),
}
NOT_KEPT = {
    "a factor is 0 once": (MatrixConserved(X.T * X, two), [Equal(Y, nothing(m, n))]),
    "its square is": (MatrixConserved(X.T * X, two), [Equal(S * Y.T, nothing(n, m)), Equal(Y * Y.T, nothing(m, m))]),
    "the first is 0 once": (MatrixConserved(Y * Y.T, two), [Equal(X, nothing(n, m))]),
    "symmetric once": (MatrixConserved(A - A.T, one), [Symmetric(A)]),
    "diagonal once": (MatrixConserved(A * R - R * A, one), [Diagonal(A), Diagonal(R)]),
    "orthogonal once": (MatrixConserved(A.T * A, one), [Orthogonal(A)]),
}


def claim(statement: Any, hypotheses: list[Any]) -> Claim:
    return Claim("own/kept", title="What is kept", statement=statement, hypotheses=hypotheses)


@pytest.mark.parametrize("name", KEPT)
def test_what_the_flow_keeps_is_used(name: str) -> None:
    evidence = prove(claim(*KEPT[name]))
    assert evidence.verdict is Verdict.VERIFIED, evidence.reason


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_holds_at_one_time_is_not_used_for_others(name: str) -> None:
    made = claim(*NOT_KEPT[name])
    evidence = prove(made)
    assert evidence.verdict is Verdict.UNDECIDED, evidence.how
    assert "that the flow keeps it is not derived" in str(evidence.reason)
    with pytest.raises(Untranslatable, match="that the flow keeps it is not derived"):
        theorem_of(made)


def test_a_rate_is_about_one_time() -> None:
    evidence = prove(claim(MatrixRate(X, nothing(n, m), two), [Equal(Y, nothing(m, n))]))
    assert evidence.verdict is Verdict.VERIFIED, evidence.reason


def test_no_value_mentions_a_matrix_that_moves() -> None:
    decay = MatrixFlow(c * trace(A.T * A) / 2, (A,))
    rate = MatrixRate(A, -c * A, decay)
    assert Substitution.of({c: trace(S)}).statement(rate) == MatrixRate(
        A, -trace(S) * A, MatrixFlow(trace(S) * trace(A.T * A) / 2, (A,))
    )
    with pytest.raises(ValueError, match="A moves along the flow"):
        Substitution.of({c: trace(A)}).statement(rate)


def test_a_value_is_put_in_for_a_constant_of_the_flow_as_well() -> None:
    decay = MatrixFlow(c * trace(A.T * A) / 2, (A,))
    rate = Claim("own/rate", title="A rate", statement=MatrixRate(A, -c * A, decay))
    other = Line(MatrixRate(A, -q * A, decay), by=Instance(rate, {c: q}))
    wrong = Theorem("own/wrong", title="A rate along another flow", concludes=other.says, proof=[other])
    assert prove(wrong).verdict is not Verdict.VERIFIED
    line = Line(by=Instance(rate, {c: q}))
    right = Theorem("own/right", title="A rate along its own flow", concludes=line.says, proof=[line])
    assert prove(right).verdict is Verdict.VERIFIED, prove(right).reason


def test_a_value_is_put_in_for_a_constant_of_a_hypothesis_as_well() -> None:
    known = Claim("own/known", title="Known", statement=MatrixIdentity(A * R, c * S * R), hypotheses=[Equal(A, c * S)])
    line = Line(by=Instance(known, {c: q}))

    def under(hypothesis: Equal) -> Theorem:
        return Theorem("own/under", title="Under", concludes=line.says, proof=[line], hypotheses=[hypothesis])

    assert prove(under(Equal(A, q * S))).verdict is Verdict.VERIFIED, prove(under(Equal(A, q * S))).reason
    assert prove(under(Equal(A, c * S))).verdict is not Verdict.VERIFIED


@pytest.mark.parametrize(
    "make",
    [
        lambda: MatrixRate(time() * A, -time() * (A - S), one),
        lambda: MatrixConserved(X.T * X - Y * Y.T + time() * sp.Identity(m), two),
        lambda: MatrixFlow(time() * trace(A.T * A) / 2, (A,)),
    ],
    ids=["rate", "conserved", "loss"],
)
def test_nothing_beside_the_flow_mentions_the_time(make: Any) -> None:
    """The first two were taken for constants times what moves, and the first was VERIFIED."""
    with pytest.raises(ValueError, match="mentions the time"):
        make()
