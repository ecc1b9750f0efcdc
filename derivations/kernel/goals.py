"""Goals: the elementary questions that every statement comes down to.

A statement kind knows its mathematics by turning itself into goals; a prover need only decide goals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp


@dataclass(frozen=True)
class Zero:
    """`expr` is zero wherever the hypotheses hold, and `defined` (with `expr`) is defined there."""

    expr: sp.Expr
    name: str = "residual"
    defined: tuple[sp.Expr, ...] = ()


@dataclass(frozen=True)
class Sign:
    """`expr` is positive (`strict`) or not negative wherever the hypotheses hold, and `defined` is defined there."""

    expr: sp.Expr
    strict: bool
    name: str = "slack"
    defined: tuple[sp.Expr, ...] = ()


@dataclass(frozen=True)
class Tends:
    """`expr` tends to `value` as `variable` tends to `point`; `side` is '+' or '-' at a finite point.

    With `value` None the goal is that the limit exists and is finite.
    """

    expr: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    value: sp.Expr | None
    side: str = "+"
    name: str = "limit"


@dataclass(frozen=True)
class ZeroWord:
    """A matrix expression is zero for every size of its matrices."""

    expr: Any
    name: str = "residual"


@dataclass(frozen=True)
class Impossible:
    """A goal that cannot be posed; `reason` says why.  The statement is then undecided."""

    reason: str
    name: str = "statement"


Goal = Zero | Sign | Tends | ZeroWord | Impossible
