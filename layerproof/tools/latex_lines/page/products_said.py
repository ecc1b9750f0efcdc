r"""How a paper writes partial products of layers, ``W_{a:b} := W_a W_{a-1} \cdots W_b``: which end comes first."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..files.parts import Document
from ..files.tokens import Unbalanced, joined, words

NAME = re.compile(r"(?P<base>.+?)_\{(?P<first>[^{}]+?)(?::|\.\.)(?P<last>[^{}]+)\}")
LAYER = re.compile(r"(?P<base>.+?)_\{(?P<index>[^{}:.]+)\}")
_INDEX = re.compile(r"(?P<letter>\\?[A-Za-z]+)?\s*(?P<number>[+-]?\s*\d+)?")
Place = tuple[str, int]
"""An index: a letter, or nothing, and the number that is added to it."""


class Order(NamedTuple):
    """How the partial products of some layers are written, and where that is said.

    Attributes:
        base: the letter of the layers, in LaTeX.
        left_first: whether the index of the first factor is written first.
        descending: whether the factors go from the last layer to the first.
        line: where it is said.
    """

    base: str
    left_first: bool
    descending: bool
    line: Any


def orders(document: Document) -> list[Order]:
    """What the formulas of a document say of how such products are written; nothing of a letter with two orders."""
    found: dict[str, Order] = {}
    twice: set[str] = set()
    for place, left, right in _equations(document):
        made = _order(left, right, place)
        if made is None:
            continue
        known = found.setdefault(made.base, made)
        if known[:3] != made[:3]:
            twice.add(made.base)
    return [order for base, order in found.items() if base not in twice]


def _equations(document: Document) -> Iterator[tuple[Any, str, str]]:
    for equation in document.equations:
        for before, step in zip(equation.sides, equation.steps, strict=False):
            if step.relation in ("=", ":="):
                yield step.line, before, step.text
    for place, text in document.prose:
        sides = re.split(r"\s*(?::=|\\equiv(?![A-Za-z])|\\coloneqq|=)\s*", text)
        yield from ((place, left, right) for left, right in itertools.pairwise(sides))


def _order(left: str, right: str, place: Any) -> Order | None:
    """What an equation says of how products are written; None if it says nothing of that."""
    try:
        name = NAME.fullmatch(_plain(left))
        parts = [_plain(part) for part in re.split(r"\\(?:[lc]?dots|dotsb)(?![A-Za-z])", right)]
    except (Unbalanced, ValueError):
        return None
    if name is None or len(parts) != 2:
        return None
    layers = [[LAYER.fullmatch(one) for one in _factors(part)] for part in parts]
    every = [one for some in layers for one in some]
    if not layers[0] or len(layers[1]) != 1 or any(one is None or one["base"] != name["base"] for one in every):
        return None
    indices = [place_of(one["index"]) for one in every if one is not None]
    ends = place_of(name["first"]), place_of(name["last"])
    if None in indices or {indices[0], indices[-1]} != set(ends) or len(set(ends)) < 2:
        return None
    first, last = indices[0], indices[-1]
    if len(layers[0]) > 1 and first is not None and indices[1] in (following(first, 1), following(first, -1)):
        descending = indices[1] == following(first, -1)
    elif ("", 1) in (first, last):
        descending = last == ("", 1)
    else:
        return None
    return Order(name["base"], ends[0] == first, descending, place)


def _plain(text: str) -> str:
    r"""A formula in the one spelling, with braces round single indices."""
    tokens = [token for token in words(text) if token not in (r"\,", r"\;", r"\ ", r"\!", ".", ",")]
    found: list[str] = []
    for k, token in enumerate(tokens):
        bare = tokens[k - 1 : k] == ["_"] and token != "{"
        found += ["{", token, "}"] if bare else [token]
    return joined(found)


def _factors(text: str) -> list[str]:
    """The names that stand side by side, each with its index."""
    return re.findall(r"[^\s_{}]+(?:\{[^{}]*\})?_\{[^{}]*\}", text) if text.strip() else []


def place_of(index: str) -> Place | None:
    r"""What an index is, ``\ell - 1``: a letter and a number; None if it is more."""
    found = _INDEX.fullmatch(index.strip())
    if found is None or not index.strip():
        return None
    return found["letter"] or "", int((found["number"] or "0").replace(" ", ""))


def following(place: Place, by: int) -> Place:
    """An index so many further on."""
    return place[0], place[1] + by
