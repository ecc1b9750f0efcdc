r"""Blank lines round ``$$``, as Markdown has them, part no display from the words before it and after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run

LETTERS = "symbols: a, b, c, x, y real number\n"


def status(folder: Path, text: str) -> Status:
    paper = folder / "paper.md"
    paper.write_text(text)
    paper.with_suffix(".lp").write_text(LETTERS)
    return run(read_file(paper), limiting=Limiting(budget=5), mending=False).lines[-1].status


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Since $x > 0$, we have\n\n$$\ny = |x| = x .\n$$\n", Status.VERIFIED),
        ("We have\n\n$$\ny = |x| = x\n$$\n\nsince $x > 0$.\n", Status.VERIFIED),
        ("Since $x > 0$, all is well.\n\nWe have\n\n$$\ny = |x| = x .\n$$\n", Status.UNDECIDED),
        ("We have\n\n$$\ny = |x| = x .\n$$\n\nFor $x > 0$ this is plain.\n", Status.UNDECIDED),
        ("We have\n\n$$\ny = |x| = x .\n$$\n\nSince $x > 0$ in what follows, we go on.\n", Status.UNDECIDED),
        ("Since $x < 0$, we have\n\n$$\ny = |x| = x .\n$$\n", Status.UNDECIDED),
    ],
)
def test_what_the_words_beside_a_display_give(text: str, found: Status, tmp_path: Path) -> None:
    assert status(tmp_path, text) is found


@pytest.mark.parametrize(
    ("words", "after", "found"),
    [
        ("We have", "", Status.VERIFIED),
        ("Naively one might expect", "", Status.STATED),
        ("It is not true that", "", Status.STATED),
        ("At the second minimum,", "", Status.STATED),
        ("We have", "which is wrong in general.", Status.STATED),
    ],
)
def test_what_a_display_states_hangs_on_the_words_beside_it(
    words: str, after: str, found: Status, tmp_path: Path
) -> None:
    text = f"{words}\n\n$$\na = b + c ,\n$$\n\n{after}\n\nHence\n\n$$\na - b = c .\n$$\n"
    assert status(tmp_path, text) is found


@pytest.mark.parametrize("words", ["Naively one might expect", "At the second minimum,", "We have"])
def test_a_display_right_behind_another_stands_in_its_sentence(words: str, tmp_path: Path) -> None:
    text = f"{words}\n\n$$\nx = 2 y ,\n$$\n\n$$\na = b + c .\n$$\n\nHence\n\n$$\na - b = c .\n$$\n"
    assert (status(tmp_path, text) is Status.VERIFIED) is (words == "We have")
