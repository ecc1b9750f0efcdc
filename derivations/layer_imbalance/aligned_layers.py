"""Aligned layers that are lambda-balanced (Theorem G.2)."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.matrices import Diagonal, Equal, Orthogonal, SemiOrthogonal, group, identity, matrix, written
from ...language.sources import position_paper
from ...language.statements.matrices import MatrixIdentity
from .balance import c, d, lam, p
from .letters import RECALLED
from .one_mode import singular_value

U, V = matrix("U", c, d), matrix("V", c, c)
A, B = matrix("A", c, c), matrix("B", c, c)
Rs, Rw = matrix("R", c, c), matrix("R", c, p)
DIAGONALS = [Diagonal(A), Diagonal(B), Equal(B * B, A * A + lam * identity(c))]

aligned_start = Claim(
    "layer-imbalance/aligned-start",
    title="Aligned layers whose entries have a common imbalance are lambda-balanced if the width is that of the output",
    statement=MatrixIdentity(
        written(group(Rs.T * B * V) * group(Rs.T * B * V).T, -group(U.T * A * Rs).T * group(U.T * A * Rs)),
        lam * identity(c),
    ),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), Orthogonal(Rs), *DIAGONALS],
    source=[position_paper("Theorem G.2", RECALLED)],
    note="$W_1 = U^T A R$ and $W_2 = R^T B V$ with $U$ of $c x d$, orthonormal rows, and $R$ orthogonal, $p = c <= d$.",
)

aligned_wide = Claim(
    "layer-imbalance/aligned-start-wide",
    title="In a wider hidden layer the aligned start is not lambda-balanced",
    statement=MatrixIdentity(
        written(group(Rw.T * B * V) * group(Rw.T * B * V).T, -group(U.T * A * Rw).T * group(U.T * A * Rw)),
        lam * identity(p),
    ),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), SemiOrthogonal(Rw), *DIAGONALS],
    expected="REFUTED",
    note="With $R$ of $c x p$, $p > c$, the imbalance is $lambda R^T R$, a projection: in this form $lambda$ other "
    "than zero needs $p = c$. Where $p <= d$ and $lambda < 0$, the first layer may have $p - c$ further directions of "
    "length $sqrt(-lambda)$, which no gradient reaches. This is not an erratum: the paper takes a square network.",
)

aligned_function = Claim(
    "layer-imbalance/aligned-function",
    title="The network is diagonal in the singular bases, with the products of entries as singular values",
    statement=MatrixIdentity(group(U.T * A * Rw) * group(Rw.T * B * V), U.T * group(A * B) * V),
    hypotheses=[SemiOrthogonal(Rw)],
    source=[position_paper("69", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[singular_value],
    note="$f = x^T U^T S(t) V$ with $S = A B$, at every time: layers that start diagonal stay diagonal "
    "(linear-networks).",
)
