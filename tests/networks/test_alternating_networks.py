"""Alternating gradient flows against trained networks, at a small scale."""

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import alternating, modular_addition
from layerproof.networks.harness.crossings import crossing_times, flattest, heard, values_at

with late():
    import torch

    from layerproof.networks.data.modular import modular_table
    from layerproof.networks.models.quadratic import quadratic_network
    from layerproof.numerics.neurons.modular_addition import encoded

    from .verdicts import check, of, run, spoiled, verdict

EXPERIMENTS = (
    alternating.DIAGONAL,
    alternating.LINEAR,
    modular_addition.UTILITY,
    modular_addition.FREQUENCIES,
    modular_addition.COUNTS,
)


@pytest.fixture(scope="module")
def smoke():
    return {experiment.name: run(experiment) for experiment in EXPERIMENTS}


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_networks_follow_the_repairs_and_not_the_misprints(smoke, experiment):
    _, predictions, measured = smoke[experiment.name]
    check(experiment, predictions, measured)


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_every_scale_predicts(experiment):
    for config in experiment.scales.values():
        assert experiment.predict(config)


@pytest.mark.parametrize(
    ("name", "quantity", "factor"),
    [
        ("alternating/diagonal", "turning: jump times", 1.05),
        ("alternating/diagonal", "aligned: jump times", 0.95),
        ("alternating/diagonal", "turning: loss levels", 1.2),
        ("alternating/linear", "white: jump times", 1.05),
        ("alternating/linear", "coloured: jump times", 0.95),
        ("alternating/linear", "white: modes", 0.95),
        ("modular-addition/utility", "utility in phase", 1.05),
        ("modular-addition/utility", "utility without phases", 0.95),
        ("modular-addition/utility", "utility in phase, p = 3", 1.05),
        ("modular-addition/utility", "utility without phases, p = 3", 0.95),
        ("modular-addition/frequencies", "first jump", 1.05),
        ("modular-addition/frequencies", "order of frequencies", 3.0),
        ("modular-addition/neurons", "left by few", 1.1),
        ("modular-addition/neurons", "neurons used", 7 / 6),
    ],
)
def test_a_wrong_prediction_is_contradicted_by_the_same_networks(smoke, name, quantity, factor):
    _, predictions, measured = smoke[name]
    prediction = of(predictions, quantity)
    assert verdict(prediction, measured) is not Verdict.CONTRADICTED
    assert spoiled(prediction, measured, factor) is Verdict.CONTRADICTED


def test_the_first_coordinate_is_learned_unlearned_and_comes_back_with_the_other_sign(smoke):
    coefficients = smoke["alternating/diagonal"][2]["returning: coefficients"]
    assert (coefficients[:, 0, 0] > 0.2).all()
    assert np.abs(coefficients[:, 1, 0]).max() < 0.01
    assert (coefficients[:, 2, 0] < -0.1).all()


def test_quadratic_networks_are_the_neurons_of_the_theory():
    task = encoded(5, [2.0, 1.0], [0.3, 1.0])
    neurons = np.random.default_rng(0).standard_normal((4, 15))
    x, y = modular_table(5).encoded(torch.tensor(task.encoding))
    parameters = modular_addition.as_parameters(neurons)
    found = quadratic_network(parameters, x)
    np.testing.assert_allclose(found.reshape(5, 5, 5), task.outputs(neurons), atol=1e-12)
    np.testing.assert_allclose(y.reshape(5, 5, 5), task.labels, atol=1e-12)
    scaled = quadratic_network({k: 2 * v for k, v in parameters.items()}, x)
    np.testing.assert_allclose(scaled, 8 * found, rtol=1e-12)  # degree 3
    with pytest.raises(ValueError, match=r"got inputs of width 8; expected 10"):
        quadratic_network(parameters, torch.ones(3, 8, dtype=torch.float64))


@pytest.mark.parametrize(
    ("operation", "back"),
    [
        ("addition", lambda a, b, c: (a + b - c) % 7),
        ("subtraction", lambda a, b, c: (a - b - c) % 7),
        ("multiplication", lambda a, b, c: (a * b - c) % 7),
        ("division", lambda a, b, c: (c * b - a) % 7),
    ],
)
def test_modular_tables_hold_every_pair_and_its_answer(operation, back):
    table = modular_table(7, operation)
    a, b = table.pairs.T
    assert len(table) == (42 if operation == "division" else 49) == len({tuple(pair) for pair in table.pairs.tolist()})
    assert not back(a, b, table.answers).any()
    tokens, answers = table.tokens()
    assert tokens.shape == (len(table), 4)
    assert (tokens[:, 0] == a).all()
    assert (tokens[:, 2] == b).all()
    assert int(tokens.max()) + 1 == table.vocabulary == 9
    x, y = table.one_hot()
    assert (x[:, :7].argmax(1) == a).all()
    assert (x[:, 7:].argmax(1) == b).all()
    assert (y.argmax(1) == answers).all()
    assert (x.sum(1) == 2).all()


def test_a_modular_table_is_split_without_loss_and_the_same_way_each_time():
    table = modular_table(11, "division")
    parts = [table.split(0.3, torch.Generator().manual_seed(k)) for k in (0, 0, 1)]
    (train, test), (again, _), (other, _) = parts
    assert len(train) == 33
    both = torch.cat([train.pairs, test.pairs]).tolist()
    assert sorted(both) == sorted(table.pairs.tolist())
    assert torch.equal(train.pairs, again.pairs)
    assert not torch.equal(train.pairs, other.pairs)
    assert ((train.answers * train.pairs[:, 1] - train.pairs[:, 0]) % 11 == 0).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: modular_table(6, "division"), "got modulus 6; expected a prime"),
        (lambda: modular_table(1), "expected at least 2"),
        (lambda: modular_table(5, "power"), "got operation 'power'"),
        (lambda: modular_table(5).encoded(torch.ones(4)), r"got an encoding of shape \(4,\)"),
        (lambda: modular_table(5).split(1.0, torch.Generator()), "got a share of 1.0"),
        (lambda: crossing_times([0, 1, 2], [[0.0], [1.0]], 1.0), "expected increasing .records,."),
        (lambda: crossing_times([1, 0], [[0.0], [1.0]], 1.0), "expected increasing .records,."),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_crossings_of_curves_with_known_crossings():
    t = np.linspace(0, 10, 2001)
    rates = np.array([1.0, 2.0, 3.0])
    rising = 1 - np.exp(-rates * t[:, None])
    np.testing.assert_allclose(crossing_times(t, rising, 0.5), np.log(2) / rates, rtol=1e-4)
    np.testing.assert_allclose(crossing_times(t, 1 - rising, 0.25, falling=True), np.log(4) / rates, rtol=1e-4)
    np.testing.assert_allclose(values_at(t, rising, np.log(2) / rates), 0.5, rtol=1e-4)
    stairs = 2 - np.tanh(5 * (t - 2)) / 2 - np.tanh(5 * (t - 8)) / 2
    assert flattest(t, stairs[:, None], [[2.0, 8.0]])[0] == pytest.approx(5.0, abs=0.1)


@pytest.mark.parametrize(
    ("read", "found", "said"),
    [
        (lambda: crossing_times([0, 1, 3], [[0.0, 0.0], [1.0, 1.0], [2.0, 1.5]], 1.75), [2.5, np.nan],
         "curve (1) never reaches 1.75: it gets to 1.5 by the time 3"),
        (lambda: crossing_times([0, 1], [[1.0, 1.0], [0.5, 0.0]], 0.25, falling=True), [np.nan, 0.75],
         "curve (0) never reaches 0.25: it gets to 0.5 by the time 1"),
        (lambda: crossing_times([0, 1], [0.2, 1.0], 0.1), np.nan, "the curve starts at 0.2, beyond the level 0.1"),
        (lambda: flattest([0, 1, 2], np.ones((3, 2)), [[0.2, 0.4], [0.5, 1.5]]), [[np.nan], [1.0]],
         "curve (0, 0) has no record between its jumps 1 and 2"),
    ],
)  # fmt: skip
def test_a_time_that_there_is_not_is_none_and_said_of_this_curve_alone(read, found, said):
    with heard() as words:
        np.testing.assert_allclose(read(), found)
    assert [str(one) for one in words] == [said]


def test_what_hangs_on_a_time_that_there_is_not_is_none():
    t, values = np.arange(4.0), np.arange(8.0).reshape(4, 2)
    np.testing.assert_allclose(values_at(t, values, [np.nan, 1.5]), [np.nan, 4.0])
    np.testing.assert_allclose(flattest(t, values, [[0.0, np.nan], [0.5, 2.5]]), [[np.nan], [1.0]])
    assert np.isnan(crossing_times(t, [[0.0], [np.nan], [1.0], [2.0]], 0.5)).all()
