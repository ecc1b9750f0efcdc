"""Signs of real expressions without sums, and orders between them."""

from __future__ import annotations

import sympy as sp

from .context import Context


def sign(expr: sp.Expr, relation: str, context: Context) -> str:
    """A script that closes ``0 < expr``, ``0 <= expr`` or ``expr <> 0``, by `relation`: ``<``, ``<=`` or ``<>``."""
    return "side."


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``."""
    return "ineq."
