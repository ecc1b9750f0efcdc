r"""Products of layers that are written with dots: ``W_L \cdots W_2 W_1`` is read as the name ``W_{L:1}``.

Their factors are one capital letter with indices that go up or down by one.  Which of two such products is a part of
the other is found by `partial_products`, if the direction in which the indices go shows somewhere.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..files.parts import Document
from ..files.tokens import Unbalanced, argument, joined, words
from ..notation.naming import base_end
from ..notation.naming_sets import ACCENTS, FONTS
from ..page.listed import DOTS
from ..page.products_said import Order, Place, following, orders, place_of

_TRANSPOSES = frozenset({r"\top", "T", r"\intercal"})
_AT_A_TIME = ["(", "t", ")"]
_CAPITALS = frozenset({
    r"\Gamma", r"\Delta", r"\Theta", r"\Lambda", r"\Xi", r"\Pi", r"\Sigma", r"\Upsilon", r"\Phi", r"\Psi", r"\Omega",
})  # fmt: skip
_SPACES = frozenset({r"\,", r"\;", r"\ ", r"\!", r"\:", r"\cdot"})


_DEFINES = re.compile(r"=|\\(?:equiv|coloneqq)(?![A-Za-z])")


class Kind(NamedTuple):
    """What all factors of a product have in common.

    Attributes:
        base: the letter, in LaTeX.
        mark: where the index stands: ``_``, or ``^`` for ``W^{(1)}``.
        timed: whether ``(t)`` stands behind it.
        transposed: whether each is transposed.
    """

    base: str
    mark: str
    timed: bool
    transposed: bool


class Run(NamedTuple):
    """A product with dots.

    Attributes:
        kind: of its factors.
        first, last: its ends.
        down: whether the indices go down; None if that does not show.
        written: as it stands.
    """

    kind: Kind
    first: str
    last: str
    down: bool | None
    written: str


def read_dotted_products(document: Document) -> None:
    """Give such products their names in the formulas of a document, and say there once what the names stand for."""
    names = _Names({order.base: order for order in orders(document)})
    document.change_formulas(names.given)
    for base, (place, formula) in names.said.items():
        if base not in names.known and len(names.ways[base]) == 1:
            document.prose.append((place, formula))


@dataclass
class _Names:
    """What the products of a document are called.

    Attributes:
        known: what the document says itself of how products of a letter are written.
        ways: by the letter, in which ways its indices go.
        said: by the letter, a formula that says what a name stands for, and its place.
    """

    known: dict[str, Order]
    ways: dict[str, set[bool]] = field(default_factory=dict)
    said: dict[str, tuple[int, str]] = field(default_factory=dict)

    def given(self, place: int, text: str) -> str:
        """A formula with a name for each product; as it is, where the document says itself what it calls so."""
        if not any(dots in text for dots in DOTS) or (self.known and _DEFINES.search(text)):
            return text
        tokens = words(text)
        made: list[str] = []
        k = 0
        try:
            while k < len(tokens):
                runs, end = _runs(tokens, k)
                made += tokens[k:end] if not runs else self._names(runs, place, alone=(k, end) == (0, len(tokens)))
                k = end
        except Unbalanced:
            return text
        return joined(made)

    def _names(self, runs: Sequence[Run], place: int, *, alone: bool) -> list[str]:
        made: list[str] = []
        for run in runs:
            name, base = self._name(run), run.kind.base
            if alone and len(runs) == 1 and base in self.known:  # it may say what the name is
                return words(run.written)
            if run.down is not None and run.kind.mark == "_" and not run.kind.transposed:
                self.ways.setdefault(base, set()).add(run.down)
                self.said.setdefault(base, (place, f"{name} = {_shown(run)}"))
            made += words(name)
        return made

    def _name(self, run: Run) -> str:
        base, mark, timed, transposed = run.kind
        ends = (run.last, run.first) if transposed else (run.first, run.last)  # A^T B^T = (B A)^T
        if base in self.known and not self.known[base].left_first:
            ends = ends[::-1]
        between = ":".join(ends)
        name = f"{base}_{{{between}}}" if mark == "_" else f"{base}^{{({between})}}"
        return name + "(t)" * timed + r"^{\top}" * transposed


class _Part(NamedTuple):
    """A factor of a product: its index as it stands and as a place, whether dots stand before it, and where it is."""

    label: str
    place: Place
    dots: bool
    begin: int
    end: int


def _runs(tokens: list[str], k: int) -> tuple[list[Run], int]:
    """The products with dots that begin at a place and stand side by side, and where they end; else none, and further.

    Two factors without dots between them go on in one product if their indices do; else another one begins.
    """
    found = _factor(tokens, k)
    if found is None:
        return [], k + 1
    kind, end = found[0], k
    parts: list[_Part] = []
    dots = False
    while (found := _factor(tokens, k)) is not None and found[0] == kind and (place := place_of(found[1])) is not None:
        end = found[2]
        parts.append(_Part(found[1], place, dots, k, end))
        k = _past_spaces(tokens, end)
        if dots := (tokens[k : k + 1] != [] and tokens[k] in DOTS):
            k = _past_spaces(tokens, k + 1)
    if not parts:
        return [], found[2] if found else k + 1
    pieces = [[parts[0]]]
    for one, other in itertools.pairwise(parts):
        if other.dots or other.place in (following(one.place, 1), following(one.place, -1)):
            pieces[-1].append(other)
        else:
            pieces.append([other])
    ways = [_way(piece) for piece in pieces]
    if "neither" in ways or not all(any(part.dots for part in piece[1:]) for piece in pieces):
        return [], end
    return [
        Run(kind, piece[0].label, piece[-1].label, _DOWN.get(way), joined(tokens[piece[0].begin : piece[-1].end]))
        for piece, way in zip(pieces, ways, strict=True)
    ], end


def _shown(run: Run) -> str:
    r"""A product with its first two factors, from which the way shows: ``W_{L} W_{L-1} \cdots W_{1}``."""
    letter, number = following(place_of(run.first) or ("", 0), -1 if run.down else 1)
    second = f"{letter}{number:+}" if letter and number else letter or f"{number}"
    return rf"{run.kind.base}_{{{run.first}}} {run.kind.base}_{{{second}}} \cdots {run.kind.base}_{{{run.last}}}"


_DOWN = {"down": True, "up": False}


def _way(piece: Sequence[_Part]) -> str:
    """Whether the indices of a product go ``up`` or ``down`` by one; ``""`` if it does not show.

    They go ``neither`` way if some do and others do not.
    """
    ways = {
        "down" if other.place == following(one.place, -1) else "up"
        for one, other in itertools.pairwise(piece) if not other.dots
    }  # fmt: skip
    first, last = piece[0].place, piece[-1].place
    if first == last:
        return "neither"
    if first[0] == last[0]:
        ways.add("down" if last[1] < first[1] else "up")
    elif ("", 1) in (first, last):
        ways.add("down" if last == ("", 1) else "up")
    return ways.pop() if len(ways) == 1 else "neither" if ways else ""


def _factor(tokens: list[str], k: int) -> tuple[Kind, str, int] | None:
    """A capital letter with one index at a place: its kind, the index, and where it ends."""
    end = base_end(tokens, k)
    if end is None:
        return None
    letters = [t for t in tokens[k:end] if t not in ACCENTS and t not in FONTS and t not in "{}"]
    if len(letters) != 1 or not (letters[0] in _CAPITALS or (len(letters[0]) == 1 and letters[0].isupper())):
        return None
    base, mark = joined(tokens[k:end]), "".join(tokens[end : end + 1])
    if mark not in ("_", "^") or not mark:
        return None
    inside, end = argument(tokens, end + 1)
    if mark == "^":
        if inside[:1] != ["("] or inside[-1:] != [")"]:
            return None
        inside = inside[1:-1]
    if sum(token.lstrip("\\").isalpha() for token in inside) > 1:  # W_{ij}
        return None
    timed = tokens[end : end + 3] == _AT_A_TIME
    end += 3 * timed
    transposed = False
    if tokens[end : end + 1] == ["^"]:
        power, after = argument(tokens, end + 1)
        if len(power) != 1 or power[0] not in _TRANSPOSES:
            return None
        transposed, end = True, after
    return Kind(base, mark, timed, transposed), joined(inside), end


def _past_spaces(tokens: Sequence[str], k: int) -> int:
    while k < len(tokens) and tokens[k] in _SPACES:
        k += 1
    return k
