"""Where there is an inverse: of what the hypotheses name, of products of such, and of what is positive definite.

Positive definite is a matrix as it is written, such as ``I + Q^T Q``: symmetry is derived, signs are read off.  What is
known of letters is used for that, so nothing may be known yet that hangs on the inverse in question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...language.matrices import Equal, ExpectMatrix, MatrixHypothesis, Named, Orthogonal, shape_of
from ...language.matrix_functions import (
    Accumulated,
    Exponential,
    InverseOf,
    Invertible,
    PositiveDefinite,
    PositiveSemidefinite,
    PseudoInverse,
    SquareRoot,
)
from ...language.matrix_numbers import Above, Apart

NEITHER, SEMIDEFINITE, DEFINITE = 0, 1, 2


class Known(Protocol):
    """What decides whether two expressions are equal."""

    def equal(self, first: Any, second: Any) -> bool:
        """Whether they are proved equal; functions of matrices may be in them."""


@dataclass(frozen=True)
class Inverses:
    """Which matrices have an inverse, by the claim's hypotheses and by what is known to be equal."""

    hypotheses: tuple[Any, ...]
    known: Known

    def exists(self, expr: Any) -> bool:
        """Whether a square matrix is invertible, if the inverses inside of it are there."""
        if isinstance(expr, Named):
            return self.exists(expr.value)
        if isinstance(expr, (Transpose, PseudoInverse, SquareRoot)):
            return self.exists(expr.arg)
        if isinstance(expr, (sp.Identity, Exponential, InverseOf)):
            return True
        if self._is_said(expr, (Orthogonal, Invertible, PositiveDefinite)) or self._is_part_of_one(expr):
            return True
        if isinstance(expr, (sp.MatMul, sp.MatPow)):
            number, factors = product_of(expr)
            if factors != [expr] and number.is_nonzero and all(_is_square(f) and self.exists(f) for f in factors):
                return True
        if self.definite(expr) == DEFINITE:
            return True
        if any(self._is_said(turned, (Invertible, PositiveDefinite)) for turned in _turned(expr)):
            return True
        return any(self._is_said_apart(number) and self.exists(rest) for rest, number in _by_rank_one(expr))

    def definite(self, expr: Any) -> int:
        """Whether a matrix is positive definite as it is written, or semidefinite, or neither is seen."""
        if isinstance(expr, Named):
            return self.definite(expr.value)
        if isinstance(expr, (Transpose, InverseOf, PseudoInverse, SquareRoot)):
            return self.definite(expr.arg)
        if isinstance(expr, sp.Identity):
            return DEFINITE
        if isinstance(expr, sp.ZeroMatrix):
            return SEMIDEFINITE
        if isinstance(expr, Exponential):
            return DEFINITE if self.known.equal(expr.arg, expr.arg.T) else NEITHER
        if isinstance(expr, Accumulated):  # from time 0 on, and time 0 may be now
            return min(self.definite(expr.arg), SEMIDEFINITE)
        if isinstance(expr, ExpectMatrix):  # a mean of what has no negative form
            return min(self.definite(expr.args[0]), SEMIDEFINITE)
        if isinstance(expr, sp.MatAdd):
            found = [self.definite(term) for term in expr.args]
            return NEITHER if NEITHER in found else max(found)
        if self._is_said(expr, (PositiveDefinite,)):
            return DEFINITE
        if self._is_said(expr, (PositiveSemidefinite,)):
            return SEMIDEFINITE
        if isinstance(expr, (sp.MatMul, sp.MatPow)):
            number, factors = product_of(expr)
            least = DEFINITE if number.is_positive else SEMIDEFINITE if number.is_nonnegative else NEITHER
            return min(self._palindrome(factors), least)
        return NEITHER

    def _is_said(self, expr: Any, kinds: tuple[type[MatrixHypothesis], ...]) -> bool:
        return any(isinstance(h, kinds) and h.matrix in (expr, expr.T) for h in self.hypotheses)

    def _is_said_apart(self, number: Any) -> bool:
        """Whether a hypothesis says that a number made of traces is not 0."""
        said = [h.difference for h in self.hypotheses if isinstance(h, (Apart, Above))]
        return any(self.known.equal(sense * number, difference) for difference in said for sense in (1, -1))

    def _is_part_of_one(self, expr: Any) -> bool:
        """Whether a hypothesis says that a product is a multiple of the identity, in which a square matrix is a factor.

        The first and the last factor are invertible if they are square, and all are if all are square.
        """
        for hypothesis in self.hypotheses:
            if not isinstance(hypothesis, Equal):
                continue
            for product, value in ((hypothesis.matrix, hypothesis.value), (hypothesis.value, hypothesis.matrix)):
                (one, alone), factors = product_of(value), product_of(product)[1]
                if len(alone) != 1 or not isinstance(alone[0], sp.Identity) or not (one.is_nonzero and factors):
                    continue
                square = all(map(_is_square, factors))
                ours = factors if square else [f for f in (factors[0], factors[-1]) if _is_square(f)]
                if any(expr in (factor, factor.T) for factor in ours):
                    return True
        return False

    def _palindrome(self, factors: list[Any]) -> int:
        """Of a product ``B M B^T``: what is known of M, and definite only if B is invertible."""
        if not factors:
            return DEFINITE
        first, *middle = factors
        if not middle:
            return NEITHER if isinstance(first, (sp.MatMul, sp.MatPow)) else self.definite(first)
        last = middle.pop()
        if not self.known.equal(first.T, last):
            return NEITHER
        sure = _is_square(first) and self.exists(first)
        return min(self._palindrome(middle), DEFINITE if sure else SEMIDEFINITE)


def _by_rank_one(expr: Any) -> Iterator[tuple[Any, Any]]:
    """A and ``1 + y^T A^{-1} x`` for ``A + x y^T``: if A has an inverse and the number is not 0, the sum has one.

    If ``A z = -x (y^T z)``, then ``y^T z = -(y^T A^{-1} x)(y^T z)``; so ``y^T z = 0``, and A z = 0.
    """
    for term in expr.args if isinstance(expr, sp.MatAdd) else ():
        number, factors = product_of(term)
        for k in range(1, len(factors)):
            if shape_of(factors[k])[0] != 1:
                continue
            rest = sp.MatAdd(*(other for other in expr.args if other != term)).doit()
            one, alone = product_of(rest)
            if len(alone) == 1 and isinstance(alone[0], sp.Identity) and one.is_nonzero:
                trace = sp.Trace(sp.MatMul(*factors[k:], *factors[:k]))
                yield rest, 1 + number / one * trace
                yield rest, one + number * trace
            else:
                yield rest, 1 + number * sp.Trace(sp.MatMul(*factors[k:], InverseOf(rest), *factors[:k]))


def _turned(expr: Any) -> Iterator[Any]:
    """``c I + Y X`` for ``c I + X Y`` with a number c that is not 0: if one has an inverse, the other has.

    If ``(c I + X Y) x = 0``, then ``(c I + Y X) Y x = 0``; so Y x = 0, and c x = 0.
    """
    if not isinstance(expr, sp.MatAdd) or len(expr.args) != 2:
        return
    (one, alone), (number, factors) = sorted(map(product_of, expr.args), key=lambda pair: len(pair[1]))
    if len(alone) != 1 or not isinstance(alone[0], sp.Identity) or not one.is_nonzero:
        return
    for k in range(1, len(factors)):
        turned = [*factors[k:], *factors[:k]]
        yield one * sp.Identity(shape_of(turned[0])[0]) + sp.MatMul(number, *turned)


def product_of(expr: Any) -> tuple[Any, list[Any]]:
    """A product as its number and its matrix factors, those of products and powers inside of it too."""
    parts = list(_parts(expr))
    return sp.Mul(*(p for p in parts if not isinstance(p, sp.MatrixExpr))), [
        p for p in parts if isinstance(p, sp.MatrixExpr)
    ]


def _parts(expr: Any) -> Iterator[Any]:
    while isinstance(expr, Named):
        expr = expr.value
    if isinstance(expr, sp.MatMul):
        for part in expr.args:
            yield from _parts(part)
    elif isinstance(expr, sp.MatPow) and expr.exp.is_Integer and expr.exp >= 0:
        for _ in range(int(expr.exp)):
            yield from _parts(expr.base)
    else:
        yield expr


def _is_square(expr: Any) -> bool:
    rows, cols = shape_of(expr)
    return bool(rows == cols)
