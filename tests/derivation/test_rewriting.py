"""Notation that an author explains beside a paper, ``read: .. as ..``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_file, read_text, run
from layerproof.tools.latex_lines.notation.rewriting import Misread, rewritten, rule

from .papers import lines

YES = Status.VERIFIED
MEAN = r"\mathbb{E}(#1)^2 as \mathbb{E}[(#1)^2]"


@pytest.mark.parametrize(
    ("said", "text", "expected"),
    [
        (MEAN, r"\mathbb{E} \left( x - (y) \right)^2 + 1", r"\mathbb{E}[(x - (y))^{2}] + 1"),
        (MEAN, r"\mathbb{E}(\mathbb{E}(x)^2)^2", r"\mathbb{E}[(\mathbb{E}[(x)^{2}])^{2}]"),
        (r"M / A as S", "M/A + A/M", "S + A/M"),
        (r"P^{*} as P^\top", "P^* Q^*", r"P^{\top}Q^{*}"),
        (r"\braket{#1|#2} as #1^\top #2", r"\braket{x | y}", r"x^{\top}y"),
        (r"d #1 as \,", "d x y", "y"),
        (r"f(#1; #2) as f(#2)", r"f(x; \theta) + f(x)", r"f(\theta) + f(x)"),
        (r"A as B", "A_t A", "B_{t}B"),
        (r"A as A A", "A", "AA"),  # what comes in is not looked at once more
    ],
)  # fmt: skip
def test_what_is_written_so_is_read_as_is_said(said: str, text: str, expected: str) -> None:
    assert rewritten(text, [rule(said)]) == expected


@pytest.mark.parametrize("text", ["x + y", r"\mathbb{E}[x]^2", "(x", "x)^2", r"\mathbb{E}()^2", ""])
def test_what_is_not_written_so_stays(text: str) -> None:
    assert rewritten(text, [rule(MEAN)]) == text


@pytest.mark.parametrize(
    "said",
    ["", "x", "x as", " as x", "#1 as x", "f(#1 #2) as x", "f(#1, #1) as #1", "f(#1) as #2", "x as y as z", "{ as x"],
)
def test_a_rule_that_is_none_says_what_is_expected(said: str) -> None:
    with pytest.raises(Misread, match=r"expected|never closed"):
        rule(said)


def test_beside_a_paper(tmp_path: Path) -> None:
    letters = "symbols: x, y real numbers\nread: \\mathbb{E}(#1)^2 as \\mathbb{E}[(#1)^2]; for every x\nread: x"
    row = r"\mathbb{E}(x + y)^2 &= \mathbb{E}(x)^2 + 2 \mathbb{E}[x y] + \mathbb{E}(y)^2"
    (unread,) = lines(tmp_path, row, letters=letters)
    assert unread.status is Status.UNREAD  # a rule that goes on is another rule
    (line,) = lines(tmp_path, row, letters=letters.replace("; for every x", ""))
    assert line.status is YES
    troubles = run(read_file(tmp_path / "paper.tex"), mending=False).troubles
    assert [str(trouble) for trouble in troubles] == [
        "line 3 of paper.lp: in read: 'x' has no 'as' between two formulas; expected something such as read: "
        r"\mathbb{E}(#1)^2 as \mathbb{E}[(#1)^2]"
    ]


def test_in_a_header() -> None:
    header = "% symbols: a, b real numbers\n% read: a \\star b as (a + b); c\n"
    text = header + "\\begin{align} a \\star b &= b \\star a \\end{align}\n"
    assert [line.status for line in run(read_text(text), identities=True).lines] == [Status.UNREAD]
    text = text.replace("; c", "").replace("b \\star a", "b + a")
    assert [line.status for line in run(read_text(text), identities=True).lines] == [YES]
