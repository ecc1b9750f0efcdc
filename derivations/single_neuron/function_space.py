"""2. Function space: the flow of beta = a w, and the matrix M."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Step
from ...language.statements import Identity, Inequality, Rate
from ...language.symbols import families, positive, real, total
from .kernel import (
    RATES,
    W1,
    conservation,
    eta_a,
    eta_w,
    flow,
    inner,
    inner_flow,
    inner_norm,
    kernel_of_neuron,
    loss,
    outer,
    outer_flow,
    rated,
    rated_inner,
    rated_norm,
    rated_outer,
    rated_rho,
    residual,
    rho,
)
from .letters import FUNCTION, KERNEL, NTK, SCALES, X, a, i, j, k, m, m2, w


def beta(e: sp.Expr) -> sp.Expr:
    """An entry of beta = a w."""
    return a * w[e]


delta_now = a**2 - inner_norm
norm_now = a**2 * inner_norm  # |beta|^2
D_now = sp.sqrt(delta_now**2 + 4 * norm_now)
alive = [sp.Ne(a, 0), inner_norm > 0]

beta_moves = Claim(
    "single-neuron/function-rate",
    title="beta moves by the gradient, multiplied by a^2 I + w w^T",
    statement=Rate(beta(j), -(a**2) * rho(j) - w[j] * total(w[i] * rho(i), i), flow),
    source=[FUNCTION, KERNEL],
    uses=[outer_flow, inner_flow],
    note="For every initialisation, $beta = 0$ included, and every $X$: $X^T X$ may have any rank.",
)

outputs_move = Claim(
    "single-neuron/kernel-of-the-data",
    title="The outputs move by the kernel matrix K = X (a^2 I + w w^T) X^T",
    statement=Rate(
        a * total(w[i] * X[m2, i], i),
        -total(
            (a**2 * total(X[m2, i] * X[m, i], i) + total(w[i] * X[m2, i], i) * total(w[i] * X[m, i], i)) * residual(m),
            m,
        ),
        flow,
    ),
    source=[KERNEL, NTK],
    uses=[beta_moves, kernel_of_neuron],
)

loss_falls = Claim(
    "single-neuron/loss-rate",
    title="The loss falls at the speed of the gradient's norm under M",
    statement=Rate(loss, -(a**2) * total(rho(j) ** 2, j) - total(w[i] * rho(i), i) ** 2, flow),
    source=FUNCTION,
    uses=[beta_moves],
    note=r"'A preconditioned gradient flow': $d\beta/dt = -M \nabla \mathcal{L}$, so $dL/dt = -grad L^T M grad L$.",
)

gap_is_sum = Claim(
    "single-neuron/gap-is-the-sum-of-squares",
    title="D = sqrt(delta^2 + 4 |beta|^2) is the sum of all squared weights",
    statement=Identity(D_now, a**2 + inner_norm),
    source=FUNCTION,
    uses=[conservation],
)

outer_from_beta = Claim(
    "single-neuron/outer-weight-from-function",
    title="The squared outer weight is a function of |beta| and delta",
    statement=Identity((D_now + delta_now) / 2, a**2),
    source=FUNCTION,
    uses=[gap_is_sum],
)

inner_from_beta = Claim(
    "single-neuron/inner-weights-from-function",
    title="The matrix w w^T of the inner weights is a function of beta and delta",
    statement=Identity((D_now - delta_now) / 2 * beta(i) * beta(j) / norm_now, w[i] * w[j]),
    hypotheses=alive,
    source=FUNCTION,
    uses=[gap_is_sum],
)

self_consistent = Claim(
    "single-neuron/self-consistent-equation",
    title="beta obeys an equation of its own: a preconditioned gradient flow",
    statement=Rate(
        beta(j),
        -(D_now + delta_now) / 2 * rho(j) - (D_now - delta_now) / 2 * beta(j) / norm_now * total(beta(i) * rho(i), i),
        flow,
    ),
    hypotheses=alive,
    source=FUNCTION,
    uses=[beta_moves, outer_from_beta, inner_from_beta],
    note="$M = (D + delta)/2 I + (D - delta)/2 beta beta^T/|beta|^2$; $rho = X^T X beta - X^T y$ depends on $beta$ "
    "only. The slide prints the letter $M$ and loses the display. This needs $beta$ other than zero; Theorem 3.1 says "
    "so.",
    steps=[
        Step(r"$d\beta/dt = a\, dw/dt + w\, da/dt = -(a^2 I + w w^T) \rho$", "the product rule"),
        Step("a^2 = (D + delta)/2, |w|^2 = (D - delta)/2", "a^2 - |w|^2 = delta and a^2 |w|^2 = |beta|^2"),
        Step("w w^T = |w|^2 beta beta^T/|beta|^2", "beta is parallel to w"),
    ],
)

M_rated = sp.sqrt((eta_w * outer**2 - eta_a * rated_norm) ** 2 + 4 * eta_a * eta_w * outer**2 * rated_norm)

self_consistent_rated = Claim(
    "single-neuron/self-consistent-equation-with-learning-rates",
    title="With learning rates beta obeys its own equation, with D = sqrt(delta^2 + 4 eta_a eta_w |beta|^2)",
    statement=Rate(
        outer * inner(j),
        -(M_rated + eta_w * outer**2 - eta_a * rated_norm) / 2 * rated_rho(j)
        - (M_rated - eta_w * outer**2 + eta_a * rated_norm)
        / 2
        * inner(j)
        / rated_norm
        * total(inner(i) * rated_rho(i), i),
        rated,
    ),
    hypotheses=alive,
    source=[FUNCTION, SCALES],
    uses=[rated_outer, rated_inner],
    note=f"{RATES} $delta = eta_w a^2 - eta_a |w|^2$.",
)

turned, push = families("w' rho")

beta_zero = Claim(
    "single-neuron/no-equation-at-zero",
    title="At beta = 0 with delta < 0 the velocity of beta depends on more than beta and delta",
    statement=Identity(
        W1[j] * total(W1[i] * push[i], i),
        turned[j] * total(turned[i] * push[i], i),
    ),
    hypotheses=[sp.Eq(total(W1[i] ** 2, i), total(turned[i] ** 2, i))],
    expected="REFUTED",
    note=r"This is not an erratum: at $a = 0$ two inner weights of the same length have the same $beta = 0$, the same "
    r"$delta$ and the same gradient $rho$, but other velocities $-(w^\top \rho) w$. So the self-consistent equation "
    r"needs $beta$ other than zero, or $delta >= 0$.",
)

delta, size_b = real("delta"), positive("n")
D = sp.sqrt(delta**2 + 4 * size_b**2)
b = families("beta")
on_sphere = [sp.Eq(total(b[i] ** 2, i), size_b**2)]
OF_SIZE = "$n = |beta|$, $D = sqrt(delta^2 + 4 n^2)$."


def M(row: sp.Expr, col: sp.Expr) -> sp.Expr:
    """An entry of M."""
    return (D + delta) / 2 * sp.KroneckerDelta(row, col) + (D - delta) / 2 * b[row] * b[col] / size_b**2


def M_inverse(row: sp.Expr, col: sp.Expr) -> sp.Expr:
    """An entry of the inverse of M."""
    radial = b[row] * b[col] / size_b**2
    return 2 / (D + delta) * (sp.KroneckerDelta(row, col) - radial) + radial / D


u_ = families("u")

M_radial = Claim(
    "single-neuron/preconditioner-along-beta",
    title="Along beta, M multiplies by D",
    statement=Identity(total(M(j, k) * b[k], k), D * b[j]),
    hypotheses=on_sphere,
    source=FUNCTION,
    uses=[self_consistent],
    note=OF_SIZE,
)

M_across = Claim(
    "single-neuron/preconditioner-across-beta",
    title="Orthogonally to beta, M multiplies by (D + delta)/2",
    statement=Identity(total(M(j, k) * u_[k], k), (D + delta) / 2 * u_[j]),
    hypotheses=[sp.Eq(total(b[k] * u_[k], k), 0)],
    source=FUNCTION,
    uses=[self_consistent],
    note=OF_SIZE,
)

M_positive = Claim(
    "single-neuron/preconditioner-is-positive",
    title="Both eigenvalues of M are positive: M is invertible wherever beta is not zero",
    statement=Inequality((D + delta) / 2, ">", 0),
    source=FUNCTION,
    uses=[M_radial, M_across],
    note=f"{OF_SIZE} For every $delta$; $D >= 2n > 0$.",
)

data_kernel = Claim(
    "single-neuron/kernel-from-preconditioner",
    title="The kernel matrix is X M X^T",
    statement=Identity(
        (D_now + delta_now) / 2 * total(X[m, i] * X[m2, i], i)
        + (D_now - delta_now) / 2 * total(beta(i) * X[m, i], i) * total(beta(j) * X[m2, j], j) / norm_now,
        a**2 * total(X[m, i] * X[m2, i], i) + total(w[i] * X[m, i], i) * total(w[i] * X[m2, i], i),
    ),
    hypotheses=alive,
    source=FUNCTION,
    uses=[outer_from_beta, inner_from_beta, outputs_move],
    note=r"Printed '$X M X^\dagger$', and 'even when $X^\dagger X$ is low-rank': a dagger for the transpose is damage "
    r"of the extraction.",
)
