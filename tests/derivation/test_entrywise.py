r"""Functions that are applied entry by entry, ``\sigma(W x)``, and gradients through the layers of a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Misdeclared, Setting

from . import papers

LETTERS = r"""
symbols: W matrix m x d; V matrix p x m; a, y vector m; x, z vector d; v vector p; u vector d; b real
symbols: \sigma entrywise function; f, L, g function
"""
ONE = r"f(x) &= a^\top \sigma(W x)"
LOSS = r"L(W, V) &= \frac{1}{2} \|V \sigma(W x) - v\|^2"
TWO = r"g(W) &= v^\top \sigma(V \sigma(W x))"


def judged(folder: Path, *rows: str) -> Status:
    return papers.lines(folder, *rows, letters=LETTERS, mending=False)[-1].status


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"b &= a^\top \sigma(W x) \\ &= \sigma(W x)^\top a", Status.VERIFIED),
        (r"b &= \|\sigma(W x) - y\|^2 \\ &= \|\sigma(W x)\|^2 - 2 y^\top \sigma(W x) + \|y\|^2", Status.VERIFIED),
        (r"b &= a^\top \sigma(W x) \\ &= a^\top \sigma(W z)", Status.UNDECIDED),
        (r"b &= a^\top \sigma(W x) \\ &= \sigma(u^\top x) a^\top \sigma(W x)", Status.UNDECIDED),
        (r"b &= a^\top \sigma(x) \\ &= \sigma(x)^\top a", Status.UNDECIDED),
    ],
)
def test_it_has_the_size_of_what_it_is_taken_of(row: str, status: Status, tmp_path: Path) -> None:
    assert judged(tmp_path, row) is status


@pytest.mark.parametrize(
    ("given", "right", "slips"),
    [
        (ONE, r"\nabla f(x) &= W^\top (a \odot \sigma'(W x))",
         [r"\nabla f(x) &= W^\top (a \odot \sigma(W x))", r"\nabla f(x) &= W^\top (y \odot \sigma'(W x))"]),
        (ONE, r"\nabla f(z) &= W^\top (a \odot \sigma'(W z))", [r"\nabla f(z) &= W^\top (a \odot \sigma'(W x))"]),
        (ONE, r"\frac{\partial f(x)}{\partial W} &= (a \odot \sigma'(W x)) x^\top",
         [r"\frac{\partial f(x)}{\partial W} &= (a \odot \sigma'(W x)) z^\top",
          r"\frac{\partial f(z)}{\partial W} &= (a \odot \sigma'(W z)) x^\top"]),
        (ONE, r"\frac{\partial f(x)}{\partial a} &= \sigma(W x)",
         [r"\frac{\partial f(x)}{\partial a} &= \sigma'(W x)"]),
        (LOSS, r"\nabla_V L(W, V) &= (V \sigma(W x) - v) \sigma(W x)^\top",
         [r"\nabla_V L(W, V) &= (v - V \sigma(W x)) \sigma(W x)^\top"]),
        (LOSS, r"\nabla_W L(W, V) &= ((V^\top (V \sigma(W x) - v)) \odot \sigma'(W x)) x^\top",
         [r"\nabla_W L(W, V) &= ((V^\top (V \sigma(W x) - v)) \odot \sigma(W x)) x^\top",
          r"\nabla_W L(W, V) &= ((V^\top (V \sigma(W x) - v))) x^\top",
          r"\nabla_W L(W, V) &= 2 ((V^\top (V \sigma(W x) - v)) \odot \sigma'(W x)) x^\top"]),
        (TWO, r"\nabla g(W) &= ((V^\top (v \odot \sigma'(V \sigma(W x)))) \odot \sigma'(W x)) x^\top",
         [r"\nabla g(W) &= ((V^\top v) \odot \sigma'(W x)) x^\top",
          r"\nabla g(W) &= ((V^\top (v \odot \sigma'(V \sigma(W x)))) \odot \sigma(W x)) x^\top"]),
    ],
)  # fmt: skip
def test_gradients_go_through_layers(given: str, right: str, slips: list[str], tmp_path: Path) -> None:
    assert judged(tmp_path, given, right) is Status.VERIFIED
    assert Status.VERIFIED not in [judged(tmp_path, given, slip) for slip in slips]


@pytest.mark.parametrize(
    "row",
    [r"\frac{\partial f(y)}{\partial W} &= (a \odot \sigma'(W y)) y^\top",
     r"\frac{\partial f(W z)}{\partial W} &= (a \odot \sigma'(W W z)) (W z)^\top",
     r"\frac{d f(z)}{d W} &= (a \odot \sigma'(W z)) z^\top"],
)  # fmt: skip
def test_nothing_is_held_that_is_said_to_hang_on_the_letter(row: str, tmp_path: Path) -> None:
    square = LETTERS.replace("m x d", "m x m").replace("vector d", "vector m")
    found = papers.lines(tmp_path, ONE, r"y &= W z", row, letters=square, mending=False)
    assert found[-1].status is not Status.VERIFIED


def test_an_entrywise_function_has_no_size_of_its_own() -> None:
    with pytest.raises(Misdeclared, match=r"has a size; expected none"):
        declare(Setting(), "symbols", r"\sigma entrywise function m")


HIDDEN = r"""
symbols: w_{1}, w_{2}, u, v vector d; W_{1}, W_{2} matrix d x d; \sigma entrywise function; \phi vector function d
symbols: f, k, \psi function
"""


@pytest.mark.parametrize(
    "value",
    [r"u^\top \operatorname{diag}(w_1) v", r"u^\top (w_1 \odot v)", r"\sigma(\|w_1\|_1)", r"\max_{v} v^\top w_1",
     r"u^\top \sigma(\sigma(\sigma(\sigma(\sigma(w_1)))))", r"u^\top \phi(w_1)", r"u^\top (\sigma(w_1) \odot v)",
     r"\|w_1\|_1", r"\psi(w_1)", r"\nabla \psi(w_1)^\top u", r"\int_0^1 \psi(s w_1) ds",
     r"\sum_i \sigma(\sum_j \sigma(w_1^\top x_{ij}))"],
)  # fmt: skip
def test_a_letter_that_stands_in_a_part_is_not_held_there(value: str, tmp_path: Path) -> None:
    given = rf"f(w_1, w_2) &= {value} + w_2^\top u + w_1^\top u"
    row = r"\nabla_{w_1} f(w_1, w_2) &= u"
    found = papers.lines(tmp_path, given, row, letters=HIDDEN, mending=False)
    assert found[-1].status is not Status.VERIFIED


def test_nor_is_one_in_the_exponential_of_a_matrix(tmp_path: Path) -> None:
    given = r"k(W_1, W_2) &= \mathrm{tr}(e^{W_1}) + \mathrm{tr}(W_1) + \mathrm{tr}(W_2)"
    found = papers.lines(tmp_path, given, r"\nabla_{W_1} k(W_1, W_2) &= I", letters=HIDDEN, mending=False)
    assert found[-1].status is not Status.VERIFIED


NETWORK = r"""\documentclass{article}\begin{document}
Consider a network with $W_1 \in \mathbb{R}^{m \times d}$ and $W_2 \in \mathbb{R}^{k \times m}$WORDS.
\begin{align} \hat{y} &= W_2 \sigma(W_1 x) \end{align}
\begin{align} L(W_1, W_2) &= \frac{1}{2} \|W_2 \sigma(W_1 x) - y\|^2 \end{align}
\begin{align} \nabla_{W_2} L(W_1, W_2) &= (\hat{y} - y) \sigma(W_1 x)^\top \end{align}
\begin{align} \nabla_{W_1} L(W_1, W_2) &= \left( W_2^\top (\hat{y} - y) \odot \sigma'(W_1 x) \right) x^\top \end{align}
\end{document}
"""


@pytest.mark.parametrize(
    ("words", "said"), [(r", where $\sigma$ is an activation function applied elementwise", True), ("", False)]
)
def test_a_network_is_read_as_it_is_proposed(words: str, said: bool, tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(NETWORK.replace("WORDS", words))
    name, _ = propose_file(paper)
    proposed = Path(name).read_text()
    assert (r"  symbols: \sigma entrywise function" if said else r"? symbols: \sigma entrywise function") in proposed
    Path(name).write_text("\n".join(line.removeprefix("? ") for line in proposed.splitlines()))
    found = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    assert [line.status for line in found] == [Status.STATED] * 2 + [Status.VERIFIED] * 2
