"""Statements about flows: what hypotheses on the time and on trajectories say, jumps and corners, invariant sets.

`FALSE` holds false statements, and some that say nothing for want of a trajectory, each with the verdict and a part of
the reason; `TRUE` holds true ones of the same form.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sympy as sp
from sympy import Abs, Eq, Heaviside, Max, Min, Ne, Piecewise, Rational, cos, cosh, exp, log, pi, sign, sin, sqrt, tanh

from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Conserved, Rate, Solution, Statement
from layerproof.language.symbols import families, index, natural, positive, real, time, total, trajectories


class Case(NamedTuple):
    """A statement, the verdict that it is to get, and for UNDECIDED a part of the reason."""

    name: str
    statement: Statement
    hypotheses: tuple[Any, ...] = ()
    verdict: str = "UNDECIDED"
    reason: str = ""


t = time()
a, b = trajectories("a b", t)
S, m, r_0, s_0 = positive("S m r_0 s_0")
x_0, delta = real("x_0 delta")
d = natural("d")
i = index("i", d)
u, v = families("u v", t)
third = Rational(1, 3)

decay = GradientFlow(a**2 / 2, (a,), t)
grows = GradientFlow(-(a**2) / 2, (a,), t)
blows_up = GradientFlow(-(a**3) / 3, (a,), t)
cubic = GradientFlow(-(a**4) / 4, (a,), t)
tangent = GradientFlow(-(a**3) / 3 - a, (a,), t)
hyperbolic = GradientFlow(a**3 / 3 - a, (a,), t)
root_up = GradientFlow(-Rational(2, 3) * a ** Rational(3, 2), (a,), t)
root_down = GradientFlow(Rational(2, 3) * a ** Rational(3, 2), (a,), t)
cube_root = GradientFlow(-Rational(3, 4) * Abs(a) ** Rational(4, 3), (a,), t)
product = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
plain = GradientFlow((a**2 + b**2) / 2, (a, b), t)
turning = GradientFlow((a - 1) * b, (a, b), t)
saddle = GradientFlow(a * b, (a, b), t)
absolute = GradientFlow(Abs(a * b - S), (a, b), t)
relu = GradientFlow(Max(a, 0) ** 2 / 2, (a,), t)
hinge = GradientFlow(Max(1 - a * b, 0), (a, b), t)
distance = GradientFlow(Abs(a), (a,), t)
beside = GradientFlow(b**2 / 2 - Rational(2, 3) * Abs(a) ** Rational(3, 2), (a, b), t)
beside_root = GradientFlow(b**2 / 2 - Rational(3, 4) * Abs(a) ** Rational(4, 3), (a, b), t)
beside_corner = GradientFlow(b**2 / 2 - Abs(a), (a, b), t)
layers = GradientFlow((S - total(u[i] * v[i], i)) ** 2 / 2, (u, v), t)
balanced = product.on(a - b)

pole = Solution(blows_up, (a,), (r_0 / (1 - r_0 * t),), (r_0,))
pole_of_any_start = Solution(blows_up, (a,), (x_0 / (1 - x_0 * t),), (x_0,))
cubic_pole = Solution(cubic, (a,), (r_0 / sqrt(1 - 2 * r_0**2 * t),), (r_0,))
turned = Solution(tangent, (a,), ((x_0 * cos(t) + sin(t)) / (cos(t) - x_0 * sin(t)),), (x_0,))
tangent_from_0 = Solution(tangent, (a,), (sp.tan(t),), (0,))
extinction = Solution(root_down, (a,), ((sqrt(r_0) - t / 2) ** 2,), (r_0,))
leaves_zero = Solution(root_up, (a,), (t**2 / 4,), (0,))
leaves_root = Solution(cube_root, (a,), ((2 * t / 3) ** Rational(3, 2),), (0,))
relaxing = Solution(decay, (a,), (r_0 * exp(-t),), (r_0,))
logistic = S / (1 + (S / r_0 - 1) * exp(-2 * S * t))
step = Piecewise((1, t < 1), (2, True))
TIME = "is not seen to hold from time 0 on"
CORNER = "need have no derivative"

FALSE = (
    # -- hypotheses on the time that are no interval from 0
    Case("past a pole", pole, (Ne(r_0 * t, 1),), reason=TIME),
    Case("past a pole, any start", pole_of_any_start, (Ne(x_0 * t, 1),), reason=TIME),
    Case("past a pole, the factor", pole, (Ne(1 - r_0 * t, 0),), reason=TIME),
    Case("past a pole, squared", pole, ((1 - r_0 * t) ** 2 > 0,), reason=TIME),
    Case("past a pole, from the other side", pole, (r_0 * t > 1,), reason=TIME),
    Case("past a pole, much later", pole, (t > 2 / r_0,), reason=TIME),
    Case("past a pole, at last", pole, (t >= 3 / r_0,), reason=TIME),
    Case("past a pole, one time", pole, (Eq(t, 2 / r_0),), reason=TIME),
    Case("past a pole, outside an interval", pole, ((r_0 * t - 1) * (r_0 * t - 2) > 0,), reason=TIME),
    Case("past a pole, by an exponential", pole, (exp(t) > exp(1 / r_0),), reason=TIME),
    Case("past a pole, far from it", pole, (Abs(r_0 * t - 1) > Rational(1, 2),), reason=TIME),
    Case("past a pole, by a sign", pole, (1 / (1 - r_0 * t) ** 2 > 0,), reason=TIME),
    Case("tangents beyond the first pole", tangent_from_0, (cos(t) > 0,), reason=TIME),
    Case("tangents but for the poles", tangent_from_0, (Ne(cos(t), 0),), reason=TIME),
    Case("tangents beyond, any start", turned, (cos(t) > x_0 * sin(t),), reason=TIME),
    Case("tangents beyond, any start, until 2 pi", turned, (cos(t) > x_0 * sin(t), t < 2 * pi), reason=TIME),
    Case("tangents but for the poles, any start", turned, (Ne(cos(t), x_0 * sin(t)),), reason=TIME),
    Case("after extinction", extinction, (Ne(t, 2 * sqrt(r_0)),), reason=TIME),
    Case("after extinction, late", extinction, (t > 2 * sqrt(r_0),), reason=TIME),
    Case("a decay at late times", relaxing, (t > 1,), reason=TIME),
    Case("a decay but for one time", relaxing, (Ne(t, 1),), reason=TIME),
    Case("two hypotheses, one of which is late", relaxing, (t < 5, t > 1), reason=TIME),
    Case("conserved but for one time", Conserved(a**2 - b**2, product), (Ne(t, 1),), reason=TIME),
    Case("conserved after a time", Conserved(a**2 - b**2, product), (t > 1,), reason=TIME),
    Case("a step between conserved pieces", Conserved(step * (a**2 - b**2), product), (Ne(t, 1),), reason=TIME),
    # -- uniqueness at time 0
    Case("leaves zero", leaves_zero, reason="t != 0"),
    Case("leaves zero at positive times", leaves_zero, (t > 0,), reason="t != 0"),
    Case("leaves zero but for the start", leaves_zero, (Ne(t, 0),), reason="t != 0"),
    Case("leaves zero, a multiple of the time", leaves_zero, (r_0 * t > 0,), reason="t != 0"),
    Case("leaves zero as long as it is positive", leaves_zero, (a > 0,), reason="hold at time 0"),
    Case("leaves zero, a cube root", leaves_root, (t > 0,)),
    Case("does not leave zero", Solution(root_up, (a,), (sp.Integer(0),), (0,))),
    # -- jumps
    Case("a solution that jumps", Solution(decay, (a,), (r_0 * exp(-t) * step,), (r_0,)), reason=CORNER),
    Case(
        "a solution that jumps, in pieces",
        Solution(decay, (a,), (Piecewise((r_0 * exp(-t), t < 1), (2 * r_0 * exp(-t), True)),), (r_0,)),
        reason=CORNER,
    ),
    Case(
        "a solution that jumps to zero",
        Solution(decay, (a,), (Piecewise((r_0 * exp(-t), t <= 2), (0, True)),), (r_0,)),
        reason=CORNER,
    ),
    Case("a step in time is conserved", Conserved(step, product), reason=CORNER),
    Case("a step in time times a law", Conserved(step * (a**2 - b**2), product), reason=CORNER),
    Case("a step in the state", Conserved(Piecewise((1, 2 * a * b < S), (2, True)), product), reason=CORNER),
    Case("a step where trajectories meet", Conserved(Piecewise((0, a > 2 * b), (1, True)), product), reason=CORNER),
    Case("a sign is conserved", Conserved(sign(a * b - 1), product)),
    Case("a Heaviside step is conserved", Conserved(Heaviside(a * b - 1), product)),
    Case("a floor is conserved", Conserved(sp.floor(a), decay)),
    Case("a ceiling is conserved", Conserved(sp.ceiling(a * b), product)),
    Case("the rate of a step", Rate(Piecewise((1, a < 1), (2, True)), 0, decay), reason=CORNER),
    Case("the rate of a step in time", Rate(step * a, -step * a, decay), reason=CORNER),
    Case("the rate of a step, a jump of a square", Rate(Piecewise((a**2, a < 1), (a**2 + 1, True)), -2 * a**2, decay)),
    Case("a Kronecker delta of a trajectory", Conserved(sp.KroneckerDelta(a, b), product)),
    # -- corners
    Case("the rate of |a| where a crosses 0", Rate(Abs(a), -sign(a) * b, saddle), reason=CORNER),
    Case("the rate of |ab - S|", Rate(Abs(a * b - S), -(a**2 + b**2) * Abs(a * b - S), product), reason=CORNER),
    Case("the rate of a maximum", Rate(Max(a, b), Piecewise((-b, a > b), (-a, True)), saddle)),
    Case("a root at 0", Rate(sqrt(a), Rational(1, 2), root_up), (a >= 0,), reason=CORNER),
    Case("a law of a loss with a corner", Conserved(a**2 - b**2, absolute), reason=CORNER),
    Case("a rate on a corner of the loss", Rate(a, -b * sign(a * b - S), absolute), reason=CORNER),
    Case("a law of a hinge", Conserved(a**2 - b**2, hinge), reason=CORNER),
    Case("through the corner of a loss", Solution(distance, (a,), (r_0 - t,), (r_0,)), reason=""),
    # -- invariant sets
    Case("tangent, not invariant", Solution(beside.on(a), (a, b), (0, r_0 * exp(-t)), (0, r_0)), reason=CORNER),
    Case("tangent, not invariant, a rate", Rate(b**2, -2 * b**2 + a, beside.on(a)), reason=CORNER),
    Case("tangent, not invariant, a law", Conserved(a, beside.on(a)), reason=CORNER),
    Case("tangent, not invariant, a cube root", Conserved(a, beside_root.on(a)), reason=CORNER),
    Case("a corner for an invariant set", Conserved(a, beside_corner.on(a)), reason=CORNER),
    Case("not tangent", Conserved(a**2 - b**2, product.on(a - 2 * b)), verdict="REFUTED"),
    # -- hypotheses on trajectories
    Case("conserved where a is 1 for ever", Conserved(b, turning), (Eq(a, 1),), reason="that the flow keeps it"),
    Case("conserved where two are equal", Conserved(a, plain), (Eq(a, 0 * b),), reason="that the flow keeps it"),
    Case("conserved on a circle", Conserved(a**2 + b**2, plain), (Eq(a**2 + b**2, 1),), "REFUTED"),
    Case("conserved between two bounds that meet", Conserved(b, turning), (a >= 1, a <= 1), reason="no open set"),
    Case("conserved on a set without inside", Conserved(b, turning), ((a - 1) ** 2 <= 0,), reason="no open set"),
    Case("a double zero is kept", Conserved(b, turning), (Eq((a - 1) ** 2, 0),), reason="that the flow keeps it"),
    Case(
        "a solution where two meet", Solution(decay, (a,), (r_0 * exp(-t),), (r_0,)), (Eq(a, r_0),), reason="keeps it"
    ),
    Case("a start outside", Solution(decay, (a,), (r_0 * exp(-t),), (r_0,)), (a > 2 * r_0,), reason="hold at time 0"),
    # -- plainly wrong, whatever the hypotheses
    Case("a wrong pole", Solution(blows_up, (a,), (r_0 / (1 - 2 * r_0 * t),), (r_0,)), (t < 1 / (2 * r_0),), "REFUTED"),
    Case("a wrong rate off the corner", Rate(Abs(a), Abs(a), decay), (a > 0,), "REFUTED"),
    Case("a wrong law as long as it is positive", Conserved(a * b, product), (a > 0, b > 0), "REFUTED"),
)

TRUE = (
    Case("before a pole", pole, (r_0 * t < 1,)),
    Case("before a pole, divided", pole, (t < 1 / r_0,)),
    Case("before a pole, the factor", pole, (1 - r_0 * t > 0,)),
    Case("before a pole, any start", pole_of_any_start, (x_0 * t < 1,)),
    Case("before a pole, half way", pole, (r_0 * t < Rational(1, 2),)),
    Case("before a pole, by a square", cubic_pole, (2 * r_0**2 * t < 1,)),
    Case("before a pole, by two bounds", pole, (t < 1 / r_0, t < 5)),
    Case("before the first pole of a tangent", turned, (cos(t) > x_0 * sin(t), t < pi)),
    Case("before the first pole, from zero", tangent_from_0, (cos(t) > 0, t < pi)),
    Case("before extinction", extinction, (t < 2 * sqrt(r_0),)),
    Case("until extinction but for the last time", extinction, (sqrt(r_0) - t / 2 > 0,)),
    Case(
        "before a pole of exponentials",
        Solution(
            hyperbolic, (a,), (((1 + x_0) - (1 - x_0) * exp(-2 * t)) / ((1 + x_0) + (1 - x_0) * exp(-2 * t)),), (x_0,)
        ),
        ((1 + x_0) + (1 - x_0) * exp(-2 * t) > 0,),
    ),
    Case(
        "before a pole of hyperbolic functions",
        Solution(hyperbolic, (a,), ((x_0 + tanh(t)) / (1 + x_0 * tanh(t)),), (x_0,)),
        (1 + x_0 * tanh(t) > 0,),
    ),
    Case("a decay for a while", relaxing, (t < 1,)),
    Case("a decay, not at the start", relaxing, (t > 0,)),
    Case("a decay but for the start", relaxing, (Ne(t, 0),)),
    Case("a decay, by a multiple of the time", relaxing, (r_0 * t > 0, t <= 3)),
    Case("a decay, an exponential bound", relaxing, (exp(2 * t) < 1 + S,)),
    Case("a decay, a bound on a power", relaxing, (t**2 < S,)),
    Case("a decay, a bound from a hyperbolic cosine", relaxing, (cosh(t) < 1 + S,)),
    Case("off zero a root has one solution", Solution(root_up, (a,), ((t + r_0) ** 2 / 4,), (r_0**2 / 4,))),
    Case("as long as it is positive", relaxing, (a > 0,)),
    Case("as long as it is smaller", relaxing, (a < 2 * r_0,)),
    Case("a law for a while", Conserved(a**2 - b**2, product), (t < 1,)),
    Case("a law, as long as both are positive", Conserved(sqrt(a**2 - b**2), product), (a > b, b > 0)),
    Case("a law of a logarithm", Conserved(log(a) - log(b), plain), (a > 0, b > 0)),
    Case("a quotient", Conserved(a / b, plain), (Ne(b, 0),)),
    Case("a kept equation", Conserved(a**2 - b**2 + delta, product), (Eq(a**2 - b**2, delta),)),
    Case("a rate where two meet", Rate(a * b, 2 * a**2 * (S - a**2), product), (Eq(a, b),)),
    Case("a rate at late times", Rate(a * t, a - a * t, decay), (t > 1,)),
    Case("a rate but for one time", Rate(a / (t - 1), -a / (t - 1) - a / (t - 1) ** 2, decay), (Ne(t, 1),)),
    Case("the rate of |a|, a positive", Rate(Abs(a), -Abs(a), decay), (a > 0,)),
    Case("the rate of |a|, a not 0", Rate(Abs(a), -Abs(a), decay), (Ne(a, 0),)),
    Case("the rate of |ab - S| below S", Rate(Abs(a * b - S), -(a**2 + b**2) * Abs(a * b - S), product), (a * b < S,)),
    Case("the rate of a maximum off the corner", Rate(Max(a, b), -a, plain), (a > b,)),
    Case("the rate of a minimum off the corner", Rate(Min(a, 1), -a, decay), (a < 1,)),
    Case("a root of what is positive", Rate(sqrt(1 + a**2), -(a**2) / sqrt(1 + a**2), decay)),
    Case("a root off 0", Rate(sqrt(a), -sqrt(a) / 2, decay), (a > 0,)),
    Case("a step in a constant", Conserved(Piecewise((1, S < 1), (2, True)) * (a**2 - b**2), product)),
    Case("|S - m| times a law", Conserved(Abs(S - m) * (a**2 - b**2), product)),
    Case("a power of |a|", Conserved(Abs(a) / Abs(b), plain), (a > 0, b > 0)),
    Case("a law of a loss off its corner", Conserved(a**2 - b**2, absolute), (a * b < S,)),
    Case("a law of a hinge in its slope", Conserved(a**2 - b**2, hinge), (a * b < 1,)),
    Case("down to the corner of a loss", Solution(distance, (a,), (r_0 - t,), (r_0,)), (t < r_0,)),
    Case("a rectified flow", Rate(a, -a, relu), (a > 0,)),
    Case("a side that is never left", Conserved(Piecewise((1, a * b < S), (2, True)), product)),
    Case("a logistic equation", Solution(balanced, a * b, logistic, r_0)),
    Case("on an invariant set of a polynomial", Rate(a * b, 2 * a * b * (S - a * b), balanced)),
    Case(
        "on a set off which a root is smooth",
        Conserved(b - a, GradientFlow(sqrt(1 + (a - b) ** 2), (a, b), t).on(a - b)),
    ),
    Case("layers of any width", Conserved(u[i] ** 2 - v[i] ** 2, layers)),
)
