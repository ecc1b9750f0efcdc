"""Which signs a quantity may have, as far as is known: sets of signs, and what products make of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Any


class Sign(IntEnum):
    """The sign of a real number."""

    NEGATIVE = -1
    ZERO = 0
    POSITIVE = 1


SignSet = frozenset[Sign]
"""The signs that are possible: the fewer, the more is known."""

POSITIVE: SignSet = frozenset({Sign.POSITIVE})
NEGATIVE: SignSet = frozenset({Sign.NEGATIVE})
ZERO: SignSet = frozenset({Sign.ZERO})
NONNEGATIVE = ZERO | POSITIVE
NONPOSITIVE = ZERO | NEGATIVE
NONZERO = NEGATIVE | POSITIVE
ANY = NONZERO | ZERO


def of_number(number: Any) -> SignSet:
    """The sign of a number that can be compared with 0."""
    return POSITIVE if number > 0 else NEGATIVE if number < 0 else ZERO


@cache
def times(one: SignSet, other: SignSet) -> SignSet:
    """The signs of a product; and of a quotient, where the denominator is not 0."""
    return frozenset(Sign(a * b) for a in one for b in other)


def opposite(signs: SignSet) -> SignSet:
    """The signs of what is subtracted from 0."""
    return times(NEGATIVE, signs)


def raised(signs: SignSet, power: int) -> SignSet:
    """The signs of a power whose exponent is a positive integer."""
    return signs if power % 2 else times(signs, signs) - NEGATIVE


def total(terms: Sequence[SignSet]) -> SignSet:
    """The signs of a sum of terms; ANY where they are not all on one side of 0."""
    possible = frozenset[Sign]().union(*terms) or ZERO
    if len(terms) == 1:
        return possible
    if possible >= NONZERO:
        return ANY
    return possible if all(term >= ZERO for term in terms) else possible - ZERO
