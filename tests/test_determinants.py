"""Determinants: multiplicative, of sums and of functions of matrices; true ones proved, false neighbours never."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from late import late

from layerproof import (
    Claim,
    Equal,
    Identity,
    Inequality,
    Invertible,
    MatrixConserved,
    MatrixFlow,
    MatrixIdentity,
    MatrixInequality,
    MatrixRate,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Symmetric,
    Verdict,
    det,
    exp,
    expm,
    identity,
    inverse,
    log,
    matrix,
    natural,
    positive,
    real,
    sqrtm,
    trace,
    zero,
)
from layerproof.language.matrices import ShapeMismatch
from layerproof.language.printing import latex
from layerproof.proving.evidence import prove

with late():
    from layerproof.numerics.checks import check

n, p = natural("n p")
A, B, C, Q, S, P, W = (matrix(name, n, n) for name in "ABCQSPW")
X, Y = matrix("X", n, p), matrix("Y", p, n)
u, v = matrix("u", n, 1), matrix("v", n, 1)
lam, c, one = positive("lambda"), real("c"), identity(n)
V, R, U = Verdict.VERIFIED, Verdict.REFUTED, Verdict.UNDECIDED
EQ, ORDER = MatrixIdentity, MatrixInequality
near = MatrixFlow(trace((W - A).T * (W - A)) / 2, (W,))

CASES: list[tuple[Any, tuple[Any, ...], Verdict]] = [
    (EQ(trace(B * A) * det(B) / trace(A * B), det(B)), (), U),
    (ORDER(det(A * B) / det(A), ">=", det(B)), (), U),
    (EQ(det(A * B) / det(A) * A, det(B) * A), (), U),
    (EQ(det(A * B) / det(A) * A, det(B) * A), (Invertible(A),), V),
    (EQ(det(A - A.T), 0), (Symmetric(A),), V),
    (EQ(det(A * B), det(A) * det(B)), (), V),
    (EQ(det(A * B), det(B * A)), (), V),
    (EQ(det(A + B), det(A) + det(B)), (), R),
    (EQ(det(A.T), det(A)), (), V),
    (EQ(det(A * B * C), det(C * A * B)), (), V),
    (EQ(det(c * A), c * det(A)), (), R),
    (EQ(det(c * A), c**n * det(A)), (), V),
    (EQ(det(-A), -det(A)), (), R),
    (EQ(det(-A), (-1) ** n * det(A)), (), V),
    (EQ(det(inverse(A)), 1 / det(A)), (Invertible(A),), V),
    (EQ(det(inverse(A)), 1 / det(A)), (), U),
    (EQ(det(inverse(A)), det(A)), (Invertible(A),), R),
    (EQ(det(inverse(A) * B * A), det(B)), (Invertible(A),), V),
    (EQ(det(Q) ** 2, 1), (Orthogonal(Q),), V),
    (EQ(det(Q), 1), (Orthogonal(Q),), R),
    (EQ(det(Q.T * S * Q), det(S)), (Orthogonal(Q),), V),
    (EQ(det(one + X * X.T), det(identity(p) + X.T * X)), (), V),
    (EQ(det(lam * one + X * X.T), det(lam * identity(p) + X.T * X)), (), R),
    (EQ(det(lam * one + X * X.T) * lam**p, det(lam * identity(p) + X.T * X) * lam**n), (), V),
    (EQ(det(c * one + X * X.T) * c**p, det(c * identity(p) + X.T * X) * c**n), (), U),
    (EQ(det(one + X * Y), det(identity(p) + Y * X)), (), V),
    (EQ(det(one + A * B), det(one + B * A)), (), V),
    (EQ(det(one + A * B * C), det(one + C * B * A)), (), R),
    (EQ(det(A + u * v.T), det(A) * (1 + trace(v.T * inverse(A) * u))), (Invertible(A),), V),
    (EQ(det(A + u * v.T), det(A) * (1 + trace(u.T * inverse(A) * v))), (Invertible(A),), R),
    (EQ(det(A + u * v.T), det(A) * (1 + trace(v.T * inverse(A) * u))), (), U),
    (EQ(det(A + X * Y), det(A) * det(identity(p) + Y * inverse(A) * X)), (Invertible(A),), V),
    (EQ(det(expm(A)), exp(trace(A))), (), V),
    (EQ(det(expm(A)), exp(2 * trace(A))), (), R),
    (EQ(det(expm(A)), 1 + trace(A)), (), R),
    (EQ(det(sqrtm(P)), sp.sqrt(det(P))), (PositiveSemidefinite(P),), V),
    (EQ(det(sqrtm(P)) ** 2, det(P)), (PositiveSemidefinite(P),), V),
    (EQ(det(sqrtm(P)), det(P)), (PositiveSemidefinite(P),), R),
    (EQ(log(det(P * S)), log(det(P)) + log(det(S))), (PositiveDefinite(P), PositiveDefinite(S)), V),
    (EQ(log(det(P * S)), log(det(P)) + log(det(S))), (PositiveDefinite(P),), U),
    (EQ(log(det(inverse(P))), -log(det(P))), (PositiveDefinite(P),), V),
    (EQ(log(det(P)), trace(P) - n), (PositiveDefinite(P),), R),
    (ORDER(det(P), ">", 0), (PositiveDefinite(P),), V),
    (ORDER(det(P), ">=", 0), (PositiveSemidefinite(P),), V),
    (ORDER(det(P), ">", 0), (PositiveSemidefinite(P),), R),
    (ORDER(det(A), ">=", 0), (), R),
    (ORDER(det(A) ** 2, ">=", 0), (), V),
    (ORDER(det(X.T * X), ">=", 0), (), V),
    (ORDER(det(X.T * X), ">", 0), (), R),
    (ORDER(det(one + X * X.T), ">=", 1), (), V),
    (ORDER(det(one + X * X.T), ">", 1), (), R),
    (ORDER(det(P + S), ">=", det(P)), (PositiveDefinite(P), PositiveSemidefinite(S)), V),
    (ORDER(det(P + S), ">=", det(P) + det(S)), (PositiveSemidefinite(P), PositiveSemidefinite(S)), V),
    (ORDER(det(P + S), "<=", det(P) + det(S)), (PositiveSemidefinite(P), PositiveSemidefinite(S)), R),
    (ORDER(det(P + S), ">", det(P) + det(S)), (PositiveDefinite(P), PositiveDefinite(S)), R),
    (ORDER(det(P + A), ">=", det(P)), (PositiveDefinite(P), Symmetric(A)), R),
    (ORDER(log(det(one + X * X.T / lam)), ">=", 0), (), V),
    (EQ(det(A), 0), (Equal(A * B, zero(n, n)), Invertible(B)), V),
    (EQ(det(A) * det(B), 1), (Equal(A * B, one),), V),
    (EQ(det(A) * det(B), 1), (Equal(A * B, 2 * one),), R),
    (EQ(det(A) * det(B), 2**n), (Equal(A * B, 2 * one),), V),
    (EQ(det(A) * inverse(A) * A, det(A) * one), (Invertible(A),), V),
    (EQ(det(A) * inverse(A), det(B) * inverse(A)), (Invertible(A),), R),
    (EQ(det(A), det(B)), (Equal(A, B.T),), V),
    (EQ(det(X * Y), det(Y * X)), (), R),
    (EQ(det(A * X * Y * B), det(A) * det(X * Y) * det(B)), (), V),
    (EQ(det(A - A.T), 0), (), R),
    (EQ(det(A - A.T), (-1) ** n * det(A - A.T)), (), V),
    (EQ(det(A * A), det(A) ** 2), (), V),
    (EQ(det(A**3), det(A) ** 3), (), V),
    (EQ(det(A * A.T), det(A) ** 2), (), V),
    (EQ(det(A * A.T), 1), (Invertible(A),), R),
    (EQ(det(B) * det(A * B) / det(A), det(B) ** 2), (Invertible(A),), V),
    (EQ(det(B) * det(A * B) / det(A), det(B) ** 2), (), U),
    # along a flow
    (MatrixRate(det(W), det(W) * (trace(inverse(W) * A) - n), near), (Invertible(W),), V),
    (MatrixRate(det(W), det(W) * (trace(inverse(W) * A) - n), near), (), U),
    (MatrixRate(det(W), det(W) * (trace(inverse(W) * A) + n), near), (Invertible(W),), R),
    (MatrixRate(log(det(W)), trace(inverse(W) * A) - n, near), (PositiveDefinite(W),), V),
    (MatrixRate(log(det(W)), trace(inverse(W) * A) - n, near), (Invertible(W),), U),
    (MatrixRate(log(det(W)), trace(inverse(W) * A) - 2 * n, near), (PositiveDefinite(W),), R),
    (MatrixConserved(det(W), near), (), R),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), CASES, ids=[str(k) for k in range(len(CASES))])
def test_determinants(statement: Any, hypotheses: tuple[Any, ...], verdict: Verdict) -> None:
    found = prove(Claim("mine/determinant", title="t", statement=statement, hypotheses=list(hypotheses)))
    assert found.verdict is verdict, (found.how, found.reason)


@pytest.mark.parametrize(
    ("statement", "hypotheses", "verdict"), CASES[::4], ids=[str(k) for k in range(0, len(CASES), 4)]
)
def test_numbers_see_no_true_one_fail_and_most_false_ones(
    statement: Any, hypotheses: tuple[Any, ...], verdict: Verdict
) -> None:
    claim = Claim("mine/determinant", title="t", statement=statement, hypotheses=list(hypotheses))
    found = check(claim, draws=16).verdict
    assert verdict is U or found is not (Verdict.CONTRADICTED if verdict is V else Verdict.SUPPORTED)


def test_what_is_no_determinant_is_refused() -> None:
    with pytest.raises(ShapeMismatch, match="not square"):
        det(X)
    with pytest.raises(ValueError, match="MatrixInequality"):
        Inequality(det(P), ">", 0)
    assert latex(det(A * B)) == r"\det\left(A B\right)"


def test_numbers_alone_are_not_asked_for_matrices() -> None:
    said = Identity((det(inverse(A)) + 1) ** 2, det(inverse(A)) ** 2 + 2 * det(inverse(A)) + 1)
    assert prove(Claim("mine/number", title="t", statement=said)).verdict is U


def test_letters_are_not_what_a_verdict_hangs_on() -> None:
    for letters in ("A B", "B A", "Z Y", "o Phi"):
        first, second = (matrix(name, n, n) for name in letters.split())
        said = MatrixIdentity(det(one + first * second), det(one + second * first))
        assert prove(Claim("mine/turned", title="t", statement=said)).verdict is V
