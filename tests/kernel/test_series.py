"""Sums by telescoping, tails bracketed by integrals, geometric sums; what a bound does not give, it does not prove."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Rational, log, oo, zeta

from kernel.helpers import verdict
from layerproof.language.claims import Claim
from layerproof.language.statements import Asymptotic, Limit, Series, Statement
from layerproof.language.symbols import natural, positive, real
from layerproof.numerics import check as numeric
from layerproof.proving.trials import challenge

alpha, y = real("alpha y")
r, s = positive("r s")
k, n = natural("k n")
j = sp.Symbol("j", integer=True)
tail = j ** (-alpha - 1)
half = Rational(1, 2)

DECIDED = [
    (Series(1 / (j * (j + 1)), (j, k, oo), "=", 1 / k), (), "VERIFIED"),
    (Series(1 / (j * (j + 1)), (j, k, oo), "=", 1 / (k + 1)), (), "REFUTED"),
    (Series(1 / (j * (j + 1)), (j, k, oo), "=", 2 / k, 1 / j), (), "REFUTED"),
    (Series(1 / (j * (j + 1)), (j, 1, oo), "=", 1, 1 / j + 5), (), "VERIFIED"),
    (Series(1 / j**2, (j, k, oo), "<", 1 / (k - 1)), (k > 1,), "VERIFIED"),
    (Series(1 / j**2, (j, k, oo), ">=", 1 / k), (), "VERIFIED"),
    (Series(1 / j**2, (j, k, oo), "<=", 1 / k), (), "REFUTED"),
    (Series(1 / j**2, (j, k, oo), "=", 1 / k), (), "REFUTED"),
    (Series(1 / j**2, (j, k, oo), "<=", 1 / (k - 1)), (), "UNDECIDED"),
    # the bound that telescopes is 2 at k = 1, and the sum is larger than 1
    (Series(1 / j**2, (j, 1, oo), "<=", 1, 1 / (j - half)), (), "REFUTED"),
    # a divergent sum, and one of terms of both signs
    (Series(1 / j, (j, k, oo), "=", 1 / k, 1 / j), (), "REFUTED"),
    (Series(-1 / j, (j, k, oo), "<=", 1 / k, 1 / j), (), "UNDECIDED"),
    (Series(sp.S.One, (j, 1, oo), "=", 0, -j), (), "REFUTED"),
    # geometric
    (Series(r**j, (j, k, oo), "=", r**k / (1 - r)), (r < 1,), "VERIFIED"),
    (Series(r**j, (j, 0, oo), "=", 1 / (1 - r), r**j / (1 - r)), (sp.Ne(r, 1),), "REFUTED"),
    # terms that are 0
    (Series(sp.S.Zero**j, (j, 1, oo), "=", 0), (), "VERIFIED"),
    (Series(sp.S.Zero**j, (j, 1, oo), "=", 1), (), "REFUTED"),
    (Series(sp.S.Zero**j / j, (j, 2, oo), "=", 0), (), "VERIFIED"),
    (Series(((j + 1) ** 2 - j**2 - 2 * j - 1) / sp.factorial(j), (j, 0, oo), "=", 0), (), "VERIFIED"),
    # finite
    (Series(j**2, (j, 1, n), "=", n * (n + 1) * (2 * n + 1) / 6, -j * (j - 1) * (2 * j - 1) / 6), (), "VERIFIED"),
    (Series(j, (j, 1, n), "=", n * (n - 1) / 2, -j * (j - 1) / 2), (), "REFUTED"),
    (Series(1 / j, (j, 2, n), "<=", log(n), -log(j - 1)), (), "VERIFIED"),
    (Series(1 / j, (j, 2, n), "<", log(n), -log(j - 1)), (), "REFUTED"),  # at n = 1 both are 0
    (Series(1 / j, (j, 1, n), ">", log(n + 1), -log(j)), (), "VERIFIED"),
    # tails, bracketed by integrals
    (Series(tail, (j, k, oo), "<=", (k - 1) ** (-alpha) / alpha), (alpha > 0, k > 1), "VERIFIED"),
    (Series(tail, (j, k, oo), ">=", k ** (-alpha) / alpha), (alpha > 0,), "VERIFIED"),
    (Series(tail, (j, k, oo), "<=", k ** (-alpha) / alpha), (alpha > 0,), "REFUTED"),
    (Series(tail, (j, k, oo), "<", (k - half) ** (-alpha) / alpha), (alpha > 0,), "VERIFIED"),
    (Series(tail, (j, k, oo), ">=", k ** (-alpha) / alpha), (sp.Ne(alpha, 0),), "UNDECIDED"),
    (Series(tail, (j, k, oo), "=", zeta(alpha + 1, k)), (alpha > 0,), "VERIFIED"),
    (Series(tail, (j, k, oo), "=", zeta(alpha + 1, k)), (), "REFUTED"),
    # Hurwitz' function far out
    (Limit(zeta(s + 1, k) * k**s, k, oo, 1 / s), (), "VERIFIED"),
    (Limit(zeta(s + 1, k) * k**s, k, oo, 1), (), "REFUTED"),
    (Limit(zeta(1 + y, k) * k**y, k, oo, 1 / y), (), "UNDECIDED"),
    (Asymptotic(zeta(s + 1, k), k ** (-s) / s, k ** (-s - 1), k, oo), (), "VERIFIED"),
    (Asymptotic(zeta(s + 1, k), k ** (-s) / s, k ** (-s - 2), k, oo), (), "REFUTED"),
    (Asymptotic(zeta(s + 1, k), k ** (-s) / s + k ** (-s - 1) / 2, k ** (-s - 2), k, oo), (), "VERIFIED"),
]


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), DECIDED, ids=str)
def test_verdict(statement: Statement, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    assert verdict(statement, *hypotheses) == expected


SUMS = [case for case in DECIDED if isinstance(case[0], Series) and case[2] != "UNDECIDED"]


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), SUMS, ids=str)
@pytest.mark.dear
def test_numbers(statement: Series, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    found = numeric(Claim("test/series", title="", statement=statement, hypotheses=hypotheses))
    assert found is not None
    assert found.verdict != ("CONTRADICTED" if expected == "VERIFIED" else "SUPPORTED") or statement.relation == "<"
    if expected == "VERIFIED":
        assert found.verdict == "SUPPORTED"


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), SUMS[:3] + SUMS[-5:], ids=str)
@pytest.mark.dear
def test_mutants_die(statement: Series, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    if expected == "VERIFIED":
        report = challenge(Claim("test/series", title="", statement=statement, hypotheses=hypotheses))
        assert report.killed > 0
        assert report.survived == []


@pytest.mark.parametrize(
    "arguments",
    [(j, (j, Rational(1, 2), oo), "=", 1), (j, (j, 1, oo), "==", 1), (j, (j, 1, y), "=", 1), (j, (j, 1, oo), "=", j)],
)
def test_what_is_no_sum(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"relation|integers|depends"):
        Series(*arguments)  # type: ignore[arg-type]


def test_a_sum_from_a_number_needs_its_sequence_where_none_is_found() -> None:
    assert verdict(Series(1 / (j * (j + 1)), (j, 1, oo), "=", 1)) == "VERIFIED"
    assert verdict(Series(1 / (j * (j + 1)), (j, 1, oo), "=", 2)) == "REFUTED"
    assert verdict(Series(1 / j**2, (j, 1, oo), "=", sp.pi**2 / 6)) == "UNDECIDED"
