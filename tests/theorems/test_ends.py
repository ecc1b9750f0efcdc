"""What holds of the point that trajectories tend to: what is joined, and what would be false if less were checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Along,
    AtEnd,
    Combination,
    Compared,
    Conserved,
    Eq,
    Follows,
    Given,
    GradientFlow,
    Identity,
    Inequality,
    Instance,
    InTheLimit,
    Kept,
    Line,
    Minimum,
    OfEnds,
    Reached,
    Theorem,
    Vanishing,
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)

from .joining import assert_joined, assert_not_joined, claim, theorem

t = time()
a, b = trajectories("a b", t)
a_0, a_1, b_0, b_1, z, x = real("a_0 a_1 b_0 b_1 z x")
S, p = positive("S p")
B, B_0, B_1 = families("B", t), families("B_0"), families("B_1")
n = natural("n")
i, j = index("i", n), index("j", n)

DECAY = GradientFlow(a**2 / 2, (a,), t)  # a' = -a, so that a -> 0
FAST = GradientFlow(a**2, (a,), t)
SADDLE = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
MANY = GradientFlow(total(B[i] ** 2, i) / 2, (B,), t)
START, ENDS = {a: a_0, b: b_0}, {a: a_1, b: b_1}

BALANCE = claim(Conserved(a**2 - b**2, SADDLE), name="balance")
KEPT = Line(Along(SADDLE, START, Identity(a**2 - b**2, a_0**2 - b_0**2)), by=Kept(BALANCE))
SAME = Line(AtEnd(SADDLE, START, ENDS, Identity(a_1**2 - b_1**2, a_0**2 - b_0**2)), by=InTheLimit(KEPT))
SQUARES = Eq(a_1**2 - b_1**2, a_0**2 - b_0**2, evaluate=False)
LARGE = Line(
    Inequality(a_1**2, ">=", a_0**2 - b_0**2),
    given=[SQUARES],
    by=Combination((SQUARES, 1), claim(Inequality(b_1**2, ">=", 0), name="square")),
)
LARGE_END = Line(AtEnd(SADDLE, START, ENDS, LARGE.says), by=OfEnds(LARGE, using=SAME))
NO_MORE = Line(
    Along(DECAY, {a: a_0}, Inequality(a**2, "<=", a_0**2)),
    by=Compared(down := Line(Inequality(-2 * a**2, "<=", 0), by=Follows()), (z, 0)),
)
SHORTER = Line(AtEnd(DECAY, {a: a_0}, {a: a_1}, Inequality(a_1**2, "<=", a_0**2)), by=InTheLimit(NO_MORE))
ALL_DOWN = Line(Inequality(-2 * total(B[i] ** 2, i), "<=", 0), by=Follows())
ALL_FALL = Line(
    Along(MANY, {B[i]: B_0[i]}, Inequality(total(B[i] ** 2, i), "<=", total(B_0[i] ** 2, i))),
    by=Compared(ALL_DOWN, (z, 0)),
)
ALL_SHORTER = Line(
    AtEnd(MANY, {B[i]: B_0[i]}, {B[i]: B_1[i]}, Inequality(total(B_1[i] ** 2, i), "<=", total(B_0[i] ** 2, i))),
    by=InTheLimit(ALL_FALL),
)
# of all x with x**2 >= a_1**2, the one at the end is least in square
FAR = sp.Ge(x**2, a_1**2, evaluate=False)
NEAREST = Line(Inequality(x**2, ">=", a_1**2), given=[FAR], by=Follows(FAR))
NEAREST_END = Line(AtEnd(DECAY, {a: a_0}, {a: a_1}, NEAREST.says), given=[FAR], by=OfEnds(NEAREST))


def one(line: Line, *before: Any, hypotheses: Any = ()) -> Theorem:
    """The theorem that a line is, after others, under its own hypotheses."""
    return theorem(Given(line.given, line.says) if line.given else line.says, [*before, line], *hypotheses)


HOLD: dict[str, Callable[[], Theorem]] = {
    "what is conserved": lambda: one(SAME, KEPT),
    "what follows of the end": lambda: one(LARGE_END, KEPT, SAME, LARGE),
    "what never grows": lambda: one(SHORTER, down, NO_MORE),
    "any number of entries": lambda: one(ALL_SHORTER, ALL_DOWN, ALL_FALL),
    "another start": lambda: one(
        Line(
            AtEnd(DECAY, {a: p + 1}, {a: a_1}, Inequality(a_1**2, "<=", (p + 1) ** 2)),
            by=Instance(SHORTER, {a_0: p + 1}),
        ),
        down,
        NO_MORE,
        SHORTER,
    ),
    "a least value": lambda: theorem(
        Reached(DECAY, {a: a_0}, {a: a_1}, Minimum(x**2, {x: a_1}, [FAR])), [NEAREST, NEAREST_END]
    ),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_is_joined_is_verified_and_no_broken_join_is(name: str) -> None:
    assert_joined(HOLD[name]())


def limit(relation: Any, of: Line, flow: GradientFlow = DECAY, **more: Any) -> Theorem:
    """The theorem that a relation holds at the end of a, by a line that holds all along."""
    said = AtEnd(flow, more.get("start", {a: a_0}), more.get("ends", {a: a_1}), relation)
    return one(Line(said, by=InTheLimit(of), given=more.get("given", ())), *more.get("before", ()), of)


TIMED = Line(Along(DECAY, {a: a_0}, Inequality(a**2, "<=", a_0**2 * sp.exp(-2 * t))), by=Compared(None, (z, -2 * z)))

NONE: dict[str, Callable[[], Theorem]] = {
    "a strict relation in the limit": lambda: limit(Inequality(a_1**2, "<", a_0**2), NO_MORE, before=[down]),
    "the other way round": lambda: limit(Inequality(a_1**2, ">=", a_0**2), NO_MORE, before=[down]),
    "of the start": lambda: limit(Inequality(a_0**2, "<=", a_1**2), NO_MORE, before=[down]),
    "a relation with the time": lambda: limit(Inequality(a_1**2, "<=", a_0**2), TIMED),
    "along another flow": lambda: limit(Inequality(a_1**2, "<=", a_0**2), NO_MORE, FAST, before=[down]),
    "from another start": lambda: limit(Inequality(a_1**2, "<=", a_0**2), NO_MORE, start={a: a_0 + 1}, before=[down]),
    "of a constant, without its hypothesis": lambda: one(
        Line(AtEnd(SADDLE, START, ENDS, LARGE.says), by=OfEnds(LARGE)), KEPT, SAME, LARGE
    ),
    "of other ends": lambda: one(
        Line(AtEnd(SADDLE, START, {a: b_1, b: a_1}, LARGE.says), by=OfEnds(LARGE, using=SAME)), KEPT, SAME, LARGE
    ),
    "of ends from another start": lambda: one(
        Line(AtEnd(SADDLE, {a: a_0 + 1, b: b_0}, ENDS, LARGE.says), by=OfEnds(LARGE, using=SAME)), KEPT, SAME, LARGE
    ),
    "more than the end has": lambda: one(
        Line(AtEnd(SADDLE, START, ENDS, Inequality(a_1**2, ">", a_0**2 - b_0**2)), by=OfEnds(LARGE, using=SAME)),
        KEPT,
        SAME,
        LARGE,
    ),
    "what holds at the end is not said of every value": lambda: theorem(
        Identity(a_1**2 - b_1**2, a_0**2 - b_0**2), [KEPT, SAME]
    ),
    "what holds at the end is not said of all times": lambda: theorem(
        Along(SADDLE, {a: a_0, b: b_0}, Inequality(a**2, ">=", a_0**2)), [KEPT, SAME]
    ),
    "a least value among too few": lambda: theorem(
        Reached(DECAY, {a: a_0}, {a: a_1}, Minimum(x**2, {x: a_1})), [NEAREST, NEAREST_END]
    ),
    "from what is not along a flow": lambda: limit(Inequality(a_1**2, "<=", a_0**2), LARGE),
    "the reciprocal of what may vanish at the end": lambda: limit(
        Inequality(1 / a_1**2, ">=", 1 / a_0**2),
        Line(
            Along(DECAY, {a: a_0}, Inequality(1 / a**2, ">=", 1 / a_0**2)),
            given=[sp.Ne(a, 0), sp.Ne(a_0, 0)],
            by=Compared(Line(Inequality(2 / a**2, ">=", 0), given=[sp.Ne(a, 0)], by=Follows()), (z, 0)),
        ),
        given=[sp.Ne(a, 0), sp.Ne(a_0, 0)],
        before=[Line(Inequality(2 / a**2, ">=", 0), given=[sp.Ne(a, 0)], by=Follows())],
    ),
}


@pytest.mark.parametrize("name", NONE)
def test_what_is_not_joined_is_not_verified(name: str) -> None:
    assert_not_joined(NONE[name]())


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: AtEnd(DECAY, {a: a_0}, {a: a_1}, Identity(a, a_1)), "about constants"),
        (lambda: AtEnd(DECAY, {a: a_0}, {}, Identity(a_0, a_1)), "no end"),
        (lambda: AtEnd(DECAY, {a: a_0}, {a: sp.oo}, Identity(a_0, 1)), "expected a constant"),
        (lambda: AtEnd(DECAY, {a: a_0}, {a: b}, Identity(a_0, 1)), "expected a constant|parameter"),
        (lambda: AtEnd(DECAY, {a: a_0}, {b: b_1}, Identity(a_0, b_1)), "parameter of the flow"),
        (lambda: AtEnd(DECAY, {a: a_0}, {a: a_1}, KEPT.says), "Identity or an Inequality"),
    ],
)
def test_what_is_no_end_is_refused(make: Callable[[], Any], reason: str) -> None:
    with pytest.raises((ValueError, TypeError), match=reason):
        make()


def test_a_step_is_not_continuous() -> None:
    from layerproof.proving.joins.ends import is_continuous
    from layerproof.proving.joins.obligations import Broken

    said, k = SHORTER.says, sp.Symbol("k", integer=True)
    for jumps in (sp.sign(a), sp.Abs(a), sp.floor(a), sp.Max(a, 0), p**a, sp.Sum(a**k, (k, 1, sp.oo))):
        with pytest.raises(Broken):
            is_continuous(jumps, said)
    for smooth in (a**2, sp.exp(a), sp.sqrt(a**2 + p), 1 / a, total(a * B_0[i], i)):
        is_continuous(smooth, said)


def test_a_square_that_vanishes_at_the_end() -> None:
    """The premise of an end may itself be a line under a hypothesis that another line says of the end."""
    small = sp.Le(a_1**2, 0, evaluate=False)
    zero = Line(Identity(a_1, 0), given=[small], by=Vanishing(small))
    none = Line(
        Along(DECAY, {a: 0}, Inequality(a**2, "<=", 0)),
        by=Compared(down, (z, 0)),
    )
    at_end = Line(AtEnd(DECAY, {a: 0}, {a: a_1}, Inequality(a_1**2, "<=", 0)), by=InTheLimit(none))
    made = Line(AtEnd(DECAY, {a: 0}, {a: a_1}, Identity(a_1, 0)), by=OfEnds(zero, using=at_end))
    assert_joined(one(made, down, none, at_end, zero))
