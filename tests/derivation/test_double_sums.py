r"""Products of sums as sums over two indices, and slips in what stands below a sum.

``(\sum_i a_i x_i)^\top (\sum_i a_i x_i) = \sum_i \sum_j a_i a_j x_i^\top x_j``: what does not run goes before the sum.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .papers import lines

LETTERS = r"""symbols: n, d natural numbers; x_i, x_j, w vector d; R real number; f, g vector d with values
symbols: \alpha_{i}, y_{i} real for i = 1..n; j index 1..n; \phi vector function d; x real
"""
SQUARE = r"w^\top w &= \left(\sum_{i=1}^n \alpha_i x_i\right)^\top \left(\sum_{i=1}^n \alpha_i x_i\right) \\"
LOSS = r"R &= \sum_{i=1}^n (y_i - w^\top x_i)^2 \\ &= \sum_{i=1}^n y_i^2"


def last(folder: Path, rows: str) -> str:
    """What is said of the last line."""
    return lines(folder, rows, letters=LETTERS, prose="We have")[-1].status.value


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        (SQUARE + r"&= \sum_{i=1}^n \left(\sum_{j=1}^n (\alpha_i \alpha_j x_i^\top x_j)\right)", "VERIFIED"),
        (SQUARE + r"&= \sum_{i=1}^n{\alpha_i \sum_{j=1}^n{\alpha_j x_i^\top x_j}}", "VERIFIED"),
        (SQUARE + r"&= \sum_{i=1}^n \left(\sum_{j=1}^n (\alpha_i \alpha_i x_i^\top x_j)\right)", "UNDECIDED"),
        (SQUARE + r"&= \sum_{i=1}^n (\alpha_i^2 x_i^\top x_i)", "UNDECIDED"),
        (SQUARE + r"&= \sum_{i=1}^n \left(\sum_{i=1}^n (\alpha_i \alpha_i x_i^\top x_i)\right)", "UNDECIDED"),
    ],
)
def test_what_does_not_run_goes_before_the_sum(rows: str, status: str, tmp_path: Path) -> None:
    assert last(tmp_path, rows) == status


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        (r" - 2 w^\top \sum_{i=1}^n y_i x_i + w^\top (\sum_{i=1}^n x_i x_i^\top) w", "VERIFIED"),
        (r" + 2 w^\top \sum_{i=1}^n y_i x_i + w^\top (\sum_{i=1}^n x_i x_i^\top) w", "REFUTED"),
        (r" - w^\top \sum_{i=1}^n y_i x_i + w^\top (\sum_{i=1}^n x_i x_i^\top) w", "REFUTED"),
        (r" - w^\top \sum_{i=1}^n y_i x_i - 3 w^\top (\sum_{i=1}^n x_i x_i^\top) w", "UNDECIDED"),
    ],
)
def test_a_slip_below_a_sum_over_a_range_is_named(rest: str, status: str, tmp_path: Path) -> None:
    assert last(tmp_path, LOSS + rest) == status


@pytest.mark.parametrize(
    ("right", "status"),
    [
        (r"\langle f, \mathbb{E}_x[\phi(x)] \rangle", "VERIFIED"),
        (r"\langle g, \mathbb{E}_x[\phi(x)] \rangle", "STATED"),
    ],
)
def test_an_inner_product_with_a_mean(right: str, status: str, tmp_path: Path) -> None:
    assert last(tmp_path, rf"\mathbb{{E}}_x[\langle f, \phi(x) \rangle] &= {right}") == status


@pytest.mark.parametrize(
    ("prose", "status"),
    [
        (r"In this section, $F(w) = \frac{1}{2} w^\top w$. We have", "VERIFIED"),
        (r"We consider the quadratic loss $F(w) = \frac{1}{2} w^\top w$. We have", "VERIFIED"),
        (r"The others take the quadratic loss $F(w) = \frac{1}{2} w^\top w$. We have", "UNDECIDED"),
    ],
)
def test_a_function_that_a_sentence_introduces(prose: str, status: str, tmp_path: Path) -> None:
    letters = r"symbols: d natural number; w, v vector d; F function; \nabla F vector function d"
    rows = r"v &= w - \nabla F(w) \\ &= w - w"
    assert lines(tmp_path, rows, letters=letters, prose=prose)[-1].status.value == status


def test_a_value_of_a_function_hangs_on_the_entries_of_its_argument(tmp_path: Path) -> None:
    letters = "symbols: n natural number; x vector n; A symmetric matrix n x n; f, p function; i, j index 1..n"
    rows = r"\sum_i \frac{\partial}{\partial x_i} (p(x) f(x)) &= \sum_i \frac{\partial}{\partial x_i} (2 p(x)) \\ &= 0"
    known = r"\frac{\partial}{\partial x_i} (x^\top A x) &= 2 \sum_j A_{ij} x_j"
    found = lines(tmp_path, rows, known, letters=letters, prose="We have")
    assert [line.status.value for line in found] == ["STATED", "UNDECIDED", "VERIFIED"]
