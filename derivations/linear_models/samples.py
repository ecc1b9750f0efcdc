"""5. Estimates from samples, (1.33), (1.34), Algorithm 1."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Diagonal, Equal, MatrixHypothesis, Orthogonal, SemiOrthogonal, group, matrix
from ...language.matrix_functions import PositiveDefinite
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, total
from .eigenfunctions import scale
from .functions import cauchy_schwarz
from .letters import N, n, p
from .operator import I_p

phi = matrix("phi", p, n)
U, Sv, Sv_inv, V = matrix("U", p, p), matrix("S", p, p), matrix("S^-1", p, p), matrix("V", p, n)
SVD: list[MatrixHypothesis] = [
    Equal(phi, U * Sv * V),
    Orthogonal(U),
    SemiOrthogonal(V),
    Diagonal(Sv),
    Equal(Sv * Sv_inv, I_p),
    Equal(Sv_inv * Sv, I_p),
]
POSITIVE: list[MatrixHypothesis] = [PositiveDefinite(Sv)]
THIN_SVD = (
    "$phi = U S V$ is the thin singular value decomposition for $n >= p$ samples, with positive singular values: $U$ "
    "is $p x p$, $V$ is $p x n$ with orthonormal rows."
)

eigenvalues_printed = Claim(
    "linear-models/sample-eigenvalues-as-printed",
    title="The squared singular values are the eigenvalues of the empirical operator",
    statement=MatrixIdentity(phi * phi.T * U / n, U * Sv * Sv),
    hypotheses=[*SVD, *POSITIVE],
    source=[thesis("Algorithm 1"), thesis("Section 1.5.4")],
    erratum=Erratum(
        "consequential",
        "The mean over $n$ samples is $phi phi^T/n$, whose eigenvalues are $s_k^2/n$: line 6 of the algorithm and the "
        "text lack the factor $1/n$.",
        "Intensities are $n$ times too large. Their ratios, the effective dimension, quality and utilisation survive.",
        printed=r"\rho_k \leftarrow s_k^2",
        mark="s_k^2",
        right=r"\rho_k \leftarrow s_k^2 / n",
    ),
    note=f"{THIN_SVD} The factor would be right if $phi$ held the features divided by $sqrt(n)$, which the text does "
    "not say.",
)

eigenvalues_sample = Claim(
    "linear-models/sample-eigenvalues",
    title="The squared singular values over n are the eigenvalues of the empirical operator",
    statement=MatrixIdentity(phi * phi.T * U / n, U * Sv * Sv / n),
    hypotheses=SVD,
    source=[thesis("Algorithm 1"), thesis("Section 1.5.4"), richness_paper("6", restored="re-derived")],
    corrects=eigenvalues_printed,
    note=THIN_SVD,
)

on_samples = group(Sv_inv * U.T * phi)

eigenfunctions_printed = Claim(
    "linear-models/sample-eigenfunctions-as-printed",
    title="The functions u_k^T Phi/s_k are orthonormal over the samples",
    statement=MatrixIdentity(on_samples * on_samples.T / n, I_p),
    hypotheses=[*SVD, *POSITIVE],
    source=[thesis("1.33"), thesis("Algorithm 1")],
    erratum=Erratum(
        "consequential",
        "Their mean square over the $n$ samples is $1/n$: the factor $sqrt(n)$ is missing, that is, the division must "
        "be by the root of the eigenvalue $s_k^2/n$.",
        "(1.34) divides by the norm of $e_k$ and survives; anything that uses $e_k$ as a normalised function does not.",
        printed=r"e_k(x) \approx u_k^T \Phi(x) / s_k,",
        mark="/ s_k",
        right=r"e_k(x) \approx \sqrt{n} u_k^T \Phi(x) / s_k,",
    ),
    note=f"{THIN_SVD} (1.15) asks for orthonormal $e_k$, and the mean over the samples stands for the inner product.",
)

C, Rh, Rh_inv = matrix("C", p, p), matrix("Rhat", p, p), matrix("Rhat^-1", p, p)
EMPIRICAL: list[MatrixHypothesis] = [
    Equal(C, U * Rh * Rh * U.T),
    Orthogonal(U),
    Diagonal(Rh),
    Equal(Rh * Rh_inv, I_p),
    Equal(Rh_inv * Rh, I_p),
]
EIGENPAIRS = (
    r"$C = phi phi^T/n$ is the mean of $Phi Phi^T$ over the samples, $\hat R = \operatorname{diag}(\sqrt{\rho_k})$ "
    r"with $rho_k$ its eigenvalues, and $u_k$, the columns of $U$, its eigenvectors."
)

eigenfunctions_sample = Claim(
    "linear-models/sample-eigenfunctions",
    title="The functions u_k^T Phi are orthogonal over the samples, with mean squares rho_k",
    statement=MatrixIdentity(U.T * C * U, Rh * Rh),
    hypotheses=[Equal(C, U * Rh * Rh * U.T), Orthogonal(U)],
    source=[
        thesis("1.33"),
        thesis("Algorithm 1"),
        richness_paper("6", restored="re-derived"),
        richness_paper("Algorithm 1", restored="re-derived"),
    ],
    uses=[eigenvalues_sample],
    corrects=eigenfunctions_printed,
    note=f"{EIGENPAIRS} So $e_k = u_k^T Phi/sqrt(rho_k)$ are orthonormal there.",
)

i = index("i", n)
i2 = index("i'", n)
projection = families("c")  # u_k^T Phi at the samples
singular_square = total(projection[i2] ** 2, i2)

eigenfunction_normalised = Claim(
    "linear-models/sample-eigenfunction-normalised",
    title="With the factor sqrt(n) each empirical eigenfunction has mean square one",
    statement=Identity(total((sp.sqrt(n) * projection[i] / sp.sqrt(singular_square)) ** 2, i) / n, 1),
    hypotheses=[singular_square > 0],
    source=[thesis("1.33"), thesis("Algorithm 1")],
    uses=[eigenfunctions_sample],
    corrects=eigenfunctions_printed,
    note="$c_i = u_k^T Phi(x_i)$ and $s_k^2 = sum_i c_i^2$, since $U^T phi = S V$.",
)

Psi = matrix("Psi", p, N)

nystrom = Claim(
    "linear-models/empirical-operator",
    title="Extended beyond the samples, the functions u_k^T Phi are eigenfunctions of the empirical operator",
    statement=MatrixIdentity(Rh_inv * U.T * C * Psi, Rh * Rh * group(Rh_inv * U.T * Psi)),
    hypotheses=EMPIRICAL,
    source=[thesis("1.33"), richness_paper("6", restored="re-derived"), richness_paper("Section 3.3")],
    uses=[eigenfunctions_sample],
    note=f"{EIGENPAIRS} $Psi$ holds the features at any $N$ points; the left-hand side is the operator (1.13) with "
    "the mean over the samples for the expectation, applied to the $e_k$ and read off there.",
)

b_ = families("b")

ratio_of_sums = Claim(
    "linear-models/estimate-of-quality",
    title="In the estimate of quality the number of samples cancels, and so does the norm of the eigenfunction",
    statement=Identity(
        (total(scale * b_[i] * projection[i], i) / n) ** 2
        / ((total((scale * b_[i]) ** 2, i) / n) * (total(projection[i] ** 2, i) / n)),
        total(b_[i] * projection[i], i) ** 2 / (total(b_[i] ** 2, i) * total(projection[i] ** 2, i)),
    ),
    hypotheses=[total(b_[i] ** 2, i) > 0, total(projection[i] ** 2, i) > 0, sp.Ne(scale, 0)],
    source=[thesis("1.34")],
    uses=[cauchy_schwarz],
    note="$b$ holds $e_k$ and $c$ holds $f$ at the samples: means in place of the printed sums, and an $e_k s$ times "
    "as long, give the same number. So the missing factor of (1.33) does no harm here.",
)
