"""Inverses, exponentials, integrals and closed forms of matrix flows: true ones proved, false neighbours never."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from late import late

from layerproof import (
    Claim,
    Diagonal,
    Equal,
    Invertible,
    MatrixConserved,
    MatrixFlow,
    MatrixIdentity,
    MatrixRate,
    MatrixSolution,
    Orthogonal,
    PositiveDefinite,
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
from layerproof.language.matrices import ShapeMismatch, Velocity, group
from layerproof.proving.evidence import prove

with late():
    from layerproof.numerics.checks import check

n, p = natural("n p")
A, B, F, G, D, S, U = (matrix(name, n, n) for name in "ABFGDSU")
Q, C, R = matrix("Q", n, p), matrix("Q_0", n, p), matrix("R", p, n)
X = matrix("X", n, n)
ell, lam, t = positive("ell"), real("lambda"), time()
one = identity(n)
both = (Invertible(A), Invertible(B))

IDENTITIES: list[tuple[Any, Any, tuple[Any, ...], Verdict]] = [
    # inverses
    (inverse(A * B), inverse(B) * inverse(A), both, Verdict.VERIFIED),
    (inverse(A * B), inverse(A) * inverse(B), both, Verdict.REFUTED),
    (inverse(A) * B * A * inverse(A), inverse(A) * B, (Invertible(A),), Verdict.VERIFIED),
    (inverse(A) * B * A * inverse(A), inverse(A) * B, (), Verdict.UNDECIDED),
    (inverse(A) * B * A, B, (Invertible(A),), Verdict.REFUTED),
    (inverse(A + B), inverse(A) + inverse(B), both, Verdict.REFUTED),
    (A * inverse(A), one, (), Verdict.UNDECIDED),
    (A * inverse(A), one, (Invertible(A),), Verdict.VERIFIED),
    (A * inverse(A), 2 * one, (Invertible(A),), Verdict.REFUTED),
    (inverse(2 * A), inverse(A) / 2, (Invertible(A),), Verdict.VERIFIED),
    (inverse(2 * A), 2 * inverse(A), (Invertible(A),), Verdict.REFUTED),
    (inverse(lam * A), inverse(A) / lam, (Invertible(A),), Verdict.UNDECIDED),  # lambda may be 0
    (inverse(U), U.T, (Orthogonal(U),), Verdict.VERIFIED),
    (inverse(U), U, (Orthogonal(U),), Verdict.REFUTED),
    (inverse(A).T, inverse(A), (Invertible(A), Symmetric(A)), Verdict.VERIFIED),
    (inverse(A).T, inverse(A), (Invertible(A),), Verdict.REFUTED),
    (inverse(A) - inverse(B), inverse(A) * (B - A) * inverse(B), both, Verdict.VERIFIED),
    (inverse(A) - inverse(B), inverse(A) * (A - B) * inverse(B), both, Verdict.REFUTED),
    (inverse(D) * S, S * inverse(D), (Diagonal(D), Diagonal(S), Invertible(D)), Verdict.VERIFIED),
    (inverse(D) * S, S * inverse(D), (Symmetric(D), Diagonal(S), Invertible(D)), Verdict.REFUTED),
    # a right inverse of a square matrix is a left inverse
    (B * A, one, (Equal(A * B, one),), Verdict.VERIFIED),
    (B * A, 2 * one, (Equal(A * B, one),), Verdict.REFUTED),
    (A * B, B * A, (Equal(A * B, 3 * one),), Verdict.VERIFIED),
    (A * B, B * A, (Equal(A * B, A),), Verdict.REFUTED),
    (A * B, B * A, (Equal(A * B, lam * one),), Verdict.UNDECIDED),  # false where lambda is 0
    (Q * R, one, (Equal(R * Q, identity(p)),), Verdict.REFUTED),  # more rows than columns
    (B * F * A, one, (Equal(F * A * B, one),), Verdict.VERIFIED),
    (A * F * B, one, (Equal(F * A * B, one),), Verdict.REFUTED),
    (B, inverse(A), (Equal(A * B, one),), Verdict.VERIFIED),
    (B, inverse(B), (Equal(A * B, one),), Verdict.REFUTED),
    (inverse(A), A, (Equal(A * A, one),), Verdict.VERIFIED),
    (inverse(A), -A, (Equal(A * A, one),), Verdict.REFUTED),
    (inverse(A) * A, one, (Equal(A * A, A),), Verdict.UNDECIDED),
    (inverse(F) * F, one, (Equal(R * F * Q, identity(p)),), Verdict.UNDECIDED),
    # inverses that are there as they are written
    (inverse(R.T * R + ell * one) * R.T, R.T * inverse(R * R.T + ell * identity(p)), (), Verdict.VERIFIED),
    (inverse(R.T * R + ell * one) * R.T, R.T * inverse(R * R.T + 2 * ell * identity(p)), (), Verdict.REFUTED),
    (inverse(R.T * R + lam * one) * R.T, R.T * inverse(R * R.T + lam * identity(p)), (), Verdict.UNDECIDED),
    (inverse(R.T * R - ell * one) * R.T, R.T * inverse(R * R.T - ell * identity(p)), (), Verdict.UNDECIDED),
    (inverse(A.T * A) * A.T, inverse(A), (Invertible(A),), Verdict.VERIFIED),
    (R * inverse(R.T * R) * R.T * R, R, (), Verdict.UNDECIDED),  # more columns than rows
    (inverse(A * S * A.T + S) * (A * S * A.T + S), one, (PositiveDefinite(S),), Verdict.VERIFIED),
    (inverse(A * S * A.T + S) * (A * S * A.T + S), one, (Symmetric(S),), Verdict.UNDECIDED),
    (inverse(A * A + one) * (A * A + one), one, (Symmetric(A),), Verdict.VERIFIED),
    (inverse(A * A + one) * (A * A + one), one, (), Verdict.UNDECIDED),  # a quarter turn has square -1
    # exponentials
    (expm(t * F) * F, F * expm(t * F), (), Verdict.VERIFIED),
    (expm(t * F) * G, G * expm(t * F), (), Verdict.REFUTED),
    (expm(t * F) * G, G * expm(t * F), (Equal(F * G, G * F),), Verdict.VERIFIED),
    (expm(t * F) * G, G * expm(-t * F), (Equal(F * G, -G * F),), Verdict.VERIFIED),
    (expm(t * F) * G, G * expm(t * F), (Equal(F * G, -G * F),), Verdict.REFUTED),
    (expm(t * F) ** 2, expm(2 * t * F), (), Verdict.VERIFIED),
    (expm(t * F) ** 2, expm(t * F), (), Verdict.REFUTED),
    (expm(t * F) * expm(-t * F), one, (), Verdict.VERIFIED),
    (expm(t * F) * expm(-2 * t * F), one, (), Verdict.REFUTED),
    (inverse(expm(t * F)), expm(-t * F), (), Verdict.VERIFIED),
    (expm(t * F).T, expm(t * F), (Symmetric(F),), Verdict.VERIFIED),
    (expm(t * F).T, expm(t * F), (), Verdict.REFUTED),
    (expm(t * F).T * expm(t * F), one, (Equal(F.T, -F),), Verdict.VERIFIED),
    (expm(t * F).T * expm(t * F), one, (Symmetric(F),), Verdict.REFUTED),
    (expm(t * F) * expm(t * G), expm(t * G) * expm(t * F), (), Verdict.REFUTED),
    (expm(t * F) * expm(t * G), expm(t * G) * expm(t * F), (Diagonal(F), Diagonal(G)), Verdict.VERIFIED),
    (expm(t * U * S * U.T) * U, U * expm(t * S), (Orthogonal(U),), Verdict.VERIFIED),
    (expm(t * U * S * U.T) * U, expm(t * S) * U, (Orthogonal(U),), Verdict.REFUTED),
    (expm(0 * F + zero(n, n)), one, (), Verdict.VERIFIED),
    # what has accumulated
    (2 * F * accumulated(expm(2 * t * F)), expm(2 * t * F) - one, (), Verdict.VERIFIED),
    (F * accumulated(expm(2 * t * F)), expm(2 * t * F) - one, (), Verdict.REFUTED),
    (F * accumulated(expm(t * F)), expm(t * F) + one, (), Verdict.REFUTED),
    (accumulated(expm(t * F)), inverse(F) * (expm(t * F) - one), (Invertible(F),), Verdict.VERIFIED),
    (accumulated(A * expm(t * F) * B), A * accumulated(expm(t * F)) * B, (), Verdict.VERIFIED),
    (accumulated(A * expm(t * F) * B), B * accumulated(expm(t * F)) * A, (), Verdict.REFUTED),
    (accumulated(t * A), t**2 * A / 2, (), Verdict.VERIFIED),
    (accumulated(t * A), t**2 * A, (), Verdict.REFUTED),
    (accumulated(A), t * A, (), Verdict.VERIFIED),
    (accumulated(expm(t * F) * A), A * accumulated(expm(t * F)), (), Verdict.REFUTED),
    (accumulated(expm(t * F)) * A, A * accumulated(expm(t * F)), (Equal(F * A, A * F),), Verdict.VERIFIED),
    (accumulated(expm(t * F)), t * expm(t * F), (), Verdict.REFUTED),
    (accumulated(A), A, (Equal(expm(t * F), A),), Verdict.UNDECIDED),  # about one time
]


def claim(statement: Any, *hypotheses: Any) -> Claim:
    return Claim("mine/claim", title="t", statement=statement, hypotheses=hypotheses)


@pytest.mark.parametrize("case", IDENTITIES, ids=lambda case: f"{case[0]} = {case[1]} | {', '.join(map(str, case[2]))}")
def test_identities(case: tuple[Any, Any, tuple[Any, ...], Verdict]) -> None:
    lhs, rhs, hypotheses, expected = case
    evidence = prove(claim(MatrixIdentity(lhs, rhs), *hypotheses))
    assert evidence.verdict is expected, f"{evidence.reason} {evidence.witness}"


E = expm(t * F)
grown = accumulated(E * E)
factors = MatrixFlow(trace(group(Q * Q.T - 2 * F) ** 2) / 8, (Q,))
to_target = MatrixFlow(trace((Q - R.T) * (Q - R.T).T) / 2, (Q,))
quartic = MatrixFlow(trace(Q * Q.T) ** 2 / 4, (Q,))
rough = MatrixFlow(sp.sqrt(trace(Q * Q.T) + 1), (Q,))


def riccati(equals: Any, start: Any = C, obeys: Any = F * X + X * F - X * X) -> MatrixSolution:
    return MatrixSolution(factors, {Q: start}, of=Q * Q.T, equals=equals, obeys={X: obeys})


def middle(inner: Any) -> Any:
    return inverse(identity(p) + inner)


right = E * C * middle(C.T * grown * C) * C.T * E
SOLUTIONS: list[tuple[MatrixSolution, tuple[Any, ...], Verdict]] = [
    (riccati(right), (Symmetric(F),), Verdict.VERIFIED),
    (riccati(right), (), Verdict.UNDECIDED),  # Q Q^T obeys another equation
    (riccati(right, obeys=F * X + X * F - 2 * X * X), (Symmetric(F),), Verdict.UNDECIDED),
    (riccati(2 * right), (Symmetric(F),), Verdict.REFUTED),
    (riccati(right, start=2 * C), (Symmetric(F),), Verdict.REFUTED),
    (riccati(E * C * middle(2 * C.T * grown * C) * C.T * E), (Symmetric(F),), Verdict.REFUTED),
    (riccati(E * C * C.T * E), (Symmetric(F),), Verdict.REFUTED),
    (riccati(E * C * middle(C.T * accumulated(E) * C) * C.T * E), (Symmetric(F),), Verdict.REFUTED),
    (riccati(E * C * middle(-C.T * grown * C) * C.T * E), (Symmetric(F),), Verdict.REFUTED),
    (MatrixSolution(to_target, {Q: C}, of=Q, equals=R.T + sp.exp(-t) * (C - R.T)), (), Verdict.VERIFIED),
    (MatrixSolution(to_target, {Q: C}, of=Q, equals=R.T + sp.exp(-2 * t) * (C - R.T)), (), Verdict.REFUTED),
    (MatrixSolution(to_target, {Q: C}, of=Q, equals=R.T + sp.exp(-t) * (C + R.T)), (), Verdict.REFUTED),
    (MatrixSolution(to_target, {Q: C}, of=Q, equals=R.T + (1 - t) * (C - R.T)), (), Verdict.REFUTED),
    (MatrixSolution(quartic, {Q: zero(n, p)}, of=Q, equals=zero(n, p)), (), Verdict.VERIFIED),
    (MatrixSolution(quartic, {Q: C}, of=Q, equals=C), (), Verdict.REFUTED),
    (MatrixSolution(rough, {Q: zero(n, p)}, of=Q, equals=zero(n, p)), (), Verdict.UNDECIDED),
]


@pytest.mark.parametrize("case", SOLUTIONS, ids=lambda case: f"{case[0]}"[:90])
def test_solutions(case: tuple[MatrixSolution, tuple[Any, ...], Verdict]) -> None:
    statement, hypotheses, expected = case
    evidence = prove(claim(statement, *hypotheses))
    assert evidence.verdict is expected, f"{evidence.reason} {evidence.witness}"


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "agree"), [(SOLUTIONS[0][0], True), (SOLUTIONS[5][0], False)])
def test_numbers_follow_the_flow(statement: MatrixSolution, agree: bool) -> None:
    found = check(claim(statement, Symmetric(F)), draws=20)
    assert found is not None
    assert found.verdict is (Verdict.SUPPORTED if agree else Verdict.CONTRADICTED)


def test_what_is_outside_of_the_page_is_refused() -> None:
    with pytest.raises(ShapeMismatch, match="not square"):
        inverse(Q)
    with pytest.raises(ShapeMismatch, match="not square"):
        expm(t * Q)
    with pytest.raises(TypeError, match="expected a square matrix"):
        inverse(ell)
    with pytest.raises(ValueError, match="mentions the time"):
        MatrixRate(t * Q, -t * Q, to_target)
    with pytest.raises(ValueError, match="mentions the time"):
        MatrixConserved(sp.exp(t) * Q, to_target)
    with pytest.raises(ValueError, match="which adds up what moves"):
        MatrixRate(Q, accumulated(Q * Q.T) * Q, factors)
    with pytest.raises(ValueError, match="which adds up what moves"):
        MatrixIdentity(accumulated(Q * Q.T), t * Q * Q.T, factors)
    with pytest.raises(ValueError, match="mentions the time"):
        MatrixFlow(t * trace(Q * Q.T), (Q,))
    with pytest.raises(ValueError, match="expected that of each of Q"):
        MatrixSolution(to_target, {}, of=Q, equals=R.T)
    with pytest.raises(ValueError, match="moves; expected the time and constants"):
        MatrixSolution(to_target, {Q: C}, of=Q, equals=Q)
    with pytest.raises(ValueError, match="mentions the time; expected a constant"):
        MatrixSolution(to_target, {Q: t * C}, of=Q, equals=R.T)
    with pytest.raises(ShapeMismatch, match="another shape"):
        MatrixSolution(to_target, {Q: R}, of=Q, equals=R.T)
    with pytest.raises(ValueError, match="or the equation that these obey"):
        MatrixSolution(to_target, {Q: C}, of=Q * Q.T, equals=C * C.T)
    with pytest.raises(ValueError, match="in the letters of the observables alone"):
        riccati(right, obeys=F * Q * Q.T)
    with pytest.raises(TypeError, match="expected a MatrixFlow"):
        MatrixSolution(ell, {Q: C}, of=Q, equals=C)


@pytest.mark.parametrize("kind", [Invertible, PositiveDefinite, Diagonal])
def test_what_the_flow_need_not_keep_is_no_help(kind: Any) -> None:
    square = MatrixFlow(trace((A - B) * (A - B).T) / 2, (A,))
    statement = MatrixSolution(square, {A: U}, of=A, equals=B + sp.exp(-t) * (U - B))
    assert prove(claim(statement)).verdict is Verdict.VERIFIED
    assert prove(claim(statement, kind(A), kind(U))).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("moves", [t * Q, sp.exp(t) * Q, accumulated(F) * Q])
def test_a_velocity_is_of_what_moves_alone(moves: Any) -> None:
    """The rate of t W is W + t dW/dt, and the second term alone was VERIFIED."""
    second = moves.xreplace({Q: R.T - Q})
    assert prove(claim(MatrixIdentity(Velocity(moves), second, to_target))).verdict is Verdict.UNDECIDED


def test_a_hypothesis_about_one_time_is_no_help() -> None:
    held = claim(SOLUTIONS[9][0], sp.Gt(t, 1))
    assert prove(held).verdict is Verdict.UNDECIDED


def test_inverses_of_sympy_are_not_read() -> None:
    evidence = prove(claim(MatrixIdentity(A.inv() * B * A, B), Equal(A * B, B * A)))
    assert evidence.verdict is Verdict.UNDECIDED
    assert "write inverse(A)" in evidence.reason
