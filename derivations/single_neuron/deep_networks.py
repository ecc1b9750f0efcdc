"""6. Deep linear networks at wide random initialisations: close to a saddle or close to a minimum."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.distributions import Normal
from ...language.matrices import Expect, MatrixFlow, half_mean_square, matrix, random_vector, written
from ...language.statements import Expectation, Identity, Induction, Inequality, Limit, Recurrence
from ...language.statements.matrices import MatrixRate
from ...language.symbols import families, index, natural, positive, real, total
from .letters import SADDLES

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
    note=r"$E[a_i a_i'] = sigma^2 delta_ii'$, and for the first layer $\mathbf{E}[(Wx)_i (Wx)_{i'}] = \sigma^2 |x|^2 "
    r"\delta_{ii'}$.",
)

three_layers_variance = Claim(
    "single-neuron/variance-of-three-layers",
    title="The output of three random layers has the variance sigma^6 w^2",
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
    note="And so on: $sigma^(2L) w^(L-1)$ for $L$ layers. With $sigma^2 = w^-gamma$ it is $w^(L - 1 - gamma L)$.",
)

next_width = natural("v")
unit, of_layer = index("r", next_width), index("i", width)
weights_, below_ = families("W h")
number, size = sp.Symbol("n", integer=True, nonnegative=True), families("q")

one_layer_more = Claim(
    "single-neuron/variance-through-a-layer",
    title="A random layer multiplies the squared length of what enters it by sigma^2 times its width, on average",
    statement=Expectation(
        total(total(weights_[unit, of_layer] * below_[of_layer], of_layer) ** 2, unit),
        variance * next_width * total(below_[of_layer] ** 2, of_layer),
        over=((weights_, Normal(0, sp.sqrt(variance))),),
    ),
    source=SADDLES,
    note="For every $h$ that enters, and so given the layers below, which are independent of this one.",
)

any_depth_variance = Claim(
    "single-neuron/variance-of-any-number-of-layers",
    title="After n hidden layers of width w the squared length is (sigma^2 w)^n on average",
    statement=Induction(
        of=size[number],
        equals=(variance * W_) ** number,
        n=number,
        sequence=Recurrence(size[number], size[number] * variance * W_, sp.Integer(1)),
    ),
    source=SADDLES,
    uses=[one_layer_more, three_layers_variance],
    note="For an input of length one. Of $L$ layers $L - 1$ are hidden, and the last, of width one, multiplies by "
    "$sigma^2$ once more: the output has the variance $sigma^(2L) w^(L-1)$.",
)

variance_exponent = L_ - 1 - gamma * L_

variance_bounded = Claim(
    "single-neuron/variance-is-bounded",
    title="The variance of the output stays bounded in the width if and only if gamma >= 1 - 1/L: the exponent",
    statement=Inequality(variance_exponent, "<=", 0),
    hypotheses=[*deep, gamma >= 1 - 1 / L_],
    source=SADDLES,
    uses=[any_depth_variance],
    note="This is why the range of the slide begins at $1 - 1/L$.",
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
    note="With the other $L - 1$ layers random, $sigma^2 = w^-gamma$; for an input of length one.",
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
    note="$|a|^2 |x|^2 + |W x|^2$.",
)

close_to_minimum = Claim(
    "single-neuron/ntk-regime-close-to-a-minimum",
    title="gamma < 1: the start is close to the minima",
    statement=Limit(1 / sp.sqrt(kernel_size), W_, sp.oo, sp.Integer(0)),
    hypotheses=[*deep, gamma < 1],
    source=SADDLES,
    uses=[kernel_exponent, variance_bounded],
    note="A residual of order one is removed by a move of order one over the root of the kernel. The 'NTK regime', $1 "
    "- 1/L <= gamma < 1$.",
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
    note="With $w$ times a fixed number of entries of variance $sigma^2 = w^-gamma$, each of them has a norm of order "
    "$w^((1 - gamma)/2)$.",
)

close_to_saddle = Claim(
    "single-neuron/close-to-the-saddle",
    title="gamma > 1: the first and last layers are close to zero, so that the start is close to a saddle",
    statement=Limit(outer_distance, W_, sp.oo, sp.Integer(0)),
    hypotheses=[gamma > 1],
    source=SADDLES,
    note="The transition in $gamma$ is at one. For three layers, single-neuron/middle-layer-velocity shows that "
    "networks whose first and last layers vanish are critical points. The norm of all parameters, of order $w^((2 - "
    "gamma)/2)$, vanishes for $gamma > 2$ only: the saddle that is close need not be the origin.",
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
