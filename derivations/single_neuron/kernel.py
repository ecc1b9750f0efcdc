"""1. The kernel of the network, its flow, and what it conserves."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow, partial
from ...language.statements import Conserved, Identity, Inequality, Rate
from ...language.symbols import families, index, natural, positive, real, total
from .letters import KERNEL, MODEL, NTK, SCALES, X, a, i, j, l, m, t, w, y

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
    title="The tangent kernel of one linear neuron",
    statement=Identity(kernel, kernel_value),
    source=[NTK, KERNEL],
    note=r"$\langle \nabla f(x), \nabla f(x') \rangle$, derived by differentiating the network by $a$ and by each "
    r"entry of $w$. It is $x^T (a^2 I + w w^T) x'$.",
)

kernel_moves_output = Claim(
    "single-neuron/kernel-moves-the-output",
    title="Training on one point moves the output at another in proportion to the kernel",
    statement=Rate(here, -kernel_value * (there - label), one_sample),
    source=NTK,
    uses=[kernel_of_neuron],
    note="The loss is half the squared error at $x'$.",
)

A1, R1 = real("a r")
W1 = families("w")
before, before_there = A1 * total(W1[i] * x_[i], i), A1 * total(W1[i] * z_[i], i)
after = (A1 + step * R1 * total(W1[i] * z_[i], i)) * total((W1[i] + step * R1 * A1 * z_[i]) * x_[i], i)

kernel_one_step = Claim(
    "single-neuron/kernel-one-step",
    title="One gradient step moves the output by the kernel, up to a term of second order in its size",
    statement=Identity(
        after - before,
        step * R1 * (A1**2 * inner_product + total(W1[i] * x_[i], i) * total(W1[i] * z_[i], i))
        + step**2 * R1**2 * before_there * inner_product,
    ),
    source=NTK,
    uses=[kernel_moves_output],
    note="$r = y' - f(x')$ is the residual at $x'$, $eta$ the size of the step. The slide says 'how one gradient step "
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
    note="'If there is feature learning, then the NTK must change': with the features $phi$ fixed it cannot.",
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
    note="The slide calls this MSE; the loss is half the sum of squares, not their mean.",
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
    note="'The initialization determines $delta = a_0^2 - |w_0|^2$, which constrains trajectories'.",
)

along, across = real("c h")
size, weight = positive("n"), real("a")

upstream = Claim(
    "single-neuron/upstream-is-faster",
    title="Upstream, delta > 0: the inner weights move faster than the outer weight",
    statement=Inequality(weight**2 * (along**2 * size + across**2) - along**2 * size**2, ">=", 0),
    hypotheses=[weight**2 > size],
    source=MODEL,
    uses=[outer_flow, inner_flow],
    note="The gradient is $c w + h$ with $h$ orthogonal to $w$, and $n = |w|^2$: $|dw/dt|^2 = a^2 (c^2 n + h^2)$ "
    "against $(da/dt)^2 = c^2 n^2$.",
)

downstream = Claim(
    "single-neuron/downstream-along-the-weights",
    title="Downstream, delta < 0: for a gradient along the weights the outer weight moves faster",
    statement=Inequality(weight**2 * along**2 * size - along**2 * size**2, "<", 0),
    hypotheses=[weight**2 < size, sp.Ne(along, 0)],
    source=MODEL,
    uses=[outer_flow, inner_flow],
    note="As before with $h = 0$.",
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
    "$eta_a = p_a^2$ and $eta_w = p_w^2$ are the learning rates; the weights are $p_a a$ and $p_w w$, where $a$ and "
    "$w$ follow the gradient flow of rate one, so that each weight moves with its own rate."
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
    note="This is not an erratum: the slides' $delta$ is for equal learning rates.",
)
