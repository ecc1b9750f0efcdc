r"""What a letter is, put in its place below means, sums and integrals too: ``\sum_i (y_i - w^\top x_i)^2``.

A part of a formula that stands for one value hides its letters. Where ``y_i = w^\top x_i`` is stated for every i, or
``u = v``, what is inside is written with that, and the part is taken apart again. What is bound by a mean or an
integral, ``\mathbb{E}_x``, is not what the same letter stands for outside, so nothing that is stated of it is put in.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import ShapeMismatch
from ....language.reading import CannotRead
from ..files.tokens import words
from ..notation.functions import bound
from ..notation.unit import Unit
from .made_of import made_of
from .of_one_number import Value, elsewhere, of_several, value_at
from .unit_values import by_entries, linear

if TYPE_CHECKING:
    from ..letters.setting import Setting

DEEPEST = 3
_UPRIGHT = frozenset({"E", "sum", "int", "mathbb", "mathcal", "mathrm", "operatorname", "in", "sim", "limits"})


def put_inside(
    setting: Setting, expr: Any, put: Mapping[Any, Any], *, everywhere: bool = False, depth: int = DEEPEST
) -> Any:
    """An expression with letters replaced, below its means, sums and integrals as well.

    Args:
        setting: in which it was read.
        expr: an expression.
        put: letters, and what each is; none of these holds another.
        everywhere: whether all of them must be replaced wherever they stand.
        depth: how deep parts are looked into.

    Raises:
        ValueError: if the sizes of what is put together do not fit, or one that must be replaced cannot be.
    """
    remade: dict[Any, Any] = {}
    for letter in sorted(_symbols(setting, expr), key=str) if depth else ():
        value = value_at(setting, letter) or of_several(setting, letter)
        if value is not None and put.keys() & (deep(setting, value.at) | value.named):
            there = None if put.keys() & value.named else _elsewhere(setting, value, put)
            if there is not None:
                remade[letter] = there
            elif everywhere:
                raise ValueError("what a function is taken at cannot be put in")
            continue
        factors = setting.units.odots.get(str(getattr(letter, "name", "")), ())
        there = [put_inside(setting, f, put, everywhere=everywhere, depth=depth - 1) for f in factors]
        if there != list(factors):
            remade[letter] = functools.reduce(functools.partial(by_entries, setting), there)
            continue
        found = setting.units.bodies.get(str(getattr(letter, "name", "")))
        if found is None:
            continue
        kind, head, body = found
        kept = _captured if kind == "sum" else _bound
        free = {k: v for k, v in put.items() if not kept(setting, head, k, v)}
        if everywhere and (depth == 1 or any(k in deep(setting, body) for k in put.keys() - free.keys())):
            raise ValueError("what is bound there cannot be put in")
        changed = put_inside(setting, body, free, everywhere=everywhere, depth=depth - 1)
        if changed != body:
            try:
                remade[letter] = linear(setting, Unit(kind, head, (), tuple(words(head))), changed)
            except ShapeMismatch as problem:
                raise ValueError(str(problem)) from None
    return expr.xreplace({**{k: v for k, v in put.items() if k not in remade}, **remade})


def _elsewhere(setting: Setting, value: Value, put: Mapping[Any, Any]) -> Any:
    """A value of a function with letters replaced where it is taken; None if one of these has no name."""
    names = {written(setting, k): written(setting, v) for k, v in put.items() if k in deep(setting, value.at)}
    with contextlib.suppress(CannotRead):
        if all(names) and all(names.values()):
            return elsewhere(setting, value, names)
    return None


def runs_over(setting: Setting, expr: Any, letter: Any) -> bool:
    """Whether a letter has an index over which a sum in an expression runs."""
    for one in _symbols(setting, expr):
        found = setting.units.bodies.get(str(getattr(one, "name", "")))
        if found is None:
            continue
        kind, head, body = found
        if kind == "sum" and letter in deep(setting, body) and runs_below(setting, head, letter):
            return True
        if runs_over(setting, body, letter):
            return True
    return False


def runs_below(setting: Setting, head: str, letter: Any) -> bool:
    """Whether a letter has the index that runs below a sum."""
    return bool(bound(words(head)) & set(words(as_written(setting, letter))))


def written(setting: Setting, letter: Any) -> str:
    """How a letter is written; empty if it has no name of its own."""
    shown = next((latex for latex, meaning in setting.meanings.items() if meaning == letter), "")
    return shown or setting.units.shown.get(str(getattr(letter, "name", "")), "")


def as_written(setting: Setting, letter: Any) -> str:
    """The same, with what stands for a part of a formula written out."""
    return setting.units.as_written(written(setting, letter))


def _below(head: str) -> set[str]:
    return {token for token in words(head) if len(token) == 1 and token.isalpha()}


def _captured(setting: Setting, head: str, letter: Any, value: Any) -> bool:
    """Whether one of a letter and of what it is has the index that runs, and the other has not.

    An index of what it is would be taken for the one that runs; and ``x^{(i)} = x`` is said of one i and not of all.
    """
    runs = _below(head)
    inside = {token for one in deep(setting, value) for token in words(as_written(setting, one))}
    inside |= {str(index.label) for index in value.atoms(sp.Idx)}
    return bool(inside) and bool(runs & inside) != bool(runs & set(words(as_written(setting, letter))))


def _bound(setting: Setting, head: str, letter: Any, value: Any) -> bool:
    """Whether a mean or an integral may bind a letter, or one of what it is: one in its index, or its condition."""
    tokens = {t.strip("\\") for t in words(head) if t.strip("\\").isalpha()} - _UPRIGHT
    if not tokens:
        return False
    for one in {letter, *_symbols(setting, value)}:
        name = written(setting, one)
        if not name or {t.strip("\\") for t in words(name)} & tokens:
            return True
    return False


def deep(setting: Setting, expr: Any) -> set[Any]:
    """The letters of an expression, of what its means and sums are of, and of what functions are taken at, all down."""
    found: set[Any] = set()
    waiting = [expr]
    while waiting:
        for letter in _symbols(setting, waiting.pop()) - found:
            found.add(letter)
            name = str(getattr(letter, "name", ""))
            if (body := setting.units.bodies.get(name)) is not None:
                waiting.append(body[2])
            elif (value := value_at(setting, letter) or of_several(setting, letter)) is not None:
                waiting += [value.at, *value.named]
            waiting += made_of(setting.units, name)
    return found


def moves(setting: Setting, expr: Any) -> bool:
    """Whether an expression is a number that moves in time, ``a(t)``, and no more than that."""
    return isinstance(expr, AppliedUndef) and expr.args == (setting.time,)


def _symbols(setting: Setting, expr: Any) -> set[Any]:
    """The letters of an expression, and the numbers in it that move."""
    found = {s for s in getattr(expr, "free_symbols", set()) if not isinstance(s, sp.Idx)}
    if setting.time not in found:
        return found
    return found | {one for one in expr.atoms(AppliedUndef) if moves(setting, one)}
