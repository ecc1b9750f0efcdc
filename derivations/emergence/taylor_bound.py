"""11. A theorem of the chapter: the Taylor bound of the loss along the flow, (B.32).

A bound on the second derivative is one on the slope, and that is one on the loss: each by comparison.
"""

from __future__ import annotations

import sympy as sp

from ...language.sources import thesis
from ...language.statements import Inequality
from ...language.symbols import total
from ...language.theorems import AllOf, Along, Combination, Compared, Given, Line, Theorem, Throughout
from .any_samples import START, always, miss, pull_a, z
from .bounded_layers import curvature, infimum
from .few_shots import B_k, a_k, e_, j, l, samples_flow
from .letters import eta, t
from .multilinear import D

pace = eta / D
pull_b = total(e_[l, j] * miss, j)  # the derivatives of the loss, but for the pace: by a_k, pull_a
seen = total(B_k[l] * e_[l, j], l)
slope = -(pace**2) * (pull_a**2 + a_k**2 * total(pull_b**2, l))

# Its derivative, with those of a_k, of B_k, of the errors and of the two pulls.

rate_a, rate_b = -pace * pull_a, -pace * a_k * pull_b
rate_miss = total((rate_a * B_k[l] + a_k * rate_b) * e_[l, j], l)
rate_pull_a = total(total(rate_b * e_[l, j], l) * miss + seen * rate_miss, j)
rate_pull_b = total(e_[l, j] * rate_miss, j)
second = -(pace**2) * (
    2 * pull_a * rate_pull_a + 2 * a_k * rate_a * total(pull_b**2, l) + 2 * a_k**2 * total(pull_b * rate_pull_b, l)
)
BENDS = sp.Le(second, curvature, evaluate=False)

at_start = Along(samples_flow, START, Inequality(slope, "<=", curvature)).at_start
slopes = Line(
    always(Inequality(slope, "<=", at_start(slope) + curvature * t)),
    given=[BENDS],
    by=Compared(BENDS, (z, curvature)),
)
SLOPES = sp.Le(slope, at_start(slope) + curvature * t, evaluate=False)
loss = samples_flow.loss
taylor = at_start(loss) + at_start(slope) * t + curvature * t**2 / 2
falls = Line(
    always(Inequality(loss, "<=", taylor)),
    given=[BENDS],
    by=Compared(SLOPES, (z, at_start(slope) + curvature * t), using=slopes),
)

# So what bounds the loss from below, at all times, is below the bound.

FALLS, ABOVE = sp.Le(loss, taylor, evaluate=False), sp.Ge(loss, infimum, evaluate=False)
below_now = Line(Inequality(infimum, "<=", taylor), given=[FALLS, ABOVE], by=Combination(FALLS, ABOVE))
below = Line(always(below_now.says), given=[BENDS, ABOVE], by=Throughout(below_now, using=falls))

taylor_along_the_flow = Theorem(
    "emergence/loss-below-its-taylor-bound",
    title="While its second derivative is at most M, the loss is at most its Taylor bound at the start",
    concludes=Given([BENDS], AllOf(slopes.says, falls.says, Given([ABOVE], below.says))),
    proof=[slopes, falls, below_now, below],
    source=thesis("B.32"),
    note="The start is the state at t_1, and t is t_2. The second derivative is by the flow what is printed here, in "
    "terms of the rates of a_k, B_k, and the errors; it is a polynomial in a_k and B_k, and so bounded where they are.",
)
