"""Whether two expressions are written differently and mean the same: for what was printed and is read back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from ..domain import Domain
from .outcome import Proved
from .prover import Prover
from .words import same_words


def agree(one: Any, other: Any, hypotheses: Iterable[Any] = ()) -> bool:
    """Whether two expressions are proved equal under the hypotheses, wherever both are defined.

    The names of bound indices do not count, nor the way in which products of sums are written out.
    """
    one, other = (_renamed(sp.sympify(expr)) for expr in (one, other))
    if one == other:
        return True
    if one.is_Matrix != other.is_Matrix:  # a zero matrix prints as 0
        matrix, scalar = (one, other) if one.is_Matrix else (other, one)
        return bool(scalar == 0) and same_words(matrix, sp.ZeroMatrix(*matrix.shape))
    if one.has(sp.MatrixExpr) or other.has(sp.MatrixExpr):
        return same_words(one, other)
    gap = one - other
    if sp.expand(gap) == 0:
        return True
    return isinstance(Prover(Domain.of((gap,), hypotheses)).prove_zero(gap), Proved)


def _renamed(expr: Any) -> Any:
    """The expression with bound indices named after how many sums stand inside theirs."""
    return _with_height(expr)[0]


def _with_height(expr: Any) -> tuple[Any, int]:
    if not expr.args or not expr.has(sp.Sum, sp.Product):
        return expr, 0
    parts = [_with_height(part) for part in expr.args]
    height = max(h for _, h in parts)
    if not isinstance(expr, (sp.Sum, sp.Product)):
        return expr.func(*(part for part, _ in parts)), height
    body, limits = parts[0][0], [tuple(limit) for limit in expr.limits]
    names = {}
    for variable, lower, upper in limits:
        height += 1
        names[variable] = sp.Idx(sp.Symbol(f"i{height}", integer=True), (lower, upper))
    return expr.func(body.xreplace(names), *((names[v], lower, upper) for v, lower, upper in limits)), height
