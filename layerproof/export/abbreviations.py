"""Names for what a wide display repeats: a root, an exponential, and where that is not enough, anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from layerproof.language.printing import latex
from layerproof.language.printing.marks import AtTime, Mean, Remainder, Slope
from layerproof.language.printing.notation import name_in_latex
from layerproof.language.statements.base import Row
from layerproof.proving.exact.agreement import renamed

from .display import WIDTH, shrunk, width

_ROOTS = ("R", "Q", "H", "K", "U")
_EXPONENTIALS = ("E", "F", "G")
_OTHERS = ("N", "M", "V", "Y", "J", "P", "G", "A", "B", "C", "D")
_LONG = 9.0
_BINDING = (sp.Sum, sp.Product, sp.Integral)


def abbreviated(rows: Sequence[Row]) -> tuple[list[Row], list[tuple[sp.Symbol, Any]]]:
    """The rows with names for what they repeat, if one is too wide for a line; and what the names stand for.

    Putting the expressions back for their names gives the rows again.
    """
    found: list[tuple[sp.Symbol, Any]] = []
    shown = list(rows)
    if all(width(row.latex()) <= WIDTH for row in shown) or any(_is_about_matrices(row) for row in shown):
        return shown, found
    for kind, names in ((_is_root, _ROOTS), (_is_exponential, _EXPONENTIALS)):
        for name in names:
            expr = _most_repeated(shown, kind)
            if expr is not None and name not in _names(shown):
                shown, found = _named(shown, found, sp.Symbol(name, positive=True), expr)
    for name in _OTHERS:
        if not any(map(shrunk, shown)):
            break
        expr = _most_repeated(shown, _is_composed)
        expr = _most_repeated(shown, _is_composed, within=True) if expr is None else expr
        if expr is not None and name not in _names(shown) and name_in_latex(name) == name:
            shown, found = _named(shown, found, sp.Symbol(name, real=True), expr)
    return shown, found


def _named(
    rows: Sequence[Row], found: Sequence[tuple[sp.Symbol, Any]], symbol: sp.Symbol, expr: Any
) -> tuple[list[Row], list[tuple[sp.Symbol, Any]]]:
    """The rows, and the names there were, with the symbol for the expression."""
    same = {part for row in rows for side in _sides(row) for part in _parts(side, _is_any) if _key(part) == _key(expr)}
    powers = {part: symbol for part in (*same, expr)}
    if expr.is_Pow:
        powers |= {1 / expr: 1 / symbol, expr.base**-expr.exp: 1 / symbol}
    known = [(name, meaning.xreplace(powers)) for name, meaning in found]
    return [_put(row, powers) for row in rows], [*known, (symbol, expr)]


def _sides(row: Row) -> list[Any]:
    return [side for side in (row.left, row.right) if isinstance(side, sp.Basic)]


def _key(expr: Any) -> Any:
    """The same for expressions that differ in the names of bound indices."""
    return renamed(expr) if expr.has(sp.Sum, sp.Product) else expr


def _is_about_matrices(row: Row) -> bool:
    return any(side.has(sp.MatrixExpr) for side in _sides(row))


def _is_root(expr: Any) -> bool:
    return bool(expr.is_Pow and expr.exp.is_Rational and not expr.exp.is_Integer and expr.base.is_Add)


def _is_exponential(expr: Any) -> bool:
    return isinstance(expr, sp.exp)


def _is_composed(expr: Any) -> bool:
    return isinstance(expr, (sp.Add, sp.Mul, sp.Sum)) or bool(expr.is_Pow and not expr.exp.is_negative)


def _is_any(expr: Any) -> bool:
    return bool(expr.args)


def _most_repeated(rows: Sequence[Row], kind: Callable[[Any], bool], within: bool = False) -> Any:
    """The widest expression of a kind that stands in the rows at least twice; None if there is none worth a name.

    With `within`, once is enough for what stands under a root or below a fraction.
    """
    count: Counter[Any] = Counter()
    first: dict[Any, Any] = {}
    bound = set()
    for side in (side for row in rows for side in _sides(row)):
        for part in _parts(side, kind) if not within else _parts_within(side, kind):
            part = part.base**-part.exp if part.is_Pow and part.exp.is_negative else part
            count[_key(part)] += 1
            first.setdefault(_key(part), part)
        bound |= {limit[0] for part in side.atoms(*_BINDING) for limit in part.limits}
    worth = [
        expr
        for key, expr in first.items()
        if count[key] > (not within) and not expr.free_symbols & bound and width(latex(expr)) >= _LONG
    ]
    return max(worth, key=lambda expr: (width(latex(expr)), sp.default_sort_key(expr)), default=None)


def _parts(side: Any, kind: Callable[[Any], bool]) -> list[Any]:
    """The parts of a side that may have a name: not what a derivative or a mean is taken of."""
    if isinstance(side, (Slope, sp.Derivative, AtTime, Mean, Remainder)):
        return []
    return [side] * bool(kind(side)) + [part for arg in side.args for part in _parts(arg, kind)]


def _parts_within(side: Any, kind: Callable[[Any], bool]) -> list[Any]:
    roots = [
        part
        for part in _parts(side, lambda part: bool(part.is_Pow))
        if part.exp.is_Rational and (part.exp < 0 or part.exp.q > 1)
    ]
    return [part for root in roots for part in _parts(root.base, kind)]


def _names(rows: Sequence[Row]) -> set[str]:
    sides = [side for row in rows for side in _sides(row)]
    functions = {str(f.func) for side in sides for f in side.atoms(sp.Function)}
    return {s.name for side in sides for s in side.atoms(sp.Symbol)} | functions


def _put(row: Row, powers: dict[Any, Any]) -> Row:
    def put(side: Any) -> Any:
        return side.xreplace(powers) if isinstance(side, sp.Basic) else side

    return replace(row, left=put(row.left), right=put(row.right))
