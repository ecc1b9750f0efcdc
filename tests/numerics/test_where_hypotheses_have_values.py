"""Draws at which a hypothesis, or a part of what is written, has no value: they are no draws inside the hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp

from layerproof import Claim, ForAll, GradientFlow, Verdict, families, index, natural, nonnegative, positive, real
from layerproof.language.distributions import Normal
from layerproof.language.statements import (
    Asymptotic,
    Conserved,
    Expectation,
    Identity,
    Inequality,
    Limit,
    Rate,
    Series,
    Stationary,
)
from layerproof.language.symbols import time, trajectories
from layerproof.language.written import as_written
from layerproof.numerics.checks import check
from layerproof.numerics.checks.sampling import holds
from layerproof.numerics.definedness import Known, conditions_at, parts_of, put_in

x, y, z, w = real("x y z w")
u, v = positive("u v")
g = nonnegative("g")
n = natural("n")
i = index("i", n)
X = families("X")
k = sp.Symbol("k", integer=True)
t = time()
a, b = trajectories("a b")
flow = GradientFlow(a**2 / 2 + b**2 / 2, (a, b), t)
square = Inequality(x**2, ">", 0)
Made = Callable[[], tuple[Any, ...]]

TRUE: dict[str, Made] = {
    "an equation that defines a letter": lambda: (square, sp.Eq(y / x, 0)),
    "not equal": lambda: (square, sp.Ne(1 / x, 1)),
    "a quotient that cancels": lambda: (square, sp.Eq(as_written("x/x", x), 1)),
    "a logarithm times 0": lambda: (Inequality(x, ">", 0), as_written("0*log(x)", x) >= y - y**2),
    "an exponential at minus infinity": lambda: (square, sp.exp(1 / x) >= y),
    "an equation for another letter": lambda: (square, sp.Eq(z, y / x)),
    "a bound": lambda: (square, z >= y / x),
    "not equal, of two letters": lambda: (square, sp.Ne(y / x, 1)),
    "a quotient on both sides": lambda: (square, sp.Ne(z / x, z / x + y)),
    "a logarithm on both sides": lambda: (Inequality(x, ">", 0), sp.Eq(sp.log(x) + y, sp.log(x) + z)),
    "a root on both sides": lambda: (Inequality(x, ">=", 0), sp.sqrt(x) + y > sp.sqrt(x)),
    "a quotient within a quotient": lambda: (square, 1 / (1 + 1 / x) < 2),
    "two equations": lambda: (Inequality(y**2, ">", 0), sp.Eq(x / y, z), sp.Eq(x, w * y)),
    "every entry": lambda: (Inequality(X[i] ** 2, ">", 0), ForAll(i, sp.Ne(1 / X[i], y))),
    "a letter that is 0": lambda: (Inequality(y, ">", 0), sp.Eq(x, z), sp.Eq(x * sp.log(y) - z * sp.log(y), 0)),
    "a real power": lambda: (square, x**y > z),
}


def _check(statement: Any, *hypotheses: Any) -> Any:
    return check(Claim("here/claim", title="A claim", statement=statement, hypotheses=hypotheses), draws=200)


@pytest.mark.parametrize("what", TRUE)
def test_where_a_hypothesis_has_no_value_there_is_no_draw(what: str) -> None:
    found = _check(*TRUE[what]())
    assert found.verdict is Verdict.SUPPORTED, found.reason


def test_what_is_false_where_they_have_values_is_still_found() -> None:
    assert _check(Inequality(x, ">", 0), sp.Ne(1 / x, 1)).verdict is Verdict.CONTRADICTED
    assert _check(square, sp.Eq(y * x, 0)).verdict is Verdict.CONTRADICTED
    assert _check(Inequality(x**2, ">", 1), sp.Eq(as_written("x/x", x), 1)).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("assumed", ["nonzero", "extended_nonzero", "positive", "negative", "irrational", "prime"])
def test_a_letter_that_is_not_0_is_not_drawn_at_0(assumed: str) -> None:
    letter = sp.Symbol("x", real=True, **{assumed: True})
    for statement in (Inequality(letter**2, ">", 0), Inequality(sp.Abs(letter), ">", 0)):
        assert _check(statement).verdict is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("assumed", "statement"),
    [
        ({"nonpositive": True}, lambda s: Inequality(s, "<=", 0)),
        ({"negative": True}, lambda s: Inequality(s**3, "<", 0)),
        ({"nonnegative": True}, lambda s: Inequality(s**3, ">=", 0)),
        ({"integer": True, "nonzero": True}, lambda s: Inequality(s**2, ">=", 1)),
        ({"integer": True, "negative": True}, lambda s: Inequality(s, "<=", -1)),
        ({"odd": True}, lambda s: Inequality(s**2, ">=", 1)),
        ({"even": True, "positive": True}, lambda s: Inequality(s, ">=", 2)),
        ({"odd": True}, lambda s: Inequality(sp.Abs(s - 2), ">", 0)),
    ],
)
def test_letters_are_drawn_from_what_is_assumed_of_them(assumed: dict[str, bool], statement: Any) -> None:
    assert _check(statement(sp.Symbol("x", **assumed))).verdict is Verdict.SUPPORTED


def test_a_root_that_is_written_is_undefined_on_one_side() -> None:
    made = Asymptotic(as_written("sqrt(x)-sqrt(x)+x+x^2", x), x, x**2, x, 0)
    assert _check(made).verdict is Verdict.UNDECIDED
    assert _check(made, x > 0).verdict is Verdict.SUPPORTED
    assert _check(Limit(as_written("sqrt(x)-sqrt(x)+x", x), x, 0, 0)).verdict is Verdict.SUPPORTED  # from above


@pytest.mark.parametrize(
    "made",
    [
        lambda: (Identity(as_written("x/x", x), 1),),
        lambda: (Identity(as_written("sqrt(x)-sqrt(x)+y", x, y), y),),
        lambda: (Inequality(as_written("log(x)-log(x)+x^2", x), ">=", 0),),
        lambda: (Series(as_written("k/k/2^k", k), (k, 0, sp.oo), "=", 2),),
        lambda: (Stationary(as_written("sqrt(x)-sqrt(x)+x^2", x), {x: 0}),),
        lambda: (Rate(as_written("sqrt(a)-sqrt(a)+a", a), -a, flow),),
        lambda: (Rate(a, -a, GradientFlow(as_written("a^2/2+log(a)-log(a)", a), (a,), t)),),
        lambda: (Expectation(as_written("x*y/y", x, y), 0, {x: Normal(0, 1)}),),
        lambda: (Inequality(sp.Abs(sp.log(x)) + 1, ">=", 1),),
    ],
)
def test_what_is_undefined_as_it_is_written_is_not_supported(made: Made) -> None:
    assert _check(*made()).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "made",
    [
        lambda: (Identity(as_written("x*u/u", x, u), x),),
        lambda: (Identity(as_written("x/x", x), 1), sp.Ne(x, 0)),
        lambda: (Rate(as_written("sqrt(a)-sqrt(a)+a", a), -a, flow), a > 0),
        lambda: (Conserved(as_written("b/a", a, b), flow), a > 0),
        lambda: (Rate(a, -a, GradientFlow(as_written("a^2/2*u/u", a, u), (a,), t)),),
        lambda: (Expectation(as_written("x*u/u", x, u), 0, {x: Normal(0, 1)}),),
    ],
)
def test_what_is_defined_as_it_is_written_is_supported(made: Made) -> None:
    found = _check(*made())
    assert found.verdict is Verdict.SUPPORTED, found.reason


@pytest.mark.parametrize("made", [Conserved(sp.sign(b) * a, flow), Rate(sp.sign(b) * a, -sp.sign(b) * a, flow)])
def test_a_slope_of_a_sign_has_no_value_in_plain_words(made: Any) -> None:
    found = _check(made)
    assert found.verdict is Verdict.UNDECIDED
    assert "a slope has no value where b = 0" in found.reason


def test_no_reason_is_that_of_a_printer() -> None:
    for made in (square, Inequality(x * y, ">", 1)):
        for given in (sp.Eq(z, y / x), z >= y / x, sp.Ne(y / x, 1)):
            found = _check(made, given)
            assert "Error" not in (found.reason or "")


def test_zeros_add_up_to_0() -> None:
    assert _check(Series(sp.S(0) ** k, (k, 1, sp.oo), "=", 0)).verdict is Verdict.SUPPORTED
    assert _check(Series(sp.S(0) ** k, (k, 1, sp.oo), "=", 1)).verdict is Verdict.CONTRADICTED


def test_the_parts_that_need_not_have_values() -> None:
    assert parts_of(1 / u + sp.exp(x) + sp.sin(x) ** 2) == ()
    assert set(parts_of(sp.sqrt(x) + 1 / y)) == {sp.sqrt(x), 1 / y}
    assert put_in(x * sp.log(y) - z * sp.log(y), {z: x}) == (0, (sp.log(y),))
    assert conditions_at(sp.Ne(1 / x, 1), {x: sp.S.Zero}) == [sp.false]
    assert conditions_at(1 / (1 + 1 / x) < 2, {x: sp.S.Zero}) == [sp.false]
    assert conditions_at(Known(sp.log(x)), {x: sp.Integer(-1)}) == [sp.false]
    values = {x: np.array([-1.0, 0.0, 1.0])}
    assert holds(Known(sp.sqrt(x)), values, 3).tolist() == [False, True, True]
    assert holds(1 / (1 + 1 / x) < 2, values, 3).tolist() == [False, False, True]
    assert holds(sp.Not(sp.Eq(1 / x, 1)), values, 3).tolist() == [True, False, False]
