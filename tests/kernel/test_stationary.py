"""Stationary points under constraints; a point that is stationary is not yet a minimum."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import sqrt

from kernel.helpers import verdict
from layerproof.language.claims import Claim
from layerproof.language.statements import Stationary
from layerproof.language.symbols import families, index, natural, positive, real, total
from layerproof.numerics import check as numeric
from layerproof.proving.trials import challenge

x, y, z = real("x y z")
a, b, u = positive("a b u")
p = natural("p")
i, k = index("i", p), index("k", p)
W = families("w")
squares, plane = total(W[i] ** 2, i), total(W[i], i) - y

DECIDED = [
    (Stationary(x**2 - 2 * y * x, {x: y}, kind="minimum"), "VERIFIED"),
    (Stationary(x**2 - 2 * y * x, {x: 2 * y}), "REFUTED"),
    (Stationary(x**2 - 2 * y * x, {x: y}, kind="maximum"), "REFUTED"),
    (Stationary(x**3, {x: 0}), "VERIFIED"),
    (Stationary(x**3, {x: 0}, kind="minimum"), "REFUTED"),
    (Stationary(x**2 + z**2, {x: y / 2, z: y / 2}, (x + z - y,), (-y,), "minimum"), "VERIFIED"),
    (Stationary(x**2 + z**2, {x: y / 2, z: y / 2}, (x + z - y,), (y,)), "REFUTED"),
    (Stationary(x**2 + z**2, {x: y / 3, z: y / 2}, (x + z - y,), (-y,)), "REFUTED"),
    (Stationary(x * z, {x: y / 2, z: y / 2}, (x + z - y,), (-y / 2,), "minimum"), "UNDECIDED"),
    (Stationary(a / u + b * u, {u: sqrt(a / b)}, kind="minimum", because=(sqrt(a) - sqrt(b) * u) ** 2 / u), "VERIFIED"),
    (Stationary(a / u + b * u, {u: -sqrt(a / b)}), "REFUTED"),  # outside of the domain
    (Stationary(x**2, {x: 0}, kind="minimum", because=x**4), "UNDECIDED"),
    (Stationary(squares, {W[k]: y / p}, (plane,), (-2 * y / p,)), "VERIFIED"),
    (Stationary(squares, {W[k]: y / p}, (plane,), (-2 * y / p,), "minimum"), "VERIFIED"),
    (Stationary(squares, {W[k]: y / 2}, (plane,), (-y,)), "REFUTED"),
]


@pytest.mark.parametrize(("statement", "expected"), DECIDED, ids=str)
def test_verdict(statement: Stationary, expected: str) -> None:
    assert verdict(statement) == expected
    claim = Claim("test/stationary", title="", statement=statement)
    if expected == "VERIFIED":
        report = challenge(claim)
        assert report.survived == []
        assert report.killed > 0 or report.equivalent
    found = numeric(claim)
    assert found is not None
    said = {"VERIFIED": {"SUPPORTED"}, "REFUTED": {"CONTRADICTED"}, "UNDECIDED": {"SUPPORTED", "UNDECIDED"}}
    assert found.verdict in said[expected]


def test_numbers_do_not_support_a_minimum_that_is_a_saddle() -> None:
    found = numeric(
        Claim(
            "test/saddle",
            title="",
            statement=Stationary(x * z, {x: y / 2, z: y / 2}, (x + z - y,), (-y / 2,), "minimum"),
        )
    )
    assert found is not None
    assert found.verdict == "UNDECIDED"


def test_a_multiplier_for_every_constraint() -> None:
    with pytest.raises(ValueError, match="multipliers"):
        Stationary(sp.S.Zero, {x: 0}, (x,))
