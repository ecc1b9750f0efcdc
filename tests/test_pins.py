"""A claim that stays proved with another constant put in everywhere says nothing about that constant, and is named."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import Claim, Identity, Integral, Limit, positive
from layerproof.derivations import load
from layerproof.proving.pins import unpinned

RATIO = "alpha/(alpha + 1)"
alpha, T, T_0, s, x = positive("alpha T T_0 s x")
FREE = {
    "time-law": RATIO,
    "boundary-of-the-first-skill": RATIO,
    "sum-for-integral-in-time": RATIO,
    "sum-for-integral-in-data": RATIO,
    "finite-n-decays-faster": RATIO,
    "linear-time-law": RATIO,
    "expected-loss": "alpha + 1",
    "probability-of-observation": "1, which both sides have",
    "corrected-power-law": RATIO,
}
"""The claims of the scaling chapter that stay proved with any exponent, or any chance to be seen, and what is named."""


def of_scaling(name: str) -> Claim:
    (found,) = (claim for claim in load("scaling-laws") if claim.id == f"scaling-laws/{name}")
    return found


@pytest.mark.parametrize("name", [*FREE][:-1])
def test_claims_that_any_exponent_leaves_proved_are_named(name: str) -> None:
    assert FREE[name] in unpinned(of_scaling(name), budget=30)


@pytest.mark.slow
def test_a_power_law_that_solves_its_equation_for_any_exponent_is_named() -> None:
    assert FREE["corrected-power-law"] in unpinned(of_scaling("corrected-power-law"), budget=60)


@pytest.mark.parametrize("name", ["by-parts", "data-law", "finite-n-rate"])
def test_claims_that_pin_the_exponent_are_not(name: str) -> None:
    assert not {RATIO, "alpha + 1"} & {*unpinned(of_scaling(name), budget=30)}


def claim(statement: object, *hypotheses: object) -> Claim:
    return Claim("own/pins", title="A claim", statement=statement, hypotheses=hypotheses)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "named"),
    [
        (lambda: claim(Integral(alpha * s**2, (s, 0, T), alpha * T**3 / 3)), []),
        (lambda: claim(Integral(5 * s**2, (s, 0, T), 5 * T**3 / 3)), ["5"]),
        (lambda: claim(Identity((x + 2) ** 2, x**2 + 4 * x + 4)), []),
        (lambda: claim(Identity((x + 2) * (x - 2) / 3, (x**2 - 4) / 3)), ["3"]),
        (lambda: claim(Limit(T ** (-alpha / (alpha + 1)), T, sp.oo, sp.Integer(0))), [RATIO]),
        (lambda: claim(Identity(sp.diff(T ** (alpha + 1), T), (alpha + 1) * T**alpha)), []),
    ],
)
def test_a_constant_is_named_if_any_other_will_do(made: object, named: list[str]) -> None:
    assert unpinned(made()) == named  # type: ignore[operator]
