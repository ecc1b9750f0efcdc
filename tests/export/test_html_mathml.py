"""LaTeX as MathML: what a browser lays out is what the formula says."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from layerproof.derivations import load
from layerproof.export.fragments import printed, rows
from layerproof.export.html.mathml import APPLY, letters, mathml, pieces
from layerproof.language.printing import latex
from layerproof.language.statements.base import SIGNS


def said(markup: str) -> str:
    """What is printed, without the signs that are not seen."""
    return unescape(re.sub(r"<[^>]+>", "", markup)).replace(APPLY, "").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("formula", "part"),
    [
        (r"a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
        (r"a = -b", '<mo>=</mo><mo form="prefix">−</mo><mi>b</mi>'),
        (r"\frac{\mathrm{d} a}{\mathrm{d} t}", '<mi mathvariant="normal">d</mi><mi>t</mi>'),
        (
            r"2 \ln(h)",
            f'<mn>2</mn><mspace width=".167em"/><mi>ln</mi><mo>{APPLY}</mo><mrow><mo stretchy="false">(</mo>',
        ),
        (r"(-h \ln(h))", f'<mi>h</mi><mspace width=".167em"/><mi>ln</mi><mo>{APPLY}</mo>'),
        (r"\cos x", f'<mi>cos</mi><mo>{APPLY}</mo><mspace width=".167em"/><mi>x</mi>'),
        (r"\operatorname{arsinh}(x)", "<mi>arsinh</mi>"),
        (r"\tanh^{2}(x)", f"<msup><mi>tanh</mi><mn>2</mn></msup><mo>{APPLY}</mo>"),
        (r"a_{\mathrm{eff}}", "<msub><mi>a</mi><mi>eff</mi></msub>"),
        (r"\left.f\right|_{t=0}", '<msub><mrow><mi>f</mi><mo form="postfix" stretchy="true">|</mo></mrow>'),
        (r"2 |a + b|", '<mrow><mo stretchy="false" form="prefix">|</mo><mi>a</mi>'),
        (r"(a + b)^{2}", '<mo stretchy="false">)</mo></mrow><mn>2</mn></msup>'),
        (r"\left(\frac{a}{b}\right)^{2}", "<msup><mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>"),
        (r"\tilde{W}_{1}", '<msub><mover accent="true"><mi>W</mi><mo stretchy="false">~</mo></mover><mn>1</mn></msub>'),
        (r"a'_{k}", "<msubsup><mi>a</mi><mi>k</mi><mo>′</mo></msubsup>"),
        (r"\lim_{x \to 0^{+}} x", '<munder><mo movablelimits="true" form="prefix"'),
        (r"\left(\sum_{i=1}^{n} x_{i}\right)", "<munderover><mo>∑</mo>"),
        (r"\Sigma_{0}", '<mi mathvariant="normal">Σ</mi>'),
        (r"\mathcal{S}_{0}", "<mi>𝒮</mi>"),
        (r"W^{\top}", '<msup><mi>W</mi><mi mathvariant="normal">⊤</mi></msup>'),
        (r"R \text{ is diagonal}", "<mtext>\xa0is\xa0diagonal</mtext>"),
        (r"S/r_{0}", '<mo lspace="0" rspace="0">/</mo>'),
        (r"\|x\|^2 - 1", '<mi>x</mi><mo stretchy="false" form="postfix">‖</mo></mrow><mn>2</mn></msup><mo>−</mo>'),
        (r"\mathscr{L}(x; \mathbf{1})", "<mi>ℒ</mi>"),
        (r"\mathscr{L}(x; \mathbf{1})", "<mi>x</mi><mo>;</mo><mn>𝟏</mn>"),
        (r"A \implies B", "<mo>⟹</mo>"),
    ],
)
def test_a_browser_is_told_what_each_sign_is(formula: str, part: str) -> None:
    assert part in mathml(formula)


def test_a_term_that_goes_on_begins_with_a_sign_between_two_sides() -> None:
    first, second = pieces(r"= \frac{a}{b} + a_{0} b_{0} c_{0}", width=1)
    assert said(first) == "=ab"
    assert '<mo form="infix">+</mo>' in second


def test_lines_break_outside_of_fences_only() -> None:
    formula = r"= |a + b| + \frac{a + b}{c} - \left(a - b\right) + (a + c),\ O = I"
    assert [said(piece) for piece in pieces(formula, width=1)] == [
        "=|a+b|", "+a+bc", "−(a−b)", "+(a+c),", "O=I",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "broken"),
    [
        (r"a = \left\{ b + c \right\} + d", ["a={b+c}", "+d"]),
        (r"a \leftarrow \|b + c\| + d", ["a←‖b+c‖", "+d"]),
        (r"a = ||b + c|| + |d||e| + f", ["a=||b+c||", "+|d||e|", "+f"]),
        (r"a = \left. b + c \right| + d", ["a=b+c|", "+d"]),
    ],
)
def test_what_is_a_fence(formula: str, broken: list[str]) -> None:
    assert [said(piece) for piece in pieces(formula, width=1)] == broken


def test_a_sign_after_a_relation_has_no_left_side() -> None:
    _, second = pieces("a = -b", width=1)
    assert "infix" not in second


def test_a_short_formula_stays_whole() -> None:
    assert len(pieces("= a + b")) == 1


def test_the_width_of_a_fraction_is_that_of_its_wider_part() -> None:
    assert letters(r"\frac{a + b + c}{d}") == letters("a + b + c") == 5


@pytest.mark.parametrize("formula", [r"\frac{", "a }", r"\nosuchthing{a}", "<script>", r"\begin{matrix}", "^", ""])
def test_what_cannot_be_read_is_shown_and_never_markup(formula: str) -> None:
    shown = mathml(formula)
    assert "<script" not in shown
    ElementTree.fromstring(shown)


@pytest.mark.parametrize("subject", ["feedback", "lazy-rich"])
def test_every_formula_is_mathematics_and_nothing_is_lost_between_its_pieces(subject: str) -> None:
    for claim in load(subject):
        with printed(claim):
            formulas = [
                f"{SIGNS[row.relation]} {latex(side)}" for part in rows(claim) for row in part for side in (row.right,)
            ]
        for formula in formulas:
            whole, broken = mathml(formula, display=True), pieces(formula)
            assert "\\" not in whole, formula
            assert said("".join(broken)).replace(" ", "") == said(whole).replace(" ", ""), formula
            for piece in broken:
                ElementTree.fromstring(piece)


def test_the_condition_of_a_case_stands_apart() -> None:
    shown = mathml(r"\begin{cases} S & : d < D \\ 0 & \text{if } d = D \end{cases}")
    assert '<mo lspace="0" rspace=".28em">:</mo><mi>d</mi>' in shown
    assert 'columnalign="left"' in shown  # which the style sheet keeps, where a browser does not
