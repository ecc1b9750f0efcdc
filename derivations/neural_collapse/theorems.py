"""8. Theorems of the chapter: Propositions 2.5.1 to 2.5.3 about the features of a network, and the range of D_LR."""

from __future__ import annotations

import sympy as sp

from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, index, positive, total
from ...language.theorems import AllOf, Combination, Follows, Instance, Line, Summed, Theorem, Vanishing
from .functions import K
from .letters import (
    AS_THESIS,
    X1,
    X2,
    C,
    Function,
    X,
    a1,
    a2,
    centred,
    delta,
    i,
    inner,
    j,
    k,
    l,
    m,
    mp_kernel,
    n,
    one,
    p,
    scaled,
)
from .mp_operator import size
from .translation import class_mean, feature, global_mean, operator

r, r1, r2 = X[1], X1[1], X2[1]  # samples of a class


def product(one: tuple[sp.Expr, sp.Expr], other: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
    """The inner product of the feature vectors of two samples."""
    return total(feature(k, one) * feature(k, other), k)


MP = ForAll((*X, *X1), sp.Eq(product(X, X1), mp_kernel(X, X1), evaluate=False))
gram = Line(Identity(product(X, X1), mp_kernel(X, X1)), by=Combination(MP))


def at(one: tuple[sp.Expr, sp.Expr], other: tuple[sp.Expr, sp.Expr]) -> Line:
    """That product, by the hypothesis."""
    return Line(by=Instance(gram, {X[0]: one[0], X[1]: one[1], X1[0]: other[0], X1[1]: other[1]}))


# NC1: the squared distance of a feature from its class mean is 0, by three inner products.

itself, with_one, of_two = at((i, r), (i, r)), at((i, r), (i, r1)), at((i, r1), (i, r2))
over_one, over_inner = Line(by=Summed(with_one, r1)), Line(by=Summed(of_two, r2))
over_two = Line(by=Summed(over_inner, r1))
no_distance = Line(
    Identity(total((feature(k, (i, r)) - class_mean(i, k)) ** 2, k), 0),
    by=Combination(itself, (over_one, -2 / m), (over_two, 1 / m**2)),
)
coincide = Line(Identity(feature(k, (i, r)), class_mean(i, k)), by=Vanishing(no_distance, over=k))

other_deviation = feature(l, (i, r)) - class_mean(i, l)
deviations = Line(
    Identity((feature(k, (i, r)) - class_mean(i, k)) * other_deviation, 0),
    by=Combination((coincide, other_deviation)),
)
of_class = Line(by=Summed(deviations, r))
of_all = Line(by=Summed(of_class, i))
within = total(deviations.says.lhs, i, r) / n  # an entry of Sigma_W
no_covariance = Line(Identity(within, 0), by=Combination((of_all, 1 / n)))

between = total((class_mean(j, k) - global_mean(k)) * (class_mean(j, l) - global_mean(l)), j) / C  # of Sigma_b
weighted = Line(Identity(within * between, 0), by=Combination((no_covariance, between)))
of_row = Line(by=Summed(weighted, l))
of_matrix = Line(by=Summed(of_row, k))
no_trace = Line(Identity(total(within * between, k, l), 0), by=Combination(of_matrix))

# NC2: inner products of class means, and of centred ones.

pair = at((i, r1), (j, r2))
inner_pairs = Line(by=Summed(pair, r2))
pairs = Line(by=Summed(inner_pairs, r1))
of_means = Line(
    Identity(total(class_mean(i, k) * class_mean(j, k), k), a1 + a2 * C * delta(i, j)),
    by=Combination((pairs, 1 / m**2)),
)
y1, y2 = X1[0], X2[0]
with_any = Line(by=Instance(of_means, {j: y1}))
any_with = Line(by=Instance(of_means, {i: y1}))
any_two = Line(by=Instance(of_means, {i: y1, j: y2}))
row, column, inner_whole = Line(by=Summed(with_any, y1)), Line(by=Summed(any_with, y1)), Line(by=Summed(any_two, y2))
whole = Line(by=Summed(inner_whole, y1))
simplex = Line(
    Identity(
        total((class_mean(i, k) - global_mean(k)) * (class_mean(j, k) - global_mean(k)), k),
        C * a2 * (delta(i, j) - 1 / C),
    ),
    by=Combination(of_means, (row, -1 / C), (column, -1 / C), (whole, 1 / C**2)),
)

HYPOTHESIS = (
    "The hypothesis is that the feature operator $T[u](x) = E[Phi(x)^T Phi(x') u(x')]$ is the MP-operator (2.8) on "
    "the training set for every function $u$ there: at the indicator of the sample $x'$ it says what is assumed. The "
    "outputs on the training set are the indicators of $C$ classes, of $m$ samples each; the features are any $p$ "
    "functions."
)

first_proposition = Theorem(
    "neural-collapse/mp-operator-implies-nc1",
    title="Features whose operator is an MP-operator coincide within each class, so that NC1 holds",
    concludes=AllOf(coincide.says, no_covariance.says, no_trace.says),
    hypotheses=[MP],
    proof=[
        gram,
        *(itself, with_one, of_two, over_one, over_inner, over_two, no_distance, coincide),
        *(deviations, of_class, of_all, no_covariance, weighted, of_row, of_matrix, no_trace),
    ],
    source=[
        thesis("2.10"),
        thesis("Proposition 2.5.1"),
        richness_paper("Proposition 1"),
        thesis("D.6"),
        position_paper("65"),
    ],
    note=f"{HYPOTHESIS} The last part is the trace of $Sigma_W Sigma_b$; the part before it says more: with $Sigma_W "
    "= 0$ the product with any pseudo-inverse vanishes as well.",
)

second_proposition = Theorem(
    "neural-collapse/mp-operator-implies-nc2",
    title="Centred class means of features whose operator is an MP-operator form a simplex: NC2",
    concludes=simplex.says,
    hypotheses=[MP],
    proof=[
        gram,
        *(pair, inner_pairs, pairs, of_means),
        *(with_any, any_with, any_two, row, column, inner_whole, whole, simplex),
    ],
    source=[thesis("2.11"), thesis("Proposition 2.5.2"), richness_paper("Proposition 2"), thesis("D.23")],
    note=f"{HYPOTHESIS} With $i = j$ it gives the one length of all centred class means, $sqrt(a_2 (C - 1))$.",
)

# Proposition 2.5.3: matrix elements of the feature operator, by the inner products of all pairs of samples.


def element(first: Function, second: Function) -> list[Line]:
    """The sums over all pairs of samples of their inner product, weighted by two functions of the samples."""
    weight = first(*X2) * second(*X1)
    found = [
        one_pair := at(X2, X1),
        Line(Identity(weight * product(X2, X1), weight * mp_kernel(X2, X1)), by=Combination((one_pair, weight))),
    ]
    for over in (X1[1], X1[0], X2[1], X2[0]):
        found.append(Line(by=Summed(found[-1], over)))
    return found


of_classes, with_constant = element(scaled(i), centred(j)), element(one, centred(j))
class_element = Line(
    Identity(inner(scaled(i), operator(centred(j))), a2 * (C * delta(i, j) - 1)),
    by=Combination((of_classes[-1], 1 / n**2)),
)
constant_with_class = Line(Identity(inner(one, operator(centred(j))), 0), by=Combination((with_constant[-1], 1 / n**2)))

third_proposition = Theorem(
    "neural-collapse/mp-operator-implies-matrix-elements",
    title="Matrix elements of the feature operator between classes, for features whose operator is an MP-operator",
    concludes=AllOf(class_element.says, constant_with_class.says),
    hypotheses=[MP],
    proof=[gram, *of_classes, class_element, *with_constant[1:], constant_with_class],
    source=[thesis("2.19"), thesis("Proposition 2.5.3"), thesis("D.12"), thesis("D.13")],
    note=f"{HYPOTHESIS} The functions are $C f_i$, $C f_j - 1$ and the constant; the factor $C$ that (2.19) lacks is "
    "there.",
)

# D_LR = 1 - CKA lies between 0 and 1, for two feature operators by their centred features.

u, v = index("u", size), index("v", size)
feature_1, feature_2 = index("k", p), index("l", K)
phi, psi = families("phi psi")
of_phi = total(phi[feature_1, u] * phi[feature_1, v], feature_1)
of_psi = total(psi[feature_2, u] * psi[feature_2, v], feature_2)
A, B = families("A B")
size_a, size_b = positive("alpha beta")
OPERATORS = [
    ForAll((u, v), sp.Eq(A[u, v], of_phi, evaluate=False)),
    ForAll((u, v), sp.Eq(B[u, v], of_psi, evaluate=False)),
]
NORMS = [
    sp.Eq(size_a**2, total(A[u, v] ** 2, u, v), evaluate=False),
    sp.Eq(size_b**2, total(B[u, v] ** 2, u, v), evaluate=False),
]
laziness = 1 - total(A[u, v] * B[u, v], u, v) / (size_a * size_b)

apart = Line(Inequality((A[u, v] / size_a - B[u, v] / size_b) ** 2, ">=", 0), by=Follows())
apart_in_row = Line(by=Summed(apart, v))
apart_in_all = Line(by=Summed(apart_in_row, u))
not_negative = Line(
    Inequality(laziness, ">=", 0),
    by=Combination((apart_in_all, sp.Rational(1, 2)), (NORMS[0], 1 / (2 * size_a**2)), (NORMS[1], 1 / (2 * size_b**2))),
)
entries = Line(
    Identity(A[u, v] * B[u, v], of_phi * of_psi), by=Combination((OPERATORS[0], B[u, v]), (OPERATORS[1], of_phi))
)
entries_of_row = Line(by=Summed(entries, v))
all_entries = Line(by=Summed(entries_of_row, u))
one_overlap = Line(Inequality(total(phi[feature_1, u] * psi[feature_2, u], u) ** 2, ">=", 0), by=Follows())
overlaps_of_one = Line(by=Summed(one_overlap, feature_2))
all_overlaps = Line(by=Summed(overlaps_of_one, feature_1))
at_most_one = Line(
    Inequality(laziness, "<=", 1),
    by=Combination((all_overlaps, 1 / (size_a * size_b)), (all_entries, 1 / (size_a * size_b))),
)

laziness_range = Theorem(
    "neural-collapse/laziness-is-between-zero-and-one",
    title="The measure D_LR of rich dynamics lies between 0 and 1",
    concludes=AllOf(not_negative.says, at_most_one.says),
    hypotheses=[*OPERATORS, *NORMS],
    proof=[
        *(apart, apart_in_row, apart_in_all, not_negative, entries, entries_of_row, all_entries),
        *(one_overlap, overlaps_of_one, all_overlaps, at_most_one),
    ],
    source=[richness_paper("4", AS_THESIS), thesis("2.9")],
    note=r"$D_{LR}$ is $1 - \mathrm{CKA}$ of two operators $A$ and $B$, with the norms $alpha$ and $beta$, neither "
    r"zero. They are those of two sets of features $phi$ and $psi$, centred, of any numbers $p$ and $K$, on $N$ "
    r"inputs.",
)
