"""What is no expression is refused when a statement is made, and no text is ever evaluated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

import layerproof as lp
from layerproof.language import distributions, statements
from layerproof.language.matrices import MatrixFlow
from layerproof.language.statements import Statement
from layerproof.language.statements.chain import Chain, Link
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate

t = lp.time()
a, b = lp.trajectories("a b")
x, y = lp.real("x y")
n = lp.natural("n")
flow = lp.GradientFlow(loss=(a * b - 1) ** 2, parameters=(a, b), time=t)
W = sp.MatrixSymbol("W", n, n)

MAKE: list[Callable[[Any], object]] = [
    lambda bad: lp.Identity(bad, 0),
    lambda bad: lp.Identity(0, bad),
    lambda bad: lp.Identity(lhs=0, rhs=bad),
    lambda bad: lp.Inequality(bad, "<", x),
    lambda bad: lp.Inequality(x, "<", bad),
    lambda bad: lp.Limit(bad, x, 0, 0),
    lambda bad: lp.Limit(x, x, 0, bad),
    lambda bad: lp.Rate(of=bad, equals=0, flow=flow),
    lambda bad: lp.Rate(of=a, equals=bad, flow=flow),
    lambda bad: lp.Conserved(bad, flow),
    lambda bad: lp.Conserved(a, bad),
    lambda bad: lp.Solution(flow.on(a - b), of=bad, equals=x, initially=y),
    lambda bad: lp.Solution(flow.on(a - b), of=(a, b), equals=(x, bad), initially=(x, y)),
    lambda bad: Chain(bad, (Link("=", x),)),
    lambda bad: Chain(x, (Link("=", bad, "because"),)),
    lambda bad: statements.Stationary(bad, at={x: 0}),
    lambda bad: statements.Stationary(x**2, at={x: bad}),
    lambda bad: statements.Stationary(x**2, at={x: 0}, constraints=[bad], multipliers=[0]),
    lambda bad: statements.Integral(bad, (x, 0, 1), 1),
    lambda bad: statements.Integral(x, (x, 0, bad), 1),
    lambda bad: statements.Series(bad, (n, 1, sp.oo), "=", 1),
    lambda bad: statements.Expectation(x, bad, over={x: distributions.Normal(0, 1)}),
    lambda bad: distributions.Normal(bad, 1),
    lambda bad: distributions.Finite({0: bad}),
    lambda bad: distributions.Bernoulli(bad),
    lambda bad: MatrixIdentity(bad, W),
    lambda bad: MatrixConserved(W, bad),
    lambda bad: MatrixFlow(loss=bad, parameters=(W,)),
    lambda bad: lp.GradientFlow(loss=bad, parameters=(a, b), time=t),
    lambda bad: flow.on(bad),
    lambda bad: flow.rate(bad),
    lambda bad: lp.total(bad, lp.index("i", n)),
    lambda bad: lp.index("i", bad),
]


@pytest.mark.parametrize("make", MAKE, ids=range(len(MAKE)))
def test_a_text_is_refused_and_not_run(make: Callable[[Any], object], tmp_path: Path) -> None:
    mark = tmp_path / "was-run"
    with pytest.raises(TypeError, match="got the text"):
        make(f"__import__('pathlib').Path({str(mark)!r}).touch()")
    assert not mark.exists()


@pytest.mark.parametrize("bad", [x == y, sp.true, sp.Eq(x, y), (x < y) & (y < 1)], ids=str)
@pytest.mark.parametrize("make", MAKE, ids=range(len(MAKE)))
def test_a_truth_value_or_a_relation_is_no_expression(make: Callable[[Any], object], bad: object) -> None:
    with pytest.raises(TypeError, match="expected an expression"):
        make(bad)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lp.Conserved(a, 3), "got 3 .a int. for flow of Conserved; expected a GradientFlow"),
        (lambda: MatrixRate(W, W, flow), "expected a MatrixFlow"),
        (lambda: lp.Identity([x], 0), r"got \[x\] .a list. for lhs of Identity; expected an expression"),
        (lambda: lp.Identity(None, 0), "got None .a NoneType. for lhs of Identity"),
        (lambda: lp.Identity(x == y, 1), "write Identity"),
    ],
)
def test_other_mistakes_are_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make()


def test_what_is_right_is_taken() -> None:
    assert lp.Identity(1, 1.0 * x).lhs == 1
    assert lp.Inequality(x, "<=", 3).relation == "<="
    assert statements.Stationary(x**2, at={x: 0}, kind="minimum").kind == "minimum"
    assert Chain(x, (Link("=", x, "it is"),)).links[0].reason == "it is"
    assert isinstance(lp.Conserved(a**2 - b**2, flow), Statement)
    assert MatrixIdentity(W, W).flow is None
