r"""A file as declarations and displays, and a display as equations: text only, no mathematics yet.

The rows of an ``align`` are cut at their relations.  What is beside the mathematics (labels, tags, words, reasons) is
taken off; a condition (``\text{for } x > 0``, ``\quad (x > 0)``) is kept with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .source import LONGEST_LINE, Trouble, foreign, without_comment
from .tokens import Unbalanced, argument, closing, depths, joined, words

KEYS = {
    "symbols": "symbols", "symbol": "symbols", "hypotheses": "hypotheses", "hypothesis": "hypotheses",
    "assume": "hypotheses", "flow": "flow", "random": "random", "define": "define", "where": "define",
}  # fmt: skip
MOST_ROWS = 2_000
_DISPLAYS = (
    "align", "aligned", "alignat", "alignedat", "flalign", "equation", "gather", "gathered", "multline", "eqnarray",
    "split", "displaymath", "math", "dmath",
)  # fmt: skip
_INNER = ("aligned", "alignedat", "split", "gathered")
_SKIPPED = ("verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents")
_RELATIONS = {
    "=": "=", r"\equiv": "=", "<": "<", ">": ">", r"\lt": "<", r"\gt": ">", r"\le": "<=", r"\leq": "<=",
    r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=",
    r"\approx": "~", r"\sim": "~", r"\simeq": "~", r"\propto": "~", r"\cong": "~", r"\lesssim": "~",
    r"\gtrsim": "~", r"\ll": "~", r"\gg": "~", r"\asymp": "~", r"\coloneqq": ":=", r"\coloneq": ":=",
    r"\triangleq": ":=", r"\to": "->", r"\rightarrow": "->", r"\longrightarrow": "->", r"\in": "in",
}  # fmt: skip
_IMPLIES = {
    r"\Rightarrow": "=>", r"\implies": "=>", r"\Longrightarrow": "=>", r"\therefore": "=>", r"\iff": "<=>",
    r"\Leftrightarrow": "<=>", r"\Longleftrightarrow": "<=>",
}  # fmt: skip
_SPACES = frozenset({r"\quad", r"\qquad"})
_THIN = frozenset({r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle",
                   r"\allowbreak", r"\hfill", r"\hspace*", r"\noindent", r"\mathstrut", r"\strut"})  # fmt: skip
_GIVEN = re.compile(r"\b(given|assume|assuming|suppose|let|hypothesis|premise)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(for|if|when|whenever|where|provided|with|since|as|because|using|given|assuming|at)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Step:
    """``relation text``: the next link of a chain.

    Attributes:
        relation: ``=``, ``<``, ``<=``, ``>``, ``>=``, ``!=``; ``~`` (about equal: no claim), ``:=``, ``->``, ``in``.
        text: the right side, in LaTeX.
        line: of the file.
        block: the number of the display.
        source: the row that it is from.
        conditions: relations under which it is said to hold, in LaTeX.
        remark: the words beside it.
        unread: mathematics beside it that is neither a condition nor a relation.
    """

    relation: str
    text: str
    line: int
    block: int
    source: str
    conditions: tuple[str, ...] = ()
    remark: str = ""
    unread: str = ""


@dataclass
class Equation:
    """A left side and the links after it.

    Attributes:
        block: the number of the display, from 1.
        start: the left side in LaTeX.
        line: of the file.
        steps: one or more.
        link: ``=>`` if it is said to follow from what is before it, ``<=>`` if also the reverse, else empty.
        given: whether it is said to be assumed.
    """

    block: int
    start: str
    line: int
    steps: list[Step] = field(default_factory=list)
    link: str = ""
    given: bool = False


@dataclass(frozen=True)
class Declaration:
    """One item of a header."""

    line: int
    key: str
    text: str


@dataclass
class Document:
    """What a file holds, in order, and what in it could not be cut up."""

    parts: list[Declaration | Equation] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    blocks: int = 0

    @property
    def equations(self) -> list[Equation]:
        """The equations of all displays."""
        return [part for part in self.parts if isinstance(part, Equation)]


@dataclass(frozen=True)
class _Display:
    line: int
    kind: str
    body: str


def parse(text: str, *, plain: bool = False) -> Document:
    """Cut up the text of a file.

    Args:
        text: as `source.load` gives it.
        plain: whether, without any display, each paragraph is one and each line a row of it.
    """
    document = Document()
    lines = text.split("\n")
    declarations, used = _declarations(lines, document.troubles)
    bare = [("" if k in used else without_comment(line)) for k, line in enumerate(lines)]
    displays = list(_displays("\n".join(bare), document.troubles))
    if not displays and plain and not document.troubles:
        displays = list(_paragraphs(bare))
    rows = 0
    waiting = list(declarations)
    for display in displays:
        while waiting and waiting[0].line < display.line:
            document.parts.append(waiting.pop(0))
        document.blocks += 1
        for equation in _Cutter(display, document).equations():
            rows += len(equation.steps)
            if rows > MOST_ROWS:
                document.troubles.append(Trouble(equation.line, f"more than {MOST_ROWS} relations; the rest is left"))
                return document
            document.parts.append(equation)
    document.parts += waiting
    return document


# --- the header -----------------------------------------------------------------------------------------------


def _declarations(lines: list[str], troubles: list[Trouble]) -> tuple[list[Declaration], set[int]]:
    """The items of the header, and the numbers (from 0) of the lines of a front matter."""
    front = _front_matter(lines, troubles)
    found: list[Declaration] = []
    open_: tuple[str, int] | None = None  # the key that is being continued, and its indent
    for number, line in enumerate(lines):
        inside = number in front
        body = line if inside else _comment(line)
        if body is None or (inside and line.strip() == "---"):
            open_ = None
            continue
        indent = len(body) - len(body.lstrip())
        match = re.match(r"\s*([A-Za-z]+)\s*:(?!=)(.*)", body)
        if match and match[1].lower() in KEYS:
            open_ = KEYS[match[1].lower()], indent
            rest = match[2]
        elif inside and match:
            troubles.append(Trouble(number + 1, f"unknown word {match[1]!r} in the header; expected one of {_known()}"))
            continue
        elif open_ is not None and body.strip() and indent > open_[1] + 1:
            rest = body
        else:
            open_ = None
            continue
        for item in _items(rest):
            found.append(Declaration(number + 1, open_[0], item))
    return found, front


def _known() -> str:
    return ", ".join(dict.fromkeys(KEYS.values()))


def _comment(line: str) -> str | None:
    found = re.match(r"\s*%+(.*)", line)
    return found[1] if found else None


def _front_matter(lines: list[str], troubles: list[Trouble]) -> set[int]:
    first = next((k for k, line in enumerate(lines) if line.strip()), None)
    if first is None or lines[first].strip() != "---":
        return set()
    for k in range(first + 1, len(lines)):
        if lines[k].strip() == "---":
            return set(range(first, k + 1))
    troubles.append(Trouble(first + 1, "the header that begins with --- has no second ---"))
    return set(range(first, len(lines)))


def _items(text: str) -> Iterator[str]:
    """The items of a header line, between semicolons outside of braces."""
    depth, item = 0, ""
    for k, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == ";" and depth <= 0 and text[k - 1 : k] != "\\":
            if item.strip():
                yield item.strip()
            item = ""
        else:
            item += character
    if item.strip():
        yield item.strip()


# --- displays -------------------------------------------------------------------------------------------------

_EDGE = re.compile(r"\\begin\s*\{([A-Za-z]+)(\*?)\}|\\end\s*\{([A-Za-z]+)(\*?)\}|(?<!\\)\\\[|(?<!\\)\\\]|\$\$")


def _displays(text: str, troubles: list[Trouble]) -> Iterator[_Display]:
    """The outermost displays of a text without comments."""
    edges = list(_EDGE.finditer(text))
    k = 0
    while k < len(edges):
        edge = edges[k]
        line = text.count("\n", 0, edge.start()) + 1
        opened = edge[0] if edge[1] is None else edge[1]
        if edge[1] in _SKIPPED:
            k = next((j + 1 for j in range(k + 1, len(edges)) if edges[j][3] == edge[1]), len(edges))
            continue
        if edge[1] not in _DISPLAYS and edge[0] not in (r"\[", "$$"):
            if edge[0] == r"\]" or edge[3] in _DISPLAYS:
                troubles.append(Trouble(line, f"{edge[0]} ends a display that was never begun"))
            k += 1
            continue
        end = _partner(edges, k)
        if end is None:
            wanted = {r"\[": r"\]", "$$": "$$"}.get(opened, rf"\end{{{opened}{edge[2] or ''}}}")
            troubles.append(Trouble(line, f"the display begun here has no {wanted}; nothing after it is read"))
            return
        body = text[edge.end() : edges[end].start()]
        yield _Display(line, opened, body)
        k = end + 1


def _partner(edges: list[re.Match[str]], k: int) -> int | None:
    """The edge that ends the display begun at `k`; None if another display of this kind begins before it."""
    first = edges[k]
    depth = 0
    for j in range(k + 1, len(edges)):
        edge = edges[j]
        if first[1] is None:
            if edge[0] == {r"\[": r"\]", "$$": "$$"}[first[0]]:
                return j
            if edge[0] == r"\[" or (edge[1] in _DISPLAYS and edge[1] not in _INNER):
                return None
        elif edge[1] == first[1] and edge[2] == first[2]:
            if first[1] not in _INNER:
                return None
            depth += 1
        elif edge[3] == first[1] and edge[4] == first[2]:
            if depth == 0:
                return j
            depth -= 1
        elif edge[3] in _DISPLAYS and edge[3] not in _INNER:
            return None
    return None


def _paragraphs(lines: list[str]) -> Iterator[_Display]:
    """Each paragraph of a plain file, a row a line."""
    start: int | None = None
    for k, line in enumerate([*lines, ""]):
        if line.strip() and start is None:
            start = k
        elif not line.strip() and start is not None:
            yield _Display(start + 1, "align", "\\\\\n".join(lines[start:k]))
            start = None


# --- rows -----------------------------------------------------------------------------------------------------

_TEXT = re.compile(r"\\(?:text|mbox|textrm|textit|textbf|textnormal|intertext|shortintertext|hbox)\s*(?=\{)")
_SAID = "\\text"
_INNER_EDGE = re.compile(
    r"\\(?:begin|end)\s*\{(?:%s)\*?\}(?:\s*\[[tbc]\])?(?:\{\d+\})?" % "|".join(_INNER)  # noqa: UP031
)
_BESIDE = re.compile(r"\\label\s*\{[^{}]*\}|\\tag\*?\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")
_ROW_EDGE = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+)\*?\}|(\\\\)\*?(?:\s*\[[^\]\n]*\])?|\\.|([{}])", re.DOTALL)


@dataclass
class _Row:
    """One row: its cells of tokens, where each ``\\text`` holds the number of what is said."""

    line: int
    cells: list[list[str]]
    source: str
    said: list[str]


@dataclass
class _Segment:
    """One equation of a row, and what stands beside it."""

    math: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    remark: str = ""
    unread: str = ""
    lead: str = ""


class _Cutter:
    """Cuts one display into equations; a row that cannot be cut is a trouble, and the next one begins anew."""

    def __init__(self, display: _Display, document: Document) -> None:
        inner = _INNER_EDGE.search(display.body)
        self.kind = "aligned" if inner and display.kind == "equation" else display.kind
        self.display, self.document, self.block = display, document, document.blocks
        self.found: list[Equation] = []
        self.last: dict[int, Equation] = {}
        before = document.equations
        if before and before[-1].steps:
            step = before[-1].steps[-1]
            self.last[0] = Equation(before[-1].block, before[-1].start, before[-1].line, [step])

    def equations(self) -> list[Equation]:
        """The equations, in the order in which they begin."""
        arrow = ""
        own: set[int] = set()  # columns in which an equation of this display was begun
        for row in self._rows():
            for column, (cells, bare) in enumerate(_columns(row.cells, self.kind)):
                try:
                    pieces = list(self._cut(cells, row))
                except Unbalanced as problem:
                    self._trouble(row.line, f"cannot be cut into equations: {problem}")
                    self.last.pop(column, None)
                    continue
                for piece in pieces:
                    if not piece.steps and not piece.start:
                        arrow = piece.link
                        continue
                    piece.link, arrow = piece.link or arrow, ""
                    self._place(piece, column, own, bare)
                    bare = False
        for equation in self.found:
            if not equation.steps:
                self._trouble(equation.line, f"has no relation: {equation.start[:60]}")
        return [equation for equation in self.found if equation.steps]

    def _place(self, piece: Equation, column: int, own: set[int], bare: bool) -> None:
        """Begin an equation with a piece of a row, or go on with the one before; `bare`: nothing precedes its ``&``."""
        before = self.last.get(column)
        if before is not None and column in own and self._goes_on(before, piece, bare):
            return
        if not piece.start:
            if before is None or not before.steps:
                self._trouble(piece.line, "begins with a relation, and nothing is before it")
                self.last.pop(column, None)
                return
            if column in own:
                before.steps += piece.steps
                return
            piece.start = before.steps[-1].text  # the display goes on from the one before
        self.last[column] = piece
        own.add(column)
        self.found.append(piece)

    def _goes_on(self, before: Equation, piece: Equation, bare: bool) -> bool:
        """Whether a piece is more of what is before it: terms of its last line, or of a side without a relation yet."""
        if before.steps:
            step = before.steps[-1]
            begins = words(piece.start)[:1]
            signs = ("+", r"\cdot", r"\times") + (("-",) if bare or not piece.steps else ())
            if not begins or not (begins[0] in signs or _is_open(step.text)) or piece.link:
                return False
            if step.text.endswith(begins[0]) and begins[0] in ("+", "-"):  # printed at both ends of the break
                step = replace(step, text=step.text[:-1])
            before.steps[-1] = replace(
                step, text=f"{step.text} {piece.start}".strip(), source=f"{step.source} {_source(piece)}".strip()
            )
        else:
            before.start = f"{before.start} {piece.start}".strip()
        before.steps += piece.steps
        return True

    def _trouble(self, line: int, message: str) -> None:
        self.document.troubles.append(Trouble(line, message))

    def _rows(self) -> Iterator[_Row]:
        r"""The rows between ``\\``, with their cells between ``&``."""
        body = _BESIDE.sub("", _INNER_EDGE.sub(" ", self.display.body))
        if self.display.kind in ("alignat", "alignedat"):
            body = re.sub(r"^\s*\{\d+\}", "", body)
        joins = self.kind == "multline"
        pieces: list[tuple[int, str]] = []
        start = depth = inner = 0
        for found in _ROW_EDGE.finditer(body):
            inner += {"begin": 1, "end": -1}.get(found[1] or "", 0)
            depth += {"{": 1, "}": -1}.get(found[4] or "", 0)
            if found[3] and depth <= 0 and inner <= 0 and not joins:
                pieces.append((start, body[start : found.start()]))
                start, depth, inner = found.end(), 0, 0
        pieces.append((start, body[start:].replace("\\\\", " ") if joins else body[start:]))
        for place, piece in pieces:
            if not piece.strip():
                continue
            number = self.display.line + body.count("\n", 0, place + len(piece) - len(piece.lstrip()))
            if inside := re.search(r"\\begin\s*\{[A-Za-z]+\*?\}", piece):
                self._trouble(number, f"{inside[0]} is not read inside a formula")
                continue
            if len(piece) > LONGEST_LINE:
                self._trouble(number, f"a formula of {len(piece):,} characters; expected at most {LONGEST_LINE:,}")
                continue
            if character := foreign(_TEXT.sub("", _without_said(piece))):
                self._trouble(number, f"holds {character}; formulas are written in ASCII")
                continue
            math, said = _set_aside(piece)
            cells: list[list[str]] = [[]]
            for token in words(math):
                if token == "&":
                    cells.append([])
                else:
                    cells[-1].append(token)
            yield _Row(number, cells, " ".join(piece.split()), said)

    def _cut(self, cells: list[str], row: _Row) -> Iterator[Equation]:
        """The equations of one column of a row; one without steps stands for a row without a relation."""
        link, any_ = "", False
        for segment in _segments(_plain(cells), row.said):
            arrow, body = _implication(segment.math)
            link = arrow or link
            if not body:
                continue
            pieces = _pieces(body)
            start, steps = pieces[0][1], pieces[1:]
            if start[-1:] == [":"] and steps and steps[0][0] == "=":
                start, steps[0] = start[:-1], (":=", steps[0][1])
            made = [
                Step(relation, _trimmed(text), row.line, self.block, row.source, tuple(segment.conditions),
                     segment.remark, segment.unread)
                for relation, text in steps
            ]  # fmt: skip
            yield Equation(self.block, _trimmed(start), row.line, made, link, bool(_GIVEN.search(segment.lead)))
            link, any_ = "", True
        if link and not any_:  # an arrow alone: it belongs to the next row
            yield Equation(self.block, "", row.line, [], link)


def _source(piece: Equation) -> str:
    return piece.steps[0].source if piece.steps else piece.start


def _without_said(piece: str) -> str:
    math, _ = _set_aside(piece)
    return math


def _set_aside(piece: str) -> tuple[str, list[str]]:
    r"""A row with each ``\text{..}`` outside of braces replaced by ``\text{number}``, and what they say."""
    said: list[str] = []
    pieces: list[str] = []
    place = depth = 0
    while place < len(piece):
        found = _TEXT.match(piece, place)
        if found and depth == 0 and piece[:place].rstrip()[-1:] not in ("_", "^"):
            end, level = found.end(), 0
            while end < len(piece):
                level += {"{": 1, "}": -1}.get(piece[end], 0)
                end += 1
                if level == 0:
                    break
            pieces.append(rf"{_SAID}{{{len(said)}}}")
            said.append(piece[found.end() + 1 : end - 1])
            place = end
            continue
        character = piece[place]
        if character == "\\":
            pieces.append(piece[place : place + 2])
            place += 2
            continue
        depth += {"{": 1, "}": -1}.get(character, 0)
        pieces.append(character)
        place += 1
    return "".join(pieces), said


def _is_open(text: str) -> bool:
    """Whether an expression waits for more: it is empty, or ends in an operator or inside a bracket."""
    tail = words(text)
    if not tail or tail[-1] in ("+", "-", r"\cdot", r"\times", "/"):
        return True
    try:
        depths(tail)
    except Unbalanced:
        return True
    return False


def _columns(cells: list[list[str]], kind: str) -> Iterator[tuple[list[str], bool]]:
    """The equations that stand side by side: a column is a right-aligned cell and a left-aligned one.

    With each comes whether its first cell is empty.
    """
    if kind in ("eqnarray", "gather", "gathered", "equation", "multline") or len(cells) <= 2:
        yield [token for cell in cells for token in cell], len(cells) > 1 and not cells[0]
        return
    merged: list[tuple[list[str], bool]] = []
    for k in range(0, len(cells), 2):
        pair = [t for cell in cells[k : k + 2] for t in cell]
        if merged and (not _has_relation(pair) or pair[:1] == [_SAID] or pair[:1] == ["("]):
            merged[-1] = ([*merged[-1][0], r"\qquad", *pair], merged[-1][1])  # words, a condition, more of a side
        else:
            merged.append((pair, not cells[k]))
    yield from merged


def _has_relation(tokens: list[str]) -> bool:
    try:
        level = depths(tokens)
    except Unbalanced:
        return False
    return any(d == 0 and (t in _RELATIONS or t in _IMPLIES) for t, d in zip(tokens, level, strict=True))


def _pieces(tokens: list[str]) -> list[tuple[str, list[str]]]:
    r"""The pieces between relations, each with the relation before it; ``\overset{..}{=}`` is a relation too."""
    found: list[tuple[str, list[str]]] = [("", [])]
    level = depths(tokens)
    k = 0
    while k < len(tokens):
        token, outside = tokens[k], level[k] == 0
        if outside and token == r"\xrightarrow":
            _, k = argument(tokens, k + 1)
            found.append(("->", []))
            continue
        if outside and token in (r"\overset", r"\stackrel", r"\underset"):
            over, after = argument(tokens, k + 1)
            inner, after = argument(tokens, after)
            if len(inner) == 1 and inner[0] in _RELATIONS:
                defines = "def" in "".join(over) or "".join(over) == r"\triangle"
                found.append((":=" if defines else _RELATIONS[inner[0]], []))
                k = after
                continue
        if outside and token == r"\not" and tokens[k + 1 : k + 2] == ["="]:
            found.append(("!=", []))
            k += 2
            continue
        if outside and token in _RELATIONS:
            found.append((_RELATIONS[token], []))
        else:
            found[-1][1].append(token)
        k += 1
    return found


def _segments(tokens: list[str], said: list[str]) -> list[_Segment]:
    """The equations that stand side by side in one cell, with the words and conditions beside each."""
    found: list[_Segment] = []
    for words_before, spaced, math in _between_words(tokens, said):
        math = _unpunctuated(math)
        condition = bool(_CONDITION.search(words_before))
        inside_words = re.findall(r"\$([^$]*)\$", words_before)
        if not found:
            found.append(_Segment(math, lead=words_before))
            continue
        last = found[-1]
        if words_before:
            last.remark = f"{last.remark} {words_before}".strip()
        for inline in inside_words if condition else ():
            last.conditions.append(joined(words(inline)))
        if not math:
            continue
        enclosed = math[0] in ("(", "[") and closing(math, 0) == len(math) - 1
        inside = math[1:-1] if enclosed else math
        if not last.math:
            last.math, last.lead = math, f"{last.lead} {words_before}"
        elif condition or (enclosed and _has_relation(inside)):
            last.conditions.append(joined(inside))
        elif _has_relation(math):
            found.append(_Segment(math, lead=words_before))
        elif spaced and not words_before:
            last.math += math  # only space between
        else:
            last.unread = joined(math)
    return [segment for segment in found if segment.math]


def _between_words(tokens: list[str], said: list[str]) -> Iterator[tuple[str, bool, list[str]]]:
    """The mathematics between words, wide spaces and commas: what is said before it, whether space is, and it."""
    level = depths(tokens)
    words_before, spaced = "", True
    current: list[str] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if level[k] == 0 and token == _SAID and tokens[k - 1 : k] not in (["_"], ["^"]):
            number, after = argument(tokens, k + 1)
            if current or words_before:
                yield words_before, spaced, current
            words_before, spaced, current = " ".join(said[int("".join(number))].split()), False, []
            k = after
            continue
        comma = token in (",", ";") and _has_relation(tokens[k + 1 :]) and _has_relation(current)
        if level[k] == 0 and (token in _SPACES or comma):
            if current:
                yield words_before, spaced, current
                words_before, spaced, current = "", not comma, []
        else:
            current.append(token)
        k += 1
    yield words_before, spaced, current


def _implication(tokens: list[str]) -> tuple[str, list[str]]:
    """An arrow that begins a row, and the rest."""
    link = ""
    while tokens and tokens[0] in _IMPLIES:
        link, tokens = _IMPLIES[tokens[0]], tokens[1:]
    return link, tokens


def _plain(tokens: list[str]) -> list[str]:
    """Tokens without thin spaces and empty groups; an arrow inside a row begins a new equation."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token in _THIN:
            k += 1
        elif token == "{" and tokens[k + 1 : k + 2] == ["}"] and found[-1:] not in (["_"], ["^"]):
            k += 2
        elif token in (r"\hspace", r"\hspace*", r"\vspace", r"\phantom", r"\hphantom", r"\vphantom"):
            _, k = argument(tokens, k + 1)
        else:
            if token in _IMPLIES and found and found[-1] not in _SPACES:
                found.append(r"\qquad")
            found.append(token)
            k += 1
    return found


def _unpunctuated(tokens: list[str]) -> list[str]:
    while tokens and tokens[-1] in (",", ".", ";", ":") and tokens[-2:-1] not in ([r"\left"], [r"\right"]):
        tokens = tokens[:-1]
    return tokens


def _trimmed(tokens: list[str]) -> str:
    return joined(_unpunctuated(tokens) if tokens[-1:] != [":"] else tokens)


def cut_relations(text: str) -> list[tuple[str, str]]:
    """The sides of a chain of relations, each with the relation before it.

    Raises:
        Unbalanced: if its brackets do not match.
    """
    return [(relation, _trimmed(side)) for relation, side in _pieces(_plain(words(_ascii(text))))]


def _ascii(text: str) -> str:
    """A relation as it may be typed in a header."""
    return text.replace("<=", r"\le ").replace(">=", r"\ge ").replace("!=", r"\ne ").replace(":=", r"\coloneqq ")
