"""Means of vectors, conditional means, integrals of derivatives in a paper: each with false neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run

LETTERS = r"""
symbols: x, y, u vector d; a real; b, c real number; f, h function; w, \dot{w} vector function d; T positive number
"""
YES, OPEN, WRONG = Status.VERIFIED, Status.UNDECIDED, Status.REFUTED


def judged(folder: Path, *rows: tuple[str, str, str]) -> list[tuple[Status, str]]:
    """What becomes of the last step of ``left = middle relation right``, each in a display of its own, and its note."""
    shown = "\n\n".join(
        rf"We have \begin{{align}} {left} &= {middle} \\ & {right} \end{{align}}" for left, middle, right in rows
    )
    file = folder / "paper.tex"
    file.write_text(rf"\documentclass{{article}}\begin{{document}} {shown} \end{{document}}")
    file.with_suffix(".lp").write_text(LETTERS)
    lines = run(read_file(file), limiting=Limiting(budget=5), mending=False).lines
    assert len(lines) == 2 * len(rows)
    return [(line.status, line.note) for line in lines[1::2]]


SPREAD = r"\mathbb{E}\|x - \mathbb{E}[x]\|^2"
INTEGRAL = r"\int_0^T \dot{w}(t) dt"


@pytest.mark.parametrize(
    ("left", "middle", "right", "status"),
    [
        ("a", SPREAD, r"= \mathbb{E}\|x\|^2 - \|\mathbb{E}[x]\|^2", YES),
        ("a", SPREAD, r"= \mathbb{E}\|x\|^2 + \|\mathbb{E}[x]\|^2", OPEN),
        ("a", r"\mathbb{E}\|x - u\|^2", rf"= {SPREAD} + \|\mathbb{{E}}[x] - u\|^2", YES),
        ("a", r"\mathbb{E}_{y}\|x - \mathbb{E}_{u}[u]\|^2", r"= \mathbb{E}_{y}\|x\|^2 - \|\mathbb{E}_{u}[u]\|^2", OPEN),
        ("a", r"\mathbb{E}[x]^\top u", r"\le \|\mathbb{E}[x]\| \|u\|", YES),
        ("a", r"\mathbb{E}[x]^\top u", r"\le \frac{1}{2} \|\mathbb{E}[x]\| \|u\|", OPEN),
        ("a", r"\mathbb{E}[\mathbb{E}[f(x) \mid y]]", r"= \mathbb{E}[f(x)]", YES),
        ("a", r"\mathbb{E}[\mathbb{E}[f(x) \mid y] f(y)]", r"= \mathbb{E}[f(x)] \mathbb{E}[f(y)]", OPEN),
        ("a", r"\mathbb{E}[\mathbb{E}[f(x) \mid f(y) > 1]]", r"= \mathbb{E}[f(x)]", OPEN),
        ("a", r"\mathbb{E}_{u}[\mathbb{E}[f(x) \mid y]]", r"= \mathbb{E}_{u}[f(x)]", OPEN),
        ("a", r"\mathbb{E}|f(x)|", r"\le \sqrt{\mathbb{E}[f(x)^2]}", YES),
        ("a", r"\mathbb{E}|f(x)|", r"\le \mathbb{E}[f(x)^2]", OPEN),
        ("a", r"\mathbb{E}\|x\|", r"\ge \sqrt{\mathbb{E}\|x\|^2}", OPEN),
    ],
)
def test_means(left: str, middle: str, right: str, status: Status, tmp_path: Path) -> None:
    (found,) = judged(tmp_path, (left, middle, right))
    assert found[0] is status


def test_a_number_that_is_added_to_a_mean_is_not_random(tmp_path: Path) -> None:
    mean = r"\mathbb{E}[(f(x) - c)^2]"
    spread = r"\mathbb{E}[(f(x) - \mathbb{E}[f(x)])^2]"
    right, wrong = judged(
        tmp_path,
        ("a", mean, rf"= {spread} + (\mathbb{{E}}[f(x)] - c)^2"),
        ("b", rf"1 + {mean}", rf"= 1 + {spread} + (\mathbb{{E}}[f(x)] + c)^2"),
    )
    assert right[0] is YES
    assert "where c is not random" in right[1]
    assert wrong[0] is OPEN


@pytest.mark.parametrize(
    ("left", "middle", "right", "status"),
    [
        ("u", INTEGRAL, "= w(T) - w(0)", YES),
        ("u", INTEGRAL, "= w(T)", OPEN),
        ("u", INTEGRAL, "= w(T) + w(0)", OPEN),
        ("a", r"\int_0^T \|\dot{w}(t)\| dt", r"\ge \|w(T) - w(0)\|", YES),
        ("a", r"\int_0^c \|\dot{w}(t)\| dt", r"\ge \|w(c) - w(0)\|", OPEN),
        ("a", r"\int_0^1 h'(s) b ds", "= b (h(1) - h(0))", YES),
        ("a", r"\int_0^1 h'(2 s) ds", "= h(2) - h(0)", OPEN),
        ("a", r"\int_0^1 h'(s) f(s) ds", "= f(1) (h(1) - h(0))", OPEN),
        ("a", r"\int_0^b h'(c) db", "= h(b) - h(0)", OPEN),
        ("a", r"\int_0^1 b c db", r"= b \int_0^1 c db", OPEN),
    ],
)
def test_integrals(left: str, middle: str, right: str, status: Status, tmp_path: Path) -> None:
    (found,) = judged(tmp_path, (left, middle, right))
    assert found[0] is status or (status is OPEN and found[0] not in (YES,))
