"""2. The product of two scalars: what one step does to its error, its sharpness and its balance."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved, Identity, Inequality, Rate
from ...language.symbols import positive, real, trajectories
from .letters import BALANCING, FLOW_SHARPNESS, TWO_STEPS, S, eta, t, u, v

loss = (u * v - S) ** 2 / 2
error = u * v - S
z = real("z")
u_next, v_next = u - eta * sp.diff(loss, u), v - eta * sp.diff(loss, v)
sharpness, balance = u**2 + v**2, u**2 - v**2  # sharpness: of the minimum u v = S that it stands on


def stepped(expr: sp.Expr) -> sp.Expr:
    """An expression in u and v after a step of gradient descent."""
    return expr.subs({u: u_next, v: v_next}, simultaneous=True)


curvature = Claim(
    "edge-of-stability/sharpness-of-a-minimum",
    title="At a minimum the larger eigenvalue of the Hessian is the sum of the squares, and the other is zero",
    statement=Identity(sp.det(sp.hessian(loss, (u, v)) - z * sp.eye(2)), z * (z - sharpness)),
    hypotheses=[sp.Eq(u * v, S)],
    source=TWO_STEPS,
)

error_step = Claim(
    "edge-of-stability/error-after-a-step",
    title="A step multiplies the error by a factor that the sharpness makes negative",
    statement=Identity(stepped(error), error * (1 - eta * sharpness + eta**2 * error * u * v)),
    source=BALANCING,
)

sharpness_step = Claim(
    "edge-of-stability/sharpness-after-a-step",
    title="The sum of the squares after a step",
    statement=Identity(stepped(sharpness), sharpness - 4 * eta * error * u * v + eta**2 * error**2 * sharpness),
    source=BALANCING,
)

balance_step = Claim(
    "edge-of-stability/balance-after-a-step",
    title="A step multiplies the difference of the squares, which the flow keeps, by 1 - eta^2 times the squared error",
    statement=Identity(stepped(balance), balance * (1 - eta**2 * error**2)),
    source=BALANCING,
    note="Exact: the first order in the step size vanishes, and there is no order above the second.",
)

balancing = Claim(
    "edge-of-stability/steps-balance",
    title="Steps that are not too large balance the two factors",
    statement=Inequality(stepped(balance) ** 2, "<", balance**2),
    hypotheses=[eta**2 * error**2 < 2, sp.Ne(error, 0), sp.Ne(balance, 0)],
    source=BALANCING,
    uses=[balance_step],
)

no_balancing = Claim(
    "edge-of-stability/large-steps-unbalance",
    title="Larger steps drive two factors apart",
    statement=Inequality(stepped(balance) ** 2, ">", balance**2),
    hypotheses=[eta**2 * error**2 > 2, sp.Ne(error, 0), sp.Ne(balance, 0)],
    source=BALANCING,
    uses=[balance_step],
)

# -- Where the flow from here would end --------------------------------------------------------------------------------

a, b = trajectories("u v")
flow = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
end = sp.sqrt(balance**2 + 4 * S**2)

flow_balance = Claim(
    "edge-of-stability/flow-keeps-the-balance",
    title="Gradient flow keeps the difference of the squares",
    statement=Conserved(a**2 - b**2, flow),
    source=FLOW_SHARPNESS,
)

flow_end = Claim(
    "edge-of-stability/sharpness-by-the-balance",
    title="Gradient flow ends at a minimum whose sharpness is set by the difference of the squares",
    statement=Identity(sharpness, end),
    hypotheses=[sp.Eq(u * v, S)],
    source=FLOW_SHARPNESS,
    uses=[curvature, flow_balance],
)

progressive = Claim(
    "edge-of-stability/progressive-sharpening",
    title="Along the flow the sum of the squares grows as long as the product is positive and below its target",
    statement=Rate(a**2 + b**2, 4 * (S - a * b) * a * b, flow),
    source=FLOW_SHARPNESS,
)

flow_sharpness_falls = Claim(
    "edge-of-stability/flow-sharpness-falls",
    title="Each step lowers the sharpness at which the flow from there would end, here its square",
    statement=Inequality(stepped(end**2), "<", end**2),
    hypotheses=[eta**2 * error**2 < 2, sp.Ne(error, 0), sp.Ne(balance, 0)],
    source=FLOW_SHARPNESS,
    uses=[balancing, flow_end],
    note="The sharpness of the gradient flow solution; it stays where the factors are balanced, or the error is zero.",
)

target = positive("S")

flattest = Claim(
    "edge-of-stability/flattest-minimum",
    title="The flattest minimum is the balanced one, with a sharpness of twice the target",
    statement=Inequality(sharpness, ">=", 2 * target),
    hypotheses=[sp.Eq(u * v, target)],
    source=TWO_STEPS,
    uses=[curvature],
    note="Hence steps above $1/S$ find no minimum at which they are stable.",
)
