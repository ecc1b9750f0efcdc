r"""Powers before a time, ``a^2(0)``, functions of what moves, ``F(u)``, and the upright d of ``\textnormal{d}``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_file
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.at_times import powers_last
from layerproof.tools.latex_lines.notation.spelling import plain
from layerproof.tools.latex_lines.run import propose_file

from . import papers

LETTERS = r"""
symbols: a, b, c trajectory
symbols: s real; F, G function; v vector n; W matrix n x n
"""


def _last(tmp_path: Path, *displays: str) -> Status:
    return papers.lines(tmp_path, *displays, letters=LETTERS, budget=4, mending=False)[-1].status


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a^2(0)", "a(0)^{2}"),
        ("a_i^2(t) - b^{2}(t)", "a_{i}(t)^{2} - b(t)^{2}"),
        (r"W^\top(0) W(0)", r"W(0)^{\top}W(0)"),
        ("s^2(0)", "s^{2}(0)"),
        ("a^2(b)", "a^{2}(b)"),
        ("a^{-1}(0)", "a^{-1}(0)"),
    ],
)
def test_a_power_stands_behind_the_time(text: str, read: str) -> None:
    found = powers_last(plain(words(text)), {"t"}, [["a"], ["b"], ["W"]])
    assert joined(found) == joined(plain(words(read)))


@pytest.mark.parametrize(
    ("display", "true"),
    [
        (r"a^2(t) - c^2(t) &= (a(t) - c(t)) (a(t) + c(t))", True),
        (r"a^2(0) - c^2(0) &= (a(0) - c(0)) (a(0) + c(0))", True),
        (r"a^2(0) - c^2(0) &= 0", False),
        (r"a^2(0) &= 0", False),
        (r"v^{\top}(0) v(0) &= \|v(0)\|^2", True),
        (r"v^{\top}(0) v(0) &= 0", False),
        (r"s^2(0) &= 0", False),
        (r"2 F(a) + F(a) &= 3 F(a)", True),
        (r"F(a) + F(b) &= 2 F(a)", False),
        (r"F(a + b) - F(b + a) &= 0", True),
        (r"F(a(t)) - F(a(0)) &= 0", False),
        (r"a^2 F(b) + a &= a (a F(b) + 1)", True),
        (r"a^2 F(b) + a &= a (a F(-b) + 1)", False),
    ],
)
def test_lines(tmp_path: Path, display: str, true: bool) -> None:
    assert (_last(tmp_path, display) is Status.VERIFIED) == true


def test_what_was_0_times_a_square_is_a_value_at_0(tmp_path: Path) -> None:
    flow = r"\dot a &= b", r"\dot b &= a"
    assert _last(tmp_path, *flow, r"a^2(t) - b^2(t) &= a^2(0) - b^2(0) \\ &= 0") is not Status.VERIFIED


def test_a_function_of_what_moves_moves(tmp_path: Path) -> None:
    assert _last(tmp_path, r"c &= F(a) + a", r"\dot c &= \dot a") is not Status.VERIFIED
    assert _last(tmp_path, r"c &= F(a)", r"\frac{d}{dt} (c + a) &= \dot a") is not Status.VERIFIED
    assert _last(tmp_path, r"c &= 2 F(a) + b", r"c + F(a) &= 3 F(a) + b") is Status.VERIFIED


@pytest.mark.parametrize("upright", [r"\textnormal{d}", r"\mathrm{d}", r"\text{d}", r"\textrm{d}", "d"])
def test_a_paper_s_time(tmp_path: Path, upright: str) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"\documentclass{article}\begin{document}\begin{align} "
        + r"\frac{D w}{D t} &= - 2 w + c \end{align}\end{document}".replace("D ", upright + " ")
    )
    file, _ = propose_file(paper)
    said = Path(file).read_text()
    assert "w trajectory" in said
    assert read_file(paper).document.is_declared_beside


def test_a_vector_function_is_as_long_as_its_matrix_is_wide(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"\documentclass{article}\begin{document} Let $X \in \mathbb{R}^{m \times n}$ and $y \in \mathbb{R}^m$."
        r"\begin{align} L(\theta) &= \| X \bm{k}(\theta) - y\|^2 \end{align}"
        r"\begin{align} X \bm{k}(\theta) + X \bm{k}(\eta) &= y \end{align}\end{document}"
    )
    file, _ = propose_file(paper)
    assert r"\boldsymbol{k} vector function n" in Path(file).read_text()
