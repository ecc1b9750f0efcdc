r"""Integrals of one letter as values: numbers go before them, and ``\int_a^b h'(s) ds`` is ``h(b) - h(a)``.

What is declared a number is no function of the letter. The derivative is that of a declared function, ``h'(s)``, or the
rate of one, ``\dot{w}(s)``, at the letter itself.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp

from ...language.reading import CannotRead
from .tokens import Unbalanced, argument, joined, words

if TYPE_CHECKING:
    from .setting import Setting


class Range(NamedTuple):
    """The letter of an integral, and its ends in LaTeX; these are empty where they are not written."""

    variable: str
    low: str
    high: str


def range_of(head: str) -> Range | None:
    r"""What an integral runs over by its head, ``\int_{0}^{T}|dt``; None if that is a measure, or no letter."""
    before, _, differential = head.partition("|")
    measure = [t for t in words(differential) if t not in (r"\mathrm", "{", "}")]
    if len(measure) != 2 or measure[0] != "d" or not (measure[1].isalpha() or measure[1][1:].isalpha()):
        return None
    tokens = words(before)
    ends = {"_": "", "^": ""}
    place = 1
    with contextlib.suppress(Unbalanced):
        while tokens[place : place + 1] in (["_"], ["^"]):
            sign = tokens[place]
            inside, place = argument(tokens, place + 1)
            ends[sign] = joined(inside)
    return Range(measure[1], ends["_"], ends["^"]) if tokens[:1] == [r"\int"] and place == len(tokens) else None


def numbers_before(setting: Setting, head: str, term: Any) -> tuple[Any, Any]:
    """The factors of a term that are declared numbers, and not the letter of the integral; and the others."""
    number, rest = term.as_coeff_Mul()
    over = range_of(head)
    if over is None:
        return number, rest
    declared = {
        made for latex, made in setting.meanings.items() if latex in setting.names.numbers and latex != over.variable
    }
    still = [f for f in sp.Mul.make_args(rest) if f.free_symbols and f.free_symbols <= declared]
    return number * sp.Mul(*still), sp.Mul(*(f for f in sp.Mul.make_args(rest) if f not in still))


def of_a_derivative(setting: Setting, head: str, body: Any) -> Any:
    """What the integral of a derivative is between its ends; None if the body is none."""
    over = range_of(head)
    functions = setting.names.functions
    value = functions.names.get(str(getattr(body, "name", "")), "")
    if over is None or not (over.low and over.high) or value not in functions.values:
        return None
    of = functions.values[value]
    primed = next((f for f in functions.declared if of == f"{f}'" or of == joined(words(rf"\dot{{{f}}}"))), None)
    at = words(value)[len(words(of)) :]
    if primed is None or at != ["(", over.variable, ")"]:
        return None
    with contextlib.suppress(CannotRead, ValueError):
        high, low = (setting.read(f"{primed}({end})") for end in (over.high, over.low))
        same = getattr(high, "shape", None) == getattr(body, "shape", None)
        return (high - low) if same else None
    return None
