r"""Functions of which nothing is known but that they are: ``f(x)`` is a number, the same wherever it is written so.

A value is told by its text, or by what its arguments are: ``f(x + y)`` and ``f(y + x)`` are one letter, so what is
proved holds for every f. A derivative by a letter goes by the chain rule, to values of ``f'``; what else would look
inside (a mean, an integral, a sum over an index that stands in it) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..files.tokens import argument, between_commas, closing, holds, in_words, joined, words
from .applications import Ambiguous

_INSIDE = frozenset({r"\int", r"\lim", r"\partial", r"\nabla"})


@dataclass(frozen=True)
class Value:
    """What a function gives: a number, or a matrix of these sizes; `entrywise`, of a matrix one of its size."""

    sizes: tuple[Any, ...] = ()
    entrywise: bool = False

    @property
    def may_be_a_matrix(self) -> bool:
        """Whether a value may be a vector or a matrix."""
        return bool(self.sizes) or self.entrywise

    def sizes_at(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """The sizes of the value at some arguments; none of a number."""
        shape = tuple(getattr(arguments[0], "shape", ())) if self.entrywise and len(arguments) == 1 else ()
        return shape if shape and shape != (1, 1) else self.sizes


@dataclass
class Functions:
    """The functions of a file, and which of their values are written in it.

    Attributes:
        declared: what each gives, by its name in LaTeX.
        values: the function of each value, by the value's LaTeX.
        names: the LaTeX of each value, by the name that it goes by inside.
        equal: the LaTeX of the first value of a function at some arguments.
        first: that value of each.
        arguments: the expressions at which a value is taken, by the value's LaTeX.
        pending: the values whose arguments are being read.
    """

    declared: dict[str, Value] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    equal: dict[tuple[str, ...], str] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)

    def internal(self, latex: str) -> str:
        """A name for a value that no other has."""
        plain = re.sub(r"[\\{}\s]+", "", latex)
        found, number = plain, 1
        while self.names.setdefault(found, latex) != latex:
            number += 1
            found = f"{plain}~{number}"
        return found


def inverse_of(function: str) -> str:
    r"""The name of the inverse of a function, ``f^{-1}``, or of the function whose inverse it is."""
    return function[: -len(_INVERSE)] if function.endswith(_INVERSE) else function + _INVERSE


_INVERSE = "^{-1}"


def bound(tokens: Sequence[str]) -> set[str]:
    """The indices over which a formula runs a sum or a product."""
    found: set[str] = set()
    for k, token in enumerate(tokens):
        if token in (r"\sum", r"\prod") and tokens[k + 1 : k + 2] == ["_"]:
            under, _ = argument(list(tokens), k + 2)
            names = under[: under.index("=")] if "=" in under else under
            found |= {joined(name) for name in between_commas(names)}
    return found


def take_values(tokens: Sequence[str], functions: Functions) -> None:
    """Take down each value of a declared function.

    Raises:
        Ambiguous: where what stands in its brackets is not the same throughout the formula.
    """
    keys = sorted((in_words(name) for name in functions.declared), key=len, reverse=True)
    if not keys:
        return
    runs = bound(tokens)
    rest = _without(tokens, keys)
    binds = _INSIDE & set(rest) or re.search(r"\\math(?:bb|bf)\{E\}", joined(rest))
    if (binds or r"\mathrm{d}" in joined(rest)) and (bare := next((n for n in keys if _stands_bare(tokens, n)), None)):
        raise Ambiguous(f"{joined(bare)}: a function below a derivative, an integral, a limit or a mean is not read")
    k = 0
    while k < len(tokens):
        name = next((n for n in keys if tuple(tokens[k : k + len(n)]) == n), None)
        end = k + len(name) if name else k
        if name is None or tokens[end : end + 1] not in (["("], ["["]):
            k += 1
            continue
        close = closing(tokens, end)
        whole, inside = joined(tokens[k : close + 1]), list(tokens[end + 1 : close])
        if is_of_a_value(tokens, end):
            raise Ambiguous(
                f"{whole} may be a function, of what stands in the brackets behind it: no product is read there"
            )
        if binds:
            raise Ambiguous(f"{whole}: a function below a derivative, an integral, a limit or a mean is not read")
        if runs & _indices(inside):
            raise Ambiguous(f"{whole}: a function of an index over which a sum runs is not read")
        functions.values.setdefault(whole, joined(name))
        k = close + 1


def entries_of_values(tokens: Sequence[str], names: Sequence[tuple[str, ...]]) -> list[str]:
    r"""``F(x)_j`` as ``[F(x)]_j``, of vector functions."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name = next((n for n in names if tuple(tokens[k : k + len(n)]) == n), None)
        end = k + len(name or ())
        if name is None or tokens[end : end + 1] != ["("]:
            found.append(tokens[k])
            k += 1
            continue
        close = closing(list(tokens), end)
        inside = entries_of_values(tokens[end + 1 : close], names)
        value = [*name, "(", *inside, ")"]
        found += ["[", *value, "]"] if tokens[close + 1 : close + 2] == ["_"] else value
        k = close + 1
    return found


def is_of_a_value(tokens: Sequence[str], k: int) -> bool:
    """Whether the value whose brackets begin at a place is before other brackets, as a function: ``T[f](x)``.

    Round ones after round ones are a factor, ``f(x) (x + y)``, unless a letter is all that they hold: ``T(f)(x)``.
    """
    close = closing(list(tokens), k)
    if list(tokens[close + 1 : close + 2]) != ["("]:
        return False
    inside = list(tokens[close + 2 : closing(list(tokens), close + 1)])
    if tokens[k] == "[":
        return True
    letter = bool(inside) and re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", inside[0]) is not None
    return letter and (len(inside) == 1 or (inside[1] == "_" and argument(inside, 2)[1] == len(inside)))


def _stands_bare(tokens: Sequence[str], name: tuple[str, ...]) -> bool:
    """Whether a name stands among tokens without brackets or indices after it."""
    size = len(name)
    return any(
        tuple(tokens[k : k + size]) == name
        and tokens[k + size : k + size + 1] not in (["("], ["["], ["_"], ["'"])
        and not _in_a_word(tokens, k)
        for k in range(len(tokens) - size + 1)
    )


def _in_a_word(tokens: Sequence[str], k: int) -> bool:
    r"""Whether a letter is one of ``\operatorname{..}``, which no name is."""
    while k > 0 and len(tokens[k - 1]) == 1 and tokens[k - 1].isalpha():
        k -= 1
    return list(tokens[max(0, k - 2) : k]) == [r"\operatorname", "{"]


def _without(tokens: Sequence[str], keys: Sequence[tuple[str, ...]]) -> list[str]:
    """Tokens without the names of functions."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name = next((n for n in keys if tuple(tokens[k : k + len(n)]) == n), None)
        if name is None:
            found.append(tokens[k])
        k += len(name) if name else 1
    return found


def check_bound_names(tokens: Sequence[str], declared: Sequence[str]) -> None:
    r"""Refuse ``\sum_i x_i`` where ``x_i`` is declared as one letter: it would be the same for every i.

    Raises:
        Ambiguous: with a word on how to declare it.
    """
    runs = bound(tokens)
    if not runs:
        return
    for name in declared:
        key = list(in_words(name))
        if not ("_" in key or "^" in key) or not any(holds(key[1:], words(index)) for index in runs):
            continue
        if any(list(tokens[k : k + len(key)]) == key for k in range(len(tokens) - len(key) + 1)):
            raise Ambiguous(
                f"{name} is declared as one letter, and a sum runs over its index: declare a family, "
                f"{name} ... for its index = 1..n"
            )


def _indices(tokens: Sequence[str]) -> set[str]:
    return {token for token in tokens if len(token) == 1 or token[0] == "\\"}
