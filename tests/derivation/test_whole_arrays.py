r"""Formulas that are all of one array, as what converts pages to LaTeX writes them: rows of equations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.files.tokens import words
from layerproof.tools.latex_lines.page.whole_arrays import without_arrays


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"$$\begin{array} { r l } & { a = b } \\ & { \qquad = c . } \end{array}\tag{4}$$",
         r"$$ & a = b \\ & \qquad = c . \tag{4}$$"),
        (r"so $\begin{array} { r } { { \mathbf { M } = A } } \end{array}$ is", r"so $ \mathbf { M } = A $ is"),
        (r"\[\begin{array}{rcl} a &=& b \\ &=& c \end{array}\]", r"\[ a &= b \\ &= c \]"),
        (r"\[\begin{array}{@{}r@{\,}l@{}} a &= b \\ &= c \end{array}\]", r"\[ a &= b \\ &= c \]"),
        (r"$$\begin{array}{ll} x = 1 & y = 2 \\ z = 3, & w = 4 \end{array}$$", r"$$ x = 1 , y = 2 \\ z = 3, w = 4 $$"),
        (r"$$\begin{array} { r l r } { a = ( b ) } \\ & { } & { ~ + c } \\ & { } & { = d } \end{array}$$",
         r"$$ a = ( b ) \\ & ~ + c \\ & = d $$"),
        (r"$$\begin{array}{rlrl} a & = b & c & = d \end{array}$$", r"$$ a & = b & c & = d $$"),
        (r"$$\left\{\begin{array}{l} x = 1 \\ y = 2 \end{array}\right.$$", r"$$ x = 1 \\ y = 2 $$"),
    ],
)  # fmt: skip
def test_a_formula_that_is_all_of_an_array_is_rows(text: str, shown: str) -> None:
    found = without_arrays(text)
    assert len(found) == len(text)
    assert " ".join(found.split()) == shown


@pytest.mark.parametrize(
    "text",
    [
        r"$$f = \left\{\begin{array}{l} x = 1 \\ y = 2 \end{array}\right.$$",
        r"$$\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}$$",
        r"$$\left[\begin{array}{cc} a & b \\ c & d \end{array}\right] = A$$",
        r"$$\begin{array}{c} a = b \end{array} + c$$",
        r"$$\left\{\begin{array}{l} x = 1 \end{array}\right\}$$",
        r"$$\begin{array}{c} a = b $$",
        r"$$\begin{array}{cc} x & y = 1 \\ 2 & z = 3 \end{array}$$",
        r"$$\begin{array}{cc} y = 1 & x \\ z = 3 & 2 \end{array}$$",
        r"$$\begin{array}{cc} x & y \\ 2 & z = 3 \end{array}$$",
    ],
)
def test_other_arrays_are_left(text: str) -> None:
    assert without_arrays(text) == text


def as_proposed(folder: Path, text: str) -> list[Line]:
    page = folder / "page.md"
    page.write_text(text)
    name, _ = propose_file(page)
    beside = Path(name)
    beside.write_text(beside.read_text().replace("\n? ", "\n"))
    return run(read_file(page), limiting=Limiting(budget=8), mending=False).lines


PAGE = r"""Let $\mathbf { U } \in \mathbb { R } ^ { N _ { o } \times N _ { h } }$ and
$\lambda _ { \mathrm { r } } > 0$ .

$$
\begin{array} { r l } & { \mathbf { B } = \left( FIRST \right) \mathbf { U } ^ { \top } } \\
& { \quad = SIDE . } \end{array}\tag{5}
$$
"""


def as_converted(side: str) -> str:
    """A side with letters in bold, and spaces wherever a converter puts some."""
    bold = re.sub(r"(?<![A-Za-z\\])[UI](?![A-Za-z])", r"\\mathbf{\g<0>}", side).replace("r ", r"\lambda_{\mathrm{r}} ")
    return " ".join(words(bold))


@pytest.mark.parametrize(
    ("side", "right"),
    [
        (r"U^{\top} U U^{\top} + r U^{\top}", True),
        (r"U^{\top} (U U^{\top} + r I_{N_{o}})", True),
        (r"U^{\top} (U U^{\top} + r I_{N_{h}})", False),
        (r"U^{\top} (U U^{\top} - r I_{N_{o}})", False),
        (r"U^{\top} U U^{\top} + U^{\top}", False),
    ],
)
def test_a_page_of_a_converter_is_judged(side: str, right: bool, tmp_path: Path) -> None:
    page = PAGE.replace("FIRST", as_converted(r"U^{\top} U + r I_{N_{h}}")).replace("SIDE", as_converted(side))
    first, second = as_proposed(tmp_path, page)
    assert first.status is Status.STATED
    assert (second.status is Status.VERIFIED) is right
    assert second.status is not Status.UNREAD


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (r"\operatorname{tr}(U^\top U I_{N_h}) = \|U\|_F^2", True),
        (r"\operatorname{tr}(I_{N_h}) = N_h", True),
        (r"\mathbf{1}_{N_h}^\top \mathbf{1}_{N_h} = N_h", True),
        (r"\operatorname{tr}(I_{N_h}) = N_o", False),
        (r"\mathbf{1}_{N_h}^\top \mathbf{1}_{N_h} = 1", False),
        (r"\operatorname{tr}(U^\top U I_{N_h}) = \|U\|_F", False),
    ],
)
def test_a_size_with_an_index_is_one(line: str, right: bool, tmp_path: Path) -> None:
    (found,) = as_proposed(tmp_path, f"Let $U \\in \\mathbb{{R}}^{{N_o \\times N_h}}$.\n\n$$\n{line}\n$$\n")
    assert (found.status is Status.VERIFIED) is right


@pytest.mark.parametrize(
    ("inside", "is_a_system"),
    [
        (r"a = b \\ c = d", True),
        (r"a &= f(x, y), \\ c &= d.", True),
        (r"y = 1 & x > 0 \\ y = 2 & x \le 0", False),
        (r"y = 1, & x = 0 \\ y = 2, & x = 1", False),
        (r"y = 1, x = 0 \\ y = 2, x = 1", False),
        (r"1 & x = 0 \\ 2 & x = 1", False),
        (r"y = 1 \text{ if } x \\ y = 2", False),
        (r"y = 1 \\ y \ge 2", False),
        (r"a = b", False),
    ],
)
def test_cases_are_rows_where_each_is_one_equation(inside: str, is_a_system: bool) -> None:
    text = rf"\[ \begin{{cases}} {inside} \end{{cases}} \]"
    assert (r"\begin" not in without_arrays(text)) is is_a_system
    beside = rf"\[ f = \begin{{cases}} {inside} \end{{cases}} \]"
    assert without_arrays(beside) == beside
