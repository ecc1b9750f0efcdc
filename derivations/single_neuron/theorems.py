"""7. A theorem of the chapter: the potential of Theorem 3.1 lies above its tangents."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Inequality
from ...language.symbols import families, nonnegative, positive, total
from ...language.theorems import Combination, Instance, Line, Theorem
from .function_space import delta
from .letters import THEOREM, i

# u = sqrt(D + delta), v = sqrt(D - delta): u v = 2 n, u^2 - v^2 = 2 delta, Psi = u (3 v^2 - u^2)/6, and its slope is v.

u, v, u_1 = nonnegative("u v u_1")
v_1 = positive("v_1")
SAME_DELTA = sp.Eq(u**2 - v**2, u_1**2 - v_1**2, evaluate=False)
above_tangent = u * (3 * v**2 - u**2) / 6 - u_1 * (3 * v_1**2 - u_1**2) / 6 - v_1 * (u * v - u_1 * v_1) / 2
certificate = (u - u_1) ** 2 * (
    u**3 + 2 * u**2 * u_1 + 2 * u * u_1**2 + u_1**3 + v * v_1 * (u + 2 * u_1) + v**2 * (u + 2 * u_1)
)
cofactor = u_1**3 - u**3 - 3 * u * v * (v + v_1)

certificate_sign = Claim(
    "single-neuron/tangent-certificate",
    title="What the potential has above its tangent, times 6 (v + v_1)^2, is not negative",
    statement=Inequality(certificate, ">=", 0),
    source=THEOREM,
    note="With u = sqrt(D + delta) and v = sqrt(D - delta), at |beta| and, with an index, at the point of the tangent.",
)

scale = 1 / (6 * (v + v_1) ** 2)
tangent = Line(
    Inequality(above_tangent, ">=", 0),
    given=[SAME_DELTA],
    by=Combination((SAME_DELTA, cofactor * scale), (certificate_sign, scale)),
)

# The same for vectors: beta, and beta_1, which is not zero.

b, b_1 = families("beta beta_1")
size, size_1 = total(b[i] ** 2, i), total(b_1[i] ** 2, i)
D, D_1 = sp.sqrt(delta**2 + 4 * size), sp.sqrt(delta**2 + 4 * size_1)


def root(of: sp.Expr, sign: int) -> sp.Expr:
    """``sqrt(D + delta)``, or with a minus."""
    return sp.sqrt(of + sign * delta)


at_vectors = Line(by=Instance(tangent, {u: root(D, 1), v: root(D, -1), u_1: root(D_1, 1), v_1: root(D_1, -1)}))

above_its_tangent = Theorem(
    "single-neuron/potential-above-its-tangent",
    title="As a function of the norm of beta the potential lies above each of its tangents",
    concludes=at_vectors.says,
    hypotheses=[size_1 > 0],
    proof=[tangent, at_vectors],
    source=THEOREM,
    note="Psi(|beta|) - Psi(|beta_1|) >= sqrt(D_1 - delta) (|beta| - |beta_1|) for every delta, number of inputs and "
    "beta, with |beta| = sqrt(D + delta) sqrt(D - delta)/2. Of Theorem 3.1 this is the convexity. In parts: with "
    "|beta| |beta_1| >= beta.beta_1 and the condition on the gradient (single-neuron/mirror-flow, integrated) it makes "
    "the point reached the minimiser; these two are not joined here.",
)
