"""Linear networks mode by mode: alternating flows, greedy low-rank learning and the integrated matrix flow."""

import numpy as np
import pytest

from layerproof.numerics.neurons.alternating import alternate
from layerproof.numerics.neurons.diagonal_networks import halfway_levels
from layerproof.numerics.neurons.greedy_low_rank import (
    FactorProblem,
    LinearNeurons,
    _separated,
    crossing_times,
    factorization,
    flow,
    greedy_low_rank,
    linear_network,
)

RNG = np.random.default_rng(1)
GENERIC = linear_network(RNG.normal(size=(2, 3)))
MIX = RNG.normal(size=(2, 5))
COLOURED = linear_network(RNG.normal(size=(2, 2)), MIX @ MIX.T / 5 + 0.2 * np.eye(2))
SEEN = np.ones((4, 4))
SEEN[0, 3] = SEEN[3, 0] = SEEN[1, 2] = SEEN[2, 1] = 0
COMPLETION = factorization([[3, 2, 1, 0], [2, 3, 0, 2], [1, 0, 1, 0.5], [0, 2, 0.5, 4]], SEEN)

BLOCKS = factorization(
    [[4.0, 1.0, 0.0], [1.0, 5.0, 0.0], [0.0, 0.0, 2.5]], [[1.0, 0.25, 0.0], [0.25, 1.0, 0.0], [0.0, 0.0, 1.0]]
)
"""Two blocks that do not see each other."""


def test_white_inputs_learn_singular_modes_one_at_a_time():
    correlation = np.random.default_rng(5).normal(size=(3, 4))
    left, values, right = np.linalg.svd(correlation, full_matrices=False)
    found = alternate(LinearNeurons(linear_network(correlation)))
    np.testing.assert_allclose(found.times, 1 / values, rtol=1e-7)
    power = values**2 / 2
    np.testing.assert_allclose(found.levels, power.sum() - np.append(0, np.cumsum(power)), atol=1e-9)
    for k, jump in enumerate(found.jumps):
        pair = np.append(left[:, k], right[k]) / np.sqrt(2)
        assert abs(pair @ jump.direction) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("problem", [GENERIC, COLOURED, COMPLETION], ids=["white", "coloured", "completion"])
def test_the_matrix_flow_tends_to_alternating_flows(problem):
    found = alternate(LinearNeurons(problem))
    sizes = (100.0, 150.0)
    crossed = [crossing_times(problem, L, halfway_levels(found), found.times[-1] + 0.3) for L in sizes]
    errors = [(times - found.times) * L for times, L in zip(crossed, sizes, strict=True)]
    np.testing.assert_allclose(errors[0], errors[1], rtol=1e-3, atol=1e-3)  # the error is a multiple of 1/Lambda
    limit = (sizes[1] * crossed[1] - sizes[0] * crossed[0]) / (sizes[1] - sizes[0])
    np.testing.assert_allclose(limit, found.times, rtol=1e-4)


@pytest.mark.parametrize("problem", [GENERIC, COLOURED, COMPLETION], ids=["white", "coloured", "completion"])
def test_alternating_flows_are_greedy_low_rank_learning_on_generic_data(problem):
    found = alternate(LinearNeurons(problem))
    greedy = greedy_low_rank(problem)
    np.testing.assert_allclose(found.levels, [problem.loss(factor) for factor in greedy], atol=1e-7 * found.start)
    ranks = [np.linalg.matrix_rank(factor, tol=1e-6) for factor in greedy]
    assert ranks == list(range(len(greedy)))


def test_parts_that_do_not_see_each_other_are_not_learned_in_the_greedy_order():
    found = alternate(LinearNeurons(BLOCKS))
    greedy = np.array([BLOCKS.loss(factor) for factor in greedy_low_rank(BLOCKS)])
    assert np.abs(greedy[2] - found.levels[2]) > 1e-2  # greedy takes the largest gradient, not the longest wait
    sizes = (80.0, 160.0)
    crossed = [crossing_times(BLOCKS, L, halfway_levels(found), found.times[-1] + 0.5) for L in sizes]
    np.testing.assert_allclose(2 * crossed[1] - crossed[0], found.times, rtol=1e-5)  # gradient flow takes the latter


def test_the_modes_and_the_loss_along_the_flow():
    problem = linear_network(np.diag([3.0, 2.0]))
    size = 30.0
    times = np.array([0.27, 0.34, 0.41, 0.48, 0.56, 0.65])
    found = flow(problem, size, times, seed=3)
    # W's modes: with white inputs each is 2 sigma at its end (a and w, each of squared length sigma)
    assert found.modes[-1, :2] == pytest.approx([6, 4], abs=0.05)
    assert (np.diff(found.losses) < 0).all()
    assert found.losses[[0, 2, 5]] == pytest.approx([6.5, 2.0, 0.0], abs=0.02)


def test_columns_are_separated_to_the_accuracy_of_each():
    lengths = np.array([1.0, 1e-20, 1e-60])
    U = np.random.default_rng(0).normal(size=(4, 3)) * lengths
    found = _separated(U)
    gram = (found / lengths).T @ (found / lengths)
    np.testing.assert_allclose(gram - np.diag(np.diag(gram)), 0, atol=1e-14)
    # the shortest is what is left of its column beside the others
    beside = np.linalg.qr(U[:, :2] / lengths[:2])[0]
    rest = U[:, 2] - beside @ (beside.T @ U[:, 2])
    assert abs(rest @ found[:, 2]) == pytest.approx(np.linalg.norm(rest) ** 2, rel=1e-12)


def test_fewer_columns_than_modes():
    found = alternate(LinearNeurons(linear_network(np.diag([3.0, 2.0, 1.0])), columns=2))
    np.testing.assert_allclose(found.times, [1 / 3, 1 / 2])
    assert found.finished
    assert found.levels[-1] == pytest.approx(0.5)


def test_the_pull_is_minus_twice_the_gradient():
    rng = np.random.default_rng(0)
    for problem in (GENERIC, COLOURED, COMPLETION):
        U, V = rng.normal(size=(2, problem.size, 3))
        slope = (problem.loss(U + 1e-5 * V) - problem.loss(U - 1e-5 * V)) / 2e-5
        assert slope == pytest.approx(-np.sum(problem.pull(U) @ U * V), rel=1e-6)
        assert isinstance(problem, FactorProblem)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linear_network(np.zeros(3)), "expected a matrix"),
        (lambda: linear_network([[np.inf]]), "not finite"),
        (lambda: linear_network(np.eye(2), np.diag([1.0, -1.0])), "positive definite"),
        (lambda: factorization([[1.0, 2.0], [0.0, 1.0]]), "symmetric"),
        (lambda: factorization(np.eye(2), -np.eye(2)), "no negative weight"),
        (lambda: greedy_low_rank(GENERIC, perturbation=0), "got perturbation=0"),
        (lambda: LinearNeurons(GENERIC, columns=0), "got 0 columns"),
        (lambda: flow(GENERIC, 0.0, [1.0]), r"got log\(1/alpha\) = 0.0"),
        (lambda: flow(GENERIC, 10.0, []), "increase"),
        (lambda: crossing_times(GENERIC, 10.0, [-1.0], 0.5), "does not cross"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
