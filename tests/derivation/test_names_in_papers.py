r"""Names as papers write them: ``S^{PDN}``, ``X_{kv}``, ``\bm{k}``; and letters before brackets that only multiply."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.spelling import plain

from . import papers


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"S^{PDN}", r"S^{\mathrm{PDN}}"), (r"\mathbf{S}_{t}^{PDN}", r"\mathbf{S}_{t}^{\mathrm{PDN}}"),
        (r"S^{LA} x", r"S^{\mathrm{LA}}x"), (r"x^{ABC}", r"x^{\mathrm{ABC}}"), (r"x^{LN}", r"x^{LN}"),
        (r"(a + b)^{LMN}", r"(a + b)^{LMN}"), (r"2^{ABC}", r"2^{ABC}"), (r"e^{ABC}", r"e^{ABC}"),
        (r"\mathbb{R}^{NM}", r"\mathbb{R}^{NM}"), (r"A^{T}", r"A^{\top}"), (r"A^{2}", r"A^{2}"),
    ],
)  # fmt: skip
def test_capitals_above_a_letter_are_a_word(text: str, shown: str) -> None:
    assert joined(plain(words(text))) == shown


PAPER = r"""\documentclass{article}\begin{document}
Let $G \in \mathbb{R}^{d \times d}$ and $V \in \mathbb{R}^{d \times r}$ and $z \in \mathbb{R}^q$ and
$\mathbf{K}_t \in \mathbb{R}^{t \times d}$.
DISPLAYS
\end{document}
"""


def as_proposed(folder: Path, *displays: str) -> tuple[dict[str, str], list[Line]]:
    """What is proposed for a paper, by name, and its lines with that taken for right."""
    paper = folder / "paper.tex"
    shown = "\n".join(f"\\begin{{align}} {rows} \\end{{align}}" for rows in displays)
    paper.write_text(PAPER.replace("DISPLAYS", shown))
    name, _ = propose_file(paper)
    rows = [row.removeprefix("? ").split("%")[0].strip() for row in Path(name).read_text().splitlines()]
    Path(name).write_text("\n".join(rows))
    said = dict(row.removeprefix("symbols: ").split(" ", 1) for row in rows if row.startswith("symbols: "))
    return said, run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines


def test_a_word_above_a_letter_and_an_identity_are_read(tmp_path: Path) -> None:
    rows = r"\mathbf{S}^{PDN} &= \mathbf{C} - \mathbf{C} \bm{k} \bm{k}^\top \\ "
    rows += r"&= \mathbf{C} (\mathbf{I} - \bm{k} \bm{k}^\top)"
    said, found = as_proposed(tmp_path, rows)
    assert r"\mathbf{S}^{\mathrm{PDN}}" in said
    assert r"\mathbf{I}" not in said
    assert [line.status for line in found] == [Status.STATED, Status.VERIFIED]


def test_a_bold_difference_is_a_matrix_and_a_size_of_letters_is_no_letter(tmp_path: Path) -> None:
    rows = r"\small \mathbf{C} &= G \bm{\Delta} - \bm{\Delta} \\ &= (G - \mathbf{I}) \bm{\Delta} "
    rows += r"\\ &= (\mathbf{I} - G) \bm{\Delta}"
    said, found = as_proposed(tmp_path, rows)
    assert said[r"\boldsymbol{\Delta}"].startswith("matrix")
    assert [line.status for line in found] == [Status.STATED, Status.VERIFIED, Status.REFUTED]


def test_an_equation_over_traces_does_not_keep_the_next_one_open(tmp_path: Path) -> None:
    given = r"\mathbf{B} &= \frac{G \bm{k} \bm{k}^\top G}{1 + \bm{k}^\top G \bm{k}}"
    rows = r"\mathbf{C} &= \mathbf{B} \mathbf{D} - G \mathbf{D} \\ &= (\mathbf{B} - G) \mathbf{D}"
    assert as_proposed(tmp_path, given, rows)[1][-1].status is Status.VERIFIED


def test_a_comma_in_an_index_makes_no_function_of_two_things(tmp_path: Path) -> None:
    said, _ = as_proposed(tmp_path, r"a &= \eta (\|G\|_F - b_{r, k}) \\ &= \eta \|G\|_F - \eta b_{r, k}")
    assert "function" not in said[r"\eta"]


def test_a_family_that_clashes_is_proposed_by_its_members(tmp_path: Path) -> None:
    displays = [
        r"\mathbf{C} &= G \mathbf{K}_{t}^\top \mathbf{K}_{t}", r"a &= \sum_{t=1}^{r} \beta_{t} c",
        r"b &= \frac{t (t - 1)}{2} \beta_{t} + \beta_{t} \\ &= \beta_{t} \frac{t (t - 1) + 2}{2}",
    ]  # fmt: skip
    said, found = as_proposed(tmp_path, *displays)
    assert said[r"\beta_{t}"].startswith("real")
    assert found[-1].status is Status.VERIFIED


def test_a_size_that_nothing_else_declares_is_proposed(tmp_path: Path) -> None:
    said, found = as_proposed(tmp_path, r"a &= \frac{b}{q} + \frac{b}{q} \\ &= \frac{2 b}{q}")
    assert said["q"] == "natural number"
    assert found[-1].status is Status.VERIFIED


def test_a_defined_number_multiplies_where_sums_alone_stand_behind_it(tmp_path: Path) -> None:
    letters = "symbols: q, r, s, x, y real; G matrix d x d; g function\n"
    rows = r"y &= q \alpha (1 - r s) \\ &= q \alpha - q \alpha r s"
    found = papers.lines(tmp_path, r"\alpha &:= \frac{\mathrm{tr}(G)}{r}", rows, letters=letters, mending=False)
    assert found[-1].status is Status.VERIFIED
    for other in (rf"{rows} \\ &= \alpha(x)", r"y &= F(x + s) \\ &= F(x) + F(s)"):
        given = r"\alpha &:= \frac{\mathrm{tr}(G)}{r}" if "alpha" in other else r"F &:= q g + x"
        found = papers.lines(tmp_path, given, other, letters=letters, mending=False)
        assert found[-1].status is not Status.VERIFIED


def test_a_name_with_two_letters_for_an_index_is_no_entry_if_it_is_declared(tmp_path: Path) -> None:
    letters = "symbols: X matrix n x d; X_{kv}, A matrix m x m; a real; k, v index 1..n; j index 1..d\n"
    found = papers.lines(
        tmp_path, r"a &= \mathrm{tr}(X_{kv} A) \\ &= \mathrm{tr}(A X_{kv})",
        r"a &= \sum_{k=1}^n X_{kj} \\ &= \sum_{v=1}^n X_{vj}", letters=letters, mending=False,
    )  # fmt: skip
    assert [line.status for line in found] == [Status.STATED, Status.VERIFIED] * 2


def test_a_vector_function_may_have_a_number_for_its_size(tmp_path: Path) -> None:
    letters = "symbols: x vector 2; g vector function 2; a real\n"
    rows = r"a &= (g(x) + x)^\top g(x) \\ &= \|g(x)\|^2 + x^\top g(x)"
    assert papers.lines(tmp_path, rows, letters=letters, mending=False)[-1].status is Status.VERIFIED


def test_a_bold_letter_that_stands_before_is_not_brought_in(tmp_path: Path) -> None:
    letters = r"symbols: \boldsymbol{k}, \boldsymbol{v} vector d; a real" + "\n"
    rows = r"a &= \bm{k}^\top \bm{v} \\ &= \bm{v}^\top \bm{v}"
    assert papers.lines(tmp_path, rows, letters=letters, mending=False)[-1].status is Status.UNDECIDED
