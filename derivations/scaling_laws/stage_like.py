"""The time law from stage-like training, (4.12) to (4.16)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Asymptotic, Identity, Integral, Limit, Series
from ...language.symbols import index, natural, positive, total
from ..feedback import stage_like
from .letters import A, S, alpha, eta
from .multilinear import R_0, below, skill_loss_by_strength, strength_solution
from .skills import P

kappa = positive("k")  # the index of a skill as a positive real number
m, tail_index = natural("k j")  # skills as integers
after = positive("Sigma")  # the sum of j^-(alpha+1) over the skills after k

late = natural("n_l")
beyond = index("k'", late)

saturated_loss = Claim(
    "scaling-laws/loss-of-unlearnt-skills",
    title="With all skills before k learnt, the loss is proportional to the frequencies of the rest",
    statement=Identity(total(P[beyond] * S**2 / 2, beyond), S**2 / 2 * total(P[beyond], beyond)),
    source=thesis("Section 4.2.4"),
    uses=[skill_loss_by_strength],
    note="$R_j = S$ for $j < k$ and $R_j = 0$ for $j >= k$ in (4.6) and (4.10). The skills from $k$ on are counted "
    "from 1.",
)


def unlearnt(tail: sp.Expr) -> sp.Expr:
    """The loss when skills of total frequency A times `tail` are not learnt."""
    return A * S**2 * tail / 2


own_term = kappa ** (-(alpha + 1))

loss_step_printed = Claim(
    "scaling-laws/relative-loss-of-a-skill-printed",
    title="The relative change of the loss by one skill, as printed",
    statement=Identity(
        quantity("P_s(k)", A * own_term) / quantity("P_s(I >= k)", A * (own_term + after)),
        -own_term / quantity("tail(k)", own_term + after),
    ),
    source=thesis("4.12"),
    erratum=Erratum(
        "slip",
        "The first expression, $P_s(k)$ over the tail, has lost the minus sign that the second one has: learning "
        "skill $k$ lowers the loss by $P_s(k) S^2/2$.",
        "None: (4.13) and (4.16) continue from the second expression.",
        printed=r"\frac{\Delta\mathcal{L}}{\mathcal{L}} \approx \frac{\mathcal{P}_s(I = k)}{\sum_{j=k}^{\infty} "
        r"\mathcal{P}_s(I = j)} = -\frac{k^{-(\alpha+1)}}{\sum_{j=k}^{\infty} j^{-(\alpha+1)}} \approx "
        r"-\frac{k^{-(\alpha+1)}}{\int_k^{\infty} j^{-(\alpha+1)} dj}",
        mark=r"\frac{\mathcal{P}_s(I = k)}{\sum_{j=k}^{\infty} \mathcal{P}_s(I = j)}",
        right=r"\frac{\Delta\mathcal{L}}{\mathcal{L}} \approx -\frac{\mathcal{P}_s(I = k)}{\sum_{j=k}^{\infty} "
        r"\mathcal{P}_s(I = j)} = -\frac{k^{-(\alpha+1)}}{\sum_{j=k}^{\infty} j^{-(\alpha+1)}} \approx "
        r"-\frac{k^{-(\alpha+1)}}{\int_k^{\infty} j^{-(\alpha+1)} dj}",
    ),
    note="$Sigma$ is the sum of $j^-(alpha+1)$ over the skills after $k$, however many there are.",
)

loss_step = Claim(
    "scaling-laws/relative-loss-of-a-skill",
    title="Learning one skill changes the loss by minus its share of the tail",
    statement=Identity(
        quantity("Delta L/L", (unlearnt(after) - unlearnt(own_term + after)) / unlearnt(own_term + after)),
        -own_term / quantity("tail(k)", own_term + after),
    ),
    source=thesis("4.12"),
    uses=[saturated_loss],
    corrects=loss_step_printed,
)

variable = positive("j")  # of integration
tail_integral = kappa ** (-alpha) / alpha
TAIL = quantity("tail", tail_integral)

tail_of_integral = Claim(
    "scaling-laws/tail-of-the-integral",
    title="The tail of the frequencies as an integral",
    statement=Integral(variable ** (-(alpha + 1)), (variable, kappa, sp.oo), tail_integral),
    source=thesis("4.12"),
)


tail_from_below = Claim(
    "scaling-laws/tail-above-its-integral",
    title="The tail of the sum is at least the integral",
    statement=Series(tail_index ** (-(alpha + 1)), (tail_index, m, sp.oo), ">=", m ** (-alpha) / alpha),
    source=thesis("4.12"),
    uses=[tail_of_integral],
    note="Term by term $k^-(alpha+1) >= (k^-alpha - (k+1)^-alpha) / alpha$.",
)

tail_from_above = Claim(
    "scaling-laws/tail-below-its-integral",
    title="The tail of the sum after k is at most the integral from k on",
    statement=Series(
        tail_index ** (-(alpha + 1)),
        (tail_index, m + 1, sp.oo),
        "<=",
        m ** (-alpha) / alpha,
        by=(tail_index - 1) ** (-alpha) / alpha,
    ),
    source=thesis("4.12"),
    uses=[tail_of_integral],
)

ratio_of_integral = Claim(
    "scaling-laws/relative-loss-by-integral",
    title="With the integral for the tail the relative change is -alpha/k",
    statement=Identity(-(kappa ** (-(alpha + 1))) / TAIL, -alpha / kappa),
    source=[thesis("4.12"), thesis("4.13")],
    uses=[tail_of_integral],
)

ratio_of_sum = Claim(
    "scaling-laws/relative-loss-of-the-sum",
    title="The relative change of the loss as a sum differs from the integral only at order 1/k^2",
    statement=Asymptotic(-own_term / sp.zeta(alpha + 1, kappa), -alpha / kappa, kappa**-2, kappa, sp.oo),
    source=[thesis("4.12"), thesis("4.13")],
    uses=[ratio_of_integral, tail_from_below, tail_from_above],
    note="$zeta(alpha+1, k)$ is the sum of $j^-(alpha+1)$ from $j = k$ on, with infinitely many skills.",
)


def emergent_time(at: sp.Expr) -> sp.Expr:
    """(3.12) with the intensity ``E[g_k^2] = A k^-(alpha+1)`` and a learning rate."""
    return sp.log((S / R_0 - 1) / (1 / epsilon - 1)) / (2 * eta * A * at ** (-(alpha + 1)) * S)


epsilon = positive("epsilon")
tau_k, tau_next = quantity("tau_k", emergent_time(kappa)), quantity("tau_k+1", emergent_time(kappa + 1))
emerging = [epsilon * S > R_0, epsilon < 1]

time_step = Claim(
    "scaling-laws/emergent-interval",
    title="The time between two skills relative to the time of the first",
    statement=Identity(
        (tau_next - tau_k) / tau_k,
        ((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1),
    ),
    hypotheses=emerging,
    source=thesis("4.14"),
    uses=[strength_solution],
    note="All skills start from one strength $R_k(0) = R_0$, as in (4.20); the logarithm then cancels.",
)

time_step_leading = Claim(
    "scaling-laws/emergent-interval-leading",
    title="The emergent interval over the emergent time, to leading order",
    statement=Asymptotic(
        ((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1),
        (alpha + 1) / kappa,
        kappa**-2,
        kappa,
        sp.oo,
    ),
    source=thesis("4.15"),
    uses=[time_step],
)

stage_exponent = Claim(
    "scaling-laws/time-law-from-stages",
    title="From stage to stage the loss falls by the power -alpha/(alpha+1) of time",
    statement=Asymptotic(
        quantity("Delta L/L", -alpha / kappa)
        / quantity("Delta T/T", ((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1)),
        -alpha / (alpha + 1),
        1 / kappa,
        kappa,
        sp.oo,
    ),
    source=thesis("4.16"),
    uses=[ratio_of_sum, time_step_leading],
)

stage_exponent_parameters = Claim(
    "scaling-laws/parameter-law-from-stages",
    title="If a skill costs one more parameter, stages give the power -alpha of parameters",
    statement=Asymptotic(
        -own_term / sp.zeta(alpha + 1, kappa) / (((kappa + 1) - kappa) / kappa), -alpha, 1 / kappa, kappa, sp.oo
    ),
    source=thesis("Section 4.2.4"),
    uses=[ratio_of_sum],
    note="The remark on other resources: the $k$-th skill is learnt once the resource $N$ reaches $k$.",
)

stage_threshold = 1 / (
    1
    + (S / R_0 - 1)
    ** (
        (kappa ** (-(alpha + 1)) - (kappa + 1) ** (-(alpha + 1)))
        / (kappa ** (-(alpha + 1)) + (kappa + 1) ** (-(alpha + 1)))
    )
)

stages_end = Claim(
    "scaling-laws/stages-overlap-in-the-end",
    title="From a given initialisation, late skills overlap: the stage-like threshold tends to one half",
    statement=Limit(stage_threshold, kappa, sp.oo, sp.Rational(1, 2)),
    hypotheses=[below],
    source=thesis("Section 4.2.4"),
    uses=[stage_like],
    note="(3.13), repaired, with $E[x_i^2] = A i^-(alpha+1)$. So (4.16) asks for an initialisation that shrinks as "
    "$k$ grows: the section assumes stage-like training for all $k$ of interest and $k >> 1$. The exponent itself "
    "does not need the stages, see (4.25).",
)
