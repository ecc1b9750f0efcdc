"""Least and largest values beside values and means, and what may go before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: x, y, \bar x, \bar y, \theta, \hat\theta vector d; c, k, b, m real; L, n positive; \Theta, \mathcal{F} real
symbols: f, g, G, \mathcal{L}, \hat{\mathcal{L}} function; z_i real for i = 1..n
"""
GAP = r"\sup_{\theta \in \Theta} (\mathcal{L}(\theta) - \hat{\mathcal{L}}(\theta))"


def _last(tmp_path: Path, *displays: str) -> papers.Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, budget=3, mending=False)[-1]


@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"\mathcal{L}(\hat\theta) - \hat{\mathcal{L}}(\hat\theta) + c", rf"\le {GAP} + c",
         rf"\le {GAP} + k"),
        (r"\mathcal{L}(\hat\theta) - \hat{\mathcal{L}}(\hat\theta)", rf"\le {GAP}", rf"\le -{GAP}"),
        (r"G(\bar x, \bar y)", r"\ge \inf_{x} (G(x, \bar y))", r"\le \inf_{x} (G(x, \bar y))"),
        (r"G(\bar x, \bar y)", r"\le \sup_{y} (G(\bar x, y))", r"\le \sup_{y} (G(x, y))"),
        (r"\|x - \bar y\|^2", r"\ge \min_{y \in \Theta} \|x - y\|^2", r"\ge \min_{y \in \Theta} \|\bar x - y\|^2"),
        (r"f(\bar x) - 2 g(\bar x)", r"\le \sup_x (f(x) - 2 g(x))", r"\le \sup_x (f(x) - 3 g(x))"),
        (r"\sup_{f \in \mathcal{F}} (\mathbb{E}_{z} [\frac1n \sum_{i=1}^n f(z_i)])",
         r"\le \mathbb{E}_{z} [\sup_{f \in \mathcal{F}} \frac1n \sum_{i=1}^n f(z_i)]",
         r"\ge \mathbb{E}_{z} [\sup_{f \in \mathcal{F}} \frac1n \sum_{i=1}^n f(z_i)]"),
        (r"\sup_x (f(x) - 2 g(x))", r"\le \sup_x (f(x)) + \sup_x (- 2 g(x))", r"\ge \sup_x (f(x)) + \sup_x (- 2 g(x))"),
        (r"\inf_x (f(x) + g(x))", r"\ge \inf_x (f(x)) + \inf_x (g(x))", r"\ge \inf_x (f(x)) + \sup_x (g(x))"),
        (r"\inf_x (f(x) + g(x))", r"\le \inf_x (f(x)) + \sup_x (g(x))", r"\le \inf_x (f(x)) + \inf_y (g(y))"),
        (r"\mathbb{E}_z [\sup_{f \in \mathcal{F}} (f(z) - f(y))]",
         r"\le \mathbb{E}_z [\sup_{f \in \mathcal{F}} (f(z)) + \sup_{f \in \mathcal{F}} (- f(y))]",
         r"\le \mathbb{E}_z [\sup_{f \in \mathcal{F}} (f(z))]"),
        (r"\inf_{f \in \mathcal{F}} (\mathbb{E}_{z} [f(z)])", r"\ge \mathbb{E}_{z} [\inf_{f \in \mathcal{F}} f(z)]",
         r"\le \mathbb{E}_{z} [\inf_{f \in \mathcal{F}} f(z)]"),
        (r"\sup_{f \in \mathcal{F}} (\mathbb{E}_{z} [f(z)])", r"\le \mathbb{E}_{z} [\sup_{f \in \mathcal{F}} f(z)]",
         r"\le \mathbb{E}_{y} [\sup_{f \in \mathcal{F}} f(y)]"),
    ],
)  # fmt: skip
def test_bounds_by_extremes_and_their_neighbours(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = _last(tmp_path, rf"m &= {left} \\ &{right}")
        assert (line.status is Status.VERIFIED) is holds, line


def test_that_a_point_is_among_those_taken_is_said(tmp_path: Path) -> None:
    line = _last(tmp_path, rf"m &= \mathcal{{L}}(\hat\theta) - \hat{{\mathcal{{L}}}}(\hat\theta) \\ &\le {GAP}")
    assert r"where \hat{\theta} is in \Theta" in line.note


@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"\operatorname{argmin}_x (L \theta^\top x + \frac{1}{2} \|x\|^2)",
         r"\operatorname{argmin}_x (\theta^\top x + \frac{1}{2 L} \|x\|^2)",
         r"\operatorname{argmin}_x (\theta^\top x + \frac{L}{2} \|x\|^2)"),
        (r"\mathbb{E}_{z}[\sup_x (f(x) + L)]", r"L + \mathbb{E}_{z}[\sup_x (f(x))]",
         r"2 L + \mathbb{E}_{z}[\sup_x (f(x))]"),
    ],
)  # fmt: skip
def test_extremes_with_factors_and_constants(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = _last(tmp_path, rf"m &= {left} \\ &= {right}")
        assert (line.status is Status.VERIFIED) is holds, line


def test_a_number_alone_in_a_mean_may_be_random(tmp_path: Path) -> None:
    assert _last(tmp_path, r"m &= \mathbb{E}_{z}[k] \\ &= k").status is not Status.VERIFIED
    assert _last(tmp_path, r"m &= \mathbb{E}_{z}[k + c] \\ &= k + \mathbb{E}_{z}[c]").status is not Status.VERIFIED
    assert _last(tmp_path, r"m &= \mathbb{E}_{L}[k + L] \\ &= L + \mathbb{E}_{L}[k]").status is not Status.VERIFIED


CONSTANTS = [
    (r"m &= \sup_x (c + f(x))", r"c + \sup_x (f(x))"),
    (r"z &= \operatorname{argmin}_x (c + f(x))", r"\operatorname{argmin}_x (f(x))"),
    (r"m &= \sup_x (c - \sup_y G(x, y))", r"c - \inf_x \sup_y (G(x, y))"),
]


@pytest.mark.parametrize(("left", "right"), CONSTANTS)
def test_what_an_extreme_does_not_hold_goes_before_it(left: str, right: str, tmp_path: Path) -> None:
    line = _last(tmp_path, rf"{left} \\ &= {right}")
    assert (line.status, line.guessed) == (Status.VERIFIED, []), line


@pytest.mark.parametrize(("left", "right"), CONSTANTS)
@pytest.mark.parametrize("said", ["c &= x^\\top x", "c &= f(x) + k", "f(x) - 1 &= c"])
def test_a_letter_that_is_made_of_what_runs_is_left_open(left: str, right: str, said: str, tmp_path: Path) -> None:
    line = _last(tmp_path, said, rf"{left} \\ &= {right}")
    assert line.status is Status.UNDECIDED, line
    assert "what an extreme runs over" in line.reason


def test_a_letter_below_an_extreme_that_is_made_of_what_runs_is_another_one_elsewhere(tmp_path: Path) -> None:
    bound = r"m &= c f(\bar x) \\ &\le \sup_x (c f(x))"
    assert _last(tmp_path, bound).status is Status.VERIFIED
    assert _last(tmp_path, "c &= y^\\top y", bound).status is Status.VERIFIED
    assert _last(tmp_path, "c &= x^\\top x", bound).status is Status.UNDECIDED


def test_a_letter_that_is_made_of_something_else_goes_before_it(tmp_path: Path) -> None:
    assert _last(tmp_path, "c &= f(y) + k", rf"{CONSTANTS[0][0]} \\ &= {CONSTANTS[0][1]}").status is Status.VERIFIED


def test_what_was_taken_out_of_the_same_extreme_elsewhere_is_no_harm(tmp_path: Path) -> None:
    chains = (rf"m &= \sup_x ({letter} + f(x)) \\ &= {letter} + \sup_x (f(x))" for letter in "bk")
    assert _last(tmp_path, r"b &= x^\top x", *chains).status is Status.VERIFIED
