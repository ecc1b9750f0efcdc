"""The registry: every experiment belongs to claims that there are, and a broken module costs only its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from layerproof import derivations
from layerproof.language.claims import Claim
from layerproof.networks.experiments import SCALES
from layerproof.networks.harness import registry
from layerproof.networks.harness.asking import home


@pytest.fixture(scope="module")
def library() -> dict[str, Claim]:
    return {claim.id: claim for subject in derivations.subjects() for claim in derivations.load(subject)}


def held(module):
    """The experiments of a module; there are some."""
    found = [e for e in registry.experiments() if registry.registered().modules[e.name].endswith(f".{module}")]
    assert found, module
    return found


def test_every_module_can_be_imported():
    assert registry.problems() == ()
    assert len(set(registry.MODULES)) == len(registry.MODULES)


def test_the_registry_needs_no_torch():
    program = (
        "import sys; sys.modules['torch'] = None\n"
        "from layerproof.networks.harness import registry\n"
        "assert registry.problems() == (), registry.problems()\n"
        "assert registry.experiments()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)


@pytest.mark.parametrize("module", registry.MODULES)
def test_an_experiment_belongs_to_claims_that_there_are(module, library):
    for experiment in held(module):
        assert set(experiment.claims) <= set(library), experiment.name
        assert len(set(experiment.claims)) == len(experiment.claims), experiment.name
        assert set(experiment.scales) == set(SCALES), experiment.name
        assert all(config.seeds >= 1 for config in experiment.scales.values()), experiment.name
        assert experiment.title
        assert all(registry.of_claim(identity) for identity in experiment.claims), experiment.name
        assert registry.by_name(experiment.name) is experiment
        assert home(experiment), experiment.name


@pytest.mark.parametrize("module", registry.MODULES)
def test_printed_predictions_are_of_errata_and_the_others_are_not(module, library):
    from layerproof.networks.harness.asking import ask

    for prediction in (p for experiment in held(module) for p in ask(experiment, "smoke").predictions):
        errata = {identity: library[identity].erratum is not None for identity in prediction.claims}
        assert all(wrong == prediction.printed for wrong in errata.values()), (prediction.quantity, errata)
        assert prediction.says, prediction.quantity


def test_a_broken_module_is_named_and_costs_only_its_own(monkeypatch, tmp_path):
    (tmp_path / "broken_experiments.py").write_text("raise RuntimeError('out of order')\n")
    monkeypatch.setattr(registry, "MODULES", ["broken_experiments", "test_good_experiments", "test_same_experiments"])
    for name in ("test_good_experiments", "test_same_experiments"):
        (tmp_path / f"{name}.py").write_text(GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "HOME", "own")
    (tmp_path / "own").mkdir()
    for file in tmp_path.glob("*.py"):
        file.rename(tmp_path / "own" / file.name)
    found = registry.registered.__wrapped__()
    assert list(found.experiments) == ["test/good"]
    assert "own.broken_experiments are left out: RuntimeError: out of order" in found.problems[0]
    assert "two experiments are named 'test/good': own.test_good_experiments keeps the name" in found.problems[1]
    for name in [name for name in sys.modules if name.split(".")[0] == "own"]:
        del sys.modules[name]


GOOD = """
from layerproof.networks.experiments import Config, Experiment
GOOD = [Experiment("test/good", "", ("test/a",), (), dict.fromkeys(("smoke", "desk", "paper"), Config(1)), list, dict)]
ALIAS = GOOD[0]
"""


def test_an_unknown_name_gets_the_nearest():
    name = registry.experiments()[0].name
    with pytest.raises(ValueError, match=rf"there is no experiment '{name}x'; did you mean {name}"):
        registry.by_name(f"{name}x")
    with pytest.raises(ValueError, match="'layerproof experiments' lists them"):
        registry.by_name("§§")
