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


NETWORKS = r"""
symbols: \theta, \theta_{0}, w vector p; f, f_{\theta}, L, g, G function; x real; y real; n natural
symbols: x_{i} vector d for i = 1..n; y_{i} real for i = 1..n
"""
SQUARES = r"L(\theta) &= \frac{1}{2} \sum_{i=1}^n (f(x_i; \theta) - y_i)^2"
DECAY = r"L(\theta) &= f(x; \theta)^2 + \|\theta\|^2"


@pytest.mark.parametrize(
    ("given", "right", "slips"),
    [
        (SQUARES, r"\nabla L(\theta) &= \sum_{i=1}^n (f(x_i; \theta) - y_i) \nabla_\theta f(x_i; \theta)",
         [r"\nabla L(\theta) &= \sum_{i=1}^n (y_i - f(x_i; \theta)) \nabla_\theta f(x_i; \theta)",
          r"\nabla L(\theta) &= \sum_{i=1}^n f(x_i; \theta) \nabla_\theta f(x_i; \theta)",
          r"\nabla L(\theta) &= \frac{1}{n} \sum_{i=1}^n (f(x_i; \theta) - y_i) \nabla_\theta f(x_i; \theta)"]),
        (DECAY, r"\nabla_\theta L(\theta) &= 2 f(x; \theta) \nabla_\theta f(x; \theta) + 2 \theta",
         [r"\nabla_\theta L(\theta) &= f(x; \theta) \nabla_\theta f(x; \theta) + 2 \theta",
          r"\nabla L(\theta_0) &= 2 f(x; \theta_0) \nabla_\theta f(x; \theta) + 2 \theta_0"]),
        (DECAY, r"L(\theta_0) &= f(x; \theta_0)^2 + \|\theta_0\|^2",
         [r"L(\theta_0) &= f(x; \theta)^2 + \|\theta_0\|^2", r"L(\theta_0) &= f(x; \theta_0)^2 + \|\theta\|^2"]),
        (r"L(w) &= \|w\|^2 + G(w)^2", r"\nabla L(w) &= 2 w + 2 G(w) \nabla G(w)",
         [r"\nabla L(w) &= 2 w", r"\nabla L(w) &= 2 w + 2 \nabla G(w)"]),
        (r"L(w) &= g(x) G(w)", r"\nabla L(w) &= g(x) \nabla G(w)", [r"\nabla L(w) &= G(w) \nabla G(w)"]),
        (r"L(w) &= \|w\|^2 + G(w)^2", r"L(\theta) &= \|\theta\|^2 + G(\theta)^2",
         [r"L(\theta) &= \|\theta\|^2 + G(w)^2"]),
    ],
)  # fmt: skip
def test_gradients_by_what_a_network_is_taken_at(given: str, right: str, slips: list[str], tmp_path: Path) -> None:
    def judge(row: str) -> Status:
        return papers.lines(tmp_path, given, row, letters=NETWORKS, budget=4, mending=False)[-1].status

    assert judge(right) is Status.VERIFIED
    assert Status.VERIFIED not in map(judge, slips)


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (r"L(w) &= G(w, w)", r"\nabla L(w) &= \nabla_w G(w, w)"),
        (r"L(w) &= G(2 w)", r"\nabla L(w) &= \nabla G(2 w)"),
        (r"L(w) &= G(\|w\|^2, w)", r"\nabla L(w) &= \nabla_w G(\|w\|^2, w)"),
        (r"L(\theta) &= f_\theta(\theta)", r"\nabla L(\theta) &= \nabla_\theta f_\theta(\theta)"),
        (r"L(\theta) &= f_\theta(x)^2", r"L(\theta_0) &= f_\theta(x)^2"),
        (r"L(\theta) &= f(x; \theta)", r"\nabla L(\theta_0) &= \nabla_\theta f(x; \theta)"),
    ],
)
def test_what_hangs_on_a_letter_in_two_ways_is_not_derived(given: str, row: str, tmp_path: Path) -> None:
    found = papers.lines(tmp_path, given, row, letters=NETWORKS, budget=4, mending=False)
    assert found[-1].status is not Status.VERIFIED


@pytest.mark.parametrize(
    "row", [r"\nabla L(\theta) &= \nabla_\theta f(z; \theta)", r"L(w) &= f(z; w)", r"\nabla L(w) &= \nabla_w f(z; w)"]
)
def test_what_is_defined_by_a_letter_hangs_on_it(row: str, tmp_path: Path) -> None:
    letters = NETWORKS + "symbols: A matrix p x p\ndefine: z := A \\theta\n"
    found = papers.lines(tmp_path, r"L(\theta) &= f(z; \theta)", row, letters=letters, budget=4, mending=False)
    assert found[-1].status is not Status.VERIFIED
