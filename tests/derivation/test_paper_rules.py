"""Rules for lines of papers, each with true lines and with false neighbours: norms, transposes, reasons, proposals."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run

from . import papers

LETTERS = r"""
symbols: x, y, z vector d; A, C matrix d x d; W matrix p x d; a, b real number; h positive number; j natural
symbols: f, p_1, p_2, q function
"""
lines = partial(papers.lines, letters=LETTERS)


def becomes(folder: Path, start: str, steps: list[tuple[str, Status]], letters: str = LETTERS, prose: str = "") -> None:
    """Each step follows the same left side, in a display of its own."""
    found = lines(folder, *(rf"{start} &= {start} + 0 \\ & {step}" for step, _ in steps), letters=letters, prose=prose)
    assert [(line.text, line.status) for line in found[1::2]] == [
        (line.text, status) for line, (_, status) in zip(found[1::2], steps, strict=True)
    ]


@pytest.mark.slow
def test_the_inequality_of_cauchy_and_schwarz_and_triangles_hold_of_sums(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\nabla f(x)^\top (x - y)",
        [
            (r"\le \|\nabla f(x)\| \|x - y\|", Status.VERIFIED),
            (r"\le \|\nabla f(x)\| (\|x\| + \|y\|)", Status.VERIFIED),
            (r"\le \|\nabla f(x)\| \|x + y\|", Status.UNDECIDED),
            (r"\le \|\nabla f(x)\| (\|x\| - \|y\|)", Status.UNDECIDED),
        ],
    )


@pytest.mark.slow
def test_inner_products_of_values_are_at_most_the_product_of_norms_that_are_dual(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\langle u, v - w \rangle",
        [
            (r"\le \|u\|_2 \|v - w\|_2", Status.VERIFIED),
            (r"\le \|u\|_{V} \|v - w\|_{V^{-1}}", Status.VERIFIED),
            (r"\le \|u\|_1 \|w - v\|_{\infty}", Status.VERIFIED),
            (r"\le \|u\|_{V} \|v - w\|_{V}", Status.UNDECIDED),
            (r"\le \|u\|_{\infty} \|v - w\|_{\infty}", Status.UNDECIDED),
            (r"\le \|u\|_2 \|v + w\|_2", Status.UNDECIDED),
        ],
    )


def test_squares_of_norms_go_with_inner_products_that_have_no_index(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\|u - h v\|_2^2",
        [
            (r"= \|u\|_2^2 - 2 h \langle u, v \rangle + h^2 \|v\|_2^2", Status.VERIFIED),
            (r"= \|u\|_2^2 - h \langle u, v \rangle + h^2 \|v\|_2^2", Status.REFUTED),
            (r"= \|u\|_2^2 + 2 h \langle u, v \rangle + h^2 \|v\|_2^2", Status.REFUTED),
        ],
    )


def test_the_2_norm_of_a_matrix_is_not_that_of_a_vector(tmp_path: Path) -> None:
    found = lines(tmp_path, r"a &= a \\ \|A - C\|_2^2 &= \|A\|_2^2 - 2 \langle A, C \rangle + \|C\|_2^2")
    assert all(line.status is not Status.VERIFIED for line in found[1:])


@pytest.mark.slow
def test_norms_that_fail_at_vectors_are_wrong_by_one_sign(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\|x\| + h \|x - y\|",
        [(r"= \|x\| + h \|y - x\|", Status.VERIFIED), (r"= \|x\| + h \|x + y\|", Status.REFUTED)],
    )


def test_a_lost_transpose_is_wrong_if_with_it_the_line_is_proved(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\operatorname{tr}(W A A^\top W^\top)",
        [
            (r"= \operatorname{tr}(A A^\top W^\top W)", Status.VERIFIED),
            (r"= \operatorname{tr}(W A A^\top W)", Status.REFUTED),
        ],
    )
    twice = [(rf"= \operatorname{{tr}}(W {one} A^\top W)", Status.UNDECIDED) for one in ("A", "C")]  # a custom
    becomes(tmp_path, r"\operatorname{tr}(W A A^\top W^\top)", twice)


@pytest.mark.slow
def test_values_at_times_and_powers_are_letters_and_italic_operators_are_read(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"Tr(W(t)^\top W(0) {A}^j)",
        [
            (r"= Tr(A^j W(t)^\top W(0))", Status.VERIFIED),
            (r"= Tr(A^j W(0)^\top W(t))", Status.UNDECIDED),
            (r"= Tr(W(t)^\top W(0) A)", Status.UNDECIDED),
        ],
    )


def test_a_quotient_may_be_written_with_over(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"{a \over h} + {a + b \over 2}",
        [
            (r"= {2 a + h (a + b) \over 2 h}", Status.VERIFIED),
            (r"= {a + h (a + b) \over 2 h}", Status.REFUTED),
            (r"= {a \over h + {a + b \over 2}}", Status.UNDECIDED),
        ],
    )


def test_a_sum_of_what_is_no_number_is_a_letter_and_no_product(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\sum_{t=0}^{j} A W(t)^\top",
        [
            (r"= A \sum_{t=0}^{j} W(t)^\top", Status.VERIFIED),
            (r"= (j + 1) A W(t)^\top", Status.UNDECIDED),
            (r"= \sum_{t=0}^{j} W(t)^\top A", Status.UNDECIDED),
        ],
    )


def test_a_logarithm_of_a_quotient_turns_its_sign_below_a_mean(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\mathbb{E}_z[\log q(z) + \log \frac{p_1(z)}{q(z)}]",
        [
            (r"= \mathbb{E}_z[\log q(z)] - \mathbb{E}_z[\log \frac{q(z)}{p_1(z)}]", Status.VERIFIED),
            (r"= \mathbb{E}_z[\log q(z)] + \mathbb{E}_z[\log \frac{q(z)}{p_1(z)}]", Status.UNDECIDED),
        ],
    )


@pytest.mark.usefixtures("no_mends")
def test_logarithms_of_products_come_apart_below_a_mean_and_an_integral(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\mathbb{E}_z[\log \frac{q(z)}{p_1(z) p_2(z)}] + \int q(z) \log \frac{q(z)}{p_1(z)} dz",
        [
            (r"= \mathbb{E}_z[\log q(z) - \log p_1(z) - \log p_2(z)] + \int q(z) (\log q(z) - \log p_1(z)) dz",
             Status.VERIFIED),
            (r"= \mathbb{E}_z[\log q(z) - \log p_1(z) + \log p_2(z)] + \int q(z) (\log q(z) - \log p_1(z)) dz",
             Status.UNDECIDED),
            (r"= \mathbb{E}_z[\log q(z) - \log p_1(z) - \log p_2(z)] + \int q(z) (\log q(z) + \log p_1(z)) dz",
             Status.UNDECIDED),
            (r"= \log \mathbb{E}_z[\frac{q(z)}{p_1(z) p_2(z)}] + \int q(z) \log \frac{q(z)}{p_1(z)} dz",
             Status.UNDECIDED),
        ],
    )  # fmt: skip


@pytest.mark.usefixtures("no_mends")
def test_a_logarithm_of_a_quotient_of_sums_turns_its_sign_and_does_not_come_apart(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"\mathbb{E}_z[\log \frac{q(z)}{p_1(z) + p_2(z)}]",
        [
            (r"= - \mathbb{E}_z[\log \frac{p_1(z) + p_2(z)}{q(z)}]", Status.VERIFIED),
            (r"= \mathbb{E}_z[\log q(z) - \log p_1(z) - \log p_2(z)]", Status.UNDECIDED),
        ],
    )


@pytest.mark.parametrize(
    ("prose", "status"),
    [
        ("Since $f$ is convex, by the convexity of $f$ we find", Status.STATED),
        ("We know this by \\eqref{eq:one}, so", Status.STATED),
        ("We compute", Status.UNDECIDED),
        ("By the convexity of $f$ all is well.\n\nWe compute", Status.UNDECIDED),
    ],
)
def test_a_bound_that_rests_on_a_reason_is_stated_with_what_that_must_give(
    prose: str, status: Status, tmp_path: Path
) -> None:
    display = r"f(x) - f(y) &= f(x) - f(y) + 0 \\ & \le h (f(x) - a) + f(x) - f(y)"
    line = lines(tmp_path, display, prose=prose)[1]
    assert line.status is status
    if status is Status.STATED:
        assert "that must give -a + f(x) >= 0" in line.reason


def test_a_reason_makes_no_right_line_of_a_wrong_one(tmp_path: Path) -> None:
    found = lines(
        tmp_path, r"(a + b)^2 &= a^2 + 2 a b + b^2 \\ &= a^2 + 3 a b + b^2", prose="By the definition of $a$,"
    )
    assert found[1].status is Status.REFUTED


def test_what_goes_with_a_vector_is_proposed_as_one_and_what_divides_as_positive(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""\documentclass{article}\begin{document}
Let $x \in \mathbb{R}^d$; the step size $\gamma$ is fixed, and $f$ is $M$-smooth.
\begin{align}
  x^{(k+1)} &= x^{(k)} - \gamma g \\
  \frac{a}{2 L} + M &= c x_{:j} \\
  \mathbf{E} f(x) + \frac{d u}{d s} &= Tr(\hat{{\bm C}}^\top {\bm C}) + \|w - w'\|
\end{align}
\end{document}"""
    )
    name, _ = propose_file(paper)
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in (
        "? symbols: x^{(k)} vector d", "? symbols: x^{(k + 1)} vector d", "? symbols: \\gamma positive number",
        "? symbols: L positive number", "? symbols: M positive number",
        "? symbols: \\hat{\\boldsymbol{C}} matrix d x d",
        "? symbols: w vector d",
        "? symbols: w' vector d",
    ):  # fmt: skip
        assert row in rows, rows
    assert not any(" E " in row or "\\mathbf{E}" in row or " T " in row or " d real" in row for row in rows)
    assert not [
        t for t in run(read_file(paper), limiting=Limiting(budget=5), mending=False).troubles if "symbols" in str(t)
    ]
