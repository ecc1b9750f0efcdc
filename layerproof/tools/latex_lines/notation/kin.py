r"""Names of a paper that go with each other: ``x^{(k)}``, ``x_t``, ``\hat x`` are as a rule of the kind that x is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..files.tokens import Unbalanced, argument, joined, words
from .naming import base_end
from .naming_sets import ACCENTS

_STARS = frozenset({"*", r"\star", r"\ast", "+", "-", r"\infty"})
_COUNTS = re.compile(r"(?:[tksT0]|\\tau)(?:[+-](?:\d+|[tksTd]|\\tau))*")
_DOTS = frozenset({r"\dot", r"\ddot"})


def kin(name: str) -> str:
    r"""The letter of which a name is an iterate, an estimate or the best value, in its font; empty if it is none.

    ``x^{(k)}``, ``x_{t+1}``, ``\hat x`` and ``x^*`` are such; ``x_i`` and ``x_1`` may be entries, ``\dot x`` is a rate.
    Of a change, ``\Delta W_1``, it is what changes.
    """
    tokens = words(name)
    if tokens[0] in (r"\Delta", r"\delta") and len(tokens) > 1 and tokens[1] not in ("_", "^", "'"):
        return joined(tokens[1:])
    try:
        while tokens and tokens[0] in ACCENTS - _DOTS:
            inside, after = argument(tokens, 1)
            tokens = [*inside, *tokens[after:]]
        end = base_end(tokens, 0)
        if end is None:
            return ""
        base = joined(tokens[:end])
        while end < len(tokens):
            if tokens[end] == "'":
                end += 1
                continue
            inside, after = argument(tokens, end + 1)
            if not _counts(tokens[end], inside):
                return ""
            end = after
    except Unbalanced:
        return ""
    return "" if tokens[:1] and tokens[0] in _DOTS else base


def _counts(sign: str, inside: list[str]) -> bool:
    text = "".join(inside)
    if text in _STARS or _COUNTS.fullmatch(text) or inside[:1] in ([r"\mathrm"], [r"\operatorname"]):
        return True
    return sign == "^" and text.startswith("(") and text.endswith(")")


def like_their_kin(guessed: Mapping[str, str], known: Mapping[str, str], normed: Iterable[str]) -> dict[str, str]:
    """The guesses, where a number whose kin is a vector or a matrix is one, too.

    Args:
        guessed: a type for each name.
        known: types that the paper says.
        normed: names of which a norm, or an inner product, is taken.
    """
    kinds: dict[str, str] = {}
    for name in normed:
        if (base := kin(name)) and _is_no_number(guessed.get(name, "")):
            kinds.setdefault(base, guessed[name])
    for name, kind in known.items():
        if (base := kin(name)) and _is_no_number(kind):
            kinds[base] = kind
    plain = ("real", "real number")
    kinds = {name: kind for name, kind in {**guessed, **known}.items() if _is_no_number(kind)} | kinds
    return {name: kinds.get(kin(name), kind) if kind in plain else kind for name, kind in guessed.items()}


def _is_no_number(kind: str) -> bool:
    """Whether a type is that of a vector or a matrix, and no function."""
    return kind.startswith(("vector ", "matrix ")) and "function" not in kind
