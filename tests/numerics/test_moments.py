"""Rates under hypotheses about the time: each is about one moment, at which a state is drawn."""

from __future__ import annotations

import pytest
from sympy import Abs, Eq, Max, Rational, exp, log, sqrt

from layerproof import Claim, GradientFlow, Rate, Verdict, time, trajectories
from layerproof.numerics.checks import check

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
