"""What was noted of lines after a wrong one is taken back where that one is not called wrong after all."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines.judging.questions import Beside, Line, Status
from layerproof.tools.latex_lines.slips.excuses import withdraw

OK, WRONG, OPEN = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED


def after(first: Status, beside: Beside | None, note: str, status: Status = OK) -> Line:
    """What becomes of a line after another of its display."""
    lines = [Line(1, 3, "", "=", "x", first), Line(1, 4, "", "=", "y", status, beside=beside, note=note)]
    withdraw(lines)
    return lines[1]


def test_nothing_is_taken_back_while_the_other_is_wrong() -> None:
    line = after(WRONG, Beside.PAST, "follows from line 2")
    assert (line.status, line.beside, line.note) == (OK, Beside.PAST, "follows from line 2")


def test_what_was_proved_past_a_wrong_line_is_open() -> None:
    line = after(OPEN, Beside.PAST, "whatever the words")
    assert (line.status, line.beside, line.note) == (OPEN, None, "")
    assert "the line before it" in line.reason


@pytest.mark.parametrize("beside", [kind for kind in Beside if kind is not Beside.PAST])
def test_what_was_proved_otherwise_stays(beside: Beside) -> None:
    line = after(OPEN, beside, "whatever the words")
    assert (line.status, line.beside, line.note) == (OK, None, "")


def test_words_do_not_decide() -> None:
    """A note of another kind stays, though it has these words in it."""
    for words in ("by itself it fails at x = 1: an error", "and not from the wrong line before it"):
        line = after(OPEN, None, words)
        assert (line.status, line.note) == (OK, words)
