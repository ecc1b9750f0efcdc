"""A line that both of its neighbours contradict is wrong, whatever the words about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run
from layerproof.tools.latex_lines.judging import checking
from layerproof.tools.latex_lines.judging.questions import Question

from .papers import lines

LETTERS = "symbols: a, b real numbers\n"
PROSE = "Mirroring the axis once and for good, one is led to"


def said(folder: Path, rows: str, prose: str = PROSE) -> list[str]:
    """What is said of each line."""
    return [line.status.value for line in lines(folder, rows, letters=LETTERS, prose=prose)]


def test_a_slip_that_the_next_line_does_not_make_is_wrong_in_any_sentence(tmp_path: Path) -> None:
    rows = r"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= a^2 - 2ab + b^2 \\ &= b^2 + 2ab + a^2"
    found = lines(tmp_path, rows, letters=LETTERS, prose=PROSE)
    assert [line.status.value for line in found] == ["VERIFIED", "REFUTED", "VERIFIED"]
    assert found[1].mends[0].latex == "= a^{2} + 2ab + b^{2}"
    assert found[2].note.endswith("not from the wrong line before it")


def test_what_goes_on_from_it_may_be_right_by_the_words(tmp_path: Path) -> None:
    rows = r"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= a^2 - 2ab + b^2 \\ &= (a - b)^2"
    assert said(tmp_path, rows) == ["VERIFIED", "UNDECIDED", "VERIFIED"]


def test_without_a_line_after_it_it_is_open(tmp_path: Path) -> None:
    assert said(tmp_path, r"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= a^2 - 2ab + b^2")[1] == "UNDECIDED"


@pytest.mark.slow
def test_what_is_written_beside_it_counts(tmp_path: Path) -> None:
    rows = (
        r"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= a^2 - 2ab + b^2 && \text{by the mirrored convention} \\ &= b^2 + 2ab + a^2"
    )
    assert said(tmp_path, rows)[1] in ("UNDECIDED", "STATED")


@pytest.mark.parametrize(
    ("slip", "what"),
    [
        ("a^2 + (2 + b)b", "a factor a"),
        ("a^2 + (2a + b)b + a", "without the term +a"),
        ("a^2 + (2a + b)b^2", "1 for 2"),
    ],
)
def test_a_letter_or_a_term_too_few_or_too_many(slip: str, what: str, tmp_path: Path) -> None:
    rows = rf"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= {slip} \\ &= b^2 + 2ab + a^2"
    found = lines(tmp_path, rows, letters=LETTERS, prose=PROSE)
    assert [line.status.value for line in found] == ["VERIFIED", "REFUTED", "VERIFIED"]
    assert what in {mend.what for mend in found[1].mends}


def test_two_slips_are_not_told_apart(tmp_path: Path) -> None:
    rows = r"(a+b)^2 &= a^2 + 2ab + b^2 \\ &= 7a^3 + 5b \\ &= b^2 + 2ab + a^2"
    assert said(tmp_path, rows)[1] == "UNDECIDED"


def test_a_bound_before_an_equation_is_not_it(tmp_path: Path) -> None:
    """Of ``a >= b = c`` it may be c that is wrong: the bound may be right by what bounds its letters."""
    assert said(tmp_path, r"(-a)^2 + b^2 &= a^2 + b^2 \\ &\ge 3ab \\ &= 2ab")[1] == "UNDECIDED"


def test_two_bounds_may_be_right_by_what_bounds_their_letters(tmp_path: Path) -> None:
    rows = r"(a - b)^2 &= a^2 - 2ab + b^2 \\ &\ge 2a - 1 \\ &\ge 0"
    assert said(tmp_path, rows)[1] == "UNDECIDED"


def test_a_line_after_a_wrong_one_is_open_if_time_is_up_before_it_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = checking.ask_all, []

    def first_only(questions: list[Question], limiting: Limiting) -> list[dict[str, Any]]:
        calls.append(questions)
        late = {"verdict": "UNDECIDED", "how": "", "reason": "not reached", "witness": None}
        return real(questions, limiting) if len(calls) == 1 else [dict(late) for _ in questions]

    monkeypatch.setattr(checking, "ask_all", first_only)
    rows = r"a + b + c &= a + b + c + 0 \\ &= a - b + c \\ &= c + a + b"
    text = f"% symbols: a, b, c real\n\\begin{{align}} {rows} \\end{{align}}"
    lines = run(read_text(text), limiting=Limiting(budget=5), mending=False).lines
    assert [line.status for line in lines[1:]] == [Status.REFUTED, Status.UNDECIDED]
