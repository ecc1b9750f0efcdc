"""The data law, (4.26) to (4.34)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.distributions import Bernoulli
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import (
    Asymptotic,
    Expectation,
    Identity,
    Induction,
    Inequality,
    Integral,
    Limit,
    Recurrence,
    Substitution,
)
from ...language.symbols import families, natural, positive, real, total
from .letters import A, D, S, alpha
from .multilinear import R_0, below, d_k, samples
from .skills import P, i
from .stage_like import kappa
from .time_law import frequency, power, skill_loss_at, skill_loss_in_time, tau

one_shot_seen = Claim(
    "scaling-laws/one-shot",
    title="A skill with a single sample is learnt",
    statement=Limit(quantity("L_k", skill_loss_at(d_k / D, at=tau)), tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("4.26"),
    uses=[skill_loss_in_time],
    note="For every $k <= N$; the printed $N > k$ asks for more than is needed.",
)

one_shot_unseen = Claim(
    "scaling-laws/one-shot-unseen",
    title="A skill without samples keeps its initial loss",
    statement=Identity(quantity("L_k", skill_loss_at(0)), (S - R_0) ** 2 / 2),
    hypotheses=[below],
    source=thesis("4.26"),
    uses=[skill_loss_in_time],
)

one_shot_small_start = Claim(
    "scaling-laws/one-shot-small-start",
    title="From a small start a skill without samples keeps a loss close to S^2/2",
    statement=Asymptotic((S - R_0) ** 2 / 2, S**2 / 2, R_0, R_0, sp.Integer(0)),
    source=thesis("4.26"),
    uses=[one_shot_unseen],
)

draws, chance = positive("D P")  # samples; the frequency of a skill
seen = quantity("P_observed(D)", 1 - (1 - chance) ** draws)

observed = Claim(
    "scaling-laws/probability-of-observation",
    title="One more sample reveals an unseen skill with probability equal to the skill's frequency",
    statement=Identity(quantity("P_observed(D+1)", 1 - (1 - chance) ** (draws + 1)), seen + (1 - seen) * chance),
    hypotheses=[chance < 1],
    source=thesis("4.27"),
    note=r"$P_\mathrm{observed}(k|D)$ is 0 for $D = 0$, and this is its step from $D$ to $D + 1$. It holds for every "
    r"value at the start.",
)

seen, first = families("Q"), natural("D")

observed_at_all = Claim(
    "scaling-laws/probability-of-observation-after-any-number",
    title="The chance that a skill is in any number of samples, from the step and the start",
    statement=Induction(
        of=seen[first],
        equals=1 - (1 - chance) ** first,
        n=first,
        sequence=Recurrence(seen[first], seen[first] + (1 - seen[first]) * chance, sp.Integer(0)),
    ),
    hypotheses=[chance < 1],
    source=thesis("4.27"),
    uses=[observed],
    note=r"$Q(D)$ is $P_\mathrm{observed}(k|D)$: without samples no skill is seen, and one more sample shows a skill "
    r"that was not seen with the frequency $P$ of the skill, since samples are independent.",
)

observed_in_the_end = Claim(
    "scaling-laws/probability-of-observation-limit",
    title="With enough samples every skill is seen",
    statement=Limit(1 - (1 - chance) ** draws, draws, sp.oo, sp.Integer(1)),
    hypotheses=[chance < 1],
    source=thesis("4.27"),
    uses=[observed],
)

unseen_yet, is_it, is_seen = real("U b o")

one_more_sample = Claim(
    "scaling-laws/one-more-sample",
    title=(
        "Averaged over one more sample, a skill stays unseen with the probability that the sample is of another skill"
    ),
    statement=Expectation(unseen_yet * (1 - is_it), unseen_yet * (1 - chance), over={is_it: Bernoulli(chance)}),
    hypotheses=[chance < 1],
    source=[thesis("4.27"), thesis("4.28")],
    uses=[observed_at_all],
    note="$U$ is 1 if no sample before is of the skill, and 0 if one is; $b$ is 1 if the new sample is. Samples are "
    "independent, so that the mean over data sets of $D$ samples of the product of $D$ such factors is $(1 - P)^D$.",
)

mean_over_data = Claim(
    "scaling-laws/skill-loss-over-data-sets",
    title="The mean over data sets of the loss of a skill that is learned if it is seen",
    statement=Expectation(
        is_seen * 0 + (1 - is_seen) * S**2 / 2,
        (1 - chance) ** samples * S**2 / 2,
        over={is_seen: Bernoulli(1 - (1 - chance) ** samples)},
    ),
    hypotheses=[chance < 1],
    source=[thesis("4.28"), thesis("4.29")],
    uses=[one_more_sample, observed_at_all, one_shot_seen],
    note="$o$ is 1 if one of $D$ independent samples is of the skill, with the chance (4.27). The mean of the total "
    "loss is the sum of the means, though skills compete for samples and are not independent.",
)

is_observed = quantity("P_observed(i)", 1 - (1 - P[i]) ** samples)

expected_loss = Claim(
    "scaling-laws/expected-loss",
    title="Only the skills that were not seen contribute to the expected loss",
    statement=Identity(
        quantity(
            "E_D[L]",
            total(
                A * i ** (-(alpha + 1)) * (is_observed * 0 + (1 - is_observed) * S**2 / 2),
                i,
            ),
        ),
        S**2 * A / 2 * total(i ** (-(alpha + 1)) * (1 - (1 - (1 - P[i]) ** samples)), i),
    ),
    source=[thesis("4.28"), thesis("4.29")],
    uses=[one_shot_seen, one_shot_small_start, observed, mean_over_data],
    note="$S^2/2$ stands for $(S - R_k(0))^2/2$, the approximation of (4.26). $P_i = A i^-(alpha+1)$. It holds for "
    "every exponent and every chance that a skill is seen; (4.2) and (4.27) say which they are.",
)

seen = positive("s")  # A k^-(alpha+1) = s/(1 + s)

summand_is_small = Claim(
    "scaling-laws/data-summand-is-small",
    title="No single skill contributes more than the order of 1/D",
    statement=Inequality((1 + seen) ** (draws + 1), ">", (draws + 1) * seen),
    source=thesis("4.30"),
    uses=[expected_loss],
    note="With $P = s/(1+s)$ it says $P (1-P)^D < 1/(D+1)$. The summand rises and then falls in $k$, so that sum and "
    "integral differ by no more than $S^2/(2(D+1))$; the loss itself is of the larger order $D^(-alpha/(alpha+1))$.",
)

summand_peak = Claim(
    "scaling-laws/data-summand-peak",
    title="The summand rises until the frequency is 1/(D+1), then falls",
    statement=Identity(
        sp.diff(chance * (1 - chance) ** draws, chance),
        (1 - chance) ** (draws - 1) * (1 - (draws + 1) * chance),
    ),
    hypotheses=[chance < 1],
    source=thesis("4.30"),
)

data_sum_for_integral = Claim(
    "scaling-laws/sum-for-integral-in-data",
    title="The difference between the sum over skills and its integral vanishes relative to the expected loss",
    statement=Limit(1 / (draws + 1) / draws ** (-power), draws, sp.oo, sp.Integer(0)),
    source=thesis("4.30"),
    uses=[summand_is_small, summand_peak],
    note="It holds for every exponent below one; scaling-laws/data-law-by-substitution shows which one it is.",
)

unseen = 1 - frequency
rare = [frequency < 1]


def expected_integrand(count: sp.Expr, chance_of_none: sp.Expr = unseen) -> sp.Expr:
    """The integrand of (4.30)."""
    return S**2 * A / 2 * kappa ** (-(alpha + 1)) * chance_of_none**count


miss = quantity("q_k", unseen)


loss_difference = Claim(
    "scaling-laws/data-difference",
    title="One more sample lowers the expected loss",
    statement=Identity(
        expected_integrand(draws + 1, miss) - expected_integrand(draws, miss),
        -(S**2) * A**2 / 2 * kappa ** (-2 * (alpha + 1)) * miss**draws,
    ),
    hypotheses=rare,
    source=[thesis("4.31"), thesis("4.32")],
    uses=[expected_loss],
    note="Under the integral over $k$. In (4.31) the factor $-A k^-(alpha+1)$ is written $(1 - A k^-(alpha+1)) - 1$.",
)

data_boundary = -(S**2) * A * kappa ** (-alpha) / ((alpha + 1) * (draws + 1)) * unseen ** (draws + 1) / 2
first_boundary = S**2 * A / (2 * (alpha + 1) * (draws + 1)) * (1 - A) ** (draws + 1)

data_by_parts = Claim(
    "scaling-laws/data-by-parts",
    title="The change of the expected loss with one more sample, integrated by parts",
    statement=Integral(
        -(S**2) * A**2 / 2 * kappa ** (-2 * (alpha + 1)) * unseen**draws,
        (kappa, 1, sp.oo),
        first_boundary,
        antiderivative=data_boundary,
        plus=-(S**2) * A * alpha / (2 * (alpha + 1) * (draws + 1)) * kappa ** (-(alpha + 1)) * unseen ** (draws + 1),
    ),
    hypotheses=[A < 1],
    source=thesis("Section 4.3.2"),
    uses=[loss_difference],
    note="The first line of the display after (4.32).",
)

data_boundary_small = Claim(
    "scaling-laws/data-boundary",
    title="The boundary term of the expected loss is exponentially small in the number of samples",
    statement=Limit(first_boundary / (1 - A) ** (draws + 1), draws, sp.oo, sp.Integer(0)),
    hypotheses=[A < 1],
    source=thesis("Section 4.3.2"),
    uses=[data_by_parts],
    note="$P_s(1) = A$. It is even $O((1 - P_s(1))^(D+1) / D)$.",
)

E_D, E_next = positive("E_D E_{D+1}")  # expected losses of D and of D + 1 samples
share = alpha / ((alpha + 1) * (draws + 1))

last_line_printed = Claim(
    "scaling-laws/data-last-line-printed",
    title="The last line of the integration by parts, as printed",
    statement=Identity(-share * E_next, -share * E_D + share * (E_next - E_D)),
    source=thesis("Section 4.3.2"),
    erratum=Erratum(
        "consequential",
        "The last term has the wrong sign: the integral left over is $E_{D+1}[L] = E_D[L] + Delta L$, so that both "
        "terms are subtracted.",
        "The first expression in (4.33) inherits it; its leading order, and the exponent, do not.",
        printed=r"\approx -\frac{\alpha}{(\alpha+1)(D+1)} \mathbf{E}_D [\mathcal{L}] + \frac{\alpha}{(\alpha+1)(D+1)} "
        r"\Delta \mathcal{L}.",
        mark=r"+ \frac{\alpha}{(\alpha+1)(D+1)} \Delta \mathcal{L}",
        right=r"\approx -\frac{\alpha}{(\alpha+1)(D+1)} \mathbf{E}_D [\mathcal{L}] - \frac{\alpha}{(\alpha+1)(D+1)} "
        r"\Delta \mathcal{L}.",
    ),
    note="The left side is the second term of the line before: the integrand $k^-(alpha+1) (1 - A "
    "k^-(alpha+1))^(D+1)$ is that of $E_{D+1}[L]$.",
)

last_line = Claim(
    "scaling-laws/data-last-line",
    title="The last line of the integration by parts",
    statement=Identity(-share * E_next, -share * E_D - share * (E_next - E_D)),
    source=thesis("Section 4.3.2"),
    uses=[data_by_parts],
    corrects=last_line_printed,
)

without_boundary = [sp.Eq(E_next - E_D, -share * E_next)]

data_ratio_printed = Claim(
    "scaling-laws/data-ratio-printed",
    title="The relative difference of the expected loss, as printed",
    statement=Identity((E_next - E_D) / E_D, -alpha / (1 + (alpha + 1) * draws)),
    hypotheses=without_boundary,
    source=thesis("4.33"),
    erratum=Erratum(
        "slip",
        "It carries on the wrong sign of the line before: the denominator must be $1 + 2 alpha + (alpha+1) D$.",
        "None further: both give $-alpha/((alpha+1) D)$ for $D >> 1$, and (4.34) stands.",
        printed=r"\frac{\Delta\mathcal{L}}{\mathbf{E}_D[\mathcal{L}]} = -\frac{\alpha}{1+(\alpha+1)D} \approx "
        r"-\frac{\alpha}{(\alpha+1)} \frac{1}{D}",
        mark=r"1+(\alpha+1)D",
        right=r"\frac{\Delta\mathcal{L}}{\mathbf{E}_D[\mathcal{L}]} = -\frac{\alpha}{1+2\alpha+(\alpha+1)D} \approx "
        r"-\frac{\alpha}{(\alpha+1)} \frac{1}{D}",
    ),
    note="Up to the exponentially small boundary term, which the text drops.",
)

data_ratio = Claim(
    "scaling-laws/data-ratio",
    title="The relative difference of the expected loss",
    statement=Identity((E_next - E_D) / E_D, -alpha / (1 + 2 * alpha + (alpha + 1) * draws)),
    hypotheses=without_boundary,
    source=thesis("4.33"),
    uses=[last_line, data_boundary_small],
    corrects=data_ratio_printed,
)

data_law = Claim(
    "scaling-laws/data-law",
    title="The data law: the exponent of the loss is -alpha/(alpha+1)",
    statement=Asymptotic(-alpha / (1 + 2 * alpha + (alpha + 1) * draws), -power / draws, draws**-2, draws, sp.oo),
    source=[thesis("4.33"), thesis("4.34"), thesis("Table 4.1")],
    uses=[data_ratio, data_sum_for_integral],
    note="$Delta D = 1$. The printed fraction has the same leading term.",
)

beta_recursion = Claim(
    "scaling-laws/data-law-in-frequencies",
    title="In the variable v = P_s(k) the expected losses obey a recursion",
    statement=Identity(
        sp.diff(chance**power * (1 - chance) ** (draws + 1), chance),
        (draws + 1 + power) * chance ** (power - 1) * (1 - chance) ** (draws + 1)
        - (draws + 1) * chance ** (power - 1) * (1 - chance) ** draws,
    ),
    hypotheses=[chance < 1],
    source=thesis("4.33"),
    note="A second derivation, with $p = alpha/(alpha+1)$. Integrated over $v$ from 0 to $A$: $(D + 1 + p) E_{D+1} = "
    "(D + 1) E_D$ up to the exponentially small term at $v = A$, which gives the repaired (4.33).",
)

beta_substitution = Claim(
    "scaling-laws/data-law-by-substitution",
    title="The expected loss as an incomplete beta integral",
    statement=Substitution(
        expected_integrand(draws),
        (kappa, 1, sp.oo),
        into=S**2 / (2 * (alpha + 1)) * A ** (1 / (alpha + 1)) * chance ** (power - 1) * (1 - chance) ** draws,
        onto=(chance, 0, A),
        by=frequency,
    ),
    hypotheses=[A < 1],
    source=[thesis("4.30"), thesis("4.34")],
    uses=[beta_recursion],
)
