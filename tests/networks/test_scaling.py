"""Scaling experiments at their smallest: what they support, and what they would not."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import Experiment, scaling
from layerproof.networks.harness.curves import power, rounded_steps

with late():
    import torch

    from layerproof.networks.harness.session import Session
    from layerproof.numerics.scaling.skills import MultilinearModel, loss_in_time

    from .verdicts import compare, measured

EXPERIMENTS = [scaling.TIME, scaling.SLOW, scaling.DATA, scaling.PARAMETERS]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_networks_keep_the_laws(experiment: Experiment[Any]) -> None:
    found = measured(experiment)
    for prediction in experiment.predict(experiment.scales["smoke"]):
        assert compare(prediction, found[prediction.quantity]).verdict is Verdict.SUPPORTED, prediction.quantity
    for name in experiment.curves:
        assert name in found


@pytest.mark.parametrize(
    ("experiment", "quantity", "factor"),
    [
        (scaling.TIME, "corrected exponent", 1.05),
        (scaling.TIME, "exponent of the linear model", 1.08),
        (scaling.SLOW, "corrected exponent", 0.95),
        (scaling.DATA, "corrected exponent", 1.2),
        (scaling.DATA, "loss", 1.1),
        (scaling.PARAMETERS, "exponent in parameters", 1.1),
        (scaling.PARAMETERS, "exponent in compute", 1.1),
        (scaling.PARAMETERS, "exponent of the best size", 0.9),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_wrong_laws_are_contradicted(experiment: Experiment[Any], quantity: str, factor: float) -> None:
    predictions = experiment.predict(experiment.scales["smoke"])
    right = next(p for p in predictions if p.quantity == quantity)
    wrong = dataclasses.replace(right, value=factor * np.asarray(right.value))
    assert compare(wrong, measured(experiment)[quantity]).verdict is Verdict.CONTRADICTED


def test_the_uncorrected_law_fails_where_frequencies_fall_slowly() -> None:
    predictions = scaling.SLOW.predict(scaling.SLOW.scales["smoke"])
    corrected = next(p for p in predictions if p.quantity == "corrected exponent")
    assert compare(corrected, measured(scaling.SLOW)["exponent"]).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
@pytest.mark.parametrize("scale", ["desk", "paper"])
def test_predictions_are_made_at_every_scale(experiment: Experiment[Any], scale: Any) -> None:
    predictions = experiment.predict(experiment.scales[scale])
    assert {claim for p in predictions for claim in p.claims} == set(experiment.claims)
    assert all(p.tolerance < 0.1 and not p.beyond for p in predictions)  # the networks are the models of the claims


def test_kinks_are_where_two_sizes_do_equally_well() -> None:
    model = MultilinearModel(0.6, math.inf, 1.0, 0.01)
    sizes, times = (8, 16, 32), np.geomspace(1.0, 8000.0, 1500)
    losses = np.stack([loss_in_time(model, times, number).value for number in sizes])
    for (log_c, log_l), number in zip(scaling._kinks(times, losses, sizes), sizes[:-1], strict=True):
        for size in (number, 2 * number):
            exact = float(loss_in_time(model, math.exp(log_c) / size, size).value)
            assert math.log(exact) == pytest.approx(log_l, abs=2e-4)
    with pytest.raises(ValueError, match=r"never do equally well before T = 99.9"):
        scaling._kinks(times[times < 100], losses[:, times < 100], sizes)


def test_powers() -> None:
    x = np.geomspace(1.0, 100.0, 9)
    curves = np.stack([3 * x**-0.4, x**2.0], axis=1)
    np.testing.assert_allclose(power(x, curves, 1.0, 100.0), [-0.4, 2.0], rtol=1e-12)
    bent = np.where(x < 9, x, 9.0 * (x / 9) ** 3)
    assert power(x, bent, 10.0, 100.0) == pytest.approx(3.0)
    with pytest.raises(ValueError, match=r"got 0 points between 200 and 300"):
        power(x, curves, 200.0, 300.0)


def test_rounded_steps_hold_both_ends_once() -> None:
    steps = rounded_steps(1.0, 1000.0, 50)
    assert (steps[0], steps[-1]) == (1, 1000)
    assert list(steps) == sorted(set(steps))


@pytest.mark.parametrize("experiment", [scaling.TIME, scaling.PARAMETERS], ids=lambda e: e.name)
def test_samples_are_drawn_where_the_networks_are(monkeypatch: pytest.MonkeyPatch, experiment: Experiment[Any]) -> None:
    """Six megabytes a step went from the processor to the card at the sources' scale."""
    from layerproof.networks import training

    where: list[Any] = []

    class Enough(Exception):
        """The first stream of samples was asked for."""

    def streams(draw: Any, session: Any, seeds: int, *, name: str, device: Any = "cpu") -> Any:
        where.append(device)
        raise Enough

    monkeypatch.setattr(training, "streams", streams)
    session = Session(0, torch.device("cpu", 0))  # another than "cpu", the default of streams
    with pytest.raises(Enough):
        experiment.measure(experiment.scales["smoke"], session)
    assert where == [session.device]
