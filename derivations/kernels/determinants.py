"""8. Determinants: of the kernel and of the second moments, with a sample more or less, and of sums."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.determinants import det
from ...language.matrices import group, identity, matrix, trace, written
from ...language.matrix_functions import Invertible, PositiveDefinite, PositiveSemidefinite, inverse
from ...language.statements.matrices import MatrixIdentity
from ...language.statements.matrix_order import MatrixInequality
from .letters import GCV, LEAVE_ONE_OUT, RIDGE, d, n
from .letters import ridge as l

X, x = matrix("X", n, d), matrix("x", d, 1)
M, P, S = (matrix(name, d, d) for name in ("M", "P", "S"))
by_samples = group(written(X * X.T, l * identity(n)))
by_features = group(written(X.T * X, l * identity(d)))

two_sizes = Claim(
    "kernels/determinants-of-both-sizes",
    title="The determinants by samples and by features differ by a power of the ridge",
    statement=MatrixIdentity(l**d * det(by_samples), l**n * det(by_features)),
    source=RIDGE,
    note="Kernel and second moments have the same eigenvalues but for zeros, and each zero leaves a factor $l$.",
)

evidence = Claim(
    "kernels/evidence-of-both-sizes",
    title="The logarithm of the determinant, less that of the ridge alone, is the same by samples and by features",
    statement=MatrixIdentity(sp.log(det(by_samples)) - n * sp.log(l), sp.log(det(by_features)) - d * sp.log(l)),
    source=RIDGE,
    uses=[two_sizes],
    note="It is the part of the evidence of a Gaussian process that does not depend on the labels.",
)

volume = Claim(
    "kernels/determinant-grows-with-the-kernel",
    title="With ridge the determinant of the kernel is at least that of the ridge alone",
    statement=MatrixInequality(det(written(l * identity(n), X * X.T)), ">=", l**n),
    source=RIDGE,
)

leverage = trace(x.T * inverse(M) * x)

sample_less = Claim(
    "kernels/leverage-by-determinants",
    title="One less its leverage is the factor by which a sample that is left out lowers the determinant",
    statement=MatrixIdentity(det(written(M, -x * x.T)), det(M) * (1 - leverage)),
    hypotheses=[Invertible(M)],
    source=LEAVE_ONE_OUT,
)

sample_more = Claim(
    "kernels/another-sample-by-determinants",
    title="Another sample raises the determinant by one and its leverage by the samples before",
    statement=MatrixIdentity(det(written(M, x * x.T)), det(M) * (1 + leverage)),
    hypotheses=[Invertible(M)],
    source=LEAVE_ONE_OUT,
)

together = Claim(
    "kernels/determinant-of-a-sum",
    title="The determinant of a sum of second moments is at least the sum of their determinants",
    statement=MatrixInequality(det(P + S), ">=", det(P) + det(S)),
    hypotheses=[PositiveSemidefinite(P), PositiveSemidefinite(S)],
    source=GCV,
)

apart = Claim(
    "kernels/determinant-in-other-units",
    title="Other units of the features add to the logarithm of the determinant, whatever the data are",
    statement=MatrixIdentity(sp.log(det(M.T * P * M)), sp.log(det(M) ** 2) + sp.log(det(P))),
    hypotheses=[Invertible(M), PositiveDefinite(P)],
    source=RIDGE,
)
