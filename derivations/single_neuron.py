"""A single linear neuron: the minimal model between lazy and rich.

Slides "Neural Tangent Kernel" to "Theorem 3.1" of the talk.  The network is ``f(x) = a w^T x`` with one outer weight a
and d inner weights w, trained by gradient flow on ``L = |y - X w a|^2 / 2``, half the *sum* of squares over n samples,
the rows of X.  Everything is stated for any n and d and any X, unless a claim says otherwise.

1. *The kernel and the model*: the kernel of the network, its flow, and what it conserves: ``delta = a^2 - |w|^2``.
2. *Function space*: ``beta = a w`` follows ``d beta/dt = -M (X^T X beta - X^T y)`` with a matrix M that depends on beta
   and delta only.  With ``D = sqrt(delta^2 + 4 |beta|^2)``,
   ``M = (D + delta)/2 I + (D - delta)/2 beta beta^T / |beta|^2``.
3. *Time scales*: the norm of beta moves at the rate D, its direction at ``(D + delta)/(2 |beta|)``.
4. *Exact solutions* for white inputs, ``X^T X = I``, for every initialisation, and where they end.
5. *Theorem 3.1*: which of the interpolating solutions is reached.
6. *Deep linear networks* at wide random initialisations: close to a saddle or close to a minimum.

The display for M is lost from the slide; its three limits, which are printed, fix it.
"""

from __future__ import annotations

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.flows import GradientFlow, partial
from .kernel.matrices import (
    Equal,
    Expect,
    MatrixFlow,
    half_mean_square,
    identity,
    matrix,
    random_vector,
    trace,
    written,
)
from .kernel.misprints import Misprint
from .kernel.sources import kunin_slides
from .kernel.statements import Asymptotic, Chain, Conserved, Identity, Inequality, Limit, Link, Rate, Solution
from .kernel.statements.matrices import MatrixIdentity, MatrixRate
from .kernel.symbols import families, index, natural, nonnegative, positive, real, time, total, trajectories

NTK = kunin_slides("Neural Tangent Kernel")
MODEL = kunin_slides("Minimal model")
EXACT = kunin_slides("Exact solutions")
KERNEL = kunin_slides("NTK of the minimal model")
SADDLES = kunin_slides("Saddle-to-Saddle Dynamics")
FUNCTION = kunin_slides("A function space perspective")
SCALES = kunin_slides("Separation of timescales")
THEOREM = kunin_slides("Theorem 3.1")

COVERAGE: dict[str, dict[str, str]] = {}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS: list[Misprint] = [
    Misprint(
        MODEL,
        "L = 1/2 |y - a w^T X^T|^2 beside X^T y in the flow",
        "y^T - a w^T X^T, or y - X w a",
        "In the loss y is a row, in the flow a column; the flow is right with y a column.",
    ),
    Misprint(
        SCALES,
        "M = sqrt(eta_a eta_w) |beta| (I + ...) for delta = 0",
        "|beta| (I + ...), or the learning rates eta_a, eta_w on every line",
        "No other line of the slides has learning rates; they are one elsewhere, as in the two other limits of M.",
    ),
]
"""Slips that no machine can refute."""

t = time()
n, d = natural("n d")
m, m2 = index("m", n), index("m'", n)
i, j, k, l = index("i", d), index("j", d), index("k", d), index("l", d)  # noqa: E741 - a fourth index
X, y = families("X y")
w = families("w", t)
a = trajectories("a")

# -- 1. The kernel and the model -----------------------------------------------------------------------------------

x_, z_ = families("x x'")
label, step = real("y eta")


def output(features: sp.Expr) -> sp.Expr:
    """The output of the neuron on an input given by its entry at the index i."""
    return a * total(w[i] * features, i)


here, there = output(x_[i]), output(z_[i])
kernel = partial(here, a) * partial(there, a) + total(partial(here, w[j]) * partial(there, w[j]), j)
inner_product = total(x_[i] * z_[i], i)
kernel_value = a**2 * inner_product + total(w[i] * x_[i], i) * total(w[i] * z_[i], i)
one_sample = GradientFlow((there - label) ** 2 / 2, (a, w), t)

kernel_of_neuron = Claim(
    "single-neuron/kernel",
    title="The tangent kernel of the neuron",
    statement=Identity(kernel, kernel_value),
    source=[NTK, KERNEL],
    note="<grad f(x), grad f(x')>, derived by differentiating the network by a and by each entry of w. It is "
    "x^T (a^2 I + w w^T) x'.",
)

kernel_moves_output = Claim(
    "single-neuron/kernel-moves-the-output",
    title="Training on one point moves the output at another in proportion to the kernel",
    statement=Rate(here, -kernel_value * (there - label), one_sample),
    source=NTK,
    uses=[kernel_of_neuron],
    note="The loss is half the squared error at x'.",
)

A1, R1 = real("a r")
W1 = families("w")
before, before_there = A1 * total(W1[i] * x_[i], i), A1 * total(W1[i] * z_[i], i)
after = (A1 + step * R1 * total(W1[i] * z_[i], i)) * total((W1[i] + step * R1 * A1 * z_[i]) * x_[i], i)

kernel_one_step = Claim(
    "single-neuron/kernel-one-step",
    title="So does one gradient step, up to a term of second order in its size",
    statement=Identity(
        after - before,
        step * R1 * (A1**2 * inner_product + total(W1[i] * x_[i], i) * total(W1[i] * z_[i], i))
        + step**2 * R1**2 * before_there * inner_product,
    ),
    source=NTK,
    uses=[kernel_moves_output],
    note="r = y' - f(x') is the residual at x', eta the size of the step. The slide says 'how one gradient step "
    "affects the output': to first order.",
)

features = natural("p")
q = index("q", features)
theta, phi = families("theta", t), families("phi phi'")
fixed_here, fixed_there = total(theta[q] * phi[0][q], q), total(theta[q] * phi[1][q], q)
q2 = index("q'", features)

fixed_features = Claim(
    "single-neuron/kernel-of-fixed-features",
    title="The kernel of a model with fixed features does not depend on its parameters",
    statement=Identity(
        total(partial(fixed_here, theta[q2]) * partial(fixed_there, theta[q2]), q2), total(phi[0][q] * phi[1][q], q)
    ),
    source=NTK,
    note="'If there is feature learning, then the NTK must change': with the features phi fixed it cannot.",
)

outputs = a * total(w[i] * X[m, i], i)
loss = total((y[m] - outputs) ** 2, m) / 2
flow = GradientFlow(loss, (a, w), t)
inner_norm = total(w[i] ** 2, i)


def residual(sample: sp.Expr) -> sp.Expr:
    """The entry of X w a - y."""
    return a * total(w[l] * X[sample, l], l) - y[sample]


def rho(e: sp.Expr) -> sp.Expr:
    """The entry of X^T X beta - X^T y: the gradient by beta."""
    return total(X[m, e] * residual(m), m)


outer_flow = Claim(
    "single-neuron/outer-flow",
    title="The flow of the outer weight",
    statement=Rate(a, -total(w[i] * rho(i), i), flow),
    source=MODEL,
    note="Called MSE on the slide; the loss is half the sum of squares, not their mean.",
)

inner_flow = Claim(
    "single-neuron/inner-flow",
    title="The flow of the inner weights",
    statement=Rate(w[j], -a * rho(j), flow),
    source=MODEL,
)

conservation = Claim(
    "single-neuron/conservation",
    title="delta = a^2 - |w|^2 is conserved, whatever the data",
    statement=Conserved(a**2 - inner_norm, flow),
    source=MODEL,
    uses=[outer_flow, inner_flow],
    note="'The initialization determines delta = a_0^2 - |w_0|^2, which constrains trajectories'.",
)

along, across = real("c h")
size, weight = positive("n"), real("a")

upstream = Claim(
    "single-neuron/upstream-is-faster",
    title="Upstream, delta > 0: the inner weights move faster than the outer one",
    statement=Inequality(weight**2 * (along**2 * size + across**2) - along**2 * size**2, ">=", 0),
    hypotheses=[weight**2 > size],
    source=MODEL,
    uses=[outer_flow, inner_flow],
    note="The gradient is c w + h with h orthogonal to w, and n = |w|^2: |dw/dt|^2 = a^2 (c^2 n + h^2) against "
    "(da/dt)^2 = c^2 n^2.",
)

downstream = Claim(
    "single-neuron/downstream-along-the-weights",
    title="Downstream, delta < 0: for a gradient along the weights the outer weight moves faster",
    statement=Inequality(weight**2 * along**2 * size - along**2 * size**2, "<", 0),
    hypotheses=[weight**2 < size, sp.Ne(along, 0)],
    source=MODEL,
    uses=[outer_flow, inner_flow],
    note="As before with h = 0.",
)

# With learning rates eta_a = p_a^2 and eta_w = p_w^2: the weights are p_a and p_w times trajectories that follow a
# gradient flow with rate one.

p_a, p_w = positive("p_a p_w")
eta_a, eta_w = p_a**2, p_w**2
outer = p_a * a
rated_norm = total((p_w * w[i]) ** 2, i)


def inner(e: sp.Expr) -> sp.Expr:
    """An inner weight, with its learning rate."""
    return p_w * w[e]


def rated_rho(e: sp.Expr) -> sp.Expr:
    """The gradient by beta, with learning rates."""
    return total(X[m, e] * (outer * total(inner(l) * X[m, l], l) - y[m]), m)


rated = GradientFlow(total((y[m] - outer * total(inner(i) * X[m, i], i)) ** 2, m) / 2, (a, w), t)
RATES = (
    "eta_a = p_a^2 and eta_w = p_w^2 are the learning rates; the weights are p_a a and p_w w, where a and w follow "
    "the gradient flow of rate one, so that each weight moves with its own rate."
)

rated_outer = Claim(
    "single-neuron/learning-rate-outer",
    title="The outer weight with its own learning rate",
    statement=Rate(outer, -eta_a * total(inner(i) * rated_rho(i), i), rated),
    source=SCALES,
    note=RATES,
)

rated_inner = Claim(
    "single-neuron/learning-rate-inner",
    title="The inner weights with their own learning rate",
    statement=Rate(inner(j), -eta_w * outer * rated_rho(j), rated),
    source=SCALES,
    note=RATES,
)

rated_conservation = Claim(
    "single-neuron/conservation-with-learning-rates",
    title="With learning rates, eta_w a^2 - eta_a |w|^2 is conserved",
    statement=Conserved(eta_w * outer**2 - eta_a * rated_norm, rated),
    source=SCALES,
    uses=[rated_outer, rated_inner],
    note=RATES,
)

unrated_conservation = Claim(
    "single-neuron/conservation-without-learning-rates",
    title="With different learning rates, a^2 - |w|^2 is not conserved",
    statement=Conserved(outer**2 - rated_norm, rated),
    expected="REFUTED",
    note="Accuses no line: the slides' delta is for equal learning rates.",
)

# -- 2. Function space ---------------------------------------------------------------------------------------------


def beta(e: sp.Expr) -> sp.Expr:
    """An entry of beta = a w."""
    return a * w[e]


delta_now = a**2 - inner_norm
norm_now = a**2 * inner_norm  # |beta|^2
D_now = sp.sqrt(delta_now**2 + 4 * norm_now)
alive = [sp.Ne(a, 0), inner_norm > 0]

beta_moves = Claim(
    "single-neuron/function-rate",
    title="beta moves by the gradient, multiplied by a^2 I + w w^T",
    statement=Rate(beta(j), -(a**2) * rho(j) - w[j] * total(w[i] * rho(i), i), flow),
    source=[FUNCTION, KERNEL],
    uses=[outer_flow, inner_flow],
    note="For every initialisation, beta = 0 included, and every X: X^T X may have any rank.",
)

outputs_move = Claim(
    "single-neuron/kernel-of-the-data",
    title="The outputs move by the kernel matrix K = X (a^2 I + w w^T) X^T",
    statement=Rate(
        a * total(w[i] * X[m2, i], i),
        -total(
            (a**2 * total(X[m2, i] * X[m, i], i) + total(w[i] * X[m2, i], i) * total(w[i] * X[m, i], i)) * residual(m),
            m,
        ),
        flow,
    ),
    source=[KERNEL, NTK],
    uses=[beta_moves, kernel_of_neuron],
)

loss_falls = Claim(
    "single-neuron/loss-rate",
    title="The loss falls at the speed of the gradient's norm under M",
    statement=Rate(loss, -(a**2) * total(rho(j) ** 2, j) - total(w[i] * rho(i), i) ** 2, flow),
    source=FUNCTION,
    uses=[beta_moves],
    note="'A preconditioned gradient flow': d beta/dt = -M grad L, so dL/dt = -grad L^T M grad L.",
)

gap_is_sum = Claim(
    "single-neuron/gap-is-the-sum-of-squares",
    title="D = sqrt(delta^2 + 4 |beta|^2) is the sum of all squared weights",
    statement=Identity(D_now, a**2 + inner_norm),
    source=FUNCTION,
    uses=[conservation],
)

outer_from_beta = Claim(
    "single-neuron/outer-weight-from-function",
    title="The squared outer weight is a function of |beta| and delta",
    statement=Identity((D_now + delta_now) / 2, a**2),
    source=FUNCTION,
    uses=[gap_is_sum],
)

inner_from_beta = Claim(
    "single-neuron/inner-weights-from-function",
    title="So is the matrix w w^T of the inner weights",
    statement=Identity((D_now - delta_now) / 2 * beta(i) * beta(j) / norm_now, w[i] * w[j]),
    hypotheses=alive,
    source=FUNCTION,
    uses=[gap_is_sum],
)

self_consistent = Claim(
    "single-neuron/self-consistent-equation",
    title="beta obeys an equation of its own: a preconditioned gradient flow",
    statement=Rate(
        beta(j),
        -(D_now + delta_now) / 2 * rho(j) - (D_now - delta_now) / 2 * beta(j) / norm_now * total(beta(i) * rho(i), i),
        flow,
    ),
    hypotheses=alive,
    source=FUNCTION,
    uses=[beta_moves, outer_from_beta, inner_from_beta],
    note="M = (D + delta)/2 I + (D - delta)/2 beta beta^T/|beta|^2; rho = X^T X beta - X^T y depends on beta only. "
    "The slide prints the letter M and loses the display. Needs beta other than zero; Theorem 3.1 says so.",
    steps=[
        Step("d beta/dt = a dw/dt + da/dt w = -(a^2 I + w w^T) rho", "the product rule"),
        Step("a^2 = (D + delta)/2, |w|^2 = (D - delta)/2", "a^2 - |w|^2 = delta and a^2 |w|^2 = |beta|^2"),
        Step("w w^T = |w|^2 beta beta^T/|beta|^2", "beta is parallel to w"),
    ],
)

M_rated = sp.sqrt((eta_w * outer**2 - eta_a * rated_norm) ** 2 + 4 * eta_a * eta_w * outer**2 * rated_norm)

self_consistent_rated = Claim(
    "single-neuron/self-consistent-equation-with-learning-rates",
    title="The same with learning rates: D = sqrt(delta^2 + 4 eta_a eta_w |beta|^2)",
    statement=Rate(
        outer * inner(j),
        -(M_rated + eta_w * outer**2 - eta_a * rated_norm) / 2 * rated_rho(j)
        - (M_rated - eta_w * outer**2 + eta_a * rated_norm)
        / 2
        * inner(j)
        / rated_norm
        * total(inner(i) * rated_rho(i), i),
        rated,
    ),
    hypotheses=alive,
    source=[FUNCTION, SCALES],
    uses=[rated_outer, rated_inner],
    note=f"{RATES} delta = eta_w a^2 - eta_a |w|^2.",
)

turned, push = families("w' rho")

beta_zero = Claim(
    "single-neuron/no-equation-at-zero",
    title="At beta = 0 with delta < 0 the velocity of beta depends on more than beta and delta",
    statement=Identity(
        W1[j] * total(W1[i] * push[i], i),
        turned[j] * total(turned[i] * push[i], i),
    ),
    hypotheses=[sp.Eq(total(W1[i] ** 2, i), total(turned[i] ** 2, i))],
    expected="REFUTED",
    note="Accuses no line: at a = 0 two inner weights of the same length have the same beta = 0, the same delta "
    "and the same gradient rho, but other velocities -(w.rho) w. So the self-consistent equation needs beta other "
    "than zero, or delta >= 0.",
)

delta, size_b = real("delta"), positive("n")
D = sp.sqrt(delta**2 + 4 * size_b**2)
b = families("beta")
on_sphere = [sp.Eq(total(b[i] ** 2, i), size_b**2)]
OF_SIZE = "n = |beta|, D = sqrt(delta^2 + 4 n^2)."


def M(row: sp.Expr, col: sp.Expr) -> sp.Expr:
    """An entry of M."""
    return (D + delta) / 2 * sp.KroneckerDelta(row, col) + (D - delta) / 2 * b[row] * b[col] / size_b**2


def M_inverse(row: sp.Expr, col: sp.Expr) -> sp.Expr:
    """An entry of the inverse of M."""
    radial = b[row] * b[col] / size_b**2
    return 2 / (D + delta) * (sp.KroneckerDelta(row, col) - radial) + radial / D


u_ = families("u")

M_radial = Claim(
    "single-neuron/preconditioner-along-beta",
    title="Along beta, M multiplies by D",
    statement=Identity(total(M(j, k) * b[k], k), D * b[j]),
    hypotheses=on_sphere,
    source=FUNCTION,
    uses=[self_consistent],
    note=OF_SIZE,
)

M_across = Claim(
    "single-neuron/preconditioner-across-beta",
    title="Orthogonally to beta, M multiplies by (D + delta)/2",
    statement=Identity(total(M(j, k) * u_[k], k), (D + delta) / 2 * u_[j]),
    hypotheses=[sp.Eq(total(b[k] * u_[k], k), 0)],
    source=FUNCTION,
    uses=[self_consistent],
    note=OF_SIZE,
)

M_positive = Claim(
    "single-neuron/preconditioner-is-positive",
    title="Both factors are positive: M can be inverted wherever beta is not zero",
    statement=Inequality((D + delta) / 2, ">", 0),
    source=FUNCTION,
    uses=[M_radial, M_across],
    note=f"{OF_SIZE} For every delta; D >= 2n > 0.",
)

data_kernel = Claim(
    "single-neuron/kernel-from-preconditioner",
    title="The kernel matrix is X M X^T",
    statement=Identity(
        (D_now + delta_now) / 2 * total(X[m, i] * X[m2, i], i)
        + (D_now - delta_now) / 2 * total(beta(i) * X[m, i], i) * total(beta(j) * X[m2, j], j) / norm_now,
        a**2 * total(X[m, i] * X[m2, i], i) + total(w[i] * X[m, i], i) * total(w[i] * X[m2, i], i),
    ),
    hypotheses=alive,
    source=FUNCTION,
    uses=[outer_from_beta, inner_from_beta, outputs_move],
    note="Printed 'X M X^dagger', and 'even when X^dagger X is low-rank': a dagger for the transpose is damage of the "
    "extraction.",
)

# -- 3. Time scales ------------------------------------------------------------------------------------------------

length = a * sp.sqrt(inner_norm)  # |beta| for a > 0
positive_outer = [a > 0, inner_norm > 0]
SIGN = "For a > 0; (a, w) -> (-a, -w) changes neither beta nor the flow."
push_along = total(beta(i) * rho(i), i) / length  # the gradient along beta
turn = (D + delta) / (2 * size_b)  # the rate of the direction

norm_rate = Claim(
    "single-neuron/norm-rate",
    title="The norm of beta moves at the rate D",
    statement=Rate(length, -D_now * push_along, flow),
    hypotheses=positive_outer,
    source=SCALES,
    uses=[self_consistent, M_radial],
    note=f"{SIGN} The table's first row, read as the rate of |beta|; the slide prints the norm of the rate, |d "
    "beta/dt|, which grows and shrinks in the same way.",
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
    note="The left side is |beta|^3 d/dt (beta/|beta|), multiplied out, so that nothing is asked of beta. It moves "
    "by the part of the gradient that is orthogonal to beta.",
)

BALANCED = "delta = 0 makes |w| = |a|, so that |beta| = a^2 and beta/|beta| = w/a."

balanced_norm = Claim(
    "single-neuron/norm-rate-balanced",
    title="delta = 0: the norm moves in proportion to itself",
    statement=Rate(a**2, -2 * a**2 * total(beta(i) / a**2 * rho(i), i), flow),
    hypotheses=[sp.Ne(a, 0)],
    source=SCALES,
    uses=[norm_rate, conservation],
    note=f"{BALANCED} The sum is the gradient along the unit vector beta/|beta|.",
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
    note=f"{OF_SIZE} The rate grows like delta.",
)

upstream_direction = Claim(
    "single-neuron/direction-fast-upstream",
    title="delta >> 0: the direction is fast",
    statement=Limit(turn / (delta / size_b), delta, sp.oo, sp.Integer(1)),
    source=SCALES,
    uses=[direction_rate],
    note=f"{OF_SIZE} The rate grows like delta/n.",
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
    note=f"{OF_SIZE} The rate falls like n/|delta|.",
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
    note="'Directional dominated dynamics', 'akin to silent alignment': beta turns before it grows.",
)

identity_part, radial_part = (D + delta) / 2, (D - delta) / 2
TWO_PARTS = "M = (D + delta)/2 I + (D - delta)/2 beta beta^T/|beta|^2."

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
    title="delta >> 0: the other part of M vanishes",
    statement=Asymptotic(radial_part, size_b**2 / delta, 1 / delta**3, delta, sp.oo),
    source=SCALES,
    uses=[self_consistent],
    note=f"{TWO_PARTS} Its second factor, against delta.",
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
    note="With D = sqrt(delta^2 + 4 eta_a eta_w n^2), n = |beta|. Printed 'beta beta^-1' for beta beta^T: damage "
    "of the extraction.",
)

balanced_radial = Claim(
    "single-neuron/balanced-preconditioner-radial",
    title="delta = 0: the same factor stands before beta beta^T/|beta|^2",
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
    note=f"{RATES} delta = eta_w a^2 - eta_a |w|^2 = 0, so that eta_w a^2 = sqrt(eta_a eta_w) |a| |w|.",
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
    title="delta >> 0: the kernel's trace keeps its value while |beta| goes anywhere",
    statement=Limit(growth, delta, sp.oo, sp.Integer(1)),
    source=[NTK, KERNEL, SCALES],
    uses=[gap_is_sum, lazy_identity, lazy_radial],
    note="D = a^2 + |w|^2 against its initial value. With lazy-preconditioner the kernel itself, divided by delta, "
    "tends to X X^T at every beta: 'the NTK does not evolve'.",
)

rich_kernel = Claim(
    "single-neuron/rich-kernel-evolves",
    title="delta = 0 and a small start: the kernel grows by any factor",
    statement=Limit(growth.subs(delta, 0), start, sp.Integer(0), sp.oo),
    source=[NTK, KERNEL, SCALES],
    uses=[gap_is_sum],
    note="'The NTK does evolve'.",
)

# -- 4. Exact solutions for white inputs ---------------------------------------------------------------------------

Xm, bm, ym = matrix("X", n, d), matrix("beta", d, 1), matrix("y", n, 1)
WHITE = Equal(Xm.T * Xm, identity(d))

white_gradient = Claim(
    "single-neuron/white-gradient",
    title="For white inputs the gradient is beta minus its target X^T y",
    statement=MatrixIdentity(written(Xm.T * Xm * bm, -Xm.T * ym), written(bm, -Xm.T * ym)),
    hypotheses=[WHITE],
    source=EXACT,
    note="X^T X = I: the target beta_* = X^T y is the only minimum in function space, a sum over samples.",
)

white_loss = Claim(
    "single-neuron/white-loss",
    title="For white inputs the loss is half the squared distance to the target, and a constant",
    statement=MatrixIdentity(
        trace(written(ym, -Xm * bm).T * written(ym, -Xm * bm)),
        trace(written(bm, -Xm.T * ym).T * written(bm, -Xm.T * ym)) + trace(ym.T * ym) - trace(ym.T * Xm * Xm.T * ym),
    ),
    hypotheses=[WHITE],
    source=EXACT,
)

s = positive("s")  # |beta_*|
v = trajectories("v")  # w along beta_*
u = families("u", t)  # the other entries of w
others = natural("p")
r, r2 = index("r", others), index("r'", others)
outside = total(u[r] ** 2, r)
white = GradientFlow(((a * v - s) ** 2 + a**2 * outside) / 2, (a, v, u), t)
BASIS = (
    "X^T X = I. In an orthonormal basis that begins with beta_*/|beta_*|: beta_* = (s, 0, ..., 0), w = (v, u_1, "
    "..., u_p) with p = d - 1."
)

white_outer = Claim(
    "single-neuron/white-flow-outer",
    title="White inputs: the outer weight, with |w|^2 = a^2 - delta put in",
    statement=Rate(a, (a**2 - v**2 - outside - a**2) * a + s * v, white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=f"{BASIS} a' = (delta - a^2) a + s v.",
)

white_inner = Claim(
    "single-neuron/white-flow-along",
    title="White inputs: the inner weight along the target",
    statement=Rate(v, -(a**2) * v + s * a, white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=BASIS,
)

white_across = Claim(
    "single-neuron/white-flow-across",
    title="White inputs: the inner weights across the target decay",
    statement=Rate(u[r2], -(a**2) * u[r2], white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=BASIS,
)

A_, V_ = trajectories("A V")
a_0, v_0 = real("a_0 v_0")
u_0 = families("u_0")
q_0 = total(u_0[r] ** 2, r)
gap = sp.sqrt(delta**2 + 4 * s**2)
fast, slow = (delta + gap) / 2, (delta - gap) / 2
P_0, Q_0 = fast * a_0 + s * v_0, -(slow * a_0 + s * v_0)
growing, decaying = P_0 / gap, Q_0 / gap
grown, shrunk = sp.exp(fast * t), sp.exp(slow * t)
A = growing * grown + decaying * shrunk
V = -(growing * slow * grown + decaying * fast * shrunk) / s
linear = GradientFlow(-(delta * A_**2 / 2 + s * A_ * V_), (A_, V_), t)
AMPLITUDE_NAMES = dict(zip(real("P_0 Q_0 mu_+ mu_- D"), (P_0, Q_0, fast, slow, gap), strict=True))

linear_system = Claim(
    "single-neuron/linear-system",
    title="The linear system behind the exact solution",
    statement=Solution(linear, of=(A_, V_), equals=(A, V), initially=(a_0, v_0)),
    source=EXACT,
    note="A' = delta A + s V, V' = s A, with a symmetric matrix, so that it is itself a gradient flow. Its rates are "
    "mu_+- = (delta +- sqrt(delta^2 + 4 s^2))/2.",
    where=AMPLITUDE_NAMES,
)

g = positive("g")

common_factor = Claim(
    "single-neuron/common-factor",
    title="A common factor g with g' = -g^3 A^2 turns the linear system into the flow: the outer weight",
    statement=Identity(
        g * (delta * A_ + s * V_) - g**3 * A_**2 * A_, (delta - (g * A_) ** 2) * (g * A_) + s * (g * V_)
    ),
    source=EXACT,
    uses=[linear_system, white_outer],
    note="a = g A, v = g V, u = g u_0: the left side is (g A)'. The same factor serves v and u, whose equations "
    "are simpler.",
)

h_zero = (
    1
    + (a_0**2 + v_0**2) * sp.sinh(2 * s * t) / (2 * s)
    + (a_0**2 - v_0**2) * t
    + a_0 * v_0 * (sp.cosh(2 * s * t) - 1) / s
)
h = (
    1
    - growing**2 * slow * (sp.exp(2 * fast * t) - 1) / s**2
    - decaying**2 * fast * (sp.exp(2 * slow * t) - 1) / s**2
    + 4 * growing * decaying * (sp.exp(delta * t) - 1) / delta
)
A_zero = a_0 * sp.cosh(s * t) + v_0 * sp.sinh(s * t)
V_zero = v_0 * sp.cosh(s * t) + a_0 * sp.sinh(s * t)
SPELLED = {real("h"): h, real("A"): A, real("V_s"): s * V, **AMPLITUDE_NAMES}
defines_delta = sp.Eq(delta, a_0**2 - v_0**2 - q_0)

factor_rate = Claim(
    "single-neuron/common-factor-rate",
    title="g^-2 = 1 + 2 int A^2 in closed form",
    statement=Identity(sp.diff(h, t), 2 * A**2),
    hypotheses=[sp.Ne(delta, 0)],
    source=EXACT,
    uses=[common_factor, linear_system],
    note="g' = -g^3 A^2 says that the rate of h = g^-2 is 2 A^2; h starts at 1.",
    where=SPELLED,
)

factor_rate_zero = Claim(
    "single-neuron/common-factor-rate-balanced",
    title="The same for delta = 0",
    statement=Identity(sp.diff(h_zero, t), 2 * A_zero**2),
    source=EXACT,
    uses=[common_factor],
)

factor_by_conservation = Claim(
    "single-neuron/common-factor-by-conservation",
    title="Without the integral: g^-2 = (A^2 - V^2 - |u_0|^2)/delta",
    statement=Identity(h, (A**2 - V**2 - q_0) / delta),
    hypotheses=[defines_delta, sp.Ne(delta, 0)],
    source=EXACT,
    uses=[factor_rate, conservation],
    note="Conservation of delta says delta = g^2 (A^2 - V^2 - |u_0|^2).",
    where=SPELLED,
)

factor_upstream = Claim(
    "single-neuron/common-factor-at-least-one-upstream",
    title="g^-2 is at least 1 for delta > 0: the solution exists for all times",
    statement=Inequality(h, ">=", 1),
    hypotheses=[delta > 0],
    source=EXACT,
    uses=[factor_rate],
    where=SPELLED,
)

factor_downstream = Claim(
    "single-neuron/common-factor-at-least-one-downstream",
    title="g^-2 is at least 1 for delta < 0: the solution exists for all times",
    statement=Inequality(h, ">=", 1),
    hypotheses=[delta < 0],
    source=EXACT,
    uses=[factor_rate],
    where=SPELLED,
)

ALL_STARTS = (
    f"{BASIS} For every initialisation a_0, v_0, u_0 with this delta. A common factor 1/sqrt(h) on the solution of "
    "a linear system."
)

solution_upstream = Claim(
    "single-neuron/solution-upstream",
    title="The exact solution for delta > 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A / sp.sqrt(h), V / sp.sqrt(h), u_0[r2] / sp.sqrt(h)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[defines_delta, delta > 0],
    source=EXACT,
    uses=[linear_system, common_factor, factor_rate, factor_upstream],
    note=ALL_STARTS,
    where=SPELLED,
)

solution_downstream = Claim(
    "single-neuron/solution-downstream",
    title="The exact solution for delta < 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A / sp.sqrt(h), V / sp.sqrt(h), u_0[r2] / sp.sqrt(h)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[defines_delta, delta < 0],
    source=EXACT,
    uses=[linear_system, common_factor, factor_rate, factor_downstream],
    note=ALL_STARTS,
    where=SPELLED,
)

solution_balanced = Claim(
    "single-neuron/solution-balanced",
    title="The exact solution for delta = 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A_zero / sp.sqrt(h_zero), V_zero / sp.sqrt(h_zero), u_0[r2] / sp.sqrt(h_zero)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[sp.Eq(a_0**2, v_0**2 + q_0)],
    source=EXACT,
    uses=[common_factor, factor_rate_zero],
    note=f"{ALL_STARTS} Here a_0^2 = v_0^2 + |u_0|^2.",
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
    "The exact solution with A = P exp(mu_+ t) + Q exp(mu_- t), mu_+ = s m, mu_- = -s/m, delta = s (m - 1/m); P is "
    "proportional to mu_+ a_0 + w_0.beta_*."
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
    title="All initialisations converge to the same solution, at those with P = 0",
    statement=Limit((A_end * V_end).subs(P, 0) / (1 + stable_start), t, sp.oo, s),
    hypotheses=[ratio <= 1],
    source=EXACT,
    uses=[solution_downstream, solution_balanced],
    erratum=Erratum(
        kind="hypothesis",
        wrong="'All initializations converge to the same solution': those with mu_+ a_0 + w_0.beta_* = 0, mu_+ = "
        "(delta + sqrt(delta^2 + 4 |beta_*|^2))/2, converge to the saddle a = 0, w.beta_* = 0 instead, where beta "
        "= 0.",
        consequence="They have measure zero and exist for delta <= 0 only; all others, and all with delta > 0, "
        "converge to beta_* = X^T y.",
    ),
    note=f"{AMPLITUDES} This is a w along the target, with P = 0; the sentence is about every initialisation, so "
    "also about these. It is meant as a limitation of white inputs: beta_* is the only minimum in function space, "
    "though a and w at the end depend on delta.",
)

converges_upstream = Claim(
    "single-neuron/converges-upstream",
    title="All initialisations with P other than zero converge to the target: delta > 0",
    statement=Limit(A_end * V_end / h_end, t, sp.oo, s),
    hypotheses=[sp.Ne(P, 0), ratio > 1],
    source=EXACT,
    uses=[solution_upstream, rates_in_m],
    corrects=all_converge_printed,
    note=f"{AMPLITUDES} P is never zero here, see single-neuron/upstream-always-converges.",
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
    note=f"{AMPLITUDES} With m = 1.",
)

others_vanish_upstream = Claim(
    "single-neuron/weights-across-the-target-vanish",
    title="The factor of the weights across the target vanishes",
    statement=Limit(1 / h_end, t, sp.oo, sp.Integer(0)),
    hypotheses=[sp.Ne(P, 0), ratio < 1],
    source=EXACT,
    uses=[solution_downstream],
    note=f"{AMPLITUDES} The square of u/u_0, for delta < 0.",
)

outer_end = Claim(
    "single-neuron/outer-weight-at-the-end",
    title="The squared outer weight ends at (delta + sqrt(delta^2 + 4 |beta_*|^2))/2: in parameters the end "
    "depends on delta",
    statement=Limit(A_end**2 / h_end, t, sp.oo, s * ratio),
    hypotheses=[sp.Ne(P, 0), ratio < 1],
    source=EXACT,
    uses=[solution_downstream],
    note=f"{AMPLITUDES} For delta < 0.",
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
    title="There the common factor stays away from zero: the weights across the target do not vanish",
    statement=Limit(1 + stable_start, t, sp.oo, 1 + Q**2 * ratio / s),
    source=EXACT,
    uses=[stable_manifold],
    note="So the end is the saddle a = 0, w.beta_* = 0, with |w|^2 = -delta.",
)

v_free, u_free, delta_free = real("v_0"), nonnegative("q"), positive("delta")
mu_up = (delta_free + sp.sqrt(delta_free**2 + 4 * s**2)) / 2

always_upstream = Claim(
    "single-neuron/upstream-always-converges",
    title="For delta > 0 no initialisation has P = 0",
    statement=Inequality(mu_up**2 * (v_free**2 + u_free + delta_free) - s**2 * v_free**2, ">", 0),
    source=EXACT,
    uses=[linear_system],
    note="P is proportional to mu_+ a_0 + s v_0, and a_0^2 = v_0^2 + q + delta with q = |u_0|^2.",
)

at_saddle = Claim(
    "single-neuron/saddle-is-critical",
    title="At a = 0 the outer weight moves with w^T X^T y: not at all where w is orthogonal to X^T y",
    statement=Rate(a, total(w[i] * X[m, i] * y[m], i, m) - a * total(total(X[m, l] * w[l], l) ** 2, m), flow),
    source=KERNEL,
    uses=[outer_flow, inner_flow],
    note="The inner weights' velocity has the factor a, so that they do not move either. beta_* = X^T y for white "
    "inputs: 'the saddle w^T beta_* = a = 0'.",
)

a_s, v_s = real("a v")
q_s = nonnegative("q")
static_loss = ((a_s * v_s - s) ** 2 + a_s**2 * q_s) / 2
hessian = {(p1, p2): sp.diff(static_loss, p1, p2).subs({a_s: 0, v_s: 0}) for p1 in (a_s, v_s) for p2 in (a_s, v_s)}
determinant = hessian[a_s, a_s] * hessian[v_s, v_s] - hessian[a_s, v_s] ** 2

is_saddle = Claim(
    "single-neuron/saddle-is-a-saddle",
    title="There the loss rises in one direction and falls in another",
    statement=Inequality(determinant, "<", 0),
    source=KERNEL,
    uses=[at_saddle, white_loss],
    note="The determinant of the second derivatives by a and by v = w.beta_*/|beta_*| at a = v = 0, white inputs, "
    "with q = |w|^2: the origin for delta = 0, the sphere |w|^2 = -delta for delta < 0.",
)

leaving = Claim(
    "single-neuron/saddle-rates",
    title="The saddle is left at the rate mu_+ and approached at the rate mu_-",
    statement=Identity((-fast - hessian[a_s, a_s].subs(q_s, -delta)) * -fast - hessian[a_s, v_s] ** 2, 0),
    source=KERNEL,
    uses=[is_saddle, linear_system],
    note="-mu_+ is an eigenvalue of the second derivatives at q = -delta; so is -mu_-, by the sign of the root.",
)

delayed_target = s * v_s / (v_s**2 + q_s)

outer_minimum = Claim(
    "single-neuron/delayed-rich-first-phase",
    title="delta << 0, first phase: with the inner weights held fixed the outer one minimises the loss",
    statement=Identity(sp.diff(static_loss, a_s).subs(a_s, delayed_target), 0),
    hypotheses=[q_s > 0],
    source=[KERNEL, SCALES],
    uses=[white_outer],
    note="At a = w.beta_*/|w|^2, white inputs: 'initially lazy'.",
)

near_saddle = Claim(
    "single-neuron/delayed-rich-near-the-saddle",
    title="delta << 0: with inner weights nearly orthogonal to the target this is close to the saddle a = 0",
    statement=Limit(delayed_target, v_s, sp.Integer(0), sp.Integer(0)),
    hypotheses=[q_s > 0],
    source=KERNEL,
    uses=[outer_minimum],
    note="'phi(0) near 0' is read as the cosine between w and beta_*; the slide's text does not define phi.",
)

miss = positive("e")

lazy_distance = Claim(
    "single-neuron/lazy-start-is-near-a-minimum",
    title="delta >> 0: the start is near the manifold of minima",
    statement=Limit(miss**2 / ((D + delta) / 2), delta, sp.oo, sp.Integer(0)),
    source=KERNEL,
    uses=[outer_from_beta],
    note=f"{OF_SIZE} From (a, w) the minimum (a, beta_*/a) has the distance |beta_* - beta|/|a|; its square is "
    "e^2/a^2 with e = |beta_* - beta| fixed. 'Essentially initialized at the minima manifold'.",
)

# -- 5. Theorem 3.1 ------------------------------------------------------------------------------------------------

square = total(b[i] ** 2, i)
D_b = sp.sqrt(delta**2 + 4 * square)
Psi = (D_b - 2 * delta) * sp.sqrt(D_b + delta) / 3
some_function = [square > 0]
Psi_profile = (D - 2 * delta) * sp.sqrt(D + delta) / 3
LOST = (
    "The slide's text ends in 'psi_delta = sqrt(sqrt(delta^2'; the rest of the display is lost, and is read as "
    "sqrt(sqrt(delta^2 + 4 |beta_0|^2) - delta), which the theorem needs."
)

gradient_by_root = Claim(
    "single-neuron/potential-gradient",
    title="The gradient of the potential Psi_delta",
    statement=Identity(partial(Psi, b[j]), 2 * b[j] / sp.sqrt(D_b + delta)),
    hypotheses=some_function,
    source=THEOREM,
    note="For beta other than zero and every delta.",
)

gradient_by_direction = Claim(
    "single-neuron/potential-slope",
    title="It points along beta and has the length sqrt(D - delta)",
    statement=Identity(sp.diff(Psi_profile, size_b), sp.sqrt(D - delta)),
    source=THEOREM,
    uses=[gradient_by_root],
    note=f"{OF_SIZE} Psi depends on n only. At beta_0 the gradient is psi_delta beta_0/|beta_0|. {LOST}",
)

wrong_psi = Claim(
    "single-neuron/potential-slope-with-the-other-sign",
    title="With sqrt(D + delta) for the lost end of psi_delta the gradient at the start does not fit",
    statement=Identity(sp.diff(Psi_profile, size_b), sp.sqrt(D + delta)),
    source=THEOREM,
    expected="REFUTED",
    note=f"Accuses no line: it shows which reading of the cut display is right. {LOST}",
)

now = {True: positive_outer, False: [a < 0, inner_norm > 0]}
potential_now = 2 * beta(j) / sp.sqrt(D_now + delta_now)

gradient_is_weight = Claim(
    "single-neuron/potential-gradient-is-the-weight",
    title="Along the flow the gradient of Psi is sqrt(2) times the inner weights",
    statement=Identity(potential_now, sp.sqrt(2) * w[j]),
    hypotheses=now[True],
    source=THEOREM,
    uses=[gradient_by_root, outer_from_beta],
    note="For a > 0.",
)

gradient_is_minus_weight = Claim(
    "single-neuron/potential-gradient-is-minus-the-weight",
    title="For a < 0 it is minus sqrt(2) times the inner weights",
    statement=Identity(potential_now, -sp.sqrt(2) * w[j]),
    hypotheses=now[False],
    source=THEOREM,
    uses=[gradient_by_root, outer_from_beta],
    note="So it jumps where a passes through zero, which needs delta < 0 or w = 0: this is why the theorem asks that "
    "beta(t) is never zero.",
)

mirror_flow = Claim(
    "single-neuron/mirror-flow",
    title="The gradient of Psi moves within the row space of X",
    statement=Identity(flow.rate(potential_now), -sp.sqrt(D_now + delta_now) * total(X[m, j] * residual(m), m)),
    hypotheses=positive_outer,
    source=THEOREM,
    uses=[gradient_is_weight, inner_flow],
    note="For a > 0; the left side is the rate of one entry of grad Psi(beta). Integrated: grad "
    "Psi(beta(infinity)) - psi_delta beta_0/|beta_0| = X^T nu with nu = -int sqrt(D + delta) (X beta - y) dt, the "
    "condition of the minimum under X beta = y.",
    steps=[
        Step("grad Psi(beta) = sqrt(2) w for a > 0", "the claims above"),
        Step("sqrt(2) dw/dt = -sqrt(2) a X^T (X beta - y)", "the flow"),
        Step("sqrt(2) a = sqrt(D + delta)", "a^2 = (D + delta)/2"),
        Step("grad Psi(beta(t)) - grad Psi(beta_0) lies in the row space of X", "integrate"),
        Step("grad Psi(beta_0) = psi_delta beta_0/|beta_0|", "the slope of Psi at |beta_0|"),
        Step("beta(infinity) is a minimum of a convex function on X beta = y", "stationarity and convexity"),
    ],
)

kernel_vector = families("z")

nullspace = Claim(
    "single-neuron/orthogonal-part-is-conserved",
    title="What the inner weights have along a direction moves only as far as the data see the direction",
    statement=Rate(
        total(kernel_vector[i] * w[i], i),
        -a * total(residual(m) * total(X[m, i] * kernel_vector[i], i), m),
        flow,
    ),
    source=THEOREM,
    uses=[inner_flow],
    note="With X z = 0 it is conserved: the directions that the constraint X beta = y leaves open are decided by "
    "the start.",
)

inverse = Claim(
    "single-neuron/preconditioner-inverse",
    title="The inverse of M",
    statement=Identity(total(M(j, k) * M_inverse(k, l), k), sp.KroneckerDelta(j, l)),
    hypotheses=on_sphere,
    source=THEOREM,
    uses=[M_positive],
    note=OF_SIZE,
)

radial_now = b[j] * b[k] / square

hessian_claim = Claim(
    "single-neuron/potential-hessian",
    title="The second derivatives of Psi are sqrt(D + delta) times the inverse of M",
    statement=Identity(
        partial(2 * b[j] / sp.sqrt(D_b + delta), b[k]),
        sp.sqrt(D_b + delta) * (2 / (D_b + delta) * (sp.KroneckerDelta(j, k) - radial_now) + radial_now / D_b),
    ),
    hypotheses=some_function,
    source=THEOREM,
    uses=[gradient_by_root, inverse],
    note="So d/dt grad Psi = -sqrt(D + delta) (X^T X beta - X^T y): a mirror flow in warped time.",
)

convex_radially = Claim(
    "single-neuron/potential-is-convex-along-beta",
    title="Psi is strictly convex along beta",
    statement=Inequality(sp.diff(sp.sqrt(D - delta), size_b), ">", 0),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=f"{OF_SIZE} The slope sqrt(D - delta) rises with n.",
)

convex_across = Claim(
    "single-neuron/potential-is-convex-across-beta",
    title="Psi is strictly convex across beta",
    statement=Inequality(sp.sqrt(D - delta) / size_b, ">", 0),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=f"{OF_SIZE} A function of n that rises and is convex in n is convex in beta; at beta = 0 its slope is "
    "sqrt(|delta| - delta), positive for delta < 0: a kink like the norm's. So the minimum is the only one, for every "
    "delta.",
)

n_start, cosine = positive("n_0"), real("c")
psi = sp.sqrt(sp.sqrt(delta**2 + 4 * n_start**2) - delta)
objective = Psi_profile - psi * cosine

objective_lazy = Claim(
    "single-neuron/objective-lazy",
    title="delta >> 0: the solution closest to the start is reached",
    statement=Limit(
        sp.sqrt(2 * delta) * (objective + delta * sp.sqrt(2 * delta) / 3),
        delta,
        sp.oo,
        size_b**2 - 2 * n_start * cosine,
    ),
    source=THEOREM,
    uses=[gradient_by_direction],
    note="With n = |beta|, n_0 = |beta_0|, c = beta.beta_0/n_0: |beta|^2 - 2 beta.beta_0 is |beta - beta_0|^2 up to a "
    "constant, as for linear regression.",
)

objective_delayed = Claim(
    "single-neuron/objective-delayed-rich",
    title="delta << 0: the solution whose direction deviates least, |beta| - beta.beta_0/|beta_0|, is reached",
    statement=Limit(objective / sp.sqrt(-2 * delta), delta, -sp.oo, size_b - cosine),
    source=THEOREM,
    uses=[gradient_by_direction],
    note="With n = |beta| and c = beta.beta_0/|beta_0|.",
)

potential_balanced = Claim(
    "single-neuron/potential-balanced",
    title="delta = 0: the potential is a power 3/2 of the norm",
    statement=Limit(Psi_profile, delta, sp.Integer(0), 2 * sp.sqrt(2) / 3 * size_b ** sp.Rational(3, 2)),
    source=THEOREM,
    uses=[gradient_by_direction],
)

start_forgotten = Claim(
    "single-neuron/start-is-forgotten",
    title="From a vanishing start with delta > 0 the solution of minimal norm is reached",
    statement=Limit(psi**2, n_start, sp.Integer(0), sp.Integer(0)),
    hypotheses=[delta > 0],
    source=THEOREM,
    uses=[gradient_by_direction],
    note="Stated for the square of psi_delta; for delta = 0 it is 2 |beta_0|, which vanishes too. 'Encourage "
    "minimum norm' and 'preserve init': without psi_delta only Psi is left, which rises with |beta|.",
)

start_remembered = Claim(
    "single-neuron/start-is-remembered",
    title="For delta < 0 the direction of the start matters however small it is",
    statement=Limit(psi, n_start, sp.Integer(0), sp.sqrt(-2 * delta)),
    hypotheses=[delta < 0],
    source=THEOREM,
    uses=[gradient_by_direction],
)

# -- 6. Deep linear networks ---------------------------------------------------------------------------------------

width, variance = natural("w"), positive("sigma2")
h1, h2 = index("i", width), index("i'", width)
h3, h4 = index("j", width), index("j'", width)
delta_of = sp.KroneckerDelta
W_ = positive("w")  # the width, as it grows
L_, gamma = real("L gamma")
deep = [L_ >= 2]

two_layers_variance = Claim(
    "single-neuron/variance-of-two-layers",
    title="The output of two random layers has the variance sigma^4 w, for an input of length one",
    statement=Identity(total(variance * delta_of(h1, h2) * variance * delta_of(h1, h2), h1, h2), variance**2 * width),
    source=SADDLES,
    note="E[a_i a_i'] = sigma^2 delta_ii', and for the first layer E[(Wx)_i (Wx)_i'] = sigma^2 |x|^2 delta_ii'.",
)

three_layers_variance = Claim(
    "single-neuron/variance-of-three-layers",
    title="That of three layers has the variance sigma^6 w^2",
    statement=Identity(
        total(
            variance * delta_of(h1, h2) * variance * delta_of(h1, h2) * delta_of(h3, h4) * variance * delta_of(h3, h4),
            h1,
            h2,
            h3,
            h4,
        ),
        variance**3 * width**2,
    ),
    source=SADDLES,
    uses=[two_layers_variance],
    note="And so on: sigma^(2L) w^(L-1) for L layers. With sigma^2 = w^-gamma it is w^(L - 1 - gamma L).",
)

variance_exponent = L_ - 1 - gamma * L_

variance_bounded = Claim(
    "single-neuron/variance-is-bounded",
    title="The variance of the output does not grow with the width exactly if gamma >= 1 - 1/L: the exponent",
    statement=Inequality(variance_exponent, "<=", 0),
    hypotheses=[*deep, gamma >= 1 - 1 / L_],
    source=SADDLES,
    uses=[three_layers_variance],
    note="Why the range of the slide begins at 1 - 1/L.",
)

variance_grows = Claim(
    "single-neuron/variance-grows-below-the-range",
    title="Below the range the output grows with the width",
    statement=Limit(W_**variance_exponent, W_, sp.oo, sp.oo),
    hypotheses=[*deep, gamma < 1 - 1 / L_],
    source=SADDLES,
    uses=[three_layers_variance],
)

variance_at_edge = Claim(
    "single-neuron/variance-at-the-edge",
    title="At gamma = 1 - 1/L the variance of the output is one at every width",
    statement=Identity(W_ ** (L_ - 1) * (W_ ** (1 / L_ - 1)) ** L_, 1),
    hypotheses=deep,
    source=SADDLES,
    uses=[three_layers_variance],
)

kernel_size = L_ * W_ ** ((L_ - 1) * (1 - gamma))  # each layer contributes sigma^(2(L-1)) w^(L-1)

kernel_exponent = Claim(
    "single-neuron/deep-kernel",
    title="At initialisation each of L layers contributes sigma^(2(L-1)) w^(L-1) to the kernel",
    statement=Identity((W_ ** (-gamma)) ** (L_ - 1) * W_ ** (L_ - 1), W_ ** ((L_ - 1) * (1 - gamma))),
    hypotheses=deep,
    source=SADDLES,
    uses=[three_layers_variance],
    note="With the other L - 1 layers random, sigma^2 = w^-gamma; for an input of length one.",
)

two_layers_kernel = Claim(
    "single-neuron/two-layer-kernel",
    title="For two layers the kernel is 2 sigma^2 w on average",
    statement=Identity(
        total(variance * delta_of(h1, h2) * delta_of(h1, h2), h1, h2)
        + total(variance * delta_of(h1, h2) * delta_of(h1, h2), h1, h2),
        2 * variance * width,
    ),
    source=SADDLES,
    note="|a|^2 |x|^2 + |W x|^2.",
)

close_to_minimum = Claim(
    "single-neuron/ntk-regime-close-to-a-minimum",
    title="gamma < 1: the start is close to the minima",
    statement=Limit(1 / sp.sqrt(kernel_size), W_, sp.oo, sp.Integer(0)),
    hypotheses=[*deep, gamma < 1],
    source=SADDLES,
    uses=[kernel_exponent, variance_bounded],
    note="A residual of order one is removed by a move of order one over the root of the kernel. The 'NTK regime', "
    "1 - 1/L <= gamma < 1.",
)

far_from_minimum = Claim(
    "single-neuron/far-from-the-minima",
    title="gamma > 1: the kernel at the start vanishes",
    statement=Limit(kernel_size, W_, sp.oo, sp.Integer(0)),
    hypotheses=[*deep, gamma > 1],
    source=SADDLES,
    uses=[kernel_exponent],
    note="The other side of the transition; the slide's label of this panel is lost.",
)

outer_distance = W_ ** ((1 - gamma) / 2)

far_from_saddle = Claim(
    "single-neuron/ntk-regime-far-from-the-saddle",
    title="gamma < 1: the first and the last layer are far from zero",
    statement=Limit(outer_distance, W_, sp.oo, sp.oo),
    hypotheses=[gamma < 1],
    source=SADDLES,
    note="With w times a fixed number of entries of variance sigma^2 = w^-gamma, each of them has a norm of order "
    "w^((1 - gamma)/2).",
)

close_to_saddle = Claim(
    "single-neuron/close-to-the-saddle",
    title="gamma > 1: they are close to zero, and so the start is close to a saddle",
    statement=Limit(outer_distance, W_, sp.oo, sp.Integer(0)),
    hypotheses=[gamma > 1],
    source=SADDLES,
    note="The transition in gamma is at one. That networks whose first and last layers vanish are critical points "
    "says single-neuron/middle-layer-velocity, for three layers. The norm of all parameters, of order w^((2 - "
    "gamma)/2), vanishes for gamma > 2 only: the saddle that is close need not be the origin.",
)

in_dim, out_dim, hid1, hid2 = natural("d c k k_2")
x_in, y_out = random_vector("x", in_dim), random_vector("y", out_dim)
L1, L2, L3 = matrix("W_1", hid1, in_dim), matrix("W_2", hid2, hid1), matrix("W_3", out_dim, hid2)
three_layers = MatrixFlow(half_mean_square(L3 * L2 * L1 * x_in, y_out), (L1, L2, L3))
error_moment = written(L3 * L2 * L1 * Expect(x_in * x_in.T), -Expect(y_out * x_in.T))

middle_velocity = Claim(
    "single-neuron/middle-layer-velocity",
    title="The velocity of a middle layer has the first and the last layer as factors",
    statement=MatrixRate(L2, -L3.T * error_moment * L1.T, three_layers),
    source=SADDLES,
    uses=[close_to_saddle],
    note="Where both vanish nothing moves: the first layer's velocity has the last one as a factor, and conversely.",
)

first_velocity = Claim(
    "single-neuron/first-layer-velocity",
    title="The velocity of the first layer has the last layer as a factor",
    statement=MatrixRate(L1, -L2.T * L3.T * error_moment, three_layers),
    source=SADDLES,
    note="So three layers of which two vanish are a critical point. The conjecture, that training visits saddles of "
    "increasing rank, is not a claim here; for single modes see the chapter on linear networks.",
)
