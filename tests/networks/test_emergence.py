"""Emergence in solvable models at the smallest scale: repairs are supported, and what is printed is contradicted."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import Experiment

with late():
    import torch

    from layerproof.networks.experiments import emergence, three_neurons
    from layerproof.networks.harness.session import Session

    from .verdicts import compare, measured

EXPERIMENTS = [emergence.STAGES, emergence.SHRUNK, emergence.FEW_SHOTS, emergence.ROOM, three_neurons.NEURONS]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_networks_follow_the_repairs_and_not_the_print(experiment: Experiment[Any]) -> None:
    found = measured(experiment)
    for prediction in experiment.predict(experiment.scales["smoke"]):
        expected = Verdict.CONTRADICTED if prediction.printed else Verdict.SUPPORTED
        assert compare(prediction, found[prediction.quantity]).verdict is expected, prediction
    for name in experiment.curves:
        assert name in found


@pytest.mark.parametrize(
    ("experiment", "quantity", "factor"),
    [
        (emergence.STAGES, "emergent times", 1.05),
        (emergence.STAGES, "saturation times", 0.95),
        (emergence.STAGES, "touching level", 1.12),
        (emergence.STAGES, "drops of the loss", 1.05),
        (emergence.SHRUNK, "emergence times", 0.95),
        (emergence.SHRUNK, "times in units of the first", 2.0**0.05),
        (emergence.FEW_SHOTS, "strength", 0.85),
        (emergence.FEW_SHOTS, "strength with all directions", 0.95),
        (emergence.ROOM, "strengths", 0.95),
        (emergence.ROOM, "losses", 1.05),
        (three_neurons.NEURONS, "half times", 1.05),
        (three_neurons.NEURONS, "rate of c", 1.06),
        (three_neurons.NEURONS, "mode strengths", 0.9),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_wrong_predictions_are_contradicted(experiment: Experiment[Any], quantity: str, factor: float) -> None:
    predictions = experiment.predict(experiment.scales["smoke"])
    right = next(p for p in predictions if p.quantity == quantity and not p.printed)
    wrong = dataclasses.replace(right, value=factor * np.asarray(right.value))
    assert compare(wrong, measured(experiment)[quantity]).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
@pytest.mark.parametrize("scale", ["smoke", "desk", "paper"])
def test_predictions_belong_to_the_claims(experiment: Experiment[Any], scale: Any) -> None:
    predictions = experiment.predict(experiment.scales[scale])
    assert {claim for p in predictions for claim in p.claims} == set(experiment.claims)
    assert not any(p.beyond for p in predictions)  # the networks are the models of the claims


def test_the_table_of_ten_neurons() -> None:
    prediction = emergence.predict_room(emergence.ROOM.scales["paper"])[0]  # N = 10, N_c = 4; thesis Table 5.1
    np.testing.assert_allclose(prediction.value, [1, 1, 0.5, 0, 0])


def test_seeds_differ_and_repeat() -> None:
    config = dataclasses.replace(emergence.ROOM.scales["smoke"], seeds=3, time=5.0)
    runs = [emergence.measure_room(config, Session(seed, torch.device("cpu"))) for seed in (1, 1, 2)]
    np.testing.assert_array_equal(runs[0]["strengths"], runs[1]["strengths"])
    assert not np.allclose(runs[0]["strengths"], runs[2]["strengths"])
    assert len({tuple(row) for row in runs[0]["strengths"].tolist()}) == 3
