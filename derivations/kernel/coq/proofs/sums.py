"""Equalities, orders and definedness of expressions with finite sums and Kronecker deltas."""

from __future__ import annotations

import sympy as sp

from ..theorems.base import Condition
from .context import Context


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    return "ident."


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``."""
    return "ineq."


def settle(condition: Condition, context: Context) -> str:
    """A script that closes a condition that has sums, or that is quantified over indices."""
    return "intros; side."
