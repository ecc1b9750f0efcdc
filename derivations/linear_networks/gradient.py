"""1. The gradient, entry by entry (A.23-A.25, A.27) and as matrices (A.26, A.28); what is conserved (A.29)."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow
from ...language.matrices import Expect, MatrixFlow, Velocity, half_mean_square, matrix, random_vector, written
from ...language.sources import Source, position_paper, thesis
from ...language.statements import Identity, Rate
from ...language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...language.symbols import families, index, natural, time, total

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types


def both(number: int) -> list[Source]:
    """Equation (A.number) of the thesis, which the position paper prints as equation number + 19."""
    return [thesis(f"A.{number}"), position_paper(str(number + 19))]


HALF = "The loss is half the mean square, as in (3.2); time is in units where the learning rate is one."

# --- 1. The gradient ------------------------------------------------------------------------------------------

# Entry by entry, at one sample (x, y): expectation is linear, so that what holds inside it for every sample holds.

d, p, c = natural("d p c")
i, i2 = index("i", d), index("i'", d)
j, j2 = index("j", p), index("j'", p)
k = index("k", c)
t = time()
x_, y_ = families("x y")
w1, w2 = families("w_1 w_2", t)

path = x_[i] * w1[i, j] * w2[j, k]
path2 = x_[i2] * w1[i2, j2] * w2[j2, k]
error_at_k = total(path2, i2, j2) - y_[k]
sample_loss = total((total(path, i, j) - y_[k]) * error_at_k, k) / 2

sample_flow = GradientFlow(loss=sample_loss, parameters=(w1, w2), time=t)

AT_SAMPLE = (
    "Stated at one sample $(x, y)$, inside the expectation: an identity for every sample holds on average. The claim "
    "is on the entry's velocity, which is minus the printed derivative (A.22)."
)

summand_loss = Claim(
    "linear-networks/summand-loss",
    title="The loss in summand notation is half the squared error of the output, layer after layer",
    statement=Identity(sample_loss, total((total(total(x_[i] * w1[i, j], i) * w2[j, k], j) - y_[k]) ** 2, k) / 2),
    source=both(23),
    note=f"Stated at one sample $(x, y)$, inside the expectation. {HALF}",
)

first_layer_entry = Claim(
    "linear-networks/first-layer-entry",
    title="The derivative of the loss by one entry of the first layer",
    statement=Rate(w1[i, j], -total(x_[i] * w2[j, k] * error_at_k, k), sample_flow),
    source=both(24),
    uses=[summand_loss],
    note=AT_SAMPLE,
)

printed_scope = Claim(
    "linear-networks/first-layer-entry-expanded-as-printed",
    title="The derivative by one entry of the first layer, expanded, as printed",
    statement=Rate(
        w1[i, j],
        -x_[i] * total(path2 * w2[j, k] - y_[k] * w2[j, k], i2, j2, k),
        sample_flow,
    ),
    source=both(25),
    uses=[first_layer_entry],
    erratum=Erratum(
        kind="slip",
        wrong="The one sum over $i'$, $j'$ and $k$ covers the label's term $y_k w_jk$ as well, and so counts it $d p$ "
        "times; if it covers only the first term, $k$ is left free in the second.",
        consequence="None: (A.26) has the right matrix form.",
        printed=r"= \mathbf{E} \left[x_i \left(\sum_{i',j',k} x_{i'} w_{i'j'}^{(1)} w_{j'k}^{(2)} w_{jk}^{(2)} - y_k "
        r"w_{jk}^{(2)} \right) \right]",
        mark="y_k w_{jk}^{(2)}",
        right=r"= \mathbf{E} \left[x_i \left(\sum_{i',j',k} x_{i'} w_{i'j'}^{(1)} w_{j'k}^{(2)} w_{jk}^{(2)} - "
        r"\sum_k y_k w_{jk}^{(2)} \right) \right]",
    ),
    note=f"{AT_SAMPLE} The sum is read as covering the whole bracket; no other reading gives $y_k$ a sum over $k$ "
    "alone.",
)

first_layer_entry_expanded = Claim(
    "linear-networks/first-layer-entry-expanded",
    title="The derivative by one entry of the first layer, expanded",
    statement=Rate(
        w1[i, j],
        -x_[i] * total(total(path2 * w2[j, k], i2, j2) - y_[k] * w2[j, k], k),
        sample_flow,
    ),
    source=both(25),
    uses=[first_layer_entry],
    corrects=printed_scope,
    note=AT_SAMPLE,
)

second_layer_entry = Claim(
    "linear-networks/second-layer-entry",
    title="The derivative of the loss by one entry of the second layer",
    statement=Rate(w2[j, k], -total(x_[i] * w1[i, j], i) * error_at_k, sample_flow),
    source=both(27),
    uses=[summand_loss],
    note=AT_SAMPLE,
)

# As matrices: the flow of the loss, for every size and every distribution.

x, y = random_vector("x", d), random_vector("y", c)
W1, W2 = matrix("W_1", d, p), matrix("W_2", p, c)
flow = MatrixFlow(half_mean_square(x.T * W1 * W2, y.T), (W1, W2))
residual = x.T * W1 * W2 - y.T

first_layer_gradient = Claim(
    "linear-networks/first-layer-gradient",
    title="The derivative of the loss by the first layer, as a matrix",
    statement=MatrixRate(W1, -Expect(x * residual * W2.T), flow),
    source=both(26),
    uses=[first_layer_entry_expanded],
    note=f"The claim is on $dW_1/dt$, which is minus the printed derivative. {HALF}",
    steps=[
        Step("L = E[tr((x^T W_1 W_2 - y^T)(x^T W_1 W_2 - y^T)^T)] / 2", "the loss, a trace of a 1 x 1 matrix"),
        Step("dL = E[tr(x^T dW_1 W_2 (x^T W_1 W_2 - y^T)^T)]", "both factors contribute the same: tr(M) = tr(M^T)"),
        Step("dL = E[tr(dW_1 W_2 (x^T W_1 W_2 - y^T)^T x^T)]", "a trace may be turned"),
        Step("dL/dW_1 = E[x (x^T W_1 W_2 - y^T) W_2^T]", "d tr(W B)/dW = B^T"),
    ],
)

second_layer_gradient = Claim(
    "linear-networks/second-layer-gradient",
    title="The derivative of the loss by the second layer, as a matrix",
    statement=MatrixRate(W2, -Expect(W1.T * x * residual), flow),
    source=both(28),
    uses=[second_layer_entry],
    note=f"The claim is on $dW_2/dt$, which is minus the printed derivative. {HALF}",
)

shared_gradient = Claim(
    "linear-networks/layers-share-a-gradient",
    title="Both layers see the same gradient from the side of the hidden layer",
    statement=MatrixIdentity(W1.T * Velocity(W1), Velocity(W2) * W2.T, flow),
    source=both(29),
    uses=[first_layer_gradient, second_layer_gradient],
    note="The left half of (A.29).",
)

conservation = Claim(
    "linear-networks/conservation",
    title="The difference of the layers' Gram matrices is conserved, for every size and every data",
    statement=MatrixConserved(written(W1.T * W1, -W2 * W2.T), flow),
    source=both(29),
    uses=[shared_gradient],
    note="The right half of (A.29). Neither white inputs nor small layers are needed.",
    steps=[
        Step("W_1^T dW_1/dt = -E[W_1^T x (x^T W_1 W_2 - y^T) W_2^T] = dW_2/dt W_2^T", "(A.26) and (A.28)"),
        Step("d/dt (W_1^T W_1) = W_1^T dW_1/dt + (W_1^T dW_1/dt)^T", "the product rule"),
        Step("d/dt (W_2 W_2^T) = dW_2/dt W_2^T + (dW_2/dt W_2^T)^T", "the product rule"),
        Step("d/dt (W_1^T W_1 - W_2 W_2^T) = 0", "the two right-hand sides are equal by the first line"),
    ],
)
