r"""What is written in italics that is no letter: ``Tr(A)``, ``Pr(A)``, ``O(x)``, and ``\mathit``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..files.tokens import joined, opening
from .naming_sets import ACCENTS, FONTS

if TYPE_CHECKING:
    from .spelling import Names


def slanted_letters(tokens: list[str]) -> list[str]:
    r"""Letters without ``\mathit``, in which they look as they do anyway: ``\boldsymbol{\mathit{x}}``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == r"\mathit" and tokens[k + 1 : k + 2] == ["{"] and tokens[k + 3 : k + 4] == ["}"]:
            found.append(tokens[k + 2])
            k += 4
            continue
        found.append(tokens[k])
        k += 1
    return found


_OF_A_LETTER = frozenset({r"\mathbf", r"\boldsymbol", r"\mathcal", r"\hat", r"\tilde", r"\widehat", r"\widetilde"})
"""What stands before the braces of a letter that may have a word above it."""


def acronyms(tokens: list[str], names: Names) -> list[str]:
    r"""``S^{PDN}`` as ``S^{\mathrm{PDN}}``: capitals above a letter are a word, of two above a capital or a bold one.

    Not where all of them are declared: then they may be sizes, and what they make a power.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] != "^" or tokens[k : k + 1] != ["{"]:
            continue
        end = next((j for j in range(k + 1, len(tokens)) if not (len(tokens[j]) == 1 and tokens[j].isupper())), k)
        word = tokens[k + 1 : end]
        if tokens[end : end + 1] != ["}"] or len(word) < 2 or set(word) <= names.declared:
            continue
        if _carries_a_word(found[:-1], least=len(word)):
            found += ["{", r"\mathrm", "{", *word, "}", "}"]
            k = end + 1
    return found


def _carries_a_word(before: list[str], least: int) -> bool:
    r"""Whether capitals above what ends here are a word: it is a letter, bold or a capital if there are but two."""
    end = len(before)
    while end and before[end - 1] == "}" and (start := opening(before, end - 1)) and before[start - 1] == "_":
        end = start - 1
    if end > 1 and before[end - 2] == "_":
        end -= 2
    base = before[:end]
    if base[-1:] == ["}"]:
        return base[opening(base, end - 1) - 1] in _OF_A_LETTER
    letter = "".join(base[-1:])
    return len(letter) == 1 and letter.isalpha() and letter != "e" and (letter.isupper() or least > 2)


_SLANTED = {
    ("T", "r"): "tr", ("t", "r"): "tr", ("P", "r"): "Pr", ("V", "a", "r"): "Var", ("C", "o", "v"): "Cov",
    ("d", "e", "t"): "det", ("r", "a", "n", "k"): "rank", ("d", "i", "a", "g"): "diag",
}  # fmt: skip


def slanted(tokens: Sequence[str], k: int) -> tuple[str, int]:
    r"""The operator whose name stands in italics before a bracket at `k`, ``Tr(A)``, and the place of the bracket.

    None begins with what a command takes, the t of ``\int_0^t r(s)``; ``t r(s)`` is r at a time.
    """
    for letters, operator in _SLANTED.items():
        end = k + len(letters)
        if tuple(tokens[k:end]) == letters and tokens[end : end + 1] in (["("], ["["]) and not _goes_on(tokens, k):
            at_a_time = letters == ("t", "r") and _is_of_a_time(tokens, end)
            return ("", k) if _is_taken(tokens, k) or at_a_time else (operator, end)
    return "", k


def _is_taken(tokens: Sequence[str], k: int) -> bool:
    r"""Whether the letter at a place is what a command before it takes: an end of an integral, the x of ``\dot x``."""
    before = list(tokens[max(0, k - 2) : k])
    takes = before[-1:] and (before[-1] in ("_", "^", *_TAKE_TWO, r"\sqrt") or before[-1] in ACCENTS | FONTS)
    return bool(takes) or (len(before) == 2 and before[0] in _TAKE_TWO and before[1] not in ("{", "}"))


_TAKE_TWO = frozenset({r"\frac", r"\dfrac", r"\tfrac", r"\binom"})
_TIMES = frozenset({"0", "s", "t", r"\tau"})


def _is_of_a_time(tokens: Sequence[str], k: int) -> bool:
    """Whether the bracket at a place holds nothing but what is written for times."""
    return list(tokens[k + 2 : k + 3]) in ([")"], ["]"]) and tokens[k + 1] in _TIMES


def _goes_on(tokens: Sequence[str], k: int) -> bool:
    """Whether the letter before a place may be of the same word."""
    return k > 0 and len(tokens[k - 1]) == 1 and tokens[k - 1].isalpha() and not _is_taken(tokens, k - 1)


def orders(tokens: list[str], names: Names) -> list[str]:
    r"""``O(x)`` as ``\mathcal{O}(x)``, unless O is a name."""
    found: list[str] = []
    for k, token in enumerate(tokens):
        order = token == "O" and tokens[k + 1 : k + 2] == ["("] and not _goes_on(tokens, k)
        order = order and tokens[k - 1 : k] not in (["{"], ["_"], ["^"]) and "O" not in names.declared
        found += [r"\mathcal", "{", "O", "}"] if order else [token]
    return found


def operators(tokens: list[str], names: Names) -> list[str]:
    r"""``Tr(A)`` as ``\operatorname{tr}(A)``, if its last letter cannot stand before a bracket itself."""
    held = names.numbers | set(names.functions.declared) | {joined(name) for name in names.moving}
    found: list[str] = []
    k = 0
    while k < len(tokens):
        operator, end = slanted(tokens, k)
        moves = operator and tokens[end - 1] in names.declared and _is_of_a_time(tokens, end)
        value = moves and tokens[end + 1] not in names.matrices
        if operator and tokens[end - 1] not in held and "{" not in tokens[k:end] and not value:
            found += [r"\operatorname", "{", *operator, "}"]
            k = end
            continue
        found.append(tokens[k])
        k += 1
    return found
