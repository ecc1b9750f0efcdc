"""A rate at any moment: trajectories are followed from a drawn time on, and not from 0.

``t > 1`` is a hypothesis about one moment, so that a state is drawn for a time after 1.  An equation that the time or
trajectories satisfy holds at one moment of a trajectory only: along it there is nothing to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from layerproof.language.along import trajectories_in
from layerproof.language.statements import Rate
from layerproof.language.symbols import ForAll

from .sampling import relations_of


def from_any(statement: Rate, hypotheses: Sequence[Any]) -> tuple[Rate, list[Any]]:
    """The same with the time counted from a letter of its own on, if anything mentions the time."""
    time, given = statement.flow.time, relations_of(hypotheses)
    parts = [*statement.expressions(), *(h.relation if isinstance(h, ForAll) else h for h in given)]
    if not any(_mentions(part, time) for part in parts if isinstance(part, sp.Basic)):
        return statement, given
    taken = {symbol.name for part in parts if isinstance(part, sp.Basic) for symbol in part.atoms(sp.Symbol)}
    name = f"{time.name}_0"
    while name in taken:
        name += "_"
    begun = sp.Symbol(name, real=True, nonnegative=True)

    def later(expr: Any) -> Any:
        if isinstance(expr, ForAll):
            return ForAll(expr.indices, later(expr.relation))
        if not isinstance(expr, sp.Basic):
            return expr
        held = {moving: sp.Dummy() for moving in trajectories_in(expr, time)}
        back = {dummy: moving for moving, dummy in held.items()}
        return expr.xreplace(held).xreplace({time: begun + time}).xreplace(back)

    moved: Any = statement.mapped(later)
    return moved, [later(h) for h in given]


def at_one_only(statement: Rate, hypotheses: Sequence[Any]) -> bool:
    """Whether a hypothesis is an equation about the time, which holds at single moments."""
    return any(isinstance(h, sp.Eq) and _mentions(h, statement.flow.time) for h in relations_of(hypotheses))


def _mentions(expr: sp.Basic, time: sp.Symbol) -> bool:
    """Whether the time itself is in an expression, beside the trajectories."""
    return bool(expr.xreplace({moving: sp.Dummy() for moving in trajectories_in(expr, time)}).has(time))
