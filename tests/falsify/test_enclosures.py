"""False integrals and infinite sums are refuted at one point; true ones never, and no sum whose rest is not bounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from flint import arb

from layerproof import Claim, Identity, Inequality, Verdict, positive, real
from layerproof.proving.evidence import prove
from layerproof.proving.exact.balls import Point, Unsupported
from layerproof.proving.search import falsify
from layerproof.proving.search.enclosures import Enclosing
from layerproof.proving.search.second import second_try

x, z, q = real("x z q")
u = positive("u")
k = sp.Symbol("k", integer=True)
oo = sp.oo

FALSE: list[tuple[Any, tuple[Any, ...]]] = [
    (Identity(sp.Integral(sp.Abs(x - z), (z, 0, 1)), x**2 - x + sp.Rational(1, 2)), ()),
    (Identity(sp.Integral(sp.Abs(x - z), (z, 0, 1)), sp.Rational(1, 2) - x), (x <= 1,)),
    (Identity(sp.Integral(sp.Max(z - x, 0), (z, 0, 1)), (1 - x) ** 2 / 2), (x < 1,)),
    (Inequality(sp.Integral(sp.exp(-u * z) * sp.Abs(z - x), (z, 0, 1)), "<=", sp.Rational(1, 4)), ()),
    (Identity(sp.Sum(k * q**k, (k, 1, oo)), q / (1 - q)), (q > -1, q < 1)),
    (Identity(sp.Sum(u**k / sp.factorial(k), (k, 1, oo)), sp.exp(u)), ()),
    (Identity(sp.Sum(q**k / (k + 1) ** 2, (k, 0, oo)), 1 / (1 - q)), (q > -1, q < 1)),
    (Inequality(sp.Sum(k**2 * q**k, (k, 1, oo)), "<=", 2 * q), (q > 0, q < 1)),
]
TRUE: list[tuple[Any, tuple[Any, ...]]] = [
    (Identity(sp.Integral(sp.Abs(x - z), (z, 0, 1)), x**2 - x + sp.Rational(1, 2)), (x > 0, x < 1)),
    (Inequality(sp.Integral(sp.exp(-u * z) * sp.Abs(z - x), (z, 0, 1)), ">=", 0), ()),
    (Identity(sp.Sum(k**2 * q**k, (k, 1, oo)), q * (1 + q) / (1 - q) ** 3), (q > -1, q < 1)),
    (Identity(sp.Sum(q**k / k, (k, 1, oo)), -sp.log(1 - q)), (q > -1, q < 1)),
]


def claim(statement: Any, hypotheses: tuple[Any, ...]) -> Claim:
    return Claim("own/lasting", title="An integral or a sum", statement=statement, hypotheses=list(hypotheses))


@pytest.mark.parametrize(("statement", "hypotheses"), FALSE, ids=[str(n) for n in range(len(FALSE))])
def test_what_is_false_is_refuted(statement: Any, hypotheses: tuple[Any, ...]) -> None:
    made = claim(statement, hypotheses)
    assert second_try(made, prove(made)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("statement", "hypotheses"), TRUE, ids=[str(n) for n in range(len(TRUE))])
def test_what_is_true_has_no_counterexample(statement: Any, hypotheses: tuple[Any, ...]) -> None:
    assert falsify(claim(statement, hypotheses), budget=1.0) is None


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (sp.Integral(sp.Abs(z - x), (z, 0, 2)), Fraction(5, 4)),
        (sp.Sum(x**k, (k, 0, oo)), Fraction(2)),
        (sp.Sum((-x) ** k, (k, 2, oo)), Fraction(1, 6)),
        (sp.Sum(k * x**k / 3, (k, 1, oo)), Fraction(2, 3)),
    ],
)
def test_the_value_lies_in_its_ball(expr: sp.Expr, value: Fraction) -> None:
    ball = Enclosing(Point({x: Fraction(1, 2)}), 128)(expr)
    assert ball.overlaps(arb(value.numerator) / value.denominator)
    assert ball.rad() < 0.02


@pytest.mark.parametrize("expr", [sp.Sum(1 / k**2, (k, 1, oo)), sp.Sum((2 * x) ** k, (k, 0, oo)),
                                  sp.Integral(1 / z, (z, 0, 1)), sp.Integral(z**-2, (z, 1, oo))])  # fmt: skip
def test_what_is_not_bounded_has_no_ball(expr: sp.Expr) -> None:
    with pytest.raises(Unsupported):
        Enclosing(Point({x: Fraction(1, 2)}), 128)(expr)
