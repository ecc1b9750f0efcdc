r"""Matrices that a formula writes out: ``\begin{pmatrix} A & B \\ C & D \end{pmatrix}``, of numbers or of blocks.

Products, sums, powers and transposes of such are worked out block by block.  What is left is one matrix that is written
out, and that it equals another is one equation: each entry times a letter of its own, added up.  It holds whatever the
letters are if and only if every entry is the same.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead, Partial
from ..files.tokens import Unbalanced, argument, between_commas, joined, words
from .array_algebra import CELL, MATRIX, ROW, Array, is_matrix, shape_at, sized, stands, value_of

if TYPE_CHECKING:
    from ..letters.setting import Setting

_KINDS = r"[pbB]?(?:small)?matrix"
_EDGE = re.compile(rf"\\(begin|end)\s*\{{({_KINDS}|array)\*?\}}(?:\s*\{{[lcr|@ ]*\}})?")
_INSIDE = re.compile(
    r"\\begin\s*\{[A-Za-z]+\*?\}|\\end\s*\{[A-Za-z]+\*?\}|\\\\(?:\s*\[[^\]\n]*\])?|\\.|[&{}]", re.DOTALL
)
_LETTER = re.compile(r"row(\d+)column(\d+)of(\d+)x(\d+)")


# --- in a row --------------------------------------------------------------------------------------------------------


def as_commands(piece: str) -> str:
    """A row with each matrix that it writes out as a command with one argument; other environments stay."""
    piece = _with_columns(piece)
    made: list[str] = []
    place = 0
    while found := _EDGE.search(piece, place):
        if found[1] == "end" or (inside := _cells(piece, found.end())) is None:
            made.append(piece[place : found.end()])
            place = found.end()
            continue
        text, end = inside
        made += [piece[place : found.start()], f"{MATRIX}{{{text}}}"]
        place = end
    return "".join([*made, piece[place:]])


def _with_columns(piece: str) -> str:
    r"""``[a, b]^\top`` and ``(a, b)^\top`` as rows that are transposed, where no function is taken of a and b."""
    made, place = "", 0
    for found in _TURNED.finditer(piece):
        before = piece[place : found.start()].rstrip()
        before = _SIZED.sub("", before).rstrip()
        start = _opens(before, found[1])
        around = _SIZED.sub("", before[: start or 0]).rstrip()
        if start is None or _TAKEN.search(around):
            continue
        parts = _listed(before[start + 1 :])
        if len(parts) > 1 and not any(re.search(r"\\[lc]?dots|[|=<>]", part) for part in parts):
            row = CELL.join(f" {part} " for part in parts)
            made += f"{piece[place : place + len(around)]}{MATRIX}{{{row}}}^{{\\top}}"
            place = found.end()
    return made + piece[place:]


_TURNED = re.compile(r"([)\]])\s*\^\s*(?:\{\s*)?(?:\\(?:top|intercal)(?![A-Za-z])|T(?![A-Za-z]))(?:\s*\})?")
_TAKEN = re.compile(r"(?:[A-Za-z0-9)\]]|(?<!matrix)\}|(?<!matrix)\*\})$")
"""What a bracket behind it may belong to: a function, or a name."""
_SIZED = re.compile(r"\\(?:right|left|[bB]igg?[lrm]?)\s*$")


def _opens(text: str, closing: str) -> int | None:
    """The place of the bracket that one of a kind behind a text closes; None if there is none."""
    opening, depth = {")": "(", "]": "["}[closing], 1
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == closing) - (text[place] == opening)
        if depth == 0:
            return place
    return None


def _listed(text: str) -> list[str]:
    """What commas separate that stand in no brackets; nothing if brackets do not match, or nothing stands somewhere."""
    try:
        parts = [joined(part) for part in between_commas(words(text))]
    except Unbalanced:
        return []
    return parts if all(parts) else []


def _cells(piece: str, start: int) -> tuple[str, int] | None:
    """What stands in an environment from a place on, and where that ends; None if it never does."""
    made: list[str] = []
    place, braces = start, 0
    while found := _INSIDE.search(piece, place):
        made.append(piece[place : found.start()])
        token = found[0]
        place = found.end()
        if token.startswith(r"\begin"):
            edge = _EDGE.match(piece, found.start())
            inside = _cells(piece, edge.end()) if edge else None
            if inside is None:
                return None
            made.append(f"{MATRIX}{{{inside[0]}}}")
            place = inside[1]
        elif token.startswith(r"\end"):
            return "".join(made), place
        else:
            braces += (token == "{") - (token == "}")
            if braces == 0 and (token == "&" or token.startswith("\\\\")):
                token = f" {CELL} " if token == "&" else f" {ROW} "
            made.append(token)
    return None


def as_printed(text: str) -> str:
    """A formula with its matrices as an author writes them."""
    if MATRIX not in text:
        return text
    tokens = words(text)
    made: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == MATRIX:
            inside, k = argument(tokens, k + 1)
            body = as_printed(joined(inside)).replace(CELL, " & ").replace(ROW, r" \\ ")
            made.append(rf"\begin{{pmatrix}} {' '.join(body.split())} \end{{pmatrix}}")
            continue
        made.append(tokens[k])
        k += 1
    return joined(made)


def stands_in(text: str) -> bool:
    """Whether a formula writes a matrix out."""
    return MATRIX in text


# --- as mathematics ---------------------------------------------------------------------------------------------------


def side(text: str, setting: Setting) -> tuple[Any, tuple[Partial, ...]] | None:
    """A side that holds matrices that are written out, there or where they are named; None if it is none.

    Raises:
        CannotRead: as `read`.
    """
    if stands_in(text):
        return read(text, setting)
    named = [name for name in setting.arrays if name not in setting.within and stands(text, name)]
    if not named:
        return None
    if any(name not in setting.meanings for name in named):
        return read(text, setting)
    before = set(setting.used)
    with contextlib.suppress(CannotRead):
        found = read(text, setting)
        if stands_in(setting.names.line) or not is_paired(found[0]):
            return found
    setting.used.clear()
    setting.used.update(before)
    return None


def read(text: str, setting: Setting) -> tuple[Any, tuple[Partial, ...]]:
    """The side of an equation that holds matrices that are written out, as one expression.

    Raises:
        CannotRead: if it is none, or cannot be worked out.
    """
    value, partials = value_of(text, setting)
    return _paired(value) if isinstance(value, Array) else value, partials


def told(setting: Setting) -> str:
    """What is noted of a line in which matrices were put in that the file writes out elsewhere."""
    places = [f"{name} as line {setting.arrays[name][1]} writes it out" for name in sorted(setting.used)]
    return f"with {' and '.join(places)}" if places else ""


def check(left: Any, relation: str, right: Any) -> None:
    """See that both sides are matrices that are written out, of one size and with blocks of one size, or neither is.

    Raises:
        CannotRead: if not, or if they are not said to be equal.
    """
    one, other = _places(left), _places(right)
    if not one and not other:
        return
    if relation not in ("=", ":="):
        raise CannotRead("matrices that are written out are read where they are equal")
    if bool(one) != bool(other) and 0 not in (left, right):
        raise CannotRead("a matrix that is written out is compared with one that is not")
    sizes = {place[2:] for place in (*one, *other)}
    if len(sizes) > 1 or any(one[place] != other[place] for place in one.keys() & other.keys()):
        raise CannotRead("got two matrices that are written out with entries or blocks of other sizes")


def is_paired(expr: Any) -> bool:
    """Whether an expression is a matrix that is written out."""
    return bool(_places(expr))


def _places(expr: Any) -> dict[tuple[str, ...], Any]:
    if not isinstance(expr, sp.Basic):
        return {}
    letters = expr.atoms(sp.Symbol, sp.MatrixSymbol)
    found = {}
    for letter in letters:
        if match := _LETTER.fullmatch(str(getattr(letter, "name", ""))):
            found[match.groups()] = getattr(letter, "shape", None)
    return found


def entries(left: Any, right: Any) -> list[tuple[Any, Any]]:
    """The sides of an equation of matrices that are written out, entry by entry.

    Raises:
        ValueError: if they cannot be taken apart.
    """
    one, other = _apart(left), _apart(right)
    return [(one.get(letter, _nothing(letter)), other.get(letter, _nothing(letter))) for letter in {**one, **other}]


def _apart(expr: Any) -> dict[Any, Any]:
    """By the letter of each entry, the entry."""
    found: dict[Any, Any] = {}
    for term in sp.Add.make_args(expr if expr.has(sp.Trace) else sp.expand(expr)):
        if term == 0:
            continue
        letter, entry = _of_entry(term)
        found[letter] = found[letter] + entry if letter in found else entry
    return found


def _of_entry(term: Any) -> tuple[Any, Any]:
    """The letter of an entry, and what it is multiplied by."""
    traces = [factor for factor in sp.Mul.make_args(term) if isinstance(factor, sp.Trace)]
    places = [s for s in term.atoms(sp.Symbol, sp.MatrixSymbol) if _LETTER.fullmatch(str(s.name))]
    if len(places) != 1 or (is_matrix(places[0]) and len(traces) != 1):
        raise ValueError("a matrix that is written out cannot be taken apart")
    (letter,) = places
    if not is_matrix(letter):
        return letter, term / letter
    inside, number = traces[0].arg, term / traces[0]
    if inside in (letter, letter.T):
        return letter, number * sp.Identity(letter.shape[0])
    factors = [f for f in inside.args if is_matrix(f)] if isinstance(inside, sp.MatMul) else []
    if factors[:1] != [letter.T]:
        raise ValueError("a matrix that is written out cannot be taken apart")
    scale = sp.Mul(number, *(f for f in inside.args if not is_matrix(f)))
    return letter, sp.MatMul(scale, *factors[1:]).doit()


def _nothing(letter: Any) -> Any:
    return sp.ZeroMatrix(*letter.shape) if is_matrix(letter) else sp.Integer(0)


def shown_at(symbols: Mapping[str, Any]) -> str:
    """Where a line fails, in words: the values of its letters, and of a matrix that is written out the entry."""
    entries = [found for name, value in symbols.items() if (found := _LETTER.fullmatch(name)) and _counts(value)]
    values = ", ".join(f"{name} = {value}" for name, value in symbols.items() if not _LETTER.fullmatch(name))
    where = " and ".join(f"row {found[1]}, column {found[2]}" for found in entries)
    return f"{values or 'every point'}, in {where}" if where else values or "every point"


def _counts(value: Any) -> bool:
    """Whether a value, of a number or of entries, is anything but 0."""
    return re.search(r"[1-9A-Za-z]", str(value)) is not None


def _paired(array: Array) -> Any:
    """Each entry times a letter of its own, added up."""
    total: Any = sp.Integer(0)
    height, width = array.size
    for i, row in enumerate(array.rows):
        for j, entry in enumerate(row):
            if entry == 0:
                continue
            name = f"row{i + 1}column{j + 1}of{height}x{width}"
            if not is_matrix(entry):
                total += sp.Symbol(name, real=True) * entry
                continue
            shape = shape_at(array, i, j)
            entry = sp.Identity(shape[0]) if isinstance(entry, sp.Identity) else sized(entry, shape)
            if getattr(entry, "is_ZeroMatrix", False):
                continue
            total += sp.Trace(sp.MatrixSymbol(name, *shape).T * entry)
    return total
