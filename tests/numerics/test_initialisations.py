"""Initialisations: balanced to rounding where balance can be, refused where it cannot."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.flows import initialisations as start
    from layerproof.numerics.flows.kernel_distance import tangent_kernel
    from layerproof.numerics.flows.matrix_flows import imbalances, product


def residual(layers, imbalance):
    """How far from lambda-balanced, relative to the larger of the squared norms and of lambda."""
    (matrix,) = imbalances(layers)
    size = max(abs(imbalance), *((w**2).sum(axis=(1, 2)).max() for w in layers))
    return np.abs(matrix - imbalance * np.eye(matrix.shape[-1])).max() / size


@given(
    widths=st.tuples(*[st.integers(1, 6)] * 3),
    imbalance=st.sampled_from([-100.0, -1.5, 0.0, 1e-9, 2.0, 50.0]),
    scale=st.sampled_from([1e-6, 0.7, 20.0]),
    seed=st.integers(0, 99),
)
@settings(max_examples=80, deadline=None)
def test_lambda_balanced_layers_are_balanced_or_refused(widths, imbalance, scale, seed):
    d, p, c = widths
    exists = p <= c if imbalance > 0 else p <= d if imbalance < 0 else True
    assert (np.sign(imbalance) in start.possible_signs(widths)) == exists
    if not exists:
        with pytest.raises(ValueError, match=r"These shapes allow .*lambda = 0"):
            start.lambda_balanced(widths, imbalance, scale, 1)
        return
    layers = start.lambda_balanced(widths, imbalance, scale, 3, seed=seed)
    assert [w.shape for w in layers] == [(3, p, d), (3, c, p)]
    assert residual(layers, imbalance) < 1e-14
    assert np.linalg.norm(product(layers), axis=(1, 2)) == pytest.approx(scale, rel=1e-9 if scale < 1e-3 else 1e-12)


def test_no_layers_are_balanced_where_they_are_refused():
    """For p > c the trace over the directions that W_2 does not read is that of -W_1 W_1^T: no positive lambda."""
    random = np.random.default_rng(0)
    for _ in range(200):
        w1, w2 = random.normal(size=(3, 4)), random.normal(size=(2, 3))
        unread = np.linalg.svd(w2)[2][-1]
        assert unread @ (w2.T @ w2 - w1 @ w1.T) @ unread < 0


@pytest.mark.parametrize(
    ("widths", "imbalance", "message"),
    [
        ((5, 4, 3), 1.0, r"got lambda = 1 for \(d, p, c\) = \(5, 4, 3\): .*4 > 3.* allow lambda < 0, lambda = 0 only"),
        ((3, 4, 5), -1.0, r"lambda < 0 needs p <= d, and 4 > 3. These shapes allow lambda = 0, lambda > 0 only"),
        ((3, 4, 3), -1.0, r"These shapes allow lambda = 0 only"),
        ((3, 4), 1.0, r"got widths \(3, 4\); expected \(d, p, c\)"),
        ((3, 0, 4), 0.0, "whole and positive"),
        ((3, 3, 3), np.nan, "finite"),
    ],
)
def test_an_initialisation_that_cannot_exist_is_an_error(widths, imbalance, message):
    with pytest.raises(ValueError, match=message):
        start.lambda_balanced(widths, imbalance, 1.0, 1)


def test_one_seed_is_one_function_for_every_imbalance():
    functions = [product(start.lambda_balanced((4, 3, 3), lam, 0.5, 2, seed=7)) for lam in (-3.0, 0.0, 3.0)]
    assert np.abs(functions[0] - functions[1]).max() < 1e-14
    assert np.abs(functions[2] - functions[1]).max() < 1e-14
    assert np.abs(product(start.lambda_balanced((4, 3, 3), 0.0, 0.5, 2, seed=8)) - functions[1]).max() > 0.1


def test_directions_are_uniform():
    """The mean of a uniform rotation is zero and its second moments are those of the sphere."""
    draws = 20_000
    w1, w2 = start.lambda_balanced((2, 2, 3), 0.0, 1.0, draws, seed=3)
    for w in (w1, w2, product((w1, w2))):
        assert np.abs(w.mean(axis=0)).max() < 4 * w.std() / np.sqrt(draws) * 1.5
        squares = (w**2).mean(axis=0)
        assert np.abs(squares / squares.mean() - 1).max() < 0.05


def test_gaussian_layers_have_their_scales():
    draws, lam, scale = 40_000, 1.5, 0.8
    layers = start.gaussian_at((3, 2, 4), lam, scale, draws, seed=5)
    (matrix,) = imbalances(layers)
    assert np.abs(matrix.mean(axis=0) - lam * np.eye(2)).max() < 0.05
    assert (product(layers) ** 2).sum(axis=(1, 2)).mean() == pytest.approx(scale**2, rel=0.05)
    plain = start.gaussian((3, 2, 4), (0.1, 2.0), draws, seed=5)
    assert [w.std() for w in plain] == pytest.approx([0.1, 2.0], rel=0.02)
    with pytest.raises(ValueError, match="none negative"):
        start.gaussian((3, 2), -1.0, 1)
    with pytest.raises(ValueError, match="got 0 draws"):
        start.gaussian((3, 2), 1.0, 0)


@pytest.mark.parametrize(("shape", "hidden", "imbalance"), [((3, 3), 3, 2.0), ((2, 4), 2, -1.0), ((2, 4), 3, -0.5),
                                                            ((4, 2), 3, 0.5), ((3, 4), 6, 0.0)])  # fmt: skip
def test_aligned_layers_are_balanced_in_the_task_s_bases(shape, hidden, imbalance):
    target = np.random.default_rng(1).normal(size=shape)
    rank = min(*shape, hidden)
    values = np.linspace(1.0, 0.1, rank)
    layers = start.aligned(target, hidden, values, imbalance, 5)
    assert residual(layers, imbalance) < 1e-14
    left, _, right = np.linalg.svd(target)
    inside = left[:, :rank].T @ product(layers) @ right[:rank].T
    assert np.abs(inside - np.diag(values)).max() < 1e-14
    with pytest.raises(ValueError, match="singular values of shape"):
        start.aligned(target, hidden, np.ones(rank + 1), imbalance, 5)


@pytest.mark.parametrize("widths", [(3, 2), (2, 5, 3), (4, 3, 5, 2, 3)])
def test_zero_balanced_layers_of_any_depth(widths):
    layers = start.zero_balanced(widths, 0.3, 4)
    for matrix in imbalances(layers):
        assert np.abs(matrix).max() < 1e-14
    assert np.linalg.norm(product(layers), axis=(1, 2)) == pytest.approx(0.3, rel=1e-13)
    assert np.linalg.matrix_rank(product(layers)[0]) == min(widths)


@pytest.mark.parametrize("imbalance", [-4.0, 0.0, 4.0])
def test_funnels_allow_both_signs(imbalance):
    narrowing, widening = start.funnel(6, 2, imbalance, 0.5, 3), start.anti_funnel(6, 2, imbalance, 0.5, 3)
    assert [w.shape[1:] for w in narrowing] == [(2, 6), (2, 2)]
    assert [w.shape[1:] for w in widening] == [(2, 2), (6, 2)]
    assert residual(narrowing, imbalance) < 1e-14
    assert residual(widening, imbalance) < 1e-14
    with pytest.raises(ValueError, match="wide > narrow"):
        start.funnel(2, 2, imbalance, 0.5, 3)


@pytest.mark.parametrize("widths", [(3, 2, 2), (3, 4, 2, 2)])
def test_a_symmetrised_network_is_zero_with_twice_the_kernel(widths):
    plain = start.gaussian(widths, 1.0, 2)
    doubled = start.symmetrised(plain)
    assert [w.shape[1:] for w in doubled[:-1]] != [w.shape[1:] for w in plain[:-1]]
    assert np.abs(product(doubled)).max() < 1e-14
    inputs = np.random.default_rng(0).normal(size=(3, 4))
    if len(plain) == 2:
        assert np.abs(tangent_kernel(doubled, inputs) - 2 * tangent_kernel(plain, inputs)).max() < 1e-12
    with pytest.raises(ValueError, match="hidden layer to double"):
        start.symmetrised(plain[:1])
