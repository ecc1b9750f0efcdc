"""Names in LaTeX: one spelling for each, and what may be one."""

from __future__ import annotations

import re

from ..files.tokens import Unbalanced, argument, between_commas, joined, words
from .naming_sets import ACCENTS, FONTS
from .spelling import plain


def latex_name(text: str) -> str:
    """A name in the one spelling in which names are kept."""
    return joined(plain(words(text.strip())))


def name_in(text: str) -> str:
    """A name in that spelling; empty where what is written cannot be cut into tokens."""
    try:
        return latex_name(text)
    except ValueError:
        return ""


_WORDS = (
    "frac sqrt sum prod int lim ln log exp sin cos tan cot sinh cosh tanh coth left right cdot times le ge leq geq ne "
    "neq to in infty pi top text begin end min max quad qquad partial nabla Vert langle rangle odot otimes circ mid "
    "forall exists dots ldots cdots vdots sim approx equiv"
)
_NO_LETTER = frozenset(rf"\{word}" for word in (*re.split(" ", _WORDS), "|"))
_POWER = re.compile(r"[23]|-?\d*/\d+|-[2-9]|\\top|T")


def is_name(latex: str) -> bool:
    """Whether it is a letter, perhaps in a font, with accents, indices, a superscript that is no power, primes."""
    tokens = words(latex)
    before = tokens[:1] in ([r"\Delta"], [r"\delta"], ["d"], [r"\nabla"], [r"\partial"]) and len(tokens) > 1
    if before and tokens[1] not in ("_", "^", "'"):
        tokens = tokens[1:]
    try:
        end = base_end(tokens, 0)
        while end is not None and end < len(tokens):
            if tokens[end] == "'":
                end += 1
                continue
            if tokens[end] not in ("_", "^"):
                return False
            inside, after = argument(tokens, end + 1)
            if not inside or (tokens[end] == "^" and _POWER.fullmatch("".join(inside))):
                return False
            end = after
    except Unbalanced:
        return False
    return end is not None


def base_end(tokens: list[str], k: int) -> int | None:
    """The place after the letter, font or accent at `k`; None if there is none."""
    if k >= len(tokens):
        return None
    token = tokens[k]
    if token in ACCENTS or token in FONTS:
        inside, after = argument(tokens, k + 1)
        if token in FONTS and all(len(t) == 1 and t.isalnum() for t in inside) and inside:
            return after
        return after if is_name(joined(inside)) else None
    letter = (len(token) == 1 and token.isascii() and token.isalpha()) or token == r"\ell"
    return k + 1 if letter or (re.fullmatch(r"\\[A-Za-z]+", token) and token not in _NO_LETTER) else None


def apart(text: str) -> list[str]:
    """Names between commas outside of braces."""
    return [joined(part) for part in between_commas(words(text)) if part]
