r"""Integrals of one letter as values: numbers go before them, and ``\int_a^b h'(s) ds`` is ``h(b) - h(a)``.

Of two within each other the one over the first letter stands before: ``\int_0^T \int_0^t f ds dt`` is
``\int_0^T \int_s^T f dt ds``, as is marked with it.

What is declared a number is no function of the letter. The derivative is that of a declared function, ``h'(s)``, or the
rate of one, ``\dot{w}(s)``, at the letter itself.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, argument, joined, words
from .hanging import written_tokens

if TYPE_CHECKING:
    from ..letters.setting import Setting


class Range(NamedTuple):
    """The letter of an integral, and its ends in LaTeX; these are empty where they are not written."""

    variable: str
    low: str
    high: str


def range_of(head: str) -> Range | None:
    r"""What an integral runs over by its head, ``\int_{0}^{T}|dt``; None if that is a measure, or no letter."""
    before, _, differential = head.partition("|")
    if (of := _of_measure(words(differential))) and words(before)[:1] == [r"\int"]:
        return Range(of, "", "")
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


def _of_measure(tokens: list[str]) -> str:
    r"""The letter of ``d\mu(x)``; empty if it is no such. Where it runs is not said of a measure."""
    inside = tokens[tokens.index("(") + 1 : -1] if "(" in tokens and tokens[-1] == ")" else []
    return inside[0] if len(inside) == 1 and tokens[:1] in (["d"], [r"\mathrm"]) else ""


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


def constants_below(setting: Setting, head: str, body: Any) -> set[Any]:
    """The matrices in a body that are declared to stand still; none below a measure."""
    return body.atoms(sp.MatrixSymbol) & setting.still if range_of(head) is not None else set()


def is_an_integral(setting: Setting, letter: Any) -> bool:
    """Whether a letter stands for an integral over one letter."""
    kind, head, _ = setting.units.bodies.get(str(getattr(letter, "name", "")), ("", "", None))
    return kind == "integral" and range_of(head) is not None


def is_from_zero(setting: Setting, letter: Any) -> bool:
    """Whether a letter stands for an integral from 0 to the time."""
    _, head, _ = setting.units.bodies.get(str(letter.name), ("", "", None))
    over = range_of(head) if is_an_integral(setting, letter) else None
    return over is not None and over.low == "0" and setting.meanings.get(over.high) == setting.time


def at_its_end(setting: Setting, letter: Any) -> Any:
    r"""What an integral of vectors moves by if it ends at the time, ``r(t)`` of ``\int_0^t r(s) ds``.

    None if that is not clear. It begins where nothing moves, and nothing in it moves but what is written at its letter.
    """
    _, head, body = setting.units.bodies[str(letter.name)]
    over = range_of(head)
    if over is None or setting.time is None or setting.meanings.get(over.high) != setting.time:
        return None
    if not (over.low.isdigit() or over.low in setting.names.numbers) or over.variable == over.high:
        return None
    if body.has(setting.time) or body.atoms(AppliedUndef):
        return None
    put: dict[Any, Any] = {}
    sizes = {s for m in body.atoms(sp.MatrixSymbol) for size in m.shape for s in sp.sympify(size).free_symbols}
    for one in body.free_symbols - sizes:
        name, shown = str(one.name), words(setting.units.shown.get(str(one.name), ""))
        if isinstance(one, sp.MatrixSymbol):
            of = setting.meanings.get(joined(shown[:-3])) if shown[-3:] == ["(", over.variable, ")"] else None
            if isinstance(of, sp.MatrixSymbol) and of.shape == one.shape:
                put[one] = of
            elif one not in setting.still:
                return None
        elif one == setting.meanings.get(over.variable):
            put[one] = setting.time
        elif setting.printed(name) not in setting.names.numbers:
            return None
    return body.xreplace(put)


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


class Nested(NamedTuple):
    """An integral within another one: the heads of both, what stands below them, and what is taken for granted."""

    outer: str
    inner: str
    body: Any
    granted: str


def in_order(setting: Setting, head: str, body: Any) -> Nested | None:
    """An integral that holds another one, with all of it below both, over the first of the two letters outside.

    None if it holds none, or it is so already, or what the inner one runs over is not seen.
    """
    bodies = setting.units.bodies
    factors = sp.Mul.make_args(body)
    within = [f for f in factors if bodies.get(str(getattr(f, "name", "")), ("",))[0] == "integral"]
    if len(within) != 1 or getattr(body, "is_Matrix", False):
        return None
    _, inner_head, inner_body = bodies[str(within[0].name)]
    outer, inner = range_of(head), range_of(inner_head)
    others = sp.Mul(*(f for f in factors if f is not within[0]))
    if outer is None or inner is None or outer.variable == inner.variable or not all((*outer, *inner)):
        return None
    if any(inner.variable in written_tokens(letter, setting) for letter in others.free_symbols):
        return None
    if others.atoms(sp.Idx) or others.has(sp.Sum):
        return None
    if inner.variable in (*words(outer.low), *words(outer.high)):
        return None
    whole = others * inner_body
    if inner.variable > outer.variable:
        return Nested(head, inner_head, whole, "") if others != 1 else None
    ends = _exchanged(outer, inner)
    if ends is None:
        return None
    (low, high), (first, last) = ends
    granted = f"integrals over {outer.variable} and {inner.variable} may be exchanged"
    return Nested(_head(low, high, inner.variable), _head(first, last, outer.variable), whole, granted)


def _head(low: str, high: str, variable: str) -> str:
    return rf"\int_{{{low}}}^{{{high}}}|d{variable}"


def _exchanged(outer: Range, inner: Range) -> tuple[tuple[str, str], tuple[str, str]] | None:
    """The ends of an integral over the inner letter, and within it of one over the outer letter."""
    if (inner.low, inner.high) == (outer.low, outer.variable):
        return (outer.low, outer.high), (inner.variable, outer.high)
    if (inner.low, inner.high) == (outer.variable, outer.high):
        return (outer.low, outer.high), (outer.low, inner.variable)
    if outer.variable in (*words(inner.low), *words(inner.high)):
        return None
    return (inner.low, inner.high), (outer.low, outer.high)
