"""The condition (14), for every size, and the scalar case: relative and absolute scale (G.1)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import (
    Equal,
    MatrixFlow,
    SemiOrthogonal,
    half_mean_square,
    identity,
    matrix,
    random_vector,
    trace,
    written,
    zero,
)
from ...language.sources import position_paper
from ...language.statements import Identity
from ...language.statements.matrices import MatrixConserved, MatrixIdentity
from ...language.symbols import natural, positive, real, trajectories
from ..linear_networks.gradient import conservation
from .letters import NOTES, t

d, p, c = natural("d p c")
W1, W2, v = matrix("W_1", d, p), matrix("W_2", p, c), matrix("v", p, 1)
x, y = random_vector("x", d), random_vector("y", c)
lam, kappa = real("lambda kappa")
flow = MatrixFlow(half_mean_square(x.T * W1 * W2, y.T), (W1, W2))
BALANCED = Equal(W2 * W2.T, W1.T * W1 + lam * identity(p))

stays_balanced = Claim(
    "layer-imbalance/condition-is-kept",
    title="Layers that are lambda-balanced stay so",
    statement=MatrixConserved(written(W2 * W2.T, -W1.T * W1), flow),
    source=[
        position_paper("14", NOTES),
        position_paper("Definition G.1", NOTES),
        position_paper("Section G.1", None),
    ],
    uses=[conservation],
    note="This holds for every size, all data and every initial value of the left side of (14), including $lambda I$.",
)

norms_differ = Claim(
    "layer-imbalance/norms-differ",
    title="The squared norms of lambda-balanced layers differ by lambda times the width",
    statement=MatrixIdentity(trace(W2 * W2.T) - trace(W1.T * W1), lam * p),
    hypotheses=[BALANCED],
    source=[position_paper("Section G.1", None)],
    note="'The relative scale across layers': $lambda > 0$ where the later layer is heavier.",
)

no_downstream = Claim(
    "layer-imbalance/output-too-narrow",
    title="A direction of the hidden layer that the second layer does not read has squared length -lambda in the first",
    statement=MatrixIdentity((W1 * v).T * (W1 * v), -lam * v.T * v),
    hypotheses=[BALANCED, Equal(v.T * W2, zero(1, c))],
    source=[position_paper("14", NOTES)],
    note="The left side is not negative, so that $lambda <= 0$ as soon as such a direction exists, as it does for $p "
    "> c$. $lambda > 0$ needs $p <= c$: every direction of the hidden layer must reach the output.",
)

no_upstream = Claim(
    "layer-imbalance/input-too-narrow",
    title="A direction of the hidden layer that the first layer does not reach has squared length lambda in the second",
    statement=MatrixIdentity((W2.T * v).T * (W2.T * v), lam * v.T * v),
    hypotheses=[BALANCED, Equal(W1 * v, zero(d, 1))],
    source=[position_paper("14", NOTES)],
    note="So $lambda < 0$ needs $p <= d$. A hidden layer wider than input and output can only be zero-balanced: the "
    "condition is itself one on the width.",
)

Q, Qd = matrix("Q", p, c), matrix("Q", p, d)

upstream_exists = Claim(
    "layer-imbalance/upstream-exists",
    title="With a hidden layer no wider than the output there are lambda-balanced layers for every lambda >= 0",
    statement=MatrixIdentity(written((kappa * Q) * (kappa * Q).T, -zero(p, d) * zero(d, p)), kappa**2 * identity(p)),
    hypotheses=[SemiOrthogonal(Q)],
    source=[position_paper("Definition G.1", NOTES)],
    note="$W_1 = 0$ and $W_2 = kappa Q$ with $p$ orthonormal rows, which need $p <= c$; $lambda = kappa^2$.",
)

downstream_exists = Claim(
    "layer-imbalance/downstream-exists",
    title="With a hidden layer no wider than the input there are lambda-balanced layers for every lambda <= 0",
    statement=MatrixIdentity(
        written(zero(p, c) * zero(c, p), -(kappa * Qd.T).T * (kappa * Qd.T)), -(kappa**2) * identity(p)
    ),
    hypotheses=[SemiOrthogonal(Qd)],
    source=[position_paper("Definition G.1", NOTES)],
    note="$W_2 = 0$ and $W_1 = kappa Q^T$, which need $p <= d$; $lambda = -kappa^2$.",
)

same_kernel = Claim(
    "layer-imbalance/zero-balanced-kernels",
    title="Zero-balanced layers see the same directions of the hidden layer",
    statement=MatrixIdentity((W1 * v).T * (W1 * v), (W2.T * v).T * (W2.T * v)),
    hypotheses=[Equal(W2 * W2.T, W1.T * W1)],
    source=[position_paper("Definition G.1", NOTES)],
    note="$W_1 v = 0$ just where $W_2^T v = 0$: zero-balanced layers have the same rank.",
)

# -- The scalar case: relative and absolute scale (G.1) --------------------------------------------------------------

w1, w2 = trajectories("w_1 w_2")
rho = positive("rho")
s, s_0 = real("s"), real("s_0")
mode_flow = GradientFlow((w1 * w2 - rho) ** 2 / 2, (w1, w2), t)

size = positive("s")
spread = sp.sqrt(lam**2 + 4 * size**2)
light, heavy = sp.sqrt((spread - lam) / 2), sp.sqrt((spread + lam) / 2)
spread_name = positive("r")

relative_scale = Claim(
    "layer-imbalance/relative-scale",
    title="Every relative scale can be combined with every absolute scale: the imbalance",
    statement=Identity(heavy**2 - light**2, lam + (heavy * light) ** 2 - size**2),
    source=[position_paper("Section G.1", None)],
    note="$w_1 = sqrt((r - lambda)/2)$ and $w_2 = sqrt((r + lambda)/2)$ with $r = sqrt(lambda^2 + 4 s^2)$ have $w_2^2 "
    "- w_1^2 = lambda$ for any $s > 0$; the next claim gives their product.",
    where={spread_name: spread},
)

absolute_scale = Claim(
    "layer-imbalance/absolute-scale",
    title="Every relative scale can be combined with every absolute scale: the product",
    statement=Identity((heavy * light) ** 2, size**2),
    source=[position_paper("Section G.1", None)],
    note="Both factors are positive, so that $w_1 w_2 = s$: 'the absolute scale is clearly decoupled from the "
    "relative'.",
    where={spread_name: spread},
)
