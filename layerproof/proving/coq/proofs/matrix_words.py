"""Sums of words with numbered letters, and which multiples ``left * (P - Q) * right`` of equations ``P = Q`` they are.

The kernel checks such sums; nothing here has to be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp

Letter = tuple[Any, ...]
"""``(number, 1 if transposed else 0)``, or ``(0, word)`` for the expectation of a word."""
Word = tuple[Letter, ...]
Sum = dict[Word, sp.Expr]
Use = tuple[Word, int, bool, Word]
"""``left * (P - Q) * right`` of the hypothesis of a number, or of its transpose."""
Certificate = dict[Use, sp.Expr]


def flip_letter(letter: Letter) -> Letter:
    """The transposed letter."""
    number, what = letter
    return (0, flip(what)) if number == 0 else (number, 1 - what)


def flip(word: Word) -> Word:
    """The transposed word."""
    return tuple(flip_letter(letter) for letter in reversed(word))


def combined(left: Mapping[Any, sp.Expr], right: Mapping[Any, sp.Expr], factor: Any = 1) -> dict[Any, sp.Expr]:
    """``left + factor * right``, without what vanishes."""
    result = dict(left)
    for key, c in right.items():
        total = result.get(key, sp.Integer(0)) + factor * c
        if vanishes(total):
            result.pop(key, None)
        else:
            result[key] = total
    return result


def vanishes(coefficient: sp.Expr) -> bool:
    """Whether a coefficient is zero."""
    if coefficient.is_Number:
        return bool(coefficient == 0)
    return bool(sp.cancel(sp.expand(coefficient)) == 0)


def product(left: Sum, right: Sum) -> Sum:
    """Words set side by side."""
    result: Sum = {}
    for first, c in left.items():
        result = combined(result, {first + second: d for second, d in right.items()}, c)
    return result


def expected(word: Word, random: frozenset[int]) -> Word:
    """The expectation of a word: from its first to its last random letter, it is one letter."""
    places = [k for k, letter in enumerate(word) if letter[0] in random]
    if not places:
        return word
    first, last = places[0], places[-1] + 1
    return (*word[:first], (0, word[first:last]), *word[last:])


def turns(cycle: Word) -> Iterator[Word]:
    """A cyclic word from each of its letters on."""
    for k in range(len(cycle)):
        yield cycle[k:] + cycle[:k]


def least(cycle: Word) -> Word:
    """The least of all turns of a cyclic word and of its transpose: they have the same trace."""
    return min((*turns(cycle), *turns(flip(cycle))), default=())


def expected_cycle(cycle: Word, random: frozenset[int]) -> Word:
    """The expectation of a trace, turned so that its random part is short."""
    ways = [expected(turn, random) for turn in turns(cycle) if turn[0][0] in random]
    return max(ways, key=len, default=cycle)


def moving_terms(word: Word, velocities: Mapping[int, int]) -> list[Word]:
    """The terms of the derivative of a word, by the product rule."""
    return [
        (*word[:k], (velocities[letter[0]], letter[1]), *word[k + 1 :])
        for k, letter in enumerate(word)
        if letter[0] in velocities
    ]


def moment_moves(word: Word, velocities: Mapping[int, int]) -> bool:
    """Whether a letter inside an expectation moves."""
    return any(letter[0] == 0 and any(inner[0] in velocities for inner in letter[1]) for letter in word)


def around(before: Word, uses: Certificate, after: Word) -> Certificate:
    """A certificate multiplied from both sides."""
    return {(before + left, number, over, right + after): c for (left, number, over, right), c in uses.items()}


def turned(uses: Certificate) -> Certificate:
    """The certificate of the transpose."""
    return {(flip(right), number, not over, flip(left)): c for (left, number, over, right), c in uses.items()}


def total(sums: Iterable[Sum]) -> Sum:
    """The sum of sums."""
    result: Sum = {}
    for one in sums:
        result = combined(result, one)
    return result
