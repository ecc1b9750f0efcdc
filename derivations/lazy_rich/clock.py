"""The clock of all modes and its Riccati equation: the proof of the general solution, line by line."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.sources import position_paper, thesis
from ...language.statements import Chain, Identity, Inequality, Link, Rate
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from .letters import S, Z, t

p = natural("p")  # the width
r, s = index("i", p), index("j", p)
a, b = families("a b", t)
a_0, b_0 = families("a_0 b_0")  # initial values
Sigma_0, S_0 = real("Sigma_0 S_0")
network = total(a[r] * b[r], r) / Z
flow = GradientFlow((network - S) ** 2 / 2, (a, b), t)

definitions = [
    sp.Eq(S_0, total(a_0[s] * b_0[s], s) / Z),
    sp.Eq(Sigma_0, total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z)),
]
bounds = [Sigma_0 >= S_0, -Sigma_0 <= S_0]
generic = [Sigma_0 >= S_0, -Sigma_0 < S_0]
R = sp.sqrt(Sigma_0**2 - S_0**2 + S**2)


def gamma(factor: sp.Expr) -> sp.Expr:
    """(6.12) with ``exp(-factor * R t / Z)``."""
    decay = sp.exp(-factor * R * t / Z)
    return (Sigma_0 - S_0 + S + R + (-Sigma_0 + S_0 - S + R) * decay) / (
        Sigma_0 + S_0 - S + R + (-Sigma_0 - S_0 + S + R) * decay
    )


gamma_plus = (S + R) / (Sigma_0 + S_0)
gamma_minus = (S - R) / (Sigma_0 + S_0)
solution = gamma(sp.Integer(2))

clock_name, decay_name, root_name = positive("gamma e R")


def spelled(factor: int) -> dict[sp.Symbol, sp.Expr]:
    """Names for the long expressions of (6.12), for print."""
    rate = sp.Integer(factor)
    return {clock_name: gamma(rate), decay_name: sp.exp(-rate * R * t / Z), root_name: R}


restored = "re-derived from the text around it"


def layers(g: sp.Expr, e: sp.Idx) -> tuple[sp.Expr, sp.Expr]:
    """(6.10) and (6.11): the entries of both layers, for a value g of gamma."""
    grown, shrunk = (a_0[e] + b_0[e]) / 2 * sp.sqrt(g), (a_0[e] - b_0[e]) / 2 / sp.sqrt(g)
    return grown + shrunk, grown - shrunk


norm_above = Claim(
    "lazy-rich/norm-above-function",
    title="The initial function is bounded by the initial weights from above",
    statement=Inequality(total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z) - total(a_0[s] * b_0[s], s) / Z, ">=", 0),
    source=[thesis("Section 6.3.1"), position_paper("Remark I.3", restored)],
    note="$a^2 + b^2 >= 2 a b$, summed: $S_0 <= Sigma_0$.",
)

norm_below = Claim(
    "lazy-rich/norm-below-function",
    title="The initial function is bounded by the initial weights from below",
    statement=Inequality(total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z) + total(a_0[s] * b_0[s], s) / Z, ">=", 0),
    source=[thesis("Section 6.3.1")],
    note="$-S_0 <= Sigma_0$, with equality only where every $a_i = -b_i$.",
)

entry_flow_a = Claim(
    "lazy-rich/entry-flow",
    title="The gradient flow of one entry of the first layer",
    statement=Rate(a[s], -b[s] / Z * (network - S), flow),
    source=[position_paper("78", restored)],
)

entry_flow_b = Claim(
    "lazy-rich/entry-flow-b",
    title="The gradient flow of one entry of the second layer",
    statement=Rate(b[s], -a[s] / Z * (network - S), flow),
    source=[position_paper("78", restored)],
)

sum_rate = Claim(
    "lazy-rich/sum-rate",
    title="The sum of the layers grows at a rate that all modes share",
    statement=Rate(a[s] + b[s], -(network - S) / Z * (a[s] + b[s]), flow),
    source=[position_paper("79", restored)],
    uses=[entry_flow_a, entry_flow_b],
)

difference_rate = Claim(
    "lazy-rich/difference-rate",
    title="The difference of the layers decays at a rate that all modes share",
    statement=Rate(a[s] - b[s], (network - S) / Z * (a[s] - b[s]), flow),
    source=[position_paper("79", restored)],
    uses=[entry_flow_a, entry_flow_b],
)

elapsed = trajectories("I")  # the integral of theta - S from 0 to t
clock = sp.exp(-2 * elapsed / Z)  # the gamma of equation 80


def ticking(expr: sp.Expr) -> sp.Expr:
    """The rate of an expression along the flow, with the clock's own rate, dI/dt = theta - S, put in."""
    return flow.rate(expr).subs(sp.Derivative(elapsed, t), network - S)


gamma_rate = Claim(
    "lazy-rich/gamma-rate",
    title="The growth factor gamma: a common clock of all modes",
    statement=Identity(ticking(clock), 2 / Z * (S - network) * clock),
    source=[position_paper("81", restored), position_paper("85", restored)],
    note="$gamma = exp(-(2/Z) I)$, $dI/dt = theta - S$, $I(0) = 0$, so $gamma(0) = 1$; (85) is the same with $theta$ "
    "written out.",
)

sum_by_clock = Claim(
    "lazy-rich/sum-by-clock",
    title="The sum of the layers follows the square root of the clock",
    statement=Identity(ticking((a[s] + b[s]) / sp.sqrt(clock)), 0),
    source=[position_paper("82", restored)],
    uses=[sum_rate, gamma_rate],
    note="$(a_i + b_i) gamma^(-1/2)$ keeps its initial value $a_i(0) + b_i(0)$.",
)

difference_by_clock = Claim(
    "lazy-rich/difference-by-clock",
    title="The difference of the layers follows the reciprocal of the root of the clock",
    statement=Identity(ticking((a[s] - b[s]) * sp.sqrt(clock)), 0),
    source=[position_paper("83", restored)],
    uses=[difference_rate, gamma_rate],
)

g = positive("gamma")

half_sums = Claim(
    "lazy-rich/half-sums",
    title="Half the sum and half the difference of the layers recover both layers",
    statement=Chain(
        layers(g, s)[0] + layers(g, s)[1],
        (Link("=", (a_0[s] + b_0[s]) * sp.sqrt(g), "the sum of (6.10) and (6.11) is (82); their difference is (83)"),),
    ),
    source=[position_paper("84", restored)],
    uses=[sum_by_clock, difference_by_clock],
)

theta_by_clock = Claim(
    "lazy-rich/theta-by-clock",
    title="The network as a function of the clock",
    statement=Chain(
        total(layers(g, s)[0] * layers(g, s)[1], s) / Z,
        (
            Link(
                "=",
                total((layers(g, s)[0] + layers(g, s)[1]) ** 2 - (layers(g, s)[0] - layers(g, s)[1]) ** 2, s) / (4 * Z),
                "$4 a b = (a + b)^2 - (a - b)^2$ (86)",
            ),
            Link(
                "=",
                total((a_0[s] + b_0[s]) ** 2 * g - (a_0[s] - b_0[s]) ** 2 / g, s) / (4 * Z),
                "(82) and (83), giving (87)",
            ),
            Link("=", ((Sigma_0 + S_0) * g - (Sigma_0 - S_0) / g) / 2, "the definitions (6.13), giving (88)"),
        ),
    ),
    hypotheses=definitions,
    source=[position_paper("86", restored), position_paper("87", restored), position_paper("88", restored)],
    uses=[half_sums],
)

riccati = Claim(
    "lazy-rich/riccati",
    title="The clock obeys a Riccati equation with constant coefficients",
    statement=Identity(
        2 / Z * (S - ((Sigma_0 + S_0) * g - (Sigma_0 - S_0) / g) / 2) * g,
        -((Sigma_0 + S_0) * g**2 - 2 * S * g - (Sigma_0 - S_0)) / Z,
    ),
    source=[position_paper("90", restored)],
    uses=[gamma_rate, theta_by_clock],
)

discriminant = Claim(
    "lazy-rich/discriminant",
    title="The quadratic of the clock has real roots",
    statement=Chain(
        S**2 + (Sigma_0 + S_0) * (Sigma_0 - S_0),
        (Link("=", S**2 + Sigma_0**2 - S_0**2, "expand"), Link(">", sp.Integer(0), "S > 0 and |S_0| <= Sigma_0")),
    ),
    hypotheses=bounds,
    source=[position_paper("91", restored)],
    uses=[norm_above, norm_below],
    where={root_name: R},
)

factorisation = Claim(
    "lazy-rich/factorisation",
    title="The quadratic of the clock factors into its two roots",
    statement=Identity(
        (Sigma_0 + S_0) * g**2 - 2 * S * g - (Sigma_0 - S_0),
        (Sigma_0 + S_0) * (g - gamma_plus) * (g - gamma_minus),
    ),
    hypotheses=generic,
    source=[position_paper("92", restored), position_paper("93", restored)],
    uses=[discriminant],
    note="For $Sigma_0 + S_0 = 0$, that is $a_i(0) = -b_i(0)$ for every $i$, the quadratic is linear and has one root "
    "only; the proof excludes this silently.",
    where={root_name: R},
)

upper, lower = real("gamma_+ gamma_-")  # the roots, under their names
off_the_roots = [lower < upper, sp.Ne(g, upper), sp.Ne(g, lower)]

partial_fractions = Claim(
    "lazy-rich/partial-fractions",
    title="Partial fractions of the reciprocal of the clock's quadratic",
    statement=Identity(
        1 / ((g - upper) * (g - lower)),
        (1 / (g - upper) - 1 / (g - lower)) / (upper - lower),
    ),
    hypotheses=off_the_roots,
    source=[position_paper("94", restored)],
    note="Away from the roots, where the clock stays unless it starts there ($S = S_0$).",
)

root_gap = Claim(
    "lazy-rich/root-gap",
    title="The distance between the roots of the clock's quadratic",
    statement=Identity(gamma_plus - gamma_minus, 2 * R / (Sigma_0 + S_0)),
    hypotheses=generic,
    source=[position_paper("95", restored)],
    where={root_name: R},
)

log_ratio_rate = Claim(
    "lazy-rich/log-ratio-rate",
    title="The logarithm of the ratio of distances to the roots is linear in time",
    statement=Chain(
        -(Sigma_0 + S_0) / Z * (g - upper) * (g - lower) * (1 / (g - upper) - 1 / (g - lower)),
        (
            Link(
                "=", -(Sigma_0 + S_0) * (upper - lower) / Z, "the factored equation (90, 92) and partial fractions (94)"
            ),
        ),
    ),
    hypotheses=off_the_roots,
    source=[position_paper("96", restored)],
    uses=[riccati, factorisation, partial_fractions],
    note="The left side is $d/dt log((gamma - gamma_+)/(gamma - gamma_-))$ with (90) put in.",
)

log_ratio_value = Claim(
    "lazy-rich/log-ratio-value",
    title="The logarithm of the ratio of distances to the roots has the slope -2R/Z",
    statement=Identity(-(Sigma_0 + S_0) * (gamma_plus - gamma_minus) / Z, -2 * R / Z),
    hypotheses=generic,
    source=[position_paper("96", restored)],
    uses=[log_ratio_rate, root_gap],
    note="The exponent of (6.12) as printed is twice that.",
    where={root_name: R},
)
