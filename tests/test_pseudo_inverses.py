"""The pseudo-inverse: what holds of every matrix is proved, what holds of those of full rank only is refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from flint import fmpq, fmpq_mat
from late import late

from layerproof import (
    Claim,
    Equal,
    Invertible,
    MatrixIdentity,
    MatrixRate,
    Orthogonal,
    PositiveDefinite,
    SemiOrthogonal,
    Symmetric,
    Verdict,
    identity,
    inverse,
    matrix,
    natural,
    pinv,
    positive,
    trace,
    zero,
)
from layerproof.language.matrices import MatrixFlow, group
from layerproof.language.matrix_functions import PseudoInverse
from layerproof.proving.evidence import prove
from layerproof.proving.exact.matrix_witness import pseudo_inverse

with late():
    from layerproof.numerics.checks import check

n, p, q = natural("n p q")
A, X, B = matrix("A", n, p), matrix("X", n, p), matrix("B", p, q)
S, Q, D = (matrix(name, n, n) for name in "SQD")
y, w = matrix("y", n, 1), matrix("w", p, 1)
ell = positive("ell")

TRUE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (pinv(pinv(A)), A, ()),
    (A * pinv(A) * A, A, ()),
    (A * pinv(A) * A * pinv(A), A * pinv(A), ()),
    (pinv(A.T * A), pinv(A) * pinv(A).T, ()),
    (pinv(A), pinv(A.T * A) * A.T, ()),
    (pinv(A), A.T * pinv(A * A.T), ()),
    (pinv(A), inverse(A.T * A) * A.T, (Invertible(A.T * A),)),
    (pinv(A), A.T * inverse(A * A.T), (Invertible(A * A.T),)),
    (pinv(S), inverse(S), (Invertible(S),)),
    (inverse(S), pinv(S), (PositiveDefinite(S),)),
    (pinv(Q * A), pinv(A) * Q.T, (Orthogonal(Q),)),
    (pinv(3 * A), pinv(A) / 3, ()),
    (pinv(ell * A), pinv(A) / ell, ()),
    (A.T * group(y - A * pinv(A) * y), zero(p, 1), ()),
    (w.T * w, (pinv(X) * y).T * (pinv(X) * y) + group(w - pinv(X) * y).T * group(w - pinv(X) * y),
     (Equal(X.T * X * w, X.T * y),)),
    (D * pinv(D), pinv(D) * D, (Symmetric(D),)),
    (pinv(A), A.T, (SemiOrthogonal(A.T),)),
    (pinv(D), D, (Symmetric(D), Equal(D * D, D))),
    (trace(pinv(A) * A), trace(A * pinv(A)), ()),
]  # fmt: skip
FALSE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (pinv(A) * A, identity(p), ()),
    (A * pinv(A), identity(n), ()),
    (pinv(A * B), pinv(B) * pinv(A), ()),
    (pinv(S) * S, S * pinv(S), ()),
    (pinv(A), A.T, ()),
    (pinv(2 * A), 2 * pinv(A), ()),
    (pinv(A + X), pinv(A) + pinv(X), ()),
    (pinv(A.T * A) * A.T * A, identity(p), ()),
    (trace(A * pinv(A)), p, ()),
    (pinv(D) * D, identity(n), (Symmetric(D),)),
    (pinv(D * D), D * D, (Symmetric(D),)),
    (pinv(Q * S), pinv(S) * Q, (Orthogonal(Q),)),
    (w.T * w, (pinv(X) * y).T * (pinv(X) * y), (Equal(X.T * X * w, X.T * y),)),
]


def claim(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> Claim:
    return Claim(
        "own/pseudo-inverse",
        title="Of a pseudo-inverse",
        statement=MatrixIdentity(left, right),
        hypotheses=list(hypotheses),
    )


@pytest.mark.parametrize(("left", "right", "hypotheses"), TRUE, ids=[str(k) for k in range(len(TRUE))])
def test_what_holds_of_every_matrix_is_proved(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> None:
    made = claim(left, right, hypotheses)
    assert prove(made).verdict is Verdict.VERIFIED
    assert check(made, draws=200).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("left", "right", "hypotheses"), FALSE, ids=[str(k) for k in range(len(FALSE))])
def test_what_holds_of_some_only_is_refuted(left: Any, right: Any, hypotheses: tuple[Any, ...]) -> None:
    made = claim(left, right, hypotheses)
    assert prove(made).verdict is Verdict.REFUTED
    assert check(made, draws=200).verdict is Verdict.CONTRADICTED


def test_without_an_inverse_it_is_not_said_to_be_one() -> None:
    assert prove(claim(pinv(S), inverse(S), ())).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
def test_exact_values_are_those_of_floating_point(rank: int) -> None:
    rng = np.random.default_rng(rank)
    whole = rng.integers(-3, 4, (4, rank)) @ rng.integers(-3, 4, (rank, 3))
    found = pseudo_inverse(fmpq_mat(4, 3, [fmpq(int(entry)) for entry in whole.flat]))
    values = [float(Fraction(int(entry.p), int(entry.q))) for entry in found.entries()]
    np.testing.assert_allclose(np.reshape(values, (3, 4)), np.linalg.pinv(whole.astype(float)), atol=1e-12)


def test_each_equation_of_penrose_is_needed() -> None:
    """Without any one of the four another matrix satisfies the rest: the letter would not be the pseudo-inverse."""
    one = sp.Matrix([[1, 0], [0, 0]])
    others = [sp.zeros(2), sp.Matrix([[1, 0], [0, 1]]), sp.Matrix([[1, 1], [0, 0]]), sp.Matrix([[1, 0], [1, 0]])]
    for wrong, missing in zip(others, (0, 1, 2, 3), strict=True):
        held = [left == right for left, right in PseudoInverse(sp.MatrixSymbol("A", 2, 2)).penrose(wrong, one)]
        assert held == [k != missing for k in range(4)]


def test_it_has_no_rate_and_says_why() -> None:
    flow = MatrixFlow(loss=trace(A.T * A) / 2, parameters=(A,))
    found = prove(Claim("own/rate", title="A rate", statement=MatrixRate(pinv(A), pinv(A), flow)))
    assert found.verdict is Verdict.UNDECIDED
    assert "jumps where the rank changes" in (found.reason or "")


def test_it_is_printed_as_authors_print_it() -> None:
    from layerproof.language.printing import latex

    assert latex(pinv(A)) == r"A^{\dagger}"
    assert latex(pinv(A.T * A)) == r"(A^{\top} A)^{\dagger}"
    assert latex(pinv(A.T)) == r"(A^{\top})^{\dagger}"
