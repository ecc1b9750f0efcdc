"""The greedy case (6.2.1)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Identity, Inequality
from ...language.symbols import natural, positive, real
from .letters import S, Z
from .modes import delta_theta_rate, hyperbola, theta_rate

theta_0, difference = real("theta Delta_theta")
between = [theta_0 >= 0, theta_0 < S, difference > 0]

theta_increases = Claim(
    "lazy-rich/theta-increases",
    title="The network moves up while below the target",
    statement=Inequality(-2 * difference / Z * (theta_0 - S), ">", 0),
    hypotheses=between,
    source=[thesis("Section 6.2.1")],
    uses=[theta_rate],
)

difference_increases = Claim(
    "lazy-rich/difference-increases",
    title="The difference between modes increases",
    statement=Inequality(-2 * theta_0 / Z * (theta_0 - S), ">=", 0),
    hypotheses=between,
    source=[thesis("Section 6.2.1")],
    uses=[delta_theta_rate],
)

difference_at_start = positive("Delta_theta_0")

difference_ends_above_target = Claim(
    "lazy-rich/difference-ends-above-target",
    title="The difference between modes ends above the target, however small it was",
    statement=Inequality(sp.sqrt(difference_at_start**2 + S**2), ">", S),
    source=[thesis("Section 6.2.1")],
    uses=[hyperbola],
    note="From $theta(0) = 0$ to $theta = S$ on the hyperbola. '$theta(0), Delta theta << S$' in the section is meant "
    "at $t = 0$ for both.",
)

Z_any = real("Z")
p_modes = natural("p")

positive_start_printed = Claim(
    "lazy-rich/positive-difference-printed",
    title="The difference between modes is positive at the start, for every rescaling Z",
    statement=Inequality(p_modes / Z_any, ">", 0),
    hypotheses=[sp.Ne(Z_any, 0)],
    source=[thesis("6.1")],
    erratum=Erratum(
        "hypothesis",
        "(6.1) introduces $Z$ as any real number; for $Z < 0$ the modes that grow are those with $a b < 0$, $Delta "
        "theta(0) = p/Z$ is negative and $gamma$ tends to the other root. $Z > 0$ is needed.",
        "Theorem 1's sentence on monotonicity, $Sigma_0 >= 0$ in 6.3.1 and the limit (6.14) use $Z > 0$; 6.2.1 to "
        "6.2.3 set $Z$ to 1 or $sqrt(p)$, and (6.2) to (6.12) hold for either sign.",
        printed=r"where $x \in \mathbb{R}$, $S > 0$, and $Z \in \mathbb{R}$ is a normalization or output rescaling "
        "constant.",
        mark=r"$Z \in \mathbb{R}$",
        right=r"where $x \in \mathbb{R}$, $S > 0$, and $Z > 0$ is a normalization or output rescaling constant.",
        sentence=True,
    ),
    note="With all $|a_i b_i| = 1$ and $theta(0) = 0$, $Delta theta(0) = p/Z$.",
)

positive_start = Claim(
    "lazy-rich/positive-difference",
    title="The difference between modes is positive at the start",
    statement=Inequality(quantity("Delta theta_0", p_modes / Z), ">", 0),
    source=[thesis("6.1"), thesis("Section 6.2.1")],
    corrects=positive_start_printed,
)

half, surplus = natural("n"), sp.Symbol("q", integer=True)

even_width_printed = Claim(
    "lazy-rich/even-width-printed",
    title="With signs drawn at random and an even width the network starts at zero",
    statement=Identity(((half + surplus) - (half - surplus)) / Z, 0),
    hypotheses=[surplus <= half, surplus >= -half],
    source=[thesis("Section 6.2.2")],
    erratum=Erratum(
        "hypothesis",
        "'$theta(0) = 0$ (or $p$ even)': an even $p = 2n$ is necessary but not sufficient; with $n + q$ aligned modes "
        "$theta(0) = 2q/Z$.",
        "6.2.1 and 6.2.2 need as many aligned as anti-aligned modes (a symmetrised start), not an even width.",
        printed=r"and $\theta(0) = 0$ (or p even).",
        mark="(or p even)",
        right=r"and $\theta(0) = 0$ (as many aligned as anti-aligned modes).",
        sentence=True,
    ),
)

even_width = Claim(
    "lazy-rich/even-width",
    title="With as many aligned as anti-aligned modes the network starts at zero",
    statement=Identity(((half + surplus) - (half - surplus)) / Z, 0),
    hypotheses=[sp.Eq(surplus, 0)],
    source=[thesis("Section 6.2.2")],
    corrects=even_width_printed,
)
