r"""Matrices that a formula writes out, ``\begin{pmatrix} A & B \\ C & D \end{pmatrix}``: of numbers, and of blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, read_text, run
from layerproof.tools.latex_lines.notation.arrays import as_commands, as_printed

from .papers import lines

YES, WRONG, OPEN, UNREAD = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.UNREAD
LETTERS = """% symbols: a, b, c, d, k real numbers; f real; A, G invertible matrix n x n; B matrix n x m; C matrix m x n
% symbols: D matrix m x m
% symbols: u vector n; v vector m; t time; x, y trajectories
% random: X ~ N(0, 1); Y ~ N(0, 1)
"""


def p(*rows: str) -> str:
    return r"\begin{pmatrix} " + r" \\ ".join(rows) + r" \end{pmatrix}"


def rows(*texts: str, mending: bool = False) -> list[Line]:
    """Lines, each in a display of its own, in a file with a header."""
    text = LETTERS + "".join(f"\\begin{{align}} {one} \\end{{align}}\n" for one in texts)
    return run(read_text(text), limiting=Limiting(budget=10), mending=mending, identities=True).lines


UV = p("u", "v")
UV_T = p(r"u^\top & v^\top")
SYM = p("A & B", r"B^\top & D")


TRUE = [
    f"{p('a & b', 'c & d')} {p('k', '1')} &= {p('a k + b', 'c k + d')}",
    f"{p('a & b', 'c & d')} {p('k', '1')} &= k {p('a', 'c')} + {p('b', 'd')}",
    f"{p('a', 'b')} - {p('c', 'd')} &= - {p('c - a', 'd - b')}",
    f"{p('1 & a', '0 & 1')}^3 &= {p('1 & 3 a', '0 & 1')}",
    f"{p('a & b')} {p('c', 'd')} &= a c + b d",
    f"{p('a & b', 'b & d')}^T &= {p('a & b', 'b & d')}",
    rf"\det {p('a & b', 'c & d')} &= a d - b c",
    rf"\operatorname{{tr}} {p('A & B', 'C & D')} &= \operatorname{{tr}} A + \operatorname{{tr}} D",
    f"{p('A & B', 'C & D')} {p('I & -A^{-1} B', '0 & I')} &= {p('A & 0', 'C & D - C A^{-1} B')}",
    rf"{UV_T} {SYM} {UV} &= u^\top A u + 2 u^\top B v + v^\top D v",
    f"{p('2 I & A', '0 & I + G')} {p('A', 'G')} &= {p('2 A + A G', 'G + G^2')}",
    f"{p('I & A')} + {p('G & I')} &= {p('G + I & I + A')}",
    f"{p('I & A', '0 & I')}^2 &= {p('I & 2 A', '0 & I')}",
    f"A {p('A & B')} &= {p('A^2 & A B')}",
    rf"\frac{{1}}{{2}} {p('2 a', 'b')} &= \frac{{{p('4 a', '2 b')}}}{{4}}",
    rf"\left\| {p('u', 'v')} \right\|^2 &= \|u\|^2 + \|v\|^2",
    rf"\left\| {p('A & B')} \right\|_F^2 &= \|A\|_F^2 + \|B\|_F^2",
    r"\frac{d}{dt} " + p("x^2", "x y") + " &= " + p(r"2 x \dot x", r"\dot x y + x \dot y"),
    rf"\mathbb{{E}} \left[ {p('X^2', 'X Y')} \right] &= {p('1', '0')}",
    r"\begin{bmatrix} a \\ b \end{bmatrix} &= \left( \begin{array}{c} a \\ b \end{array} \right)",
]
FALSE = [
    f"{p('a & b', 'c & d')} {p('k', '1')} &= {p('a k + c', 'b k + d')}",
    f"{p('1 & a', '0 & 1')}^3 &= {p('1 & 2 a', '0 & 1')}",
    rf"\det {p('a & b', 'c & d')} &= a d + b c",
    f"{p('A & B', 'C & D')} {p('I & -A^{-1} B', '0 & I')} &= {p('A & 0', 'C & D - C A^{-1} B + D')}",
    rf"{UV_T} {SYM} {UV} &= u^\top A u + u^\top B v + v^\top D v",
    f"{p('A & 0', '0 & G')} {p('G & 0', '0 & A')} &= {p('G & 0', '0 & A')} {p('A & 0', '0 & G')}",
    f"{p('I & A', '0 & I')}^2 &= {p('I & A', '0 & I')}",
    rf"\left\| {p('u', 'v')} \right\|^2 &= \|u\|^2 + 2 \|v\|^2",
    r"\frac{d}{dt} " + p("x^2", "x y") + " &= " + p(r"2 x \dot x", r"\dot x y - x \dot y"),
    rf"\mathbb{{E}} {p('X^2', 'X Y')} &= {p('1', '1')}",
    f"{p('a', 'b')} &= 0",
    f"{p('a', '0')} &= {p('0', 'a')}",
]


def test_what_holds_block_by_block_is_proved() -> None:
    assert [line.text for line in rows(*TRUE) if line.status is not YES] == []


def test_what_fails_in_one_entry_is_wrong() -> None:
    assert [line.text for line in rows(*FALSE) if line.status is not WRONG] == []


@pytest.mark.parametrize(
    "row",
    [
        f"f {p('a', 'b')} &= {p('f a', 'f b')}",  # a function of them, perhaps
        f"f ( {p('a', 'b')} ) &= {p('f a', 'f b')}",
        f"{p('a', 'b')} &= a",
        f"{p('a', 'b')} &= {p('a & b')}",
        f"{p('a', 'b')} &= {p('a', 'b', '0')}",
        f"{p('u', 'b')} &= {p('a', 'b')}",
        rf"{p('a', 'b')} &\le {p('c', 'd')}",
        f"A {p('u', 'v')} &= {p('A u', 'A v')}",
        f"{p('a & b', 'c')} &= 0",
        p(r"a & \cdots & b") + " &= 0",
        f"{p('a & b', 'c & d')}_{{ij}} &= a",
        f"{p('a & b', 'c & d')}^{{-1}} &= a",
        f"{p('a', p('b'))} &= {p('a', 'b')}",
        f"{p(*(' & '.join('a' * 7) for _ in range(7)))} &= 0",
        rf"\left\| {p('a & b', 'c & d')} \right\| &= a",
        rf"\det {p('A & B', 'C & D')} &= 0",
        r"\begin{vmatrix} a & b \\ c & d \end{vmatrix} &= a",
        r"\left\{ \begin{array}{l} a \\ b \end{array} \right. &= a",
        f"{p('u', 'v')} {p('u', 'v')} &= 0",
    ],
)
def test_what_can_be_read_in_two_ways_or_not_at_all(row: str) -> None:
    found = rows(row, "a &= a")
    assert [line.status for line in found[:-1]] in ([UNREAD], [])
    assert found[-1].status is YES


INVERSE = r"\frac{1}{a} & 0"


def test_what_must_have_a_value_is_asked_for_before_it_is_multiplied_by_nothing() -> None:
    (line,) = rows(f"{p(INVERSE, '0 & 1')} {p('0', '1')} &= {p('0', '1')}")
    assert line.status is OPEN
    assert "a != 0" in line.reason


def test_where_it_fails_is_told_by_row_and_column_and_mends_are_shown_as_they_are_written() -> None:
    (line,) = rows(f"{p('a & b', 'c & d')} {p('k', '1')} &= {p('a k + b', 'c k - d')}", mending=True)
    assert line.status is WRONG
    assert line.read_as == "a*k + b = a*k + b; c*k + d = c*k - d"
    assert [offer.latex for offer in line.mends] == [r"= \begin{pmatrix} ak + b \\ ck + d \end{pmatrix}"]


def test_what_is_given_of_matrices_that_are_written_out_holds_entry_by_entry() -> None:
    given = rf"\text{{given }} {p('a', 'b')} &= {p('c', 'd')} \\ \Rightarrow "
    texts = [
        given + "a &= c", given + "a + b &= c + d", given + f"{p('b', 'a')} &= {p('d', 'c')}", given + "a &= d",
        rf"\text{{given }} {p('A u + B v', 'v')} &= {p('u', '0')} \\ \Rightarrow A u &= u",
        rf"\text{{given }} {p('A u + B v', 'v')} &= {p('u', '0')} \\ \Rightarrow 2 A u &= u",
    ]  # fmt: skip
    assert [line.status for line in rows(*texts)[1::2]] == [YES, YES, YES, WRONG, YES, WRONG]


def test_a_name_for_one_is_put_in_where_it_stands(tmp_path: Path) -> None:
    named = "M &= " + p("1 - h & - k", "1 & 0")
    found = lines(
        tmp_path,
        named,
        f"M {p('a', 'b')} &= {p('(1 - h) a - k b', 'a')} \\\\ &= {p('(1 - h) a + k b', 'a')}",
        r"\det M &= k \\ &= 1 - h",
        r"a + \operatorname{tr}(M) &= a + 1 - h \\ &= a + 1 - h",
        letters="symbols: h, k, a, b real numbers",
    )
    assert [line.status for line in found[:3]] == [Status.STATED, YES, WRONG]
    assert found[4].status in (OPEN, WRONG)
    assert found[6].status is YES
    assert found[6].note == "with M as line 3 writes it out"


def test_what_is_said_to_be_so_by_some_is_not_put_in(tmp_path: Path) -> None:
    prose = "Suppose for contradiction that"
    found = lines(
        tmp_path,
        f"M &= {p('a', 'b')}",
        f"M &= M \\\\ &= {p('a', 'b')}",
        letters="symbols: a, b real numbers; M matrix 2 x 1",
        prose=prose,
    )
    assert found[-1].status in (OPEN, UNREAD)


@pytest.mark.parametrize(
    "row",
    [
        p("a & b", "c & d"),
        rf"x {p('a')} + \begin{{bmatrix}} {{a}} & b \end{{bmatrix}}^T",
        p(r"\frac{a}{b} & 0", "1 & 2"),
    ],
)
def test_a_matrix_is_printed_as_it_is_written(row: str) -> None:
    printed = as_printed(as_commands(row))
    assert "written" not in printed
    assert as_commands(printed).replace(" ", "") == as_commands(row).replace(" ", "").replace("bmatrix", "pmatrix")


def test_no_environment_is_taken_for_one() -> None:
    row = r"f = \begin{cases} a & b \\ c & d \end{cases}"
    assert as_commands(row) == row
    assert as_commands(r"\begin{pmatrix} a & b") == r"\begin{pmatrix} a & b"


@pytest.mark.parametrize(
    "named",
    [
        [f"M &= {p('M & b', '0 & a')}"],
        [f"M &= {p('N & b', '0 & a')}", f"N &= {p('M & b', '0 & a')}"],
        [f"M &= {p('a & b', '0 & a')}", f"M &= M {p('a & b', '0 & a')}"],
    ],
)
@pytest.mark.parametrize("letters", ["symbols: a, b real numbers", "symbols: a, b real numbers; M, N matrix 2 x 2"])
def test_what_is_said_by_itself_is_not_written_out_without_end(named: list[str], letters: str, tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        *named,
        rf"\frac{{a}}{{M}} &= b \\ M {p('a', 'b')} &= N {p('a', 'b')} \\ M &= M",
        "a &= a",
        letters=letters,
    )
    assert found[-1].status is YES
    assert not any("Recursion" in line.reason for line in found)


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (rf"[a, b]^\top &= {p('a', 'b')}", rf"[a, b]^\top &= {p('a', 'c')}"),
        (rf"\left(u^\top, v^\top\right)^{{\top}} &= {UV}", rf"\left(u^\top, 2 v^\top\right)^{{\top}} &= {UV}"),
        (rf"{p('a & b', 'c & d')} \bigl[c, a\bigr]^T &= (a c + a b, c^2 + a d)^T",
         rf"{p('a & b', 'c & d')} \bigl[c, a\bigr]^T &= (a c + a b, c^2 - a d)^T"),
        (r"-[a, b]^\intercal + [a, c]^\intercal &= [0, c - b]^\intercal",
         r"-[a, b]^\intercal + [a, c]^\intercal &= [0, c + b]^\intercal"),
    ],
)  # fmt: skip
def test_columns_that_are_rows_transposed(line: str, slip: str) -> None:
    (true, false) = rows(line, slip)
    assert true.status is YES, true.reason
    assert false.status is WRONG


@pytest.mark.parametrize(
    "text",
    [
        r"f(a, b)^\top", r"\theta(a, b)^T", r"\mathbb{E}[a, b]^\top", r"f_2(a, b)^T", r"(a, \dots, b)^\top", r"[a, b]",
        r"[a, b]^2", r"(a)^\top", r"(a, b", r"a, b)^\top", r"x \in [0, 1]^T", r"(a = b, c)^\top", r"g(x)(a, b)^\top",
    ],
)  # fmt: skip
def test_what_is_no_such_column(text: str) -> None:
    assert as_commands(text) == text
