"""1. Symmetries, curvature, and weight decay: what was conserved decays, and how fast is exact."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import MatrixFlow, group, trace, written
from ...language.statements import Identity, Rate, Solution
from ...language.statements.matrices import MatrixRate
from ...language.symbols import families, index, real, total, trajectories
from .letters import DECAY, GEOMETRY, N, U, V, gamma, n, t, target

# -- Translation: the logits of a softmax ------------------------------------------------------------------------------

i, j, right = index("i", n), index("j", n), index("l", n)
z = families("z", t)
cross_entropy = sp.log(total(sp.exp(z[i]), i)) - z[right]
logits = GradientFlow(cross_entropy + gamma * total(z[i] ** 2, i) / 2, (z,), t)
c_0 = real("c_0")

translation = Claim(
    "conservation-laws/translation-with-decay",
    title="Weight decay lets the sum of the logits of a softmax decay at its own rate",
    statement=Rate(total(z[j], j), -gamma * total(z[j], j), logits),
    source=DECAY,
    note="Without weight decay the sum is conserved, since all logits can be moved by one amount.",
)

y = families("y")
share = sp.exp(y[i]) / total(sp.exp(y[j]), j)

translation_curvature = Claim(
    "conservation-laws/translation-curvature",
    title="The Hessian of the cross-entropy has no curvature along the common translation",
    statement=Identity(
        total(share * sp.KroneckerDelta(i, right), i), total(share * sp.exp(y[right]) / total(sp.exp(y[j]), j), i)
    ),
    source=GEOMETRY,
    note="The Hessian has the entries $p_i (delta_il - p_l)$; each of its columns sums to zero, as the two sides, "
    "which it is made of, are equal.",
)

# -- Scale: a normalised neuron ----------------------------------------------------------------------------------------

a, b = trajectories("a b")
w = families("w", t)
x = families("x")
size = total(w[i] ** 2, i)
prediction = total(w[i] * x[i], i) / sp.sqrt(size)
normalised = GradientFlow((prediction - target) ** 2 / 2 + gamma * size / 2, (w,), t)

scale = Claim(
    "conservation-laws/scale-with-decay",
    title="The squared norm of a normalised neuron decays at twice the rate of weight decay",
    statement=Rate(size, -2 * gamma * size, normalised),
    hypotheses=[size > 0],
    source=DECAY,
)

p, q = real("a b")
degree_zero = (p / sp.sqrt(p**2 + q**2) - target) ** 2 / 2
SOME = p**2 + q**2 > 0

scale_curvature = Claim(
    "conservation-laws/scale-curvature",
    title="Along the weights themselves the Hessian of a normalised neuron gives minus the gradient",
    statement=Identity(p * sp.diff(degree_zero, p, 2) + q * sp.diff(degree_zero, p, q), -sp.diff(degree_zero, p)),
    hypotheses=[SOME],
    source=GEOMETRY,
    note="For a neuron of two weights: a gradient of a scale-invariant loss is homogeneous of degree minus one.",
)

# -- Rescaling: two factors, two layers --------------------------------------------------------------------------------

factors = GradientFlow((a * b - target) ** 2 / 2 + gamma * (a**2 + b**2) / 2, (a, b), t)

rescaling_course = Claim(
    "conservation-laws/rescaling-course",
    title="The difference of the squares of two factors is an exponential of time, whatever they learn",
    statement=Solution(factors, of=a**2 - b**2, equals=c_0 * sp.exp(-2 * gamma * t), initially=c_0),
    source=DECAY,
)

product = (p * q - target) ** 2 / 2

rescaling_curvature = Claim(
    "conservation-laws/rescaling-curvature",
    title="Along (a, -b) the Hessian of two factors gives minus the gradient, with the second sign turned",
    statement=Identity(p * sp.diff(product, p, 2) - q * sp.diff(product, p, q), -sp.diff(product, p)),
    source=GEOMETRY,
    note="And $a H_ab - b H_bb = dL/db$, by the same symmetry.",
)

rescaling_other_curvature = Claim(
    "conservation-laws/rescaling-curvature-second",
    title="Along (a, -b) the Hessian of two factors gives plus the gradient by the second factor",
    statement=Identity(p * sp.diff(product, p, q) - q * sp.diff(product, q, 2), sp.diff(product, q)),
    source=GEOMETRY,
    uses=[rescaling_curvature],
)

decaying = MatrixFlow(
    trace(N.T * U * V.T) + gamma * trace(U.T * U) / 2 + gamma * trace(V.T * V) / 2,
    (U, V),
)

layers = Claim(
    "conservation-laws/layers-with-decay",
    title="The difference of the Gram matrices of two layers decays at twice the rate of weight decay",
    statement=MatrixRate(written(U.T * U, -V.T * V), -2 * gamma * group(written(U.T * U, -V.T * V)), decaying),
    source=DECAY,
    note="For every loss of the product $U V^T$: $N$ is its derivative by the product at the present instant.",
)

trained = Claim(
    "conservation-laws/only-the-product-feels-the-loss",
    title="The squared norms of two layers both lose what the product gains on the loss, and by decay",
    statement=MatrixRate(trace(U.T * U), -2 * trace(N.T * U * V.T) - 2 * gamma * trace(U.T * U), decaying),
    source=DECAY,
    uses=[layers],
)
