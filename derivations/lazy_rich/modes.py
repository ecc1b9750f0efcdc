"""Aligned and anti-aligned modes (6.2): a_i = b_i on one family, a_k = -b_k on the other."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.quantities import quantity
from ...language.sources import position_paper, thesis
from ...language.statements import Conserved, Identity, Rate
from ...language.symbols import families, index, natural, positive, total
from .letters import S, Z, t

n_plus, n_minus = natural("n_+ n_-")
i, j = index("i", n_plus), index("j", n_plus)
k, l = index("k", n_minus), index("l", n_minus)  # noqa: E741 - the index of the anti-aligned family
a_plus, b_plus, a_minus, b_minus = families("a_+ b_+ a_- b_-", t)

theta = (total(a_plus[i] * b_plus[i], i) + total(a_minus[k] * b_minus[k], k)) / Z
delta_theta = (total(a_plus[i] * b_plus[i], i) - total(a_minus[k] * b_minus[k], k)) / Z
aligned_weight = total(a_plus[i] ** 2, i)
anti_aligned_weight = total(a_minus[k] ** 2, k)

network, difference = quantity("theta", theta), quantity("Delta theta", delta_theta)

sign_flow = GradientFlow((theta - S) ** 2 / 2, (a_plus, b_plus, a_minus, b_minus), t)
modes = sign_flow.on(b_plus[j] - a_plus[j], b_minus[l] + a_minus[l])

mode_source = [thesis("6.2"), position_paper("16")]

aligned_rate = Claim(
    "lazy-rich/aligned-rate",
    title="The weight of the aligned modes grows while the target is not reached",
    statement=Rate(aligned_weight, -2 / Z * (network - S) * aligned_weight, modes),
    source=mode_source,
    note="With $E[x^2] = 1$, which the section does not state; see lazy-rich/mode-rates-any-variance.",
)

anti_aligned_rate = Claim(
    "lazy-rich/anti-aligned-rate",
    title="The weight of the anti-aligned modes decays at the same relative rate",
    statement=Rate(anti_aligned_weight, 2 / Z * (network - S) * anti_aligned_weight, modes),
    source=mode_source,
)

m = positive("m")  # E[x^2]
any_variance = GradientFlow(m * (theta - S) ** 2 / 2, (a_plus, b_plus, a_minus, b_minus), t).on(
    b_plus[j] - a_plus[j], b_minus[l] + a_minus[l]
)

mode_rates_printed = Claim(
    "lazy-rich/mode-rates-printed",
    title="The rate of the aligned modes for inputs of any variance, as printed",
    statement=Rate(aligned_weight, -2 / Z * (network - S) * aligned_weight, any_variance),
    source=[thesis("6.2")],
    erratum=Erratum(
        "hypothesis",
        "Under the loss (3.2) the rate carries the factor $E[x^2]$, as (3.6) does; the section assumes $E[x^2] = 1$ "
        "without saying so.",
        "(6.3), (6.4), (6.12) inherit it. Only the unit of time changes: nothing at $t = 0$ or $t = infinity$ does.",
        printed=r"\sum_{i \in \mathcal{I}_\pm} \frac{da_i^2}{dt} = \mp \frac{2}{Z} (\theta - S) \sum_{i \in "
        r"\mathcal{I}_\pm} a_i^2,",
        mark=r"\frac{2}{Z}",
        right=r"\sum_{i \in \mathcal{I}_\pm} \frac{da_i^2}{dt} = \mp \frac{2}{Z} \mathbf{E}[x^2] (\theta - S) "
        r"\sum_{i \in \mathcal{I}_\pm} a_i^2,",
    ),
)

mode_rates = Claim(
    "lazy-rich/mode-rates-any-variance",
    title="The rate of the aligned modes for inputs of any variance",
    statement=Rate(aligned_weight, -2 * m / Z * (network - S) * aligned_weight, any_variance),
    source=mode_source,
    corrects=mode_rates_printed,
)

theta_rate = Claim(
    "lazy-rich/theta-rate",
    title="The network moves at a speed set by the difference between modes",
    statement=Rate(network, -2 * difference / Z * (network - S), modes),
    source=[thesis("6.3"), position_paper("17")],
    uses=[aligned_rate, anti_aligned_rate],
)

delta_theta_rate = Claim(
    "lazy-rich/delta-theta-rate",
    title="The difference between modes moves at a speed set by the network",
    statement=Rate(difference, -2 * network / Z * (network - S), modes),
    source=[thesis("6.4"), position_paper("18")],
    uses=[aligned_rate, anti_aligned_rate],
)

hyperbola = Claim(
    "lazy-rich/hyperbola",
    title="The network and the difference between modes move along a hyperbola",
    statement=Conserved(difference**2 - network**2, modes),
    uses=[theta_rate, delta_theta_rate],
    note="From (6.3) and (6.4); it makes (6.9) the counterpart of (6.8).",
)

share = a_plus[j] / sp.sqrt(aligned_weight)
some_aligned = [aligned_weight > 0]
rate_of_inverse = quantity("d(1/root)/dt", modes.rate(1 / sp.sqrt(aligned_weight)))
rate_of_mode = quantity("da_+/dt", modes.rate(a_plus[j]))

share_product_rule = Claim(
    "lazy-rich/share-product-rule",
    title="The product rule for a mode's share of the aligned weight",
    statement=Rate(
        share,
        a_plus[j] * rate_of_inverse + rate_of_mode / sp.sqrt(aligned_weight),
        modes,
    ),
    hypotheses=some_aligned,
    source=[thesis("6.5")],
)

share_terms_printed = Claim(
    "lazy-rich/share-terms-printed",
    title="The first term of the product rule for a mode's share, as printed",
    statement=Identity(a_plus[j] * rate_of_inverse, share),
    hypotheses=some_aligned,
    source=[thesis("6.6")],
    erratum=Erratum(
        "slip",
        "Both terms lack the factor $(theta - S)/Z$ that (6.2) and the flow give them; the sentence below says that "
        "they were used.",
        "None: the terms cancel with the factor as without it, and (6.7) holds.",
        printed=r"= \frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}} - \frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} "
        "a_i^2}}",
        mark=r"\frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}}",
        right=r"= \frac{\theta - S}{Z} \frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}} - \frac{\theta - S}{Z} "
        r"\frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}}",
    ),
    note="As an equality of the two lines (6.5) and (6.6) is true, both being zero; term by term, as the text "
    "derives it, it is not.",
)

share_terms = Claim(
    "lazy-rich/share-terms",
    title="The first term of the product rule for a mode's share of the aligned weight",
    statement=Identity(a_plus[j] * rate_of_inverse, (quantity("theta", modes.restrict(theta)) - S) / Z * share),
    hypotheses=some_aligned,
    source=[thesis("6.6")],
    uses=[aligned_rate],
    corrects=share_terms_printed,
)

share_conserved = Claim(
    "lazy-rich/share-conserved",
    title="Each aligned mode keeps its share of the aligned weight",
    statement=Conserved(share, modes),
    hypotheses=some_aligned,
    source=[thesis("6.7")],
    uses=[share_product_rule, share_terms],
)

aligned_growth = Claim(
    "lazy-rich/aligned-growth",
    title="An aligned mode grows with the sum of the network and the difference between modes",
    statement=Conserved(a_plus[j] ** 2 / (network + difference), modes),
    hypotheses=some_aligned,
    source=[thesis("6.8")],
    uses=[share_conserved],
    note="(6.8) says that the quotient keeps its initial value; $theta + Delta theta$ is $2/Z$ times the sum of "
    "$a_i^2$ over aligned modes, so some mode must be aligned.",
)

anti_aligned_decay = Claim(
    "lazy-rich/anti-aligned-decay",
    title="An anti-aligned mode decays with the reciprocal of the sum of the network and the difference between modes",
    statement=Conserved(a_minus[l] ** 2 * (network + difference), modes),
    source=[thesis("6.9")],
    uses=[hyperbola],
    note="Correct as printed, though it looks inverted: $Delta theta - theta$, which the anti-aligned weight follows, "
    "is inverse to $theta + Delta theta$ on the hyperbola.",
)
