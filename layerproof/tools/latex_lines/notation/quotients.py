r"""Quotients by vectors, entry by entry: ``\frac{u}{v}``, and ``\frac{1}{v}``, which have no other meaning."""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import argument
from .entrywise_seen import MARK, is_a_vector
from .unit import Known

_DS = (["d"], [r"\partial"], [r"\mathrm", "{", "d", "}"], [r"\delta"])


def quotients(tokens: list[str], known: Known) -> list[str]:
    r"""Tokens with ``u \odot v^{\odot -1}`` over 1 for each such quotient of vectors, ``a v^{\odot -1}`` of numbers.

    Args:
        tokens: of a formula, with all of its braces.
        known: of what its letters are.
    """
    if r"\frac" not in tokens or not known.paper or not any(token in known.matrices for token in tokens):
        return tokens
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == r"\frac":
            over, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            if not _is_a_derivative(over, under) and is_a_vector(under, known):
                sign = [r"\odot"] if is_a_vector(over, known) else []
                inverse = ["(", *under, ")", "^", "{", MARK, "-", "1", "}"]
                found += [r"\frac", "{", "(", *quotients(over, known), ")", *sign, *inverse, "}", "{", "1", "}"]
                k = end
                continue
        found.append(tokens[k])
        k += 1
    return found


def _is_a_derivative(over: Sequence[str], under: Sequence[str]) -> bool:
    return any(list(over[: len(sign)]) == sign == list(under[: len(sign)]) for sign in _DS)
