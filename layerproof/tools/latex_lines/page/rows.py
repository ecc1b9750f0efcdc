"""A display as equations: its rows, its columns, and which row goes on with the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..files.parts import Document, Equation, Step
from ..files.positions import Place, Positions
from ..files.source import LONGEST_LINE, foreign
from ..files.tokens import CLOSE, OPEN, Unbalanced, joined, words
from ..notation.arrays import as_commands
from ..notation.naming import is_name, latex_name
from ..notation.spelling import UPRIGHT
from .converted import with_words
from .displays import INNER, Display
from .listed import without_dots
from .qualified import is_qualified
from .relations import Said, angled, has_relation, implication, pieces_between, segments, trimmed, without_spaces

MOST_ROWS = 10_000
"""Rows of a file."""
_GIVEN = re.compile(r"\b(given|assume|assuming|suppose|let|hypothesis|premise)\b", re.IGNORECASE)
_ASSUMED = re.compile(
    r"\W*(?:(?:is|are|this is|as|by|from|under|the|our|an?)\s+)*"
    r"(?:given|assum(?:ed|ption|ptions)|hypothes[ie]s|premise|definition|defined|model)(?:\s*\(?[A-Z]?[\d.]*\)?)\W*",
    re.IGNORECASE,
)
_REMARKS = frozenset(
    re.findall(
        r"\S+",
        "for if when whenever where provided with since as because using given assuming at and or so thus hence then "
        "but by let suppose assume therefore also iff whence while on in from under that is we set put take hypothesis "
        "premise now next case similarly likewise namely",
    )
)
_APART = re.compile(
    r"&|\\\\|\\(?:quad|qquad|[,;: ]|hspace|hfill|text|mbox|label|tag|nonumber|notag)|~|[,.;:=<>]|"
    r"\\(?:le|ge|leq|geq|ne|neq|to|Rightarrow|implies|iff|approx|sim|equiv|in|lt|gt)(?![A-Za-z])"
)
_KNOWN = re.compile(r"\\(?:text|textrm|textnormal)\s*\{\s*(?:%s)\s*\}" % "|".join(sorted(UPRIGHT)))  # noqa: UP031
_CONSTANT = re.compile(
    r"([+-]\s*)\\(?:text|mbox|hbox|textrm|textit|textnormal|mathrm|mathit|operatorname)\s*\{\s*[Cc]onst(?:ants?)?\.?\s*\}"
)
"""What is added and does not matter; it may be another one in each row."""
_TEXT = re.compile(r"\\(?:text|mbox|textrm|textit|textbf|textnormal|intertext|shortintertext|hbox)\s*(?=\{)")
_INNER_EDGE = re.compile(
    r"\\(?:begin|end)\s*\{(?:%s)\*?\}(?:\s*\[[tbc]\])?(?:\{\d+\})?" % "|".join(INNER)  # noqa: UP031
)
_BESIDE = re.compile(
    r"\\label\s*\{[^{}]*\}|\\tag\*?\s*\{(?:[^{}]|\{[^{}]*\})*\}|"
    r"\\(?:addto|set|step|refstep)counter\s*\{[^{}]*\}(?:\s*\{[^{}]*\})?|"
    r"\\(?:nonumber|notag|numberthis|qed|qedhere|qedsymbol)(?![A-Za-z])|"
    r"(?:\\(?:quad|qquad|hfill|[;, ])|~)\s*\\(?:square|Box|blacksquare|Diamond|blacktriangle)(?![A-Za-z])(?=\W*$)|"
    r"\\checkmark(?![A-Za-z])(?=\W*$)"
)
_LEAST = (
    r"\\(?:min|max|inf|sup|(?:operatorname\*?|mathrm)\s*\{\s*(?:a ?r ?g\s*)?(?:m ?i ?n|m ?a ?x)[a-z ]*\}|"
    r"(?:arg)?(?:min|max)(?:imi[sz]e)?)"
    r"(?![A-Za-z])"
)
_PROBLEM = re.compile(
    rf"(?:[\s&]|\\(?:label|begin)\s*\{{[^{{}}]*\}}|\\(?:displaystyle|quad|qquad|[,;: ]))*"
    rf"(?:\\underset\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}\s*\{{\s*)?(?:{_LEAST}|\\(?:text|mathrm)\s*\{{\s*(?:min|max)imi[sz]e\s*\}})"
    r"[^=]*?(?:\bs\s*\.\s*(?:\\[,;: ]\s*)?t\s*\.|\bs\.t\b|\bs ?u ?b ?j ?e ?c ?t(?:\s|\\ )+t ?o\b)",
    re.DOTALL,
)
_ROW_EDGE = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+)\*?\}|(\\\\)\*?(?:\s*\[[^\]\n]*\])?|\\.|([{}])", re.DOTALL)
_LINE_EDGE = re.compile(r"()()(\\\\\*?|\n)()")  # of a plain file


@dataclass
class _Row:
    """One row: its cells of tokens, where what is said is one token, `Said`."""

    line: Place
    cells: list[list[str]]
    source: str


class _Tail:
    """A side that may go on in further rows: its tokens, and how deep in brackets it ends."""

    def __init__(self, text: str, source: str) -> None:
        self.tokens: list[str] = []
        self.sources: list[str] = []
        self._depth, self._braces, self._broken = 0, 0, False
        self.add(words(text), source)

    def add(self, tokens: list[str], source: str) -> None:
        """More of it; brackets that a break leaves without a partner, ``\\right.`` and ``\\left.``, are none."""
        if self.tokens[-2:] == [r"\right", "."] and tokens[:2] == [r"\left", "."]:
            del self.tokens[-2:]
            tokens = tokens[2:]
        for token in tokens:
            self._depth += (token in OPEN or token == r"\langle") - (token in CLOSE or token == r"\rangle")
            self._braces += (token == "{") - (token == "}")
            self._broken = self._broken or self._depth < 0 or self._braces < 0
        self.tokens += tokens
        self.sources.append(source)

    @property
    def is_open(self) -> bool:
        """Whether it waits for more: it is empty, or ends in an operator or inside a bracket."""
        ends = not self.tokens or self.tokens[-1] in ("+", "-", r"\cdot", r"\times", "/")
        return ends or self._broken or self._depth != 0 or self._braces != 0


class Cutter:
    """Cuts one display into equations; a row that cannot be cut is a trouble, and the next one begins anew."""

    def __init__(self, display: Display, document: Document, at: Positions) -> None:
        inner = _INNER_EDGE.search(display.body)
        self.kind = "aligned" if inner and display.kind == "equation" else display.kind
        self.display, self.document, self.at, self.block = display, document, at, document.blocks
        self.found: list[Equation] = []
        self.last: dict[int, Equation] = {}
        self.tails: dict[int, _Tail] = {}  # of equations whose last side is broken over rows
        before = document.equations
        if before and before[-1].steps:
            step = before[-1].steps[-1]
            self.last[0] = Equation(before[-1].block, before[-1].start, before[-1].line, [step])

    def equations(self) -> list[Equation]:
        r"""The equations, in the order in which they begin; none of a problem, ``\min f(x) \text{ s.t. } g(x) = 0``."""
        if _PROBLEM.match(self.display.body):
            return []
        arrow = ""
        own: set[int] = set()  # columns in which an equation of this display was begun
        for row in self._rows():
            if not row.cells:  # it was not read: nothing goes on from before it
                self.last.clear()
                continue
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
        for k, equation in enumerate(self.found):
            self._close(equation)
            if not equation.steps:
                self._trouble(equation.line, f"has no relation: {equation.start[:60]}")
                self._leave_open(self.found[:k], equation.start)
        return [equation for equation in self.found if equation.steps]

    def _leave_open(self, before: Sequence[Equation], rest: str) -> None:
        """The row before one without a relation may go on in it, as a product does: it is not read by itself."""
        if before and before[-1].steps:
            step = before[-1].steps[-1]
            before[-1].steps[-1] = replace(step, unread=step.unread or rest)

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
                self._close(before)
                before.steps += piece.steps
                return
            self._close(before)
            piece.start = before.steps[-1].text  # the display goes on from the one before
        self.last[column] = piece
        own.add(column)
        self.found.append(piece)

    def _goes_on(self, before: Equation, piece: Equation, bare: bool) -> bool:
        """Whether a piece is more of what is before it: terms of its last line, or of a side without a relation yet."""
        more = words(piece.start)
        if before.steps:
            signs = ("+", r"\cdot", r"\times") + (("-",) if bare or not piece.steps else ())
            tail = self.tails.get(id(before)) or _Tail(before.steps[-1].text, before.steps[-1].source)
            if not more or not (more[0] in signs or tail.is_open) or piece.link:
                return False
            if tail.tokens[-1:] == more[:1] and more[0] in ("+", "-"):  # printed at both ends of the break
                tail.tokens.pop()
        else:
            tail = self.tails.get(id(before)) or _Tail(before.start, "")
        tail.add(more, _source(piece))
        self.tails[id(before)] = tail
        if piece.steps:
            self._close(before)
            before.steps += piece.steps
        return True

    def _close(self, equation: Equation) -> None:
        """Put the rows of a side that was broken over them together."""
        tail = self.tails.pop(id(equation), None)
        if tail is None:
            return
        whole = joined(tail.tokens)
        if equation.steps:
            source = " ".join(s for s in tail.sources if s)
            equation.steps[-1] = replace(equation.steps[-1], text=whole, source=source)
        else:
            equation.start = whole

    def _trouble(self, line: int, message: str) -> None:
        self.document.trouble(line, message)

    def _rows(self) -> Iterator[_Row]:
        r"""The rows between ``\\``, with their cells between ``&``."""
        body = _BESIDE.sub(_blank, _INNER_EDGE.sub(_blank, self.display.body))
        if self.display.kind in ("alignat", "alignedat"):
            body = re.sub(r"^\s*\{\d+\}", _blank, body)
        joins = self.kind == "multline"
        pieces: list[tuple[int, str]] = []
        start = depth = inner = 0
        for found in (_LINE_EDGE if self.kind == "lines" else _ROW_EDGE).finditer(body):
            inner += {"begin": 1, "end": -1}.get(found[1] or "", 0)
            depth += {"{": 1, "}": -1}.get(found[4] or "", 0)
            if found[3] and depth <= 0 and inner <= 0 and not joins:
                pieces.append((start, body[start : found.start()]))
                start, depth, inner = found.end(), 0, 0
        pieces.append((start, body[start:].replace("\\\\", "  ") if joins else body[start:]))
        for place, piece in pieces:
            if not piece.strip():
                continue
            self.document.rows += 1
            if self.document.rows > MOST_ROWS or self.document.relations > MOST_ROWS:
                return
            number = self.at.place(self.display.start + place + len(piece) - len(piece.lstrip()))
            source = " ".join(piece.split())
            piece = as_commands(with_words(piece))
            if inside := re.search(r"\\begin\s*\{[A-Za-z]+\*?\}", piece):
                self._trouble(number, f"{inside[0]} is not read inside a formula")
                yield _Row(number, [], "")
                continue
            if len(piece) > LONGEST_LINE:
                self._trouble(number, f"a formula of {len(piece):,} characters; expected at most {LONGEST_LINE:,}")
                yield _Row(number, [], "")
                continue
            pieces_of = _set_aside(piece)
            if character := foreign("".join(p for p in pieces_of if not isinstance(p, Said))):
                self._trouble(number, f"holds {character}; formulas are written in ASCII")
                yield _Row(number, [], "")
                continue
            cells: list[list[str]] = [[]]
            for part in pieces_of:
                for token in [part] if isinstance(part, Said) else angled(words(part)):
                    if token == "&":
                        cells.append([])
                    else:
                        cells[-1].append(token)
            yield _Row(number, cells, source)

    def _cut(self, cells: list[str], row: _Row) -> Iterator[Equation]:
        """The equations of one column of a row; one without steps stands for a row without a relation."""
        link, any_ = "", False
        side_by_side = segments(without_spaces(cells))
        restricted = is_qualified(side_by_side, cells)
        for segment in side_by_side:
            arrow, body = implication(segment.math)
            link = arrow or link
            if not body:
                continue
            pieces, said = without_dots(pieces_between(body))
            start, steps = pieces[0][1], pieces[1:]
            if _is_a_typing(start, steps):
                continue
            if start[-1:] == [":"] and steps and steps[0][0] == "=":
                start, steps[0] = start[:-1], (":=", steps[0][1])
            steps, named = _names_given(steps)
            named |= {place - 1 for place in said}
            made = [
                Step(relation, trimmed(text), row.line, self.block, row.source, tuple(segment.conditions),
                     segment.remark, segment.unread, k in named or bool(_ASSUMED.fullmatch(segment.remark)),
                     segment.beside, restricted)
                for k, (relation, text) in enumerate(steps)
            ]  # fmt: skip
            self.document.relations += len(made)
            yield Equation(self.block, trimmed(start), row.line, made, link, bool(_GIVEN.search(segment.lead)))
            link, any_ = "", True
        if link and not any_:  # an arrow alone: it belongs to the next row
            yield Equation(self.block, "", row.line, [], link)


def _blank(found: re.Match[str]) -> str:
    """Spaces in its place, so that everything else stays where it is."""
    return re.sub(r"[^\n]", " ", found[0])


def _is_a_typing(start: list[str], steps: list[tuple[str, list[str]]]) -> bool:
    r"""Whether a formula says where a map goes, ``f: \mathbb{R}^d \to \mathbb{R}``, and claims nothing."""
    place = start.index(":") if ":" in start else 0
    return 0 < place < len(start) - 1 and [sign for sign, _ in steps] == ["->"] and _is_name(start[:place])


def _names_given(steps: list[tuple[str, list[str]]]) -> tuple[list[tuple[str, list[str]]], set[int]]:
    r"""Links without the colon of ``= a =: b``, or of ``\le b := a``, and the places of those that name something.

    Of ``= A B x =: C x`` too: it says what C is.
    """
    named = {k for k, (sign, text) in enumerate(steps) if sign == "=" and text[:1] == [":"] and text[1:]}
    found = [(sign, text[1:] if k in named else text) for k, (sign, text) in enumerate(steps)]
    for k in range(1, len(found)):
        (before, name), (sign, text) = found[k - 1], found[k]
        if sign == "=" and name[-1:] == [":"]:  # a value, or a name for one, is given
            found[k - 1] = (before, name[:-1])
        elif sign != ":=" or not _is_name(name):
            continue
        found[k] = ("=", text)
        named.add(k)
    return found, named


def _is_name(tokens: list[str]) -> bool:
    try:
        return is_name(latex_name(trimmed(tokens)))
    except (Unbalanced, ValueError):
        return False


def _source(piece: Equation) -> str:
    return piece.steps[0].source if piece.steps else piece.start


def _set_aside(piece: str) -> list[str]:
    r"""A row as mathematics and, between it, each ``\text{..}`` outside of braces as a token of its own."""
    piece = _CONSTANT.sub(r"\1\\mathrm{const}", piece)
    found_pieces: list[str] = []
    pieces: list[str] = []
    place = depth = 0
    while place < len(piece):
        found = _TEXT.match(piece, place)
        if found and depth == 0 and _last(pieces) not in ("_", "^") and not _KNOWN.match(piece, place):
            end, level = found.end(), 0
            while end < len(piece):
                level += {"{": 1, "}": -1}.get(piece[end], 0)
                end += 1
                if level == 0:
                    break
            found_pieces += ["".join(pieces), Said(piece[place:end], piece[found.end() + 1 : end - 1])]
            pieces, place = [], end
            continue
        character = piece[place]
        if character == "\\":
            pieces.append(piece[place : place + 2])
            place += 2
            continue
        depth += {"{": 1, "}": -1}.get(character, 0)
        pieces.append(character)
        place += 1
    found_pieces.append("".join(pieces))
    return [str(p) if _is_operator(found_pieces, k) else p for k, p in enumerate(found_pieces)]


def _last(pieces: list[str]) -> str:
    return next((p for p in reversed(pieces) if not p.isspace()), "")


def _is_operator(pieces: list[str], k: int) -> bool:
    r"""Whether a word stands before mathematics as the name of a function does: ``\text{diag}(b)``."""
    said = pieces[k]
    if not isinstance(said, Said) or k + 1 == len(pieces):
        return False
    inside = said[said.index("{") + 1 : -1]
    after = pieces[k + 1].lstrip()
    if not re.fullmatch(r"[A-Za-z]+\.?", inside) or inside.lower() in _REMARKS:
        return False
    return bool(after) and not _APART.match(after)


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
        if merged and (not has_relation(pair) or isinstance(pair[:1] and pair[0], Said) or pair[:1] == ["("]):
            merged[-1][0].extend([r"\qquad", *pair])  # words, a condition, more of a side
        else:
            merged.append((pair, not cells[k]))
    yield from merged
