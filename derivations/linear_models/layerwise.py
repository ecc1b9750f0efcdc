"""8. The linear model of the position paper, and layerwise linear models."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow, partial
from ...language.sources import position_paper
from ...language.statements import Identity, Rate, Solution
from ...language.symbols import families, index, natural, total
from .function_space import v1, v2
from .letters import t

RE_DERIVED = "re-derived"
D_in, width = natural("d p")
a_in, b_in = index("i", D_in), index("j", D_in)
hidden = index("k", width)
x_in, target_scale, moment = families("x S m")
weights_in = families("theta", t)
deviation = total(weights_in[b_in] * x_in[b_in], b_in) - total(target_scale[b_in] * x_in[b_in], b_in)

linear_sample_gradient = Claim(
    "linear-models/linear-model-gradient-on-a-sample",
    title="The gradient of the linear model's loss on one sample",
    statement=Identity(
        partial(deviation**2 / 2, weights_in[a_in]),
        x_in[a_in] * total(x_in[b_in] * (weights_in[b_in] - target_scale[b_in]), b_in),
    ),
    source=[position_paper("27", restored=RE_DERIVED), position_paper("28", restored=RE_DERIVED)],
    note="This holds inside the expectation, for every input.",
)


def input_moment(first_index: sp.Idx, second_index: sp.Idx) -> sp.Expr:
    """``E[x_i x_j]`` of orthogonal inputs."""
    return sp.KroneckerDelta(first_index, second_index) * moment[first_index]


a_loss, b_loss = index("r", D_in), index("s", D_in)
input_loss = (
    total(
        input_moment(a_loss, b_loss)
        * (weights_in[a_loss] - target_scale[a_loss])
        * (weights_in[b_loss] - target_scale[b_loss]),
        a_loss,
        b_loss,
    )
    / 2
)
input_flow = GradientFlow(input_loss, (weights_in,), t)

linear_expected_gradient = Claim(
    "linear-models/linear-model-expected-gradient",
    title="With orthogonal inputs the expected gradient involves one parameter only",
    statement=Identity(
        total(input_moment(a_in, b_in) * (weights_in[b_in] - target_scale[b_in]), b_in),
        moment[a_in] * (weights_in[a_in] - target_scale[a_in]),
    ),
    source=[position_paper("28", restored=RE_DERIVED), position_paper("29", restored=RE_DERIVED)],
    uses=[linear_sample_gradient],
)

linear_rate = Claim(
    "linear-models/linear-model-rate",
    title="Each parameter of the linear model approaches its target at the rate of its input's second moment",
    statement=Rate(weights_in[a_in], -moment[a_in] * (weights_in[a_in] - target_scale[a_in]), input_flow),
    source=[position_paper("26", restored=RE_DERIVED), position_paper("29", restored=RE_DERIVED)],
    uses=[linear_expected_gradient],
)

start = families("theta_0")

linear_solution = Claim(
    "linear-models/linear-model-solution",
    title="From any start, a parameter of the linear model relaxes exponentially",
    statement=Solution(
        input_flow,
        of=(weights_in[a_in],),
        equals=(target_scale[a_in] + (start[a_in] - target_scale[a_in]) * sp.exp(-moment[a_in] * t),),
        initially=(start[a_in],),
    ),
    source=[position_paper("30", restored=RE_DERIVED)],
    uses=[linear_rate],
)

linear_solution_zero = Claim(
    "linear-models/linear-model-solution-from-zero",
    title="From zero, a parameter of the linear model saturates exponentially",
    statement=Solution(
        input_flow,
        of=(weights_in[a_in],),
        equals=(target_scale[a_in] * (1 - sp.exp(-moment[a_in] * t)),),
        initially=(sp.Integer(0),),
    ),
    source=[position_paper("31", restored=RE_DERIVED), position_paper("10")],
    uses=[linear_solution],
)

connected, in_1, in_2, out_, out_2 = families("A w_1 w_1' w_2 w_2'")


def layerwise(first_layer: sp.Expr, second_layer: sp.Expr) -> sp.Expr:
    """(22): A[i, k] is 1 for a connection of input i with hidden neuron k, and 0 otherwise."""
    return total(connected[a_in, hidden] * x_in[a_in] * first_layer * second_layer, a_in, hidden)


first_layer_linear = Claim(
    "linear-models/layerwise-linear-in-first-layer",
    title="A layerwise linear model is linear in its first layer",
    statement=Identity(
        layerwise(v1 * in_1[a_in, hidden] + v2 * in_2[a_in, hidden], out_[hidden]),
        v1 * layerwise(in_1[a_in, hidden], out_[hidden]) + v2 * layerwise(in_2[a_in, hidden], out_[hidden]),
    ),
    source=[position_paper("22", restored=RE_DERIVED)],
)

second_layer_linear = Claim(
    "linear-models/layerwise-linear-in-second-layer",
    title="A layerwise linear model is linear in its second layer",
    statement=Identity(
        layerwise(in_1[a_in, hidden], v1 * out_[hidden] + v2 * out_2[hidden]),
        v1 * layerwise(in_1[a_in, hidden], out_[hidden]) + v2 * layerwise(in_1[a_in, hidden], out_2[hidden]),
    ),
    source=[position_paper("22", restored=RE_DERIVED)],
)

features_sum = Claim(
    "linear-models/features-sum-to-output",
    title="The features of a linear network sum to its output",
    statement=Identity(
        total(total(x_in[a_in] * in_1[a_in, hidden], a_in) * out_[hidden], hidden),
        total(x_in[a_in] * total(in_1[a_in, hidden] * out_[hidden], hidden), a_in),
    ),
    source=[
        position_paper("23", restored=RE_DERIVED),
        position_paper("24", restored=RE_DERIVED),
        position_paper("25", restored=RE_DERIVED),
    ],
    note=r"The $k$-th feature is $\left(\sum_i x_i w_{1,ik}\right) w_{2,k}$. For a linear model, whose $k$-th feature "
    r"is $theta_k x_k$, the sum is the output by definition.",
)

coordinates = families("c")

inputs_independent = Claim(
    "linear-models/inputs-independent",
    title="A combination of orthogonal inputs has the mean square of its coordinates, weighted by second moments",
    statement=Identity(
        total(coordinates[a_in] * coordinates[b_in] * input_moment(a_in, b_in), a_in, b_in),
        total(moment[a_in] * coordinates[a_in] ** 2, a_in),
    ),
    source=[position_paper("Section C.5", restored=RE_DERIVED)],
    note="Zero only for zero coordinates when no second moment vanishes: the inputs are linearly independent, and a "
    "function in their span is given by its coordinates.",
)
