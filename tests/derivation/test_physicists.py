"""What physicists write: differentials first, means in angles, inverse functions; and fonts over whole products."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.notation.averages import averages
from layerproof.tools.latex_lines.notation.differentials_first import differentials_last
from layerproof.tools.latex_lines.notation.fonts import apart, indices_out

from . import papers

LETTERS = r"""
symbols: x, y, z, t, r, h, w real; a, b positive number; c real number; n natural number
symbols: f, g, G, L, R, M, \ell function
symbols: \mathbf{V}, \mathbf{M} matrix d x d; \mathbf{u} vector d; \mathbf{v}_{i} vector d for i = 1..k
symbols: \hat{v}, \bar{x} real
"""


def _last(tmp_path: Path, display: str) -> Status:
    return papers.lines(tmp_path, display, letters=LETTERS, budget=4, mending=False)[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\int_0^1 dx\, x^2", r"\frac13", r"\frac12"),
        (r"\int_0^1 dx\, (x + 1)", r"\frac32", r"\frac12"),
        (r"\int_0^1 \mathrm{d}x\, x^2 + c", r"\frac13 + c", r"\frac12 + c"),
        (r"\int_0^\infty 2 \pi r\,dr\,e^{-r^2}", r"\pi", r"2 \pi"),
        (r"\int_0^1 \frac{dy}{2} y", r"\frac14", r"\frac12"),
        (r"\int_0^1 dx", r"1", r"0"),
        (r"\int_1^2 \frac{dx}{x}", r"\ln 2", r"\ln 3"),
        (r"\int_{\mathbb{R}} dt\, f(t) + a", r"a + \int_{\mathbb{R}} f(t)\,dt", r"\int_{\mathbb{R}} f(t)\,dt"),
        (r"\int d\mu(x) f(x)", r"\int f(x)\,d\mu(x)", r"2 \int f(x)\,d\mu(x)"),
        (r"\langle (h + 1)^2 \rangle", r"\langle h^2 \rangle + 2 \langle h \rangle + 1", r"\langle h^2 \rangle + 1"),
        (r"\langle a h \rangle_{h}", r"a \mathbb{E}_h[h]", r"\mathbb{E}_h[h]"),
        (r"\langle \mathbf{u}, \mathbf{V} \mathbf{u} \rangle", r"\mathbf{u}^\top \mathbf{V} \mathbf{u}", r"0"),
        (r"M(M^{-1}(z)) + c", r"z + c", r"z"),
        (r"M^{-1}(M(z + x))", r"x + z", r"x - z"),
        (r"z M^{-1}(z) + M^{-1}(z)", r"(z + 1) M^{-1}(z)", r"z M^{-1}(z)"),
        (r"\mathbf{V^\top M V u}", r"\mathbf{V}^\top \mathbf{M} \mathbf{V} \mathbf{u}", r"\mathbf{M} \mathbf{u}"),
        (r"\mathbf{(V M)^\top}", r"\mathbf{M}^\top \mathbf{V}^\top", r"\mathbf{V}^\top \mathbf{M}^\top"),
        (r"\mathbf{VM} \mathbf{u}", r"\mathbf{V} \mathbf{M} \mathbf{u}", r"\mathbf{M} \mathbf{V} \mathbf{u}"),
        (r"\min_{w} L(w) + c", r"c + \min_{w} L(w)", r"2 c + \min_{w} L(w)"),
        (r"\sup_{w} (L(w) - 2 c) + c", r"\sup_{w} L(w) - c", r"\sup_{w} L(w)"),
        (r"R(\ell \circ G) + c", r"c + R(\ell \circ G)", r"R(G \circ \ell) + c"),
        (r"{\color{blue} x} + \textcolor{red}{x + x} x", r"2 x + x^2", r"x + 2 x^2"),  # as it looks
        (r"x^\textcolor{red}{1 + 1} \textcolor{red}{- x}", r"x^2 - x", r"-x^3"),
    ],
)
def test_what_is_read_holds_and_a_slip_does_not(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert _last(tmp_path, rf"{left} &= {right}") is Status.VERIFIED
    assert _last(tmp_path, rf"{left} &= {right} \\ &= {false}") is not Status.VERIFIED


@pytest.mark.parametrize(
    "display",
    [
        r"\min_{w} L(w) + R(w) &= \min_{w} (L(w) + R(w))",  # does it end before R?
        r"\min_{w} c + R(z) &= c + R(z)",  # of what is w the argument?
        r"\ell \circ G &= G \circ \ell",
    ],
)
def test_what_has_two_readings_is_not_read(tmp_path: Path, display: str) -> None:
    assert _last(tmp_path, display) is Status.UNREAD


@pytest.mark.parametrize(
    "display",
    [
        r"M^{-1}(z) &= \frac{z}{M}",  # no reciprocal
        r"M(M^{-1}(z)) &= M^{-1}(z)",
        r"M(G^{-1}(z)) &= z",
        r"\langle h \rangle^2 &= \langle h^2 \rangle",
        r"\int_0^1 dx\, x + x &= \frac12 + \frac12",
    ],
)
def test_what_does_not_follow_gets_no_tick(tmp_path: Path, display: str) -> None:
    assert _last(tmp_path, display) is not Status.VERIFIED


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        (r"\int dx \int dy f(x, y)", r"\int \int f(x, y) dy dx"),
        (r"\int_{0}^{1} d \mu(x)", r"\int_{0}^{1} 1 d \mu(x)"),
        (r"\int_{0}^{1} d x (x)", r"\int_{0}^{1} (x) d x"),
        (r"\int d f(x) dx", r"\int d f(x) dx"),  # a factor d
        (r"\int f(x) dx + dy", r"\int f(x) dx + dy"),
        (r"\int x dx y", r"\int x dx y"),  # a factor behind it
        (r"\int x dx x", r"\int x x dx"),
    ],
)
def test_a_differential_goes_to_the_end_of_its_integral(text: str, moved: str) -> None:
    assert differentials_last(words(text), {"x", "y", "d", "f"}) == words(moved)


def test_a_bracket_between_angles_is_a_mean_and_two_things_are_an_inner_product() -> None:
    for same in (r"\langle x, y \rangle", r"\langle x | y \rangle", r"\langle", r"x \rangle"):
        assert averages(words(same)) == words(same)
    assert joined(averages(words(r"\langle \langle x \rangle y \rangle"))) == joined(
        words(r"\mathbb{E}[\mathbb{E}[x] y]")
    )


def test_a_font_over_a_word_is_left_alone() -> None:
    declared = {r"\mathbf{V}", r"\mathbf{M}", r"\mathbf{VM}"}
    assert apart(words(r"\mathbf{VM}"), declared) == words(r"\mathbf{VM}")
    assert apart(words(r"\mathbf{if}"), declared) == words(r"\mathbf{if}")
    assert apart(words(r"\mathbf{V_{1}}"), declared) == words(r"\mathbf{V_{1}}")
    assert indices_out(words(r"\bar{v_{i}}")) == words(r"\bar{v}_{i}")


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\int \mathcal{D}h\, f(h) + c", r"c + \int \mathcal{D}h\, f(h)", r"\int \mathcal{D}h\, f(h)"),
        (r"\int \mathcal{D}h\, (a f(h) + b f(h))", r"(a + b) \int \mathcal{D}h\, f(h)", r"a \int \mathcal{D}h\, f(h)"),
        (r"\int a f(x)\,d\mu(x)", r"a \int f(x)\,d\mu(x)", r"\int f(x)\,d\mu(x)"),
        (r"\Big(\frac{a b}{a + z}\Big)^n (a + z)^n", r"a^n b^n", r"a^n b"),
        (r"\Big(\frac1a + \frac1b\Big)^{-n}", r"\frac{(a b)^n}{(a + b)^n}", r"\frac{a b}{(a + b)^n}"),
    ],
)
def test_measures_and_whole_powers(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert _last(tmp_path, rf"{left} &= {right}") is Status.VERIFIED
    assert _last(tmp_path, rf"{left} &= {right} \\ &= {false}") is not Status.VERIFIED


def test_a_number_with_the_letter_of_a_measure_stays_inside(tmp_path: Path) -> None:
    assert _last(tmp_path, r"\int c f(c)\,d\mu(c) &= c \int f(c)\,d\mu(c)") is not Status.VERIFIED
    assert _last(tmp_path, r"\int_a^b f'(c)\,d\mu(c) &= f(b) - f(a)") is not Status.VERIFIED
    assert _last(tmp_path, r"\Big(z^2\Big)^{n/2} &= z^n") is not Status.VERIFIED


def test_what_goes_on_with_dots_is_read_and_not_judged(tmp_path: Path) -> None:
    assert _last(tmp_path, r"M(z) &= 1 + z + z^2 + \cdots") is Status.UNCHECKED
