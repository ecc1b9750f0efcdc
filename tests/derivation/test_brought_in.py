"""Steps that bring in a letter are stated; slips, and letters that were there, are not excused by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: m natural number; r, x, y, k, z real; X matrix n x d; V, S, q matrix d x d; H function; b_i real for i = 1..m
symbols: w, v vector d; L function
"""


def _status(tmp_path: Path, *displays: str, prose: str = "") -> tuple[Status, str]:
    line = papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=3)[-1]
    return line.status, line.reason


@pytest.mark.parametrize(
    ("display", "name"),
    [
        (r"q &= X^\top X \\ &= V S^2 V^\top", "S, V"),
        (r"r &= x^2 \\ &= k^2 - H(x)", "H"),
        (r"r &= (x + y)^2 \\ &= \sum_{i=1}^m b_i", "b"),
    ],
)
def test_a_new_letter_is_brought_in(display: str, name: str, tmp_path: Path) -> None:
    status, reason = _status(tmp_path, "k &= 2", display)
    assert status is Status.STATED
    assert reason.startswith(f"it brings in {name}"), reason


def test_a_letter_of_which_something_is_said_is_not(tmp_path: Path) -> None:
    display = r"q &= X^\top X \\ &= V V^\top"
    assert _status(tmp_path, display)[0] is Status.STATED
    assert _status(tmp_path, r"V &= S S^\top", display)[0] is Status.UNDECIDED
    assert _status(tmp_path, display, prose="Let $V = S^3$.")[0] is Status.UNDECIDED
    assert _status(tmp_path, r"\hat x &= k", r"r &= (k + y)^2 \\ &= k^2 + x^2")[0] is Status.UNDECIDED


def test_a_function_that_is_known_is_not_at_a_new_point(tmp_path: Path) -> None:
    known = r"L(w) &= \frac{1}{2} w^\top w"
    assert _status(tmp_path, known, r"r &= w^\top w \\ &= w^\top w + L(v) - v^\top v")[0] is Status.UNDECIDED


def test_what_one_change_would_prove_is_not(tmp_path: Path) -> None:
    assert _status(tmp_path, r"r &= (x + y)^2 \\ &= x^2 + 2 x y + y^2 + z")[0] is Status.UNDECIDED
    assert _status(tmp_path, r"r &= (x + y)^2 \\ &= x^2 - 2 x y + y^2")[0] is Status.REFUTED
    rates = r"r &= \frac{d}{dt} L(w(t)) \\ &= \nabla L(w(t))^\top \frac{d v(t)}{dt}"
    line = papers.lines(tmp_path, rates, letters=f"{LETTERS} symbols: t time", budget=3)[-1]
    assert line.status is Status.UNDECIDED, line


def test_it_is_no_fact_for_what_follows(tmp_path: Path) -> None:
    status, _ = _status(tmp_path, r"r &= x^2 \\ &= k^2 - H(x)", r"z &= H(x) \\ &= k^2 - x^2")
    assert status is Status.UNDECIDED


def test_a_step_that_says_how_something_moves(tmp_path: Path) -> None:
    letters = "symbols: t time; s, r trajectory"
    rate = r"\frac{d}{dt} s^2 &= 2 s \frac{d}{dt} s \\ &= 2 s^2 (1 - s^2)"
    (worked, says) = papers.lines(tmp_path, rate, letters=letters, mending=False)
    assert (worked.status, says.status) == (Status.VERIFIED, Status.STATED)
    assert says.reason.startswith("it says how s moves")
    after = papers.lines(tmp_path, r"\dot s &= s (1 - s^2)", rate, letters=letters, mending=False)
    assert after[-1].status is Status.VERIFIED
    slip = papers.lines(tmp_path, r"\dot s &= s (1 - s^2)", rate.replace("&= 2 s^2", "&= 3 s^2"), letters=letters)
    assert slip[-1].status is Status.REFUTED
    both = r"\frac{d}{dt} (s r) &= \dot s r + s \dot r \\ &= s^2 + r^2"
    (_, two) = papers.lines(tmp_path, both, letters=letters, mending=False)
    assert two.status is Status.UNDECIDED  # of two letters it says neither
