r"""Signs of analysts and statisticians: ``a \vee b``, ``\{a + b\}^2``, ``1_n``, ``F(x)_j``; a paper in two versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.files.project import written_out
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.lattice import of_two

from . import papers

LETTERS = "symbols: x, y vector n; F vector function n; a, b, c real number; f function; j index 1..n"


def status(folder: Path, *rows: str) -> list[Status]:
    return [line.status for line in papers.lines(folder, *rows, letters=LETTERS, mending=False)]


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (r"a \vee b &= b \lor a", r"a \vee b &= b \land a"),
        (r"2 (a \wedge b) &= a + b - |a - b|", r"2 (a \wedge b) &= a + b + |a - b|"),
        (r"a \vee b \vee c &= \max(a, b, c)", r"a \vee b \vee c &= \max(a, b)"),
        (r"\{a + b\}^2 &= a^2 + 2 a b + b^2", r"\{a + b\}^2 &= a^2 + a b + b^2"),
        (r"\frac{1}{2} \{f(a, b) - f(b, a)\}^2 &= \frac{1}{2} \{f(b, a) - f(a, b)\}^2",
         r"\frac{1}{2} \{f(a, b) - 2 f(b, a)\}^2 &= \frac{1}{2} \{f(b, a) - f(a, b)\}^2"),
        (r"1_n^\top x &= \sum_{j=1}^n x_j", r"1_n^\top x &= \sum_{j=1}^n x_j^2"),
        (r"\frac{1_n^\top x}{n} &= \frac{1}{n} x^\top 1_n", r"\frac{1_n^\top x}{n} &= x^\top 1_n"),
        (r"F(x)_1 + F(y)_j &= F(y)_j + F(x)_1", r"F(x)_1 + F(y)_j &= F(x)_j + F(y)_1"),
    ],
)  # fmt: skip
def test_what_they_say(line: str, slip: str, tmp_path: Path) -> None:
    assert status(tmp_path, line) == [Status.VERIFIED]
    assert status(tmp_path, slip) in ([Status.STATED], [Status.REFUTED])


@pytest.mark.parametrize(
    "text",
    [
        r"a + b \vee c", r"a \vee b - c", r"a \vee b \wedge c", r"a > 0 \vee b > 0", r"\vee b", r"a \vee",
        r"\ln a \vee b", r"x \in A \wedge y", r"dx \wedge dy",
    ],
)  # fmt: skip
def test_what_such_a_sign_joins_must_be_clear(text: str) -> None:
    assert joined(of_two(words(text))) == joined(words(text))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"c (a \vee b) + d", r"c(\max(a,b)) + d"),
        (r"f(a \vee b, a \wedge b)", r"f(\max(a,b),\min(a,b))"),
        (r"\frac{a + c}{2} \vee b", r"\max(\frac{a + c}{2},b)"),
        (r"((a \vee b) \wedge c)", r"(\min((\max(a,b)),c))"),
    ],
)
def test_where_it_is(text: str, read: str) -> None:
    assert joined(of_two(words(text))) == read


@pytest.mark.parametrize("text", [r"\{a, b\}^2", r"\{a\}^2", r"\{a : a + b > 0\}^2", r"\{a_1, \dots, a_n\}^c"])
def test_a_set_is_none_of_these(text: str, tmp_path: Path) -> None:
    assert status(tmp_path, rf"c &= {text}") == [Status.UNREAD]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"\newtoggle{long}a\iftoggle{long}{b}{c}", "ac"),
        (r"\newtoggle{long}\toggletrue{long}a\iftoggle{long}{b}{c}", "ab"),
        (r"\newtoggle{long}\settoggle{long}{true}\togglefalse{long}a\nottoggle{long}{b}{c}", "ab"),
        (r"\newtoggle{long}\toggletrue{long}\providetoggle{long}\iftoggle{long}{b\iftoggle{long}{d}{e}}{c}", "bd"),
        (r"\iftoggle{other}{b}{c}", "c"),
    ],
)
def test_a_paper_in_two_versions_is_read_as_its_switch_is_set(text: str, shown: str) -> None:
    assert written_out(text).text.text == shown
