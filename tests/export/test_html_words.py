"""Sentences as HTML."""

from __future__ import annotations

import re

import pytest
from late import late
from markupsafe import Markup

with late():
    from layerproof.export.html.chapters import prose
    from layerproof.export.html.words import capital, number, sentence, symbol, titled, value


def said(markup: Markup) -> str:
    """The text, with « » around what is mathematics and scripts marked."""
    shown = re.sub(r"<math>(.*?)</math>", lambda m: f"«{re.sub('<[^>]+>', '', m[1])}»", markup)
    return re.sub(r"</?span[^>]*>", "", shown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rate of a_k", "The rate of «ak»"),
        ("as kappa tends to 0", "as «κ» tends to 0"),
        ("x^2 and x^(2-kappa)", "«x2» and «x2−κ»"),
        ("|w|^2", "|«w»|<sup>«2»</sup>"),
        ("a matrix A, in a class", "a matrix A, in a class"),
        ("with a = b and I = 1", "with «a» = «b» and «I» = 1"),
        ("r = a b", "«r» = «a» «b»"),
        ("by (A.19), (3.8) and B.39", "by (A.19), (3.8) and B.39"),
        ("a claim's title, t-test, e.g. this", "a claim&#39;s title, «t»-test, e.g. this"),
        ("U is D_c x d_k", "«U» is «Dc» × «dk»"),
        ("lambda cosh x is", "«λ» cosh «x» is"),
        ("to 1e-14", "to «10−14»"),
        ("p - 1 >= -2", "«p» − 1 ≥ −2"),
        ("panels (a) and (b)", "panels (a) and (b)"),
        ("Figures 5.1(b) and Appendix B", "Figures 5.1(b) and Appendix B"),
        ("If d[i] >= 1", "If «di» ≥ 1"),
        ("w_1[i,j] and E[k]", "«wi,j,1» and «E»[«k»]"),
        ("W_1~", "«W~1»"),
        ("O_ij", "«Oij»"),
        ("sum_k c_k", "«∑k» «ck»"),
        ("dw_k/dt", "«dwk»/«dt»"),
        ("`S_0`", "<code>S_0</code>"),
        ("<e_i|e_j>", "&lt;«ei»|«ej»&gt;"),
        ("gamma_+ and mu_- t", "«γ+» and «μ−» «t»"),
        ("a*b/S", "«a»·«b»/«S»"),
    ],
)
def test_names_become_mathematics_and_words_stay_words(text: str, expected: str) -> None:
    assert said(sentence(text)) == expected


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a_<b>", "x^<b>", "`<b>`"]
)
def test_markup_in_a_sentence_is_text(text: str) -> None:
    shown = re.sub(r"</?(?:math|m[a-z]+|code|span|sup)\b[^<>]*>", "", sentence(text))
    assert "<" not in shown


def test_an_id_is_a_link_where_there_is_a_page() -> None:
    shown = sentence("see own/claim, not own/other.", {"own/claim": "claim.html"}.get)
    assert '<a href="claim.html"><code>own/claim</code></a>, not own/other.' in shown


def test_mathematics_is_not_torn_from_its_brackets() -> None:
    assert sentence("at (S) now").count('<span class="k">(<math>') == 1
    assert "&lt;<math>" in sentence("<e_i|")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("the rate", "The rate"), ("a rate", "A rate"), ("a_k times", "a_k times"), ("kappa is", "kappa is"), ("", ""),
     ("x is", "x is"), ("(3.1)", "(3.1)")],
)  # fmt: skip
def test_a_sentence_begins_with_a_capital_unless_with_a_symbol(text: str, expected: str) -> None:
    assert capital(text) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [("-1/2", "−12"), ("3", "3"), ("-1.00", "−1.00"),
     ("[0.5 +/- 3e-17]", "0.5±3×10−17"), ("[[4/5, 0], [1, 2]]", "(45012)"), ("[[3]]", "3"),
     (1.5e-10, "1.5×10−10"), (0.25, "0.25"), ("one of [[1]], [[-1]]", "one of 1, -1"), ("<b>", "&lt;b&gt;")],
)  # fmt: skip
def test_values_are_shown_as_numbers(given: object, expected: str) -> None:
    assert re.sub("<[^>]+>", "", value(given)) == expected


def test_an_entry_of_a_family_has_its_index() -> None:
    assert re.sub("<[^>]+>", "", symbol("a_+[1]")) == "a1,+"
    assert re.sub("<[^>]+>", "", number(1e-9)) == "10−9"


def test_the_formulas_of_a_title_are_found_whole() -> None:
    shown = str(titled("A constant times T^(-alpha/(alpha+1)), from a(0) b(0) = r_0 on"))
    assert shown.count("<math>") == 2
    assert "^" not in shown
    assert "<msup><mi>T</mi>" in shown


def test_formulas_in_the_prose_of_a_chapter_are_mathematics() -> None:
    shown = str(prose("The target ``f*(x) = S x``, in ``thesis.tex``, is *one*.", lambda name: None))
    assert "<msup><mi>f</mi>" in shown
    assert "<code>thesis.tex</code>" in shown
    assert "<em>one</em>" in shown
