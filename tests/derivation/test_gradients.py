"""Gradients, Hessians and partial derivatives of functions as letters, means without brackets, indices of sums."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run

HEADER = r"""% symbols: x, y vector d; A, B matrix d x d; a, b, c real number; \lambda > 0; n natural
% symbols: p_{i} real for i = 1..n; f, h function
"""
OK, WRONG, OPEN, UNREAD = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.UNREAD


def status(body: str, header: str = HEADER) -> Status:
    """Of the last line."""
    text = f"{header}\\begin{{align}} {body} \\end{{align}}"
    return run(read_text(text), limiting=Limiting(budget=6), identities=True, mending=False).lines[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\|x - a\nabla f(x)\|^2_2", r"\|x\|_2^2 - 2a\langle x, \nabla f(x)\rangle + a^2\|\nabla f(x)\|^2_2",
         r"\|x\|_2^2 - a\langle x, \nabla f(x)\rangle + a^2\|\nabla f(x)\|^2_2"),
        (r"x^\top \nabla^2 f(y) (x + y)", r"x^\top \nabla^2 f(y) x + x^\top \nabla^2 f(y) y",
         r"x^\top \nabla^2 f(y) x - x^\top \nabla^2 f(y) y"),
        (r"\nabla f(a) b", r"b \nabla f(a)", r"- b \nabla f(a)"),
        (r"A \frac{\partial f}{\partial A} + \frac{\partial f}{\partial A}", r"(A + I)\frac{\partial f}{\partial A}",
         r"\frac{\partial f}{\partial A}(A + I)"),
        (r"\mathbb{E}\|x + y\|^2 + a", r"a + \mathbb{E}[\|x + y\|^2]", r"a - \mathbb{E}[\|x + y\|^2]"),
        (r"\sum^n_{i=1} p^2_i", r"\sum_{i=1}^n p_i^2", r"\sum_{i=1}^n p_i"),
        (r"f(\sum_{i=1}^n p_i)^2", r"f(\sum_{i=1}^n p_i) f(\sum_{i=1}^n p_i)", r"n f(\sum_{i=1}^n p_i)^2"),
        (r"\underset{x \in K}{\operatorname{argmin}} f(x) + h(x) + y", r"\arg\min_{x \in K} f(x) + h(x) + y",
         r"\arg\min_{x \in K} f(x) - h(x) + y"),
        (r"\lambda + a^2", r"a^2 + \lambda \quad \forall a \ge 0", r"a^2 + 2 \lambda \quad \forall a \ge 0"),
    ],
)  # fmt: skip
def test_what_is_proved_of_a_letter_holds_and_a_slip_is_not(left: str, right: str, false: str) -> None:
    assert status(f"{left} &= {right}") is OK
    assert status(f"{left} &= {false}") in (WRONG, OPEN)


@pytest.mark.parametrize(
    "body",
    [
        r"\nabla f(x + y) &= \nabla f(x) + \nabla f(y)",  # f may be quadratic
        r"\nabla f(x^*) + a x &= a x", # the point may be where it is least
        r"a x - \nabla f(x^*) &= a x + \nabla f(x^*)",
        r"\operatorname{argmin}_x f(x) &= \operatorname{argmin}_x a f(x)",
    ],
)  # fmt: skip
def test_what_may_hold_by_what_the_function_is_is_not_called_wrong(body: str) -> None:
    assert status(body, f"{HEADER}% symbols: x^* vector d\n") is OPEN


@pytest.mark.parametrize(
    "body",
    [
        r"\nabla f(x, y) &= \nabla f(x, y)",  # by which of them?
        r"\nabla \cdot f(x) &= f(x)",
        r"\mathbb{E}\|x\|\|y\| &= \|y\|\mathbb{E}\|x\|",  # of the first, or of both?
        r"\mathbb{E}f(x) a &= a \mathbb{E}[f(x)]",
        r"\sum_{i=1}^n f(\sum_{i=1}^n p_i) &= n f(\sum_{i=1}^n p_i)",
        r"\sum_{i=1}^n \nabla f(p_i x) &= 0",
        r"\sum_{i=1}^n p_i p_{(i)} &= \sum_{i=1}^n p_i p_i",  # the i-th by size
        r"\sum_{i=1}^n p_i &= \sum_{i=1}^n p_{(i)^-}",
        r"\frac{d x_t}{dt} + a &= a",  # x_t moves, whatever is declared
    ],
)
def test_what_is_not_clear_is_not_read(body: str) -> None:
    assert status(body, f"{HEADER}% symbols: x_t, t real\n") is UNREAD


def test_a_membership_beside_a_line_accuses_nobody() -> None:
    assert status(r"a &= c \quad \forall a \in S") is OPEN
    assert status(r"a^2 &\ge 0 \quad \forall a \in S") is OK
