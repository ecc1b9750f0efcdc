"""Numbers on what theorems say of whole trajectories: what holds is supported, and what is false is contradicted.

The lines are not joined: what is looked at is what they say.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Along,
    Eq,
    Follows,
    Given,
    GradientFlow,
    Identity,
    Inequality,
    Line,
    Tends,
    Theorem,
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.verdicts import Evidence, Verdict
from layerproof.numerics.checks.dispatch import check, rerun
from layerproof.numerics.checks.parts import check_parts
from layerproof.numerics.checks.points import Points

t = time()
a, b = trajectories("a b", t)
a_0, b_0 = real("a_0 b_0")
S = positive("S")
B, B_0 = families("B", t), families("B_0")
n = natural("n")
i, j = index("i", n), index("j", n)
exp = sp.exp

DECAY = GradientFlow(a**2 / 2, (a,), t)  # a' = -a
FALLS = GradientFlow(a, (a,), t)  # a' = -1
BURSTS = GradientFlow(-(a**3) / 3, (a,), t)  # a' = a^2
GROWS = GradientFlow(-(a**2) / 2, (a,), t)  # a' = a
SADDLE = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
MANY = GradientFlow(total(B[i] ** 2, i) / 2, (B,), t)


def one(relation: Any, flow: GradientFlow = DECAY) -> Along:
    return Along(flow, {a: a_0}, relation)


def two(relation: Any) -> Along:
    return Along(SADDLE, {a: a_0, b: b_0}, relation)


def ends(expr: Any, to: Any, flow: GradientFlow = SADDLE) -> Tends:
    return Tends(flow, {a: a_0, b: b_0} if flow is SADDLE else {a: a_0}, expr, to)


def many(expr: Any, to: Any) -> Tends:
    return Tends(MANY, {B[i]: B_0[i]}, expr, to)


def looked_at(says: Any, *given: Any) -> Evidence:
    unused = Line(Inequality(a_0**2, ">=", 0), by=Follows())
    concludes = Given(given, says) if given else says
    found = check(Theorem("own/theorem", title="A theorem", concludes=concludes, proof=[unused]))
    assert found is not None
    return found


TRUE: dict[str, tuple[Any, ...]] = {
    "a bound": (one(Inequality(a**2, "<=", a_0**2 * exp(-2 * t))),),
    "a solution": (one(Identity(a, a_0 * exp(-t))),),
    "a sign": (one(Inequality(a, ">", 0)), a_0 > 0),
    "a sign for a while": (one(Inequality(a, ">", -1), FALLS), a_0 > 0, a >= 0),
    "a strict bound": (one(Inequality(a**2, "<", 2 * a_0**2)), a_0 > 0),
    "what is conserved": (two(Identity(a**2 - b**2, a_0**2 - b_0**2)),),
    "two signs": (two(Inequality(a, ">", 0)), a_0 > 0, b_0 > 0),
    "a limit": (ends(a * b, S), a_0 > 0, b_0 > 0),
    "a saddle, whose neighbours leave it": (ends(a * b, 0), Eq(a_0, -b_0)),
    "on the way to a saddle": (two(Inequality(a * b, "<=", 0)), Eq(a_0, -b_0)),
    "a slow limit": (ends(a, 0, BURSTS), a_0 < 0),
    "a limit of many": (many(total((B[i] + 1) ** 2, i), n),),
    "a limit of each": (many(B[j], 0),),
}

FALSE: dict[str, tuple[Any, ...]] = {
    "a bound that falls too fast": (one(Inequality(a**2, "<=", a_0**2 * exp(-t * 21 / 10))),),
    "a bound from another start": (one(Inequality(a**2, ">=", 2 * a_0**2 * exp(-2 * t))),),
    "nearly a solution": (one(Identity(a, a_0 * exp(-t) * (1 + sp.Rational(1, 10**6)))),),
    "a sign of some": (one(Inequality(a, ">", 0)),),
    "a strict bound that is passed": (one(Inequality(a**2, "<", a_0**2 / 2)),),
    "a sign that is lost": (one(Inequality(a, ">", 0), FALLS), a_0 > 0),
    "a sign that one of two loses": (two(Inequality(a, ">", 0)), a_0 > 0),
    "a sum that is not conserved": (two(Identity(a**2 + b**2, a_0**2 + b_0**2)),),
    "twice the limit": (ends(a * b, 2 * S), a_0 > 0, b_0 > 0),
    "nearly the limit": (ends(a * b, S + sp.Rational(1, 100)), a_0 > 0, b_0 > 0),
    "a limit that depends on the start": (ends(a, sp.sqrt(S)), a_0 > 0, b_0 > 0),
    "the limit of what bursts": (ends(a, 0, BURSTS), a_0 > 0),
    "the limit of what grows": (ends(a, 0, GROWS),),
    "the limit of what falls": (ends(a, 0, FALLS),),
    "a limit of many": (many(total((B[i] + 1) ** 2, i), 0),),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_supported(name: str) -> None:
    found = looked_at(*TRUE[name])
    assert found.verdict is Verdict.SUPPORTED, found.reason


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_contradicted(name: str) -> None:
    found = looked_at(*FALSE[name])
    assert found.verdict is Verdict.CONTRADICTED, found.reason
    assert found.details["worst"]


@pytest.mark.parametrize(
    "says",
    [(ends(a, 0, GradientFlow(a**6 / 6, (a,), t)),), (ends(a * b, S), Eq(a_0, -b_0), a_0 > 0)],
    ids=["too slow", "on the stable manifold of a saddle"],
)
def test_where_no_end_is_seen_it_is_left_open(says: tuple[Any, ...]) -> None:
    found = looked_at(*says)
    assert found.verdict is Verdict.UNDECIDED
    assert "come to an end" in str(found.reason)


@pytest.mark.parametrize("bound", [a_0**2, a_0**2 * exp(-t), a_0 * a * (1 + t)])
def test_a_strict_bound_that_the_start_touches_is_not_supported(bound: sp.Expr) -> None:
    assert looked_at(one(Inequality(a**2, "<=", bound)), a_0 > 0).verdict is Verdict.SUPPORTED
    found = looked_at(one(Inequality(a**2, "<", bound)), a_0 > 0)
    assert found.verdict is Verdict.UNDECIDED
    assert "at time 0" in str(found.reason)


def test_the_worst_draw_is_looked_at_again() -> None:
    made = Theorem(
        "own/theorem",
        title="A theorem",
        concludes=FALSE["a bound from another start"][0],
        proof=[Line(Inequality(a_0**2, ">=", 0), by=Follows())],
    )
    found = check(made)
    assert found is not None
    again = rerun(made, found.details)
    assert again is not None
    assert again.verdict is Verdict.CONTRADICTED
    assert again.details["error"] == pytest.approx(found.details["error"])


WELLS = GradientFlow((a**2 - 1) ** 2 / 4, (a,), t)  # a' = a (1 - a^2), which rests at 0


@pytest.mark.parametrize(
    "says",
    [
        one(Inequality(a**2, ">", 0)),
        one(Identity(a / a_0, exp(-t))),
        two(Inequality((a + b) ** 2, ">", 0)),
        Tends(DECAY, {a: a_0}, a / a_0, 0),
        Tends(DECAY, {a: a_0}, sp.sign(a) ** 2, 1),
        Tends(WELLS, {a: a_0}, a**2, 1),
        Tends(SADDLE, {a: a_0, b: b_0}, a * b, S),
    ],
    ids=str,
)
def test_what_fails_from_special_starts_is_not_supported(says: Along | Tends) -> None:
    assert looked_at(says).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("says", "hypotheses"),
    [
        (one(Identity(a / a_0, exp(-t))), [a_0 > 0]),
        (Tends(DECAY, {a: a_0}, a, 0), []),
        (Tends(WELLS, {a: a_0}, a**2, 1), [a_0 > 0]),
        (Tends(SADDLE, {a: a_0, b: b_0}, a * b, S), [a_0 + b_0 > 0]),
    ],
    ids=str,
)
def test_what_holds_from_special_starts_too_is(says: Along | Tends, hypotheses: list[Any]) -> None:
    assert looked_at(says, *hypotheses).verdict is Verdict.SUPPORTED


def test_where_no_part_can_be_looked_at_the_reasons_are_said() -> None:
    """All parts raised, and the check said nothing at all: it does not apply."""

    def look(says: Any, given: Any, points: Points) -> None:
        raise ValueError("there is nothing to integrate")

    unused = Line(Inequality(a_0**2, ">=", 0), by=Follows())
    theorem = Theorem("own/theorem", title="A theorem", concludes=one(Identity(a, a_0 * exp(-t))), proof=[unused])
    found = check_parts(theorem.statement, theorem.hypotheses, Points(3, 0), look)
    assert found is not None
    evidence = found[0].evidence(found[1], 3, 0.0)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "there is nothing to integrate" in str(evidence.reason)
