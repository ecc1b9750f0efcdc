"""3c. Data emergence: the loss decreases, and the layers are bounded, (B.27) to (B.34)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, MatrixFlow, identity, matrix, trace
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Integral, Rate
from ...language.statements.matrices import MatrixIdentity, MatrixRate
from ...language.symbols import index, nonnegative, positive, real, total
from ...language.theorems import AllOf, Combination, Follows, Line, Summed, Theorem
from .few_shots import (
    A1,
    SVD,
    B,
    B_k,
    D_c,
    Phi,
    Sigma,
    U,
    a_k,
    balance_inside,
    d_obs,
    e_,
    entry_rate,
    gap,
    j,
    l,
    l2,
    on_samples,
    s,
    samples_flow,
    scale_rate,
    scale_rate_vector,
    u,
    vector_rate,
)
from .letters import delta, eta
from .multilinear import D

# 3c. The loss decreases, and the layers are bounded.

loss_word = sp.Trace(on_samples.T * on_samples) / (2 * d_obs)
gradient_a = B.T * Phi * Phi.T * gap / d_obs
gradient_b = Phi * Phi.T * gap * A1.T / d_obs
skill_flow = MatrixFlow(eta * d_obs / D * loss_word, (A1, B))

loss_rate = Claim(
    "emergence/loss-rate",
    title="The loss on the samples decreases at the rate of its squared gradient",
    statement=MatrixRate(
        quantity("L_k", loss_word),
        -eta
        * d_obs
        / D
        * (
            quantity("|dL_k/da_k|^2", trace(gradient_a * gradient_a.T))
            + quantity("|dL_k/dB_k|^2", trace(gradient_b * gradient_b.T))
        ),
        skill_flow,
    ),
    source=[thesis("B.27"), thesis("B.28")],
    uses=[vector_rate, scale_rate_vector],
    note="$L_k$ here is the loss on the $d_k$ samples, $1/(2 d_k)$ times the sum of squared errors, so that (B.17) is "
    "the sum of $(d_k/D) L_k$; with (B.42) the same letter is the loss on all inputs.",
)

# Entry by entry: no derivative of the loss is larger than its rate allows.

l3 = index("l''", D_c)
error = total((s - a_k * B_k[l]) * e_[l, j], l)
miss = total((a_k * B_k[l3] - s) * e_[l3, j], l3)
slope_a = total(total(B_k[l] * e_[l, j], l) * miss, j) / d_obs
slope_b = total(a_k * e_[l, j] * miss, j) / d_obs
slope_other = total(a_k * e_[l2, j] * miss, j) / d_obs

loss_rate_entries = Claim(
    "emergence/loss-rate-by-entries",
    title="The loss on the samples decreases at the rate of the squares of its derivatives",
    statement=Rate(
        quantity("L_k", total(error**2, j) / (2 * d_obs)),
        -eta * d_obs / D * (quantity("(dL_k/da_k)^2", slope_a**2) + total(quantity("(dL_k/dB_k,l)^2", slope_b**2), l)),
        samples_flow,
    ),
    source=[thesis("B.28"), thesis("B.29")],
    uses=[entry_rate, scale_rate],
)

loss_rate_chain = Claim(
    "emergence/loss-rate-by-the-chain-rule",
    title="The rate of the loss on the samples, by the chain rule",
    statement=Rate(
        quantity("L_k", total(error**2, j) / (2 * d_obs)),
        quantity("dL_k/da_k", slope_a) * quantity("da_k/dt", samples_flow.velocity(a_k))
        + total(quantity("dL_k/dB_k,l", slope_b) * quantity("dB_k,l/dt", samples_flow.velocity(B_k[l])), l),
        samples_flow,
    ),
    source=thesis("B.27"),
    uses=[entry_rate, scale_rate],
)

lost = slope_a**2 + total(slope_b**2, l)
square_a = Line(Inequality(slope_a**2, ">=", 0), by=Follows())
of_entry = Line(Inequality((d_obs * slope_b) ** 2, ">=", 0), by=Follows())  # summed over samples, not their mean
of_entries = Line(by=Summed(of_entry, l))
at_most_a = Line(Inequality(slope_a**2, "<=", lost), by=Combination((of_entries, 1 / d_obs**2)))
other = Line(Inequality((1 - delta(l, l2)) ** 2 * slope_other**2, ">=", 0), by=Follows())
others = Line(by=Summed(other, l2))
at_most = Line(Inequality(slope_b**2, "<=", lost), by=Combination(others, square_a))

rate_vanishes = Theorem(
    "emergence/rate-vanishes-with-every-derivative",
    title="Each squared derivative of the loss is at most the rate of the loss, which is zero only where all are",
    concludes=AllOf(loss_rate_entries.statement, at_most_a.says, at_most.says),
    proof=[loss_rate_entries, square_a, of_entry, of_entries, at_most_a, other, others, at_most],
    source=[thesis("B.28"), thesis("B.29")],
    note="In units of $eta d_k/D$, for the derivative by $a_k$ and for that by each $B_(k,l)$: where the rate is "
    "zero, no square is above zero, and so every derivative is zero (B.29). Conversely the rate is minus the sum of "
    "squares.",
)

printed_norm = Claim(
    "emergence/loss-as-a-norm-printed",
    title="The loss on the samples as the squared norm of the errors, with the printed factor",
    statement=MatrixIdentity(
        quantity("L_k", loss_word), quantity("|Phi.T*(B_k*a_k - S*u)|^2", trace(on_samples.T * on_samples))
    ),
    hypotheses=[Equal(u.T * u, identity(1))],
    source=thesis("B.30"),
    erratum=Erratum(
        kind="slip",
        wrong="The factor $1/(2 d_k)$ is missing: (B.28), with its $d_k/D$, is the flow of the mean over the $d_k$ "
        "samples, halved.",
        consequence="None: that the layers are bounded needs no factor.",
        printed=r"\mathcal{L}_k = \left| \Phi \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2 \geq "
        r"\sigma^2 \left| UU^T \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2",
        mark=r"\left| \Phi \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2",
        right=r"\mathcal{L}_k = \frac{1}{2d_k} \left| \Phi^T \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} "
        r"\right) \right|^2 \geq \frac{\sigma^2}{2d_k} \left| UU^T \left(\vec{B}_k a_k - "
        r"\frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2",
    ),
    note="$Phi^T$ stands where $Phi$ is printed; that is the next claim.",
)

printed_transpose = Claim(
    "emergence/feature-matrix-fits-as-printed",
    title="In Phi (B_k a_k - S/sqrt(D_c)) the matrix has as many columns as the vector has entries",
    statement=Identity(d_obs, D_c),
    hypotheses=[d_obs < D_c],
    source=thesis("B.30"),
    erratum=Erratum(
        kind="slip",
        wrong="$Phi$ is $D_c x d_k$ (B.15) and cannot be multiplied with a vector of $D_c$ entries; its transpose is "
        "meant, as (B.21) and the eigenvalue of $Phi Phi^T$ show.",
        consequence="None: with $Phi^T$ the inequality holds.",
        printed=r"\mathcal{L}_k = \left| \Phi \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2 \geq "
        r"\sigma^2 \left| UU^T \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2",
        mark=r"\Phi",
        right=r"\mathcal{L}_k = \frac{1}{2d_k} \left| \Phi^T \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} "
        r"\right) \right|^2 \geq \frac{\sigma^2}{2d_k} \left| UU^T \left(\vec{B}_k a_k - "
        r"\frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2",
    ),
    note="The statement compares the sizes of the two sides.",
)

loss_norm = Claim(
    "emergence/loss-as-a-norm",
    title="The loss on the samples, in terms of the singular values of the feature matrix",
    statement=MatrixIdentity(
        quantity("L_k", loss_word),
        quantity("|Sigma*U.T*(B_k*a_k - S*u)|^2", trace((Sigma * U.T * gap).T * (Sigma * U.T * gap))) / (2 * d_obs),
    ),
    hypotheses=SVD,
    source=thesis("B.30"),
    corrects=printed_norm,
    note="The first half of (B.30), with $Phi^T$ and with the factor.",
)

sigma, sigma_j = nonnegative("sigma sigma_j")
z_j = real("z_j")
Above = matrix("T", d_obs, d_obs)
in_image = U * U.T * gap

loss_by_projection = Claim(
    "emergence/loss-above-its-projection",
    title="The loss is the smallest singular value squared times the norm of the projection, and a sum of squares",
    statement=MatrixIdentity(
        quantity("L_k", loss_word),
        sigma**2 * quantity("|U*U.T*(B_k*a_k - S*u)|^2", trace(in_image.T * in_image)) / (2 * d_obs)
        + quantity("|T*U.T*(B_k*a_k - S*u)|^2", trace((Above * U.T * gap).T * (Above * U.T * gap))) / (2 * d_obs),
    ),
    hypotheses=[*SVD, Equal(Sigma * Sigma, sigma**2 * identity(d_obs) + Above.T * Above)],
    source=[thesis("B.30"), thesis("B.31")],
    uses=[loss_norm],
    note="The second half of (B.30), with its factor: the last term is a sum of squares, so that the loss is at least "
    "the first, and (B.31), whose norm stands in it, is bounded. That $sigma$ is the smallest of the singular values "
    "is the hypothesis: $sigma_j^2 - sigma^2$ is the square of an entry of $T$. It asks that $Phi$ has rank $d_k$.",
)

loss_bound = Claim(
    "emergence/loss-bounds-the-projection",
    title="Each singular direction contributes at least the smallest singular value squared",
    statement=Inequality(sigma_j**2 * z_j**2, ">=", sigma**2 * z_j**2),
    hypotheses=[sigma_j >= sigma],
    source=thesis("B.30"),
    uses=[loss_by_projection],
    corrects=printed_transpose,
    note="In parts: the second half of (B.30), entry by entry: $z$ is $U^T (B_k a_k - S/sqrt(D_c))$ and $sigma_j$ is "
    "the $j$-th diagonal entry of $Sigma$. It asks that $Phi$ has rank $d_k$, so that no diagonal entry is smaller "
    "than $sigma$.",
)

grown, moving, bound = nonnegative("A w M")

layers_bounded = Claim(
    "emergence/layers-are-bounded",
    title="A bound on a_k times the moving part of B_k bounds a_k",
    statement=Inequality(grown, "<=", sp.sqrt(bound**2 + (grown - moving) ** 2 / 4) + (grown - moving) / 2),
    hypotheses=[grown * moving <= bound**2],
    source=[thesis("B.31"), thesis("Section B.1.6")],
    uses=[balance_inside, loss_bound],
    note="$A = a_k^2$ and $w = |U U^T B_k|^2$, whose difference is conserved; $M$ bounds $|U U^T B_k a_k|$. The text "
    "gets there by '$(1 - U U^T) B_k a_k$ is bounded' since $(1 - U U^T) B_k$ stands still; that does not follow "
    "while $a_k$ is not known to be bounded, and is not needed: this is the argument without it.",
)

loss_now, slope, curvature, step = real("L"), real("Ldot"), positive("M_2"), nonnegative("t_2")
infimum = real("L_inf")

when, ahead = real("s"), positive("t_2")
slope_at = sp.Function("Ldot", real=True)

taylor_parts = Claim(
    "emergence/taylor-by-parts",
    title="The change of the loss by its slope at the start and the integral of its second derivative",
    statement=Integral(
        (ahead - when) * sp.diff(slope_at(when), when),
        (when, 0, ahead),
        -ahead * slope_at(0),
        antiderivative=(ahead - when) * slope_at(when),
        plus=slope_at(when),
    ),
    source=thesis("B.32"),
    note=r"$\dot{\mathcal{L}}(s)$ is the slope of the loss at the time $t_1 + s$, so that the last integral is "
    r"$L(t_1 + t_2) - L(t_1)$.",
)

taylor_rest = Claim(
    "emergence/taylor-remainder",
    title="A bound on the second derivative bounds the remainder of the Taylor expansion",
    statement=Integral((ahead - when) * curvature, (when, 0, ahead), curvature * ahead**2 / 2),
    source=thesis("B.32"),
    uses=[taylor_parts],
    note="$M_2$ is the bound, the printed $M$; the second derivative is replaced by it under the integral.",
)

taylor_best = Claim(
    "emergence/taylor-bound-at-its-best",
    title="No step size makes the Taylor bound smaller than the chosen one",
    statement=Inequality(
        loss_now + step * slope + step**2 * curvature / 2, ">=", loss_now - slope**2 / (2 * curvature)
    ),
    source=[thesis("B.32"), thesis("B.33")],
    note=r"$L$ and $\dot{\mathcal{L}}$ are the loss and its slope at $t_1$, $M_2$ the bound on the second derivative "
    r"(the printed $M$).",
)

taylor_chosen = Claim(
    "emergence/taylor-bound-at-the-chosen-step",
    title="The Taylor bound at the chosen step",
    statement=Identity(loss_now + step * slope + step**2 * curvature / 2, loss_now - slope**2 / (2 * curvature)),
    hypotheses=[sp.Eq(curvature * step, -slope)],
    source=[thesis("B.32"), thesis("B.33")],
    note="The step is not negative because the loss decreases.",
)

slope_vanishes = Claim(
    "emergence/slope-is-bounded-by-what-is-left",
    title="The squared slope is at most a multiple of the loss above its infimum",
    statement=Inequality(slope**2 / (2 * curvature), "<=", loss_now - infimum),
    hypotheses=[loss_now - slope**2 / (2 * curvature) >= infimum],
    source=thesis("B.34"),
    uses=[taylor_chosen],
    note="At $t_1$; as $t_1$ grows the right-hand side vanishes, since a decreasing loss tends to its infimum.",
)
