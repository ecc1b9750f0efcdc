"""7b. A theorem of the chapter: what a bound on the second derivative of the loss says of its fall, (B.32)."""

from __future__ import annotations

import sympy as sp

from ...language.flows import GradientFlow
from ...language.sources import thesis
from ...language.statements import Inequality
from ...language.symbols import families, index, natural, positive, real, total
from ...language.theorems import AllOf, Along, Combination, Compared, Follows, Line, Summed, Theorem
from .bounded_layers import loss_norm, taylor_best, taylor_chosen, taylor_parts, taylor_rest
from .letters import eta, t
from .multilinear import D, a

# The loss on the samples by the singular values of Phi (B.30): v_j is the j-th entry of U^T B_k, z_j that of
# U^T S/sqrt(D_c), and sigma_j the singular value.  B_k moves within the columns of U.

d = natural("d_k")
j = index("j", d)
sigma, z = families("sigma z")
v = families("v", t)
START_A, START_V = real("a_0"), families("v_0")
START = {a: START_A, v[j]: START_V[j]}
curvature, letter = positive("M_2"), real("h")

loss = total(sigma[j] ** 2 * (a * v[j] - z[j]) ** 2, j) / (2 * d)
flow = GradientFlow(eta * d / D * loss, (a, v), t)
slope = flow.rate(loss)
second = flow.rate(slope)
BOUND = sp.Le(second, curvature, evaluate=False)


def at_start(expr: sp.Expr) -> sp.Expr:
    """The value at the start."""
    return Along(flow, START, Inequality(expr, ">=", 0)).at_start(expr)


loss_0, slope_0 = at_start(loss), at_start(slope)
SLOWER = sp.Le(slope, slope_0 + curvature * t, evaluate=False)

bounded = Line(Inequality(second, "<=", curvature), given=[BOUND], by=Combination(BOUND))
slope_grows = Line(
    Along(flow, START, Inequality(slope, "<=", slope_0 + curvature * t)),
    given=[BOUND],
    by=Compared(bounded, (letter, curvature)),
)
slower = Line(Inequality(slope, "<=", slope_0 + curvature * t), given=[SLOWER], by=Combination(SLOWER))
falls = Line(
    Along(flow, START, Inequality(loss, "<=", loss_0 + t * slope_0 + t**2 * curvature / 2)),
    given=[BOUND],
    by=Compared(slower, (letter, slope_0 + curvature * t), using=slope_grows),
)

by_v, by_a = sigma[j] ** 2 * a * (a * v[j] - z[j]), total(sigma[j] ** 2 * v[j] * (a * v[j] - z[j]), j)
one_square = Line(Inequality(by_v**2, ">=", 0), by=Follows())
squares = Line(by=Summed(one_square, j))
square = Line(Inequality(by_a**2, ">=", 0), by=Follows())
no_rise = Line(Inequality(slope, "<=", 0), by=Combination((squares, eta / (D * d)), (square, eta / (D * d))))
decreases = Line(Along(flow, START, Inequality(loss, "<=", loss_0)), by=Compared(no_rise, (letter, 0)))

taylor = Theorem(
    "emergence/loss-below-its-taylor-bound",
    title="The loss falls, and stays below its Taylor bound while its second derivative is bounded",
    concludes=AllOf(decreases.says, slope_grows.says, falls.says),
    hypotheses=[BOUND],
    proof=[one_square, squares, square, no_rise, decreases, bounded, slope_grows, slower, falls],
    source=thesis("B.32"),
    uses=[loss_norm, taylor_parts, taylor_rest, taylor_best, taylor_chosen],
    note="The start is the printed $t_1$, and the time that has passed since $t_2$: the flow does not depend on the "
    "time itself. The infimum of the loss is no more than any of its values.",
)
