r"""Formulas that are all of one ``array``, ``$$\begin{array}{rl} a & = b \\ & = c \end{array}$$``: rows, and no matrix.

Some align equations so, and what converts pages to LaTeX puts nearly every formula into one, with each cell in braces.
The environment, these braces and what does not part equations give way to spaces, and what stands there stays where it
is.  An array in which no cell holds a relation is left: it may be a matrix.  So is one beside anything else, and one
with a row as of a table, ``x & y = 1``.  A system in ``cases`` is rows, too, if each row is one equation and nothing
more, so that none is said of a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..files.tokens import Unbalanced, depths, words
from .relations import RELATIONS, has_relation, without_spaces

_BESIDE = r"\\(?:label|tag\*?)\s*\{(?:[^{}]|\{[^{}]*\})*\}"
_OPENED = re.compile(
    rf"(?:\$|\\\[|\\\(|\\begin\s*\{{(?:equation|displaymath|math|gather)\*?\}})(?:\s|{_BESIDE})*"
    r"(?P<begin>(?:\\left\s*\\\{\s*)?\\begin\s*\{array\}\s*(?:\[[tbc]\]\s*)?\{(?:[lcr|\s]|@\s*\{[^{}]*\})*\}|"
    r"\\begin\s*\{d?cases\*?\})"
)
_CLOSED = re.compile(
    rf"(?P<end>\\end\s*\{{(?:array|d?cases\*?)\}}(?P<right>\s*\\right\s*\.)?)(?:[\s.,;:]|{_BESIDE}|\\[,;! ]|"
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
        if body is None or ("cases" in found["begin"] and not _is_a_system(body)):
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
        if len(inside) == 2 and _is_of_a_table(*inside):
            return None
        related = related or any(has_relation(tokens) for tokens in inside)
        for k in range(1, len(row)):
            characters[row[k].mark] = _between(inside[:k], inside[k])
    return "".join(characters) if related else None


def _is_a_system(body: str) -> bool:
    """Whether each row of ``cases`` is one equation, and no value with the condition under which it is one."""
    rows: list[list[str]] = []
    if re.search(r"&(?!\s*(?:&\s*)?:?=)", body):  # a column of conditions
        return False
    for row in re.split(r"\\\\(?:\s*\[[^\]]*\])?", body):
        tokens = without_spaces(words(row.replace("&", " ").strip().rstrip(".,;")))
        rows += [tokens] if tokens else []
    worded = re.search(r"\\(?:text|mathrm|mbox|textrm|quad|qquad|forall)(?![A-Za-z])", body)
    equal = all(tokens.count("=") == 1 and not _is_split(tokens) for tokens in rows)
    return len(rows) > 1 and not worded and equal and not any(map(_compares, rows))


def _is_split(tokens: Sequence[str]) -> bool:
    """Whether a comma or a semicolon stands outside of brackets, or these do not match."""
    try:
        return any(token in (",", ";") and level == 0 for token, level in zip(tokens, depths(tokens), strict=True))
    except Unbalanced:
        return True


def _compares(tokens: Sequence[str]) -> bool:
    return bool({"<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq", r"\in"} & set(tokens))


_JOINS = frozenset({"+", "-", "(", ",", ";", r"\cdot", r"\times", r"\text", r"\mbox", r"\textrm", *RELATIONS})


def _is_of_a_table(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two cells may be no parts of one equation, ``x & y = 1``: nothing there joins them, and one is none."""
    if not left or not right or right[0] in _JOINS or left[-1] in _JOINS:
        return False
    return not (has_relation(list(left)) and has_relation(list(right)))


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
