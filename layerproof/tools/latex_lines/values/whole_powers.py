r"""Powers with a whole number of factors that is a letter: ``(a b / c)^L`` is ``a^L b^L c^{-L}``, if L is whole."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

LARGEST = 80
"""Operations in a base that is taken apart."""


def with_powers_apart(expr: Any) -> Any:
    """An expression with each such power of a product, or of a sum of fractions, factor by factor."""
    if not isinstance(expr, sp.Expr) or getattr(expr, "is_Matrix", False) or expr.has(sp.MatrixExpr, sp.Trace):
        return expr
    powers = [power for power in expr.atoms(sp.Pow) if _may_be_apart(power)]
    found = {power: sp.expand_power_base(sp.Pow(_as_product(power.base), power.exp)) for power in powers}
    return expr.xreplace({power: apart for power, apart in found.items() if apart != power})


def _may_be_apart(power: Any) -> bool:
    whole = power.exp.is_integer and not power.exp.is_number
    return bool(whole) and (power.base.is_Mul or power.base.is_Add or power.base.is_Pow)


def _as_product(base: Any) -> Any:
    """A base as a product, if it is one."""
    if base.count_ops() > LARGEST or base.has(sp.Sum, sp.Integral):
        return base
    try:
        return sp.factor(sp.together(base))
    except (BasePolynomialError, NotImplementedError):
        return base
