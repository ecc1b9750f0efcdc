"""1. Functions: indicators of a balanced partition, quality and utilization, effective dimension."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, Orthogonal, SemiOrthogonal, group, identity, matrix, trace, written
from ...language.quantities import quantity
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total
from .letters import (
    AS_THESIS,
    REDERIVED,
    X2,
    C,
    Function,
    X,
    a2,
    centred,
    delta,
    i,
    indicator,
    inner,
    j,
    j2,
    k,
    l,
    one,
    projected,
)

indicators_orthogonal = Claim(
    "neural-collapse/indicators-orthogonal",
    title="Indicators of a balanced partition are orthogonal, of squared norm 1/C",
    statement=Identity(quantity("<f_i|f_j>", inner(indicator(i), indicator(j))), delta(i, j) / C),
    source=[thesis("2.2"), thesis("D.10"), richness_paper("36", AS_THESIS)],
    note="Hence at least $C$ orthogonal functions are needed to express the target.",
)

indicators_partition = Claim(
    "neural-collapse/indicators-partition",
    title="Indicators of a partition add up to the constant function",
    statement=Identity(total(quantity("f_i(x)", indicator(i)(*X)), i), one(*X)),
    source=[thesis("D.10"), richness_paper("36", AS_THESIS)],
    note="Hence the constant lies in the learned function space of a network that fits the training set.",
)

class_measure = Claim(
    "neural-collapse/class-measure",
    title="Each class has measure 1/C",
    statement=Identity(quantity("<1|f_j>", inner(one, indicator(j))), 1 / C),
    source=[thesis("D.10"), richness_paper("36", AS_THESIS)],
)

orthogonal_to_constant = Claim(
    "neural-collapse/orthogonal-to-the-constant",
    title="C f_j - 1 is orthogonal to the constant function",
    statement=Identity(quantity("<1|C f_j - 1>", inner(one, centred(j))), 0),
    source=[thesis("D.11"), richness_paper("37", REDERIVED)],
    uses=[class_measure],
)

e, g, h = families("e g h")


def of_sample(family: Any) -> Function:
    """Any function on the training set."""
    return lambda y, r: family[y, r]


quality = Claim(
    "neural-collapse/quality",
    title="The quality of a feature is the sum of its squared overlaps with the target's entries",
    statement=Identity(
        quantity("<e|P[e]>", inner(of_sample(e), projected(of_sample(e)))) / C,
        total(quantity("<e|f_i>", inner(of_sample(e), indicator(i))) ** 2, i),
    ),
    source=[thesis("2.3"), thesis("2.4"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
    note="For any function $e$. (2.4) adds this up over the first $k$ features.",
)

projection_idempotent = Claim(
    "neural-collapse/projection-idempotent",
    title="Projecting twice is projecting once",
    statement=Identity(
        quantity("P[P[g]]", projected(projected(of_sample(g), j2, X2))(*X)),
        quantity("P[g]", projected(of_sample(g))(*X)),
    ),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
)

projection_symmetric = Claim(
    "neural-collapse/projection-symmetric",
    title="The projection onto the target function space is symmetric",
    statement=Identity(
        quantity("<g|P[h]>", inner(of_sample(g), projected(of_sample(h)))),
        quantity("<P[g]|h>", inner(projected(of_sample(g)), of_sample(h))),
    ),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
)

projection_keeps = Claim(
    "neural-collapse/projection-keeps-the-target",
    title="The projection keeps every combination of the target's entries",
    statement=Identity(projected(lambda y, r: total(g[i] * delta(y, i), i))(*X), total(g[i] * delta(X[0], i), i)),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
)

# Functions as rows: E holds the first k eigenfunctions, G the C functions sqrt(C) f_i, both orthonormal; H an
# orthonormal basis of the learned function space.  There are N samples; N need not be C m.

K, N = natural("k N")
E, G, H = matrix("E", K, N), matrix("G", C, N), matrix("H", C, N)
ROWS = "Functions are rows: $E$ of the first $k$ eigenfunctions, $G$ of $sqrt(C) f_i$, each set orthonormal."
LEARNED = "Functions are rows: $E$ of the eigenfunctions, $H$ of an orthonormal basis of the learned function space."

quality_shortfall = Claim(
    "neural-collapse/quality-shortfall",
    title="The cumulative quality falls short of one by the part of the target that the features miss",
    statement=MatrixIdentity(
        C - trace(E * G.T * G * E.T),
        trace(group(written(G, -G * E.T * E)) * group(written(G, -G * E.T * E)).T),
    ),
    hypotheses=[SemiOrthogonal(E), SemiOrthogonal(G)],
    source=[thesis("2.4"), richness_paper("5", AS_THESIS)],
    uses=[quality],
    note=f"{ROWS} The trace on the left is $C$ times the cumulative quality; the right-hand side is a sum of squares, "
    "so that the cumulative quality is at most 1 (Bessel). It is at least 0, being a sum of squares itself.",
)

overlaps = families("o")
up_to_k = index("j", K)

cumulative_printed = Claim(
    "neural-collapse/cumulative-index-printed",
    title="The cumulative quality of the first k features, with the printed index",
    statement=Identity(
        total(quantity("Q_k", total(overlaps[K, i] ** 2, i)), up_to_k),
        total(overlaps[up_to_k, i] ** 2, up_to_k, i),
    ),
    source=[thesis("2.4"), thesis("2.5")],
    erratum=Erratum(
        "slip",
        "The sums run over $j$, but the summand is printed with the index $k$: as it stands the cumulative quality is "
        "$k$ times the quality of the $k$-th feature. The second equality of (2.4), and (1.32), have the right index.",
        printed=r"\Pi^*(k) := \sum_{j=1}^k Q_k^* = \sum_{j=1}^k \sum_{i=1}^C \langle e_j | f_i^* \rangle^2.",
        mark="Q_k^*",
        right=r"\Pi^*(k) := \sum_{j=1}^k Q_j^* = \sum_{j=1}^k \sum_{i=1}^C \langle e_j | f_i^* \rangle^2.",
    ),
    note="$o_ji$ is $<e_j|f_i>$, so that $Q_j$ is the sum of $o_ji^2$ over $i$. (2.5) has the same index for the "
    "utilization.",
)

cumulative = Claim(
    "neural-collapse/cumulative-index",
    title="The cumulative quality adds up the qualities of the first k features",
    statement=Identity(
        total(quantity("Q_j", total(overlaps[up_to_k, i] ** 2, i)), up_to_k),
        total(overlaps[up_to_k, i] ** 2, up_to_k, i),
    ),
    source=[thesis("2.4"), thesis("2.5"), richness_paper("5", AS_THESIS)],
    uses=[quality],
    corrects=cumulative_printed,
)

share = families("c")
element = quantity("<e_k|P[e_k]>", share[k] ** 2 / total(share[l] ** 2, l))
some_share = [total(share[l] ** 2, l) > 0]
ONE_ENTRY = (
    "For a learned function space of one dimension, spanned by $f = sum_k c_k e_k$: then $P$ is $|f><f| / <f|f>$, and "
    "$<e_k|P[e_k]> = c_k^2 / sum_l c_l^2$."
)

utilization_printed = Claim(
    "neural-collapse/utilization-printed",
    title="All features together use the whole learned function, with the printed square",
    statement=Identity(total(element**2, k), 1),
    hypotheses=some_share,
    source=[thesis("2.5")],
    erratum=Erratum(
        "consequential",
        "The matrix element of a projection is squared; (2.3) divides the same matrix element by the dimension without "
        "a square, and for a scalar function (1.31) has no second square either.",
        "The range 0 to 1 and $D_eff$ at an MP-operator survive, as 0 and 1 are their own squares; but $Pi(p) = 1$, "
        "stated below the equation, fails as soon as one eigenfunction lies only partly in the space.",
        printed=r"\hat{Q}_k = \frac{\langle e_k | P_{\hat{\mathcal{H}}}[e_k] \rangle^2}{\dim(\hat{\mathcal{H}})}, "
        r"\quad \hat{\Pi}(k) = \sum_{j=1}^k \hat{Q}_k.",
        mark=r"\langle e_k | P_{\hat{\mathcal{H}}}[e_k] \rangle^2",
        right=r"\hat{Q}_k = \frac{\langle e_k | P_{\hat{\mathcal{H}}}[e_k] \rangle}{\dim(\hat{\mathcal{H}})}, \quad "
        r"\hat{\Pi}(k) = \sum_{j=1}^k \hat{Q}_j.",
    ),
    note=ONE_ENTRY,
)

utilization_sum = Claim(
    "neural-collapse/utilization-adds-up-to-one",
    title="All features together use the whole learned function",
    statement=Identity(total(element, k), 1),
    hypotheses=some_share,
    source=[thesis("2.5"), richness_paper("5", AS_THESIS)],
    corrects=utilization_printed,
    note=f"{ONE_ENTRY} Without the square.",
)

utilization_sum_any_dimension = Claim(
    "neural-collapse/utilization-adds-up-to-one-in-any-dimension",
    title="The cumulative utilization of all features is one, for any number of classes",
    statement=MatrixIdentity(trace(E * H.T * H * E.T), C),
    hypotheses=[SemiOrthogonal(H), Equal(H * E.T * E, H)],
    source=[thesis("2.5"), richness_paper("5", AS_THESIS)],
    corrects=utilization_printed,
    note=f"{LEARNED} The hypothesis $H E^T E = H$ says that the learned function is a combination of the features.",
)

utilization_needs_span = Claim(
    "neural-collapse/utilization-of-a-function-with-a-bias",
    title="The cumulative utilization of all features is one for every learned function",
    statement=MatrixIdentity(trace(E * H.T * H * E.T), C),
    hypotheses=[SemiOrthogonal(H), SemiOrthogonal(E)],
    expected="REFUTED",
    note=f"{LEARNED} Shown to be false, so that the learned function must lie in the span of the features: with a bias "
    "(D.1) it does if the constant is one of their combinations, as observed. It accuses no line.",
)

overlap = real("q")

square_in_range = Claim(
    "neural-collapse/square-stays-in-range",
    title="The square of an overlap between 0 and 1 is at most the overlap",
    statement=Inequality(overlap**2, "<=", overlap),
    hypotheses=[overlap >= 0, overlap <= 1],
    source=[thesis("2.5")],
    note="Hence even with the printed square the cumulative utilization stays between 0 and 1.",
)

# Effective dimension.


def effective_dimension(intensity: sp.Expr, first: sp.Idx, second: sp.Idx) -> sp.Expr:
    """(1.16), the exponential of the entropy, of equal intensities."""
    part = intensity / total(intensity, second)
    return quantity("D_eff", sp.exp(-total(part * sp.log(part), first)))


level = positive("rho")
dimension_printed = Claim(
    "neural-collapse/dimension-of-a-projection-printed",
    title="A projection with C equal eigenvalues has the effective dimension 10, as printed",
    statement=Identity(effective_dimension(level, i, j), 10),
    source=[thesis("Section 2.3.1")],
    erratum=Erratum(
        "slip",
        "The sentence is about $C$ equal eigenvalues and $C$ eigenfunctions, but gives both effective dimensions as "
        "10, the number of classes of the data sets in the figures.",
        "None: (2.7) has $C$.",
        printed=r"The projection operator has C equal eigenvalues ($D_{eff}(\rho) = 10$) and C (degenerate) "
        r"eigenfunctions ($D_{eff}(\hat{Q}) = 10$).",
        mark=r"$D_{eff}(\rho) = 10$",
        right=r"The projection operator has C equal eigenvalues ($D_{eff}(\rho) = C$) and C (degenerate) "
        r"eigenfunctions ($D_{eff}(\hat{Q}) = C$).",
        sentence=True,
    ),
)

dimension = Claim(
    "neural-collapse/dimension-of-a-projection",
    title="A projection with C equal eigenvalues has the effective dimension C",
    statement=Identity(effective_dimension(level, i, j), C),
    source=[thesis("Section 2.3.1"), thesis("2.7")],
    corrects=dimension_printed,
    note="Of the intensities, and of the utilizations $1/C$ of the $C$ eigenfunctions that span the learned functions.",
)

first_features, turned = matrix("E_C", C, N), matrix("O", C, C)
utilization_of_projection = Claim(
    "neural-collapse/utilizations-of-a-projection",
    title="Each of the C eigenfunctions that span the learned functions has the utilization 1/C",
    statement=MatrixIdentity(first_features * H.T * H * first_features.T / C, identity(C) / C),
    hypotheses=[SemiOrthogonal(first_features), Orthogonal(turned), Equal(H, turned * first_features)],
    source=[thesis("2.7"), thesis("Section 2.3.1")],
    uses=[dimension],
    note="$E_C$ has the first $C$ eigenfunctions in its rows, and $H$, an orthonormal basis of the learned functions, "
    "spans the same. The utilizations (2.5), without the printed square, are the diagonal; the others are zero, as "
    "eigenfunctions are orthogonal. So both effective dimensions are $C$.",
)

h_first, h_second = index("i", C - 1), index("j", C - 1)
dimension_without_first = Claim(
    "neural-collapse/dimension-without-the-first",
    title="Without the first intensity and with a dimension instead, the effective dimension of an MP-operator is C",
    statement=Identity(1 + effective_dimension(a2, h_first, h_second), C),
    hypotheses=[C >= 2],
    source=[thesis("2.6"), thesis("2.7"), richness_paper("9", AS_THESIS)],
    note=(
        "This holds whatever the constant's eigenvalue is, which is why (2.6) treats it separately. The other $C - 1$ "
        "are $a_2$."
    ),
)

part = real("x")
entropy_term = Claim(
    "neural-collapse/entropy-terms-are-not-negative",
    title="No term of the entropy is negative",
    statement=Inequality(-part * sp.log(part), ">=", 0),
    hypotheses=[part > 0, part <= 1],
    source=[thesis("Table 2.1")],
    note="Hence (1.16) is at least 1 and (2.6) at least 2: the values 1.6 and 1.2 of $D_eff(rho)$ in the table are by "
    "(1.16), as the footnote to the table says.",
)
