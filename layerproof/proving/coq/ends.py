"""Ends of ranges of real numbers: whether each is a point of the range, and what it means to approach it.

This module is trusted: what it writes is what Coq proves.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from .gallina import Const, Gallina, Related, Var, app, related


@dataclass(frozen=True)
class End:
    """One end of a range.

    Attributes:
        value: where it is; it may be infinite.
        says: that in Coq; None if infinite.
        closed: whether the end is a point of the range.
        lower: whether it is the lower one.
    """

    value: sp.Expr
    says: Gallina | None
    closed: bool
    lower: bool

    @property
    def text(self) -> str:
        """It in print; empty if infinite."""
        return "" if self.says is None else str(self.says)

    @property
    def filter(self) -> Gallina:
        """Coquelicot's filter: what it means to approach the end."""
        if self.says is None:
            return app("Rbar_locally", Const("m_infty" if self.lower else "p_infty"))
        return app("at_point" if self.closed else "at_right" if self.lower else "at_left", self.says)

    def inside(self, name: str) -> Related | None:
        """That a variable is on the right side of it; None if that says nothing."""
        if self.says is None:
            return None
        sign = "<=" if self.closed else "<"
        return related(self.says, sign, Var(name)) if self.lower else related(Var(name), sign, self.says)

    def bound(self, name: str) -> str:
        """The same in print; empty if that says nothing."""
        said = self.inside(name)
        return said.whole if said else ""

    def relation(self, x: sp.Symbol) -> sp.Basic | None:
        """The same as a relation of SymPy."""
        if self.says is None:
            return None
        if self.lower and self.value == 0:  # a sign, which is written as SymPy writes it
            return (sp.Ge if self.closed else sp.Gt)(x, 0, evaluate=False)
        kind = sp.Le if self.closed else sp.Lt
        return kind(self.value, x, evaluate=False) if self.lower else kind(x, self.value, evaluate=False)


def may_hold_at(expr: sp.Expr | None, relation: str, x: sp.Symbol, end: sp.Expr) -> bool:
    """Whether that an expression is nonzero, positive or not negative may be so at an end.

    If it is not, the end is no point of the range, and an integral is a limit there.
    """
    if expr is None:
        return True
    there = expr.subs(x, end)
    return not (there.has(sp.zoo, sp.oo, sp.nan) or (there.is_zero and relation != "<="))


__all__ = ["End", "may_hold_at"]
