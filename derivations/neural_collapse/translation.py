"""4. Inner products of class means are matrix elements of the feature operator."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.quantities import quantity
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity
from ...language.symbols import families, total
from .functions import indicators_partition
from .letters import (
    AS_THESIS,
    REDERIVED,
    X1,
    X2,
    C,
    Function,
    Sample,
    X,
    centred,
    expect,
    i,
    indicator,
    inner,
    j,
    k,
    l,
    n,
    one,
    scaled,
)

# Any features Phi_k(x), and the feature operator T[u](x) = E[Phi(x)^T Phi(x') u(x')] of (1.13).

Phi = families("Phi")


def feature(q: sp.Expr, sample: Sample) -> sp.Expr:
    """Entry q of the feature vector of a sample."""
    return Phi[(q, *sample)]


def operator(u: Function, sample: Sample = X1) -> Function:
    """``T[u]``."""
    return lambda y, r: expect(total(feature(k, (y, r)) * feature(k, sample), k) * u(*sample), sample)


def class_mean(label: sp.Expr, q: sp.Expr, copy: sp.Idx = X2[1]) -> sp.Expr:
    """Entry q of the mean feature of a class by (D.2): C/n times the sum over its samples."""
    return C / n * total(feature(q, (label, copy)), copy)


def global_mean(q: sp.Expr, sample: Sample = X2) -> sp.Expr:
    """Entry q of the mean of the class means by (D.3)."""
    return total(class_mean(sample[0], q, sample[1]), sample[0]) / C


FEATURES = "This holds for any features, for sums over the training set."

mean_as_integral = Claim(
    "neural-collapse/class-mean",
    title="The class mean is C times the mean of the feature times the indicator",
    statement=Identity(
        quantity("mu_i", class_mean(i, k)), C * expect(quantity("h_i(x)", indicator(i)(*X) * feature(k, X)))
    ),
    source=[
        thesis("2.12"),
        thesis("2.13"),
        thesis("D.2"),
        position_paper("62"),
        richness_paper("31", AS_THESIS),
    ],
    note=f"{FEATURES} $h_i = f_i Phi$ is the class feature map (2.12); the printed $1/A_i$ is one over the measure of "
    "$A_i$.",
)

global_as_integral = Claim(
    "neural-collapse/global-mean",
    title="The mean of the class means is the mean feature",
    statement=Identity(quantity("mu_g", global_mean(k)), expect(feature(k, X))),
    source=[thesis("2.14"), thesis("D.3"), position_paper("63"), richness_paper("32", AS_THESIS)],
    uses=[mean_as_integral, indicators_partition],
    note=f"{FEATURES} So the constant function maps to the global mean.",
)

k_in, l_in = families("mu beta")
within = families("V")
within_as_mean = Claim(
    "neural-collapse/within-class-covariance",
    title="The within-class covariance is a mean over the training set",
    statement=Identity(
        total((feature(k, (i, X[1])) - k_in[k, i]) * (feature(l, (i, X[1])) - k_in[l, i]), i, X[1]) / n,
        total(
            expect(
                quantity("f_i(x)", indicator(i)(*X))
                * (quantity("h_i(x)_k", indicator(i)(*X) * feature(k, X)) - k_in[k, i])
                * (quantity("h_i(x)_l", indicator(i)(*X) * feature(l, X)) - k_in[l, i])
            ),
            i,
        ),
    ),
    source=[thesis("D.4"), position_paper("64"), richness_paper("33", AS_THESIS)],
    note="One entry of the matrix; $mu$ stands for the class means. On samples of class $i$, $h_i(x) = Phi(x)$.",
)

means_together = quantity("mu_i^T mu_j", total(class_mean(i, k) * class_mean(j, k), k))
mean_with_global = quantity("mu_i^T mu_g", total(class_mean(i, k) * global_mean(k), k))

product_of_means = Claim(
    "neural-collapse/product-of-class-means",
    title="The inner product of class means as a double integral of features",
    statement=Identity(
        means_together,
        C**2
        * total(
            expect(quantity("f_i(x)", indicator(i)(*X)) * feature(k, X))
            * expect(quantity("f_j(x')", indicator(j)(*X1)) * feature(k, X1), X1),
            k,
        ),
    ),
    source=[thesis("2.15"), thesis("D.14")],
    uses=[mean_as_integral],
    note=FEATURES,
)

product_by_operator = Claim(
    "neural-collapse/product-of-class-means-by-the-operator",
    title="The inner product of class means is C^2 times a matrix element of the feature operator",
    statement=Identity(
        means_together,
        C**2 * expect(quantity("f_i(x)", indicator(i)(*X)) * quantity("T[f_j](x)", operator(indicator(j))(*X))),
    ),
    source=[thesis("2.16"), thesis("2.17"), thesis("D.15"), thesis("D.16"), thesis("D.17")],
    uses=[product_of_means],
    note=FEATURES,
)

matrix_element_printed = Claim(
    "neural-collapse/product-of-class-means-printed",
    title="The inner product of class means, last line as printed",
    statement=Identity(means_together, quantity("<f_i|T[f_j]>", inner(indicator(i), operator(indicator(j))))),
    source=[thesis("2.18")],
    erratum=Erratum(
        "slip",
        "The factor $C^2$ of the line before is dropped.",
        "None: the same derivation in appendix D keeps it (D.17), and the proofs use that.",
        printed=r"= \langle \hat{f}_i | \mathcal{T}[\hat{f}_j] \rangle",
        mark=r"\langle \hat{f}_i | \mathcal{T}[\hat{f}_j] \rangle",
        right=r"= C^2 \langle \hat{f}_i | \mathcal{T}[\hat{f}_j] \rangle",
    ),
    note=FEATURES,
)

matrix_element = Claim(
    "neural-collapse/product-of-class-means-last-line",
    title="The inner product of class means is the matrix element of C f_i and C f_j",
    statement=Identity(means_together, quantity("<C f_i|T[C f_j]>", inner(scaled(i), operator(scaled(j))))),
    source=[thesis("2.18"), thesis("D.17")],
    uses=[product_by_operator],
    corrects=matrix_element_printed,
    note=FEATURES,
)

product_with_global = Claim(
    "neural-collapse/product-with-the-global-mean",
    title="The inner product of a class mean with the global mean as a double integral of features",
    statement=Identity(
        mean_with_global,
        C * total(expect(quantity("f_i(x)", indicator(i)(*X)) * feature(k, X)) * expect(feature(k, X1), X1), k),
    ),
    source=thesis("D.18"),
    uses=[mean_as_integral, global_as_integral],
    note=FEATURES,
)

product_with_global_by_operator = Claim(
    "neural-collapse/product-with-the-global-mean-by-the-operator",
    title="The inner product of a class mean with the global mean is C times a matrix element",
    statement=Identity(mean_with_global, C * quantity("<f_i|T[1]>", inner(indicator(i), operator(one)))),
    source=[thesis("D.19"), thesis("D.20"), thesis("D.21")],
    uses=[product_with_global],
    note=FEATURES,
)


def off_centre(label: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Entry q of a class mean without the global mean."""
    return class_mean(label, q) - global_mean(q)


centred_products = Claim(
    "neural-collapse/product-of-centred-means",
    title="Inner products of centred class means are matrix elements of C f_i - 1 and C f_j - 1",
    statement=Identity(
        quantity("(mu_i - mu_g)^T (mu_j - mu_g)", total(off_centre(i, k) * off_centre(j, k), k)),
        quantity("<C f_i - 1|T[C f_j - 1]>", inner(centred(i), operator(centred(j)))),
    ),
    source=thesis("D.22"),
    uses=[product_by_operator, product_with_global_by_operator],
    note=FEATURES,
)

mean_with_centred = Claim(
    "neural-collapse/class-mean-with-centred-mean",
    title="The inner product of a class mean with a centred one",
    statement=Identity(
        quantity("mu_i^T (mu_j - mu_g)", total(class_mean(i, k) * off_centre(j, k), k)),
        quantity("<C f_i|T[C f_j - 1]>", inner(scaled(i), operator(centred(j)))),
    ),
    source=[thesis("D.28"), richness_paper("43", REDERIVED)],
    uses=[product_by_operator, product_with_global_by_operator],
    note=FEATURES,
)

feature_with_centred = Claim(
    "neural-collapse/feature-with-centred-mean",
    title="The inner product of a feature vector with a centred class mean is the operator's value",
    statement=Identity(
        quantity("Phi(x)^T (mu_j - mu_g)", total(feature(k, X) * off_centre(j, k), k)),
        quantity("T[C f_j - 1](x)", operator(centred(j))(*X)),
    ),
    source=[
        thesis("D.29"),
        richness_paper("38", AS_THESIS),
        richness_paper("39", AS_THESIS),
        richness_paper("40", AS_THESIS),
    ],
    uses=[mean_as_integral, global_as_integral],
    note=f"{FEATURES} As a function of $x$.",
)
