r"""What a paper announces: ``\begin{lemma}``, *We define*, *Recall that*, *We claim that*.

Such a display says something that is no step of a derivation: what it says is set, proved elsewhere, or still to be
shown. A line there that is neither proved nor wrong is STATED, with where it is said, and with what was found of it.
What is wrong there stays wrong. This gives other lines no facts: how far a display states any is told by `asserted`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .asserted import lead_of, opened_at
from .displays import Display

_NAMED = {
    "thm": "theorem", "thrm": "theorem", "lem": "lemma", "lma": "lemma", "prop": "proposition", "cor": "corollary",
    "defn": "definition", "defi": "definition", "dfn": "definition", "def": "definition", "assum": "assumption",
    "asm": "assumption", "ass": "assumption", "conj": "conjecture",
}  # fmt: skip
_KINDS = frozenset(
    {"theorem", "lemma", "proposition", "corollary", "definition", "assumption", "assumptions", "conjecture", "claim",
     "fact", "condition", "hypothesis", "axiom"}
)  # fmt: skip
_NEWTHEOREM = re.compile(r"\\newtheorem\*?\s*\{([A-Za-z]+)\*?\}\s*(?:\[[A-Za-z]*\])?\s*\{\s*([A-Za-z]+)")
_CONCLUDES = re.compile(
    r"\b(?:then|thus|hence|so|therefore|consequently|which (?:gives|yields|implies|shows)|"
    r"we (?:\w+ly )?(?:have|get|obtain|find|see|note|observe|compute|deduce|conclude)|"
    r"(?:it|this|that|these|there) (?:\w+ly )?(?:gives?|yields?|impl\w+|"
    r"follows?|shows?|leads?|results?)|follows|note|notice|observe|obtain\w*|deduce\w*|comput\w+|becomes?|equals)\b",
    re.IGNORECASE,
)
"""What announces a step after all: *Let x be a point. Then*, *Define u; we have*."""
_SETS = re.compile(
    r"^\W*(?:(?:and|now|next|first|finally|also|further\w*|moreover|in addition|here|where|to this end|\w+ly)\W+)*"
    r"(?:we (?:(?:also|now|first|then|next|will|can|may|must|further|simply|again|therefore|thus) )*"
    r"(?:define|denote|introduce|set|write|let|put|assume|suppose|consider|recall|require|model|choose|impose)|"
    r"let|define|denote|set|write|"
    r"assume|suppose|consider|recall|given|put|introduce|with the (?:definition|notation)|by definition)\b|"
    r"\b(?:is|are|be) (?:then |now |thus )?"
    r"(?:defined|denoted|assumed|supposed|modell?ed|parametri[sz]ed|initiali[sz]ed)\b",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"\b(?:(?:since|as|because|that)\W+)?(?:we|it is|is) (?:already |also |well[- ])?know(?:n)?\b(?: that)?\W*$|"
    r"\b(?:recall(?:ing)?|by (?:the )?(?:definition|assumption|hypothesis))(?: that)?\W*$",
    re.IGNORECASE,
)
_TO_SHOW = re.compile(
    r"\b(?:want|need|wish|aim|have|remains|suffices|enough|goal is|going|left|hope|try|order)(?: only| just)? to "
    r"(?:\w+ly )?(?:show|prove|verify|establish|check|bound|find|argue|see)\b|"
    r"\b(?:we|which|now) (?:(?:will|shall|can|now|next|first|further|also|then) )*(?:claim|prove|show|establish|argue|"
    r"conjecture|expect)\b|\bthe claim(?: is)?(?: that)?\W*$|\b(?:suffices|enough) that\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:have|has|just|already|having|thus|hence|this|which|that) (?:\w+ )?(?:shown?|proved|proven|shows)\b"
)


def announced(text: str, found: Sequence[tuple[int, Display]]) -> dict[int, str]:
    """Where each display stands that announces something, in words, by its number.

    Args:
        text: of the file, without comments.
        found: displays with their numbers, in order.
    """
    titles = {name.lower(): title.lower() for name, title in _NEWTHEOREM.findall(text)}
    said: dict[int, str] = {}
    for k, ((block, _), opened) in enumerate(zip(found, opened_at(text, found), strict=True)):
        if kind := _kind(opened, titles):
            said[block] = f"the statement of a {kind}" if kind != "assumptions" else "an assumption"
        elif words := _by_words(lead_of(text, found, k)):
            said[block] = words
    return said


def _kind(opened: Sequence[str], titles: Mapping[str, str]) -> str:
    """The kind of statement that a place stands in, if it is in one, and in no proof of it."""
    for name in reversed(opened):
        if name.startswith("proof"):
            return ""
        title = titles.get(name) or _NAMED.get(name, name)
        title = title if title in _KINDS else next((kind for kind in _KINDS if name.endswith(kind)), title)
        if title in _KINDS:
            return title
    return ""


def _by_words(lead: str) -> str:
    if _SETS.search(lead) and not _CONCLUDES.search(lead):
        return "what the sentence before it sets, or supposes"
    if _KNOWN.search(lead):
        return "what the sentence before it says is known"
    shows = _TO_SHOW.search(lead)
    if shows and not _CONCLUDES.search(lead[shows.end() :]) and not _SHOWN.search(lead):
        return "what the sentence before it says is to be shown"
    return ""
