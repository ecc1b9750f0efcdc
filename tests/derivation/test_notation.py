"""Names and notation as the field writes them: fonts, accents, iterates, norms, inner products, functions."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.naming import is_name, latex_name
from layerproof.tools.latex_lines.notation.spelling import plain

HEADER = r"""% symbols: x, y, v, \mathbf{w}^{(t)}, w_{t+1}, \boldsymbol{\theta}^{t+1}, \hat{\mathbf{u}}_{i} vector d
% symbols: A, B matrix d x d; a, b, \hat s^0, \ell_{\mathrm{test}} real; \eta number; n natural; z_i real
% symbols: p_{i} real for i = 1..n; r trajectory
% symbols: L, f function; \nabla L vector function d
"""
OK, WRONG, OPEN, UNREAD = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.UNREAD


@pytest.mark.parametrize(
    "name",
    [r"\bm w", r"{\bf x}", r"\tilde{\mathbf W}_2", r"w^{(t)}", r"w^{t+1}", "w_{t+1}", r"\vec y", r"C^{31}", r"\hat s^0",
     r"\mathsf K", r"\mathbf 1", r"\Delta\theta^t", r"\widehat{\mathcal L}_n", r"\theta^\star", r"x'",
     r"\mathcal{X}_{\text{in}}"],
)  # fmt: skip
def test_this_is_a_name(name: str) -> None:
    assert is_name(latex_name(name))


@pytest.mark.parametrize(
    "name", ["a + b", r"\sum s", "x^2", r"x^\top", "2", r"\frac a b", "ab", r"\sin x", "^2", r"\hat{a b}"]
)
def test_this_is_no_name(name: str) -> None:
    assert not is_name(latex_name(name))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (r"\|x - y\|^2 &= \|x\|^2 - 2\langle x, y\rangle + \|y\|_2^2", OK),
        (r"\|x - y\|^2 &= \|x\|^2 - \langle x, y\rangle + \|y\|^2", WRONG),
        (r"\lVert A - B\rVert_F^2 &= \|A\|_F^2 - 2 \langle A, B\rangle + \operatorname{tr}(B^\top B)", OK),
        (r"a x^\top y + b &= b + a y^\top x", OK),
        (r"x^\top A x - a &= x^\top A^\top x - a", OK),
        (r"x^\top A x - a &= x^\top A y - a", WRONG),
        (r"x^\top y \, v &= v x^\top y", OK),
        (r"(x^\top y)^2 &= x^\top y y^\top x", OK),
        (r"\left\Vert w_{t+1} - {\bf w}^{(t)} \right\Vert^2 &= \|{\bf w}^{(t)} - w_{t+1}\|^2", OK),
        (r"\hat s^0 + \ell_{\text{test}} &= \ell_{\text{test}} + \hat{s}^0", OK),
        (r"\bm{\theta}^{t+1} - \hat{\mathbf u}_i &= - \hat{\mathbf u}_i + \bm\theta^{t+1}", OK),
        (r"\underbrace{a + b}_{\text{both}} &= b + a", OK),
        (r"\|A\|^2 &= a", OPEN),  # of which norm? a number of which nothing is known
        (r"\|x\|_1 &= a", OPEN),
        (r"\|a\| &= a", OPEN),
        (r"\langle x \rangle &= a", UNREAD),
        (r"x + a &= x", UNREAD),
    ],
)
def test_norms_inner_products_and_numbers_made_of_vectors(body: str, status: Status) -> None:
    findings = run(
        read_text(f"{HEADER}\\begin{{align}} {body} \\end{{align}}"), limiting=Limiting(budget=5), mending=False,
        identities=True,
    )  # fmt: skip
    assert findings.troubles == []
    assert [line.status for line in findings.lines] == [status], findings.lines[0].reason


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (r"2 L(x) + f(a) &= f(a) + L(x) + L(x)", OK),
        (r"x - \eta \nabla L(x) - x &= - \eta \nabla L(x)", OK),
        (r"f(a + b) &= f(a) + f(b)", OPEN),  # linear, perhaps
        (r"f(a b) &= a f(b)", OPEN),
        (r"f(a + b) &= f(b + a)", OK),  # the points are equal
        (r"\sum_{i=1}^n f(p_i) &= n f(p_i)", OPEN),
        (r"\sum_{i=1}^n z_i &= n z_i", UNREAD),  # one letter for every i
        (r"\frac{d}{dt} (f(a) r) &= f(a) \dot r", OK),  # a is a number
        (r"f(r) &= f(r)", OK),
        (r"f(r) &= f(a)", OPEN),
        (r"\int_0^1 f(a) \, da &= f(a)", OPEN),
        (r"f a &= a f", OK),  # a letter by itself
        (r"f a &= f(a)", OPEN),
        (r"\int_0^1 f \, da &= f", OPEN),
    ],
)
def test_of_a_function_only_its_values_are_known(body: str, status: Status) -> None:
    findings = run(
        read_text(f"{HEADER}\\begin{{align}} {body} \\end{{align}}"), limiting=Limiting(budget=5), mending=False,
        identities=True,
    )  # fmt: skip
    assert [line.status for line in findings.lines] == [status], findings.lines[0].reason


def test_a_label_0_is_no_exponent() -> None:
    text = r"""% symbols: C, D real
\begin{align} C^0 &= 1 \\ D &= C_1^0 \end{align}"""
    lines = run(read_text(text), limiting=Limiting(budget=5), identities=True).lines
    assert [line.status for line in lines] == [UNREAD, UNREAD]
    assert "a label and as the exponent 0" in lines[0].reason


def test_a_slip_beside_a_function_is_named() -> None:
    text = f"{HEADER}\\begin{{align}} 2 L(x) - L(x) &= L(x) \\\\ &= - L(x) \\end{{align}}"
    findings = run(read_text(text), limiting=Limiting(budget=5))
    assert [line.status for line in findings.lines] == [OK, WRONG]
    assert findings.lines[1].witness is not None
    assert "L(x)" in findings.lines[1].witness["symbols"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\eta{\mathbf{B}}_1 x", r"\eta\mathbf{B}_{1}x"),
        (r"\mathrm{\left\lVert{\mathbf{J}} r\right\rVert}_2", r"\|\mathbf{J}r\|_{2}"),
        (r"\sqrt{x}_1", r"\sqrt{x}_{1}"),
        (r"\frac\eta{x}", r"\frac{\eta}{x}"),
        (r"\mathrm{tr}(A)", r"\operatorname{tr}(A)"),
    ],
)
def test_braces_and_fonts_that_leave_no_trace(written: str, read: str) -> None:
    assert "".join(plain(words(written))) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\{a - b\}^2", r"(a - b)^{2}"),
        (r"\mathbb{E}[\{h - \mathbb{E}[y|x]\}^2]", r"\mathbb{E}[(h - \mathbb{E}[y|x])^{2}]"),
        (r"2 \{x : x > 0\}", r"2\{x:x > 0\}"),
        (r"2 \{x | x + 1\}", r"2\{x|x + 1\}"),
        (r"\sum_{t=1}^T W^T", r"\sum_{t = 1}^{T}W^{\top}"),
        (r"\int_0^T W_i^T", r"\int_{0}^{T}W_{i}^{\top}"),
        (r"\prod^T W^{T}", r"\prod^{T}W^{\top}"),
    ],
)
def test_braces_as_brackets_and_a_sum_that_ends_at_a_T(written: str, read: str) -> None:
    assert joined(plain(words(written))) == read
