"""Small matrices in the place of letters: points at which a relation of traces and norms is seen to fail.

A line with inner products is proved with these as letters; where that fails nothing is known, for not all numbers are
inner products. Matrices are: what fails at some, within its hypotheses, is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.matrices.expressions.kronecker import KroneckerProduct, matrix_kronecker_product

Point = dict[Any, Any]
TRIES = 12
LARGEST = 80
"""Operations in what is evaluated."""
_CLEAR = sp.Float("1e-12")
UNKNOWN = (TypeError, ValueError, NotImplementedError, AttributeError, ArithmeticError, KeyError)
"""What an evaluation raises that comes to nothing."""
_PARTS = (sp.Sum, sp.Product, sp.Integral, sp.Limit, AppliedUndef, sp.Indexed)


def counterexample(left: Any, relation: str, right: Any, given: Sequence[Any]) -> dict[str, Any] | None:
    """A point at which a relation of numbers fails, as a witness in JSON; None if none is found.

    Args:
        left, relation, right: as resolved; with traces of matrices of any size in them.
        given: what holds of their letters. If some of it is no relation that can be evaluated, no point is found.
    """
    for point in points([left, right], given):
        try:
            gap = fails(value(left, point), relation, value(right, point))
        except UNKNOWN:
            return None
        if gap is not None:
            shown = {str(letter): _shown(at) for letter, at in point.items()}
            return {"symbols": dict(sorted(shown.items())), "residual": f"{float(gap):.6g}", "part": ""}
    return None


def points(sides: Sequence[Any], given: Sequence[Any], tries: int = TRIES) -> Iterator[Point]:
    """Values of letters within what is given; none if that, or a side, cannot be evaluated."""
    letters: set[Any] = set().union(*(side.free_symbols for side in sides))
    near = [g for g in given if getattr(g, "free_symbols", letters) & letters]
    if not all(isinstance(g, Relational) for g in near) or any(e.has(*_PARTS) for e in (*sides, *near)):
        return
    if sum(side.count_ops() for side in sides) > LARGEST:
        return
    chance = random.Random(1)
    for _ in range(tries):
        point = _draw(letters.union(*(g.free_symbols for g in near)), chance)
        try:
            if any(fails(value(g.lhs, point), g.rel_op, value(g.rhs, point)) is not None for g in near):
                continue
        except UNKNOWN:
            return
        yield point


def _draw(letters: set[Any], chance: random.Random) -> Point:
    """A value for each letter: sizes first, then matrices of these sizes."""
    matrices = sorted((s for s in letters if isinstance(s, sp.MatrixSymbol)), key=str)
    sizes = {s for m in matrices for size in m.shape for s in size.free_symbols}
    point: Point = {size: sp.Integer(chance.choice((1, 2, 2, 3))) for size in sorted(sizes, key=str)}
    for letter in sorted((s for s in letters - sizes if isinstance(s, sp.Symbol)), key=str):
        number = sp.Rational(chance.randint(1, 12), chance.choice((1, 2, 4)))
        if letter.is_integer:
            number = sp.Integer(chance.randint(1, 4))
        point[letter] = (
            number if letter.is_nonnegative else -number if letter.is_nonpositive else _either(number, chance)
        )
    for matrix in matrices:
        rows, columns = (int(size.xreplace(point)) for size in matrix.shape)
        point[matrix] = sp.ImmutableDenseMatrix(rows, columns, lambda _, __: chance.randint(-3, 3))
    return point


def _either(number: Any, chance: random.Random) -> Any:
    return number * chance.choice((1, -1))


def fails(left: Any, relation: str, right: Any) -> Any:
    """Left minus right where a relation clearly fails; None where it does not.

    Raises:
        TypeError: if they are not both real numbers, or matrices of one size.
    """
    gap = left - right
    if isinstance(gap, sp.MatrixBase):
        gap = max((sp.N(entry, 30) for entry in gap), key=abs)
    gap = sp.N(gap, 30)
    if not gap.is_real:
        raise TypeError("no real number")
    found = {
        "=": abs(gap) > _CLEAR, "==": abs(gap) > _CLEAR, "!=": abs(gap) < _CLEAR, "<=": gap > _CLEAR,
        "<": gap > _CLEAR, ">=": gap < -_CLEAR, ">": gap < -_CLEAR,
    }  # fmt: skip
    return gap if found[relation] else None


def value(expr: Any, point: Point) -> Any:
    """A number or a matrix, from what has letters.

    Raises:
        ValueError: if sizes do not fit, or letters are left.
    """
    found = sp.sympify(expr).xreplace({s: v for s, v in point.items() if isinstance(s, sp.Symbol)})
    named = {str(s): v for s, v in point.items() if isinstance(s, sp.MatrixSymbol)}
    found = found.replace(lambda e: isinstance(e, sp.MatrixSymbol), lambda e: named[str(e.name)])
    found = found.replace(lambda e: isinstance(e, KroneckerProduct), _kronecker).doit()
    if found.free_symbols:
        raise ValueError("letters are left")
    found = found.as_explicit() if isinstance(found, sp.MatrixExpr) else found
    return found[0] if isinstance(found, sp.MatrixBase) and found.shape == (1, 1) else found


def _kronecker(product: Any) -> Any:
    return matrix_kronecker_product(*(factor.doit().as_explicit() for factor in product.args))


def _shown(value: Any) -> str:
    return str(value.tolist()) if isinstance(value, sp.MatrixBase) else str(value)
