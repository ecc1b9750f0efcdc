"""Formulas that are marked in notes: all are read, and in the chapters that are done none is left to be guessed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from layerproof import derivations
from layerproof.export.html.mathml import mathml
from layerproof.export.html.words import sentence
from layerproof.export.prose import sentence as in_latex
from layerproof.language.claims import Claim
from layerproof.language.marked import is_marked, parts, unmarked
from layerproof.language.printing.inline import Piece, formula, pieces

DONE = ("feedback", "lazy-rich")
"""The chapters whose notes have been marked, each looked at; a chapter that is done joins them."""


def notes() -> Iterator[Claim]:
    return (claim for subject in derivations.subjects() for claim in derivations.load(subject) if claim.note)


def is_read(text: str) -> bool:
    """Whether all of a marked formula is mathematics: nothing of it falls back to upright words, or stays a command."""
    shown = formula(text)
    return r"\mathrm{" not in shown.replace(r"\mathrm{d}", "") and "$" not in shown and "\\" not in mathml(shown)


def test_every_marked_formula_is_read() -> None:
    wrong = [
        (claim.id, part)
        for claim in notes()
        if is_marked(claim.note)
        for part, marked in parts(claim.note)
        if marked and not is_read(part)
    ]
    assert not wrong
    assert not is_read("a ; b")
    assert not is_read("x_i &")


def left_to_guess(note: str) -> list[str]:
    """What a reader would take for a formula outside of the marks."""
    words = [part for part, marked in parts(note) if not marked] if is_marked(note) else [note]
    return [piece.text for part in words for piece in pieces(part) if piece.formula is not None]


@pytest.mark.parametrize("subject", DONE)
def test_in_a_chapter_that_is_done_nothing_is_guessed(subject: str) -> None:
    claims = [claim for claim in derivations.load(subject) if claim.note]
    assert sum(is_marked(claim.note) for claim in claims) >= len(claims) / 2
    assert {claim.id: found for claim in claims if (found := left_to_guess(claim.note))} == {}


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


def test_one_dollar_is_a_dollar() -> None:
    assert not is_marked("It costs 5$")
    assert unmarked("It costs 5$") == "It costs 5$"
    assert "5$" in str(sentence("It costs 5$"))
