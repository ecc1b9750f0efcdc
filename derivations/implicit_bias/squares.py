"""1. Factorised matrices U U^T, and their eigenvalues where the measurements commute."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import MatrixFlow, Symmetric, group, matrix, trace, written
from ...language.statements import Identity, Inequality, Limit, Rate
from ...language.statements.matrices import MatrixRate
from ...language.symbols import families, natural, positive, total
from .letters import FACTORS, alpha, i, j, k, t

q, r = natural("q r")
U, A = matrix("U", q, r), matrix("A", q, q)
error = group(written(U * U.T, -A))
factorised = MatrixFlow(trace(error * error) / 4, (U,))

product_flow = Claim(
    "implicit-bias/factorised-matrix-flow",
    title="A factorised matrix moves by its error, from both sides",
    statement=MatrixRate(U * U.T, written(-error * U * U.T, -U * U.T * error), factorised),
    hypotheses=[Symmetric(A)],
    source=FACTORS,
    note="So the rank never rises, and for every loss of $U U^T$ the error stands for its symmetric gradient.",
)

# Commuting measurements: the eigenvalues u_i^2 of U U^T are measured by X_ki.

u = families("u", t)
X, y = families("X y")
residual = total(X[k, j] * u[j] ** 2, j) - y[k]
slope = total(X[k, i] * residual, k)
eigenvalues = GradientFlow(total(residual**2, k) / 2, (u,), t)

eigenvalue_flow = Claim(
    "implicit-bias/eigenvalue-flow",
    title="The logarithm of an eigenvalue moves with the gradient itself, whatever the eigenvalue is",
    statement=Rate(sp.log(u[i] ** 2), -4 * slope, eigenvalues),
    hypotheses=[u[i] > 0],
    source=FACTORS,
    note="So at the end $log(u_i^2/alpha)$, with $alpha$ the start of $u_i^2$, is a combination of the measurements.",
)

x, x_1 = positive("x x_1")
entropy = x * sp.log(x / alpha) - x

depth = positive("s")

entropy_slope = Claim(
    "implicit-bias/entropy-slope",
    title="The logarithm of an eigenvalue over its start is the slope of an entropy",
    statement=Identity(sp.diff(entropy, x), sp.log(x) - sp.log(alpha)),
    source=FACTORS,
)

entropy_convex = Claim(
    "implicit-bias/entropy-above-its-tangent",
    title="The entropy lies above each of its tangents",
    statement=Inequality(x * sp.log(x / x_1) - x + x_1, ">=", 0),
    source=FACTORS,
    uses=[entropy_slope],
    note="The entropy less its tangent at $x_1$, with $alpha$ cancelled: so a stationary point under linear "
    "constraints is the least.",
)

entropy_limit = Claim(
    "implicit-bias/small-start-least-trace",
    title="As the start vanishes the entropy, over the logarithm of the start, becomes the eigenvalue",
    statement=Limit(entropy.subs(alpha, sp.exp(-depth)) / depth, depth, sp.oo, x),
    source=FACTORS,
    note="$s = log(1/alpha)$. Of what fits, a vanishing start chooses the least sum of eigenvalues, the nuclear norm.",
)
