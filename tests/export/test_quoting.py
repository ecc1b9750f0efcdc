r"""What a source prints, quoted: where the repair differs, and how the place is shown."""

from __future__ import annotations

import pytest

from layerproof.export.html.quotes import quoted
from layerproof.export.prose import sentence
from layerproof.export.quoting import Quote, changed_formula, changed_words, in_latex, printed, right
from layerproof.language.claims import Erratum

ERRATUM = Erratum("slip", "wrong", printed=r"\frac{a}{2 b} + c", mark="2 b", right=r"\frac{a}{b} + c")
WORDS = Erratum(
    "slip", "wrong", printed="the model ($a < 1$) is lazy", mark="$a < 1$", right="the model ($a > 1$) is lazy",
    sentence=True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        (r"\exp(-\frac{4 R}{Z} t)", r"\exp(-\frac{2 R}{Z} t)", ["2"]),
        (r"a + b", r"a - b", ["-"]),
        (r"\sum_{j=1}^p S_j", r"\sum_{j=1}^d S_j", [r"\sum_{j=1}^d"]),  # what is after ^ alone is no group
        (r"\left(a - S\right)^{2}", r"\left(a - S_i\right)^{2}", ["S_i"]),
        (r"\frac{1}{1 + x}", r"\frac{1}{1 + x^{2}}", ["x^{2}"]),
        (r"\frac{1 - x}{1 + y}", r"\frac{1 - z}{1 + w}", ["z", "w"]),
        (r"S \left(1 - d\right)", r"S d/D", ["d/D"]),
        (r"\begin{cases} a & b \end{cases}", r"\begin{cases} a & c \end{cases}", [r"\begin{cases} a & c \end{cases}"]),
        (r"\mathcal{B}^2 x", r"\mathcal{B} x", [r"\mathcal{B}"]),
        (r"a + a b", "a b", ["a"]),  # nothing new: what stands beside the gap
    ],
)  # fmt: skip
def test_what_a_repair_changes(old: str, new: str, changed: list[str]) -> None:
    assert [new[start:end] for start, end in changed_formula(old, new)] == changed


def test_what_a_repair_changes_in_words() -> None:
    old, new = "it is lazy ($a < 1$) and slow", "it is lazy ($a > 1$) and very slow"
    assert [new[start:end] for start, end in changed_words(old, new)] == ["$a > 1$", "very"]


def test_a_marked_formula_in_latex() -> None:
    assert r"\lpfit{\frac{a}{\lpwrong{2 b}} + c}" in in_latex(printed(ERRATUM), r"\lpwrong", sentence)
    assert r"\lpfit{\frac{a}{\lpchanged{b}} + c}" in in_latex(right(ERRATUM), r"\lpchanged", sentence)


def test_a_marked_sentence_in_latex() -> None:
    assert in_latex(printed(WORDS), r"\lpwrong", sentence) == "the model ($\\lpwrong{a < 1}$) is lazy\n"


def test_a_marked_formula_on_a_page() -> None:
    shown = quoted(printed(ERRATUM), "wrong")
    assert shown.count('<mrow class="wrong">') == 1
    assert "\ue001" not in shown
    assert "wrong<" not in shown
    assert '<mrow class="wrong"><mi>a</mi></mrow>' in quoted(Quote("b + a", ((4, 5),), False), "wrong")


def test_a_marked_sentence_on_a_page() -> None:
    shown = quoted(right(WORDS), "changed")
    assert shown.startswith("<p>the model (")
    assert '(<mark class="changed"><math>' in shown
    assert shown.count("<mark") == 1


def test_a_matrix_is_not_broken_between_its_entries() -> None:
    line = r"Y = \begin{pmatrix} aaaaaaaaa + b & - S \\ c & d \end{pmatrix} + xxxxxxxxxxxxxxxxxxxxxxxx"
    assert "\\" not in quoted(Quote(line, (), False), "")
