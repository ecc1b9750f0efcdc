r"""Gradients of losses in which functions stand of which nothing is known: ``\sum_r a_r \sigma(w_r^\top x)``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: f, L, h, u, \sigma, \phi function; w, w_{t}, w_{r}, x, v_{k} vector d; x_{i} vector d for i = 1..n
symbols: y_{i} real for i = 1..n; a_{r} real for r = 1..m; \eta, s, c real
"""
LOSS = r"L(w) &= \sum_{i=1}^n \phi(y_i w^\top x_i)"
SQUARE = r"L(w) &= \frac{1}{2} \sum_{i=1}^n (\sigma(w^\top x_i) - y_i)^2"
NETWORK = r"f(x) &= \frac{1}{\sqrt{m}} \sum_{r=1}^m a_r \sigma(w_r^\top x)"
KERNEL = (
    r"h(s) &= \sum_{r=1}^m \left\langle \frac{\partial f(x_i)}{\partial w_r}, "
    r"\frac{\partial f(x_j)}{\partial w_r} \right\rangle \\ &= "
)


def judged(folder: Path, given: str, row: str) -> Status:
    """How a row is judged after a display that says what a function is."""
    return papers.lines(folder, given, row, letters=LETTERS, mending=False)[-1].status


@pytest.mark.parametrize(
    ("given", "right", "slips"),
    [
        (LOSS, r"\nabla L(w) &= \sum_{i=1}^n y_i \phi'(y_i w^\top x_i) x_i",
         [r"\nabla L(w) &= \sum_{i=1}^n \phi'(y_i w^\top x_i) x_i",
          r"\nabla L(w) &= -\sum_{i=1}^n y_i \phi'(y_i w^\top x_i) x_i",
          r"\nabla L(w) &= \sum_{i=1}^n y_i \phi(y_i w^\top x_i) x_i",
          r"\nabla L(w) &= \sum_{i=1}^n y_i \phi'(y_i w^\top x_i) w"]),
        (LOSS, r"\nabla L(w_t) &= \sum_{i=1}^n y_i \phi'(y_i w_t^\top x_i) x_i",
         [r"\nabla L(w_t) &= \sum_{i=1}^n y_i \phi'(y_i w^\top x_i) x_i"]),
        (LOSS, r"L(w_t) &= \sum_{i=1}^n \phi(y_i w_t^\top x_i)", [r"L(w_t) &= \sum_{i=1}^n \phi(y_i w^\top x_i)"]),
        (SQUARE, r"\nabla L(w) &= \sum_{i=1}^n (\sigma(w^\top x_i) - y_i) \sigma'(w^\top x_i) x_i",
         [r"\nabla L(w) &= \sum_{i=1}^n (\sigma(w^\top x_i) - y_i) x_i",
          r"\nabla L(w) &= \frac{1}{2} \sum_{i=1}^n (\sigma(w^\top x_i) - y_i) \sigma'(w^\top x_i) x_i"]),
        (r"u(w) &= \phi(w^\top w)", r"\nabla u(w) &= 2 \phi'(w^\top w) w", [r"\nabla u(w) &= \phi'(w^\top w) w"]),
        (r"h(s) &= \phi(c s) + \phi(s)^2", r"h'(s) &= c \phi'(c s) + 2 \phi(s) \phi'(s)",
         [r"h'(s) &= \phi'(c s) + 2 \phi(s) \phi'(s)", r"h'(s) &= c \phi'(c s) + 2 \phi(s)"]),
        (NETWORK, r"\frac{\partial f(x_i)}{\partial w_r} &= \frac{1}{\sqrt{m}} a_r \sigma'(w_r^\top x_i) x_i",
         [r"\frac{\partial f(x_i)}{\partial w_r} &= \frac{1}{m} a_r \sigma'(w_r^\top x_i) x_i",
          r"\frac{\partial f(x_i)}{\partial w_r} &= \frac{1}{\sqrt{m}} \sigma'(w_r^\top x_i) x_i",
          r"\frac{\partial f(x_i)}{\partial w_r} &= \frac{1}{\sqrt{m}} a_r \sigma(w_r^\top x_i) x_i",
          r"\frac{\partial f(x_i)}{\partial w_r} &= \frac{1}{\sqrt{m}} \sum_{r=1}^m a_r \sigma'(w_r^\top x_i) x_i",
          r"\frac{\partial f(x_i)}{\partial v_k} &= \frac{1}{\sqrt{m}} a_r \sigma'(w_r^\top x_i) x_i"]),
        (NETWORK, KERNEL + r"\frac{1}{m} x_i^\top x_j \sum_{r=1}^m a_r^2 \sigma'(w_r^\top x_i) \sigma'(w_r^\top x_j)",
         [KERNEL + r"\frac{1}{m} x_i^\top x_j \sum_{r=1}^m a_r \sigma'(w_r^\top x_i) \sigma'(w_r^\top x_j)",
          KERNEL + r"\frac{1}{m} x_i^\top x_j \sum_{r=1}^m a_r^2 \sigma'(w_r^\top x_i) \sigma'(w_r^\top x_i)",
          KERNEL + r"\frac{1}{m^2} x_i^\top x_j \sum_{r=1}^m a_r^2 \sigma'(w_r^\top x_i) \sigma'(w_r^\top x_j)"]),
    ],
)  # fmt: skip
def test_the_chain_rule_of_a_function_of_one_number(given: str, right: str, slips: list[str], tmp_path: Path) -> None:
    assert judged(tmp_path, given, right) is Status.VERIFIED
    assert Status.VERIFIED not in [judged(tmp_path, given, slip) for slip in slips]


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (r"f(w) &= \phi_w(w^\top x)", r"\nabla f(w) &= \phi_w'(w^\top x) x"),
        (r"h(w) &= \sum_{r=1}^m a_r \phi(w_r^\top v_k)",
         r"\frac{\partial h(w)}{\partial w_r} &= a_r \phi'(w_r^\top v_k) w_r"),
        (r"h(w) &= \sum_{r=1}^m a_r \phi(w_r^\top w_k)",
         r"\frac{\partial h(w)}{\partial w_k} &= \sum_{r=1}^m a_r \phi'(w_r^\top w_k) w_r"),
        (r"h(w) &= \sum_{r \ne k} a_r v_k^\top w", r"\frac{\partial h(w)}{\partial v_k} &= a_r w"),
        (r"h(w) &= \sum_{r=1}^m a_r \phi(w_r^\top w_{r+1})",
         r"\frac{\partial h(w)}{\partial w_r} &= a_r \phi'(w_r^\top w_{r+1}) w_{r+1}"),
    ],
)  # fmt: skip
def test_what_hangs_on_the_letter_elsewhere_is_no_constant(given: str, row: str, tmp_path: Path) -> None:
    more = r"symbols: \phi_{w} function; w_{k}, w_{r + 1} vector d"
    found = papers.lines(tmp_path, given, row, letters=f"{LETTERS}\n{more}\n", mending=False)
    assert found[-1].status is not Status.VERIFIED
