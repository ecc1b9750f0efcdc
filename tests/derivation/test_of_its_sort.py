r"""What is said of a letter of a sort holds at points of it: ``f(x) = x`` of a positive x says nothing of ``f(-1)``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run

SAID = r"\begin{align} f(x) &= x \end{align}"
THERE = r"\begin{align} c &= f(y) + 1 \\ &= y + 1 \end{align}"


def status(folder: Path, words: str, letters: str, said: str = SAID) -> Status:
    paper = folder / "paper.tex"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}{words} {said} Now {THERE}\end{{document}}")
    paper.with_suffix(".lp").write_text(f"symbols: f function; {letters}; c real number\n")
    return run(read_file(paper), limiting=Limiting(budget=5), mending=False).lines[-1].status


@pytest.mark.parametrize(
    ("letters", "found"),
    [
        ("x, y real number", Status.VERIFIED),
        ("x, y positive number", Status.VERIFIED),
        ("x positive number; y real number", Status.UNDECIDED),
        ("x nonnegative number; y real number", Status.UNDECIDED),
        ("x nonnegative number; y positive number", Status.VERIFIED),
        ("x natural number; y positive number", Status.UNDECIDED),
        ("x real number; y positive number", Status.VERIFIED),
        (r"x number \in (0, 1); y real number", Status.UNDECIDED),
    ],
)
def test_a_point_is_of_the_sort_of_the_letter(letters: str, found: Status, tmp_path: Path) -> None:
    assert status(tmp_path, "We have", letters) is found


def test_of_symmetric_matrices_nothing_is_said_of_others(tmp_path: Path) -> None:
    said = r"\begin{align} f(x) &= \operatorname{tr}(x x) \end{align}"
    there = r"\begin{align} c &= f(y) \\ &= \operatorname{tr}(y y) \end{align}"
    paper = tmp_path / "paper.tex"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}{said} Now {there}\end{{document}}")
    for sort, found in (("", Status.UNDECIDED), ("symmetric ", Status.VERIFIED)):
        letters = f"symbols: f function; x symmetric matrix n x n; y {sort}matrix n x n; c real number\n"
        paper.with_suffix(".lp").write_text(letters)
        assert run(read_file(paper), limiting=Limiting(budget=5), mending=False).lines[-1].status is found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("We have", Status.VERIFIED),
        ("With $x > 0$ we have", Status.UNDECIDED),
        ("For $x > 0$ we have", Status.UNDECIDED),
        (r"With step size $\eta > 0$ we have", Status.VERIFIED),
    ],
)
def test_a_sign_is_a_case_but_where_it_introduces_its_letter(words: str, found: Status, tmp_path: Path) -> None:
    assert status(tmp_path, words, "x, y real number") is found
