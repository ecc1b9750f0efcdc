"""Matrix flows: the velocity is the gradient, trajectories agree with another integrator, nothing conserved drifts."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.flows import dop853
    from layerproof.numerics.flows.ensembles import BlowUp
    from layerproof.numerics.flows.matrix_flows import integrate_layers, train
    from layerproof.numerics.flows.matrix_taylor import Field, Recurrence, TooManySteps


def network(widths, draws, seed=0, size=0.7):
    random = np.random.default_rng(seed)
    return [size * random.normal(size=(draws, b, a)) for a, b in pairwise(widths)]


def moments(widths, draws, seed=1, samples=12):
    """Second moments of samples, and the samples."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(draws, widths[0], samples))
    y = random.normal(size=(draws, widths[-1], samples))
    return x @ x.swapaxes(1, 2) / samples, y @ x.swapaxes(1, 2) / samples, x, y


def sample_loss(layers, x, y, prefactor, decay):
    """The loss from its definition on the samples of one draw; analytic, so that complex steps differentiate it."""
    out = x
    for w in layers:
        out = w @ out
    return prefactor * ((y - out) ** 2).sum() / x.shape[1] + decay / 2 * sum((w**2).sum() for w in layers)


@given(
    widths=st.lists(st.integers(1, 4), min_size=2, max_size=5),
    prefactor=st.sampled_from([0.5, 1.0]),
    decay=st.sampled_from([0.0, 0.3]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=25, deadline=None)
def test_the_velocity_is_minus_the_gradient(widths, prefactor, decay, seed):
    layers = network(widths, 2, seed)
    sigma_xx, sigma_yx, x, y = moments(widths, 2, seed + 1)
    field = Field(sigma_yx, sigma_xx, 2 * prefactor, decay)
    velocity = [c[1] for c in Recurrence(widths, 2, 2)(layers, field)]
    for draw in range(2):
        own = [w[draw].astype(complex) for w in layers]
        for layer, w in enumerate(own):
            for at in np.ndindex(w.shape):
                w[at] += 1e-30j
                slope = sample_loss(own, x[draw], y[draw], prefactor, decay).imag / 1e-30
                w[at] = w[at].real
                assert velocity[layer][draw][at] == pytest.approx(-slope, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("widths", [(3, 2), (2, 3, 2), (4, 2, 3), (2, 3, 3, 2), (1, 2, 2, 2, 1)])
def test_trajectories_agree_with_dop853(widths):
    draws, times = 6, np.array([0.0, 0.3, 1.0, 2.5])
    layers = network(widths, draws)
    sigma_xx, sigma_yx, _, _ = moments(widths, draws)
    found = integrate_layers(layers, sigma_yx, times, sigma_xx=sigma_xx, decay=0.1, prefactor=1.0)
    sizes = [w[0].size for w in layers]

    def slope(t, state):
        parts = np.split(state.T, np.cumsum(sizes)[:-1], axis=1)
        now = [p.reshape(w.shape) for p, w in zip(parts, layers, strict=True)]
        rates = []
        for layer, w in enumerate(now):
            ahead, behind = np.eye(widths[0]), np.eye(widths[-1])
            for earlier in now[:layer]:
                ahead = earlier @ ahead
            for later in now[:layer:-1]:
                behind = behind @ later
            error = behind @ w @ ahead @ sigma_xx - sigma_yx
            turned = np.broadcast_to(ahead, (draws, *ahead.shape[-2:])).swapaxes(1, 2)
            pulled = np.broadcast_to(behind, (draws, *behind.shape[-2:])).swapaxes(1, 2)
            rates.append((-2.0 * pulled @ error @ turned - 0.1 * w).reshape(draws, -1))
        return np.concatenate(rates, axis=1).T

    start = np.concatenate([w.reshape(draws, -1) for w in layers], axis=1)
    expected = dop853.solve(slope, start, times)
    got = np.concatenate([w.reshape(draws, len(times), -1) for w in found.weights], axis=2)
    assert np.abs(got - expected).max() < 1e-11
    assert found.drift().max() < 1e-13


def test_ten_thousand_draws_in_one_call_conserve_what_is_conserved():
    widths, draws = (2, 2, 2), 10_000
    found = integrate_layers(network(widths, draws), network((2, 2), draws, 5)[0], [0.0, 2.0])
    draw, drift = found.worst()
    assert drift < 1e-13
    assert drift == found.drift().max() == found.drift()[draw]
    assert found.blown == ()


def test_drift_sees_a_change_and_knows_decay():
    found = integrate_layers(network((2, 2, 2), 3), np.eye(2), [0.0, 1.0], decay=0.2)
    assert found.drift().max() < 1e-14
    assert (replace(found, decay=0.0).drift() > 1e-3).all()
    moved = tuple(w.copy() for w in found.weights)
    moved[0][1, -1] *= 1 + 1e-9
    assert replace(found, weights=moved).worst()[0] == 1
    assert 1e-11 < replace(found, weights=moved).worst()[1] < 1e-8


def test_one_layer_is_linear_with_its_exponential():
    sigma_xx, target = np.diag([2.0, 0.5]), np.array([[1.0, -1.0]])
    found = integrate_layers([np.zeros((1, 1, 2))], target @ sigma_xx, [0.0, 0.7, 30.0], sigma_xx=sigma_xx)
    expected = target * -np.expm1(-np.outer([0.0, 0.7, 30.0], [2.0, 0.5]))[:, None, :]
    assert np.abs(found.product()[0] - expected).max() < 1e-14


def test_layers_that_start_at_zero_or_at_rest():
    nothing = integrate_layers([np.zeros((1, 2, 2)), np.zeros((1, 2, 2))], np.eye(2), [0.0, 5.0])
    assert not nothing.final[0].any()
    assert not nothing.final[1].any()
    settled = integrate_layers([np.eye(2)[None], np.eye(2)[None]], np.eye(2), [0.0, 5.0])
    assert (settled.final[0] == np.eye(2)).all()
    # a first layer of zero, and a heavy second one: w_1 = sinh-like growth to the target, lambda = h^2
    heavy = integrate_layers([np.zeros((1, 1, 1)), np.full((1, 1, 1), 30.0)], [[1.0]], [0.0, 1.0])
    w1, w2 = (w[0, -1, 0, 0] for w in heavy.weights)
    assert w1 * w2 == pytest.approx(1.0, abs=1e-13)
    assert w2**2 - w1**2 == pytest.approx(900.0, rel=1e-15)


def test_a_blow_up_is_marked_with_its_time():
    """Depth three without covariance: w' = w^2 for three equal layers, infinite at 1/w(0)."""
    start = np.array([0.5, 2.0])[:, None, None]
    options = {"sigma_xx": [[0.0]]}
    found = integrate_layers([start] * 3, [[1.0]], [0.0, 0.4, 1.0], on_blow_up="mark", **options)
    assert found.blown == (1,)
    assert found.blown_at[1] == pytest.approx(0.5, abs=1e-9)
    assert np.isnan(found.blown_at[0])
    assert np.isnan(found.final[0][1]).all()
    assert np.isfinite(found.final[0][0]).all()
    assert found.weights[2][:, 1, 0, 0] == pytest.approx(1 / (1 / start[:, 0, 0] - 0.4), rel=1e-13)
    assert found.drift()[0] < 1e-14
    assert np.isnan(found.drift()[1])
    assert found.worst()[0] == 0
    assert found.rerun(1).blown == (0,)
    with pytest.raises(BlowUp, match="draw 1 blew up"):
        integrate_layers([start] * 3, [[1.0]], [0.0, 1.0], **options)


def test_a_draw_does_not_depend_on_its_company():
    widths, draws = (3, 4, 2), 300
    target = network((3, 2), draws, 8)[0]
    times = np.cumsum(np.random.default_rng(3).uniform(0.1, 1.0, (draws, 4)), axis=1)
    layers = network(widths, draws)
    layers[0] *= np.linspace(0.01, 2.0, draws)[:, None, None]
    together = integrate_layers(layers, target, times)
    for draw in (0, 150, 299):
        alone = together.rerun(draw)
        assert np.abs(alone.product()[0] - together.product()[draw]).max() < 1e-14
        assert (alone.times[0] == times[draw]).all()
    twice = together.rerun(7, [times[7, 0], times[7, 3]])  # fewer outputs, the same trajectory
    assert np.abs(twice.product()[0, 1] - together.product()[7, 3]).max() < 1e-14


def test_the_loss_is_the_one_on_samples_less_its_least_value():
    widths, draws = (3, 2, 2), 4
    sigma_xx, sigma_yx, x, y = moments(widths, draws)
    found = integrate_layers(network(widths, draws), sigma_yx, [0.0, 1.0], sigma_xx=sigma_xx, prefactor=0.7)
    best = sigma_yx @ np.linalg.inv(sigma_xx)
    for draw in range(draws):
        own = [w[draw, 1] for w in found.weights]
        least = sample_loss([best[draw]], x[draw], y[draw], 0.7, 0.0)
        assert found.loss()[draw, 1] == pytest.approx(sample_loss(own, x[draw], y[draw], 0.7, 0.0) - least, rel=1e-12)


def test_the_loss_keeps_its_digits_near_the_minimum():
    found = integrate_layers([[[[0.5]]], [[[2.0]]]], [[3.0]], [0.0, 3.0])
    rate = 2 * np.hypot(0.5 * (4 - 0.25), 3.0)  # of the error at the end
    later = found.rerun(0, [0.0, 3.0, 4.0]).loss()[0]
    assert later[1] < 1e-14
    assert later[2] / later[1] == pytest.approx(np.exp(-2 * rate), rel=1e-3)


def test_the_loss_needs_moments_that_data_can_have():
    singular = np.diag([1.0, 0.0])
    fine = integrate_layers(network((2, 1), 1), [[2.0, 0.0]], [0.0, 40.0], sigma_xx=singular)
    assert fine.loss()[0, 1] < 1e-28
    wrong = integrate_layers(network((2, 1), 1), [[2.0, 1.0]], [0.0, 1.0], sigma_xx=singular)
    with pytest.raises(ValueError, match="outside of the range of Sigma_xx"):
        wrong.loss()


def test_training_ends_at_the_target_from_every_draw():
    draws = 50
    target = np.array([[1.0, 0.2], [0.0, 0.5]])
    layers = network((2, 3, 2), draws)
    sigma_xx = np.diag([2.0, 1.0])
    found = train(layers, target @ sigma_xx, sigma_xx=sigma_xx, loss=1e-22)
    assert np.abs(found.product()[:, -1] - target).max() < 1e-10
    assert (found.loss()[:, 1] <= 1e-22 * found.loss()[:, 0]).all()
    assert found.drift().max() < 1e-13
    again = integrate_layers(layers, target @ sigma_xx, found.times, sigma_xx=sigma_xx)
    assert np.abs(again.final[0] - found.final[0]).max() < 1e-13


def test_training_that_cannot_end_says_so():
    with pytest.raises(ValueError, match="draw 1 has not come down"):
        train([[[[1.0]], [[0.0]]], [[[1.0]], [[0.0]]]], [[1.0]], longest=50.0)


def test_tolerance_and_steps():
    layers, target = network((3, 3, 3), 5), np.eye(3)
    exact = integrate_layers(layers, target, [0.0, 3.0])
    rough = integrate_layers(layers, target, [0.0, 3.0], tolerance=1e-6)
    assert 1e-13 < np.abs(exact.product() - rough.product()).max() < 1e-4
    assert (rough.steps < exact.steps).all()
    with pytest.raises(TooManySteps, match="in 5 steps"):
        integrate_layers(layers, target, [0.0, 100.0], max_steps=5)


W = np.ones((2, 3, 2))


@pytest.mark.parametrize(
    ("weights", "sigma_yx", "times", "options", "message"),
    [
        ([], np.ones((3, 2)), [0, 1], {}, "no layers"),
        ([W[0]], np.ones((3, 2)), [0, 1], {}, r"W_1 of shape \(3, 2\); expected \(draws, n_1, n_0\)"),
        ([W[:0]], np.ones((3, 2)), [0, 1], {}, "at least one draw"),
        ([W, np.ones((2, 3, 2))], np.ones((3, 2)), [0, 1], {}, "expected 3 columns"),
        ([W, np.ones((1, 3, 3))], np.ones((3, 2)), [0, 1], {}, "got 1 draws of W_2; expected 2"),
        ([W * np.nan], np.ones((3, 2)), [0, 1], {}, "W_1 of draw 0 is not finite"),
        ([W], np.ones((2, 3)), [0, 1], {}, r"sigma_yx of shape \(2, 3\); expected \(3, 2\) or \(2, 3, 2\)"),
        ([W], np.full((3, 2), np.inf), [0, 1], {}, "sigma_yx of draw 0 is not finite"),
        ([W], np.ones((3, 2)), [0, 0], {}, "increase"),
        ([W], np.ones((3, 2)), [0, np.nan], {}, "increase"),
        ([W], np.ones((3, 2)), np.zeros((3, 1)), {}, r"times of shape \(3, 1\)"),
        ([W], np.ones((3, 2)), [0, 1], {"sigma_xx": [[1, 2], [0, 1]]}, "not symmetric"),
        ([W], np.ones((3, 2)), [0, 1], {"sigma_xx": [[1, 2], [2, 1]]}, "eigenvalue -1"),
        ([W], np.ones((3, 2)), [0, 1], {"sigma_xx": np.eye(3)}, "sigma_xx of shape"),
        ([W], np.ones((3, 2)), [0, 1], {"prefactor": 0.0}, "positive"),
        ([W], np.ones((3, 2)), [0, 1], {"decay": -1.0}, "not negative"),
        ([W], np.ones((3, 2)), [0, 1], {"tolerance": 0.0}, "tolerance"),
        ([W], np.ones((3, 2)), [0, 1], {"on_blow_up": "ignore"}, "on_blow_up"),
    ],
)
def test_bad_input_is_one_clear_error(weights, sigma_yx, times, options, message):
    with pytest.raises(ValueError, match=message):
        integrate_layers(weights, sigma_yx, times, **options)
