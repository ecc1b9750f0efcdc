"""Grokking: the verdicts of a small run, and that other predictions would get other verdicts."""

from dataclasses import replace

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict

with late():
    import torch

    from layerproof.networks.data.files import DataError
    from layerproof.networks.experiments import grokking
    from layerproof.networks.harness.session import Session
    from layerproof.networks.models.squares import SquaredPerceptron

    from .verdicts import compare


@pytest.fixture(scope="module")
def division():
    config = grokking.DIVISION.scales["smoke"]
    return grokking.predict_division(config), grokking.measure_division(config, Session(0, torch.device("cpu")))


def verdicts(predictions, measured):
    return {p.quantity: compare(p, measured[p.quantity]).verdict for p in predictions}


def test_division_goes_from_extended_to_minimum_features(division):
    predictions, measured = division
    assert set(verdicts(predictions, measured).values()) == {Verdict.SUPPORTED}
    assert all(p.beyond for p in predictions)


def test_the_measure_falls_with_the_delay(division):
    curves, at = division[1]["curves"], division[1]["steps"]
    for k in range(2):
        fitted, generalised = (np.searchsorted(at, division[1][name][k]) for name in ("fit", "generalise"))
        assert fitted < generalised
        assert curves["kappa"][fitted, k] > 3 * curves["kappa"][-1, k]
        assert curves["train"][fitted:, k].min() > 0.9
        assert curves["test"][fitted, k] < 0.5


def test_without_weight_decay_there_is_no_passage_in_the_same_time(division):
    config = replace(grokking.DIVISION.scales["smoke"], decay=0.0, steps=300)
    measured = grokking.measure_division(config, Session(0, torch.device("cpu")))
    found = verdicts(grokking.predict_division(config), measured)
    assert found["gap while overfitting"] is Verdict.SUPPORTED
    for quantity in ("accuracy at the end", "kappa at the end", "dimension at the end"):
        assert found[quantity] is Verdict.CONTRADICTED


def test_a_wrong_number_of_features_is_contradicted(division):
    predictions, measured = division
    right = next(p for p in predictions if p.quantity == "dimension at the end")
    # p (p - 1) pairs, and a class for each of them: not what the features are.
    wrong = replace(right, value=float(np.asarray(right.value)) * 1.25)
    assert compare(wrong, measured["dimension at the end"]).verdict is Verdict.CONTRADICTED


def test_the_transformer_s_experiment_runs_at_the_paper_s_size():
    config = grokking.DIVISION.scales["paper"]
    model = grokking.division_model(config)
    assert (model.width, model.layers, model.heads, model.outputs) == (128, 2, 4, 97)
    few = replace(config, seeds=1, steps=1, batch=2, modulus=11)
    assert grokking.measure_division(few, Session(0, torch.device("cpu")))["delay"].shape == (1,)


def test_first_is_the_first_record_and_one_more_than_the_last_if_there_is_none():
    at = np.array([0.0, 5.0, 9.0])
    reached = np.array([[False, False, True], [True, False, False], [False, False, True]])
    assert grokking.first(at, reached).tolist() == [5, 10, 0]


@pytest.mark.parametrize("steps", [1, 7, 1000])
def test_records_have_both_ends(steps):
    row = grokking.records(steps)
    assert row[0] == 0
    assert row[-1] == steps
    assert row == sorted(set(row))


def test_squared_perceptron():
    model = SquaredPerceptron((2, 3, 2, 1), bias=False)
    w = {
        "hidden1.weight": torch.tensor([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]]),
        "hidden2.weight": torch.tensor([[1.0, -1.0, 0.0], [0.0, 1.0, 0.25]]),
        "last.weight": torch.tensor([[1.0, 2.0]]),
    }
    # Squares of (1, 3, 4) are (1, 9, 16); relu of (-8, 13) is (0, 13).
    x = torch.tensor([[1.0, 2.0]])
    assert model.features(w, x).tolist() == [[0.0, 13.0]]
    assert model(w, x).tolist() == [[26.0]]


def test_the_table_s_predictions_come_from_gamma_plus(monkeypatch):
    config = grokking.TABLE_6_1.scales["smoke"]
    assert grokking.predict_table(config)
    # Did the target's scale not count, its row would be as lazy as the default.
    monkeypatch.setattr(grokking, "ratio", lambda row: 3 / (row[2] * row[3] * row[0] ** 2))
    with pytest.raises(ValueError, match="four richer rows"):
        grokking.predict_table(config)


def test_missing_images_are_said(monkeypatch, tmp_path):
    monkeypatch.setenv("LAYERPROOF_DATA", str(tmp_path))
    config = replace(grokking.TABLE_6_1.scales["paper"], seeds=1, steps=1, short=1)
    with pytest.raises(DataError, match=r"mnist|MNIST|idx"):
        grokking.measure_table(config, Session(0, torch.device("cpu")))


def test_the_four_ways_take_the_delay_away():
    config = grokking.TABLE_6_1.scales["smoke"]
    predictions = grokking.predict_table(config)
    measured = grokking.measure_table(config, Session(0, torch.device("cpu")))
    found = verdicts(predictions, measured)
    for quantity in (
        "delay of the default over the others",
        "order of delays",
        "delay of the others",
        "equal ratios, equal fits",
        "equal ratios, equal delays",
        "kappa of the default over the others",
    ):
        assert found[quantity] is Verdict.SUPPORTED, quantity
    assert all(p.beyond for p in predictions)
    # The kernel's similarity to its start does not tell lazy from rich here: see the experiment's note.
    assert found["kernel similarity of the default over the others"] is Verdict.CONTRADICTED
    assert found["weight downscaling over input downscaling"] is not Verdict.SUPPORTED
    similarity = measured["kernel similarity"].mean(0)
    assert similarity[grokking.DEFAULT] < min(similarity[grokking.WEIGHTS], similarity[grokking.INPUT])
    assert abs(similarity[grokking.DEFAULT] - similarity[grokking.TARGET]) < 0.15
    # A decade and a half, or the other way round, is not what is seen.
    right = next(p for p in predictions if p.quantity == "delay of the default over the others")
    seen = measured[right.quantity]
    assert compare(replace(right, value=np.full(4, 1.5)), seen).verdict is Verdict.CONTRADICTED
    assert compare(replace(right, value=np.zeros(4), relation="at most"), seen).verdict is Verdict.CONTRADICTED
    # The four variants were trained alike but for one scale each; the default's curves are there too.
    assert measured["curves"]["default train"].shape == (len(measured["curves"]["steps"]), 2)
