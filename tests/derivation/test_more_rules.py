"""Rules that single lines of papers asked for: double integrals, logistic values, braces, products before a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: n, m natural number; S, T, q, a, y, t, s, \theta real; \epsilon positive; x, w, u, v vector d; W matrix k x d
symbols: g, h, \phi function; w_i vector d; b_i, \kappa_i positive for i = 1..n
"""


def _last(tmp_path: Path, *displays: str) -> papers.Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, budget=3, mending=False)[-1]


@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"\int_0^S \int_0^t g(s) h(t) ds dt", r"\int_0^S \int_s^S g(s) h(t) dt ds",
         r"\int_0^S \int_0^s g(s) h(t) dt ds"),
        (r"\int_0^S \int_t^S g(s) h(t) ds dt", r"\int_0^S \int_0^s g(s) h(t) dt ds",
         r"\int_0^S \int_s^S g(s) h(t) dt ds"),
        (r"\int_0^S \int_a^T \phi(s, t) ds dt", r"\int_a^T \int_0^S \phi(s, t) dt ds",
         r"\int_0^S \int_a^T \phi(s, t) dt ds"),
        (r"\int_0^S \int_0^t g(s) h(t) ds dt", r"\int_0^S g(s) \int_s^S h(t) dt ds",
         r"\int_0^S g(t) \int_s^S h(t) dt ds"),
        (r"\int_0^S \int_0^t g(s) h(t) ds dt", r"\int_0^S h(t) \int_0^t g(s) ds dt",
         r"\int_0^S h(s) \int_0^t g(s) ds dt"),
        (r"\log \frac{1}{1/(1 + e^{-y w^\top x})}", r"\log(1 + e^{-y w^\top x})", r"\log(1 + e^{y w^\top x})"),
        (r"\frac{e^{-y w^\top x}}{1 + e^{-y w^\top x}}", r"\frac{1}{1 + e^{y w^\top x}}",
         r"\frac{1}{1 - e^{y w^\top x}}"),
        (r"\frac{1}{m} \sum_{i=1}^m \|g({w_i}^\top x) x\|_2^2", r"\frac{1}{m} \|x\|_2^2 \sum_{i=1}^m (g(w_i^\top x))^2",
         r"\frac{1}{m} \|x\|_2^2 \sum_{i=1}^m (g(w_i^\top u))^2"),
        (r"\sum_{i=1}^n b_i \prod_{i=1}^n \kappa_i (\sum_{i=1}^n b_i)^2",
         r"(\sum_{i=1}^n b_i)^3 \prod_{i=1}^n \kappa_i",
         r"(\sum_{i=1}^n b_i)^2 \prod_{i=1}^n \kappa_i"),
        (r"\prod_{i=1}^n \kappa_i \cdot \frac{\theta}{2}", r"\frac{\theta}{2} \cdot \prod_{i=1}^n \kappa_i",
         r"\prod_{i=1}^n (\kappa_i \frac{\theta}{2})"),
    ],
)  # fmt: skip
def test_equations_and_their_neighbours(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = _last(tmp_path, rf"q &= {left} \\ &= {right}")
        assert (line.status is Status.VERIFIED) is holds, line


MATRICES = r"""
symbols: n, T natural number; q, x, y real; u, v, w vector d; A, C, H matrix d x d; M matrix n x d; L function
symbols: c, \epsilon positive; \mathcal{H} real; a_t vector d
"""


@pytest.mark.parametrize(
    ("left", "true", "false", "granted"),
    [
        (r"u^\top \nabla^2 L(w) v", r"v^\top \nabla^2 L(w) u", r"v^\top H u", ""),
        (r"(u - v)^\top A (u - v)", r"\|A^{1/2} (u - v)\|_2^2", r"\|A^{1/2} (u + v)\|_2^2",
         "A is positive semidefinite"),
        (r"\operatorname{tr}(A^{-1/2} C A^{-1/2})", r"\operatorname{tr}(A^{-1} C)", r"\operatorname{tr}(A^{-1/2} C)",
         "A is invertible"),
        (r"\sum_{h \in \mathcal{H}} 2 e^{-2 n \epsilon^2}", r"2 |\mathcal{H}| e^{-2 n \epsilon^2}",
         r"|\mathcal{H}| e^{-2 n \epsilon^2}", ""),
        (r"c^{2/3}(x + y)", r"c^{2/3} x + c^{2/3} y", r"c^{2/3} x + c^{1/3} y", ""),
        (r"\sum_{t=1}^T w^T a_t", r"w^T \sum_{t=1}^T a_t", r"u^T \sum_{t=1}^T a_t", ""),
        (r"w^T M^T M w", r"\|M w\|^2", r"\|M^T w\|^2", ""),
    ],
)  # fmt: skip
def test_matrices_and_sets(left: str, true: str, false: str, granted: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        display = rf"q &= {left} \\ &= {right}"
        line = papers.lines(tmp_path, display, letters=MATRICES, budget=3, mending=False)[-1]
        assert (line.status is Status.VERIFIED) is holds, line
        assert not holds or granted in line.note


def test_what_is_sure_is_not_taken_for_granted(tmp_path: Path) -> None:
    line = _last(tmp_path, r"q &= \log \frac{1}{1/(1 + e^{-y w^\top x})} \\ &= \log(1 + e^{-y w^\top x})")
    assert "granted" not in line.note


def test_that_integrals_may_be_exchanged_is_a_guess(tmp_path: Path) -> None:
    line = _last(tmp_path, r"q &= \int_0^S \int_0^t \phi(s, t) ds dt \\ &= \int_0^S \int_s^S \phi(s, t) dt ds")
    assert line.status is Status.VERIFIED
    assert any("may be exchanged" in text for text in line.guessed)


@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"\|W x - W u\|_2", r"\|W\|_{\mathrm{op}} \|x - u\|_2", r"\|W\|_{\mathrm{op}} \|x + u\|_2"),
        (r"\|W x - 2 W u + W v\|_2^2", r"\|W\|_2^2 \|x - 2 u + v\|_2^2", r"\|W\|_2 \|x - 2 u + v\|_2^2"),
    ],
)
def test_norms_of_differences_with_a_common_factor(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = _last(tmp_path, rf"q &= {left} \\ &\le {right}")
        assert (line.status is Status.VERIFIED) is holds, line


@pytest.mark.parametrize("product", [r"\prod_{i=1}^n \kappa_i \theta", r"\prod_{i=1}^n b_i \frac{1}{\epsilon^2}"])
def test_a_number_at_the_end_of_a_product_has_two_readings(product: str, tmp_path: Path) -> None:
    line = _last(tmp_path, rf"q &= {product}")
    assert line.status is Status.UNREAD
    assert "or behind it is not clear" in line.reason


DIAGONALS = r"""
symbols: d natural number; A, V, U matrix d x d
hypotheses: U^\top U = I; U U^\top = I
symbols: w_\alpha nonnegative number for \alpha = 1..d; f_\alpha, s_\alpha real number for \alpha = 1..d
"""


@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"U \operatorname{diag}(w_\alpha) U^\top U \operatorname{diag}(f_\alpha) V^\top",
         r"U \operatorname{diag}(w_\alpha f_\alpha) V^\top", r"U \operatorname{diag}(w_\alpha + f_\alpha) V^\top"),
        (r"\operatorname{diag}(w_\alpha) \operatorname{diag}(f_\alpha)", r"\operatorname{diag}(f_\alpha w_\alpha)",
         r"\operatorname{diag}(f_\alpha s_\alpha)"),
        (r"\operatorname{diag}(2 w_\alpha (s_\alpha - w_\alpha))",
         r"2 \operatorname{diag}(w_\alpha) \operatorname{diag}(s_\alpha) - 2 \operatorname{diag}(w_\alpha)^2",
         r"2 \operatorname{diag}(w_\alpha) \operatorname{diag}(s_\alpha) - \operatorname{diag}(w_\alpha)^2"),
        (r"\operatorname{diag}(f_\alpha + 1)", r"\operatorname{diag}(f_\alpha) + I",
         r"\operatorname{diag}(f_\alpha) - I"),
        (r"(U \operatorname{diag}(w_\alpha^2) U^\top)^{1/2}", r"U \operatorname{diag}(w_\alpha) U^\top",
         r"V \operatorname{diag}(w_\alpha) V^\top"),
    ],
)  # fmt: skip
def test_diagonal_matrices_of_the_numbers_of_a_family(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        display = rf"A &= {left} \\ &= {right}"
        line = papers.lines(tmp_path, display, letters=DIAGONALS, budget=4, mending=False)[-1]
        assert (line.status is Status.VERIFIED) is holds, line


def test_a_root_of_squares_that_may_be_negative_is_not_what_is_squared(tmp_path: Path) -> None:
    display = r"A &= (U \operatorname{diag}(f_\alpha^2) U^\top)^{1/2} \\ &= U \operatorname{diag}(f_\alpha) U^\top"
    assert papers.lines(tmp_path, display, letters=DIAGONALS, budget=4, mending=False)[-1].status is Status.UNDECIDED


def test_a_derivative_that_is_set_to_zero_is_said_of_its_display_only(tmp_path: Path) -> None:
    letters = "symbols: w, q vector d; y vector n; X matrix n x d; s, a, b real number; L, \\ell function"
    gradient = r"\nabla L(w) &= X^\top (X w - y) \\ &= 0"
    assert papers.lines(tmp_path, gradient, letters=letters, budget=3)[-1].status is Status.STATED
    slope = r"\frac{\partial \ell}{\partial a} &= -(s - a b) b = 0"
    assert papers.lines(tmp_path, slope, letters=letters, budget=3)[-1].status is Status.STATED
    elsewhere = r"q &= X^\top (X w - y) \\ &= 0"
    assert papers.lines(tmp_path, gradient, elsewhere, letters=letters, budget=3)[-1].status is Status.UNDECIDED
    assert papers.lines(tmp_path, elsewhere, letters=letters, budget=3)[-1].status is Status.UNDECIDED


@pytest.mark.parametrize("mark", [r"\qquad \square", r"\hfill \Box.", r"\; \blacksquare"])
def test_the_mark_at_the_end_of_a_proof_is_no_formula(mark: str, tmp_path: Path) -> None:
    assert _last(tmp_path, rf"q &= (x + u)^\top x \\ &= x^\top x + u^\top x {mark}").status is Status.VERIFIED


def test_a_product_below_a_root_is_put_in_as_it_is_stated(tmp_path: Path) -> None:
    square = r"V V^\top &= U \operatorname{diag}(w_\alpha^2) U^\top"
    root = r"(V V^\top)^{1/2} &= U \operatorname{diag}(w_\alpha) U^\top"
    line = papers.lines(tmp_path, square, root, letters=DIAGONALS, budget=4, mending=False)[-1]
    assert line.status is Status.VERIFIED
    assert "given what is stated in line 3" in line.note
    at_once = square.replace("&=", "=") + r" \quad \Longrightarrow \quad " + root.replace("&=", "=")
    assert papers.lines(tmp_path, at_once, letters=DIAGONALS, budget=4, mending=False)[-1].status is Status.VERIFIED
    false = r"(V^\top V)^{1/2} &= U \operatorname{diag}(w_\alpha) U^\top"
    assert papers.lines(tmp_path, square, false, letters=DIAGONALS, budget=4)[-1].status is Status.STATED


def test_equations_in_a_row_of_the_prose_are_facts(tmp_path: Path) -> None:
    letters = "symbols: W, A, B, M matrix d x d; K function"
    prose = r"So $A = W M = B^\top M$. This gives $B = M W$."
    display = r"W &= A + B \\ &= B^\top M + M W"
    assert papers.lines(tmp_path, display, letters=letters, prose=prose, budget=3)[-1].status is Status.VERIFIED
    prose = r"Suppose we would have $A = W M = B^\top M$. This would give $B = M W$."
    assert papers.lines(tmp_path, display, letters=letters, prose=prose, budget=3)[-1].status is not Status.VERIFIED
