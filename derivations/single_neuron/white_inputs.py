"""4. Exact solutions for white inputs, for every initialisation."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import Equal, identity, matrix, trace, written
from ...language.statements import Identity, Inequality, Rate, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from .function_space import delta
from .kernel import conservation
from .letters import EXACT, a, d, n, t

Xm, bm, ym = matrix("X", n, d), matrix("beta", d, 1), matrix("y", n, 1)
WHITE = Equal(Xm.T * Xm, identity(d))

white_gradient = Claim(
    "single-neuron/white-gradient",
    title="For white inputs the gradient is beta minus its target X^T y",
    statement=MatrixIdentity(written(Xm.T * Xm * bm, -Xm.T * ym), written(bm, -Xm.T * ym)),
    hypotheses=[WHITE],
    source=EXACT,
    note="$X^T X = I$: the target $beta_* = X^T y$ is the only minimum in function space, a sum over samples.",
)

white_loss = Claim(
    "single-neuron/white-loss",
    title="For white inputs the loss is half the squared distance to the target, and a constant",
    statement=MatrixIdentity(
        trace(written(ym, -Xm * bm).T * written(ym, -Xm * bm)),
        trace(written(bm, -Xm.T * ym).T * written(bm, -Xm.T * ym)) + trace(ym.T * ym) - trace(ym.T * Xm * Xm.T * ym),
    ),
    hypotheses=[WHITE],
    source=EXACT,
)

s = positive("s")  # |beta_*|
v = trajectories("v")  # w along beta_*
u = families("u", t)  # the other entries of w
others = natural("p")
r, r2 = index("r", others), index("r'", others)
outside = total(u[r] ** 2, r)
white = GradientFlow(((a * v - s) ** 2 + a**2 * outside) / 2, (a, v, u), t)
BASIS = (
    r"$X^T X = I$. In an orthonormal basis that begins with $beta_*/|beta_*|$: $\beta_* = (s, 0, \ldots, 0)$, $w = "
    r"(v, u_1, \ldots, u_p)$ with $p = d - 1$."
)

white_outer = Claim(
    "single-neuron/white-flow-outer",
    title="White inputs: the rate of the outer weight, with |w|^2 = a^2 - delta inserted",
    statement=Rate(a, (a**2 - v**2 - outside - a**2) * a + s * v, white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=f"{BASIS} $a' = (delta - a^2) a + s v$.",
)

white_inner = Claim(
    "single-neuron/white-flow-along",
    title="White inputs: the rate of the inner weight along the target",
    statement=Rate(v, -(a**2) * v + s * a, white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=BASIS,
)

white_across = Claim(
    "single-neuron/white-flow-across",
    title="White inputs: the inner weights across the target decay",
    statement=Rate(u[r2], -(a**2) * u[r2], white),
    source=EXACT,
    uses=[white_gradient, white_loss],
    note=BASIS,
)

A_, V_ = trajectories("A V")
a_0, v_0 = real("a_0 v_0")
u_0 = families("u_0")
q_0 = total(u_0[r] ** 2, r)
gap = sp.sqrt(delta**2 + 4 * s**2)
fast, slow = (delta + gap) / 2, (delta - gap) / 2
P_0, Q_0 = fast * a_0 + s * v_0, -(slow * a_0 + s * v_0)
growing, decaying = P_0 / gap, Q_0 / gap
grown, shrunk = sp.exp(fast * t), sp.exp(slow * t)
A = growing * grown + decaying * shrunk
V = -(growing * slow * grown + decaying * fast * shrunk) / s
linear = GradientFlow(-(delta * A_**2 / 2 + s * A_ * V_), (A_, V_), t)
AMPLITUDE_NAMES = dict(zip(real("P_0 Q_0 mu_+ mu_- D"), (P_0, Q_0, fast, slow, gap), strict=True))

linear_system = Claim(
    "single-neuron/linear-system",
    title="The linear system behind the exact solution",
    statement=Solution(linear, of=(A_, V_), equals=(A, V), initially=(a_0, v_0)),
    source=EXACT,
    note=r"$A' = delta A + s V$, $V' = s A$, with a symmetric matrix, so that it is itself a gradient flow. Its rates "
    r"are $\mu_\pm = (\delta \pm \sqrt{\delta^2 + 4 s^2})/2$.",
    where=AMPLITUDE_NAMES,
)

g = positive("g")

common_factor = Claim(
    "single-neuron/common-factor",
    title="A common factor g with g' = -g^3 A^2 turns the linear system into the flow: the outer weight",
    statement=Identity(
        g * (delta * A_ + s * V_) - g**3 * A_**2 * A_, (delta - (g * A_) ** 2) * (g * A_) + s * (g * V_)
    ),
    source=EXACT,
    uses=[linear_system, white_outer],
    note=r"$a = g A$, $v = g V$, $u = g u_0$: the left side is $d\,(g A)/dt$. The same factor serves $v$ and "
    "$u$, whose equations are simpler.",
)

h_zero = (
    1
    + (a_0**2 + v_0**2) * sp.sinh(2 * s * t) / (2 * s)
    + (a_0**2 - v_0**2) * t
    + a_0 * v_0 * (sp.cosh(2 * s * t) - 1) / s
)
h = (
    1
    - growing**2 * slow * (sp.exp(2 * fast * t) - 1) / s**2
    - decaying**2 * fast * (sp.exp(2 * slow * t) - 1) / s**2
    + 4 * growing * decaying * (sp.exp(delta * t) - 1) / delta
)
A_zero = a_0 * sp.cosh(s * t) + v_0 * sp.sinh(s * t)
V_zero = v_0 * sp.cosh(s * t) + a_0 * sp.sinh(s * t)
SPELLED = {real("h"): h, real("A"): A, real("V_s"): s * V, **AMPLITUDE_NAMES}
defines_delta = sp.Eq(delta, a_0**2 - v_0**2 - q_0)

factor_rate = Claim(
    "single-neuron/common-factor-rate",
    title="g^-2 = 1 + 2 int A^2 in closed form",
    statement=Identity(sp.diff(h, t), 2 * A**2),
    hypotheses=[sp.Ne(delta, 0)],
    source=EXACT,
    uses=[common_factor, linear_system],
    note="$g' = -g^3 A^2$ says that the rate of $h = g^-2$ is $2 A^2$; $h$ starts at 1.",
    where=SPELLED,
)

factor_rate_zero = Claim(
    "single-neuron/common-factor-rate-balanced",
    title="The rate of the common factor for delta = 0",
    statement=Identity(sp.diff(h_zero, t), 2 * A_zero**2),
    source=EXACT,
    uses=[common_factor],
)

factor_by_conservation = Claim(
    "single-neuron/common-factor-by-conservation",
    title="Without the integral: g^-2 = (A^2 - V^2 - |u_0|^2)/delta",
    statement=Identity(h, (A**2 - V**2 - q_0) / delta),
    hypotheses=[defines_delta, sp.Ne(delta, 0)],
    source=EXACT,
    uses=[factor_rate, conservation],
    note="Conservation of $delta$ says $delta = g^2 (A^2 - V^2 - |u_0|^2)$.",
    where=SPELLED,
)

factor_upstream = Claim(
    "single-neuron/common-factor-at-least-one-upstream",
    title="g^-2 is at least 1 for delta > 0: the solution exists for all times",
    statement=Inequality(h, ">=", 1),
    hypotheses=[delta > 0],
    source=EXACT,
    uses=[factor_rate],
    where=SPELLED,
)

factor_downstream = Claim(
    "single-neuron/common-factor-at-least-one-downstream",
    title="g^-2 is at least 1 for delta < 0: the solution exists for all times",
    statement=Inequality(h, ">=", 1),
    hypotheses=[delta < 0],
    source=EXACT,
    uses=[factor_rate],
    where=SPELLED,
)

ALL_STARTS = (
    f"{BASIS} For every initialisation $a_0$, $v_0$, $u_0$ with this $delta$. A common factor $1/sqrt(h)$ on the "
    "solution of a linear system."
)

solution_upstream = Claim(
    "single-neuron/solution-upstream",
    title="The exact solution for delta > 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A / sp.sqrt(h), V / sp.sqrt(h), u_0[r2] / sp.sqrt(h)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[defines_delta, delta > 0],
    source=EXACT,
    uses=[linear_system, common_factor, factor_rate, factor_upstream],
    note=ALL_STARTS,
    where=SPELLED,
)

solution_downstream = Claim(
    "single-neuron/solution-downstream",
    title="The exact solution for delta < 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A / sp.sqrt(h), V / sp.sqrt(h), u_0[r2] / sp.sqrt(h)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[defines_delta, delta < 0],
    source=EXACT,
    uses=[linear_system, common_factor, factor_rate, factor_downstream],
    note=ALL_STARTS,
    where=SPELLED,
)

solution_balanced = Claim(
    "single-neuron/solution-balanced",
    title="The exact solution for delta = 0",
    statement=Solution(
        white,
        of=(a, v, u[r2]),
        equals=(A_zero / sp.sqrt(h_zero), V_zero / sp.sqrt(h_zero), u_0[r2] / sp.sqrt(h_zero)),
        initially=(a_0, v_0, u_0[r2]),
    ),
    hypotheses=[sp.Eq(a_0**2, v_0**2 + q_0)],
    source=EXACT,
    uses=[common_factor, factor_rate_zero],
    note=f"{ALL_STARTS} Here $a_0^2 = v_0^2 + |u_0|^2$.",
)
