r"""Matrices that a formula writes out: ``\begin{pmatrix} A & B \\ C & D \end{pmatrix}``, of numbers or of blocks.

Products, sums, powers and transposes of such are worked out block by block.  What is left is one matrix that is written
out, and that it equals another is one equation: each entry times a letter of its own, added up.  It holds whatever the
letters are if and only if every entry is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

from ...language.reading import CannotRead, Partial
from .sizes import ANY_SIZE
from .tokens import OPEN, argument, closing, joined, words

if TYPE_CHECKING:
    from .setting import Setting

MATRIX, CELL, ROW = r"\writtenmatrix", r"\writtencell", r"\writtenrow"
"""How such a matrix stands in a row, whose own columns and rows are cut at ``&`` and ``\\``."""
MOST = 36
"""Entries of a matrix that is written out."""
_KINDS = r"[pbB]?(?:small)?matrix"
_EDGE = re.compile(rf"\\(begin|end)\s*\{{({_KINDS}|array)\*?\}}(?:\s*\{{[lcr|@ ]*\}})?")
_INSIDE = re.compile(r"\\begin\s*\{[A-Za-z]+\*?\}|\\end\s*\{[A-Za-z]+\*?\}|\\\\(?:\s*\[[^\]\n]*\])?|\\.|[&{}]", re.DOTALL)
_SKIPPED = re.compile(r"\\(?:left|right|middle|[bB]igg?[lrm]?|displaystyle|textstyle|[,;:! ]|cdot|times)|~")
_ZERO = re.compile(r"(?:\\(?:mathbf|boldsymbol|bm|vec|mathbb)\{)?0\}?(?:_\{.*\})?|\{0\}|\\vec0")
_LETTER = re.compile(r"row(\d+)column(\d+)of(\d+)x(\d+)")


# --- in a row ----------------------------------------------------------------------------------------------------------


def as_commands(piece: str) -> str:
    """A row with each matrix that it writes out as a command with one argument; an environment of another kind stays."""
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


# --- as mathematics ----------------------------------------------------------------------------------------------------


@dataclass
class Array:
    """A matrix that is written out: its entries, numbers or blocks."""

    rows: list[list[Any]]

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])


@dataclass
class _Reader:
    """Works out a side that holds such matrices.

    Attributes:
        setting: what the names mean.
        partials: what in it need not have a value.
    """

    setting: Setting
    partials: list[Partial] = field(default_factory=list)

    def number(self, tokens: Sequence[str]) -> Any:
        """What a part without such a matrix stands for."""
        text = joined(tokens)
        if _ZERO.fullmatch("".join(tokens)):
            return sp.Integer(0)
        expr, written = self.setting.read_written(text)
        self.partials += written
        return expr

    def sum(self, tokens: Sequence[str]) -> Any:
        """A sum of terms: an `Array`, or what has been read."""
        total: Any = None
        for sign, term in _terms(tokens):
            value = self.product(term)
            value = value if sign > 0 else _each(value, _negative)
            total = value if total is None else _added(total, value)
        return total

    def product(self, tokens: Sequence[str]) -> Any:
        """A product of matrices that are written out, and of others beside them."""
        made: Any = None
        plain: list[str] = []
        k = 0

        def take(value: Any) -> None:
            nonlocal made
            made = value if made is None else _times(made, value)

        while k < len(tokens):
            token = tokens[k]
            factor, after = self._array(tokens, k)
            if factor is None:
                after = closing(tokens, k) + 1 if token in OPEN else k + 1
                if not _SKIPPED.fullmatch(token) or token in (r"\cdot", r"\times"):
                    plain += tokens[k:after]
                k = after
                continue
            if plain := _trimmed(plain):
                take(self.number(plain))
                plain = []
            take(factor)
            k = after
        if plain := _trimmed(plain):
            if plain[0] == "/":
                take(1 / self.number(plain[1:]))
            else:
                take(self.number(plain))
        if made is None:
            raise CannotRead("got an empty factor beside a matrix")
        return made

    def _array(self, tokens: Sequence[str], k: int) -> tuple[Any, int]:
        """The value of a factor that begins at a place, if it holds a matrix that is written out, and where it ends."""
        token = tokens[k]
        if token == MATRIX:
            inside, after = argument(tokens, k + 1)
            return self._raised(self._written(inside), tokens, after)
        if token in ("(", "[", "{") and MATRIX in tokens[k : (end := closing(tokens, k))]:
            return self._raised(self.sum(tokens[k + 1 : end]), tokens, end + 1)
        if token == r"\frac":
            over, after = argument(tokens, k + 1)
            below, after = argument(tokens, after)
            if MATRIX in over and MATRIX not in below:
                return _times(1 / self.number(below), self.sum(over)), after
        for name, value in _FUNCTIONS.items():
            if tuple(tokens[k : k + len(name)]) == name:
                inner = k + len(name)
                while inner < len(tokens) and _SKIPPED.fullmatch(tokens[inner]):
                    inner += 1
                if inner < len(tokens) and tokens[inner] in (MATRIX, "(", "[", "{"):
                    inside, after = self._array(tokens, inner)
                    if isinstance(inside, Array):
                        return value(inside), after
        return None, k

    def _written(self, inside: Sequence[str]) -> Array:
        rows = [[self._entry(cell) for cell in _split(row, CELL)] for row in _split(inside, ROW) if _trimmed(row)]
        if not rows or len({len(row) for row in rows}) != 1:
            raise CannotRead("got a matrix whose rows are not of one length")
        if len(rows) * len(rows[0]) > MOST:
            raise CannotRead(f"got a matrix of {len(rows) * len(rows[0])} entries; expected at most {MOST}")
        return Array(rows)

    def _entry(self, cell: Sequence[str]) -> Any:
        if not (bare := _trimmed(cell)):
            raise CannotRead("got an empty entry of a matrix")
        if {r"\cdots", r"\vdots", r"\ddots", r"\dots", r"\ldots"} & set(bare):
            raise CannotRead("got a matrix with dots; expected one that is written out")
        if MATRIX in bare:
            raise CannotRead("got a matrix inside of a matrix")
        return self.number(bare)

    def _raised(self, value: Any, tokens: Sequence[str], k: int) -> tuple[Any, int]:
        """A matrix with the exponents behind it."""
        while k < len(tokens) and tokens[k] in ("^", "_", "'"):
            if tokens[k] != "^" or not isinstance(value, Array):
                raise CannotRead("got an index on a matrix that is written out")
            exponent, k = argument(tokens, k + 1)
            text = "".join(exponent)
            if text in (r"\top", "T", r"\intercal", "*", r"\mathsf{T}", r"\mathrm{T}", r"\mathsf T", r"{\top}"):
                value = Array([[_turned(entry) for entry in column] for column in zip(*value.rows, strict=True)])
            elif text in ("2", "3", "4") and value.size[0] == value.size[1]:
                base = value
                for _ in range(int(text) - 1):
                    value = _times(value, base)
            else:
                raise CannotRead(f"got a matrix that is written out to the power {joined(exponent)}")
        return value, k


def read(text: str, setting: Setting) -> tuple[Any, tuple[Partial, ...]]:
    """The side of an equation that holds matrices that are written out, as one expression.

    Raises:
        CannotRead: if it is none, or cannot be worked out.
    """
    reader = _Reader(setting)
    tokens = [t for t in words(text) if not _SKIPPED.fullmatch(t) or t in (r"\cdot", r"\times", r"\,")]
    value = reader.sum(tokens)
    if isinstance(value, Array):
        value = value.rows[0][0] if value.size == (1, 1) else _paired(value)
    return value, tuple(reader.partials)


def comparable(left: Any, right: Any) -> bool:
    """Whether both sides are matrices that are written out, of one size and with blocks of one size; or neither is."""
    one, other = _places(left), _places(right)
    if bool(one) != bool(other):
        return 0 in (left, right)
    sizes = {place[2:] for place in (*one, *other)}
    return len(sizes) <= 1 and all(one[place] == other[place] for place in one.keys() & other.keys())


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


def _paired(array: Array) -> Any:
    """Each entry times a letter of its own, added up."""
    total: Any = sp.Integer(0)
    height, width = array.size
    for i, row in enumerate(array.rows):
        for j, entry in enumerate(row):
            if entry == 0:
                continue
            name = f"row{i + 1}column{j + 1}of{height}x{width}"
            if not getattr(entry, "is_Matrix", False):
                total += sp.Symbol(name, real=True) * entry
                continue
            shape = _shape(array, i, j)
            entry = sp.Identity(shape[0]) if isinstance(entry, sp.Identity) else _sized(entry, shape)
            if getattr(entry, "is_ZeroMatrix", False):
                continue
            total += sp.Trace(sp.MatrixSymbol(name, *shape).T * entry)
    return total


def _shape(array: Array, i: int, j: int) -> tuple[Any, Any]:
    """The size of a block, as those of its row and its column have it."""
    own = getattr(array.rows[i][j], "shape", (ANY_SIZE, ANY_SIZE))
    height = next((e.shape[0] for e in array.rows[i] if _is_sized(e)), None)
    width = next((row[j].shape[1] for row in array.rows if _is_sized(row[j])), None)
    if isinstance(array.rows[i][j], sp.Identity) and own[0] == ANY_SIZE:
        height = width = height or width
    if own[0] != ANY_SIZE:
        height, width = own
    if height is None or width is None:
        raise CannotRead("the size of a block is not known")
    return height, width


def _is_sized(entry: Any) -> bool:
    return bool(getattr(entry, "is_Matrix", False)) and ANY_SIZE not in entry.shape


def _sized(entry: Any, shape: tuple[Any, Any]) -> Any:
    """A block with each identity of any size as one of this size."""
    if not entry.has(ANY_SIZE):
        return entry
    if shape[0] != shape[1]:
        raise CannotRead("got an identity in a block that is not square")
    return entry.replace(
        lambda e: isinstance(e, sp.Identity) and e.shape[0] == ANY_SIZE, lambda e: sp.Identity(shape[0])
    )


# --- operations --------------------------------------------------------------------------------------------------------


def _each(value: Any, work: Callable[[Any], Any]) -> Any:
    return Array([[work(entry) for entry in row] for row in value.rows]) if isinstance(value, Array) else work(value)


def _negative(entry: Any) -> Any:
    return -1 * entry


def _turned(entry: Any) -> Any:
    return sp.Transpose(entry).doit() if getattr(entry, "is_Matrix", False) else entry


def _plus(one: Any, other: Any) -> Any:
    if one == 0 or other == 0:
        return other if one == 0 else one
    if bool(getattr(one, "is_Matrix", False)) != bool(getattr(other, "is_Matrix", False)):
        raise CannotRead("got the sum of a matrix and a number as an entry of a product")
    return one + other


def _added(one: Any, other: Any) -> Any:
    if isinstance(one, Array) != isinstance(other, Array):
        if 0 in (one, other):
            return other if one == 0 else one
        raise CannotRead("got the sum of a matrix that is written out and of one that is not")
    if not isinstance(one, Array):
        return _plus(one, other)
    if one.size != other.size:
        raise CannotRead(f"got the sum of a matrix of {one.size[0]} x {one.size[1]} entries and one of other size")
    return Array([[_plus(a, b) for a, b in zip(*rows, strict=True)] for rows in zip(one.rows, other.rows, strict=True)])


def _product(one: Any, other: Any) -> Any:
    if 0 in (one, other):
        return sp.Integer(0)
    for first, second in ((one, other), (other, one)):
        if isinstance(first, sp.Identity) and getattr(second, "is_Matrix", False):
            return second
    try:
        return one * other
    except (sp.ShapeError, ValueError, TypeError) as problem:
        raise CannotRead(f"blocks that do not fit: {problem}") from None


def _times(one: Any, other: Any) -> Any:
    arrays = isinstance(one, Array), isinstance(other, Array)
    if not any(arrays):
        return _product(one, other)
    if all(arrays):
        if one.size[1] != other.size[0]:
            raise CannotRead(
                f"got the product of a matrix of {one.size[0]} x {one.size[1]} entries and one of "
                f"{other.size[0]} x {other.size[1]}"
            )
        made = []
        for row in one.rows:
            made.append([_dot(row, column) for column in zip(*other.rows, strict=True)])
        return Array(made)
    array, single = (one, other) if arrays[0] else (other, one)
    matrix = getattr(single, "is_Matrix", False) and not isinstance(single, sp.Identity)
    if matrix and array.size[1 if arrays[0] else 0] != 1:
        raise CannotRead("got a matrix that is written out beside one that is not: its blocks are not known")
    if arrays[0]:
        return _each(one, lambda entry: _product(entry, other))
    return _each(other, lambda entry: _product(one, entry))


def _dot(row: Sequence[Any], column: Sequence[Any]) -> Any:
    total: Any = sp.Integer(0)
    for a, b in zip(row, column, strict=True):
        total = _plus(total, _product(a, b))
    return total


def _determinant(array: Array) -> Any:
    if array.size not in ((2, 2), (3, 3)) or any(getattr(e, "is_Matrix", False) for row in array.rows for e in row):
        raise CannotRead("got the determinant of a matrix that is no 2 x 2 or 3 x 3 of numbers")
    return sp.Matrix(array.rows).det(method="berkowitz")


def _trace(array: Array) -> Any:
    if array.size[0] != array.size[1]:
        raise CannotRead("got the trace of a matrix that is not square")
    total: Any = sp.Integer(0)
    for k, row in enumerate(array.rows):
        entry = row[k]
        if isinstance(entry, sp.Identity) and entry.shape[0] == ANY_SIZE:
            entry = sp.Identity(_shape(array, k, k)[0])
        total += sp.Trace(entry) if getattr(entry, "is_Matrix", False) else entry
    return total


_FUNCTIONS: dict[tuple[str, ...], Callable[[Array], Any]] = {
    (r"\det",): _determinant, (r"\operatorname", "{", "d", "e", "t", "}"): _determinant,
    (r"\operatorname", "{", "t", "r", "}"): _trace, (r"\operatorname", "{", "T", "r", "}"): _trace,
    (r"\tr",): _trace, (r"\Tr",): _trace, (r"\mathrm", "{", "t", "r", "}"): _trace,
}  # fmt: skip


# --- tokens ------------------------------------------------------------------------------------------------------------


def _terms(tokens: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The terms of a sum, with their signs."""
    sign, term, depth = 1, list[str](), 0
    for token in tokens:
        depth += (token in OPEN) - (token in OPEN.values())
        if depth == 0 and token in ("+", "-"):
            if _trimmed(term) and term[-1] not in ("^", "_", r"\cdot", r"\times", "/"):
                yield sign, term
                sign, term = 1, []
            elif _trimmed(term):
                term.append(token)
                continue
            sign = -sign if token == "-" else sign
            continue
        term.append(token)
    if not _trimmed(term):
        raise CannotRead("got a sum that ends with a sign")
    yield sign, term


def _split(tokens: Sequence[str], at: str) -> list[list[str]]:
    """Tokens cut at a sign outside of braces."""
    parts: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if token == at and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _trimmed(tokens: Sequence[str]) -> list[str]:
    """Tokens without signs at their ends that say nothing."""
    found = list(tokens)
    while found and _SKIPPED.fullmatch(found[0]):
        found.pop(0)
    while found and _SKIPPED.fullmatch(found[-1]):
        found.pop()
    return found
