"""A display as equations: its rows, its columns, and which row goes on with the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .displays import INNER, Display
from .parts import Document, Equation, Step
from .relations import SAID, has_relation, implication, pieces_between, segments, trimmed, without_spaces
from .source import LONGEST_LINE, Trouble, foreign
from .tokens import Unbalanced, depths, joined, words

_GIVEN = re.compile(r"\b(given|assume|assuming|suppose|let|hypothesis|premise)\b", re.IGNORECASE)
_TEXT = re.compile(r"\\(?:text|mbox|textrm|textit|textbf|textnormal|intertext|shortintertext|hbox)\s*(?=\{)")
_INNER_EDGE = re.compile(
    r"\\(?:begin|end)\s*\{(?:%s)\*?\}(?:\s*\[[tbc]\])?(?:\{\d+\})?" % "|".join(INNER)  # noqa: UP031
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


class Cutter:
    """Cuts one display into equations; a row that cannot be cut is a trouble, and the next one begins anew."""

    def __init__(self, display: Display, document: Document) -> None:
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
                step, text=joined(words(f"{step.text} {piece.start}")), source=f"{step.source} {_source(piece)}".strip()
            )
        else:
            before.start = joined(words(f"{before.start} {piece.start}"))
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
        for segment in segments(without_spaces(cells), row.said):
            arrow, body = implication(segment.math)
            link = arrow or link
            if not body:
                continue
            pieces = pieces_between(body)
            start, steps = pieces[0][1], pieces[1:]
            if start[-1:] == [":"] and steps and steps[0][0] == "=":
                start, steps[0] = start[:-1], (":=", steps[0][1])
            made = [
                Step(relation, trimmed(text), row.line, self.block, row.source, tuple(segment.conditions),
                     segment.remark, segment.unread)
                for relation, text in steps
            ]  # fmt: skip
            yield Equation(self.block, trimmed(start), row.line, made, link, bool(_GIVEN.search(segment.lead)))
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
            pieces.append(rf"{SAID}{{{len(said)}}}")
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
        if merged and (not has_relation(pair) or pair[:1] == [SAID] or pair[:1] == ["("]):
            merged[-1] = ([*merged[-1][0], r"\qquad", *pair], merged[-1][1])  # words, a condition, more of a side
        else:
            merged.append((pair, not cells[k]))
    yield from merged
