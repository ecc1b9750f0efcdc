r"""Double factorials, problems under constraints, a digit in brackets after a number, and names that have values."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_text
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.applications import Ambiguous
from layerproof.tools.latex_lines.notation.double_factorials import NAME, double_factorials
from layerproof.tools.latex_lines.notation.functions import Functions
from layerproof.tools.latex_lines.notation.spelling import plain
from layerproof.tools.latex_lines.run import propose_file

from . import papers

LETTERS = "symbols: x, y real; c real number; n, \\nu natural; f function; a_{k} real for k = 0..\\infty; s, q real\n"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5!! + 6!!", "15 + 48"),
        ("0!!", "1"),
        (r"(\nu - 1)!! y", rf"{NAME}(\nu - 1) y"),
        ("2 n!!", f"2 {NAME}(n)"),
        ("x_{i}!!", f"{NAME}(x_{{i}})"),
        ("n! m!!", f"n! {NAME}(m)"),
        ("(n!)!", "(n!)!"),
    ],
)
def test_double_factorials(text: str, read: str) -> None:
    assert joined(double_factorials(plain(words(text)), Functions())) == joined(plain(words(read)))


@pytest.mark.parametrize("text", ["]!!", r"\hat{n}!!", "+!!", "401!!"])
def test_of_what_is_not_clear(text: str) -> None:
    with pytest.raises(Ambiguous):
        double_factorials(plain(words(text)), Functions())


@pytest.mark.parametrize(
    ("display", "status"),
    [
        (r"(n - 1)!! x + (n-1)!! x &= 2 (n-1)!! x", Status.VERIFIED),
        (r"(n - 1)!! x + n!! x &= 2 (n-1)!! x", Status.STATED),
        (r"5!! + 6!! &= 63", Status.VERIFIED),
        (r"c(0) &= 0", Status.UNREAD),
        (r"c(1) &= c", Status.UNREAD),
        (r"c (x + 1) &= c x + c", Status.VERIFIED),
        (r"\frac{k}{2} (s - q) + \frac{k}{2} q &= \frac{k}{2} s", Status.VERIFIED),
    ],
)
def test_lines(tmp_path: Path, display: str, status: Status) -> None:
    assert papers.lines(tmp_path, display, letters=LETTERS, budget=4, mending=False)[-1].status is status


@pytest.mark.parametrize(
    "display",
    [
        r"\min_x f(x) \quad s.t. \quad x = y.",
        r"\min_{x} \quad f(x) \\ \text{s.t.} \quad & x \geq 0",
        r"\operatorname*{minimize}_x f(x) \quad \text{subject to } x \le y",
        r"\underset{x}{\operatorname{minimize}} f(x) \quad\text{subject to } f(y) \le 0",
    ],
)
def test_a_problem_is_no_claim(display: str) -> None:
    document = read_text(f"% symbols: x, y real\n\\begin{{align}}\n{display}\n\\end{{align}}\n").document
    assert document.equations == []
    assert document.troubles == []


@pytest.mark.parametrize("display", [r"\min_x f(x) &= y \text{ s.t. } x \ge 0", r"\min(x, y) &= \min(y, x)"])
def test_and_an_equation_is_one(display: str) -> None:
    document = read_text(f"% symbols: x, y real\n\\begin{{align}}\n{display}\n\\end{{align}}\n").document
    assert document.equations


def test_a_bound_on_what_has_values_is_said_of_these(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    rows = r"\phi(x) + \phi(y) &= \phi(x + y) \\ \phi(x y) &= c"
    paper.write_text(
        rf"\documentclass{{article}}\begin{{document}} Let $\phi > 0$ and $c > 0$. \begin{{align}} {rows} \end{{align}}"
        r"\end{document}"
    )
    file, _ = propose_file(paper)
    said = Path(file).read_text()
    assert r"? symbols: \phi function" in said
    assert "symbols: c positive number" in said


def test_an_assumption_that_is_not_read_excuses_what_holds_its_letters(tmp_path: Path) -> None:
    displays = (r"x^2(y) - c &= b(q) := s", r"n + \nu &= \nu + n \\ &= 2 \nu + n", r"y + c &= c + y \\ &= 2 c + y")
    found = {line.source: line.status for line in papers.lines(tmp_path, *displays, letters=LETTERS, budget=4)}
    assert found[r"&= 2 \nu + n"] is Status.REFUTED
    assert found[r"&= 2 c + y"] is Status.UNDECIDED
