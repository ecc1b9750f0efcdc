"""The steps of derivations of results that have a name, as statements; `test_steps` has them verified."""

from __future__ import annotations

import sympy as sp

from layerproof import Conserved, Identity, Rate, positive, real
from layerproof import total as total_of
from layerproof.derivations.emergence import few_shots as shots
from layerproof.derivations.emergence import multilinear as skill
from layerproof.derivations.layer_imbalance import balanced_matrices as layers
from layerproof.derivations.layer_imbalance import one_mode as mode
from layerproof.derivations.layer_imbalance.balance import lam, mode_flow, rho, s_0, w1, w2
from layerproof.language.matrices import Equal, Velocity, group, identity, written, zero
from layerproof.language.statements.base import Statement
from layerproof.language.statements.matrices import MatrixIdentity, MatrixRate

s, total, gap = w1 * w2, w1 + w2, w2 - w1
kept = total * gap
moved = (w2**2 - w1**2) / total
y = total / gap
u_0, x, t, (N, D) = mode.u_0, real("x"), mode.t, positive("N D")
Gamma = total**2 / u_0**2
upper, lower = (2 * (rho + sign * mode.root) / u_0**2 for sign in (1, -1))
R = sp.sqrt(mode.Sigma**2 - s_0**2 + rho**2)
above, below = mode.Sigma + s_0, mode.Sigma - s_0
u = u_0 * sp.sqrt(N / D)
product = (above * N / D - below * D / N) / 2
W1, W2, A, J1, J2 = layers.W1, layers.W2, layers.target, layers.J1, layers.J2
Q = layers.stacked
one = identity(layers.hidden)
APART = [sp.Ne(total, 0)]
UNEQUAL = [sp.Ne(w1, w2)]

a, B_k, e, i, j = shots.a_k, shots.B_k, shots.e_, shots.l, shots.j
shared = -shots.eta * total_of(total_of(a * B_k[i] * e[i, j], i) * shots.prediction_error, j) / shots.D
B, U, Phi = shots.B, shots.U, shots.Phi
velocity = -shots.eta / shots.D * Phi * Phi.T * group(shots.gap) * shots.A1.T
DECOMPOSED = Equal(Phi, U * shots.Sigma * shots.V)

inverse, rest, clock = 1 / skill.R_k, 1 / skill.R_k - 1 / skill.S, 2 * skill.eta * skill.d_k / skill.D
LEARNING = [sp.Gt(skill.a * skill.b, 0)]

Steps = list[tuple[list[Statement], list[object]]]

STEPS: dict[str, Steps] = {
    "emergence/strength-solved": [
        ([Rate(inverse, clock * (1 - skill.S * inverse), skill.one_skill_equal)], LEARNING),
        ([Rate(rest, -clock * skill.S * rest, skill.one_skill_equal)], LEARNING),
        (
            [
                Identity(
                    1 / skill.sigmoid, 1 / skill.S + (1 / skill.R_0 - 1 / skill.S) * sp.exp(-clock * skill.S * skill.t)
                )
            ],
            skill.BELOW,
        ),
    ],
    "emergence/extended-model-conserves-entry-by-entry": [
        ([Rate(a**2 / 2, shared, shots.samples_flow)], []),
        ([Rate(total_of(B_k[i] ** 2, i) / 2, shared, shots.samples_flow)], []),
        ([Conserved(a**2 - total_of(B_k[i] ** 2, i), shots.samples_flow)], []),
    ],
    "emergence/gradient-stays-in-the-image": [
        ([MatrixRate(B, velocity, shots.word_flow)], []),
        ([MatrixIdentity(Phi * Phi.T, U * shots.Sigma * shots.V * Phi.T)], [DECOMPOSED]),
        ([MatrixIdentity(U * U.T * U * shots.Sigma * shots.V, U * shots.Sigma * shots.V)], [shots.COLUMNS]),
    ],
    "emergence/outside-of-the-image-is-kept": [
        ([MatrixRate(written(B, -U * U.T * B), written(velocity, -U * U.T * velocity), shots.word_flow)], []),
        (
            [MatrixIdentity(written(Velocity(B), -U * U.T * Velocity(B)), zero(shots.D_c, 1), shots.word_flow)],
            [shots.COLUMNS, DECOMPOSED],
        ),
    ],
    "layer-imbalance/singular-value-rate": [
        ([Rate(w1, w2 * (rho - s), mode_flow), Rate(w2, w1 * (rho - s), mode_flow)], []),
        ([Rate(s, (w1**2 + w2**2) * (rho - s), mode_flow)], []),
        ([Identity((w1**2 + w2**2) ** 2, (w2**2 - w1**2) ** 2 + 4 * w1**2 * w2**2)], []),
        ([Identity(w1**2 + w2**2, sp.sqrt(kept**2 + 4 * s**2)), Conserved(w2**2 - w1**2, mode_flow)], []),
    ],
    "layer-imbalance/riccati": [
        ([Rate(total, (rho - s) * total, mode_flow)], []),
        ([Rate(gap, -(rho - s) * gap, mode_flow)], []),
        ([Rate(y, 2 * (rho - s) * y, mode_flow)], UNEQUAL),
        ([Identity(2 * s * y, kept / 2 * (y**2 - 1))], UNEQUAL),
    ],
    "layer-imbalance/layers-of-a-mode": [
        ([Conserved(w2**2 - w1**2, mode_flow)], []),
        ([Rate(Gamma, 2 * (rho - s) * Gamma, mode_flow)], []),
        ([Identity(4 * s, u_0**2 * Gamma - (kept / u_0) ** 2 / Gamma)], APART),
        ([Rate(Gamma, 2 * rho * Gamma - (u_0**2 * Gamma**2 - (kept / u_0) ** 2) / 2, mode_flow)], []),
        (
            [Identity(2 * rho * x - (u_0**2 * x**2 - (lam / u_0) ** 2) / 2, -(u_0**2) / 2 * (x - upper) * (x - lower))],
            [],
        ),
        ([Identity((mode.clock - upper) * (1 - lower), mode.fading * (1 - upper) * (mode.clock - lower))], []),
        ([Identity(w1, (total - moved) / 2), Identity(w2, (total + moved) / 2)], APART),
    ],
    "layer-imbalance/singular-value": [
        ([Identity((u - lam / u) * (u + lam / u) / 2, u_0**2 / 2 * N / D - (lam / u_0) ** 2 / 2 * D / N)], []),
        ([Identity(2 * (rho - product) * N * D, 2 * rho * N * D - above * N**2 + below * D**2)], []),
        (
            [
                Identity(
                    2 * rho * mode.N * mode.D - above * mode.N**2 + below * mode.D**2,
                    8 * R**2 * mode.decay * (rho - s_0),
                )
            ],
            mode.starts,
        ),
        ([Identity(rho - mode.value, (1 - mode.transition) * (rho - s_0))], mode.starts),
    ],
    "layer-imbalance/stacked-lambda-balanced-layers": [
        (
            [
                MatrixRate(W1, W2.T * group(written(A, -W2 * W1)), layers.flow),
                MatrixRate(W2, group(written(A, -W2 * W1)) * W1.T, layers.flow),
            ],
            [],
        ),
        (
            [
                MatrixRate(
                    Q,
                    written(J1 * A.T * W2, J2 * A * W1.T, -J1 * W1.T * W2.T * W2, -J2 * W2 * W1 * W1.T),
                    layers.flow,
                )
            ],
            [],
        ),
        ([MatrixIdentity(Q.T * Q, written(W1 * W1.T, W2.T * W2))], layers.FRAME),
        (
            [
                MatrixIdentity(W2.T * W2, written(Q.T * Q / 2, layers.imbalance / 2 * one)),
                MatrixIdentity(W1 * W1.T, written(Q.T * Q / 2, -layers.imbalance / 2 * one)),
            ],
            [*layers.FRAME, layers.BALANCED],
        ),
        (
            [
                MatrixIdentity(
                    written(J1 * W1.T * W2.T * W2, J2 * W2 * W1 * W1.T),
                    written(
                        Q * Q.T * Q / 2, layers.imbalance / 2 * J1 * J1.T * Q, -layers.imbalance / 2 * J2 * J2.T * Q
                    ),
                )
            ],
            [*layers.FRAME, layers.BALANCED],
        ),
    ],
    "layer-imbalance/where-the-first-layer-ends": [
        ([MatrixIdentity(group(W2 * W1).T * group(W2 * W1), W1.T * W2.T * W2 * W1)], []),
        (
            [MatrixIdentity(W1.T * W2.T * W2 * W1, W1.T * group(written(W1 * W1.T, layers.imbalance * one)) * W1)],
            [layers.BALANCED],
        ),
        (
            [
                MatrixIdentity(
                    W1.T * group(written(W1 * W1.T, layers.imbalance * one)) * W1,
                    written(group(W1.T * W1) ** 2, layers.imbalance * W1.T * W1),
                )
            ],
            [],
        ),
    ],
}
