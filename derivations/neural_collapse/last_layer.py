"""6. The last layer: NC3 and NC4 with the least weights, and what fails for others."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, SemiOrthogonal, matrix
from ...language.quantities import quantity
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, total
from .class_means import MP_FEATURES, global_orthogonal, lemma
from .letters import (
    AS_THESIS,
    X1,
    C,
    X,
    a1,
    a2,
    centred,
    delta,
    expect,
    i,
    indicator,
    j,
    j1,
    j2,
    k,
    mp_kernel,
    one,
    p,
    product,
    scaled,
)
from .mp_operator import cka_shift, mp_kernel_form, w
from .simplex import Q, complement, q_, simplex_anywhere
from .translation import product_by_operator

dual_weights = Claim(
    "neural-collapse/last-layer-of-centred-means",
    title="The weights (mu_i - mu_g)/(a_2 C) with the biases 1/C give the indicators",
    statement=Identity(
        quantity("Phi(x)^T (mu_i - mu_g)", expect(mp_kernel(X, X1) * centred(i)(*X1), X1)) / (a2 * C) + 1 / C,
        quantity("f_i(x)", indicator(i)(*X)),
    ),
    source=[thesis("D.1"), thesis("D.8"), position_paper("61"), position_paper("67"), richness_paper("28", AS_THESIS)],
    uses=[lemma],
    note=f"{MP_FEATURES} So a last layer that is dual to the features exists: NC3 is possible.",
)

# The simplex B = (I - w^T w) Q: C orthonormal rows Q, projected.  I - w^T w is a projection, so that B^T B =
# Q^T (I - w^T w) Q is the projection onto the span of the simplex.

W = matrix("W", C, p)
SIMPLEX = (SemiOrthogonal(w), SemiOrthogonal(Q), C >= 2)
FITS = Equal(W * Q.T * complement, complement)
FRAME = (
    "The rows of $B = (I - w^T w) Q$ are the centred class means over $sqrt(a_2 C)$, those of $W$ the weights times "
    "$sqrt(a_2 C)$. With biases $1/C$ the outputs are the indicators if $W B^T = I - w^T w$. Nothing but the length "
    "of $w$ is used."
)

dual = Claim(
    "neural-collapse/nc3",
    title="NC3: weights that fit and lie in the span of the centred means are the centred means",
    statement=MatrixIdentity(W, complement * Q),
    hypotheses=[*SIMPLEX, FITS, Equal(W * Q.T * complement * Q, W)],
    source=[thesis("D.8"), position_paper("67"), richness_paper("28", AS_THESIS), position_paper("Section F.2", None)],
    uses=[dual_weights, simplex_anywhere],
    note=f"{FRAME} Weights of least norm have no part orthogonal to the centred means, $W B^T B = W$: this is what "
    "gradient flow from zero, weight decay, or least squares grant.",
)

dual_of_any = Claim(
    "neural-collapse/nc3-of-any-last-layer",
    title="NC1 and NC2 imply NC3 for every last layer that fits",
    statement=MatrixIdentity(W, complement * Q),
    hypotheses=[*SIMPLEX, FITS],
    expected="REFUTED",
    note=f"{FRAME} Shown to be false: a vector orthogonal to all centred means may be added to a weight. Section 2.5.2 "
    "says that NC3 and NC4 follow from NC1 and NC2 by a cited theorem; what that theorem supposes of the last layer "
    "is not repeated there, and the position paper says it in words (Section F.2). It accuses no line.",
)

no_bias_weights = Claim(
    "neural-collapse/last-layer-without-a-bias",
    title="Without a bias other weights in the span of the features give the indicators",
    statement=Identity(
        expect(mp_kernel(X, X1) * (C * delta(X1[0], i) - a1 / (a1 + a2)), X1) / (a2 * C), indicator(i)(*X)
    ),
    uses=[mp_kernel_form],
    note=f"{MP_FEATURES} The weights are $(mu_i - a_1/(a_1 + a_2) mu_g)/(a_2 C)$, those of least norm without a bias.",
)

no_bias_not_dual = Claim(
    "neural-collapse/last-layer-without-a-bias-is-not-dual",
    title="Without a bias each weight of least norm has a part along the global mean",
    statement=Identity(product(one, lambda y, r: C * delta(y, i) - a1 / (a1 + a2)) / (a2 * C), 1 / C),
    source=thesis("D.8"),
    uses=[no_bias_weights, global_orthogonal],
    note=f"{MP_FEATURES} A centred class mean has none: NC3 as in (D.8) needs the bias of (D.1).",
)

equal_norms = Claim(
    "neural-collapse/products-of-class-means-mp",
    title="All class means have one length and one angle",
    statement=Identity(quantity("mu_i^T mu_j", product(scaled(i), scaled(j))), a1 + a2 * C * delta(i, j)),
    source=[thesis("2.17"), thesis("D.17")],
    uses=[product_by_operator, mp_kernel_form],
    note=MP_FEATURES,
)

shape_printed = Claim(
    "neural-collapse/output-shape-printed",
    title="w_i Phi(x) with columns w_i and Phi(x): the columns of one are as many as the rows of the other",
    statement=Identity(1, p),
    source=[thesis("D.9")],
    erratum=Erratum(
        "slip",
        "The appendix takes $w_i$ and $Phi(x)$ as columns of $p$ entries, whose product $w_i Phi(x)$ is not defined "
        "for $p > 1$; $w_i^T Phi(x)$ is meant, as in (D.1).",
        printed=r"\arg \max_i w_i \Phi(x) + b_i \rightarrow \arg \min_i \|\Phi(x) - \mu_i\|_2",
        mark=r"w_i \Phi(x)",
        right=r"\arg \max_i w_i^T \Phi(x) + b_i \rightarrow \arg \min_i \|\Phi(x) - \mu_i\|_2",
    ),
    note="The statement compares the sizes of the two sides.",
)

point, centre, bias = families("z mu b")


def output(label: sp.Expr) -> sp.Expr:
    """``w_i^T Phi + b`` with ``w_i = (mu_i - mu_g)/(a_2 C)``, at any feature vector z."""
    return total((centre[k, label] - total(centre[k, j2], j2) / C) * point[k], k) / (a2 * C) + 1 / C


def distance(label: sp.Expr) -> sp.Expr:
    """The squared distance of z from a class mean."""
    return quantity(f"|z - mu_{label.name}|^2", total((point[k] - centre[k, label]) ** 2, k))


def length(label: sp.Expr) -> sp.Expr:
    """The squared length of a class mean."""
    return quantity(f"|mu_{label.name}|^2", total(centre[k, label] ** 2, k))


nearest = Claim(
    "neural-collapse/nc4",
    title="NC4: at any point, the outputs are ordered like the distances to the class means",
    statement=Identity(
        distance(j) - length(j) - (distance(i) - length(i)),
        2 * a2 * C * (quantity("f_i", output(i)) - quantity("f_j", output(j))),
    ),
    source=[thesis("D.9"), position_paper("68"), richness_paper("29", AS_THESIS)],
    uses=[dual_weights, equal_norms],
    corrects=shape_printed,
    note="For any feature vector $z$, on the training set or not, with the last layer of NC3. The class means have "
    "one length, so that the left-hand side is the difference of squared distances.",
)

# What NC does not imply: features e_y + v of class y, in p = C dimensions.

offset = families("v")


def shifted_mean(label: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Entry q of the class mean; all features of a class are equal to it."""
    return delta(q, label) + offset[q]


shifted_global = total(shifted_mean(j1, q_), j1) / C
shifted_simplex = Claim(
    "neural-collapse/shifted-features-form-a-simplex",
    title="Orthonormal class features with a vector added to all of them meet NC2",
    statement=Identity(
        total((shifted_mean(i, q_) - shifted_global) * (shifted_mean(j, q_) - shifted_global), q_), delta(i, j) - 1 / C
    ),
    source=thesis("Section 2.5.3"),
    uses=[cka_shift],
    note="They meet NC1 too, as all features of a class are equal.",
)

shifted_not_mp = Claim(
    "neural-collapse/nc-does-not-imply-mp",
    title="NC1 and NC2 make the global mean orthogonal to the centred class means",
    statement=Identity(total(shifted_global * (shifted_mean(j, q_) - shifted_global), q_), 0),
    uses=[shifted_simplex, global_orthogonal],
    expected="REFUTED",
    note="False in general, which shows that the MP condition is stricter than NC even on the training set, as "
    "Section 2.5.3 says. The centred operators agree: $kappa$ is 0 here too.",
)
