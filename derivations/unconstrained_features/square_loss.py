"""2. The square loss: its least value, how far from collapse a larger one can be, and where it is reached."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, positive, total
from ...language.theorems import AllOf, Combination, Follows, Instance, Line, Minimum, Summed, Theorem
from .letters import (
    FRAME,
    SIMPLEX,
    K,
    a,
    b,
    decay,
    feature_decay,
    h,
    i,
    k,
    l,
    n,
    norms,
    output,
    same,
    w,
)
from .norms import (
    TO_FRAME,
    TO_SIMPLEX,
    frame_bound,
    middles,
    scattered,
    simplex_bound,
    to_all_centred,
    to_all_means,
    to_centred_means,
    to_means,
    within,
)

share = 1 - K * sp.sqrt(n) * decay * feature_decay  # what an output reaches of its label
least, least_with_bias = (1 - share**2) / 2, (1 - 1 / K) * (1 - share**2) / 2
half, per_sample = sp.Rational(1, 2), 1 / (2 * K * n)
NAMES = {sp.Symbol("s", real=True): share}


def objective(outputs: sp.Expr) -> sp.Expr:
    """Half the mean square error over all samples, and half the weighted squares of layer and features."""
    return total((outputs - same) ** 2, k, l, i) * per_sample + norms


def bounds(excess: sp.Expr, *parts: tuple[sp.Expr, sp.Expr, Line]) -> list[Line]:
    """For each part of the excess, that its weight times it is at most the whole, since the others are squares."""
    squares = [(line, weight) for _, weight, line in parts]
    return [
        Line(
            Inequality(weight * part, "<=", excess),
            by=Combination(*(term for at, term in enumerate(squares) if at != place)),
        )
        for place, (part, weight, _) in enumerate(parts)
    ]


# -- Without bias: an orthogonal frame ---------------------------------------------------------------------------------

plain, with_bias = objective(output(k)), objective(output(k) + b[k])
from_frame = output(k) - share * same
from_simplex = output(k) + b[k] - share * (same - 1 / K) - 1 / K


def all_samples(of: Claim | Line) -> list[Line]:
    """Its sum over outputs, classes and samples: the last of these lines."""
    over_k = Line(by=Summed(of, k))
    over_l = Line(by=Summed(over_k, l))
    return [over_k, over_l, Line(by=Summed(over_l, i))]


to_frame = Claim(
    "unconstrained-features/output-against-frame",
    title="An output's squared distance from the share s of its label",
    statement=Inequality(from_frame**2, ">=", 0),
    source=FRAME,
)

to_simplex = Claim(
    "unconstrained-features/output-against-simplex",
    title="With biases: an output's squared distance from a corner of the simplex of the size s",
    statement=Inequality(from_simplex**2, ">=", 0),
    source=SIMPLEX,
)

excess = Claim(
    "unconstrained-features/excess-loss",
    title="What the loss is above its least value is how far the outputs, the layer and the features are from collapse",
    statement=Identity(
        plain - least,
        total(from_frame**2, k, l, i) * per_sample
        + total(to_means**2, l, a) / 2
        + feature_decay**2 * total(within**2, a, l, i) / 2,
    ),
    where=NAMES,
    source=FRAME,
    note=r"Exact, for all layers and features; $s = 1 - K \sqrt{n} \lambda \mu$. The three squares are what neural "
    "collapse says of the outputs, of the duality of layer and class means, and of the scatter within classes.",
)

excess_with_bias = Claim(
    "unconstrained-features/excess-loss-with-bias",
    title="With biases that cost nothing, the excess loss is how far outputs, layer and features are from a simplex",
    statement=Identity(
        with_bias - least_with_bias,
        total(from_simplex**2, k, l, i) * per_sample
        + total(to_centred_means**2, l, a) / 2
        + feature_decay**2 * total(within**2, a, l, i) / 2
        + feature_decay**2 / (2 * n * K) * total(total(h[a, l, i], l, i) ** 2, a),
    ),
    where=NAMES,
    source=SIMPLEX,
)

sums = all_samples(to_frame)
no_less = Line(Inequality(plain, ">=", least), by=Combination(frame_bound, (sums[-1], per_sample)))
near_frame = bounds(
    plain - least,
    (total(from_frame**2, k, l, i), per_sample, sums[-1]),
    (total(to_means**2, l, a), half, to_all_means),
    (total(within**2, a, l, i), feature_decay**2 / 2, scattered),
)

frame_is_least = Theorem(
    "unconstrained-features/near-the-frame",
    title="The square loss is at least (1 - s^2)/2, and bounds how far outputs, layer and features are from collapse",
    concludes=AllOf(no_less.says, *(line.says for line in near_frame)),
    proof=[*sums, *TO_FRAME, no_less, *near_frame],
    where=NAMES,
    source=FRAME,
    note="For every layer and all features, not only at a minimum: where the loss is the least, features of a class "
    "coincide, the layer is a multiple of the class means, and each output is $s$ for the right class, and zero for "
    "the others.",
)

sums_with_bias = all_samples(to_simplex)
no_less_with_bias = Line(
    Inequality(with_bias, ">=", least_with_bias), by=Combination(simplex_bound, (sums_with_bias[-1], per_sample))
)
near_simplex = bounds(
    with_bias - least_with_bias,
    (total(from_simplex**2, k, l, i), per_sample, sums_with_bias[-1]),
    (total(to_centred_means**2, l, a), half, to_all_centred),
    (total(within**2, a, l, i), feature_decay**2 / 2, scattered),
    (total(total(h[a, l, i], l, i) ** 2, a), feature_decay**2 / (2 * n * K), middles),
)

simplex_is_least = Theorem(
    "unconstrained-features/near-the-simplex",
    title="With biases the loss is at least (1 - 1/K)(1 - s^2)/2, and bounds the distance from a simplex",
    concludes=AllOf(no_less_with_bias.says, *(line.says for line in near_simplex)),
    proof=[*sums_with_bias, *TO_SIMPLEX, no_less_with_bias, *near_simplex],
    where=NAMES,
    source=SIMPLEX,
    note="Where the loss is the least the class means sum to zero, too: the layer and the means are a simplex "
    "equiangular tight frame, since the outputs are a multiple of $delta_kl - 1/K$.",
)

# -- Where it is reached.  A frame e of the size rho; lambda is what makes it the right size. --------------------------

e = families("e")
rho = positive("rho")
balanced = 1 / (sp.sqrt(n) * feature_decay * (K + rho**2))  # lambda
reached = rho**2 / (K + rho**2)  # s
overlap = total(e[k, a] * e[l, a], a)
ORTHONORMAL = ForAll((k, l), sp.Eq(overlap, same, evaluate=False))
layer_there, feature_there = rho * sp.sqrt(n) * feature_decay * e[k, a], rho * balanced * e[l, a]
at_decay = plain.subs(decay, balanced)
there = (
    total((total(layer_there * feature_there, a) - same) ** 2, k, l, i) * per_sample
    + (balanced**2 * total(layer_there**2, k, a) + feature_decay**2 * total(feature_there**2, a, l, i)) / 2
)

least_there = Line(by=Instance(no_less, {decay: balanced}))
at_frame = Line(
    Identity((reached * overlap - same) ** 2, (reached - 1) ** 2 * same**2),
    by=Combination((ORTHONORMAL, reached * (reached * overlap + reached * same - 2 * same))),
)
at_frames = all_samples(at_frame)
unit = Line(by=Instance(ORTHONORMAL, {l: k}))
units = Line(by=Summed(unit, k))
value_there = Line(
    Identity(there, least.subs(decay, balanced)),
    by=Combination((at_frames[-1], per_sample), (units, rho**2 * n * feature_decay**2 * balanced**2)),
)
minimal = Line(Inequality(at_decay, ">=", there), by=Combination(least_there, (value_there, -1)))

frame_minimises = Theorem(
    "unconstrained-features/frame-is-a-minimiser",
    title="An orthonormal frame of the right size, each feature along its class's row, is a global minimum",
    concludes=Minimum(at_decay, {w[k, a]: layer_there, h[a, l, i]: feature_there}),
    hypotheses=[ORTHONORMAL],
    proof=[*sums, *TO_FRAME, no_less, least_there, at_frame, *at_frames, unit, units, value_there, minimal],
    source=FRAME,
    note=r"$e$ are $K$ orthonormal vectors, so that there are no fewer dimensions than classes. The size $\rho$ is "
    r"that at which $\lambda \sqrt{n} \mu (K + \rho^2) = 1$: there is one as long as $K \sqrt{n} \lambda \mu < 1$.",
)

# -- Too much weight decay: nothing is learned -------------------------------------------------------------------------

ratio = 1 / (K * sp.sqrt(n) * decay * feature_decay)  # of what an alignment gains to what it costs
squared_output = Claim(
    "unconstrained-features/squared-output",
    title="The square of an output",
    statement=Inequality(output(k) ** 2, ">=", 0),
    source=FRAME,
)

TOO_MUCH = K * sp.sqrt(n) * decay * feature_decay >= 1
no_norms = Line(Inequality(norms, ">=", 0), by=Follows())
outputs = all_samples(squared_output)
nothing_learned = Line(
    Inequality(plain, ">=", sp.Rational(1, 2)),
    by=Combination((frame_bound, ratio), (outputs[-1], per_sample), (no_norms, 1 - ratio)),
)

nothing_is_learned = Theorem(
    "unconstrained-features/too-much-weight-decay",
    title="Where the weight decays leave no positive s, no loss is below that of zero: nothing is learned",
    concludes=nothing_learned.says,
    hypotheses=[TOO_MUCH],
    proof=[*TO_FRAME, *outputs, no_norms, nothing_learned],
    source=FRAME,
    note="With a layer and features of zero the loss is $1/2$.",
)
