r"""How far what a display states is a fact: to the end of the paper, of a section or a theorem, or not beyond itself.

A display between *Naively one would expect* and *However, this is wrong*, in a footnote, or under *At an equilibrium*
says nothing for other lines.  What a theorem supposes holds in it and in its proof, what an example sets in that
example.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from .displays import Display
from .listed import range_in
from .plain_words import excuses, is_case, strange
from .prose import END, FORMULA, concerns
from .typings import said_by

AROUND = 1500
_BREAK = re.compile(
    r"\n\s*\n|\\(?:begin|end)\s*\{(?!array|cases|p?matrix|split|aligned|gathered)[A-Za-z]+\*?\}(?:\s*\[[^\]]*\])?|"
    r"\\(?:sub)*(?:section|paragraph)\*?\s*\{[^{}]*\}|\\item\b(?:\s*\[[^\]]*\])?|\\par\b"
)
_BOUND, _MARK = "\x02", "\x01\x01"
_GOES_ON = re.compile(r"\s*(?:then|there|in that|so|thus)\b", re.IGNORECASE)
_INEQUALITY = re.compile(r"[<>]|\\(?:le|ge|leq|geq|lt|gt|ne|neq|in)(?![A-Za-z])|\\to(?![A-Za-z])")
_DISPLAYED = r"(?:align|equation|gather|multline|eqnarray|alignat|flalign|displaymath|math)\*?"
_OPENS = re.compile(rf"(?:(?:\\begin\s*\{{{_DISPLAYED}\}}(?:\s*\{{\d*\}})?|\\\[|\$\$)\s*)+$")
_CLOSES = re.compile(rf"^(?:\s*(?:\\end\s*\{{{_DISPLAYED}\}}|\\\]|\$\$))+")
_NOTHING = re.compile(
    rf"(?:\s|\$\$|\\\[|\\\]|\\(?:begin|end)\s*\{{{_DISPLAYED}\}}(?:\s*\{{\d*\}})?|\\label\s*\{{[^{{}}]*\}})*"
)
"""What stands between displays that follow each other without a word."""
ENDED = re.compile(r"[.!?]\s*(?:\\(?:label|tag)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])|\s)*$")
_DENIED = re.compile(
    r"\b(?:wrong|incorrect|false|untrue|invalid|absurd|impossible|contradict\w*|flaw\w*|mistak\w*|erroneous|misleading|"
    r"(?:not|never|n't) (?:true|hold|correct|the case|valid|possible|always|in general)|fails?|cannot hold)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\\(?P<opens>begin|end)\s*\{(?P<name>[A-Za-z]+)\*?\}|\\(?P<depth>(?:sub)*)section\*?\s*\{(?P<title>[^{}]*)\}|"
    r"\\(?:if(?!f(?![A-Za-z]))[A-Za-z]*|fi)(?![A-Za-z])"
)
"""Where environments and sections begin and end, and switches."""
_PROOF = re.compile(r"\s*\\begin\s*\{proof\}.*?\\end\s*\{proof\}", re.DOTALL)
_HELD = frozenset({"assumption", "assumptions", "definition", "definitions", "model", "setting", "setup", "notation"})
_STATES = frozenset({"theorem", "lemma", "proposition", "corollary", "thm", "lem", "prop", "cor", "fact"})
_LAYOUT = frozenset(
    {"document", "abstract", "center", "flushleft", "minipage", "multicols", "subequations", "appendices", "math",
     "align", "gather", "multline", "eqnarray", "split", "aligned", "alignat", "flalign", "displaymath", "equation",
     "array", "cases", "gathered", "small", "footnotesize"}
)  # fmt: skip
_SUPPOSES = re.compile(
    r"^\W*(?:let|suppos\w+|assum\w+|if|given|under|consider|fix|when\w*|for|with|where)\b", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\b(?:toys?(?! models? and\b)|examples?|special|warm|degenerate|cases?|baselines?|experiments?|related|counter\w*|"
    r"ideal\w*|simpl\w+|other|alternative\w*|comparisons?|discussion|limitations?|naive|previous|prior|variants?|"
    r"extensions?|conjectur\w*)\b",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(
    r"\\(?:todo|sout|deleted|st|remove|footnote|footnotetext|caption|cancel|margin\w*|thanks|note|comment)\b"
)


def reach(
    text: str, found: Sequence[tuple[int, Display]], cases: Mapping[int, int] = MappingProxyType({})
) -> dict[int, int]:
    """The last display for which each display that has not the whole paper before it states facts, by their numbers.

    Args:
        text: of the file, without comments.
        found: displays with their numbers, in order.
        cases: the displays that are said of a case, each with the last that goes on from it.
    """
    starts = [display.start for _, display in found]
    reached: dict[int, int] = {}
    signed = _of_one_sign(text)
    for k, ((block, display), inside) in enumerate(zip(found, _inside(text, starts), strict=True)):
        lead, after, next_one = _around(text, found, k, signed)
        case = block in cases and is_case(lead)
        more = any(strange(words) or _BOUND in words for words in ([after] if case else [lead, after]))
        if more or inside.switched or _is_apart(text, display.start) or _DENIED.search(next_one):
            reached[block] = block
            continue
        end = min(_end_of_environment(text, display.start, lead, inside), _end_of_section(text, display.start, inside))
        last = bisect.bisect_left(starts, end) - 1
        if case:
            last = min(last, bisect.bisect_left([number for number, _ in found], cases[block]))
        if last < len(found) - 1:
            reached[block] = max(block, found[last][0])
    return reached


def doubtful(text: str, found: Sequence[tuple[int, Display]]) -> set[int]:
    """The displays in sentences that may make them right, ``Replacing $b$ by $-b$, we get``, by their numbers.

    What looks like a slip there may be what the sentence says.

    Args:
        text, found: as `reach` takes them.
    """
    return {block for k, (block, _) in enumerate(found) if any(map(excuses, _around(text, found, k)[:2]))}


_EXISTS = re.compile(
    rf"\b(?:there (?:is|are|exists?)|exists?|some|chosen?|choose|pick|fix(?:ed)?|certain|particular|single|an? {_MARK})"
    rf"|\b(?:an?|the|one) (?:\w+ )?(?:index|indices|coordinate|mode|sample|neuron|layer)\b",
    re.IGNORECASE,
)
"""What says that something is one that there is, and not any."""


def singled_out(text: str, found: Sequence[tuple[int, Display]]) -> dict[int, tuple[str, ...]]:
    """The formulas in sentences that may do more than state, in the paragraph before each display and after it.

    What is stated after *Let $x$ be a fixed point of $f$* is said of this x, and not of every one.

    Args:
        text, found: as `reach` takes them.
    """
    said: dict[int, tuple[str, ...]] = {}
    for k, (block, _) in enumerate(found):
        formulas: list[str] = []
        for piece in _paragraphs(text, found, k):
            inside = [one[1] or one[2] for one in FORMULA.finditer(piece)]
            for sentence in END.split(FORMULA.sub(_MARK, piece)):
                here, inside = inside[: sentence.count(_MARK)], inside[sentence.count(_MARK) :]
                words = _without_ranges(sentence, here)
                formulas += here if strange(words) or _EXISTS.search(words) else []
        if formulas:
            said[block] = tuple(formulas)
    return said


def _without_ranges(sentence: str, formulas: Sequence[str]) -> str:
    r"""A sentence without *for $i = 1, \ldots, n$*, which says over what an index runs and restricts no letter."""
    pieces = sentence.split(_MARK)
    for k, formula in enumerate(formulas):
        if range_in(formula) is not None:
            pieces[k] = re.sub(r"\bfor(?:\s+(?:all|each|every|any))?\s*$", " ", pieces[k])
    return _MARK.join(pieces)


def _paragraphs(text: str, found: Sequence[tuple[int, Display]], k: int) -> tuple[str, str]:
    """What stands before a display, from the last break or display on, and what goes on after it to the next."""
    display = found[k][1]
    end = display.start + len(display.body)
    first = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
    following = found[k + 1][1].start if k + 1 < len(found) else len(text)
    before = _OPENS.sub("", text[max(first, display.start - AROUND) : display.start]).rstrip()
    after = _CLOSES.sub("", text[end : min(following, end + AROUND)]).lstrip()  # blank lines part no display from it
    said = _BREAK.split(before)[-1]
    if k and not said.strip() and _NOTHING.fullmatch(text, first, display.start):  # a display of the same sentence
        said = _paragraphs(text, found, k - 1)[0]
    return said, _BREAK.split(after)[0]


def _around(
    text: str, found: Sequence[tuple[int, Display]], k: int, signed: Container[str] = ()
) -> tuple[str, str, str]:
    """The words before a display, those that go on after it, and the sentence after these; formulas masked."""
    before, after = _paragraphs(text, found, k)
    sentences = [*END.split(_masked(after)), ""]
    if ENDED.search(found[k][1].body) or re.match(r"\s*[A-Z]", sentences[0]):
        sentences = ["", *sentences]
    return _lead(_masked(before, found[k][1].body, signed)), sentences[0], sentences[1]


_SIGN = re.compile(r"\s*(?P<name>[^<>=]+?)\s*(?:>|\\geq?(?![A-Za-z])|\\geqslant)\s*0\s*")
_SAYS_A_SIGN = re.compile(
    r"(?:\$|\\\))\s+(?:with|where)\s+$|"
    r"\b(?:(?:step|learning)[\s-](?:size|rate)|parameter|coefficient|strength|constant|scale|temperature|variance)\s+$",
    re.IGNORECASE,
)
"""What stands before a sign that is said as a letter is introduced, *with step size $\\eta > 0$*; no *With $x > 0$*."""


_IS_INTRODUCED = re.compile(
    r"\s+(?:is|are)\s+(?:the|its|their)\s+(?:[a-z-]+\s+){0,2}"
    r"(?:singular values|eigenvalues|step size|learning rate|regulari[sz]ation (?:parameter|strength)|rates?|weights)\b"
)
"""What stands behind a sign of a letter that is introduced by it: *and $w_i \\ge 0$ are the singular values*."""


def _of_one_sign(text: str) -> frozenset[str]:
    r"""The letters that are said to be positive, or not negative, and never to be 0, or anything else.

    Where such a one is said so as it is introduced, that restricts nothing: *of $\lambda w^2$ with $\lambda > 0$*.
    """
    said: set[str] = set()
    others: set[str] = set()
    for one in FORMULA.finditer(text):
        formula = one[1] or one[2]
        sign = _SIGN.fullmatch(formula)
        name = "".join(
            (sign["name"] if sign else re.split(r"[<>=]|\\(?:[lg]eq?|neq?|in|to)(?![A-Za-z])", formula)[0]).split()
        )
        (said if sign else others if _INEQUALITY.search(formula) or "=" in formula else set()).add(name)
    return frozenset(said - others)


def opened_at(text: str, found: Sequence[tuple[int, Display]]) -> list[tuple[str, ...]]:
    """The environments that are open at each display, the innermost last."""
    return [inside.environments for inside in _inside(text, [display.start for _, display in found])]


def ends_of_sections(text: str, places: Sequence[int]) -> list[int]:
    """Where the section ends that each place stands in, if it is about something aside; else the end of the text.

    Args:
        text: of the file, without comments.
        places: in order.
    """
    return [_end_of_section(text, place, inside) for place, inside in zip(places, _inside(text, places), strict=True)]


def lead_of(text: str, found: Sequence[tuple[int, Display]], k: int) -> str:
    """The sentence that a display ends, as far as it stands before it; formulas masked."""
    return END.split(_masked(_paragraphs(text, found, k)[0]))[-1]


def _lead(before: str) -> str:
    r"""The last sentence of some words, with the one before it if it goes on from that: ``Then``, ``There,``.

    A bound in that one, ``Let $\eta > 0$. Then``, says what its letter is.
    """
    *earlier, last = END.split(before)
    return f"{earlier[-1].replace(_BOUND, _MARK)} {last}" if earlier and _GOES_ON.match(last) else last


_AT = re.compile(r"\bat (?:time|step|iteration)s?\s*$", re.IGNORECASE)


def is_every_time(formula: str) -> bool:
    """Whether what is said *at time* of this is said of every time: of a plain letter, and no ``t_0`` or ``T``."""
    return re.fullmatch(r"\s*(?:[a-z]|\\tau)(?:\s*[+-]\s*1)?\s*", formula) is not None


def _masked(text: str, about: str = "", signed: Container[str] = ()) -> str:
    r"""A text with a mark for each formula; another one for what bounds a letter.

    Where it is said of a display, ``$\alpha > 0$`` bounds nothing if no \alpha stands there.
    """

    def mark(found: re.Match[str]) -> str:
        formula = found[1] or found[2]
        bounds = _INEQUALITY.search(formula) and not re.search(
            r"\\(?:mathbb|R|N|dots|ldots|cdots)(?![A-Za-z])", formula
        )
        if bounds and about and said_by(" ".join(formula.split())):  # of a letter of something else
            bounds = concerns([formula], about)
        if bounds and _SIGN.fullmatch(formula) and _IS_INTRODUCED.match(text, found.end()):
            return _MARK
        sign = _SIGN.fullmatch(formula) if bounds and signed else None
        if sign and "".join(sign["name"].split()) in signed and _SAYS_A_SIGN.search(text[: found.start()]):
            bounds = False
        moment = _AT.search(text[: found.start()]) and not is_every_time(formula)
        return _BOUND if bounds or moment else _MARK

    return FORMULA.sub(mark, text)


def _is_apart(text: str, place: int) -> bool:
    """Whether a display is no part of the text: in a footnote or a caption, or struck out."""
    before = text[max(0, place - AROUND) : place]
    depth = 0
    for k in range(len(before) - 1, -1, -1):
        depth += (before[k] == "}") - (before[k] == "{")
        if depth < 0:
            if _OUTSIDE.match(before[: k + 1][before.rfind("\\", 0, k + 1) :]):
                return True
            depth = 0
    return False


class _Inside(NamedTuple):
    """What is open at a place: environments, sections with their depths, and whether the text is switched off."""

    environments: tuple[str, ...]
    sections: tuple[tuple[int, str], ...]
    switched: bool


def _inside(text: str, places: Iterable[int]) -> Iterator[_Inside]:
    """What is open at each of some places, in one walk through the text."""
    opened: list[str] = []
    sections: list[tuple[int, str]] = []
    switches = 0
    events = _EVENT.finditer(text)
    event = next(events, None)
    for place in places:
        while event is not None and event.end() <= place:
            if event["opens"]:
                name = event["name"].lower()
                if event["opens"] == "begin":
                    opened.append(name)
                elif name in opened:
                    while opened.pop() != name:
                        pass
            elif event["title"] is not None:
                depth = len(event["depth"])
                sections = [*(one for one in sections if one[0] < depth), (depth, event["title"])]
            else:
                switches += -1 if event[0] == r"\fi" else 1
            event = next(events, None)
        yield _Inside(tuple(opened), tuple(sections), switches > 0)


def _end_of_environment(text: str, place: int, lead: str, inside: _Inside) -> int:
    """Where the environment ends to which what is stated belongs, with the proof after it; the end if there is none."""
    for name in inside.environments:
        if name in _LAYOUT or name in _HELD or (name in _STATES and not _SUPPOSES.match(lead)):
            continue
        closed = re.compile(rf"\\end\s*\{{{name}\*?\}}", re.IGNORECASE).search(text, place)
        end = closed.end() if closed else len(text)
        if name in ("itemize", "enumerate", "description"):
            item = re.compile(r"\\item\b").search(text, place, end)
            return item.start() if item else end
        proof = _PROOF.match(text, end)
        return proof.end() if proof and name in _STATES else end
    return len(text)


def _end_of_section(text: str, place: int, inside: _Inside) -> int:
    """Where the outermost section ends that is about something aside; the end of the text if there is none."""
    depth = next((depth for depth, title in inside.sections if _ASIDE.search(title)), None)
    if depth is None:
        return len(text)
    return next(
        (f.start() for f in _EVENT.finditer(text, place) if f["title"] is not None and len(f["depth"]) <= depth),
        len(text),
    )
