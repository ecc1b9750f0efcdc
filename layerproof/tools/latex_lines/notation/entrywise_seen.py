r"""Where a function of a vector begins and ends, ``\exp(-X^\top v)``, ``\sqrt{v}``, ``\log v``, ``e^{-v}``, or a power.

A vector that is no matrix has but one such function, that of each of its entries. A power of one, ``w^{2}``, may mean
a length, too, and is read so only where words say that powers are taken entry by entry; ``w^{\odot 2}`` says so itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ....language.known_functions import OPERATORS
from ..files.tokens import Unbalanced, argument, closing, joined
from .columns import is_a_column
from .operands import FUNCTIONS, STOPS, after_factor

if TYPE_CHECKING:
    from .unit import Known

KIND = "by entries"
_OPERATORS = frozenset(OPERATORS) - {"tr"}
_ENDS = STOPS - {"/", "^", r"\cdot", r"\times"} | {r"\odot", r"\circ"}
_SPACE = r"\,"
"""Before what is tried: of tokens that are tried as they stand no products by entries are read."""
_EXPONENT = re.compile(r"-?(?:\d+|[A-Z])(?:/(?:\d+|[A-Z]))?|-?\\frac\{(?:\d+|[A-Z])\}\{(?:\d+|[A-Z])\}")
MARK = r"\byentries"
"""What stands for the sign in an exponent, where it multiplies nothing."""
_BY_ENTRIES = re.compile(re.escape(MARK) + r"\s*\{?(.+?)\}?")


Part = tuple[str, str, int, int, tuple[str, ...]]
"""Kind, head, beginning, end and inside."""


def signs_in_exponents(tokens: Sequence[str]) -> list[str]:
    r"""The sign of ``w^{\odot 2}`` told from one between factors."""
    return [
        MARK if token in (r"\odot", r"\circ") and list(tokens[k - 2 : k]) == ["^", "{"] else token
        for k, token in enumerate(tokens)
    ]


def is_a_vector(inside: Sequence[str], known: Known) -> bool:
    """Whether some tokens are a vector, and no number and no matrix."""
    names = ((j, name) for j, token in enumerate(inside) for name in known.matrices.get(token, ()))
    if not any(tuple(inside[j : j + len(name)]) == name for j, name in names):
        return False
    return is_a_column(inside, known.reads, [_SPACE])


def part_by_entries(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    """The function, or the power, of a vector that begins at a place; None if none does."""

    def is_vector(inside: Sequence[str]) -> bool:
        return is_a_vector(inside, known)

    found = _of_a_vector(tokens, k, is_vector) if tokens[k] not in known.declared else None
    if found is None and tokens[k] not in known.declared:
        spread: list[list[str]] = []

        def is_sum(inside: Sequence[str]) -> bool:
            spread.append(_spread(inside, is_vector, known.reads))
            return bool(spread[-1])

        found = _of_a_vector(tokens, k, is_sum)
        found = (*found[:4], tuple(spread[-1])) if found else None
    return found or _power_of_a_vector(tokens, k, known.matrices.get(tokens[k], ()), known.powers, is_vector)


def _spread(
    inside: Sequence[str], is_vector: Callable[[Sequence[str]], bool], reads: Callable[[Sequence[str]], bool]
) -> list[str]:
    r"""A sum of vectors and numbers, as in ``\exp(v + c)``, with the numbers in every entry; empty if it is none."""
    terms: list[list[str]] = [[]]
    level = 0
    for token in inside:
        level += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
        if token in ("+", "-") and level == 0:
            terms.append([])
        terms[-1].append(token)
    terms = [term for term in terms if term]
    kinds = [is_vector(term[term[0] in ("+", "-") :]) for term in terms]
    if len(set(kinds)) != 2 or r"\mathbf" in inside:
        return []
    found: list[str] = []
    for term, of_entries in zip(terms, kinds, strict=True):
        sign, rest = (term[:1], term[1:]) if term[0] in ("+", "-") else ([], term)
        if not of_entries and not reads([_SPACE, "(", *rest, ")", "+", "1"]):
            return []
        found += [*sign, *rest] if of_entries else [*sign, "(", *rest, ")", r"\mathbf", "{", "1", "}"]
    return found


def _of_a_vector(tokens: Sequence[str], k: int, is_vector: Callable[[Sequence[str]], bool]) -> Part | None:
    """The function of a vector that begins at a place; None if none does.

    Args:
        tokens: of a formula, with all of its braces.
        k: the place.
        is_vector: whether some tokens are one.
    """
    head, start = _head(tokens, k)
    if not head or start >= len(tokens):
        return None
    if head == "e" or tokens[start] in ("(", "["):
        inside, end = argument(tokens, start) if head == "e" else _bracketed(tokens, start)
        raised = list(tokens[end : end + 1]) == ["^"] and joined(argument(tokens, end + 1)[0]) != r"\top"
        return None if raised or not is_vector(inside) else (KIND, head, k, end, tuple(inside))
    if head == r"\sqrt":
        inside, end = argument(tokens, start)
        return (KIND, head, k, end, tuple(inside)) if is_vector(inside) else None
    end = _after_argument(tokens, after_factor(tokens, start))
    whole = end >= len(tokens) or tokens[end] in _ENDS
    inside = list(tokens[start:end])
    return (KIND, head, k, end, tuple(inside)) if whole and is_vector(inside) else None


def _after_argument(tokens: Sequence[str], k: int) -> int:
    r"""The place after the time, or the other letter, that a letter is taken at: that of ``x(0)`` in ``\log x(0)``."""
    alone = list(tokens[k : k + 1]) == ["("] and list(tokens[k + 2 : k + 3]) == [")"]
    return k + 3 if alone and tokens[k + 1].strip("\\").isalnum() else k


def _power_of_a_vector(
    tokens: Sequence[str],
    k: int,
    names: Sequence[tuple[str, ...]],
    said: bool,
    is_vector: Callable[[Sequence[str]], bool],
) -> Part | None:
    r"""The power of a vector that begins at a place, ``w^{2}``, ``(u - v)^{2}``, ``w^{\odot 2}``; None if none does.

    Args:
        tokens: of a formula, with all of its braces.
        k: the place.
        names: of vectors and matrices that begin as the tokens do.
        said: whether words say that powers are taken entry by entry.
        is_vector: whether some tokens are one.
    """
    name = next((n for n in names if tuple(tokens[k : k + len(n)]) == n), None)
    end = k + len(name) if name else k
    if name and list(tokens[end : end + 1]) == ["("] and list(tokens[end + 2 : end + 3]) == [")"]:
        end += 3  # at a time
    if not name and tokens[k] in ("(", "["):
        end = closing(list(tokens), k) + 1
    if end == k or list(tokens[end : end + 2]) != ["^", "{"]:
        return None
    raised, after = argument(tokens, end + 1)
    own = _BY_ENTRIES.fullmatch(joined(raised))
    exponent = (own[1] if own else joined(raised)).replace("- ", "-")
    if not (own or said) or not _EXPONENT.fullmatch(exponent) or not is_vector(tokens[k:end]):
        return None
    return KIND, f"^{{{exponent}}}", k, after, tuple(tokens[k:end])


def _head(tokens: Sequence[str], k: int) -> tuple[str, int]:
    """The function whose name stands at a place, and the place after that; empty if none does."""
    token = tokens[k]
    if token == "e":
        return ("e", k + 2) if list(tokens[k + 1 : k + 3]) == ["^", "{"] else ("", k)
    if token in FUNCTIONS or (token == r"\sqrt" and list(tokens[k + 1 : k + 2]) == ["{"]):
        return token, k + 1
    if token == r"\operatorname" and list(tokens[k + 1 : k + 2]) == ["{"]:
        name, after = argument(tokens, k + 1)
        return ("".join(name), after) if "".join(name) in _OPERATORS else ("", k)
    return "", k


def _bracketed(tokens: Sequence[str], k: int) -> tuple[list[str], int]:
    try:
        end = closing(list(tokens), k)
    except Unbalanced:
        return [], k
    return list(tokens[k + 1 : end]), end + 1
