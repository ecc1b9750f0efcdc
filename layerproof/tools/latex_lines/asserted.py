r"""How far what a display states is a fact: to the end of the paper, of a section or a theorem, or not beyond itself.

A display between *Naively one would expect* and *However, this is wrong*, in a footnote, or under *At an equilibrium*
says nothing for other lines.  What a theorem supposes holds in it and in its proof, what an example sets in that
example.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .displays import Display
from .plain_words import strange
from .prose import END, FORMULA

AROUND = 1500
_BREAK = re.compile(
    r"\n\s*\n|\\(?:begin|end)\s*\{(?!array|cases|p?matrix|split|aligned|gathered)[A-Za-z]+\*?\}(?:\s*\[[^\]]*\])?|"
    r"\\(?:sub)*(?:section|paragraph)\*?\s*\{[^{}]*\}|\\item\b(?:\s*\[[^\]]*\])?|\\par\b"
)
_BOUND, _MARK = "\x02", "\x01\x01"
_GOES_ON = re.compile(r"\s*(?:then|there|in that|so|thus)\b", re.IGNORECASE)
_INEQUALITY = re.compile(r"[<>]|\\(?:le|ge|leq|geq|lt|gt|ne|neq|in)(?![A-Za-z])|\\to(?![A-Za-z])")
_DISPLAYED = r"(?:align|equation|gather|multline|eqnarray|alignat|flalign|displaymath|math)\*?"
_OPENS = re.compile(rf"(?:\\begin\s*\{{{_DISPLAYED}\}}(?:\s*\{{\d*\}})?|\\\[|\$\$)\s*$")
_CLOSES = re.compile(rf"^\s*(?:\\end\s*\{{{_DISPLAYED}\}}|\\\]|\$\$)")
_ENDED = re.compile(r"[.!?]\s*(?:\\(?:label|tag)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])|\s)*$")
_DENIED = re.compile(
    r"\b(?:wrong|incorrect|false|untrue|invalid|absurd|impossible|contradict\w*|flaw\w*|mistak\w*|erroneous|misleading|"
    r"(?:not|never|n't) (?:true|hold|correct|the case|valid|possible|always|in general)|fails?|cannot hold)\b",
    re.IGNORECASE,
)
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+)\*?\}")
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
_SECTION = re.compile(r"\\((?:sub)*)section\*?\s*\{([^{}]*)\}")
_ASIDE = re.compile(
    r"\b(?:toys?|examples?|special|warm|degenerate|cases?|baselines?|experiments?|related|counter\w*|ideal\w*|simpl\w+|other|"
    r"alternative\w*|comparisons?|discussion|limitations?|naive|previous|prior|variants?|extensions?|conjectur\w*)\b",
    re.IGNORECASE,
)
_SWITCH = re.compile(r"\\(?:if(?!f(?![A-Za-z]))[A-Za-z]*|fi)(?![A-Za-z])")
_OUTSIDE = re.compile(
    r"\\(?:todo|sout|deleted|st|remove|footnote|footnotetext|caption|cancel|margin\w*|thanks|note|comment)\b"
)


def reach(text: str, found: Sequence[tuple[int, Display]]) -> dict[int, int]:
    """The last display for which each display that has not the whole paper before it states facts, by their numbers.

    Args:
        text: of the file, without comments.
        found: displays with their numbers, in order.
    """
    last = found[-1][0] if found else 0
    places = [(block, display.start) for block, display in found]

    def up_to(end: int) -> int:
        return max((block for block, start in places if start < end), default=0)

    reached: dict[int, int] = {}
    for k, (block, display) in enumerate(found):
        lead, after, next_one = _around(text, found, k)
        more = any(strange(words) or _BOUND in words for words in (lead, after))
        if more or _is_apart(text, display.start) or _DENIED.search(next_one):
            reached[block] = block
            continue
        end = min(_end_of_environment(text, display.start, lead), _end_of_section(text, display.start))
        if up_to(end) < last:
            reached[block] = max(block, up_to(end))
    return reached


def doubtful(text: str, found: Sequence[tuple[int, Display]]) -> set[int]:
    """The displays in sentences that may do more than state them, ``Replacing $b$ by $-b$, we get``, by their numbers.

    What looks like a slip there may be what the sentence says.

    Args:
        text, found: as `reach` takes them.
    """
    return {block for k, (block, _) in enumerate(found) if any(map(strange, _around(text, found, k)[:2]))}


def singled_out(text: str, found: Sequence[tuple[int, Display]]) -> dict[int, tuple[str, ...]]:
    """The formulas in sentences that may do more than state, in the paragraph before each display and after it.

    What is stated after *Let $x$ be a fixed point of $f$* is said of this x, and not of every one.

    Args:
        text, found: as `reach` takes them.
    """
    said: dict[int, tuple[str, ...]] = {}
    for k, (block, display) in enumerate(found):
        end = display.start + len(display.body)
        first = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
        following = found[k + 1][1].start if k + 1 < len(found) else len(text)
        before = _BREAK.split(_unopened(text[max(first, display.start - AROUND) : display.start]))[-1]
        after = _BREAK.split(_unclosed(text[end : min(following, end + AROUND)]))[0]
        formulas: list[str] = []
        for piece in (before, after):
            inside = [one[1] or one[2] for one in FORMULA.finditer(piece)]
            for sentence in END.split(FORMULA.sub("\x01\x01", piece)):
                here, inside = inside[: sentence.count("\x01\x01")], inside[sentence.count("\x01\x01") :]
                formulas += here if strange(sentence) else []
        if formulas:
            said[block] = tuple(formulas)
    return said


def _around(text: str, found: Sequence[tuple[int, Display]], k: int) -> tuple[str, str, str]:
    """The words before a display, those that go on after it, and the sentence after these; formulas masked."""
    display = found[k][1]
    end = display.start + len(display.body)
    first = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
    following = found[k + 1][1].start if k + 1 < len(found) else len(text)
    before = _BREAK.split(_unopened(text[max(first, display.start - AROUND) : display.start]))[-1]
    rest = _BREAK.split(_unclosed(text[end : min(following, end + AROUND)]))
    sentences = [*END.split(_masked(rest[0])), ""]
    if _ENDED.search(display.body) or re.match(r"\s*[A-Z]", sentences[0]):
        sentences = ["", *sentences]
    return _lead(_masked(before)), sentences[0], sentences[1]


def _lead(before: str) -> str:
    r"""The last sentence of some words, with the one before it if it goes on from that: ``Then``, ``There,``.

    A bound in that one, ``Let $\eta > 0$. Then``, says what its letter is.
    """
    *earlier, last = END.split(before)
    return f"{earlier[-1].replace(_BOUND, _MARK)} {last}" if earlier and _GOES_ON.match(last) else last


def _masked(text: str) -> str:
    """A text with a mark for each formula; another one for what bounds a letter."""

    def mark(found: re.Match[str]) -> str:
        formula = found[1] or found[2]
        bounds = _INEQUALITY.search(formula) and not re.search(
            r"\\(?:mathbb|R|N|dots|ldots|cdots)(?![A-Za-z])", formula
        )
        return _BOUND if bounds else _MARK

    return FORMULA.sub(mark, text)


def _unopened(before: str) -> str:
    return _OPENS.sub("", before)


def _unclosed(after: str) -> str:
    return _CLOSES.sub("", after)


def _is_apart(text: str, place: int) -> bool:
    """Whether a display is no part of the text: in a footnote or a caption, struck out, switched off."""
    before = text[max(0, place - AROUND) : place]
    depth = 0
    for k in range(len(before) - 1, -1, -1):
        depth += (before[k] == "}") - (before[k] == "{")
        if depth < 0:
            if _OUTSIDE.match(before[: k + 1][before.rfind("\\", 0, k + 1) :]):
                return True
            depth = 0
    switches = [
        found[0] for found in re.finditer(r"\\(?:if(?![A-Za-z]*f(?![A-Za-z]))\w*|fi)(?![A-Za-z])", text[:place])
    ]
    return sum(1 if one != r"\fi" else -1 for one in switches if one not in (r"\iff",)) > 0


def _end_of_environment(text: str, place: int, lead: str) -> int:
    """Where the environment ends to which what is stated belongs, with the proof after it; the end if there is none."""
    opened: list[tuple[str, int]] = []
    for found in _ENVIRONMENT.finditer(text, 0, place):
        name = found[2].lower()
        if found[1] == "begin":
            opened.append((name, found.end()))
        elif any(one == name for one, _ in opened):
            while opened and opened.pop()[0] != name:
                pass
    for name, _ in opened:
        if name in _LAYOUT or name in _HELD or (name in _STATES and not _SUPPOSES.match(lead)):
            continue
        closed = re.search(rf"\\end\s*\{{{name}\*?\}}", text[place:], re.IGNORECASE)
        end = place + closed.end() if closed else len(text)
        if name in ("itemize", "enumerate", "description"):
            item = re.search(r"\\item\b", text[place:end])
            return place + item.start() if item else end
        proof = re.match(r"\s*\\begin\s*\{proof\}.*?\\end\s*\{proof\}", text[end:], re.DOTALL)
        return end + proof.end() if proof and name in _STATES else end
    return len(text)


def _end_of_section(text: str, place: int) -> int:
    """Where the innermost section ends that is about something aside; the end of the text if there is none."""
    open_: list[tuple[int, str]] = []
    for found in _SECTION.finditer(text, 0, place):
        depth = len(found[1])
        open_ = [*(one for one in open_ if one[0] < depth), (depth, found[2])]
    for depth, title in open_:
        if _ASIDE.search(title):
            following = next((f for f in _SECTION.finditer(text, place) if len(f[1]) <= depth), None)
            return following.start() if following else len(text)
    return len(text)
