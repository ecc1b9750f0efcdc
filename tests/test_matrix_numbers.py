"""Hypotheses about numbers made of matrices, such as norms: what follows from them, and what does not."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Ne, Rational, sqrt

from layerproof import (
    Claim,
    Equal,
    Invertible,
    MatrixFlow,
    MatrixIdentity,
    MatrixInequality,
    MatrixSolution,
    PositiveSemidefinite,
    exp,
    identity,
    inverse,
    matrix,
    natural,
    positive,
    time,
    trace,
)
from layerproof.language.claims import Question
from layerproof.language.matrix_numbers import Above, Apart, AtLeast
from layerproof.language.verdicts import Verdict
from layerproof.numerics.checks.dispatch import check
from layerproof.proving.evidence import prove

n, d = natural("n d")
A, B = matrix("A", n, n), matrix("B", n, n)
u, v, w = (matrix(name, n, 1) for name in "uvw")
p, q = positive("p q")
one = identity(n)


def square(x: Any) -> Any:
    """The squared norm."""
    return trace(x.T * x)


def at_most(left: Any, right: Any) -> MatrixInequality:
    """A bound."""
    return MatrixInequality(left, "<=", right)


inner, divided = trace(u.T * v), 1 + trace(v.T * inverse(A) * u)
unit = (Eq(square(u), 1), Eq(sqrt(square(v)), 1))
balls = (sqrt(square(u)) <= p, sqrt(square(v)) <= q)
TRUE: list[tuple[Any, tuple[Any, ...]]] = [
    # equations
    (MatrixIdentity((one - u * u.T) * (one - u * u.T), one - u * u.T), unit[:1]),
    (MatrixIdentity(square(u - v), 2 - 2 * inner), unit),
    (MatrixIdentity(square(u + v), square(u) + square(v)), (Eq(inner, 0),)),
    (MatrixIdentity(square(A) * u, 4 * u), (Eq(square(A), 4),)),
    (at_most(inner**2, square(v)), unit[:1]),
    # bounds
    (at_most(trace(A), 2), (trace(A) <= 1,)),
    (at_most(inner, 1), (square(u) <= 1, square(v) <= 1)),
    (at_most(inner, p * q), balls),
    (MatrixInequality(inner, "<", p * q), (sqrt(square(u)) < p, balls[1])),
    (at_most(sqrt(square(u + v)), p + q), balls),
    (at_most(sqrt(square(u - w)), p + q), (sqrt(square(u - v)) <= p, sqrt(square(v - w)) <= q)),
    (at_most(square(A * u), p**2 * square(u)), (sqrt(square(A)) <= p,)),
    (at_most(square(A * u - A * v), p**2 * square(u - v)), (sqrt(square(A)) <= p,)),
    (at_most(square(A * u), p**2 * q**2), (square(A) <= p**2, square(u) <= q**2)),
    (at_most(trace(u.T * A * u), trace(A)), (PositiveSemidefinite(A), square(u) <= 1)),
    (MatrixInequality(sqrt(square(u)), ">=", p / q), (inner >= p, square(v) <= q**2)),
    (MatrixInequality(trace(u.T * (u + v)), ">=", square(u) / 2), (square(v) <= square(u) / 4,)),
    # quotients
    (at_most(inner / (sqrt(square(u)) * sqrt(square(v))), 1), (square(u) > 0, square(v) > 0)),
    (at_most(inner**2 / (square(u) * square(v)), 1), (Ne(square(u), 0), Ne(square(v), 0))),
    (at_most(trace(u.T * A * u) / square(u), trace(A)), (PositiveSemidefinite(A), square(u) > 0)),
    (at_most(trace(A * A) / trace(A), trace(A)), (PositiveSemidefinite(A), trace(A) > 0)),
    (MatrixIdentity((one + u * v.T) * (one - u * v.T / (1 + inner)), one), (Ne(1 + inner, 0),)),
    (
        MatrixIdentity(inverse(A + u * v.T), inverse(A) - inverse(A) * u * v.T * inverse(A) / divided),
        (Invertible(A), Ne(divided, 0)),
    ),
    (MatrixIdentity(inverse(one + u * v.T), one - u * v.T / (1 + inner)), (1 + inner > 0,)),
    (MatrixIdentity(inverse(p * one - u * v.T) * (p * one - u * v.T), one), (Ne(p, inner),)),
    # what is defined by what is semidefinite
    (MatrixInequality(trace(u.T * A * A * u), ">=", p * trace(u.T * A * u)),
     (Equal(A, p * one + B), PositiveSemidefinite(B))),
]  # fmt: skip
FALSE: list[tuple[Any, tuple[Any, ...]]] = [
    (MatrixIdentity(square(u - v), 2 - inner), unit),
    (MatrixIdentity(square(u + v), square(u) - square(v)), (Eq(inner, 0),)),
    (MatrixIdentity(square(A) * u, 5 * u), (Eq(square(A), 4),)),
    (MatrixInequality(inner, ">=", -Rational(1, 2)), unit),
    (MatrixInequality(trace(A) + trace(B), ">=", 1), (trace(A) >= 1, trace(B) >= -1)),
    (at_most(inner, p * q / 2), balls),
    (at_most(square(A * u), p**2 * square(u) / 2), (square(A) <= p**2,)),
    (at_most(inner / (sqrt(square(u)) * sqrt(square(v))), Rational(1, 2)), (square(u) > 0, square(v) > 0)),
    (at_most(trace(A * A) / trace(A), trace(A) / 2), (PositiveSemidefinite(A), trace(A) > 0)),
    (MatrixInequality(inner, ">", 0), (Ne(inner, 0),)),
    (MatrixInequality(square(u), ">=", 9 * p**2 / q**2), (inner >= p, square(v) <= q**2)),
]
NOT_PROVED: list[tuple[Any, tuple[Any, ...]]] = [
    (at_most(inner / (sqrt(square(u)) * sqrt(square(v))), 1), ()),  # of what is not defined at 0
    (at_most(inner / (sqrt(square(u)) * sqrt(square(v))), 1), (square(u) > 0,)),
    (MatrixIdentity((one + u * v.T) * (one - u * v.T / (1 + inner)), one), ()),
    (MatrixIdentity((one + u * v.T) * (one - u * v.T / (1 + inner)), one), (Ne(inner, 0),)),
    (MatrixIdentity(inverse(one + u * v.T), one - u * v.T / (1 + inner)), (1 + inner >= 0,)),
    (MatrixIdentity(inverse(p * one - u * v.T) * (p * one - u * v.T), one), (Ne(-p, inner),)),
    (MatrixInequality(trace(A), ">=", 7), (square(u) < 0,)),  # of what there is not
    (at_most(inner, -p * q), (sqrt(square(u)) <= p, square(v) < -q)),
]


def asked(statement: Any, hypotheses: tuple[Any, ...]) -> Question:
    """A claim as it is put to the provers."""
    claim = Claim("numbers/claim", title="A claim", statement=statement, hypotheses=hypotheses)
    return Question(claim.id, title="", statement=claim.statement, hypotheses=claim.hypotheses)


@pytest.mark.parametrize("case", TRUE, ids=[f"{s} given {', '.join(map(str, h))}" for s, h in TRUE])
def test_true_ones_are_proved(case):
    found = prove(asked(*case))
    assert found.verdict is Verdict.VERIFIED, found.reason


def test_false_ones_are_refuted_and_others_are_not_proved():
    assert [case for case in FALSE if prove(asked(*case)).verdict is not Verdict.REFUTED] == []
    assert [case for case in NOT_PROVED if prove(asked(*case)).verdict is Verdict.VERIFIED] == []


def test_numbers_agree_inside_the_hypotheses_only():
    verdicts = [check(asked(*case), draws=60).verdict for case in TRUE]
    assert Verdict.CONTRADICTED not in verdicts
    assert verdicts.count(Verdict.SUPPORTED) >= len(TRUE) - 3
    assert [case for case in FALSE if check(asked(*case), draws=60).verdict is Verdict.SUPPORTED] == []


def test_they_are_read_as_they_are_written():
    def read(relation):
        (hypothesis,) = Claim("a/b", title="A", statement=at_most(inner, 1), hypotheses=[relation]).hypotheses
        return hypothesis

    assert read(trace(A) <= 1) == AtLeast(1, trace(A))
    assert str(read(trace(A) <= 1)) == "Trace(A) <= 1"
    assert read(trace(A) > p) == Above(trace(A), p)
    assert read(Ne(inner, 0)) == Apart(inner, 0)
    assert read(Eq(square(A), 4)) == Equal(square(A), 4)
    assert read(Eq(sqrt(square(u)), 1)) == Equal(u.T * u, identity(1))
    assert read(sqrt(square(u)) <= p) == AtLeast(p**2, square(u))
    real_bound = sqrt(square(u)) <= trace(A)  # which may be negative: then it is no bound on the square
    assert read(real_bound) == AtLeast(trace(A), sqrt(square(u)))
    assert r"\le" in read(trace(A) <= 1).latex()


def test_no_bound_on_what_moves_is_taken_for_kept():
    W, F = matrix("W", n, n), matrix("F", n, n)
    flow = MatrixFlow(loss=trace((W - F).T * (W - F)) / 2, parameters=(W,))
    falls = MatrixSolution(flow, {W: 0 * F}, of=W, equals=(1 - exp(-time())) * F)
    assert prove(asked(falls, ())).verdict is Verdict.VERIFIED
    assert prove(asked(falls, (trace(F) <= 1,))).verdict is Verdict.VERIFIED
    found = prove(asked(falls, (trace(W) <= 1,)))
    assert found.verdict is Verdict.UNDECIDED
    assert "about what moves" in found.reason
