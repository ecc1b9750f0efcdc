"""Single neurons end where the theorem says, and rectified students do what the slides say of them."""

from dataclasses import replace

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import neurons, rectified

with late():
    import torch

    from layerproof.networks.harness.session import Session

    from .verdicts import compare
    from .verdicts import measured as trained

EXPERIMENTS = {e.name: e for e in (neurons.WHITE, neurons.BIAS, rectified.RECTIFIED)}


FINDINGS = {("single-neuron/rectified", "kernel distance, small")}


@pytest.fixture(scope="module")
def smoke():
    return {name: (e.predict(e.scales["smoke"]), trained(e)) for name, e in EXPERIMENTS.items()}


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_networks_follow_the_repairs_and_not_the_misprints(smoke, name):
    predictions, measured = smoke[name]
    for prediction in predictions:
        verdict = compare(prediction, measured[prediction.quantity]).verdict
        if prediction.printed:
            assert verdict is Verdict.CONTRADICTED, prediction.says
        elif (name, prediction.quantity) in FINDINGS:
            assert verdict is not Verdict.SUPPORTED, prediction.says
        else:
            assert verdict is not Verdict.CONTRADICTED, prediction.says
    assert {c for p in predictions for c in p.claims} == set(EXPERIMENTS[name].claims)


@pytest.mark.parametrize(
    ("name", "quantity", "change"),
    [
        ("single-neuron/white", "length of beta", lambda v: np.roll(v, 1, axis=0)),
        ("single-neuron/white", "cosine with the target", lambda v: v[::-1]),
        ("single-neuron/white", "kernel distance", lambda v: v[::-1]),
        ("single-neuron/white", "squared outer weight at the end", lambda v: v[::-1]),
        ("single-neuron/implicit-bias", "distance to the theorem's minimum", lambda v: v + 0.02),
        ("single-neuron/implicit-bias", "distance between the two ends", lambda v: 1.05 * v),
        ("single-neuron/rectified", "kernel's growth, large", lambda v: 1.2 * v),
        ("single-neuron/rectified", "kernel's growth, small", lambda v: 4 * v),
    ],
)
def test_a_prediction_somewhat_off_is_contradicted(smoke, name, quantity, change):
    predictions, measured = smoke[name]
    right = next(p for p in predictions if p.quantity == quantity)
    wrong = replace(right, value=change(np.asarray(right.value)), against=None)
    assert compare(wrong, measured[quantity]).verdict is Verdict.CONTRADICTED


def test_the_least_norm_is_not_where_a_neuron_ends(monkeypatch):
    """Theorem 3.1 against a simpler answer, and against the start's pull with its sign turned."""
    config = replace(neurons.BIAS.scales["smoke"], seeds=2, deltas=(-1.0, 1.0))
    theorem = next(p for p in neurons.predict_bias(config) if p.quantity == "distance to the closed form")
    right = neurons.interpolator
    for wrong in (lambda d: right(d, sign=-np.sign(d.a)), lambda d: np.linalg.pinv(d.X) @ d.y[..., None]):
        monkeypatch.setattr(neurons, "interpolator", lambda d, wrong=wrong: np.reshape(wrong(d), (len(d), -1)))
        found = neurons.measure_bias(config, Session(0, torch.device("cpu")))
        assert compare(theorem, found[theorem.quantity]).verdict is Verdict.CONTRADICTED


def test_a_start_outside_of_the_theorem_is_refused():
    config = replace(neurons.BIAS.scales["smoke"], size=30.0, unseen=0.01, deltas=(-1.0,))
    with pytest.raises(ValueError, match=r"hypotheses of Theorem 3\.1"):
        neurons.measure_bias(config, Session(0, torch.device("cpu")))


def test_a_student_that_does_not_fit_is_named():
    config = replace(rectified.RECTIFIED.scales["smoke"], seeds=1, steps=4, records=2)
    with pytest.raises(ValueError, match=r"large: the loss has not fallen to 0\.3"):
        rectified.measure(config, Session(0, torch.device("cpu")))


def test_the_starts_have_the_imbalance_and_the_function_asked_for():
    config = rectified.RECTIFIED.scales["desk"]
    sizes = rectified._sizes(config)
    for name, sign in (("upstream", 1), ("downstream", -1)):
        a, w = sizes[name]
        assert a**2 - w**2 == pytest.approx(sign * config.delta)
        assert a * w == pytest.approx(config.small)


def test_what_the_students_do_contradicts_no_claim_but_the_conservation_law():
    predictions = rectified.predict(rectified.RECTIFIED.scales["desk"])
    assert [p.quantity for p in predictions if not p.beyond] == ["change of a^2 - |w|^2"]
