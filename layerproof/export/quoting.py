r"""What a source prints, quoted: with the wrong place in it shown, and beside it the repair with what was changed.

A quoted line is a formula, or a sentence with its formulas between dollars.  A place is shown by a colour and by a
rule below it (in words: bold), so that it is seen without colours too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from layerproof.language.claims import Erratum

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
_OPENS, _CLOSES = ("{", r"\left", r"\begin"), ("}", r"\right", r"\end")
_TWO = frozenset({r"\frac", r"\dfrac", r"\tfrac"})
_ONE = frozenset({r"\sqrt", r"\mathbf", r"\mathbb", r"\mathcal", r"\mathrm", r"\hat", r"\text", r"\operatorname"})
_WORD = re.compile(r"\$[^$]*\$|[^\s$]+|\s+")


Span = tuple[int, int]
"""From which character of a line to which."""


@dataclass(frozen=True)
class Quote:
    """A line of a source, and the places in it that are meant.

    Attributes:
        line: the line as it is printed: a formula in LaTeX, or a sentence with formulas between dollars.
        spans: where the places are, from left to right.
        sentence: whether it is a sentence.
    """

    line: str
    spans: tuple[Span, ...]
    sentence: bool

    def parts(self) -> Iterator[tuple[str, bool, bool]]:
        """The line in pieces: text without its dollars, whether it is a formula, whether it is meant."""
        formula = not self.sentence
        place = 0
        for start, end in (*self.spans, (len(self.line), len(self.line))):
            for meant, piece in ((False, self.line[place:start]), (True, self.line[start:end])):
                for text in re.split(r"(\$)", piece) if self.sentence else [piece]:
                    if text == "$":
                        formula = not formula
                    elif text:
                        yield text, formula, meant
            place = end


def printed(erratum: Erratum) -> Quote:
    """The printed line, with the wrong place."""
    start = erratum.printed.index(erratum.mark)
    return Quote(erratum.printed, ((start, start + len(erratum.mark)),), erratum.sentence)


def right(erratum: Erratum) -> Quote:
    """The repair, with what is not as printed."""
    changed = changed_words if erratum.sentence else changed_formula
    return Quote(erratum.right, changed(erratum.printed, erratum.right), erratum.sentence)


def changed_words(old: str, new: str) -> tuple[Span, ...]:
    """Where `new` differs from `old`, in whole words and whole formulas."""
    one, other = (tuple(_Unit(m[0], m.start(), (), m[0]) for m in _WORD.finditer(text)) for text in (old, new))
    return _joined(_differing(one, other), new)


def changed_formula(old: str, new: str) -> tuple[Span, ...]:
    """Where the formula `new` differs from `old`: the smallest parts of it that can stand in a group."""
    return _joined(_differing(_units(old, 0), _units(new, 0)), new)


@dataclass(frozen=True)
class _Unit:
    """What cannot be cut in a row of a formula: a token or a group, with what belongs to it.

    Attributes:
        text: all of it.
        start: where it stands.
        groups: what stands in its groups, in which a change may be looked for.
        head: the rest of it.
    """

    text: str
    start: int
    groups: tuple[tuple[_Unit, ...], ...]
    head: str


def _differing(one: Sequence[_Unit], other: Sequence[_Unit]) -> Iterator[Span]:
    matcher = SequenceMatcher(None, [u.text for u in one], [u.text for u in other], autojunk=False)
    for how, i, k, j, m in matcher.get_opcodes():
        old, new = one[i:k], other[j:m]
        if how == "replace" and len(old) == len(new):
            for a, b in zip(old, new, strict=True):
                yield from _inside(a, b)
        elif how in ("replace", "insert"):
            yield new[0].start, new[-1].start + len(new[-1].text)
        elif how == "delete" and other:  # what is gone cannot be shown: what stands beside it is
            beside = next((unit for unit in other[max(0, j - 1) :] if unit.text.strip()), other[-1])
            yield beside.start, beside.start + len(beside.text)


def _inside(one: _Unit, other: _Unit) -> Iterator[Span]:
    """Where two units differ: in their groups, if it is there and nowhere else."""
    if one.head == other.head and len(one.groups) == len(other.groups) and all(other.groups):
        for old, new in zip(one.groups, other.groups, strict=True):
            yield from _differing(old, new)
    elif one.text != other.text:
        yield other.start, other.start + len(other.text)


def _joined(spans: Iterable[Span], line: str) -> tuple[Span, ...]:
    """The spans without space at their ends; two with nothing but space between them are one."""
    found: list[Span] = []
    for start, end in spans:
        text = line[start:end]
        start, end = end - len(text.lstrip()), start + len(text.rstrip())
        if start >= end:
            continue
        if found and not line[found[-1][1] : start].strip():
            start = found.pop()[0]
        found.append((start, end))
    return tuple(found)


def _units(text: str, offset: int) -> tuple[_Unit, ...]:
    """A row of a formula, cut into what cannot be cut further."""
    tokens = [(match[0], match.start()) for match in _TOKEN.finditer(text)]
    found: list[_Unit] = []
    place = 0
    while place < len(tokens):
        begin, place, groups = place, *_one(tokens, place, text, offset)
        while place < len(tokens) and tokens[place][0] in ("_", "^"):
            place, more = _one(tokens, place + 1, text, offset)
            groups += more
        start = tokens[begin][1]
        stop = tokens[place][1] if place < len(tokens) else len(text)
        head = text[start:stop]
        for group in groups:
            head = head.replace("".join(u.text for u in group), "\0", 1)
        found.append(_Unit(text[start:stop], offset + start, tuple(groups), head))
    return tuple(found)


def _one(tokens: list[tuple[str, int]], place: int, text: str, offset: int) -> tuple[int, list[tuple[_Unit, ...]]]:
    """The place after the token or group at `place`, and the rows that it holds."""
    if place >= len(tokens):
        return place, []
    token = tokens[place][0]
    if token in _OPENS:
        end = _closing(tokens, place)
        if token == "{":
            first, last = place + 1, end
        else:  # \left( ... \right): two tokens at each end
            first, last = (place + 2 if token == r"\left" else _after_name(tokens, place)), end
        inside = text[tokens[first][1] : tokens[last][1]] if first < last < len(tokens) else ""
        beginning = offset + tokens[first][1] if inside else 0
        rows = list(_cells(inside, beginning)) if token == r"\begin" else [_units(inside, beginning)] * bool(inside)
        after = {"{": end + 1, r"\left": end + 2}.get(token) or _after_name(tokens, end)
        return after, rows
    if token in _TWO or token in _ONE:
        place, rows = _one(tokens, place + 1, text, offset)
        if token in _TWO:
            place, more = _one(tokens, place, text, offset)
            rows += more
        return place, rows
    return place + 1, []


def _cells(inside: str, offset: int) -> Iterator[tuple[_Unit, ...]]:
    """The cells of an environment, one after the other; what stands in an environment inside of it is not cut."""
    if r"\begin" in inside:
        return
    start = 0
    for between in re.finditer(r"\\\\|(?<!\\)&|\Z", inside):
        if cell := inside[start : between.start()].strip():
            yield _units(cell, offset + inside.index(cell, start))
        start = between.end()


def _closing(tokens: list[tuple[str, int]], place: int) -> int:
    depth = 0
    for k in range(place, len(tokens)):
        token = tokens[k][0]
        if token in (r"\begin", r"\end"):
            depth += 1 if token == r"\begin" else -1
        elif token in ("{", r"\left"):
            depth += 1
        elif token in ("}", r"\right"):
            depth -= 1
        if depth == 0 and token in _CLOSES:
            return k
    return len(tokens) - 1


def _after_name(tokens: list[tuple[str, int]], place: int) -> int:
    while place < len(tokens) and tokens[place][0] != "}":
        place += 1
    return place + 1


# --- as LaTeX --------------------------------------------------------------------------------------------------------


def in_latex(quote: Quote, mark: str, words: Callable[[str], str]) -> str:
    r"""The quoted line in LaTeX: a display that is shrunk if it is too wide, or a sentence.

    Args:
        quote: what is quoted.
        mark: ``\lpwrong`` or ``\lpchanged``.
        words: how text is escaped.
    """
    shown = []
    for text, formula, meant in quote.parts():
        if formula:
            body = rf"{mark}{{{text}}}" if meant else text
            shown.append(f"${body}$" if quote.sentence else body)
        else:
            shown.append(rf"{mark}words{{{words(text)}}}" if meant else words(text))
    line = "".join(shown).replace("$$", "")
    return f"{line}\n" if quote.sentence else f"\\begin{{lpquote}}\n\\lpfit{{{line}}}\n\\end{{lpquote}}\n"
