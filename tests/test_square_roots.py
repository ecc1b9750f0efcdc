"""Square roots of matrices: what holds of semidefinite ones is proved, and what does not is refuted."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq_mat
from late import late

from layerproof import (
    Claim,
    Equal,
    MatrixIdentity,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Symmetric,
    Verdict,
    identity,
    inverse,
    matrix,
    natural,
    positive,
    sqrtm,
    trace,
)
from layerproof.proving.exact import prove
from layerproof.proving.exact.matrix_witness import NoDraw, square_root

with late():
    from layerproof.numerics.checks import check

n, p = natural("n p")
A, B, D, Q = (matrix(name, n, n) for name in "ABDQ")
X = matrix("X", n, p)
ell = positive("ell")
semi = (PositiveSemidefinite(A),)

TRUE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (sqrtm(A) * sqrtm(A), A, semi),
    (sqrtm(A).T * sqrtm(A), A, semi),
    (sqrtm(A * A), A, semi),
    (sqrtm(A) * A, A * sqrtm(A), semi),
    (sqrtm(A) * B, B * sqrtm(A), (*semi, Equal(A * B, B * A))),
    (sqrtm(4 * A), 2 * sqrtm(A), semi),
    (sqrtm(ell**2 * A), ell * sqrtm(A), semi),
    (sqrtm(Q * D * Q.T), Q * sqrtm(D) * Q.T, (Orthogonal(Q), PositiveSemidefinite(D))),
    (inverse(sqrtm(A)) * A * inverse(sqrtm(A)), identity(n), (PositiveDefinite(A),)),
    (trace(sqrtm(X.T * X) * sqrtm(X.T * X)), trace(X * X.T), ()),
    (X * sqrtm(X.T * X), sqrtm(X * X.T) * X, ()),
]
FALSE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (sqrtm(A), A, semi),
    (sqrtm(A) * B, B * sqrtm(A), semi),
    (sqrtm(2 * A), 2 * sqrtm(A), semi),
    (sqrtm(A + B), sqrtm(A) + sqrtm(B), (*semi, PositiveSemidefinite(B))),
    (sqrtm(B * B), B, (Symmetric(B),)),
    (sqrtm(A) * sqrtm(B), sqrtm(B) * sqrtm(A), (*semi, PositiveSemidefinite(B))),
    (trace(sqrtm(X.T * X)), trace(X.T * X), ()),
    (X * sqrtm(X.T * X), X * X.T * X, ()),
]


def claim(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> Claim:
    return Claim(
        "own/root", title="Of a square root", statement=MatrixIdentity(left, right), hypotheses=list(hypotheses)
    )


@pytest.mark.parametrize(("left", "right", "hypotheses"), TRUE, ids=[str(k) for k in range(len(TRUE))])
def test_what_holds_is_proved(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> None:
    made = claim(left, right, hypotheses)
    assert prove(made).verdict is Verdict.VERIFIED
    assert check(made, draws=200).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("left", "right", "hypotheses"), FALSE, ids=[str(k) for k in range(len(FALSE))])
def test_what_does_not_is_refuted(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> None:
    made = claim(left, right, hypotheses)
    assert prove(made).verdict is Verdict.REFUTED
    assert check(made, draws=200).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("hypotheses", [(), (Symmetric(B),)])
def test_of_what_need_not_be_semidefinite_nothing_is_proved(hypotheses: tuple[Any, ...]) -> None:
    found = prove(claim(sqrtm(B) * sqrtm(B), B, hypotheses))
    assert found.verdict is Verdict.UNDECIDED
    assert "positive semidefinite" in (found.reason or "")


def test_exact_roots_are_semidefinite_and_rational() -> None:
    assert square_root(fmpq_mat(2, 2, [5, 4, 4, 5])) == fmpq_mat(2, 2, [2, 1, 1, 2])
    for none in ([2, 0, 0, 1], [-1, 0, 0, 1], [1, 1, 0, 1]):
        with pytest.raises(NoDraw):
            square_root(fmpq_mat(2, 2, none))
