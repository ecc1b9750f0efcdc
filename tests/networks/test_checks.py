"""The trained check of a claim: networks follow the flow, and tell the right exponent from the wrong one."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp
from late import late, later

from layerproof import networks
from layerproof.language.claims import Claim
from layerproof.language.statements import Identity
from layerproof.language.verdicts import Method, Verdict
from layerproof.networks import checks
from layerproof.networks.experiments import Config, Experiment, Prediction
from layerproof.networks.harness import records, registry
from layerproof.networks.harness.followed import diagonal

with late():
    from layerproof.derivations import feedback
    from layerproof.derivations.lazy_rich.general_solution import gamma_printed, general_solution
    from layerproof.derivations.linear_networks.modes import mode_sigmoid
    from layerproof.networks.experiments import closed_forms

Y = sp.Symbol("y", real=True)
FOLLOWED = later(
    lambda: {
        claim.id: claim
        for claim in (
            feedback.sigmoid,
            mode_sigmoid,
            general_solution,
            gamma_printed,
        )
    }
)


@pytest.fixture
def added(monkeypatch):
    """Nothing of what a test enters stays."""
    monkeypatch.setattr(registry, "_added", {})
    return registry._added


@pytest.fixture
def only(monkeypatch, added):
    """The experiment given is the only one there is."""

    def put(*experiments):
        monkeypatch.setattr(registry, "registered", lambda: registry.Registered({}, {}, ()))
        for experiment in experiments:
            registry.add(experiment, Path(__file__))

    return put


def made(name="test/made", *, offset=0.0, value=1.0, tolerance=0.1, claims=("test/claim",), **options):
    """An experiment that measures 1 + offset with every seed, and trains nothing."""

    def predict(config):
        return [Prediction("it", "it is one", value, tolerance, claims, **options)]

    def measure(config, session):
        return {"it": [1.0 + offset + 1e-4 * k for k in range(config.seeds)]}

    scales = dict.fromkeys(("smoke", "desk", "paper"), Config(4))
    return Experiment(name, "made up", claims, (), scales, predict, measure)


def claimed(identity="test/claim", **options):
    return Claim(identity, title="", statement=Identity((Y + 1) ** 2, Y**2 + 2 * Y + 1), **options)


def test_every_closed_form_has_its_claim():
    ours = {e.name: e for e in registry.experiments() if e.name.startswith("closed-forms/")}
    assert {claim for e in ours.values() for claim in e.claims} == set(FOLLOWED)
    assert all(networks.applies(claim) for claim in FOLLOWED.values())


@pytest.mark.parametrize(
    "identity",
    ["feedback/sigmoid", "lazy-rich/gamma-printed", "lazy-rich/general-solution", "linear-networks/mode-sigmoid"],
)
def test_trained_networks_agree_exactly_where_the_claim_is_true(identity, only):
    pytest.importorskip("torch")
    only(next(e for e in registry.experiments() if identity in e.claims and e.name.startswith("closed-forms/")))
    claim = FOLLOWED[identity]
    evidence = networks.check(claim, scale="smoke", seeds=8, device="cpu")
    assert evidence is not None
    assert evidence.method is Method.TRAINED
    expected = Verdict.CONTRADICTED if claim.erratum else Verdict.SUPPORTED
    assert evidence.verdict is expected, evidence
    assert evidence.draws == 8
    assert evidence.tolerance == closed_forms.TOLERANCE
    assert "trained 20" in evidence.how


@pytest.mark.parametrize("factor", [sp.Rational(21, 10), sp.Rational(19, 10)])
def test_an_exponent_five_percent_off_is_contradicted(factor, only):
    pytest.importorskip("torch")
    statement = feedback.sigmoid.statement
    broken = statement.equals.replace(sp.exp, lambda argument: sp.exp(argument * factor / 2))
    claim = Claim("test/sigmoid", title="", statement=statement.with_part("equals", broken))
    only(closed_forms.follows("test/broken", [claim], diagonal, title="broken"))
    evidence = networks.check(claim, scale="smoke", seeds=8, device="cpu")
    assert evidence.verdict is Verdict.CONTRADICTED
    assert "distance from test/sigmoid: measured" in evidence.details["part"]


def test_a_symbol_that_the_networks_do_not_know_is_named(only):
    pytest.importorskip("torch")
    statement = feedback.sigmoid.statement
    stray = statement.equals * sp.Symbol("kappa", positive=True)
    claim = Claim("test/sigmoid", title="", statement=statement.with_part("equals", stray))
    only(closed_forms.follows("test/stray", [claim], diagonal, title="stray"))
    evidence = networks.check(claim, scale="smoke", seeds=2, device="cpu")
    assert evidence.verdict is Verdict.UNDECIDED
    assert "kappa" in evidence.reason


def test_a_claim_that_is_no_solution_has_no_closed_form_to_follow():
    with pytest.raises(ValueError, match=r"networks follow a solution, and test/claim is of the kind Identity"):
        closed_forms.follows("test/none", [claimed()], diagonal, title="")


def test_a_claim_that_borrows_an_id_gets_no_experiment_of_the_library():
    statement = feedback.sigmoid.statement
    other = statement.with_part("equals", 2 * statement.equals)
    assert not networks.applies(Claim("feedback/sigmoid", title="", statement=other))
    narrower = Claim("feedback/sigmoid", title="", statement=statement, hypotheses=[sp.Symbol("S", positive=True) < 1])
    assert not networks.applies(narrower)
    assert not networks.applies(Claim("feedback/no-such", title="", statement=statement))
    same = Claim("feedback/sigmoid", title="", statement=statement, hypotheses=feedback.sigmoid.hypotheses)
    assert networks.applies(same)


@pytest.mark.parametrize(
    ("offsets", "verdict"),
    [
        ((0.0,), Verdict.SUPPORTED),
        ((0.5,), Verdict.CONTRADICTED),
        ((0.0, 0.0), Verdict.SUPPORTED),
        ((0.0, 0.5), Verdict.CONTRADICTED),
        ((0.1, 0.0), Verdict.UNDECIDED),
    ],
)
def test_one_prediction_is_enough_to_contradict(offsets, verdict, only):
    pytest.importorskip("torch")
    only(*(made(f"test/{k}", offset=offset - 1.5e-4) for k, offset in enumerate(offsets)))
    evidence = networks.check(claimed(), device="cpu")
    assert evidence.verdict is verdict, evidence
    assert (evidence.reason is None) == (verdict is not Verdict.UNDECIDED)
    assert evidence.draws == 4 * len(offsets)
    assert len(evidence.details["experiments"]) == len(offsets)


def test_a_run_that_fails_leaves_a_claim_undecided_unless_another_contradicts_it(only):
    pytest.importorskip("torch")

    def fails(config, session):
        raise FileNotFoundError("no such folder of data")

    only(made(), replace(made("test/fails"), measure=fails))
    evidence = networks.check(claimed(), device="cpu")
    assert evidence.verdict is Verdict.UNDECIDED
    assert evidence.reason == "test/fails: FileNotFoundError: no such folder of data"
    only(made(offset=1.0))
    assert networks.check(claimed(), device="cpu").verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(("offset", "verdict"), [(0.0, "SUPPORTED"), (0.5, "CONTRADICTED")])
def test_networks_beyond_the_hypotheses_make_no_verdict(offset, verdict, only):
    pytest.importorskip("torch")
    only(made(offset=offset, beyond=True))
    evidence = networks.check(claimed(), device="cpu")
    assert evidence.verdict is Verdict.UNDECIDED
    assert evidence.details["beyond"] == verdict
    assert evidence.details["outside"] is True
    assert evidence.reason == f"its networks are outside of the hypotheses, where what it says is {verdict}"
    only(made("test/within"))
    assert networks.check(claimed(), device="cpu").verdict is Verdict.SUPPORTED
    assert networks.check(claimed(), device="cpu").details["beyond"] == verdict


def test_agreement_that_would_not_notice_a_wrong_factor_supports_nothing(only):
    pytest.importorskip("torch")
    only(made(tolerance=0.9))
    evidence = networks.check(claimed(), device="cpu")
    assert evidence.verdict is Verdict.UNDECIDED
    assert evidence.reason == "it would have noticed no factor below 10: no evidence for a size"


def test_printed_predictions_belong_to_errata_alone(only):
    pytest.importorskip("torch")

    def predict(config):
        return [
            Prediction("it", "as printed", 2.0, 0.1, ("test/printed",), printed=True),
            Prediction("it", "as repaired", 1.0, 0.1, ("test/claim",)),
        ]

    both = replace(made(claims=("test/claim", "test/printed")), predict=predict)
    only(both)
    from layerproof.language.claims import Erratum

    printed = claimed("test/printed", erratum=Erratum("slip", "a factor of two"))
    assert networks.check(claimed(), device="cpu").verdict is Verdict.SUPPORTED
    assert networks.check(printed, device="cpu").verdict is Verdict.CONTRADICTED
    mistaken = networks.check(claimed("test/printed"), device="cpu")
    assert mistaken.verdict is Verdict.UNDECIDED
    assert mistaken.reason == "no experiment predicts anything for it"


def test_a_kept_record_is_told_with_its_date_and_device_and_needs_no_torch(only, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    experiment = made()
    only(experiment)
    from layerproof.networks.harness.running import run

    record = replace(run(experiment, "desk", folder=None, device="cpu"), device="a large GPU", kind="cuda")
    records.write(record, tmp_path / "kept" / "test.made-desk.json")
    monkeypatch.setitem(sys.modules, "torch", None)
    evidence = networks.check(claimed(), kept=tmp_path / "kept")
    assert evidence.verdict is Verdict.SUPPORTED
    assert f"kept record of {record.date[:10]} on a large GPU" in evidence.how
    assert evidence.details["experiments"][0]["kept record"] is True
    # asked for a device of another kind, or anew, it would have to be trained
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "torch" else find(name, *rest))
    for options in ({"device": "cpu"}, {"fresh": True}, {"seeds": 5}, {"scale": "smoke"}):
        evidence = networks.check(claimed(), kept=tmp_path / "kept", **options)
        assert evidence.verdict is Verdict.UNDECIDED
        assert evidence.reason == "test/made: torch is not installed; pip install layerproof[networks]"


def test_claims_without_an_experiment_have_no_trained_evidence():
    assert networks.check(Claim("test/other", title="", statement=Identity((Y + 1) ** 2, Y**2 + 2 * Y + 1))) is None


@pytest.mark.parametrize(
    ("options", "message"), [({"scale": "huge"}, "expected one of smoke, desk, paper"), ({"seeds": 0}, "at least 1")]
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        networks.check(feedback.sigmoid, **options)


def test_claims_in_turn_want_different_experiments_first(only):
    only(made("test/one", claims=("test/a", "test/b")), made("test/two", claims=("test/c",)))
    claims = [claimed(f"test/{letter}") for letter in "abc"]
    theirs = {claim: [experiment.name for experiment in checks.experiments_of(claim)] for claim in claims}
    assert [claim.id for claim in checks.in_turn(theirs)] == ["test/a", "test/c", "test/b"]


def test_halving_the_step_and_extrapolating_gains_an_order():
    torch = pytest.importorskip("torch")
    from layerproof.networks import models
    from layerproof.networks.training import follow_flow

    x = torch.ones(1, 1, 1, dtype=torch.float64)
    start = torch.full((1, 1), 0.3, dtype=torch.float64)
    fixed = {"Z": torch.ones(1, dtype=torch.float64)}

    def error(step):
        unit = torch.ones(1, dtype=torch.float64)
        trained = follow_flow(models.scalar_network, {"a": start, "b": start}, fixed, x, x, unit, step, [2.0])
        exact = 1 / (1 + (1 / 0.09 - 1) * torch.exp(torch.tensor(-4.0, dtype=torch.float64)))
        return abs(float(trained.parameters["a"][0, 0, 0] ** 2 - exact))

    assert error(0.02) < error(0.04) / 3.5


def test_whitened_samples_have_exact_second_moments():
    torch = pytest.importorskip("torch")
    from layerproof.networks.data import orthonormal, whitened

    x = whitened(3, 32, 5, torch.Generator().manual_seed(0))
    torch.testing.assert_close(x.transpose(1, 2) @ x / 32, torch.eye(5, dtype=torch.float64).expand(3, 5, 5))
    q = orthonormal(3, 5, 2, torch.Generator().manual_seed(0))
    torch.testing.assert_close(q.transpose(1, 2) @ q, torch.eye(2, dtype=torch.float64).expand(3, 2, 2))
