"""Rank, collapse and conservation in trained linear networks, at a small scale."""

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments.low_rank import CONSERVED, LINEAR, UNCONSTRAINED

with late():
    import torch

    from .verdicts import check, of, run, verdict

EXPERIMENTS = (CONSERVED, LINEAR, UNCONSTRAINED)


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
    ("name", "quantity", "wrong"),
    [
        ("low-rank/conservation", "exponent of the drift", 1.05),
        ("low-rank/conservation", "exponent of the drift", 2.0),
        ("low-rank/conservation", "change of the sum", 1.8),
        ("low-rank/linear-networks", "white: rank of the features", 2.0),
        ("low-rank/linear-networks", "white: last layer", 0.95 * np.eye(3).ravel()),
        ("low-rank/linear-networks", "white: next singular value", 0.2 * np.ones(2)),
        ("low-rank/linear-networks", "correlated: next singular value, from below", 3.0 * np.ones(2)),
        ("low-rank/unconstrained-features", "no bias: NC3", 0.95 * 0.6058),
        ("low-rank/unconstrained-features", "ranks", [3.0, 3.0]),
    ],
)
def test_a_wrong_prediction_is_contradicted_by_the_same_networks(smoke, name, quantity, wrong):
    _, predictions, measured = smoke[name]
    prediction = of(predictions, quantity)
    assert verdict(prediction, measured) is Verdict.SUPPORTED
    assert verdict(prediction, measured, value=wrong) is Verdict.CONTRADICTED


def test_what_a_large_start_leaves_within_the_classes_stays(smoke):
    measured = smoke["low-rank/linear-networks"][2]
    assert measured["white: NC1 from a large start"].min() > 100 * measured["white: NC1"].max()


def test_without_weight_decay_unconstrained_features_do_not_collapse():
    """So that what collapses them is not the measure: with a decay of almost nothing the start is still there."""
    _, predictions, measured = run(UNCONSTRAINED, decay=1e-9)
    assert verdict(of(predictions, "bias: NC1"), measured) is Verdict.CONTRADICTED
    assert verdict(of(predictions, "bias: richness"), measured) is Verdict.CONTRADICTED
    assert (measured["ranks"] > 3).all()


def test_a_step_of_gradient_descent_moves_the_balance_by_its_square():
    """D_1 - D_0 = h^2 (G_1^T G_1 - G_2 G_2^T), the identity that the exponent of the drift rests on."""
    torch.manual_seed(0)
    x, y = torch.randn(9, 4, dtype=torch.float64), torch.randn(9, 2, dtype=torch.float64)
    first, second = (torch.randn(4, 5, dtype=torch.float64), torch.randn(5, 2, dtype=torch.float64))
    error = (x @ first @ second - y) / 9
    g_1, g_2 = x.T @ error @ second.T, first.T @ x.T @ error

    def balance(a, b):
        return a.T @ a - b @ b.T

    moved = balance(first - 0.1 * g_1, second - 0.1 * g_2) - balance(first, second)
    torch.testing.assert_close(moved, 0.01 * (g_1.T @ g_1 - g_2 @ g_2.T))
