r"""Derivatives in one spelling: ``\frac{dx}{dt}``, ``\ddot x``, ``\partial_x f``, ``\frac{\partial f}{\partial x}``."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ..files.tokens import argument, in_words, joined, words
from .applications import Ambiguous
from .moving_last import end_of_product
from .operands import STOPS, operand

if TYPE_CHECKING:
    from .spelling import Names

_RELATIONS = frozenset({r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\mid", r"\in", "&", ";", ":"})


def derivatives(tokens: list[str], names: Names) -> list[str]:
    r"""``\frac{dx}{dt}`` as ``\frac{\mathrm{d}}{\mathrm{d} t} (x)``, and what follows ``\frac{d}{dt}`` told apart."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if (seen := _derivative(tokens, k, names)) is None:
            found.append(tokens[k])
            k += 1
            continue
        by, inside, after = seen
        shown = joined(tokens[k:after])
        k = after
        if inside:
            inside = ["(", *derivatives(inside, names), ")"]
        else:
            k = end_of_product(tokens, after, names) if _is_by_time(by, names) else 0
            product = bool(k)
            k = k or operand(tokens, after, names.functions, shown)
            inside = derivatives(tokens[after:k], names)
            if product or len(by) > 1 or tokens[after].isdigit() or tokens[after] == r"\frac":
                inside = ["(", *inside, ")"]
        for slope in by[:-1]:
            found += [*slope, "("]
        found += [*by[-1], *inside, *[")"] * (len(by) - 1)]
    return found


def _is_by_time(by: list[list[str]], names: Names) -> bool:
    """Whether some operators derive by the time."""
    return any(_by(list(words(time))) == by[0] for time in names.times)


def _derivative(tokens: list[str], k: int, names: Names) -> tuple[list[list[str]], list[str], int] | None:
    """The operators of a derivative at a place, what stands in its numerator, and the place after it; or None."""
    if tokens[k : k + 2] == [r"\ddot", "{"] and len(names.times) == 1:
        inside, after = argument(tokens, k + 1)
        return [_by(list(words(*names.times)))], [r"\dot", "{", *inside, "}"], after
    if tokens[k : k + 3] == [r"\partial", "_", "{"]:
        below, after = argument(tokens, k + 2)
        return ([_partially(below, names)], [], after) if _is_letter(below, names) else None
    if tokens[k] != r"\frac":
        return None
    over, middle = argument(tokens, k + 1)
    under, after = argument(tokens, middle)
    order, inside = _order(over)
    if over[:1] == under[:1] == [r"\partial"]:
        letters = _below(under)
        if len(letters) == order and all(_is_letter(letter, names) for letter in letters):
            return [_partially(letter, names) for letter in letters], inside, after
        return None
    if order > 1 and under[-4:-2] == ["^", "{"] and under[-2:] == [str(order), "}"]:
        under = under[:-4]
    elif order > 1:
        return None
    by = _differential(under, over, names, tokens[after : after + 1])
    if by is None or not _begins_with_d(over):
        return None
    return [_by(by)] * order, inside, after


def _by(letter: list[str]) -> list[str]:
    return [r"\frac", "{", r"\mathrm", "{", "d", "}", "}", "{", r"\mathrm", "{", "d", "}", *letter, "}"]


def _order(over: list[str]) -> tuple[int, list[str]]:
    r"""How often ``d^{2} f`` derives, and what: the order is 1 where none is written."""
    rest = over[1:] if over[:1] in (["d"], [r"\partial"]) else over[4:] if _begins_with_d(over) else over
    if rest[:2] == ["^", "{"] and rest[3:4] == ["}"] and rest[2] in ("2", "3", "4"):
        return int(rest[2]), rest[4:]
    return 1, rest


def _below(under: list[str]) -> list[list[str]]:
    r"""The letters of ``\partial x \partial y``, or of ``\partial x^{2}``, each as often as it is derived by."""
    places = [k for k, token in enumerate(under) if token == r"\partial"]
    letters: list[list[str]] = []
    for begin, end in itertools.pairwise([*places, len(under)]):
        letter, times = under[begin + 1 : end], 1
        if letter[-4:-2] == ["^", "{"] and letter[-1:] == ["}"] and letter[-2] in ("2", "3", "4"):
            letter, times = letter[:-4], int(letter[-2])
        letters += [letter] * times
    return letters


def _is_letter(by: list[str], names: Names) -> bool:
    """Whether a derivative may be taken by it, all else held: a letter, or an entry of a family."""
    entry = "_" in by and tuple(by[: by.index("_")]) in names.entries | names.families
    return entry or joined(by) in names.declared - names.times


def _partially(by: list[str], names: Names) -> list[str]:
    r"""A derivative by a letter, where all other letters stand still; ``\nabla_{W}`` by a matrix."""
    if joined(by) in names.matrices:
        return [r"\nabla", "_", "{", *by, "}"]
    return _by(by)


def _begins_with_d(tokens: list[str]) -> bool:
    return tokens[:1] == ["d"] or tokens[:4] == [r"\mathrm", "{", "d", "}"]


def _differential(under: list[str], over: list[str], names: Names, following: list[str]) -> list[str] | None:
    """The variable of a denominator ``dt`` below `over`; None if it is no such thing.

    Raises:
        Ambiguous: if d is a declared name, and both may be a quotient of it.
    """
    if not _begins_with_d(under):
        return None
    by = under[1:] if under[0] == "d" else under[4:]
    known = bool(by) and joined(by) in names.declared | names.times
    if under[0] == "d" and "d" in names.declared and joined(by) not in names.times:
        if known and _derives(over, names, following):
            return by
        if over[:1] == ["d"] and by and (by[0].isalpha() or by[0][0] == "\\"):
            raise Ambiguous(
                f"'\\frac{{{joined(over)}}}{{{joined(under)}}}' can be read as a derivative and, since d is declared, "
                r"as a quotient: write \frac{\mathrm{d}}{\mathrm{d} x} for a derivative, and cancel d in a quotient"
            )
        return None  # a product with a symbol d
    return by if known else None


def _derives(over: list[str], names: Names, following: list[str]) -> bool:
    r"""Whether a numerator is that of a derivative though d is a name.

    Before what it may apply to ``\frac{d}{dx}`` is one, for nobody writes ``\frac{d}{d x}`` for ``\frac{1}{x}``, and so
    is the rate ``\frac{d f(x)}{dx}`` of a function; ``\frac{d a}{d b}`` may be a quotient that is not cancelled yet.
    """
    if over[:1] != ["d"]:
        return False
    _, inside = _order(over)
    if not inside:
        return bool(following) and following[0] not in STOPS | _RELATIONS
    moved = {*names.functions.declared, *map("".join, names.moving)}
    return any(tuple(inside[: len(key)]) == key for key in map(in_words, moved))
