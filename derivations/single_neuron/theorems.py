"""7. Theorem 3.1: the solution that is reached is the only minimiser."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, nonnegative, positive, real, total
from ...language.theorems import (
    Along,
    AtEnd,
    Cases,
    Combination,
    Compared,
    Given,
    Instance,
    InTheLimit,
    Kept,
    Line,
    Minimum,
    OfEnds,
    Reached,
    Summed,
    Theorem,
    Vanishing,
)
from .kernel import conservation, flow, residual
from .letters import THEOREM, X, a, i, j, m, w

# u = sqrt(D + delta), v = sqrt(D - delta): u v = 2 n, u^2 - v^2 = 2 delta, Psi = u (3 v^2 - u^2)/6, and its slope is v.

u, v, u_1 = nonnegative("u v u_1")
v_1 = positive("v_1")
SAME_DELTA = sp.Eq(u**2 - v**2, u_1**2 - v_1**2, evaluate=False)
above_tangent = u * (3 * v**2 - u**2) / 6 - u_1 * (3 * v_1**2 - u_1**2) / 6 - v_1 * (u * v - u_1 * v_1) / 2
certificate_weight = u**3 + 2 * u**2 * u_1 + 2 * u * u_1**2 + u_1**3 + v * v_1 * (u + 2 * u_1) + v**2 * (u + 2 * u_1)
cofactor = u_1**3 - u**3 - 3 * u * v * (v + v_1)

certificate_sign = Claim(
    "single-neuron/tangent-certificate",
    title="The height of the potential above its tangent, times 6 (v + v_1)^2, is not negative",
    statement=Inequality((u - u_1) ** 2 * certificate_weight, ">=", 0),
    source=THEOREM,
    note="With $u = sqrt(D + delta)$ and $v = sqrt(D - delta)$, at $|beta|$ and, with an index, at the point of the "
    "tangent.",
)

scale = 1 / (6 * (v + v_1) ** 2)

certificate_rest = Claim(
    "single-neuron/tangent-certificate-rest",
    title="The remaining term of the potential above its tangent is not negative",
    statement=Inequality((u - u_1) ** 2 * (certificate_weight - u_1**3), ">=", 0),
    source=THEOREM,
)

tangent = Line(
    Inequality(above_tangent, ">=", 0),
    given=[SAME_DELTA],
    by=Combination((SAME_DELTA, cofactor * scale), (certificate_sign, scale)),
)

above_its_tangent = Theorem(
    "single-neuron/potential-above-its-tangent",
    title="As a function of the norm of beta the potential lies above each of its tangents",
    concludes=Given([SAME_DELTA], tangent.says),
    proof=[tangent],
    source=THEOREM,
    note="$Psi(|beta|) - Psi(|beta_1|) >= sqrt(D_1 - delta) (|beta| - |beta_1|)$ for every $delta$ and $beta$, "
    "$beta_1$ other than zero: $u = sqrt(D + delta)$ and $v = sqrt(D - delta)$, so that $|beta| = u v/2$, and $Psi = "
    "u (3 v^2 - u^2)/6$.",
)

strictly = Line(
    Inequality(above_tangent / scale - u_1**3 * (u - u_1) ** 2, ">=", 0),
    given=[SAME_DELTA],
    by=Combination((SAME_DELTA, cofactor), certificate_rest),
)

strictly_above_its_tangent = Theorem(
    "single-neuron/potential-strictly-above-its-tangent",
    title="Away from the norm at which it touches, the potential lies strictly above its tangent",
    concludes=Given([SAME_DELTA], strictly.says),
    proof=[strictly],
    source=THEOREM,
    note=(
        "The notation is that of single-neuron/potential-above-its-tangent. If $beta_1$ is not zero and $delta$ so "
        "that $u_1 > 0$."
    ),
)

# The inner product of two vectors is at most the product of their norms.

b, other = families("beta w_1")
size, weight = total(b[i] ** 2, i), total(other[i] ** 2, i)
norm, weight_norm = sp.sqrt(size), sp.sqrt(weight)
along = total(b[i] * other[i], i)
SOME, NONE = sp.Ne(size, 0), sp.Eq(size, 0)
WEIGHT = weight > 0

difference = Claim(
    "single-neuron/difference-of-scaled-vectors",
    title="The squared entries of |w| beta - |beta| w are not negative",
    statement=Inequality((weight_norm * b[j] - norm * other[j]) ** 2, ">=", 0),
    source=THEOREM,
    note="An entry of $|w| beta - |beta| w$.",
)

squares = Line(by=Summed(difference, j))
expanded = Line(Inequality(2 * norm * weight_norm * (norm * weight_norm - along), ">=", 0), by=Combination(squares))
if_some = Line(
    Inequality(norm * weight_norm - along, ">=", 0),
    given=[SOME],
    by=Combination((expanded, 1 / (2 * norm * weight_norm))),
)
no_entry = Line(Identity(b[j], 0), given=[NONE], by=Vanishing(NONE, over=j))
no_term = Line(Identity(b[j] * other[j], 0), given=[NONE], by=Combination((no_entry, other[j])))
no_product = Line(by=Summed(no_term, j), given=[NONE])
no_norm = Line(Identity(norm, 0), given=[NONE], by=Vanishing(NONE))
if_none = Line(if_some.says, given=[NONE], by=Combination((no_product, -1), (no_norm, weight_norm)))
at_most = Line(if_some.says, by=Cases({NONE: if_none, SOME: if_some}))

product_of_norms = Theorem(
    "single-neuron/product-of-norms",
    title="The inner product of two vectors is at most the product of their norms",
    concludes=at_most.says,
    hypotheses=[WEIGHT],
    proof=[squares, expanded, if_some, no_entry, no_term, no_product, no_norm, if_none, at_most],
    source=THEOREM,
)

# Theorem 3.1.  The start has the weights a_0, w_0, the end a_1, w_1.  Along the flow delta is kept, and w moves within
# the rows of X, so that a step z = beta - beta_1 between solutions, for which X z = 0, has z^T w as at the start.  Psi
# is convex, and its gradient at the end is sqrt(2) w_1, at the start sqrt(2) w_0.

a_0, a_1 = positive("a_0 a_1")
height_letter = real("h")
start = families("w_0")
start_size = total(start[i] ** 2, i)
delta_0, delta = a_0**2 - start_size, a_1**2 - weight
gap = sp.sqrt(delta**2 + 4 * size)  # D
outer, inner = sp.sqrt(gap + delta), sp.sqrt(gap - delta)
outer_1, inner_1 = sp.sqrt(2) * a_1, sp.sqrt(2) * weight_norm
AT_VECTORS = {u: outer, v: inner, u_1: outer_1, v_1: inner_1}
Psi = (gap - 2 * delta) * outer / 3
Psi_1 = outer_1 * (3 * inner_1**2 - outer_1**2) / 6

SAME = sp.Eq(delta, delta_0, evaluate=False)
FITS = ForAll(m, sp.Eq(total(X[m, j] * b[j], j), total(X[m, j] * (a_1 * other[j]), j), evaluate=False))

psi_0 = sp.sqrt(sp.sqrt(delta**2 + 4 * a_0**2 * start_size) - delta)  # psi_delta, of beta_0 = a_0 w_0
along_start = total(a_0 * start[j] * b[j], j)
objective = Psi - psi_0 * along_start / sp.sqrt(a_0**2 * start_size)
minimum = Minimum(objective, {b[j]: a_1 * other[j]}, [FITS], unique=True)
least_value = objective.xreplace(
    {size: total((a_1 * other[i]) ** 2, i), along_start: total(a_0 * start[j] * (a_1 * other[j]), j)}
)
AS_LEAST = sp.Eq(objective, least_value, evaluate=False)

excess = Psi - Psi_1 - inner_1 * (norm - a_1 * weight_norm)
convex = Line(by=Instance(above_its_tangent, AT_VECTORS))
above = Line(Inequality(excess, ">=", 0), by=Combination(convex))
turned = Line(by=Instance(product_of_norms))

START, ENDS = {a: a_0, w[i]: start[i]}, {a: a_1, w[i]: other[i]}
change = b[j] - a_1 * other[j]
crossed = total(change * (w[j] - start[j]), j)
rate_of_crossed = -a * total(residual(m) * total(X[m, j] * change, j), m)
no_step = Line(Identity(residual(m) * total(X[m, j] * change, j), 0), given=[FITS], by=Combination((FITS, residual(m))))
no_steps = Line(by=Summed(no_step, m), given=[FITS])
stays = Line(
    Inequality(2 * crossed * rate_of_crossed, "<=", 0), given=[FITS], by=Combination((no_steps, 2 * a * crossed))
)
never_crossed = Line(
    Along(flow, START, Inequality(crossed**2, "<=", 0)), given=[FITS], by=Compared(stays, (height_letter, 0))
)
balanced = Line(Along(flow, START, Identity(a**2 - total(w[i] ** 2, i), delta_0)), by=Kept(conservation))
SAME_AT_END = Line(AtEnd(flow, START, ENDS, Identity(delta, delta_0)), by=InTheLimit(balanced))
product = total(change * (other[j] - start[j]), j)
CROSSED = sp.Le(product**2, 0, evaluate=False)
at_end = Line(AtEnd(flow, START, ENDS, Inequality(product**2, "<=", 0)), given=[FITS], by=InTheLimit(never_crossed))
no_product_there = Line(Identity(product, 0), given=[CROSSED], by=Vanishing(CROSSED))
STATIONARY = sp.Eq(product, 0, evaluate=False)
stationary_at_end = Line(
    AtEnd(flow, START, ENDS, Identity(product, 0)), given=[FITS], by=OfEnds(no_product_there, using=at_end)
)
gap_0 = sp.sqrt(delta**2 + 4 * a_0**2 * start_size)
start_norm = sp.sqrt(start_size)
squared = Line(
    Identity(delta**2 + 4 * a_0**2 * start_size, (a_0**2 + start_size) ** 2),
    given=[SAME],
    by=Combination((SAME, delta_0 + delta)),
)
rooted = Line(
    Identity(gap_0, a_0**2 + start_size),
    given=[SAME],
    by=Combination((squared, 1 / (gap_0 + a_0**2 + start_size))),
)
both_slopes = psi_0 + sp.sqrt(2) * start_norm
slope = Line(
    Identity(psi_0, sp.sqrt(2) * start_norm),
    given=[SAME],
    by=Combination((rooted, 1 / both_slopes), (SAME, -1 / both_slopes)),
)
turn = total(start[j] * change, j) / start_norm
least = Line(
    Inequality(objective, ">=", least_value),
    given=[SAME, STATIONARY, FITS],
    by=Combination(above, (turned, sp.sqrt(2)), (STATIONARY, sp.sqrt(2)), (slope, -turn)),
)

BOTH = [SAME, STATIONARY, FITS, AS_LEAST]
no_excess = Line(
    Identity(excess + sp.sqrt(2) * (norm * weight_norm - along), 0),
    given=BOTH,
    by=Combination(AS_LEAST, (STATIONARY, -sp.sqrt(2)), (slope, turn)),
)
flat = Line(Inequality(excess, "<=", 0), given=BOTH, by=Combination((no_excess, -1), (turned, sp.sqrt(2))))
convex_strictly = Line(by=Instance(strictly_above_its_tangent, AT_VECTORS))
slopes = inner + inner_1
height = convex.says.lhs
no_height = Line(Inequality(height, "<=", 0), given=BOTH, by=Combination(flat))
by_slopes = Line(Inequality(slopes * height, "<=", 0), given=BOTH, by=Combination((no_height, slopes)))
scaled = Line(Inequality(6 * slopes**2 * height, "<=", 0), given=BOTH, by=Combination((by_slopes, 6 * slopes)))
no_square = Line(
    Inequality(outer_1**3 * (outer - outer_1) ** 2, "<=", 0), given=BOTH, by=Combination(convex_strictly, scaled)
)
same_outer = Line(Identity(outer, outer_1), given=BOTH, by=Vanishing(no_square, weight=outer_1**3))
same_size = Line(
    Identity(size, a_1**2 * weight),
    given=BOTH,
    by=Combination((same_outer, (outer + outer_1) * (outer**2 + outer_1**2 - 2 * delta) / 4)),
)
same_norm = Line(
    Identity(norm, a_1 * weight_norm), given=BOTH, by=Combination((same_size, 1 / (norm + a_1 * weight_norm)))
)
aligned = Line(
    Inequality(norm * weight_norm - along, "<=", 0),
    given=BOTH,
    by=Combination((no_excess, -1 / sp.sqrt(2)), (above, 1 / sp.sqrt(2))),
)
no_change = Line(
    Inequality(total(change**2, j), "<=", 0),
    given=BOTH,
    by=Combination((aligned, 2 * a_1), (same_size, -1), (same_norm, 2 * a_1 * weight_norm)),
)
the_same = Line(Identity(b[j], a_1 * other[j]), given=BOTH, by=Vanishing(no_change, over=j))

OF_ENDS = [SAME_AT_END, stationary_at_end]
concluded = Reached(flow, START, ENDS, minimum)
no_less, only_there = list(concluded.sequents())[-2:]
least_at_end = Line(no_less.says, given=no_less.given, by=OfEnds(least, using=OF_ENDS))
only_at_end = Line(only_there.says, given=only_there.given, by=OfEnds(the_same, using=OF_ENDS))

implicit_bias = Theorem(
    "single-neuron/theorem-3-1",
    title="The solution that the flow reaches is the only minimiser of the potential among all that fit",
    concludes=concluded,
    hypotheses=[WEIGHT, start_size > 0],
    where={
        sp.Symbol("m_1", real=True): least_value,
        sp.Symbol("Psi", real=True): Psi,
        sp.Symbol("psi_0", real=True): psi_0,
        sp.Symbol("U", real=True): outer,
        sp.Symbol("V", real=True): inner,
        sp.Symbol("D", real=True): gap,
        sp.Symbol("N", real=True): size,
        sp.Symbol("N_0", real=True): start_size,
        sp.Symbol("N_1", real=True): weight,
    },
    proof=[
        *(no_step, no_steps, stays, never_crossed, balanced),
        *(SAME_AT_END, at_end, no_product_there, stationary_at_end),
        *(convex, above, turned, squared, rooted, slope, least),
        *(no_excess, flat, convex_strictly, no_height, by_slopes, scaled, no_square, same_outer),
        *(same_size, same_norm, aligned, no_change, the_same, least_at_end, only_at_end),
    ],
    source=THEOREM,
    note=r"For every number of samples and inputs, every $X$ and every $delta$. $beta_0 = a_0 w_0$ is the start, "
    r"$beta_1 = a_1 w_1$ where the flow ends, if it has a limit, which the theorem supposes as the slide does; the "
    r"objective is $\Psi_\delta(\beta) - \psi_\delta\, \beta_0^\top \beta/|\beta_0|$, and the constraint $X beta = X "
    r"beta_1$, which is $X beta = y$ where $X beta_1 = y$. The outer weight is positive at the start, as its sign is "
    r"free, and at the end, since $beta$ is never zero in between; nothing else is asked of the way.",
)
