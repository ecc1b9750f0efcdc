"""2. Laws of layers: linear, rectified, gated, convolutional, residual, attention, normalisation."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import MatrixFlow, Velocity, group, identity, matrix, trace, written
from ...language.statements import Conserved
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, product, total, trajectories
from .letters import BALANCED, LINEAR, NOETHER, RECTIFIED, N, U, V, d, m, n, t, target


def alike(one: sp.MatrixExpr, other: sp.MatrixExpr, flow: MatrixFlow) -> MatrixIdentity:
    """That the Gram matrices of the columns of two matrices move alike, so that their difference is kept."""
    return MatrixIdentity(
        written(one.T * Velocity(one), Velocity(one).T * one),
        written(other.T * Velocity(other), Velocity(other).T * other),
        flow,
    )


ANY = "For every loss of what the layers compute: $N$ is its derivative by that at the present instant."
instant = MatrixFlow(trace(N.T * U * V.T), (U, V))

linear = Claim(
    "conservation-laws/two-linear-layers",
    title="Two linear layers keep the difference of their Gram matrices, for every loss",
    statement=alike(U, V, instant),
    source=[LINEAR, BALANCED],
    note=ANY,
)

heads, tokens = natural("h p")
Q, K_, W_O, X = matrix("W_Q", d, heads), matrix("W_K", d, heads), matrix("W_O", m, heads), matrix("X", tokens, d)
scores = matrix("N", tokens, tokens)
attention = MatrixFlow(trace(scores.T * X * Q * K_.T * X.T), (Q, K_))

queries = Claim(
    "conservation-laws/queries-and-keys",
    title="An attention head keeps the difference of the Gram matrices of its queries and keys",
    statement=alike(Q, K_, attention),
    source=LINEAR,
    note=f"{ANY} Scores are $X W_Q W_K^T X^T$, of which softmax and loss may be any function.",
)

P, values = matrix("P", tokens, tokens), matrix("W_V", d, heads)
mixed, outcome = (
    matrix("N", tokens, m),
    MatrixFlow(trace(matrix("N", tokens, m).T * P * X * values * W_O.T), (values, W_O)),
)

outputs = Claim(
    "conservation-laws/values-and-outputs",
    title="An attention head keeps the difference of the Gram matrices of its values and its output layer",
    statement=alike(values, W_O, outcome),
    source=LINEAR,
    note=f"{ANY} $P$ is the pattern, which may move: it enters through its value only.",
)

W_0 = matrix("W_0", n, m)
adapted = MatrixFlow(trace(N.T * group(written(W_0, U * V.T))), (U, V))

adapter = Claim(
    "conservation-laws/low-rank-adapter",
    title="A low-rank adapter of a frozen matrix has the law of two linear layers",
    statement=alike(U, V, adapted),
    source=LINEAR,
)

A, B = matrix("W_2", m, d), matrix("W_1", d, d)
C = matrix("N", m, d)
shifted = group(written(B, identity(d)))
residual = MatrixFlow(trace(C.T * A * shifted), (A, B))

skip = Claim(
    "conservation-laws/skip-connection",
    title="A layer after a skip connection is balanced against the identity and the inner layer together",
    statement=alike(A, shifted.T, residual),
    source=LINEAR,
    note=f"{ANY} The map is $W_2 (I + W_1)$.",
)

# -- Units one by one --------------------------------------------------------------------------------------------------

units, inputs, samples = natural("r p q")
j, i, s = index("j", units), index("i", inputs), index("s", samples)
a, c = families("a c", t)
w = families("w", t)
x, y, gate = families("x y g")
unit = total(w[j, i] * x[s, i], i) + c[j]
rectified = GradientFlow(total((total(a[j] * gate[s, j] * unit, j) - y[s]) ** 2, s) / 2, (a, w, c), t)

units_with_bias = Claim(
    "conservation-laws/rectified-units-with-biases",
    title="A rectified unit keeps its outer weight's square less those of its inner weights and its bias",
    statement=Conserved(a[j] ** 2 - total(w[j, i] ** 2, i) - c[j] ** 2, rectified),
    source=[RECTIFIED, BALANCED],
    note="As long as no sample crosses a unit's threshold: $g_sj$ says whether sample $s$ activates unit $j$. The law "
    "is the same for every pattern, so that it holds across the crossings, too. One law for each unit.",
)

u, v = families("u v", t)
gated = GradientFlow(
    total((total(a[j] * total(u[j, i] * x[s, i], i) * total(v[j, i] * x[s, i], i), j) - y[s]) ** 2, s) / 2,
    (a, u, v),
    t,
)

gated_unit = Claim(
    "conservation-laws/gated-linear-unit",
    title="A bilinear gated unit keeps the difference of the squared norms of its two inner vectors",
    statement=Conserved(total(u[j, i] ** 2 - v[j, i] ** 2, i), gated),
    source=RECTIFIED,
)

gated_outer = Claim(
    "conservation-laws/gated-linear-unit-outer",
    title="A bilinear gated unit keeps the squared norm of one inner vector less its squared outer weight",
    statement=Conserved(total(u[j, i] ** 2, i) - a[j] ** 2, gated),
    source=RECTIFIED,
    uses=[gated_unit],
)

filters = families("f", t)
places = index("o", natural("o_max"))
patches = families("x")
convolved = GradientFlow(
    total((total(a[places] * total(filters[i] * patches[s, places, i], i), places) - y[s]) ** 2, s) / 2, (a, filters), t
)

convolution = Claim(
    "conservation-laws/convolution",
    title="A filter that all places share keeps its squared norm less those of all the weights that read it out",
    statement=Conserved(total(filters[i] ** 2, i) - total(a[places] ** 2, places), convolved),
    source=BALANCED,
)

g, head = trajectories("g h")
weight = families("w", t)
size = total(weight[i] ** 2, i)
direction = total(weight[i] * x[i], i) / sp.sqrt(size)
normal = GradientFlow((head * g * direction - target) ** 2 / 2, (weight, g, head), t)
SOME = size > 0

norm_kept = Claim(
    "conservation-laws/normalised-layer",
    title="A layer before a normalisation keeps its norm",
    statement=Conserved(size, normal),
    hypotheses=[SOME],
    source=NOETHER,
)

gain_kept = Claim(
    "conservation-laws/gain-of-a-normalisation",
    title="The gain of a normalisation is balanced against the layer that follows, not against the one before",
    statement=Conserved(g**2 - head**2, normal),
    hypotheses=[SOME],
    source=NOETHER,
    uses=[norm_kept],
)

depth = natural("L")
one, other, layer = index("j", depth), index("k", depth), index("l", depth)
strengths = families("w", t)
chain = GradientFlow((product(strengths[layer], layer) - target) ** 2 / 2, (strengths,), t)

any_depth = Claim(
    "conservation-laws/any-depth",
    title="Any two of L scalar layers keep the difference of their squares, for every depth",
    statement=Conserved(strengths[one] ** 2 - strengths[other] ** 2, chain),
    source=BALANCED,
)
