"""4. Arc-cosine kernels: Gaussian averages of rectified units, in closed form."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.distributions import Normal
from ...language.statements import Expectation, Identity, Inequality, Integral, Limit
from ...language.symbols import nonnegative, real
from ...language.theorems import AllOf, Combination, Line, Theorem
from .letters import ARC_COSINE, BETWEEN
from .letters import angle as theta

r, phi = real("r phi")
sine, cosine = sp.sin(theta), sp.cos(theta)
J0, J1 = sp.pi - theta, sine + (sp.pi - theta) * cosine
J2 = 3 * sine * cosine + (sp.pi - theta) * (1 + 2 * cosine**2)


def slope_over_sine(expr: sp.Expr) -> sp.Expr:
    """One step of the definition: the derivative by the angle, over its sine."""
    return sp.diff(expr, theta) / sine


first = Claim(
    "kernels/arc-cosine-of-degree-one",
    title="The kernel of degree one, from its definition by a derivative",
    statement=Identity(-(sine**3) * slope_over_sine((sp.pi - theta) / sine), J1),
    hypotheses=[sine > 0],
    source=ARC_COSINE,
    note=r"$J_n = (-1)^n \sin^{2n+1} \theta \left(\frac{1}{\sin \theta} \frac{d}{d\theta}\right)^n \frac{\pi - "
    r"\theta}{\sin \theta}$. The kernel is $|x|^n |x'|^n J_n/\pi$.",
)

second = Claim(
    "kernels/arc-cosine-of-degree-two",
    title="The kernel of degree two, from its definition by two derivatives",
    statement=Identity(sine**5 * slope_over_sine(slope_over_sine((sp.pi - theta) / sine)), J2),
    hypotheses=[sine > 0],
    source=ARC_COSINE,
)

# -- The Gaussian average, in polar coordinates of the plane of the two inputs ---------------------------------------

radial = Claim(
    "kernels/radial-part",
    title="The radial part of the average of two rectified units",
    statement=Integral(
        r**3 * sp.exp(-(r**2) / 2), (r, sp.Integer(0), sp.oo), 2, antiderivative=-(r**2 + 2) * sp.exp(-(r**2) / 2)
    ),
    source=ARC_COSINE,
)

angular = Claim(
    "kernels/angular-part",
    title="The angular part of the average, over the directions in which both units are active",
    statement=Integral(
        sp.cos(phi) * sp.cos(phi - theta),
        (phi, theta - sp.pi / 2, sp.pi / 2),
        J1 / 2,
        antiderivative=phi * cosine / 2 + sp.sin(2 * phi - theta) / 4,
    ),
    hypotheses=BETWEEN,
    source=ARC_COSINE,
    uses=[radial],
    note=r"Weights of length $r$ at the angle $phi$ from the first input: the average of the product of the two units "
    r"is $2 (J_1/2)/(2 pi) = J_1/(2 pi)$, and $2\, \mathbf{E}[\max(w^\top x, 0) \max(w^\top x', 0)]$ the kernel "
    r"$J_1/pi$ of unit vectors.",
)

angular_steps = Claim(
    "kernels/angular-part-of-steps",
    title="For step functions the directions in which both are active have the angle pi - theta",
    statement=Integral(sp.Integer(1), (phi, theta - sp.pi / 2, sp.pi / 2), J0),
    hypotheses=BETWEEN,
    source=ARC_COSINE,
)

w, w_1 = real("w w_1")

same_input = Claim(
    "kernels/rectified-unit-at-one-input",
    title="At angle zero the average of two rectified units is one half, that of a squared unit",
    statement=Expectation(sp.Max(w, 0) ** 2, J1.subs(theta, 0) / (2 * sp.pi), {w: Normal(0, 1)}),
    source=ARC_COSINE,
    note="So twice the average is 1 for unit vectors: weights of variance 2 over the width keep the norm.",
)

orthogonal_inputs = Claim(
    "kernels/rectified-units-at-orthogonal-inputs",
    title="At a right angle the average of two rectified units is 1/(2 pi), that of independent units",
    statement=Expectation(
        sp.Max(w, 0) * sp.Max(w_1, 0), J1.subs(theta, sp.pi / 2) / (2 * sp.pi), {w: Normal(0, 1), w_1: Normal(0, 1)}
    ),
    source=ARC_COSINE,
)

opposite_inputs = Claim(
    "kernels/rectified-units-at-opposite-inputs",
    title="At opposite inputs the average of two rectified units vanishes: no direction activates both",
    statement=Expectation(sp.Max(w, 0) * sp.Max(-w, 0), sp.Integer(0), {w: Normal(0, 1)}),
    source=ARC_COSINE,
)

# -- The kernels as functions of the angle, and of the correlation u = cos(theta) ------------------------------------

u, v = real("u v")


def degrees_at(at: sp.Expr) -> tuple[sp.Expr, ...]:
    """The kernels of degree zero, one and two at a correlation."""
    angle, height = sp.acos(at), sp.sqrt(1 - at**2)
    return tuple(
        part / sp.pi
        for part in (
            sp.pi - angle,
            height + at * (sp.pi - angle),
            3 * at * height + (1 + 2 * at**2) * (sp.pi - angle),
        )
    )


INSIDE = [u > -1, u < 1]
UP_TO_U = (v, sp.Integer(-1), u)
degree_zero, degree_one, degree_two = degrees_at(v)
zero_at_u, one_at_u, two_at_u = degrees_at(u)

by_angle = Claim(
    "kernels/degree-one-by-angle",
    title="The kernel of degree one falls with the angle",
    statement=Identity(sp.diff(J1, theta), -J0 * sine),
    source=ARC_COSINE,
)

by_correlation = Claim(
    "kernels/degree-one-by-correlation",
    title="The kernel of degree one is the integral of the kernel of degree zero over the correlation, from -1 on",
    statement=Integral(degree_zero, UP_TO_U, one_at_u, antiderivative=degree_one),
    hypotheses=INSIDE,
    source=ARC_COSINE,
    uses=[by_angle],
    note="As it must: the derivative of a rectified unit is a step.",
)

degree_two_by_correlation = Claim(
    "kernels/degree-two-by-correlation",
    title="The kernel of degree two is four times the integral of the kernel of degree one over the correlation",
    statement=Integral(4 * degree_one, UP_TO_U, two_at_u, antiderivative=degree_two),
    hypotheses=INSIDE,
    source=ARC_COSINE,
)

degree_zero_by_correlation = Claim(
    "kernels/degree-zero-by-correlation",
    title="The kernel of degree zero is the integral of a function that is unbounded at correlation one",
    statement=Integral(1 / (sp.pi * sp.sqrt(1 - v**2)), UP_TO_U, zero_at_u, antiderivative=degree_zero),
    hypotheses=INSIDE,
    source=ARC_COSINE,
)

psi = nonnegative("psi")

sine_above = Claim(
    "kernels/sine-above-its-angle-times-cosine",
    title="Of an angle up to 22/7, the sine is at least the angle times the cosine",
    statement=Inequality(sp.sin(psi), ">=", psi * sp.cos(psi)),
    hypotheses=[psi <= sp.Rational(22, 7)],
    source=ARC_COSINE,
)

raised = Line(Inequality(J1.subs(theta, psi) / sp.pi, ">=", sp.cos(psi)), by=Combination((sine_above, 1 / sp.pi)))
not_negative = Line(Inequality(J1.subs(theta, sp.pi - psi), ">=", 0), by=Combination(sine_above))

above_correlation = Theorem(
    "kernels/layers-raise-correlation",
    title="A layer of rectified units lowers no correlation, and leaves none negative",
    concludes=AllOf(raised.says, not_negative.says),
    hypotheses=sine_above.hypotheses,
    proof=[raised, not_negative],
    source=ARC_COSINE,
    note="$J_1/pi$ is the correlation of the outputs of inputs at the angle $theta$; in the second part $psi$ is the "
    "angle to the opposite input, $theta = pi - psi$.",
)

gain = Claim(
    "kernels/what-a-layer-adds-to-the-correlation",
    title="What a layer adds to the correlation is the integral of the angle over pi, up to correlation one",
    statement=Integral(sp.acos(v) / sp.pi, (v, u, sp.Integer(1)), one_at_u - u, antiderivative=v - degree_one),
    hypotheses=INSIDE,
    source=ARC_COSINE,
    uses=[by_correlation],
    note="The angle is positive but at correlation one: the only fixed point.",
)

near_fixed_point = Claim(
    "kernels/correlation-near-one",
    title="Near correlation one a layer lowers the angle by its square over 3 pi",
    statement=Limit(
        (J1 / sp.pi - sp.cos(theta - theta**2 / (3 * sp.pi))) / theta**3, theta, sp.Integer(0), sp.Integer(0)
    ),
    source=ARC_COSINE,
    note="With another multiple of $theta^2$ the limit is not zero. So after $l$ layers the angle is near $3 pi/l$.",
)
