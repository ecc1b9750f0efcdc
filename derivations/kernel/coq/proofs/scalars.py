"""Equalities of real expressions without sums."""

from __future__ import annotations

import sympy as sp

from .context import Context


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    return "ident."
