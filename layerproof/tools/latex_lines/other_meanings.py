r"""Signs with a meaning that the prose gives them: ``$\|\cdot\|$ denotes the $\ell_1$ norm``, *logarithms are base 2*.

A formula that holds such a sign is not read: the meaning that is known here is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .displays import Display
from .prose import sentences

_NORMS = (r"\|", r"\Vert", r"\lVert", r"\rVert", r"\norm")
_INNER = (r"\langle", r"\inner", r"\innerproduct")
_NORM = re.compile(r"\\(?:\||[lr]?Vert\b)\s*(?P<of>.*?)\s*\\(?:\||[lr]?Vert\b)(?P<more>\s*[_^])?")
_OWN_NORM = re.compile(
    r"\b(?:euclid\w*|frobenius|standard|usual|two-norm|2-norm)\b|\\ell\s*[_^]\s*\{?2|\bl2\b|L\s*[_^]\s*\{?2",
    re.IGNORECASE,
)
_OWN_ROOT = re.compile(r"\\sqrt\s*\{\s*(?:(\S+?)\s*\^\s*\{?\s*(?:\\top|T)\s*\}?\s*\1|\\sum.*\^\s*\{?2\}?)\s*\}")
_DENOTES = re.compile(r"\b(?:denot\w+|stands? for|means?|is|be|write|defin\w+|norm|let)\b", re.IGNORECASE)
_OWN_INNER = re.compile(r"=\s*(\S+?)\s*\^\s*\{?\s*(?:\\top|T)\s*\}?\s*(?:\\[A-Za-z]+|[A-Za-z])(?:_\S+)?\s*$|=\s*\\sum")
_OTHER_INNER = re.compile(
    r"\binner product\b.*\b(?:weight\w*|normali[sz]\w+|induced|scaled|with respect to|on the)\b|"
    r"\b(?:weight\w*|normali[sz]\w+|scaled)\b.*\binner product\b",
    re.IGNORECASE,
)
_BASE = re.compile(r"\blog\w*\b.*\b(?:base|binary|decimal)\b|\b(?:base|binary|decimal)\b.*\blog\w*\b", re.IGNORECASE)


def other_meanings(text: str, found: Iterable[tuple[int, Display]]) -> dict[str, str]:
    """The signs that are not read, and why.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    refused: dict[str, str] = {}
    for _, words, formulas in sentences(text, found):
        if any(_is_other_norm(formula, words, formulas) for formula in formulas):
            refused |= dict.fromkeys(_NORMS, "the prose says what the norm is")
        inner = [formula for formula in formulas if re.match(r"\s*\\langle.*\\rangle\s*(?:[_^]\S+\s*)?:?=", formula)]
        if any(not _OWN_INNER.search(formula) for formula in inner) or _OTHER_INNER.search(words):
            refused |= dict.fromkeys(_INNER, "the prose says what the inner product is")
        if _BASE.search(words):
            refused[r"\log"] = "the prose says to what base logarithms are"
    return refused


def _is_other_norm(formula: str, words: str, formulas: Iterable[str]) -> bool:
    said = _NORM.match(formula.strip())
    if said is None or said["more"]:
        return False
    rest = formula.strip()[said.end() :]
    if re.match(r"\s*:?=", rest):  # of what it is of: |x| = 1 says nothing of norms
        return said["of"] in rest and not _OWN_ROOT.search(rest) and bool(_DENOTES.search(words))
    own = _OWN_NORM.search(words) or any(_OWN_NORM.search(one) for one in formulas)
    return said["of"] == r"\cdot" and not rest.strip() and not own and bool(_DENOTES.search(words))
