"""The tangent kernel and its distance: against Jacobians, in many digits, in its limits, and as maps."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.flows import initialisations as start
    from layerproof.numerics.flows.kernel_distance import (
        distance_along,
        kernel_distance,
        tangent_kernel,
    )
    from layerproof.numerics.flows.matrix_flows import integrate_layers, product, train
    from layerproof.numerics.flows.regime_maps import balanced_distance, balanced_map, ratio_map, wide_distance


def jacobian(layers, inputs):
    """Derivatives of all outputs by all weights: the function is linear in each layer."""

    def function(now):
        out = inputs
        for w in now:
            out = w @ out
        return out.T.ravel()

    columns = []
    for layer, w in enumerate(layers):
        for at in np.ndindex(w.shape):
            unit = np.zeros_like(w)
            unit[at] = 1.0
            columns.append(function([*layers[:layer], unit, *layers[layer + 1 :]]))
    return np.stack(columns, axis=1)


@given(widths=st.lists(st.integers(1, 3), min_size=2, max_size=5), seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_kernel_and_distance_are_those_of_the_jacobian(widths, seed):
    random = np.random.default_rng(seed)
    inputs = random.normal(size=(widths[0], 4))
    first, last = (start.gaussian(widths, 1.0, 1, seed=s) for s in (seed, seed + 1000))
    kernels = []
    for layers in (first, last):
        rows = jacobian([w[0] for w in layers], inputs)
        kernels.append(rows @ rows.T)
        assert np.abs(tangent_kernel(layers, inputs)[0] - kernels[-1]).max() < 1e-12 * np.abs(kernels[-1]).max()
    plain = 1 - (kernels[0] * kernels[1]).sum() / np.linalg.norm(kernels[0]) / np.linalg.norm(kernels[1])
    found = kernel_distance(first, last, inputs @ inputs.T / 4)[0]
    assert found == pytest.approx(plain, abs=1e-13)
    assert 0 <= found <= 1


@pytest.mark.parametrize("size", [1e-3, 1e-6, 1e-9])
def test_small_distances_keep_their_digits(size):
    random = np.random.default_rng(0)
    first = [random.normal(size=(1, 2, 3)), random.normal(size=(1, 2, 2))]
    last = [w + size * random.normal(size=w.shape) for w in first]
    found = float(kernel_distance(first, last)[0])
    with mpmath.workdps(60):

        def kernel(layers):
            w1, w2 = (mpmath.matrix(w[0].tolist()) for w in layers)
            inputs, outputs = w1.T * w1, w2 * w2.T
            return [
                inputs[i, j] * (a == b) + outputs[a, b] * (i == j)
                for i in range(3) for j in range(3) for a in range(2) for b in range(2)
            ]  # fmt: skip

        k, m = kernel(first), kernel(last)
        exact = 1 - mpmath.fdot(k, m) / mpmath.sqrt(mpmath.fdot(k, k) * mpmath.fdot(m, m))
        assert float(exact) < 10 * size**2
        # 1e-9 of a weight of one is known to seven digits only
        assert found == pytest.approx(float(exact), rel=1e-13 + 1e-15 / size)


def test_a_common_factor_is_no_distance():
    layers = start.gaussian((3, 2, 4), 1.0, 10)
    assert kernel_distance(layers, [3.0 * w for w in layers]).max() < 1e-30
    assert (kernel_distance(layers, layers) == 0).all()


def test_one_output_and_one_input_cannot_show_the_regimes():
    found = train([[[[0.1]], [[1.0]]], [[[3.0]], [[0.0]]]], [[2.0]])
    assert distance_along(found).max() < 1e-15


def test_errors():
    zero = [np.zeros((1, 2, 2))] * 2
    with pytest.raises(ValueError, match="tangent kernel is zero"):
        kernel_distance(zero, start.gaussian((2, 2, 2), 1.0, 1))
    with pytest.raises(ValueError, match="different widths"):
        kernel_distance(zero, start.gaussian((2, 3, 2), 1.0, 1))
    with pytest.raises(ValueError, match="not finite"):
        kernel_distance([w * np.nan for w in zero], zero)
    with pytest.raises(ValueError, match=r"inputs of shape \(3, 4\); expected \(2, n\)"):
        tangent_kernel(zero, np.ones((3, 4)))


TARGET = np.array([[1.0, 0.3, 0.0], [0.0, 0.7, 0.2], [0.1, 0.0, 0.5]])


def test_distance_along_starts_at_zero_and_ends_where_training_does():
    layers = start.lambda_balanced((3, 3, 3), 1.0, 0.1, 4)
    inputs = np.diag([2.0, 1.0, 0.5])
    along = distance_along(integrate_layers(layers, TARGET @ inputs, [0.0, 1.0, 60.0], sigma_xx=inputs))
    end = train(layers, TARGET @ inputs, sigma_xx=inputs).final
    assert (along[:, 0] == 0).all()
    assert along[:, 2] == pytest.approx(kernel_distance(layers, end, inputs), rel=1e-9)
    assert np.abs(kernel_distance(layers, end) - along[:, 2]).min() > 1e-3  # the inputs matter


@pytest.mark.parametrize(
    ("widths", "target"),
    [
        ((3, 3, 3), TARGET),
        ((5, 2, 2), np.eye(2, 5)),
        ((2, 2, 5), np.eye(5, 2)),
        ((4, 2, 2), np.ones((2, 4)) + np.eye(2, 4)),
    ],
)
def test_the_map_of_balanced_layers_is_the_closed_form(widths, target):
    found = balanced_map(widths, [-8.0, -1.0, 0.0, 1.0, 8.0], [0.05, 1.0, 5.0], target, 3, loss=1e-24)
    assert found.distance.shape == (5, 3, 3)
    assert found.distance == pytest.approx(found.predicted, rel=1e-8)
    # rich at any scale where lambda = 0 (layer-imbalance/rich-at-any-scale)
    assert found.distance[2] == pytest.approx(found.distance[2, :1] + np.zeros((3, 1)), rel=1e-8)
    assert (found.distance[2] > 0.01).all()
    if widths == (3, 3, 3):  # lazy in both directions, at any scale that is not large
        assert (found.distance[[0, 4], :2] < 1e-3).all()


def test_square_networks_turn_lazy_with_the_fourth_power_of_the_imbalance():
    """The eigenvalues sqrt(lambda^2 + 4 s^2) change by 2 (rho^2 - s^2)/lambda of lambda, squared in the distance."""
    found = balanced_map((3, 3, 3), [-200.0, -100.0, 100.0, 200.0], [0.5], TARGET, 1)
    ratio = found.distance[[1, 2], 0, 0] / found.distance[[0, 3], 0, 0]
    assert ratio == pytest.approx([16.0, 16.0], rel=1e-2)


@pytest.mark.parametrize("wide_input", [True, False])
def test_funnels_turn_lazy_upstream_and_rich_downstream(wide_input):
    """layer-imbalance/funnel-upstream and funnel-downstream; anti-funnels are their mirrors."""
    widths, target = ((3, 1, 1), np.eye(1, 3)) if wide_input else ((1, 1, 3), np.eye(3, 1))
    imbalances = np.array([5.0, -5.0]) if wide_input else np.array([-5.0, 5.0])
    found = balanced_map(widths, imbalances, [1e-2], target, 5, seed=2)
    assert found.distance == pytest.approx(found.predicted, rel=1e-8)
    function = product(start.lambda_balanced(widths, 0.0, 1.0, 5, seed=2))
    cosine = (function * target).sum(axis=(1, 2))
    lazy, rich = (balanced_distance(function, target, lam, 1) for lam in 1e4 * imbalances)
    assert lazy.max() < 1e-15
    assert rich == pytest.approx(1 - cosine**2, rel=1e-7)
    assert (found.distance[0] < 0.01).all()
    assert (found.distance[1, 0] > 0.5 * rich).all()


def isotropic(u, v, dimension):
    """Layers with W_2 W_2^T = u I, W_1^T W_1 = v I and W_2 W_1 = 0, in twice as many hidden neurons."""
    frame = np.linalg.qr(np.random.default_rng(0).normal(size=(2 * dimension, 2 * dimension)))[0]
    return np.sqrt(v) * frame[None, :, :dimension], np.sqrt(u) * frame[None, :, dimension:].swapaxes(1, 2)


@pytest.mark.parametrize(("u", "v"), [(1.0, 1.0), (5.0, 0.2), (0.01, 3.0), (0.05, 0.05)])
def test_isotropic_layers_end_where_the_closed_form_says(u, v):
    layers = isotropic(u, v, 3)
    end = train(layers, TARGET, loss=1e-24).final
    assert kernel_distance(layers, end)[0] == pytest.approx(wide_distance(u, v, TARGET), rel=1e-9)
    # for a square target only the mean weight counts
    assert wide_distance(u, v, TARGET) == pytest.approx(wide_distance((u + v) / 2, (u + v) / 2, TARGET), rel=1e-10)


def test_the_map_of_symmetrised_layers_tends_to_the_closed_form():
    off = []
    for width in (32, 512):
        found = ratio_map((3, width, 3), [1.0], [1.0, 2.0], TARGET, 6, loss=1e-12, tolerance=1e-10)
        off.append(np.abs(np.log(found.distance / found.predicted)).mean())
    assert off[1] < 0.45 * off[0]  # a fourth by 1/sqrt(width), up to higher orders and the noise of six draws
    assert (found.distance[0, 1] < found.distance[0, 0]).all()  # a smaller target is lazier


def test_the_cells_of_a_map_are_where_they_should_be():
    whole = ratio_map((2, 4, 3), [0.2, 1.0, 3.0], [1.0, 2.0], TARGET[:, :2], 2, loss=1e-8, tolerance=1e-8, moment=0.5)
    cell = ratio_map((2, 4, 3), [3.0], [2.0], TARGET[:, :2], 2, loss=1e-8, tolerance=1e-8, moment=0.5)
    assert whole.distance[2, 1] == pytest.approx(cell.distance[0, 0], rel=1e-6)
    assert whole.loss[2, 1] == pytest.approx(cell.loss[0, 0], rel=1e-6)
    assert whole.predicted[2, 1] == pytest.approx(cell.predicted[0, 0], rel=1e-12)
    layers = start.lambda_balanced((3, 3, 3), -1.0, 0.4, 2)
    early = integrate_layers(layers, TARGET, [0.0, 0.5]).loss()
    found = balanced_map((3, 3, 3), [2.0, -1.0], [1.0, 0.4], TARGET, 2, moment=0.5)
    assert found.loss[1, 1] == pytest.approx(early[:, 1] / early[:, 0], rel=1e-12)


def test_maps_refuse_what_is_no_map():
    with pytest.raises(ValueError, match="absolute scale of 0"):
        balanced_map((2, 2, 2), [0.0], [0.0], np.eye(2), 1)
    with pytest.raises(ValueError, match="lambda > 0 needs p <= c"):
        balanced_map((4, 3, 2), [1.0], [1.0], np.eye(2, 4), 1)
    with pytest.raises(ValueError, match="got imbalances of shape"):
        balanced_map((2, 2, 2), [], [1.0], np.eye(2), 1)
    with pytest.raises(ValueError, match="even number"):
        ratio_map((2, 3, 2), [1.0], [1.0], np.eye(2), 1)
    with pytest.raises(ValueError, match="not positive"):
        ratio_map((2, 4, 2), [-1.0], [1.0], np.eye(2), 1)
    with pytest.raises(ValueError, match="positive time"):
        ratio_map((2, 4, 2), [1.0], [1.0], np.eye(2), 1, moment=0.0)
