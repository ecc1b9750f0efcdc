r"""The rate of ``L(W, V)``: a letter for a value is no constant where what it is taken of may move."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run

from . import papers

LETTERS = r"""
symbols: t time; L, f, g, h function; F vector function p; w, v vector p; W, V matrix p x p; x_{i} vector p for i = 1..n
symbols: a, b trajectory; c real; u constant vector p; A constant matrix p x p
"""
MOVES = [
    r"L(w)", r"L(w, v)", r"L(W)", r"L(W, V)", r"L(w + v)", r"L(W v)", r"L(u, v)", r"L(A v)", r"f(w)^2", r"e^{L(w)}",
    r"g(L(w))", r"g(L(w, v))", r"c L(w)", r"h(v, a)", r"h(v, c)", r"f(\|v\|)", r"f(v^\top v)", r"f(W_{11})", r"f(a)",
    r"f(x_1)", r"f(v^\top x_i)", r"\|F(w)\|^2", r"L(z)", r"L(c, z)", r"c + L(z)",
]  # fmt: skip
STAYS = [r"L(u)", r"L(u, A)", r"f(c)", r"g(f(c))", r"f(u^\top A u)"]


def in_a_file(rows: str) -> list[Status]:
    header = "".join(f"% {row}\n" for row in LETTERS.strip().splitlines())
    text = f"{header}\\begin{{align}}\n{rows}\n\\end{{align}}\n"
    return [line.status for line in run(read_text(text), limiting=Limiting(budget=5), mending=False).lines]


def in_a_paper(folder: Path, *rows: str) -> list[Status]:
    return [line.status for line in papers.lines(folder, *rows, letters=LETTERS, budget=5, mending=False)]


@pytest.mark.parametrize("value", MOVES)
def test_the_value_of_what_moves_is_no_constant(value: str, tmp_path: Path) -> None:
    rows = rf"\frac{{d}}{{dt}} \left( {value} \right) &= 0"
    assert in_a_file(rows) == [Status.STATED]
    assert in_a_paper(tmp_path, rows) == [Status.STATED]


@pytest.mark.parametrize("value", STAYS)
def test_the_value_of_what_stands_still_is_one(value: str, tmp_path: Path) -> None:
    rows = rf"\frac{{d}}{{dt}} \left( {value} \right) &= 0"
    assert in_a_paper(tmp_path, rows) != [Status.REFUTED]
    if "u" not in value and "A" not in value:
        assert in_a_paper(tmp_path, rows) == [Status.VERIFIED]


def test_by_a_letter_the_value_of_what_nobody_declares_may_change(tmp_path: Path) -> None:
    assert in_a_paper(tmp_path, r"\frac{d}{dc} L(z) &= 0") == [Status.STATED]
    assert in_a_paper(tmp_path, r"\frac{d}{dc} f(b) &= 0") == [Status.VERIFIED]


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (r"\frac{d}{dt} L(w) &= \nabla L(w)^\top \dot w", r"\frac{d}{dt} L(w) &= 2 \nabla L(w)^\top \dot w"),
        (r"\frac{d}{dt} L(w) &= \nabla_w L(w)^\top \dot w", r"\frac{d}{dt} L(w) &= \nabla_w L(w)^\top w"),
        (r"\frac{d}{dt} L(w, v) &= \nabla_w L(w, v)^\top \dot w + \nabla_v L(w, v)^\top \dot v",
         r"\frac{d}{dt} L(w, v) &= \nabla_w L(w, v)^\top \dot w - \nabla_v L(w, v)^\top \dot v"),
        (r"\frac{d}{dt} L(W, A) &= \langle \nabla_W L(W, A), \dot W \rangle", r"\frac{d}{dt} L(W, A) &= \|\dot W\|_F"),
        (r"\frac{d}{dt} L(u, v) &= \nabla_v L(u, v)^\top \dot v",
         r"\frac{d}{dt} L(u, v) &= \nabla_u L(u, v)^\top \dot v"),
        (r"\frac{d}{dt} L(w(t)) &= \nabla_w L(w(t))^\top \dot w(t)",
         r"\frac{d}{dt} L(w(t)) &= \nabla L(v)^\top \dot w"),
    ],
)  # fmt: skip
def test_the_chain_rule(line: str, slip: str, tmp_path: Path) -> None:
    assert in_a_paper(tmp_path, line) == [Status.VERIFIED]
    assert in_a_paper(tmp_path, slip) == [Status.STATED]


def test_along_the_flow_of_several_layers_a_loss_falls(tmp_path: Path) -> None:
    flow = r"\dot W &= -\nabla_W L(W, V) \\ \dot V &= -\nabla_V L(W, V)"
    falls = r"\frac{d}{dt} L(W, V) &= -\|\nabla_W L(W, V)\|_F^2 - \|\nabla_V L(W, V)\|_F^2 \\ &\le 0"
    assert in_a_paper(tmp_path, flow, falls)[2:] == [Status.VERIFIED, Status.VERIFIED]
    assert in_a_paper(tmp_path, flow, falls.replace("- \\|\\nabla_V", "+ \\|\\nabla_V"))[2] is Status.STATED
    assert in_a_paper(tmp_path, falls)[0] is Status.STATED  # of no flow that is stated


@pytest.mark.parametrize("rate", [r"\frac{dL}{dt}", r"\frac{d}{dt} L", r"\dot{L}", r"\frac{\mathrm{d}}{\mathrm{d}t} L"])
def test_a_function_without_brackets_has_a_rate(rate: str, tmp_path: Path) -> None:
    """Of it nothing is known but what the paper says."""
    flow, says = r"\dot w &= -\nabla_w L", r"\frac{dL}{dt} &= (\nabla_w L)^\top \dot w"
    falls = rf"{rate} &= -\|\nabla_w {{L}}\|^2"
    assert in_a_paper(tmp_path, flow, says, falls)[-1] is Status.VERIFIED
    assert in_a_paper(tmp_path, flow, says, falls.replace("-", "-2 "))[-1] is Status.STATED
    assert in_a_paper(tmp_path, flow, falls)[-1] is Status.STATED
    assert in_a_paper(tmp_path, rf"{rate} &= 0") == [Status.STATED]


@pytest.mark.parametrize("rate", [r"\frac{d}{dt} L w", r"\frac{d}{dt} F", r"\frac{d}{dt} L \cdot c"])
def test_what_goes_on_behind_a_function_is_not_read(rate: str, tmp_path: Path) -> None:
    assert in_a_paper(tmp_path, rf"{rate} &= 0") == [Status.UNREAD]
