"""The limits (70), and the heavier layer (section 6)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.sources import position_paper
from ...language.statements import Asymptotic, Chain, Identity, Inequality, Limit, Link, Rate, Solution
from ...language.symbols import positive, trajectories
from .balance import lam, mode_flow, rho, size, w1, w2
from .letters import RECALLED, t
from .one_mode import (
    denominator,
    ends_at_one,
    imbalance,
    numerator,
    p_0,
    product_rate,
    root_name,
    singular_value_rate,
    solves,
    weight_name,
)

s_plus, tau = positive("s_0 tau")
weight_l, root_l = sp.sqrt(lam**2 + 4 * s_plus**2) / 2, sp.sqrt(lam**2 + 4 * rho**2) / 2


def transition_at(clock: sp.Expr) -> sp.Expr:
    """The transition function in lambda and s(0) > 0, at a time."""
    e = sp.exp(-2 * root_l * clock)
    return 1 - 4 * root_l**2 * e / (numerator(weight_l, s_plus, root_l, e) * denominator(weight_l, s_plus, root_l, e))


names_l = {root_name: root_l, weight_name: weight_l}
sigmoid = (sp.exp(2 * rho * t) - 1) / (sp.exp(2 * rho * t) - 1 + rho / s_plus)

balanced_limit = Claim(
    "layer-imbalance/balanced-limit",
    title="As the imbalance vanishes the transition is sigmoidal",
    statement=Limit(transition_at(t), lam, sp.Integer(0), sigmoid),
    source=[position_paper("70", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    note="Pointwise, at each $t$. The next claim gives the limit from below.",
    where=names_l,
)

balanced_limit_below = Claim(
    "layer-imbalance/balanced-limit-from-below",
    title="As the imbalance vanishes from below the transition is sigmoidal",
    statement=Limit(transition_at(t), lam, sp.Integer(0), sigmoid, "-"),
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    where=names_l,
)

balanced = mode_flow.on(w1 - w2)

balanced_solution = Claim(
    "layer-imbalance/balanced-solution",
    title="At zero imbalance the transition is sigmoidal",
    statement=Solution(balanced, of=w1 * w2, equals=s_plus + sigmoid * (rho - s_plus), initially=s_plus),
    source=[position_paper("69", RECALLED), position_paper("70", RECALLED)],
    uses=[product_rate],
    note="$lambda = 0$ itself, not a limit: (69) with the first line of (70) is (3.15) written differently.",
)

exponential_limit = Claim(
    "layer-imbalance/imbalanced-limit",
    title="As the later layer outweighs the earlier the transition is exponential, in time scaled by the imbalance",
    statement=Limit(transition_at(tau / lam), lam, sp.oo, 1 - sp.exp(-tau)),
    source=[position_paper("70", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    note="$tau = |lambda| t$ is held fixed: the reading in which the second line of (70) has content.",
    where=names_l,
)

exponential_limit_below = Claim(
    "layer-imbalance/imbalanced-limit-downstream",
    title="As the earlier layer outweighs the later the transition is exponential, in time scaled by the imbalance",
    statement=Limit(transition_at(-tau / lam), lam, -sp.oo, 1 - sp.exp(-tau)),
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    where=names_l,
)

L = positive("lambda")  # an imbalance towards the later layer
transition_up = transition_at(tau / lam).subs(lam, L)

exponential_order = Claim(
    "layer-imbalance/imbalanced-order",
    title="The transition differs from the exponential by the reciprocal of the imbalance",
    statement=Asymptotic(transition_up, 1 - sp.exp(-tau), 1 / L, L, sp.oo),
    source=[position_paper("70", RECALLED)],
    uses=[exponential_limit],
)

printed_difference = Claim(
    "layer-imbalance/imbalanced-difference",
    title="At a fixed time the difference between the two sides of the exponential limit vanishes",
    statement=Limit(transition_at(t).subs(lam, L) - (1 - sp.exp(-L * t)), L, sp.oo, sp.Integer(0)),
    hypotheses=[t > 0],
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    note="'Converges pointwise' read literally: true, and empty, since both sides tend to one (next claim).",
)

fixed_time = Claim(
    "layer-imbalance/imbalanced-fixed-time",
    title="At a fixed positive time a heavily imbalanced mode is already learned",
    statement=Limit(transition_at(t), lam, sp.oo, sp.Integer(1)),
    hypotheses=[t > 0],
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    note="A pointwise limit cannot depend on $lambda$; this is what it is.",
    where=names_l,
)

fraction = 1 / (1 + rho / s_plus / (sp.exp(2 * rho * t) - 1))
lead = 2 * rho * t * sp.exp(2 * rho * t) - sp.exp(2 * rho * t) + 1

salience_rate = Claim(
    "layer-imbalance/salience-rate",
    title="The derivative of the transition at zero imbalance by the salience of the mode",
    statement=Identity(sp.diff(fraction, rho), s_plus * lead / (s_plus * (sp.exp(2 * rho * t) - 1) + rho) ** 2),
    hypotheses=[t > 0],
    source=[position_paper("Section G.1", None)],
    uses=[balanced_limit],
    note="The first line of (70), divided through; $s(0)$ and $t$ are held fixed.",
)

phase = positive("x")

salient_first = Claim(
    "layer-imbalance/salient-first",
    title="At zero imbalance a more salient mode is always further on its way",
    statement=Inequality(phase * sp.exp(phase) - sp.exp(phase) + 1, ">", 0),
    source=[position_paper("Section G.1", None)],
    uses=[salience_rate],
    note="With $x = 2 rho t$. In the second line of (70) $rho$ does not occur: imbalanced layers learn all modes at "
    "one pace.",
)

# -- The heavier layer (section 6) -----------------------------------------------------------------------------------

lighter_moves = Claim(
    "layer-imbalance/heavier-layer-moves-less",
    title="The heavier entry moves at a speed proportional to the lighter one",
    statement=Rate(w2, w1 * (rho - w1 * w2), mode_flow),
    source=[position_paper("Section 6", None)],
    note="'The heavier layer receives negligible gradients': $dw_1/dt$ is $w_2$ times the same error, so that the two "
    "speeds are in the inverse ratio of the entries.",
)

h = positive("h")  # the heavier entry at the start, the lighter one being zero
heavy_end = sp.sqrt((h**2 + sp.sqrt(h**4 + 4 * rho**2)) / 2)

final_entries = Claim(
    "layer-imbalance/final-entries",
    title="Where the heavier entry ends: its imbalance is the initial one and the product is the target",
    statement=Identity(heavy_end**2 - (rho / heavy_end) ** 2, h**2),
    source=[position_paper("Section 6", None)],
    uses=[imbalance, ends_at_one],
    note=r"From $w_1 = 0$ and $w_2 = h$: $w_2(\infty)^2 - w_1(\infty)^2 = h^2$ with $w_1(\infty) = \rho/w_2(\infty)$.",
)

heavy_order = Claim(
    "layer-imbalance/heavier-layer-stays",
    title="The heavier entry moves by a term of third order in its reciprocal",
    statement=Limit((heavy_end - h) * h**3, h, sp.oo, rho**2 / 2),
    source=[position_paper("Section 6", None)],
    uses=[final_entries],
    note="'Remaining nearly fixed.'",
)

light_order = Claim(
    "layer-imbalance/lighter-layer-learns",
    title="The lighter entry learns the target divided by the heavier entry",
    statement=Asymptotic(rho / heavy_end, rho / h, h**-5, h, sp.oo),
    source=[position_paper("Section 6.1", None)],
    uses=[final_entries],
    note="'Only the lighter layer is trained.'",
)

lighter = trajectories("w_1")
frozen = GradientFlow((lighter * h - rho) ** 2 / 2, (lighter,), t)

lighter_alone = Claim(
    "layer-imbalance/lighter-layer-alone",
    title="With the heavier entry held fixed the dynamics is linear",
    statement=Solution(
        frozen,
        of=(lighter,),
        equals=(rho / h + (p_0 - rho / h) * sp.exp(-(h**2) * t),),
        initially=(p_0,),
    ),
    source=[position_paper("Section 6.1", None), position_paper("Section 6.2", None)],
    note="$lambda$ is $h^2$ to leading order: the rate $|lambda|$ of (70).",
)

nearly_linear = Claim(
    "layer-imbalance/nearly-linear",
    title="On the way to the target the speed is that of a linear model up to second order in its reciprocal",
    statement=Chain(
        L**2,
        (
            Link("<=", L**2 + 4 * size**2, "a square is not negative"),
            Link("<=", L**2 + 4 * rho**2, "s has not passed the target"),
            Link("<", (L + 2 * rho**2 / L) ** 2, "complete the square"),
        ),
    ),
    hypotheses=[size <= rho],
    source=[position_paper("Section 6.1", None), position_paper("Section G.1", None)],
    uses=[singular_value_rate],
    note="In squared form: $ds/dt = r (rho - s)$ with $lambda <= r < lambda + 2 rho^2/lambda$. A larger $lambda$ "
    "resembles a linear model.",
)
