"""``layerproof new``: the file runs as it is, and never costs another file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from layerproof.desk import cli, new
from layerproof.running.loading import select
from layerproof.running.results import Exit

KINDS = {"Conserved", "Rate", "Solution", "Limit", "Inequality", "Expectation", "Identity"}


def test_it_runs_as_it_is(tmp_path: Path, own_cache: Path) -> None:
    file, results = tmp_path / "deep_linear.py", tmp_path / "results.json"
    new.write(file)
    options = ["--method", "exact,numeric", "--draws", "50", "--json", str(results)]
    assert cli.main(["check", str(file), *options]) == Exit.EXPECTED
    claims = json.loads(results.read_text())["claims"]
    unusual = {claim["id"]: claim["verdict"] for claim in claims if claim["verdict"] != "VERIFIED"}
    assert unusual == {"deep-linear/slow-sigmoid": "REFUTED", "deep-linear/quotient": "UNDECIDED"}
    assert all(claim["mutants"]["killed"] == claim["mutants"]["made"] for claim in claims)


def test_it_teaches_by_example(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    new.write(file)
    selection = select([str(file)])
    assert selection.problems == []
    assert {type(claim.statement).__name__ for claim in selection.claims} == KINDS
    assert sum(claim.erratum is not None for claim in selection.claims) == 1
    assert all(len(line) <= 120 for line in file.read_text().splitlines())


def test_the_missing_hypothesis_is_the_one_that_it_says(tmp_path: Path) -> None:
    """The comment at the end is true: with the hypothesis the claim is proved."""
    from layerproof.proving.evidence import prove

    file = tmp_path / "mine.py"
    new.write(file)
    text = file.read_text().replace('    expected="UNDECIDED",\n', "    hypotheses=[Ne(S, r0)],\n")
    file.write_text(text.replace("    Limit,\n", "    Limit,\n    Ne,\n"))
    assert prove(select([f"{file}::mine/quotient"]).claims[0]).verdict == "VERIFIED"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert new.command("mine.py") == Exit.EXPECTED
    assert capsys.readouterr().out == "mine.py\nnext: layerproof check mine.py\n"
    text = Path("mine.py").read_text()
    assert "layerproof show mine.py::mine/sigmoid" in text
    assert "FILE" not in text
    assert os.listdir() == ["mine.py"]


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("mine.py", "mine"),
        ("claims_deep_linear.py", "deep-linear"),
        ("Spin Glasses.py", "spin-glasses"),
        ("own_claims.py", "own"),
        ("é.py", "own"),
    ],
)
def test_its_claims_are_named_after_it(name: str, subject: str) -> None:
    assert new.subject_of(Path(name)) == subject


@pytest.mark.parametrize("name", ["mine", "mine.txt", ".py", "mine.PY", "mine.py.txt"])
def test_another_ending_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.command(str(tmp_path / name)) == Exit.USAGE
    assert (
        capsys.readouterr().err
        == f"layerproof: got the name {name!r}; expected one that ends in .py, such as mine.py\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["layerproof.py", "sympy.py", "random.py"])
def test_a_name_that_would_hide_a_module_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="would hide the module"):
        new.write(tmp_path / name)


def test_what_exists_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, link, folder = tmp_path / "mine.py", tmp_path / "link.py", tmp_path / "folder.py"
    file.write_text("my work")
    link.symlink_to(tmp_path / "nowhere.py")
    folder.mkdir()
    for path in (file, link, folder):
        assert new.command(str(path)) == Exit.USAGE
        assert f"{path} exists already, and is left as it is; choose another name" in capsys.readouterr().err
    assert file.read_text() == "my work"
    assert not (tmp_path / "nowhere.py").exists()


def test_whoever_takes_the_name_in_the_meantime_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.py"
    file.write_text("theirs")
    monkeypatch.setattr(os.path, "lexists", lambda path: False)
    with pytest.raises(FileExistsError, match="exists already"):
        new.write(file)
    assert file.read_text() == "theirs"
    assert os.listdir(tmp_path) == ["mine.py"]


def test_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    new.write(tmp_path / "mine.py")
    assert (tmp_path / "mine.py").read_text() == new.content(tmp_path / "mine.py")
    assert os.listdir(tmp_path) == ["mine.py"]


def test_no_half_written_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "content", lambda path: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        new.write(tmp_path / "mine.py")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.command(str(tmp_path / "nowhere" / "mine.py")) == Exit.USAGE
    assert f"layerproof: there is no folder {tmp_path / 'nowhere'}; make it first" in capsys.readouterr().err
