r"""``+ \text{const.}``: a number that may be another one in each row, so that no line is wrong with it, or given it."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers
from .test_propose_more import proposed

LETTERS = "symbols: x, y, z, a real number; L function"


def status(folder: Path, *rows: str) -> list[Status]:
    return [line.status for line in papers.lines(folder, *rows, letters=LETTERS, mending=False)]


@pytest.mark.parametrize(
    "constant",
    [r"\text{const.}", r"\mathrm{const}", r"\operatorname{const}", r"\text{constant}", r"\mbox{Const.}"],
)
def test_it_is_read(constant: str, tmp_path: Path) -> None:
    rows = rf"L(x) &= (x - a)^2 + {constant} \\ &= x^2 - 2 a x + a^2 + {constant}"
    assert status(tmp_path, rows) == [Status.STATED, Status.VERIFIED]
    assert proposed(tmp_path, f"$$L(x) = x^2 + {constant}$$").keys() == {"L", "x"}


def test_with_it_no_line_is_wrong(tmp_path: Path) -> None:
    rows = r"L(x) &= (x - a)^2 + \text{const.} \\ &= x^2 - 2 a x + \text{const.}"
    assert status(tmp_path, rows)[-1] is Status.UNDECIDED
    assert status(tmp_path, rows.replace("2 a x", "3 a x"))[-1] is Status.UNDECIDED


def test_it_is_no_fact(tmp_path: Path) -> None:
    """What equals x up to a constant does not equal what else does."""
    rows = [r"y &= x^2 + \text{const.}", r"z &= x^2 + \text{const.}", r"y + a &= z + a"]
    assert status(tmp_path, *rows)[-1] is Status.STATED
    assert status(tmp_path, *(row.replace(r"\text{const.}", "1") for row in rows))[-1] is Status.VERIFIED
