"""Sums over ranges that differ, what telescopes, extremes of what is bounded, means with what is not random."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from .test_paper_rules import becomes

YES, OPEN = Status.VERIFIED, Status.UNDECIDED
LETTERS = r"""
symbols: x_{t} vector d; x_{t+1} vector d; x_{T} vector d; x_{0} vector d; x^{*} vector d
symbols: z_{i} vector d; z_{j} vector d; \eta positive number
symbols: a_{1} real; a_{i} real; a_{j} real; b_{t} real; b_{t+1} real; b_{t-1} real; b_{T} real; b_{0} real; b_{1} real
symbols: T natural number; c positive number; f, g, F function; x, y, u, h vector d; A matrix d x d
"""
steps = partial(becomes, letters=LETTERS)


def test_a_sum_is_split_off_one_term(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\sum_{j=1}^n a_j",
        [
            (r"= a_1 + \sum_{j=2}^n a_j", YES),
            (r"= a_i + \sum_{j=2}^n a_j", OPEN),
            (r"= a_i + \sum_{j \ne i} a_j", YES),
            (r"= - a_i + \sum_{j \ne i} a_j", OPEN),
            (r"= 2 a_i + \sum_{j \ne i} a_j", OPEN),
        ],
    )


@pytest.mark.slow
def test_a_sum_of_vectors_is_split_off_one_term(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\sum_{j} a_j z_j",
        [(r"= a_i z_i + \sum_{j \ne i} a_j z_j", YES), (r"= a_1 z_i + \sum_{j \ne i} a_j z_j", OPEN)],
    )


def test_sums_telescope(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\sum_{t=0}^{T-1} (b_{t+1} - b_t)",
        [(r"= b_T - b_0", YES), (r"= b_0 - b_T", OPEN), (r"= b_T - b_1", OPEN), (r"= 2 b_T - b_0", OPEN)],
    )


@pytest.mark.slow
def test_sums_of_squares_of_norms_telescope_over_their_own_range(tmp_path: Path) -> None:
    def squares(start: int) -> str:
        return rf"\sum_{{t={start}}}^{{T-1}} (\|x_t - x^*\|^2 - \|x_{{t+1}} - x^*\|^2)"

    right = r"\|x_0 - x^*\|^2 - \|x_T - x^*\|^2"
    steps(tmp_path, squares(0), [(f"= {right}", YES), (r"\le \|x_0 - x^*\|^2", YES)])
    steps(tmp_path, squares(1), [(f"= {right}", OPEN)])


@pytest.mark.slow
def test_an_index_is_moved(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\sum_{t=1}^{T} b_{t-1}",
        [(r"= \sum_{t=0}^{T-1} b_t", YES), (r"= \sum_{t=0}^{T} b_t", OPEN), (r"= \sum_{t=1}^{T} b_t", OPEN)],
    )


def test_extremes_of_what_is_nowhere_less_are_no_less(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"(\inf_{x} f(x)^2)",
        [
            (r"\le \inf_{x} (f(x)^2 + g(x)^2)", YES),
            (r"\ge \inf_{x} (f(x)^2 + g(x)^2)", OPEN),
            (r"\le \inf_{x} (f(x)^2 - g(x)^2)", OPEN),
            (r"\ge 0", YES),
            (r"\le 0", OPEN),
        ],
    )


@pytest.mark.slow
def test_a_mean_is_at_most_what_is_largest_and_extremes_are_exchanged_one_way(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\mathbb{E}_{x}[f(x)]",
        [
            (r"\le \sup_{x} f(x)", YES),
            (r"\le \inf_{x} f(x)", OPEN),
            (r"\ge \sup_{x} f(x)", OPEN),
            (r"\le \sup_{y} f(x)", OPEN),
        ],
    )
    steps(
        tmp_path,
        r"(\sup_{x} \inf_{y} F(x, y))",
        [
            (r"\le \inf_{y} \sup_{x} F(x, y)", YES),
            (r"\ge \inf_{y} \sup_{x} F(x, y)", OPEN),
            (r"\le \inf_{y} \sup_{x} F(y, x)", OPEN),
        ],
    )


@pytest.mark.slow
def test_a_vector_beside_a_mean_is_not_random(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"\mathbb{E}[\|h - u\|^2]",
        [
            (r"= \mathbb{E}[\|h\|^2] - 2 u^\top \mathbb{E}[h] + \|u\|^2", YES),
            (r"= \mathbb{E}[\|h\|^2] - u^\top \mathbb{E}[h] + \|u\|^2", OPEN),
        ],
    )
    steps(
        tmp_path,
        r"\mathbb{E}[h^\top A h]",
        [(r"= \mathbb{E}[h]^\top A \mathbb{E}[h]", OPEN), (r"= h^\top A \mathbb{E}[h]", OPEN)],
    )
