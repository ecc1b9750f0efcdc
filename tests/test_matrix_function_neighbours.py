"""Statements about inverses, exponentials and integrals that are nearly true, and true ones beside them.

None that is false may be proved, for any size; one that is false only where an inverse is missing is left open.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Claim,
    Diagonal,
    Equal,
    Invertible,
    MatrixIdentity,
    Orthogonal,
    PositiveDefinite,
    SemiOrthogonal,
    Symmetric,
    Verdict,
    accumulated,
    expm,
    identity,
    inverse,
    matrix,
    natural,
    positive,
    real,
    time,
    trace,
    zero,
)
from layerproof.language.matrices import group
from layerproof.proving.evidence import prove

n, p = natural("n p")
A, B, C, D, F, G, S, U = (matrix(name, n, n) for name in "ABCDFGSU")
P, Q, R = matrix("P", n, p), matrix("Q", n, p), matrix("R", p, n)
small = matrix("K", p, p)
b, lam, t = positive("b"), real("lambda"), time()
one, none = identity(n), zero(n, n)
E = expm(t * F)
both = (Invertible(A), Invertible(B))
commuting = Equal(A * B, B * A)

FALSE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    # exponentials of sums and of products
    (expm(A + B), expm(A) * expm(B), ()),
    (expm(A + B), expm(A) * expm(B), (Symmetric(A), Symmetric(B))),
    (expm(t * (A + B)) * expm(-t * B), expm(t * A), ()),
    (expm(A * B), expm(A) * expm(B), (commuting,)),
    (expm(A) * B, B * expm(A), (Symmetric(A), Symmetric(B))),
    (expm(t * A) * B, B * expm(-t * A), (commuting,)),
    (expm(A * B) * A, A * expm(A * B), ()),  # expm(A B) A = A expm(B A)
    (expm(Q * R) * Q, Q * expm(2 * R * Q), ()),
    (expm(A).T, expm(-A), (Symmetric(A),)),
    (expm(A).T, expm(A), (Equal(A.T, -A),)),
    (expm(A.T) * expm(A), expm(A.T + A), ()),
    (expm(t * A) * expm(t * A), expm(t**2 * A), ()),
    (expm(2 * A), 2 * expm(A), ()),
    (expm(A), expm(A / 2) * expm(A / 3) * expm(A / 4), ()),
    (expm(A), one + A, ()),
    (expm(A), one + A, (Equal(A * A, A),)),
    (expm(A), one, (Equal(A.T, A),)),
    (expm(A), one, (Equal(A * A, one),)),
    (inverse(expm(t * A)), expm(t * A), (Symmetric(A),)),
    (expm(U * S * U.T), U * expm(S) * U, (Orthogonal(U),)),
    (expm(R.T * small * R), R.T * expm(small) * R, (SemiOrthogonal(R),)),  # off the rows of R, the left is I
    (expm(inverse(A) * B * A), A * expm(B) * inverse(A), (Invertible(A),)),
    (trace(expm(A)) * trace(expm(B)), trace(expm(A + B)), (commuting,)),
    (trace(expm(A) * expm(B)), trace(expm(A) * expm(-B)), ()),
    # inverses
    (inverse(A * B), inverse(A) * inverse(B), (*both, Symmetric(A), Symmetric(B))),
    (inverse(A * B * C), inverse(C) * inverse(A) * inverse(B), (*both, Invertible(C))),
    (inverse(A + B), inverse(A) + inverse(B), (*both, commuting)),
    (inverse(A.T), inverse(A), (Invertible(A),)),
    (inverse(A.T).T, inverse(A).T, (Invertible(A),)),
    (inverse(A) * B, B * inverse(A), both),
    (inverse(-A), inverse(A), (Invertible(A),)),
    (inverse(b * A), b * inverse(A), (Invertible(A),)),
    (inverse(A * A), inverse(A), (Invertible(A),)),
    (inverse(A) * A.T, one, (Invertible(A),)),
    (inverse(U), U, (Orthogonal(U),)),
    (inverse(one + A), one - A, (Symmetric(A), Invertible(one + A))),
    (inverse(one + Q * R), one - Q * inverse(identity(p) + R * Q) * R * 2, (Invertible(one + Q * R),)),
    (inverse(Q.T * Q + b * identity(p)) * Q.T, Q.T * inverse(Q * Q.T - b * one), ()),
    (inverse(R * R.T + b * identity(p)) * R, R.T * 0 + R * inverse(R.T * R + 2 * b * one), ()),
    (inverse(A + B), inverse(A) - inverse(A) * B * inverse(A), (*both, Invertible(A + B))),
    (trace(A * inverse(B)), trace(B * inverse(A)), both),
    (inverse(D) * A, A * inverse(D), (Diagonal(D), Diagonal(S), Invertible(D))),
    (inverse(D * S + one) * S, inverse(D * S + one) * D, (Diagonal(D), Diagonal(S), Invertible(D * S + one))),
    # integrals over the time
    (accumulated(E * E), accumulated(E) * accumulated(E), ()),
    (accumulated(E), inverse(F) * E, (Invertible(F),)),
    (F * accumulated(E), one - E, ()),
    (F * accumulated(expm(-t * F)), expm(-t * F) - one, ()),
    (accumulated(t * E), t * accumulated(E), ()),
    (accumulated(E * A * E), E * accumulated(A * E), ()),
    (accumulated(E * A), A * accumulated(E), (Symmetric(A), Symmetric(F))),
    (accumulated(E).T, accumulated(E), ()),
    (accumulated(E.T * E), accumulated(E * E.T), ()),
    (accumulated(accumulated(A)), t**2 * A, ()),
    (accumulated(sp.exp(t) * A), sp.exp(t) * A, ()),
    (accumulated(E * expm(t * G)), accumulated(E) * accumulated(expm(t * G)), (Equal(F * G, G * F),)),
]

NOWHERE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (inverse(none) * A, A, ()),
    (inverse(A - A.T) * (B + C), inverse(A - A.T) * B + inverse(A - A.T) * C, (Symmetric(A),)),
    (inverse(A * B - B * A) * C, C, (Diagonal(A), Diagonal(B))),
]

OPEN: list[tuple[Any, Any, tuple[Any, ...]]] = [
    # an inverse that need not be there
    (inverse(A) * A, one, (Symmetric(A),)),
    (inverse(A) * A, one, (Equal(A * A, A),)),
    (inverse(A) * (A + B), inverse(A) * A + inverse(A) * B, ()),
    (inverse(A * B) * A * B, one, (Invertible(A),)),
    (inverse(Q * R) * Q * R, one, ()),
    (inverse(Q.T * Q) * Q.T * Q, identity(p), ()),
    (inverse(R.T * R) * R.T * R, one, (SemiOrthogonal(R),)),
    (inverse(lam * one + Q * Q.T) * (lam * one + Q * Q.T), one, ()),
    (inverse(lam * A) * lam * A, one, (Invertible(A),)),
    (inverse(A + B) * (A + B), one, both),
    (inverse(one - Q * Q.T) * (one - Q * Q.T), one, ()),
    (inverse(one + Q * group(-Q.T)) * (one + Q * group(-Q.T)), one, ()),
    (inverse(one + group(-Q) * Q.T) * (one - Q * Q.T), one, ()),
    (inverse(one + A * group(-2 * B) * A.T) * (one - 2 * A * B * A.T), one, (PositiveDefinite(B),)),
    (inverse(one + A**3) * (one + A**3), one, (Symmetric(A),)),
    (inverse(one + A * A) * (one + A * A), one, (Equal((one + A * A) * A, (one + A * A) * A.T),)),  # A a quarter turn
    (inverse(one + A * A) * (one + A * A), one, (Equal((one + A * A) * A.T, (one + A * A) * A),)),
    (inverse(A.T * A + none) * A.T * A, one, (Symmetric(A),)),
    (inverse(accumulated(E)) * accumulated(E), one, (Symmetric(F),)),  # 0 at time 0
    (inverse(t * one) * t, one, ()),
    (inverse(one - t * Q * Q.T) * (one - t * Q * Q.T), one, ()),
    (inverse(one - accumulated(E.T * E)) * (one - accumulated(E.T * E)), one, ()),
    (inverse(E + expm(t * G)) * (E + expm(t * G)), one, ()),  # positive definite if F and G are symmetric
    (inverse(D) * D * S, S, (Diagonal(D), Diagonal(S))),
    (inverse(D - S) * (D - S) * D, D, (Diagonal(D), Diagonal(S), Invertible(D), Invertible(S))),
    # an integral that need not be there, or is of another time
    (accumulated((E + E * E) / t), accumulated(E / t) + accumulated(E * E / t), ()),
    (accumulated(sp.exp(1 / t) * E * A), accumulated(sp.exp(1 / t) * E) * A, ()),
    (accumulated(sp.exp(lam * t) * A), (sp.exp(lam * t) - 1) / lam * A, ()),
    (accumulated(sp.log(t) * A), (t * sp.log(t) - t) * A, ()),
    (accumulated(inverse(t * A) * B), accumulated(inverse(t * A)) * B, (Invertible(A),)),
    (accumulated(A), t * E, (Equal(A, E),)),
]

TRUE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (expm(t * A) * expm(t * B), expm(t * B) * expm(t * A), (commuting,)),
    (expm(Q * R) * Q, Q * expm(R * Q), ()),
    (expm(A).T * expm(A), expm(A.T) * expm(A / 2) ** 2, ()),
    (expm(A.T) * expm(A), one, (Equal(A.T, -A),)),
    (expm(U * S * U.T), U * expm(S) * U.T, (Orthogonal(U),)),
    (expm(A) * B, B * expm(C), (Equal(A * B, B * C),)),
    (expm(3 * t * A), expm(t * A) ** 3, ()),
    (expm(A), expm(A / 2) * expm(A / 3) * expm(A / 6), ()),
    (inverse(expm(t * A)), expm(-t * A), ()),
    (expm(A * B) * A, A * expm(B * A), ()),
    (expm(t * F) * inverse(A), inverse(A) * expm(t * F), (Invertible(A), Equal(A * F, F * A))),
    (inverse(A * B * C), inverse(C) * inverse(B) * inverse(A), (*both, Invertible(C))),
    (inverse(inverse(A)), A, (Invertible(A),)),
    (inverse(A.T) * inverse(B), inverse(B * A.T), both),
    (inverse(A) * B, B * inverse(A), (Invertible(A), commuting)),
    (inverse(one + A) * A, A * inverse(one + A), (Invertible(one + A),)),
    (inverse(one + A), one - inverse(one + A) * A, (Invertible(one + A),)),
    (inverse(one + Q * Q.T), one - Q * inverse(identity(p) + Q.T * Q) * Q.T, ()),
    (Q * inverse(identity(p) + R * Q), inverse(one + Q * R) * Q,
     (Invertible(one + Q * R), Invertible(identity(p) + R * Q))),
    (inverse(A + B), inverse(A) - inverse(A) * inverse(inverse(A) + inverse(B)) * inverse(A),
     (*both, Invertible(A + B), Invertible(inverse(A) + inverse(B)))),
    (inverse(A * S * A.T + b * one) * (A * S * A.T + b * one), one, (PositiveDefinite(S),)),
    (inverse(E + expm(t * G)) * (E + expm(t * G)), one, (Symmetric(F), Symmetric(G))),
    (trace(inverse(A) * B * A), trace(B), (Invertible(A),)),
    (inverse(D * S + one) * S * D, S * inverse(D * S + one) * D, (Diagonal(D), Diagonal(S), Invertible(D * S + one))),
    (F * accumulated(E), E - one, ()),
    (accumulated(E.T * A), (A.T * accumulated(E)).T, ()),
    (accumulated(A * E), A * accumulated(E), ()),
    (accumulated(accumulated(A)), t**2 * A / 2, ()),
    (accumulated(sp.exp(t) * A), (sp.exp(t) - 1) * A, ()),
    (accumulated(E) * F, F * accumulated(E), ()),
    (inverse(one + accumulated(E * E)) * E, E * inverse(one + accumulated(E * E)), (Symmetric(F),)),
]  # fmt: skip


def verdict(lhs: Any, rhs: Any, hypotheses: tuple[Any, ...]) -> Verdict:
    claim = Claim("mine/claim", title="t", statement=MatrixIdentity(lhs, rhs), hypotheses=hypotheses)
    return prove(claim).verdict


def name(case: tuple[Any, Any, tuple[Any, ...]]) -> str:
    return f"{case[0]} = {case[1]} | {', '.join(map(str, case[2]))}"


@pytest.mark.parametrize("case", FALSE, ids=name)
def test_what_is_false_is_refuted(case: tuple[Any, Any, tuple[Any, ...]]) -> None:
    assert verdict(*case) is Verdict.REFUTED


@pytest.mark.parametrize("case", NOWHERE, ids=name)
def test_what_is_defined_nowhere_is_refuted(case: tuple[Any, Any, tuple[Any, ...]]) -> None:
    claim = Claim("mine/claim", title="t", statement=MatrixIdentity(*case[:2]), hypotheses=case[2])
    evidence = prove(claim)
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.witness is not None
    assert "is the inverse of 0" in evidence.witness.residual


@pytest.mark.parametrize("case", OPEN, ids=name)
def test_what_need_not_be_defined_is_left_open(case: tuple[Any, Any, tuple[Any, ...]]) -> None:
    assert verdict(*case) is Verdict.UNDECIDED


@pytest.mark.parametrize("case", TRUE, ids=name)
def test_what_is_true_is_proved(case: tuple[Any, Any, tuple[Any, ...]]) -> None:
    assert verdict(*case) is Verdict.VERIFIED
