"""2b to 2d. A hidden layer of any width, full orthogonal bases, and layers that stay diagonal and equal."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.matrices import Diagonal, Equal, Expect, Orthogonal, SemiOrthogonal, group, matrix, named, written
from ...language.sources import thesis
from ...language.statements.matrices import MatrixIdentity, MatrixRate
from .aligned_layers import (
    CORRELATION,
    THIN,
    WHITE,
    A,
    P,
    U,
    V,
    column_space,
    first_layer_closed,
    hidden_width_as_printed,
    regrouped,
    second_layer_closed,
    starts_diagonal_first,
    starts_diagonal_second,
    white_velocity,
)
from .gradient import W1, W2, both, c, d, first_layer_gradient, flow, p, second_layer_gradient, x, y

# 2b. A hidden layer of any width p >= c: R is c x p with orthonormal rows.

R = matrix("R", c, p)
T1, T2 = named("Wtilde_1", U * W1 * R.T), named("Wtilde_2", R * W2 * V.T)
SPAN_U_WIDE = Equal(U.T * U * W1, W1)
ROWS_1, ROWS_2 = Equal(W1 * R.T * R, W1), Equal(R.T * R * W2, W2)
ANY_WIDTH = f"{THIN} $R$ is $c x p$ with orthonormal rows: a hidden layer of any width $p >= c$."

outside_first = written(W1, -W1 * R.T * R)
outside_second = written(W2, -R.T * R * W2)

row_space_first = Claim(
    "linear-networks/row-space-is-kept-first",
    title="The part of the first layer outside the row space of R moves only with that of the second layer",
    statement=MatrixRate(
        outside_first,
        -group(written(W1 * W2, -U.T * P * V)) * group(outside_second).T,
        flow,
    ),
    hypotheses=[WHITE, CORRELATION],
    uses=[white_velocity],
    note="With the next claim: the two outside parts obey a linear equation, so that both stay zero if both start "
    "there. True for any $R$ of this shape.",
)

row_space_second = Claim(
    "linear-networks/row-space-is-kept-second",
    title="The part of the second layer outside the row space of R moves only with that of the first layer",
    statement=MatrixRate(
        outside_second,
        -group(outside_first).T * group(written(W1 * W2, -U.T * P * V)),
        flow,
    ),
    hypotheses=[WHITE, CORRELATION],
    uses=[second_layer_gradient],
)

wide_without_row_space = Claim(
    "linear-networks/wide-layer-without-row-space",
    title="In a wide layer, (A.34) fails for weights outside of the row space of R",
    statement=MatrixRate(U * W1 * R.T, regrouped(W1, W2, U, R, P), flow),
    hypotheses=[WHITE, CORRELATION, SemiOrthogonal(U), Orthogonal(V), Diagonal(P), SemiOrthogonal(R)],
    expected="REFUTED",
    note=f"{ANY_WIDTH} Shown to be false, so that the hypothesis $W_1 R^T R = W_1$ of the next claim is needed.",
)

wide_regrouped = Claim(
    "linear-networks/wide-first-layer-in-singular-bases-grouped",
    title="The first layer in the singular bases, for any hidden width",
    statement=MatrixRate(U * W1 * R.T, regrouped(W1, W2, U, R, P), flow),
    hypotheses=[WHITE, CORRELATION, Orthogonal(V), ROWS_1],
    source=[*both(34), thesis("Section A.2.3")],
    uses=[white_velocity, row_space_first, row_space_second],
    corrects=hidden_width_as_printed,
    note=ANY_WIDTH,
)

wide_first = Claim(
    "linear-networks/wide-first-layer-in-singular-bases",
    title="The first layer in the singular bases obeys the closed equation, for any hidden width",
    statement=MatrixRate(T1, written(-T1 * T2 * T2.T, P * T2.T), flow),
    hypotheses=[WHITE, CORRELATION, SemiOrthogonal(U), Orthogonal(V), ROWS_1],
    source=both(35),
    uses=[wide_regrouped],
    note=ANY_WIDTH,
)

wide_second = Claim(
    "linear-networks/wide-second-layer-in-singular-bases",
    title="The second layer in the singular bases obeys the closed equation, for any hidden width",
    statement=MatrixRate(T2, written(-T1.T * T1 * T2, T1.T * P), flow),
    hypotheses=[WHITE, CORRELATION, Orthogonal(V), ROWS_1, SPAN_U_WIDE],
    source=both(36),
    uses=[second_layer_gradient, column_space, row_space_first, row_space_second],
    note=ANY_WIDTH,
)

wide_balance = Claim(
    "linear-networks/wide-balanced-in-singular-bases",
    title="The balance of the layers in the singular bases, for any hidden width",
    statement=MatrixIdentity(written(T1.T * T1, -T2 * T2.T), R * group(written(W1.T * W1, -W2 * W2.T)) * R.T),
    hypotheses=[Orthogonal(V), SPAN_U_WIDE],
    source=both(37),
    uses=[column_space],
    note=ANY_WIDTH,
)

# 2c. Full orthogonal bases: U is d x d, R is p x p, and P is any d x c matrix.  No line needs the initialisation.

Uf, Pf, Rf = matrix("U", d, d), matrix("P", d, c), matrix("R", p, p)
T1f, T2f = named("Wtilde_1", Uf * W1 * Rf.T), named("Wtilde_2", Rf * W2 * V.T)
FULL_CORRELATION = Equal(Expect(x * y.T), Uf.T * Pf * V)
FULL_NOTE = (
    "$U$ is $d x d$, $R$ is $p x p$, $V$ is $c x c$, all orthogonal; $P$ is $d x c$. Then no line needs a hypothesis "
    "on $W_1$ and $W_2$, but $A$ stands for two rectangular diagonal matrices, $d x p$ and $p x c$, and $W_1~ = W_2~$ "
    "compares their diagonals."
)

full_regrouped = Claim(
    "linear-networks/full-first-layer-in-singular-bases-grouped",
    title="The first layer in full singular bases, grouped, for any layers",
    statement=MatrixRate(Uf * W1 * Rf.T, regrouped(W1, W2, Uf, Rf, Pf), flow),
    hypotheses=[WHITE, FULL_CORRELATION, Orthogonal(V), Orthogonal(Rf)],
    source=both(34),
    uses=[first_layer_gradient],
    note=FULL_NOTE,
)

full_first = Claim(
    "linear-networks/full-first-layer-in-singular-bases",
    title="The first layer in full singular bases obeys the closed equation, for any layers",
    statement=MatrixRate(T1f, written(-T1f * T2f * T2f.T, Pf * T2f.T), flow),
    hypotheses=[WHITE, FULL_CORRELATION, Orthogonal(Uf), Orthogonal(V), Orthogonal(Rf)],
    source=both(35),
    uses=[full_regrouped],
    note=FULL_NOTE,
)

full_second = Claim(
    "linear-networks/full-second-layer-in-singular-bases",
    title="The second layer in full singular bases obeys the closed equation, for any layers",
    statement=MatrixRate(T2f, written(-T1f.T * T1f * T2f, T1f.T * Pf), flow),
    hypotheses=[WHITE, FULL_CORRELATION, Orthogonal(Uf), Orthogonal(V), Orthogonal(Rf)],
    source=both(36),
    uses=[second_layer_gradient],
    note=FULL_NOTE,
)

full_balance = Claim(
    "linear-networks/full-balanced-in-singular-bases",
    title="The balance of the layers in full singular bases, for any layers",
    statement=MatrixIdentity(written(T1f.T * T1f, -T2f * T2f.T), Rf * group(written(W1.T * W1, -W2 * W2.T)) * Rf.T),
    hypotheses=[Orthogonal(Uf), Orthogonal(V)],
    source=both(37),
    note=FULL_NOTE,
)

# 2d. Diagonal and equal they start; diagonal and equal they stay.

D1, D2, D = matrix("Wtilde_1", c, c), matrix("Wtilde_2", c, c), matrix("D", c, c)
velocity_1 = written(-D1 * D2 * D2.T, P * D2.T)
velocity_2 = written(-D1.T * D1 * D2, D1.T * P)
DIAGONALS = (Diagonal(D1), Diagonal(D2), Diagonal(P))
COMMUTES = "A matrix that commutes with every diagonal matrix $D$ is diagonal; so layers stay diagonal."

diagonal_first = Claim(
    "linear-networks/first-layer-stays-diagonal",
    title="Where both layers are diagonal, the velocity of the first layer is diagonal",
    statement=MatrixIdentity(D * group(velocity_1), group(velocity_1) * D),
    hypotheses=[*DIAGONALS, Diagonal(D)],
    source=thesis("Section A.2.3"),
    uses=[first_layer_closed],
    note=COMMUTES,
)

diagonal_second = Claim(
    "linear-networks/second-layer-stays-diagonal",
    title="Where both layers are diagonal, the velocity of the second layer is diagonal",
    statement=MatrixIdentity(D * group(velocity_2), group(velocity_2) * D),
    hypotheses=[*DIAGONALS, Diagonal(D)],
    source=thesis("Section A.2.3"),
    uses=[second_layer_closed],
    note=COMMUTES,
)

squares_not_enough = Claim(
    "linear-networks/equal-squares-are-not-enough",
    title="Diagonal layers with equal squares need not be equal",
    statement=MatrixIdentity(D1, D2),
    hypotheses=[Diagonal(D1), Diagonal(D2), Equal(D1.T * D1, D2 * D2.T)],
    expected="REFUTED",
    note="The page concludes $W_1~ = W_2~$ from (A.37), which leaves the sign of each entry open. The conclusion is "
    "true: the next claim gives the reason.",
)

layers_stay_equal = Claim(
    "linear-networks/layers-stay-equal",
    title="The difference of diagonal layers moves in proportion to itself",
    statement=MatrixIdentity(
        written(group(velocity_1), -group(velocity_2)),
        group(written(D1 * D2, -P)) * group(written(D1, -D2)),
    ),
    hypotheses=DIAGONALS,
    uses=[diagonal_first, diagonal_second, starts_diagonal_first, starts_diagonal_second],
    note="So that $W_1~ - W_2~$, which starts at $A - A = 0$, stays zero.",
)

cubic_matrix = Claim(
    "linear-networks/mode-equation-matrix",
    title="Equal diagonal layers obey the cubic equation, all modes at once",
    statement=MatrixIdentity(written(-A * A * A.T, P * A.T), written(-(A**3), P * A)),
    hypotheses=[Diagonal(A)],
    source=both(38),
    uses=[first_layer_closed, layers_stay_equal],
    note="(A.35) at $W_1~ = W_2~ = A$; a product of diagonal matrices is taken entry by entry.",
)

cubic_matrix_second = Claim(
    "linear-networks/mode-equation-matrix-second",
    title="The second layer's equation gives the same cubic equation",
    statement=MatrixIdentity(written(-A.T * A * A, A.T * P), written(-(A**3), P * A)),
    hypotheses=[Diagonal(A), Diagonal(P)],
    source=both(38),
    uses=[second_layer_closed, layers_stay_equal],
    note="(A.36) at $W_1~ = W_2~ = A$: 'either from (A.35) or (A.36)'.",
)
