"""What may stand on a side of a relation: a real expression; a matrix is compared by statements about matrices."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..printing import text


def scalar(value: Any, where: str) -> sp.Expr:
    """`value` as a real expression.

    Raises:
        ValueError: if it is a matrix, or has an imaginary part; `where` says where it stands.
    """
    expr = sp.sympify(value)
    if getattr(expr, "is_Matrix", False):
        raise ValueError(
            f"got the matrix {expr} as {where}; expected a scalar: "
            "matrices are compared by MatrixIdentity(lhs, rhs), or by MatrixInequality, and a scalar is made of one by "
            "trace(...)"
        )
    if expr.has(sp.I):
        raise ValueError(f"got {text(expr)} as {where}, with an imaginary part; expected a real expression")
    return expr


def same(lhs: Any, rhs: Any) -> str | None:
    """In words, that both sides arrive as the same expression; None if they do not."""
    return f"both sides arrive as {text(lhs)}" if lhs == rhs else None


def without(expr: Any, variable: sp.Symbol, what: str) -> str | None:
    """In words, that `what` arrives free of `variable`, in which it should move; None if it does not."""
    arrived = sp.sympify(expr)
    return None if arrived.has(variable) else f"{what} arrives as {text(arrived)}, in which there is no {variable}"
