"""Expressions as plain text, with trajectories and families printed as the field prints them.

``a(t)`` prints as ``a``, the entry ``a(i, t)`` of a family as ``a_i``: the time is understood.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.printing.str import StrPrinter

from ..nesting import turned
from .order import ordered_terms


def shown_arguments(expr: Any) -> list[Any]:
    """The arguments that are shown: all but a time, a symbol that may be 0 and is not negative."""
    return [x for x in expr.args if isinstance(x, sp.Idx) or not _is_time(x)]


def _is_time(x: Any) -> bool:
    return bool(isinstance(x, sp.Symbol) and x.is_nonnegative and not x.is_positive and not x.is_integer)


class _Text(StrPrinter):  # type: ignore[misc]
    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return ordered_terms(expr, order)

    def _print_AppliedUndef(self, expr: Any) -> str:
        shown = ",".join(self._print(x) for x in shown_arguments(expr))
        name = expr.func.__name__
        return f"{name}[{shown}]" if shown else name

    _print_Function_undefined = _print_AppliedUndef

    def _print_Function(self, expr: Any) -> str:
        if isinstance(expr, sp.core.function.AppliedUndef):
            return self._print_AppliedUndef(expr)
        return str(super()._print_Function(expr))

    def _print_Idx(self, expr: Any) -> str:
        return str(expr.label.name if isinstance(expr.label, sp.Symbol) else expr.label)

    def _print_Sum(self, expr: Any) -> str:
        ranges: dict[str, list[str]] = {}
        for index, lower, upper in turned(expr.limits):
            ranges.setdefault(f"{self._print(lower)}..{self._print(upper)}", []).append(self._print(index))
        bound = ", ".join(f"{','.join(indices)}={extent}" for extent, indices in ranges.items())
        return f"sum_{{{bound}}}({self._print(expr.function)})"

    def _print_Integral(self, expr: Any) -> str:
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
            return str(super()._print_Integral(expr))
        x, lower, upper = map(self._print, expr.limits[0])
        return f"int_{{{x}={lower}..{upper}}}({self._print(expr.function)} d{x})"

    def _print_Equality(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} = {self._print(expr.rhs)}"

    def _print_Unequality(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} != {self._print(expr.rhs)}"

    def _print_Relational(self, expr: Any) -> str:
        if isinstance(expr, sp.Eq):
            return self._print_Equality(expr)
        if isinstance(expr, sp.Ne):
            return self._print_Unequality(expr)
        return str(super()._print_Relational(expr))

    def _print_Derivative(self, expr: Any) -> str:
        order = len(expr.variables)
        by = "".join(f"d{self._print(v)}" for v in expr.variables)
        by = f"d{self._print(expr.variables[0])}^{order}" if order > 1 and len(set(expr.variables)) == 1 else by
        return f"d{f'^{order}' if order > 1 else ''}/{by} {self.parenthesize(expr.expr, 1000)}"


def text(expr: Any) -> str:
    """One line of plain text."""
    return str(_Text({"order": None}).doprint(expr)) if isinstance(expr, sp.Basic) else str(expr)
