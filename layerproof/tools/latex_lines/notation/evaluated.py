r"""Values between two ends: ``\left[ \frac{1}{3} s^3 \right]_0^x`` is ``(\frac{1}{3} (x)^3 - \frac{1}{3} (0)^3)``.

What runs from the one end to the other is said there, ``\Big|_{s=0}^{s=x}``, or by an integral with these ends, in the
same chain or in the last that has one.  Before a bar alone, ``-\frac{1}{2} e^{-2 s} \Big|_0^x``, stands the one term
that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..files.parts import Document, Equation
from ..files.tokens import CLOSE, OPEN, Unbalanced, argument, joined, opening, words

_SIZES = frozenset(
    rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
) | {r"\left", r"\right", r"\middle"}  # fmt: skip
_BARS = frozenset({"|", r"\vert", r"\rvert"})
_OPERATORS = frozenset({
    r"\int", r"\iint", r"\partial", r"\nabla", r"\lim", r"\sum", r"\prod", r"\sup", r"\inf", r"\max", r"\min",
    r"\infty",
})  # fmt: skip
_FUNCTIONS = frozenset({
    r"\ln", r"\log", r"\exp", r"\sin", r"\cos", r"\tan", r"\cot", r"\sinh", r"\cosh", r"\tanh", r"\coth", r"\arcsin",
    r"\arccos", r"\arctan", r"\cdot", r"\times", r"\frac", r"\sqrt", r"\le", r"\ge", r"\leq", r"\geq", r"\pm", r"\mp",
})  # fmt: skip
"""What multiplies no bracket behind it."""
_SPACES = frozenset({r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad"})


class _Integral(NamedTuple):
    """The ends of an integral, and what runs from the one to the other."""

    low: list[str]
    high: list[str]
    letter: str


class _Ends(NamedTuple):
    """The ends between which something is taken, and where what says so ends; the letter is empty if it is not said."""

    low: list[str]
    high: list[str]
    letter: str
    end: int


def read_evaluations(document: Document) -> None:
    """Write out the values between two ends in the chains of a document."""
    parts: list[Any] = []
    before: list[_Integral] = []
    for part in document.parts:
        if not isinstance(part, Equation):
            parts.append(part)
            continue
        own = _integrals_of(part)
        parts.append(_written_out(part, own or before) if any("_" in side for side in part.sides) else part)
        before = own or before
    document.parts = parts


def _integrals_of(equation: Equation) -> list[_Integral]:
    try:
        return [found for side in equation.sides for found in _integrals(words(side))]
    except Unbalanced:
        return []


def _written_out(equation: Equation, integrals: Sequence[_Integral]) -> Equation:
    def changed(place: int, text: str) -> str:
        if not any(mark in text for mark in ("]", "|", r"\vert", r"\rvert")):
            return text
        try:
            tokens = words(text)
            while (made := _first(tokens, integrals)) is not None:
                tokens = made
            return text if tokens == words(text) else joined(tokens)
        except (Unbalanced, IndexError):
            return text

    return equation.changed(changed)


def _first(tokens: list[str], integrals: Sequence[_Integral]) -> list[str] | None:
    """Tokens with the first of these values written out; None if there is none that is clear."""
    for k, token in enumerate(tokens):
        if token != "]" and token not in _BARS:
            continue
        ends = _ends(tokens, k + 1)
        begin = None if ends is None else _begin(tokens, k)
        if ends is None or begin is None:
            continue
        start, inside = begin
        letter = ends.letter or _letter(inside, ends, integrals)
        if letter and _may_be_put_into(inside, letter):
            high, low = (_put(inside, letter, value) for value in (ends.high, ends.low))
            before = _as_factor(tokens[:start])
            return [*before, "(", "(", *high, ")", "-", "(", *low, ")", ")", *tokens[ends.end :]]
    return None


def _ends(tokens: list[str], k: int) -> _Ends | None:
    """The ends that stand below and above at a place, if both do."""
    found: dict[str, list[str]] = {}
    while k < len(tokens) and tokens[k] in ("_", "^") and tokens[k] not in found:
        found[tokens[k]], k = argument(tokens, k + 1)[0], argument(tokens, k + 1)[1]
    if len(found) < 2:
        return None
    low, high = found["_"], found["^"]
    letter = ""
    if low[1:2] == ["="] and len(low) > 2:
        letter, low = low[0], low[2:]
        if high[:2] == [letter, "="]:
            high = high[2:]
    if not low or not high or {"=", ",", r"\infty"} & {*low, *high}:
        return None
    return _Ends(low, high, letter, k)


def _begin(tokens: list[str], k: int) -> tuple[int, list[str]] | None:
    """Where what is taken between the ends begins, and what it is; a bracket or a bar at `k` closes it."""
    end = k
    while end and tokens[end - 1] in _SIZES:
        end -= 1
    if tokens[k] == "]":
        depth, place = 0, k
        while place >= 0:
            depth += (tokens[place] in CLOSE) - (tokens[place] in OPEN)
            if depth == 0:
                break
            place -= 1
        if place < 0 or tokens[place] != "[":
            return None
        start = place - (tokens[place - 1 : place] != [] and tokens[place - 1] in _SIZES)
        return start, tokens[place + 1 : end]
    if end == k and sum(token in _BARS for token in tokens) != 1:  # one bar alone closes nothing else
        return None
    if tokens[k - 1] == r"\right":
        place = end - 1
        while place >= 0 and tokens[place : place + 2] != [r"\left", "."]:
            place -= 1
        return None if place < 0 or r"\right" in tokens[place + 2 : end] else (place, tokens[place + 2 : end])
    term = _term(tokens, end)
    return None if term is None else (term, tokens[term:end])


def _term(tokens: list[str], end: int) -> int | None:
    """Where the term that ends at a place begins, if it is the only one before it on its level."""
    depth, place = 0, end - 1
    while place >= 0:
        depth += (tokens[place] in CLOSE) - (tokens[place] in OPEN)
        if depth < 0:
            return place + 1
        if depth == 0 and tokens[place] in ("+", "-"):
            alone = place == 0 or tokens[place - 1] in OPEN
            return place + 1 if alone else None
        place -= 1
    return 0


def _letter(inside: list[str], ends: _Ends, integrals: Sequence[_Integral]) -> str:
    """What runs between two ends, as it does in the integrals with the same; empty if that is not clear."""
    same = {letter for low, high, letter in integrals if low == ends.low and high == ends.high}
    return same.pop() if len(same) == 1 and same <= set(inside) else ""


def _integrals(tokens: list[str]) -> Iterator[_Integral]:
    r"""The ends and the letter of the integrals ``\int_a^b .. ds`` of a side that has one."""
    places = [k for k, token in enumerate(tokens) if token == r"\int"]
    if len(places) != 1:
        return
    k = places[0] + 1
    k += tokens[k : k + 1] == [r"\limits"]
    found: dict[str, list[str]] = {}
    while k < len(tokens) and tokens[k] in ("_", "^"):
        mark = tokens[k]
        found[mark], k = argument(tokens, k + 1)
    letters = {letter for place in range(k, len(tokens)) if (letter := _differential(tokens, place))}
    if len(found) == 2 and len(letters) == 1:
        yield _Integral(found["_"], found["^"], letters.pop())


def _differential(tokens: list[str], k: int) -> str:
    r"""The letter of ``ds`` or ``\mathrm{d} s`` at a place; empty if there is none."""
    end = k
    if tokens[k] == "d":
        end = k + 1
    elif tokens[k] in (r"\mathrm", r"\text", r"\rm") and tokens[k + 1 : k + 4] == ["{", "d", "}"]:
        end = k + 4
    elif tokens[k] == r"\dd":
        end = k + 1
    inside = k > 0 and tokens[k - 1] in ("_", "^", "{") and tokens[k - 2 : k] != [r"\frac", "{"]
    if end == k or (inside and tokens[k] == "d"):
        return ""
    while tokens[end : end + 1] and tokens[end] in _SPACES:
        end += 1
    letter = "".join(tokens[end : end + 1])
    plain = len(letter) == 1 and letter.isalpha() and letter.isascii()
    return letter if plain or (letter[:1] == "\\" and letter[1:].isalpha() and letter not in _OPERATORS) else ""


def _may_be_put_into(inside: list[str], letter: str) -> bool:
    """Whether a letter stands in a formula as a value, and nowhere as a part of a name, an operator or a derivative."""
    if letter not in inside or _OPERATORS & set(inside):
        return False
    for k, token in enumerate(inside):
        derives = token == r"\frac" and inside[k + 1 : k + 3] in (["{", "d"], ["{", r"\mathrm"])
        if derives or (token == letter and k and inside[k - 1] == "_"):
            return False
        if token == "_" and inside[k + 1 : k + 2] == ["{"] and letter in argument(inside, k + 1)[0]:
            return False
    return True


def _put(inside: list[str], letter: str, value: list[str]) -> list[str]:
    """A formula with a value for a letter."""
    made: list[str] = []
    for k, token in enumerate(inside):
        if token != letter:
            made.append(token)
        elif inside[k - 1 : k] == ["("] and inside[k + 1 : k + 2] == [")"]:
            made += value
        else:
            made = [*_as_factor(made), "(", *value, ")"]
    return made


def _as_factor(before: list[str]) -> list[str]:
    r"""Tokens before a bracket, with ``\cdot`` where they multiply it: ``\lambda (0)`` may be a value of a function."""
    while before and (before[-1] in _SPACES or before[-1] in _SIZES):
        before = before[:-1]
    last = before[-1] if before else ""
    factor = last in (")", "]") or last[-1:].isalnum()
    if last == "}":
        start = opening(before, len(before) - 1)
        factor = before[start - 1 : start] not in ([r"\operatorname"], [r"\mathrm"]) or start == 0
    return [*before, r"\cdot"] if factor and last not in _FUNCTIONS else before
