"""What holds along trajectories, by Coq: at each moment, all along and of the end; false neighbours are not proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Along,
    AtEnd,
    Claim,
    Combination,
    Compared,
    Conserved,
    Eq,
    Follows,
    GradientFlow,
    Identity,
    Inequality,
    Instance,
    InTheLimit,
    Kept,
    Line,
    OfEnds,
    StaysPositive,
    Theorem,
    Throughout,
    exp,
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.claims import Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

t = time()
a, b = trajectories("a b")
a_0, b_0, a_1, b_1, s, z = real("a_0 b_0 a_1 b_1 s z")
p = positive("p")
decay = GradientFlow(a**2 / 2, (a,), t)
product = GradientFlow((a * b - s) ** 2 / 2, (a, b), t)
START, ENDS = {a: a_0, b: b_0}, {a: a_1, b: b_1}
LAW = Eq(a**2 - b**2, a_0**2 - b_0**2, evaluate=False)
AT_END = Eq(a_1**2 - b_1**2, a_0**2 - b_0**2, evaluate=False)

n = natural("n")
i = index("i", n)
u, v = families("u v", t)
u_0, v_0, u_1, v_1 = families("u_0 v_0 u_1 v_1")
wide = GradientFlow((total(u[i] * v[i], i) - s) ** 2 / 2, (u, v), t)
WIDE, WIDE_ENDS = {u[i]: u_0[i], v[i]: v_0[i]}, {u[i]: u_1[i], v[i]: v_1[i]}


def joined(concludes: Any, proof: list[Any], *hypotheses: Any) -> Theorem:
    """A theorem."""
    return Theorem("own/theorem", title="A theorem", concludes=concludes, proof=proof, hypotheses=hypotheses)


def said(*proof: Line) -> Theorem:
    """A theorem that says what its last line does."""
    return joined(proof[-1].says, list(proof))


KEPT = Claim("own/kept", title="What is kept", statement=Conserved(a**2 - b**2, product))
WIDE_KEPT = Claim(
    "own/wide", title="What is kept", statement=Conserved(total(u[i] ** 2, i) - total(v[i] ** 2, i), wide)
)
STAYS = Line(Along(product, START, Identity(a**2 - b**2, a_0**2 - b_0**2)), by=Kept(KEPT))
WIDE_STAYS = Line(
    Along(wide, WIDE, Identity(total(u[i] ** 2 - v[i] ** 2, i), total(u_0[i] ** 2 - v_0[i] ** 2, i))),
    by=Kept(WIDE_KEPT),
)
SQUARE = Line(Inequality(b**2, ">=", 0), by=Follows())
LARGE = Line(Inequality(a**2, ">=", a_0**2 - b_0**2), given=[LAW], by=Combination(SQUARE, LAW))
ALWAYS = Line(Along(product, START, LARGE.says), by=Throughout(LARGE, STAYS))
END_SQUARE = Line(Inequality(b_1**2, ">=", 0), by=Follows())
END_LARGE = Line(Inequality(a_1**2, ">=", a_0**2 - b_0**2), given=[AT_END], by=Combination(END_SQUARE, AT_END))
SAME_AT_END = Line(AtEnd(product, START, ENDS, Identity(a_1**2 - b_1**2, a_0**2 - b_0**2)), by=InTheLimit(STAYS))
SLOW = Line(Inequality(-2 * a**2, "<=", t), by=Follows())
POSITIVE = Line(Along(decay, {a: p}, Inequality(a, ">", 0)), by=StaysPositive([(a, None, -1)]))
WIDE_SAME = Identity(total(u_1[i] ** 2 - v_1[i] ** 2, i), total(u_0[i] ** 2 - v_0[i] ** 2, i))


def falls(rate: int, sign: str = "<=", factor: int = 1) -> Theorem:
    """That ``a**2`` falls at a rate."""
    solution = factor * a_0**2 * exp(-rate * t)
    return said(Line(Along(decay, {a: a_0}, Inequality(a**2, sign, solution)), by=Compared(None, (z, -rate * z))))


HOLD = {
    "kept": said(STAYS),
    "kept at every width": said(WIDE_STAYS),
    "throughout": said(STAYS, SQUARE, LARGE, ALWAYS),
    "compared": falls(2),
    "compared from above": falls(2, ">="),
    "compared with what moves": said(
        SLOW,
        Line(Along(decay, {a: a_0}, Inequality(a**2, "<=", a_0**2 + t**2 / 2)), by=Compared(SLOW, (z, t))),
    ),
    "stays positive": said(POSITIVE),
    "stays so": said(
        Line(Along(decay, {a: p**2}, Inequality(a, ">=", 0)), by=StaysPositive([(a, None, -1)], (), False))
    ),
    "an instance": said(STAYS, Line(by=Instance(STAYS, {b_0: 2 * a_0}))),
    "in the limit": said(STAYS, SAME_AT_END),
    "in the limit at every width": said(
        WIDE_STAYS, Line(AtEnd(wide, WIDE, WIDE_ENDS, WIDE_SAME), by=InTheLimit(WIDE_STAYS))
    ),
    "of ends": said(
        STAYS,
        SAME_AT_END,
        END_SQUARE,
        END_LARGE,
        Line(AtEnd(product, START, ENDS, END_LARGE.says), by=OfEnds(END_LARGE, using=SAME_AT_END)),
    ),
}

NONE: dict[str, Callable[[], Theorem]] = {
    "too fast": lambda: falls(3),
    "too slow from above": lambda: falls(1, ">="),
    "from less than its start": lambda: falls(2, "<=", 0),
    "kept with another sign": lambda: said(
        Line(Along(product, START, Identity(a**2 - b**2, b_0**2 - a_0**2)), by=Kept(KEPT))
    ),
    "not kept": lambda: said(
        Line(
            Along(product, START, Identity(a**2 + b**2, a_0**2 + b_0**2)),
            by=Kept(Claim("own/no", title="No", statement=Conserved(a**2 + b**2, product))),
        )
    ),
    "at a moment of which nothing is known": lambda: said(
        SQUARE, LARGE, Line(Along(product, START, LARGE.says), by=Throughout(LARGE))
    ),
    "a sign that it has not": lambda: said(
        Line(Along(decay, {a: a_0}, Inequality(a, ">", 0)), by=StaysPositive([(a, None, -1)]))
    ),
    "a rate that is too low": lambda: said(
        Line(Along(decay, {a: p}, Inequality(a, ">", 0)), by=StaysPositive([(a, None, sp.Integer(0))]))
    ),
    "another end": lambda: said(
        STAYS, Line(AtEnd(product, START, ENDS, Identity(a_1**2 - b_1**2, b_0**2 - a_0**2)), by=InTheLimit(STAYS))
    ),
    "strict in the limit": lambda: said(
        POSITIVE, Line(AtEnd(decay, {a: p}, {a: a_1}, Inequality(a_1, ">", 0)), by=InTheLimit(POSITIVE))
    ),
}
"""Theorems that are false, or not joined."""


@coq
@pytest.mark.slow
def test_what_holds_along_trajectories_is_proved() -> None:
    results = check([Wish(made) for made in HOLD.values()])
    lacking = {
        name: result.evidence.reason
        for name, result in zip(HOLD, results, strict=True)
        if result.evidence.verdict is not Verdict.VERIFIED
    }
    assert lacking == {}


@coq
@pytest.mark.slow
def test_false_neighbours_are_not() -> None:
    results = check([Wish(make()) for make in NONE.values()])
    assert [name for name, result in zip(NONE, results, strict=True) if result.formal] == []
    assert all(result.evidence.reason for result in results)


def test_the_theorem_assumes_the_flow_from_the_start_on() -> None:
    along = theorem_of(HOLD["compared"]).proposition()
    assert "0 <= s <= t" in along
    assert "((a 0) = a_0)" in along
    ends = theorem_of(HOLD["in the limit"]).proposition()
    assert "(forall s : R, 0 <= s -> forall v : R" in ends
    assert "<= t" not in ends
    assert "tends (fun s_3 : R => (a s_3)) (Rbar_locally p_infty) a_1" in ends


@coq
def test_by_itself_it_is_not_proved() -> None:
    (result,) = check([Wish(Question("own/alone", title="", statement=STAYS.says))])
    assert result.evidence.verdict is Verdict.UNDECIDED
    assert "as a line of a Theorem only" in (result.evidence.reason or "")
