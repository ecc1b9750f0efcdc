"""Indices of several tokens, families at other indices than the declared one, and what stands below two sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.compound import of_one_letter

from . import papers

LETTERS = r"""
symbols: n natural number; c real; W matrix k x d; a vector d; f function
symbols: y_{i} real for i = 1..n; x_{i} vector d for i = 1..n; z_{i} vector k for i = 1..n
symbols: S_{i} symmetric matrix d x d for i = 1..n
symbols: u_{i'}, u_{j_1} vector d; v_{i'}, v_{j_1}, v_{\tilde{\imath}} real
"""


def _last(tmp_path: Path, display: str) -> Status:
    return papers.lines(tmp_path, display, letters=LETTERS, budget=2, mending=False)[-1].status


@pytest.mark.parametrize(
    "display",
    [
        r"\sum_{i'=1}^n u_{i'} &= n u_{i'}",
        r"\sum_{j_1=1}^n u_{j_1} &= n u_{j_1}",
        r"\sum_{i'=1}^n v_{i'} &= n v_{i'}",
        r"\sum_{j_1=1}^n v_{j_1} &= n v_{j_1}",
        r"\sum_{j_1=1}^n \sum_{j_2=1}^n v_{j_1} &= n^2 v_{j_1}",
        r"\sum_{i'=1}^n f(u_{i'}) &= n f(u_{i'})",
        r"\sum_{j=1}^n x_j &= n x_j",
    ],
)
def test_what_hangs_on_an_index_of_several_tokens_runs(tmp_path: Path, display: str) -> None:
    """Each of these was ticked: the index was no token, and so nothing was seen to hang on it."""
    assert _last(tmp_path, display) is not Status.VERIFIED


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\sum_{i'=1}^n c u_{i'}", r"c \sum_{i'=1}^n u_{i'}", r"\sum_{i'=1}^n u_{i'}"),
        (r"\sum_{i'=1}^n y_{i'}", r"\sum_{i=1}^n y_i", r"n y_i"),
        (r"\sum_{j=1}^n y_j x_j", r"\sum_{i=1}^n y_i x_i", r"n y_j x_j"),
        (r"\sum_{j=1}^n y_j x_j^\top x_i", r"x_i^\top \sum_{j=1}^n y_j x_j", r"y_i x_i^\top \sum_{j=1}^n x_j"),
        (r"S_j + S_j^\top", r"2 S_j", r"S_j"),
        (r"x_{t+1}^\top x_1", r"x_1^\top x_{t+1}", r"x_t^\top x_1"),
        (
            r"\sum_{i=1}^n \sum_{i'=1}^n y_i y_{i'} x_i^\top x_{i'}",
            r"\Big\|\sum_{i=1}^n y_i x_i\Big\|^2",
            r"\Big\|\sum_{i=1}^n x_i\Big\|^2",
        ),
        (
            r"\sum_{i=1}^n \sum_{j=1}^n z_i^\top z_j x_i^\top x_j",
            r"\sum_{i=1}^n z_i^\top \left[\sum_{j=1}^n z_j x_j^\top\right] x_i",
            r"\sum_{i=1}^n z_i^\top \left[\sum_{j=1}^n z_i x_j^\top\right] x_i",
        ),
        (
            r"\sum_{i=1}^n \sum_{i'=1}^n z_i^\top z_{i'} x_i^\top x_{i'}",
            r"\Big\|\sum_{i=1}^n z_i x_i^\top\Big\|_F^2",
            r"\Big\|\sum_{i=1}^n z_i\Big\|^2",
        ),
        (
            r"\Big\|W - \sum_{i=1}^n z_i x_i^\top\Big\|_F^2",
            r"\|W\|_F^2 - 2 \sum_{i=1}^n z_i^\top W x_i + \Big\|\sum_{i=1}^n z_i x_i^\top\Big\|_F^2",
            r"\|W\|_F^2 - \sum_{i=1}^n z_i^\top W x_i + \Big\|\sum_{i=1}^n z_i x_i^\top\Big\|_F^2",
        ),
    ],
)
def test_what_is_read_holds_and_a_slip_does_not(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert _last(tmp_path, rf"{left} &= {right}") is Status.VERIFIED
    assert _last(tmp_path, rf"{left} &= {right} \\ &= {false}") is not Status.VERIFIED


@pytest.mark.parametrize("number", [r", \quad (2.2)", r". \qquad (3)", r"\quad (A.4)", r". (5b)"])
def test_a_number_that_is_typed_behind_an_equation_is_none_of_its_factors(tmp_path: Path, number: str) -> None:
    assert _last(tmp_path, rf"W + W &= 2 W {number}") is Status.VERIFIED


def test_a_factor_in_brackets_stays() -> None:
    assert joined(of_one_letter(words(r"\sum_{i'} x_{i'} s"), set(), {})) == joined(words(r"\sum_{r} x_{r} s"))
    assert of_one_letter(words(r"\sum_{i} x_{i} x'"), set(), {}) == words(r"\sum_{i} x_{i} x'")
