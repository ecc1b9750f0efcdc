r"""Products of layers that are written with dots, ``W_L \cdots W_2 W_1``; letters as the field abbreviates them."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_text
from layerproof.tools.latex_lines.files.project import written_out

from . import papers
from .test_propose_more import proposed

LETTERS = r"""
symbols: L natural number; W_{L:1}, V matrix m x n; W_{\ell} matrix p x q; x vector n; W_1 matrix k x n
symbols: W_{L:\ell+1} matrix m x p; W_{\ell-1:1} matrix q x n; W_{\ell:1} matrix p x n; W_{L:2} matrix m x k
"""


def formulas(text: str, beside: Path) -> list[str]:
    document = read_text(f"\\begin{{align}}\n{text}\n\\end{{align}}\n", root=beside / "paper.tex").document
    return [side for equation in document.equations for side in equation.sides]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"W_L \cdots W_2 W_1 x", r"W_{L:1}x"),
        (r"W_L W_{L-1} \dots W_1", r"W_{L:1}"),
        (r"\mathbf{W}_L \cdot \ldots \cdot \mathbf{W}_1", r"\mathbf{W}_{L:1}"),
        (r"W_1^\top \cdots W_L^\top", r"W_{L:1}^{\top}"),
        (r"(W_L \cdots W_{\ell+1})^\top", r"(W_{L:\ell + 1})^\top"),
        (r"W_L(t) \cdots W_1(t)", r"W_{L:1}(t)"),
        (r"W^{(L)} \cdots W^{(1)}", r"W^{(L:1)}"),
        (r"A_1 A_2 \cdots A_n B_2", r"A_{1:n}B_2"),
        (r"W_L \cdots W_{\ell+1} W_\ell W_{\ell-1} \cdots W_1", r"W_{L:1}"),
        (r"W_L \cdots W_{\ell+1} W_{\ell-1} \cdots W_1", r"W_{L:\ell + 1}W_{\ell - 1:1}"),
        (r"W_1^\top \cdots W_L^\top W_L \cdots W_1", r"W_{L:1}^{\top}W_{L:1}"),
    ],
)
def test_a_product_has_one_name(written: str, read: str, tmp_path: Path) -> None:
    assert formulas(f"{written} &= V", tmp_path)[0] == read


@pytest.mark.parametrize(
    "text",
    [
        r"W_1 + \cdots + W_L", r"W_1, \ldots, W_L", r"x_1 \cdots x_n", r"W_1 \cdots", r"W_1 \cdots V_L",
        r"W_1 W_3 \cdots W_L", r"W_L \cdots W_3 W_1", r"W_1 W_2 \cdots W_3 W_2",
        r"W_1 \cdots W_1", r"W_1^\top \cdots W_L", r"W_1^2 \cdots W_L^2",
        r"W^L \cdots W^1", r"W_{ij} \cdots W_{kl}", r"W_1(t) \cdots W_L",
    ],
)  # fmt: skip
def test_what_is_no_such_product_stays(text: str, tmp_path: Path) -> None:
    found = formulas(f"V &= {text}", tmp_path)
    assert ":" not in "".join(found), found


def status(folder: Path, *rows: str, prose: str = "") -> list[Status]:
    return [line.status for line in papers.lines(folder, *rows, letters=LETTERS, prose=prose, mending=False)]


def test_what_follows_of_such_products(tmp_path: Path) -> None:
    whole = r"V &= W_L \cdots W_2 W_1 \\ &= "
    assert status(tmp_path, whole + r"W_L \cdots W_{\ell+1} W_\ell W_{\ell-1} \cdots W_1")[-1] is Status.VERIFIED
    assert status(tmp_path, whole + r"W_L \cdots W_{\ell+1} W_{\ell-1} \cdots W_1")[-1] not in (
        Status.VERIFIED,
        Status.REFUTED,
    )
    assert status(tmp_path, whole + r"(W_L \cdots W_{\ell+1}) (W_\ell \cdots W_1)")[-1] is Status.VERIFIED
    assert status(tmp_path, whole + r"(W_L \cdots W_2) W_1")[-1] is Status.VERIFIED
    transposed = r"(W_L \cdots W_1)^\top &= W_1^\top \cdots W_L^\top"
    assert status(tmp_path, transposed) == [Status.VERIFIED]
    assert status(tmp_path, transposed.replace(r"W_1^\top \cdots W_L^\top", r"W_L^\top \cdots W_1^\top")) != [
        Status.VERIFIED
    ]


def test_a_product_of_which_the_way_does_not_show_is_a_name_and_no_more(tmp_path: Path) -> None:
    """``W_a \\cdots W_b`` alone may go up, or down: nothing is said of its parts."""
    letters = "symbols: W_{a:b}, W_a, W_b, V matrix n x n; W_{a:c}, W_{c:b} matrix n x n"
    rows = r"V &= W_a \cdots W_b \\ &= W_a \cdots W_c W_c \cdots W_b"
    (_, step) = papers.lines(tmp_path, rows, letters=letters, mending=False)
    assert step.status not in (Status.VERIFIED, Status.REFUTED)


def test_a_paper_with_names_of_its_own_keeps_them(tmp_path: Path) -> None:
    letters = "symbols: W_{1:L}, V, A matrix n x n; x vector n"
    prose = r"We write $W_{1:L} := W_L W_{L-1} \cdots W_1$."
    (_, step) = papers.lines(
        tmp_path, r"V x &= W_{1:L} x \\ &= W_L \cdots W_1 x", letters=letters, prose=prose, mending=False
    )
    assert step.status is Status.VERIFIED, step.reason


# -- letters -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"\mW_1 \vx", r"\mathbf{W}_1 \mathbf{x}"),
        (r"\vtheta + \mSigma", r"\boldsymbol{\theta} + \boldsymbol{\Sigma}"),
        (r"\bX^\top \bx + \cL", r"\mathbf{X}^\top \mathbf{x} + \mathcal{L}"),
        (r"\vv{AB}", r"\vv{AB}"),  # an arrow, of another style
        (r"\newcommand{\mW}{W} \mW", " W"),
        (r"\vert \vee \mp \bm \bf", r"\vert \vee \mp \bm \bf"),
    ],
)
def test_letters_of_the_common_style(text: str, read: str) -> None:
    project = written_out(text)
    assert project.text.text == read
    assert not project.presumed  # a letter is a letter, whatever its font is


def test_a_declared_command_is_a_letter_of_its_own() -> None:
    assert written_out(r"\mW", declared=r"\mW matrix n x n").text.text == r"\mW"


def test_what_is_proposed_for_them(tmp_path: Path) -> None:
    body = r"with $\mW_1 \in \mathbb{R}^{d \times p}$ we have $$\mW_1^\top \mW_1 = \mW_1^\top \mW_1 + {}^{} 0.$$"
    assert proposed(tmp_path, body) == {r"\mathbf{W}_{1}": "matrix d x p"}
