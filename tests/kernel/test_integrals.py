"""Integrals: by an antiderivative with its range, by parts, by substitution; false values fall to quadrature."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Abs, Rational, atan, diff, exp, log, oo, pi, sign, sqrt

from kernel.helpers import check, verdict
from layerproof.language.claims import Claim
from layerproof.language.statements import Integral, Statement, Substitution
from layerproof.language.symbols import natural, positive, real
from layerproof.numerics import check as numeric
from layerproof.proving.trials import challenge

x, y, alpha = real("x y alpha")
a, k, u, A, N = positive("a k u A N")
m = natural("m")
L = sp.Function("L", real=True)
slope = A * k ** (-alpha) * diff(L(k), k)
ends = A * N ** (-alpha) * L(N) - A * L(1)
rest = alpha * A * k ** (-alpha - 1) * L(k)
parts = Integral(slope, (k, 1, N), ends, A * k ** (-alpha) * L(k), rest)

DECIDED = [
    (Integral(x**2, (x, 0, 1), Rational(1, 3)), (), "VERIFIED"),
    (Integral(x**2, (x, 0, 1), Rational(1, 2)), (), "REFUTED"),
    (Integral(1 / x**2, (x, -1, 1), -2), (), "REFUTED"),
    (Integral(exp(-x), (x, 0, oo), 1), (), "VERIFIED"),
    (Integral(exp(-a * x), (x, 0, oo), a), (), "REFUTED"),
    (Integral(exp(-y * x), (x, 0, oo), 1 / y), (), "REFUTED"),  # without an end for y < 0
    (Integral(exp(-y * x), (x, 0, oo), 1 / y), (y > 0,), "VERIFIED"),
    (Integral(k ** (-alpha - 1), (k, m, oo), m ** (-alpha) / alpha), (alpha > 0,), "VERIFIED"),
    (Integral(k ** (-alpha - 1), (k, 1, oo), 1 / alpha), (sp.Ne(alpha, 0),), "REFUTED"),
    (Integral(k ** (-alpha - 1), (k, m, oo), m ** (-alpha)), (alpha > 0,), "REFUTED"),
    (Integral(log(x), (x, 0, 1), -1), (), "VERIFIED"),
    (Integral(sp.floor(x), (x, 0, 3), 3), (), "VERIFIED"),
    (Integral(sp.floor(x), (x, 0, 3), 4), (), "REFUTED"),
    (Integral(sp.floor(2 * x), (x, Rational(-1, 4), Rational(5, 4)), Rational(3, 4)), (), "VERIFIED"),
    (Integral(sp.ceiling(x) * x, (x, -1, 1), Rational(1, 2)), (), "VERIFIED"),
    (Integral(sp.ceiling(x) * x, (x, -1, 1), 0), (), "REFUTED"),
    (Integral(sp.floor(x**2), (x, 0, 2), 5 - sqrt(2) - sqrt(3)), (), "UNDECIDED"),
    (Integral(sp.floor(1 / (1 + x**2)), (x, 0, 2), 0), (), "UNDECIDED"),
    (Integral(exp(-(x**2) / 2), (x, -oo, oo), sqrt(2 * pi)), (), "VERIFIED"),
    (Integral(exp(-(x**2) / 2), (x, -oo, oo), sqrt(pi)), (), "REFUTED"),
    (Integral(1 / x, (x, 0, 1), oo), (), "VERIFIED"),
    (Integral(1 / x, (x, 0, 1), 5), (), "REFUTED"),
    (Integral(1 / (1 + x**2), (x, -oo, oo), pi), (), "VERIFIED"),
    (Integral(1 / x, (x, 1, N), log(N)), (N > 1,), "VERIFIED"),
    (Integral(1 / x, (x, 1, N), log(N)), (), "VERIFIED"),
    (Integral(exp(-(x**2)), (x, 0, 1), Rational(3, 4)), (), "REFUTED"),
    (Integral(sqrt(x - 2), (x, 0, 1), 1), (), "UNDECIDED"),
    (Integral(1 / (x + 1) ** 2, (x, -2, 0), -2), (), "REFUTED"),
    (Integral(Abs(x), (x, -1, 1), 0, x**2 / 2), (), "REFUTED"),
    # antiderivatives that jump
    (Integral(sp.S.Zero, (x, -1, 1), 2, sign(x)), (), "REFUTED"),
    (Integral(sp.S.Zero, (x, -1, 1), pi, atan(1 / x)), (), "REFUTED"),
    (Integral(sp.S.Zero, (x, -1, 1), 2, sqrt(x**2) / x), (), "REFUTED"),
    (Integral(1 / (1 + x**2), (x, -1, 1), -pi / 2, -atan(1 / x)), (), "REFUTED"),
    (Integral(Abs(y) * x, (x, 0, 1), Abs(y) / 2), (), "VERIFIED"),
    # by parts, for every function L
    (parts, (N > 1,), "VERIFIED"),
    (Integral(slope, (k, 1, N), ends, A * k ** (-alpha) * L(k), -rest), (N > 1,), "REFUTED"),
    (Integral(slope, (k, 1, N), -ends, A * k ** (-alpha) * L(k), rest), (N > 1,), "REFUTED"),
    (Substitution(2 * x * exp(x**2), (x, 0, 1), exp(u), (u, 0, 1), x**2), (), "VERIFIED"),
    (Substitution(2 * x * exp(x**2), (x, -1, 1), exp(u), (u, 1, 1), x**2), (), "UNDECIDED"),
    (Substitution(2 * x * exp(x**2), (x, 0, 1), exp(u), (u, 0, 2), x**2), (), "REFUTED"),
    (Substitution(exp(-x), (x, 0, oo), sp.S.One, (u, 0, 1), exp(-x)), (), "VERIFIED"),
    (Substitution(exp(-x), (x, 0, oo), -sp.S.One, (u, 1, 0), exp(-x)), (), "VERIFIED"),
    (Substitution(exp(-x), (x, 0, oo), sp.S.One, (u, 1, 0), exp(-x)), (), "REFUTED"),
]


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), DECIDED, ids=str)
def test_verdict(statement: Statement, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    assert verdict(statement, *hypotheses) == expected


@pytest.mark.parametrize("statement", [case[0] for case in DECIDED if case[2] == "VERIFIED"], ids=str)
@pytest.mark.dear
def test_mutants_die_and_numbers_agree(statement: Statement) -> None:
    hypotheses = next(case[1] for case in DECIDED if case[0] == statement and case[2] == "VERIFIED")
    claim = Claim("test/integral", title="", statement=statement, hypotheses=hypotheses)
    report = challenge(claim)
    assert report.made > 0
    assert report.killed == report.made
    found = numeric(claim)
    assert found is not None
    assert found.verdict == ("UNDECIDED" if getattr(statement, "equals", 0) == oo else "SUPPORTED")


def test_numbers_contradict_a_false_value() -> None:
    found = numeric(Claim("test/integral", title="", statement=Integral(exp(-(x**2)), (x, 0, 1), Rational(3, 4))))
    assert found is not None
    assert found.verdict == "CONTRADICTED"


def test_a_witness_names_the_function_for_which_it_fails() -> None:
    witness = check(Integral(slope, (k, 1, N), ends, None, -rest), N > 1).witness
    assert witness is not None
    assert "L(x)" in witness.symbols
    assert "k" not in witness.symbols


def test_a_function_of_a_hypothesis_is_not_chosen() -> None:
    false_of_others = Integral(L(k), (k, 1, 2), 5)
    assert verdict(false_of_others) == "REFUTED"
    assert verdict(false_of_others, L(k) > 0) == "UNDECIDED"


WRONG = [(x, 0, x), (x, 0), (x + 1, 0, 1), (x, 0, sp.Symbol("x", positive=True)), (k, -1, 1), (k, y, 2)]


@pytest.mark.parametrize("over", WRONG)
def test_a_range_that_is_none(over: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="range"):
        Integral(x, over, 1)  # type: ignore[arg-type]
