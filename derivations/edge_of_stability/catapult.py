"""3. One hidden layer of any width, one sample: the catapult."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import families, index, natural, nonnegative, positive, total
from ...language.theorems import AllOf, Combination, Instance, Line, Theorem
from .letters import CATAPULT, eta

m = natural("m")  # the width
i, j = index("i", m), index("j", m)
u, v = families("u v")
products, squares = total(u[j] * v[j], j), total(u[j] ** 2 + v[j] ** 2, j)
output = products / sp.sqrt(m)  # at the sample, whose target is 0; the loss is its square, halved
kernel = squares / m  # the tangent kernel, and the curvature where the output is 0


def moved(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """A weight after a step: its derivative of the output is the other weight over sqrt(m)."""
    return one - eta * output * other / sp.sqrt(m)


u_next, v_next = moved(u[i], v[i]), moved(v[i], u[i])
output_next = total(u_next * v_next, i) / sp.sqrt(m)
kernel_next = total(u_next**2 + v_next**2, i) / m

# In print, u_i' and v_i' are weights after a step, p the sum of the products u_i v_i and q that of u_i^2 + v_i^2.
NAMES = {
    sp.Symbol("u_i'", real=True): u_next,
    sp.Symbol("v_i'", real=True): v_next,
    sp.Symbol("q", real=True): squares,
    sp.Symbol("p", real=True): products,
}

output_step = Claim(
    "edge-of-stability/catapult-output",
    title="The output after a step",
    statement=Identity(output_next, output * (1 - eta * kernel + eta**2 * output**2 / m)),
    where=NAMES,
    source=CATAPULT,
)

kernel_step = Claim(
    "edge-of-stability/catapult-kernel",
    title="The tangent kernel after a step",
    statement=Identity(kernel_next, kernel + eta * output**2 / m * (eta * kernel - 4)),
    where=NAMES,
    source=CATAPULT,
)

FALLING, RISING = kernel * eta < 4, kernel * eta > 4
SOME = sp.Ne(output, 0)

kernel_falls = Claim(
    "edge-of-stability/catapult-kernel-falls",
    title="Below 4/eta every step lowers the tangent kernel",
    statement=Inequality(kernel_next, "<", kernel),
    hypotheses=[FALLING, SOME],
    where=NAMES,
    source=CATAPULT,
    uses=[kernel_step],
)

kernel_rises = Claim(
    "edge-of-stability/catapult-kernel-rises",
    title="Above 4/eta every step raises the tangent kernel",
    statement=Inequality(kernel_next, ">", kernel),
    hypotheses=[RISING, SOME],
    where=NAMES,
    source=CATAPULT,
    uses=[kernel_step],
)

# The size of the output: f' = f (1 - eta K + eta^2 w/m) with w = f^2, and w <= m K^2/4.

w, K_0, K = nonnegative("w"), nonnegative("K_0"), positive("K")


def factor(at: sp.Expr) -> sp.Expr:
    """What a step multiplies the output by, at a value of the kernel."""
    return 1 - eta * at + eta**2 * w / m


grows = Claim(
    "edge-of-stability/catapult-factor-grows",
    title="The factor of a step is below -1 where the kernel is above 2/eta and the output is small",
    statement=Inequality(factor(K_0) ** 2, ">", 1),
    hypotheses=[eta**2 * w / m < eta * K_0 - 2],
    source=CATAPULT,
)

falls = Claim(
    "edge-of-stability/catapult-factor-falls",
    title="The factor of a step lies between -1 and 1 where the kernel is at most 2/eta",
    statement=Inequality(factor(K) ** 2, "<=", 1),
    hypotheses=[eta * K <= 2, w <= m * K**2 / 4],
    source=CATAPULT,
)

AT_OUTPUT = {w: output**2, K: kernel}
growing, falling = Line(by=Instance(grows, {w: output**2, K_0: kernel})), Line(by=Instance(falls, AT_OUTPUT))

catapult = Theorem(
    "edge-of-stability/catapult",
    title="Between 2/eta and 4/eta a small output grows while the tangent kernel falls",
    concludes=AllOf(Inequality(output_next**2, ">", output**2), kernel_falls.statement),
    hypotheses=[eta**2 * output**2 / m < eta * kernel - 2, FALLING, SOME],
    proof=[
        growing,
        Line(Inequality(output_next**2, ">", output**2), by=Combination((growing, output**2))),
        kernel_falls,
    ],
    where=NAMES,
    source=CATAPULT,
    note="For every width: so the loss rises until the kernel has come below $2/eta$, and then falls.",
)

no_rise = Claim(
    "edge-of-stability/catapult-kernel-step",
    title="Up to 2/eta what a step adds to the tangent kernel is not positive",
    statement=Inequality(K + eta * w / m * (eta * K - 4), "<=", K),
    hypotheses=[eta * K <= 2],
    source=CATAPULT,
)

lazy_phase = Theorem(
    "edge-of-stability/lazy-phase",
    title="Below 2/eta no step raises the loss, however large it is, nor the tangent kernel",
    concludes=AllOf(Inequality(output_next**2, "<=", output**2), Inequality(kernel_next, "<=", kernel)),
    hypotheses=[eta * kernel <= 2, kernel > 0],
    proof=[
        falling,
        Line(Inequality(output_next**2, "<=", output**2), by=Combination((falling, output**2))),
        Line(Inequality(kernel_next, "<=", kernel), by=Instance(no_rise, AT_OUTPUT)),
    ],
    where=NAMES,
    source=CATAPULT,
    note="Where the kernel is zero all weights are, and nothing moves.",
)
