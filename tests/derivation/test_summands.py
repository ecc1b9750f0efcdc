"""Sums whose terms are quotients: divided out, and false neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"symbols: n natural number; a, m real number; c positive number; b_i positive number for i = 1..n"


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"\sum_{i=1}^n \frac{b_i}{c n + b_i}", r"n - c \sum_{i=1}^n \frac{1}{b_i / n + c}",
         r"n - c \sum_{i=1}^n \frac{1}{b_i + c}"),
        (r"\sum_{i=1}^n \frac{b_i^2}{b_i + c}", r"\sum_{i=1}^n b_i - n c + c^2 \sum_{i=1}^n \frac{1}{b_i + c}",
         r"\sum_{i=1}^n b_i - n c + c \sum_{i=1}^n \frac{1}{b_i + c}"),
        (r"\sum_{i=1}^n (1 - \frac{c n}{c n + b_i})", r"\sum_{i=1}^n \frac{b_i}{c n + b_i}",
         r"\sum_{i=1}^n \frac{b_i}{c + b_i}"),
        (r"\sum_{i=1}^n \frac{b_i}{1 + a^2 b_i}", r"\sum_{i=1}^n \frac{2 b_i}{2 + 2 a^2 b_i}",
         r"\frac{n}{a^2} - \frac{1}{a^2} \sum_{i=1}^n \frac{1}{1 + a^2 b_i}"),  # a may be 0
    ],
)  # fmt: skip
def test_sums_of_quotients_and_their_neighbours(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = papers.lines(tmp_path, rf"m &= {left} \\ &= {right}", letters=LETTERS, budget=4, mending=False)[-1]
        assert (line.status is Status.VERIFIED) is holds, line


@pytest.mark.usefixtures("no_mends")
def test_a_line_after_one_that_is_only_undecided_is_not_verified_by_the_one_before(tmp_path: Path) -> None:
    """The last equation is wrong, and the bound that it would give from the first value is right."""
    display = r"a &= \frac{1}{c} + m^2 \\ &\ge 2 + m^2 \\ &= m^2 - 4"
    line = papers.lines(tmp_path, display, letters=LETTERS, budget=3, mending=False)[-1]
    assert line.status is not Status.VERIFIED
