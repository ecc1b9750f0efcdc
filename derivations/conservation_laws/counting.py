"""3. How many laws two linear layers have: which are independent, and why there are no more."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.matrices import Equal, Symmetric, group, identity, matrix, trace, written, zero
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity
from .letters import BRACKETS, COUNT, LINEAR, U, V, k, m, n

D, E, S = matrix("D", n, m), matrix("E", n, m), matrix("S", k, k)
turn = group(written(D * E.T, -E * D.T))  # antisymmetric

field = Claim(
    "conservation-laws/every-field-keeps-the-law",
    title="Whatever the derivative of the loss, it moves the two Gram matrices alike",
    statement=MatrixIdentity(
        written(U.T * group(D * V), group(D * V).T * U), written(V.T * group(D.T * U), group(D.T * U).T * V)
    ),
    source=LINEAR,
    note="$D$ is any derivative of the loss by the product, which moves the layers along $(D V, D^T U)$.",
)

bracket = Claim(
    "conservation-laws/bracket",
    title="The bracket of two gradient fields turns the first layer by an antisymmetric matrix",
    statement=MatrixIdentity(written(D * group(E.T * U), -E * group(D.T * U)), turn * U),
    source=BRACKETS,
    note="The fields are linear, $(D V, D^T U)$ and $(E V, E^T U)$; their bracket is made of what one does after the "
    "other, less the other way round.",
)

bracket_keeps = Claim(
    "conservation-laws/bracket-keeps-the-law",
    title="A bracket turns each layer by itself, and so keeps each Gram matrix",
    statement=MatrixIdentity(written(U.T * group(turn * U), group(turn * U).T * U), zero(k, k)),
    source=BRACKETS,
    uses=[bracket],
)

bracket_again = Claim(
    "conservation-laws/bracket-with-a-turn",
    title="A turn and a field have a bracket that is a field again, so that there is nothing more",
    statement=MatrixIdentity(written(turn * group(D * V), -D * group(zero(m, m) * V)), group(turn * D) * V),
    source=BRACKETS,
    uses=[bracket],
    note="On the first layer, with a turn of the first layer only. So fields and turns are closed under brackets: the "
    "Lie algebra of $O(n, m)$, of dimension $(n + m)(n + m - 1)/2$.",
)

M, T = matrix("M", k, k), matrix("T", k, k)

independent = Claim(
    "conservation-laws/laws-are-independent",
    title="The entries of the law are independent wherever the two Gram matrices have an invertible sum",
    statement=MatrixIdentity(S, T),
    hypotheses=[
        Equal(U * S, U * T),
        Equal(V * S, V * T),
        Equal(M * group(written(U.T * U, V.T * V)), identity(k)),
    ],
    source=COUNT,
    note="The law traced against a symmetric $S/2$ has the gradient $(U S, -V S)$: two of them with the same gradient "
    "are the same, so that no combination of the entries has the gradient zero. $M$ is the inverse.",
)

sizes = Claim(
    "conservation-laws/gradient-of-a-law",
    title="The squared gradient of a law is the mean of the Gram matrices' sum along it",
    statement=MatrixIdentity(
        trace(group(U * S).T * U * S) + trace(group(V * S).T * V * S), trace(S * group(written(U.T * U, V.T * V)) * S)
    ),
    hypotheses=[Symmetric(S)],
    source=COUNT,
    uses=[independent],
)

rank_of_fields = (n + m) * (n + m - 1) / 2 - (n + m - k) * (n + m - k - 1) / 2

count = Claim(
    "conservation-laws/number-of-laws",
    title="What the fields and their brackets leave of (n + m) k directions is k(k + 1)/2: the number of the laws",
    statement=Identity((n + m) * k - rank_of_fields, k * (k + 1) / 2),
    source=COUNT,
    uses=[independent, bracket_again],
    note="A full-rank stack of the two layers, $k$ vectors in $n + m$ dimensions, is kept by an $O(n, m)$ of the "
    "dimensions that remain; the orbit has the dimension of the group less that. So the laws are complete. `layerproof "
    "laws` certifies the count for given widths.",
)

few = Claim(
    "conservation-laws/number-of-laws-of-many-neurons",
    title="With as many hidden neurons as inputs and outputs, what the fields leave is (n + m)(n + m + 1)/2",
    statement=Identity((n + m) ** 2 - (n + m) * (n + m - 1) / 2, (n + m) * (n + m + 1) / 2),
    source=COUNT,
    uses=[count],
    note="The stack is a square matrix, which no rotation but one keeps: the fields and their brackets fill all of "
    "the $(n + m)(n + m - 1)/2$ directions of the group.",
)
