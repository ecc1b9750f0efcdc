"""A claim that stays proved with another constant put in everywhere says nothing about that constant, and is named."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import Claim, Identity, Integral, Limit, positive
from layerproof.derivations import load
from layerproof.language.theorems import Combination, Line, Theorem
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


PINNED_BY = {
    "4.21": "time-law-by-substitution",
    "4.24": "by-parts",
    "4.25": "time-law-by-substitution",
    "4.30": "data-law-by-substitution",
    "C.1": "antiderivative-term",
    "C.2": "finite-n-rate",
    "Section C.2": "linear-time-law-by-substitution",
}
"""Of the labels that these claims bear, the claim that pins the exponent there."""

GENERAL = {"4.27", "4.28", "4.29", "Section 4.4", "Figure C.1"}
"""The labels at which no claim pins one: a step, a sum over any chances, a sign, a curve that is integrated."""


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


def test_what_is_not_pinned_is_said_in_a_note() -> None:
    for name in FREE:
        assert "holds for every" in " ".join(of_scaling(name).note.split()), name


def test_a_theorem_is_asked_with_its_hypotheses_changed_too() -> None:
    x, y, z = positive("x y z")
    twice = sp.Eq(x, 2 * y, evaluate=False)

    def theorem(concludes: Identity, multiplier: object) -> Theorem:
        proof = [Line(concludes, by=Combination((twice, multiplier)))]
        return Theorem("own/theorem", title="A theorem", concludes=concludes, hypotheses=[twice], proof=proof)

    assert unpinned(theorem(Identity(x * z, 2 * y * z), z)) == ["2"]
    assert unpinned(theorem(Identity(3 * x, 6 * y), 3)) == []


def test_no_label_rests_on_a_claim_that_any_exponent_leaves_proved() -> None:
    """But those that are general on purpose; Table 4.1 bears none of these claims."""
    labels = {source.label for name in FREE for source in of_scaling(name).sources}
    assert labels == {*PINNED_BY, *GENERAL}
    for label, name in PINNED_BY.items():
        assert name not in FREE
        assert label in {source.label for source in of_scaling(name).sources}, label


@pytest.mark.parametrize("name", sorted({*PINNED_BY.values()}))
def test_what_a_label_rests_on_pins_the_exponent(name: str) -> None:
    assert not {RATIO, "alpha + 1"} & {*unpinned(of_scaling(name), budget=30)}
