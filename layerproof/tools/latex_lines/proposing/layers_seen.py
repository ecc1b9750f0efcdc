r"""Layers of a paper: ``W_j \in \mathbb{R}^{d_j \times d_{j-1}}`` says the sizes of ``W_1`` and ``W_N \cdots W_{j+1}``.

It is taken to be said of every layer where the sizes have the layer's index, and the one beside it: no other letters
are numbered so.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..files.tokens import joined
from ..notation.offsets import plus
from ..page.products_said import Order, Place, following, place_of

_LAYER = re.compile(r"(?P<base>.+?)(?P<mark>_\{|\^\{\(?)(?P<index>[^{}()]+)\)?\}")
_MATRIX = re.compile(r"matrix (?P<rows>\S+) x (?P<columns>\S+)")
_ENDS = re.compile(r":|\.\.")


class Layers(NamedTuple):
    """What is said of the layers of one letter.

    Attributes:
        base, mark: the letter, and where its index stands.
        letter: the index.
        size, sized: the letter of the sizes, and where its index stands.
        rows, columns: what is added to the index of a layer for that of its rows, and of its columns.
        left_first: whether the index of the first factor is written first in the name of a product.
    """

    base: str
    mark: str
    letter: str
    size: str
    sized: str
    rows: int
    columns: int
    left_first: bool


def of_all_layers(
    said: Mapping[str, str], names: Iterable[str], orders: Iterable[Order]
) -> Iterator[tuple[str, str, str]]:
    """The names of layers and of products of them, the type of each, and the name of which that is said.

    Args:
        said: the types that a paper says.
        names: that stand in its formulas.
        orders: how the paper writes products.
    """
    names = list(names)
    turned = {order.base for order in orders if not order.left_first}
    for name, kind in said.items():
        layers = _layers(name, kind, turned)
        if layers is None:
            continue
        for other in _with_their_kin(names, layers):
            if other not in said and (found := _type(other, layers)):
                yield other, found, name


def _layers(name: str, kind: str, turned: Container[str]) -> Layers | None:
    """What is said of layers; None if it is not of a letter whose sizes are numbered as it is."""
    layer, matrix = _LAYER.fullmatch(name), _MATRIX.fullmatch(kind)
    if layer is None or matrix is None:
        return None
    sizes = [_LAYER.fullmatch(matrix[side]) for side in ("rows", "columns")]
    places = [_place(one["index"]) if one else None for one in (layer, *sizes)]
    own, rows, columns = places
    if own is None or rows is None or columns is None or not own[0] or {own[0]} != {rows[0], columns[0]}:
        return None
    one, other = sizes
    if one is None or other is None or one.group("base", "mark") != other.group("base", "mark"):
        return None
    if abs(rows[1] - columns[1]) != 1 or own[1] not in (rows[1], columns[1]):
        return None
    by = rows[1] - own[1], columns[1] - own[1]
    base = layer["base"]
    return Layers(base, layer["mark"], own[0], one["base"], one["mark"], *by, left_first=base not in turned)


def _with_their_kin(names: Iterable[str], layers: Layers) -> list[str]:
    """Those names of layers and their products, with each product at the indices at which there are layers.

    A flow that is stated for ``W_j`` is stated for ``W_{j+1}`` too, with the products at that index.
    """
    own = [(name, found) for name in names if (found := _ends(name, layers)) is not None]
    shifts = {first[1] for _, (first, last) in own if first == last and first[0] == layers.letter}
    made = {name: None for name, _ in own}
    for name, (first, last) in own:
        if first == last or layers.letter not in (first[0], last[0]):
            continue
        least = min(shifts, default=0)
        for by in sorted(shift - least for shift in shifts):
            ends = [following(end, by) if end[0] == layers.letter else end for end in (first, last)]
            made.setdefault(name if by == 0 else _name(layers, ends))
    return list(made)


def _ends(name: str, layers: Layers) -> tuple[Place, Place] | None:
    """The indices of the first factor and the last; the same of one layer. None of what is not of these layers."""
    found = _LAYER.fullmatch(name)
    if found is None or found.group("base", "mark") != (layers.base, layers.mark):
        return None
    places = [_place(end) for end in _ENDS.split(found["index"])]
    first, last = (places[0], places[-1]) if layers.left_first else (places[-1], places[0])
    return None if len(places) > 2 or first is None or last is None else (first, last)


def _place(index: str) -> Place | None:
    """An index of one letter or none, and a number; None of what is more."""
    place = place_of(index)
    return None if place is None or (len(place[0]) > 1 and not place[0].startswith("\\")) else place


def _name(layers: Layers, ends: Iterable[Place]) -> str:
    shown = ":".join([_shown(end) for end in ends][:: 1 if layers.left_first else -1])
    return f"{layers.base}{layers.mark}{shown}{')' * layers.mark.endswith('(')}}}"


def _shown(place: Place) -> str:
    letter, number = place
    return joined(plus(letter, number)) if letter else str(number)


def _type(name: str, layers: Layers) -> str:
    """The type of a layer, or of a product; its first factor has the rows, its last the columns."""
    ends = _ends(name, layers)
    if ends is None:
        return ""
    sizes = [following(end, by) for end, by in zip(ends, (layers.rows, layers.columns), strict=True)]
    if any(not letter and number < 0 for letter, number in sizes):
        return ""
    close = ")" * layers.sized.endswith("(") + "}"
    return "matrix " + " x ".join(f"{layers.size}{layers.sized}{_shown(s).replace(' ', '')}{close}" for s in sizes)
