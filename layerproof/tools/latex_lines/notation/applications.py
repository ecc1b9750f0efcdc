r"""``f(x + y)``: is f a number that multiplies the bracket, or a function of what stands in it?

The printed page does not say, and read as a product every such f is linear: ``f(x + y) = f(x) + f(y)`` would be proved.
So a name directly before a bracket is refused, unless it can only be a number: it is declared as one, it is a size, an
index or a time, or the bracket shows it, as in ``u(S - u)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ..files.tokens import argument, closing, in_words, joined
from .naming_sets import ACCENTS, FONTS

if TYPE_CHECKING:
    from .functions import Functions

_TAKE_ONE = ACCENTS | FONTS | {"_", "^", r"\sqrt", r"\begin", r"\end"}
_INVERTED = frozenset(
    {r"\ln", r"\log", r"\exp", r"\sin", r"\cos", r"\tan", r"\cot", r"\sinh", r"\cosh", r"\tanh", r"\coth", r"\arcsin",
     r"\arccos", r"\arctan", r"\Gamma", r"\zeta", r"\min", r"\max"}
)  # fmt: skip
_INVERSE = {
    r"\sin": r"\arcsin", r"\cos": r"\arccos", r"\tan": r"\arctan", r"\sinh": r"\operatorname{arsinh}",
    r"\cosh": r"\operatorname{arcosh}", r"\tanh": r"\operatorname{artanh}", r"\exp": r"\ln", r"\ln": r"\exp",
}  # fmt: skip


class Ambiguous(ValueError):
    """The formula can be read in two ways; the message says how to write it."""


class Known(Protocol):
    """What is asked of the names: see `spelling.Names`."""

    times: set[str]
    moving: list[tuple[str, ...]]
    declared: set[str]
    numbers: set[str]
    matrices: set[str]
    functions: Functions


def check_applications(tokens: Sequence[str], names: Known) -> None:
    """Refuse a name before a bracket that might be a function of what stands in it.

    Args:
        tokens: in the one spelling, see `spelling.plain`.
        names: what is declared.

    Raises:
        Ambiguous: if there is one; the message shows both readings.
    """
    shown = _as_printed(list(tokens))
    keys = sorted({in_words(name) for name in names.declared} | set(names.moving), key=len, reverse=True)
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for key in keys:
        if key:
            by_first.setdefault(key[0], []).append(key)
    k = 0
    while k < len(shown):
        name = next((n for n in by_first.get(shown[k], ()) if tuple(shown[k : k + len(n)]) == n), None)
        if name is None or shown[k - 1 : k] == ["\\"]:
            k += 1
            continue
        begin, k = k, k + len(name)
        accent = begin >= 2 and shown[begin - 1] == "{" and shown[begin - 2] in ACCENTS | FONTS
        if accent and shown[k : k + 1] == ["}"]:
            begin, k = begin - 2, k + 1  # \dot{u} (..)
        end = k
        while end < len(shown) and shown[end] in ("_", "^", "'"):
            end = end + 1 if shown[end] == "'" else argument(shown, end + 1)[1]
        if shown[end : end + 1] in (["("], ["["]) and not _is_a_root(shown[k:end]):
            inside = shown[end + 1 : closing(shown, end)]
            if not _is_product(name, shown[begin:end], inside, names):
                whole = joined(shown[begin:end])
                content = joined(inside)
                other = "as a number: '{} real number'"
                if content.isdigit():
                    other = "as what moves: '{} trajectory'"
                raise Ambiguous(
                    f"'{whole}({content})' can be read as a product and as {whole} of {content}: write "
                    f"{whole} \\cdot ({content}), or declare {joined(name)} {other.format(joined(name))}"
                )


def check_inverses(tokens: Sequence[str], names: Known) -> None:
    r"""Refuse ``\tan^{-1}(x)``, ``\log^{(2)} x``, ``x^{(2)}``, ``x_{(i)}``, and ``\log(x)^2``.

    Raises:
        Ambiguous: with both readings.
    """
    for k, token in enumerate(tokens):
        operator = token == r"\operatorname"
        if token == "^" and tokens[k + 1 : k + 3] == ["{", "("]:
            inside, _ = argument(tokens, k + 1)
            label = joined(["^", "{", *inside, "}"])
            if len(inside) == 3 and inside[2] == ")" and not any(label in name for name in names.declared):
                raise Ambiguous(
                    f"'^{{({inside[1]})}}' can be read as a label and as an exponent: write ^{{{inside[1]}}}, or "
                    "declare the name with its label"
                )
        if token == "_" and tokens[k + 1 : k + 3] == ["{", "("]:
            inside, _ = argument(tokens, k + 1)
            label = joined(["_", "{", *inside, "}"])
            if closing(inside, 0) in (len(inside) - 1, inside.index("^") - 1 if "^" in inside else -1) and not any(
                label in name for name in names.declared
            ):
                raise Ambiguous(
                    f"'{label}' may be a rank, as of what is sorted, and no index: declare the name with it"
                )
        nought = k and token == "^" and tokens[k + 1 : k + 4] == ["{", "0", "}"]
        named = nought and re.fullmatch(r"[A-Za-z}]|\\[A-Za-z]+", tokens[k - 1])
        if named and not any("^{0}" in name for name in names.declared):
            raise Ambiguous("'^{0}' can be read as a label and as the exponent 0: declare the name with its label")
        if not (operator or token in _INVERTED):
            continue
        if token in (r"\Gamma", r"\zeta") and tokens[k + 1 : k + 2] not in (["("], ["^"]):
            continue
        start = argument(tokens, k + 1)[1] if operator else k + 1
        name = joined(tokens[k:start])
        power: list[str] = []
        if tokens[start : start + 1] == ["^"]:
            power, start = argument(tokens, start + 1)
        if power == ["-", "1"]:
            inverse = f" ({_INVERSE[name]})" if name in _INVERSE else ""
            raise Ambiguous(
                f"'{name}^{{-1}}' can be read as the inverse function{inverse} and as the reciprocal: write one of "
                f"{_INVERSE.get(name, 'the inverse by its name')}(..) and \\frac{{1}}{{{name}(..)}}"
            )
        if tokens[start : start + 1] in (["("], ["["]):
            end = closing(tokens, start) + 1
            inside = list(tokens[start + 1 : end - 1])
            if tokens[end : end + 1] == ["^"] and not power and "," not in inside:
                raised = joined(argument(tokens, end + 1)[0])
                if raised == r"\top":
                    continue
                content = joined(inside)
                raise Ambiguous(
                    f"'{name}({content})^{{{raised}}}' can be read as ({name}({content}))^{{{raised}}} and as "
                    f"{name}(({content})^{{{raised}}}): write one of them"
                )


def _is_a_root(raised: list[str]) -> bool:
    """Whether what stands behind a name is a broken exponent, ``c^{2/3}``, which no function has."""
    if raised[:2] != ["^", "{"]:
        return False
    inside, after = argument(raised, 1)
    digits = all(token.isdigit() or token in ("/", "-", r"\frac", "{", "}") for token in inside)
    return after == len(raised) and digits and bool({"/", r"\frac"} & set(inside))


def _is_product(name: tuple[str, ...], whole: list[str], inside: list[str], names: Known) -> bool:
    """Whether what stands before a bracket can only multiply it."""
    latex = joined(name)
    if latex in names.functions.declared:
        return True  # a value of it is one letter
    moving = name in names.moving or joined(whole) in {joined(n) for n in names.moving}
    if len(inside) == 1 and inside[0].isdigit():  # nobody writes x times 0 so: it is a value at a time, if x moves
        return moving and "^" not in whole[len(name) :]
    if latex in names.numbers or joined(whole) in names.numbers or latex in names.times:
        return True
    if _holds(inside, name):
        return True  # u (S - u)
    if latex in names.matrices or joined(whole) in names.matrices:
        inside = _undotted(inside)
        return any(_holds(inside, in_words(m)) for m in names.matrices) or _identity(inside)
    if moving:
        return any(_holds(inside, n) for n in names.moving)  # a function of the time takes no trajectory
    return False


def _undotted(inside: list[str]) -> list[str]:
    r"""Tokens with ``W_{1}`` for ``\dot{W}_{1}``: the rate of a matrix is one."""
    found: list[str] = []
    k = 0
    while k < len(inside):
        dotted = inside[k] in (r"\dot", r"\ddot") and inside[k + 1 : k + 2] == ["{"]
        base, k = argument(inside, k + 1) if dotted else ([inside[k]], k + 1)
        found += base
    return found


def _identity(inside: list[str]) -> bool:
    return "I" in inside and len(inside) > 1


def _holds(inside: list[str], name: tuple[str, ...]) -> bool:
    """Whether a name stands among tokens, not before a bracket, and not as a part of another name."""
    for k in range(len(inside) - len(name) + 1):
        after = inside[k + len(name) : k + len(name) + 1]
        if tuple(inside[k : k + len(name)]) == name and after not in (["("], ["["]):
            return True
    return False


def _as_printed(tokens: list[str]) -> list[str]:
    """Tokens without the braces that leave no trace on the page: ``{f}{(x)}`` is f(x)."""
    found: list[str] = []
    k, wanted = 0, 0  # how many arguments a command still takes
    while k < len(tokens):
        token = tokens[k]
        if token == "{":
            end = closing(tokens, k)
            inside = _as_printed(tokens[k + 1 : end])
            found += ["{", *inside, "}"] if wanted else inside
            wanted, k = max(0, wanted - 1), end + 1
            continue
        if token == r"\frac":
            wanted = 2
        elif token in _TAKE_ONE:
            wanted = 1
            if token == r"\sqrt" and tokens[k + 1 : k + 2] == ["["]:
                end = closing(tokens, k + 1)
                found += tokens[k : end + 1]
                k = end + 1
                continue
        else:
            wanted = 0
        found.append(token)
        k += 1
    return found
