r"""Two-layer linear networks of any size: what is conserved, and how modes are learned.

The network is ``f(x) = x^T W_1 W_2`` with a hidden layer of any width (A.21), trained by gradient flow (A.22) on half
the mean squared error.  The chapter has three parts.

1. *The gradient*, entry by entry (A.23-A.25, A.27) and as matrices (A.26, A.28), derived from the loss.  It implies
   that ``W_1^T W_1 - W_2 W_2^T`` is conserved (A.29), for every distribution of inputs and labels.
2. *Aligned layers.*  With white inputs, the singular value decomposition ``E[x y^T] = U^T P V`` (A.30) and layers that
   start as ``W_1 = U^T A R``, ``W_2 = R^T A V``, the layers seen in the singular bases (A.32) obey closed equations
   (A.35, A.36) which keep them diagonal and equal.
3. *Modes.*  Each diagonal entry obeys ``d(alpha)/dt = -alpha^3 + rho alpha`` (A.38), so that the strength of a mode,
   ``alpha^2``, grows in a sigmoid (A.39, 3.15), and ``W_1 W_2 = U^T A^2 V`` at all times (A.40).

How the printed shapes are read.  (A.32) compares ``U W_1 R^T`` and ``R W_2 V^T`` with one diagonal matrix A, so these
are c x c: U is c x d with orthonormal rows (the thin decomposition), V is c x c, and the printed R, c x c, needs a
hidden layer of exactly p = c neurons.  Part 2 takes the printed lines in this reading, and then for a layer of any
width p >= c, where R is c x p with orthonormal rows; there some lines hold only because the initialisation lies in a
subspace that the flow does not leave, and that is proved.  With full orthogonal matrices U (d x d), R (p x p) and
V (c x c), (A.34) to (A.37) hold for any layers whatever; this reading is treated as well.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.flows import GradientFlow
from .kernel.matrices import (
    Diagonal,
    Equal,
    Expect,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    Velocity,
    Whitened,
    group,
    half_mean_square,
    matrix,
    named,
    random_vector,
    written,
    zero,
)
from .kernel.sources import Source, position_paper, thesis
from .kernel.statements import Conserved, Identity, Rate, Solution
from .kernel.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from .kernel.symbols import families, index, natural, positive, time, total, trajectories

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types

_UNCLAIMED = {
    "A.21": "the shapes of x, y, W_1, W_2: every statement on matrices here is checked against them",
    "A.22": "the definition of gradient flow: every flow here is derived from its loss by it",
    "A.30": "the definition of U, P, V; the hypothesis E[x y^T] = U^T P V of the claims on aligned layers",
    "A.32": "a notation, used in the claims on aligned layers",
}
COVERAGE = {
    "thesis": _UNCLAIMED,
    "position-paper": {str(int(label[2:]) + 19): reason for label, reason in _UNCLAIMED.items()},
}
"""Equations that have no claim, by document and label, and why."""


def both(number: int) -> list[Source]:
    """Equation (A.number) of the thesis, which the position paper prints as equation number + 19."""
    return [thesis(f"A.{number}"), position_paper(str(number + 19))]


HALF = "The loss is half the mean square, as in (3.2); time is in units where the learning rate is one."

# --- 1. The gradient ------------------------------------------------------------------------------------------

# Entry by entry, at one sample (x, y): expectation is linear, so that what holds inside it for every sample holds.

d, p, c = natural("d p c")
i, i2 = index("i", d), index("i'", d)
j, j2 = index("j", p), index("j'", p)
k = index("k", c)
t = time()
x_, y_ = families("x y")
w1, w2 = families("w_1 w_2", t)

path = x_[i] * w1[i, j] * w2[j, k]
path2 = x_[i2] * w1[i2, j2] * w2[j2, k]
error_at_k = total(path2, i2, j2) - y_[k]
sample_loss = total((total(path, i, j) - y_[k]) * error_at_k, k) / 2

sample_flow = GradientFlow(loss=sample_loss, parameters=(w1, w2), time=t)

AT_SAMPLE = (
    "Stated at one sample (x, y), inside the expectation: an identity for every sample holds on average. The claim is "
    "on the entry's velocity, which is minus the printed derivative (A.22)."
)

summand_loss = Claim(
    "linear-networks/summand-loss",
    title="The loss in summand notation is half the squared error of the output, layer after layer",
    statement=Identity(sample_loss, total((total(total(x_[i] * w1[i, j], i) * w2[j, k], j) - y_[k]) ** 2, k) / 2),
    source=both(23),
    note=f"Stated at one sample (x, y), inside the expectation. {HALF}",
)

first_layer_entry = Claim(
    "linear-networks/first-layer-entry",
    title="The derivative of the loss by one entry of the first layer",
    statement=Rate(w1[i, j], -total(x_[i] * w2[j, k] * error_at_k, k), sample_flow),
    source=both(24),
    uses=[summand_loss],
    note=AT_SAMPLE,
)

printed_scope = Claim(
    "linear-networks/first-layer-entry-expanded-as-printed",
    title="The derivative by one entry of the first layer, expanded, as printed",
    statement=Rate(
        w1[i, j],
        -x_[i] * total(path2 * w2[j, k] - y_[k] * w2[j, k], i2, j2, k),
        sample_flow,
    ),
    source=both(25),
    uses=[first_layer_entry],
    erratum=Erratum(
        kind="slip",
        wrong="The one sum over i', j' and k covers the label's term y_k w_jk as well, and so counts it d*p times; if "
        "it covers only the first term, k is left free in the second.",
        consequence="None: (A.26) has the right matrix form.",
    ),
    note=f"{AT_SAMPLE} The sum is read as covering the whole bracket; no other reading gives y_k a sum over k alone.",
)

first_layer_entry_expanded = Claim(
    "linear-networks/first-layer-entry-expanded",
    title="The derivative by one entry of the first layer, expanded",
    statement=Rate(
        w1[i, j],
        -x_[i] * total(total(path2 * w2[j, k], i2, j2) - y_[k] * w2[j, k], k),
        sample_flow,
    ),
    source=both(25),
    uses=[first_layer_entry],
    corrects=printed_scope,
    note=AT_SAMPLE,
)

second_layer_entry = Claim(
    "linear-networks/second-layer-entry",
    title="The derivative of the loss by one entry of the second layer",
    statement=Rate(w2[j, k], -total(x_[i] * w1[i, j], i) * error_at_k, sample_flow),
    source=both(27),
    uses=[summand_loss],
    note=AT_SAMPLE,
)

# As matrices: the flow of the loss, for every size and every distribution.

x, y = random_vector("x", d), random_vector("y", c)
W1, W2 = matrix("W_1", d, p), matrix("W_2", p, c)
flow = MatrixFlow(half_mean_square(x.T * W1 * W2, y.T), (W1, W2))
residual = x.T * W1 * W2 - y.T

first_layer_gradient = Claim(
    "linear-networks/first-layer-gradient",
    title="The derivative of the loss by the first layer, as a matrix",
    statement=MatrixRate(W1, -Expect(x * residual * W2.T), flow),
    source=both(26),
    uses=[first_layer_entry_expanded],
    note=f"The claim is on dW_1/dt, which is minus the printed derivative. {HALF}",
    steps=[
        Step("L = E[tr((x^T W_1 W_2 - y^T)(x^T W_1 W_2 - y^T)^T)] / 2", "the loss, a trace of a 1 x 1 matrix"),
        Step("dL = E[tr(x^T dW_1 W_2 (x^T W_1 W_2 - y^T)^T)]", "both factors contribute the same: tr(M) = tr(M^T)"),
        Step("dL = E[tr(dW_1 W_2 (x^T W_1 W_2 - y^T)^T x^T)]", "a trace may be turned"),
        Step("dL/dW_1 = E[x (x^T W_1 W_2 - y^T) W_2^T]", "d tr(W B)/dW = B^T"),
    ],
)

second_layer_gradient = Claim(
    "linear-networks/second-layer-gradient",
    title="The derivative of the loss by the second layer, as a matrix",
    statement=MatrixRate(W2, -Expect(W1.T * x * residual), flow),
    source=both(28),
    uses=[second_layer_entry],
    note=f"The claim is on dW_2/dt, which is minus the printed derivative. {HALF}",
)

shared_gradient = Claim(
    "linear-networks/layers-share-a-gradient",
    title="Both layers see the same gradient from the side of the hidden layer",
    statement=MatrixIdentity(W1.T * Velocity(W1), Velocity(W2) * W2.T, flow),
    source=both(29),
    uses=[first_layer_gradient, second_layer_gradient],
    note="The left half of (A.29).",
)

conservation = Claim(
    "linear-networks/conservation",
    title="The difference of the layers' Gram matrices is conserved, for every size and every data",
    statement=MatrixConserved(written(W1.T * W1, -W2 * W2.T), flow),
    source=both(29),
    uses=[shared_gradient],
    note="The right half of (A.29). Neither white inputs nor small layers are needed.",
    steps=[
        Step("W_1^T dW_1/dt = -E[W_1^T x (x^T W_1 W_2 - y^T) W_2^T] = dW_2/dt W_2^T", "(A.26) and (A.28)"),
        Step("d/dt (W_1^T W_1) = W_1^T dW_1/dt + (W_1^T dW_1/dt)^T", "the product rule"),
        Step("d/dt (W_2 W_2^T) = dW_2/dt W_2^T + (dW_2/dt W_2^T)^T", "the product rule"),
        Step("d/dt (W_1^T W_1 - W_2 W_2^T) = 0", "the two right-hand sides are equal by the first line"),
    ],
)

# --- 2. Aligned layers ----------------------------------------------------------------------------------------

# Each claim lists the hypotheses that its proof needs; the reading of the letters is in its note.  Three also say that
# U or R has orthonormal rows, which no proof uses: U^T U W_1 = W_1 would otherwise leave little but W_1 = 0.

THIN = (
    "U is c x d with orthonormal rows, V is orthogonal, P and A are diagonal, all c x c but U: the thin singular value "
    "decomposition, as W_1~ = W_2~ = A demands."
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
        wrong="With R in R^{c x c} the initial W_1 = U^T A R has c columns; by (A.21) it has p. The two fit only if "
        "the hidden layer has exactly c neurons, which is not said.",
        consequence="With p = c every line from (A.31) to (A.40) holds. For a wider layer let R be c x p with "
        "R R^T = I: all lines hold along the flow from this initialisation, (A.34), (A.36) and (A.37) because it stays "
        "in the row space of R and the column space of U^T; from an arbitrary W_1 they fail.",
    ),
    note="The statement is about sizes: the number of columns on both sides of W_1(0) = U^T A R.",
)

W1s, W2s, Rs = matrix("W_1", d, c), matrix("W_2", c, c), matrix("R", c, c)
flow_s = MatrixFlow(half_mean_square(x.T * W1s * W2s, y.T), (W1s, W2s))
T1s, T2s = named("Wtilde_1", U * W1s * Rs.T), named("Wtilde_2", Rs * W2s * V.T)
SPAN_U = Equal(U.T * U * W1s, W1s)
AS_PRINTED = f"{THIN} R is c x c as printed, so that p = c."

starts_in_span = Claim(
    "linear-networks/starts-in-column-space",
    title="The initial first layer lies in the column space of U^T",
    statement=MatrixIdentity(U.T * U * group(U.T * A * Rs), U.T * A * Rs),
    hypotheses=[SemiOrthogonal(U)],
    note=AS_PRINTED,
)

column_space = Claim(
    "linear-networks/column-space-is-kept",
    title="What of the first layer lies outside of the column space of U^T stays zero",
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
    note="The second equality of (A.33); nothing is needed of U, P and V.",
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
    note=f"{AS_PRINTED} Inserting R^T R = I and V^T V = I is all that happens; U U^T is not yet used.",
    steps=[
        Step("d(U W_1 R^T)/dt = -U W_1 W_2 W_2^T R^T + U U^T P V W_2^T R^T", "(A.33) between U and R^T"),
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
    note=f"{AS_PRINTED} Wtilde_1 = U W_1 R^T and Wtilde_2 = R W_2 V^T by (A.32).",
)

second_layer_closed = Claim(
    "linear-networks/second-layer-in-singular-bases",
    title="The second layer in the singular bases obeys a closed equation",
    statement=MatrixRate(T2s, written(-T1s.T * T1s * T2s, T1s.T * P), flow_s),
    hypotheses=[WHITE, CORRELATION, Orthogonal(V), Orthogonal(Rs), SPAN_U],
    source=both(36),
    uses=[second_layer_gradient, starts_in_span, column_space],
    note=f"{AS_PRINTED} Since U^T U is not the identity for d > c, this line rests on U^T U W_1 = W_1, which the "
    "initialisation grants and the flow keeps.",
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
    note=f"{AS_PRINTED} Rests on U^T U W_1 = W_1, as (A.36) does.",
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

# 2b. A hidden layer of any width p >= c: R is c x p with orthonormal rows.

R = matrix("R", c, p)
T1, T2 = named("Wtilde_1", U * W1 * R.T), named("Wtilde_2", R * W2 * V.T)
SPAN_U_WIDE = Equal(U.T * U * W1, W1)
ROWS_1, ROWS_2 = Equal(W1 * R.T * R, W1), Equal(R.T * R * W2, W2)
ANY_WIDTH = f"{THIN} R is c x p with orthonormal rows: a hidden layer of any width p >= c."

outside_first = written(W1, -W1 * R.T * R)
outside_second = written(W2, -R.T * R * W2)

row_space_first = Claim(
    "linear-networks/row-space-is-kept-first",
    title="What of the first layer lies outside of the row space of R moves only with the second layer's",
    statement=MatrixRate(
        outside_first,
        -group(written(W1 * W2, -U.T * P * V)) * group(outside_second).T,
        flow,
    ),
    hypotheses=[WHITE, CORRELATION],
    uses=[white_velocity],
    note="With the next claim: the two outside parts obey a linear equation, so that both stay zero if both start "
    "there. True for any R of this shape.",
)

row_space_second = Claim(
    "linear-networks/row-space-is-kept-second",
    title="What of the second layer lies outside of the row space of R moves only with the first layer's",
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
    note=f"{ANY_WIDTH} Shown to be false, so that the hypothesis W_1 R^T R = W_1 of the next claim is needed.",
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
    "U is d x d, R is p x p, V is c x c, all orthogonal; P is d x c. Then no line needs a hypothesis on W_1 and W_2, "
    "but A stands for two rectangular diagonal matrices, d x p and p x c, and W_1~ = W_2~ compares their diagonals."
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
COMMUTES = "A matrix that commutes with every diagonal matrix D is diagonal; so layers stay diagonal."

diagonal_first = Claim(
    "linear-networks/first-layer-stays-diagonal",
    title="At diagonal layers the first layer's velocity is diagonal",
    statement=MatrixIdentity(D * group(velocity_1), group(velocity_1) * D),
    hypotheses=[*DIAGONALS, Diagonal(D)],
    source=thesis("Section A.2.3"),
    uses=[first_layer_closed],
    note=COMMUTES,
)

diagonal_second = Claim(
    "linear-networks/second-layer-stays-diagonal",
    title="At diagonal layers the second layer's velocity is diagonal",
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
    note="The page concludes W_1~ = W_2~ from (A.37), which leaves the sign of each entry open. The conclusion is "
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
    note="So that W_1~ - W_2~, which starts at A - A = 0, stays zero.",
)

cubic_matrix = Claim(
    "linear-networks/mode-equation-matrix",
    title="Equal diagonal layers obey the cubic equation, all modes at once",
    statement=MatrixIdentity(written(-A * A * A.T, P * A.T), written(-(A**3), P * A)),
    hypotheses=[Diagonal(A)],
    source=both(38),
    uses=[first_layer_closed, layers_stay_equal],
    note="(A.35) at W_1~ = W_2~ = A; a product of diagonal matrices is taken entry by entry.",
)

cubic_matrix_second = Claim(
    "linear-networks/mode-equation-matrix-second",
    title="The second layer's equation gives the same cubic equation",
    statement=MatrixIdentity(written(-A.T * A * A, A.T * P), written(-(A**3), P * A)),
    hypotheses=[Diagonal(A), Diagonal(P)],
    source=both(38),
    uses=[second_layer_closed, layers_stay_equal],
    note="(A.36) at W_1~ = W_2~ = A: 'either from (A.35) or (A.36)'.",
)

# --- 3. Modes -------------------------------------------------------------------------------------------------

# The i-th diagonal entries alpha, beta of the two layers follow the flow of (alpha beta - rho)^2 / 2: mode by mode,
# (A.35) and (A.36) say d(alpha)/dt = -beta (alpha beta - rho) and d(beta)/dt = -alpha (alpha beta - rho).

alpha, beta = trajectories("alpha beta")
rho, s0, alpha0 = positive("rho s_0 alpha_0")
mode_flow = GradientFlow(loss=(alpha * beta - rho) ** 2 / 2, parameters=(alpha, beta), time=t)
sigmoid = 1 / (1 + (rho / s0 - 1) * sp.exp(-2 * rho * t))
MODE = (
    "alpha and beta are the i-th diagonal entries of W_1~ and W_2~; mode by mode (A.35) and (A.36) are the gradient "
    "flow of (alpha beta - rho)^2 / 2."
)

mode_first = Claim(
    "linear-networks/mode-first-layer",
    title="One entry of the first layer's diagonal follows the flow of a mode",
    statement=Rate(alpha, -alpha * beta**2 + rho * beta, mode_flow),
    source=both(35),
    uses=[first_layer_closed],
    note=f"The diagonal of (A.35). {MODE}",
)

mode_second = Claim(
    "linear-networks/mode-second-layer",
    title="One entry of the second layer's diagonal follows the flow of a mode",
    statement=Rate(beta, -(alpha**2) * beta + rho * alpha, mode_flow),
    source=both(36),
    uses=[second_layer_closed],
    note=f"The diagonal of (A.36). {MODE}",
)

mode_balance = Claim(
    "linear-networks/mode-balance",
    title="The difference of a mode's squared entries is conserved",
    statement=Conserved(alpha**2 - beta**2, mode_flow),
    uses=[conservation],
    note="(A.29) for one mode: with it the squares stay equal, as (A.37) says.",
)

mode_difference = Claim(
    "linear-networks/mode-entries-stay-equal",
    title="The difference of a mode's entries moves in proportion to itself",
    statement=Rate(alpha - beta, (alpha * beta - rho) * (alpha - beta), mode_flow),
    uses=[mode_first, mode_second],
    note="So that entries that start equal stay equal.",
)

mode_equation = Claim(
    "linear-networks/mode-equation",
    title="A mode grows by a cubic equation",
    statement=Rate(alpha, -(alpha**3) + rho * alpha, mode_flow.on(alpha - beta)),
    source=both(38),
    uses=[mode_first, mode_difference, cubic_matrix],
    note=MODE,
)

mode_strength_rate = Claim(
    "linear-networks/mode-strength-rate",
    title="The strength of a mode obeys a logistic equation",
    statement=Rate(alpha**2, -2 * alpha**2 * (alpha**2 - rho), mode_flow.on(alpha - beta)),
    source=both(39),
    uses=[mode_equation],
    note=f"The left half of (A.39). {MODE}",
)

strength_as_printed = Claim(
    "linear-networks/mode-sigmoid-as-printed",
    title="The sigmoid with alpha_i the i-th entry of U W_1 W_2 V^T, as printed",
    statement=Solution(
        mode_flow.on(alpha - beta),
        of=alpha * beta,
        equals=sp.sqrt(rho / (1 + (rho / alpha0**2 - 1) * sp.exp(-2 * rho * t))),
        initially=alpha0,
    ),
    source=[thesis("3.15"), position_paper("12")],
    uses=[mode_equation],
    erratum=Erratum(
        kind="slip",
        wrong="The sentence below (3.15) defines alpha_i := u_i^T W_1 W_2 v_i, which is the strength of the mode; but "
        "it is alpha_i^2, the product of both layers' entries, that equals u_i^T W_1 W_2 v_i, as (A.40) says.",
        consequence="None: Appendix A.2.3 defines alpha_i as an entry of one layer, and (A.39) and (A.40) are right.",
    ),
    note="With alpha_i = u_i^T W_1 W_2 v_i, here alpha*beta, (3.15) says that its square is rho times the sigmoid; it "
    "is positive, so that it is the root. (3.15) calls the decomposition U P V and u_i the columns of U; (A.30) calls "
    "it U^T P V and has them as rows: a convention only.",
)

mode_sigmoid = Claim(
    "linear-networks/mode-sigmoid",
    title="Each mode of an aligned linear network saturates in a sigmoid",
    statement=Solution(mode_flow.on(alpha - beta), of=alpha * beta, equals=rho * sigmoid, initially=s0),
    source=[*both(39), thesis("3.15"), position_paper("12")],
    uses=[mode_strength_rate, mode_difference],
    corrects=strength_as_printed,
    note=f"{MODE} alpha_i^2 = alpha beta = u_i^T W_1 W_2 v_i, and s_0 is its value at time 0. {HALF}",
    steps=[
        Step("ds/dt = 2 s (rho - s) for s = alpha^2", "the left half of (A.39)"),
        Step("d/dt (rho/s - 1) = -2 rho (rho/s - 1)", "the equation of rho/s is linear"),
        Step("rho/s - 1 = (rho/s_0 - 1) exp(-2 rho t)", "and solved by an exponential"),
        Step("s/rho = 1 / (1 + (rho/s_0 - 1) exp(-2 rho t))", "the printed form"),
    ],
)

product = Claim(
    "linear-networks/product-of-layers",
    title="The network's map is diagonal in the singular bases, with the squares of the entries",
    statement=MatrixIdentity(W1 * W2, U.T * A**2 * V),
    hypotheses=[Equal(W1, U.T * A * R), Equal(W2, R.T * A * V), SemiOrthogonal(R)],
    source=both(40),
    uses=[layers_stay_equal, mode_sigmoid],
    note=f"{ANY_WIDTH} At each time t, with A = A(t).",
)

undo_first = Claim(
    "linear-networks/first-layer-from-singular-bases",
    title="The first layer is recovered from the singular bases",
    statement=MatrixIdentity(U.T * T1 * R, W1),
    hypotheses=[SemiOrthogonal(U), SemiOrthogonal(R), ROWS_1, SPAN_U_WIDE],
    uses=[column_space, row_space_first],
    note="So that W_1 = U^T A(t) R as long as W_1~ = A(t): the step from (A.39) to (A.40).",
)

undo_second = Claim(
    "linear-networks/second-layer-from-singular-bases",
    title="The second layer is recovered from the singular bases",
    statement=MatrixIdentity(R.T * T2 * V, W2),
    hypotheses=[Orthogonal(V), SemiOrthogonal(R), ROWS_2],
    uses=[row_space_second],
    note="So that W_2 = R^T A(t) V as long as W_2~ = A(t).",
)

mode_strength = Claim(
    "linear-networks/mode-strength",
    title="The entries of U W_1 W_2 V^T are the squares alpha_i^2",
    statement=MatrixIdentity(U * group(W1 * W2) * V.T, A**2),
    hypotheses=[Equal(W1, U.T * A * R), Equal(W2, R.T * A * V), SemiOrthogonal(U), SemiOrthogonal(R), Orthogonal(V)],
    uses=[product],
    note="u_i^T W_1 W_2 v_i = alpha_i^2: the definition that (3.15) needs.",
)
