"""Bounds in papers: quadratic forms of vectors, what follows from bounds that are stated; false neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"symbols: a, c, e, m real number; R, L, e_0, e_1, h, k positive number; u, v, w vector d"
STATED = r"e_0 - e_1 &\ge \frac{e_0^2}{2 L R^2} \\ "
QUOTIENT = r"m &= \frac{e_0 - e_1}{e_0^2} \\ "


@pytest.mark.slow
@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("before", "true", "false"),
    [
        (r"a &= \|u+v\|^2 \\ ", r"\le 2 \|u\|^2 + 2\|v\|^2", r"\le 2 \|u\|^2 + \|v\|^2"),
        (r"a &= \|u+v\|^2 \\ ", r"\ge \frac12 \|u\|^2 - \|v\|^2", r"\ge \frac12 \|u\|^2 - \frac12 \|v\|^2"),
        (
            r"a &= u^\top v \\ ",
            r"\le \frac{R}{2}\|u\|^2 + \frac{1}{2R} \|v\|^2",
            r"\le \frac{c}{2}\|u\|^2 + \frac{1}{2c} \|v\|^2",
        ),
        (r"a &= \|u+v+w\|^2 \\ ", r"\le 3 \|u\|^2 + 3\|v\|^2 + 3\|w\|^2", r"\le 3 \|u\|^2 + 3\|v\|^2 + 2\|w\|^2"),
        (r"a &= 2 u^\top v \\ ", r"\le \|u\|^2 + \|v\|^2 + h", r"\le \|u\|^2 + \|v\|^2 - h"),
        (STATED + QUOTIENT, r"\ge \frac{1}{2LR^2}", r"\ge \frac{1}{L R^2}"),
        (  # facts of vectors beside it, which are not needed
            r"\|u\| &\le R \\ a &= u^\top v \\ e_0 \|u\|^2 &\ge v^\top u e_1 \\ " + STATED + QUOTIENT,
            r"\ge \frac{1}{2LR^2}",
            r"\ge \frac{1}{L R^2}",
        ),
        (
            r"e_0 &\le \frac{L R^2}{2} \\ m &= \frac{1}{e_0} + k \\ ",
            r"\ge \frac{2}{LR^2} + k",
            r"\le \frac{2}{LR^2} + k",
        ),
        (
            r"h &\le \frac{2}{L} \\ m &= \|u\|^2 - (\frac{2h}{L} - h^2) \|v\|^2 \\ ",
            r"\le \|u\|^2",
            r"\le \|u\|^2 - h^2 \|v\|^2",
        ),
        (r"a &\le c \\ c &\le e + h \\ m &= h a \\ ", r"\le h e + h^2", r"\le h e"),
        (r"a &\le c \\ m &= h a - e a + e c \\ ", r"\le h c + e (c - a)", r"\le h a"),
    ],
)
def test_bounds_that_follow_and_their_neighbours(before: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = papers.lines(tmp_path, rf"{before} & {right}", letters=LETTERS, budget=3, mending=False)[-1]
        assert (line.status is Status.VERIFIED) is holds, line


@pytest.mark.usefixtures("no_mends")
def test_the_lines_that_state_it_are_named(tmp_path: Path) -> None:
    line = papers.lines(tmp_path, rf"{STATED} {QUOTIENT} & \ge \frac{{1}}{{2LR^2}}", letters=LETTERS, mending=False)[-1]
    assert "stated in line 3" in line.note


@pytest.mark.usefixtures("no_mends")
def test_what_divides_may_not_be_zero_and_what_multiplies_not_negative(tmp_path: Path) -> None:
    for display in (
        r"a c &= e c \\ m &= a + 1 \\ & \le e + 1",  # c may be 0
        r"a &\le c \\ m &= e a \\ & \le e c",  # e may be negative
        r"e a &\le e c \\ m &= a + 1 \\ & \le c + 1",
    ):
        line = papers.lines(tmp_path, display, letters=LETTERS, budget=3, mending=False)[-1]
        assert line.status is not Status.VERIFIED, display


@pytest.mark.usefixtures("no_mends")
def test_a_gradient_below_a_sum_is_another_one_for_each_index(tmp_path: Path) -> None:
    letters = r"symbols: x_k vector d; f function; T natural number; a real number"
    for right in (r"\le T \|\nabla f(x_k)\|", r"= T \|\nabla f(x_k)\|"):
        display = rf"a &= \sum_{{k=1}}^T \|\nabla f(x_k)\| \\ & {right}"
        assert papers.lines(tmp_path, display, letters=letters, budget=3, mending=False)[-1].status is Status.UNDECIDED
    display = r"a &= 2 \sum_{k=1}^T \|\nabla f(x_k)\| \\ & = \sum_{k=1}^T 2 \|\nabla f(x_k)\|"
    assert papers.lines(tmp_path, display, letters=letters, budget=3, mending=False)[-1].status is Status.VERIFIED


@pytest.mark.usefixtures("no_mends")
def test_a_sum_in_bars_beside_another_norm_is_read(tmp_path: Path) -> None:
    letters = r"symbols: a real number; u vector d; c_m, b_m real number; G, f_m vector function d"
    side = r"\frac{\|\sum_m (c_m - b_m) (f_m(u) - G(u))\|_2}{\|G(u)\|_2}"
    line = papers.lines(tmp_path, rf"a &= {side} \\ &= {side} + 0", letters=letters, budget=3, mending=False)[-1]
    assert line.status is Status.VERIFIED


EXTREMES = (
    r"symbols: n natural number; a, c, m real number; L, \mu positive number; x, y, z vector d; f, g, \ell function"
)


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("left", "true", "false"),
    [
        (r"z &= \operatorname{argmin}_{y} (\mu + \frac{L}{2n}) \|y-x\|^2 + (\ell(y) - \mu \|y\|^2)",
         r"\operatorname{argmin}_{y} \ell(y) - 2 \mu y^\top x + \frac{L}{2n}\|y-x\|^2",
         r"\operatorname{argmin}_{y} \ell(y) - \mu y^\top x + \frac{L}{2n}\|y-x\|^2"),
        (r"z &= \mathrm{argmin}_x f(x) - g(x)", r"\operatorname{argmax}_x g(x) - f(x)",
         r"\mathrm{argmin}_x g(x) - f(x)"),
        (r"z &= \operatorname{argmin}_x f(x) + c", r"\operatorname{argmin}_x 2 L f(x)",
         r"\operatorname{argmin}_x a f(x)"),
        (r"z &= \operatorname{argmin}_{x} f(x) + g(y)", r"\operatorname{argmin}_{x} f(x)",
         r"\operatorname{argmin}_{x,y} f(x)"),
        (r"z &= \operatorname{argmin}_{x,y} f(x) + g(y)", r"\operatorname{argmin}_{x,y} g(y) + f(x)",
         r"\operatorname{argmin}_{x,y} f(x)"),
        (r"z &= \operatorname{argmin}_{x} \mathbb{E}_Q[f(x) - g(y)]",
         r"\operatorname{argmax}_{x} (\mathbb{E}_Q[g(y)] - \mathbb{E}_Q[f(x)])",
         r"\operatorname{argmin}_{x} \mathbb{E}_Q[f(x)]"),  # Q may hang on x
        (r"m &= \sup_x (c - 2 f(x))", r"c - 2 \inf_x f(x)", r"c - 2 \sup_x f(x)"),
        (r"m &= \max_x (a + L f(x))", r"a + L \max_x f(x)", r"a + \max_x f(x)"),
        (r"m &= \max_x (a + c f(x))", r"a + \max_x (c f(x))", r"a + c \max_x f(x)"),
    ],
)  # fmt: skip
def test_extremes_in_one_form_and_their_neighbours(left: str, true: str, false: str, tmp_path: Path) -> None:
    for right, holds in ((true, True), (false, False)):
        line = papers.lines(tmp_path, rf"{left} \\ &= {right}", letters=EXTREMES, budget=3, mending=False)[-1]
        assert (line.status is Status.VERIFIED) is holds, line
