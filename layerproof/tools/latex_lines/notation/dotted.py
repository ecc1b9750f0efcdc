r"""Products of vectors that are written with a dot, ``w \cdot x``, and lengths in single bars, ``|y - W x|^2``.

They are read as ``\langle w, x \rangle`` and ``\|y - W x\|^2`` where both sides of the dot, or what stands between the
bars, are vectors: of these neither has another meaning, for two columns cannot be multiplied, and a vector has no
absolute value. A dot beside a number or a matrix is the usual product.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..files.tokens import Unbalanced, argument, closing, joined
from .applications import Ambiguous
from .columns import Reads, is_a_column

DOT = r"\cdot"
_STOPS = frozenset(
    {"+", "-", "=", "<", ">", ",", ";", ":", "&", r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\in", r"\mid",
     r"\odot", r"\times", "/", "|", r"\|", "!"}
)  # fmt: skip
_OPEN = frozenset({"(", "[", "{", r"\{", r"\langle"})
_CLOSE = frozenset({")", "]", "}", r"\}", r"\rangle"})
_OVER = frozenset({r"\sum", r"\prod", r"\int", r"\max", r"\min", r"\sup", r"\inf", r"\lim"})


def of_vectors(tokens: list[str], shaped: Sequence[tuple[str, ...]], reads: Reads) -> list[str]:
    r"""Tokens with inner products and norms for what is written with dots and bars between vectors.

    Args:
        tokens: of a formula, with all of its braces.
        shaped: the names of what may be a vector, as tokens.
        reads: whether the grammar reads some tokens.

    Raises:
        Ambiguous: if what a dot multiplies is not clear.
    """
    if not shaped or not {DOT, "|"} & set(tokens):
        return tokens

    def is_vector(part: Sequence[str]) -> bool:
        if not any(tuple(part[k : k + len(name)]) == name for name in shaped for k in range(len(part))):
            return False
        return is_a_column(part, reads)

    return _products(_lengths(tokens, is_vector), is_vector)


def _lengths(tokens: list[str], is_vector: Callable[[Sequence[str]], bool]) -> list[str]:
    """Norms in the place of single bars round a vector."""
    found = list(tokens)
    k = 0
    while k < len(found):
        end = _closing_bar(found, k) if found[k] == "|" else None
        if end is not None and is_vector(found[k + 1 : end]):
            found[k] = found[end] = r"\|"
            k = end
        k += 1
    return found


def _closing_bar(tokens: Sequence[str], k: int) -> int | None:
    """The next bar at the level of one, within what encloses that; None if there is none."""
    level = 0
    for place in range(k + 1, len(tokens)):
        level += (tokens[place] in _OPEN) - (tokens[place] in _CLOSE)
        if level < 0:
            return None
        if level == 0 and tokens[place] == "|":
            return place if place > k + 1 else None
    return None


def _products(tokens: list[str], is_vector: Callable[[Sequence[str]], bool]) -> list[str]:
    """Inner products in the place of dots between vectors, in brackets too."""
    found: list[str] = []
    begin = 0  # of the factor that a dot may multiply
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token in _OPEN:
            end = _end(tokens, k)
            found += [token, *_products(tokens[k + 1 : end], is_vector), tokens[end]]
            k = end + 1
            continue
        if token in _OVER:
            found.append(token)
            k += 1
            while tokens[k : k + 1] in (["_"], ["^"]):
                _, after = argument(tokens, k + 1)
                found += tokens[k:after]
                k = after
            begin = len(found)
            continue
        if token == DOT:
            after = _end_of_factor(tokens, k + 1)
            left, right = found[begin:], tokens[k + 1 : after]
            if left and right and is_vector(left) and is_vector(right):
                if _hangs_on(left):
                    shown = joined([*left, DOT, *right])
                    raise Ambiguous(f"'{shown}' can be read in two ways: what the dot multiplies is not clear")
                found[begin:] = [r"\langle", *left, ",", *_products(right, is_vector), r"\rangle"]
                k = after
                continue
        found.append(token)
        k += 1
        if token in _STOPS or token == DOT:
            begin = len(found)
    return found


def _end(tokens: Sequence[str], k: int) -> int:
    """The place of the bracket that closes the one at a place."""
    if tokens[k] != r"\langle":
        return closing(tokens, k)
    level = 0
    for place in range(k, len(tokens)):
        level += (tokens[place] == r"\langle") - (tokens[place] == r"\rangle")
        if level == 0:
            return place
    raise Unbalanced("an angle is not closed")


def _end_of_factor(tokens: Sequence[str], k: int) -> int:
    """Where what a dot multiplies ends that stands before a place."""
    while k < len(tokens) and tokens[k] not in _STOPS | _CLOSE and tokens[k] != DOT:
        k = _end(tokens, k) + 1 if tokens[k] in _OPEN else k + 1
    return k


def _hangs_on(left: Sequence[str]) -> bool:
    r"""Whether what stands before a dot may be taken of the product, ``\frac{d}{dt} x \cdot y``."""
    rate = left[0] == r"\frac" and joined(argument(left, 1)[0]) in ("d", r"\mathrm{d}", r"\partial")
    mean = left[0] == r"\mathbb" and left[4:5] not in (["["], ["("], ["_"])
    return len(left) > 1 and (rate or mean)
