"""7. The least norm, A.2: which of the interpolating parameters gradient flow finds, and ridge regression."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import (
    Diagonal,
    Equal,
    MatrixFlow,
    MatrixHypothesis,
    Orthogonal,
    group,
    identity,
    matrix,
    trace,
    written,
    zero,
)
from ...language.matrix_functions import pinv
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality, Limit, Solution
from ...language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...language.symbols import natural, positive, real, trajectories
from .benign_overfitting import n_
from .letters import eta, n, p, t
from .operator import I_p

minor_12, minor_13, minor_23 = real("M_12 M_13 M_23")
u_1, u_2, u_3, v_1, v_2, v_3 = real("u_1 u_2 u_3 v_1 v_2 v_3")
gram_determinant = (u_1**2 + u_2**2 + u_3**2) * (v_1**2 + v_2**2 + v_3**2) - (u_1 * v_1 + u_2 * v_2 + u_3 * v_3) ** 2

ratio = real("c")
proportional = gram_determinant.subs({v_1: ratio * u_1, v_2: ratio * u_2, v_3: ratio * u_3})

full_rank_printed = Claim(
    "linear-models/full-rank-as-printed",
    title="With more features than samples the feature matrix has rank n, for proportional feature vectors too",
    statement=Inequality(proportional, ">", 0),
    hypotheses=[u_1 > 0, ratio > 0],
    source=[thesis("Section A.2")],
    erratum=Erratum(
        "hypothesis",
        "More features than samples do not make $Phi(X)$ of rank $n$: two samples with proportional feature vectors "
        "do not. The $n$ feature vectors must be linearly independent, which is not said.",
        "Without it $S$ has no inverse in (A.8), and noisy labels may have no interpolation at all.",
        printed=r"Because $\Phi(X)$ is a rank n matrix in an overparameterized setup, performing SVD leads to "
        r"$\Phi(X) = USV$",
        mark="Because",
        right=r"If $\Phi(X)$ is a rank n matrix (its n columns are linearly independent), performing SVD leads to "
        r"$\Phi(X) = USV$",
        sentence=True,
    ),
    note="Two samples of three features, $u$ and $c u$, which nothing in the setup excludes: the determinant of their "
    "Gram matrix.",
)

gram_minors = Claim(
    "linear-models/gram-determinant-by-minors",
    title="The Gram determinant of two feature vectors is the sum of the squared minors",
    statement=Identity(
        gram_determinant, (u_1 * v_2 - u_2 * v_1) ** 2 + (u_1 * v_3 - u_3 * v_1) ** 2 + (u_2 * v_3 - u_3 * v_2) ** 2
    ),
    source=[thesis("Section A.2")],
)

full_rank = Claim(
    "linear-models/full-rank",
    title="Linearly independent feature vectors make the feature matrix of rank n",
    statement=Inequality(minor_12**2 + minor_13**2 + minor_23**2, ">", 0),
    hypotheses=[minor_12 > 0],
    source=[thesis("Section A.2")],
    uses=[gram_minors],
    corrects=full_rank_printed,
    note="A special case: two samples of three features. $M_ij$ are the minors of the $3 x 2$ matrix of the two "
    "feature vectors; independent vectors have one that is not zero, here $M_12$, which is positive if the samples "
    "are named in the right order.",
)

# A row of parameters, as (A.8) has it; U, S, V are those of the p x n feature matrix, of rank n.

F, Y, W = matrix("Phi", p, n), matrix("Y", 1, n), matrix("w", 1, p)
Uw, S_, S_inv, Vw = matrix("U", p, n), matrix("S", n, n), matrix("S^-1", n, n), matrix("V", n, n)
WIDE_SVD: list[MatrixHypothesis] = [
    Equal(F, Uw * S_ * Vw),
    Equal(Uw.T * Uw, identity(n)),
    Orthogonal(Vw),
    Diagonal(S_),
    Equal(S_ * S_inv, identity(n)),
    Equal(S_inv * S_, identity(n)),
]
INTERPOLATES = Equal(W * Uw * S_ * Vw, Y)
ROW = "$w$ is a row here, as in (A.8); $Phi = Phi(X) = U S V$ has rank $n$."
complement = group(written(I_p, -Uw * Uw.T))
least_norm = Y * Vw.T * S_inv * Uw.T

shape_printed = Claim(
    "linear-models/parameters-row-or-column-as-printed",
    title="The parameters have as many rows in the interpolation condition as in its solution",
    statement=Identity(p, 1),
    source=[thesis("A.8"), thesis("A.9"), thesis("A.10"), thesis("A.11")],
    erratum=Erratum(
        "convention",
        "(A.7) has $w^T Phi$, so that $w$ is a column of $p$ rows; (A.8) equates $w$ with $Y V^T S^-1 U^T$, a row, "
        "and (A.9) to (A.11) equate $dw/dt$ with a row while $w^T$ stands on the right.",
        "None: read $w$ as a row throughout and drop the transpose, or transpose (A.8) to (A.11).",
        printed=r"\hat{w} = YV^T S^{-1} U^T + \hat{w}(I_p - UU^T),",
        mark=r"\hat{w} = YV^T S^{-1} U^T",
        right=r"\hat{w}^T = YV^T S^{-1} U^T + \hat{w}^T(I_p - UU^T),",
    ),
    note="The statement compares sizes: the number of rows of $w$ in (A.7) and of the right-hand side of (A.8).",
)

solution_row = Claim(
    "linear-models/interpolating-parameters",
    title="Interpolation fixes the parameters in the image of U",
    statement=MatrixIdentity(W, written(least_norm, W * complement)),
    hypotheses=[*WIDE_SVD[1:], INTERPOLATES],
    source=[thesis("A.8"), thesis("A.7")],
    uses=[full_rank],
    corrects=shape_printed,
    note=f"{ROW} The hypothesis $w U S V = Y$ is (A.7).",
)

w_column = matrix("w", p, 1)

solution_column = Claim(
    "linear-models/interpolating-parameters-as-column",
    title="Interpolation fixes the parameters in the image of U, written for a column of parameters",
    statement=MatrixIdentity(w_column, written(Uw * S_inv * Vw * Y.T, group(written(I_p, -Uw * Uw.T)) * w_column)),
    hypotheses=[*WIDE_SVD[1:], Equal(w_column.T * Uw * S_ * Vw, Y)],
    source=[thesis("A.8"), thesis("A.7")],
    uses=[solution_row],
    corrects=shape_printed,
    note="The transpose of (A.8), for $w^T Phi = Y$ as (A.7) has it.",
)

complement_is_idle = Claim(
    "linear-models/complement-does-not-affect-labels",
    title="The part of the parameters outside the image of U does not affect the training labels",
    statement=MatrixIdentity(W * complement * F, zero(1, n)),
    hypotheses=WIDE_SVD[:2],
    source=[thesis("Section A.2"), thesis("A.8")],
    note=ROW,
)

least_norm_interpolates = Claim(
    "linear-models/least-norm-interpolates",
    title="The part in the image of U interpolates by itself",
    statement=MatrixIdentity(least_norm * F, Y),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2"), thesis("A.8")],
    note=ROW,
)

least_norm_is_least = Claim(
    "linear-models/least-norm",
    title="The squared norms of the parts inside and outside the image of U add up",
    statement=MatrixIdentity(
        group(W * complement) * group(W * complement).T, written(W * W.T, -group(W * Uw) * group(W * Uw).T)
    ),
    hypotheses=[WIDE_SVD[1]],
    source=[thesis("A.8"), thesis("Section A.2")],
    uses=[solution_row],
    note=f"{ROW} Interpolation fixes $w U = Y V^T S^-1$, so that the norm is least exactly when $w (I - U U^T)$ is "
    "zero.",
)

outputs = natural("c")
Y_many, M_many = matrix("Y", outputs, n), matrix("M", n, p)
same_rank = group(Y_many * group(written(Vw.T * S_inv * Uw.T, M_many * complement)))

rank_kept = Claim(
    "linear-models/solutions-of-least-rank",
    title="Other interpolating solutions, too, are a matrix times the labels",
    statement=MatrixIdentity(same_rank * F, Y_many),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2")],
    note="For $c$ outputs, a $c x p$ matrix of parameters. A solution has at least the rank of $Y$, since $W Phi = "
    "Y$; these are $Y$ times a matrix, and have no more, whatever $M$ is. The solution of least norm, $M = 0$, is one "
    "of them.",
)

rank_not_enough = Claim(
    "linear-models/least-rank-does-not-fix-the-solution",
    title="A solution of least rank has no part outside of the image of U",
    statement=MatrixIdentity(same_rank * complement, zero(outputs, p)),
    hypotheses=[*WIDE_SVD[1:]],
    expected="REFUTED",
    uses=[rank_kept],
    note="This is not an erratum: the text says that the solution of least norm has the least rank, which is true. "
    "The rank does not single it out; for one output every solution has rank one.",
)

label_loss = eta * trace(group(W * F - Y) * group(W * F - Y).T) / (2 * n)
label_flow = MatrixFlow(label_loss, (W,))

flow_printed = Claim(
    "linear-models/training-flow-as-printed",
    title="The gradient flow on n samples, as printed",
    statement=MatrixRate(W, -eta * group(W * F - Y) * F.T, label_flow),
    source=[thesis("A.9")],
    erratum=Erratum(
        "convention",
        "Under (1.12) with $L_emp$ equal to $1/(2 n)$ times the sum of squares the rate has the factor $1/n$; the "
        "printed line belongs to the sum of squares without it.",
        "(A.10) and (A.11) inherit it. Only the unit of time changes; the solution that is reached does not.",
        printed=r"\frac{dw}{dt} = -\eta(w^T \Phi(X) - Y) \Phi(X)^T.",
        mark=r"-\eta",
        right=r"\frac{dw^T}{dt} = -\frac{\eta}{n}(w^T \Phi(X) - Y) \Phi(X)^T.",
    ),
    note="$w$ is read as a row.",
)

training_flow = Claim(
    "linear-models/training-flow",
    title="The gradient flow on n samples",
    statement=MatrixRate(W, -eta / n * group(W * F - Y) * F.T, label_flow),
    source=[thesis("A.9"), thesis("1.12")],
    corrects=flow_printed,
    note="$w$ is read as a row.",
)

training_flow_svd = Claim(
    "linear-models/training-flow-by-singular-values",
    title="The gradient flow on n samples, in terms of the singular value decomposition",
    statement=MatrixRate(W, -eta / n * group(W * Uw * S_ * Vw - Y) * Vw.T * S_ * Uw.T, label_flow),
    hypotheses=[WIDE_SVD[0], Diagonal(S_)],
    source=[thesis("A.10")],
    uses=[training_flow],
    note=f"{ROW} With the factor $1/n$ of (1.12).",
)

training_flow_outside = Claim(
    "linear-models/training-flow-outside",
    title="The flow of the part outside of the image of U",
    statement=MatrixRate(
        W * complement,
        -eta / n * group(W * Uw * S_ * Vw - Y) * Vw.T * S_ * Uw.T * complement,
        label_flow,
    ),
    hypotheses=[WIDE_SVD[0], Diagonal(S_)],
    source=[thesis("A.11")],
    uses=[training_flow_svd],
    note=f"{ROW} With the factor $1/n$ of (1.12); both sides are zero by the next claim.",
)

outside_conserved = Claim(
    "linear-models/outside-is-conserved",
    title="The part of the parameters outside the image of U does not move",
    statement=MatrixConserved(written(W, -W * Uw * Uw.T), label_flow),
    hypotheses=WIDE_SVD,
    source=[thesis("A.12")],
    uses=[training_flow_outside],
    note=f"{ROW} From $w = 0$ it stays zero.",
)

training_modes = Claim(
    "linear-models/training-modes",
    title="In the singular basis the flow on n samples decouples",
    statement=MatrixRate(W * Uw, -eta / n * group(W * Uw * S_ - Y * Vw.T) * S_, label_flow),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2")],
    uses=[training_flow_svd],
    note=ROW,
)

omega = trajectories("omega")
singular, label_mode = positive("s n")[0], real("y")
one_mode = GradientFlow(eta * (singular * omega - label_mode) ** 2 / (2 * n_), (omega,), t)

training_mode_solution = Claim(
    "linear-models/training-mode-solution",
    title="From zero each singular mode saturates at its label over its singular value",
    statement=Solution(
        one_mode,
        of=(omega,),
        equals=(label_mode / singular * (1 - sp.exp(-eta * singular**2 * t / n_)),),
        initially=(sp.Integer(0),),
    ),
    source=[thesis("Section A.2")],
    uses=[training_modes],
    note="One entry of $w U$, with $s$ its singular value and $y$ the entry of $Y V^T$.",
)

training_mode_limit = Claim(
    "linear-models/training-mode-limit",
    title="A singular mode tends to its label over its singular value",
    statement=Limit(label_mode / singular * (1 - sp.exp(-eta * singular**2 * t / n_)), t, sp.oo, label_mode / singular),
    source=[thesis("Section A.2")],
    uses=[training_mode_solution],
    note="$w U$ tends to $Y V^T S^-1$.",
)

flow_reaches_least_norm = Claim(
    "linear-models/flow-finds-the-least-norm",
    title="Parameters in the image of U that interpolate are those of least norm",
    statement=MatrixIdentity(W * Uw * Uw.T, least_norm),
    hypotheses=[*WIDE_SVD[1:], INTERPOLATES],
    source=[thesis("Section A.2"), thesis("A.12")],
    uses=[outside_conserved, training_mode_limit, solution_row, least_norm_is_least],
    note=f"{ROW} From $w = 0$, gradient flow keeps $w = w U U^T$ and ends where $w Phi = Y$.",
)

# Ridge regression, and its limit without a ridge.

ridge = positive("lambda")
ridge_flow = MatrixFlow(trace(group(W * F - Y) * group(W * F - Y).T) / (2 * n) + ridge * trace(W * W.T) / 2, (W,))
ridge_inverse = matrix("G", n, n)

ridge_gradient = Claim(
    "linear-models/ridge-gradient",
    title="The gradient of the loss with a ridge",
    statement=MatrixRate(W, written(-group(W * F - Y) * F.T / n, -ridge * W), ridge_flow),
    source=[richness_paper("11", restored="re-derived")],
    note="The claim is about minus the gradient. The restored prefactors do not matter in the limit.",
)

ridge_solution = Claim(
    "linear-models/ridge-solution",
    title="The solution with a ridge, by the kernel matrix of the samples",
    statement=MatrixIdentity(Y * ridge_inverse * F.T * group(written(F * F.T, n * ridge * I_p)), Y * F.T),
    hypotheses=[Equal(n * ridge * ridge_inverse, identity(n) - ridge_inverse * F.T * F)],
    source=[richness_paper("11", restored="re-derived")],
    uses=[ridge_gradient],
    note="$G = (Phi^T Phi + n lambda I)^-1$. The gradient vanishes at $w = Y G Phi^T$.",
)

by_modes = matrix("R", n, n)  # (S^2 + n lambda)^-1

ridge_in_modes = Claim(
    "linear-models/ridge-solution-by-singular-modes",
    title="The solution with a ridge, by singular modes: it lies in the image of U",
    statement=MatrixIdentity(Y * Vw.T * S_ * by_modes * Uw.T * group(written(F * F.T, n * ridge * I_p)), Y * F.T),
    hypotheses=[*WIDE_SVD[:4], Equal(by_modes * S_ * S_, identity(n) - n * ridge * by_modes)],
    source=[richness_paper("11", restored="re-derived")],
    uses=[ridge_solution],
    note=f"{ROW} $w (Phi Phi^T + n lambda) = Y Phi^T$, where the gradient vanishes, holds at $w = Y V^T S (S^2 + n "
    "lambda)^-1 U^T$: each entry of $w U$ is $s/(s^2 + n lambda)$ times that of $Y V^T$.",
)

ridge_limit = Claim(
    "linear-models/ridgeless-limit",
    title="Without the ridge each singular mode is its label over its singular value",
    statement=Limit(singular * label_mode / (singular**2 + n_ * ridge), ridge, sp.Integer(0), label_mode / singular),
    source=[richness_paper("11", restored="re-derived"), thesis("Section A.2")],
    uses=[ridge_solution, training_mode_limit],
    note="A special case: one mode. What gradient flow from zero reaches: the solution of least norm, $w U = Y V^T "
    "S^-1$.",
)

# Any rank: with the pseudo-inverse nothing has to be independent.

outside_range = group(written(I_p, -F * pinv(F)))
start = matrix("w_0", 1, p)
AS_A_ROW = "$w$ is a row here, as in (A.8), and $Phi = Phi(X)$ may have any rank."
FITS_BEST = Equal(W * F * F.T, Y * F.T)

fits_best_at_any_rank = Claim(
    "linear-models/labels-times-pseudo-inverse",
    title="The labels times the pseudo-inverse of the features fit the labels best, at any rank",
    statement=MatrixIdentity(group(Y * pinv(F) * F - Y) * F.T, zero(1, p)),
    source=[thesis("Section A.2")],
    note=f"{AS_A_ROW} The gradient of the training loss vanishes at $w = Y Phi^+$. Where the columns of $Phi$ are "
    "independent, $Phi^+ = V^T S^-1 U^T$ and the labels are met; this asks for nothing.",
)

least_norm_at_any_rank = Claim(
    "linear-models/least-norm-at-any-rank",
    title="Of all parameters that fit the labels best those by the pseudo-inverse have the least norm, at any rank",
    statement=MatrixIdentity(
        W * W.T,
        Y * pinv(F) * group(Y * pinv(F)).T + group(W - Y * pinv(F)) * group(W - Y * pinv(F)).T,
    ),
    hypotheses=[FITS_BEST],
    source=[thesis("Section A.2")],
    uses=[fits_best_at_any_rank],
    note=f"{AS_A_ROW} The hypothesis: the gradient of the training loss vanishes at $w$. The last term is the squared "
    "distance from $Y Phi^+$, which is zero there only.",
)

outside_is_kept_at_any_rank = Claim(
    "linear-models/outside-is-conserved-at-any-rank",
    title="The part of the parameters outside the span of the features does not move, at any rank",
    statement=MatrixConserved(written(W, -W * F * pinv(F)), label_flow),
    source=[thesis("Section A.2")],
    note=AS_A_ROW,
)

flow_end_at_any_rank = Claim(
    "linear-models/end-of-training-at-any-rank",
    title="Training adds to the start what the labels lack there, times the pseudo-inverse, at any rank",
    statement=MatrixIdentity(W, start + group(Y - start * F) * pinv(F)),
    hypotheses=[FITS_BEST, Equal(W * outside_range, start * outside_range)],
    source=[thesis("Section A.2")],
    uses=[outside_is_kept_at_any_rank, least_norm_at_any_rank],
    note=f"{AS_A_ROW} At the end of training the gradient vanishes, and the part outside the span is that of the start "
    "$w_0$. From $w_0 = 0$ this is $Y Phi^+$.",
)
