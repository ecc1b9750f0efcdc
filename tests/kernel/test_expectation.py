"""Expectations by exact moments and cumulants; densities that are none; dependence that is not there."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Rational, cos, exp, log, pi, sin, sqrt

from kernel.helpers import verdict
from layerproof.language.claims import Claim
from layerproof.language.distributions import Bernoulli, Finite, Normal, Rademacher, Uniform
from layerproof.language.statements import Expectation
from layerproof.language.symbols import families, index, natural, positive, real, total
from layerproof.numerics import check as numeric
from layerproof.proving.trials import challenge
from layerproof.running.canonical import canonical

x, y, z, c, p0 = real("x y z c p_0")
a, b, s = positive("a b s")
p = natural("p")
i, k, m = index("i", p), index("k", p), index("m", p)
W, X, V = families("w x v")
FEATURE = {x: Normal(), z: Uniform(0, 2 * pi)}
score = total(W[i] * X[i], i)

DECIDED = [
    (Expectation(x**2, s**2, {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(x**4, 3 * s**4, {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(x**4, 3 * s**2, {x: Normal(0, s)}), (), "REFUTED"),
    (Expectation(x**3, y**3 + 3 * y * s**2, {x: Normal(y, s)}), (), "VERIFIED"),
    (Expectation(exp(c * x), exp(c**2 * s**2 / 2), {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(exp(c * x), exp(c**2 * s / 2), {x: Normal(0, s)}), (), "REFUTED"),
    (Expectation(x * exp(x), exp(Rational(1, 2)), {x: Normal()}), (), "VERIFIED"),
    (Expectation((x - z) ** 2, Rational(1, 6), {x: Uniform(0, 1), z: Uniform(0, 1)}), (), "VERIFIED"),
    (Expectation(x**2, (a**2 + a * b + b**2) / 3, {x: Uniform(a, b)}), (a < b,), "VERIFIED"),
    (Expectation(log(1 + x), log(2) * p0, {x: Bernoulli(p0)}), (p0 >= 0, p0 <= 1), "VERIFIED"),
    (Expectation(log(x), 0, {x: Bernoulli(p0)}), (p0 >= 0, p0 <= 1), "UNDECIDED"),
    (Expectation(a**2, s**2, {a: Normal(0, s)}), (), "UNDECIDED"),
    # mirrored about the centre of a symmetric law
    (Expectation(sp.tanh(x - y), 0, {x: Normal(y, s)}), (), "VERIFIED"),
    (Expectation(sp.tanh(x), 0, {x: Normal(y, s)}), (), "UNDECIDED"),
    (Expectation(1 / (1 + exp(-a * x)), Rational(1, 2), {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(1 / (1 + exp(-a * x)), Rational(1, 3), {x: Normal(0, s)}), (), "REFUTED"),
    (Expectation(x / (1 + x**2), 0, {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(x / (1 - x**2), 0, {x: Normal(0, s)}), (), "UNDECIDED"),
    (Expectation(1 / x, 0, {x: Normal(0, s)}), (), "UNDECIDED"),
    (Expectation(x * exp(x**2) * sp.tanh(x) ** 2, 0, {x: Normal(0, s)}), (), "UNDECIDED"),
    (Expectation(x * exp(x**2) * sp.tanh(x) ** 2, 0, {x: Normal(0, s)}), (2 * s**2 < 1,), "VERIFIED"),
    (Expectation(sp.tanh(x) * y**2 + y**4, 3, {x: Normal(), y: Normal()}), (), "VERIFIED"),
    (Expectation(sp.tanh(x * y**2 + x) + sp.atan(y), 0, {x: Normal(), y: Normal()}), (), "VERIFIED"),
    (Expectation(sp.atan(x - Rational(1, 2)), 0, {x: Uniform(0, 1)}), (), "VERIFIED"),
    (Expectation(sp.tanh(x), 0, {x: Uniform(0, 1)}), (), "REFUTED"),
    # cosines and sines, of which products are sums
    (Expectation(cos(c * x + z), exp(-(c**2) * s**2 / 2) * cos(z + c * y), {x: Normal(y, s)}), (), "VERIFIED"),
    (Expectation(cos(c * x + z), exp(-(c**2) * s**2 / 2) * sin(z + c * y), {x: Normal(y, s)}), (), "REFUTED"),
    (Expectation(x * sin(x), s**2 * exp(-(s**2) / 2), {x: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(x * sin(x), -(s**2) * exp(-(s**2) / 2), {x: Normal(0, s)}), (), "REFUTED"),
    (Expectation(cos(x) ** 4, (3 + 4 * exp(-2) + exp(-8)) / 8, {x: Normal()}), (), "VERIFIED"),
    (Expectation(exp(x) * cos(x), cos(1), {x: Normal()}), (), "VERIFIED"),
    (Expectation(exp(x) * cos(x), exp(1) * cos(1), {x: Normal()}), (), "REFUTED"),
    (Expectation(cos(a * x), sin(a * b) / (a * b), {x: Uniform(-b, b)}), (), "VERIFIED"),
    (Expectation(cos(a * x), cos(a * b) / (a * b), {x: Uniform(-b, b)}), (), "REFUTED"),
    (Expectation(exp(a * x), (exp(a * b) - 1) / (a * b), {x: Uniform(0, b)}), (), "VERIFIED"),
    (Expectation(cos(x * y), 1 / sqrt(1 + y**2), {x: Normal()}), (), "REFUTED"),
    (Expectation(cos(c * x), sin(c) / c, {x: Uniform(-1, 1)}), (), "UNDECIDED"),  # c may be 0
    (Expectation(cos(x**2), exp(-1), {x: Normal()}), (), "UNDECIDED"),
    (Expectation(2 * cos(x * y + z) * cos(x * c + z), exp(-((y - c) ** 2) / 2), FEATURE), (), "VERIFIED"),
    (Expectation(2 * cos(x * y + z) * cos(x * c + z), exp(-((y + c) ** 2) / 2), FEATURE), (), "REFUTED"),
    (Expectation(cos(x * y + z) * cos(x * c + z), exp(-((y - c) ** 2) / 2), FEATURE), (), "REFUTED"),
    # families of any length
    (Expectation(score**2, s**2 * total(X[i] ** 2, i), {W: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(score**2, s**2 * total(X[i], i) ** 2, {W: Normal(0, s)}), (), "REFUTED"),
    (Expectation(score**4, 3 * total(X[i] ** 2, i) ** 2, {W: Normal()}), (), "VERIFIED"),
    (Expectation(score**4, 3 * total(X[i] ** 2, i) ** 2, {W: Rademacher()}), (), "REFUTED"),
    (
        Expectation(score**4, 3 * total(X[i] ** 2, i) ** 2 - 2 * total(X[i] ** 4, i), {W: Rademacher()}),
        (),
        "VERIFIED",
    ),
    (Expectation(total(W[i] ** 2, i) / p, s**2 + y**2, {W: Normal(y, s)}), (), "VERIFIED"),
    (Expectation(W[k] * score, s**2 * X[k], {W: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(W[k] * W[m], s**2, {W: Normal(0, s)}), (), "REFUTED"),
    (Expectation(W[k] * W[m], s**2 * sp.KroneckerDelta(k, m), {W: Normal(0, s)}), (), "VERIFIED"),
    (Expectation(total(V[i] * W[i], i) ** 2, p * s**2, {W: Normal(0, s), V: Rademacher()}), (), "VERIFIED"),
]


NONE_EXISTS = [
    (Expectation(x**2, y, {x: Normal(0, y)}), (), "REFUTED"),
    (Expectation(exp(x**2), 1, {x: Normal()}), (), "REFUTED"),
    (Expectation(x**2, (a**2 + a * b + b**2) / 3, {x: Uniform(a, b)}), (), "REFUTED"),
    (Expectation(log(1 + x), log(2) * p0, {x: Bernoulli(p0)}), (), "REFUTED"),
    (Expectation(x, 1, {x: Finite({0: p0, 1: 1})}), (p0 >= 0,), "REFUTED"),
]
"""There is no such distribution at some values of the letters, or no mean: the statement is false."""


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), [*DECIDED, *NONE_EXISTS], ids=str)
def test_verdict(statement: Expectation, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    assert verdict(statement, *hypotheses) == expected


@pytest.mark.slow
@pytest.mark.dear
@pytest.mark.parametrize(
    ("statement", "hypotheses", "expected"), [case for case in DECIDED if case[2] != "UNDECIDED"], ids=str
)
def test_numbers_agree_and_mutants_die(statement: Expectation, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    claim = Claim("test/expectation", title="", statement=statement, hypotheses=hypotheses)
    found = numeric(claim)
    assert found is not None
    assert found.verdict == {"VERIFIED": "SUPPORTED", "REFUTED": "CONTRADICTED"}[expected]
    if expected == "VERIFIED":
        report = challenge(claim)
        assert report.killed == report.made > 0


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), NONE_EXISTS, ids=str)
def test_numbers_support_nothing_where_there_is_none(
    statement: Expectation, hypotheses: tuple[sp.Basic, ...], expected: str
) -> None:
    found = numeric(Claim("test/expectation", title="", statement=statement, hypotheses=hypotheses))
    assert found is not None
    assert found.verdict != "SUPPORTED"


def test_what_is_random_is_not_in_the_value() -> None:
    with pytest.raises(ValueError, match="random"):
        Expectation(x, x, {x: Normal()})
    with pytest.raises(ValueError, match="random"):
        Expectation(x * z, 0, {x: Normal(), z: Normal(0, x)})
    with pytest.raises(ValueError, match="random"):
        Expectation(W[i], W[k], {W: Normal()})


def test_a_stable_text() -> None:
    assert canonical(DECIDED[17][0]) == canonical(DECIDED[17][0])
    assert canonical(DECIDED[0][0]) != canonical(DECIDED[1][0])
