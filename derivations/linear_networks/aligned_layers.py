"""2a. Aligned layers, and the hidden layer that the printed R fits."""

from __future__ import annotations

from ...language.claims import Claim, Erratum, Step
from ...language.matrices import (
    Diagonal,
    Equal,
    Expect,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    Whitened,
    group,
    half_mean_square,
    matrix,
    named,
    written,
    zero,
)
from ...language.sources import thesis
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity, MatrixRate
from .gradient import (
    HALF,
    W1,
    W2,
    Matrix,
    both,
    c,
    conservation,
    d,
    first_layer_gradient,
    flow,
    p,
    second_layer_gradient,
    x,
    y,
)

# Each claim lists the hypotheses that its proof needs; the reading of the letters is in its note.  Three also say that
# U or R has orthonormal rows, which no proof uses: U^T U W_1 = W_1 would otherwise leave little but W_1 = 0.

THIN = (
    "$U$ is $c x d$ with orthonormal rows, $V$ is orthogonal, $P$ and $A$ are diagonal, all $c x c$ but $U$: the thin "
    "singular value decomposition, as $W_1~ = W_2~ = A$ demands."
)

U, P, V, A = matrix("U", c, d), matrix("P", c, c), matrix("V", c, c), matrix("A", c, c)
WHITE = Whitened(x)
CORRELATION = Equal(Expect(x * y.T), U.T * P * V)

# 2a. The hidden layer that the printed R fits.

hidden_width_as_printed = Claim(
    "linear-networks/hidden-width-as-printed",
    title="W_1(0) = U^T A R with R of size c x c has as many columns as W_1, which has p",
    statement=Identity(p, c),
    source=thesis("Section A.2.3"),
    erratum=Erratum(
        kind="hypothesis",
        wrong="With $R$ in $R^{c x c}$ the initial $W_1 = U^T A R$ has $c$ columns; by (A.21) it has $p$. The two fit "
        "only if the hidden layer has exactly $c$ neurons, which is not said.",
        consequence="With $p = c$ every line from (A.31) to (A.40) holds. For a wider layer let $R$ be $c x p$ with "
        "$R R^T = I$: all lines hold along the flow from this initialisation, (A.34), (A.36) and (A.37) because it "
        "stays in the row space of $R$ and the column space of $U^T$; from an arbitrary $W_1$ they fail.",
        printed=r"while $R \in \mathbb{R}^{c \times c}$ is an orthogonal matrix.",
        mark=r"$R \in \mathbb{R}^{c \times c}$ is an orthogonal matrix",
        right=r"while $R \in \mathbb{R}^{c \times p}$ has orthonormal rows, $RR^T = I$.",
        sentence=True,
    ),
    note="The statement is about sizes: the number of columns on both sides of $W_1(0) = U^T A R$.",
)

W1s, W2s, Rs = matrix("W_1", d, c), matrix("W_2", c, c), matrix("R", c, c)
flow_s = MatrixFlow(half_mean_square(x.T * W1s * W2s, y.T), (W1s, W2s))
T1s, T2s = named("Wtilde_1", U * W1s * Rs.T), named("Wtilde_2", Rs * W2s * V.T)
SPAN_U = Equal(U.T * U * W1s, W1s)
AS_PRINTED = f"{THIN} $R$ is $c x c$ as printed, so that $p = c$."

starts_in_span = Claim(
    "linear-networks/starts-in-column-space",
    title="The initial first layer lies in the column space of U^T",
    statement=MatrixIdentity(U.T * U * group(U.T * A * Rs), U.T * A * Rs),
    hypotheses=[SemiOrthogonal(U)],
    note=AS_PRINTED,
)

column_space = Claim(
    "linear-networks/column-space-is-kept",
    title="The part of the first layer outside the column space of U^T stays zero",
    statement=MatrixRate(
        written(W1, -U.T * U * W1),
        -group(written(W1, -U.T * U * W1)) * W2 * W2.T,
        flow,
    ),
    hypotheses=[WHITE, CORRELATION, SemiOrthogonal(U)],
    uses=[first_layer_gradient],
    note="The rate is linear in the quantity itself, so that one that starts at zero stays there. Any hidden width.",
)

balanced_start = Claim(
    "linear-networks/balanced-start",
    title="Aligned layers start balanced",
    statement=MatrixIdentity(
        written(group(U.T * A * Rs).T * group(U.T * A * Rs), -group(Rs.T * A * V) * group(Rs.T * A * V).T),
        zero(c, c),
    ),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), Diagonal(A)],
    source=both(31),
    uses=[conservation],
    note=f"{AS_PRINTED} At time 0; it stays so because the difference is conserved.",
    steps=[
        Step("W_1^T W_1 = R^T A U U^T A R = R^T A^2 R", "U U^T = I"),
        Step("W_2 W_2^T = R^T A V V^T A R = R^T A^2 R", "V V^T = I"),
        Step("W_1^T W_1 - W_2 W_2^T = 0 at all times", "it is conserved (A.29)"),
    ],
)

starts_diagonal_first = Claim(
    "linear-networks/first-layer-starts-diagonal",
    title="In the singular bases the first layer starts as A",
    statement=MatrixIdentity(U * group(U.T * A * Rs) * Rs.T, A),
    hypotheses=[SemiOrthogonal(U), Orthogonal(Rs)],
    source=thesis("Section A.2.3"),
    note=AS_PRINTED,
)

starts_diagonal_second = Claim(
    "linear-networks/second-layer-starts-diagonal",
    title="In the singular bases the second layer starts as A",
    statement=MatrixIdentity(Rs * group(Rs.T * A * V) * V.T, A),
    hypotheses=[Orthogonal(V), Orthogonal(Rs)],
    source=thesis("Section A.2.3"),
    note=AS_PRINTED,
)

general_velocity = Claim(
    "linear-networks/first-layer-velocity",
    title="The first layer moves by the input's and the correlation's second moments",
    statement=MatrixRate(W1, written(-Expect(x * x.T) * W1 * W2 * W2.T, Expect(x * y.T) * W2.T), flow),
    source=both(33),
    uses=[first_layer_gradient],
    note=f"The first equality of (A.33); it holds for any inputs. {HALF}",
)

white_velocity = Claim(
    "linear-networks/first-layer-velocity-white",
    title="The first layer's velocity for white inputs",
    statement=MatrixRate(W1, written(-W1 * W2 * W2.T, U.T * P * V * W2.T), flow),
    hypotheses=[WHITE, CORRELATION],
    source=both(33),
    uses=[general_velocity],
    note="The second equality of (A.33); nothing is needed of $U$, $P$ and $V$.",
)


def regrouped(w1_: Matrix, w2_: Matrix, u: Matrix, r: Matrix, core: Matrix) -> Matrix:
    """The right-hand side of (A.34) as printed."""
    return written(
        -group(u * w1_ * r.T) * group(r * w2_ * V.T) * group(V * w2_.T * r.T),
        group(u * u.T) * core * group(V * w2_.T * r.T),
    )


first_layer_regrouped = Claim(
    "linear-networks/first-layer-in-singular-bases-grouped",
    title="The first layer in the singular bases: its velocity, grouped",
    statement=MatrixRate(U * W1s * Rs.T, regrouped(W1s, W2s, U, Rs, P), flow_s),
    hypotheses=[WHITE, CORRELATION, Orthogonal(V), Orthogonal(Rs)],
    source=both(34),
    uses=[white_velocity],
    note=f"{AS_PRINTED} Inserting $R^T R = I$ and $V^T V = I$ is all that happens; $U U^T$ is not yet used.",
    steps=[
        Step(r"$d(U W_1 R^T)/dt = -U W_1 W_2 W_2^T R^T + U U^T P V W_2^T R^T$", "(A.33) between U and R^T"),
        Step("W_1 W_2 = W_1 (R^T R) W_2", "R is orthogonal; a wider layer needs W_1 R^T R = W_1 instead"),
        Step("W_2 W_2^T = W_2 (V^T V) W_2^T", "V is orthogonal"),
    ],
)

first_layer_closed = Claim(
    "linear-networks/first-layer-in-singular-bases",
    title="The first layer in the singular bases obeys a closed equation",
    statement=MatrixRate(T1s, written(-T1s * T2s * T2s.T, P * T2s.T), flow_s),
    hypotheses=[WHITE, CORRELATION, SemiOrthogonal(U), Orthogonal(V), Orthogonal(Rs)],
    source=both(35),
    uses=[first_layer_regrouped],
    note=f"{AS_PRINTED} $W_1~ = U W_1 R^T$ and $W_2~ = R W_2 V^T$ by (A.32).",
)

second_layer_closed = Claim(
    "linear-networks/second-layer-in-singular-bases",
    title="The second layer in the singular bases obeys a closed equation",
    statement=MatrixRate(T2s, written(-T1s.T * T1s * T2s, T1s.T * P), flow_s),
    hypotheses=[WHITE, CORRELATION, Orthogonal(V), Orthogonal(Rs), SPAN_U],
    source=both(36),
    uses=[second_layer_gradient, starts_in_span, column_space],
    note=f"{AS_PRINTED} Since $U^T U$ is not the identity for $d > c$, this line rests on $U^T U W_1 = W_1$, which "
    "the initialisation grants and the flow keeps.",
)

balanced_in_bases = Claim(
    "linear-networks/balanced-in-singular-bases",
    title="The balance of the layers in the singular bases",
    statement=MatrixIdentity(
        written(T1s.T * T1s, -T2s * T2s.T),
        Rs * group(written(W1s.T * W1s, -W2s * W2s.T)) * Rs.T,
    ),
    hypotheses=[Orthogonal(V), SPAN_U],
    source=both(37),
    uses=[starts_in_span, column_space],
    note=f"{AS_PRINTED} Rests on $U^T U W_1 = W_1$, as (A.36) does.",
)

balance_vanishes = Claim(
    "linear-networks/balance-in-singular-bases-vanishes",
    title="Layers that are balanced are balanced in the singular bases",
    statement=MatrixIdentity(written(T1s.T * T1s, -T2s * T2s.T), zero(c, c)),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), SPAN_U, Equal(W1s.T * W1s, W2s * W2s.T)],
    source=both(37),
    uses=[balanced_in_bases, balanced_start, conservation],
    note=f"{AS_PRINTED} The second equality of (A.37).",
)
