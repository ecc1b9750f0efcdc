r"""Letters under real powers, ``\left( \frac{D}{\tau} \right)^{\frac{1}{1 + \alpha}}``: D and tau are positive."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Sequence

from ..files.tokens import Unbalanced, argument, opening, words
from ..notation.spelling import plain
from .names_seen import name_at

_SUMS = frozenset({"+", "-", r"\sum", r"\prod", r"\int", r"\|", "|", r"\lvert", ","})
_LEAVES = frozenset({r"\frac", "{", "}", r"\cdot", r"\,", r"\left", r"\right", r"\zeta", r"\Gamma"})


def raised_to_real_powers(texts: Iterable[str]) -> set[str]:
    r"""The names alone, or as factors of a product, under an exponent that is a fraction or sum with a letter.

    ``D^{-\alpha}`` and ``C^{\frac{\beta}{\alpha + \beta}}``; that of ``x^{k}`` may be whole.
    """
    found: set[str] = set()
    for text in texts:
        try:
            tokens = list(plain(words(text)))
            runs = {two for one, two in itertools.pairwise(tokens) if one == "d"} if r"\int" in tokens else set()
            found |= set(_raised(tokens)) - runs  # that of an integral is none of the paper
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
    return found


def _raised(tokens: Sequence[str]) -> Iterator[str]:
    for k, token in enumerate(tokens):
        if token != "^" or not _is_real(argument(tokens, k + 1)[0]):
            continue
        if tokens[k - 1] == ")":
            with contextlib.suppress(Unbalanced):
                inside = _outer(tokens[opening(tokens, k - 1) + 1 : k - 1])
                yield from _names(inside) if not _SUMS & set(inside) else ()
            continue
        for j in range(k - 1, max(-1, k - 8), -1):
            found = name_at(tokens, j)
            if (
                found is not None
                and found[1] == k
                and (j == 0 or tokens[j - 1] not in ("_", "{") or tokens[j - 2] != "_")
            ):
                yield found[0]
                break


def _is_real(exponent: Sequence[str]) -> bool:
    r"""Whether an exponent is no whole number as it is written: a fraction or sum with ``\alpha``."""
    if exponent[:1] == ["("] or "T" in exponent or r"\top" in exponent:
        return False
    greek = {r"\alpha", r"\beta", r"\gamma", r"\nu", r"\rho"} & set(exponent)
    divided = exponent[:1] == [r"\frac"] or exponent[:2] == ["-", r"\frac"]
    return bool(greek) and (divided or "-" in exponent or "+" in exponent)


def _outer(tokens: Sequence[str]) -> list[str]:
    """Tokens without what stands in round brackets."""
    found: list[str] = []
    level = 0
    for token in tokens:
        level += token == "("
        if level == 0:
            found.append(token)
        level -= token == ")"
    return found


def _names(tokens: Sequence[str]) -> Iterator[str]:
    k = 0
    while k < len(tokens):
        found = None if tokens[k] in _LEAVES else name_at(tokens, k)
        if found is not None:
            yield found[0]
        k = found[1] if found is not None else k + 1
