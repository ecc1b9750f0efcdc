"""Stages of diagonal and of two-layer linear networks, at a small scale."""

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments.saddle_to_saddle import DIAGONAL, LINEAR
from layerproof.networks.harness.crossings import touching

with late():
    from .verdicts import check, of, run, spoiled, verdict

EXPERIMENTS = (DIAGONAL, LINEAR)


@pytest.fixture(scope="module")
def smoke():
    return {experiment.name: run(experiment) for experiment in EXPERIMENTS}


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_networks_follow_the_repairs_and_not_the_misprints(smoke, experiment):
    _, predictions, measured = smoke[experiment.name]
    check(experiment, predictions, measured)
    for config in experiment.scales.values():
        assert experiment.predict(config)


@pytest.mark.parametrize(
    ("name", "quantity", "factor"),
    [
        ("saddle-to-saddle/diagonal", "emergent times", 1.05),
        ("saddle-to-saddle/diagonal", "saturation times", 0.95),
        ("saddle-to-saddle/diagonal", "stage-like fraction", 1.2),
        ("saddle-to-saddle/diagonal", "plateaus", 1.1),
        ("saddle-to-saddle/diagonal", "loss drops", 1.1),
        ("saddle-to-saddle/diagonal", "linear model", 0.95),
        ("saddle-to-saddle/linear", "aligned strengths", 0.9),
        ("saddle-to-saddle/linear", "random half-times", 1.05),
        ("saddle-to-saddle/linear", "random order", 1.5),
        ("saddle-to-saddle/linear", "random plateaus", 1.2),
    ],
)
def test_a_wrong_prediction_is_contradicted_by_the_same_networks(smoke, name, quantity, factor):
    _, predictions, measured = smoke[name]
    prediction = of(predictions, quantity)
    assert verdict(prediction, measured) is Verdict.SUPPORTED
    assert spoiled(prediction, measured, factor) is Verdict.CONTRADICTED


def test_where_two_sigmoids_touch_is_the_repaired_threshold():
    """On curves of the closed form itself: what is read from the networks is what the claim is about."""
    config = DIAGONAL.scales["desk"]
    t, m = np.linspace(0, 80, 40001), np.array(config.intensities)
    sigmoids = 1 / (1 + config.excess * np.exp(-2 * m * config.target * t[:, None]))
    exponent = (m[:-1] - m[1:]) / (m[:-1] + m[1:])
    expected = 1 / (1 + config.excess**exponent)
    np.testing.assert_allclose(touching(t, sigmoids[:, None])[0], expected, rtol=2e-3)
    stopped = np.stack([sigmoids, sigmoids], 1)
    stopped[:, 1, 0] = np.minimum(stopped[:, 1, 0], 0.4)
    np.testing.assert_allclose(touching(t, stopped), [expected, [np.nan, *expected[1:]]], rtol=2e-3)


def test_losses_fall_in_stairs_and_modes_in_order(smoke):
    measured = smoke["saddle-to-saddle/diagonal"][2]
    assert (np.diff(measured["losses"], axis=1) <= 1e-12).all()
    assert (np.diff(measured["emergent times"], axis=1) > measured["saturation times"][:, :-1]).all()  # (3.14)
