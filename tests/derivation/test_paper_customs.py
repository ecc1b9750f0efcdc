r"""Customs of papers: inverses that a line takes for granted, identities of any size, covariances, indices renamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivation import papers
from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, run

LETTERS = (
    "symbols: w, x vector d; X matrix n x d; y vector n; A, B matrix d x d; a_{i}, b_{i} real for i = 1..n; a, b real\n"
)
LETTERS += "symbols: \\phi function; \\mathbf{W}_1, \\mathbf{W}_2 matrix d x d; T matrix d x d; x^{(i)} vector d\n"
OK = Status.VERIFIED


def said(tmp_path: Path, *displays: str) -> list[Line]:
    return papers.lines(tmp_path, *displays, letters=LETTERS, mending=False)


def test_the_normal_equations_are_solved_where_their_matrix_has_an_inverse(tmp_path: Path) -> None:
    equations = r"X^\top X w = X^\top y"
    found = said(tmp_path, equations, r"w &= (X^\top X)^{-1} X^\top y")[-1]
    assert found.status is OK
    assert "X.T*X is invertible, as the line takes for granted" in found.note
    for false in (r"(X^\top X)^{-1} X^\top w", r"- (X^\top X)^{-1} X^\top y", r"(X X^\top)^{-1} X^\top y"):
        assert said(tmp_path, equations, rf"w &= {false}")[-1].status is not OK


@pytest.mark.parametrize(
    "right",
    [
        r"(x x^\top)^{-1} x x^\top w",  # has no inverse
        r"(x w^\top)^{-1} x w^\top w",
        r"(X^\top y y^\top X)^{-1} X^\top y y^\top X w",
        r"(A + B)^{-1} A w",
    ],
)
def test_no_inverse_is_taken_for_granted_that_cannot_be_there(tmp_path: Path, right: str) -> None:
    assert said(tmp_path, rf"w &= {right}")[-1].status is not OK


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        ("A + A", "2 A I_k", "A I_k"),
        ("A + A", r"A (\mathbf{I} + \boldsymbol{I}_n)", r"A (2 \mathbf{I} + \boldsymbol{I}_n)"),
        (r"A (A + I_k)^{-1}", r"\mathbf{I}_k - (A + I_k)^{-1}", r"\mathbf{I}_k + (A + I_k)^{-1}"),
        (r"\mathbf{W_1} x", r"\mathbf{W}_1 x", r"\mathbf{W_2} x"),
        (r"x^T T x", r"x^\top T^T x", r"2 x^T T x"),
        (r"\|x^{(i)}\|^2", r"x^{(i)T} x^{(i)}", r"x^{(i)T} x"),
    ],
)
def test_names(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert said(tmp_path, rf"{left} &= {right}")[-1].status is OK
    assert said(tmp_path, rf"{left} &= {false}")[-1].status is not OK


@pytest.mark.parametrize("body", ["I_k + I_m &= 2 I_k", "I_1 + I_2 &= 2 I_1", "I_t &= I_s", "I(w) &= I(x)"])
def test_a_letter_that_may_be_anything_is_no_identity(tmp_path: Path, body: str) -> None:
    assert said(tmp_path, body)[-1].status is not OK


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\operatorname{Cov}[x]", r"\mathbb{E}[x x^\top] - \mathbb{E}[x] \mathbb{E}[x]^\top", r"\mathbb{E}[x x^\top]"),
        (
            r"\operatorname{Cov}[x]",
            r"\mathbb{E}[(x - \mathbb{E}[x]) (x - \mathbb{E}[x])^\top]",
            r"\mathbb{E}[(x + \mathbb{E}[x]) (x + \mathbb{E}[x])^\top]",
        ),
        (
            r"\operatorname{Cov}[x]",
            r"\mathbb{E}[(x - \mathbb{E}[x]) x^\top]",
            r"\mathbb{E}[(x - \mathbb{E}[w]) x^\top]",
        ),
        (
            r"\operatorname{tr} \operatorname{Cov}[x]",
            r"\mathbb{E}[\|x\|^2] - \|\mathbb{E}[x]\|^2",
            r"\mathbb{E}[\|x\|^2] + \|\mathbb{E}[x]\|^2",
        ),
        (
            r"\operatorname{tr}(\operatorname{Cov}_D[x])",
            r"\mathbb{E}_D[\|x - \mathbb{E}_D[x]\|^2]",
            r"\mathbb{E}_D[\|x - \mathbb{E}[x]\|^2]",
        ),
        (r"\operatorname{Cov}_D[A x]", r"A \operatorname{Cov}_D[x] A^\top", r"A \operatorname{Cov}_D[x] A"),
        (r"\operatorname{Cov}[a, b]", r"\mathbb{E}[a b] - \mathbb{E}[a] \mathbb{E}[b]", r"\mathbb{E}[a b]"),
        (r"\operatorname{tr} \mathbb{E}[x w^\top]", r"\mathbb{E}[w^\top x]", r"\mathbb{E}[x^\top x]"),
    ],
)
def test_covariances_of_vectors(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert said(tmp_path, rf"{left} &= {right}")[-1].status is OK
    assert said(tmp_path, rf"{left} &= {false}")[-1].status is not OK


def test_by_which_letter_a_sum_runs_does_not_matter(tmp_path: Path) -> None:
    pair = r"\langle \sum_i a_i \phi(x_i), \sum_j {} \rangle &= \|\sum_k a_k \phi(x_k)\|^2"
    assert said(tmp_path, pair.replace("{}", r"a_j \phi(x_j)"))[-1].status is OK
    for other in (r"b_j \phi(x_j)", r"a_j \phi(w_j)", r"a_j \phi(x_i)"):
        assert said(tmp_path, pair.replace("{}", other))[-1].status is not OK
    ranges = r"\langle \sum_{i=1}^n \phi(x_i), \sum_{j=1}^{N} \phi(x_j) \rangle &= \|\sum_{i=1}^n \phi(x_i)\|^2"
    assert said(tmp_path, ranges.replace("{N}", "n"))[-1].status is OK
    assert said(tmp_path, ranges.replace("{N}", "m"))[-1].status is not OK


PRODUCTS = "symbols: u, v vector d; z vector n; X, Y matrix n x d; A, B matrix d x d; f, g function\n"
PRODUCTS += "symbols: h, k vector d with values\n"


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"X (u \circ u) - X (v \circ v)", r"X ((u - v) \circ (u + v))", r"X ((u + v) \circ (u + v))"),
        (r"2 u \circ v", r"v \circ u + u \odot v", r"v \circ u"),
        (r"\operatorname{diag}(u) v", r"u \circ v", r"u \circ u"),
        (r"X \circ Y", r"Y \circ X", r"X \circ X"),
        (r"2 u \circ X^\top (z - X u)", r"X^\top (z - X u) \circ 2 u", r"X^\top (z + X u) \circ 2 u"),
        (r"v \circ A u", r"(A u) \circ v", r"A (u \circ v)"),
    ],
)
def test_a_circle_between_vectors_is_a_product_by_entries(tmp_path: Path, left: str, right: str, false: str) -> None:
    for side, expected in ((right, True), (false, False)):
        found = papers.lines(tmp_path, rf"{left} &= {side}", letters=PRODUCTS, mending=False)[-1]
        assert (found.status is OK) is expected


@pytest.mark.parametrize(
    "body",
    [r"A \circ B &= B \circ A", r"f \circ g &= g \circ f", r"h \circ k &= k \circ h",
     r"(f \circ g)(u) &= (g \circ f)(u)",
     r"A u \circ v &= v \circ A u", r"A^{\circ 2} &= A \circ A",
     r"v \circ A u \circ v &= v \circ v \circ A u"],
)  # fmt: skip
def test_a_circle_that_may_be_a_composition_is_not_read(tmp_path: Path, body: str) -> None:
    assert papers.lines(tmp_path, body, letters=PRODUCTS, mending=False)[-1].status is Status.UNREAD


def test_an_align_between_double_dollars_is_one_display(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    display = "$$\n\\begin{align*}\n2 a &= a + a \\\\\n&= 3 a\n\\end{align*}\n$$"
    paper.write_text(f"Text\n{display}\nand $$ b = b + 0 $$\n")
    paper.with_suffix(".lp").write_text("symbols: a, b real\n")
    found = run(read_file(paper), limiting=Limiting(budget=6), mending=False)
    assert [line.line.line if hasattr(line.line, "line") else line.line for line in found.lines] == [4, 5, 8]
    assert found.displays == 2


def test_a_paper_that_derives_by_t_has_a_time(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        "Let $X \\in \\mathbb{R}^{n \\times d}$ and $w \\in \\mathbb{R}^d$.\n\\begin{align}\n"
        "\\frac{dw(t)}{dt} &= -\\nabla L(w(t)) \\\\\n"
        "\\frac{d}{dt} \\|X w(t)\\|^2 &= 2 w(t)^\\top X^\\top X \\dot w(t)\n"
        "\\end{align}\n$$\\frac{d a(t)}{dt} = - a(t)$$\n"
    )
    propose_file(paper)
    text = paper.with_suffix(".lp").read_text()
    assert "symbols: X constant matrix n x d" in text
    assert "symbols: w vector d" in text
    assert "symbols: a trajectory" in text
    assert "dot" not in text


def test_norms_that_may_be_the_same_call_nothing_wrong(tmp_path: Path) -> None:
    for right in (r"\|\phi(x)\|_2^2", r"\|\phi(x)\|^2", r"\|\phi(x)\|_{\mathcal H}^2"):
        assert said(tmp_path, rf"c &= \langle \phi(x), \phi(x) \rangle \\ &= {right}")[-1].status is not Status.REFUTED


def test_a_bold_zero_is_zero_of_any_size(tmp_path: Path) -> None:
    for body in (r"A - A &= \mathbf{0}", r"A - {\bf 0} &= A", r"X^\top (y - y) &= \boldsymbol{0}"):
        assert said(tmp_path, body)[-1].status is OK
    for body in (r"A + A &= \mathbf{0}", r"A - \mathbf{0} &= 2 A"):
        assert said(tmp_path, body)[-1].status is not OK
