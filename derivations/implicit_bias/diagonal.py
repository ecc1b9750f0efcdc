"""2. Diagonal networks x -> sum_i (u_i^2 - v_i^2) x_i: what is kept, and the mirror flow of their map."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved, Identity, Inequality, Limit, Rate
from ...language.symbols import families, positive, real, total, trajectories
from .letters import DEEP, DIAGONAL, alpha, i, j, k, t

u, v = families("u v", t)
X, y = families("X y")
residual = total(X[k, j] * (u[j] ** 2 - v[j] ** 2), j) - y[k]
slope = total(X[k, i] * residual, k)  # the derivative of the loss by beta_i
flow = GradientFlow(total(residual**2, k) / 2, (u, v), t)
beta = u[i] ** 2 - v[i] ** 2
POSITIVE = [u[i] > 0, v[i] > 0]

kept = Claim(
    "implicit-bias/product-of-factors",
    title="A diagonal network keeps the product of the two factors of each input",
    statement=Conserved(u[i] * v[i], flow),
    source=DIAGONAL,
    note="From $u = v = alpha$ it stays $alpha^2$, and $beta = u^2 - v^2$ starts at zero.",
)

map_flow = Claim(
    "implicit-bias/map-flow",
    title="The weight of the map moves by its gradient times the sum of the squares of both factors",
    statement=Rate(beta, -4 * (u[i] ** 2 + v[i] ** 2) * slope, flow),
    source=DIAGONAL,
)

sum_by_map = Claim(
    "implicit-bias/squares-by-the-map",
    title="The sum of the squares of both factors is fixed by the weight and the conserved product",
    statement=Identity((u[i] ** 2 + v[i] ** 2) ** 2, beta**2 + 4 * (u[i] * v[i]) ** 2),
    source=DIAGONAL,
    uses=[kept, map_flow],
    note="So $dbeta_i/dt = -4 sqrt(beta_i^2 + 4 alpha^4) dL/dbeta_i$.",
)

mirror_flow = Claim(
    "implicit-bias/mirror-flow",
    title="The logarithm of the ratio of the factors moves with the gradient itself",
    statement=Rate(sp.log(u[i] / v[i]), -4 * slope, flow),
    hypotheses=POSITIVE,
    source=DIAGONAL,
)

a, b = positive("u v")

ratio_by_map = Claim(
    "implicit-bias/ratio-by-the-map",
    title="The logarithm of the ratio of the factors is the inverse hyperbolic sine of beta/(2 u v)",
    statement=Identity(sp.asinh((a**2 - b**2) / (2 * a * b)), sp.log(a / b)),
    source=DIAGONAL,
    uses=[kept, mirror_flow],
    note=r"So $\frac{d}{dt} \operatorname{asinh}(\beta_i/(2 \alpha^2)) = -4\, dL/d\beta_i$: a mirror flow.",
)

shift = real("s")

end_of_flow = Claim(
    "implicit-bias/weights-at-the-end",
    title="Factors moved by exp(s) and exp(-s) from alpha make the weight 2 alpha^2 sinh(2 s)",
    statement=Identity((alpha * sp.exp(shift)) ** 2 - (alpha * sp.exp(-shift)) ** 2, 2 * alpha**2 * sp.sinh(2 * shift)),
    source=DIAGONAL,
    uses=[mirror_flow],
    note="$2 s_i = -4$ times the integral of $dL/dbeta_i$, a combination of the inputs: $s = X^T nu$.",
)

# -- Depth D: x -> sum_i (u_i^D - v_i^D) x_i -------------------------------------------------------------------------

w, z = trajectories("u v")
target, rate = real("y"), real("x")


def deep(depth: int) -> GradientFlow:
    """One input of a network of this depth, on half the squared error."""
    return GradientFlow((rate * (w**depth - z**depth) - target) ** 2 / 2, (w, z), t)


three, four = deep(3), deep(4)

kept_at_three = Claim(
    "implicit-bias/kept-at-depth-three",
    title="At depth three the sum of the reciprocals is kept",
    statement=Conserved(1 / w + 1 / z, three),
    hypotheses=[w > 0, z > 0],
    source=DEEP,
)

kept_at_four = Claim(
    "implicit-bias/kept-at-depth-four",
    title="At depth four the sum of the squares of the reciprocals is kept",
    statement=Conserved(w**-2 + z**-2, four),
    hypotheses=[w > 0, z > 0],
    source=DEEP,
    note="At depth $D$ it is $u^(2-D) + v^(2-D)$; at depth two the product takes its place.",
)

moves_at_three = Claim(
    "implicit-bias/moves-at-depth-three",
    title="At depth three the difference of the reciprocals moves with the gradient itself",
    statement=Rate(1 / z - 1 / w, -6 * rate * (rate * (w**3 - z**3) - target), three),
    hypotheses=[w > 0, z > 0],
    source=DEEP,
    uses=[kept_at_three],
    note="$D (D - 2) = 3$ for each. With the sum that is kept it gives both: $u^-1 = alpha^-1 - s$, $v^-1 = alpha^-1 "
    "+ s$.",
)

c = real("z")
INSIDE = [c > -1, c < 1]
h_3, h_4 = (1 - c) ** -3 - (1 + c) ** -3, (1 - c) ** -2 - (1 + c) ** -2

map_at_three = Claim(
    "implicit-bias/map-at-depth-three",
    title="At depth three the weight is alpha^3 times h_3 of the difference of the reciprocals",
    statement=Identity(
        (alpha / (1 - c)) ** 3 - (alpha / (1 + c)) ** 3, 2 * alpha**3 * c * (3 + c**2) / (1 - c**2) ** 3
    ),
    hypotheses=INSIDE,
    source=DEEP,
    uses=[moves_at_three],
)

map_at_four = Claim(
    "implicit-bias/map-at-depth-four",
    title="At depth four the weight is alpha^4 h_4, with h_4(z) = (1 - z)^-2 - (1 + z)^-2",
    statement=Identity(
        (alpha / sp.sqrt(1 - c)) ** 4 - (alpha / sp.sqrt(1 + c)) ** 4, 4 * alpha**4 * c / (1 - c**2) ** 2
    ),
    hypotheses=INSIDE,
    source=DEEP,
    uses=[kept_at_four],
)

h_grows = Claim(
    "implicit-bias/deep-map-grows",
    title="The function h_3 is strictly increasing: its inverse is the slope of the potential",
    statement=Inequality(sp.diff(h_3, c), ">", 0),
    hypotheses=INSIDE,
    source=DEEP,
    uses=[map_at_three],
)

h_end = Claim(
    "implicit-bias/deep-map-at-the-end",
    title="h_3 is unbounded as its argument tends to one",
    statement=Limit(h_3, c, sp.Integer(1), sp.oo, side="-"),
    source=DEEP,
    uses=[h_grows],
)
