"""Steps that contradict what other lines state are wrong if one slip explains it, and say what they contradict."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = r"""
symbols: t time; a, b, p trajectory; s positive number; M, V constant matrix n x n; A, B matrix n x n; x, y, z real
hypotheses: V^\top V = I; V V^\top = I
"""
MOVE = r"\frac{da}{dt} &= b (s - a b) \\ \frac{db}{dt} &= a (s - a b)"


def _last(tmp_path: Path, *displays: str, prose: str = "", letters: str = LETTERS) -> Line:
    return papers.lines(tmp_path, *displays, letters=letters, prose=prose, budget=5)[-1]


@pytest.mark.parametrize(
    ("said", "line", "slip"),
    [
        (MOVE, r"p &= b \dot a + a \dot b \\ &= (a^2 + b^2) (s - a b)", ("a^2 + b^2", "a^2 - b^2")),
        (r"A &= M V \\ B &= V^\top M", r"y &= \operatorname{tr}(B A) \\ &= \operatorname{tr}(M M)", ("M M", "2 M M")),
        (r"x &= y + z", r"a &= x^2 \\ &= (y + z)^2", ("y + z", "y - z")),
    ],
)
def test_a_slip_is_named(tmp_path: Path, said: str, line: str, slip: tuple[str, str]) -> None:
    assert _last(tmp_path, said, line).status is Status.VERIFIED
    wrong = _last(tmp_path, said, line.replace(*slip))
    assert wrong.status is Status.REFUTED
    assert "given what is stated in line" in wrong.note
    assert wrong.mends


def test_what_no_slip_explains_is_open(tmp_path: Path) -> None:
    assert _last(tmp_path, r"x &= y + z", r"a &= x^2 \\ &= 5 y").status is Status.UNDECIDED


def test_what_words_may_make_right_is_open(tmp_path: Path) -> None:
    wrong = r"a &= x^2 \\ &= (y - z)^2 \quad \text{(by symmetry)}"
    assert _last(tmp_path, r"x &= y + z", wrong).status is not Status.REFUTED
    odd = "At equilibrium, where the sign of the second is reversed, we get"
    found = _last(tmp_path, r"a &= x^2 \\ &= (y - z)^2", prose=f"We have $x = y + z$. {odd}")
    assert found.status is not Status.REFUTED


def test_what_is_guessed_is_not_wrong(tmp_path: Path) -> None:
    guessed = LETTERS.replace("symbols:", "? symbols:", 1)
    assert _last(tmp_path, r"x &= y + z", r"a &= x^2 \\ &= (y - z)^2", letters=guessed).status is not Status.REFUTED


def test_a_bound_is_not_wrong_by_what_is_stated(tmp_path: Path) -> None:
    said, right = r"x &= y + z", r"a &= x^2 \\ &\le 2 y^2 + 2 z^2"
    assert _last(tmp_path, said, right).status is Status.VERIFIED
    assert _last(tmp_path, said, right.replace("2 z^2", "z^2")).status is Status.UNDECIDED
