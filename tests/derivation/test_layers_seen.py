r"""What a paper says of one layer, ``W_j \in \mathbb{R}^{d_j \times d_{j-1}}``, is proposed for the others too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.page.products_said import Order
from layerproof.tools.latex_lines.page.typings import said_by
from layerproof.tools.latex_lines.proposing.layers_seen import of_all_layers

from . import papers
from .test_propose_more import proposed

UPWARDS = Order("W", left_first=False, descending=True, line=0)


def kinds(said: str, *names: str, orders: tuple[Order, ...] = ()) -> dict[str, str]:
    name, kind = said.split(" ", 1)
    return {other: found.removeprefix("matrix ") for other, found, _ in of_all_layers({name: kind}, names, orders)}


@pytest.mark.parametrize(
    "text", [r"W_j \in \mathbb{R}^{d_j \times d_{j-1}}", r"W_{j} \in \mathbb{R}^{d_{j}\times d_{j - 1}}"]
)
def test_a_size_may_end_in_a_brace(text: str) -> None:
    assert said_by(text) == [("W_{j}", "matrix d_{j} x d_{j-1}")]
    assert said_by(r"x \in \mathbb{R}^{d_{j-1}}") == [("x", "vector d_{j-1}")]


def test_layers_and_products_have_the_sizes_of_their_ends() -> None:
    said = "W_{j} matrix d_{j} x d_{j-1}"
    found = kinds(said, "W_{j + 1}", "W_{1}", "W_{N}", "W_{N:1}", "W_{N:j + 1}", "W_{j - 1:1}", "V_{1}", "W_{ij}", "W")
    assert found == {
        "W_{j + 1}": "d_{j+1} x d_{j}", "W_{1}": "d_{1} x d_{0}", "W_{N}": "d_{N} x d_{N-1}",
        "W_{N:1}": "d_{N} x d_{0}", "W_{N:j + 1}": "d_{N} x d_{j}", "W_{j - 1:1}": "d_{j-1} x d_{0}",
    }  # fmt: skip
    superscripts = kinds("W^{(l)} matrix n_{l} x n_{l-1}", "W^{(l + 1)}", "W^{(L:1)}", "W_{1}")
    assert superscripts == {"W^{(l + 1)}": "n_{l+1} x n_{l}", "W^{(L:1)}": "n_{L} x n_{0}"}
    assert kinds("W_{l} matrix d_{l+1} x d_{l}", "W_{1}", "W_{L}") == {
        "W_{1}": "d_{2} x d_{1}",
        "W_{L}": "d_{L+1} x d_{L}",
    }


def test_a_product_may_be_written_with_its_first_layer_first() -> None:
    said = "W_{j} matrix d_{j} x d_{j-1}"
    assert kinds(said, "W_{1:N}", "W_{j + 1:N}", orders=(UPWARDS,)) == {
        "W_{1:N}": "d_{N} x d_{0}", "W_{j + 1:N}": "d_{N} x d_{j}",
    }  # fmt: skip


def test_a_product_is_proposed_at_each_index_at_which_there_is_a_layer() -> None:
    found = kinds("W_{j} matrix d_{j} x d_{j-1}", "W_{j}", "W_{j + 1}", "W_{N:j + 1}")
    assert found["W_{N:j + 2}"] == "d_{N} x d_{j+1}"


@pytest.mark.parametrize(
    "said",
    [
        "W_{T} matrix d_{T} x d_{S}",  # a target, and a source
        "W_{j} matrix d_{j} x n",
        "W_{j} matrix d_{j} x p_{j-1}",
        "W_{j} matrix d_{j} x d_{j}",
        "W_{j} matrix d_{j} x d_{j-2}",
        "W_{2} matrix d_{2} x d_{1}",
        "w_{j} vector d_{j}",
        "W_{j} matrix d_{k} x d_{k-1}",
    ],
)
def test_of_other_letters_nothing_is_said(said: str) -> None:
    assert kinds(said, "W_{1}", "W_{j + 1}", "W_{N:1}", "w_{1}") == {}


def test_a_layer_of_no_number_below_0_is_proposed() -> None:
    assert kinds("W_{j} matrix d_{j} x d_{j-1}", "W_{0}", "W_{1}") == {"W_{1}": "d_{1} x d_{0}"}


def test_what_is_proposed(tmp_path: Path) -> None:
    body = r"""
Let $W_l \in \mathbb{R}^{d_l \times d_{l-1}}$ for $l = 1, \dots, L$. Then
$$
\dot W_l = - W_{l+1}^\top \cdots W_L^\top G W_1^\top \cdots W_{l-1}^\top, \quad l = 1, \dots, L.
$$
and
$$
W_{l+1}^\top \dot W_{l+1} = \dot W_l W_l^\top
$$
"""
    found = proposed(tmp_path, body)
    assert found["W_{l}"] == "matrix d_{l} x d_{l-1}"
    assert found["W_{l:1}"] == "matrix d_{l} x d_{0}"
    assert found["G"] == "? matrix d_{L} x d_{0}"
    assert "l" not in found  # it is an index, and no letter of a formula


# -- what is stated for a layer, at another one, whose sizes are others ------------------------------------------------

LETTERS = r"""
symbols: t time; G matrix d_{N} x d_{0}; W_{j} matrix d_{j} x d_{j-1}; W_{j+1} matrix d_{j+1} x d_{j}
symbols: W_{N:j+1} matrix d_{N} x d_{j}; W_{N:j+2} matrix d_{N} x d_{j+1}; W_{j-1:1} matrix d_{j-1} x d_{0}
symbols: W_{j:1} matrix d_{j} x d_{0}
"""
FLOW = r"\dot W_j &= - W_{j+1}^\top \cdots W_N^\top G W_1^\top \cdots W_{j-1}^\top"
NEXT = r"W_{j+1}^\top \dot W_{j+1} &= - W_{j+1}^\top \cdots W_N^\top G W_1^\top \cdots W_j^\top"
WHOLE = r"Let $W = W_N W_{N-1} \cdots W_1$."


def last(folder: Path, *rows: str, letters: str = LETTERS) -> Status:
    return papers.lines(folder, *rows, letters=letters, prose=WHOLE, mending=False)[-1].status


def test_the_flow_of_the_next_layer(tmp_path: Path) -> None:
    assert last(tmp_path, FLOW, NEXT) is Status.VERIFIED
    for slip in (NEXT.replace("- W", "+ W"), NEXT.replace(r"W_{j+1}^\top \dot", r"\dot"), NEXT.replace("G", "2 G")):
        assert last(tmp_path, FLOW, slip) not in (Status.VERIFIED, Status.REFUTED)
    one = FLOW.replace("G W", "2 G W")
    assert last(tmp_path, one, NEXT) is not Status.VERIFIED


def test_sizes_that_are_not_those_of_the_next_layer(tmp_path: Path) -> None:
    """``W_{j+1}`` is declared with the sizes of ``W_j``: then what is said of that is not taken to it."""
    square = re.sub(r"W_\{j\+1\} matrix \S+ x \S+", "W_{j+1} matrix d_{j} x d_{j-1}", LETTERS)
    assert last(tmp_path, FLOW, r"\dot W_{j+1} &= \dot W_{j+1} + 0 G", letters=square) is not Status.REFUTED
    rate = r"\dot W_{j+1} &= - W_{j+2}^\top \cdots W_N^\top G W_1^\top \cdots W_j^\top"
    assert last(tmp_path, FLOW, rate) is Status.VERIFIED
    assert last(tmp_path, FLOW, rate, letters=square) is not Status.VERIFIED


def test_where_an_index_runs_makes_no_case(tmp_path: Path) -> None:
    def status(words: str) -> Status:
        rows = (r"x &= A y", r"z^\top x &= z^\top A y")
        paper = tmp_path / "paper.tex"
        paper.write_text(
            rf"\documentclass{{article}}\begin{{document}} {words}\begin{{align}} {rows[0]} \end{{align}} We also have "
            rf"\begin{{align}} {rows[1]} \end{{align}}\end{{document}}"
        )
        paper.with_suffix(".lp").write_text("symbols: x, y, z vector d; A matrix d x d; n, j natural number\n")
        return papers.run(papers.read_file(paper), limiting=papers.Limiting(budget=5), mending=False).lines[-1].status

    assert status(r"We look at $j = 1, \dots, n$. For all $j = 1, \dots, n$ we have") is Status.VERIFIED
    assert status(r"For $n = 3$ we have") is not Status.VERIFIED
    assert status(r"For $j = 2, \dots, n$ we have") is not Status.VERIFIED


# -- matrices between two layers, ``W^{21}`` ---------------------------------------------------------------------------

BETWEEN = r"""
symbols: t time; \tau positive number; W^{21} matrix h x m; W^{32} matrix p x h; \Sigma^{31} constant matrix p x m
"""
MOVES = (
    r"\tau \frac{d}{dt} W^{21} &= {W^{32}}^\top (\Sigma^{31} - W^{32} W^{21}), \\ "
    r"\tau \frac{d}{dt} W^{32} &= (\Sigma^{31} - W^{32} W^{21}) {W^{21}}^\top"
)


def test_matrices_that_are_named_by_two_layers(tmp_path: Path) -> None:
    kept = r"\frac{d}{dt} (W^{32 T} W^{32} - W^{21} W^{21^T}) &= 0"
    assert last(tmp_path, MOVES, kept, letters=BETWEEN) is Status.VERIFIED
    assert last(tmp_path, MOVES, kept.replace("- W", "+ W"), letters=BETWEEN) is not Status.VERIFIED
    for turned in (r"W^{32 \top}", r"W^{32^T}", r"W^{32^\top}", r"{W^{32}}^T"):
        row = rf"\tau \frac{{d}}{{dt}} W^{{21}} &= {turned} (\Sigma^{{31}} - W^{{32}} W^{{21}})"
        assert last(tmp_path, MOVES, row, letters=BETWEEN) is Status.VERIFIED


def test_an_exponent_of_two_digits_and_a_letter_is_one(tmp_path: Path) -> None:
    letters = "symbols: T, a positive number; W matrix n x n"
    for row in (r"e^{32 T} &= (e^{T})^{32}", r"W^{10} &= W^5 W^5", r"{W^{12}}^\top &= {W^\top}^{12}"):
        assert last(tmp_path, row, letters=letters) is Status.VERIFIED
    assert last(tmp_path, r"e^{32 T} &= e^{32}", letters=letters) is not Status.VERIFIED


def test_what_is_proposed_for_them(tmp_path: Path) -> None:
    body = "\n$$\n\\tau \\frac{d}{dt} W^{21} = {W^{32}}^\\top (\\Sigma^{31} - W^{32} W^{21}) {W^{21}}^T\n$$\n"
    found = proposed(tmp_path, body)
    assert found["W^{21}"] == found["W^{32}"] == "? matrix d_0 x d_0"
    assert r"\Sigma^{31}" in found
    powers = proposed(tmp_path, "\n$$\nx^{21} = n^{32} + A^{10}\n$$\n")
    assert set(powers) == {"x", "n", "A"}
