"""The prose of a paper: its sentences, the formulas that stand in them, and of which letters these tell."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Iterable, Iterator

from ..files.tokens import words
from ..notation.naming_sets import ACCENTS
from .displays import Display

FORMULA = re.compile(r"(?<![\\$])\$([^$]+?)(?<!\\)\$(?!\$)|\\\((.+?)\\\)", re.DOTALL)
END = re.compile(r"[.!?](?=\s|$)")
"""The end of a sentence, where formulas are masked."""
_EDGE = re.compile(END.pattern + r"|\n\s*\n|\\(?:sub)*(?:section|paragraph)\*?\s*\{[^{}]*\}")
_LEADING = f".!?{string.whitespace}"
"""What stands before the first word of a sentence: the end of the last one, the space that a display leaves."""


def sentences(text: str, found: Iterable[tuple[int, Display]]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The sentences between displays: where each begins, its words with its formulas blanked, and these.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    pieces, done = [], 0
    for _, display in found:
        end = display.start + len(display.body)
        pieces += [text[done : display.start], "\n\n".ljust(end - display.start, " ")]
        done = end
    prose = "".join([*pieces, text[done:]])
    formulas = [(one.start(), one[1] or one[2]) for one in FORMULA.finditer(prose)]
    blank = FORMULA.sub(lambda one: "\x01" * len(one[0]), prose)
    edges = [0, *(edge.start() for edge in _EDGE.finditer(blank)), len(blank)]
    for edge, end in itertools.pairwise(edges):
        begin = end - len(blank[edge:end].lstrip(_LEADING))
        yield begin, blank[begin:end], tuple(formula for place, formula in formulas if begin <= place < end)


def marked(text: str) -> tuple[str, list[tuple[int, str]]]:
    """A text with a mark for each formula, its number between two characters 1, and these with where they begin."""
    formulas: list[tuple[int, str]] = []

    def mark(found: re.Match[str]) -> str:
        formulas.append((found.start(), " ".join((found[1] or found[2]).split())))
        return f"\x01{len(formulas) - 1}\x01"

    return FORMULA.sub(mark, text), formulas


def concerns(said: Iterable[str], formula: str) -> bool:
    """Whether formulas that give letters a meaning are about one that stands in another formula."""
    return _share(said, formula, _letters)


def introduces(said: Iterable[str], formula: str) -> bool:
    r"""Whether formulas that introduce letters are about one in another formula, with the accents that they have.

    *Let $\tilde \mu = \mu - m$* introduces ``\tilde \mu``, and leaves ``\mu`` what it is.
    """
    return _share(said, formula, _accented)


def _share(said: Iterable[str], formula: str, letters: Callable[[str], list[str]]) -> bool:
    """Whether one of some formulas is about a letter of another: not by its indices, unless it has no others."""
    here = set(letters(formula))
    about = (one.partition("=")[0] for one in said)
    return any(here & set(letters(_INDEX.sub(" ", one)) or letters(one)) for one in about)


def _accented(formula: str) -> list[str]:
    """The letters of a formula, each with the accent that stands on it."""
    found: list[str] = []
    accent = ""
    for token in words(formula):
        if token in ACCENTS:
            accent = token
        elif (len(token) == 1 and token.isalpha()) or _GREEK.fullmatch(token):
            found.append(accent + token)
            accent = ""
        elif token != "{":
            accent = ""
    return found


_INDEX = re.compile(r"_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[A-Za-z0-9])")


def _letters(formula: str) -> list[str]:
    return [token for token in words(formula) if (len(token) == 1 and token.isalpha()) or _GREEK.fullmatch(token)]


_GREEK = re.compile(
    r"\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|"
    r"ell)",
    re.IGNORECASE,
)
