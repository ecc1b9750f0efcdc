r"""Quotients by vectors, entry by entry: ``\frac{u}{v}``, and ``\frac{1}{v}``, which have no other meaning."""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import argument, rewritten
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
    return rewritten(tokens, lambda k: _by_a_vector(tokens, k, known) if tokens[k] == r"\frac" else None)


def _by_a_vector(tokens: list[str], k: int, known: Known) -> tuple[list[str], int] | None:
    """The quotient by a vector that begins at a place, written out, and the place after it; None if it is another."""
    over, middle = argument(tokens, k + 1)
    under, end = argument(tokens, middle)
    if _is_a_derivative(over, under) or not is_a_vector(under, known):
        return None
    sign = [r"\odot"] if is_a_vector(over, known) else []
    inverse = ["(", *under, ")", "^", "{", MARK, "-", "1", "}"]
    return [r"\frac", "{", "(", *quotients(over, known), ")", *sign, *inverse, "}", "{", "1", "}"], end


def _is_a_derivative(over: Sequence[str], under: Sequence[str]) -> bool:
    return any(list(over[: len(sign)]) == sign == list(under[: len(sign)]) for sign in _DS)
