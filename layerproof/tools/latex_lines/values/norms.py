r"""Norms and inner products as letters: what a bound or a root says of ``\|x\|`` is about a number.

A trace of which nothing but its value matters is a real number, ``\|x\|`` one that is not negative, and of two vectors
the inner product is at most the product of their norms. What is proved with such letters holds; a point at which it
fails is one only where the letters are norms of different matrices, which can be any numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.function import Application
from sympy.core.relational import Relational

from .terms_apart import terms_apart

MOST_FACTORS = 12
MOST_ROOTED = 4


@dataclass
class Norms:
    """The letters of one question.

    Attributes:
        letters: by the trace that each is the value of, or whose root it is.
        free: whether these can be any numbers.
        products: inner products of two vectors, with the norms of these.
        rooted: vectors, sums too, of which the norm stands in it.
    """

    letters: dict[Any, Any] = field(default_factory=dict)
    free: bool = True
    products: dict[Any, tuple[Any, Any]] = field(default_factory=dict)
    rooted: list[Any] = field(default_factory=list)

    def of(self, expr: Any) -> Any:
        """An expression, or a relation, with letters for its traces; what holds matrices otherwise is left."""
        if isinstance(expr, Relational):
            return expr.func(self.of(expr.lhs), self.of(expr.rhs))
        if not isinstance(expr, sp.Basic) or getattr(expr, "is_Matrix", False) or not expr.has(sp.Trace):
            return expr
        return expr.replace(lambda e: isinstance(e, sp.Trace), lambda e: self._value(e.args[0]))

    def take_roots(self, *sides: Any) -> None:
        r"""Take down the vectors whose norms stand in a relation, ``\|x - y\|`` too."""
        for side in sides:
            for power in side.atoms(sp.Pow) if isinstance(side, sp.Basic) else ():
                if isinstance(power.base, sp.Trace) and power.exp.is_Rational and (2 * power.exp).is_odd:
                    vector = rooted(power.base.args[0])
                    if vector is not None and vector not in self.rooted and len(self.rooted) < MOST_ROOTED:
                        self.rooted.append(vector)

    def _value(self, matrix: Any) -> Any:
        return sum((number * self._letter(product) for number, product in terms_apart(matrix)), sp.Integer(0))

    def _letter(self, product: Any) -> Any:
        factors = list(product.args) if isinstance(product, sp.MatMul) else [product]
        if len(factors) > MOST_FACTORS:
            self.free = False
            return self.letters.setdefault(product, sp.Symbol(f"tr({product})", real=True))
        turned = _least(factors)
        if len(turned) == 2 and turned[0] == sp.Transpose(turned[1]).doit():
            base = min(turned, key=str)
            self.free = self.free and isinstance(base.T if isinstance(base, sp.Transpose) else base, sp.MatrixSymbol)
            return self._norm(turned[1] if isinstance(turned[0], sp.Transpose) else turned[0]) ** 2
        self.free = False
        key = tuple(turned)
        made = self.letters.setdefault(key, sp.Symbol(f"tr({'*'.join(map(str, turned))})", real=True))
        if len(turned) == 2 and all(isinstance(_bare(f), sp.MatrixSymbol) for f in turned):
            self.products[made] = (self._norm(_bare(turned[0])), self._norm(_bare(turned[1])))
        return made

    def _norm(self, matrix: Any) -> Any:
        bare = _bare(matrix)
        return self.letters.setdefault(("norm", bare), sp.Symbol(f"||{bare}||", real=True, nonnegative=True))

    def facts(self) -> list[Any]:
        """What is known of the inner products, and of norms of sums."""
        known = [
            relation
            for made, (one, other) in self.products.items()
            for relation in (made <= one * other, made >= -one * other)
        ]
        sums = [self._of_two(one, other) for k, one in enumerate(self.rooted) for other in self.rooted[:k]]
        known += [relation for pair in sums for relation in pair]
        known += [self.of(sp.Trace(sp.Transpose(v).doit() * v)) >= 0 for v in self.rooted]
        return [relation for relation in dict.fromkeys(known) if relation not in (True, False, sp.true, sp.false)]

    def _of_two(self, one: Any, other: Any) -> list[Any]:
        """Cauchy and Schwarz of two vectors, and the triangle of which they are sides."""
        if one.shape != other.shape:
            return []
        norm = {v: self.of(sp.sqrt(sp.Trace(sp.Transpose(v).doit() * v))) for v in (one, other)}
        product = self.of(sp.Trace(sp.Transpose(one).doit() * other))
        found = [product <= norm[one] * norm[other], product >= -norm[one] * norm[other]]
        for third in self.rooted:
            if third.shape == one.shape and sp.expand(third - one - other) == sp.ZeroMatrix(*one.shape):
                found.append(self.of(sp.sqrt(sp.Trace(sp.Transpose(third).doit() * third))) <= norm[one] + norm[other])
        return found


def apart(expr: Any) -> Any:
    """An expression with a trace for each term of its traces, each product turned in one way."""

    def terms(matrix: Any) -> Any:
        found = sp.Integer(0)
        for number, product in terms_apart(matrix):
            factors = list(product.args) if isinstance(product, sp.MatMul) else [product]
            turned = _least(factors) if len(factors) <= MOST_FACTORS else factors
            found += number * sp.Trace(sp.MatMul(*turned) if len(turned) > 1 else turned[0])
        return found

    return expr.replace(lambda e: isinstance(e, sp.Trace), lambda e: terms(e.args[0]))


def in_one_trace(number: Any) -> Any:
    r"""A number with a product of two inner products that share a vector: ``(a^T x)(b^T x)`` is ``tr(a b^T x x^T)``."""
    factors = [
        part for f in sp.Mul.make_args(number)
        for part in ([f.base] * 2 if isinstance(f, sp.Pow) and f.exp == 2 and isinstance(f.base, sp.Trace) else [f])
    ]  # fmt: skip
    found = [_inner_products(f) for f in factors if isinstance(f, sp.Trace)]
    pairs = [pair for some in found for pair in some or ()]
    if len(pairs) != 2 or None in found:
        return number
    (a, x), (b, y) = pairs
    shared = next((v for v in sorted((a, x), key=str) if v in (b, y)), None)
    if shared is None:
        return number
    one, other = sorted((w if v == shared else v for v, w in pairs), key=str)
    whole = sp.Trace(sp.MatMul(one, sp.Transpose(other).doit(), shared, sp.Transpose(shared).doit()))
    return sp.Mul(apart(whole), *(f for f in factors if not isinstance(f, sp.Trace)))


def side_by_side(number: Any, stays: Callable[[Any], bool]) -> Any:
    r"""A product of two inner products with what runs side by side: ``(y^T u)(x^T v)`` is ``tr(y^T u v^T x)``.

    Args:
        number: with one trace, or two.
        stays: whether a vector stays what it is while the others run.
    """
    factors = list(sp.Mul.make_args(number))
    found = [_inner_products(f) for f in factors if isinstance(f, sp.Trace)]
    pairs = [pair for some in found for pair in some or ()]
    if len(pairs) != 2 or None in found or any(stays(a) == stays(b) for a, b in pairs):
        return number
    (y, u), (x, v) = ((a, b) if stays(a) else (b, a) for a, b in pairs)
    whole = sp.Trace(sp.MatMul(sp.Transpose(y).doit(), u, sp.Transpose(v).doit(), x))
    return sp.Mul(whole, *(f for f in factors if not isinstance(f, sp.Trace)))


def _inner_products(trace: Any) -> list[tuple[Any, Any]] | None:
    """The pairs of vectors, as columns, of whose inner products a trace is the product; None if it is none."""
    factors = list(trace.args[0].args) if isinstance(trace.args[0], sp.MatMul) else []
    if len(factors) not in (2, 4) or any(not isinstance(_bare(f), sp.MatrixSymbol) for f in factors):
        return None
    turned = factors if factors[0].shape[0] == 1 else [*factors[1:], factors[0]]
    rows = [f.shape[0] == 1 for f in turned]
    columns = [_bare(f) for f in turned]
    if rows != [True, False] * (len(factors) // 2) or any(v.shape[1] != 1 for v in columns):
        return None
    return list(zip(columns[::2], columns[1::2], strict=True))


def rooted(matrix: Any) -> Any:
    """The vector, or matrix, of which a trace is the square of the norm; None if it is of none."""
    factors = list(matrix.args) if isinstance(matrix, sp.MatMul) else []
    if len(factors) != 2 or sp.expand(sp.Transpose(factors[0]).doit() - factors[1]) != sp.ZeroMatrix(*factors[1].shape):
        return None
    return factors[1]


def _bare(matrix: Any) -> Any:
    return matrix.args[0] if isinstance(matrix, sp.Transpose) else matrix


def _least(factors: list[Any]) -> list[Any]:
    """The first, by its text, of the ways to write a product whose trace is the same: turned, or transposed."""
    back = [sp.Transpose(f).doit() for f in reversed(factors)]
    ways = [[*way[k:], *way[:k]] for way in (factors, back) for k in range(len(way))]
    return min(ways, key=lambda way: [str(f) for f in way])


def applies(left: Any, relation: str, right: Any) -> bool:
    """Whether a relation is one of numbers in which traces stand that are compared, below a root or in a function."""
    sides = (left, right)
    if any(getattr(side, "is_Matrix", False) for side in sides) or not any(side.has(sp.Trace) for side in sides):
        return False
    rooted = any(
        p.args[0].has(sp.Trace) and not (p.args[1].is_Integer and p.args[1] > 0)
        for side in sides for p in side.atoms(sp.Pow)
    )  # fmt: skip
    within = any(found.has(sp.Trace) for side in sides for found in side.atoms(Application))  # |x^T y|
    return relation in ("<", "<=", ">", ">=") or (relation == "=" and (rooted or within))
