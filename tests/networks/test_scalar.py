"""Scalar networks: every repaired formula is followed, every printed slip is not, and a slightly wrong one is seen."""

from dataclasses import replace

import numpy as np
import pytest
from late import late, later

from layerproof.language.verdicts import Verdict

with late():
    import torch

    from layerproof.networks.experiments import scalar
    from layerproof.networks.harness.session import Session

    from .verdicts import compare
    from .verdicts import measured as trained

EXPERIMENTS = later(lambda: {e.name: e for e in (scalar.CLOCK, scalar.SIGNS, scalar.TANGENT, scalar.SCALES_OF_TABLE)})


@pytest.fixture(scope="module")
def smoke():
    return {name: (e.predict(e.scales["smoke"]), trained(e)) for name, e in EXPERIMENTS.items()}


@pytest.mark.parametrize("name", ["lazy-rich/clock", "lazy-rich/signs", "lazy-rich/ntk", "lazy-rich/scales"])
def test_networks_follow_the_repairs_and_not_the_misprints(smoke, name):
    predictions, measured = smoke[name]
    for prediction in predictions:
        verdict = compare(prediction, measured[prediction.quantity]).verdict
        expected = Verdict.CONTRADICTED if prediction.printed else Verdict.SUPPORTED
        assert verdict is expected, prediction.says
    assert {c for p in predictions for c in p.claims} == set(EXPERIMENTS[name].claims)


@pytest.mark.parametrize(
    ("name", "quantity", "factor"),
    [
        ("lazy-rich/clock", "exponent", 1.06),
        ("lazy-rich/clock", "final clock", 1.08),
        ("lazy-rich/signs", "rate of aligned modes", 1.06),
        ("lazy-rich/signs", "decay of anti-aligned modes", 1.06),
        ("lazy-rich/ntk", "movement", 1.3),
        ("lazy-rich/scales", "final clock", 1.08),
        ("lazy-rich/scales", "share of aligned modes", 1.2),
    ],
)
def test_a_prediction_somewhat_off_is_contradicted(smoke, name, quantity, factor):
    predictions, measured = smoke[name]
    right = next(p for p in predictions if p.quantity == quantity and not p.printed)
    wrong = replace(right, value=np.asarray(right.value) * factor)
    assert compare(wrong, measured[quantity]).verdict is Verdict.CONTRADICTED


def test_growth_is_the_claim_s():
    # S/Sigma_0 = 3/4: gamma_+ = 3/4 + 5/4 = 2.
    assert scalar.growth(0.75) == pytest.approx(2)
    # Only w enters squared: half the weights do as much as a quarter of the output.
    assert scalar.ratio((2.5, 3, 1, 1)) == pytest.approx(scalar.ratio((5, 3, 1, 0.25)))
    assert [round(scalar.ratio(row), 6) for row in scalar.TABLE] == [0.12, 3, 1.2, 12, 1.2]


def test_all_scales_of_an_experiment_are_of_one_kind():
    for experiment in EXPERIMENTS.values():
        assert {type(c) for c in experiment.scales.values()} == {type(experiment.scales["smoke"])}
        for scale in ("desk", "paper"):
            assert experiment.predict(experiment.scales[scale])


def test_the_paper_s_sizes_run():
    session = Session(0, torch.device("cpu"))
    few = replace(scalar.TANGENT.scales["paper"], seeds=2, starts=3, steps=2)
    assert scalar.measure_tangent(few, session)["movement"].shape == (2, 4)
    few = replace(scalar.SCALES_OF_TABLE.scales["paper"], seeds=2, steps=2)
    assert scalar.measure_scales(few, session)["final clock"].shape == (2, 5)
