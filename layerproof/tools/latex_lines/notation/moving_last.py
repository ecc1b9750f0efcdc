r"""Products below ``\frac{d}{dt}`` of which the last factor alone moves: ``\frac{d}{dt} v^\top (u - y)``, v constant.

It might be the derivative of the first factor, times the rest; but that would be 0, and nobody writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..files.tokens import holds, in_words, joined
from .operands import STOPS, after_factor, end_of_term

if TYPE_CHECKING:
    from .spelling import Names

_MARKS = frozenset({"^", "{", "}", r"\top", "(", ")", "+", "-", r"\frac"})


def end_of_product(tokens: Sequence[str], k: int, names: Names) -> int:
    """The place after a product of several factors at a place, if the last alone moves in time; else 0."""
    end = end_of_term(tokens, k) if k < len(tokens) else 0
    factors: list[tuple[int, int]] = []
    while k < end:
        if tokens[k] in STOPS:
            return 0
        after = after_factor(tokens, k)
        factors.append((k, after))
        k = after
    if len(factors) < 2 or k != end:
        return 0
    still = all(_stands_still(tokens[a:b], names) for a, b in factors[:-1])
    begin, last = factors[-1]
    moving = {*names.moving, *(in_words(name) for name in names.matrices - names.still)}
    return end if still and any(holds(tokens[begin:last], name) for name in moving) else 0


def _stands_still(tokens: Sequence[str], names: Names) -> bool:
    """Whether some tokens are made of constants and numbers alone, and hold a vector or a matrix."""
    still = sorted(map(in_words, names.still | (names.numbers - names.times)), key=len, reverse=True)
    k, shaped = 0, False
    while k < len(tokens):
        name = next((n for n in still if tuple(tokens[k : k + len(n)]) == n), None)
        if name is not None:
            shaped = shaped or joined(name) in names.still
            k += len(name)
        elif tokens[k] in _MARKS or tokens[k].isdigit():
            k += 1
        else:
            return False
    return shaped
