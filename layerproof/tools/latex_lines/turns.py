r"""Where a paper turns: ``Now let $a > b$`` gives letters another meaning, ``In general,`` leaves a case behind.

What was said of these letters before need not hold after it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from .displays import Display
from .tokens import words

Turn = tuple[int, tuple[str, ...]]
"""A place, and the formulas that tell which letters have another meaning from there on; without any, all may."""

_FORMULA = re.compile(r"(?<![\\$])\$([^$]+?)(?<!\\)\$(?!\$)|\\\((.+?)\\\)", re.DOTALL)
_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n\s*\n|\\(?:sub)*(?:section|paragraph)\*?\s*\{[^{}]*\}")
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
    r"no longer|conversely|on the other hand|(?:other|second|next) case)\b",
    re.IGNORECASE,
)


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


def sentences(text: str, found: Iterable[tuple[int, Display]]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The sentences between displays: where each begins, its words with its formulas blanked, and these.

    Args:
        text, found: as `turns` takes them.
    """
    pieces, done = [], 0
    for _, display in found:
        end = display.start + len(display.body)
        pieces += [text[done : display.start], "\n\n".ljust(end - display.start, " ")]
        done = end
    prose = "".join([*pieces, text[done:]])
    formulas = [(one.start(), one[1] or one[2]) for one in _FORMULA.finditer(prose)]
    blank = _FORMULA.sub(lambda one: "\x01" * len(one[0]), prose)
    edges = [0, *(edge.start() for edge in _SENTENCE.finditer(blank)), len(blank)]
    for begin, end in itertools.pairwise(edges):
        yield begin, blank[begin:end], tuple(formula for place, formula in formulas if begin <= place < end)


def concerns(said: Iterable[str], formula: str) -> bool:
    """Whether formulas that give letters a meaning are about one that stands in another formula."""
    here = set(_letters(formula))
    return any(here & set(_letters(one.partition("=")[0] if "=" in one else one)) for one in said)


def _letters(formula: str) -> list[str]:
    return [token for token in words(formula) if (len(token) == 1 and token.isalpha()) or _GREEK.fullmatch(token)]


_GREEK = re.compile(
    r"\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|"
    r"ell)",
    re.IGNORECASE,
)
