"""The registry: every experiment belongs to claims that there are, and a broken module costs only its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from layerproof import derivations
from layerproof.networks.experiments import SCALES, registry, sources
from layerproof.networks.experiments.asking import home

CLAIMS = {claim.id: claim for subject in derivations.subjects() for claim in derivations.load(subject)}


def test_every_module_can_be_imported():
    assert registry.problems() == ()
    assert len(set(registry.MODULES)) == len(registry.MODULES)


def test_the_registry_needs_no_torch():
    program = (
        "import sys; sys.modules['torch'] = None\n"
        "from layerproof.networks.experiments import registry\n"
        "assert registry.problems() == (), registry.problems()\n"
        "assert registry.experiments()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)


@pytest.mark.parametrize("experiment", registry.experiments(), ids=lambda experiment: experiment.name)
def test_an_experiment_belongs_to_claims_that_there_are(experiment):
    assert set(experiment.claims) <= set(CLAIMS)
    assert len(set(experiment.claims)) == len(experiment.claims)
    assert set(experiment.scales) == set(SCALES)
    assert all(config.seeds >= 1 for config in experiment.scales.values())
    assert experiment.title
    assert all(registry.of_claim(identity) for identity in experiment.claims)
    assert registry.by_name(experiment.name) is experiment
    assert home(experiment)


@pytest.mark.parametrize("experiment", registry.experiments(), ids=lambda experiment: experiment.name)
def test_printed_predictions_are_of_errata_and_the_others_are_not(experiment):
    from layerproof.networks.experiments.asking import ask

    for prediction in ask(experiment, "smoke").predictions:
        errata = {identity: CLAIMS[identity].erratum is not None for identity in prediction.claims}
        assert all(wrong == prediction.printed for wrong in errata.values()), (prediction.quantity, errata)
        assert prediction.says


def test_a_broken_module_is_named_and_costs_only_its_own(monkeypatch, tmp_path):
    (tmp_path / "broken_experiments.py").write_text("raise RuntimeError('out of order')\n")
    monkeypatch.setattr(registry, "MODULES", ["broken_experiments", "test_good_experiments", "test_same_experiments"])
    for name in ("test_good_experiments", "test_same_experiments"):
        (tmp_path / f"{name}.py").write_text(GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "__package__", "own")
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


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A package in place of `layerproof.networks`."""
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    for name, text in {
        "training/__init__.py": "from .engine import train as train\nfrom .graphs import record\n",
        "training/engine.py": "from ..models import layers\n\ndef train():\n    return 1\n",
        "training/graphs.py": "record = 1\n",
        "models/__init__.py": "",
        "models/layers.py": "x = 1\n",
        "experiments/__init__.py": "",
        "experiments/one.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .two import y\n"
        "def measure():\n    from ..training import train\n    from layerproof.networks.data import d\n",
        "experiments/two.py": "y = 2\n",
        "data.py": "import numpy\nfrom layerproof.numerics import flows\nd = 1\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_closure_follows_names_to_where_they_are_defined(tree):
    found = sources.closure([tree / "experiments/one.py"])
    assert {file.relative_to(tree).as_posix() for file in found} == {
        "experiments/one.py",
        "training/engine.py",
        "models/layers.py",
        "data.py",
    }


@pytest.mark.parametrize(
    ("file", "text", "changes"),
    [
        ("models/layers.py", "x = 2\n", True),
        ("models/layers.py", '"""A remark."""\n\nx = 1  # another\n', False),
        (
            "training/engine.py",
            "from ..models import layers\n\ndef train():\n    '''It.'''\n    return 1\n",
            False,
        ),
        ("training/engine.py", "from ..models import layers\n\ndef train():\n    return '''1'''\n", True),
        ("training/graphs.py", "record = 2\n", False),
        ("experiments/two.py", "y = 3\n", False),
    ],
)
def test_what_changes_numbers_changes_the_hash(tree, file, text, changes):
    before = sources.digest([tree / "experiments/one.py"])
    (tree / file).write_text(text)
    assert (sources.digest([tree / "experiments/one.py"]) != before) == changes


def test_a_users_file_is_followed_to_the_files_beside_it(tree, tmp_path_factory):
    desk = tmp_path_factory.mktemp("desk")
    (desk / "mine.py").write_text("import helper\nimport numpy\nfrom layerproof.networks.models import layers\n")
    (desk / "helper.py").write_text("z = 1\n")
    found = sources.closure([desk / "mine.py"])
    assert {file.name for file in found} == {"mine.py", "helper.py", "layers.py"}
