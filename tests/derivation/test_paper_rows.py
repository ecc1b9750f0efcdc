r"""Sums over the rows of a matrix, and what stands below braces."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivation import papers
from layerproof.tools.latex_lines import Status, read_text

ROWS = "symbols: X matrix n x d with rows x_{i}; y vector n with entries y_{i}; w vector d; x_{j} vector d\n"
OK = Status.VERIFIED


def last(tmp_path: Path, body: str, declared: str) -> Status:
    return papers.lines(tmp_path, body, letters=declared, mending=False)[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\|y - X w\|^2", r"\sum_{i=1}^n (y_i - w^\top x_i)^2", r"\sum_{i=1}^n (y_i + w^\top x_i)^2"),
        (r"X^\top (y - X w)", r"\sum_{i=1}^n (y_i - w^\top x_i) x_i", r"\sum_{i=1}^n (y_i - w^\top x_i) x_j"),
        (r"X^\top X", r"\sum_{i=1}^n x_i x_i^\top", r"\sum_{i=2}^n x_i x_i^\top"),
        (r"X^\top y", r"\sum_{i=1}^n y_i x_i", r"\sum_{i=1}^n x_i"),
        (r"\|X\|_F^2", r"\sum_{i=1}^n \|x_i\|^2", r"\sum_{i=1}^d \|x_i\|^2"),
        (r"y^\top y", r"\sum_{i=1}^n y_i^2", r"\sum_{i=1}^n y_i^3"),
        (r"\|X w\|^2", r"\sum_{i=1}^n (w^\top x_i)^2", r"\sum_{i=1}^n w^\top x_i"),
        (
            r"\nabla_w \frac{1}{2} \sum_{i=1}^n (y_i - w^\top x_i)^2",
            r"- \sum_{i=1}^n (y_i - w^\top x_i) x_i",
            r"\sum_{i=1}^n (y_i - w^\top x_i) x_i",
        ),
    ],
)
def test_sums_over_rows_are_products(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert last(tmp_path, rf"{left} &= {right}", ROWS) is OK
    assert last(tmp_path, rf"{left} &= {false}", ROWS) is not OK


def test_columns_lie_the_other_way_round(tmp_path: Path) -> None:
    columns = "symbols: X matrix d x n with columns x_{i}; y vector n with entries y_{i}\n"
    assert last(tmp_path, r"X X^\top &= \sum_{i=1}^n x_i x_i^\top", columns) is OK
    assert last(tmp_path, r"X y &= \sum_{i=1}^n y_i x_i", columns) is OK
    assert last(tmp_path, r"X^\top X &= \sum_{i=1}^n x_i x_i^\top", columns) is not OK


def test_what_is_left_as_a_sum_is_not_called_wrong(tmp_path: Path) -> None:
    for body in (
        r"X^\top \mathbf{1}_n &= \sum_{i=1}^n x_i",
        r"X^\top X &= \sum_{i=1}^{n-1} x_i x_i^\top + x_n x_n^\top",
    ):
        assert last(tmp_path, body, ROWS) is not Status.REFUTED


@pytest.mark.parametrize(
    "item", ["X matrix n x d with rows x", "y vector n with rows y_{i}", "X, Y matrix n x d with rows x_{i}"]
)
def test_what_is_no_row_is_told(item: str) -> None:
    paper = read_text(f"% symbols: {item}\n\\begin{{equation}} a = a \\end{{equation}}")
    assert (
        paper.troubles
        or paper.document.troubles
        or papers.judged(f"% symbols: {item}\n", [["X = X"]]) == {"X = X": Status.UNREAD}
    )


BRACED = "symbols: w, x vector d; U matrix n x n; S matrix n x d; V matrix d x d; a, b, c real\n"


@pytest.mark.parametrize(
    ("first", "second", "false"),
    [
        (r"x^\top w \underbrace{w^\top w}_{=1} w^\top x", r"x^\top w w^\top x", r"- x^\top w w^\top x"),
        (r"V S^\top \underbrace{U^\top U}_{=I} S V^\top", r"V S^\top S V^\top", r"V S^\top S V"),
        (r"\underbrace{a}_{\le c} + b", r"c + b", r"c - b"),
        (r"\underbrace{a - b}_{0} + c", r"c", r"2 c"),
        (r"a + \underbrace{b \underbrace{c}_{= 2}}_{b}", r"a + 2 b", r"a + b"),
    ],
)
def test_what_stands_below_a_brace_is_given(tmp_path: Path, first: str, second: str, false: str) -> None:
    sign = r"\le" if "le c" in first else "="
    for right, expected in ((second, True), (false, False)):
        found = papers.lines(tmp_path, rf"{first} &{sign} {right}", letters=BRACED, mending=False)[-1]
        assert (found.status is OK) is expected
    found = papers.lines(tmp_path, rf"{first} &{sign} {second}", letters=BRACED, mending=False)[-1]
    assert "given what is stated in line" in found.note


def test_a_name_or_a_number_of_terms_below_a_brace_says_nothing(tmp_path: Path) -> None:
    for first in (r"\underbrace{a + \dots + a}_{2}", r"\underbrace{a}_{b} + c", r"\underbrace{a}_{\text{if } = b} + c"):
        assert last(tmp_path, rf"{first} &= b + c", BRACED) is not OK


def test_what_is_said_below_a_brace_is_not_said_of_another_display(tmp_path: Path) -> None:
    found = papers.lines(tmp_path, r"c &= \underbrace{a}_{= b} + c", r"2 a &= 2 b", letters=BRACED)
    assert found[-1].status is not OK


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\sum_{i=1}^n (w + A w)", r"n (w + A w)", r"n w + A w"),
        (
            r"\sum_{i=1}^n (x_i - w) (x_i - w)^\top",
            r"\sum_{i=1}^n x_i x_i^\top - w s^\top - s w^\top + n w w^\top",
            r"\sum_{i=1}^n x_i x_i^\top - w s^\top - s w^\top + w w^\top",
        ),
        (
            r"\sum_{i=1}^n \|x_i - w\|^2",
            r"\sum_{i=1}^n \|x_i\|^2 - 2 w^\top s + n \|w\|^2",
            r"\sum_{i=1}^n \|x_i\|^2 - 2 w^\top s + \|w\|^2",
        ),
        (r"\sum_{i=1}^{n} A", r"n A", r"(n - 1) A"),
    ],
)
def test_a_sum_of_what_does_not_hang_on_its_index(tmp_path: Path, left: str, right: str, false: str) -> None:
    letters = "symbols: x_{i}, w, s vector d; A matrix d x d; n natural\nhypotheses: \\sum_{i=1}^n x_i = s\n"
    assert last(tmp_path, rf"{left} &= {right}", letters) is OK
    assert last(tmp_path, rf"{left} &= {false}", letters) is not OK
    for range_ in (r"\sum_{i=2}^n", r"\sum_{i \in S}"):
        assert last(tmp_path, rf"{range_} A &= n A", letters) is not OK


def test_reciprocals_of_the_entries_of_a_diagonal_matrix(tmp_path: Path) -> None:
    letters = (
        "symbols: U matrix n x r with columns u_{k}; V matrix d x r with columns v_{k}; a vector d; b vector n\n"
        "symbols: S diagonal matrix r x r with entries s_{k}\n"
    )
    left = r"a^\top V S^{-1} U^\top b"
    for right, holds in (
        (r"\sum_{k=1}^r \frac{1}{s_k} (a^\top v_k) (u_k^\top b)", True),
        (r"\sum_{k=1}^r \frac{1}{s_k^2} (a^\top v_k) (u_k^\top b)", False),
        (r"\sum_{k=1}^r s_k (a^\top v_k) (u_k^\top b)", False),
    ):
        (line,) = papers.lines(tmp_path, rf"{left} &= {right}", letters=letters, budget=4, mending=False)
        assert (line.status is Status.VERIFIED) is holds
