r"""What a function is said to be, at the points at which it stands in a line: ``f(x) = \frac12 x^\top A x - b^\top x``.

Where a paper states that of a plain letter x, it says it of every x: ``f(w_t)`` is that with w_t in the place of x, and
``\nabla f(w_t)`` its gradient there, worked out. A letter with an index, a star or a hat is one point, and says nothing
of others. A function of which two different things are said is left alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp

from ...language.matrices import ShapeMismatch, gradient
from ...language.reading import CannotRead
from ...language.vectors import as_number
from .facts_inside import deep, put_inside
from .prose import concerns
from .tokens import Unbalanced, argument, closing, in_words, joined, words
from .unit_values import linear
from .units import Unit

if TYPE_CHECKING:
    from .setting import Setting
    from .supports import Support

_MARKS = frozenset({"_", "^", "'", r"\hat", r"\bar", r"\tilde", r"\widehat", r"\widetilde", r"\star", "*", r"\dot"})


@dataclass(frozen=True)
class Definition:
    """What a function is: its name, its variable, its value there, and where that is said."""

    name: str
    variable: Any
    value: Any
    support: Support


def definitions(supports: Sequence[Support]) -> dict[str, Definition]:
    """The functions that are said to be something of a plain letter, each with that."""
    found: dict[str, Definition] = {}
    unclear: set[str] = set()
    for support in supports:
        made = _definition(support)
        if made is None:
            continue
        known = found.get(made.name)
        if known is not None and known.value.xreplace({known.variable: made.variable}) != made.value:
            unclear.add(made.name)
        found[made.name] = made
    return {name: made for name, made in found.items() if name not in unclear}


def _definition(support: Support) -> Definition | None:
    question = support.question
    name = str(getattr(question.left, "name", ""))
    functions = question.setting.names.functions
    latex = functions.names.get(name)
    if question.relation != "=" or latex is None or not isinstance(question.left, sp.Symbol):
        return None
    of = functions.values.get(latex, "")
    point = _inside(words(latex), in_words(of)) if of else None
    if point is None or _MARKS & set(words(point)) or any(token.isdigit() for token in words(point)):
        return None
    if concerns(support.singled_out, point):
        return None
    variable = question.setting.meanings.get(point)
    value = as_number(question.right)
    if not isinstance(variable, (sp.Symbol, sp.MatrixSymbol)) or getattr(value, "is_Matrix", False):
        return None
    values = {str(getattr(s, "name", "")) for s in deep(question.setting, value)}
    itself = any(functions.values.get(functions.names.get(v, "")) == of for v in values)
    if itself or variable not in deep(question.setting, value):
        return None
    return Definition(of, variable, value, support)


def instantiated(setting: Setting, expr: Any, known: dict[str, Definition]) -> tuple[Any, list[Definition]]:
    """An expression with the values and gradients of such functions worked out, and which of these were used.

    Raises:
        ValueError, NotImplementedError: if something cannot be worked out.
    """
    put: dict[Any, Any] = {}
    used: list[Definition] = []
    for letter in sorted(deep(setting, expr), key=str):
        found = _value_of(setting, letter, known)
        if found is not None:
            put[letter], made = found
            used.append(made)
    return (put_inside(setting, expr, put) if put else expr), used


def _value_of(setting: Setting, letter: Any, known: dict[str, Definition]) -> tuple[Any, Definition] | None:
    name = str(getattr(letter, "name", ""))
    functions, units = setting.names.functions, setting.units
    text = functions.names.get(name) or units.shown.get(name)
    if not text:
        return None
    tokens = words(units.as_written(text))
    for made in known.values():
        point, slope = _at(tokens, in_words(made.name), setting, made)
        if point is None:
            continue
        with contextlib.suppress(CannotRead, ShapeMismatch, TypeError, AttributeError):
            value = _gradient(setting, made.value, made.variable) if slope else made.value
            if getattr(point, "shape", None) != getattr(made.variable, "shape", None):
                return None
            there = put_inside(setting, value, {made.variable: point}, everywhere=True)
            if getattr(there, "shape", None) != getattr(letter, "shape", None):
                return None
            return there, made
    return None


def _at(tokens: list[str], name: tuple[str, ...], setting: Setting, made: Definition) -> tuple[Any, bool]:
    """The point at which a function, or its gradient, stands; None if it is something else."""
    slope = tokens[:1] == [r"\nabla"]
    if slope:
        tokens = tokens[1:]
        if tokens[:1] == ["_"]:
            by, after = argument(tokens, 1)
            tokens = tokens[after:]
            if setting.meanings.get(joined(by)) != made.variable:
                return None, True
        if tokens[:1] == ["^"]:
            return None, True
    if tokens[:1] == [r"\frac"]:
        over, middle = argument(tokens, 1)
        under, end = argument(tokens, middle)
        same = over[1 : 1 + len(name)] == list(name) and setting.meanings.get(joined(under[1:])) == made.variable
        if end != len(tokens) or not same or over[:1] != [r"\partial"]:
            return None, True
        rest = over[1 + len(name) :]
        if rest and _inside([*name, *rest], name) is None:
            return None, True
        return (made.variable if not rest else _read(setting, _inside([*name, *rest], name))), True
    point = _inside(tokens, name)
    return (None if point is None else _read(setting, point)), slope


def _read(setting: Setting, point: str | None) -> Any:
    try:
        return setting.read(point or "")
    except CannotRead:
        return None


def _inside(tokens: Sequence[str], name: tuple[str, ...]) -> str | None:
    """The point of ``f(x)``; None if it is something else."""
    size = len(name)
    if tuple(tokens[:size]) != name or list(tokens[size : size + 1]) not in (["("], ["["]):
        return None
    try:
        end = closing(list(tokens), size)
    except Unbalanced:
        return None
    return joined(tokens[size + 1 : end]) if end == len(tokens) - 1 else None


def _gradient(setting: Setting, value: Any, variable: Any) -> Any:
    """The gradient of a number by a vector or a matrix, below sums term by term."""
    if not isinstance(variable, sp.MatrixSymbol):
        raise NotImplementedError("of a number")
    value = as_number(value)
    parts = {t: sp.Dummy(real=True) for t in sorted(value.atoms(sp.Trace), key=str) if t.has(variable)}
    sums = [s for s in value.free_symbols if variable in deep(setting, s) and s != variable]
    outer = value.xreplace(parts)
    if outer.has(variable):
        raise NotImplementedError("of what is no function of traces")
    back = {dummy: part for part, dummy in parts.items()}
    terms = [(outer.diff(dummy).xreplace(back), gradient(part, variable)) for part, dummy in parts.items()]
    for letter in sums:
        kind, head, body = setting.units.bodies[str(letter.name)]
        smooth = not body.atoms(sp.Function) and kind == "mean"
        if kind != "sum" and not smooth:
            raise NotImplementedError("below an integral")
        inner = sp.sympify(_gradient(setting, body, variable)).doit()
        made = linear(setting, Unit(kind, head, (), tuple(words(head))), inner)
        terms.append((outer.diff(letter).xreplace(back), made))
    found = [sp.MatMul(number, slope).doit() for number, slope in terms if number != 0]
    return sp.MatAdd(*found).doit() if len(found) > 1 else found[0] if found else sp.ZeroMatrix(*variable.shape)
