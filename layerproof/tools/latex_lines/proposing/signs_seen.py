r"""Of which letters a paper shows that they may be 0, or negative: ``\lambda = a^2 - b^2``, *for $\lambda = 0$*."""

from __future__ import annotations

from collections.abc import Iterable

from ..files.tokens import depths
from .names_seen import name_at, tokens_of

_MINUS = "-"


def of_any_sign(equations: Iterable[tuple[str, str]]) -> set[str]:
    """The names that are said to be 0, a difference, or the opposite of something, by either side of an equation."""
    found: set[str] = set()
    for sides in equations:
        left, right = map(tokens_of, sides)
        for one, other in ((left, right), (right, left)):
            seen = name_at(one, 0) if one else None
            if seen is not None and seen[1] == len(one) and not seen[2] and _may_be_negative(other):
                found.add(seen[0])
    return found


def _may_be_negative(tokens: list[str]) -> bool:
    level = depths(tokens)
    return tokens == ["0"] or any(token == _MINUS and level[k] == 0 for k, token in enumerate(tokens))
