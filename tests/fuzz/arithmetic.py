"""Values of expressions at rational points by Python's fractions: none of the verifier's arithmetic, nor SymPy's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

Point = Mapping[Any, Fraction]


class NotRational(ValueError):
    """The value is not known to be rational, or the expression is not defined at the point."""


def value(expr: sp.Basic, point: Point) -> Fraction:
    """The value of `expr`; raises NotRational where it has none that is rational."""
    if expr in point:
        return point[expr]
    if isinstance(expr, sp.Rational):
        return Fraction(int(expr.p), int(expr.q))
    if isinstance(expr, sp.Piecewise):
        return next(value(e, point) for e, condition in expr.args if holds(condition, point))
    if isinstance(expr, sp.Sum):
        ((variable, low, high),) = expr.limits
        ends = range(int(value(low, point)), int(value(high, point)) + 1)
        return sum((value(expr.function, {**point, variable: Fraction(k)}) for k in ends), Fraction(0))
    parts = [value(part, point) for part in expr.args] if expr.args else []
    match expr:
        case sp.Add():
            return sum(parts, Fraction(0))
        case sp.Mul():
            return Fraction(math.prod(parts))
        case sp.Pow() if parts[1].denominator == 1 and (parts[0] != 0 or parts[1] > 0):
            return Fraction(parts[0] ** int(parts[1]))
        case sp.Abs():
            return abs(parts[0])
        case sp.Max():
            return max(parts)
        case sp.Min():
            return min(parts)
    raise NotRational(f"{expr} at {dict(point)}")


def holds(condition: Any, point: Point) -> bool:
    """Whether a relation holds at the point."""
    if condition in (True, sp.true):
        return True
    if condition in (False, sp.false):
        return False
    left, right = (value(side, point) for side in condition.args)
    return {
        sp.Eq: left == right,
        sp.Ne: left != right,
        sp.Lt: left < right,
        sp.Le: left <= right,
        sp.Gt: left > right,
        sp.Ge: left >= right,
    }[condition.func]


Rows = list[list[Fraction]]


def matrix_value(expr: Any, point: Mapping[Any, Rows]) -> Rows:
    """The value of a matrix expression (sums, products, transposes, multiples) of matrices of fractions."""
    match expr:
        case sp.MatrixSymbol():
            return point[expr]
        case sp.Transpose():
            return [list(column) for column in zip(*matrix_value(expr.args[0], point), strict=True)]
        case sp.MatPow():
            base = found = matrix_value(expr.base, point)
            for _ in range(int(expr.exp) - 1):
                found = times(found, base)
            return found
        case sp.MatAdd():
            parts = [matrix_value(part, point) for part in expr.args]
            return [
                [sum(entries, Fraction(0)) for entries in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)
            ]
        case sp.MatMul():
            factor, product = Fraction(1), None
            for part in expr.args:
                if not getattr(part, "is_Matrix", False):
                    factor *= value(part, {})
                else:
                    new = matrix_value(part, point)
                    product = new if product is None else times(product, new)
            assert product is not None
            return [[factor * entry for entry in row] for row in product]
    raise NotRational(str(expr))


def times(one: Rows, other: Rows) -> Rows:
    """The product of two matrices."""
    columns = list(zip(*other, strict=True))
    return [[sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in columns] for row in one]
