"""3. The potential of depth two, from a square to an absolute value."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Asymptotic, Identity, Inequality, Limit
from ...language.symbols import positive, real
from .letters import DIAGONAL, KERNEL_LIMIT, SMALL_START, alpha

z = real("z")
q = 2 - sp.sqrt(4 + z**2) + z * sp.asinh(z / 2)

slope = Claim(
    "implicit-bias/potential-slope",
    title="The slope of the potential is the inverse hyperbolic sine of z/2",
    statement=Identity(sp.diff(q, z), sp.asinh(z / 2)),
    source=DIAGONAL,
    note=r"$q(z) = 2 - \sqrt{4 + z^2} + z \operatorname{asinh}(z/2)$; the network's potential is the sum of $alpha^2 "
    r"q(beta_i/alpha^2)$.",
)

curvature = Claim(
    "implicit-bias/potential-curvature",
    title="The potential has the curvature 1/sqrt(4 + z^2): it is convex",
    statement=Identity(sp.diff(q, z, 2), 1 / sp.sqrt(4 + z**2)),
    source=DIAGONAL,
    uses=[slope],
)

beta = positive("beta")
scaled = alpha**2 * q.subs(z, beta / alpha**2)
depth = positive("s")
small = scaled.subs(alpha, sp.exp(-depth / 2))

scaled_slope = Claim(
    "implicit-bias/potential-of-a-start",
    title="With a start of size alpha the slope is the inverse hyperbolic sine of beta/(2 alpha^2)",
    statement=Identity(sp.diff(scaled, beta), sp.asinh(beta / (2 * alpha**2))),
    source=DIAGONAL,
    uses=[slope],
)

kernel_limit = Claim(
    "implicit-bias/large-start",
    title="A large start makes the potential a square: the least Euclidean norm",
    statement=Asymptotic(q, z**2 / 4, z**4, z, sp.Integer(0)),
    source=KERNEL_LIMIT,
    note="$z = beta/alpha^2$.",
)

rich_limit = Claim(
    "implicit-bias/small-start",
    title=(
        "For a small start the potential, over the logarithm, tends to the absolute value: least sum of absolute values"
    ),
    statement=Limit(small / depth, depth, sp.oo, beta),
    source=KERNEL_LIMIT,
    note="$s = log(1/alpha^2)$. Of a positive weight; the potential is even. Reached as slowly as a logarithm grows.",
)

slope_limit = Claim(
    "implicit-bias/slope-of-a-small-start",
    title="The slope of the potential, over the logarithm of a small start, tends to the sign of the weight",
    statement=Limit(sp.asinh(beta * sp.exp(depth) / 2) / depth, depth, sp.oo, sp.Integer(1)),
    source=SMALL_START,
    uses=[scaled_slope],
    note="In time counted in units of $log(1/alpha^2)$.",
)

below_square = Claim(
    "implicit-bias/potential-below-a-square",
    title="The potential is never above the square of a large start",
    statement=Inequality(2 - sp.sqrt(4 + beta**2) + beta * sp.asinh(beta / 2), "<=", beta**2 / 4),
    source=KERNEL_LIMIT,
)
