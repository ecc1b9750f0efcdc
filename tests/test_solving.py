"""``layerproof solve``: what is found is shown as what was proved, and what cannot be asked is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from layerproof.desk.cli import main

FILE = """\
from layerproof import Claim, Conserved, GradientFlow, positive, time, trajectories

print("a word on the way")
t = time()
a, b = trajectories("a b")
S, m, r0 = positive("S m r_0")
free = GradientFlow(loss=m * (a*b - S)**2 / 2, parameters=(a, b), time=t)
balanced = free.on(a - b)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "mine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "mine.py"


def test_a_question_about_one_flow(file, capsys):
    asked = ["solve", f"{file}::balanced", "--of", "a*b", "--initially", "r_0", "--where", "r_0 < S"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "a*b = S*r_0/(r_0 + (S - r_0)*exp(-2*S*m*t)), initially r_0" in out
    assert "proved" in out


def test_as_json_with_nothing_else_on_stdout(file, capsys):
    asked = ["solve", f"{file}::balanced", "--of", "a b", "--initially", "r_0", "--where", "r_0 < S", "--json", "-"]
    assert main(asked) == 0
    shown = capsys.readouterr()
    (found,) = json.loads(shown.out)["flows"]
    assert found["found"]
    assert found["hypotheses"] == ["r_0 < S"]
    assert "a word on the way" in shown.err


def test_an_observable_that_does_not_close_is_undecided(file, capsys):
    assert main(["solve", f"{file}::free", "--of", "a*b", "--initially", "r_0"]) == 3
    out = capsys.readouterr().out
    assert "no closed form of a*b was found" in out
    assert "not a polynomial" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mine.py::other"], "has no flow 'other'; it has free, balanced"),
        (["none.py"], "none.py: No such file"),
        (["mine.py", "--of", "a b"], "a question is about one flow"),
        (["mine.py::balanced", "--of", "__import__('os')"], "--of"),
        (["mine.py::balanced", "--of", "c"], "--of 'c': got 'c'"),
        (["mine.py::balanced", "--where", "S < 0"], "contradict"),
        (["mine.py::balanced", "--initially", "1", "--initially", "1", "--initially", "1"], "3"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(file, capsys, arguments, said):
    assert main(["solve", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out


def test_a_file_without_a_flow(tmp_path, capsys):
    (tmp_path / "empty.py").write_text("x = 1\n", encoding="utf-8")
    assert main(["solve", str(tmp_path / "empty.py")]) == 2
    assert "makes no GradientFlow" in capsys.readouterr().err


def test_a_case_with_the_same_closed_form_does_not_repeat_it(tmp_path, capsys):
    path = tmp_path / "cubic.py"
    path.write_text(
        """from layerproof import GradientFlow, positive, time, trajectories
t = time()
a = trajectories("a")
m = positive("m")
flow = GradientFlow(loss=-m * a**3 / 3, parameters=(a,), time=t)
"""
    )
    assert main(["solve", f"{path}::flow"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("a = a_0/(-a_0*m*t + 1)") == 1
    assert "the same closed form, as long as it is defined" in printed
