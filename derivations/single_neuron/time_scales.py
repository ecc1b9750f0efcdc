"""3. Time scales: the norm of beta and its direction."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Asymptotic, Identity, Limit, Rate
from ...language.symbols import families, positive, total
from .function_space import (
    OF_SIZE,
    D,
    D_now,
    M_across,
    M_radial,
    alive,
    b,
    beta,
    delta,
    delta_now,
    gap_is_sum,
    norm_now,
    on_sphere,
    self_consistent,
    self_consistent_rated,
    size_b,
)
from .kernel import RATES, conservation, eta_w, flow, inner, inner_norm, outer, rated, rated_norm, rated_rho, rho
from .letters import KERNEL, NTK, SCALES, X, a, i, j, k, l, m, t, w, y

length = a * sp.sqrt(inner_norm)  # |beta| for a > 0
positive_outer = [a > 0, inner_norm > 0]
SIGN = "For $a > 0$; $(a, w) -> (-a, -w)$ changes neither $beta$ nor the flow."
push_along = total(beta(i) * rho(i), i) / length  # the gradient along beta
turn = (D + delta) / (2 * size_b)  # the rate of the direction

norm_rate = Claim(
    "single-neuron/norm-rate",
    title="The norm of beta moves at the rate D",
    statement=Rate(length, -D_now * push_along, flow),
    hypotheses=positive_outer,
    source=SCALES,
    uses=[self_consistent, M_radial],
    note=SIGN + r" The table's first row, read as the rate of $|beta|$; the slide prints the norm of the rate, "
    r"$|d\beta/dt|$, which grows and shrinks in the same way.",
)

direction_rate = Claim(
    "single-neuron/direction-rate",
    title="The direction of beta moves at the rate (D + delta)/(2 |beta|)",
    statement=Identity(
        norm_now * flow.rate(beta(j)) - beta(j) * flow.rate(norm_now) / 2,
        -(D_now + delta_now) / 2 * (norm_now * rho(j) - beta(j) * total(beta(i) * rho(i), i)),
    ),
    source=SCALES,
    uses=[self_consistent, M_across, norm_rate],
    note="The left side is $|beta|^3 d/dt (beta/|beta|)$, multiplied out, so that no condition on $beta$ is needed. "
    "It moves by the part of the gradient that is orthogonal to $beta$.",
)

BALANCED = "$delta = 0$ makes $|w| = |a|$, so that $|beta| = a^2$ and $beta/|beta| = w/a$."

balanced_norm = Claim(
    "single-neuron/norm-rate-balanced",
    title="delta = 0: the norm moves in proportion to itself",
    statement=Rate(a**2, -2 * a**2 * total(beta(i) / a**2 * rho(i), i), flow),
    hypotheses=[sp.Ne(a, 0)],
    source=SCALES,
    uses=[norm_rate, conservation],
    note=f"{BALANCED} The sum is the gradient along the unit vector $beta/|beta|$.",
)

balanced_direction = Claim(
    "single-neuron/direction-rate-balanced",
    title="delta = 0: the direction moves at a rate of order one, whatever the norm is",
    statement=Rate(w[j] / a, -rho(j) + w[j] / a * total(w[i] / a * rho(i), i), flow),
    hypotheses=[sp.Ne(a, 0)],
    source=SCALES,
    uses=[direction_rate, conservation],
    note=BALANCED,
)

upstream_norm = Claim(
    "single-neuron/norm-fast-upstream",
    title="delta >> 0: the norm is fast",
    statement=Limit(D / delta, delta, sp.oo, sp.Integer(1)),
    source=SCALES,
    uses=[norm_rate],
    note=f"{OF_SIZE} The rate grows like $delta$.",
)

upstream_direction = Claim(
    "single-neuron/direction-fast-upstream",
    title="delta >> 0: the direction is fast",
    statement=Limit(turn / (delta / size_b), delta, sp.oo, sp.Integer(1)),
    source=SCALES,
    uses=[direction_rate],
    note=f"{OF_SIZE} The rate grows like $delta/n$.",
)

downstream_norm = Claim(
    "single-neuron/norm-fast-downstream",
    title="delta << 0: the norm is fast",
    statement=Limit(D / (-delta), delta, -sp.oo, sp.Integer(1)),
    source=SCALES,
    uses=[norm_rate],
    note=OF_SIZE,
)

downstream_direction = Claim(
    "single-neuron/direction-slow-downstream",
    title="delta << 0: the direction is slow",
    statement=Limit(turn / (size_b / (-delta)), delta, -sp.oo, sp.Integer(1)),
    source=SCALES,
    uses=[direction_rate],
    note=f"{OF_SIZE} The rate falls like $n/|delta|$.",
)

radial_dominates = Claim(
    "single-neuron/radial-dominated",
    title="delta << 0: the direction is slower than the norm by a factor that vanishes",
    statement=Limit(turn / D, delta, -sp.oo, sp.Integer(0)),
    source=SCALES,
    uses=[downstream_norm, downstream_direction],
    note="'Radial dominated dynamics'.",
)

directional_dominates = Claim(
    "single-neuron/directional-dominated",
    title="delta = 0: close to the origin the direction is faster than the norm by a factor that grows without bound",
    statement=Limit((turn / D).subs(delta, 0), size_b, sp.Integer(0), sp.oo),
    source=SCALES,
    uses=[balanced_norm, balanced_direction],
    note="'Directional dominated dynamics', 'akin to silent alignment': $beta$ turns before it grows.",
)

identity_part, radial_part = (D + delta) / 2, (D - delta) / 2
TWO_PARTS = "$M = (D + delta)/2 I + (D - delta)/2 beta beta^T/|beta|^2$."

lazy_identity = Claim(
    "single-neuron/lazy-preconditioner",
    title="delta >> 0: M is delta times the identity",
    statement=Asymptotic(identity_part, delta, 1 / delta, delta, sp.oo),
    source=SCALES,
    uses=[self_consistent],
    note=f"{TWO_PARTS} Its first factor.",
)

lazy_radial = Claim(
    "single-neuron/lazy-preconditioner-radial",
    title="delta >> 0: the radial part of M vanishes",
    statement=Asymptotic(radial_part, size_b**2 / delta, 1 / delta**3, delta, sp.oo),
    source=SCALES,
    uses=[self_consistent],
    note=f"{TWO_PARTS} Its second factor, against $delta$.",
)

regression = families("beta", t)
prediction = total(regression[i] * X[m, i], i)
linear_regression = GradientFlow(delta * total((y[m] - prediction) ** 2, m) / 2, (regression,), t)

lazy_is_regression = Claim(
    "single-neuron/lazy-is-linear-regression",
    title="With M = delta I the dynamics are those of linear regression, delta times as fast",
    statement=Rate(
        regression[j],
        -delta * total(X[m, j] * (total(regression[l] * X[m, l], l) - y[m]), m),
        linear_regression,
    ),
    source=SCALES,
    uses=[lazy_identity, lazy_radial],
)

rate_a, rate_w = positive("eta_a eta_w")
rated_gap = sp.sqrt(delta**2 + 4 * rate_a * rate_w * size_b**2)

balanced_identity = Claim(
    "single-neuron/balanced-preconditioner-identity",
    title="delta = 0: M = sqrt(eta_a eta_w) |beta| (I + beta beta^T/|beta|^2), the identity's factor",
    statement=Limit((rated_gap + delta) / 2, delta, sp.Integer(0), sp.sqrt(rate_a * rate_w) * size_b),
    source=SCALES,
    uses=[self_consistent_rated],
    note="With $D = sqrt(delta^2 + 4 eta_a eta_w n^2)$, $n = |beta|$. Printed '$beta beta^-1$' for $beta beta^T$: "
    "damage of the extraction.",
)

balanced_radial = Claim(
    "single-neuron/balanced-preconditioner-radial",
    title="delta = 0: the coefficient of beta beta^T/|beta|^2 in M is that of the identity",
    statement=Limit((rated_gap - delta) / 2, delta, sp.Integer(0), sp.sqrt(rate_a * rate_w) * size_b),
    source=SCALES,
    uses=[self_consistent_rated],
)

balanced_preconditioner = Claim(
    "single-neuron/balanced-flow",
    title="delta = 0: beta moves by I + beta beta^T/|beta|^2 times one factor",
    statement=Rate(
        outer * inner(j),
        -eta_w * outer**2 * (rated_rho(j) + inner(j) / rated_norm * total(inner(i) * rated_rho(i), i)),
        rated,
    ),
    hypotheses=[*alive, sp.Eq(inner_norm, a**2)],
    source=SCALES,
    uses=[balanced_identity, balanced_radial],
    note=f"{RATES} $delta = eta_w a^2 - eta_a |w|^2 = 0$, so that $eta_w a^2 = sqrt(eta_a eta_w) |a| |w|$.",
)

downstream_identity = Claim(
    "single-neuron/delayed-preconditioner-identity",
    title="delta << 0: what M does across beta vanishes",
    statement=Asymptotic(identity_part, -(size_b**2) / delta, 1 / delta**3, delta, -sp.oo),
    source=SCALES,
    uses=[self_consistent],
    note=TWO_PARTS,
)

downstream_radial = Claim(
    "single-neuron/delayed-preconditioner",
    title="delta << 0: M is |delta| times the projection onto beta",
    statement=Asymptotic(radial_part, -delta, 1 / delta, delta, -sp.oo),
    source=SCALES,
    uses=[self_consistent],
    note=f"{TWO_PARTS} 'Projected gradient descent'.",
)

projection = Claim(
    "single-neuron/projection-onto-beta",
    title="beta beta^T/|beta|^2 is a projection",
    statement=Identity(total(b[i] * b[k] / size_b**2 * b[k] * b[j] / size_b**2, k), b[i] * b[j] / size_b**2),
    hypotheses=on_sphere,
    source=SCALES,
    uses=[downstream_radial],
    note=OF_SIZE,
)

start, end = positive("n_0 n_1")
growth = D.subs(size_b, end) / D.subs(size_b, start)

lazy_kernel = Claim(
    "single-neuron/lazy-kernel-does-not-evolve",
    title="delta >> 0: the trace of the kernel keeps its value wherever |beta| goes",
    statement=Limit(growth, delta, sp.oo, sp.Integer(1)),
    source=[NTK, KERNEL, SCALES],
    uses=[gap_is_sum, lazy_identity, lazy_radial],
    note="$D = a^2 + |w|^2$ against its initial value. With lazy-preconditioner the kernel itself, divided by "
    "$delta$, tends to $X X^T$ at every $beta$: 'the NTK does not evolve'.",
)

rich_kernel = Claim(
    "single-neuron/rich-kernel-evolves",
    title="delta = 0 and a small start: the kernel grows by any factor",
    statement=Limit(growth.subs(delta, 0), start, sp.Integer(0), sp.oo),
    source=[NTK, KERNEL, SCALES],
    uses=[gap_is_sum],
    note="'The NTK does evolve'.",
)
