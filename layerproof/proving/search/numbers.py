"""The numbers that a statement names, and those near to which something happens."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import sympy as sp

_NEAR = [Fraction(1, 10**k) for k in (1, 2, 3, 6, 9)]


def constants(expressions: Iterable[sp.Expr]) -> list[Fraction]:
    """The rational numbers in the expressions, and near roots of sums in one symbol, with others close by."""
    found: set[Fraction] = set()
    for expr in expressions:
        for number in expr.atoms(sp.Rational):
            value = Fraction(int(number.p), int(number.q))
            if 0 < abs(value) < 10**9:
                found |= {abs(value), 1 / abs(value)}
        for node in sp.preorder_traversal(expr):
            if isinstance(node, sp.Add) and len(node.free_symbols) == 1 and len(node.args) <= 6:
                found |= set(_roots(node))
    around = [r + s * d for r in found for d in _NEAR for s in (1, -1)]
    return sorted({*found, *around}, key=lambda v: (v.denominator + abs(v.numerator), v))[:400]


def _roots(expr: sp.Expr) -> list[Fraction]:
    """Rational numbers at, or near to, the roots of a polynomial in one symbol."""
    (symbol,) = expr.free_symbols
    try:
        polynomial = sp.Poly(expr, symbol)
        if polynomial.degree() > 12 or not all(c.is_Rational for c in polynomial.coeffs()):
            return []
        spans = polynomial.intervals(eps=sp.Rational(1, 10**6))
    except (sp.PolynomialError, NotImplementedError):
        return []
    ends = [end for (low, high), _ in spans for end in (low, high)]
    return [Fraction(int(e.p), int(e.q)).limit_denominator(10**6) for e in ends]
