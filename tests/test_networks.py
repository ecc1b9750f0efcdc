"""Trained networks: they follow the flow, and tell the right exponent from the wrong one."""

from __future__ import annotations

import importlib.util

import pytest
import sympy as sp

from layerproof import networks
from layerproof.derivations import feedback, lazy_rich, linear_networks
from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.statements import Identity
from layerproof.derivations.kernel.verdicts import Method, Verdict
from layerproof.networks import checks

torch = pytest.importorskip("torch")

CLAIMS = {
    claim.id: claim
    for module in (feedback, linear_networks, lazy_rich)
    for claim in vars(module).values()
    if isinstance(claim, Claim) and networks.applies(claim)
}


def test_every_experiment_has_its_claim():
    assert set(CLAIMS) == set(checks.EXPERIMENTS)


@pytest.mark.parametrize("identity", sorted(checks.EXPERIMENTS))
def test_trained_networks_agree_exactly_where_the_claim_is_true(identity):
    claim = CLAIMS[identity]
    evidence = networks.check(claim, seeds=32, device="cpu")
    assert evidence is not None
    assert evidence.method is Method.TRAINED
    expected = Verdict.CONTRADICTED if claim.erratum else Verdict.SUPPORTED
    assert evidence.verdict is expected, evidence
    assert evidence.draws is not None
    assert evidence.draws >= 32
    assert evidence.tolerance == checks.TOLERANCE


@pytest.mark.parametrize("factor", [sp.Rational(21, 10), sp.Rational(19, 10)])
def test_an_exponent_five_percent_off_is_contradicted(factor):
    statement = CLAIMS["feedback/sigmoid"].statement
    broken = statement.equals.replace(sp.exp, lambda argument: sp.exp(argument * factor / 2))
    claim = Claim("feedback/sigmoid", title="", statement=statement.with_part("equals", broken))
    evidence = networks.check(claim, seeds=8, device="cpu")
    assert evidence is not None
    assert evidence.verdict is Verdict.CONTRADICTED
    assert evidence.details["error"] > checks.TOLERANCE


def test_a_symbol_that_the_experiment_does_not_know_is_named():
    statement = CLAIMS["feedback/sigmoid"].statement
    claim = Claim(
        "feedback/sigmoid",
        title="",
        statement=statement.with_part("equals", statement.equals * sp.Symbol("kappa", positive=True)),
    )
    evidence = networks.check(claim, seeds=2, device="cpu")
    assert evidence is not None
    assert evidence.verdict is Verdict.UNDECIDED
    assert "kappa" in (evidence.reason or "")


def test_training_is_deterministic():
    one, other = (networks.check(CLAIMS["lazy-rich/general-solution"], seeds=4, device="cpu") for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.details == other.details


def test_whitened_samples_have_exact_second_moments():
    from layerproof.networks.data import orthonormal, whitened

    x = whitened(3, 32, 5, torch.Generator().manual_seed(0))
    torch.testing.assert_close(x.transpose(1, 2) @ x / 32, torch.eye(5, dtype=torch.float64).expand(3, 5, 5))
    q = orthonormal(3, 5, 2, torch.Generator().manual_seed(0))
    torch.testing.assert_close(q.transpose(1, 2) @ q, torch.eye(2, dtype=torch.float64).expand(3, 2, 2))


def test_halving_the_step_and_extrapolating_gains_an_order():
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


def test_without_torch_the_reason_names_the_extra(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "torch" else find(name, *rest))
    evidence = networks.check(CLAIMS["feedback/sigmoid"])
    assert evidence is not None
    assert evidence.verdict is Verdict.UNDECIDED
    assert "pip install layerproof[networks]" in (evidence.reason or "")


def test_claims_without_an_experiment_have_no_trained_evidence():
    assert networks.check(Claim("test/other", title="", statement=Identity(1, 1))) is None


@pytest.mark.parametrize(
    ("options", "message"), [({"scale": "huge"}, "expected one of smoke, desk, paper"), ({"seeds": 0}, "at least 1")]
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        networks.check(CLAIMS["feedback/sigmoid"], **options)
