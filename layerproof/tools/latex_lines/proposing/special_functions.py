r"""Letters that are functions by custom: an undeclared ``\zeta(1 + \alpha)`` is Riemann's, ``\Gamma(n)`` Euler's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..files.tokens import Unbalanced, closing, words
from ..notation.spelling import plain

_FUNCTIONS = (r"\zeta", r"\Gamma")
_OF_NO_NUMBERS = frozenset({r"\top", r"\|", r"\mathbf", r"\boldsymbol", r"\vec", ",", ";", r"\mid", "I"})
_DISTRIBUTIONS = frozenset({r"\sim", "~"})


def of_mathematics(texts: Iterable[str], said: Mapping[str, str], equated: Iterable[str]) -> set[str]:
    r"""Those of ``\zeta`` and ``\Gamma`` that always stand before brackets of one number, with a digit in them.

    Args:
        texts: the formulas of the whole paper, its prose too: a friction ``\zeta`` is named there by itself.
        said: what the paper says that names are.
        equated: left sides of equations, ``\zeta(x) = 2 x`` among them: that is the paper's own function.
    """
    shaped = {name for name, kind in said.items() if "vector" in kind or "matrix" in kind}
    begun = [_tokens(side) for side in equated]
    found: set[str] = set()
    for function in _FUNCTIONS:
        if function in said or any(side[:2] == [function, "("] and _ends(side, 1) == len(side) for side in begun):
            continue
        uses = [
            (tokens, k) for text in texts for tokens in [_tokens(text)] for k, t in enumerate(tokens) if t == function
        ]
        if uses and all(_is_of_a_number(tokens, k, shaped) for tokens, k in uses):
            found.add(function)
    return found


def _tokens(text: str) -> list[str]:
    try:
        return list(plain(words(text)))
    except (Unbalanced, ValueError, RecursionError):
        return []


def _ends(tokens: Sequence[str], k: int) -> int:
    try:
        return closing(list(tokens), k) + 1
    except Unbalanced:
        return 0


def _is_of_a_number(tokens: Sequence[str], k: int, shaped: set[str]) -> bool:
    """Whether brackets of one number stand right behind a place, and the paper draws nothing from what begins there."""
    if (
        list(tokens[k + 1 : k + 2]) != ["("]
        or tokens[k - 1 : k] == [r"\dot"]
        or (k and tokens[k - 1] in _DISTRIBUTIONS)
    ):
        return False
    end = _ends(tokens, k + 1)
    inside = tokens[k + 2 : end - 1]
    return any(t.isdigit() for t in inside) and not _OF_NO_NUMBERS & set(inside) and not shaped & set(inside)
