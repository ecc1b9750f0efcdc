"""Entries of matrices in a paper: ``A_{ij}`` where A is said to be a matrix, and over what their indices run."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

_ENTRY = re.compile(r"(?P<base>.*?)_\{(?P<indices>[A-Za-z](?:,?[A-Za-z])*)\}")
_USUAL = frozenset("ijkl")
"""Letters that are indices wherever nothing else is said of them."""


def matrices_of_entries(
    names: Mapping[str, Container[str]], guessed: Mapping[str, str], ranges: Mapping[str, str]
) -> dict[str, str]:
    r"""The matrices that are guessed, and stand with two indices, too: ``\sum_{i,j} W_{ij}^2``; with what they are.

    Args:
        names: of the formulas, each with the indices in it over which a sum runs beside it.
        guessed: what other letters seem to be.
        ranges: the ends of the sums from 1 over letters.
    """
    found: dict[str, str] = {}
    for name, summed in names.items():
        match = _ENTRY.fullmatch(name)
        sort, _, extent = guessed.get(match["base"], "").partition(" ") if match is not None else ("", "", "")
        letters = match["indices"].replace(",", "") if match is not None else ""
        if match is None or sort != "matrix" or len(letters) != 2:
            continue
        ends = [ranges.get(letter, "") if letter in summed else "" for letter in letters]
        sizes = [end or other or size for end, other, size in zip(ends, ends[::-1], extent.split(" x "), strict=True)]
        if any(ends) or match["base"] not in found:
            found[match["base"]] = f"matrix {' x '.join(sizes)}"
    return found


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
