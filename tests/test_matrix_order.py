"""The order of symmetric matrices and of traces: true statements of every size, and false ones near them."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Claim,
    Equal,
    Expect,
    Inequality,
    Invertible,
    MatrixInequality,
    PositiveDefinite,
    PositiveSemidefinite,
    Symmetric,
    identity,
    inverse,
    matrix,
    natural,
    positive,
    random_vector,
    real,
    trace,
    zero,
)
from layerproof.language.claims import Question
from layerproof.numerics.checks.dispatch import check
from layerproof.proving.evidence import prove

n, d, p = natural("n d p")
A, B, D = (matrix(name, n, n) for name in "ABD")
X, Y, V = matrix("X", n, d), matrix("Y", n, d), matrix("V", d, p)
x, y, z = matrix("x", n, 1), matrix("y", n, 1), random_vector("z", n)
r, lam = real("r"), positive("lambda")
one, none, small = identity(n), zero(n, n), identity(d)
symmetric = (Symmetric(A), Symmetric(B))
both = (PositiveSemidefinite(A), PositiveSemidefinite(B))
above = (PositiveDefinite(B), PositiveSemidefinite(D))
projection = (Symmetric(A), Equal(A * A, A))
hat = X * inverse(X.T * X + lam * small) * X.T

TRUE: list[tuple[Any, str, Any, tuple[Any, ...]]] = [
    (X * X.T, ">=", none, ()),
    (A + X * X.T, ">=", A, (Symmetric(A),)),
    (X.T * (B + D) * X, ">=", X.T * B * X, (Symmetric(B), PositiveSemidefinite(D))),
    (4 * X * X.T + 9 * Y * Y.T, ">=", 6 * X * Y.T + 6 * Y * X.T, ()),
    (X * X.T + r**2 * Y * Y.T, ">=", r * X * Y.T + r * Y * X.T, ()),
    (A * A + one, ">=", 2 * A, (Symmetric(A),)),
    (Expect(z * z.T), ">=", none, ()),
    # inverses
    (inverse(A), ">", none, (PositiveDefinite(A),)),
    (X * X.T + lam * one, ">", none, ()),
    (inverse(X * X.T + lam * one), "<=", one / lam, ()),
    (inverse(B), ">=", inverse(B + D), above),
    (one, ">=", hat, ()),
    (one, ">=", A, projection),
    (A, ">=", none, projection),
    # traces
    (trace(A * B), ">=", 0, both),
    (trace(A * B) ** 2, "<=", trace(A * A) * trace(B * B), symmetric),
    (trace(X * Y.T) ** 2, "<=", trace(X * X.T) * trace(Y * Y.T), ()),
    (trace(X * V * V.T * X.T), "<=", trace(X * X.T) * trace(V * V.T), ()),
    (trace(x.T * y) ** 2, "<=", trace(x.T * x) * trace(y.T * y), ()),
    (trace(x.T * A * y) ** 2, "<=", trace(x.T * A * x) * trace(y.T * A * y), (PositiveSemidefinite(A),)),
    (trace(A) ** 2, "<=", n * trace(A * A.T), ()),
    (trace(A * B), "<=", trace(A) * trace(B), both),
    (trace(A * A), "<=", trace(A * A.T), ()),
    (trace(A), ">", 0, (PositiveDefinite(A),)),
]

UNSEEN: tuple[Any, str, Any, tuple[Any, ...]] = (trace(A * B), ">", 0, (PositiveDefinite(A), PositiveSemidefinite(B)))
"""It fails at B = 0 alone, which no sampling sees."""

FALSE: list[tuple[Any, str, Any, tuple[Any, ...]]] = [
    (X * X.T, ">", none, ()),  # X may have fewer columns than rows
    (X * X.T, "<=", one, ()),
    (A * A, ">=", none, ()),
    (A * B, ">=", none, both),  # it is not symmetric
    (A * B + B * A, ">=", none, both),
    ((B + D) * (B + D), ">=", B * B, (PositiveSemidefinite(B), PositiveSemidefinite(D))),
    (X * X.T + Y * Y.T, ">=", 3 * X * Y.T + 3 * Y * X.T, ()),
    (A * A, ">=", A, both),
    (A + r * one, ">=", none, both),
    (inverse(B + D), ">=", inverse(B), above),
    (inverse(A), ">=", none, (Invertible(A), Symmetric(A))),
    (one, ">=", A, (Equal(A * A, A),)),  # a projection that is not orthogonal
    (hat, ">=", one / 2, ()),
    (trace(A * B), ">=", 0, symmetric),
    (trace(A * B * D), ">=", 0, (*both, PositiveSemidefinite(D))),
    UNSEEN,
    (trace(A) ** 2, "<=", trace(A * A.T), ()),
    (trace(A * B) ** 2, "<=", trace(A * A) * trace(B), both),
    (trace(A * A.T), "<=", trace(A * A), ()),
    (trace(A * B), "<=", trace(A) + trace(B), both),
    (trace(x.T * y) ** 2, "<", trace(x.T * x) * trace(y.T * y), ()),
    (trace(x.T * A * y) ** 2, "<=", trace(x.T * A * x) * trace(y.T * A * y), (Symmetric(A),)),
]


def asked(lhs: Any, relation: str, rhs: Any, hypotheses: tuple[Any, ...]) -> Question:
    statement = MatrixInequality(lhs, relation, rhs)
    return Question("test/order", title="", statement=statement, hypotheses=hypotheses)


def renamed(question: tuple[Any, str, Any, tuple[Any, ...]]) -> tuple[Any, str, Any, tuple[Any, ...]]:
    """The same statement with other letters, in another order of the alphabet."""
    other = {"A": "Z", "B": "H", "D": "C", "X": "G", "Y": "F", "V": "Q", "x": "w", "y": "b", "z": "a"}
    change = {m: type(m)(other[str(m.name)], *m.shape) for m in (A, B, D, X, Y, V, x, y, z)}
    lhs, relation, rhs, hypotheses = question

    def put(expr: Any) -> Any:
        return sp.sympify(expr).xreplace(change)

    return put(lhs), relation, put(rhs), tuple(h.mapped(put) for h in hypotheses)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: f"{case[0]} {case[1]} {case[2]}")
def test_true_ones_are_proved_and_supported_by_numbers(case: Any) -> None:
    found = prove(asked(*case))
    assert str(found.verdict) == "VERIFIED", found.reason
    assert str(prove(asked(*renamed(case))).verdict) == "VERIFIED"
    assert str(check(asked(*case), draws=60).verdict) == "SUPPORTED"


@pytest.mark.parametrize("case", FALSE, ids=lambda case: f"{case[0]} {case[1]} {case[2]}")
def test_false_ones_are_refuted_and_contradicted_by_numbers(case: Any) -> None:
    assert str(prove(asked(*case)).verdict) == "REFUTED"
    assert str(prove(asked(*renamed(case))).verdict) == "REFUTED"
    if case is not UNSEEN:
        assert str(check(asked(*case), draws=200).verdict) == "CONTRADICTED"


def test_what_is_undefined_is_not_proved() -> None:
    squares = X.T * X
    assert str(prove(asked(inverse(squares), ">=", zero(d, d), ())).verdict) == "UNDECIDED"
    assert str(prove(asked(X * X.T / r, ">=", none, ())).verdict) != "VERIFIED"
    assert str(prove(asked(X * X.T / r, ">=", none, (r > 0,))).verdict) == "VERIFIED"


def test_how_it_reads_and_what_is_refused() -> None:
    order = MatrixInequality(X * X.T, ">=", none)
    assert str(order) == "X*X.T >= 0 as quadratic forms"
    assert r"\succeq" in order.latex()
    assert r"\le" in MatrixInequality(trace(A) ** 2, "<=", n * trace(A * A.T)).latex()
    with pytest.raises(ValueError, match="MatrixInequality"):
        Inequality(trace(A), ">=", 0)
    with pytest.raises(ValueError, match="expected one of"):
        MatrixInequality(A, "=", B)
    with pytest.raises(ValueError, match="expected a letter"):
        PositiveSemidefinite(A - B)
    different = Claim("test/shapes", title="", statement=MatrixInequality(A, ">=", small))
    assert str(prove(different).verdict) == "UNDECIDED"
