"""Two layers that are lambda-balanced, of any widths and ranks (Theorem G.2): how they move, and where they end.

The layers are stacked into one matrix ``Q = (W_1^T; W_2)``, which moves by a Riccati flow as balanced layers do; the
imbalance adds lambda/2 for outputs and takes it off for inputs.  Nothing need be aligned.
"""

from __future__ import annotations

from ...language.claims import Claim, Step
from ...language.matrices import Equal, MatrixFlow, SemiOrthogonal, group, identity, matrix, trace, written, zero
from ...language.sources import position_paper
from ...language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...language.symbols import natural, real
from ..deep_linear_networks import riccati_solution
from .letters import RECALLED

SOURCE = position_paper("Theorem G.2", RECALLED)
inputs, hidden, outputs = natural("d p c")
W1, W2, target = matrix("W_1", hidden, inputs), matrix("W_2", outputs, hidden), matrix("A", outputs, inputs)
error = group(written(W2 * W1, -target))
flow = MatrixFlow(trace(error * error.T) / 2, (W1, W2))
imbalance = real("lambda")
BALANCED = Equal(W2.T * W2, written(W1 * W1.T, imbalance * identity(hidden)))

both = inputs + outputs
J1, J2 = matrix("J_1", both, inputs), matrix("J_2", both, outputs)
FRAME = [
    SemiOrthogonal(J1.T),
    SemiOrthogonal(J2.T),
    Equal(J1.T * J2, zero(inputs, outputs)),
    Equal(J1 * J1.T + J2 * J2.T, identity(both)),
]
stacked = group(J1 * W1.T + J2 * W2)
lifted = group(written(J1 * target.T * J2.T, J2 * target * J1.T, imbalance / 2 * J2 * J2.T, -imbalance / 2 * J1 * J1.T))

stays_balanced = Claim(
    "layer-imbalance/layers-stay-lambda-balanced",
    title="Layers of any sizes that are lambda-balanced stay so",
    statement=MatrixConserved(written(W2.T * W2, -W1 * W1.T), flow),
    source=SOURCE,
)

stacked_rate = Claim(
    "layer-imbalance/stacked-lambda-balanced-layers",
    title="Two lambda-balanced layers, stacked, move by a Riccati flow",
    statement=MatrixRate(stacked, written(lifted * stacked, -stacked * stacked.T * stacked / 2), flow),
    hypotheses=[*FRAME, BALANCED],
    source=SOURCE,
    uses=[stays_balanced, riccati_solution],
    note=r"$J_1$ and $J_2$ put inputs and outputs side by side, so that the stack is $(W_1^\top; W_2)$. It is the flow "
    "of deep-linear-networks/factor-rate, whose solution is there, for every size and every start; of one mode the "
    r"eigenvalues of its matrix are $\pm\sqrt{s^2 + \lambda^2/4}$.",
    steps=[
        Step("$dW_1/dt = W_2^T (A - W_2 W_1), dW_2/dt = (A - W_2 W_1) W_1^T$", "the gradient flow"),
        Step(
            "$dQ/dt = J_1 A^T W_2 + J_2 A W_1^T - J_1 W_1^T W_2^T W_2 - J_2 W_2 W_1 W_1^T$",
            "$Q = J_1 W_1^T + J_2 W_2$ is the stack",
        ),
        Step("$Q^T Q = W_1 W_1^T + W_2^T W_2$", "the columns of $J_1$ and $J_2$ are orthonormal"),
        Step("$W_2^T W_2 = (Q^T Q + lambda I)/2, W_1 W_1^T = (Q^T Q - lambda I)/2$", "the layers are balanced"),
        Step(
            "$J_1 W_1^T W_2^T W_2 + J_2 W_2 W_1 W_1^T = Q Q^T Q/2 + (lambda/2) (J_1 J_1^T - J_2 J_2^T) Q$",
            "$J_1^T Q = W_1^T$ and $J_2^T Q = W_2$",
        ),
    ],
)

first_ends = Claim(
    "layer-imbalance/where-the-first-layer-ends",
    title="Where lambda-balanced layers have learned the target, it fixes the Gram matrix of the first",
    statement=MatrixIdentity(written(group(W1.T * W1) ** 2, imbalance * W1.T * W1), target.T * target),
    hypotheses=[BALANCED, Equal(target, W2 * W1)],
    source=SOURCE,
    uses=[stays_balanced],
    note="So its eigenvalues are $-lambda/2 + sqrt(lambda^2/4 + s^2)$, one for each singular value $s$: the "
    "representation is that of the task at every scale, and close to $s$ for small $lambda$.",
    steps=[
        Step("$A^T A = W_1^T W_2^T W_2 W_1$", "$A = W_2 W_1$ is learned"),
        Step("$W_1^T W_2^T W_2 W_1 = W_1^T (W_1 W_1^T + lambda I) W_1$", "the layers are balanced"),
        Step("$W_1^T (W_1 W_1^T + lambda I) W_1 = (W_1^T W_1)^2 + lambda W_1^T W_1$", "multiplied out"),
    ],
)

last_ends = Claim(
    "layer-imbalance/where-the-last-layer-ends",
    title="Where lambda-balanced layers have learned the target, it fixes the Gram matrix of the last",
    statement=MatrixIdentity(written(group(W2 * W2.T) ** 2, -imbalance * W2 * W2.T), target * target.T),
    hypotheses=[BALANCED, Equal(target, W2 * W1)],
    source=SOURCE,
    uses=[first_ends],
)
