"""Inequalities that need a derivative: proved where they hold, never where they fail by a hair."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import Claim, Identity, Inequality, Verdict, exp, log, natural, nonnegative, positive, real, sqrt
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove
from layerproof.proving.exact.monotone import cleared
from layerproof.proving.exact.prover import Prover

k, a = positive("k a")
x = nonnegative("x")
z = real("z")
m = natural("m")

TRUE = [
    ("exp", Inequality(exp(k), ">", 1 + k), ()),
    ("exp of any real number", Inequality(exp(z), ">=", 1 + z), ()),
    ("exp, second order", Inequality(exp(x), ">=", 1 + x + x**2 / 2), ()),
    ("log", Inequality(log(1 + k), "<", k), ()),
    ("log from below", Inequality(log(1 + k), ">", k / (1 + k)), ()),
    ("Bernoulli, negative exponent", Inequality((1 + k) ** (-a), ">=", 1 - a * k), ()),
    ("Bernoulli, exponent above one", Inequality((1 + k) ** (1 + a), ">", 1 + (1 + a) * k), ()),
    ("tanh", Inequality(sp.tanh(k), "<", k), ()),
    ("exp below a quotient", Inequality(exp(-x), "<=", 1 / (1 + x)), ()),
    ("a product with exp", Inequality(exp(-x) * (1 + x + x**2 / 2), "<=", 1), ()),
    ("a quotient from both sides", Inequality((1 - exp(-k)) / k, ">", exp(-k)), ()),
    ("a power of what is at most 1", Inequality(sp.Abs(1 - k) ** m, "<=", 1), [k <= 2]),
    ("a power of what is at least 1", Inequality((1 + k) ** m, ">=", 1), ()),
    ("tanh, third order", Inequality(sp.tanh(k), ">", k - k**3 / 3), ()),
    ("a difference of squares", Inequality(sp.atan(k) ** 2, "<", k**2), ()),
    ("two factors that fall and rise", Inequality((k - sp.tanh(k)) * (a - sp.sinh(a)), "<", 0), ()),
    ("a square beside a factor", Inequality((z - 1) ** 2 * (k - sp.tanh(k)), ">=", 0), ()),
    ("a slope that is 0 at single points", Inequality(sp.sin(k), "<", k), ()),
    ("cos", Inequality(sp.cos(k), ">", 1 - k**2 / 2), ()),
    ("from an edge other than zero", Inequality(exp(k - 1), ">=", k), [k >= 1]),
]
FALSE = [
    ("equality at the edge", Inequality(exp(x), ">", 1 + x), ()),
    ("one term too many", Inequality(exp(x), ">=", 1 + x + x**2), ()),
    ("exponent one", Inequality((1 + k) ** a, ">", 1 + a * k), ()),
    ("the wrong side of zero", Inequality(exp(z), ">=", 1 + z + z**2 / 2), ()),
    ("a hair", Inequality(log(1 + k), "<", sp.Rational(999, 1000) * k), ()),
    ("a quotient that is too small", Inequality(exp(-x), "<=", 1 / (1 + 2 * x)), ()),
    ("equality at the edge of a quotient", Inequality(exp(-x), "<", 1 / (1 + x)), ()),
    ("a power of what may be above 1", Inequality(sp.Abs(1 - k) ** m, "<=", 1), [k <= 3]),
    ("a power of what may be 1", Inequality(sp.Abs(1 - k) ** m, "<", 1), [k <= 2]),
    ("tanh, third order", Inequality(sp.tanh(k), ">", k - k**3 / 4), ()),
    ("two factors that fall", Inequality((k - sp.sinh(k)) * (a - sp.sinh(a)), "<", 0), ()),
    ("a square that is 0", Inequality((z - 1) ** 2 * (k - sp.tanh(k)), ">", 0), ()),
    ("a slope that is 0 on an interval", Inequality(sqrt((k - 1) ** 2), ">", 1 - k), ()),
    ("a root's edge", Inequality(sqrt(x), ">=", x), ()),
]


@pytest.mark.parametrize(("statement", "hypotheses"), [t[1:] for t in TRUE], ids=[t[0] for t in TRUE])
def test_true_inequalities_are_proved(statement: Inequality, hypotheses: tuple) -> None:
    found = prove(Claim("x/true", title="true", statement=statement, hypotheses=hypotheses))
    assert found.verdict is Verdict.VERIFIED, found.reason


@pytest.mark.parametrize(("statement", "hypotheses"), [t[1:] for t in FALSE], ids=[t[0] for t in FALSE])
def test_false_inequalities_are_refuted(statement: Inequality, hypotheses: tuple) -> None:
    found = prove(Claim("x/false", title="false", statement=statement, hypotheses=hypotheses))
    assert found.verdict is Verdict.REFUTED


def test_a_denominator_is_left_out_where_it_is_positive() -> None:
    for expr, expected in (
        (1 / (1 + x) - exp(-x), exp(x) - 1 - x),
        (1 / (x + 1) - 1 / (x + 2), 1),
        (1 / z - 1, None),
        (1 / (z**2 - 1), None),
        (1 / (-1 - x) + 1, None),
        (exp(k) - k, None),
    ):
        assert cleared(Prover(Domain.of([expr], ())), expr) == expected


def test_an_absolute_value_is_left_alone() -> None:
    found = prove(Claim("x/abs", title="kink", statement=Inequality(abs(z) + 1, ">=", exp(-(z**2)) + z**2 / 100)))
    assert found.verdict is not Verdict.VERIFIED


def test_a_root_is_defined_by_monotonicity() -> None:
    """The radicand exceeds one because its derivative is a square, which algebra alone does not see."""
    under = 1 + sp.sinh(2 * x) * (1 + z**2) / 2 + (1 - z**2) * x + z * (sp.cosh(2 * x) - 1)
    root = sqrt(under)
    found = prove(Claim("x/root", title="root", statement=Identity((root + 1) * (root - 1), under - 1)))
    assert found.verdict is Verdict.VERIFIED, found.reason


def test_a_root_that_is_not_always_defined_stays_undecided() -> None:
    under = exp(k) - 1 - 2 * k
    root = sqrt(under)
    found = prove(Claim("x/root", title="root", statement=Identity((root + 1) * (root - 1), under - 1)))
    assert found.verdict is not Verdict.VERIFIED


def decaying(rate, start):
    """What is learned of the target `a` under weight decay `k`, at the time `x`, by one over its denominator."""
    left = a - k
    return 1 + (left / start - 1) * exp(-rate * left * x)


def test_a_denominator_is_not_zero_by_its_sign_in_slacks() -> None:
    """`a - k` is positive, which shows only where it has a letter of its own: the sigmoid under weight decay."""
    start = positive("r")
    below = decaying(2, start)
    found = prove(
        Claim("x/decay", title="d", hypotheses=[k < a], statement=Identity((1 + below) / below, 1 + 1 / below))
    )
    assert found.verdict is Verdict.VERIFIED, found.reason
    for hypotheses, other in (((), below), ([k < a], decaying(-2, start)), ([k < a], below - 1)):
        statement = Identity((1 + other) / other, 1 + 1 / other)
        assert prove(Claim("x/decay", title="d", hypotheses=hypotheses, statement=statement)).verdict is not (
            Verdict.VERIFIED
        )
