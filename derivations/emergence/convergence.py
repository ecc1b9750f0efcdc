"""8. A theorem of the chapter: a partly expressible skill is learned from any start, Section B.1.7."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Limit
from ...language.symbols import families, nonnegative, positive, real, total
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
    Summed,
    Tends,
    Theorem,
    Throughout,
)
from .letters import S, eta, t
from .missing_basis import B_q, N_c, a_q, l_r, partial_flow, r, s_c
from .shrunk_basis import P

bound, z, start_a = positive("kappa"), real("z"), real("a_0")  # kappa is the square of the thesis's delta
start_b, distance = families("b_0"), nonnegative("Q")
START = {a_q: start_a, B_q[l_r]: start_b[l_r]}
AWAY = sp.Ge(a_q**2, bound, evaluate=False)

residual = a_q * B_q[l_r] - s_c
squares = total(residual**2, l_r)
squares_0 = total((start_a * start_b[l_r] - s_c) ** 2, l_r)
pull = total(residual * B_q[l_r], l_r)
speed = 2 * eta * P * bound

one_square = Line(Inequality(residual**2, ">=", 0), by=Follows())
all_squares = Line(Inequality(squares, ">=", 0), by=Summed(one_square, l_r))
pulled = Line(Inequality(pull**2, ">=", 0), by=Follows())
falls = Line(
    Inequality(-2 * eta * P * (pull**2 + a_q**2 * squares), "<=", -speed * squares),
    given=[AWAY],
    by=Combination((pulled, 2 * eta * P), (AWAY, 2 * eta * P * squares)),
)
not_negative = Line(Along(partial_flow, START, all_squares.says), by=Throughout(all_squares))
decays = Line(
    Along(partial_flow, START, Inequality(squares, "<=", squares_0 * sp.exp(-speed * t))),
    given=[AWAY],
    by=Compared(falls, (z, -speed * z)),
)

exponential_vanishes = Claim(
    "emergence/decaying-distance-vanishes",
    title="A distance from below that decays exponentially vanishes",
    statement=Limit(distance * sp.exp(-speed * t), t, sp.oo, 0),
    source=thesis("Proposition B.1.2"),
)

other_vanishes = Claim(
    "emergence/decaying-distance-vanishes-from-below",
    title="A negative difference that decays exponentially vanishes",
    statement=Limit(-distance * sp.exp(-speed * t), t, sp.oo, 0),
    source=thesis("Proposition B.1.2"),
)

vanishes = Line(by=Instance(exponential_vanishes, {distance: squares_0}))
least = Line(
    Inequality(partial_flow.loss, ">=", eta * P * (N_c - r) * s_c**2 / 2), by=Combination((all_squares, eta * P / 2))
)
fits = Line(
    Tends(partial_flow, START, squares, 0),
    given=[AWAY],
    by=Approaches(not_negative, decays, least, None, vanishes),
)

# The strength: r times the sum of squares is at least the square of the sum, so that it tends to its value, too.

amount = real("x")
largest = nonnegative("X")
SQUARED = sp.Ge(largest**2, amount**2, evaluate=False)
POSITIVE, OTHERWISE = sp.Gt(largest + amount, 0, evaluate=False), sp.Le(largest + amount, 0, evaluate=False)

on_one_side = Line(
    Inequality(amount, "<=", largest), given=[SQUARED, POSITIVE], by=Combination((SQUARED, 1 / (largest + amount)))
)
not_less = Line(Inequality(largest, ">=", 0), by=Follows())
on_other_side = Line(
    Inequality(amount, "<=", largest), given=[SQUARED, OTHERWISE], by=Combination((OTHERWISE, 1), (not_less, 2))
)
rooted = Line(
    Inequality(amount, "<=", largest),
    given=[SQUARED],
    by=Cases([(POSITIVE, on_one_side), (OTHERWISE, on_other_side)]),
)

sum_of_residuals = total(residual, l_r)
spread = Line(Inequality((r * residual - sum_of_residuals) ** 2, ">=", 0), by=Follows())
spreads = Line(by=Summed(spread, l_r))
square_of_sum = Line(Inequality(r * squares, ">=", sum_of_residuals**2), by=Combination((spreads, 1 / r)))
DECAYS = sp.Le(squares, squares_0 * sp.exp(-speed * t), evaluate=False)
envelope = sp.sqrt(r * squares_0) * sp.exp(-speed * t / 2)
small = Line(
    Inequality(envelope**2, ">=", sum_of_residuals**2), given=[DECAYS], by=Combination((square_of_sum, 1), (DECAYS, r))
)
all_small = Line(Along(partial_flow, START, small.says), given=[AWAY], by=Throughout(small, using=decays))
SMALL = sp.Ge(envelope**2, sum_of_residuals**2, evaluate=False)
at_most_now = Line(by=Instance(rooted, {amount: sum_of_residuals, largest: envelope}), given=[SMALL])
at_least_now = Line(by=Instance(rooted, {amount: -sum_of_residuals, largest: envelope}), given=[SMALL])
at_most = Line(Along(partial_flow, START, at_most_now.says), given=[AWAY], by=Throughout(at_most_now, using=all_small))
at_least = Line(
    Along(partial_flow, START, Inequality(sum_of_residuals, ">=", -envelope)),
    given=[AWAY],
    by=Throughout(at_least_now, using=all_small),
)
vanishes_above = Line(
    Limit(envelope, t, sp.oo, 0),
    by=Instance(exponential_vanishes, {distance: sp.sqrt(r * squares_0), bound: bound / 2}),
)
vanishes_below = Line(
    Limit(-envelope, t, sp.oo, 0), by=Instance(other_vanishes, {distance: sp.sqrt(r * squares_0), bound: bound / 2})
)
balanced = Line(
    Tends(partial_flow, START, sum_of_residuals, 0),
    given=[AWAY],
    by=Approaches(at_least, at_most, least, vanishes_below, vanishes_above),
)
strength = total(a_q * B_q[l_r] / sp.sqrt(N_c), l_r)
by_residuals = Line(Identity(strength, sum_of_residuals / sp.sqrt(N_c) + S * r / N_c), by=Follows())
always_by_residuals = Line(Along(partial_flow, START, by_residuals.says), by=Throughout(by_residuals))
learned = Line(
    Tends(partial_flow, START, strength, S * r / N_c),
    given=[AWAY],
    by=Continuous([(z, balanced)], z / sp.sqrt(N_c) + S * r / N_c, always_by_residuals),
)

learned_from_any_start = Theorem(
    "emergence/partly-expressible-skill-converges",
    title="If a_k stays away from zero, the strength tends to its share of the target, from any start",
    concludes=Given(AWAY, AllOf(decays.says, fits.says, learned.says)),
    proof=[
        *(one_square, all_squares, pulled, falls, not_negative, decays, vanishes, least, fits, on_one_side, not_less),
        *(on_other_side, rooted, spread, spreads, square_of_sum, small, all_small, at_most_now, at_least_now, at_most),
        *(at_least, vanishes_above, vanishes_below, balanced, by_residuals, always_by_residuals, learned),
    ],
    source=[thesis("Proposition B.1.2"), thesis("5.9"), thesis("B.44")],
    note="The hypothesis is that of Proposition B.1.1, $|a_k| >= delta$, and $kappa$ is $delta^2$; 'eventually' is "
    "from the time on at which the start is taken. Any numbers $r$ and $N_c$, and any $B_k(0)$: the sum over $l <= r$ "
    "of $(a_k B_(k,l) - S/sqrt(N_c))^2$ is at most its value at the start times $exp(-2 eta P(k) kappa T)$, the step "
    "before (B.48), and the strength tends to $S r/N_c$. For $k < q$ it is so with $r = N_c$, where $S r/N_c$ is $S$; "
    "for $k > q$ the model has no basis function, and the strength is 0.",
)
