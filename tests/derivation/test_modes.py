r"""Matrices in the basis of their singular vectors: ``W = U \operatorname{diag}(w_1, \ldots, w_d) V^\top``, and roots.

The declarations are those that are proposed, all taken for right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.files.markdown import as_latex
from layerproof.tools.latex_lines.files.positions import Place
from layerproof.tools.latex_lines.page.displays import Display
from layerproof.tools.latex_lines.page.listed import between, range_in
from layerproof.tools.latex_lines.page.premises import premises

from . import papers
from .test_propose_more import proposed

VERIFIED = Status.VERIFIED
MODES = r"""
We write
$$
A = U\,\text{diag}(a_1, \ldots, a_k)\,Q^\top, \qquad B = U\,\text{diag}(b_1, \ldots, b_k)\,Q^\top
$$

where $U, Q$ are the left/right singular vectors of $B$, and $a_\mu \geq 0$ are the singular values of $A$.

"""
VALUES = r"where $U, Q$ are the left/right singular vectors of $B$, and $a_\mu \geq 0$ are the singular values of $A$."


def last(folder: Path, text: str) -> Status:
    """The verdict on the last line of a page in Markdown."""
    paper = folder / "paper.md"
    paper.write_text(text)
    papers.accepted(paper)
    return run(read_file(paper), limiting=Limiting(budget=8), mending=False).lines[-1].status


@pytest.mark.parametrize(
    "row",
    [
        r"A A^\top = U\,\text{diag}(a_1^2, \ldots, a_k^2)\,U^\top",
        r"A^\top A = Q\,\text{diag}(a_\mu^2)\,Q^\top",
        r"B - A = U\,\text{diag}(b_1 - a_1, \ldots, b_k - a_k)\,Q^\top",
        r"(A A^\top)^{1/2} = U\,\text{diag}(a_\mu)\,U^\top",
        r"A Q = U\,\text{diag}(a_1, a_2, \ldots, a_k)",
    ],
)
def test_lists_on_diagonals_are_families(tmp_path: Path, row: str) -> None:
    assert last(tmp_path, f"{MODES}Then\n\n$$\n{row}\n$$\n") is VERIFIED


@pytest.mark.parametrize(
    ("row", "page"),
    [
        (r"A A^\top = Q\,\text{diag}(a_1^2, \ldots, a_k^2)\,Q^\top", MODES),
        (r"A A^\top = U\,\text{diag}(a_1, \ldots, a_k)\,U^\top", MODES),
        (r"B - A = U\,\text{diag}(a_1 - b_1, \ldots, a_k - b_k)\,Q^\top", MODES),
        (r"(A A^\top)^{1/2} = U\,\text{diag}(a_\mu^2)\,U^\top", MODES),
        (r"(A A^\top)^{1/2} = U\,\text{diag}(b_\mu)\,U^\top", MODES),
        (r"(A A^\top)^{1/2} = U\,\text{diag}(a_\mu)\,Q^\top", MODES),
        (r"(B B^\top)^{1/2} = U\,\text{diag}(b_\mu)\,U^\top", MODES),  # of any sign
        (r"(A A^\top)^{1/2} = U\,\text{diag}(a_\mu)\,U^\top", MODES.replace(VALUES, r"where $a_\mu \geq 0$.")),
        (r"A A^\top = U\,\text{diag}(a_\mu^2)\,U^\top", MODES.replace("are the left", "are not the left")),
        (r"A A^\top = U\,\text{diag}(a_\mu^2)\,U^\top", MODES.replace("singular vectors", "eigenvectors")),
    ],
)
def test_a_wrong_matrix_of_modes_has_no_tick(tmp_path: Path, row: str, page: str) -> None:
    assert last(tmp_path, f"{page}Then\n\n$$\n{row}\n$$\n") is not VERIFIED


LAYERS = r"""
The layers are $A \in \mathbb{R}^{h \times n}$ and $B \in \mathbb{R}^{m \times h}$, and $S \in \mathbb{R}^{h \times h}$
is a symmetric matrix. Write
$$
C = B A
$$
By balancedness $B^\top B = A A^\top$. We have

"""


@pytest.mark.parametrize(
    ("row", "right"),
    [
        (r"(C^\top C)^{1/2} = A^\top A", True),
        (r"B B^\top = (C C^\top)^{1/2}", True),
        (r"(C^\top C)^{1/2} = 2 A^\top A", False),
        (r"(C^\top C)^{1/2} = -A^\top A", False),
        (r"(C C^\top)^{1/2} = B A A^\top B^\top", False),
        (r"(A^\top S S A)^{1/2} = A^\top S A", False),
        (r"(A^\top S A A^\top S A)^{1/2} = A^\top S A", False),  # S may have any sign
    ],
)
def test_a_root_is_what_is_semidefinite_and_has_the_square(tmp_path: Path, row: str, right: bool) -> None:
    assert (last(tmp_path, f"{LAYERS}$$\n{row}\n$$\n") is VERIFIED) is right


@pytest.mark.parametrize(
    ("first", "second", "last_one", "found"),
    [
        ("s _ { 1 } - w _ { 1 }", "", "s _ { k } - w _ { k }", "s _ { i } - w _ { i }"),
        ("s _ { 1 } ^ { 1 }", "", "s _ { k } ^ { 1 }", "s _ { i } ^ { 1 }"),
        ("s _ { 1 }", "s _ { 2 }", "s _ { k + 1 }", "s _ { i }"),
        ("s _ { 1 }", "s _ { 3 }", "s _ { k }", None),
        ("s _ { 1 } - w _ { 1 }", "", "s _ { k } - w _ { m }", None),
        ("s _ { 1 }", "", "w _ { k }", None),
        ("s _ { 0 }", "", "s _ { k }", None),
        ("s _ { 1 }", "", "s _ { 1 }", None),
        ("1", "2", "k", "i"),
    ],
)
def test_what_dots_stand_for(first: str, second: str, last_one: str, found: str | None) -> None:
    runs = between(first.split(), second.split(), last_one.split())
    assert (" ".join(runs.at(["i"])) if runs else None) == found


def test_an_equation_with_a_list_in_brackets_is_no_range() -> None:
    assert range_in(r"W = U \operatorname{diag}(w_1 , \ldots , w_d) V^\top") is None
    assert range_in(r"i = 1 , \ldots , m_{\ell}") is not None


def test_a_row_of_a_display_that_begins_with_a_sign_is_no_item() -> None:
    assert as_latex("$$\na\n+ b\n$$\n\n+ c") == "$$\na\n+ b\n$$\n\n\\item c"
    assert as_latex("\\begin{align}\na\n- b\n\\end{align}\n- c") == "\\begin{align}\na\n- b\n\\end{align}\n\\item c"


SIZES = r"""
There are $L$ layers, $W_1 \in \mathbb{R}^{d_1 \times d_0}, W_2 \in \mathbb{R}^{d_2 \times d_1}, \ldots,
W_L \in \mathbb{R}^{d_L \times d_{L-1}}$, and $W = W_L \cdots W_1 \in \mathbb{R}^{d_L \times d_0}$.
For two layers ($L=2$)

$$
G := W_2^\top W_2 - W_1 W_1^\top
$$

is constant, $\dot G = 0$. Now $W$ moves, for $L = 2$, by

$$
\dot W = \dot W_2 W_1 + W_2 \dot W_1
$$
"""


def test_one_depth_is_one_and_a_time_stays_where_what_moved_is_defined(tmp_path: Path) -> None:
    found = proposed(tmp_path, SIZES)
    assert found["W"] == "matrix d_{2} x d_{0}"
    assert found["t"] == "? time"
    assert proposed(tmp_path, SIZES.replace("($L=2$)", "($L=3$)"))["W"] == "matrix d_{L} x d_{0}"


def test_zero_is_no_member_of_a_family_of_a_list(tmp_path: Path) -> None:
    found = proposed(tmp_path, "$$A = U \\text{diag}(a_1, \\ldots, a_k) V^\\top$$\n\n$$a_0 + a_2 = a_1$$")
    assert found["a_{i}"].endswith("for i = 1..k")
    assert found["a_{0}"].startswith("? real")
    assert found["U"].endswith("x k")


BLANK = r"""
We have numbers $a$, $b$ and $c$.

{before}

$$
a + b = 2 a + c
$$

{after}

$$
c = c
$$
"""


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ("Since $b = a + c$, we have:", "And so", True),
        ("We have", "where we used $b = a + c$.", True),
        ("Since $b = a + c$, this is clear.", "And so", False),  # a fact of the next test, and no premise of a display
        ("We have", "With $b = a + c$ we get", False),
        ("We have", "where we did not use $b = a + c$.", False),
        ("We have", "Where $b = a + c$ there is no more.", False),
    ],
)
def test_a_blank_line_of_markdown_parts_no_sentence(before: str, after: str, right: bool) -> None:
    text = BLANK.format(before=before, after=after)
    edges = [(text.index("$$") + 2, text.index("$$", text.index("$$") + 2))]
    edges.append((text.index("$$", edges[0][1] + 2) + 2, text.rindex("$$")))
    found = [(k, Display(Place(k), "$$", text[a:b], a)) for k, (a, b) in enumerate(edges)]
    assert ("b = a + c" in [formula for _, formula in premises(text, found).get(0, [])]) is right


ROOTS = r"""
Let $W \in \mathbb{R}^{m \times n}$ and $M \in \mathbb{R}^{m \times n}$. The weights move by $\dot W = M$. We have

$$
\dot{C} = W^\top \dot{W} + \dot{W}^\top W
$$

and, with $F = M - W$,

$$
M = (W W^\top)^{1/2} F + F (W^\top W)^{1/2}
$$
"""


def test_a_capital_with_a_dot_or_before_a_root_may_be_a_matrix(tmp_path: Path) -> None:
    found = proposed(tmp_path, ROOTS)
    assert found["C"] == "? matrix n x n"
    assert found["F"] == "? matrix m x n"
    assert proposed(tmp_path, ROOTS.replace(r"W^\top \dot{W} + \dot{W}^\top W", "2 C"))["C"] == "? trajectory"
