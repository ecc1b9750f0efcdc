"""A hypothesis without a value does not hold, and a statement speaks of all that is written in it.

SymPy cancels ``1/x + 1 > 1/x`` when the sides are subtracted, and ``x/z`` in the quotient of two terms; what was
written is asked for all the same.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from sympy import Eq, Ne, acosh, asin, log, oo, sign, sqrt, tan

from kernel.helpers import verdict
from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import (
    Asymptotic,
    Conserved,
    Identity,
    Inequality,
    Integral,
    Limit,
    Rate,
    Solution,
    Statement,
)
from layerproof.language.symbols import (
    ForAll,
    families,
    index,
    natural,
    nonnegative,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.verdicts import Verdict
from layerproof.language.written import as_written
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove

x, y, z, w, a_0 = real("x y z w a_0")
u, v = positive("u v")
g = nonnegative("g")
n, m = natural("n m")
i, j = index("i", n), index("j", n)
second = sp.Idx("k", (2, n))
X, Z = families("X Z")
t = time()
a, b = trajectories("a b")
k = sp.Symbol("k", integer=True)
NOT_ZERO, POSITIVE, NOT_NEGATIVE = Inequality(x**2, ">", 0), Inequality(x, ">", 0), Inequality(x, ">=", 0)
DECAY = GradientFlow(a**2 / 2, (a,), t)
BOTH = GradientFlow(a**2 / 2 + b**2 / 2, (a, b), t)
BLOWS_UP = GradientFlow(-(a**3) / 3, (a,), t)

TRUE: list[tuple[Any, ...]] = [
    (NOT_ZERO, 1 / x + 1 > 1 / x),
    (NOT_ZERO, Eq(y / x, 0)),
    (NOT_ZERO, Eq(z, y / x)),
    (NOT_ZERO, Eq(y / x, z / x)),
    (NOT_ZERO, Ne(z / x, z / x + y)),
    (NOT_ZERO, Ne(1 / x, 1)),
    (NOT_ZERO, sp.exp(1 / x) >= y),
    (NOT_ZERO, sp.Abs(y / x) + 1 > z),
    (NOT_ZERO, Eq(as_written("x/x", x), 1)),
    (NOT_ZERO, Ne(as_written("1/x", x), 0)),
    (NOT_ZERO, z >= y / x),
    (NOT_ZERO, Eq(total(X[i], i) / x, z)),
    (NOT_ZERO, total(X[i] / x, i) + 1 > total(X[i] / x, i)),
    (NOT_NEGATIVE, sqrt(x) + y > sqrt(x)),
    (NOT_NEGATIVE, z < y + sqrt(x)),
    (POSITIVE, Eq(log(x) + y, log(x) + z)),
    (POSITIVE, Eq(z, y * log(x))),
    (Identity(sqrt(x**2), x), y * sqrt(x) >= y * sqrt(x) - z**2),
    (Inequality(X[j] ** 2, ">", 0), ForAll(j, Z[j] / X[j] + y > Z[j] / X[j])),
    (Inequality(total(X[i] ** 2, i), ">", 0), total(Z[i] / X[i], i) + 1 > total(Z[i] / X[i], i)),
    (Inequality(X[i] ** 2, ">", 0), Eq(x, 0), x / X[i] > -1),
    (Inequality(y**2, ">", 0), Eq(x / y, z)),
    (Inequality(y**2, ">", 0), Eq(x, 0), x / y > -1),
    (Inequality(y, ">", 0), Eq(x, 0), x * log(y) > -1),
    (Inequality(y**2, ">", 0), x**2 <= 0, x / y < 1),
    (Identity(sign(y) ** 2, 1), x / y > 0, Eq(x, z * y)),
    (Limit(y / x * z, z, 0, 0), y / x + 1 > y / x),
    (Integral(y / x * z, (z, 0, 1), y / x / 2), y / x + 1 > y / x),
    (Rate(log(a**2), -2, DECAY), 1 / a + 1 > 1 / a),
    (Conserved(log(a**2) + 2 * t, DECAY), 1 / a + 1 > 1 / a),
    (Rate(log(b**2), -2, BOTH.on(a - z * b)), a / b > 0),
    (Conserved(log(b) + t, BOTH.on(a - z * b)), a * log(b) + 1 > a * log(b)),
    (Solution(GradientFlow(sign(x) ** 2 * a**2 / 2, (a,), t), a, a_0 * sp.exp(-t), a_0), t + 1 / x > 1 / x),
]
"""Statements that hold, since the hypotheses leave out where they do not."""

ABOUT_NOTHING: list[tuple[Any, ...]] = [
    (Identity(z, 0), Eq(z / x, 0), Eq(x, 0)),
    (Inequality(x, "<", 0), x < 0, log(x) + 1 > log(x)),
    (Identity(x * y, 0), Eq(x, 0), 1 / x + 1 > 1 / x),
    (Inequality(x * y**2, "<=", 0), x <= 0, y * log(x) >= y * log(x) - z**2),
    (Identity(x * y, 0), Eq(x, 0), Eq(1 / x + z, 1 / x + w)),
    (Identity(x * y, 0), Eq(x, 0), sp.Ge(y / x + z**2, y / x)),
    (Identity(x * y, z), Eq(x / y, 0), Eq(z, 0), Eq(y, 0)),
    (Inequality(x**2, ">=", y), Eq(y / x, 0), Eq(x, 0)),
    (Identity(y, z * x), Eq(y / x, z), Eq(x, 0)),
    (Identity(x * z, 0), Eq(y * x / z, 0), Eq(z, 0)),
    (Identity(z, 0), Eq(x, 0), Eq(x / y, z), Eq(y, 0)),
    (Inequality(z, ">", 0), Eq(x, z * y), x / y > 0, y <= 0, y >= 0),
    (Inequality(z, ">", 1), x / y > 1, Eq(x, z * y), Eq(y * u, 0)),
    (Identity(x * y, 0), Eq(x, 0), log(x * y) + 1 > log(x * y)),
    (Rate(b, -b, BOTH.on(a - b)), 1 / (a - b) > z),
]
"""No values satisfy the hypotheses."""

NO_MORE: list[tuple[Any, ...]] = [
    (NOT_ZERO, x**m > -1),
    (NOT_ZERO, sp.Piecewise((1 / x, x > 0), (0, True)) > -1),
    (NOT_ZERO, sp.Sum(y / x, (k, 2, n)) + 1 > sp.Sum(y / x, (k, 2, n))),
    (NOT_ZERO, ForAll(second, X[second] / x + 1 > X[second] / x)),
    (POSITIVE, sp.gamma(x) + y > sp.gamma(x)),
]
"""Hypotheses that do not say as much: a power, a piece, a sum and a range that may be empty."""


@pytest.mark.parametrize("case", TRUE, ids=str)
def test_where_a_hypothesis_has_no_value_it_does_not_hold(case: tuple[Any, ...]) -> None:
    assert verdict(*case) == "VERIFIED"


def test_no_value_on_a_set_is_no_counterexample() -> None:
    flow = BOTH.on(a - z * b)
    assert verdict(Rate(b, -b + 1 - sign(b) ** 2, flow), a / b > 0) != "REFUTED"


@pytest.mark.parametrize("case", ABOUT_NOTHING, ids=str)
def test_what_no_values_satisfy_is_not_verified(case: tuple[Any, ...]) -> None:
    assert verdict(*case) == "UNDECIDED"


@pytest.mark.parametrize("case", NO_MORE, ids=str)
def test_no_more_is_assumed_than_is_said(case: tuple[Any, ...]) -> None:
    assert verdict(*case) != "VERIFIED"


def test_ranges_that_depend_on_another_index() -> None:
    """``sum_j sum_{l <= j} 1/Z_l``: no entry is 0."""
    inner = sp.Idx("l", (1, j))
    said = sp.Sum(sp.Sum(X[inner] / Z[inner], (inner, 1, j)), (j, 1, n))
    (every,) = Domain.of([x], [said + 1 > said]).every
    assert every.indices[0].upper == n
    assert verdict(Inequality(total(Z[i] ** 2, i), ">", 0), said + 1 > said) != "REFUTED"


ALONE: list[tuple[Any, ...]] = [
    (BLOWS_UP, 1 / (u * t - 1) + 1 > 1 / (u * t - 1), u / (1 - u * t), u),
    (BLOWS_UP, sqrt(1 - u * t) + 1 > sqrt(1 - u * t), u / (1 - u * t), u),
    (DECAY, 1 / a + 1 > 1 / a, a_0 * sp.exp(-t), a_0),
]


@pytest.mark.parametrize(("flow", "hypothesis", "closed", "start"), ALONE, ids=str)
def test_what_is_assumed_along_a_flow_has_a_value_from_the_start(
    flow: GradientFlow, hypothesis: Any, closed: sp.Expr, start: sp.Expr
) -> None:
    assert verdict(Solution(flow, a, closed, start), hypothesis) == "UNDECIDED"


@pytest.mark.parametrize("hypothesis", [Ne(1 / x, 0), sp.Abs(y / x) + 1 > 0, True], ids=str)
def test_a_hypothesis_of_which_nothing_is_left_is_refused(hypothesis: Any) -> None:
    with pytest.raises(ValueError, match="arrives as true"):
        Claim("test/arrives", title="", statement=NOT_ZERO, hypotheses=(hypothesis,))


def test_a_hypothesis_that_arrives_as_true_is_not_passed_over() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("layerproof.language.refusals.refusals", lambda *_: iter(()))
        claim = Claim("test/arrives", title="", statement=NOT_ZERO, hypotheses=(Ne(1 / x, 0),))
    evidence = prove(claim)
    assert evidence.verdict is Verdict.UNDECIDED
    assert evidence.reason is not None
    assert "arrives as true" in evidence.reason
    assert "Ne(x, 0)" in evidence.reason


def expanded(factor: sp.Expr, variable: sp.Symbol, to: Any, *hypotheses: Any, side: str = "+-") -> tuple[Any, ...]:
    """``f s (1 + s) = f s + O(f s^2)``, which holds wherever all of it has values."""
    small = 1 / variable if to in (oo, -oo) else variable - to
    statement = Asymptotic(factor * (small + small**2), factor * small, factor * small**2, variable, to, side)
    return (statement, *hypotheses)


SOMEWHERE_UNDEFINED: list[tuple[Any, ...]] = [
    (Asymptotic(sqrt(x) + x * sqrt(x), sqrt(x), x * sqrt(x), x, 0),),
    (Asymptotic(log(x) + x * log(x), log(x), x * log(x), x, 0),),
    (Asymptotic(log(x - 1) + log(x - 1) / x, log(x - 1), log(x - 1) / x, x, -oo),),
    *(expanded(f, x, 0) for f in (1 / z, log(z), z, sqrt(x - 1), acosh(x), tan(y), sp.exp(1 / z), 1 + 1 / z)),
    *(expanded(f, x, 0) for f in (sqrt(x), asin(z), sqrt(z), z**y, as_written("x/x", x) - 1 + sqrt(z))),
    expanded(acosh(x), x, 1),
    expanded(sqrt(1 - x), x, 1),
    expanded(sqrt(-x), x, oo),
    (Asymptotic(x ** sp.Rational(-1, 2) * (1 + x), x ** sp.Rational(-1, 2), sqrt(x), x, 0),),
    (Asymptotic(as_written("sqrt(x)-sqrt(x)+x+x^2", x), x, x**2, x, 0),),
    (Limit(x, x, 0, y / z), Eq(y, 0)),
    (Limit(as_written("sqrt(z)-sqrt(z)+x", z, x), x, 0, 0),),
    (Limit(as_written("log(x)-log(x)+x", x), x, 0, 0, side="-"),),
]

DEFINED_NEARBY: list[tuple[Any, ...]] = [
    (Asymptotic(sqrt(u) + u * sqrt(u), sqrt(u), u * sqrt(u), u, 0),),
    (Asymptotic(sqrt(g) + g * sqrt(g), sqrt(g), g * sqrt(g), g, 0),),
    (Asymptotic(log(u) + u * log(u), log(u), u * log(u), u, 0),),
    expanded(sqrt(x), x, 0, x > 0),
    expanded(sqrt(x), x, 0, side="+"),
    expanded(sqrt(x), x, 0, sqrt(x) + y > sqrt(x)),
    expanded(sqrt(1 - x), x, 1, x < 1),
    expanded(1 / z, x, 0, Ne(z, 0)),
    expanded(log(u), x, 0, u > 1),
    expanded(log(x - 1), x, oo),
    (Asymptotic(as_written("sqrt(1+x)-sqrt(1+x)+x+x^2", x), x, x**2, x, 0),),
    (Limit(as_written("log(x)-log(x)+x", x), x, 0, 0),),
]


@pytest.mark.parametrize("case", SOMEWHERE_UNDEFINED, ids=str)
def test_what_is_expanded_has_a_value_on_the_way(case: tuple[Statement, Any]) -> None:
    assert verdict(*case) == "UNDECIDED"


@pytest.mark.parametrize("case", DEFINED_NEARBY, ids=str)
def test_where_it_has_one_it_is_verified(case: tuple[Statement, Any]) -> None:
    assert verdict(*case) == "VERIFIED"
