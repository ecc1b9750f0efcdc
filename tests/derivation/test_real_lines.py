r"""What lines of real papers rest on: norms of products and means, variances, signs of sums; with false neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Setting
from layerproof.tools.latex_lines.notation.shorthand import as_means, written_out
from layerproof.tools.latex_lines.notation.unit import Unit
from layerproof.tools.latex_lines.page.plain_words import strange
from layerproof.tools.latex_lines.page.relations import cut_relations

from . import papers

LETTERS = r"""
symbols: u, v vector d; \boldsymbol{w} vector d; \boldsymbol{w}_{t} vector d; a, b real numbers; c \in (0, 1)
symbols: X, Y real; A, B matrix d x d; n natural; m integer; x_{i} vector d; y_{i} real for i = 1..n
symbols: \lambda_{i} real for i = 1..d; z^{(i)} real
"""
TRUE = [
    (r"\|A u\|", r"\le \|A\| \|u\|"),
    (r"\|A B u\|", r"\le \|A\|_{op} \|B\|_{op} \|u\|"),
    (r"\|A B\|_F", r"\le \|A\|_{op} \|B\|_F"),
    (r"\|A B\|_{op}", r"\le \|A\|_{op} \|B\|_{op}"),
    (r"u^\top A v", r"\le \|u\| \|A\|_{op} \|v\|"),
    (r"\|\mathbb{E} u\|", r"\le \mathbb{E} \|u\|"),
    (r"\|\mathbb{E}[u]\|^2", r"\le \mathbb{E}[\|u\|^2]"),
    (r"\left\| \sum_{i=1}^n x_i \right\|_2", r"\le \sum_{i=1}^n \|x_i\|_2"),
    (r"\left| \sum_{i=1}^n y_i \right|", r"\le \sum_{i=1}^n |y_i|"),
    (r"|\mathbb{E}[X]|", r"\le \mathbb{E}[|X|]"),
    (r"(\mathbb{E}[X])^2", r"\le \mathbb{E}[X^2]"),
    (r"\mathbb{E}[X Y]", r"\le \sqrt{\mathbb{E}[X^2]} \sqrt{\mathbb{E}[Y^2]}"),
    (r"\mathbb{E}[(X - Y)^2]", r"\ge (\mathbb{E}[X] - \mathbb{E}[Y])^2"),
    (r"\operatorname{Var}(X)", r"= \mathbb{E}[(X - \mathbb{E}[X])^2]"),
    (r"\operatorname{Var}(X + Y)", r"= \operatorname{Var}(X) + \operatorname{Var}(Y) + 2 \operatorname{Cov}(X, Y)"),
    (r"\operatorname{Var}_X(X)", r"\le \mathbb{E}_X[X^2]"),
    (r"\operatorname{Var}(X \mid Y)", r"\ge 0"),
    (r"\sum_{i=1}^n e^{-a \|x_i\|}", r"> 0"),
    (r"\left\| \int_0^1 u(t) dt \right\|", r"\le \int_0^1 \|u(t)\| dt"),
    (r"\sum_{k \ge 0} c^k", r"= \frac{1}{1 - c}"),
    (r"\log_2(c^{-2})", r"= -2 \log_2(c)"),
    (r"u^\top v", r"= \sum_{i=1}^d [u]_i [v]_i"),
    (r"\sum_{i=1}^n \boldsymbol{w}^\top x_i", r"= \sum_{i=1}^n x_i^\top \boldsymbol{w}"),
    (r"\sum_{i=1}^n (u^\top x_i)^2", r"= u^\top \left(\sum_{i=1}^n x_i x_i^\top\right) u"),
    (r"\sum_{i=1}^n (u^\top x_i)(v^\top x_i)", r"= u^\top \left(\sum_{i=1}^n x_i x_i^\top\right) v"),
    (
        r"\sum_{i=1}^n (u^\top x_i - y_i)^2 - \sum_{i=1}^n y_i^2",
        r"= \sum_{i=1}^n (u^\top x_i)^2 - 2 u^\top \sum_{i=1}^n y_i x_i",
    ),
    (r"\sum_{j=1}^d \lambda_j + y_1", r"= y_1 + \sum_{i=1}^d \lambda_i"),
]
FALSE = [
    (r"\|A u\|", r"\le \|B\|_{op} \|u\|"),
    (r"\|A u\|", r"\le \|A\|_{1} \|u\|"),
    (r"\|A u\|_1", r"\le \|A\|_{op} \|u\|_1"),
    (r"\|A u\|^2", r"\le \|A\|_{op} \|u\|^2"),
    (r"\|A B\|_{op}", r"\ge \|A\|_{op} \|B\|_{op}"),
    (r"\|A B\|_1", r"\le \|A\|_{\infty} \|B\|_1"),
    (r"u^\top A v", r"\le \|u\|^2 \|A\|_{op}"),
    (r"\|\mathbb{E} u\|", r"\ge \mathbb{E} \|u\|"),
    (r"\left\| \sum_{i=1}^n x_i \right\|^2", r"\le \sum_{i=1}^n \|x_i\|^2"),
    (r"\left\| \sum_{i=1}^n x_i \right\|_0", r"\le \sum_{i=1}^n \|x_i\|_1"),
    (r"\left\| \int_a^c u(t) dt \right\|", r"\le \int_a^c \|u(t)\| dt"),
    (r"\left(\sum_{i=1}^n y_i\right)^2", r"\le \sum_{i=1}^n y_i^2"),
    (r"\mathbb{E}[X]", r"\le \mathbb{E}[X^2]"),
    (r"\mathbb{E}_X[X]^2", r"\le \mathbb{E}[X^2]"),
    (r"\mathbb{E}[X Y]", r"\le \mathbb{E}[X^2] + \frac{1}{8} \mathbb{E}[Y^2]"),
    (r"\operatorname{Var}(X)", r"\ge \mathbb{E}[X^2]"),
    (r"\operatorname{Var}(X + Y)", r"= \operatorname{Var}(X) + \operatorname{Var}(Y)"),
    (r"\operatorname{Var}(X)", r"= \mathbb{E}[(X - \mathbb{E}_Y[X])^2]"),
    (r"\operatorname{Cov}(X, Y)", r"\le \mathbb{E}[X] \mathbb{E}[Y]"),
    (r"\sum_{i=1}^m e^{-a \|x_i\|}", r"> 0"),
    (r"\log_2(c^{-2})", r"= -2 \ln(c)"),
    (r"u^\top v", r"= \sum_{i=1}^d [u]_i [u]_i"),
    (r"\sum_{i=1}^n (u^\top x_i)^2", r"= v^\top \left(\sum_{i=1}^n x_i x_i^\top\right) u"),
    (r"\sum_{i=1}^n (u^\top x_i)^2", r"= \left(\sum_{i=1}^n u^\top x_i\right)^2"),
    (r"\sum_{i=1}^n (u^\top x_i)^2", r"= \sum_{i=1}^n (u^\top u) (x_i^\top x_i)"),
    (
        r"\sum_{i=1}^n (u^\top x_i - y_i)^2",
        r"= \sum_{i=1}^n (u^\top x_i)^2 - u^\top \sum_{i=1}^n y_i x_i + \sum_{i=1}^n y_i^2",
    ),
    (r"\sum_{j=1}^n \lambda_j + y_1", r"= y_1 + \sum_{i=1}^d \lambda_i"),
    (r"\sum_{i=1}^n (\|x_i\|_2 y_i + z^{(i)} y_i)", r"= \sum_{i=1}^n \|x_i\|_2 y_i + z^{(i)} \sum_{i=1}^n y_i"),
]


@pytest.mark.slow
def test_true_lines_are_proved_and_false_ones_are_not(tmp_path: Path) -> None:
    shown = [*TRUE, *FALSE]
    steps = papers.lines(
        tmp_path, *(rf"b &= {left} \\ & {step}" for left, step in shown), letters=LETTERS, mending=False
    )
    statuses = [line.status for line in steps if not line.head]
    assert len(statuses) == len(shown)
    wrong = [
        line for line, status in zip(shown, statuses, strict=True) if (status is Status.VERIFIED) != (line in TRUE)
    ]
    assert wrong == []
    assert Status.REFUTED not in statuses[: len(TRUE)]


@pytest.mark.parametrize(
    ("row", "sides"),
    [
        (r"\boxed{a = b + c.}", [("", "a"), ("=", "b + c")]),
        (r"a = \boxed{b + c}", [("", "a"), ("=", "(b + c)")]),
        (r"a = 2 \boxed{b + c}", [("", "a"), ("=", "2(b + c)")]),
        (r"a \boxed{= b}", [("", "a"), ("=", "b")]),
        (r"a = 2 \boxed{b = c}", [("", "a"), ("=", r"2\boxed{b = c}")]),
    ],
)
def test_a_box_is_no_part_of_the_formula(row: str, sides: list[tuple[str, str]]) -> None:
    assert cut_relations(row) == sides


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"\ln _{2} n", r"\frac{1}{\ln(2)}\ln n"),
        (r"a / \ln _{2} n", r"a / \ln_{2} n"),
        (r"\ln _{1} n", r"\ln_{1} n"),
        (r"\ln _{2}^{2} n", r"\ln_{2}^{2} n"),
        (r"\ln _{q} n", r"\ln_{q} n"),
        (r"\sum _{k \ge 0} c^{k}", r"\sum_{k = 0}^{\infty} c^{k}"),
        (r"\sum _{k > 0} c^{k}", r"\sum_{k = 1}^{\infty} c^{k}"),
        (r"\sum _{k \ge 2} y_{k}", r"\sum_{k \ge 2} y_{k}"),
        (r"\sum _{i \ge 2} c^{i}", r"\sum_{i \ge 2} c^{i}"),
        (r"\sum _{n \ge 2} c^{n}", r"\sum_{n \ge 2} c^{n}"),
        (r"\sum _{k \ge 2}^{n} c^{k}", r"\sum_{k \ge 2}^{n} c^{k}"),
    ],
)
def test_short_ways_to_write_are_written_out(text: str, written: str) -> None:
    assert joined(written_out(words(text), {"i"}, {"n"})) == joined(words(written))


@pytest.mark.parametrize(
    ("head", "inside", "means"),
    [
        (r"\operatorname{Var}_{x}", "X", r"(\mathbb{E}_{x}[(X) (X)] - \mathbb{E}_{x}[X] \mathbb{E}_{x}[X])"),
        (r"\mathrm{Cov}", "X, Y", r"(\mathbb{E}[(X) (Y)] - \mathbb{E}[X] \mathbb{E}[Y])"),
        (r"\operatorname{Var}", "X, Y", ""),
        (r"\operatorname{Pr}", "X", ""),
    ],
)
def test_a_variance_is_a_difference_of_means(head: str, inside: str, means: str) -> None:
    tokens = tuple(words(inside))
    assert as_means(Unit("number", head, tokens, tokens)) == means


@pytest.mark.parametrize(
    "words_of_it",
    [
        "To characterize this intuition more precisely, we have",
        "At each timestep, the forward algorithm recursively computes the quantity",
        r"Plugging this in, and by the definition in \eqref{a}, we get",
        "This can also be written as",
        "Averaging over the samples, the corresponding tangent kernel is",
    ],
)
def test_words_that_do_no_more_than_state(words_of_it: str) -> None:
    assert strange(words_of_it) == ""


@pytest.mark.parametrize(
    "words_of_it",
    [
        "This can be wrong",
        "One can hope that",
        "We can not write",
        "It can only be written",
        "It can hardly be seen that",
        "in which case",
        "In expectation, we have",
        "in equilibrium",
        "in the wrong form",
        "at each fixed point",
        "at every equilibrium",
        r"In the model of \ref{a}",
        "averaged over half of the data",
        "Equivalently, at initialization",
    ],
)
def test_words_that_may_do_more(words_of_it: str) -> None:
    assert strange(words_of_it) != ""


def test_fractions_are_written_in_several_ways(tmp_path: Path) -> None:
    found = papers.lines(tmp_path, r"a &= \nicefrac12 b \\ &= b \sfrac{1}{2}", letters=LETTERS, mending=False)
    assert found[1].status is Status.VERIFIED


def test_what_is_set_as_mathematics_anyway_is_the_formula(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    body = r"\begin{equation} a = \R^2 + \ensuremath{b + c} = \R \R + c + b \end{equation}"
    start = r"\documentclass{article}\newcommand{\R}{\ensuremath{\mathbf{R}}}\begin{document}"
    paper.write_text(f"{start}\n{body}\n\\end{{document}}\n")
    paper.with_suffix(".lp").write_text(r"symbols: a, b, c real numbers; \mathbf{R} real")
    assert run(read_file(paper), limiting=Limiting(budget=8)).lines[1].status is Status.VERIFIED


@pytest.mark.parametrize(
    "kind", ["s vector d_{x}", "s matrix d_{x} x d_{x}", r"s matrix d_{x}\times d_{x}", "s vector function d_{x}"]
)
def test_a_size_may_have_the_index_x(kind: str) -> None:
    setting = Setting()
    declare(setting, "symbols", kind)
    assert "s" in setting.meanings or "s" in setting.names.functions.declared
    assert "d_{x}" in setting.meanings
