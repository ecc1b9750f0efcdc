r"""Rows of relations as a display: aligned, long ones broken where a person would break them.

A line may break before a sign of relation, and before a plus or minus that stands outside all parentheses and
fractions.  What is too wide then is broken in its widest parentheses, or between two of them, where the second line
begins with a cross; a fraction that is too wide gives its numerator up first.  A continued line begins with
``\lpgoeson``.  What is still too wide after that, TeX shrinks to the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from layerproof.language.printing import latex
from layerproof.language.statements.base import SIGNS, Row

from .prose import sentence

WIDTH = 66.0
"""About how many letters of a formula fit on a line."""

GOES_ON = r"\lpgoeson"
_PIECE = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_NO_WIDTH = frozenset(
    {
        *(rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in "lr"),
        r"\left",
        r"\right",
        r"\mathbf",
        r"\mathcal",
        r"\mathrm",
        r"\operatorname",
        r"\displaystyle",
        r"\,",
    }
)
_WIDE = {
    "\\sum": 2.6, "\\prod": 2.4, "\\int": 1.8, "\\lim": 3.2, "\\ln": 1.8, "\\sqrt": 1.4, "\\tanh": 3.4, "\\sinh": 3.2,
    "\\cosh": 3.4, "\\sin": 2.2, "\\cos": 2.4, "\\max": 3.2, "\\min": 3.0, "\\le": 2.4, "\\ge": 2.4, "\\to": 2.6,
    "\\quad": 2.0, "=": 2.4, "+": 2.2, "-": 2.2, "<": 2.4, ">": 2.4, "(": 0.75, ")": 0.75, "|": 0.5, ",": 0.8, ".": 0.5,
    " ": 0.0, "'": 0.4, "_": 0.0, "^": 0.0, "/": 0.9, "m": 1.6, "w": 1.35, "M": 1.8, "W": 1.8, "i": 0.65, "j": 0.75,
    "l": 0.6,
}  # fmt: skip


def display(rows: Sequence[Row], environment: str = "lpdisplay") -> str:
    """The rows in an environment, with remarks at the right or on a line of their own."""
    shown = [_Shown(row) for row in rows]
    indent = max((width(row.left) for row in shown), default=0.0)
    aligned = indent <= 0.3 * WIDTH and all(row.fits(WIDTH - indent) for row in shown)
    lines = [line for row in shown for line in row.lines(WIDTH - indent if aligned else WIDTH, aligned)]
    return f"\\begin{{{environment}}}\n" + " \\\\\n".join(lines) + f"\n\\end{{{environment}}}\n"


def shrunk(row: Row) -> bool:
    """Whether a row has a piece that does not fit on a line however it is broken."""
    shown = _Shown(row)
    return not all(width(chunk) <= WIDTH for side in (shown.left, shown.right) for chunk in _chunks(side, WIDTH))


class _Shown:
    """A row in LaTeX."""

    def __init__(self, row: Row) -> None:
        self.left = "" if row.left is None else latex(row.left)
        self.right = f"{SIGNS[row.relation]} {latex(row.right)}".strip()
        self.remark = rf"\lpreason{{{sentence(row.remark)}}}" if row.remark else ""
        self.remark_width = 0.7 * len(row.remark) + 2.0 if row.remark else 0.0
        if row.tends:
            self.remark = rf"\lptends{{{latex(row.tends[0])} \to {latex(row.tends[1])}}}"
            self.remark_width = 7.0

    def fits(self, room: float) -> bool:
        """Whether the right side can be broken into pieces that fit."""
        return all(width(chunk) <= room for chunk in _chunks(self.right, room))

    def lines(self, room: float, aligned: bool) -> Iterator[str]:
        if aligned:
            first, *rest = _chunks(self.right, room)
            first = f"{self.left} & {first}".strip()
            last = width(rest[-1] if rest else self.right)
        else:
            whole = f"{self.left} {self.right}".strip()
            fits = width(whole) <= room
            parts = [whole] if fits else _together(_chunks(self.left, room), _chunks(self.right, room), room)
            first, *rest = [_fitted(part, room) for part in parts]
            first, last = f"& {first}", width(parts[-1])
        lines = [first, *(f"& {GOES_ON} {chunk}" for chunk in rest)]
        if self.remark and last + self.remark_width > room - 3.0:
            lines.append(f"& {GOES_ON}{self.remark}")
        elif self.remark:
            lines[-1] += f" {self.remark}"
        yield from lines


def _together(left: list[str], right: list[str], room: float) -> list[str]:
    """The pieces of both sides; where the left ends and the right begins may be one line."""
    if width(left[-1]) > 12.0 and width(left[-1]) + width(right[0]) > room:
        return [*left, *right]
    return [*left[:-1], f"{left[-1]} {right[0]}".strip(), *right[1:]]


def _fitted(chunk: str, room: float) -> str:
    return rf"\lpfit{{{chunk}}}" if width(chunk) > 0.93 * room else chunk


def _chunks(formula: str, room: float) -> list[str]:
    """The formula in pieces no wider than `room`, as far as it can be broken."""
    found: list[str] = []
    for term in _terms(formula):
        pieces = [term] if width(term) <= room else _within(term.strip(), room)
        if found and width(found[-1]) + width(pieces[0]) <= room:
            found[-1] += f" {pieces.pop(0).strip()}"
        found += pieces
    return [re.sub(r" {2,}", " ", chunk.strip()) for chunk in found]


def _within(term: str, room: float) -> list[str]:
    """A term that is too wide, broken between its factors, in its widest parentheses, or over its fraction."""
    factors = _factors(term)
    if len(factors) > 1:
        found = [factors[0]]
        for factor in factors[1:]:
            if width(found[-1]) + width(factor) <= room:
                found[-1] += f" {factor}"
            else:
                found.append(rf"\times {factor}")
        return [piece for line in found for piece in ([line] if width(line) <= room else _opened(line, room))]
    return _opened(term, room)


def _opened(term: str, room: float) -> list[str]:
    """A term broken in its widest parentheses; whole if it has none that can be broken."""
    groups = [(width(term[start:end]), start, end) for start, end in _groups(term)]
    if not groups:
        over = _over_its_fraction(term)
        return [term] if over is None or width(over) > width(term) + 9.0 else _chunks(over, room)
    _, start, end = max(groups)
    opening, closing = (r"\left(", r"\right)") if term.startswith(r"\left(", start) else ("(", ")")
    inside = _chunks(term[start + len(opening) : end - len(closing)], room - 4.0)
    if len(inside) < 2:
        return [term]
    size = _size("".join(inside)) if opening != "(" else ""
    opening, closing = (rf"\{size}l(", rf"\{size}r)") if size else ("(", ")")
    before, after = term[:start].strip(), term[end:].strip()
    first = f"{before} {opening}{inside[0]}".strip()
    last = f"{inside[-1]}{closing}{'' if after[:1] in ('^', '') else ' '}{after}"
    lines = [first, *inside[1:-1], last]
    if before and width(first) > room and width(before) > 8.0 and not _OPERATOR.search(before):
        lines = [before, rf"\times {opening}{inside[0]}", *inside[1:-1], last]
    return lines


_OPERATOR = re.compile(
    r"\\(?:sum|prod|lim|int|frac\{\\mathrm\{d\}|operatorname|ln|sqrt)[^()]*$|[-+=<>]$|\\(?:le|ge|neq)$"
)


def _over_its_fraction(term: str) -> str | None:
    r"""``\frac{1}{9} \left(a + b\right)`` for ``\frac{a + b}{9}``; None if the term is not such a fraction."""
    found = re.match(r"[-+=<>]?\s*(?:\\le|\\ge)?\s*(?=\\frac\{)", term)
    if not found:
        return None
    over, end = _braced(term, found.end() + 5)
    under, end = _braced(term, end)
    sign, rest = found[0], term[end:]
    if width(under) > 12.0 or width(over) < 2 * width(under):
        return None
    front, groups = "1", _groups(over)
    if len(list(_terms(over))) > 1 or not groups:
        behind = rf"\left({over}\right)" if _TALL.search(over) else f"({over})"
    else:
        start = groups[0][0]
        front, behind = over[:start].strip() or "1", over[start:]
        if _OPERATOR.search(front) or not over[:start].endswith((" ", "")):
            return None
    return rf"{sign}\frac{{{front}}}{{{under}}} {behind}{rest}"


_TALL = re.compile(r"\\frac|\\sum|\\prod|\\int|\\left")


def _size(inside: str) -> str:
    return "Bigg" if re.search(r"\\sum|\\prod|\\int|\\left", inside) else "bigg" if r"\frac" in inside else "big"


def _braced(text: str, place: int) -> tuple[str, int]:
    """What is in the braces that open at `place`, and the place after them."""
    depth = 0
    for match in _PIECE.finditer(text, place):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth == 0:
            return text[place + 1 : match.start()], match.end()
    raise ValueError(f"got {text!r}; expected braces that close")


def _groups(term: str) -> list[tuple[int, int]]:
    """Where the outermost parentheses of a term begin and end, but for those of functions."""
    found, depth, start, opened = [], 0, 0, ""
    for match in _PIECE.finditer(term):
        piece = match[0]
        if piece in ("(", "{", "["):
            if depth == 0:
                start, opened = match.start(), piece
            depth += 1
        elif piece in (")", "}", "]"):
            depth -= 1
            if depth == 0 and opened == "(":
                begin = start - 5 if term.endswith(r"\left", 0, start) else start
                if begin == 0 or term[begin - 1] == " ":
                    found.append((begin, match.end()))
    return found


def _factors(term: str) -> list[str]:
    """The term cut before each of its parentheses but the first, where these are factors."""
    cuts = [start for start, _ in _groups(term)[1:] if not _OPERATOR.search(term[:start].rstrip())]
    return [term[i:j].strip() for i, j in zip([0, *cuts], [*cuts, len(term)], strict=True)]


def _terms(formula: str) -> Iterator[str]:
    """The terms of a formula with their signs."""
    depth, start, place = 0, 0, 0
    for piece in _PIECE.findall(formula):
        if piece in ("(", "{", "["):
            depth += 1
        elif piece in (")", "}", "]"):
            depth -= 1
        elif piece in ("+", "-") and depth == 0 and formula[start:place].strip() and formula[place - 1 : place] == " ":
            yield formula[start:place]
            start = place
        place += len(piece)
    yield formula[start:]


def width(formula: str) -> float:
    """About how wide a formula prints, in letters; a fraction is as wide as the wider of its parts."""
    pieces = _PIECE.findall(formula)
    total, place = _width(pieces, 0)
    assert place == len(pieces)
    return total


def _width(pieces: list[str], place: int) -> tuple[float, int]:
    """The width up to the brace that closes what is open at `place`, and the place after it."""
    total = 0.0
    while place < len(pieces):
        piece = pieces[place]
        place += 1
        if piece == "}":
            break
        if piece == "{":
            inner, place = _width(pieces, place)
            total += inner
        elif piece == r"\frac":
            above, place = _width(pieces, place + 1)
            below, place = _width(pieces, place + 1)
            total += max(above, below) + 0.6
        elif piece in ("_", "^") and pieces[place : place + 1] == ["{"]:
            inner, place = _width(pieces, place + 1)
            total += 0.7 * inner
        elif piece not in _NO_WIDTH:
            total += _WIDE.get(piece, 1.1)
    return total, place


def formulas(fragment: str) -> Iterator[str]:
    """The relations of every ``lpdisplay`` in a text, each on one line, without their remarks."""
    for body in re.findall(r"\\begin\{lpdisplay\}\n(.*?)\n\\end\{lpdisplay\}", fragment, flags=re.DOTALL):
        found = ""
        for line in body.split(" \\\\\n"):
            formula = re.sub(r"\\lp(?:reason|tends)\{.*\}$", "", line).replace("&", " ").strip()
            goes_on, formula = formula.startswith(GOES_ON), formula.removeprefix(GOES_ON).strip()
            formula = re.sub(r"^\\lpfit\{(.*)\}$", r"\1", formula, flags=re.DOTALL)
            if goes_on:
                found += " " + formula
                continue
            if found:
                yield found.strip()
            found = formula
        yield found.strip()
