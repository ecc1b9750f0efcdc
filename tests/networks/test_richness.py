"""The experiments on the richness measure: their smoke scale, and predictions that their measurements refuse."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import downscaling, richness
from layerproof.networks.harness.protocol import Experiment

with late():
    import torch

    from layerproof.networks.harness.session import Session

    from .verdicts import compare

EXPERIMENTS: dict[str, Experiment[Any]] = {
    each.name: each
    for each in (
        *(downscaling.LAYERS, downscaling.WIDTHS),
        *(richness.LAST_LAYER, richness.DOWNSCALED, richness.ENCODED, richness.DECAY),
    )
}
FAILED = {"excess of the linear model", "exponent of 6.4.1"}
"""Sentences of the sources that networks as small as these contradict, see the notes."""


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Networks this small only wait for a second one."""
    torch.set_num_threads(1)


@cache
def measured(name: str) -> dict[str, Any]:
    experiment = EXPERIMENTS[name]
    session = Session(experiment.seed, torch.device("cpu"))
    return dict(experiment.measure(experiment.scales["smoke"], session))


def verdicts(name: str) -> dict[str, Verdict]:
    experiment = EXPERIMENTS[name]
    predictions = experiment.predict(experiment.scales["smoke"])
    return {p.quantity: compare(p, measured(name)[p.quantity]).verdict for p in predictions if not p.printed}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_no_prediction_is_contradicted(name: str) -> None:
    found = verdicts(name)
    assert {quantity for quantity, verdict in found.items() if verdict is Verdict.CONTRADICTED} <= FAILED
    assert all(curve in measured(name) for curve in EXPERIMENTS[name].curves)


@pytest.mark.parametrize("name", ["richness/linear-networks", "richness/decay"])
def test_deterministic_predictions_are_supported(name: str) -> None:
    assert set(verdicts(name).values()) == {Verdict.SUPPORTED}


@pytest.mark.parametrize("name", ["richness/linear-networks", "richness/last-layer"])
def test_printed_lines_are_contradicted(name: str) -> None:
    experiment = EXPERIMENTS[name]
    printed = [p for p in experiment.predict(experiment.scales["smoke"]) if p.printed]
    assert [compare(p, measured(name)[p.quantity]).verdict for p in printed] == [Verdict.CONTRADICTED]


def test_another_imbalance_is_contradicted() -> None:
    config = downscaling.LAYERS.scales["smoke"]
    wrong = downscaling.predict_layers(replace(config, imbalance=1.05 * config.imbalance))
    found = measured("richness/linear-networks")
    exact = ("richness measure", "similarity to the initial kernel", "parameter norm")
    assert {p.quantity for p in wrong if compare(p, found[p.quantity]).verdict is Verdict.CONTRADICTED} >= set(exact)


def test_the_closed_form_at_its_ends() -> None:
    config = replace(downscaling.LAYERS.scales["smoke"], values=(1.0,) * 3, downscalings=(1e-9, 1.0, 1e9))
    kappa = downscaling.ends(config)["richness measure"]
    assert kappa[0] == pytest.approx(0, abs=1e-12)  # an MP-operator
    assert kappa[2] == pytest.approx(1 - np.sqrt(3 / 8))  # features that did not move: isotropic in d dimensions
    assert kappa[1] == pytest.approx(1 - 1 / np.sqrt(1 + 5 / 3 / ((1 + np.sqrt(5)) / 2) ** 2))


def test_the_threshold_goes_down_with_the_width() -> None:
    config = downscaling.WIDTHS.scales["smoke"]
    np.testing.assert_allclose(downscaling.threshold_exponents(config.widths), [-0.5, 0.0], atol=1e-9)
    assert verdicts("richness/threshold")["exponent of 6.4.1"] is Verdict.CONTRADICTED


def test_curves_that_do_not_cross() -> None:
    with pytest.raises(ValueError, match="expected them to cross"):
        downscaling._crossings(np.arange(3.0), np.log(np.full((1, 3), 0.1)), 0.5)
    found = downscaling._crossings(np.arange(3.0), np.log(np.array([[0.1, 0.2, 0.8]])), 0.4)
    np.testing.assert_allclose(found, [1.5])


@pytest.mark.parametrize("experiment", [richness.LAST_LAYER, richness.DOWNSCALED, richness.ENCODED, richness.DECAY])
def test_the_scale_of_the_sources_needs_files(
    experiment: Experiment[Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from layerproof.networks.data.files import DataError

    monkeypatch.setenv("LAYERPROOF_DATA", str(tmp_path))
    with pytest.raises(DataError, match="MNIST"):
        experiment.measure(experiment.scales["paper"], Session(0, torch.device("cpu")))


def test_the_scale_of_the_sources_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step of each model of the paper scale, with noise in place of MNIST."""
    from layerproof.networks.data import Images

    images = Images(torch.randn(20, 1, 28, 28), torch.arange(20) % 10, 10)
    monkeypatch.setattr(richness, "prepared", lambda config, session: (images, images))
    for experiment in (richness.DOWNSCALED, richness.ENCODED):
        config = replace(experiment.scales["paper"], seeds=1, batch=2, samples=2, epochs=1)
        found = experiment.measure(config, Session(0, torch.device("cpu")))
        for prediction in experiment.predict(config):
            assert np.shape(found[prediction.quantity])[1:] == np.shape(prediction.value)
