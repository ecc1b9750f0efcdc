r"""Signs with a meaning that the prose gives them: ``$\|\cdot\|$ denotes the $\ell_1$ norm``, *logarithms are base 2*.

A formula that holds such a sign is not read: the meaning that is known here is another one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from .displays import Display
from .prose import sentences

_NORMS = (r"\|", r"\Vert", r"\lVert", r"\rVert", r"\norm")
_ANGLES = (r"\langle", r"\inner", r"\innerproduct")
_NORM = re.compile(r"\\(?:\||[lr]?Vert\b)\s*(?P<of>.*?)\s*\\(?:\||[lr]?Vert\b)(?P<more>\s*[_^])?")
_OWN_NORM = re.compile(
    r"\b(?:euclid\w*|frobenius|standard|usual|two-norm|2-norm)\b|\\ell\s*[_^]\s*\{?2|\bl2\b|L\s*[_^]\s*\{?2",
    re.IGNORECASE,
)
_OWN_ROOT = re.compile(r"\\sqrt\s*\{\s*(?:(\S+?)\s*\^\s*\{?\s*(?:\\top|T)\s*\}?\s*\1|\\sum.*\^\s*\{?2\}?)\s*\}")
_DENOTES = re.compile(r"\b(?:denot\w+|stands? for|means?|is|be|write|defin\w+|norm|let)\b", re.IGNORECASE)
_INNER = re.compile(
    r"\s*\\langle\s*(?P<one>[^,]*?)\s*,\s*(?P<other>.*?)\s*\\rangle\s*(?P<of>_\S+\s*)?:?=(?P<is>.*)", re.DOTALL
)
_LETTER = re.compile(r"\\[A-Za-z]+\s*\{\s*\\?[A-Za-z]+\s*\}|\\?[A-Za-z]+")
_TURNED = r"\s*\^\s*\{?\s*(?:\\top|\\mathsf\s*\{?\s*T\s*\}?|T)\s*\}?\s*"
_OTHER_INNER = re.compile(
    r"\binner product\b.*\b(?:weight\w*|normali[sz]\w+|induced|scaled|with respect to|on the)\b|"
    r"\b(?:weight\w*|normali[sz]\w+|scaled)\b.*\binner product\b",
    re.IGNORECASE,
)
_LOG = r"\blog(?:s|arithm\w*)?\b"  # and no logistic regression
_BASE = re.compile(rf"{_LOG}.*\b(?:base|binary|decimal)\b|\b(?:base|binary|decimal)\b.*{_LOG}", re.IGNORECASE)


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
        if any(map(_is_other_inner, formulas)) or _OTHER_INNER.search(words):
            refused |= dict.fromkeys(_ANGLES, "the prose says what the inner product is")
        if _BASE.search(words):
            refused[r"\log"] = "the prose says to what base logarithms are"
    return refused


def is_refused(tokens: Sequence[str], refused: Container[str]) -> str:
    r"""The sign in a formula that is refused; empty if there is none. ``\|x\|_2`` is the norm that it says.

    Args:
        tokens: of the formula.
        refused: as keys.
    """
    bars = [k for k, token in enumerate(tokens) if token in _NORMS]
    said = len(bars) % 2 == 0 and all(tokens[k + 1 : k + 2] == ["_"] for k in bars[1::2])
    return next((token for token in tokens if token in refused and not (said and token in _NORMS)), "")


def _is_other_inner(formula: str) -> bool:
    r"""Whether a formula says what an inner product is, ``\langle x, y \rangle = x^\top K y``, and no value of one."""
    said = _INNER.match(formula)
    if said is None or r"\langle" in said["is"]:
        return False
    one, other, value = said["one"], said["other"], said["is"]
    if r"\cdot" in (one, other):
        return True
    if not (_LETTER.fullmatch(one) and _LETTER.fullmatch(other)):
        return False
    if not all(re.search(rf"(?<![A-Za-z\\]){re.escape(letter)}(?![A-Za-z])", value) for letter in (one, other)):
        return False
    first, second = (rf"{re.escape(letter)}(?:_\S+)?" for letter in (one, other))
    ends = r"(?:_\s*(?:\{[^{}]*\}|\S)\s*)?(?:\^\s*(?:\{[^{}]*\}|\S)\s*)?"
    own = rf"(?:\\sum\s*{ends}{first}\s*(?:\\cdot\s*)?{second}"
    trace = r"\\(?:operatorname\s*\{\s*[tT]r\s*\}|mathrm\s*\{\s*[tT]r\s*\}|[tT]r)\s*[(\[{]?\s*"
    own += rf"|{first}{_TURNED}{second}|{trace}{first}{_TURNED}{second}\s*[)\]}}]?)"
    return re.fullmatch(rf"\s*{own}\s*(?:[,.;=].*)?", value, re.DOTALL) is None


def _is_other_norm(formula: str, words: str, formulas: Iterable[str]) -> bool:
    said = _NORM.match(formula.strip())
    if said is None or said["more"]:
        return False
    rest = formula.strip()[said.end() :]
    if re.match(r"\s*:?=", rest):  # of what it is of: |x| = 1 says nothing of norms
        return said["of"] in rest and not _OWN_ROOT.search(rest) and bool(_DENOTES.search(words))
    own = _OWN_NORM.search(words) or any(_OWN_NORM.search(one) for one in formulas)
    return said["of"] == r"\cdot" and not rest.strip() and not own and bool(_DENOTES.search(words))
