r"""Means in angles, as physicists write them: ``\langle h^2 \rangle``, ``\langle a b \rangle_{a}``.

What stands alone between angles, with no comma and no bar, is a mean, over what the index says; of two things, with a
comma between them, it is an inner product.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import argument
from .term_ends import CLOSE, OPEN

_MEAN = (r"\mathbb", "{", "E", "}")


def averages(tokens: Sequence[str]) -> list[str]:
    r"""Tokens with ``\mathbb{E}_{a}[x]`` for ``\langle x \rangle_{a}``."""
    if r"\langle" not in tokens:
        return list(tokens)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        end = _end(tokens, k) if tokens[k] == r"\langle" else None
        if end is None:
            found.append(tokens[k])
            k += 1
            continue
        inside, after = tokens[k + 1 : end], end + 1
        law: list[str] = []
        if tokens[after : after + 1] == ["_"]:
            under, after = argument(tokens, after + 1)
            law = ["_", "{", *under, "}"]
        within = averages(inside)
        found += [*_MEAN, *law, "[", *within, "]"] if _is_one(inside) else [r"\langle", *within, r"\rangle", *law]
        k = after
    return found


def _end(tokens: Sequence[str], k: int) -> int | None:
    """The place of the angle that closes the one at a place; None if there is none."""
    level = 0
    for place in range(k, len(tokens)):
        level += (tokens[place] == r"\langle") - (tokens[place] == r"\rangle")
        if level == 0:
            return place
    return None


def _is_one(inside: Sequence[str]) -> bool:
    """Whether one thing stands between angles."""
    level = 0
    for token in inside:
        level += (token in OPEN) - (token in CLOSE)
        if level == 0 and token in (",", "|", r"\mid", r"\|"):
            return False
    return bool(inside)
