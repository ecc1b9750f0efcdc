r"""Mirror flows of products by entries: rates of gradients, weights of norms, values at parameters, ones, circles."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, propose_file
from layerproof.tools.latex_lines.page.entrywise_powers import powers_are_by_entries
from layerproof.tools.latex_lines.proposing.labels_seen import labelled
from layerproof.tools.latex_lines.proposing.times_seen import time_of

from . import papers

LETTERS = r"""
symbols: t time; x, y, v, g, z, w vector p; r constant vector p; h, L, k, f, h_t function; a positive number
symbols: M constant positive semidefinite matrix p x p; N constant matrix p x p; \mu, b positive number
hypotheses: h convex; L a-strongly convex
"""


def statuses(folder: Path, *rows: str) -> list[Status]:
    return [line.status for line in papers.lines(folder, *rows, letters=LETTERS, budget=6, mending=False)]


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (
            r"\frac{d}{dt} \nabla h(x(t)) &= \nabla^2 h(x) \frac{dx}{dt}",
            r"\frac{d}{dt} \nabla h(x(t)) &= \nabla^2 L(x) \frac{dx}{dt}",
        ),
        (r"\frac{d \nabla h(x)}{dt} &= \nabla^2 h(x) \dot x", r"\frac{d \nabla h(x)}{dt} &= \nabla^2 h(y) \dot x"),
        (
            r"\frac{d}{dt} \nabla h(x - 2 y) &= \nabla^2 h(x - 2 y) (\dot x - 2 \dot y)",
            r"\frac{d}{dt} \nabla h(x - 2 y) &= \nabla^2 h(x - 2 y) (\dot x + 2 \dot y)",
        ),
        (r"\frac{d}{dt} \nabla h(r) &= 0", r"\frac{d}{dt} \nabla h(x) &= 0"),
        (r"- \dot x^\top \nabla^2 h(x) \dot x &\le 0", r"- \dot x^\top \nabla^2 k(x) \dot x &\le 0"),
        (r"v^\top \nabla^2 L(x)^{-1} v &\ge 0", r"v^\top \nabla^2 h(x) y &\ge 0"),
        (r"\nabla^2 h(x) &\succeq 0", r"\nabla^2 k(x) &\succeq 0"),
        (
            r"\frac{d}{dt} \left( \frac{1}{2} \|x - y\|_{M}^2 \right) &= \langle x - y, \dot x - \dot y \rangle_M",
            r"\frac{d}{dt} \left( \frac{1}{2} \|x - y\|_{M}^2 \right) &= \langle x - y, \dot x + \dot y \rangle_M",
        ),
        (
            r"\frac{d}{dt} \|x\|_M^2 &= 2 \langle M x, \frac{dx}{dt}(t) \rangle",
            r"\frac{d}{dt} \|x\|_M^2 &= \langle M x, \frac{dx}{dt}(t) \rangle",
        ),
        (
            r"\|x - y\|_M^2 &= \|x\|_M^2 - 2 \langle x, y \rangle_M + \|y\|_M^2",
            r"\|x - y\|_N^2 &= \|x\|_N^2 - 2 \langle x, y \rangle_N + \|y\|_N^2",
        ),
        (r"\frac{dx}{dt}(t) &= \dot x", r"\frac{dx}{dt}(t) &= t \dot x"),
        (r"\exp(v - b) &= e^{-b} \exp(v)", r"\exp(v - b) &= e^{b} \exp(v)"),
        (
            r"\cosh(v + b) &= \cosh(v) \cosh(b) + \sinh(v) \sinh(b)",
            r"\cosh(v + b) &= \cosh(v) \cosh(b) - \sinh(v) \sinh(b)",
        ),
        (r"\frac{x}{v} \odot v &= x", r"\frac{x}{v} \odot v &= x \odot v"),
        (r"\frac{x - 2 y}{v} &= \frac{x}{v} - \frac{2 y}{v}", r"\frac{x - 2 y}{v} &= \frac{x}{v} + \frac{2 y}{v}"),
        (r"\frac{b}{2 v} &= \frac{b}{2} \frac{1}{v}", r"\frac{b}{2 v} &= 2 b \frac{1}{v}"),
        (r"\frac{d}{dt} \log x &= \frac{\dot x}{x}", r"\frac{d}{dt} \log x &= \frac{x}{\dot x}"),
        (r"\frac{N x}{v} &= \frac{1}{v} \odot (N x)", r"\frac{N x}{v} &= N \frac{x}{v}"),
    ],
)
def test_lines_of_a_mirror_flow_hold_and_slips_do_not(line: str, slip: str, tmp_path: Path) -> None:
    assert statuses(tmp_path, line) == [Status.VERIFIED]
    assert Status.VERIFIED not in statuses(tmp_path, slip)


@pytest.mark.parametrize(
    "line",
    [
        r"\frac{d}{dt} \nabla h_t(x) &= \nabla^2 h_t(x) \dot x",
        r"\frac{dx}{dt}(0) &= 0",
        r"x \circ f &= f \circ x",
        r"\frac{d}{dt} \|x\|_N^2 &= 2 \langle N x, \dot x \rangle",
    ],
)
def test_what_may_mean_something_else_is_not_read(line: str, tmp_path: Path) -> None:
    assert statuses(tmp_path, line) == [Status.UNREAD]


def test_a_mirror_flow_says_how_its_point_and_its_loss_move(tmp_path: Path) -> None:
    rows = (
        r"\frac{d}{dt} \nabla h(x) &= - \nabla L(x)",
        r"\frac{dx}{dt} &= - (\nabla^2 h(x))^{-1} \nabla L(x) \\ &= - \nabla^2 h(x) \nabla L(x)",
        r"\frac{d}{dt} L(x) &= - \nabla L(x)^\top (\nabla^2 h(x))^{-1} \nabla L(x)",
    )
    first, right, wrong, falls = statuses(tmp_path, *rows)
    assert (first, right, falls) == (Status.STATED, Status.VERIFIED, Status.VERIFIED)
    assert wrong is not Status.VERIFIED


def test_a_flow_of_two_layers_in_closed_form_loses_no_half(tmp_path: Path) -> None:
    letters = "symbols: m, w, c, k, u, v, z vector n; b real"
    prose = r"""Let $m = (c \odot \cosh(z) + k \odot \sinh(z)) e^{-b}$,
        $w = (k \odot \cosh(z) + c \odot \sinh(z)) e^{-b}$,
        $u = c + k$ and $v = c - k$."""
    rows = r"""m \odot w &= \frac{1}{4} (u^2 \odot \exp(2 z - 2 b) - v^2 \odot \exp(-2 z - 2 b)) \\
        &= \frac{1}{2} (u^2 \odot \exp(2 z - 2 b) - v^2 \odot \exp(-2 z - 2 b))"""
    found = papers.lines(tmp_path, rows, letters=letters, prose=prose, budget=8, mending=False)
    assert [line.status for line in found] == [Status.VERIFIED, Status.REFUTED]


def test_values_at_parameters_and_ones_are_put_in(tmp_path: Path) -> None:
    rows = (
        r"v(\mu) &= (b + \frac{1}{\mu}) \mathbb{1} - r + M x(\mu)",
        r"w(\mu) &= \mu v(\mu)",
        r"w(\mu) &= (1 + b \mu) \mathbb{1} - \mu r + \mu M x(\mu) \\ &= (1 + b) \mathbb{1} - \mu r + \mu M x(\mu)",
    )
    *_, right, wrong = statuses(tmp_path, *rows)
    assert right is Status.VERIFIED
    assert wrong is not Status.VERIFIED


def test_circles_between_vectors_are_products_by_entries(tmp_path: Path) -> None:
    rows = (
        r"\frac{dx}{dt} &= - y \circ \nabla k(x \circ y) - a x",
        r"\frac{dy}{dt} &= - x \circ \nabla k(x \circ y) - a y",
        r"\frac{d}{dt} (x - y) &= (x - y) \circ \nabla k(x \circ y) - a (x - y)",
    )
    assert statuses(tmp_path, *rows)[-1] is Status.VERIFIED
    slip = r"\frac{d}{dt} (x - y) &= (x - y) \circ \nabla k(x \circ x) - a (x - y)"
    assert statuses(tmp_path, *rows[:2], slip)[-1] is not Status.VERIFIED


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"We write $x^2 = x \circ x$.", True),
        (r"Then $u_0^2 \odot e^{-z}$ falls.", True),
        (r"Here $v \odot \mathbf{w}^2$ stands.", True),
        (r"Here $f^2 = f \circ f_1$.", False),
        (r"Here $A^2 \odot B$ is a matrix.", False),
        (r"Here $x^2 = y \circ x$.", False),
    ],
)
def test_formulas_show_that_squares_are_by_entries(text: str, shown: bool) -> None:
    assert powers_are_by_entries(text, []) is shown


def test_superscripts_of_solutions_are_labels() -> None:
    assert labelled([r"u^{\varepsilon}(t) + v^{\varepsilon}"]) == {r"u^{\varepsilon}", r"v^{\varepsilon}"}
    assert labelled([r"\frac{d z^{\epsilon}}{dt} = n^{\delta}"]) == {r"z^{\epsilon}"}
    assert labelled([r"n^{\varepsilon} + c^{\varepsilon} (1 - p)"]) == set()
    assert labelled([r"z^{\downarrow} \le 1"]) == {r"z^{\downarrow}"}


@pytest.mark.parametrize(
    ("texts", "time"),
    [
        ([r"\frac{dz}{ds} = w(s)"], "s"),
        ([r"\frac{dz}{ds} = w"], ""),
        ([r"\frac{dz}{ds} = f(s + 1) + f(s)"], ""),
        ([r"\frac{d}{ds} f(s) = 1"], ""),
        ([r"\frac{dz}{ds} = w(s)", r"\frac{dw}{dt} = 0"], "t"),
        ([r"\frac{\mathrm{~d} z}{\mathrm{~d} \tau}(\tau) = w"], r"\tau"),
    ],
)
def test_another_letter_than_t_may_be_the_time(texts: list[str], time: str) -> None:
    assert time_of(texts) == time


def test_what_is_compared_with_nought_may_be_a_vector(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""We write $x \ge 0$ if no entry of $x \in \mathbb{R}^d$ is negative. Let $M$ be positive definite. Then
\begin{align} q &= M x - c, & q &\ge 0, \\ \langle q, x \rangle &= 0 \end{align}
""",
        encoding="utf-8",
    )
    name, _ = propose_file(paper)
    proposed = Path(name).read_text(encoding="utf-8")
    for what in ("x vector d", "q vector d", "c vector d", "M positive definite matrix d x d"):
        assert what in proposed
