"""Two different things of one name are refused when a claim is made, and a flow whose time is not one."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import MatrixFlow, Symmetric, matrix, random_vector, trace
from layerproof.language.statements import Conserved, Identity, Rate, Solution, Statement
from layerproof.language.statements.matrices import MatrixIdentity
from layerproof.language.symbols import (
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)

t = time()
a, b = trajectories("a b", t)
S, r_0 = positive("S r_0")
other_t = real("t")
other_a = sp.Function("a", real=True, positive=True)(t)
product = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
n, d = natural("n d")
i = index("i", n)
W = matrix("W", n, d)

REFUSED: dict[str, tuple[Statement, tuple[Any, ...]]] = {
    "another time in a law": (Conserved((a**2 - b**2) * sp.exp(other_t), product), ()),
    "another time is conserved": (Conserved(other_t, product), ()),
    "another time in a solution": (
        Solution(GradientFlow(a**2 / 2, (a,), t), (a,), (r_0 * sp.exp(-other_t),), (r_0,)),
        (),
    ),
    "another time in a hypothesis": (Rate(a * b, (S - a * b) * (a**2 + b**2), product), (other_t < 1,)),
    "a symbol beside a trajectory": (Rate(a * b, (S - a * b) * (real("a") ** 2 + b**2), product), ()),
    "a trajectory with other assumptions": (Conserved(other_a**2 - b**2, product), ()),
    "two symbols": (Identity(positive("x") + real("x"), 2 * real("x")), ()),
    "two symbols, one in a hypothesis": (Identity(sp.Abs(real("x")), real("x")), (positive("x") > 1,)),
    "an entry and an entry of trajectories": (
        Identity(total(families("u")[i], i), total(families("u", t)[i], i)),
        (),
    ),
    "a matrix and a number": (MatrixIdentity(real("W") * W, W * 2), ()),
    "matrices of two sizes": (MatrixIdentity(trace(W * W.T), trace(matrix("W", d, d))), ()),
    "a matrix that is assumed of another size": (MatrixIdentity(W.T, 2 * W.T), (Symmetric(matrix("W", d, d)),)),
    "a matrix named like a moment": (MatrixIdentity(matrix("E[x]", n, n), 2 * matrix("E[x]", n, n)), ()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_two_things_of_one_name(name: str) -> None:
    statement, hypotheses = REFUSED[name]
    with pytest.raises(ValueError, match=r"two different things named|what a moment is called"):
        Claim("test/names", title="", statement=statement, hypotheses=hypotheses)


def test_what_prints_differently_has_names_of_its_own() -> None:
    targets = families("S")
    Claim(
        "test/names", title="", statement=Identity((S + targets[i]) ** 2, S**2 + 2 * S * targets[i] + targets[i] ** 2)
    )
    Claim("test/names", title="", statement=Conserved(a**2 - b**2, product))
    x = random_vector("x", n)
    Claim("test/names", title="", statement=MatrixIdentity(trace(x * x.T), 2 * trace(x * x.T)))


@pytest.mark.parametrize("t", [positive("t"), sp.Symbol("t", real=True), sp.Symbol("t"), natural("t")])
def test_a_time_that_does_not_start_at_0(t: sp.Symbol) -> None:
    with pytest.raises(ValueError, match=r"make it with time\('t'\)"):
        GradientFlow(trajectories("a", t) ** 2, (trajectories("a", t),), t)


def test_a_flow_that_is_none() -> None:
    with pytest.raises(TypeError, match="expected a GradientFlow"):
        Conserved(a**2, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a GradientFlow"):
        Rate(a, b, MatrixFlow(trace(W.T * W), (W,)))  # type: ignore[arg-type]


def test_a_closed_form_that_moves() -> None:
    with pytest.raises(ValueError, match="moves along the flow"):
        Solution(GradientFlow(a**2 / 2, (a,), t), (a,), (a,), (r_0,))
    with pytest.raises(ValueError, match="expected a constant"):
        Solution(GradientFlow(a**2 / 2, (a,), t), (a,), (r_0 * sp.exp(-t),), (r_0 * sp.exp(-t),))
