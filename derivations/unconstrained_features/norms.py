"""1. What the norms are worth: together they are at least the alignment of the outputs with the labels."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import SemiOrthogonal, group, matrix, trace, written
from ...language.statements import Inequality
from ...language.statements.matrices import MatrixIdentity
from ...language.statements.matrix_order import MatrixInequality
from ...language.symbols import natural, total
from ...language.theorems import Combination, Line, Summed, Theorem
from .letters import (
    FRAME,
    SIMPLEX,
    ZHU,
    K,
    a,
    d,
    decay,
    feature_decay,
    h,
    i,
    k,
    l,
    n,
    norms,
    of_all,
    of_class,
    output,
    same,
    w,
)

worth = decay * feature_decay / sp.sqrt(n)  # of a unit of alignment

# -- Matrices of every size: J holds the labels in its columns, over sqrt(n), so that J J^T = I ----------------------

N = natural("N")
W, H, J = matrix("W", K, d), matrix("H", d, N), matrix("J", K, N)


def square(of: sp.MatrixExpr) -> sp.Expr:
    """The sum of the squares of the entries."""
    return trace(group(of) * group(of).T)


completed = Claim(
    "unconstrained-features/norms-less-alignment",
    title="The norms exceed the alignment by two squares: layer against class means, features against class means",
    statement=MatrixIdentity(
        decay**2 * square(W) + feature_decay**2 * square(H) - 2 * decay * feature_decay * trace(J.T * W * H),
        square(written(decay * W, -feature_decay * J * H.T)) + feature_decay**2 * square(written(H, -H * J.T * J)),
    ),
    hypotheses=[SemiOrthogonal(J)],
    source=[ZHU, FRAME],
    note=r"$J$ has a row for each class, with $1/\sqrt{n}$ at its $n$ samples. $H J^\top J$ has the class mean in the "
    "place of each feature. $\\Lambda$ and $\\mu$ are square roots of the two weight decays.",
)

bound = Claim(
    "unconstrained-features/alignment-bound",
    title="The norms are at least the alignment, whichever directions of the outputs it is measured along",
    statement=MatrixInequality(
        decay**2 * square(W) + feature_decay**2 * square(H),
        ">=",
        2 * decay * feature_decay * trace(J.T * W * H),
    ),
    hypotheses=[SemiOrthogonal(J)],
    source=[ZHU, FRAME],
    uses=[completed],
    note="The largest alignment of all such $J$ is the sum of the singular values of $W H$: so this is the "
    "variational form of the nuclear norm.",
)

# -- Entry by entry ----------------------------------------------------------------------------------------------------

to_means = decay * w[l, a] - feature_decay / sp.sqrt(n) * of_class
to_centred_means = decay * w[l, a] - feature_decay / sp.sqrt(n) * (of_class - of_all / K)
within = h[a, l, i] - of_class / n

means = Claim(
    "unconstrained-features/layer-against-means",
    title="The last layer's squared distance from the class means",
    statement=Inequality(to_means**2, ">=", 0),
    source=FRAME,
)

centred_means = Claim(
    "unconstrained-features/layer-against-centred-means",
    title="The last layer's squared distance from the centred class means",
    statement=Inequality(to_centred_means**2, ">=", 0),
    source=SIMPLEX,
)

scatter = Claim(
    "unconstrained-features/feature-against-mean",
    title="A feature's squared distance from its class mean",
    statement=Inequality(within**2, ">=", 0),
    source=FRAME,
)

middle = Claim(
    "unconstrained-features/squared-mean-feature",
    title="The square of the sum of all features",
    statement=Inequality(of_all**2, ">=", 0),
    source=SIMPLEX,
)

over_l, over_mean_l = Line(by=Summed(means, l)), Line(by=Summed(centred_means, l))
to_all_means, to_all_centred = Line(by=Summed(over_l, a)), Line(by=Summed(over_mean_l, a))
over_i = Line(by=Summed(scatter, i))
over_classes = Line(by=Summed(over_i, l))
scattered = Line(by=Summed(over_classes, a))
middles = Line(by=Summed(middle, a))

own_alignment = total(w[l, a] * h[a, l, i], a, l, i)
centred_alignment = total((same - 1 / K) * output(k), k, l, i)

frame_bound = Line(
    Inequality(norms, ">=", worth * own_alignment),
    by=Combination((to_all_means, sp.Rational(1, 2)), (scattered, feature_decay**2 / 2)),
)
simplex_bound = Line(
    Inequality(norms, ">=", worth * centred_alignment),
    by=Combination(
        (to_all_centred, sp.Rational(1, 2)),
        (scattered, feature_decay**2 / 2),
        (middles, feature_decay**2 / (2 * n * K)),
    ),
)
SCATTERED = [over_i, over_classes, scattered]
TO_FRAME = [over_l, to_all_means, *SCATTERED, frame_bound]
TO_SIMPLEX = [over_mean_l, to_all_centred, *SCATTERED, middles, simplex_bound]

norms_bound_outputs = Theorem(
    "unconstrained-features/norms-bound-own-outputs",
    title="The norms of layer and features are at least a multiple of the outputs for the samples' own classes",
    concludes=frame_bound.says,
    proof=TO_FRAME,
    source=FRAME,
    note="For every number of classes, dimensions and samples of a class.",
)

norms_bound_margins = Theorem(
    "unconstrained-features/norms-bound-margins",
    title="The norms are at least a multiple of what the own outputs are above the mean output of their sample",
    concludes=simplex_bound.says,
    proof=TO_SIMPLEX,
    source=[ZHU, SIMPLEX],
)
