"""The Heaviside network starts as its wide limit says, and learns a single feature."""

from dataclasses import replace

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import heaviside

with late():
    import torch

    from layerproof.networks.harness.session import Session
    from layerproof.networks.models.perceptrons import Perceptron

    from .verdicts import compare

HEAVISIDE = heaviside.HEAVISIDE


@pytest.fixture(scope="module")
def smoke():
    config = HEAVISIDE.scales["smoke"]
    return HEAVISIDE.predict(config), HEAVISIDE.measure(
        config, Session(HEAVISIDE.seed, torch.device("cpu"), experiment=HEAVISIDE.name)
    )


def test_networks_follow_the_repairs_and_not_the_misprints(smoke):
    predictions, measured = smoke
    for prediction in predictions:
        verdict = compare(prediction, measured[prediction.quantity]).verdict
        if prediction.printed or prediction.quantity == "intensity features" or prediction.relation == "at most":
            assert verdict is Verdict.CONTRADICTED, prediction.says
            assert prediction.printed or prediction.beyond  # findings, and no alarm
        else:
            assert verdict is not Verdict.CONTRADICTED, prediction.says
    assert {c for p in predictions for c in p.claims} == set(HEAVISIDE.claims)


@pytest.mark.parametrize(
    ("quantity", "factor"),
    [
        ("useful features at the start", 1.5),
        ("significant features at the start", 2.0),
        ("used features at the start", 2.0),
        ("left by 20 features", 1e-3),
        ("loss, last layer only", 3.0),
        ("useful features", 3.2 / 1.1),
        ("used features", 1.8),
        ("significant features", 2.73 / 2),
    ],
)
def test_a_prediction_that_is_off_is_contradicted(smoke, quantity, factor):
    predictions, measured = smoke
    right = next(p for p in predictions if p.quantity == quantity)
    wrong = replace(right, value=np.asarray(right.value) * factor)
    assert compare(wrong, measured[quantity]).verdict is Verdict.CONTRADICTED


def test_the_wide_kernel_is_that_of_wide_layers():
    x, width = heaviside.inputs(5), 3000
    for hidden in (1, 2):
        network = Perceptron((1, *[width] * hidden, 1), parametrisation="pytorch")
        start = network.init(1, torch.Generator().manual_seed(0), torch.float64)
        features = network.features({k: v[0] for k, v in start.items()}, torch.from_numpy(x)[:, None]).numpy()
        kernel = heaviside.wide_kernel(x, width, hidden)
        assert features @ features.T / width == pytest.approx(kernel, abs=0.06 * kernel.max())


def test_table_2_1_at_the_start_is_the_wide_limit():
    rho, overlap = heaviside.spectrum(replace(HEAVISIDE.scales["paper"], width=10**6))
    assert round(float(heaviside.dimension(overlap)), 1) == 3.2
    assert round(float(heaviside.dimension(rho)), 1) == 1.6
    assert overlap.sum() == pytest.approx(0.5)
    assert 0.5 - overlap[:20].sum() > 4e-3  # and not below 1e-5


def test_with_as_many_samples_as_features_twenty_are_enough():
    _, overlap = heaviside.spectrum(replace(HEAVISIDE.scales["paper"], samples=20))
    assert 0.5 - overlap[:20].sum() == pytest.approx(0, abs=1e-12)


def test_the_paper_s_scale_can_be_trained():
    few = replace(HEAVISIDE.scales["paper"], seeds=1, steps=1, batch=2, last=(1,), samples=40, width=300)
    found = HEAVISIDE.measure(few, Session(0, torch.device("cpu")))
    assert set(found) >= {p.quantity for p in HEAVISIDE.predict(few)} | set(HEAVISIDE.curves)


def test_last_layer_training_follows_the_modes():
    """At a width where it can be told from a quarter of the learning rate."""
    config = replace(HEAVISIDE.scales["smoke"], width=256, seeds=8, steps=1, last=(10, 100))
    found = HEAVISIDE.measure(config, Session(0, torch.device("cpu")))
    right, slower = (
        next(p for p in HEAVISIDE.predict(replace(config, slow=slow)) if p.quantity == "loss, last layer only")
        for slow in (config.slow, config.slow / 4)
    )
    assert compare(right, found[right.quantity]).verdict is Verdict.SUPPORTED
    assert compare(slower, found[slower.quantity]).verdict is Verdict.CONTRADICTED
