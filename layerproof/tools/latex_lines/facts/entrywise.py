r"""Equations of vectors read entry by entry: ``\dot\beta = 2 u \odot \dot u`` is ``\dot\beta_i = 2 u_i \dot u_i``.

An equation is, if it is made of vectors of one size alone, of their sums, their products by entries, numbers before
them, and their rates. What is given in such terms is given of every entry; what is not is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import Velocity
from ....language.printing.marks import Slope
from ....language.reading import Partial
from ..values.moving import is_still, sizes_of
from .rates_said import stands_still

if TYPE_CHECKING:
    from ..judging.lines import Question
    from ..letters.setting import Setting
    from .supports import Support

NOTE = "entry by entry"
MOST_FACTS = 12


class _NotByEntries(Exception):
    """Something in an expression is no vector, or holds more than entries at one place."""


def entry_by_entry(question: Question, supports: Sequence[Support]) -> tuple[Question, tuple[Support, ...]] | None:
    """The question about one entry of its vectors, and what it uses of what is stated; None if it is no such question.

    Args:
        question: of a line, an equation.
        supports: what is stated before it; the last that is said of a letter counts.
    """
    setting = question.setting
    if question.relation != "=" or not getattr(question.left, "is_Matrix", False) or setting.flow is not None:
        return None
    try:
        left, right = _entry(question.left, setting), _entry(question.right, setting)
        written = [
            tuple(_part(part, setting) for part in some) for some in (question.left_written, question.right_written)
        ]
    except _NotByEntries:
        return None
    facts: list[tuple[Any, str, Any]] = []
    used: list[Support] = []
    for support in reversed(supports):
        fact = support.question
        if fact.relation != "=" or len(used) == MOST_FACTS or not getattr(fact.left, "is_Matrix", False):
            continue
        try:
            made = _entry(fact.left, setting), "=", _entry(fact.right, setting)
        except _NotByEntries:
            continue
        facts.append(made)
        still = stands_still(fact.right, setting, [one.question for one in supports])
        if isinstance(made[0], AppliedUndef) and setting.time is not None and still:  # said of every time
            facts.append((Slope(made[0], setting.time), "=", Slope(made[2], setting.time)))
        used.insert(0, support)
    asked = replace(question, left=left, right=right, left_written=written[0], right_written=written[1])
    return replace(asked, facts=tuple(facts), wider=(), back=None, put=()), tuple(used)


def _part(part: Partial, setting: Setting) -> Partial:
    """A part as written, which need not have a value, about one entry."""
    if getattr(part.expr, "is_Matrix", False):
        return replace(part, expr=_entry(part.expr, setting))
    if part.expr.has(sp.MatrixSymbol):
        raise _NotByEntries
    return part


def _entry(expr: Any, setting: Setting) -> Any:
    """The entry of a vector."""
    units = setting.units
    if isinstance(expr, sp.MatrixSymbol):
        name = str(expr.name)
        if name in units.odots:
            return sp.Mul(*(_entry(part, setting) for part in units.odots[name]))
        if expr.shape[1] != 1 or (name in units.shown and not units.shown[name].startswith(r"\nabla")):
            raise _NotByEntries
        if setting.time is None or is_still(expr, setting):
            return sp.Symbol(f"{name}_i", real=True)
        return sp.Function(f"{name}_i", real=True)(setting.time)
    if isinstance(expr, Velocity) and setting.time is not None:
        if not all(_stands_still(number, setting) for number in _numbers(expr)):
            raise _NotByEntries
        return Slope(_entry(expr.args[0], setting), setting.time)
    if isinstance(expr, Velocity) and str(getattr(expr.args[0], "name", "")) not in units.odots:
        return sp.Symbol(f"rate~of~{_entry(expr.args[0], setting)}", real=True)  # where nothing is derived by time
    if isinstance(expr, sp.MatAdd):
        return sp.Add(*(_entry(term, setting) for term in expr.args))
    if isinstance(expr, sp.MatMul):
        return _term(expr, setting)
    if expr == 0 or (isinstance(expr, sp.ZeroMatrix) and expr.shape[1] == 1):
        return sp.S.Zero
    if isinstance(expr, sp.matrices.expressions.special.OneMatrix) and expr.shape[1] == 1:
        return sp.S.One
    raise _NotByEntries


def _numbers(expr: Any) -> set[Any]:
    """The letters of numbers in an expression: not those of its vectors."""
    vectors = expr.atoms(sp.MatrixSymbol)
    found: set[Any] = expr.free_symbols - vectors - sizes_of(vectors)
    return found


def _stands_still(number: Any, setting: Setting) -> bool:
    """Whether a letter is declared as a number that does not move: the value of a function may."""
    return setting.printed(str(getattr(number, "name", ""))) in setting.names.numbers


def _term(expr: Any, setting: Setting) -> Any:
    """The entry of a product of numbers, diagonal matrices and one vector."""
    numbers = [factor for factor in expr.args if not getattr(factor, "is_Matrix", False)]
    *matrices, vector = [factor for factor in expr.args if getattr(factor, "is_Matrix", False)]
    if any(number.has(sp.MatrixSymbol) for number in numbers):
        raise _NotByEntries
    on_diagonals = []
    for matrix in matrices:
        _, diagonal = setting.units.diagonals.get(str(getattr(matrix, "name", "")), (None, None))
        if diagonal is None:
            raise _NotByEntries
        on_diagonals.append(_entry(diagonal, setting))
    return sp.Mul(*numbers, *on_diagonals, _entry(vector, setting))
