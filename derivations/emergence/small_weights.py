"""5. The text's analysis of the three neurons at small weights, section C.4."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.statements import Limit, Solution
from ...language.symbols import positive, real
from .letters import S, eta, t
from .three_neurons import (
    C4,
    alpha,
    alpha_plus,
    alpha_rate,
    beta,
    beta_plus,
    beta_rate,
    c,
    c_rate,
    gamma,
    gamma_plus,
    gamma_rate,
    network,
)

# The text's analysis, at small alpha, beta, gamma, c.

c_0 = real("c_0")
only_c = network.on(alpha, beta, gamma)

c_solved = Claim(
    "emergence/c-while-the-others-are-small",
    title="While alpha, beta and gamma are negligible c decays exponentially",
    statement=Solution(only_c, c, c_0 * sp.exp(-2 * eta * t), c_0),
    source=C4,
    uses=[c_rate],
    note="The target has mean zero, so that a constant is of no use until the modes have grown.",
)

c_saturates_printed = Claim(
    "emergence/c-saturates-printed",
    title="While the others are small c saturates at S, as printed",
    statement=Limit(c_0 * sp.exp(-2 * eta * t), t, sp.oo, S),
    source=C4,
    uses=[c_solved],
    erratum=Erratum(
        kind="consequential",
        wrong="While the others are small $c$ tends to zero; then it follows $(2 alpha^2 - 5 beta^2 - gamma^2)/8$, "
        "and it ends at $-S$, the value that fits the target.",
        consequence="The estimated rates $4S$, $4S$ and $2S$ of $alpha^2$, $beta^2$ and $gamma^2$; they start at "
        "$2S$, $S$ and $S$ in the same units. That $alpha^2$ comes first survives; that $beta^2$ is faster than "
        "$gamma^2$ is due to the growth of $alpha^2$, which enters its rate with a factor of four.",
        printed="Considering that S is always the largest term and c saturate to S quickly",
        mark="c saturate to S quickly",
        right=r"While the others are small c decays to 0; then it follows $(2\alpha^2 - 5\beta^2 - \gamma^2)/8$, "
        "and it ends at $-S$",
        sentence=True,
    ),
)

c_saturates = Claim(
    "emergence/c-tends-to-zero-first",
    title="While the others are small c tends to zero",
    statement=Limit(c_0 * sp.exp(-2 * eta * t), t, sp.oo, 0),
    source=C4,
    uses=[c_solved],
    corrects=c_saturates_printed,
)

small = positive("epsilon")
SMALL = {alpha: small * alpha_plus, beta: small * beta_plus, gamma: small * gamma_plus, c: small * c_0}


def relative_rate(parameter: sp.Expr) -> sp.Expr:
    """The relative rate of a squared parameter, at parameters of size epsilon; from the loss."""
    return sp.expand(2 * network.velocity(parameter) / parameter).xreplace(SMALL)


alpha_start = Claim(
    "emergence/alpha-starts-at",
    title="From a small start alpha^2 grows at the relative rate 2S",
    statement=Limit(relative_rate(alpha), small, 0, 2 * eta * S),
    source=C4,
    uses=[alpha_rate],
    note="The text's $2S + 2c$, with $c$ near zero.",
)

beta_start_printed = Claim(
    "emergence/beta-starts-at-printed",
    title="From a small start beta^2 grows at the relative rate 4S, as printed",
    statement=Limit(relative_rate(beta), small, 0, 4 * eta * S),
    source=C4,
    uses=[beta_rate],
    erratum=Erratum(
        kind="consequential",
        wrong="$-S + 5c$, with the sign of the printed (C.16) and $c = S$, should be $S - 5c$, which starts at $S$.",
        consequence="That $alpha^2$ and $beta^2$ start at the same rate; $alpha^2$ starts twice as fast.",
        printed=r"β^2 ($\approx -S + 5c \approx 4S$)",
        mark=r"$\approx -S + 5c \approx 4S$",
        right=r"β^2 ($\approx S - 5c \approx S$)",
        sentence=True,
    ),
)

beta_start = Claim(
    "emergence/beta-starts-at",
    title="From a small start beta^2 grows at the relative rate S",
    statement=Limit(relative_rate(beta), small, 0, eta * S),
    source=C4,
    uses=[beta_rate],
    corrects=beta_start_printed,
)

gamma_start_printed = Claim(
    "emergence/gamma-starts-at-printed",
    title="From a small start gamma^2 grows at the relative rate 2S, as printed",
    statement=Limit(relative_rate(gamma), small, 0, 2 * eta * S),
    source=C4,
    uses=[gamma_rate],
    erratum=Erratum(
        kind="slip",
        wrong="(C.17) gives $S - c$, which starts at $S$; with the text's $c = S$ it would be zero, not $2S$.",
        consequence="None beyond the estimate; $gamma^2$ is the last to saturate.",
        printed=r"γ^2 ($\approx 2S$)",
        mark=r"$\approx 2S$",
        right=r"γ^2 ($\approx S - c \approx S$)",
        sentence=True,
    ),
)

gamma_start = Claim(
    "emergence/gamma-starts-at",
    title="From a small start gamma^2 grows at the relative rate S",
    statement=Limit(relative_rate(gamma), small, 0, eta * S),
    source=C4,
    uses=[gamma_rate],
    corrects=gamma_start_printed,
)
