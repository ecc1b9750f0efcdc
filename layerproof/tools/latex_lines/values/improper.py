r"""Integrals without end by their values: ``\int_n^\infty x^{-(1+\alpha)} dx = n^{-\alpha} / \alpha``.

The value is found by SymPy, without a condition, of sums and products of powers, exponentials and logarithms that are
seen to be continuous from the lower end on, which must be positive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

if TYPE_CHECKING:
    from ....language.reading import Partial
    from ..judging.questions import Question

_MADE_OF = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log, sp.Symbol, sp.Number, sp.NumberSymbol)
_NO_VALUES = (sp.oo, -sp.oo, sp.zoo, sp.nan, sp.Integral, sp.Piecewise, sp.Limit)


def with_values_of_improper(question: Question) -> Question | None:
    """The question with such integrals by their values; None if there is none, or one has no value that is seen."""
    sides = [sp.sympify(side) for side in (question.left, question.right)]
    found = {one for side in sides for one in side.atoms(sp.Integral) if sp.oo in one.limits[0]}
    values = {one: value for one in found if (value := _value(one)) is not None}
    if not values or len(values) < len(found):
        return None
    ends = {tuple(one.limits[0][1:]) for one in values}
    return replace(
        question, left=sides[0].xreplace(values), right=sides[1].xreplace(values),
        left_written=_others(question.left_written, ends), right_written=_others(question.right_written, ends),
    )  # fmt: skip


def _value(integral: Any) -> Any | None:
    if len(integral.limits) != 1 or len(integral.limits[0]) != 3:
        return None
    letter, low, high = integral.limits[0]
    if high is not sp.oo or not low.is_positive or low.has(letter):
        return None
    where, start = sp.Dummy("x", positive=True), sp.Dummy("a", positive=True)
    body = integral.function.xreplace({letter: where})
    if not all(isinstance(part, _MADE_OF) for part in sp.preorder_traversal(body)):
        return None
    inside = [p.base for p in body.atoms(sp.Pow) if p.has(where)] + [p.args[0] for p in body.atoms(sp.log)]
    if not all(part.is_positive for part in inside):
        return None
    value = sp.integrate(body, (where, start, sp.oo))
    return None if value.has(*_NO_VALUES) else sp.powsimp(value).xreplace({start: low})


def _others(written: Iterable[Partial], ends: set[tuple[Any, ...]]) -> tuple[Partial, ...]:
    """What else of a side need not have a value: what stands in these integrals has one there."""
    return tuple(
        one for one in written
        if not any(binder.kind == "integral" and tuple(binder.ends or ()) in ends for binder in one.binders)
    )  # fmt: skip
