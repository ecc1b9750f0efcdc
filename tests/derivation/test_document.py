"""A file cut into declarations and equations: text only."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines.files.parts import Declaration, Equation
from layerproof.tools.latex_lines.files.source import Refused, admitted
from layerproof.tools.latex_lines.page.document import parse
from layerproof.tools.latex_lines.page.relations import cut_relations


def equations(body: str, environment: str = "align") -> list[Equation]:
    document = parse(f"\\begin{{{environment}}}\n{body}\n\\end{{{environment}}}")
    assert document.troubles == []
    return document.equations


def shape(equation: Equation) -> tuple[str, list[tuple[str, str]]]:
    return equation.start, [(step.relation, step.text) for step in equation.steps]


def test_rows_that_begin_with_a_relation_go_on_with_the_chain() -> None:
    (chain,) = equations(r"a &= b \\[2pt] &\le c \nonumber \\ &\overset{(a)}{<} d \label{x} \tag{3}")
    assert shape(chain) == ("a", [("=", "b"), ("<=", "c"), ("<", "d")])
    assert [step.line for step in chain.steps] == [2, 2, 2]


def test_a_side_may_be_broken_over_rows() -> None:
    (chain,) = equations("a &= b + \\\\\n &\\quad + c \\\\\n &\\quad - d \\\\\n &= e")
    assert shape(chain) == ("a", [("=", "b + c - d"), ("=", "e")])
    assert [step.line for step in chain.steps] == [2, 5]


def test_a_row_with_a_left_side_that_begins_with_a_minus_sign_is_a_new_equation() -> None:
    first, second = equations(r"a &= b \\ -c &= d")
    assert (first.start, second.start) == ("a", "-c")


def test_equations_side_by_side() -> None:
    found = equations(r"a &= b, & c &= d \\ &= e & &= f")
    assert [shape(e) for e in found] == [("a", [("=", "b"), ("=", "e")]), ("c", [("=", "d"), ("=", "f")])]
    assert [shape(e)[0] for e in equations(r"x = 1, \qquad y = 2 \text{ and } z = 3", "gather")] == ["x", "y", "z"]


def test_words_are_taken_off_and_conditions_kept() -> None:
    (chain,) = equations(r"f &= g, && \text{by parts} \\ &= h \quad (k > 0) \\ &= i \text{ for all $n \ge 1$}.")
    assert [step.remark for step in chain.steps] == ["by parts", "", "for all $n \\ge 1$"]
    assert [step.conditions for step in chain.steps] == [(), ("k > 0",), (r"n \ge 1",)]


def test_arrows_say_that_an_equation_follows() -> None:
    found = equations("x^2 &= 4 \\\\ \\Rightarrow\\ x &= 2 \\\\ \\Rightarrow \\\\ y &= 3 \\\\ u = v &\\iff v = u")
    assert [(e.start, e.link) for e in found] == [("x^2", ""), ("x", "=>"), ("y", "=>"), ("u", ""), ("v", "<=>")]
    (given,) = equations(r"\text{Suppose }\quad x &= 1")
    assert given.given


def test_a_display_that_begins_with_a_relation_goes_on_from_the_one_before() -> None:
    document = parse("\\[ a = b \\]\nso\n\\[ = c \\]")
    assert [shape(e) for e in document.equations] == [("a", [("=", "b")]), ("b", [("=", "c")])]


def test_the_header_in_comments_and_as_front_matter_says_the_same() -> None:
    items = ["S > 0", "k real", "r < S"]
    comments = parse("% symbols: S > 0;\n%   k real\n% a remark: not ours\n% hypotheses: r < S\n\\[ a = b \\]")
    front = parse("---\nsymbols: S > 0\n  k real\nhypotheses: r < S\n---\n\\[ a = b \\]")
    for document in (comments, front):
        assert [p.text for p in document.parts if isinstance(p, Declaration)] == items


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("\n\\begin{align} a &= b", 2, r"has no \end{align}"),
        ("\\[ a = b\n\\begin{align} c &= d \\end{align}", 1, r"has no \]"),
        ("a\n\\end{align}", 2, "never begun"),
        ("\\[ a = ( b \\]", 1, "never closed"),
        ("\\[ a = \\begin{cases} 1 \\\\ 2 \\end{cases} \\]", 1, r"\begin{cases} is not read"),
        ("---\nsymbols: x real\n", 1, "no second ---"),
        ("\\[ \u0445 = 1 \\]", 1, "cyrillic small letter ha"),
        ("\\[ a b \\]", 1, "has no relation"),
    ],
)
def test_what_cannot_be_cut_is_told_with_its_line(text: str, line: int, words: str) -> None:
    troubles = parse(text).troubles
    assert any(t.line == line and words in t.message for t in troubles), troubles


@pytest.mark.parametrize("text", ["x\0", "x \u202e y", "\x1b[31m"])
def test_what_is_no_plain_text_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        admitted(f"text\n{text}\n".encode())
    assert refusal.value.trouble.line == 2


def test_an_older_encoding_is_read() -> None:
    assert admitted("Schr\u00f6dinger".encode("latin-1")) == "Schr\u00f6dinger"


def test_lengths_are_bounded_and_line_ends_plain() -> None:
    with pytest.raises(Refused, match="at most 20,000"):
        admitted(b"x" * 20_001)
    assert admitted(b"\xef\xbb\xbfa\r\nb\rc") == "a\nb\nc"


def test_relations_of_a_header() -> None:
    assert cut_relations("0 < r_0 <= S") == [("", "0"), ("<", "r_0"), ("<=", "S")]
