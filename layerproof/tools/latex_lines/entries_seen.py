"""Entries of matrices in a paper: ``A_{ij}`` where A is said to be a matrix, and over what their indices run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_ENTRY = re.compile(r"(?P<base>.*?)_\{(?P<indices>[A-Za-z](?:,?[A-Za-z])*)\}")
_USUAL = frozenset("ijkl")
"""Letters that are indices wherever nothing else is said of them."""


def entries_seen(
    names: Iterable[str], said: Mapping[str, str], ranges: Mapping[str, str]
) -> tuple[set[str], dict[str, str]]:
    """The names that are entries of matrices, and the size to which each of their indices runs.

    Args:
        names: of the formulas.
        said: what the paper says that names are.
        ranges: the ends of the sums from 1 over letters, as far as there are any, or as they are said.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        match = _ENTRY.fullmatch(name)
        if match is None or name in said:
            continue
        told = said.get(match["base"], "")
        kind, _, extent = told.partition("vector ") if "vector " in told else told.partition("matrix ")
        sizes = [size.strip() for size in extent.split(" x ")]
        letters = match["indices"].replace(",", "")
        if "random" in kind or not extent or len(letters) != len(sizes):
            continue
        if all(ranges.get(i, size if i in _USUAL else "") == size for i, size in zip(letters, sizes, strict=True)):
            found[name] = list(zip(letters, sizes, strict=True))
    runs: dict[str, set[str]] = {}
    for pairs in found.values():
        for letter, size in pairs:
            runs.setdefault(letter, set()).add(size)
    taken = {letter for letter, sizes in runs.items() if len(sizes) > 1 or letter in said}
    kept = {name: pairs for name, pairs in found.items() if not taken & {letter for letter, _ in pairs}}
    return set(kept), {letter: size for pairs in kept.values() for letter, size in pairs}
