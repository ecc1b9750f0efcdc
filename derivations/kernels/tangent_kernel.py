"""5. The tangent kernel of one hidden layer of rectified units."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Asymptotic, Identity, Inequality
from ...language.symbols import real
from .arc_cosine import J0, J1, cosine, sine
from .letters import TANGENT
from .letters import angle as theta

kernel = (sine + 2 * (sp.pi - theta) * cosine) / sp.pi
outer_part, inner_part = J1 / sp.pi, cosine * J0 / sp.pi

sum_of_parts = Claim(
    "kernels/tangent-kernel",
    title="The tangent kernel: the part of the outer weights, of degree one, and of the inner ones, of degree zero",
    statement=Identity(outer_part + inner_part, kernel),
    source=TANGENT,
    note=r"Of $\sqrt{2/m}\, \sum_r a_r \max(w_r^\top x, 0)$ at unit vectors, as the width $m$ grows, with weights of "
    r"variance one: $2\, \mathbf{E}[\max \max] + 2\, x^\top x'\, \mathbf{E}[\text{step step}]$, whose closed forms "
    r"are kernels/angular-part and -of-steps.",
)

at_one_input = Claim(
    "kernels/tangent-kernel-at-one-input",
    title="At one input the tangent kernel is two, one from each layer",
    statement=Identity(kernel.subs(theta, theta_0 := real("theta_0")), 2 * outer_part.subs(theta, theta_0)),
    hypotheses=[sp.Eq(theta_0, 0)],
    source=TANGENT,
    uses=[sum_of_parts],
)

corner = Claim(
    "kernels/tangent-kernel-has-a-corner",
    title="At angle zero the tangent kernel falls linearly: it has a corner there",
    statement=Asymptotic(kernel, 2 - theta / sp.pi, theta**2, theta, sp.Integer(0)),
    source=TANGENT,
    uses=[sum_of_parts],
    note="As a function of an angle from 0 on.",
)

no_corner = Claim(
    "kernels/outer-part-has-no-corner",
    title="The part of the outer weights falls as the square of the angle",
    statement=Asymptotic(outer_part, 1 - theta**2 / 2, theta**3, theta, sp.Integer(0)),
    source=TANGENT,
)

negative = Claim(
    "kernels/tangent-kernel-is-negative",
    title="Near opposite inputs the tangent kernel is negative",
    statement=Inequality(kernel.subs(theta, 5 * sp.pi / 6), "<", 0),
    source=TANGENT,
)
