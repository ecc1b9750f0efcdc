r"""What is written with dots between first and last: ``\ell = 1, \ldots, L``, ``s_1 \ge s_2 \ge \cdots \ge s_k``.

The first says where an index runs, and restricts a line only if it is not all of the range that the index is declared
for. Of the second the dots are left out: what is said goes from the last that is written before them to the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..files.tokens import depths

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
    if found is None:
        return None
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
