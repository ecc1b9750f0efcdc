"""3. Gradient flow in function space, (1.17) to (1.26): every eigenfunction is learned at its own rate."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Step
from ...language.flows import GradientFlow, partial
from ...language.matrices import MatrixFlow, group, matrix, trace
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity, Inequality, Rate, Solution
from ...language.statements.matrices import MatrixRate
from ...language.symbols import ForAll, families, positive, real, total
from .functions import inner, q, x, y
from .letters import N, both, eta, p, t
from .operator import LETTERS, MERCER, ORTHONORMAL, E, Phi, Phi_, R, T, bra_ket, eigenfunctions, j, k, l

w_ = families("w", t)
target_ = families("f*")
model = total(w_[j] * Phi_[j, x], j)
model_there = total(w_[j] * Phi_[j, y], j)
loss = total(q[x] * (model - target_[x]) ** 2, x) / 2
weight_flow = GradientFlow(eta * loss, (w_,), t)
error = model - target_[x]

v1, v2 = real("v_1 v_2")
w1_, w2_ = families("w_1 w_2")

linear_in_parameters = Claim(
    "linear-models/linear-in-parameters",
    title="The model is linear in its parameters, whatever the features are",
    statement=Identity(
        total((v1 * w1_[k] + v2 * w2_[k]) * Phi_[k, x], k),
        v1 * total(w1_[k] * Phi_[k, x], k) + v2 * total(w2_[k] * Phi_[k, x], k),
    ),
    source=[*both("1.10", 10), position_paper("21", restored="re-derived")],
)

parameter_rate = Claim(
    "linear-models/parameter-rate",
    title="A parameter moves by the error's inner product with its feature",
    statement=Rate(w_[l], -eta * inner(error, Phi_[l, x]), weight_flow),
    source=[thesis("1.11"), thesis("1.12")],
    note="Under half the mean square error (1.11); an infinite training set makes $L_emp$ equal to it.",
)

features_carry_rate = Claim(
    "linear-models/function-rate-by-parameters",
    title="The rate of the function, by the chain rule through the parameters",
    statement=Rate(model_there, total(-eta * partial(loss, w_[k]) * Phi_[k, y], k), weight_flow),
    source=both("1.19", 18),
    uses=[parameter_rate],
    note="(1.12) enters here already, in the first line of the derivation; the text names it for the second.",
)

function_rate_gradient = Claim(
    "linear-models/function-rate-by-gradients",
    title="The function moves by the error times the gradients of the function",
    statement=Rate(
        model_there,
        -eta * total(q[x] * error * total(partial(model, w_[k]) * Phi_[k, y], k), x),
        weight_flow,
    ),
    source=both("1.20", 19),
    uses=[features_carry_rate],
)

function_rate_features = Claim(
    "linear-models/function-rate-by-features",
    title="In a linear model the gradients of the function are the features",
    statement=Rate(model_there, -eta * total(q[x] * error * total(Phi_[k, x] * Phi_[k, y], k), x), weight_flow),
    source=both("1.21", 20),
    uses=[function_rate_gradient],
)

function_rate = Claim(
    "linear-models/function-rate",
    title="In function space, gradient flow applies the integral operator to the error",
    statement=Rate(model_there, -eta * total(Phi_[k, y] * inner(Phi_[k, x], error), k), weight_flow),
    source=[*both("1.17", 17), *both("1.22", 21)],
    uses=[function_rate_features, bra_ket],
    steps=[
        Step("df/dt(x') = sum_k dw_k/dt Phi_k(x') = -eta sum_k dL/dw_k Phi_k(x')", "(1.10) and (1.12)"),
        Step("dL/dw_k = E[(f - f*) df/dw_k] = E[(f - f*) Phi_k]", "the loss (1.11), with its one half"),
        Step("df/dt(x') = -eta E[(f(x) - f*(x)) sum_k Phi_k(x) Phi_k(x')]", "exchange the sums"),
        Step(r"$= -\eta T[f - f^*](x')$", "the operator (1.13)"),
    ],
)

w, target = matrix("w", p, 1), matrix("f*", N, 1)
f = Phi.T * w
flow = MatrixFlow(eta * trace(group(f - target).T * group(f - target)) / 2, (w,))

mode_inner = Claim(
    "linear-models/mode-rate-by-inner-product",
    title="The rate of the inner product with an eigenfunction is the inner product with the rate",
    statement=MatrixRate(E * f, -eta * E * T * group(f - target), flow),
    source=[*both("1.23", 22), *both("1.24", 23)],
    uses=[function_rate],
    note=f"{LETTERS} Nothing is needed of $E$.",
)

mode_rate = Claim(
    "linear-models/mode-rate",
    title="Each eigenfunction is learned at the rate of its eigenvalue",
    statement=MatrixRate(E * f, -eta * R * R * group(E * f - E * target), flow),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.25", 24),
    uses=[mode_inner, eigenfunctions],
    note=f"{LETTERS} What of the target lies outside of the span of the features plays no part.",
)

rho_, S_, e_ = families("rho S e")  # eigenvalues, <e_k|f*>, eigenfunctions
theta_ = families("theta", t)
mode_loss = total((sp.sqrt(rho_[k]) * theta_[k] - S_[k]) ** 2, k) / 2
mode_flow = GradientFlow(eta * mode_loss, (theta_,), t)
saturation = S_[k] * (1 - sp.exp(-eta * rho_[k] * t))

mode_solution = Claim(
    "linear-models/mode-solution",
    title="From zero, each eigenfunction's coefficient saturates exponentially",
    statement=Solution(mode_flow, of=(theta_[k],), equals=(saturation / sp.sqrt(rho_[k]),), initially=(sp.Integer(0),)),
    hypotheses=[ForAll(k, rho_[k] > 0)],
    source=both("1.26", 25),
    uses=[mode_rate],
    note="The loss in the parameters of (1.28), up to a constant: $<e_k|f> = sqrt(rho_k) theta_k$ and $S_k = "
    "<e_k|f*>$.",
)

learned_function = Claim(
    "linear-models/learned-function",
    title="The function at time t is a sum of modes that saturate independently",
    statement=Identity(
        total(saturation / sp.sqrt(rho_[k]) * sp.sqrt(rho_[k]) * e_[k, x], k),
        total(S_[k] * e_[k, x], k) - total(S_[k] * sp.exp(-eta * rho_[k] * t) * e_[k, x], k),
    ),
    hypotheses=[ForAll(k, rho_[k] > 0)],
    source=both("1.26", 25),
    uses=[mode_solution],
)

r1, r2 = positive("rho_1 rho_2")
later = positive("t")

larger_is_faster = Claim(
    "linear-models/larger-eigenvalues-saturate-faster",
    title="At every time, a larger eigenvalue is closer to saturation",
    statement=Inequality(1 - sp.exp(-eta * r1 * later), ">", 1 - sp.exp(-eta * r2 * later)),
    hypotheses=[r1 > r2],
    source=[*both("1.26", 25), thesis("Section 1.6"), richness_paper("Section C.3")],
    uses=[mode_solution],
)
