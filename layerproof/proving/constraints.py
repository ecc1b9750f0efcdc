"""What a hypothesis asks of one expression: which signs it may have, at one place or at every value of an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from .sign_sets import SignSet


@dataclass(frozen=True)
class Constraint:
    """``expr > 0``, ``expr >= 0`` or ``expr != 0``; `origin` is the hypothesis it came from."""

    expr: sp.Expr
    signs: SignSet
    origin: str


@dataclass(frozen=True)
class Every:
    """A constraint that holds at every value of its `indices`, each in its own range."""

    indices: tuple[sp.Idx, ...]
    constraint: Constraint

    def at(self, values: Sequence[sp.Expr]) -> Constraint:
        """The constraint at some values of the indices."""
        expr = self.constraint.expr.xreplace(dict(zip(self.indices, values, strict=True)))
        return Constraint(expr, self.constraint.signs, self.constraint.origin)

    def about(self, entry: AppliedUndef, lies: Callable[[sp.Expr, sp.Idx], bool]) -> Constraint | None:
        """The constraint at the indices of an entry that it is about; None if it is about no such entry.

        `lies` says of a value whether it certainly lies in the range of an index.
        """
        for pattern in self.constraint.expr.atoms(AppliedUndef):
            if pattern.func != entry.func or len(pattern.args) != len(entry.args):
                continue
            values = dict(zip(pattern.args, entry.args, strict=True))
            if any(a != b for a, b in values.items() if a not in self.indices) or not set(self.indices) <= set(values):
                continue
            if all(lies(values[i], i) for i in self.indices):
                return self.at([values[i] for i in self.indices])
        return None


def within(value: sp.Expr, index: sp.Idx) -> bool:
    """Whether a value certainly lies in the range of an index: another index, or an integer."""
    lower, upper = (value.lower, value.upper) if isinstance(value, sp.Idx) else (value, value)
    if lower is None or not (isinstance(value, sp.Idx) or value.is_integer):
        return False
    return bool((lower - index.lower).is_nonnegative and (index.upper - upper).is_nonnegative)
