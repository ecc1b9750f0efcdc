r"""Where an exponential or a power of a matrix begins and ends, ``e^{-K t}``, ``\exp(-K t)``, ``(I - \eta K)^{t}``.

So does that of a fraction, ``(W W^\top)^{\frac{j - 1}{N}}``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..files.tokens import argument, closing, joined, opening
from .operands import FUNCTIONS

KIND = "of one matrix"
_PLAIN = frozenset({"+", "-"})
_OF_FRACTIONS = frozenset({r"\frac", "/", "{", "}", "(", ")"})
_WORDS = frozenset({r"\operatorname", r"\operatorname*", r"\mathrm", r"\mathsf", r"\mathbb"})


def of_a_matrix(
    tokens: Sequence[str], k: int, holds: Callable[[Sequence[str]], bool]
) -> tuple[str, str, int, int, tuple[str, ...]] | None:
    r"""The part ``e^{-K t}``, ``\exp(-K t)`` or ``(I - K)^{t}`` at a place; None if none begins there.

    Args:
        tokens: of a formula.
        k: the place.
        holds: whether some tokens are a square matrix.
    """
    if tokens[k] == "e" and list(tokens[k + 1 : k + 3]) == ["^", "{"]:
        inside, end = argument(tokens, k + 2)
        return (KIND, "e", k, end, tuple(inside)) if holds(inside) else None
    if tokens[k] == r"\exp" and list(tokens[k + 1 : k + 2]) in (["("], ["["]):
        end = closing(tokens, k + 1)
        inside = list(tokens[k + 2 : end])
        return (KIND, "e", k, end + 1, tuple(inside)) if holds(inside) else None
    if tokens[k] in ("(", "[") and not is_applied(tokens, k):
        close = closing(tokens, k)
        if list(tokens[close + 1 : close + 3]) != ["^", "{"]:
            return None
        raised, end = argument(tokens, close + 2)
        fraction = r"\frac" in raised or "/" in raised
        plain = _PLAIN | _OF_FRACTIONS if fraction else _PLAIN
        letters = [token for token in raised if token not in plain and not token.isdigit()]
        counts = bool(letters) and all(len(token) == 1 and token.isalpha() for token in letters) and letters != ["T"]
        inside = list(tokens[k + 1 : close])
        return (KIND, joined(raised), k, end, tuple(inside)) if counts and holds(inside) else None
    return None


def is_applied(tokens: Sequence[str], k: int) -> bool:
    r"""Whether the bracket at a place holds what an operator before it is taken of: ``\operatorname{tr}(A)^{k}``."""
    before = tokens[k - 1] if k else ""
    if before == "}":
        begin = opening(tokens, k - 1)
        return begin > 0 and tokens[begin - 1] in _WORDS
    return before in FUNCTIONS
