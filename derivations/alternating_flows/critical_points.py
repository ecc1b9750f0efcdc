"""1d. Cost minimization: a critical point of the active neurons is one of the whole network."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow, partial
from ...language.statements import Identity, Inequality, Limit, Rate
from ...language.symbols import families, positive, real, total, trajectories
from .jump_times import U
from .letters import AT_SAMPLE, COST, epsilon, k, kappa, l, r, t, x, y
from .utility import f_0, neuron_degree

act_a, dor_a = trajectories("a b")
act_w, dor_w = families("w v", t)
pair_residual = y - act_a * total(act_w[k] * x[k], k) - dor_a * total(dor_w[k] * x[k], k)
pair_flow = GradientFlow(pair_residual**2 / 2, (act_a, dor_a, act_w, dor_w), t)
asleep = pair_flow.on(dor_a, dor_w[k])

stays_dormant = Claim(
    "alternating-flows/dormant-stays-critical",
    title="A dormant neuron at the origin stays there, and the active one moves by the restricted loss",
    statement=Rate(act_a, (y - act_a * total(act_w[l] * x[l], l)) * total(act_w[k] * x[k], k), asleep),
    source=COST,
    note="$kappa = 2$, one active and one dormant neuron. That the set where the dormant weights vanish is invariant "
    f"is proved with the claim: a critical point of the restricted loss is one of the loss. {AT_SAMPLE}",
)

slope = real("g")

dormant_gradient = Claim(
    "alternating-flows/dormant-gradient-vanishes",
    title="For kappa >= 2 the gradient of the loss by a dormant neuron vanishes at the origin",
    statement=Limit(epsilon ** (kappa - 1) * slope, epsilon, sp.Integer(0), sp.Integer(0)),
    hypotheses=[kappa >= 2],
    source=COST,
    uses=[neuron_degree],
    note="The gradient of a function of degree $kappa$ has degree $kappa - 1$: at $epsilon theta$ it is "
    "$epsilon^(kappa-1)$ times that at $theta$. $kappa > 1$ is enough.",
)

y_1, y_2 = real("y_1 y_2")
p_0, q_0 = trajectories("a b")
degree_one = ((y_1 - p_0 - q_0) ** 2 + (y_2 - p_0 + q_0) ** 2) / 2

degree_one_critical = Claim(
    "alternating-flows/critical-for-degree-one",
    title="For kappa = 1 too a critical point of the restricted loss is one of the loss",
    statement=Identity(partial(degree_one, q_0).subs(q_0, 0).subs(p_0, (y_1 + y_2) / 2), 0),
    expected="REFUTED",
    note="Two samples, neurons $a (1, 1)$ and $b (1, -1)$ of degree one; $a = (y_1 + y_2)/2$ is critical with $b = 0$ "
    "held, and the gradient by $b$ is $-(y_1 - y_2)$. The slide's claim is for $kappa >= 2$, as its jump times are; "
    "this is not an erratum.",
)

wake_loss = Claim(
    "alternating-flows/loss-near-a-critical-point",
    title="Waking a dormant neuron changes the loss by minus its utility, to leading order",
    statement=Identity(
        (r - epsilon**kappa * f_0) ** 2 / 2, r**2 / 2 - epsilon**kappa * (f_0 * r) + epsilon ** (2 * kappa) * f_0**2 / 2
    ),
    source=COST,
    note=f"At $(theta_A^*, epsilon theta)$, where $r$ is the residual of $theta_A^*$. {AT_SAMPLE}",
)

e, Q, L_star = positive("e Q L")
u_signed = real("U")

descends = Claim(
    "alternating-flows/saddle-descends",
    title="A neuron of positive utility lowers the loss from the critical point",
    statement=Inequality(L_star - e * U + e**2 * Q / 2, "<", L_star),
    hypotheses=[e * Q < 2 * U],
    source=COST,
    uses=[wake_loss],
    note="$e = epsilon^kappa$, $U = E<f, r>$, $Q = E|f|^2$.",
)

ascends = Claim(
    "alternating-flows/saddle-ascends",
    title="A neuron of positive utility, with its output weight reversed, raises the loss from the critical point",
    statement=Inequality(L_star + e * U + e**2 * Q / 2, ">", L_star),
    source=COST,
    uses=[wake_loss],
    note="With saddle-descends: a critical point at which some neuron has utility is neither minimum nor maximum.",
)

last_point = Claim(
    "alternating-flows/no-utility-no-saddle",
    title="Where no neuron has utility, none can lower the loss",
    statement=Inequality(L_star - e * u_signed + e**2 * Q / 2, ">=", L_star),
    hypotheses=[sp.Eq(u_signed, 0)],
    source=COST,
    note="'A saddle point' and 'until all dormant neurons are active or the residual is zero' are meant for the steps "
    "before the last: the process also ends when the residual is not zero but has no utility for any neuron, as with "
    "labels that the architecture cannot express.",
)
