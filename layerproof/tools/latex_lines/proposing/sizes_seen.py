r"""Sizes of a paper's matrices and vectors, as far as formulas show them: in ``A x``, A has as many columns as x rows.

Each row and each column of a letter is a slot. Products, sums and the two sides of an equation make slots equal; what
the paper says of a size is kept, and spreads to what is equal to it. Slots that are said to differ are not joined: a
formula that does so is read wrongly here, or has a slip.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..files.tokens import Unbalanced, argument, between_commas, closing, joined, words
from ..notation.size_products import multiplied
from ..notation.spelling import plain
from ..notation.units import OTIMES as KRONECKER
from ..page.typings import ENTRYWISE
from . import diagonals_seen
from .names_seen import lone_name, name_at

_Slot = tuple[str, int]
_Shape = tuple[_Slot, _Slot]
_KIND = re.compile(r"(?P<sort>.*\b(?:matrix|vector) (?P<valued>function )?)(?P<sizes>.+?)(?P<tail> with values)?")
IDENTITY = re.compile(r"\\(?:mathbf|boldsymbol)\{I\}|I(?![A-Za-z])")
"""How the name of an identity matrix begins."""
_ONE: _Slot = ("1", 0)
_PLAIN = ("real", "real number")
_ROUNDS = 3
_SIZED_ONES = re.compile(r"\\(?:mathbf|boldsymbol|mathbb)\{1\}_\{(?:[a-z]|\\[a-z]+|[a-zKMNP]_\{[A-Za-z\d]\})\}")
_NAMED = re.compile(r"(?:I|\\(?:mathbf|boldsymbol|mathbb)\{[I1]\})_\{(?:[A-Za-z](?:_\{[A-Za-z\d]\})?|\\[a-z]+)\}")
_INDEX = re.compile(r"_\{([A-Za-z](?:_\{[A-Za-z\d]\})?|\\[a-z]+)\}$")
_TURNED = {r"\top", "T", r"-\top"}
_ENDS = frozenset({"=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\preceq", r"\succeq", r"\mid", "|", ";", "."})
_BESIDE = frozenset({r"\odot", r"\circ"})
_BOUND = frozenset({r"\sum", r"\prod", r"\max", r"\min", r"\sup", r"\inf", r"\int", r"\lim"})


class _Alike:
    """Slots that are equal, and the size of each class, if one is said.

    `large` are classes with a side of a matrix, or the length of a vector: their size is not 1.
    """

    def __init__(self) -> None:
        self.up: dict[_Slot, _Slot] = {}
        self.size: dict[_Slot, str] = {}
        self.large: set[_Slot] = set()

    def root(self, slot: _Slot) -> _Slot:
        while (above := self.up.get(slot, slot)) != slot:
            slot = above
        return slot

    def join(self, one: _Slot, other: _Slot) -> None:
        """Take two slots for equal, unless they are said to differ, or one is large and the other has size 1."""
        first, second = self.root(one), self.root(other)
        if first == second:
            return
        sizes = {self.size[r] for r in (first, second) if r in self.size}
        large = bool({first, second} & self.large)
        if len(sizes) > 1 or (large and sizes == {"1"}):
            return
        self.up[first] = second
        self.large |= {second} if large else set()
        for size in sizes:
            self.size[second] = size

    def of(self, slot: _Slot) -> str | None:
        return self.size.get(self.root(slot))


def like_their_products(
    guessed: Mapping[str, str],
    said: Mapping[str, str],
    formulas: Iterable[Sequence[str]],
    square: Iterable[str],
    numbers: Iterable[str] = (),
    run_to: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """The guesses, with the sizes that the formulas show; what is added to a vector or a matrix is one as well.

    Args:
        guessed: a type for each name.
        said: types that the paper says.
        formulas: the sides of each, in LaTeX.
        square: names of matrices of which an inverse is taken.
        numbers: names that can only be numbers.
        run_to: the end of the range of each index.
    """
    formulas, square = list(formulas), list(square)
    plain_ones = {name for name, kind in guessed.items() if kind in _PLAIN}.difference(numbers)
    found = dict(guessed)
    for _ in range(_ROUNDS):
        found, added = _sized(found, said, formulas, square, plain_ones, run_to)
        if not added:
            break
        found |= added
    return found


def _sized(
    guessed: Mapping[str, str],
    said: Mapping[str, str],
    formulas: Iterable[Sequence[str]],
    square: Iterable[str],
    plain_ones: Iterable[str],
    run_to: Mapping[str, str],
) -> tuple[dict[str, str], dict[str, str]]:
    """The guesses with their sizes, and types of those of numbers that are added to a vector or a matrix."""
    alike = _as_said(said)
    shaped = {name: kind for name, kind in {**guessed, **said}.items() if sizes_of(kind) or kind == ENTRYWISE}
    for name, kind in shaped.items():
        if "vector " in kind:
            alike.join((name, 1), _ONE)
            alike.large.add((name, 0))
        elif kind != ENTRYWISE:
            alike.large |= {(name, 0), (name, 1)}
    for name in square:
        alike.join((name, 0), (name, 1))
    reader = _Reader(alike, shaped, frozenset(plain_ones) - shaped.keys(), run_to)
    for sides in formulas:
        shapes = [shape for side in sides if (shape := reader.side(side)) is not None]
        for one, other in itertools.pairwise(shapes):
            reader.join(one, other)
    added = {name: kind for name, shape in reader.added.items() if (kind := _kind(shape, alike))}
    return {name: _with_sizes(kind, name, alike) for name, kind in guessed.items()}, added


def _kind(shape: _Shape, alike: _Alike) -> str:
    """A type of that shape; empty of a row, and where a size is not known."""
    rows, columns = map(alike.of, shape)
    if rows in (None, "1") or columns is None:
        return ""
    return f"vector {rows}" if columns == "1" else f"matrix {rows} x {columns}"


def taken_of_products(names: Iterable[str], kinds: Mapping[str, str], formulas: Iterable[Sequence[str]]) -> set[str]:
    r"""Those functions that stand before a product that is a vector or a matrix, ``\sigma(W x)``: entry by entry."""
    reader = _Reader(_as_said(kinds), {name: kind for name, kind in kinds.items() if sizes_of(kind)})
    wanted, found = set(names), set()
    for text in (text for sides in formulas for text in sides):
        try:
            tokens = plain(words(text))
            for k in range(len(tokens)):
                seen = name_at(tokens, k)
                if seen is None or seen[0] not in wanted or tokens[seen[1] : seen[1] + 1] != ["("]:
                    continue
                inside = tokens[seen[1] + 1 : closing(tokens, seen[1])]
                held = {one[0] for j in range(len(inside)) if (one := name_at(inside, j)) is not None}
                if len(held & reader.shaped.keys()) > 1 and reader.sum(inside) is not None:
                    found.add(seen[0])
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
    return found


def _as_said(kinds: Mapping[str, str]) -> _Alike:
    """Slots with the sizes that types say."""
    alike = _Alike()
    alike.size[_ONE] = "1"
    for name, kind in kinds.items():
        for place, size in enumerate(sizes_of(kind)):
            alike.size[name, place] = size
    return alike


def sizes_of(kind: str) -> list[str]:
    """The sizes of a type, or of the values of a function; of a vector, one column beside them."""
    found = _KIND.fullmatch(kind.split(" for ")[0])
    if found is None or (found["valued"] and found["tail"]):
        return []
    sizes = found["sizes"].split(" x ")
    return sizes if len(sizes) == 2 else [*sizes, "1"]


def _with_sizes(kind: str, name: str, alike: _Alike) -> str:
    start, separator, rest = kind.partition(" for ")
    found = _KIND.fullmatch(start)
    if found is None or found["tail"] or not (sizes := sizes_of(kind)):
        return kind
    seen = [alike.of((name, place)) or size for place, size in enumerate(sizes)]
    seen = seen[:1] if "vector " in found["sort"] else seen
    return f"{found['sort']}{' x '.join(seen)}{separator}{rest}"


@dataclass
class _Reader:
    """Reads formulas for the slots that they make equal; what it does not know it passes over.

    Attributes:
        alike: what is known so far.
        shaped: the types of matrices and vectors, and of functions with such values.
        plain: names that are guessed to be numbers.
        run_to: the end of the range of each index.
        added: the shape of what each of these is added to.
        fresh: numbers for slots of what has no name.
    """

    alike: _Alike
    shaped: Mapping[str, str]
    plain: frozenset[str] = frozenset()
    run_to: Mapping[str, str] = field(default_factory=dict)
    added: dict[str, _Shape] = field(default_factory=dict)
    fresh: Iterator[int] = field(default_factory=itertools.count)

    def join(self, one: _Shape, other: _Shape) -> None:
        for first, second in zip(one, other, strict=True):
            self.alike.join(first, second)

    def side(self, text: str) -> _Shape | None:
        """The shape of one side of a formula; None if it is not known, or a number."""
        try:
            return self.sum(plain(words(text)))
        except (Unbalanced, ValueError, RecursionError, IndexError):
            return None

    def sum(self, tokens: Sequence[str]) -> _Shape | None:
        terms = list(_terms(tokens))
        shapes = [shape for term in terms if (shape := self.term(term)) is not None]
        for one, other in itertools.pairwise(shapes):
            self.join(one, other)
        for name in filter(None, map(lone_name, terms)) if shapes else ():
            if name in self.plain:
                self.added.setdefault(name, shapes[0])
        return shapes[0] if shapes else None

    def term(self, tokens: Sequence[str]) -> _Shape | None:
        """The shape of a product, whose factors stand side by side, or entry by entry."""
        if len(beside := _split(tokens, {KRONECKER})) > 1:
            return self._kronecker(beside)
        parts = _split(tokens, _BESIDE)
        shapes = [self.product(part) for part in parts]
        known = [shape for shape in shapes if shape is not None]
        for one, other in itertools.pairwise(known):
            self.join(one, other)
        return known[0] if len(known) == len(parts) else None

    def _kronecker(self, parts: Sequence[Sequence[str]]) -> _Shape | None:
        r"""The shape of ``A \otimes B``, whose sizes are products; None where one of them is not known."""
        shapes = [self._of_identity(part) or self.term(part) for part in parts]
        sizes = ["1", "1"]
        for shape in shapes:
            if shape is None:
                return None
            for place, slot in enumerate(shape):
                size = self.alike.of(slot)
                both = multiplied(sizes[place], size) if size is not None and sizes[place] else None
                sizes[place] = both or ""
        if all(shape is not None and self.alike.of(shape[1]) == "1" for shape in shapes):
            return None  # of vectors it may be the outer product
        found = tuple((f"kronecker {next(self.fresh)}", place) for place in (0, 1))
        self.alike.size.update({slot: size for slot, size in zip(found, sizes, strict=True) if size})
        return found[0], found[1]

    def _of_identity(self, tokens: Sequence[str]) -> _Shape | None:
        r"""The shape of ``I_K``, and of ``\mathbf{1}_K^\top``, which nothing else can be there."""
        turned = list(tokens[-1:]) == [r"\top"] or list(tokens[-4:]) == ["^", "{", r"\top", "}"]
        text = joined(tokens).split("^")[0].strip()
        size = _INDEX.search(text)
        if size is None or ("^" in tokens and not turned) or not _NAMED.fullmatch(text) or text in self.shaped:
            return None
        slot = (f"size {size[1]}", 0)
        self.alike.size[slot] = size[1]
        if not text.startswith(("I", r"\mathbf{I}", r"\boldsymbol{I}")):
            return (_ONE, slot) if turned else (slot, _ONE)
        return slot, slot

    def product(self, tokens: Sequence[str]) -> _Shape | None:
        before: _Shape | None = None  # the shape of the factors so far
        lost = False
        k = 0
        while k < len(tokens):
            if tokens[k] in (r"\cdot", "-", "+", ",", r"\times"):
                k += 1
                continue
            shape, k, known = self.factor(tokens, k)
            if not known:
                before, lost = None, True
            if shape is None:
                continue
            if before is None or self._is_number(before):
                before = shape
                continue
            if self._fits(before[1], shape[0]):
                self.alike.join(before[1], shape[0])
            before = (before[0], shape[1])
        return None if lost or before is None or self._is_number(before) else before

    def _is_number(self, shape: _Shape) -> bool:
        return all(self.alike.of(slot) == "1" for slot in shape)

    def _fits(self, one: _Slot, other: _Slot) -> bool:
        """Whether two slots may be equal; the one column of a vector tells nothing of a matrix."""
        sizes = {self.alike.of(one), self.alike.of(other)}
        return "1" not in sizes or sizes == {"1"}

    def factor(self, tokens: Sequence[str], k: int) -> tuple[_Shape | None, int, bool]:
        """The shape of the factor at a place, None of a number; the place after it; and whether it is known."""
        token = tokens[k]
        found = name_at(tokens, k)
        if token in _BOUND:
            return None, _past_scripts(tokens, k + 1), True
        if "".join(tokens[k : k + 4]) in (r"\mathbb{E}", r"\operatorname{E}"):
            return self._bracket(tokens, _past_scripts(tokens, k + 4))
        if "".join(tokens[k : k + 5]) in (r"\operatorname{tr}", r"\mathrm{tr}"):
            return self._trace(tokens, k + 5)
        if token in ("(", "[", "{"):
            return self._bracket(tokens, k)
        if diagonals_seen.opens(tokens, k):
            return self._diagonal(tokens, k)
        if token == r"\frac":
            over, after = argument(list(tokens), k + 1)
            under, after = argument(list(tokens), after)
            self.sum(under)
            return self._raised(self.sum(over), tokens, after)
        if token == r"\|":
            end = next((j for j in range(k + 1, len(tokens)) if tokens[j] == r"\|"), len(tokens))
            self.sum(tokens[k + 1 : end])
            return None, _past_scripts(tokens, end + 1), True
        if token == r"\langle":
            return self._inner(tokens, k)
        if found is None:
            return None, k + 1, token.isdigit() or token in (r"\pi", r"\left", r"\right")
        name, end, _ = found
        if self.shaped.get(name) == ENTRYWISE and tokens[end : end + 1] == ["("]:
            return self._bracket(tokens, end)
        if name not in self.shaped and (IDENTITY.match(name) or _SIZED_ONES.fullmatch(name)):
            own = self._sized(name)
            return self._raised((own, own if IDENTITY.match(name) else _ONE), tokens, end)
        if name not in self.shaped or self.shaped[name] == ENTRYWISE:
            known = tokens[end : end + 1] != ["("]
            return None, _past_scripts(tokens, end), known
        shape = ((name, 0), (name, 1))
        if "function " in self.shaped[name]:
            if tokens[end : end + 1] != ["("]:
                return None, _past_scripts(tokens, end), False
            end = closing(tokens, end) + 1
        return self._raised(shape, tokens, end)

    def _sized(self, name: str) -> _Slot:
        r"""The side of ``\mathbf{I}_n``, and the length of ``\mathbf{1}_n``: n where the name says it."""
        size = _INDEX.search(name)
        if size is None or name.startswith("I"):  # I_k may be another I
            return "identity", next(self.fresh)
        slot = (f"size {size[1]}", 0)
        self.alike.size[slot] = size[1]
        return slot

    def _bracket(self, tokens: Sequence[str], k: int) -> tuple[_Shape | None, int, bool]:
        if tokens[k : k + 1] not in (["("], ["["], ["{"]):
            return None, k, False
        end = closing(tokens, k)
        inside = tokens[k + 1 : end]
        if len(pieces := between_commas(inside)) > 1:
            for piece in pieces:
                self.sum(piece)
            return None, _past_scripts(tokens, end + 1), False
        return self._raised(self.sum(inside), tokens, end + 1)

    def _diagonal(self, tokens: Sequence[str], k: int) -> tuple[_Shape | None, int, bool]:
        r"""The shape of ``\operatorname{diag}(u)``, by the vector, or by the indices of the numbers in it."""
        what, end = diagonals_seen.inside(tokens, k)
        size = diagonals_seen.size_of(what, self.run_to)
        slot = (f"size {size}", 0)
        if size:
            self.alike.size[slot] = size
        elif (shape := self.sum(what)) is not None and self.alike.of(shape[1]) == "1":
            slot = shape[0]
        else:
            slot = ("diagonal", next(self.fresh))
        return self._raised((slot, slot), tokens, end)

    def _trace(self, tokens: Sequence[str], k: int) -> tuple[None, int, bool]:
        if tokens[k : k + 1] not in (["("], ["["], ["{"]):
            return None, k, False
        end = closing(tokens, k)
        if (shape := self.sum(tokens[k + 1 : end])) is not None:
            self.alike.join(*shape)
        return None, end + 1, True

    def _inner(self, tokens: Sequence[str], k: int) -> tuple[None, int, bool]:
        end = next((j for j in range(k + 1, len(tokens)) if tokens[j] == r"\rangle"), len(tokens))
        shapes = [shape for piece in between_commas(tokens[k + 1 : end]) if (shape := self.sum(piece)) is not None]
        if len(shapes) == 2:
            self.join(*shapes)
        return None, _past_scripts(tokens, end + 1), True

    def _raised(self, shape: _Shape | None, tokens: Sequence[str], k: int) -> tuple[_Shape | None, int, bool]:
        """A shape after the powers and transposes that stand on it; a power makes a matrix square."""
        while list(tokens[k : k + 1]) == ["^"]:
            raised, k = argument(list(tokens), k + 1)
            if shape is None:
                continue
            if joined(raised) in _TURNED:
                shape = (shape[1], shape[0])
            elif self._is_number(shape) or "1" in map(self.alike.of, shape):
                return None, k, False
            if joined(raised) not in (r"\top", "T"):
                self.alike.join(*shape)
        return shape, k, True


def _terms(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from _split(tokens, {"+", "-", r"\pm", r"\mp", *_ENDS})


def _split(tokens: Sequence[str], at: Iterable[str]) -> list[Sequence[str]]:
    """The parts of a formula between some signs, outside of brackets and norms; none is empty."""
    signs, parts, start, depth, bars = set(at), [], 0, 0, False
    for k, token in enumerate(tokens):
        depth += (token in ("{", "(", "[", r"\langle")) - (token in ("}", ")", "]", r"\rangle"))
        bars ^= token == r"\|" and depth == 0
        if token in signs and depth == 0 and not bars:
            parts.append(tokens[start:k])
            start = k + 1
    return [part for part in (*parts, tokens[start:]) if part]


def _past_scripts(tokens: Sequence[str], k: int) -> int:
    while list(tokens[k : k + 1]) in (["_"], ["^"]):
        _, k = argument(list(tokens), k + 1)
    return k
