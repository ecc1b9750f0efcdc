r"""Determinants in papers: known of square matrices, letters below logarithms."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = "symbols: A, B matrix h x h; W matrix h x p; V matrix p x h; c positive number; x, y, z real number\n"


def found(folder: Path, left: str, right: str) -> Status:
    (_, line) = papers.lines(folder, rf"y &= {left} \\ &= {right}", letters=LETTERS, mending=False)
    return line.status


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (r"\det(A B)", r"\det(A) \det(B)"),
        (r"\det(A B)", r"\det B \det A"),
        (r"\det(A^\top)", r"\det A"),
        (r"\operatorname{det}(c A)", r"c^h \det(A)"),
        (r"\det(W V) - \det(V^\top W^\top)", "0"),
        (r"\operatorname*{det}(A B)", r"\mathrm{det}(B) \det A"),
        (r"x + \log \det(W W^\top) + \operatorname{tr}(W W^\top)", r"\|W\|_F^2 + \log \det(W W^\top) + x"),
        (r"c \log \det A - c \log \det A", "0"),
    ],
)
def test_what_is_right_of_determinants_is_verified(left: str, right: str, tmp_path: Path) -> None:
    assert found(tmp_path, left, right) is Status.VERIFIED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (r"\det(A + B)", r"\det(A) + \det(B)"),
        (r"\det(A B)", r"\det(A) \det(B) + 1"),
        (r"\det(c A)", r"c \det(A)"),
        (r"\det(c A)", r"c^p \det(A)"),
        (r"\det(W V)", r"\det(V W)"),
        (r"\det(W V)", r"\det(W) \det(V)"),
        (r"\det(A^\top)", r"-\det(A)"),
        (r"\det(A)", r"\operatorname{tr}(A)"),
        (r"\log \det(A + B)", r"\log \det(A) + \log \det(B)"),
        (r"\log \det(c A)", r"\log c + \log \det(A)"),
        (r"\log \det(W V)", r"\log \det(V W)"),
        (r"\log \det(A)", r"\det(A)"),
        (r"\det(A)^2", r"\det(A)"),
    ],
)
def test_what_is_wrong_of_determinants_is_not(left: str, right: str, tmp_path: Path) -> None:
    assert found(tmp_path, left, right) is not Status.VERIFIED
