"""Emergence in perceptrons at the smallest scale."""

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

    from layerproof.networks.experiments import perceptron_emergence
    from layerproof.networks.experiments.perceptron_emergence import DATA, LOSS, TIME, WIDTH
    from layerproof.networks.harness.session import Session
    from layerproof.networks.models.parity import perceptron, perceptron_start

    from .verdicts import compare, measured

EXPERIMENTS = [TIME, LOSS, DATA, WIDTH]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_nothing_is_contradicted_and_curves_are_kept(experiment: Experiment[Any]) -> None:
    found = measured(experiment)
    for prediction in experiment.predict(experiment.scales["smoke"]):
        comparison = compare(prediction, found[prediction.quantity])
        assert comparison.verdict is not Verdict.CONTRADICTED, comparison
    for name in experiment.curves:
        assert np.all(np.isfinite(found[name]))


@pytest.mark.parametrize("experiment", [TIME, DATA], ids=lambda e: e.name)
def test_resources_in_proportion_to_the_rank_are_contradicted(experiment: Experiment[Any]) -> None:
    """That skill k takes k times as much as the first, or as much as it, is not what networks do."""
    right = experiment.predict(experiment.scales["smoke"])[0]
    assert right.quantity.endswith("in units of the first")
    for wrong in (1.0, 1.5):
        comparison = compare(dataclasses.replace(right, value=[wrong]), measured(experiment)[right.quantity])
        assert comparison.verdict is Verdict.CONTRADICTED


def test_a_skill_is_learnt_by_many_neurons_and_not_by_one() -> None:
    strengths = measured(WIDTH)["strengths"]  # (seeds, widths, skills)
    assert strengths[:, -1, 0].mean() > 0.8
    assert strengths[:, 0].mean() < 0.4


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_the_size_of_the_sources_is_consistent(experiment: Experiment[Any]) -> None:
    predictions = experiment.predict(experiment.scales["paper"])
    assert {claim for p in predictions for claim in p.claims} == set(experiment.claims)
    assert all(p.beyond for p in predictions)  # perceptrons are no multilinear models
    small = {"seeds": 1, "steps": 2, "alone": 2, "batch": 2, "tests": 4, "width": 1000 if experiment is TIME else 6}
    config = dataclasses.replace(experiment.scales["paper"], **small)
    session = Session(0, torch.device("cpu"))
    if experiment in (LOSS, TIME):  # which get as far as reading off what so few steps do not teach
        with pytest.raises(ValueError, match=r"ask for more steps"):
            experiment.measure(config, session)
        return
    found = experiment.measure(config, session)
    for prediction in predictions:
        assert np.shape(found[prediction.quantity]) == (1, *np.shape(prediction.value))


def test_the_calibrated_number_of_basis_functions() -> None:
    widths = np.arange(1.0, 13.0)
    ramp = perceptron_emergence._ramp(widths, 4.0, 2)
    np.testing.assert_allclose(ramp[:9], [0, 0, 0, 0, 0.25, 0.5, 0.75, 1, 1])
    np.testing.assert_allclose(perceptron_emergence._ramp(widths, 4.5, 1)[:5], [2 / 9, 4 / 9, 6 / 9, 8 / 9, 1])
    assert perceptron_emergence._fitted_basis(widths, perceptron_emergence._ramp(widths, 4.5, 1)) == 4.5


def test_the_place_of_a_transition_is_its_area() -> None:
    x = np.linspace(0.0, 10.0, 1001)
    strength = np.clip((x - 3) / 4, 0, 1)
    assert perceptron_emergence._area(x, 1 - strength) == pytest.approx(5.0)


def test_strengths_are_measured_in_blocks_of_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    config = perceptron_emergence.DATA.scales["smoke"]
    session = Session(0, torch.device("cpu"))
    task = config.task(session, 2)
    start = perceptron_start(3, 2, config.bits, config.width, session.generator("start"), deviation=0.5)
    passed: list[int] = []

    def model(parameters: Any, x: torch.Tensor) -> torch.Tensor:
        passed.append(len(x))
        return perceptron(parameters, x)

    whole = perceptron_emergence._strengths(config, task, perceptron, session)(start)
    monkeypatch.setattr(perceptron_emergence, "BLOCK", 100)
    parts = perceptron_emergence._strengths(config, task, model, session)(start)
    assert max(passed) == 100
    assert sum(passed) == 2 * config.tests
    for name in ("R", "loss"):
        torch.testing.assert_close(parts[name], whole[name])
