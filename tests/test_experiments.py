"""``layerproof experiments``: what is listed, what is run, what is kept, and the exit codes."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from layerproof.desk import experiments
from layerproof.networks.harness import records, registry
from layerproof.running.results import Exit

FILE = """\
from layerproof import Claim, Identity, real
from layerproof.networks.experiments import Config, Experiment, Prediction

x = real("x")
claim = Claim("own/even", title="A square", statement=Identity((x + 1)**2, x**2 + 2 * x + 1))


def predict(config):
    return [Prediction("it", "it is one", 1.0, 0.1, ("own/even",))]


def measure(config, session):
    session.progress("training", 0.5)
    return {"it": [VALUE + k / 1000 for k in range(config.seeds)]}


scales = dict.fromkeys(("smoke", "desk", "paper"), Config(4))
first = Experiment("own/first", "Something", ("own/even",), (), scales, predict, measure, note="made up")
"""


@pytest.fixture
def ask(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run the command in a folder of its own."""
    monkeypatch.setattr(registry, "_added", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def write(content: str, file: str) -> bool:
        if file == "-":
            print(content, end="")
        else:
            Path(file).write_text(content)
        return True

    def run(*words: str) -> int:
        parser = argparse.ArgumentParser()
        experiments.add_arguments(parser, int)
        return int(experiments.command(parser.parse_args([*words]), write))

    return run


def mine(value: float) -> str:
    Path("mine.py").write_text(FILE.replace("VALUE", str(value)))
    return "mine.py"


def test_without_a_name_every_experiment_is_on_a_line(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask() == Exit.EXPECTED
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == [experiment.name for experiment in registry.experiments()]


@pytest.mark.parametrize("width", [40, 80, 140])
def test_at_a_terminal_a_title_goes_on_below_itself(width: int) -> None:
    out = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    listed = registry.experiments()
    experiments.listing([experiments.Shown(item) for item in listed], out)
    assert isinstance(out.file, io.StringIO)
    lines = out.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    begins = [line for line in lines if not line.startswith(" ")]
    assert [line.split()[0] for line in begins] == [item.name for item in listed]
    indents = {len(line) - len(line.lstrip()) for line in lines if line.startswith(" ")}
    beside = begins[0].find(listed[0].title.split()[0])
    assert indents == {40: {2}, 80: {beside}, 140: set()}[width]


def test_a_name_a_pattern_and_a_claim_mean_experiments(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    for word in ("closed-forms/scalar", "*-forms/scal*", "lazy-rich/gamma-printed", "closed-forms"):
        assert ask(word, "--list") == Exit.EXPECTED
        assert "closed-forms/scalar\tScalar networks" in capsys.readouterr().out


def test_claims_whose_formulas_predict_the_same_are_shown_together(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("scaling/time") == Exit.EXPECTED
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("corrected exponent") == 1
    assert (
        "scaling-laws/time-law, scaling-laws/corrected-power-law, scaling-laws/correction-is-the-missing-loss: " in told
    )


def test_an_unknown_name_gets_the_nearest(ask: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("closed-forms/scala") == Exit.USAGE
    assert "did you mean closed-forms/scalar" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "shown", "code", "verdict"),
    [
        (1.0, "1.002", Exit.EXPECTED, "SUPPORTED"),
        (2.0, "2.002", Exit.WRONG, "CONTRADICTED"),
        (1.0985, "1.1", Exit.UNDECIDED, "UNDECIDED"),
    ],
)
def test_the_experiments_of_a_file_are_run(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str], value: float, shown: str, code: Exit, verdict: str
) -> None:
    pytest.importorskip("torch")
    file = mine(value)
    assert ask(file) == Exit.EXPECTED
    assert "no fresh record; --run makes one" in capsys.readouterr().out
    assert ask(file, "--run", "--keep", "kept", "--device", "cpu") == code
    told = capsys.readouterr().out
    assert f"it: {verdict}, measured {shown} +- 0.0013" in told
    assert "made up" in told
    assert records.read(Path("kept/own.first-desk.json")).experiment == "own/first"
    assert ask(file, "--json", "-") == Exit.EXPECTED
    (data,) = json.loads(capsys.readouterr().out)
    assert data["record"]["verdicts"][0]["verdict"] == verdict
    assert data["kept"] is False


def test_a_file_that_changed_has_no_fresh_record(ask: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    assert ask(mine(1.0), "--run", "--device", "cpu") == Exit.EXPECTED
    assert ask(mine(1.01)) == Exit.EXPECTED
    assert "no fresh record" in capsys.readouterr().out
    assert ask(mine(1.0)) == Exit.EXPECTED
    assert "no fresh record" not in capsys.readouterr().out


def test_a_run_that_fails_says_why(ask: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    assert ask(mine(float("nan")), "--run", "--device", "cpu") == Exit.UNDECIDED
    assert "what was measured with seed 0" in (told := capsys.readouterr().out) or "name 'nan'" in told
    assert ask(mine(1.0), "--run", "--device", "cuda:99") == Exit.UNDECIDED
    assert "got device 'cuda:99'" in capsys.readouterr().out


def test_an_experiment_that_breaks_costs_itself_alone(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    breaks = """
def broken(config, session):
    raise RuntimeError("one of its networks broke")


second = Experiment("own/broken", "Something", ("own/even",), (), scales, predict, broken)
"""
    file = Path(mine(1.0))
    file.write_text(file.read_text() + breaks)
    assert ask(str(file), "--run", "--scale", "smoke", "--keep", "kept", "--json", "run.json") == Exit.UNDECIDED
    assert "RuntimeError: one of its networks broke" in capsys.readouterr().out
    found = {item["name"]: item for item in json.loads(Path("run.json").read_text())}
    assert found["own/broken"]["record"] is None
    assert found["own/first"]["predictions"][0]["verdict"] == "SUPPORTED"
    assert [file.name for file in Path("kept").iterdir()] == ["own.first-smoke.json"]


def test_a_file_without_experiments_says_so(ask: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.py").write_text(FILE.split("def predict")[0])
    assert ask("other.py") == Exit.USAGE
    assert "other.py holds no experiment" in capsys.readouterr().err


def test_an_experiment_of_a_claim_that_is_none_is_a_problem(
    ask: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.py").write_text(FILE.replace('("own/even",), ()', '("own/odd",), ()'))
    assert ask("mine.py") == Exit.USAGE
    assert "experiment 'own/first' belongs to 'own/odd', which is no claim of this file" in capsys.readouterr().err
