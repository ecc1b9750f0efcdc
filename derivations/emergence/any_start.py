"""9. Theorems of the chapter: one skill from any start, where Lemma 1 has equal layers.

With ``g = S - a b`` the flow of one skill has ``g' = -p (a^2 + b^2) g`` and ``(a +- b)' = +-p g (a +- b)``, p the pace
eta d_k/D.  So g keeps its sign; while it is positive, (a + b)^2 does not fall and (a - b)^2 does not rise; and all else
is comparison.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Limit
from ...language.statements.base import Statement
from ...language.symbols import nonnegative, positive, real
from ...language.theorems import (
    AllOf,
    Along,
    Approaches,
    Cases,
    Combination,
    Compared,
    Continuous,
    Follows,
    Given,
    Instance,
    Line,
    StaysPositive,
    Tends,
    Theorem,
    Throughout,
    Vanishing,
)
from .letters import S, eta, t
from .multilinear import R_0, D, a, b, d_k, one_skill

a_0, b_0, z, amount = real("a_0 b_0 z G")
speed = positive("kappa")
START = {a: a_0, b: b_0}
OBSERVED = d_k >= 1
pace = eta * d_k / D
gap, gap_0 = S - a * b, S - a_0 * b_0
together, together_0 = (a + b) ** 2, (a_0 + b_0) ** 2
apart, apart_0 = (a - b) ** 2, (a_0 - b_0) ** 2
BELOW, ABOVE = sp.Gt(gap_0, 0, evaluate=False), sp.Le(gap_0, 0, evaluate=False)
OPEN, PASSED = sp.Gt(gap, 0, evaluate=False), sp.Le(gap, 0, evaluate=False)
MOVES, STAYS = sp.Ne(a_0 + b_0, 0), sp.Eq(a_0 + b_0, 0)


def always(relation: Statement) -> Along:
    """It holds at all times, from the start."""
    return Along(one_skill, START, relation)


def tends(of: sp.Expr, to: sp.Expr) -> Tends:
    """It tends there, from the start."""
    return Tends(one_skill, START, of, to)


one_square = Line(Inequality(apart, ">=", 0), by=Follows())
least = Line(Inequality(one_skill.loss, ">=", 0), by=Follows())
vanishes = Claim(
    "emergence/decaying-gap-vanishes",
    title="A difference that decays exponentially vanishes, whatever its sign",
    statement=Limit(amount * sp.exp(-speed * t), t, sp.oo, 0),
    source=thesis("Section B.1.1"),
)

# From below the target.

stays_below = Line(
    always(Inequality(gap, ">", 0)), given=[BELOW], by=StaysPositive([(gap, None, -pace * (a**2 + b**2))])
)
grow = Line(Inequality(2 * pace * gap * together, ">=", 0), given=[OPEN], by=Follows())
grown = Line(
    always(Inequality(together, ">=", together_0)),
    given=[BELOW],
    by=Compared(grow, (z, sp.S.Zero), using=stays_below),
)
AT_LEAST = sp.Ge(together, together_0, evaluate=False)
closes = Line(
    Inequality(-pace * (a**2 + b**2) * gap, "<=", -pace * together_0 / 2 * gap),
    given=[OPEN, AT_LEAST],
    by=Combination((one_square, pace * gap / 2), (AT_LEAST, pace * gap / 2)),
)
from_below = Line(
    always(Inequality(gap, "<=", gap_0 * sp.exp(-pace * together_0 / 2 * t))),
    given=[BELOW],
    by=Compared(closes, (z, -pace * together_0 / 2 * z), using=(stays_below, grown)),
)
open_now = Line(Inequality(gap, ">=", 0), given=[OPEN], by=Follows())
not_above = Line(always(Inequality(gap, ">=", 0)), given=[BELOW], by=Throughout(open_now, using=stays_below))
vanishes_below = Line(by=Instance(vanishes, {amount: gap_0, speed: pace * together_0 / 2}), given=[OBSERVED, MOVES])
no_gap_below = Line(
    tends(gap, 0),
    given=[OBSERVED, MOVES, BELOW],
    by=Approaches(not_above, from_below, least, None, vanishes_below),
)

# From the target, or above it, where a^2 + b^2 is 2 S at least.

stays_above = Line(
    always(Inequality(-gap, ">=", 0)),
    given=[ABOVE],
    by=StaysPositive([(-gap, None, -pace * (a**2 + b**2))], strict=False),
)
PASSED_BY = sp.Ge(-gap, 0, evaluate=False)
opens = Line(
    Inequality(-pace * (a**2 + b**2) * gap, ">=", -2 * pace * S * gap),
    given=[PASSED_BY],
    by=Combination((one_square, -pace * gap), (PASSED_BY, -2 * pace * gap)),
)
from_above = Line(
    always(Inequality(gap, ">=", gap_0 * sp.exp(-2 * pace * S * t))),
    given=[ABOVE],
    by=Compared(opens, (z, -2 * pace * S * z), using=stays_above),
)
passed_now = Line(Inequality(gap, "<=", 0), given=[PASSED_BY], by=Follows())
not_below = Line(always(Inequality(gap, "<=", 0)), given=[ABOVE], by=Throughout(passed_now, using=stays_above))
vanishes_above = Line(by=Instance(vanishes, {amount: gap_0, speed: 2 * pace * S}), given=[OBSERVED])
no_gap_above = Line(
    tends(gap, 0),
    given=[OBSERVED, ABOVE],
    by=Approaches(from_above, not_below, least, vanishes_above, None),
)
no_gap = Line(tends(gap, 0), given=[OBSERVED, MOVES], by=Cases([(BELOW, no_gap_below), (ABOVE, no_gap_above)]))
learned = Line(tends(a * b, S), given=[OBSERVED, MOVES], by=Continuous([(z, no_gap)], S - z))

# From a_k(0) = -b_k(0), which is the stable manifold of the saddle at zero.

sum_up = Line(
    always(Inequality(a + b, ">=", 0)), given=[STAYS], by=StaysPositive([(a + b, None, pace * gap)], (), False)
)
sum_down = Line(
    always(Inequality(-a - b, ">=", 0)), given=[STAYS], by=StaysPositive([(-a - b, None, pace * gap)], (), False)
)
UP, DOWN = sp.Ge(a + b, 0, evaluate=False), sp.Ge(-a - b, 0, evaluate=False)
no_sum = Line(Inequality(together, "<=", 0), given=[UP, DOWN], by=Combination((DOWN, a + b)))
opposite = Line(Identity(a, -b), given=[UP, DOWN], by=Vanishing(no_sum))
other_square = Line(Inequality(b**2, ">=", 0), by=Follows())
negative = Line(Inequality(a * b, "<=", 0), given=[UP, DOWN], by=Combination(other_square, (opposite, -b)))
fourth_power = Line(Inequality(b**4, ">=", 0), by=Follows())
slow = Line(
    Inequality(pace * (a**2 + b**2) * gap, ">=", -2 * pace * S * a * b),
    given=[UP, DOWN],
    by=Combination((opposite, pace * (S * (a + b) - b * (a**2 - a * b + 2 * b**2))), (fourth_power, 2 * pace)),
)
to_saddle = Line(
    always(Inequality(a * b, ">=", a_0 * b_0 * sp.exp(-2 * pace * S * t))),
    given=[STAYS],
    by=Compared(slow, (z, -2 * pace * S * z), using=(sum_up, sum_down)),
)
not_positive = Line(
    always(Inequality(a * b, "<=", 0)), given=[STAYS], by=Throughout(negative, using=(sum_up, sum_down))
)
vanishes_at_saddle = Line(by=Instance(vanishes, {amount: a_0 * b_0, speed: 2 * pace * S}), given=[OBSERVED])
not_learned = Line(
    tends(a * b, 0),
    given=[OBSERVED, STAYS],
    by=Approaches(to_saddle, not_positive, least, vanishes_at_saddle, None),
)

skill_from_any_start = Theorem(
    "emergence/skill-from-any-start",
    title="An observed skill is learned from every start, but from a_k(0) = -b_k(0)",
    concludes=AllOf(
        Given([BELOW], from_below.says),
        Given([ABOVE], from_above.says),
        Given([OBSERVED, MOVES], learned.says),
        Given([OBSERVED, STAYS], not_learned.says),
    ),
    proof=[
        *(one_square, least, stays_below, grow, grown, closes, from_below, open_now, not_above, vanishes_below),
        *(no_gap_below, stays_above, opens, from_above, passed_now, not_below, vanishes_above, no_gap_above, no_gap),
        *(learned, sum_up, sum_down, no_sum, opposite, other_square, negative, fourth_power, slow, to_saddle),
        *(not_positive, vanishes_at_saddle, not_learned),
    ],
    source=thesis("Corollary B.1.1"),
    note="Lemma 1 solves the flow where both layers start equal; here they start anywhere. For every start the "
    "strength tends to $S$, or, if $a_k(0) + b_k(0) = 0$, to 0; that line is the stable manifold of the saddle at "
    "zero. The rates: $(d_k/D) eta (a_k(0) + b_k(0))^2/2$ from below the target, $2 (d_k/D) eta S$ from above it.",
)

# How fast: between the sigmoid of equal layers and that of the layers' difference at the start.

fraction = positive("v")
INSIDE = [sp.Ne(a_0, 0), R_0 < S]
HALF_START = {b_0: R_0 / a_0}  # a_0 b_0 is R_0


def from_inside(line: Line) -> Line:
    """A line about starts below the target, of one between zero and the target."""
    return Line(by=Instance(line, HALF_START), given=INSIDE)


difference = nonnegative("h")
DIFFERENCE = sp.Eq(difference, (a_0 - R_0 / a_0) ** 2, evaluate=False)
open_inside = from_inside(stays_below)
sigmoid = S / (1 + (S / R_0 - 1) * sp.exp(-2 * pace * S * t))
rises = Line(
    Inequality(pace * (a**2 + b**2) * gap, ">=", 2 * pace * (a * b) * gap),
    given=[OPEN],
    by=Combination((one_square, pace * gap)),
)
at_least = Line(
    Along(one_skill, {a: a_0, b: R_0 / a_0}, Inequality(a * b, ">=", sigmoid)),
    given=INSIDE,
    by=Compared(rises, (z, 2 * pace * z * (S - z)), using=open_inside),
)
approach = Line(Inequality(-2 * pace * gap * apart, "<=", 0), given=[OPEN], by=Follows())
nearer = Line(
    Along(one_skill, {a: a_0, b: R_0 / a_0}, Inequality(apart, "<=", difference)),
    given=[*INSIDE, DIFFERENCE],
    by=Compared(approach, (z, sp.S.Zero), using=open_inside),
)
AT_MOST = sp.Le(apart, difference, evaluate=False)
not_faster = Line(
    Inequality(pace * (a**2 + b**2) * gap, "<=", pace * (difference + 2 * a * b) * gap),
    given=[OPEN, AT_MOST],
    by=Combination((AT_MOST, pace * gap)),
)
growth = (difference + 2 * R_0) / (S - R_0) * sp.exp(pace * (difference + 2 * S) * t)
faster_sigmoid = (S * growth - difference) / (growth + 2)
at_most = Line(
    Along(one_skill, {a: a_0, b: R_0 / a_0}, Inequality(a * b, "<=", faster_sigmoid)),
    given=[*INSIDE, DIFFERENCE],
    by=Compared(not_faster, (z, pace * (difference + 2 * z) * (S - z)), using=(open_inside, nearer)),
)
exponent = real("u")
grows = Claim(
    "emergence/exponential-is-one-at-least",
    title="The exponential of a number that is not negative is at least one",
    statement=Inequality(sp.exp(exponent), ">=", 1),
    hypotheses=[exponent >= 0],
    source=thesis("Lemma 1"),
)
PART = [OBSERVED, R_0 < S, fraction < 1]
odds, rate = (S / R_0 - 1) / (1 / fraction - 1), 2 * pace * S
LATE = t >= sp.log(odds) / rate
so_late = Line(by=Instance(grows, {exponent: rate * t - sp.log(odds)}), given=[*PART, LATE])
reached = Line(
    Inequality(sigmoid, ">=", fraction * S),
    given=[*PART, LATE],
    by=Combination((so_late, S * (1 - fraction) * odds / (sp.exp(rate * t) + S / R_0 - 1))),
)
other_odds = (difference + 2 * fraction * S) * (S - R_0) / ((difference + 2 * R_0) * S * (1 - fraction))
other_rate = pace * (difference + 2 * S)
EARLY = t <= sp.log(other_odds) / other_rate
so_early = Line(by=Instance(grows, {exponent: sp.log(other_odds) - other_rate * t}), given=[*PART, EARLY])
not_reached = Line(
    Inequality(faster_sigmoid, "<=", fraction * S),
    given=[*PART, EARLY],
    by=Combination((so_early, S * (1 - fraction) * growth / (growth + 2))),
)
learning_time = Theorem(
    "emergence/learning-time-from-any-start",
    title="Bounds on the time at which a skill is learned, from every start between zero and the target",
    concludes=AllOf(
        Given(INSIDE, AllOf(at_least.says, Given([DIFFERENCE], at_most.says))),
        Given(reached.given, reached.says),
        Given(not_reached.given, not_reached.says),
    ),
    proof=[
        *(one_square, stays_below, open_inside, rises, at_least, approach, nearer, not_faster, at_most),
        *(so_late, reached, so_early, not_reached),
    ],
    source=thesis("Lemma 1"),
    note="The start is $(a_0, R_0/a_0)$, any with $0 < a_k(0) b_k(0) = R_0 < S$. From below, the strength is at least "
    "the sigmoid (B.1) of equal layers with its strength at the start; from above, at most the one that $h = (a_k(0) "
    "- b_k(0))^2$ drives, which is the same where they are equal. So the fraction $v$ of the target is reached at the "
    "second time at the latest, and not before the first; $v$ between $R_0/S$ and one is meant, as else a time is "
    "negative.",
)
