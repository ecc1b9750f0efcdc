r"""Equations of functions that are said for every letter, ``\sigma'(z) z = \sigma(z)``, at the points of a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: \sigma, g, f function; n, m natural number; w, u vector d; x_{i} vector d for i = 1..n
symbols: a_{i} real number for i = 1..n; s, p, q, c real number; \theta, \phi vector m; t time
"""
HALF = r"Since $\sigma'(z) z = \sigma(z)$,"
POINTS = r"c &= \sum_{i=1}^n a_i \sigma'(w^\top x_i) w^\top x_i \\ &= \sum_{i=1}^n a_i \sigma(w^\top x_i)"


def last(folder: Path, prose: str, *rows: str, letters: str = LETTERS) -> Status:
    return papers.lines(folder, *rows, letters=letters, prose=prose, mending=False)[-1].status


def test_at_the_points_of_a_sum(tmp_path: Path) -> None:
    assert last(tmp_path, HALF, POINTS) is Status.VERIFIED
    assert last(tmp_path, "", POINTS) is not Status.VERIFIED
    for factor in ("2", "-"):
        slip = POINTS.replace(r"\\ &=", rf"\\ &= {factor}")
        assert last(tmp_path, HALF, slip) not in (Status.VERIFIED, Status.REFUTED)


@pytest.mark.parametrize(
    "row",
    [
        r"c &= \sigma'(p) p \\ &= \sigma(p)",
        r"c &= 3 \sigma'(w^\top u) w^\top u + q \\ &= 3 \sigma(w^\top u) + q",
        r"c &= e^{\sigma'(p) p} q \\ &= q e^{\sigma(p)}",
        r"c &= \sigma'(p + q) (p + q) \\ &= \sigma(p + q)",
        r"c &= \frac{1}{2} \sigma'(2 p) 2 p \\ &= \frac{1}{2} \sigma(2 p)",
    ],
)
def test_at_a_point(row: str, tmp_path: Path) -> None:
    assert last(tmp_path, HALF, row) is Status.VERIFIED


@pytest.mark.parametrize(
    "row",
    [
        r"c &= \sigma'(p) p^2 \\ &= \sigma(p)^2",  # the power is of p alone
        r"c &= \sigma'(p + q) p + q \\ &= \sigma(p + q)",  # p alone is multiplied
        r"c &= \sigma'(p) q \\ &= \sigma(p)",
        r"c &= \sigma'(p) p \\ &= \sigma(q)",
        r"c &= g'(p) p \\ &= g(p)",
        r"c &= \sigma'(p) \\ &= \sigma(p)",
        r"c &= \sigma''(p) p \\ &= \sigma'(p)",
        r"c &= \sum_{i=1}^n \sigma'(w^\top x_i) u^\top x_i \\ &= \sum_{i=1}^n \sigma(w^\top x_i)",
    ],
)
def test_what_is_another_product_is_not_it(row: str, tmp_path: Path) -> None:
    assert last(tmp_path, HALF, row) not in (Status.VERIFIED, Status.REFUTED)


@pytest.mark.parametrize(
    "prose",
    [
        r"Let $z = w^\top u$. Since $\sigma'(z) z = \sigma(z)$,",  # that z
        r"Since $\sigma'(z) z = \sigma(z)$ for $z > 0$,",
        r"For some $z$ we have $\sigma'(z) z = \sigma(z)$. Then",
        r"There is a $z$ with $\sigma'(z) z = \sigma(z)$. Then",
        r"Let $z$ be a root of $\sigma'(z) z = \sigma(z)$. Then",
        r"Since $\sigma'(z) z = 2 \sigma(z)$,",
        r"Since $\sigma'(z) z \le \sigma(z)$,",
        r"Since $\sigma'(z) z \ne \sigma(z)$,",
        r"It is not true that $\sigma'(z) z = \sigma(z)$. Then",
        r"Since $\sigma'(q) q = \sigma(q)$,",  # q stands in a display: it is one number
    ],
)
def test_what_is_said_of_one_letter_alone(prose: str, tmp_path: Path) -> None:
    second = r"q &= c + 1"
    assert last(tmp_path, prose, second, r"c &= \sigma'(p) p \\ &= \sigma(p)") not in (Status.VERIFIED, Status.REFUTED)


def test_a_letter_that_stands_in_a_display_is_no_other(tmp_path: Path) -> None:
    letters = LETTERS.replace("s, p", "s, z, p")
    point = r"c &= \sigma'(p) p \\ &= \sigma(p)"
    assert last(tmp_path, HALF, r"s &= z + 1", point, letters=letters) is not Status.VERIFIED
    assert last(tmp_path, HALF, r"s &= g(z) + 1", point, letters=letters) is not Status.REFUTED


def test_what_is_said_after_a_line_is_not_said_to_it(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    rows = r"\begin{align} c &= \sigma'(p) p \\ &= \sigma(p) \end{align}"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}We have {rows} Note that {HALF} so.\end{{document}}")
    paper.with_suffix(".lp").write_text(LETTERS)
    found = papers.run(papers.read_file(paper), limiting=papers.Limiting(budget=5), mending=False).lines
    assert found[-1].status is not Status.VERIFIED


EULER = (
    r"Let $f(x; \theta)$ be $s$-homogeneous in $\theta$, so that "
    r"$\theta^\top \nabla_\theta f(x; \theta) = s f(x; \theta)$. Then"
)
GROWS = r"c &= \sum_{i=1}^n a_i \theta^\top \nabla_\theta f(x_i; \theta) \\ &= s \sum_{i=1}^n a_i f(x_i; \theta)"


def test_of_several_arguments_one_is_any(tmp_path: Path) -> None:
    assert last(tmp_path, EULER, GROWS) is Status.VERIFIED
    for slip in (
        GROWS.replace(r"&= s \sum", r"&= \sum"),
        GROWS.replace(r"a_i \theta^\top", r"a_i \phi^\top"),
        GROWS.replace(r"a_i f(x_i; \theta)", r"a_i f(x_i; \phi)"),
        GROWS.replace(r"\theta^\top \nabla_\theta f(x_i; \theta)", r"\phi^\top \nabla_\phi f(x_i; \phi)"),
    ):
        assert last(tmp_path, EULER, slip) not in (Status.VERIFIED, Status.REFUTED)


@pytest.mark.parametrize(
    "row",
    [
        r"c &= \frac{d}{dp} \sigma'(p) p \\ &= \frac{d}{dp} \sigma(p)",  # or the derivative of the first factor alone
        r"c &= g \sigma'(p) p \\ &= g \sigma(p)",
        r"c &= \ln \sigma'(p) p \\ &= \ln \sigma(p)",
    ],
)
def test_nothing_takes_a_part_of_what_is_replaced(row: str, tmp_path: Path) -> None:
    assert last(tmp_path, HALF, row) is not Status.REFUTED
    broken = row.replace(r"\sigma(p)", r"\sigma'(p) \sigma(p)")
    assert last(tmp_path, HALF, broken) not in (Status.VERIFIED, Status.REFUTED)
