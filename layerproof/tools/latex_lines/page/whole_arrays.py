r"""Formulas that are all of one ``array``, ``$$\begin{array}{rl} a & = b \\ & = c \end{array}$$``: rows, and no matrix.

Some align equations so, and what converts pages to LaTeX puts nearly every formula into one, with each cell in braces.
The environment, these braces and what does not part equations give way to spaces, and what stands there stays where it
is.  An array in which no cell holds a relation is left: it may be a matrix.  So is one beside anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..files.tokens import words
from .relations import RELATIONS, has_relation, without_spaces

_BESIDE = r"\\(?:label|tag\*?)\s*\{(?:[^{}]|\{[^{}]*\})*\}"
_OPENED = re.compile(
    rf"(?:\$|\\\[|\\\(|\\begin\s*\{{(?:equation|displaymath|math|gather)\*?\}})(?:\s|{_BESIDE})*"
    r"(?P<begin>(?:\\left\s*\\\{\s*)?\\begin\s*\{array\}\s*(?:\[[tbc]\]\s*)?\{(?:[lcr|\s]|@\s*\{[^{}]*\})*\})"
)
_CLOSED = re.compile(
    rf"(?P<end>\\end\s*\{{array\}}(?P<right>\s*\\right\s*\.)?)(?:[\s.,;:]|{_BESIDE}|\\[,;! ]|"
    r"\\(?:nonumber|notag|quad|qquad)(?![A-Za-z]))*(?:\$|\\\]|\\\)|\\end\s*\{(?:equation|displaymath|math|gather)\*?\})"
)
_MARK = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}|\\\\|\\.|[{}&]", re.DOTALL)
_LEADING = re.compile(r"(?:\s|~|\\(?:displaystyle|textstyle|quad|qquad)(?![A-Za-z])|\\[,;:! ])*")


class _Cell(NamedTuple):
    """Where a cell stands, and the place of the ``&`` before it; -1 for the first one of a row."""

    start: int
    end: int
    mark: int


def without_arrays(text: str) -> str:
    """A text, of the same length, in which no formula is all of one array that holds relations."""
    made: list[str] = []
    place = 0
    for found in _OPENED.finditer(text):
        start = found.end("begin")
        if found.start() < place or (end := _end(text, start)) is None:
            continue
        closed = _CLOSED.match(text, end)
        if closed is None or bool(closed["right"]) != (r"\left" in found["begin"]):
            continue
        body = _rows_of(text[start:end])
        if body is None:
            continue
        made += [text[place : found.start("begin")], _blank(found["begin"]), body, _blank(closed["end"])]
        place = closed.end("end")
    return "".join([*made, text[place:]])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _end(text: str, start: int) -> int | None:
    r"""Where the ``\end`` of the environment stands whose inside begins at a place; None if there is none."""
    level = 1
    for found in _MARK.finditer(text, start):
        level += found[0].startswith(r"\begin") - found[0].startswith(r"\end")
        if level == 0:
            return found.start()
    return None


def _rows_of(body: str) -> str | None:
    """What stands in an array, with what parts its cells as in rows of equations; None if it holds no relation."""
    characters = list(body)
    related = False
    for row in _cells(body):
        inside: list[list[str]] = []
        for cell in row:
            for place in _braces_round(body, cell):
                characters[place] = " "
            inside.append(without_spaces(words("".join(characters[cell.start : cell.end]))))
        related = related or any(has_relation(tokens) for tokens in inside)
        for k in range(1, len(row)):
            characters[row[k].mark] = _between(inside[:k], inside[k])
    return "".join(characters) if related else None


def _between(before: Sequence[list[str]], after: list[str]) -> str:
    """What stands between the last of some cells and the next one, instead of ``&``."""
    last = before[-1]
    if not last:
        return " " if any(before) or len(before) > 1 else "&"
    if len(last) == 1 and last[0] in RELATIONS:
        return " "  # a & = & b
    joins = not after or after[0] in RELATIONS or last[-1] in RELATIONS
    if joins or not (has_relation(last) and has_relation(after)):
        return "&"
    return " " if last[-1] in (",", ";") else ","


def _cells(body: str) -> Iterator[list[_Cell]]:
    """The cells of each row, outside of braces and of environments."""
    row: list[_Cell] = []
    start, depth, inner, mark = 0, 0, 0, -1
    for found in _MARK.finditer(body):
        depth += (found[0] == "{") - (found[0] == "}")
        inner += found[0].startswith(r"\begin") - found[0].startswith(r"\end")
        if depth or inner or found[0] not in ("&", "\\\\"):
            continue
        row.append(_Cell(start, found.start(), mark))
        start, mark = found.end(), found.start()
        if found[0] != "&":
            yield row
            row, mark = [], -1
    yield [*row, _Cell(start, len(body), mark)]


def _braces_round(body: str, cell: _Cell) -> Iterator[int]:
    """The places of the braces that hold all of a cell, from the outermost on."""
    start, end = cell.start, cell.end
    while True:
        start = _LEADING.match(body, start, end).end()  # type: ignore[union-attr]
        end = start + len(body[start:end].rstrip())
        if body[start : start + 1] != "{" or _partner(body, start) != end - 1:
            return
        yield from (start, end - 1)
        start, end = start + 1, end - 1


def _partner(body: str, start: int) -> int:
    """The place of the brace that closes the one at a place; -1 if none does."""
    depth = 0
    for found in _MARK.finditer(body, start):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0:
            return found.start()
    return -1
