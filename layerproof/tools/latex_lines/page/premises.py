r"""What the sentences round a display give it: ``Using $h \le \frac{1}{L}$, we have`` and ``where $u = A x$``.

A relation is taken up only if a word such as *since*, *if* or *suppose* stands directly before it, in the sentence that
the display ends, in one before it that supposes something, or in the words that go on after it with *where*. What
holds in another case, before *otherwise*, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .appositions import apposed
from .asserted import ENDED, ends_of_sections, is_every_time
from .decompositions import orthonormal
from .displays import Display
from .eigenvectors_said import of_eigenvectors
from .hypotheses_said import said_in_statements
from .listed import range_in
from .plain_words import AT_CRITICAL, CASE, WORKS, strange
from .prose import END, concerns, introduces, marked
from .turns import Turn

BEFORE, AFTER = 700, 300
MOST_GIVEN = 6
LONGEST = 160
_MARK = re.compile("\x01(\\d+)\x01")
_SMALL = (
    r"(?:\s+(?:that|now|also|we|have|know|get|the|fact|facts|all|any|every|each|some|condition|conditions|inequality|"
    r"identity|assumption|alignment|bound|small|large|enough|sufficiently|is|us|choose|be))*\s*[,:]?\s*$"
)
_FOR_ONE = (
    r"|^\W*(?:for|with|in the case of) (?:an?|the) (?:[a-z-]+ ){0,3}(?:loss|function|objective|risk|energy|cost|"
    r"potential|network|model|kernel|predictor|parametri[sz]ation|activation|step size|learning rate|"
    r"initiali[sz]ation)\s*$"
)
"""*For a quadratic loss* before what that is."""
_GIVES = re.compile(
    r"\b(?:since|because|as|using|used?|given|assum(?:e|es|ing)|suppos(?:e|ing)|if|when(?:ever)?|for|where|with|let|recall(?:ing)?|"
    r"by|provided|under|along(?: (?:the|any|every|each|an?|all|gradient|flows?|dynamics|trajector(?:y|ies)|paths?|of))*"
    r")\b" + _SMALL + _FOR_ONE,
    re.IGNORECASE,
)
_ENDED_GIVES = re.compile(
    r"\b(?:since|because|as|using|given|assum(?:e|es|ing)|suppos(?:e|ing)|let|recall(?:ing)?)\b" + _SMALL, re.IGNORECASE
)
"""What gives something in a sentence that ends before the display: *with* would say something of that sentence."""
_SUPPOSES = re.compile(r"\b(?:assum(?:e|ing)|suppos(?:e|ing)|let|recall|take|choose)\b" + _SMALL, re.IGNORECASE)
_CONCLUDES = re.compile(
    r"\b(?:then|thus|hence|therefore|so|(?:we|then) (?:have|get|obtain))(?: that)?[,:]?\s*$", re.IGNORECASE
)
_GOES_ON_BESIDE = re.compile("\x01,?\\s+and(?: (?:so|hence|thus|therefore|then|that))?,?\\s*$")
_ANOTHER = re.compile(
    r"\b(?:otherwise|else|unless|conversely|instead|other hand|in general|contrary|contradict\w*|now suppose|"
    r"(?:first|second|third|other|next|last|remaining|trivial) case)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"instead|contra|unless", re.IGNORECASE)
_CASE = re.compile(
    rf"\b(?:if(?! {WORKS})|"
    r"when(?:ever)?|unless|otherwise|else|(?:in|the|each|this|that|which|first|second|other) cases?)\b"
    rf"|{AT_CRITICAL}",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\b(?:assum(?:e|es|ing)|suppos(?:e|ing)|for|provided|under|along(?: [a-z]+){0,4})\b" + _SMALL + _FOR_ONE,
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    r"\b(?:if|when|suppose|assume|assuming)(?: that)?(?: (?!we\b|one\b|you\b|it\b)[a-z-]+){2,6},"
    r"(?: (?:i\.e\.,?|that is,?|namely,?|so that|so))?\s*$",
    re.IGNORECASE,
)
"""What supposes in words what the next formula says in signs: *if the weights are balanced*."""
SUPPOSED_WORDS = CASE | {"balanced", "aligned", "whitened", "centered", "normalized", "orthonormal", "tied"}
_NO = re.compile(
    r"\b(?:not|whether|unless|never|nor|or|either|neither|cannot|false|fails?|suffices|sufficient|equivalent|iff|without|"
    r"even|(?:holds?|true|only|done|precisely|exactly) (?:if|when|for))\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:not|no|never|cannot|impossible|false|wrong|fails?|failing|excluded|contradict\w*|would|could|might|or|unless|only|"
    r"if|iff|when(?:ever)?|until|impl\w+|equivalent|means|as \x01|some|probab\w+|null|expectation|average|according|"
    r"depending|"
    r"at (?:time|init\w*|the|a|\x01)|on (?:the|a|an|average|\x01)|in (?:the|this|that|case|expectation|law)|"
    r"for \x01|for (?!all|any|every|each|the (?:rest|remainder))\w+)",
    re.IGNORECASE,
)
"""Words after a formula, before the next comma, that restrict it or take it back."""
_ALL_OF_A_REASON = re.compile(
    r"[\s(\[]*(?:(?:since|because|as|by|using|recall|where|with|given)(?: that| we have)?\s+)?"
    r"\x01\d+\x01(?:\s*(?:,|and|,\s*and)\s+\x01\d+\x01)*[\s.,)\]]*",
    re.IGNORECASE,
)
_ON = re.compile(
    r"^[\s,;]*(?:and|so that|so|hence|thus|whence|which (?:gives|yields|implies)|therefore)\b", re.IGNORECASE
)
_HENCE = re.compile(
    r"^[\s.,;]*(?:and|so|then|hence|thus|whence|therefore|consequently|it follows|we (?:get|obtain)|"
    r"(?:this|which) (?:gives|yields|implies|means)|(?:multiply|substitut|subtract|tak|add|eliminat|combin|rearrang|"
    r"insert|plugg|divid|summ|compar|equat)ing)\b(?! (?:again|also))",
    re.IGNORECASE,
)
_AND = re.compile(r"^\s*(?:,|and|,\s*and|and\s+that|as well as)\s*$", re.IGNORECASE)
_GOES_ON = re.compile(r"^\W*(?:where|with|since|because|as|using|for|if|when|given|provided)\b", re.IGNORECASE)
_BEYOND = re.compile(r"\s*\n\s*\n\s*(?=(?:where|since|because|using)\b)")
"""A blank line after which a sentence goes on, as in Markdown: *where we used $U^\\top U = I$*."""
_PARAGRAPH = re.compile(
    r"\n\s*\n|\\(?:begin|end)\s*\{(?!array|cases)(?:[A-Za-z]+\*?\})?|\\(?:sub)*(?:section|paragraph)\*?(?:\s*\{[^{}]*\})?|"
    r"\\item\b|\\par\b"
)
_FULL_STOP = re.compile(r"[.!?][)\]}'\s*]*$")
"""Where a sentence ends: a blank line after *we have:* parts a display from its words in Markdown, no paragraphs."""
_PIECE = re.compile(f"{END.pattern}|{_PARAGRAPH.pattern}")
_RELATION = re.compile(r"[=<>]|\\(?:le|ge|leq|geq|lt|gt|leqslant|geqslant|perp|equiv|coloneqq|triangleq)(?![A-Za-z])")


def premises(text: str, found: list[tuple[int, Display]]) -> dict[int, list[tuple[int, str]]]:
    """The relations that are given to each display, by its number, with where they begin in the text.

    Args:
        text: of the file, without comments.
        found: displays with their numbers, in order.
    """
    given: dict[int, list[tuple[int, str]]] = {}
    supposed: list[tuple[int, str]] = []
    for k, (block, display) in enumerate(found):
        end = display.start + len(display.body)
        last = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
        following = found[k + 1][1].start if k + 1 < len(found) else len(text)
        start = max(last, display.start - BEFORE)
        whole = text[start : display.start]
        before = _opened(whole)
        if re.search(r"\n\s*\n", whole[len(before) :]) and _FULL_STOP.search(before):  # a paragraph ends before it
            before = ""
        after = text[end : min(following, end + AFTER)]
        told = list(_before(before, start))
        if k and _goes_on(found[k - 1][1].body, whole if start == last else ""):
            told = [*supposed, *told]
        here = [*told, *_after(after, end, display.body)][:MOST_GIVEN]
        supposed = told
        if here:
            given[block] = here
    return given


def _goes_on(body: str, between: str) -> bool:
    """Whether the sentence in which a display stands goes on to the next, ``and``, ``so that``.

    Args:
        body: of the first display.
        between: the words between the two, and what opens the second.
    """
    masked, _ = _masked(re.sub(r"^\s*(?:\\end\s*\{[A-Za-z]+\*?\}|\\\]|\$\$)", "", _opened(between)), 0)
    ended = (
        ENDED.search(body) or re.search(r"\n\s*\n", between) or _PARAGRAPH.search(masked) or END.search(masked + " ")
    )
    return _ON.match(masked) is not None and not ended and not strange(masked)


def reasons_beside(remark: str) -> list[str]:
    r"""The relations that words beside a row name as its reason, if that is all: ``($\|x\| = 1$ and $y > 0$)``."""
    masked, formulas = _masked(remark, 0)
    if not _ALL_OF_A_REASON.fullmatch(masked):
        return []
    return [formula for _, formula in formulas if _RELATION.search(formula) and len(formula) <= LONGEST]


def _restricts(formula: str) -> bool:
    r"""Whether a formula says something of a letter, and not only that an index runs over all, ``j = 1, \dots, n``."""
    run = range_in(" ".join(formula.split()))
    return _RELATION.search(formula) is not None and (run is None or run.low not in ("0", "1"))


def cases(text: str, found: list[tuple[int, Display]]) -> dict[int, int]:
    """The displays that are said of a case, ``If $x > 0$, then``, or go on from one in its paragraph, by their numbers.

    Returns:
        Of each the last display that goes on from it, before another case; its own number if none does.
    """
    said: dict[int, int] = {}
    run: list[int] = []
    for k, (block, display) in enumerate(found):
        last = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
        before = _opened(text[max(last, display.start - BEFORE) : display.start])
        before = re.sub(r"^\s*(?:\\end\s*\{[A-Za-z]+\*?\}|\\\]|\$\$\s*)", "", before)
        breaks = [one.end() for one in _PARAGRAPH.finditer(before)]
        masked, formulas = _masked(before[breaks[-1] :] if breaks else before, 0)
        under = any(
            _UNDER.search(masked[: one.start()]) and _restricts(formulas[int(one[1])][1])
            for one in _MARK.finditer(masked)
        )
        follows = k > 0 and not breaks and found[k - 1][0] in said
        end = display.start + len(display.body)
        after = _PARAGRAPH.split(text[end : end + AFTER].partition("\n")[2] or text[end : end + AFTER])[0]
        later = END.split(_masked(after, 0)[0])[0]
        opens = under or _CASE.search(masked) is not None
        alone = not masked.strip() and not breaks  # it stands in the sentence of the display before
        goes_on = follows and not opens and (alone or _HENCE.match(masked)) and not _ANOTHER.search(masked)
        run = [*(run if goes_on else ()), block]
        if opens or follows or _CASE.search(later):
            said[block] = block
            said.update(dict.fromkeys(run[:-1], block))
        if _CASE.search(later) or _ANOTHER.search(later):
            run = []
    return said


def defined(
    text: str, found: list[tuple[int, Display]], changes: Sequence[Turn], once_more: Sequence[Turn] = ()
) -> dict[int, list[tuple[int, str]]]:
    r"""What the prose before each display says that letters stand for, ``Let $t_0 = \sqrt{2 c}$``, as `premises` does.

    It holds to the end of the proof that it stands in, or of the section if that is about something aside, or to where
    one of `changes` concerns it, or one of `once_more` the letter.
    """
    said: list[tuple[int, int, str]] = []
    edges = [0, *(edge.end() for edge in _SCOPE.finditer(text)), len(text)]
    asserted: list[tuple[int, str]] = []
    ends = [display.start + len(display.body) for _, display in found]
    gaps = zip([0, *ends], [*(display.start for _, display in found), len(text)], strict=True)
    for first, last in gaps:
        masked, formulas = _masked(text[first:last], first)
        for sentence in _PIECE.split(masked):
            asserted += (*orthonormal(sentence, formulas), *of_eigenvectors(sentence, formulas))
            denied = _CASE.search(sentence) or _NO.search(sentence) or _SUPPOSED.search(sentence)
            apart = () if denied else apposed(sentence, formulas)
            asserted += [(place, said_) for place, said_, after in apart if not _TAKEN_BACK.search(_clause(after))]
            odd = denied or strange(sentence)
            if odd or any(not is_every_time(formulas[int(one[1])][1]) for one in _AT.finditer(sentence)):
                continue
            said_there = (*_given(sentence, formulas, _DEFINES), *_given(sentence, formulas, _PLAINLY))
            for place, formula in said_there:
                if (_DEFINITION.match(formula) or _OF_A_NUMBER.match(formula)) and not re.search(
                    r"\\[lc]?dots", formula
                ):
                    asserted.append((place, formula))
    asserted.sort()
    until = ends_of_sections(text, [place for place, _ in asserted])
    said += [
        (place, min(end, next(edge for edge in edges if edge > place or edge == len(text))), formula)
        for (place, formula), end in zip(asserted, until, strict=True)
    ]
    said = sorted({*said, *said_in_statements(text, _masked, _given)})
    said = [
        (
            place,
            min(
                [
                    until,
                    *(at for at, names in changes if place < at and (not names or concerns(names, formula))),
                    *(at for at, names in once_more if place < at and introduces(names, formula.partition("=")[0])),
                ]
            ),
            formula,
        )
        for place, until, formula in said
    ]
    return {
        block: here for block, display in found
        if (here := [(start, formula) for start, until, formula in said if start < display.start < until])
    }  # fmt: skip


_AT = re.compile(r"\bat (?:time|step|iteration)s?\s*\x01(\d+)\x01", re.IGNORECASE)
_SCOPE = re.compile(
    r"\\(?:begin|end)\s*\{(?:proof|theorem|lemma|proposition|corollary|example|remark|exercise)\*?\}|"
    r"\\(?:chapter|item)\b"
)
_DEFINES = re.compile(
    r"\b(?:let|define|denote|set|write|put|where|introduce|consider|updates?|iterat(?:es?|ions?)|recursion|rule|descent|step|"
    r"scheme|method|algorithm|(?:given|defined|denoted) (?:by|as)|namely|with update|in this (?:sub)?section|"
    r"(?:consider|minimi[sz]e|study|introduce|take)\s+(?:the|an?)\s+(?:[a-z-]+\s+){0,3}"
    r"(?:function|loss|objective|risk|energy|potential|cost))\b" + _SMALL,
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    r"^(?!(?:[^\x01]*\W)?(?:with|for|at|like|than|when|under|set|setting|tak(?:e|ing)|choos\w+|let|letting|then|to|where)"
    r"\s*$)[^\x01]*[A-Za-z][^\x01]*$",
    re.IGNORECASE,
)
"""What may stand before an equation that a plain sentence says: anything but what sets it, or says it of a case."""
_SUPPOSED = re.compile(
    r"\b(?:suppose|assum\w+|for (?:all|any|every|some|each)|there (?:is|are|exists?))\b", re.IGNORECASE
)
_OF_A_NUMBER = re.compile(r"^\s*(?=[^=<>]*(?:\\langle|\\top|\\\||\\cdot))[^=<>]{4,80}=\s*-?\d+\s*$")
r"""``\langle u, v \rangle = 0``, ``\|u\| = 1``: more than a letter, which may be 0 in a case."""
_DEFINITION = re.compile(
    r"^\s*[^=<>]{1,40}?\s*(?::=|\\coloneqq|\\triangleq|\\equiv|=)[^=<>]*[A-Za-z][^=<>]*(?:=[^=<>]+)?$"
)


def _opened(before: str) -> str:
    """The text before a display, without what opens it."""
    return re.sub(r"(?:\\begin\s*\{[A-Za-z]+\*?\}|\\\[|\$\$|\\label\s*\{[^{}]*\}|\s)+$", "", before)


def _before(text: str, start: int) -> Iterator[tuple[int, str]]:
    breaks = [found.end() for found in _PARAGRAPH.finditer(text)]
    first = breaks[-1] if breaks else 0
    masked, formulas = _masked(text[first:], start + first)
    sentences = [s for s in END.split(masked) if s.strip()]
    said: list[tuple[int, str]] = []
    for number, sentence in enumerate(sentences):
        final = number == len(sentences) - 1
        others = list(_ANOTHER.finditer(sentence))
        rest = sentence[others[-1].end() :] if others and not _DENIES.search(others[-1][0]) else sentence
        odd = strange(rest, SUPPOSED_WORDS if final else ())
        if others or odd:  # which may take back what was supposed before it, or leave it
            said = []
        if not odd:
            ended = masked.rstrip().endswith(".")
            gives = (_ENDED_GIVES if ended else _GIVES) if final else _SUPPOSES
            said += _given(rest, formulas, gives, in_words=True)
            if final and not ended and _GOES_ON_BESIDE.search(rest):  # Then $a = b$ and [display]
                said += _given(rest, formulas, _CONCLUDES)
    yield from said


def _after(text: str, start: int, body: str) -> Iterator[tuple[int, str]]:
    closed = re.match(r"\s*(?:\\end\s*\{[A-Za-z]+\*?\}|\\\]|\$\$)", text)
    first = closed.end() if closed else 0
    if (beyond := _BEYOND.match(text, first)) and not ENDED.search(body):
        first = beyond.end()
    text = _PARAGRAPH.split(text[first:])[0]
    masked, formulas = _masked(text, start + first)
    sentence = END.split(masked)[0]
    if _GOES_ON.match(sentence) and not _ANOTHER.search(sentence) and not strange(sentence):
        yield from _given(sentence, formulas, _GIVES)
    if _GOES_ON.match(sentence):
        yield from of_eigenvectors(sentence, formulas)


def _masked(text: str, start: int) -> tuple[str, list[tuple[int, str]]]:
    """A part of a text with a mark for each formula, and these with where they begin in the whole."""
    masked, formulas = marked(text)
    return masked, [(start + place, formula) for place, formula in formulas]


def _given(
    sentence: str, formulas: list[tuple[int, str]], gives: re.Pattern[str], *, in_words: bool = False
) -> Iterator[tuple[int, str]]:
    """The formulas of a sentence before which a word says that they are given; `in_words`, or more words than one."""
    place, taken = 0, False
    for found in _MARK.finditer(sentence):
        words_before = sentence[place : found.start()]
        opens = gives.search(words_before) or (in_words and _IN_WORDS.search(words_before))
        taken = (taken and bool(_AND.match(words_before))) or (bool(opens) and not _NO.search(words_before))
        where, formula = formulas[int(found[1])]
        taken = taken and not _TAKEN_BACK.search(_clause(sentence[found.end() :]))
        if taken and _RELATION.search(formula) and len(formula) <= LONGEST:
            yield where, formula
        place = found.end()


def _clause(after: str) -> str:
    """The words after a formula that say more of it: to the next comma or formula, with the word before that."""
    return re.split(r"[,;:]|(?<=\x01)", after, maxsplit=1)[0]
