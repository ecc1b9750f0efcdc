"""5. The MP-operator implies NC1, line by line: features of one class coincide."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, Symmetric, group, matrix, trace
from ...language.quantities import quantity
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, positive, total
from .class_means import MP_FEATURES, corollary, lemma
from .functions import N, indicators_orthogonal
from .letters import (
    AS_THESIS,
    REDERIVED,
    X1,
    X2,
    C,
    X,
    a2,
    centred,
    delta,
    expect,
    i,
    indicator,
    j,
    k,
    l,
    m,
    mp_kernel,
    n,
    p,
    product,
    scaled,
)
from .mp_operator import mp_kernel_form
from .translation import FEATURES, class_mean, feature, global_mean, mean_as_integral, within

# NC1, line by line.  V_k(x) stands for entry k of h_i(x) - mu_i and B_k(j) for entry k of mu_j - mu_g.

across = families("B")
factor = total(within[(k, *X)] * across[k, j], k)
projection = quantity("((h_i(x) - mu_i)^T (mu_j - mu_g))^2", factor**2)
trace_of_product = total(total(within[(k, *X)] * within[(l, *X)], *X) * total(across[l, j] * across[k, j], j), k, l)

trace_as_squares = Claim(
    "neural-collapse/nc1-trace",
    title="The trace of the product of both covariances is a sum of squares",
    statement=Identity(quantity("Tr(Sigma_W Sigma_b^T)", trace_of_product), total(projection, *X, j)),
    source=[thesis("2.10"), thesis("D.24"), thesis("D.25")],
    note="$V$ and $B$ stand for $h_i(x) - mu_i$ and $mu_j - mu_g$, any vectors; each sample belongs to one class.",
)

trace_with_prefactors = Claim(
    "neural-collapse/nc1-trace-of-covariances",
    title="The trace of the product of both covariances, with their prefactors",
    statement=Identity(
        total(
            quantity("Sigma_W,kl", total(within[(k, *X)] * within[(l, *X)], *X) / n)
            * quantity("Sigma_b,lk", total(across[l, j] * across[k, j], j) / C),
            k,
            l,
        ),
        total(factor**2, *X, j) / (n * C),
    ),
    source=[
        thesis("D.5"),
        richness_paper("34", AS_THESIS),
        *(richness_paper(str(number), REDERIVED) for number in (46, 47, 48)),
    ],
    uses=[trace_as_squares],
    note="$Sigma_W$ by (D.4) and $Sigma_b$ by (D.5); $V$ and $B$ stand for $h_i(x) - mu_i$ and $mu_j - mu_g$.",
)

mu = families("mu")


def along_means(value: sp.Expr, mean: sp.Expr = mu[k, i], spread: sp.Expr = across[k, j]) -> sp.Expr:
    """The inner product of a feature, less the mean of its class, with a centred class mean."""
    return total((value - mean) * spread, k)


in_class = along_means(feature(k, (i, X[1])))
of_class_feature = indicator(i)(*X) * feature(k, X)
by_indicator = along_means(of_class_feature)
OF_FEATURE, OF_CLASS = "((Phi(x) - mu_i)^T (mu_j - mu_g))^2", "((f_i(x) Phi(x) - mu_i)^T (mu_j - mu_g))^2"
of_class = quantity("f_i(x)", indicator(i)(*X))
class_means = (class_mean(i, k), class_mean(j, k) - global_mean(k))
ANY_MEANS = "For any features; $mu$ stands for the class means and $B$ for the centred ones, any vectors."

integral_printed = Claim(
    "neural-collapse/nc1-integral-printed",
    title="The sum over samples as an integral, as printed",
    statement=Identity(
        total(quantity(OF_FEATURE, along_means(feature(k, (i, X[1])), *class_means) ** 2), i, j, X[1]),
        total(
            expect(indicator(i)(*X) * quantity(OF_CLASS, along_means(of_class_feature, *class_means) ** 2)),
            i,
            j,
        ),
    ),
    source=[thesis("D.26")],
    erratum=Erratum(
        "consequential",
        "A sum over $n$ samples becomes an integral over their distribution, which is a mean: a factor $n$ is lost.",
        "(D.27) and (D.31) to (D.33) inherit it as values of NC1; the result, 0, does not depend on it.",
        printed=r"= \sum_{i,j} \int_{\mathcal{X}} \hat{f}_i(x) \left((\hat{f}_i(x) \Phi(x) - \mu_i)^T (\mu_j - \mu_g) "
        r"\right)^2 q(x) dx",
        mark=r"\sum_{i,j}",
        right=r"= n \sum_{i,j} \int_{\mathcal{X}} \hat{f}_i(x) \left((\hat{f}_i(x) \Phi(x) - \mu_i)^T (\mu_j - "
        r"\mu_g) \right)^2 q(x) dx",
    ),
    note="For any features, with their class means and centred class means.",
)

integral = Claim(
    "neural-collapse/nc1-integral",
    title="The sum over samples is n times an integral",
    statement=Identity(
        total(quantity(OF_FEATURE, in_class**2), i, j, X[1]),
        n * total(expect(indicator(i)(*X) * quantity(OF_CLASS, by_indicator**2)), i, j),
    ),
    source=[thesis("D.26")],
    uses=[trace_as_squares],
    corrects=integral_printed,
    note=ANY_MEANS,
)

indicator_dropped = Claim(
    "neural-collapse/nc1-indicator-dropped",
    title="Inside the integral the class feature map is the feature map",
    statement=Identity(
        total(expect(indicator(i)(*X) * quantity(OF_CLASS, by_indicator**2)), i, j),
        total(
            expect(indicator(i)(*X) * quantity(OF_FEATURE, total((feature(k, X) - mu[k, i]) * across[k, j], k) ** 2)),
            i,
            j,
        ),
    ),
    source=thesis("D.27"),
    uses=[integral],
    note=ANY_MEANS,
)

of_other = quantity("f_j(x)", indicator(j)(*X))

deviation = Claim(
    "neural-collapse/nc1-deviation",
    title="A feature's deviation from a class mean, along a centred class mean",
    statement=Identity(
        quantity("Phi(x)^T (mu_j - mu_g)", expect(mp_kernel(X, X1) * centred(j)(*X1), X1))
        - quantity("mu_i^T (mu_j - mu_g)", product(scaled(i), centred(j))),
        a2 * C * (of_other - delta(i, j)),
    ),
    source=thesis("D.30"),
    uses=[lemma, corollary],
    note=f"{MP_FEATURES} It vanishes on class $i$.",
)

value = a2**2 * C**2 * total(expect(of_class * (of_other - delta(i, j)) ** 2), i, j)
expanded = a2**2 * C**2 * total(expect(of_class * (of_other * (1 - 2 * delta(i, j)) + delta(i, j))), i, j)
summed = a2**2 * C * total(delta(i, j) * (2 - 2 * delta(i, j)), i, j)

deviation_squared = Claim(
    "neural-collapse/nc1-deviation-squared",
    title="The deviations squared and averaged over each class",
    statement=Identity(total(expect(of_class * (a2 * C * (of_other - delta(i, j))) ** 2), i, j), value),
    source=[thesis("D.31"), richness_paper("49", REDERIVED), richness_paper("50", AS_THESIS)],
    uses=[indicator_dropped, deviation],
    note="The right-hand side of (D.31), from (D.27) and (D.30).",
)

square_expanded = Claim(
    "neural-collapse/nc1-square-expanded",
    title="The squared deviations expanded, as indicators and deltas are their own squares",
    statement=Identity(value, expanded),
    source=[thesis("D.32"), richness_paper("50", AS_THESIS), richness_paper("51", AS_THESIS)],
    uses=[deviation_squared],
)

integral_done = Claim(
    "neural-collapse/nc1-integrated",
    title="The integrals in the sum over samples, evaluated",
    statement=Identity(expanded, summed),
    source=[thesis("D.33"), richness_paper("51", AS_THESIS)],
    uses=[square_expanded, indicators_orthogonal],
)

deviations_vanish = Claim(
    "neural-collapse/nc1-zero",
    title="The sum of squared deviations vanishes, as a Kronecker delta is its own square",
    statement=Identity(summed, 0),
    source=[thesis("D.34"), richness_paper("52", AS_THESIS)],
    uses=[integral_done],
)

first_condition = Claim(
    "neural-collapse/nc1",
    title="NC1: within-class deviations are orthogonal to centred class means",
    statement=Identity(
        total(
            of_class
            * (
                quantity("Phi(x)^T (mu_j - mu_g)", expect(mp_kernel(X, X1) * centred(j)(*X1), X1))
                - quantity("mu_i^T (mu_j - mu_g)", product(scaled(i), centred(j)))
            )
            ** 2,
            *X,
            i,
            j,
        ),
        0,
    ),
    source=[
        thesis("2.10"),
        thesis("Proposition 2.5.1"),
        richness_paper("Proposition 1"),
        thesis("D.6"),
        position_paper("65"),
    ],
    uses=[trace_as_squares, deviation, deviations_vanish],
    note=MP_FEATURES,
)

distance_to_mean = Claim(
    "neural-collapse/distance-to-the-class-mean",
    title="The squared distance of a feature vector from its class mean, by inner products of features",
    statement=Identity(
        total((feature(k, (i, X[1])) - class_mean(i, k)) ** 2, k),
        total(feature(k, (i, X[1])) ** 2, k)
        - 2 * total(total(feature(k, (i, X[1])) * feature(k, (i, X1[1])), k), X1[1]) / m
        + total(total(feature(k, (i, X1[1])) * feature(k, (i, X2[1])), k), X1[1], X2[1]) / m**2,
    ),
    uses=[mean_as_integral],
    note=FEATURES,
)

here, there, again = (i, X[1]), (i, X1[1]), (i, X2[1])
features_coincide = Claim(
    "neural-collapse/features-of-a-class-coincide",
    title="Features of one class coincide if the feature operator is an MP-operator",
    statement=Identity(
        mp_kernel(here, here)
        - 2 * total(mp_kernel(here, there), X1[1]) / m
        + total(mp_kernel(there, again), X1[1], X2[1]) / m**2,
        0,
    ),
    source=[thesis("Proposition 2.5.1"), richness_paper("Proposition 1")],
    uses=[distance_to_mean, mp_kernel_form],
    note=f"{MP_FEATURES} So not only a trace vanishes: the within-class covariance itself does. In general NC1 as "
    "printed allows deviations orthogonal to all class means; features of an MP-operator span no further directions. "
    "The converse fails: see neural-collapse/nc-does-not-imply-mp.",
)

# The condition on covariances.  S_b^+ is the pseudo-inverse of S_b.

Sb, Sb_plus = matrix("S_b", p, p), matrix("S_b^+", p, p)
PENROSE = (
    Equal(Sb * Sb_plus * Sb, Sb),
    Equal(Sb_plus * Sb * Sb_plus, Sb_plus),
    Equal((Sb * Sb_plus).T, Sb * Sb_plus),
    Equal((Sb_plus * Sb).T, Sb_plus * Sb),
    Symmetric(Sb),
)

dagger_from_product = Claim(
    "neural-collapse/pseudo-inverse-has-the-same-range",
    title="The pseudo-inverse of a symmetric matrix has no larger range",
    statement=MatrixIdentity(Sb * Sb_plus * Sb_plus, Sb_plus),
    hypotheses=PENROSE,
    source=[richness_paper("Proposition 1"), richness_paper("26", AS_THESIS)],
    note="Hence $Sigma_W Sigma_b = 0$ implies $Sigma_W Sigma_b^+ = Sigma_W Sigma_b (Sigma_b^+)^2 = 0$.",
)

product_from_dagger = Claim(
    "neural-collapse/range-of-the-pseudo-inverse",
    title="A symmetric matrix has no larger range than its pseudo-inverse",
    statement=MatrixIdentity(Sb_plus * Sb * Sb, Sb),
    hypotheses=PENROSE,
    source=[richness_paper("Proposition 1"), richness_paper("26", AS_THESIS)],
    note="Hence $Sigma_W Sigma_b^+ = 0$ implies $Sigma_W Sigma_b = 0$: where NC1 is exact, both forms say the same.",
)

R1, R2 = matrix("V", p, N), matrix("B", p, C)
trace_decides = Claim(
    "neural-collapse/trace-of-a-product-of-covariances",
    title="The trace of a product of covariances is a squared norm",
    statement=MatrixIdentity(trace(R1 * R1.T * R2 * R2.T), trace(group(R1.T * R2).T * group(R1.T * R2))),
    source=[richness_paper("46", REDERIVED), thesis("2.10")],
    note="With $Sigma_W = V V^T$ and $Sigma_b = B B^T$: a trace of zero makes $V^T B$ zero, and so $Sigma_W Sigma_b = "
    "V (V^T B) B^T$. 'Positive semidefinite' is what the step from the trace to the product needs.",
)

shrink = positive("s")
vanishing_product = Claim(
    "neural-collapse/shrinking-features-product",
    title="Features that shrink without collapsing: the product of covariances vanishes",
    statement=Limit(shrink * (shrink + shrink**2), shrink, 0, 0),
    source=[thesis("D.6")],
    note="In one dimension, with $Sigma_W = s$ and $Sigma_b = s + s^2$.",
)

vanishing_quotient = Claim(
    "neural-collapse/shrinking-features-quotient",
    title="A vanishing product of covariances implies a vanishing quotient",
    statement=Limit(shrink / (shrink + shrink**2), shrink, 0, 0),
    uses=[vanishing_product],
    expected="REFUTED",
    note="False in general: as a limit, $Sigma_W Sigma_b^T -> 0$ is weaker than the condition $Sigma_W Sigma_b^+ -> "
    "0$ of the works cited, and that is meant: see the slip noted at (D.6). By itself this is not an erratum.",
)
