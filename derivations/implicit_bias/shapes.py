"""5. The shape of the start: factors of different sizes, and starts that are not zero."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved, Identity, Integral, Rate, Stationary
from ...language.symbols import families, positive, real, total
from .letters import SHAPE, i, j, k, t

# sum_i (u_i v_i - p_i q_i) x_i, two layers with both signs.

u, v, p, q = families("u v p q", t)
X, y = families("X y")
residual = total(X[k, j] * (u[j] * v[j] - p[j] * q[j]), j) - y[k]
slope = total(X[k, i] * residual, k)
flow = GradientFlow(total(residual**2, k) / 2, (u, v, p, q), t)

sums = Claim(
    "implicit-bias/product-of-sums",
    title="Two layers with both signs keep the product of the sums of their factors",
    statement=Conserved((u[i] + v[i]) * (p[i] + q[i]), flow),
    source=SHAPE,
)

differences = Claim(
    "implicit-bias/product-of-differences",
    title="Two layers with both signs keep the product of the differences of their factors",
    statement=Conserved((u[i] - v[i]) * (p[i] - q[i]), flow),
    source=SHAPE,
)

ratio = Claim(
    "implicit-bias/ratio-of-sums",
    title="The logarithm of the ratio of the sums moves with the gradient itself",
    statement=Rate(sp.log((u[i] + v[i]) / (p[i] + q[i])), -2 * slope, flow),
    hypotheses=[u[i] + v[i] > 0, p[i] + q[i] > 0],
    source=SHAPE,
)

a, b = positive("a b")  # the two factors at the start, the same for both signs
s = real("s")
shape = (a - b) / (a + b)
later = [((a + b) * e + (a - b) / e) / 2 for e in (sp.exp(s), sp.exp(-s))]
second = [((a + b) * e - (a - b) / e) / 2 for e in (sp.exp(s), sp.exp(-s))]

reached = Claim(
    "implicit-bias/weight-of-uneven-factors",
    title="Starts a and b of the two layers make the weight (a^2 + b^2) sinh(2 s)",
    statement=Identity(later[0] * second[0] - later[1] * second[1], (a**2 + b**2) * sp.sinh(2 * s)),
    source=SHAPE,
    uses=[sums, differences, ratio],
    note="Sums grow by $exp(s)$ and $exp(-s)$, differences the other way; $s$ is minus the integral of the gradient. "
    "So the potential is that of equal factors, with $a^2 + b^2$ in the place of $2 alpha^2$.",
)

by_shape = Claim(
    "implicit-bias/size-by-shape",
    title="By the product and the shape of the start, a^2 + b^2 is 2 a b (1 + s^2)/(1 - s^2)",
    statement=Identity(2 * a * b * (1 + shape**2) / (1 - shape**2), a**2 + b**2),
    source=SHAPE,
    uses=[reached],
    note="$s = (a - b)/(a + b)$: an uneven start acts as a large one, however small the product $a b$ is.",
)

size, w = positive("K w")
place = real("z")
slope_at = sp.asinh(place / size) / 2
height_at = (size - sp.sqrt(size**2 + place**2) + place * sp.asinh(place / size)) / 2

potential = Claim(
    "implicit-bias/potential-of-uneven-factors",
    title="The potential whose slope is half the inverse hyperbolic sine of the weight over the size",
    statement=Integral(slope_at, (place, sp.Integer(0), w), height_at.subs(place, w), antiderivative=height_at),
    source=SHAPE,
    uses=[by_shape],
    note="$K = a^2 + b^2$.",
)

# -- One sign: the product u v, whose imbalance delta is kept; it may start anywhere ---------------------------------

g = families("g")
one_sign = GradientFlow(total((total(X[k, j] * u[j] * v[j], j) - y[k]) ** 2, k) / 2, (u, v), t)
one_slope = total(X[k, i] * (total(X[k, j] * u[j] * v[j], j) - y[k]), k)

imbalance = Claim(
    "implicit-bias/imbalance-of-factors",
    title="With one sign the difference of the squares of the factors is conserved",
    statement=Conserved(u[i] ** 2 - v[i] ** 2, one_sign),
    source=SHAPE,
)

moved = Claim(
    "implicit-bias/sum-of-unbalanced-factors",
    title="The logarithm of the sum of the factors moves with the gradient itself",
    statement=Rate(sp.log(u[i] + v[i]), -one_slope, one_sign),
    hypotheses=[u[i] + v[i] > 0],
    source=SHAPE,
    uses=[imbalance],
)

large, small = positive("u v")

sum_by_product = Claim(
    "implicit-bias/sum-by-the-product",
    title="The logarithm of the sum over sqrt(delta) is half the inverse hyperbolic sine of 2 u v/delta",
    statement=Identity(
        2 * sp.log((large + small) / sp.sqrt(large**2 - small**2)), sp.asinh(2 * large * small / (large**2 - small**2))
    ),
    hypotheses=[large > small],
    source=SHAPE,
    uses=[moved],
    note=r"So at the end $\operatorname{asinh}(2 \beta_i/\delta_i)/2$ less its value at the start is a combination of "
    r"the inputs: the potential is turned by the slope at the start, and least at the start itself.",
)

delta, start = positive("delta"), real("beta_0")
turned = (place * sp.asinh(2 * place / delta) - sp.sqrt(place**2 + delta**2 / 4)) / 2
turned -= place * sp.asinh(2 * start / delta) / 2

turned_potential = Claim(
    "implicit-bias/turned-potential",
    title="The turned potential is stationary at the start",
    statement=Stationary(turned, {place: start}),
    source=SHAPE,
    uses=[sum_by_product],
)

rate_by_product = Claim(
    "implicit-bias/squares-by-the-product",
    title="The sum of the squares is fixed by the imbalance and the product",
    statement=Identity(large**2 + small**2, sp.sqrt((large**2 - small**2) ** 2 + 4 * (large * small) ** 2)),
    source=SHAPE,
    uses=[imbalance],
)
