"""9. Theorems of the chapter: what its lines say together."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ...language.claims import Claim
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality, Limit
from ...language.symbols import ForAll, families, index, positive, real, total
from ...language.theorems import (
    AllOf,
    Combination,
    Follows,
    Given,
    Instance,
    Line,
    Minimum,
    Squeezed,
    Summed,
    Theorem,
    Vanishing,
)
from .least_norm import flow_reaches_least_norm, full_rank_printed, ridge_in_modes
from .letters import N, n, p

i, k, l = index("i", p), index("k", n), index("l", n)  # noqa: E741 - a second sample
Phi, w, other, mu = families("Phi w v mu")

square = Claim(
    "linear-models/square-is-not-negative",
    title="The square of a difference is not negative",
    statement=Inequality((w[i] - other[i]) ** 2, ">=", 0),
    source=thesis("Section A.2"),
)

in_the_span = total(mu[k] * Phi[k, i], k)  # a combination of the samples' features


def outputs(parameters: sp.Expr, sample: sp.Idx) -> sp.Expr:
    """What parameters, at the index i, give at a sample."""
    return total(Phi[sample, i] * parameters, i)


FITS = ForAll(k, sp.Eq(outputs(w[i], k), outputs(total(mu[l] * Phi[l, i], l), k), evaluate=False))
norm, least = total(w[i] ** 2, i), total(in_the_span**2, i)
AS_SHORT = sp.Eq(norm, least, evaluate=False)

squares = Line(by=Summed(square, i))
apart = Line(by=Instance(squares, {other[i]: in_the_span}))
weighted = Line(
    Identity(mu[k] * FITS.relation.lhs, mu[k] * FITS.relation.rhs), given=[FITS], by=Combination((FITS, mu[k]))
)
orthogonal = Line(by=Summed(weighted, k), given=[FITS])
no_shorter = Line(Inequality(norm, ">=", least), given=[FITS], by=Combination(apart, (orthogonal, 2)))
no_distance = Line(
    Identity(total((w[i] - in_the_span) ** 2, i), 0),
    given=[FITS, AS_SHORT],
    by=Combination(AS_SHORT, (orthogonal, -2)),
)
the_same = Line(Identity(w[i], in_the_span), given=[FITS, AS_SHORT], by=Vanishing(no_distance, over=i))

least_norm_theorem = Theorem(
    "linear-models/least-norm-solution",
    title="Parameters in the span of the samples' features are the only ones of least norm with their outputs",
    concludes=Minimum(norm, {w[i]: in_the_span}, [FITS], unique=True),
    proof=[squares, apart, weighted, orthogonal, no_shorter, no_distance, the_same],
    source=[thesis("Section A.2")],
    note="For every number $p$ of features and $n$ of samples, of any rank. With labels $y = Phi w^*$ for $w^*$ in "
    "the span it is what the implicit bias ends in. In parts: that the flow from zero stays in the span and fits in "
    "the end is linear-models/outside-is-conserved and training-mode-limit, which are not joined here.",
)

# Ridge regression without a ridge: every mode at once.

ridge, factor = positive("lambda"), real("c")
singular, labels = families("s y")
POSITIVE = ForAll(k, singular[k] > 0)
with_ridge = singular[k] * labels[k] / (singular[k] ** 2 + n * ridge)
without_ridge = labels[k] / singular[k]
lost = n**2 * labels[k] ** 2 / singular[k] ** 6

vanishes = Claim(
    "linear-models/square-of-the-ridge-vanishes",
    title="A multiple of the squared ridge vanishes with it",
    statement=Limit(factor * ridge**2, ridge, sp.S.Zero, 0),
    source=richness_paper("11", restored="re-derived"),
)

near = Line(Inequality((with_ridge - without_ridge) ** 2, "<=", lost * ridge**2), given=[POSITIVE], by=Follows())
all_near = Line(by=Summed(near, k), given=[POSITIVE])
distance = total((with_ridge - without_ridge) ** 2, k)
close = Line(Inequality(distance, "<=", total(lost, k) * ridge**2), given=[POSITIVE], by=Combination(all_near))
one_square = Line(Inequality((with_ridge - without_ridge) ** 2, ">=", 0), given=[POSITIVE], by=Follows())
all_squares = Line(by=Summed(one_square, k), given=[POSITIVE])
one_loss = Line(Inequality(lost, ">=", 0), given=[POSITIVE], by=Follows())
all_losses = Line(by=Summed(one_loss, k), given=[POSITIVE])
from_below = Line(
    Inequality(distance, ">=", -total(lost, k) * ridge**2),
    given=[POSITIVE],
    by=Combination(all_squares, (all_losses, ridge**2)),
)
to_zero = Line(by=Instance(vanishes, {factor: total(lost, k)}), given=[POSITIVE])
to_zero_below = Line(by=Instance(vanishes, {factor: -total(lost, k)}), given=[POSITIVE])
in_the_limit = Line(
    Limit(distance, ridge, sp.S.Zero, 0), given=[POSITIVE], by=Squeezed(from_below, close, to_zero_below, to_zero)
)

ridgeless = Theorem(
    "linear-models/ridgeless-solution",
    title="Without the ridge the whole solution tends to that of least norm, at the rate of the ridge",
    concludes=AllOf(close.says, in_the_limit.says),
    hypotheses=[POSITIVE],
    proof=[
        *(near, all_near, close, one_square, all_squares, one_loss, all_losses, from_below),
        *(to_zero, to_zero_below, in_the_limit),
    ],
    source=richness_paper("11", restored="re-derived"),
    uses=[ridge_in_modes, flow_reaches_least_norm],
    note="The squared distance of the parameters with a ridge from those of least norm, which both lie in the image of "
    "$U$: $s$ are the singular values of the features of $n$ samples, $y$ the entries of $Y V^T$.",
)

# An eigenvector of the Gram matrix of features whose eigenvalue is not positive is a relation among the features.

a, b, x = index("a", p), index("b", p), index("x", N)
features, chances, c = families("Phi q c")
eigenvalue = real("rho")
combined = total(c[b] * features[b, x], b)
gram = total(total(chances[x] * features[a, x] * features[b, x], x) * c[b], b)
LIKELY = ForAll(x, chances[x] > 0)
NOT_POSITIVE = sp.Le(eigenvalue, 0, evaluate=False)


def relation_of(
    row: sp.Idx, gram: sp.Expr, combined: sp.Expr, weight: sp.Expr, at: sp.Idx, known: list[Any]
) -> tuple[Line, ...]:
    """That an eigenvector c with an eigenvalue that is not positive is a relation: what it combines is zero.

    Args:
        row: the index of an entry of c.
        gram: this entry of the matrix times c.
        combined, weight, at: the entries, at an index, whose weighted squares c^T times the matrix times c adds up.
        known: what is known of the weight.
    """
    eigen = ForAll(row, sp.Eq(gram, eigenvalue * c[row], evaluate=False))
    by_entry = Line(Identity(c[row] * gram, eigenvalue * c[row] ** 2), given=[eigen], by=Combination((eigen, c[row])))
    by_all = Line(by=Summed(by_entry, row), given=[eigen])
    squares, length = total(weight * combined**2, at), total(c[row] ** 2, row)
    by_length = Line(Identity(squares, eigenvalue * length), given=[eigen], by=Combination((by_all, 1)))
    no_length = Line(
        Inequality(squares, "<=", 0),
        given=[eigen, NOT_POSITIVE],
        by=Combination((by_length, -1), (NOT_POSITIVE, length)),
    )
    dependent = Line(
        Identity(combined, 0),
        given=[*known, eigen, NOT_POSITIVE],
        by=Vanishing(no_length, weight=weight, over=at),
    )
    return by_entry, by_all, by_length, no_length, dependent


of_features = relation_of(a, gram, combined, chances[x], x, [LIKELY])
by_length, dependent = of_features[2], of_features[4]

independent_features = Theorem(
    "linear-models/eigenvalues-of-independent-features",
    title="Linearly independent features, however many, have positive eigenvalues",
    concludes=AllOf(Given(by_length.given, by_length.says), Given(dependent.given, dependent.says)),
    proof=of_features,
    source=[thesis("1.27"), thesis("A.1"), richness_paper("13")],
    note="$c$ is an eigenvector of the Gram matrix of $p$ features, with the eigenvalue $rho$, over $N$ inputs of "
    "frequencies $q > 0$. If $rho$ is not positive, the features have $sum_b c_b Phi_b = 0$ at every input: they are "
    "not independent.",
)

kernel = total(total(Phi[k, i] * Phi[l, i], i) * c[l], l)
combined_samples = total(c[k] * Phi[k, i], k)
of_samples = relation_of(k, kernel, combined_samples, sp.S.One, i, [])

independent_samples = Theorem(
    "linear-models/rank-of-independent-samples",
    title="Linearly independent feature vectors, however many samples, have a kernel matrix of positive eigenvalues",
    concludes=AllOf(Given(of_samples[2].given, of_samples[2].says), Given(of_samples[4].given, of_samples[4].says)),
    proof=of_samples,
    source=thesis("Section A.2"),
    corrects=full_rank_printed,
    note="$c$ is an eigenvector of the $n x n$ matrix $Phi^T Phi$ of the feature vectors of $n$ samples, with the "
    "eigenvalue $rho$. If $rho$ is not positive, $sum_k c_k Phi_k = 0$: the feature vectors are not independent. If "
    "they are, all $n$ eigenvalues are positive, which is that $Phi$ has rank $n$, and $S$ in (A.8) an inverse.",
)
