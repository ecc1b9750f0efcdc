"""Whether two expressions are written differently and mean the same: for what was printed and is read back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.core.symbol import Str

from ...language.matrices import MatrixFunction, Velocity
from ...language.printing.marks import AtTime, Mean, Remainder, Slope
from ...language.quantities import unfolded
from ..domain import Contradiction, Domain, IllPosed
from .function_letters import Letters
from .matrix_goals import same_words
from .outcome import Proved
from .prover import Prover
from .words import NotWords

_OUTER = (sp.Limit, sp.Integral, Remainder, Mean, AtTime, Slope, Velocity)


def agree(one: Any, other: Any, hypotheses: Iterable[Any] = ()) -> bool:
    """Whether two expressions are proved equal under the hypotheses, wherever both are defined.

    The names of bound indices do not count, nor the way in which products of sums are written out.
    """
    one, other = (renamed(unfolded(_as_printed(sp.sympify(expr)))) for expr in (one, other))
    one, other = _without_marks(one, other, tuple(hypotheses))
    if one == other:
        return True
    if one.is_Matrix != other.is_Matrix:  # a zero matrix prints as 0
        matrix, scalar = (one, other) if one.is_Matrix else (other, one)
        return bool(scalar == 0) and same_words(matrix, sp.ZeroMatrix(*matrix.shape))
    if one.has(sp.MatrixExpr) or other.has(sp.MatrixExpr):
        return _same_matrices(one, other)
    gap = one - other
    if sp.expand(gap) == 0:
        return True
    try:
        return isinstance(Prover(Domain.of((gap,), hypotheses)).prove_zero(gap), Proved)
    except (IllPosed, Contradiction):
        return False


def _same_matrices(one: Any, other: Any) -> bool:
    """Inverses and other functions are letters: that of a transpose is the transpose of the letter."""
    if not one.has(MatrixFunction) and not other.has(MatrixFunction):
        return same_words(one, other)
    try:
        letters = Letters.of((one, other), ())
        return same_words(letters.put(one), letters.put(other), letters.hypotheses)
    except NotWords:
        return False


def _without_marks(one: Any, other: Any, hypotheses: tuple[Any, ...]) -> tuple[Any, Any]:
    """Limits, integrals, derivatives and the like that agree part by part, replaced by the same symbol."""
    for kind in _OUTER:
        there = list(other.atoms(kind))
        for left in one.atoms(kind):
            right = next((r for r in there if _agree_in_parts(left, r, hypotheses)), None)
            if right is not None:
                there.remove(right)
                name = f"{kind.__name__}{len(there)}"
                stand_in = sp.MatrixSymbol(name, *left.shape) if left.is_Matrix else sp.Dummy(name, real=True)
                one, other = one.xreplace({left: stand_in}), other.xreplace({right: stand_in})
    return one, other


def _agree_in_parts(one: Any, other: Any, hypotheses: tuple[Any, ...]) -> bool:
    here, there = _flat(one), _flat(other)
    return len(here) == len(there) and all(
        a == b or (not a.is_Symbol and agree(a, b, hypotheses)) for a, b in zip(here, there, strict=True)
    )


def _flat(expr: Any) -> list[Any]:
    parts = [part for arg in expr.args for part in (arg.args if isinstance(arg, sp.Tuple) else (arg,))]
    return [part for part in parts if not isinstance(part, Str)]


def _as_printed(expr: Any) -> Any:
    """Derivatives as they print."""
    return expr.replace(lambda e: isinstance(e, sp.Derivative), lambda e: Slope(e.expr, *e.variables))


def renamed(expr: Any) -> Any:
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
