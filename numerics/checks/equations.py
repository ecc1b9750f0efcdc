"""What an equation says of one symbol in it, so that draws satisfy it: the value, or the values, that it gives.

An equation between sums of many entries is long, and longer multiplied out: of such a one it is read, as it is written,
in which symbols it is of first degree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy as sp

from layerproof.language.written import Written

LONG = 150
"""Operations beyond which an equation is neither multiplied out nor solved."""
_MANY_TO_ONE = (
    *(sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.floor, sp.ceiling, sp.frac, sp.sign, sp.Heaviside),
    *(sp.Max, sp.Min, sp.Piecewise, sp.KroneckerDelta, sp.Mod),
)
"""Functions of which an equation has more solutions than SymPy lists."""


def candidates(
    left: sp.Expr, right: sp.Expr, solvable: Iterable[sp.Symbol]
) -> Iterator[tuple[sp.Symbol, tuple[sp.Expr, ...]]]:
    """Symbols that the equation could define, the most explicit first, each with the branches of its value.

    Only for those in `solvable` is an equation solved that is not linear: that takes long.
    """
    for one, other in ((left, right), (right, left)):
        if isinstance(one, sp.Symbol):
            yield one, (other,)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, sp.Abs) and isinstance(one.args[0], sp.Symbol):
            yield one.args[0], (other, -other)
        if isinstance(one, sp.Pow) and one.exp == 2 and isinstance(one.base, sp.Symbol):
            yield one.base, (sp.sqrt(other), -sp.sqrt(other))
    difference = left - right
    for symbol, slope, rest in first_degree(difference):
        yield symbol, (-rest / slope,)
    if is_long(difference):
        for symbol in sorted(solvable, key=str):
            if (found := _as_written(difference, symbol, symbol**2)) is not None and found[0] != 0:
                yield symbol, (sp.sqrt(-found[1] / found[0]), -sp.sqrt(-found[1] / found[0]))
        return
    for symbol in sorted(solvable, key=str):
        many = difference.atoms(*_MANY_TO_ONE, Written)
        if any(node.has(symbol) for node in many) or _has_signs(difference, symbol):
            continue  # what is found are some of the solutions
        try:
            solutions = [s for s in sp.solve(difference, symbol) if isinstance(s, sp.Expr)]
        except (NotImplementedError, ValueError, TypeError, AttributeError):
            continue
        if solutions:
            yield symbol, tuple(solutions)


def first_degree(expr: sp.Expr, key: Callable[[sp.Symbol], Any] = str) -> Iterator[tuple[sp.Symbol, sp.Expr, sp.Expr]]:
    """The symbols in which an expression is of first degree, with the slope and the rest.

    >>> x, y = sp.symbols("x y")
    >>> list(first_degree(x * (y**2 + 1) - y**2))
    [(x, y**2 + 1, -y**2)]
    """
    symbols = sorted(expr.free_symbols, key=key)
    written = expr if is_long(expr) else sp.expand(expr)
    for symbol in symbols:
        found = _as_written(written, symbol)
        if found is not None and found[0] != 0:
            yield symbol, *found


def is_long(expr: sp.Expr) -> bool:
    """Whether an expression is too long to be multiplied out."""
    return bool(expr.count_ops() > LONG)


def is_product(relation: Any) -> bool:
    """Whether an equation says that one of several factors vanishes."""
    if not isinstance(relation, sp.Eq):
        return False
    gap = relation.lhs - relation.rhs
    factors = sp.Mul.make_args(gap if is_long(gap) else sp.factor(gap))
    return sum(bool(sp.fraction(factor)[0].free_symbols) for factor in factors) > 1


def _as_written(expr: sp.Expr, symbol: sp.Symbol, power: sp.Expr | None = None) -> tuple[sp.Expr, sp.Expr] | None:
    """Slope and rest of what is of first degree in a symbol, or a power of it, as it stands; None if it is not."""
    power = symbol if power is None else power
    if not expr.has(symbol):
        return sp.S.Zero, expr
    if expr == power:
        return sp.S.One, sp.S.Zero
    if isinstance(expr, sp.Add):
        parts = [_as_written(term, symbol, power) for term in expr.args]
        known = [part for part in parts if part is not None]
        return (sp.Add(*(s for s, _ in known)), sp.Add(*(r for _, r in known))) if len(known) == len(parts) else None
    if not isinstance(expr, sp.Mul):
        return None
    constant, moving = expr.as_independent(symbol)
    found = None if moving == expr else _as_written(moving, symbol, power)
    if found is None:
        return None
    return constant * found[0], constant * found[1]


def _has_signs(expr: sp.Expr, symbol: sp.Symbol) -> bool:
    """Whether a power such as ``(-1)**n`` has the symbol in its exponent."""
    return any(node.exp.has(symbol) and not node.base.is_positive for node in expr.atoms(sp.Pow) if node.base != sp.E)
