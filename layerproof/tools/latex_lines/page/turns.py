r"""Where a paper turns: ``Now let $a > b$`` gives letters another meaning, ``In general,`` leaves a case behind.

What was said of these letters before need not hold after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .displays import Display
from .prose import sentences

Turn = tuple[int, tuple[str, ...]]
"""A place, and the formulas that tell which letters have another meaning from there on; without any, all may."""

_ANEW = re.compile(r"\b(?:now|new|redefin\w*|unrelated|instead)\b", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:let|take|suppos\w+|assum\w+|consider\w*|redefin\w+|choose|set|drop\w*|allow\w*|leaves?|be|is|are|denotes?)\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\bnow (?:show|prove|have|compute|turn|bound|estimate|use|see|follows?|get|obtain|conclude)", re.IGNORECASE
)
_LEAVES = re.compile(
    r"\b(?:in general|general case|more generally|warm.?up|for intuition|special case|null (?:model|hypothesis)|"
    r"(?:drop|remov|relax|lift|without)\w* (?:this|that|the|these) (?:assum|condition|restriction|hypoth)\w*|"
    r"no longer|conversely|on the other hand|(?:other|second|next) case|"
    r"(?:we|us|now) (?:drop|relax|lift|discard|abandon|forget|remove)|"
    r"go back|return to|else|otherwise|remains to|if not|if this is not)\b",
    re.IGNORECASE,
)


_FRESH = re.compile(
    r"\b(?:let|fix|for (?:all|any|every|each|arbitrary|general) (?:[a-z-]+ ){0,4}\x01|suppos\w+|assum\w+|"
    r"if(?! (?:we|one) (?:now |then |again )?(?:substitute|plug|insert|use|write|expand|differentiate)\b)|"
    r"when\w*|consider\w*|choos\w+|take|pick|vary|varies|denotes?|stands? for|reuse|arbitrary|general|updates?|treat|"
    r"unless|different|instead)\b",
    re.IGNORECASE,
)


_MARKED = re.compile(
    r"(?P<of>\b(?:decompositions?|svd|gradients?|derivatives?|norms?|transpose|inverse|trace|rank|eigen\w+|"
    r"singular (?:values?|vectors?)|columns?|rows?|entr(?:y|ies)|rates?|dynamics|evolution|square|determinant|"
    r"spectrum) of|\brespect to)?\s*\x01+",
    re.IGNORECASE,
)
"""A formula, and whether something of it is spoken of, *the gradient of $f$*: that introduces no letter."""


_TRIVIAL = re.compile(
    r"^\W*if\s*\x01+[^\x01]*\b(?:trivial\w*|immediate\w*|obvious\w*|clear\w*|nothing (?:is )?(?:to|left))\b[^\x01]*$",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"^\W*(?:so|thus|hence|therefore|then|now)?\W*(?:we|let us|one)\s+"
    r"(?:may |can |now |thus |therefore |will |from now on )*(?:assume|suppose)(?: that)?\s*\x01+\W*$",
    re.IGNORECASE,
)
_NOT_0 = re.compile(r"[^=<>]*(?:[<>]|\\(?:neq?|[lg]eq?|gt|lt)(?![A-Za-z]))\s*0\s*")


_IN_PASSING = re.compile(
    r"\b(?:stops?|vanish(?:es)?|converges?|minimi[sz]ed|maximi[sz]ed|attained|achieved|reached|satisfied|occurs?|"
    r"happens?|holds?)(?: \w+)? when\b|"
    r"\bwhen\b(?=[^,;:\x01]*(?:[,;:]|$))",
    re.IGNORECASE,
)
"""When something is so, in passing, *it stops when $a = b$*, and a clause without a formula, *when it is small,*."""


def _goes_on(sentence: str, said: Sequence[str]) -> bool:
    """Whether a sentence leaves the trivial case of a letter aside, and introduces none: *So we assume $d > 0$*."""
    restricts = _RESTRICTS.match(sentence) and all(map(_NOT_0.fullmatch, said))
    return bool(restricts or _TRIVIAL.match(sentence))


def fresh(text: str, found: Iterable[tuple[int, Display]]) -> list[Turn]:
    """The sentences that may introduce letters once more, ``Let $a$ be arbitrary``, ``If $a < b$``, with formulas."""
    places = []
    for begin, sentence, said in sentences(text, found):
        if said and _FRESH.search(_IN_PASSING.sub(" ", sentence)) and not _goes_on(sentence, said):
            marks = _MARKED.finditer(sentence)
            places.append((begin, tuple(one for one, mark in zip(said, marks, strict=False) if not mark["of"])))
    return [(begin, said) for begin, said in places if said]


def turns(text: str, found: Iterable[tuple[int, Display]]) -> list[Turn]:
    """The turns of the prose, in order.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    places: list[Turn] = []
    for begin, sentence, said in sentences(text, found):
        if left := _LEAVES.search(sentence):
            places.append((begin + left.start(), ()))
        anew = _ANEW.search(sentence)
        if said and anew and _SAYS.search(sentence) and not _SHOWS.search(sentence):
            places.append((begin + anew.start(), said))
    return places
