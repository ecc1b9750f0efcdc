"""1f. A theorem of the chapter: norm, direction and utility of a dormant neuron, for every homogeneous utility.

Any number of samples and outputs, any activation of a degree, any number of layers: the utility ``U(theta)``, the
mean of ``<f(x; theta), r(x)>``, is the norm to the power kappa times a function of the direction, and no more is used.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Inequality, Rate
from ...language.symbols import families, index, natural, real, total
from ...language.theorems import AllOf, Combination, Follows, Line, Summed, Theorem
from .letters import UTILITY, kappa, t
from .utility import direction_rate, direction_rate_inner, norm_rate

parameters = natural("n") + 1
i, j = index("i", parameters), index("j", parameters)
theta, slope = families("theta", t), families("h")
offset = real("U_0")
norm_squared = total(theta[i] ** 2, i)
norm = sp.sqrt(norm_squared)
normalized = offset + total(slope[j] * theta[j], j) / norm
flow = GradientFlow(-(norm**kappa) * normalized, (theta,), t)
AWAY = norm_squared > 0
projected = slope[i] - theta[i] * total(slope[j] * theta[j], j) / norm_squared
growth = norm ** (kappa - 2) * total(projected**2, i)

any_norm = Claim(
    "alternating-flows/norm-rate-of-any-utility",
    title="The norm grows by its power kappa - 1 and the normalized utility, for every homogeneous utility",
    statement=Rate(norm, kappa * norm ** (kappa - 1) * normalized, flow),
    hypotheses=[AWAY],
    source=UTILITY,
)

any_direction = Claim(
    "alternating-flows/direction-rate-of-any-utility",
    title="The direction moves up the utility, projected, for every homogeneous utility",
    statement=Rate(theta[i] / norm, norm ** (kappa - 2) * projected, flow),
    hypotheses=[AWAY],
    source=UTILITY,
)

any_increase = Claim(
    "alternating-flows/utility-rate-of-any-utility",
    title="The normalized utility grows by the squared length of its projected gradient, for every homogeneous utility",
    statement=Rate(normalized, growth, flow),
    hypotheses=[AWAY],
    source=UTILITY,
)

one_square = Line(Inequality(projected**2, ">=", 0), given=[AWAY], by=Follows())
all_squares = Line(by=Summed(one_square, i), given=[AWAY])
grows = Line(
    Inequality(growth, ">=", 0),
    given=[AWAY],
    by=Combination((all_squares, norm ** (kappa - 2))),
)

any_utility = Theorem(
    "alternating-flows/utility-dynamics",
    title="Norm, direction and utility of a dormant neuron, for any samples, outputs and homogeneous activation",
    concludes=AllOf(any_norm.statement, any_direction.statement, any_increase.statement, grows.says),
    hypotheses=[AWAY],
    proof=[any_norm, any_direction, any_increase, one_square, all_squares, grows],
    source=UTILITY,
    uses=[norm_rate, direction_rate, direction_rate_inner],
    note=r"For every differentiable utility of degree $kappa$: at the present instant the normalized utility is, to "
    r"first order in the direction, which is all that a rate sees, $U_0 + h . theta/|theta|$. Its gradient at "
    r"the unit vector, projected, is $h$ projected. So it holds for the mean over any samples of $\langle f, r "
    r"\rangle$ with any number of outputs. The normalized utility does not fall: dormant neurons maximise it. "
    r"$theta$ has two entries at least.",
)
