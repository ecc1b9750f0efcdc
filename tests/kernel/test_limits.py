"""Limits and orders: the constant, the side, the hypotheses on the way, the remainder."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import exp, log, oo, sqrt

from kernel.helpers import check, verdict
from layerproof.language.statements import Asymptotic, Limit
from layerproof.language.symbols import positive, real

x, y, alpha = real("x y alpha")
u, h = positive("u h")

DECIDED = [
    (Limit(sqrt(x**2 + x) - x, x, oo, sp.Rational(1, 2)), (), "VERIFIED"),
    (Limit(sqrt(x**2 + x) - x, x, oo, 1), (), "REFUTED"),
    (Limit(1 / x, x, 0, oo), (), "VERIFIED"),
    (Limit(1 / x, x, 0, oo, "-"), (), "REFUTED"),
    (Limit(1 / x, x, 0, -oo, "-"), (), "VERIFIED"),
    (Limit((1 + u / x) ** x, x, oo, exp(u)), (), "VERIFIED"),
    (Limit((u**h - 1) / h, h, 0, log(u)), (), "VERIFIED"),
    (Limit(y * x, x, oo, oo), (y > 0,), "VERIFIED"),
    (Limit(y * x, x, oo, oo), (sp.Ne(y, 0),), "REFUTED"),
    (Limit(y * x, x, oo, oo), (), "REFUTED"),
    (Limit(x**alpha * exp(-u * x), x, oo, 0), (), "VERIFIED"),
    (Limit(h / u, h, 0, 0), (h < u,), "VERIFIED"),
    (Limit(1 / x, x, oo, 0), (x < 1,), "UNDECIDED"),
    (Limit(u, u, -oo, -oo), (), "UNDECIDED"),
    (Limit(log(y) / x, x, oo, 0), (), "UNDECIDED"),
    (Limit(sqrt(y - x), x, oo, 0), (), "UNDECIDED"),
    (Limit(x, x, oo, oo), (sp.Eq(x, y),), "UNDECIDED"),
    (Limit(log(1 + exp(y * h)) / h, h, oo, sp.Max(y, 0)), (), "VERIFIED"),
    (Limit(log(1 + exp(y * h)) / h, h, oo, y), (), "UNDECIDED"),
    (Limit(log(1 + exp(y * h)) / h, h, oo, y), (y < 0,), "REFUTED"),
    (Limit(sp.tanh(y * h), h, oo, sp.sign(y)), (), "VERIFIED"),
    (Limit(sp.tanh(y * h) / y, h, oo, 1 / sp.Abs(y)), (), "UNDECIDED"),
    (Limit(y / (1 + exp(-h * y)), h, oo, sp.Max(y, 0)), (), "VERIFIED"),
    (Limit(sp.sin(x), x, oo, 0), (), "REFUTED"),
    (Limit(sp.erf(x), x, oo, 1), (), "VERIFIED"),
    (Limit(sp.erf(y * x), x, oo, 1), (y < 0,), "REFUTED"),
    (Limit(sp.erf(y * x), x, oo, -1), (y < 0,), "VERIFIED"),
    (Limit(x * sp.erfc(sqrt(x)), x, oo, 0), (), "VERIFIED"),
    (Limit(exp(x**2) * sp.erfc(x), x, oo, 0), (), "UNDECIDED"),
    (Limit(exp(x) * sp.erfc(x), x, oo, 1), (), "UNDECIDED"),
    (Limit(sp.erf(log(x)), x, oo, 1), (), "UNDECIDED"),
    (Limit(sp.erf(x) / x, x, 0, 2 / sqrt(sp.pi)), (), "VERIFIED"),
    (Limit(sp.erf(x) / x, x, 0, 1), (), "REFUTED"),
    (Asymptotic(sp.sinh(u), u, u**3, u, 0), (), "VERIFIED"),
    (Asymptotic(sp.sinh(u), u, u**4, u, 0), (), "REFUTED"),
    (Asymptotic(sp.sinh(u), 2 * u, u**3, u, 0), (), "REFUTED"),
    (Asymptotic((1 + x) ** alpha, 1 + alpha * x, x**2, x, 0), (), "VERIFIED"),
]


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), DECIDED, ids=str)
def test_verdict(statement: Limit, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    assert verdict(statement, *hypotheses) == expected


def test_a_witness_is_where_the_limit_is_another() -> None:
    witness = check(Limit(y * x, x, oo, oo), sp.Ne(y, 0)).witness
    assert witness is not None
    assert sp.Rational(witness.symbols["y"]) < 0
    assert "x" not in witness.symbols


def test_the_second_engine_is_named() -> None:
    assert "ball arithmetic" in check(Limit(log(x) / x, x, oo, 0)).how
