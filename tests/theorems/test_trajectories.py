"""Joins along trajectories: what holds, and what would be false if the rules were checked less.

Nothing here is refuted by points: what is said along a flow is proved by its join, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Along,
    Approaches,
    AtEnd,
    Combination,
    Compared,
    Conserved,
    Continuous,
    Eq,
    Follows,
    Given,
    GradientFlow,
    Identity,
    Inequality,
    Instance,
    InTheLimit,
    Kept,
    Limit,
    Line,
    Rate,
    StaysPositive,
    Tends,
    Theorem,
    Throughout,
    families,
    index,
    natural,
    oo,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

from .joining import assert_joined, assert_not_joined, claim, theorem

t = time()
a, b = trajectories("a b", t)
a_0, b_0, z, y = real("a_0 b_0 z y")
S, p = positive("S p")
B, B_0 = families("B", t), families("B_0")
n = natural("n")
i, j = index("i", n), index("j", n)


def along(flow: GradientFlow, relation: Any, **start: Any) -> Along:
    return Along(flow, {{"a": a, "b": b}[name]: value for name, value in start.items()}, relation)


DECAY = GradientFlow(a**2 / 2, (a,), t)  # a' = -a
FAST = GradientFlow(a**2, (a,), t)  # a' = -2 a
FALLS = GradientFlow(a, (a,), t)  # a' = -1
BURSTS = GradientFlow(-(a**3) / 3, (a,), t)  # a' = a^2
GROWS = GradientFlow(-(a**2) / 2, (a,), t)  # a' = a
SADDLE = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
MANY = GradientFlow(total(B[i] ** 2, i) / 2, (B,), t)


def of_a(flow: GradientFlow, relation: Any) -> Along:
    return along(flow, relation, a=a_0)


def one(line: Line, *before: Any, hypotheses: Any = ()) -> Theorem:
    """The theorem that a line is, after others, under its own hypotheses."""
    return theorem(Given(line.given, line.says) if line.given else line.says, [*before, line], *hypotheses)


# -- what holds --------------------------------------------------------------------------------------------------------

SQUARE = Line(of_a(DECAY, Inequality(a**2, "<=", a_0**2 * sp.exp(-2 * t))), by=Compared(None, (z, -2 * z)))
NOT_NEGATIVE = Line(Inequality(a**2, ">=", 0), by=Follows())
ABOVE_ZERO = Line(of_a(DECAY, Inequality(a**2, ">=", 0)), by=Throughout(NOT_NEGATIVE))
LEAST = Line(Inequality(a**2 / 2, ">=", 0), by=Follows())
VANISHES = claim(Limit(a_0**2 * sp.exp(-2 * t), t, oo, 0), name="vanishes")
TO_ZERO = Line(Tends(DECAY, {a: a_0}, a**2, 0), by=Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES))
ROOT = Line(Tends(DECAY, {a: a_0}, sp.sqrt(a**2 + 4), 2), by=Continuous([(z, TO_ZERO)], sp.sqrt(z + 4)))
BALANCE = claim(Conserved(a**2 - b**2, SADDLE), name="balance")
KEPT = Line(along(SADDLE, Identity(a**2 - b**2, a_0**2 - b_0**2), a=a_0, b=b_0), by=Kept(BALANCE))
SAME = Eq(a**2 - b**2, a_0**2 - b_0**2, evaluate=False)
LARGE = Line(Inequality(a**2 + b**2, ">=", a_0**2 - b_0**2), given=[SAME], by=Combination((SAME, 1), (claim(
    Inequality(b**2, ">=", 0), name="square"), 2)))  # fmt: skip
ALL_LARGE = Line(
    along(SADDLE, Inequality(a**2 + b**2, ">=", a_0**2 - b_0**2), a=a_0, b=b_0), by=Throughout(LARGE, using=KEPT)
)
GAP = S - a * b
ORTHANT = [(a, Line(Inequality(b * GAP, ">=", -(a * b**2)), given=[sp.Gt(a, 0, evaluate=False),
    sp.Gt(b, 0, evaluate=False)], by=Follows()), -(b**2)), (b, Line(Inequality(a * GAP, ">=", -(b * a**2)),
    given=[sp.Gt(a, 0, evaluate=False), sp.Gt(b, 0, evaluate=False)], by=Follows()), -(a**2))]  # fmt: skip
POSITIVE = [a_0 > 0, b_0 > 0]
STAYS = Line(along(SADDLE, Inequality(a, ">", 0), a=a_0, b=b_0), given=POSITIVE, by=StaysPositive(ORTHANT))
STILL = Line(of_a(DECAY, Inequality(a, ">=", 0)), given=[a_0 >= 0], by=StaysPositive([(a, None, -1)], strict=False))
EVERY = Line(
    Along(MANY, {B[i]: B_0[i]}, Inequality(total(B[i] ** 2, i), "<=", total(B_0[i] ** 2, i) * sp.exp(-2 * t))),
    by=Compared(None, (z, -2 * z)),
)
LONG = claim(Inequality(a**2 / 2, ">=", 0), name="long")

HOLD: dict[str, Callable[[], Theorem]] = {
    "comparison": lambda: one(SQUARE),
    "comparison, from below": lambda: one(
        Line(of_a(DECAY, Inequality(a**2, ">=", a_0**2 * sp.exp(-2 * t))), by=Compared(None, (z, -2 * z)))
    ),
    "comparison of any number of entries": lambda: one(EVERY),
    "comparison with a bound": lambda: one(
        Line(
            of_a(FAST, Inequality(a**2, "<=", a_0**2 * sp.exp(-3 * t))),
            by=Compared(more := Line(Inequality(-4 * a**2, "<=", -3 * a**2), by=Follows()), (z, -3 * z)),
        ),
        more,
    ),
    "what is conserved": lambda: one(KEPT),
    "at each moment": lambda: one(ALL_LARGE, KEPT, LARGE),
    "signs that stay": lambda: one(STAYS, ORTHANT[0][1], ORTHANT[1][1]),
    "a sign that is not strict": lambda: one(STILL),
    "a limit": lambda: one(TO_ZERO, SQUARE, NOT_NEGATIVE, ABOVE_ZERO, LEAST),
    "a function of what tends": lambda: one(ROOT, SQUARE, NOT_NEGATIVE, ABOVE_ZERO, LEAST, TO_ZERO),
    "another start": lambda: one(
        Line(
            along(DECAY, Inequality(a**2, "<=", (p + 1) ** 2 * sp.exp(-2 * t)), a=p + 1),
            by=Instance(SQUARE, {a_0: p + 1}),
        ),
        SQUARE,
    ),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_is_joined_is_verified_and_no_broken_join_is(name: str) -> None:
    assert_joined(HOLD[name]())


# -- broken uses -------------------------------------------------------------------------------------------------------


def compared(relation: Any, slope: Any, bound: Any = None, flow: GradientFlow = DECAY, **more: Any) -> Theorem:
    before = [part for part in (bound, *more.get("before", ())) if isinstance(part, Line)]
    using, given = more.get("using", ()), more.get("given", ())
    return one(Line(of_a(flow, relation), by=Compared(bound, slope, using), given=given), *before)


def says(left: Any, sign: str, right: Any, *given: Any) -> Line:
    return Line(Inequality(left, sign, right), given=given, by=Follows())


OTHER_START = Line(along(DECAY, Inequality(a**2, ">=", p**2 * sp.exp(-2 * t)), a=p), by=Compared(None, (z, -2 * z)))
OTHER_FLOW = Line(of_a(FAST, Inequality(a**2, ">=", 0)), by=Throughout(NOT_NEGATIVE))
FAR = sp.Ge(a**2, p**2 * sp.exp(-2 * t), evaluate=False)
FAR_AWAY = says(-2 * a**2, "<=", -2 * p**2 * sp.exp(-2 * t), FAR)
LATER = says(-2 * a**2, "<=", -2 * a**2 * t, sp.Ge(1, t, evaluate=False))
E2 = a_0**2 * sp.exp(-2 * t)

NOT_COMPARED: dict[str, Callable[[], Theorem]] = {
    "from another start": lambda: compared(Inequality(a**2, ">=", 2 * E2), (z, -2 * z)),
    "to the other side": lambda: compared(
        Inequality(a**2, "<=", a_0**2 * sp.exp(-3 * t)), (z, -3 * z), says(-2 * a**2, ">=", -3 * a**2)
    ),
    "a slope that is not the bound": lambda: compared(Inequality(a**2, "<=", a_0**2 * sp.exp(-3 * t)), (z, -3 * z)),
    "no solution of the equation": lambda: compared(Inequality(a**2, "<=", a_0**2 * sp.exp(-3 * t)), (z, -2 * z)),
    "a slope with two solutions": lambda: compared(
        Inequality(a, ">=", 0), (z, -sp.sqrt(z**2 + 0 * z)), None, FALLS, given=[Eq(a_0, 0)]
    ),
    "a slope that is steep at zero": lambda: theorem(
        along(GROWS, Inequality(a**2, "<=", 0), a=0),
        [Line(along(GROWS, Inequality(a**2, "<=", 0), a=0), by=Compared(None, (z, 2 * sp.Abs(z))))],
    ),
    "a bound that need not hold": lambda: compared(
        Inequality(a**2, ">=", p**2 * sp.exp(-2 * t)), (z, -2 * p**2 * sp.exp(-2 * t)), FAR_AWAY
    ),
    "a bound from another start": lambda: compared(
        Inequality(a**2, "<=", a_0**2 - p**2 + p**2 * sp.exp(-2 * t)),
        (z, -2 * p**2 * sp.exp(-2 * t)),
        FAR_AWAY,
        using=OTHER_START,
        before=[OTHER_START],
    ),
    "a bound along another flow": lambda: compared(
        Inequality(a**2, "<=", a_0**2),
        (z, sp.S.Zero),
        says(-2 * a**2, "<=", 0, sp.Ge(a**2, 0, evaluate=False)),
        using=OTHER_FLOW,
        before=[NOT_NEGATIVE, OTHER_FLOW],
    ),
    "beyond a pole": lambda: compared(
        Inequality(a, ">=", a_0 / (1 - a_0 * t)), (z, z**2), None, BURSTS, given=[a_0 > 0]
    ),
    "a slope with a pole in time": lambda: compared(
        Inequality(a**2, "<=", a_0**2 * (1 - t)), (z, z / (t - 1)), says(-2 * a**2, "<=", a**2 / (t - 1), t < 1)
    ),
    "a solution that jumps": lambda: compared(Inequality(a, "<=", a_0 - sp.floor(t)), (z, sp.S.Zero), None, FALLS),
    "a letter that stands elsewhere": lambda: theorem(
        along(DECAY, Inequality(a**2, "<=", z**2), a=z),
        [Line(along(DECAY, Inequality(a**2, "<=", z**2), a=z), by=Compared(None, (z, -2 * z)))],
    ),
    "a letter with a sign": lambda: compared(Inequality(a, "<=", a_0 * sp.exp(-t)), (p, -p)),
    "a hypothesis about the time": lambda: compared(
        Inequality(a**2, "<=", a_0**2 * sp.exp(-2 * t**2)), (z, -2 * t * z), LATER, given=[sp.Ge(1, t, evaluate=False)]
    ),
    "strictly": lambda: compared(Inequality(a**2, "<", E2), (z, -2 * z)),
    "an equation": lambda: one(Line(of_a(DECAY, Identity(a**2, E2)), by=Compared(None, (z, -2 * z)))),
    "a solution that moves": lambda: compared(Inequality(a**2, "<=", a_0 * a), (z, -2 * z)),
    "a start that is not given": lambda: theorem(
        Along(DECAY, {}, Inequality(a**2, "<=", E2)),
        [Line(Along(DECAY, {}, Inequality(a**2, "<=", E2)), by=Compared(None, (z, -2 * z)))],
    ),
    "what need not have a rate": lambda: compared(Inequality(sp.Abs(a), "<=", sp.Abs(a_0) * sp.exp(-t)), (z, -z)),
    "what does not move": lambda: compared(Inequality(y, "<=", y * sp.exp(-t)), (z, -z)),
    "a polynomial with a slope that moves": lambda: compared(Inequality(a**2, "<=", a_0**2), (z, -2 * a * z)),
    "one entry for all": lambda: theorem(
        Along(MANY, {B[i]: B_0[i]}, Inequality(B[j] ** 2, "<=", B_0[i] ** 2 * sp.exp(-2 * t))),
        [
            Line(
                Along(MANY, {B[i]: B_0[i]}, Inequality(B[j] ** 2, "<=", B_0[i] ** 2 * sp.exp(-2 * t))),
                by=Compared(None, (z, -2 * z)),
            )
        ],
    ),
}


def stays(flow: GradientFlow, relation: Any, *terms: Any, given: Any = (a_0 > 0,), **more: Any) -> Theorem:
    before = [bound for _, bound, _ in terms if isinstance(bound, Line)]
    start = {"a": a_0} if flow is not SADDLE else {"a": a_0, "b": b_0}
    return one(Line(along(flow, relation, **start), by=StaysPositive(terms, **more), given=given), *before)


A_POSITIVE, B_POSITIVE = sp.Gt(a, 0, evaluate=False), sp.Gt(b, 0, evaluate=False)

NOT_POSITIVE: dict[str, Callable[[], Theorem]] = {
    "a start of any sign": lambda: stays(DECAY, Inequality(a, ">", 0), (a, None, -1), given=[a_0 < 1]),
    "a start that is zero": lambda: stays(DECAY, Inequality(a, ">", 0), (a, None, -1), given=[a_0 >= 0]),
    "a factor with a pole where it vanishes": lambda: stays(FALLS, Inequality(a, ">", 0), (a, None, -1 / a)),
    "a bound with a pole where it vanishes": lambda: stays(
        FALLS, Inequality(a, ">", 0), (a, says(-1, ">=", -1 - a, A_POSITIVE), -(1 + a) / a)
    ),
    "a factor that is another": lambda: stays(FALLS, Inequality(a, ">", 0), (a, None, -1)),
    "a bound to the other side": lambda: stays(
        FALLS, Inequality(a, ">", 0), (a, says(-1, "<=", a, A_POSITIVE), sp.Integer(1))
    ),
    "another that need not be positive": lambda: stays(
        SADDLE, Inequality(a, ">", 0), (a, ORTHANT[0][1], -(b**2)), given=POSITIVE
    ),
    "another whose start need not be positive": lambda: stays(SADDLE, Inequality(a, ">", 0), *ORTHANT),
    "of two, one not shown": lambda: stays(
        SADDLE, Inequality(a, ">", 0), ORTHANT[0], (b, None, -(a**2)), given=POSITIVE
    ),
    "another quantity": lambda: stays(SADDLE, Inequality(a - b, ">", 0), *ORTHANT, given=POSITIVE),
    "by more than nothing": lambda: stays(DECAY, Inequality(a, ">", 1), (a, None, -1)),
    "two that are not strict": lambda: stays(SADDLE, Inequality(a, ">=", 0), *ORTHANT, given=POSITIVE, strict=False),
    "not strict, by what assumes the sign": lambda: stays(
        FALLS, Inequality(a, ">=", 0), (a, says(-1, ">=", -1 - a, A_POSITIVE), -1), given=[a_0 >= 0], strict=False
    ),
    "a factor that jumps": lambda: stays(DECAY, Inequality(a, ">", 0), (a, None, -(sp.sign(a) ** 2))),
    "what has a corner": lambda: stays(DECAY, Inequality(sp.Abs(a), ">", 0), (sp.Abs(a), None, -1)),
    "what does not move": lambda: stays(DECAY, Inequality(y, ">", 0), (y, None, 0), given=[y > 0]),
    "nothing": lambda: stays(DECAY, Inequality(a, ">", 0)),
    "a start that is not given": lambda: theorem(
        Given(POSITIVE, along(SADDLE, Inequality(a, ">", 0), a=a_0)),
        [
            *(bound for _, bound, _ in ORTHANT),
            Line(along(SADDLE, Inequality(a, ">", 0), a=a_0), given=POSITIVE, by=StaysPositive(ORTHANT)),
        ],
    ),
    "a bound that holds for a while": lambda: stays(
        FALLS, Inequality(a, ">", 0), (a, says(-1, ">=", -a, sp.Ge(a, 1, evaluate=False)), -1)
    ),
}


def kept(of: Any, flow: GradientFlow, relation: Any, *given: Any, **start: Any) -> Theorem:
    return one(Line(along(flow, relation, **start), by=Kept(of), given=given))


BOTH = {"a": a_0, "b": b_0}
WHERE = claim(Conserved(a, GradientFlow((a - 1) ** 2 * (b - 1) ** 2, (a, b), t)), Eq(a, 1), name="where")

NOT_KEPT: dict[str, Callable[[], Theorem]] = {
    "another value": lambda: kept(BALANCE, SADDLE, Identity(a**2 - b**2, a_0**2 + b_0**2), **BOTH),
    "another quantity than is conserved": lambda: kept(BALANCE, SADDLE, Identity(a**2 + b**2, a_0**2 + b_0**2), **BOTH),
    "another flow": lambda: kept(
        BALANCE, GradientFlow((a * b - 1) ** 4, (a, b), t), Identity(a**2 - b**2, a_0**2 - b_0**2), **BOTH
    ),
    "strictly": lambda: kept(BALANCE, SADDLE, Inequality(a**2 - b**2, "<", a_0**2 - b_0**2), **BOTH),
    "a start that is not given": lambda: kept(BALANCE, SADDLE, Identity(a**2 - b**2, a_0**2 - b_0**2), a=a_0),
    "a start of another": lambda: kept(BALANCE, SADDLE, Identity(a**2 - b**2, a_0**2 - b_0**2), a=b_0, b=a_0),
    "a rate that is zero": lambda: kept(
        claim(Rate(a**2 - b**2, 0 * a, SADDLE)), SADDLE, Identity(a**2 - b**2, a_0**2 - b_0**2), **BOTH
    ),
    "a rate": lambda: kept(claim(Rate(a, b * GAP, SADDLE)), SADDLE, Identity(a, a_0), **BOTH),
    "a relation": lambda: kept(claim(Inequality(a**2, ">=", 0)), DECAY, Inequality(a**2, ">=", a_0**2), a=a_0),
    "under a hypothesis that is not there": lambda: kept(
        WHERE, GradientFlow((a - 1) ** 2 * (b - 1) ** 2, (a, b), t), Identity(a, a_0), **BOTH
    ),
    "under a hypothesis about the time": lambda: kept(
        BALANCE, SADDLE, Identity(a**2 - b**2, a_0**2 - b_0**2), sp.Ge(1, t, evaluate=False), **BOTH
    ),
    "not along a flow": lambda: one(Line(Identity(a**2 - b**2, a_0**2 - b_0**2), by=Kept(BALANCE))),
    "in the end": lambda: one(Line(Tends(SADDLE, {a: a_0, b: b_0}, a**2 - b**2, a_0**2 - b_0**2), by=Kept(BALANCE))),
}


def throughout(of: Any, flow: GradientFlow, relation: Any, *before: Any, using: Any = (), given: Any = ()) -> Theorem:
    first = [of] if isinstance(of, Line) else []
    return one(Line(of_a(flow, relation), by=Throughout(of, using), given=given), *before, *first)


HALF = says(a**2, ">=", p**2 / 2, sp.Ge(a**2, p**2 * sp.exp(-2 * t), evaluate=False))
NEAR = sp.Le(a**2, E2, evaluate=False)

NOT_THROUGHOUT: dict[str, Callable[[], Theorem]] = {
    "what holds where it holds": lambda: throughout(says(a, ">=", 0, a >= 0), DECAY, Inequality(a, ">=", 0)),
    "strictly": lambda: throughout(NOT_NEGATIVE, DECAY, Inequality(a**2, ">", 0)),
    "reversed": lambda: throughout(NOT_NEGATIVE, DECAY, Inequality(a**2, "<=", 0)),
    "another relation": lambda: throughout(NOT_NEGATIVE, DECAY, Inequality(a, ">=", 0)),
    "an equation": lambda: one(Line(of_a(DECAY, Identity(a**2, 0)), by=Throughout(NOT_NEGATIVE)), NOT_NEGATIVE),
    "from another start": lambda: throughout(
        says(a**2, "<=", 4 * p**2 * sp.exp(-2 * t), sp.Le(a**2, p**2 * sp.exp(-2 * t), evaluate=False)),
        DECAY,
        Inequality(a**2, "<=", 4 * p**2 * sp.exp(-2 * t)),
        low := Line(along(DECAY, Inequality(a**2, "<=", p**2 * sp.exp(-2 * t)), a=p), by=Compared(None, (z, -2 * z))),
        using=low,
    ),
    "of another flow": lambda: throughout(
        says(a**2, "<=", 2 * E2, NEAR), FAST, Inequality(a**2, "<=", 2 * E2), SQUARE, using=SQUARE
    ),
    "of what tends": lambda: throughout(
        says(a**4, ">=", 0), DECAY, Inequality(a**4, ">=", 0), *FIRST, TO_ZERO, using=TO_ZERO
    ),
    "of what holds at one moment": lambda: throughout(
        says(a**4, ">=", 0, sp.Ge(a**2, 0, evaluate=False)),
        DECAY,
        Inequality(a**4, ">=", 0),
        NOT_NEGATIVE,
        using=NOT_NEGATIVE,
    ),
    "of what holds under more": lambda: throughout(
        says(a**3, ">=", 0, sp.Ge(a, 0, evaluate=False)), DECAY, Inequality(a**3, ">=", 0), STILL, using=STILL
    ),
    "of what is not named": lambda: throughout(
        says(a**2, "<=", 2 * E2, NEAR), DECAY, Inequality(a**2, "<=", 2 * E2), SQUARE
    ),
    "of no relation": lambda: throughout(claim(Rate(a, -a, DECAY)), DECAY, Inequality(a**2, ">=", 0), NOT_NEGATIVE),
    "under a hypothesis about the time": lambda: throughout(
        says(a**2 + t, ">=", a**2 + 1, t >= 1), DECAY, Inequality(a**2 + t, ">=", a**2 + 1), given=[t >= 1]
    ),
}


def approaches(to: Any, rule: Approaches, *before: Any, expr: Any = a**2, flow: GradientFlow = DECAY) -> Theorem:
    bounds = [part for part in (rule.least,) if isinstance(part, Line) and part not in before]
    return one(Line(Tends(flow, {a: a_0}, expr, to), by=rule), *before, *bounds)


FIRST = [SQUARE, NOT_NEGATIVE, ABOVE_ZERO, LEAST]
BURST = Line(of_a(BURSTS, Inequality(a**2, ">=", 0)), by=Throughout(NOT_NEGATIVE))
FALLING = says(a**2, ">=", sp.exp(-t) - 1)
DOUBLES = says(2 * a**2, ">=", 0)
UP_TO = Line(of_a(BURSTS, Inequality(a**2, ">=", sp.exp(-t) - 1)), by=Throughout(FALLING))
ROUGH = GradientFlow(sp.sqrt(a**2 + 1), (a,), t)
TIMED = GradientFlow(a**2 * sp.exp(t) / 2, (a,), t)
GROWN = Line(of_a(GROWS, Inequality(a**2, ">=", a_0**2)), by=Compared(DOUBLES, (z, sp.S.Zero)))

NOT_APPROACHED: dict[str, Callable[[], Theorem]] = {
    "another value": lambda: approaches(1, Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES), *FIRST),
    "bounds exchanged": lambda: approaches(0, Approaches(SQUARE, ABOVE_ZERO, LEAST, VANISHES, None), *FIRST),
    "one bound twice": lambda: approaches(0, Approaches(ABOVE_ZERO, ABOVE_ZERO, LEAST), *FIRST),
    "a bound without its limit": lambda: approaches(0, Approaches(ABOVE_ZERO, SQUARE, LEAST), *FIRST),
    "the limit of another": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, LEAST, None, claim(Limit(sp.exp(-t), t, oo, 0))), *FIRST
    ),
    "a limit at another time": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, LEAST, None, claim(Limit(E2 - a_0**2, t, 0, 0))), *FIRST
    ),
    "a limit under more": lambda: approaches(
        0,
        Approaches(ABOVE_ZERO, SQUARE, LEAST, None, claim(Limit(a_0**2 * sp.exp(-2 * t), t, oo, 0), a_0 > 1)),
        *FIRST,
    ),
    "of another expression": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES), *FIRST, expr=a
    ),
    "along another flow": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES), *FIRST, flow=FAST
    ),
    "from another start": lambda: one(
        Line(Tends(DECAY, {a: p}, a**2, 0), by=Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES)), *FIRST
    ),
    "without a bound of the loss": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, NOT_NEGATIVE, None, VANISHES), *FIRST
    ),
    "with a bound that moves": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, says(a**2 / 2, ">=", -(a**2)), None, VANISHES), *FIRST
    ),
    "with a bound to the other side": lambda: approaches(
        0, Approaches(ABOVE_ZERO, SQUARE, says(-(a**2) / 2, "<=", 0), None, VANISHES), *FIRST
    ),
    "where trajectories end": lambda: approaches(
        0, Approaches(UP_TO, BURST, says(-(a**3) / 3, ">=", -1)), FALLING, UP_TO, NOT_NEGATIVE, BURST, flow=BURSTS
    ),
    "where the loss is not bounded": lambda: approaches(
        0, Approaches(GROWN, GROWN, says(-(a**2) / 2, ">=", -1, a**2 <= 1)), DOUBLES, GROWN, flow=GROWS
    ),
    "of a loss that is no polynomial": lambda: approaches(
        0,
        Approaches(
            rough := Line(of_a(ROUGH, Inequality(a**2, ">=", 0)), by=Throughout(NOT_NEGATIVE)),
            rough,
            says(sp.sqrt(a**2 + 1), ">=", 0),
        ),
        NOT_NEGATIVE,
        rough,
        flow=ROUGH,
    ),
    "of a loss that changes in time": lambda: approaches(
        0,
        Approaches(
            timed := Line(of_a(TIMED, Inequality(a**2, ">=", 0)), by=Throughout(NOT_NEGATIVE)),
            timed,
            says(a**2 * sp.exp(t) / 2, ">=", 0),
        ),
        NOT_NEGATIVE,
        timed,
        flow=TIMED,
    ),
    "all along": lambda: one(
        Line(of_a(DECAY, Identity(a**2, 0)), by=Approaches(ABOVE_ZERO, SQUARE, LEAST, None, VANISHES)), *FIRST
    ),
}


def continuous(expr: Any, to: Any, of: Any, function: Any, *before: Any, **more: Any) -> Theorem:
    flow, start = more.get("flow", DECAY), more.get("start", {a: a_0})
    rule = Continuous(of, function, more.get("same"))
    return one(Line(Tends(flow, start, expr, to), by=rule), *FIRST, TO_ZERO, *before)


FOURTH = says(a**4, ">=", 0)
HALVES = Line(of_a(DECAY, Inequality(a**4, ">=", 0)), by=Throughout(FOURTH))

NOT_CONTINUOUS: dict[str, Callable[[], Theorem]] = {
    "a step": lambda: continuous(sp.ceiling(a**2), 0, [(z, TO_ZERO)], sp.ceiling(z)),
    "a sign": lambda: continuous(sp.sign(a**2 - y), 1, [(z, TO_ZERO)], sp.sign(z - y)),
    "a pole at the end": lambda: continuous(a**2 / (a**2 + a**4), 1, [(z, TO_ZERO)], z / (z + z**2)),
    "a logarithm of zero": lambda: continuous(sp.log(a**2 + 1) / a**2, 1, [(z, TO_ZERO)], sp.log(z + 1) / z),
    "a root of less than nothing": lambda: continuous(sp.sqrt(a**2 - 1), sp.I, [(z, TO_ZERO)], sp.sqrt(z - 1)),
    "another value": lambda: continuous(sp.sqrt(a**2 + 4), 3, [(z, TO_ZERO)], sp.sqrt(z + 4)),
    "of something else": lambda: continuous(sp.sqrt(a**2 + 4), 2, [(z, TO_ZERO)], sp.sqrt(z + 4) + z * y),
    "of what does not tend": lambda: continuous(sp.sqrt(a**2 + 4), 2, [(z, SQUARE)], sp.sqrt(z + 4)),
    "from another start": lambda: continuous(sp.sqrt(a**2 + 4), 2, [(z, TO_ZERO)], sp.sqrt(z + 4), start={a: p}),
    "along another flow": lambda: continuous(sp.sqrt(a**2 + 4), 2, [(z, TO_ZERO)], sp.sqrt(z + 4), flow=FAST),
    "one letter for two": lambda: continuous(2 * a**2, 0, [(z, TO_ZERO), (z, TO_ZERO)], 2 * z),
    "a moving exponent": lambda: continuous(2 ** (a**2), 1, [(z, TO_ZERO)], 2**z),
    "a function of the time": lambda: continuous(a**2 * t, 0, [(z, TO_ZERO)], z * t),
    "a function with a trajectory in it": lambda: continuous(a**3, 0, [(z, TO_ZERO)], z * a),
    "an inequality for what is the same": lambda: continuous(
        a**4, 0, [(z, TO_ZERO)], sp.S.Zero * z, FOURTH, HALVES, same=HALVES
    ),
    "of nothing": lambda: continuous(a, 0, [], sp.S.Zero),
    "all along": lambda: one(
        Line(of_a(DECAY, Identity(sp.sqrt(a**2 + 4), 2)), by=Continuous([(z, TO_ZERO)], sp.sqrt(z + 4))),
        *FIRST,
        TO_ZERO,
    ),
}

BAD = {
    f"{rule}: {name}": made
    for rule, many in {
        "compared": NOT_COMPARED,
        "positive": NOT_POSITIVE,
        "kept": NOT_KEPT,
        "throughout": NOT_THROUGHOUT,
        "approaches": NOT_APPROACHED,
        "continuous": NOT_CONTINUOUS,
    }.items()
    for name, made in many.items()
}


ABOVE_TWO = Line(Inequality(a, ">=", 2), by=Follows(), given=[a > 2])
NOBODY = {
    "from a number": ([a > 2], {a: sp.Integer(1)}),
    "from a letter": ([a > 2, a_0 < 1], {a: a_0}),
    "from a square": ([a > 2, p < 1], {a: p**2 - 5}),
}
SOMEBODY = {
    "from a number": ([a > 2], {a: sp.Integer(3)}),
    "from a letter": ([a > 2, a_0 < 7], {a: a_0}),
    "from any letter": ([a > 2], {a: a_0}),
}


def _above_two(given: list[Any], start: dict[Any, sp.Expr]) -> Theorem:
    says = Along(DECAY, start, Inequality(a, ">=", 2))
    return one(Line(says, by=Throughout(ABOVE_TWO), given=given), ABOVE_TWO)


@pytest.mark.parametrize("name", NOBODY)
def test_where_no_trajectory_starts_nothing_is_joined(name: str) -> None:
    found = prove(_above_two(*NOBODY[name]))
    assert found.verdict is Verdict.UNDECIDED
    assert "no trajectory starts there" in str(found.reason)


@pytest.mark.parametrize("name", SOMEBODY)
def test_where_some_start_it_is(name: str) -> None:
    found = prove(_above_two(*SOMEBODY[name]))
    assert found.verdict is Verdict.VERIFIED, found.reason


ENDS = {"any": (real("a_1"), True), "any less": (real("a_1") - p, True), "1": (1, False), "less": (1 - p**2, False)}


@pytest.mark.parametrize("name", ENDS)
def test_where_none_ends_nothing_is_joined(name: str) -> None:
    """What is above 2 all along does not end below."""
    end, truth = ENDS[name]
    above = Inequality(a, ">=", 2)
    now = Line(above, given=[a > 2], by=Follows())
    always = Line(of_a(DECAY, above), given=[a > 2], by=Throughout(now))
    says = AtEnd(DECAY, {a: a_0}, {a: sp.sympify(end)}, Inequality(end + y**2, ">=", 2 + y**2))
    at_end = Line(says, given=[a > 2], by=InTheLimit(always))
    found = prove(one(at_end, now, always))
    assert (found.verdict is Verdict.VERIFIED) is truth, found.reason
    assert truth or "no trajectory ends there" in str(found.reason)


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_joined_is_not_verified(name: str) -> None:
    assert_not_joined(BAD[name]())
