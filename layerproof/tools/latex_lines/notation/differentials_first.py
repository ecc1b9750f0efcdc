r"""Integrals whose differential does not stand at their end: ``\int_0^1 dx\, f(x)``, ``\int 2 \pi r\,dr\,e^{-r^2}``.

One that stands first belongs to the sign before it, and goes to the end of the term; so does one that factors with its
letter follow. ``\int dx`` alone is the integral of 1.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..files.tokens import Unbalanced, argument, closing, holds
from .differentials import UPRIGHT, closes, out_of_fractions
from .operands import end_of_term

_GAUSSIAN = (r"\mathcal", "{", "D", "}")
r"""What physicists write for the measure of a Gaussian, ``\int \mathcal{D}h\, f(h)``."""


def differentials_last(tokens: Sequence[str], declared: Container[str]) -> list[str]:
    r"""Tokens with each differential at the end of its integral.

    Args:
        tokens: of a formula.
        declared: every declared name, joined.
    """
    found = list(tokens)
    for place in range(len(found) - 1, -1, -1):  # those within others are in order when these are looked at
        if found[place] == r"\int":
            found = _one(found, place, declared)
    return out_of_fractions(found, declared)


def _one(tokens: list[str], place: int, declared: Container[str]) -> list[str]:
    """Tokens with the differential of the integral at a place at its end."""
    begin = place + 1
    try:
        while tokens[begin : begin + 1] in (["_"], ["^"]):
            _, begin = argument(tokens, begin + 1)
        first, after, divided = _first(tokens, begin)
        end = end_of_term(tokens, after) or after
    except Unbalanced:
        return tokens
    rest = tokens[after:end]
    if not first:
        return _followed(tokens, begin, end, declared)
    if closes(rest, 0, declared) is not None:  # it has another one, and d is a factor
        return tokens
    inside = [*divided, *rest] or ["1"]
    return [*tokens[:begin], *inside, *first, *tokens[end:]]


def _first(tokens: Sequence[str], k: int) -> tuple[list[str], int, list[str]]:
    r"""The differential that begins at a place, the place behind it, and the factor ``1/c`` of ``\frac{dx}{c}``.

    No tokens if there is none, or if it stands over something and nothing comes after it.
    """
    if tokens[k : k + 1] == [r"\frac"]:
        over, middle = argument(tokens, k + 1)
        under, after = argument(tokens, middle)
        first, end, _ = _first(over, 0)
        alone = not first or end < len(over) or not end_of_term(tokens, after)
        return ([], k, []) if alone else (first, after, [r"\frac", "{", "1", "}", "{", *under, "}"])
    upright = tuple(tokens[k : k + 4]) in (UPRIGHT, _GAUSSIAN)
    letter = k + (4 if upright else 1)
    if not upright and tokens[k : k + 1] != ["d"]:
        return [], k, []
    if letter >= len(tokens) or not _is_letter(tokens[letter]):
        return [], k, []
    after = letter + 1
    if tokens[after : after + 1] == ["_"]:
        _, after = argument(tokens, after + 1)
    if tokens[after : after + 1] == ["("]:
        end = closing(tokens, after)
        of = list(tokens[after + 1 : end])
        if of != [tokens[letter]] and all(_is_letter(token) or token in ("_", "{", "}", ",") for token in of):
            after = end + 1  # a measure, d\mu(x)
    if tuple(tokens[k : k + 4]) == _GAUSSIAN:
        return ["d", *_GAUSSIAN, "(", *tokens[letter:after], ")"], after, []
    return list(tokens[k:after]), after, []


def _is_letter(token: str) -> bool:
    return token.isalpha() or (token[0] == "\\" and token[1:].isalpha() and token not in _NO_LETTERS)


_NO_LETTERS = frozenset({r"\int", r"\frac", r"\sum", r"\sqrt", r"\exp", r"\ln", r"\cos", r"\sin", r"\delta", r"\cdot"})


def _followed(tokens: list[str], begin: int, end: int, declared: Container[str]) -> list[str]:
    r"""Tokens with the differential at the end where factors with its letter follow: ``\int r\,dr\,e^{-r^2}``."""
    place = closes(tokens[:end], begin, declared)
    if place is None or place == begin:
        return tokens
    start = place - 3 if tokens[place] == "}" else place
    differential, after, _ = _first(tokens, start)
    follows = tokens[after:end]
    if not differential or not follows or r"\int" in tokens[begin:end]:
        return tokens
    if not holds(follows, differential[4:] if differential[0] == r"\mathrm" else differential[1:]):
        return tokens
    return [*tokens[:start], *follows, *differential, *tokens[end:]]
