r"""What is written with dots between first and last: ``\ell = 1, \ldots, L``, ``s_1 \ge s_2 \ge \cdots \ge s_k``.

The first says where an index runs, and restricts a line only if it is not all of the range that the index is declared
for. Of the second the dots are left out: what is said goes from the last that is written before them to the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..files.tokens import Unbalanced, closing, depths

DOTS = frozenset({r"\dots", r"\ldots", r"\cdots", r"\dotsc", r"\dotsb"})
_RANGE = re.compile(
    r"(?P<index>[^=,]+(?:,[^=,]+)*)=(?P<low>[^,=]+),(?:[^,=]+,)?\s*\\(?:[lc]?dots|dotsc|dotsb)\s*,(?P<high>[^,=]+)"
)


class Range(NamedTuple):
    """The range of some indices, in LaTeX."""

    indices: tuple[str, ...]
    low: str
    high: str


def range_in(text: str) -> Range | None:
    r"""The range that ``i, j = 1, 2, \ldots, n`` says; None if it says none."""
    found = _RANGE.fullmatch(text.strip())
    if found is None or any(
        found[end].count(left) != found[end].count(right)
        for end in ("low", "high")
        for left, right in ("()", "[]", "{}")
    ):
        return None  # W = U \operatorname{diag}(w_1, \ldots, w_d) V^\top is an equation
    indices = tuple(part.strip() for part in found["index"].split(","))
    return Range(indices, found["low"].strip(), found["high"].strip())


def is_range(tokens: Sequence[str]) -> bool:
    """Whether tokens say where an index runs."""
    return bool(DOTS & set(tokens)) and range_in(" ".join(tokens)) is not None


def without_dots(pieces: Sequence[tuple[str, list[str]]]) -> tuple[list[tuple[str, list[str]]], set[int]]:
    r"""The sides of a chain without those that are dots between two of one relation, and where others follow these.

    Args:
        pieces: the sides, each with the relation before it.

    Returns:
        The other sides, and which of these are said, and no claim: nothing tells what the dots stand for.
    """
    found: list[tuple[str, list[str]]] = []
    said: set[int] = set()
    for k, (relation, side) in enumerate(pieces):
        dots = len(side) == 1 and side[0] in DOTS
        if dots and 0 < k < len(pieces) - 1 and pieces[k + 1][0] == relation and relation != "!=":
            said.add(len(found))
            continue
        found.append((relation, side))
    return found, said


def first_and_last(tokens: Sequence[str]) -> tuple[list[str], list[str], list[str]] | None:
    r"""First, second and last of ``s_1, s_2, \ldots, s_k`` (the second may be missing); None if it is no list."""
    parts: list[list[str]] = [[]]
    for token, level in zip(tokens, depths(list(tokens)), strict=True):
        if token == "," and level == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    if len(parts) not in (3, 4) or len(parts[-2]) != 1 or parts[-2][0] not in DOTS:
        return None
    return parts[0], parts[1] if len(parts) == 4 else [], parts[-1]


class Between(NamedTuple):
    """What the dots of a list stand for: the pieces round an index that runs from 1, and its last value."""

    pieces: tuple[tuple[str, ...], ...]
    top: tuple[str, ...]

    def at(self, index: Sequence[str]) -> list[str]:
        """What stands in the list at an index."""
        found = list(self.pieces[0])
        for piece in self.pieces[1:]:
            found += [*index, *piece]
        return found


def between(first: Sequence[str], second: Sequence[str], last: Sequence[str]) -> Between | None:
    r"""What runs in ``s_1 - w_1, \ldots, s_d - w_d``; None if the first and the last differ in more than one index.

    A 1 that is one in the last as well does not run, ``w_1^1, \ldots, w_d^1``. Nor may the second, if it is written,
    be another than the dots say.
    """
    pieces: list[list[str]] = [[]]
    top: list[str] = []
    j = 0
    for k, token in enumerate(first):
        if j < len(last) and last[j] == token:
            pieces[-1].append(token)
            j += 1
            continue
        try:
            end = closing(last, j - 1) if k and first[k - 1] == "{" else j + 1
        except Unbalanced:
            return None
        value = list(last[j:end])
        if token != "1" or not value or (top and value != top):
            return None
        top, j = value, end
        pieces.append([])
    found = Between(tuple(map(tuple, pieces)), tuple(top))
    if not top or j != len(last) or (second and list(second) != found.at(["2"])):
        return None
    return found
