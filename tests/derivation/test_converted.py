r"""What converters of printed pages put into formulas: full stops, and words in italics as letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.page.converted import with_ends_out, with_words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"with $c > 0 .$ Then", r"with $c > 0$.  Then"),
        (r"$\tau > 0 \mathrm { : }$ so", r"$\tau > 0$:              so"),
        (r"$d \geq K \colon$ so", r"$d \geq K$:       so"),
        (r"$I f \mathbf { W } = 0$", r"If $ \mathbf { W } = 0$"),
        (r"$l e t \hat { w } = 0$", r"let $ \hat { w } = 0$"),
        (r"$\left. x \right. .$", r"$\left. x \right.$. "),
    ],
)
def test_what_ends_a_formula_of_a_sentence_is_not_in_it(text: str, found: str) -> None:
    made = with_ends_out(text)
    assert len(made) == len(text)
    assert made.split() == found.split()


@pytest.mark.parametrize(
    "text",
    [r"$x \,$", r"$x \;$", r"$\left. x \right.$", r"$f : X \to Y$", r"$i f(x) = 1$", r"$$ a = b . $$",
     r"$i s = x$", "$a$ $b$"],
)  # fmt: skip
def test_what_belongs_to_a_formula_stays(text: str) -> None:
    assert with_ends_out(text) == text


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (r"a = b \quad f o r a l l j \in S", r"a = b \quad \text{ for all } j \in S"),
        (r"x = y , ~ f o r ~ e a c h ~ j", r"x = y , ~ \text{ for each } ~ j"),
        (r"l e t a = 3", r"\text{ let } a = 3"),
        (r"w i t h \ A = B", r"\text{ with } \ A = B"),
        (r"a = b \quad i f x _ { 1 } = 3", r"a = b \quad \text{ if } x _ { 1 } = 3"),
        (r"f(x) = a n d", r"f(x) = a n d"),
        (r"a = b \quad i f(x) = 3", r"a = b \quad i f(x) = 3"),
        (r"2 a n d = x", r"2 a n d = x"),
    ],
)
def test_words_that_were_read_off_as_letters_are_words(row: str, found: str) -> None:
    assert with_words(row) == found


def as_proposed(folder: Path, text: str) -> tuple[str, list[Line]]:
    page = folder / "page.md"
    page.write_text(text)
    name, _ = propose_file(page)
    beside = Path(name)
    beside.write_text(beside.read_text().replace("\n? ", "\n"))
    return beside.read_text(), run(read_file(page), limiting=Limiting(budget=8), mending=False).lines


def test_a_sign_before_a_full_stop_is_said(tmp_path: Path) -> None:
    words = "Let $A \\in \\mathbb{R}^{n \\times n}$ and $c > 0 .$ $I f A _ { 1 }$ is small,"
    page = f"{words}\n\n$$\n\\sqrt{{c^2}} A = c A .\n$$\n"
    declared, (line,) = as_proposed(tmp_path, page)
    assert "c positive number" in declared
    assert line.status is Status.VERIFIED


@pytest.mark.parametrize(
    ("rate", "right"), [("0", True), (r"V^\top V", False), (r"- \Delta", False), (r"\Delta - W W^\top", False)]
)
def test_what_is_equal_to_a_matrix_at_a_time_is_one(rate: str, right: bool, tmp_path: Path) -> None:
    page = f"""Let $W \\in \\mathbb{{R}}^{{h \\times p}}$ and $V \\in \\mathbb{{R}}^{{q \\times h}}$ and
$G \\in \\mathbb{{R}}^{{q \\times p}}$. Let

$$
\\Delta(t) = V(t)^\\top V(t) - W(t) W(t)^\\top .
$$

The flow is

$$
\\dot{{W}} = - V^\\top G, \\qquad \\dot{{V}} = - G W^\\top .
$$

Hence

$$
\\dot \\Delta = {rate} .
$$
"""
    declared, found = as_proposed(tmp_path, page)
    assert r"\Delta matrix h x h" in declared
    assert (found[-1].status is Status.VERIFIED) is right


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (r"|x| = x \quad \text{for all } x \in S", Status.UNDECIDED),
        (r"c (x + y) = c x + c y \quad \text{for all } x \in S", Status.VERIFIED),
        (r"c (x + y) = c x + c y \quad f o r a l l x \in \mathcal { S }", Status.VERIFIED),
        (r"c (x + y) = c x - c y \quad \text{for all } x \in S", Status.UNDECIDED),
    ],
)
def test_a_set_without_a_meaning_is_only_noted(row: str, found: Status, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"We have\n\n$$\nz = {row} .\n$$\n")
    page.with_suffix(".lp").write_text("symbols: x, y, z, c real number\n")
    assert run(read_file(page), limiting=Limiting(budget=5), mending=False).lines[-1].status is found


def test_what_is_said_of_a_set_is_no_fact_of_all(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("We have\n\n$$\nx = y \\quad \\text{for all } x \\in S .\n$$\n\nHence\n\n$$\nz = c x = c y .\n$$\n")
    page.with_suffix(".lp").write_text("symbols: x, y, z, c real number\n")
    assert run(read_file(page), limiting=Limiting(budget=5), mending=False).lines[-1].status is Status.UNDECIDED
