r"""Sums, products, powers and transposes of matrices that a formula writes out, worked out block by block."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead, Partial
from ....language.vectors import as_number, is_single
from ..files.tokens import OPEN, argument, closing, in_words, joined, words
from .sizes import ANY_SIZE
from .spelling import plain

if TYPE_CHECKING:
    from ..letters.setting import Setting

MATRIX, CELL, ROW = r"\writtenmatrix", r"\writtencell", r"\writtenrow"
"""How such a matrix stands in a row, whose own columns and rows are cut at ``&`` and ``\\``."""
MOST = 36
"""Entries of a matrix that is written out."""
_TIMES = (r"\cdot", r"\times")
_ZERO = re.compile(r"(?:\\(?:mathbf|boldsymbol|bm|vec|mathbb)\{)?0\}?(?:_\{.*\})?|\{0\}|\\vec0")


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
        if self.holds(tokens):
            raise CannotRead("a matrix that is written out stands where it is not read")
        if _ZERO.fullmatch("".join(tokens)):
            return sp.Integer(0)
        expr, written = self.setting.read_written(text)
        self.partials += written
        return as_number(expr) if is_single(expr) else expr

    def holds(self, tokens: Sequence[str]) -> bool:
        """Whether a matrix that is written out stands in a part, there or by its name."""
        names = [in_words(name) for name in self.setting.arrays if name not in self.setting.within]
        return MATRIX in tokens or any(is_at(tokens, k, name) for name in names for k in range(len(tokens)))

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
        beside: list[str] = []
        k = 0

        def take(value: Any) -> None:
            nonlocal made
            made = value if made is None else _times(made, value)

        while k < len(tokens):
            token = tokens[k]
            factor, after = self._array(tokens, k)
            if factor is None:
                after = closing(tokens, k) + 1 if token in OPEN else k + 1
                beside += tokens[k:after]
                k = after
                continue
            if trimmed := _trimmed(beside):
                take(self.factor(trimmed) if trimmed == beside else self.number(trimmed))
                beside = []
            take(factor)
            k = after
        if beside := _trimmed(beside):
            take(1 / self.number(beside[1:]) if beside[0] == "/" else self.number(beside))
        if made is None:
            raise CannotRead("got an empty factor beside a matrix")
        return made

    def factor(self, tokens: Sequence[str]) -> Any:
        """What stands directly before a matrix: a letter that may be a function is not taken for a factor."""
        names = [
            name for name in self.setting.names.declared if list(tokens[-len(in_words(name)) :]) == list(in_words(name))
        ]
        name = max(names, key=lambda name: len(in_words(name)), default="")
        value = self.number(tokens)
        if name and name not in self.setting.names.numbers and not is_matrix(self.setting.meanings.get(name)):
            raise CannotRead(
                f"{name} before a matrix can be read as a factor and as a function: declare it as a number, or write "
                f"{name} \\cdot"
            )
        return value

    def _array(self, tokens: Sequence[str], k: int) -> tuple[Any, int]:
        """The value of a factor that begins at a place, if it holds a matrix that is written out, and where it ends."""
        token = tokens[k]
        if token == MATRIX:
            inside, after = argument(tokens, k + 1)
            return self._raised(self._written(inside), tokens, after)
        if token in ("(", "[", "{") and self.holds(tokens[k : (end := closing(tokens, k))]):
            return self._raised(self.sum(tokens[k + 1 : end]), tokens, end + 1)
        if (operator := _operator(tokens, k)) and (found := self._operated(operator, tokens, k + len(operator))):
            return found
        if token == r"\|" and self.holds(inside := list(tokens[k + 1 : (end := _second_bar(tokens, k))])):
            return self._raised(*self._normed(self.sum(inside), tokens, end + 1))
        if token == r"\frac":
            over, after = argument(tokens, k + 1)
            below, after = argument(tokens, after)
            if self.holds(over) and not self.holds(below):
                return _times(1 / self.number(below), self.sum(over)), after
        for known, (written, _) in self.setting.arrays.items():
            if known not in self.setting.within and is_at(tokens, k, looked_for := in_words(known)):
                self.setting.used.add(known)
                self.setting.within.add(known)
                try:
                    value = self.sum(bare(written))
                finally:
                    self.setting.within.discard(known)
                return self._raised(value, tokens, k + len(looked_for))
        for name, value in _FUNCTIONS.items():
            if tuple(tokens[k : k + len(name)]) == name:
                inner = k + len(name)
                if inner < len(tokens):
                    inside, after = self._array(tokens, inner)
                    if isinstance(inside, Array):
                        return value(inside), after
        return None, k

    def _operated(self, operator: list[str], tokens: Sequence[str], k: int) -> tuple[Any, int] | None:
        """A derivative or a mean of a matrix that is written out there, entry by entry."""
        bracket = tokens[k : k + 1] in (["("], ["["])
        inner = k + 1 if bracket else k
        if tokens[inner : inner + 1] != [MATRIX]:
            return None
        inside, after = argument(tokens, inner + 1)
        if bracket and closing(tokens, k) != after:
            return None
        left, right = ("[", "]") if r"\mathbb" in operator else ("(", ")")
        rows = _split(inside, ROW)
        made = [r for r in rows if _trimmed(r)]
        cells = [[[*operator, left, *_trimmed(cell), right] for cell in _split(row, CELL)] for row in made]
        written = f" {ROW} ".join(f" {CELL} ".join(joined(cell) for cell in row) for row in cells)
        return self._written(words(written)), after + bracket

    def _normed(self, value: Any, tokens: Sequence[str], k: int) -> tuple[Any, Sequence[str], int]:
        """The norm of a column or a row, or that of Frobenius, and where it ends."""
        kind = ""
        if tokens[k : k + 1] == ["_"]:
            index, k = argument(tokens, k + 1)
            kind = "".join(index)
        if not isinstance(value, Array) or kind not in ("", "2", "F") or (kind != "F" and 1 not in value.size):
            raise CannotRead(
                "got a norm of a matrix that is written out; expected one of a column, or that of Frobenius"
            )
        if kind != "F" and any(is_matrix(e) and 1 not in e.shape for row in value.rows for e in row):
            raise CannotRead("got a norm of a column of matrices; expected one of Frobenius")
        total: Any = sp.Integer(0)
        for i, row in enumerate(value.rows):
            for j, entry in enumerate(row):
                if is_matrix(entry):
                    entry = sized(entry, shape_at(value, i, j))
                    total += sp.Trace(sp.Transpose(entry).doit() * entry)
                else:
                    total += entry**2
        return sp.sqrt(total), tokens, k

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
            if tokens[k] == "^" and not isinstance(value, Array):
                exponent, k = argument(tokens, k + 1)
                value = value ** self.number(exponent)
                continue
            if tokens[k] != "^":
                raise CannotRead("got an index on a matrix that is written out")
            exponent, k = argument(tokens, k + 1)
            text = "".join(exponent)
            if text in (r"\top", "T", "*"):
                value = Array([[_turned(entry) for entry in column] for column in zip(*value.rows, strict=True)])
            elif text in ("2", "3", "4") and value.size[0] == value.size[1]:
                base = value
                for _ in range(int(text) - 1):
                    value = _times(value, base)
            else:
                raise CannotRead(f"got a matrix that is written out to the power {joined(exponent)}")
        return value, k


def value_of(text: str, setting: Setting) -> tuple[Any, tuple[Partial, ...]]:
    """What a side stands for that holds matrices that are written out, and what in it need not have a value.

    It is an `Array` unless it has one entry only, or is a number or a matrix of which the parts are such.

    Raises:
        CannotRead: if it cannot be worked out.
    """
    reader = _Reader(setting)
    value = reader.sum(bare(text))
    if isinstance(value, Array) and value.size == (1, 1):
        value = value.rows[0][0]
    return value, tuple(reader.partials)


def stands(text: str, name: str) -> bool:
    """Whether a name stands in a formula, and not as the beginning of a longer one."""
    looked_for, here = list(in_words(name)), bare(text)
    return any(is_at(here, k, looked_for) for k in range(len(here)))


def bare(text: str) -> list[str]:
    """The tokens of a formula, with braces wherever they may be left out."""
    return plain(words(text))


def is_at(tokens: Sequence[str], k: int, name: Sequence[str]) -> bool:
    """Whether a name stands at a place, and not as the beginning of a longer one, or before a bracket."""
    end = k + len(name)
    behind = tokens[end : end + 2]
    return list(tokens[k:end]) == list(name) and behind[:1] not in (["_"], ["("]) and tokens[k - 1 : k] not in (["_"],)


def shape_at(array: Array, i: int, j: int) -> tuple[Any, Any]:
    """The size of a block, as those of its row and its column have it."""
    own = getattr(array.rows[i][j], "shape", (ANY_SIZE, ANY_SIZE))
    height = next((e.shape[0] for e in array.rows[i] if _has_size(e)), None)
    width = next((row[j].shape[1] for row in array.rows if _has_size(row[j])), None)
    if isinstance(array.rows[i][j], sp.Identity) and own[0] == ANY_SIZE:
        height = width = height or width
    if own[0] != ANY_SIZE:
        height, width = own
    if height is None or width is None:
        raise CannotRead("the size of a block is not known")
    return height, width


def is_matrix(entry: Any) -> bool:
    """Whether an entry is a block, and no number."""
    return bool(getattr(entry, "is_Matrix", False))


def _has_size(entry: Any) -> bool:
    return is_matrix(entry) and ANY_SIZE not in entry.shape


def sized(entry: Any, shape: tuple[Any, Any]) -> Any:
    """A block with each identity of any size as one of this size."""
    if not entry.has(ANY_SIZE):
        return entry
    if shape[0] != shape[1]:
        raise CannotRead("got an identity in a block that is not square")
    return entry.replace(
        lambda e: isinstance(e, sp.Identity) and e.shape[0] == ANY_SIZE, lambda e: sp.Identity(shape[0])
    )


# --- operations ------------------------------------------------------------------------------------------------------


def _each(value: Any, work: Callable[[Any], Any]) -> Any:
    return Array([[work(entry) for entry in row] for row in value.rows]) if isinstance(value, Array) else work(value)


def _negative(entry: Any) -> Any:
    return -1 * entry


def _turned(entry: Any) -> Any:
    return sp.Transpose(entry).doit() if is_matrix(entry) else entry


def _plus(one: Any, other: Any) -> Any:
    if one == 0 or other == 0:
        return other if one == 0 else one
    if is_matrix(one) != is_matrix(other):
        raise CannotRead("got the sum of a matrix and a number as an entry of a product")
    if is_matrix(one) and ANY_SIZE in (*one.shape, *other.shape) and one.shape != other.shape:
        shape = other.shape if ANY_SIZE in one.shape else one.shape
        one, other = sized(one, shape), sized(other, shape)
    try:
        return one + other
    except (sp.ShapeError, ValueError, TypeError) as problem:
        raise CannotRead(f"blocks that do not fit: {problem}") from None


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
    if is_matrix(one) and is_matrix(other):
        if ANY_SIZE in one.shape:
            one = sized(one, (other.shape[0],) * 2)
        elif ANY_SIZE in other.shape:
            other = sized(other, (one.shape[1],) * 2)
    try:
        return (one * other).doit() if is_matrix(one) and is_matrix(other) else one * other
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
    matrix = is_matrix(single) and not isinstance(single, sp.Identity)
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
    if array.size not in ((2, 2), (3, 3)) or any(is_matrix(e) for row in array.rows for e in row):
        raise CannotRead("got the determinant of a matrix that is no 2 x 2 or 3 x 3 of numbers")
    return sp.Matrix(array.rows).det(method="berkowitz")


def _trace(array: Array) -> Any:
    if array.size[0] != array.size[1]:
        raise CannotRead("got the trace of a matrix that is not square")
    total: Any = sp.Integer(0)
    for k, row in enumerate(array.rows):
        entry = row[k]
        if isinstance(entry, sp.Identity) and entry.shape[0] == ANY_SIZE:
            entry = sp.Identity(shape_at(array, k, k)[0])
        total += sp.Trace(entry) if is_matrix(entry) else entry
    return total


_FUNCTIONS: dict[tuple[str, ...], Callable[[Array], Any]] = {
    (r"\det",): _determinant, (r"\operatorname", "{", "d", "e", "t", "}"): _determinant,
    (r"\operatorname", "{", "t", "r", "}"): _trace,
}  # fmt: skip


def _operator(tokens: Sequence[str], k: int) -> list[str]:
    r"""The tokens of ``\frac{d}{dt}``, ``\frac{\partial}{\partial x}`` or ``\mathbb{E}_{x}`` at a place."""
    if tokens[k] == r"\frac":
        over, after = argument(tokens, k + 1)
        _, after = argument(tokens, after)
        return list(tokens[k:after]) if "".join(over) in ("d", r"\mathrm{d}", r"\partial") else []
    if list(tokens[k : k + 4]) != [r"\mathbb", "{", "E", "}"]:
        return []
    k, begin = k + 4, k
    if tokens[k : k + 1] == ["_"]:
        _, k = argument(tokens, k + 1)
    return list(tokens[begin:k])


def _second_bar(tokens: Sequence[str], k: int) -> int:
    """Where a norm that begins at a place ends."""
    depth = 0
    for place in range(k + 1, len(tokens)):
        depth += (tokens[place] in OPEN) - (tokens[place] in OPEN.values())
        if tokens[place] == r"\|" and depth == 0:
            return place
    raise CannotRead("got a norm that never ends")


# --- tokens ----------------------------------------------------------------------------------------------------------


def _terms(tokens: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The terms of a sum, with their signs."""
    sign, term, depth = 1, list[str](), 0
    for token in tokens:
        depth += (token in OPEN) - (token in OPEN.values())
        if depth == 0 and token in ("+", "-"):
            if _trimmed(term) and term[-1] not in ("^", "_", "/", *_TIMES):
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
    """Tokens without signs of a product at their ends."""
    found = list(tokens)
    while found and found[0] in _TIMES:
        found.pop(0)
    while found and found[-1] in _TIMES:
        found.pop()
    return found
