"""Formulas that are marked in words: all are read, and in the book none is left to be guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from subprocess import run
from typing import Any

import pytest

from layerproof import Identity, derivations, real
from layerproof.desk.signs import in_signs, prose
from layerproof.export.html.mathml import mathml
from layerproof.export.html.words import sentence
from layerproof.export.prose import sentence as in_latex
from layerproof.language import untex
from layerproof.language.claims import Claim, Erratum, Step
from layerproof.language.marked import is_latex, is_marked, parts, unmarked
from layerproof.language.printing.inline import Piece, is_formula, marked_formula, pieces


def square(**words: Any) -> Claim:
    """A claim with these words."""
    x = real("x")
    return Claim("mine/square", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1), **{"title": "A square", **words})


def said(claim: Claim) -> Iterator[str]:
    """What is said of a claim in words, and not by its source."""
    erratum = claim.erratum
    yield from (claim.note, *((erratum.wrong, erratum.consequence, erratum.damage) if erratum else ()))


def everything() -> Iterator[tuple[str, str]]:
    """Each claim's id, and each sentence of it."""
    for subject in derivations.subjects():
        yield from ((claim.id, text) for claim in derivations.load(subject) for text in said(claim) if text)


def is_read(text: str) -> bool:
    """Whether all of a marked formula is mathematics: nothing of it falls back to upright words, or stays a command."""
    shown = marked_formula(text)
    return (is_latex(text) or is_formula(text)) and "$" not in shown and "\\" not in mathml(shown)


def test_every_marked_formula_is_read() -> None:
    wrong = [(id, part) for id, text in everything() for part, marked in parts(text) if marked and not is_read(part)]
    assert not wrong
    assert not is_read("a ; b")
    assert not is_read("x_i &")
    assert not is_read("e^(-2Rt/Z)")


NO_FORMULA = re.compile(r"\b[a-z-]+/[a-z0-9-]+|\bgamma (?:function|integral)\b|\bappendix [A-D]\b|\binfinity\b")
"""Ids, names and words, of which a guesser takes a part for a formula."""


def left_to_guess(note: str) -> list[str]:
    """What a reader would take for a formula outside of the marks."""
    words = [NO_FORMULA.sub("", part) for part, marked in parts(note) if not marked]
    return [piece.text for part in words for piece in pieces(part) if piece.formula is not None]


def test_in_the_book_nothing_is_guessed() -> None:
    texts = list(everything())
    assert sum(is_marked(text) for _, text in texts) >= len(texts) / 2
    assert [(id, found) for id, text in texts if (found := left_to_guess(text))] == []


def test_what_is_left_to_guess() -> None:
    assert left_to_guess("For every $x$, and a_i = 1") == ["a_i = 1"]
    assert left_to_guess("For every x > 0") == ["x > 0"]
    assert left_to_guess("For every $x > 0$, as (3.2) says") == []


def test_a_marked_sentence() -> None:
    note = "A quarter of $a_k^2 <= S$, by lazy-rich/gamma; x is no formula"
    assert list(pieces(note))[:3] == [
        Piece("A quarter of "), Piece("a_k^2 <= S", r"a_{k}^{2} \le S"), Piece(", by lazy-rich/gamma; x is no formula")
    ]  # fmt: skip
    assert unmarked(note) == note.replace("$", "")
    assert in_latex(note).count("$") == 2
    page = str(sentence(note, lambda id: f"{id}.html"))
    assert page.count("<math") == 1
    assert '<a href="lazy-rich/gamma.html"' in page
    assert "$" not in page


@pytest.mark.parametrize(
    "note",
    ["It costs 5$", "costs $5 and $6", "from $5 to US$6", r"a dollar: \$x\$", "`$HOME` and `$x$`", "$ x $", "$$"],
)
def test_dollars_that_mark_nothing_stay(note: str) -> None:
    said = note.replace(r"\$", "$")
    assert not is_marked(note)
    assert unmarked(note) == prose(note) == said
    assert sentence(note).striptags() == said.replace("`", "")
    assert in_latex(note).count(r"\$") + in_latex(note).count(r"\texttt") >= 1
    assert square(note=note).note == note


@pytest.mark.parametrize(
    ("note", "plain", "signs", "latex"),
    [
        (r"for $\frac{a}{b} \le 1$.", "for a/b <= 1.", "for a/b ≤ 1.", r"for $\frac{a}{b} \le 1$."),
        (r"$\theta_{k}^{2}$ or $5", "theta_k^2 or $5", "θₖ² or $5", r"$\theta_{k}^{2}$ or \$5"),
        (r"$\sqrt{\frac{x+1}{2}}$", "sqrt((x+1)/2)", "√((x+1)/2)", r"$\sqrt{\frac{x+1}{2}}$"),
        ("the $n$th $a_k^2 <= S$", "the nth a_k^2 <= S", "the nth aₖ² ≤ S", r"the $n$th $a_{k}^{2} \le S$"),
        (r"$W^\top W \to \infty$", "W^T W -> infinity", "Wᵀ W → ∞", r"$W^\top W \to \infty$"),
    ],
)
def test_each_face_of_a_marked_formula(note: str, plain: str, signs: str, latex: str) -> None:
    claim = square(title=note, note=note)
    assert unmarked(note) == claim.title == plain
    assert claim.heading == note
    assert prose(note, in_signs) == signs
    assert in_latex(note) == latex
    page = str(sentence(note))
    assert page.count("<math") == latex.replace(r"\$", "").count("$") / 2
    assert "\\" not in page
    assert "frac" not in page.replace("<mfrac", "").replace("</mfrac", "")


@pytest.mark.parametrize(
    ("formula", "got"),
    [
        (r"\foo{x}", r"\foo"), (r"\frac{a}", "no argument"), (r"{a + \beta", "opening brace"),
        (r"\beta}", "closing brace"), (r"x^2^\beta", "two ^"), (r"\left( \beta)", r"\left"), (r"a & \beta", "&"),
        (r"\begin{matrix} a \end{matrix}", r"\begin"), ("a ; b", "neither"), ("5 and 6", "neither"),
        ("a) b", "neither"), ("for x > 0", "neither"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_when_the_claim_is_made(formula: str, got: str) -> None:
    for where, made in {
        "the title": lambda note: square(title=note),
        "the note": lambda note: square(note=note),
        "the erratum (consequence)": lambda note: square(erratum=Erratum("slip", "a sign", note)),
        "the reason of a step": lambda note: square(steps=[Step(real("x"), note)]),
    }.items():
        with pytest.raises(ValueError, match=re.escape(where)) as raised:
            made(f"for ${formula}$ it is")
        assert got in str(raised.value)
        assert r"$\frac{a}{b} \le 1$" in str(raised.value)
        assert r"written \$" in str(raised.value)


def test_the_lines_of_a_source_are_its_own() -> None:
    square(erratum=Erratum("slip", "a sign", printed=r"with $\mathfrak{g} \xrightarrow{t} 0$"))


WITH = {"frac": "{a}{b}", "dfrac": "{a}{b}", "tfrac": "{a}{b}", "binom": "{a}{b}", "left": r"( x \right)", "right": ""}


def used(command: str) -> str:
    """A formula with the command in it."""
    given = WITH.get(command, "(" if command in untex.SIZES else "{x}" if command[0].isalpha() else "")
    return "" if command == "right" else rf"a \{command}{given} b"


def test_every_command_is_known_to_pages() -> None:
    assert len(untex.COMMANDS) > 150
    assert [c for c in untex.COMMANDS if "\\" in (page := mathml(used(c))) or "<mtext>a" in page] == []
    assert [c for c in untex.COMMANDS if "\\" in untex.typed(used(c))] == []


@pytest.mark.skipif(which("pdflatex") is None, reason="without TeX")
def test_every_command_is_known_to_tex(tmp_path: Path) -> None:
    lines = "\n\n".join(f"${shown}$" for command in untex.COMMANDS if (shown := used(command)))
    head = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
    text = f"{head}{lines}\n\\end{{document}}\n"
    (tmp_path / "all.tex").write_text(text, encoding="utf-8")
    made = run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"], cwd=tmp_path, capture_output=True)
    assert made.returncode == 0, made.stdout.decode()[-800:]
