"""The product of two sums of what is not negative is at least the sum of the products.

So ``(sum_i x_i)**2 >= sum_i x_i**2``.

Each product of two such sums over one range, with a positive number before it, is replaced by the smaller sum; if what
is then left is not negative, nor is the expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from ...language.goals import Sign
from ...language.symbols import reserved
from ..sign_sets import NONNEGATIVE
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover


def by_smaller_sums(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not."""
    if not expr.has(sp.Sum):
        return None
    smaller = sp.Add(*(_smaller(prover, term) for term in sp.Add.make_args(sp.expand(expr))))
    if smaller == sp.expand(expr):
        return None
    if isinstance(prover.positive(Sign(smaller, strict, "what is smaller")), Proved):
        return "as a product of sums of what is not negative is at least the sum of the products"
    return None


def _smaller(prover: Prover, term: sp.Expr) -> sp.Expr:
    """A lower bound of a term: itself, or a sum of products for a product of two sums."""
    factors = [
        one
        for factor in sp.Mul.make_args(term)
        for one in ([factor.base] * int(factor.exp) if isinstance(factor, sp.Pow) and factor.exp == 2 else [factor])
    ]
    sums = [one for one in factors if isinstance(one, sp.Sum)]
    rest = sp.Mul(*(one for one in factors if not isinstance(one, sp.Sum)))
    if len(sums) != 2 or rest.has(sp.Sum) or any(len(one.limits) != 1 for one in sums):
        return term
    (first, low, high), (second, *ends) = (one.limits[0] for one in sums)
    if [low, high] != ends or not prover.sign(rest) <= NONNEGATIVE:
        return term
    label = reserved("i", integer=True)
    index = sp.Idx(label, (low, high)) if isinstance(first, sp.Idx) else label
    terms = [one.function.xreplace({bound: index}) for one, bound in zip(sums, (first, second), strict=True)]
    if any(one.has(sp.Sum) or not prover.sign(one) <= NONNEGATIVE for one in terms):
        return term
    return rest * sp.Sum(terms[0] * terms[1], (index, low, high))
