"""2. Time emergence, (5.1), (5.2): basis functions shrunk by a constant."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Rate, Solution
from ...language.symbols import positive
from .letters import S, eta, t
from .multilinear import R_0, a, b

shrink, P = positive("B P")
R_k = quantity("R_k", a * b * shrink)
slow = GradientFlow(eta * P * (S - a * b * shrink) ** 2 / 2, (a, b), t).on(b - a)
IN_TIME = [R_0 < S, shrink < 1]


def slowed(rate: sp.Expr) -> sp.Expr:
    """The sigmoid with this factor in its rate."""
    return S / (1 + (S / R_0 - 1) * sp.exp(-2 * eta * P * rate * S * t))


time_emergence_printed = Claim(
    "emergence/time-emergence-printed",
    title="The skill strength of the model with shrunk basis functions, as printed",
    statement=Solution(slow, R_k, slowed(shrink**2), R_0),
    hypotheses=IN_TIME,
    source=thesis("5.2"),
    erratum=Erratum(
        kind="consequential",
        wrong="The exponent has $B$, not $B^2$: the skill strength (4.7) of the model (5.1) is $a_k b_k B$, and the "
        "rate of $a_k b_k$ is proportional to $B$ only once, because the strength saturates at $S$ and so $a_k b_k$ "
        "at $S/B$.",
        consequence="The calibrated number $1/22$ of Figure 5.2 is $B$, not $B^2$; so is the $1/3$ in Figure C.2. The "
        "curves of Figures 5.1 and 5.2 survive: one number is fitted to the first skill, whatever it is called.",
        printed=r"\frac{\mathcal{R}_k(T)}{S} = \frac{1}{1 + \left(\frac{S}{\mathcal{R}_k(0)} - 1\right) e^{-2\eta "
        r"\mathcal{P}_s(k) \mathcal{B}^2 S T}},",
        mark=r"\mathcal{B}^2",
        right=r"\frac{\mathcal{R}_k(T)}{S} = \frac{1}{1 + \left(\frac{S}{\mathcal{R}_k(0)} - 1\right) e^{-2\eta "
        r"\mathcal{P}_s(k) \mathcal{B} S T}},",
    ),
    note="$B^2$ comes out if the target is shrunk as well, $f^* = S sum_k B g_k$ (see the claim on that reading); but "
    "(5.1) shrinks the model alone, and (4.4) is the task.",
)

time_emergence_rate = Claim(
    "emergence/time-emergence-rate",
    title="The logistic equation of a skill with shrunk basis functions",
    statement=Rate(R_k, 2 * eta * P * shrink * R_k * (S - R_k), slow),
    source=thesis("5.2"),
)

time_emergence = Claim(
    "emergence/time-emergence",
    title="Basis functions shrunk by B delay a skill by the factor 1/B",
    statement=Solution(slow, R_k, slowed(shrink), R_0),
    hypotheses=IN_TIME,
    source=[thesis("5.1"), thesis("5.2")],
    uses=[time_emergence_rate],
    corrects=time_emergence_printed,
    note="$R_k$ is the skill strength (4.7), $a_k b_k B$; the layers start equal; $d_k/D$ is replaced by its limit "
    "$P_s(k)$.",
    steps=[
        Step("L = P (S - a b B)^2 / 2", "(4.5) on average, for one skill"),
        Step("da/dt = eta P B b (S - a b B)", "gradient flow"),
        Step("dR/dt = B (a^2 + b^2) eta P B (S - R) = 2 eta P B R (S - R)", "R = a b B, and a = b"),
    ],
)

shrunk_target = GradientFlow(eta * P * (S * shrink - a * b * shrink) ** 2 / 2, (a, b), t).on(b - a)

time_emergence_both = Claim(
    "emergence/time-emergence-if-the-target-shrinks-too",
    title="The printed exponent belongs to a target that is shrunk as the model is",
    statement=Solution(shrunk_target, a * b, slowed(shrink**2), R_0),
    hypotheses=IN_TIME,
    source=thesis("5.2"),
    note="The one reading found in which the printed square is right: $g_k$ replaced by $B g_k$ in (4.4) as in (4.9), "
    "and the strength read as $a_k b_k$. The number $1/22$ would then be $B^2$, but (5.1) would not be a model of the "
    "same task.",
)
