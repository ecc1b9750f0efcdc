r"""Sums of power laws: integrals without end beside them, Riemann's zeta, and letters under real powers."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, propose_file

from .papers import lines

LETTERS = "symbols: A, u real\nsymbols: \\alpha, b positive number\nsymbols: n natural number\nsymbols: x real\n"


def _last(folder: Path, start: str, step: str) -> Status:
    found = lines(folder, f"A &= {start} \\\\ &{step}", letters=LETTERS, budget=8, mending=False)
    return found[-1].status


@pytest.mark.parametrize(
    ("start", "step"),
    [
        (
            r"\frac{1}{\zeta(1+\alpha)} \sum_{k=n+1}^\infty k^{-(1+\alpha)}",
            r"\le \frac{1}{\zeta(1+\alpha)} \int_n^\infty x^{-(1+\alpha)} dx",
        ),
        (r"\sum_{k=n+1}^\infty k^{-(1+\alpha)}", r"\ge \int_{n+1}^\infty x^{-(1+\alpha)} dx"),
    ],
)
def test_a_series_is_compared_with_its_integral(tmp_path: Path, start: str, step: str) -> None:
    assert _last(tmp_path, start, step) is Status.VERIFIED


@pytest.mark.parametrize(
    ("start", "step"),
    [
        (r"\sum_{k=n+1}^\infty k^{-(1+\alpha)}", r"\ge \int_n^\infty x^{-(1+\alpha)} dx"),
        (r"\sum_{k=n+1}^\infty k^{-(1+\alpha)}", r"\le \int_{n+1}^\infty x^{-(1+\alpha)} dx"),
        (r"u \sum_{k=n+1}^\infty k^{-(1+\alpha)}", r"\le u \int_n^\infty x^{-(1+\alpha)} dx"),
        (r"\sum_{k=n+1}^\infty \frac{1}{k}", r"\le \int_n^\infty \frac{1}{x} dx"),
        (r"\frac{1}{\zeta(b)} b^2", r"\le b^2"),
    ],
)
def test_ends_signs_and_convergence_are_needed(tmp_path: Path, start: str, step: str) -> None:
    assert _last(tmp_path, start, step) is not Status.VERIFIED


def _proposed(folder: Path, text: str) -> str:
    paper = folder / "paper.tex"
    paper.write_text(f"\\documentclass{{article}}\\begin{{document}} {text} \\end{{document}}\n")
    propose_file(paper)
    return paper.with_suffix(".lp").read_text()


def test_zeta_before_brackets_is_no_letter(tmp_path: Path) -> None:
    found = _proposed(
        tmp_path, r"With $\alpha > 0$, \begin{align} p &= \frac{1}{\zeta(1+\alpha)} n^{-\alpha} \end{align}"
    )
    assert r"\zeta" not in found
    assert r"n positive number" in found


@pytest.mark.parametrize(
    "text",
    [
        r"The friction $\zeta$. \begin{align} F &= \zeta (u - v) \end{align}",
        r"\begin{align} F &= \zeta (u - v) + \zeta u \end{align}",
        r"Let $v \in \mathbb{R}^d$. \begin{align} F &= \zeta (u - v) \end{align}",
        r"Let $\zeta(x) = 2 x$. \begin{align} F &= \zeta (1 - v) \end{align}",
    ],
)
def test_zeta_that_is_something_else_stays_a_letter(tmp_path: Path, text: str) -> None:
    assert r"symbols: \zeta" in _proposed(tmp_path, text)


def test_what_stands_under_a_real_power_is_positive(tmp_path: Path) -> None:
    found = _proposed(
        tmp_path,
        r"With $\alpha > 0$, \begin{align} n &= \left( \frac{D}{m} \right)^{\frac{1}{1 + \alpha}} + (a - b)^{-\alpha}"
        r" \end{align}",
    )
    assert "D positive number" in found
    assert "m positive number" in found
    assert "symbols: a positive" not in found
    assert "symbols: b positive" not in found
