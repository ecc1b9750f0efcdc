r"""What stands beside the noun that it explains: *in terms of $W = W_2 W_1$*, *for the student $W = W_2 W_1$*.

Such an equation says what its letter stands for, whatever else the sentence does with it. The
noun must be one of what a paper has a letter for, and no *case* or *choice*, and its letter be worked out from at least
two others, for ``x = 0`` and ``w = w^*`` tell of a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..files.tokens import Unbalanced, joined, words
from ..notation.naming import is_name
from ..notation.spelling import plain
from .plain_words import strange

_MARK = re.compile("\x01(\\d+)\x01")
_TERMS = re.compile(r"\bin terms of\s*$", re.IGNORECASE)
_NOUN = re.compile(
    r"\b(?P<verb>[a-z]+\s+)?(?:the|its|this)\s+(?P<adjectives>(?:[a-z-]+\s+){0,2})"
    r"(?:student|product|residual|residuals|error|network|predictor|estimator|loss|matrix|map|mapping|operator)\s*$",
    re.IGNORECASE,
)
_WISHES = re.compile(r"(?:wants?|needs?|requires?|make|makes|force|forces|set|sets|get|gets|find|finds|choose|pick)\s+")
_FACTOR = re.compile(r"\\(?!frac|cdot|times|left|right|big|text|math)[A-Za-z]+|(?<![\\A-Za-z])[A-Za-z](?![a-z])")
"""A letter of a product, its indices left out."""


def apposed(sentence: str, formulas: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """The equations of a sentence that stand beside a noun, each with its place and the words after it.

    Args:
        sentence: with a mark for each formula, its number between two characters 1.
        formulas: by these numbers, with where they begin.
    """
    place = 0
    for found in _MARK.finditer(sentence):
        before = sentence[place : found.start()]
        where, formula = formulas[int(found[1])]
        if _says_what_a_letter_is(formula) and _explains(before):
            yield where, formula, sentence[found.end() :]
        place = found.end()


def _explains(before: str) -> bool:
    if _TERMS.search(before):
        return True
    noun = _NOUN.search(before)
    wishes = noun is not None and noun["verb"] is not None and _WISHES.fullmatch(noun["verb"]) is not None
    return noun is not None and not wishes and not strange(noun["adjectives"])


def _says_what_a_letter_is(formula: str) -> bool:
    left, equal, right = formula.partition("=")
    if not equal or re.search(r"[=<>]|\\(?:l|g)e(?:q|qslant)?(?![A-Za-z])|\\[lc]?dots|\\approx", right):
        return False
    try:
        name = joined(plain(words(left.removesuffix(":"))))
    except (Unbalanced, ValueError):
        return False
    bare = re.sub(r"[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\S)", " ", right)
    return is_name(name) and len(_FACTOR.findall(bare)) > 1
