r"""Letters that count: the size of ``\mathbf{1}_n``, what stands as an index, and where a sum begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .names_seen import Seen

_ONES = re.compile(r"\\(?:mathbf|boldsymbol|mathbb)\{1\}_\{(?P<size>[A-Za-z]|\\[a-z]+)\}")
_INDEX = re.compile(r"[^_^]+_\{(?P<letter>[A-Za-z]|\\ell)(?: [+-] \d)?\}")
_BEGINS = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*(?:[A-Za-z]|\\ell)\s*=\s*(?P<letter>[A-Za-z])\s*\+\s*\d\s*\}")


def sizes_of_ones(seen: Mapping[str, Seen]) -> list[str]:
    r"""The sizes of the vectors of ones: ``\mathbf{1}_A`` of a set, which is never turned, is an indicator."""
    found = ((what, _ONES.fullmatch(name)) for name, what in seen.items())
    return sorted({one["size"] for what, one in found if one and (one["size"].islower() or what.shows["transposed"])})


def size_of_ones(name: str, sizes: Iterable[str]) -> str:
    """The size of a vector of ones, if it is one of some sizes; empty if a name is none."""
    found = _ONES.fullmatch(name)
    return found["size"] if found and found["size"] in sizes else ""


def counting(seen: Mapping[str, Seen], texts: Iterable[str]) -> dict[str, str]:
    """The letters that stand as an index of another name, or where a sum begins, with a type for each."""
    indexed = {one["letter"] for name in seen if (one := _INDEX.fullmatch(name)) and not _ONES.fullmatch(name)}
    begun = {one["letter"] for text in texts for one in _BEGINS.finditer(text)}
    from_nought = {name.partition("_")[0] for name in seen if name.endswith("_{0}")}
    of = {one["letter"]: name.partition("_")[0] for name in seen if (one := _INDEX.fullmatch(name))}
    return {
        letter: "nonnegative integer number" if letter not in begun and of[letter] in from_nought else "natural number"
        for letter in sorted(indexed | begun)
    }
