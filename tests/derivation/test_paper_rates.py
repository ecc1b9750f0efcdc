r"""Rates in papers without a flow: of traces, norms and values of functions; and d where it is a size too."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivation import papers
from layerproof.tools.latex_lines import Status

DECLARED = (
    "symbols: w, v vector d; A matrix d x d; X constant matrix n x d; y constant vector n; t time\n"
    "symbols: L, f function; c constant; s real; d, n natural\n"
)
OK, WRONG, OPEN, STATED, UNREAD = (
    Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.STATED, Status.UNREAD
)  # fmt: skip


def last(tmp_path: Path, body: str, declared: str = DECLARED) -> Status:
    """What is said of the last line of a display."""
    return papers.lines(tmp_path, body, letters=declared, mending=False)[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\frac{d}{dt} \|w\|^2", r"2 w^\top \frac{dw}{dt}", r"w^\top \frac{dw}{dt}"),
        (r"\frac{1}{2} \frac{d}{dt} \|w(t)\|^2", r"w(t)^\top \dot w(t)", r"- w(t)^\top \dot w(t)"),
        (
            r"\frac{d}{dt} \operatorname{tr}(A A^\top)",
            r"2 \operatorname{tr}(A^\top \dot A)",
            r"2 \operatorname{tr}(A \dot A)",
        ),
        (r"\frac{d}{dt} \|X w - y\|^2", r"2 (X w - y)^\top X \dot w", r"2 (X w + y)^\top X \dot w"),
        (r"\frac{d}{dt} \|w(t) - w(0)\|^2", r"2 (w(t) - w(0))^\top \dot w(t)", r"2 w(t)^\top \dot w(t)"),
        (r"\frac{d}{dt} (c \|w\|^2)", r"2 c w^\top \dot w", r"2 w^\top \dot w"),
        (r"\frac{d}{dt} L(w(t))", r"\nabla L(w(t))^\top \frac{d w(t)}{dt}", r"\nabla L(w(t))^\top \frac{d v(t)}{dt}"),
        (r"\frac{d L(w)}{dt}", r"\langle \nabla L(w), \dot w \rangle", r"- \langle \nabla L(w), \dot w \rangle"),
        (r"\frac{d}{dt} L(X w)", r"\nabla L(X w)^\top X \dot w", r"\nabla L(w)^\top \dot w"),
        (
            r"\frac{d}{dt} (L(w) - L(v))",
            r"\nabla L(w)^\top \dot w - \nabla L(v)^\top \dot v",
            r"\nabla L(w)^\top \dot w",
        ),
    ],
)
def test_rates_of_numbers(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert last(tmp_path, rf"{left} &= {right}") is OK
    assert last(tmp_path, rf"{left} &= {false}") is not OK
    assert last(tmp_path, rf"u &= {left} \\ &= {false}", DECLARED + "symbols: u real\n") is OPEN


@pytest.mark.parametrize(
    "body",
    [
        r"\frac{d}{dt} \|w\|^2 &= 0",
        r"\frac{d}{dt} (s \|w\|^2) &= 2 s w^\top \dot w",  # s may move
        r"\frac{d}{dt} (t \|w\|^2) &= 2 t w^\top \dot w",
        r"\frac{d}{dt} \|w - v\|^2 &= 2 (w - v)^\top \dot w",
        r"\frac{d}{dt} \|w(t) - w(s)\|^2 &= 2 (w(t) - w(s))^\top \dot w(t)",
        r"\frac{d}{dt} f(w, v) &= \nabla_w f(w, v)^\top \dot w",
        r"\frac{d}{dt} (\nabla L(w)^\top v) &= \nabla L(w)^\top \dot v",
        r"\frac{d}{dt} L(w) &= 0",
        r"\frac{d}{dt} L(X) &= 1",
    ],
)
def test_what_may_move_is_not_held_still(tmp_path: Path, body: str) -> None:
    assert last(tmp_path, body) not in (OK, WRONG)


def test_a_gradient_flow_that_is_stated_gives_the_rate_of_its_loss(tmp_path: Path) -> None:
    def after(body: str) -> Status:
        flow = r"\dot w(t) = - \nabla L(w(t))."
        lines = papers.lines(tmp_path, flow, body, letters=DECLARED, prose="The gradient flow is", mending=False)
        return lines[-1].status

    assert after(r"\frac{d}{dt} L(w(t)) &= - \|\nabla L(w(t))\|^2") is OK
    assert after(r"\frac{d}{dt} L(w(t)) &= \|\nabla L(w(t))\|^2") is not OK
    assert after(r"\frac{d}{dt} L(w(t)) &= - 2 \|\nabla L(w(t))\|^2") is not OK
    assert after(r"\frac{d}{dt} \|w\|^2 &= 2 w^\top \dot w \\ &= - 2 w^\top \nabla L(w)") is OK
    assert after(r"\frac{d}{dt} \|w\|^2 &= 2 w^\top \dot w \\ &= 2 w^\top \nabla L(w)") is not OK


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"\frac{d}{d\theta} (\theta^2) &= 2 \theta", OK),
        (r"\frac{d^2}{d\theta^2} (\theta^3) &= 6 \theta", OK),
        (r"\frac{d}{d\theta} (\theta^2) &= \theta", None),
        (r"\frac{d}{d\theta} &= \frac{1}{\theta}", UNREAD),  # a quotient, or nothing at all
        (r"\frac{d a}{d b} &= \frac{a}{b}", UNREAD),
        (r"\frac{d}{n} &= \frac{2 d}{2 n}", OK),
        (r"\frac{d}{d + 1} &= 1 - \frac{1}{d + 1}", OK),
        (r"\frac{d a}{n} &= \frac{a d}{n}", OK),
        (r"\frac{d}{d + 1} &= 1 + \frac{1}{d + 1}", None),
    ],
)
def test_d_is_a_size_where_no_derivative_is_meant(tmp_path: Path, body: str, expected: Status | None) -> None:
    declared = "symbols: d, n natural; \\theta, a, b positive; W matrix d x n\n"
    found = last(tmp_path, body, declared)
    assert found is expected if expected else found is not OK
