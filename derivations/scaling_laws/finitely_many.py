"""Appendix C.1: finitely many parameters."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.sources import thesis
from ...language.statements import Chain, Identity, Inequality, Integral, Limit, Link
from ...language.symbols import positive, total
from ...language.theorems import Instance, Line, Summed, Theorem
from .letters import A, N, S, alpha, eta
from .multilinear import R_0, below
from .parameters_and_compute import parameter_integral
from .stage_like import beyond, kappa, tail_from_above
from .time_law import (
    N_,
    L_k,
    boundary_first,
    by_parts,
    first_moment,
    first_skill,
    in_model,
    moment,
    power,
    skill_loss_in_u,
    tau,
    u,
)

boundary_printed = Claim(
    "scaling-laws/antiderivative-term-printed",
    title="The antiderivative term, with T inside the exponent of k as printed",
    statement=Identity(
        S**2
        * A
        / (2 * (alpha + 1) * (1 + sp.exp(2 * eta * S * A * kappa ** (-(alpha + 1) * tau)) / (S / R_0 - 1)) ** 2)
        * kappa ** (-alpha)
        / tau,
        A * kappa ** (-alpha) * L_k / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("C.1"),
    erratum=Erratum(
        "extraction",
        "The time $T$ stands in the exponent of $k$ instead of beside the power (4.19), probably a brace misplaced in "
        "typesetting or in extraction.",
        "None: the orders stated on the right-hand side are those of the right exponent.",
        printed=r"\lim_{N \rightarrow \infty} \left[\frac{1}{2(\alpha + 1)} \frac{S^2 A}{\left(1 + "
        r"\frac{1}{S/\mathcal{R}_k(0)-1} e^{2\eta S A k^{-(\alpha+1)T}}\right)^2} \frac{k^{-\alpha}}{T} "
        r"\right]_1^N = \lim_{N \rightarrow \infty} \left(\mathcal{O}\left(N^{-\alpha} \frac{1}{T}\right) - "
        r"\mathcal{O}\left(\frac{1}{T e^T}\right) \right).",
        mark=r"k^{-(\alpha+1)T}",
        right=r"\lim_{N \rightarrow \infty} \left[\frac{1}{2(\alpha + 1)} \frac{S^2 A}{\left(1 + "
        r"\frac{1}{S/\mathcal{R}_k(0)-1} e^{2\eta S A k^{-(\alpha+1)}T}\right)^2} \frac{k^{-\alpha}}{T} "
        r"\right]_1^N = \lim_{N \rightarrow \infty} \left(\mathcal{O}\left(N^{-\alpha} \frac{1}{T}\right) - "
        r"\mathcal{O}\left(\frac{1}{T e^T}\right) \right).",
        damage="The brace that ends the exponent may have been misplaced in typesetting or in extraction.",
    ),
    note="Without the minus sign that stands before the bracket in (4.23), and with it the signs of the two orders.",
)

boundary_term = Claim(
    "scaling-laws/antiderivative-term",
    title="The antiderivative term of (4.23)",
    statement=Identity(
        S**2
        * A
        / (2 * (alpha + 1) * (1 + sp.exp(2 * eta * S * A * kappa ** (-(alpha + 1)) * tau) / (S / R_0 - 1)) ** 2)
        * kappa ** (-alpha)
        / tau,
        A * kappa ** (-alpha) * L_k / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("C.1"),
    uses=[by_parts],
    corrects=boundary_printed,
)

first_faster = Claim(
    "scaling-laws/first-boundary-is-negligible",
    title="The term of the first skill vanishes faster than 1/T",
    statement=Limit(first_skill * tau, tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("Section C.1"),
    uses=[boundary_first],
)

slow_decay = Claim(
    "scaling-laws/slow-decay",
    title="For N = 50,000 and alpha = 0.1, N^-alpha is about 0.3",
    statement=Chain(
        50000 * sp.Rational(3, 10) ** 10,
        (
            Link("<", sp.Integer(1), "so that 0.3 < 50,000^(-1/10)"),
            Link("<", 50000 * sp.Rational(7, 20) ** 10, "so that 50,000^(-1/10) < 0.35"),
        ),
    ),
    source=thesis("Section C.1"),
    note="To two digits it is 0.34.",
)

L, L_C = positive("L L_C")

corrected_law = Claim(
    "scaling-laws/finite-n-rate",
    title="The rate of the loss with the term of the last skill",
    statement=Identity(
        -A * N ** (-alpha) * (S**2 / 2) / ((alpha + 1) * tau) - alpha / ((alpha + 1) * tau) * L,
        -alpha / (alpha + 1) * (L + S**2 * A * N ** (-alpha) / (2 * alpha)) / tau,
    ),
    source=thesis("C.2"),
    uses=[boundary_term, first_faster],
    note="(4.23) with $L_N = S^2/2$, the last skill not yet learnt; the term of the first skill is dropped.",
)

last_unlearnt = Claim(
    "scaling-laws/last-skill-unlearnt",
    title="For T << N^(alpha+1) the last skill keeps its initial loss",
    statement=Limit(skill_loss_in_u(u), u, sp.Integer(0), (S - R_0) ** 2 / 2),
    hypotheses=[below],
    source=thesis("C.2"),
    uses=[corrected_law],
    note="$u = 2 eta A S T/N^(alpha+1)$. For a small start that is $S^2/2$.",
)

correction_is_missing_loss = Claim(
    "scaling-laws/correction-is-the-missing-loss",
    title="The correction to the time law is the loss that the skills beyond N would have",
    statement=Integral(
        A * kappa ** (-(alpha + 1)) * S**2 / 2, (kappa, N, sp.oo), S**2 * A * N ** (-alpha) / (2 * alpha)
    ),
    source=thesis("C.2"),
    uses=[corrected_law, parameter_integral],
    note="$L + L_C$ is then the loss with all skills, which obeys the pure law.",
)

L_0 = positive("L_0")


def loss_with_correction(at: sp.Expr) -> sp.Expr:
    """The power law for L + L_C, with the loss L_0 at the time T_0."""
    return (L_0 + L_C) * (at / first_moment) ** (-power) - L_C


corrected_solution = Claim(
    "scaling-laws/corrected-power-law",
    title="The power law in time, corrected for finitely many parameters",
    statement=Integral(
        -power * (loss_with_correction(moment) + L_C) / moment,
        (moment, first_moment, tau),
        loss_with_correction(tau) - L_0,
    ),
    hypotheses=[first_moment < tau],
    source=[thesis("C.2"), thesis("Figure C.1")],
    uses=[corrected_law],
    note="The rate (C.2) along $L + L_C = (L_0 + L_C) (T/T_0)^(-alpha/(alpha+1))$, integrated from $T_0$, where the "
    "loss is $L_0$: the dashed lines of the figure. It holds for every exponent; scaling-laws/finite-n-rate shows "
    "which one it is.",
)

faster_decay = Claim(
    "scaling-laws/finite-n-decays-faster",
    title="With finitely many parameters the loss decays faster than the scaling law",
    statement=Inequality(power * (L + L_C) / L, ">", power),
    source=[thesis("C.2"), thesis("Section 4.4")],
    uses=[corrected_law],
    note="The negative logarithmic slope of the loss in time, by (C.2). It holds for every exponent; "
    "scaling-laws/finite-n-rate shows which one it is.",
)

alpha_2 = positive("alpha_2")

smaller_alpha = Claim(
    "scaling-laws/smaller-alpha-larger-correction",
    title="The smaller alpha, the larger the effect of finitely many parameters",
    statement=Inequality(N ** (-alpha), ">", N ** (-alpha_2)),
    hypotheses=[N > 1, alpha < alpha_2],
    source=[thesis("Section 4.4"), thesis("Section C.1")],
    uses=[corrected_law],
)

correction_share = Claim(
    "scaling-laws/correction-against-initial-loss",
    title="As alpha tends to 0 the correction outgrows the initial loss",
    statement=Limit(N ** (-alpha) / (alpha + 1 - N ** (-alpha)), alpha, sp.Integer(0), sp.oo),
    hypotheses=[N > 1],
    source=thesis("Section C.1"),
    uses=[corrected_law, tail_from_above],
    note="$L_C / L(0) = A N^-alpha / alpha$ with $L(0) = S^2/2$, and $1/A <= 1 + (1 - N^-alpha)/alpha$ for $n_s = N$ "
    "skills: the fraction is at least what is stated. For $N = 50,000$ and $alpha = 0.1$ it is 0.47.",
)

# The share of the loss that is missing, with its normalisation: for sums of any length.

common, rare = positive("x y")
lacking = N_ + beyond

rarer_is_rarer_still = Claim(
    "scaling-laws/rare-skills-are-rarer-for-larger-alpha",
    title="Of two skills the rarer one has the larger share, the smaller alpha",
    statement=Inequality(
        rare ** (-(alpha + 1)) * common ** (-(alpha_2 + 1)), ">", rare ** (-(alpha_2 + 1)) * common ** (-(alpha + 1))
    ),
    hypotheses=[rare > common, alpha < alpha_2],
    source=thesis("Section 4.4"),
)

SMALLER = alpha < alpha_2
modelled, missing = total(in_model ** (-(alpha + 1)), in_model), total(lacking ** (-(alpha + 1)), beyond)
modelled_2, missing_2 = total(in_model ** (-(alpha_2 + 1)), in_model), total(lacking ** (-(alpha_2 + 1)), beyond)
one_pair = Line(by=Instance(rarer_is_rarer_still, {common: in_model, rare: lacking}), given=[SMALLER])
of_one = Line(by=Summed(one_pair, in_model), given=[SMALLER])
of_all = Line(by=Summed(of_one, beyond), given=[SMALLER])
share_of_missing_skills = Theorem(
    "scaling-laws/missing-skills-weigh-more-for-smaller-alpha",
    title="The smaller alpha, the larger the share of the loss that skills beyond N have",
    concludes=Inequality(missing * (modelled_2 + missing_2), ">", missing_2 * (modelled + missing)),
    hypotheses=[SMALLER],
    proof=[one_pair, of_one, of_all],
    source=[thesis("Section 4.4"), thesis("Section C.1")],
    uses=[smaller_alpha, correction_is_missing_loss],
    note="For every number of skills, $N$ in the model and $n_l$ beyond, in sums. With $1/A$ the sum over all skills, "
    "for either $alpha$, it says that $A$ times the sum over those beyond $N$ is larger for $alpha$ than for "
    "$alpha_2$: this share is the correction (C.2) over the loss at the start.",
)
