"""2. The integral operator of a feature map, (1.13) to (1.15), and the effective dimension (1.16)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import Diagonal, Equal, MatrixHypothesis, SemiOrthogonal, group, identity, matrix, named
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, total
from .functions import f_, g_, inner, q, x, y
from .letters import N, both, n, p

k, l, j = index("k", p), index("l", p), index("j", p)  # noqa: E741 - the thesis calls a feature's index l
Phi_ = families("Phi")


def operator(function: sp.Expr, at: sp.Idx) -> sp.Expr:
    """``T[f](x')`` by (1.13), of a function written at the point x."""
    return total(Phi_[k, x] * Phi_[k, at] * function * q[x], k, x)


gram_symmetric = Claim(
    "linear-models/gram-symmetric",
    title="A Gram matrix is symmetric",
    statement=MatrixIdentity(group(matrix("A", n, p) * matrix("A", n, p).T).T, matrix("A", n, p) * matrix("A", n, p).T),
    source=[thesis("Section 1.4")],
)

A_, v_ = families("A v")
m_row = index("i", n)

gram_semidefinite = Claim(
    "linear-models/gram-semidefinite",
    title="A Gram matrix is positive semidefinite: its quadratic form is a sum of squares",
    statement=Identity(
        total(v_[m_row] * A_[m_row, k] * A_[index("i'", n), k] * v_[index("i'", n)], m_row, index("i'", n), k),
        total(total(A_[m_row, k] * v_[m_row], m_row) ** 2, k),
    ),
    source=[thesis("Section 1.4")],
)

bra_ket = Claim(
    "linear-models/operator-in-brackets",
    title="The integral operator takes the features' inner products, and returns a combination of the features",
    statement=Identity(operator(f_[x], y), total(Phi_[k, y] * inner(Phi_[k, x], f_[x]), k)),
    source=[thesis("1.13"), *both("1.14", 1), richness_paper("Section B.1")],
    note="The right-hand side is (1.14) applied to $f$: the bra takes $f$ in, the ket is returned.",
)

operator_from_vectors = Claim(
    "linear-models/operator-from-feature-vectors",
    title="The integral operator by inner products of feature vectors",
    statement=Identity(
        total(total(Phi_[k, x] * Phi_[k, y], k) * f_[x] * q[x], x),
        total(Phi_[k, y] * inner(Phi_[k, x], f_[x]), k),
    ),
    source=[thesis("1.18")],
    uses=[bra_ket],
    note="(1.18) repeats (1.13) with the sum over features written as $Phi(x)^T Phi(x')$.",
)

operator_symmetric = Claim(
    "linear-models/operator-symmetric",
    title="The integral operator is symmetric",
    statement=Identity(total(q[y] * g_[y] * operator(f_[x], y), y), total(q[y] * f_[y] * operator(g_[x], y), y)),
    source=[thesis("Section 1.4")],
)

operator_semidefinite = Claim(
    "linear-models/operator-semidefinite",
    title="The integral operator is positive semidefinite: its quadratic form is a sum of squares",
    statement=Identity(total(q[y] * f_[y] * operator(f_[x], y), y), total(inner(Phi_[k, x], f_[x]) ** 2, k)),
    source=[*both("1.15", 2)],
    note="Hence every eigenvalue $rho_k = <e_k|T[e_k]>$ is at least zero, as (1.15) says.",
)

# Functions as columns: E holds the eigenfunctions as rows, R the square roots of the eigenvalues.

Phi, E = matrix("Phi", p, N), matrix("E", p, N)
R, R_inv = matrix("R", p, p), matrix("R^-1", p, p)
T = named("T", Phi.T * Phi)
I_p = identity(p)
ORTHONORMAL = SemiOrthogonal(E)
MERCER = Equal(Phi.T * Phi, E.T * R * R * E)
ROOTS: list[MatrixHypothesis] = [Diagonal(R), Equal(R * R_inv, I_p), Equal(R_inv * R, I_p)]
LETTERS = (
    "$E$ holds the eigenfunctions $e_k$ as rows, $R = diag(sqrt(rho_k))$, $T = Phi^T Phi$ is the operator (1.14). The "
    "$k$-th entry, row or column is the printed line."
)

eigenfunctions = Claim(
    "linear-models/eigenfunctions",
    title="Functions that diagonalise the integral operator are its eigenfunctions",
    statement=MatrixIdentity(T * E.T, E.T * R * R),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.15", 2),
    note=LETTERS,
)

# The effective dimension.

d = natural("d")
m = index("m", d)
h_ = families("h")  # shares rho_i / sum_j rho_j
share, count, ratio = positive("h p rho")

both_dimension = both("1.16", 8)

dimension_of_equals = Claim(
    "linear-models/dimension-of-equal-eigenvalues",
    title="The effective dimension of d equal eigenvalues is d",
    statement=Identity(sp.exp(-total(ratio / total(ratio, m) * sp.log(ratio / total(ratio, m)), index("i", d))), d),
    source=[*both_dimension, thesis("Section 1.4"), richness_paper("Section B.4")],
    note="For every $d$. Further eigenvalues that are zero add nothing, with $0 ln 0 = 0$; the definition asks for "
    "positive ones.",
)

zero_share = Claim(
    "linear-models/zero-eigenvalues-add-nothing",
    title="A vanishing eigenvalue adds nothing to the entropy",
    statement=Limit(-share * sp.log(share), share, sp.Integer(0), sp.Integer(0)),
    source=both_dimension,
    note="This is why $0 ln 0$ is read as 0 in '$d$ equal non-zero entries'.",
)

dimension_at_least_one = Claim(
    "linear-models/entropy-is-not-negative",
    title="No eigenvalue contributes a negative term to the entropy: the effective dimension is at least one",
    statement=Inequality(-share * sp.log(share), ">=", 0),
    hypotheses=[share <= 1],
    source=both_dimension,
    note="One term of (1.16); a sum of such terms is not negative, and its exponential at least 1.",
)

gibbs_large = Claim(
    "linear-models/entropy-bound-large-share",
    title="An eigenvalue's share above 1/p contributes to the entropy at most what an effective dimension of p allows",
    statement=Inequality(-share * sp.log(share), "<=", share * sp.log(count) + 1 / count - share),
    hypotheses=[share * count >= 1],
    source=both_dimension,
    note="$ln(1/(p h)) <= 1/(p h) - 1$. $p$ is any positive number here.",
)

gibbs_small = Claim(
    "linear-models/entropy-bound-small-share",
    title="An eigenvalue's share below 1/p contributes to the entropy at most what an effective dimension of p allows",
    statement=Inequality(-share * sp.log(share), "<=", share * sp.log(count) + 1 / count - share),
    hypotheses=[share * count <= 1],
    source=both_dimension,
)

dimension_at_most_count = Claim(
    "linear-models/dimension-at-most-count",
    title="The bounds on p shares sum to ln(p): the effective dimension is at most p",
    statement=Identity(total(h_[k] * sp.log(p) + 1 / p - h_[k], k), sp.log(p)),
    hypotheses=[sp.Eq(total(h_[k], k), 1)],
    source=both_dimension,
    uses=[gibbs_large, gibbs_small],
    note="For every $p$.",
)

two_entropy = sp.log(1 + ratio) - ratio * sp.log(ratio) / (1 + ratio)

entropy_of_two = Claim(
    "linear-models/entropy-of-two",
    title="The entropy of two eigenvalues of a given ratio",
    statement=Identity(
        -(1 / (1 + ratio)) * sp.log(1 / (1 + ratio)) - ratio / (1 + ratio) * sp.log(ratio / (1 + ratio)), two_entropy
    ),
    source=both_dimension,
    note="Eigenvalues 1 and $rho$.",
)

slower_decay_slope = Claim(
    "linear-models/slower-decay-slope",
    title="The derivative of the entropy of two eigenvalues by their ratio",
    statement=Identity(sp.diff(two_entropy, ratio), -sp.log(ratio) / (1 + ratio) ** 2),
    source=[thesis("Section 1.4"), richness_paper("Section B.4")],
    uses=[entropy_of_two],
)

slower_decay = Claim(
    "linear-models/slower-decay",
    title="Of two eigenvalues, a slower decay gives a larger effective dimension",
    statement=Inequality(-sp.log(ratio) / (1 + ratio) ** 2, ">", 0),
    hypotheses=[ratio < 1],
    source=[thesis("Section 1.4"), richness_paper("Section B.4")],
    uses=[slower_decay_slope],
    note="The text says 'generally'; for two eigenvalues it is always so.",
)
