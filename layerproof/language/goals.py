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


@dataclass(frozen=True)
class Integrates:
    """The integral of `integrand` from `lower` to `upper` is `equals`, by an antiderivative if there is one.

    `defined` must be defined on the open interval; `lacking` says what stands in the way without an antiderivative.
    """

    integrand: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    equals: sp.Expr
    antiderivative: sp.Expr | None
    defined: tuple[sp.Expr, ...] = ()
    lacking: str = "no antiderivative is known"
    name: str = "value of the integral"


@dataclass(frozen=True)
class Telescopes:
    """``sum_{j = lower..upper} term  relation  equals``, since ``by(j) - by(j + 1)`` is (or bounds) the term."""

    term: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    relation: str
    equals: sp.Expr
    by: sp.Expr
    name: str = "value of the sum"


@dataclass(frozen=True)
class Under:
    """`goal` for every value of the bound `variable` with the `conditions`: pairs (expression, strict).

    A condition says that its expression is positive (strict) or not negative.  Of the claim's hypotheses, those that
    mention a symbol of that name are not used: the variable is bound.
    """

    goal: Zero | Sign | Under
    variable: sp.Symbol
    conditions: tuple[tuple[sp.Expr, bool], ...]

    @property
    def name(self) -> str:
        """The name of the goal."""
        return self.goal.name


@dataclass(frozen=True)
class Certificate:
    """A goal about the argument given for a statement; where it fails, the statement is not refuted but undecided.

    `lacking` says what is then missing.  The goals after it count only if it is proved.
    """

    goal: Zero | Sign | Tends | Under
    lacking: str

    @property
    def name(self) -> str:
        """The name of the goal."""
        return self.goal.name


Goal = Zero | Sign | Tends | ZeroWord | Integrates | Telescopes | Under | Certificate | Impossible


def inside(variable: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> tuple[tuple[sp.Expr, bool], ...]:
    """The conditions of the open interval from `lower` to `upper`, either of which may be infinite."""
    below = () if lower == -sp.oo else ((variable - lower, True),)
    above = () if upper == sp.oo else ((upper - variable, True),)
    return (*below, *above)
