"""Hypotheses about the time: a rate is about one moment, a closed form about all of them until they fail."""

from __future__ import annotations

import pytest
from sympy import Abs, Eq, Max, Min, Rational, exp, log, sqrt

from layerproof import (
    Claim,
    Conserved,
    GradientFlow,
    Rate,
    Solution,
    Verdict,
    nonnegative,
    positive,
    real,
    time,
    trajectories,
)
from layerproof.language.statements.base import Statement
from layerproof.numerics.checks import check
from layerproof.proving.evidence import prove

t = time()
a = trajectories("a")
FALLS = GradientFlow(a**2 / 2, (a,), t)
FOLLOWS = GradientFlow((a - t) ** 2 / 2, (a,), t)

TRUE = {
    "after a time": (Rate(a * t, a - a * t, FALLS), t > 1),
    "not at the start": (Rate(a / t, -a / t - a / t**2, FALLS), t > 0),
    "a logarithm": (Rate(a * log(t), -a * log(t) + a / t, FALLS), t > 0),
    "a root": (Rate(sqrt(t) * a, -sqrt(t) * a + a / (2 * sqrt(t)), FALLS), t > 0),
    "past a corner": (Rate(Max(t, 1) * a, -t * a + a, FALLS), t > 1),
    "before it": (Rate(Max(t, 1) * a, -a, FALLS), t < 1),
    "below the time": (Rate(Abs(a - t), 1 + a, FALLS), a < t),
    "a loss that moves": (Rate(a, t - a, FOLLOWS), t > 1),
    "at one moment": (Rate(a * t, a - a * t, FALLS), Eq(t, 1)),
    "as they meet": (Rate(a + t, 1 - t, FALLS), Eq(a, t)),
    "at any time": (Rate(a * exp(t), 0, FALLS),),
}
FALSE = {
    "after a time": (Rate(a * t, a, FALLS), t > 1),
    "past a corner, from before": (Rate(Max(t, 1) * a, -t * a + a, FALLS), t > Rational(1, 2)),
    "below the time": (Rate(Abs(a - t), 1 + a, FALLS), a <= t + 1),
    "a loss that moves": (Rate(a, t - a + Rational(1, 1000), FOLLOWS), t > 1),
    "at one moment": (Rate(a * t, a + 1 - a * t, FALLS), Eq(t, 1)),
    "as they meet": (Rate(a + t, -t, FALLS), Eq(a, t)),
    "at time 0 alone": (Rate(a * t, a, FALLS),),
}


x, r, g = real("x"), positive("r"), nonnegative("g")
UNTIL = {
    "a time": (Solution(FALLS, a, x * exp(-Min(t, 1)), x), t < 1),
    "soon": (Solution(FALLS, a, x * exp(-Min(t, Rational(1, 10))), x), t < Rational(1, 10)),
    "a letter": (Solution(FALLS, a, x * exp(-Min(t, r)), x), t < r),
    "a letter that may be 0": (Solution(FALLS, a, x * exp(-Min(t, g)), x), t < g),
    "up to a letter": (Solution(FALLS, a, x * exp(-Min(t, r)), x), t <= r),
}
BEYOND = {
    "a time": (Solution(FALLS, a, x * exp(-Min(t, 1)), x), t < 3),
    "a letter": (Solution(FALLS, a, x * exp(-Min(t, r)), x), t < 2 * r),
    "another rate": (Solution(FALLS, a, x * exp(-2 * t), x), t < r),
    "a constant": (Conserved(a, FALLS), t <= r),
}
ALONE = (Conserved(a, FALLS), Solution(FALLS, a, x * exp(-5 * t), x))


@pytest.mark.parametrize("name", UNTIL)
def test_a_closed_form_is_followed_as_long_as_the_hypotheses_hold(name: str) -> None:
    """Balls went on to times that the hypotheses leave out, and contradicted what is proved."""
    assert numbers(UNTIL[name]) is Verdict.SUPPORTED


@pytest.mark.parametrize("name", BEYOND)
def test_and_what_fails_before_they_end_is_contradicted(name: str) -> None:
    assert numbers(BEYOND[name]) is Verdict.CONTRADICTED


@pytest.mark.parametrize("statement", ALONE, ids=lambda statement: type(statement).__name__)
def test_of_time_0_alone_nothing_is_said(statement: Statement) -> None:
    found = prove(Claim("t/moment", title="At time 0", statement=statement, hypotheses=[t <= 0]))
    assert found.verdict is Verdict.UNDECIDED
    assert "leave t = 0 alone" in str(found.reason)


def numbers(case: tuple) -> Verdict:
    statement, *hypotheses = case
    found = check(Claim("t/moment", title="At a moment", statement=statement, hypotheses=hypotheses), draws=60)
    assert found is not None
    return found.verdict


@pytest.mark.parametrize("name", TRUE)
def test_a_state_is_drawn_at_the_moment(name: str) -> None:
    assert numbers(TRUE[name]) is Verdict.SUPPORTED


@pytest.mark.parametrize("name", FALSE)
def test_and_what_fails_there_is_contradicted(name: str) -> None:
    assert numbers(FALSE[name]) is Verdict.CONTRADICTED


def test_what_has_no_rate_at_the_start_is_seen() -> None:
    assert numbers((Rate(sqrt(t) * a, -sqrt(t) * a + a / (2 * sqrt(t)), FALLS),)) is Verdict.UNDECIDED
