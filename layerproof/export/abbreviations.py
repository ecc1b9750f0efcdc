"""Names for what a wide display repeats: a root, an exponential."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from layerproof.derivations.kernel.printing import latex
from layerproof.derivations.kernel.statements.base import Row

from .display import WIDTH, width

_ROOTS = ("R", "Q", "H", "K", "U")
_EXPONENTIALS = ("E", "F", "G")
_LONG = 9.0


def abbreviated(rows: Sequence[Row]) -> tuple[list[Row], list[tuple[sp.Symbol, Any]]]:
    """The rows with names for repeated roots and exponentials, if one is too wide for a line; and what they stand for.

    Putting the expressions back for their names gives the rows again.
    """
    found: list[tuple[sp.Symbol, Any]] = []
    shown = list(rows)
    if all(width(row.latex()) <= WIDTH for row in shown):
        return shown, found
    for kind, names in ((_is_root, _ROOTS), (_is_exponential, _EXPONENTIALS)):
        for name in names:
            expr = _most_repeated(shown, kind)
            if expr is None or name in _names(shown):
                continue
            symbol = sp.Symbol(name, positive=True)
            shown = [_put(row, expr, symbol) for row in shown]
            found = [(n, e.xreplace({expr: symbol})) for n, e in found]
            found.append((symbol, expr))
    return shown, found


def _is_root(expr: Any) -> bool:
    return bool(expr.is_Pow and expr.exp.is_Rational and not expr.exp.is_Integer and expr.base.is_Add)


def _is_exponential(expr: Any) -> bool:
    return isinstance(expr, sp.exp)


def _most_repeated(rows: Sequence[Row], kind: Any) -> Any:
    """The widest expression of a kind that stands in the rows at least twice; None if there is none worth a name."""
    count: Counter[Any] = Counter()
    for row in rows:
        for side in (row.left, row.right):
            if isinstance(side, sp.Basic) and not side.has(sp.Sum, sp.Product, sp.Integral, sp.Limit):
                count.update(part for part in sp.preorder_traversal(side) if kind(part))
    worth = [expr for expr, times in count.items() if times > 1 and width(latex(expr)) >= _LONG]
    return max(worth, key=lambda expr: (width(latex(expr)), sp.default_sort_key(expr)), default=None)


def _names(rows: Sequence[Row]) -> set[str]:
    sides = [side for row in rows for side in (row.left, row.right) if isinstance(side, sp.Basic)]
    functions = {str(f.func) for side in sides for f in side.atoms(sp.Function)}
    return {s.name for side in sides for s in side.atoms(sp.Symbol)} | functions


def _put(row: Row, expr: Any, symbol: sp.Symbol) -> Row:
    powers = {expr: symbol}
    if expr.is_Pow:
        powers |= {1 / expr: 1 / symbol, expr.base**-expr.exp: 1 / symbol}

    def put(side: Any) -> Any:
        return side.xreplace(powers) if isinstance(side, sp.Basic) else side

    return replace(row, left=put(row.left), right=put(row.right))
