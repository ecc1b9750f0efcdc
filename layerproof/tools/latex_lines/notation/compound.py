r"""Sums over an index of several tokens, ``\sum_{t'=1}^T y_{t'}``, ``\sum_{i_1} x_{i_1}``: another letter runs as well.

Everywhere else an index is one token, and what hangs on it is found by that.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..files.tokens import argument, holds, joined, words
from .functions import bound
from .naming import is_name

_OTHERS = ("s", "r", "q", "u", "v", "l", "m", "o", "h", "g", "j", "k", "i", "p", "b", "c")


def compound(tokens: Sequence[str], declared: Container[str]) -> list[list[str]]:
    """The indices of several tokens over which a sum runs, the longest first, but for those that are declared."""
    names = {name for name in bound(tokens) if name not in declared and is_name(name)}
    return sorted((found for name in names if len(found := words(name)) > 1), key=lambda found: (-len(found), found))


def of_one_letter(tokens: Sequence[str], declared: Container[str], running: dict[str, str]) -> list[str]:
    r"""Tokens with a letter that stands nowhere in them for each such index.

    Args:
        tokens: of a formula, plain.
        declared: every declared name, joined: none of these is taken.
        running: the letter that each index had before, which it has again; new ones are added.
    """
    found = list(tokens)
    for index in compound(tokens, declared):
        before = running.get(joined(index), "")
        free = (other for other in (before, *_OTHERS) if other and other not in found)
        other = next((other for other in free if other == before or other not in declared), None)
        if other is not None:
            running.setdefault(joined(index), other)
            found = _put(found, index, other)
    return found


def _put(tokens: list[str], index: list[str], other: str) -> list[str]:
    found: list[str] = []
    k, size = 0, len(index)
    while k < len(tokens):
        if tokens[k : k + size] == index and tokens[k + size : k + size + 1] != ["'"]:
            found.append(other)
            k += size
            continue
        found.append(tokens[k])
        k += 1
    return found


def ranges_in(tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    r"""The letter of each sum that says where it runs, ``\sum_{j=1}^{n}``, and its ends."""
    for k, token in enumerate(tokens):
        if token != r"\sum" or list(tokens[k + 1 : k + 3]) != ["_", "{"]:
            continue
        under, after = argument(tokens, k + 2)
        if under[1:2] == ["="] and "," not in under and tokens[after : after + 1] == ["^"]:
            over, _ = argument(tokens, after + 1)
            yield under[0], joined(under[2:]), joined(over)


def is_indexed(name: str, index: Sequence[str]) -> bool:
    """Whether an index stands in that of a name."""
    base, _, own = name.partition("_")
    return bool(base) and holds(words(own), index)


def base_of(name: str) -> str:
    """A name without its index."""
    return joined(words(name)[: words(name).index("_")]) if "_" in words(name) else name
