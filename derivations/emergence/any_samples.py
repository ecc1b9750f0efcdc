"""10. Theorems of the chapter: the D_c-shot learner from any samples, Proposition B.1.1.

The errors at the samples decay while |a_k| stays away from zero: the derivative by a_k only helps, and the squared
derivatives by B_k add up to at least sigma^2 a_k^2 times the squared errors, with sigma^2 the smallest nonzero
eigenvalue of Phi Phi^T.  The strength is a weighted sum of these errors, away from S times the share of the skill
function that the samples see, and from a_k times what B_k has outside of their span, which does not move.
That a_k stays away from zero is assumed in the first, as in the thesis; in the second it follows from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from ...language.claims import Claim
from ...language.distributions import Bernoulli
from ...language.matrices import Orthogonal, matrix, trace
from ...language.sources import thesis
from ...language.statements import Expectation, Identity, Induction, Inequality, Limit, Recurrence
from ...language.statements.base import Statement
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import ForAll, families, index, natural, positive, real, total
from ...language.theorems import (
    AllOf,
    Along,
    Approaches,
    Combination,
    Compared,
    Continuous,
    Follows,
    Given,
    Instance,
    Kept,
    Line,
    Summed,
    Tends,
    Theorem,
    Throughout,
    Vanishing,
)
from .any_start import amount, speed, vanishes
from .few_shots import COLUMNS, B_k, D_c, U, a_k, balance_entrywise, d_obs, e_, j, l, l2, s, samples_flow
from .letters import S, eta, t
from .multilinear import D

z, start_a = real("z a_0")
bound, eigenvalue = positive("kappa Lambda")  # the squares of the thesis's delta and sigma
start_b, weight, outside = families("b_0 h q")
START = {a_k: start_a, B_k[l]: start_b[l]}


def always(relation: Statement) -> Along:
    """It holds at all times, from the start."""
    return Along(samples_flow, START, relation)


def tends(of: sp.Expr, to: sp.Expr) -> Tends:
    """It tends there, from the start."""
    return Tends(samples_flow, START, of, to)


# The errors at the samples, and the derivatives of the loss.

miss = total((a_k * B_k[l] - s) * e_[l, j], l)
squares = total(miss**2, j)
squares_0 = total(total((start_a * start_b[l] - s) * e_[l, j], l) ** 2, j)
pull_a = total(total(B_k[l] * e_[l, j], l) * miss, j)
pulls_b = total(total(e_[l, j] * miss, j) ** 2, l)
AWAY = sp.Ge(a_k**2, bound, evaluate=False)

# Lambda is at most every eigenvalue of Phi Phi^T but zero: (Phi Phi^T)^2 - Lambda Phi Phi^T is G G^T.

l3 = index("l''", D_c)
root = families("G")
misfit = a_k * B_k[l] - s
misfits = misfit * misfit.subs(l, l2)
overlap = total(e_[l, j] * e_[l2, j], j)
overlaps = total(total(e_[l, j] * e_[l3, j], j) * total(e_[l3, j] * e_[l2, j], j), l3)
roots = total(root[l, l3] * root[l2, l3], l3)
LEAST = ForAll((l, l2), sp.Eq(overlaps - eigenvalue * overlap, roots, evaluate=False))
at_pair = Line(Identity(misfits * (overlaps - eigenvalue * overlap), misfits * roots), by=Combination((LEAST, misfits)))
at_pairs = Line(by=Summed(at_pair, l2))
at_all_pairs = Line(by=Summed(at_pairs, l))
one_root = Line(Inequality(total(misfit * root[l, l3], l) ** 2, ">=", 0), by=Follows())
all_roots = Line(by=Summed(one_root, l3))
spanned = Line(Inequality(pulls_b, ">=", eigenvalue * squares), by=Combination(at_all_pairs, all_roots))
pace = 2 * eta * bound * eigenvalue / D

one_square = Line(Inequality(miss**2, ">=", 0), by=Follows())
all_squares = Line(Inequality(squares, ">=", 0), by=Summed(one_square, j))
pulled = Line(Inequality(pull_a**2, ">=", 0), by=Follows())
away_at_one = Line(Inequality((a_k**2 - bound) * miss**2, ">=", 0), given=[AWAY], by=Combination((AWAY, miss**2)))
away_at_all = Line(by=Summed(away_at_one, j), given=[AWAY])
falls = Line(
    Inequality(-2 * eta / D * (pull_a**2 + a_k**2 * pulls_b), "<=", -pace * squares),
    given=[AWAY],
    by=Combination((pulled, 2 * eta / D), (spanned, 2 * eta / D * a_k**2), (away_at_all, 2 * eta / D * eigenvalue)),
)
not_negative = Line(always(all_squares.says), by=Throughout(all_squares))
vanish = Line(by=Instance(vanishes, {amount: squares_0, speed: pace}))
least = Line(Inequality(samples_flow.loss, ">=", 0), by=Combination((all_squares, eta / (2 * D))))

# A weighted sum of the errors: (miss -+ w h)^2 >= 0, summed, with w the root of the decay.

half = sp.exp(-pace * t / 2)
weighted = total(weight[j] * miss, j)
top = squares_0 / 2 + total(weight[j] ** 2, j) / 2
envelope, below_zero = top * half, (-top) * half
DECAYS = sp.Le(squares, squares_0 * sp.exp(-pace * t), evaluate=False)
plus = Line(Inequality((miss + half * weight[j]) ** 2, ">=", 0), by=Follows())
minus = Line(Inequality((miss - half * weight[j]) ** 2, ">=", 0), by=Follows())
all_plus, all_minus = Line(by=Summed(plus, j)), Line(by=Summed(minus, j))
above_now = Line(
    Inequality(weighted, "<=", envelope),
    given=[DECAYS],
    by=Combination((all_minus, 1 / (2 * half)), (DECAYS, 1 / (2 * half))),
)
below_now = Line(
    Inequality(weighted, ">=", below_zero),
    given=[DECAYS],
    by=Combination((all_plus, 1 / (2 * half)), (DECAYS, 1 / (2 * half))),
)
vanish_above = Line(Limit(envelope, t, sp.oo, 0), by=Instance(vanishes, {amount: top, speed: pace / 2}))
vanish_below = Line(Limit(below_zero, t, sp.oo, 0), by=Instance(vanishes, {amount: -top, speed: pace / 2}))

# The skill function u is Phi h, the part that the samples see, and q, which is orthogonal to all of them.

SEEN = ForAll(l, sp.Eq(1 / sp.sqrt(D_c), total(e_[l, j] * weight[j], j) + outside[l], evaluate=False))
UNSEEN = ForAll(j, sp.Eq(total(e_[l, j] * outside[l], l), 0, evaluate=False))
idle = total(outside[l] * B_k[l], l)
idle_0 = total(outside[l] * start_b[l], l)
share = 1 - total(outside[l] ** 2, l)
strength = total(a_k * B_k[l] / sp.sqrt(D_c), l)

still_at = Line(Identity(miss * total(e_[l, j] * outside[l], l), 0), by=Combination((UNSEEN, miss)))
still_at_all = Line(by=Summed(still_at, j))
still = Line(
    Identity(-eta / D * a_k * total(miss * total(e_[l, j] * outside[l], l), j), 0),
    by=Combination((still_at_all, -eta / D * a_k)),
)
not_up = Line(always(Inequality(idle, "<=", idle_0)), by=Compared(still, (z, sp.S.Zero)))
not_down = Line(always(Inequality(idle, ">=", idle_0)), by=Compared(still, (z, sp.S.Zero)))
UP, DOWN = sp.Ge(idle, idle_0, evaluate=False), sp.Le(idle, idle_0, evaluate=False)
no_change = Line(Inequality((idle - idle_0) ** 2, "<=", 0), given=[UP, DOWN], by=Combination((DOWN, idle - idle_0)))
kept = Line(Identity(idle, idle_0), given=[UP, DOWN], by=Vanishing(no_change))
NEGLIGIBLE = sp.Eq(idle_0, 0, evaluate=False)

at_one = Line(
    Identity((a_k * B_k[l] - s) / sp.sqrt(D_c), (a_k * B_k[l] - s) * (total(e_[l, j] * weight[j], j) + outside[l])),
    by=Combination((SEEN, a_k * B_k[l] - s)),
)
at_every = Line(by=Summed(at_one, l))
of_outside = Line(
    Identity(outside[l] / sp.sqrt(D_c), outside[l] * (total(e_[l, j] * weight[j], j) + outside[l])),
    by=Combination((SEEN, outside[l])),
)
of_all_outside = Line(by=Summed(of_outside, l))
at_sample = Line(Identity(weight[j] * total(e_[l, j] * outside[l], l), 0), by=Combination((UNSEEN, weight[j])))
at_samples = Line(by=Summed(at_sample, j))
divided = Line(
    Identity(strength, weighted + a_k * idle + S * share),
    by=Combination(at_every, (of_all_outside, -S), (at_samples, -S)),
)
now = Line(
    Identity(strength - a_k * idle_0, weighted + S * share), given=[UP, DOWN], by=Combination(divided, (kept, a_k))
)
now_negligible = Line(
    Identity(strength, weighted + S * share), given=[UP, DOWN, NEGLIGIBLE], by=Combination(now, (NEGLIGIBLE, a_k))
)
at_all_times = Line(always(now.says), by=Throughout(now, using=(not_up, not_down)))
at_all_times_negligible = Line(
    always(now_negligible.says), given=[NEGLIGIBLE], by=Throughout(now_negligible, using=(not_up, not_down))
)


def converging(given: Sequence[Any], using: tuple[Line, ...] = ()) -> tuple[Line, ...]:
    """That the errors decay and the strength converges, where a_k stays away from zero by hypothesis or by lines."""
    decays = Line(
        always(Inequality(squares, "<=", squares_0 * sp.exp(-pace * t))),
        given=given,
        by=Compared(falls, (z, -pace * z), using=using),
    )
    fitted = Line(tends(squares, 0), given=given, by=Approaches(not_negative, decays, least, None, vanish))
    above = Line(always(above_now.says), given=given, by=Throughout(above_now, using=decays))
    below = Line(always(below_now.says), given=given, by=Throughout(below_now, using=decays))
    no_error = Line(tends(weighted, 0), given=given, by=Approaches(below, above, least, vanish_below, vanish_above))
    learned = Line(
        tends(strength - a_k * idle_0, S * share),
        given=given,
        by=Continuous([(z, no_error)], z + S * share, at_all_times),
    )
    learned_negligible = Line(
        tends(strength, S * share),
        given=[*given, NEGLIGIBLE],
        by=Continuous([(z, no_error)], z + S * share, at_all_times_negligible),
    )
    return decays, fitted, above, below, no_error, learned, learned_negligible


def all_of(decays: Line, fitted: Line, *others: Line) -> AllOf:
    """What is concluded of them."""
    *_, learned, learned_negligible = others
    return AllOf(decays.says, fitted.says, learned.says, Given([NEGLIGIBLE], learned_negligible.says))


SHARED = [
    *(at_pair, at_pairs, at_all_pairs, one_root, all_roots, spanned, one_square, all_squares, pulled, away_at_one),
    *(away_at_all, falls, not_negative, vanish, least, plus, minus, all_plus, all_minus, above_now, below_now),
    *(vanish_above, vanish_below, still_at, still_at_all, still, not_up, not_down, no_change, kept, at_one, at_every),
    *(of_outside, of_all_outside, at_sample, at_samples, divided, now, now_negligible, at_all_times),
    at_all_times_negligible,
]
IN_THESIS = [thesis("5.5"), thesis("B.26"), thesis("Proposition B.1.1"), thesis("B.34")]
while_away = converging([AWAY])

from_any_samples = Theorem(
    "emergence/few-samples-if-a-stays-away",
    title="While a_k stays away from zero, the strength tends to S times the share of the skill that any samples see",
    hypotheses=[SEEN, UNSEEN, LEAST],
    concludes=Given([AWAY], all_of(*while_away)),
    proof=[*SHARED, *while_away],
    source=IN_THESIS,
    note="$Phi Phi^T h$ is the normal equation of fitting $u$, with the entries $1/sqrt(D_c)$, at the samples: $Phi"
    " h$ is its projection on their span, $q = u - Phi h$ is orthogonal to every sample, and $1 - |q|^2$ is "
    "$|U U^T u|^2$. The samples may repeat, depend on each other, and be more than $D_c$. $kappa$ is "
    "$delta^2$, and $a_k$ stays away from zero as in the proposition, where it does so eventually: the start "
    "is a time from which on it does. $Lambda$ is $sigma^2$ of (B.30): $(Phi Phi^T)^2 - Lambda Phi Phi^T$ has "
    "a root $G$ where $Lambda$ is at most the smallest eigenvalue but zero. Negligible is $q^T B_k(0) = 0$; if"
    " it is not, the strength is $a_k$ times that away from its value. The loss tends to 0, which is its "
    "infimum, so that what is left of it (B.34) vanishes, and exponentially.",
)

# Where a_k starts larger than the part of B_k that the samples move, it stays away from zero: b is the other part.

unmoved = families("b")
UNMOVED = ForAll(j, sp.Eq(total(e_[l, j] * unmoved[l], l), 0, evaluate=False))
moving_0 = total((start_b[l] - unmoved[l]) ** 2, l)
LARGER = sp.Ge(start_a**2 - moving_0, bound, evaluate=False)
along_unmoved, along_unmoved_0 = total(unmoved[l] * B_k[l], l), total(unmoved[l] * start_b[l], l)
surplus, surplus_0 = a_k**2 - total(B_k[l] ** 2, l), start_a**2 - total(start_b[l] ** 2, l)

pulls_not = Line(Identity(miss * total(e_[l, j] * unmoved[l], l), 0), by=Combination((UNMOVED, miss)))
all_pull_not = Line(by=Summed(pulls_not, j))
rests = Line(
    Identity(-eta / D * a_k * total(miss * total(e_[l, j] * unmoved[l], l), j), 0),
    by=Combination((all_pull_not, -eta / D * a_k)),
)
does_not_fall = Line(always(Inequality(along_unmoved, ">=", along_unmoved_0)), by=Compared(rests, (z, sp.S.Zero)))
balanced = Line(always(Identity(surplus, surplus_0)), by=Kept(balance_entrywise))
RESTS = sp.Ge(along_unmoved, along_unmoved_0, evaluate=False)
BALANCED = sp.Eq(surplus, surplus_0, evaluate=False)
one_moving = Line(Inequality((B_k[l] - unmoved[l]) ** 2, ">=", 0), by=Follows())
all_moving = Line(by=Summed(one_moving, l))
away_now = Line(
    Inequality(a_k**2, ">=", bound),
    given=[LARGER, RESTS, BALANCED],
    by=Combination(BALANCED, LARGER, all_moving, (RESTS, 2)),
)
stays_away = Line(always(away_now.says), given=[LARGER], by=Throughout(away_now, using=(does_not_fall, balanced)))
from_larger_scale = converging([LARGER], (stays_away,))

from_large_scale = Theorem(
    "emergence/few-samples-from-a-large-scale",
    title="From a_k larger than the part of B_k that samples move, the strength tends to S times the share seen",
    hypotheses=[SEEN, UNSEEN, LEAST, UNMOVED],
    concludes=Given([LARGER], AllOf(stays_away.says, all_of(*from_larger_scale))),
    proof=[
        *SHARED,
        *(pulls_not, all_pull_not, rests, does_not_fall, balanced, one_moving, all_moving, away_now, stays_away),
        *from_larger_scale,
    ],
    source=IN_THESIS,
    note="The hypothesis of Proposition B.1.1 from one on the start: $b$ is the part of $B_k(0)$ that is orthogonal to "
    "every sample, and $kappa$ is at most $a_k(0)^2 - |B_k(0) - b|^2$, which is positive. The rest is as in "
    "emergence/few-samples-if-a-stays-away.",
)

# What the share is: over directions, and over data sets.

Q = matrix("Q", D_c, D_c)
share_of_directions = Claim(
    "emergence/share-over-directions",
    title="Over the directions of an orthonormal basis the shares that d_k independent samples see add up to d_k",
    statement=MatrixIdentity(trace(Q.T * U * U.T * Q), d_obs),
    hypotheses=[COLUMNS, Orthogonal(Q)],
    source=[thesis("5.5"), thesis("B.26")],
    uses=[from_any_samples],
    note="The share of a direction $u$ is $|U U^T u|^2$, and the columns of $Q$ are $D_c$ directions: on average the "
    "share is $d_k/D_c$. So it is in the mean over data sets if no direction is preferred.",
)

number, missed = natural("n"), families("P")
cell_missed = Claim(
    "emergence/cell-missed-by-samples",
    title="The probability that all n samples miss one of D_c equally likely cells",
    statement=Induction(
        of=missed[number],
        equals=(1 - 1 / D_c) ** number,
        n=number,
        sequence=Recurrence(missed[number], missed[number] * (1 - 1 / D_c), sp.Integer(1)),
    ),
    hypotheses=[D_c >= 2],
    source=[thesis("5.5"), thesis("B.26")],
    note="For the exact learner of emergence/cells-solved: samples are independent.",
)

of_cell = real("o")
share_of_cells = Claim(
    "emergence/share-over-data-sets",
    title="The contribution of one cell to the strength, averaged over data sets of the exact learner",
    statement=Expectation(
        of_cell * S / D_c,
        S / D_c * (1 - (1 - 1 / D_c) ** number),
        over={of_cell: Bernoulli(1 - (1 - 1 / D_c) ** number)},
    ),
    hypotheses=[D_c >= 2],
    source=[thesis("5.5"), thesis("B.26")],
    uses=[cell_missed, from_any_samples],
    note="$o$ is 1 if one of $n$ samples falls into the cell. With $m$ cells seen, any number of times each, the "
    "share is $m/D_c$; the mean of the sum over $D_c$ cells is the sum of the means, $S (1 - (1 - 1/D_c)^n)$. That is "
    "$S n/D_c$ for one sample, and less for more, since samples repeat.",
)
