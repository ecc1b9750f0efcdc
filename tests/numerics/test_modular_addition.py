"""Modular addition by quadratic neurons: utility maximisation from many starts, and neurons that work together."""

import numpy as np
import pytest
from late import late

with late():
    from layerproof.numerics.neurons.alternating import alternate, threshold
    from layerproof.numerics.neurons.modular_addition import (
        ModularAddition,
        centred,
        cosine_neuron,
        encoded,
        maximise_utility,
    )
    from layerproof.numerics.neurons.modular_learning import (
        QuadraticNeurons,
        climb,
        collaborate,
        five_neurons,
        flow,
        left_in_plane,
        settle,
        six_neurons,
    )

TASK = encoded(7, [3.0, 2.0, 1.0], [0.3, 1.0, 2.0])
NONE = np.zeros((0, 21))


def brute_force(task, neuron):
    """The utility by its definition."""
    p, x = task.p, task.encoding
    shift = lambda a: np.array([x[(j - a) % p] for j in range(p)])  # noqa: E731
    u, v, w = neuron.reshape(3, p)
    found = [(u @ shift(a) + v @ shift(b)) ** 2 * (w @ shift((a + b) % p)) for a in range(p) for b in range(p)]
    return np.mean(found)


def test_utility_is_its_definition_and_its_gradient_its_slope():
    rng = np.random.default_rng(0)
    theta, direction = rng.normal(size=(2, 4, 21))
    value, gradient = TASK.utilities(theta)
    np.testing.assert_allclose(value, [brute_force(TASK, row) for row in theta], rtol=1e-12)
    slope = (TASK.utilities(theta + 1e-6 * direction)[0] - TASK.utilities(theta - 1e-6 * direction)[0]) / 2e-6
    np.testing.assert_allclose(slope, (gradient * direction).sum(axis=1), rtol=1e-7)


def test_the_encoding_has_the_strengths_and_phases_asked_for():
    np.testing.assert_allclose(TASK.strengths, [3, 2, 1])
    np.testing.assert_allclose(np.angle(np.fft.fft(TASK.encoding))[1:4], [0.3, 1.0, 2.0])
    np.testing.assert_allclose(centred(np.eye(5)[0]).strengths, 1)


@pytest.mark.parametrize("task", [TASK, centred(np.eye(5)[0]), encoded(11, [1, 2, 3, 1.5, 0.5])], ids="ABC")
def test_every_start_ends_at_a_cosine_in_phase_with_the_utility_of_the_theorem(task):
    found = maximise_utility(task, 400, seed=1)
    assert found.purity.min() > 1 - 1e-12
    np.testing.assert_allclose(found.imbalance, 0, atol=1e-10)  # s_u + s_v = s_w + s_x
    np.testing.assert_allclose(found.utilities, task.largest_utility(found.frequencies), rtol=1e-12)
    best = found.frequencies[np.argmax(found.utilities)]
    assert task.strengths[best - 1] == pytest.approx(task.strengths.max())  # the dominant frequency
    parts = np.linalg.norm(found.neurons.reshape(-1, 3, task.p), axis=2)
    np.testing.assert_allclose(parts, np.sqrt(1 / 3), rtol=1e-10)


def test_cosines_at_weaker_frequencies_are_local_maxima():
    rng = np.random.default_rng(2)
    for k in TASK.frequencies:
        peak = cosine_neuron(TASK, int(k), 0.4, 1.1)
        near = peak + 0.002 * rng.normal(size=(200, 21))
        near /= np.linalg.norm(near, axis=1, keepdims=True)
        assert TASK.utilities(near)[0].max() < TASK.largest_utility(k) == pytest.approx(TASK.utilities(peak)[0][0])
        assert set(maximise_utility(TASK, near[:20]).frequencies) == {k}
    assert len(set(maximise_utility(TASK, 400).frequencies)) > 1  # random starts find them too


def test_six_neurons_remove_a_frequency_and_the_next_takes_over():
    six = six_neurons(TASK, 1)
    np.testing.assert_allclose(TASK.learned(six), [1, 0, 0], atol=1e-12)
    residual = TASK.residual(six)
    np.testing.assert_allclose(np.fft.fft(residual, axis=2)[:, :, 1], 0, atol=1e-12)
    found = maximise_utility(TASK, 200, residual=residual)
    assert found.utilities.max() == pytest.approx(TASK.largest_utility(2), rel=1e-12)
    assert 1 not in found.frequencies
    everything = np.vstack([six_neurons(TASK, k) for k in (1, 2, 3)])
    assert TASK.loss(everything) < 1e-25


def test_five_neurons_come_as_close_as_their_weights_are_long():
    whole, without = TASK.loss(NONE), TASK.loss(six_neurons(TASK, 1))
    for ratio in (1.0, 2.0, 8.0):
        share = (TASK.loss(five_neurons(TASK, 1, ratio)) - without) / (whole - without)
        assert share == pytest.approx(1 / (4 * ratio**4), rel=1e-8)


def test_how_much_some_number_of_neurons_leaves():
    shares = [collaborate(count, starts=4, steps=200).shares[0] for count in (1, 2, 4, 5, 6)]
    assert shares[0] == pytest.approx(8 / 9, abs=1e-12)
    assert shares[1] == pytest.approx(5 / 9, abs=2e-3)  # not attained: from above
    assert shares[1] > 5 / 9
    assert shares[2] == pytest.approx(1 / 6, abs=2e-3)
    assert shares[2] > 1 / 6
    assert 1e-12 < shares[3] < 1e-6
    assert shares[4] < 1e-25
    bounded = [collaborate(5, starts=4, bound=bound, steps=200).shares[0] for bound in (1.0, 2.0, 4.0)]
    assert bounded[0] > 10 * bounded[1] > 100 * bounded[2]


def test_the_plane_is_the_task_at_one_frequency():
    task = encoded(5, [1.0, 0.0])
    rng = np.random.default_rng(0)
    plane = rng.normal(size=(3, 3, 2))
    angle = 2 * np.pi * np.arange(5) / 5
    basis = np.stack([np.cos(angle), np.sin(angle)])  # responses of basis to x_a: h e_a; labels (2/p) h e_{a+b}
    scaled = plane * np.array([1, 1, 2 / 5])[:, None]
    found = task.loss((scaled @ basis).reshape(3, 15)) / task.loss(np.zeros((0, 15)))
    assert found == pytest.approx((left_in_plane(plane.reshape(3, 6)) ** 2).sum(), rel=1e-12)


def test_an_aligned_neuron_jumps_at_the_time_of_the_slides():
    for k in (1, 2, 3):
        neuron = cosine_neuron(TASK, k, 0.2, 0.5)
        waited, end, jumped = climb(TASK, neuron, 1e4)
        # tau = (1/|theta(0)| - 1)/(3 U*), here in units of 1/alpha
        assert waited == pytest.approx(1e-4 * threshold(1e-4, 3) / (3 * TASK.largest_utility(k)), rel=1e-7)
        assert jumped == 0
        np.testing.assert_allclose(end / np.linalg.norm(end), neuron, atol=1e-9)


def test_with_degree_three_the_jump_time_depends_on_the_start_however_small():
    """The direction turns as fast as the logarithm of the norm grows, so that S is not kappa U* t in the limit."""
    rng = np.random.default_rng(0)
    start = rng.normal(size=(1, 21))
    start /= np.linalg.norm(start)
    early, late = (climb(TASK, start, ceiling)[0] for ceiling in (1e5, 1e7))
    assert early == pytest.approx(late, rel=1e-3)  # there is a limit,
    assert late > 1.2 / (3 * TASK.largest_utility(1))  # and it is not that of the maximal utility


def test_alternating_flows_learn_the_dominant_frequency_first():
    task = encoded(5, [2.5, 1.2], [0.3, 1.0])
    starts = np.random.default_rng(0).normal(size=(4, 15)) / np.sqrt(15)
    model = QuadraticNeurons(task, starts, 1e-6, patience=30.0)
    found = alternate(model, most=2)
    assert [1 + np.argmax(task.spectrum(jump.direction.reshape(3, 5)).mean(axis=0)[1:]) for jump in found.jumps] == [
        1,
        1,
    ]
    assert (np.diff(found.levels) < 0).all()
    # one neuron of one frequency leaves 8/9 of it; a mixture can leave a little less
    whole = encoded(5, [2.5, 0.0]).loss(np.zeros((0, 15)))
    assert found.levels[0] - found.levels[1] == pytest.approx(whole / 9, rel=0.05)


def test_the_whole_flow_stays_on_its_first_plateau_until_the_jump():
    task = encoded(5, [2.5, 1.2], [0.3, 1.0])
    starts = np.random.default_rng(0).normal(size=(4, 15)) / np.sqrt(15)
    first = climb(task, starts, 1e6)[0]
    weights = flow(task, starts, 1e-2, [0.5 * first, 1.5 * first])
    losses = [task.loss(theta) for theta in weights]
    assert losses[0] == pytest.approx(task.loss(np.zeros((0, 15))), rel=1e-3)
    assert losses[1] < 0.95 * losses[0]
    rest = settle(task, weights[1], 10.0)
    assert task.loss(rest) <= losses[1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ModularAddition(np.eye(4)[0]), "expected .p,. with odd p"),
        (lambda: ModularAddition(np.eye(5)[0]), "got an encoding with mean 0.2"),
        (lambda: ModularAddition(np.full(5, np.nan)), "zero or not finite"),
        (lambda: encoded(5, [1.0]), "of each"),
        (lambda: encoded(5, [1.0, -1.0]), "not negative"),
        (lambda: TASK.utilities(np.ones((2, 5))), r"got neurons of shape \(2, 5\)"),
        (lambda: maximise_utility(TASK, 0), "got 0 starts"),
        (lambda: six_neurons(TASK, 4), "got frequency 4"),
        (lambda: six_neurons(encoded(3, [1.0]), 1), "got p=3"),
        (lambda: six_neurons(encoded(5, [1.0, 0.0]), 2), "not in the encoding"),
        (lambda: five_neurons(TASK, 1, 0.0), "got ratio=0.0"),
        (lambda: collaborate(0), "got 0 neurons"),
        (lambda: QuadraticNeurons(TASK, NONE), "at least one"),
        (lambda: QuadraticNeurons(TASK, np.ones((1, 21)), 2.0), "got alpha=2.0"),
        (lambda: flow(TASK, np.ones((1, 21)), 0.1, [1.0, 0.0]), "increase"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
