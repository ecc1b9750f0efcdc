"""1f. A theorem of the chapter: norm, direction and utility of a dormant neuron, for every homogeneous utility.

Any number of samples and outputs, any activation of a degree, any number of layers: of the utility ``U(theta)``, the
mean of ``<f(x; theta), r(x)>``, all that is used is its gradient and Euler's theorem, ``theta . grad U = kappa U``.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Inequality, Rate
from ...language.symbols import families, index, natural, real, total
from ...language.theorems import AllOf, Follows, Line, Theorem
from .letters import UTILITY, kappa, t
from .utility import direction_rate, direction_rate_inner, norm_rate

parameters = natural("n")
i, j = index("i", parameters), index("j", parameters)
theta, gradient = families("theta", t), families("g")
offset = real("U_0")
to_first_order = total(gradient[i] * theta[i], i)
utility = offset + to_first_order
norm_squared = total(theta[i] ** 2, i)
norm = sp.sqrt(norm_squared)
flow = GradientFlow(-to_first_order, (theta,), t)

EULER = sp.Eq(offset, (1 / kappa - 1) * to_first_order, evaluate=False)  # theta . grad U = kappa U
HOMOGENEOUS = [norm_squared > 0, EULER]
at_unit = [gradient[of] / norm ** (kappa - 1) for of in (i, j)]  # the gradient at theta/|theta|
along = total(theta[j] / norm * at_unit[1], j)
projected = at_unit[0] - theta[i] / norm * along

any_norm = Claim(
    "alternating-flows/norm-rate-of-any-utility",
    title="The norm grows by its power kappa - 1 and the normalized utility, for every homogeneous utility",
    statement=Rate(norm, kappa * norm ** (kappa - 1) * (utility / norm**kappa), flow),
    hypotheses=HOMOGENEOUS,
    source=UTILITY,
)

any_direction = Claim(
    "alternating-flows/direction-rate-of-any-utility",
    title="The direction moves up the utility, projected, for every utility",
    statement=Rate(theta[i] / norm, norm ** (kappa - 2) * projected, flow),
    hypotheses=[norm_squared > 0],
    source=UTILITY,
)

any_increase = Claim(
    "alternating-flows/utility-rate-of-any-utility",
    title="The normalized utility grows by the squared length of its projected gradient, for every homogeneous utility",
    statement=Rate(utility / norm**kappa, norm ** (kappa - 2) * total(projected**2, i), flow),
    hypotheses=HOMOGENEOUS,
    source=UTILITY,
)

grows = Line(Inequality(norm ** (kappa - 2) * total(projected**2, i), ">=", 0), given=[norm_squared > 0], by=Follows())

any_utility = Theorem(
    "alternating-flows/utility-dynamics",
    title="Norm, direction and utility of a dormant neuron, for any samples, outputs and homogeneous activation",
    concludes=AllOf(any_norm.statement, any_direction.statement, any_increase.statement, grows.says),
    hypotheses=HOMOGENEOUS,
    proof=[any_norm, any_direction, any_increase, grows],
    source=UTILITY,
    uses=[norm_rate, direction_rate, direction_rate_inner],
    note=r"For every differentiable utility of degree $kappa$: $g$ stands for its gradient at the present instant; to "
    r"first order, which is all that a rate sees, it is $U_0 + g . theta$, and Euler's theorem is the hypothesis on "
    r"$U_0$. The gradient at the unit vector is $g/|theta|^(kappa-1)$. So it holds for the mean over any samples of "
    r"$\langle f, r \rangle$ with any number of outputs. The normalized utility does not fall: dormant neurons "
    r"maximise it.",
)
