"""3. Cross-entropy: its least regularised value is an entropy, and is reached where the margins are all one number."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import families, nonnegative, positive, real, total
from ...language.theorems import Combination, Instance, Line, Summed, Theorem
from .letters import PEELED, ZHU, K, b, decay, feature_decay, features, i, k, l, n, norms, output, weights
from .norms import TO_SIMPLEX, centred_alignment, simplex_bound

x, margin = real("x m")
z = families("z")  # the outputs at one sample of class l
others = sp.KroneckerDelta(k, l)
all_exponentials = total(sp.exp(z[k]), k)
scale = sp.exp(margin) + K - 1  # the sum of the exponentials where the margin is m and the other outputs are zero

exponential = Claim(
    "unconstrained-features/exponential-above-its-tangent",
    title="The exponential lies above its tangent at zero",
    statement=Inequality(sp.exp(x), ">=", 1 + x),
    source=ZHU,
)

# At each output the exponential of its distance from the symmetric outputs, above its tangent.
shift = sp.log(scale) - sp.log(all_exponentials)
for_others = Line(by=Instance(exponential, {x: z[k] + shift}))
for_own = Line(by=Instance(exponential, {x: z[l] - margin + shift}))
weighted = Line(
    Inequality((1 - others) ** 2 * sp.exp(z[k] + shift), ">=", (1 - others) ** 2 * (1 + z[k] + shift)),
    by=Combination((for_others, (1 - others) ** 2)),
)
summed = Line(by=Summed(weighted, k))
tangent = sp.log(scale) - margin * sp.exp(margin) / scale + (total(z[k], k) - K * z[l]) / scale
loss = sp.log(all_exponentials) - z[l]
above_tangent = Line(
    Inequality(loss, ">=", tangent), by=Combination((summed, 1 / scale), (for_own, sp.exp(margin) / scale))
)

one_sample = Theorem(
    "unconstrained-features/cross-entropy-above-its-tangent",
    title="The cross-entropy of a sample lies above its tangent at outputs of one margin, linear in what it is ahead",
    concludes=above_tangent.says,
    proof=[for_others, for_own, weighted, summed, above_tangent],
    source=ZHU,
    note="For all outputs $z$ of a sample of class $l$, and every margin $m$. Linear in how far the own output is "
    "ahead of the mean output: this is what turns cross-entropy into an alignment.",
)

# -- All samples, and the norms: lambda mu sqrt(n) (e^m + K - 1) = 1 makes the alignments cancel -----------------------


def per_sample_loss() -> sp.Expr:
    """The cross-entropy at sample i of class l."""
    return sp.log(total(sp.exp(output(k) + b[k]), k)) - output(l) - b[l]


def alignment_of_one() -> sp.Expr:
    """How far the outputs at sample i of class l are from ahead, times K."""
    return total(output(k) + b[k], k) - K * (output(l) + b[l])


mean_loss = total(per_sample_loss(), l, i) / (K * n)
constant = sp.log(scale) - margin * sp.exp(margin) / scale
at_sample = Line(by=Instance(above_tangent, {z[k]: output(k) + b[k]}))
over_classes = Line(by=Summed(at_sample, l))
over_samples = Line(by=Summed(over_classes, i))
TO_SAMPLES = [for_others, for_own, weighted, summed, above_tangent, at_sample, over_classes, over_samples]
below_mean = Line(
    Inequality(mean_loss, ">=", constant - centred_alignment / (n * scale)),
    by=Combination((over_samples, 1 / (K * n))),
)

above_alignment = Theorem(
    "unconstrained-features/mean-cross-entropy",
    title="The mean cross-entropy is at least a constant less the alignment of the outputs, for every margin m",
    concludes=below_mean.says,
    proof=[*TO_SAMPLES, below_mean],
    source=[ZHU, PEELED],
    note="Biases drop out of the alignment. For all layers, features and biases.",
)

matched = 1 / (feature_decay * sp.sqrt(n) * scale)  # the layer's lambda for the margin m
regularised = mean_loss + norms.subs(decay, matched)
at_matched = Line(by=Instance(simplex_bound, {decay: matched}))
no_less = Line(Inequality(regularised, ">=", constant), by=Combination(above_alignment, at_matched))

least_cross_entropy = Theorem(
    "unconstrained-features/least-cross-entropy",
    title="Whatever layer and features, the regularised cross-entropy is at least the entropy of one prediction",
    concludes=no_less.says,
    proof=[*TO_SIMPLEX, at_matched, no_less],
    source=ZHU,
    note=r"The layer's weight decay is put in by the margin $m$ that it leads to: $\lambda \mu \sqrt{n} (e^m + K - "
    "1) = 1$. The prediction gives the right class the probability $e^m/(e^m + K - 1)$, each other one $1/(e^m + K "
    "- 1)$.",
)

as_entropy = Claim(
    "unconstrained-features/bound-is-an-entropy",
    title="The bound is the entropy of the prediction with one margin",
    statement=Identity(
        constant,
        -sp.exp(margin) / scale * sp.log(sp.exp(margin) / scale) - (K - 1) / scale * sp.log(1 / scale),
    ),
    source=ZHU,
    note="So the least loss is what is left uncertain: weight decay makes the network as unsure as it must be.",
)

at_corner = Claim(
    "unconstrained-features/cross-entropy-of-a-simplex",
    title="At outputs that are m times a corner of the simplex the cross-entropy is log(e^m + K - 1) - m",
    statement=Identity(
        sp.log(sp.exp(margin * (1 - 1 / K)) + (K - 1) * sp.exp(-margin / K)) - margin * (1 - 1 / K),
        sp.log(scale) - margin,
    ),
    source=ZHU,
)

reached = Claim(
    "unconstrained-features/cross-entropy-is-reached",
    title="A simplex of the right size reaches the bound: its loss and its norms add up to it",
    statement=Identity(sp.log(scale) - margin + (K - 1) * margin / scale, constant),
    source=ZHU,
    uses=[at_corner],
    note="Layer and features along the rows of a simplex with the Gram matrix $delta_kl - 1/K$, of the squared sizes "
    r"$m/\lambda^2$ and $m/(n \mu^2)$ over $e^m + K - 1$: each of their two squared norms, weighted and halved, is "
    r"$(K - 1) m/2$ over $e^m + K - 1$.",
)

# -- Norms that are bounded instead: the layer-peeled model -----------------------------------------------------------

u, v = positive("u v")  # the norms that a row of the layer, and a feature, may have in the mean of squares
by_sizes = Line(by=Instance(simplex_bound, {decay: sp.sqrt(n) * v, feature_decay: u}))
peeled = Line(
    Inequality(mean_loss, ">=", constant - (v * weights / u + u * features / (n * v)) / (2 * scale)),
    by=Combination(above_alignment, (by_sizes, 1 / (n * scale * u * v))),
)

layer_peeled = Theorem(
    "unconstrained-features/layer-peeled",
    title="Squared norms of layer and features bound the mean cross-entropy from below",
    concludes=peeled.says,
    proof=[*TO_SIMPLEX, by_sizes, peeled],
    source=PEELED,
    note="For every margin $m$ and all sizes $u$ and $v$; which are the best ones says "
    "unconstrained-features/peeled-bound.",
)

X, Y = nonnegative("X Y")
SMALL_LAYER, SMALL_FEATURES = K * u**2 >= X, K * n * v**2 >= Y
AHEAD = sp.Eq((K - 1) * margin, K * u * v, evaluate=False)
corner = Line(
    Inequality(constant - (v * X / u + u * Y / (n * v)) / (2 * scale), ">=", sp.log(scale) - margin),
    by=Combination((SMALL_LAYER, v / (2 * u * scale)), (SMALL_FEATURES, u / (2 * n * v * scale)), (AHEAD, 1 / scale)),
)

peeled_bound = Theorem(
    "unconstrained-features/peeled-bound",
    title="With bounded norms no cross-entropy is below that of a simplex of that size",
    concludes=corner.says,
    hypotheses=[SMALL_LAYER, SMALL_FEATURES, AHEAD],
    proof=[corner],
    source=PEELED,
    uses=[layer_peeled, at_corner],
    note="$X$ and $Y$ are the squared norms of layer and features, whose rows and columns have squared norms of at "
    "most $u^2$ and $v^2$ in the mean; the margin is $m = K u v/(K - 1)$. Classes are of one size; else it does not "
    "hold.",
)
