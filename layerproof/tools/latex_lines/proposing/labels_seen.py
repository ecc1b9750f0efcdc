r"""Superscripts that name, and raise to no power: that of ``u^{\varepsilon}(t)``, a solution for each ``\varepsilon``.

A power at a time is written ``u(t)^{\varepsilon}``, and of what moves ``\frac{d}{dt} (u^{\varepsilon})``. That of an
arrow, ``z^{\downarrow}``, is never one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..files.tokens import argument, joined, words
from .names_seen import name_at, tokens_of

_SMALL = frozenset({r"\varepsilon", r"\epsilon", r"\delta", r"\eta"})
"""What solutions are told apart by: how small something is."""
_ARROWS = frozenset({r"\uparrow", r"\downarrow", r"\rightarrow", r"\leftarrow", r"\sharp", r"\flat", r"\natural"})
_AT = frozenset({"t", "s", "0", r"\tau"})


def labelled(texts: Iterable[str]) -> set[str]:
    """The names with such superscripts: where one of them stands at a time, no other is raised to it either.

    Args:
        texts: the formulas of a paper, in LaTeX.
    """
    found: set[str] = set()
    signs: set[str] = set()
    for tokens in (tokens_of(text) for text in texts if "^" in text):
        for k in range(len(tokens)):
            if (one := _raised(tokens, k)) is not None:
                found.add(one[0])
                signs |= {one[1]} if one[1] in _ARROWS or _is_of_a_solution(tokens, k, one[2]) else set()
    return {name for name in found if words(name)[-2] in signs}


def is_labelled(name: str) -> bool:
    """Whether a name ends with such a superscript."""
    tokens = words(name)
    return tokens[-4:-2] == ["^", "{"] and tokens[-2] in _SMALL | _ARROWS


def _raised(tokens: Sequence[str], k: int) -> tuple[str, str, int] | None:
    """The name with such a superscript that begins at a place, that, and the place after both; None if none does."""
    seen = name_at(tokens, k)
    if seen is None or list(tokens[seen[1] : seen[1] + 2]) != ["^", "{"]:
        return None
    inside, end = argument(tokens, seen[1] + 1)
    if len(inside) != 1 or inside[0] not in _SMALL | _ARROWS:
        return None
    return joined([*words(seen[0]), "^", "{", *inside, "}"]), inside[0], end


def _is_of_a_solution(tokens: Sequence[str], k: int, end: int) -> bool:
    """Whether a name stands at a time, or alone below a rate."""
    after = list(tokens[end : end + 3])
    at_a_time = after[:1] == ["("] and after[2:] == [")"] and after[1] in _AT
    return at_a_time or _moves_alone(tokens, k, end)


def _moves_alone(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether some tokens are all behind the d of the numerator of a rate, ``\frac{du^{\varepsilon}}{dt}``."""
    before = "".join(tokens[max(0, k - 6) : k])
    return before.endswith((r"\frac{d", r"\frac{\mathrm{d}")) and list(tokens[end : end + 2]) == ["}", "{"]
