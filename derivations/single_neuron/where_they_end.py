"""4. Where the exact solutions end."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.statements import Chain, Identity, Inequality, Limit, Link, Rate
from ...language.symbols import nonnegative, positive, real, total
from .function_space import OF_SIZE, D, delta, outer_from_beta
from .kernel import flow, inner_flow, outer_flow
from .letters import EXACT, KERNEL, SCALES, X, a, i, l, m, t, w, y
from .white_inputs import (
    fast,
    linear_system,
    s,
    solution_balanced,
    solution_downstream,
    solution_upstream,
    white_loss,
    white_outer,
)

# Where solutions end.  In terms of the amplitudes P and Q of the two exponentials, with the fast rate s m, m > 0, so
# that the slow one is -s/m and delta = s (m - 1/m).

P, Q = real("P Q")
ratio = positive("m")
up, down = sp.exp(s * ratio * t), sp.exp(-s * t / ratio)
A_end = P * up + Q * down
V_end = P * up / ratio - Q * ratio * down
delta_end = s * (ratio - 1 / ratio)
h_end = (
    1
    + P**2 * (up**2 - 1) / (s * ratio)
    + Q**2 * ratio * (1 - down**2) / s
    + 4 * P * Q * (sp.exp(delta_end * t) - 1) / delta_end
)
h_end_balanced = 1 + P**2 * (sp.exp(2 * s * t) - 1) / s + Q**2 * (1 - sp.exp(-2 * s * t)) / s + 4 * P * Q * t
AMPLITUDES = (
    r"The exact solution with $A = P exp(mu_+ t) + Q exp(mu_- t)$, $mu_+ = s m$, $mu_- = -s/m$, $delta = s (m - "
    r"1/m)$; $P$ is proportional to $\mu_+ a_0 + w_0^\top \beta_*$."
)

rates_in_m = Claim(
    "single-neuron/rates-in-one-parameter",
    title="The rates s m and -s/m belong to delta = s (m - 1/m)",
    statement=Chain(
        fast.subs(delta, delta_end),
        (Link("=", s * ratio, "the square root is s (m + 1/m)"),),
    ),
    source=EXACT,
    uses=[linear_system],
)

stable_start = Q**2 * ratio * (1 - down**2) / s

all_converge_printed = Claim(
    "single-neuron/all-initialisations-converge-as-printed",
    title="All initialisations converge to the same solution, as printed, for starts with P = 0",
    statement=Limit((A_end * V_end).subs(P, 0) / (1 + stable_start), t, sp.oo, s),
    hypotheses=[ratio <= 1],
    source=EXACT,
    uses=[solution_downstream, solution_balanced],
    erratum=Erratum(
        kind="hypothesis",
        wrong=r"'All initializations converge to the same solution': those with $\mu_+ a_0 + w_0^\top \beta_* = 0$, "
        r"$mu_+ = (delta + sqrt(delta^2 + 4 |beta_*|^2))/2$, converge to the saddle $a = 0$, $w^\top \beta_* = 0$ "
        r"instead, where $beta = 0$.",
        consequence="They have measure zero and exist for $delta <= 0$ only; all others, and all with $delta > 0$, "
        "converge to $beta_* = X^T y$.",
        printed="all initializations converge to the same solution.",
        mark="all initializations",
        right=r"all initializations with $\mu_+ a_0 + w_0^T \beta_* \neq 0$ converge to the same solution.",
        sentence=True,
    ),
    note=f"{AMPLITUDES} This is a $w$ along the target, with $P = 0$; the sentence is about every initialisation, so "
    "also about these. It is meant as a limitation of white inputs: $beta_*$ is the only minimum in function space, "
    "though $a$ and $w$ at the end depend on $delta$.",
)

converges_upstream = Claim(
    "single-neuron/converges-upstream",
    title="All initialisations with P other than zero converge to the target: delta > 0",
    statement=Limit(A_end * V_end / h_end, t, sp.oo, s),
    hypotheses=[sp.Ne(P, 0), ratio > 1],
    source=EXACT,
    uses=[solution_upstream, rates_in_m],
    corrects=all_converge_printed,
    note=f"{AMPLITUDES} $P$ is never zero here, see single-neuron/upstream-always-converges.",
)

converges_downstream = Claim(
    "single-neuron/converges-downstream",
    title="All initialisations with P other than zero converge to the target: delta < 0",
    statement=Limit(A_end * V_end / h_end, t, sp.oo, s),
    hypotheses=[sp.Ne(P, 0), ratio < 1],
    source=EXACT,
    uses=[solution_downstream, rates_in_m],
    corrects=all_converge_printed,
    note=AMPLITUDES,
)

converges_balanced = Claim(
    "single-neuron/converges-balanced",
    title="All initialisations with P other than zero converge to the target: delta = 0",
    statement=Limit((A_end * V_end).subs(ratio, 1) / h_end_balanced, t, sp.oo, s),
    hypotheses=[sp.Ne(P, 0)],
    source=EXACT,
    uses=[solution_balanced],
    corrects=all_converge_printed,
    note=f"{AMPLITUDES} With $m = 1$.",
)

others_vanish_upstream = Claim(
    "single-neuron/weights-across-the-target-vanish",
    title="The factor of the weights orthogonal to the target vanishes",
    statement=Limit(1 / h_end, t, sp.oo, sp.Integer(0)),
    hypotheses=[sp.Ne(P, 0), ratio < 1],
    source=EXACT,
    uses=[solution_downstream],
    note=f"{AMPLITUDES} The square of $u/u_0$, for $delta < 0$.",
)

outer_end = Claim(
    "single-neuron/outer-weight-at-the-end",
    title="The squared outer weight ends at (delta + sqrt(delta^2 + 4 |beta_*|^2))/2: in parameters the end "
    "depends on delta",
    statement=Limit(A_end**2 / h_end, t, sp.oo, s * ratio),
    hypotheses=[sp.Ne(P, 0), ratio < 1],
    source=EXACT,
    uses=[solution_downstream],
    note=f"{AMPLITUDES} For $delta < 0$.",
)

stable_manifold = Claim(
    "single-neuron/stable-manifold",
    title="From P = 0 the network ends at zero",
    statement=Limit((A_end * V_end).subs(P, 0) / (1 + stable_start), t, sp.oo, sp.Integer(0)),
    source=EXACT,
    uses=[solution_downstream, solution_balanced],
    note=f"{AMPLITUDES} The initialisations that the slide's 'all' must leave out.",
)

stable_factor = Claim(
    "single-neuron/stable-manifold-factor",
    title="For P = 0 the common factor stays away from zero: the weights orthogonal to the target do not vanish",
    statement=Limit(1 + stable_start, t, sp.oo, 1 + Q**2 * ratio / s),
    source=EXACT,
    uses=[stable_manifold],
    note=r"So the end is the saddle $a = 0$, $w^\top \beta_* = 0$, with $|w|^2 = -delta$.",
)

v_free, u_free, delta_free = real("v_0"), nonnegative("q"), positive("delta")
mu_up = (delta_free + sp.sqrt(delta_free**2 + 4 * s**2)) / 2

always_upstream = Claim(
    "single-neuron/upstream-always-converges",
    title="For delta > 0 no initialisation has P = 0",
    statement=Inequality(mu_up**2 * (v_free**2 + u_free + delta_free) - s**2 * v_free**2, ">", 0),
    source=EXACT,
    uses=[linear_system],
    note="$P$ is proportional to $mu_+ a_0 + s v_0$, and $a_0^2 = v_0^2 + q + delta$ with $q = |u_0|^2$.",
)

at_saddle = Claim(
    "single-neuron/saddle-is-critical",
    title="At a = 0 the outer weight moves with w^T X^T y: not at all where w is orthogonal to X^T y",
    statement=Rate(a, total(w[i] * X[m, i] * y[m], i, m) - a * total(total(X[m, l] * w[l], l) ** 2, m), flow),
    source=KERNEL,
    uses=[outer_flow, inner_flow],
    note="The inner weights' velocity has the factor $a$, so that they do not move either. $beta_* = X^T y$ for white "
    "inputs: 'the saddle $w^T beta_* = a = 0$'.",
)

a_s, v_s = real("a v")
q_s = nonnegative("q")
static_loss = ((a_s * v_s - s) ** 2 + a_s**2 * q_s) / 2
hessian = {(p1, p2): sp.diff(static_loss, p1, p2).subs({a_s: 0, v_s: 0}) for p1 in (a_s, v_s) for p2 in (a_s, v_s)}
determinant = hessian[a_s, a_s] * hessian[v_s, v_s] - hessian[a_s, v_s] ** 2

is_saddle = Claim(
    "single-neuron/saddle-is-a-saddle",
    title="At the saddle the loss rises in one direction and falls in another",
    statement=Inequality(determinant, "<", 0),
    source=KERNEL,
    uses=[at_saddle, white_loss],
    note=r"The determinant of the second derivatives by $a$ and by $v = w^\top \beta_*/|\beta_*|$ at $a = v = 0$, "
    r"white inputs, with $q = |w|^2$: the origin for $delta = 0$, the sphere $|w|^2 = -delta$ for $delta < 0$.",
)

leaving = Claim(
    "single-neuron/saddle-rates",
    title="The saddle is left at the rate $\\mu_+$ and approached at the rate $\\mu_-$",
    statement=Identity((-fast - hessian[a_s, a_s].subs(q_s, -delta)) * -fast - hessian[a_s, v_s] ** 2, 0),
    source=KERNEL,
    uses=[is_saddle, linear_system],
    note=r"$-mu_+$ is an eigenvalue of the second derivatives at $q = -delta$; so is $-\mu_-$, by the sign of the "
    r"root.",
)

delayed_target = s * v_s / (v_s**2 + q_s)

outer_minimum = Claim(
    "single-neuron/delayed-rich-first-phase",
    title="delta << 0, first phase: with the inner weights held fixed the outer one minimises the loss",
    statement=Identity(sp.diff(static_loss, a_s).subs(a_s, delayed_target), 0),
    hypotheses=[q_s > 0],
    source=[KERNEL, SCALES],
    uses=[white_outer],
    note=r"At $a = w^\top \beta_*/|w|^2$, white inputs: 'initially lazy'.",
)

near_saddle = Claim(
    "single-neuron/delayed-rich-near-the-saddle",
    title="delta << 0: a start with inner weights nearly orthogonal to the target is close to the saddle a = 0",
    statement=Limit(delayed_target, v_s, sp.Integer(0), sp.Integer(0)),
    hypotheses=[q_s > 0],
    source=KERNEL,
    uses=[outer_minimum],
    note="'$phi(0)$ near 0' is read as the cosine between $w$ and $beta_*$; the slide's text does not define $phi$.",
)

miss = positive("e")

lazy_distance = Claim(
    "single-neuron/lazy-start-is-near-a-minimum",
    title="delta >> 0: the start is near the manifold of minima",
    statement=Limit(miss**2 / ((D + delta) / 2), delta, sp.oo, sp.Integer(0)),
    source=KERNEL,
    uses=[outer_from_beta],
    note=f"{OF_SIZE} From $(a, w)$ the minimum $(a, beta_*/a)$ has the distance $|beta_* - beta|/|a|$; its square is "
    "$e^2/a^2$ with $e = |beta_* - beta|$ fixed. 'Essentially initialized at the minima manifold'.",
)
