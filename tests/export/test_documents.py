"""The documents: the same bytes twice, references that resolve, pages that compile, and errors that say what to do."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CONSERVED, WRONG

from layerproof.derivations import titles
from layerproof.derivations.coverage import misprints
from layerproof.desk.cli import main
from layerproof.export import document, pdf
from layerproof.running.loading import Library
from layerproof.running.results import Result

from .test_latex import found

needs_tex = pytest.mark.skipif(
    shutil.which("latexmk") is None or shutil.which("pdflatex") is None,
    reason=f"TeX is not installed; on Debian or Ubuntu: apt install {pdf.PACKAGES}",
)
OVERFULL = 20.0
"""Points that a line may stick out."""
SMALL = "feedback"
FAST = ("--method", "exact", "--budget", "10")


pytestmark = pytest.mark.xdist_group("documents")  # what is slow is written once


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [found(claim) for claim in Library().all()]


@pytest.fixture(scope="module")
def whole(results: list[Result]) -> dict[str, str]:
    return written(results)


def written(results: list[Result]) -> dict[str, str]:
    return {path.as_posix(): text for path, text in document.files(results, titles(), misprints())}


def test_the_same_bytes_twice(results: list[Result]) -> None:
    few = [result for result in results if result.claim.subject in (SMALL, "lazy-rich")]
    once, again = written(few), written(few)
    assert list(again) == list(once)
    assert [name for name in once if once[name] != again[name]] == []


@pytest.mark.slow
def test_labels_are_unique_and_references_resolve(whole: dict[str, str]) -> None:
    labels = Counter(
        re.findall(r"\\begin\{lpclaim\}\{([^}]*)\}", "".join(t for n, t in whole.items() if n.startswith("claims/")))
    )
    assert [label for label, times in labels.items() if times > 1] == []
    named = {
        key
        for name, text in whole.items()
        if name.endswith(".tex") and name != "layerproof-macros.tex"
        for key in re.findall(r"\\lpref\{([^}]*)\}", text)
    }
    assert named
    assert named <= set(labels)


@pytest.mark.slow
def test_every_input_is_a_file(whole: dict[str, str]) -> None:
    for text in whole.values():
        for name in re.findall(r"\\input\{\\lproot/([^}]*)\}", text):
            assert f"{name}.tex" in whole
    claims = [name for name in whole if name.startswith("claims/")]
    assert len(claims) == len(Library().all())


@pytest.mark.slow
def test_errata_have_all_their_parts(whole: dict[str, str], results: list[Result]) -> None:
    entries = whole["errata.tex"].split(r"\begin{lpclaim}")[1:]
    assert len(entries) == sum(1 for result in results if result.claim.erratum)
    for entry in entries:
        for part in ("Printed", "Wrong", "Witness", "Consequence"):
            assert rf"\lppart{{{part}}}" in entry
    repaired = sum(r"\lppart{Repair}" in entry for entry in entries)
    assert repaired > len(entries) // 2


def put(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def compiled(name: str, folder: Path) -> str:
    """The log of a compilation, whose lines are not broken."""
    done = subprocess.run(
        ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", name],
        cwd=folder, capture_output=True, check=False, timeout=120, env=pdf.environment(),
    )  # fmt: skip
    log = (folder / name).with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-3000:]
    return log


def assert_clean(log: str) -> None:
    assert "undefined" not in re.sub(r"(?i)undefined control sequence defined|\\ undefined\\", "", log), log[-2000:]
    assert "multiply defined" not in log
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert all(points <= OVERFULL for points in wide), wide


@needs_tex
def test_a_subject_compiles(results: list[Result], tmp_path: Path) -> None:
    """Without an error, an undefined reference, or a line that sticks out."""
    put(written([result for result in results if result.claim.subject == SMALL]), tmp_path)
    assert_clean(compiled("verification.tex", tmp_path))
    assert_clean(compiled("errata.tex", tmp_path))


@needs_tex
@pytest.mark.slow
@pytest.mark.parametrize("piece", ["claims/lazy-rich/general-solution", f"subjects/{SMALL}"])
def test_a_piece_in_a_paper_of_ones_own(piece: str, whole: dict[str, str], tmp_path: Path) -> None:
    put({f"export/{name}": text for name, text in whole.items()}, tmp_path)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\newcommand{\\lproot}{export}\n\\input{export/layerproof-macros}\n"
        f"\\begin{{document}}\nSee below.\n\\input{{export/{piece}}}\n\\end{{document}}\n"
    )
    log = compiled("paper.tex", tmp_path)
    assert "LaTeX Error" not in log


@needs_tex
def test_pdfs_are_the_same_twice(results: list[Result], tmp_path: Path) -> None:
    few = [result for result in results if result.claim.subject == SMALL][:4]
    first, second = (
        [p.read_bytes() for p in pdf.compile_all(document.files(few, titles()), tmp_path / k)] for k in "ab"
    )
    assert first == second
    assert first[0].startswith(b"%PDF")


@needs_tex
def test_a_document_that_does_not_compile_leaves_nothing(tmp_path: Path) -> None:
    broken = [
        (Path(f"{name}.tex"), "\\documentclass{article}\\begin{document}\\nosuch\\end{document}")
        for name in pdf.DOCUMENTS
    ]
    with pytest.raises(pdf.NoTeX, match="Undefined control sequence"):
        pdf.compile_all(broken, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_without_tex_the_packages_are_named(
    own_cache: Path, claims_file: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["export", "pdf", str(claims_file(CONSERVED)), "--out", str(tmp_path / "out"), *FAST]) == 2
    assert f"apt install {pdf.PACKAGES}" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written(
    own_cache: Path, claims_file: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["export", "latex", str(claims_file(CONSERVED)), "--out", str(tmp_path / "file"), *FAST]) == 2
    said = capsys.readouterr()
    assert "file" in said.err
    assert "Traceback" not in said.err


def test_exit_codes_are_those_of_check(own_cache: Path, claims_file: Callable[..., Path], tmp_path: Path) -> None:
    assert main(["export", "latex", str(claims_file(CONSERVED)), "--out", str(tmp_path / "a"), *FAST]) == 0
    assert main(["export", "latex", str(claims_file(CONSERVED, WRONG)), "--out", str(tmp_path / "b"), *FAST]) == 1
    assert (tmp_path / "b" / "claims" / "own" / "wrong.tex").exists()
    assert main(["export", "latex", "own/nosuch", "--out", str(tmp_path / "c")]) == 2
