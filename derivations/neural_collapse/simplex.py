"""3. An orthonormal basis seen without its mean is a simplex equiangular tight frame."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import SemiOrthogonal, group, identity, matrix, trace, written
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import index, total
from .letters import AS_THESIS, C, delta, i, j, p
from .mp_operator import w

corner = [lambda q, c=c: delta(q, c) - 1 / C for c in (i, j)]  # the c-th basis vector without its mean, entry q
q_ = index("q", C)

simplex_products = Claim(
    "neural-collapse/simplex-products",
    title="Basis vectors without their mean have the inner products of a simplex",
    statement=Identity(total(corner[0](q_) * corner[1](q_), q_), delta(i, j) - 1 / C),
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2"), thesis("2.11")],
    note=r"The projection of $e_i$ onto the complement of $(1/C, \ldots, 1/C)$, the mean of all basis vectors, is "
    r"$e_i$ less it.",
)

simplex_sum = Claim(
    "neural-collapse/simplex-sum",
    title="The corners of the simplex add up to zero",
    statement=Identity(total(corner[0](q_), i), 0),
    source=[thesis("Section 2.5.1")],
    note="Hence they span $C - 1$ dimensions at most.",
)

simplex_side = Claim(
    "neural-collapse/simplex-sides",
    title="Any two corners of the simplex are equally far apart",
    statement=Identity(total((corner[0](q_) - corner[1](q_)) ** 2, q_), 2 * (1 - delta(i, j))),
    source=[thesis("Section 2.5.1")],
    note="For $C = 3$ an equilateral triangle.",
)

simplex_angle = Claim(
    "neural-collapse/simplex-angles",
    title="Unit vectors to the corners of the simplex have the products of (D.7)",
    statement=Identity(
        total(corner[0](q_) * corner[1](q_), q_)
        / sp.sqrt(total(corner[0](q_) ** 2, q_))
        / sp.sqrt(total(corner[1](q_) ** 2, q_)),
        (C * delta(i, j) - 1) / (C - 1),
    ),
    hypotheses=[C >= 2],
    source=[thesis("D.7"), position_paper("66"), richness_paper("27", AS_THESIS)],
    uses=[simplex_products],
)

three = index("q", sp.Integer(3))
vector_printed = Claim(
    "neural-collapse/third-vector-printed",
    title="The entries of the third vector of the example add up to zero, as printed",
    statement=Identity(sp.Rational(2, 3) - sp.Rational(1, 3) - sp.Rational(2, 3), 0),
    source=[thesis("Section 2.5.1")],
    erratum=Erratum(
        "slip",
        "The last entry of the third vector is printed as $-2/3$; it is $-1/3$, or the vector would not lie in the "
        "complement of $(1/3, 1/3, 1/3)$ and the triangle would not be equilateral.",
        printed=r"[\frac{2}{3}, -\frac{1}{3}, -\frac{2}{3}]",
        mark=r"-\frac{2}{3}",
        right=r"[\frac{2}{3}, -\frac{1}{3}, -\frac{1}{3}]",
        damage="The digit may have been damaged in extraction.",
    ),
    note="The text may have been damaged in extraction; the other two vectors are right.",
)

vector = Claim(
    "neural-collapse/third-vector",
    title="The entries of the third vector of the example add up to zero",
    statement=Identity(total(delta(three, 1) - sp.Rational(1, 3), three), 0),
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2")],
    corrects=vector_printed,
    note="The projection of (1, 0, 0) has the entries $delta_q1 - 1/3$: $2/3$, $-1/3$, $-1/3$.",
)

complement = group(written(identity(C), -w.T * w))
simplex_rank = Claim(
    "neural-collapse/simplex-dimension",
    title="The simplex of C corners lies in C - 1 dimensions",
    statement=MatrixIdentity(trace(complement), C - 1),
    hypotheses=[SemiOrthogonal(w)],
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2")],
    note="The trace of the projection onto the complement of $w$.",
)

Q = matrix("Q", C, p)
simplex_anywhere = Claim(
    "neural-collapse/simplex-from-any-frame",
    title="Any orthonormal vectors, projected onto the complement of their mean, form a simplex",
    statement=MatrixIdentity(complement * Q * group(complement * Q).T, complement),
    hypotheses=[SemiOrthogonal(w), SemiOrthogonal(Q)],
    source=[thesis("Figure 2.5"), richness_paper("Section D.2"), position_paper("Section 5.2", None)],
    note="The rows of $Q$ are $C$ orthonormal vectors in $p$ dimensions. Section 5.2 calls a simplex 'orthogonal "
    "vectors'; they are so before the projection.",
)
