"""Goals: the elementary questions that every statement comes down to.

A statement kind knows its mathematics by turning itself into goals; a prover need only decide goals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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


BOTH = "+-"
"""The side of a limit from both sides."""


@dataclass(frozen=True)
class Tends:
    """`expr` tends to `value` as `variable` tends to `point`; `side` is '+' or '-' at a finite point.

    With `value` None the goal is that `expr` stays bounded on the way; that it has a finite limit is more.  With `side`
    '+-' it is a goal from either side of a finite point on which the hypotheses and the variable's own domain leave
    anything.
    """

    expr: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    value: sp.Expr | None
    side: str = "+"
    name: str = "limit"

    def one_sided(self) -> tuple[Tends, ...]:
        """The goals from one side each; one only where the goal says which, or the point is infinite."""
        if self.side != BOTH or sp.sympify(self.point).is_infinite:
            return (self,)
        names = {"+": "from above", "-": "from below"}
        return tuple(replace(self, side=side, name=f"{self.name}, {how}") for side, how in names.items())


@dataclass(frozen=True)
class ZeroWord:
    """A matrix expression is zero for every size of its matrices, and `defined` is defined and made of words."""

    expr: Any
    name: str = "residual"
    defined: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SignWord:
    """A matrix is positive (semi)definite, or a scalar made of traces is positive (not negative), for every size.

    `strict` asks for definite, or positive; that the matrix is symmetric is a goal of its own.
    """

    expr: Any
    strict: bool
    name: str = "slack"
    defined: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Impossible:
    """A goal that cannot be posed; `reason` says why.  The statement is then undecided.

    With `unseen` it is for something that no sampling sees, such as a corner at one point.  With `sizes` it is because
    two sides differ in shape: at values of these at which they do, the statement is false.
    """

    reason: str
    name: str = "statement"
    unseen: bool = False
    sizes: tuple[tuple[sp.Expr, int], ...] = ()


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
class Inside:
    """The point `at`, pairs of a variable and its value, satisfies every hypothesis that mentions a variable."""

    at: tuple[tuple[sp.Expr, sp.Expr], ...]
    name: str = "that the point satisfies the hypotheses"


@dataclass(frozen=True)
class Smooth:
    """At the point `at`, `expr` is defined and has the derivatives that are formally its.

    It is defined around the point, or wherever the hypotheses hold; and no jump or corner is at the point.
    """

    expr: sp.Expr
    at: tuple[tuple[sp.Expr, sp.Expr], ...]
    name: str = "derivatives at the point"


@dataclass(frozen=True)
class Certificate:
    """A goal about the argument given for a statement; where it fails, the statement is not refuted but undecided.

    `lacking` says what is then missing.  The goals after it count only if it is proved.  With `telling` the goal
    follows from the statement: where it fails, so does that.
    """

    goal: Zero | Sign | Tends | Under | ZeroWord | Impossible
    lacking: str
    telling: bool = False

    @property
    def name(self) -> str:
        """The name of the goal."""
        return self.goal.name


@dataclass(frozen=True)
class Always:
    """`expr` is zero wherever its symbols have their domains, whatever the claim's hypotheses say.

    A statement is not refuted where that fails, but undecided; `lacking` says what is then missing.
    """

    expr: sp.Expr
    lacking: str
    name: str = "rate"


@dataclass(frozen=True)
class Open:
    """A point is found at which all `relations` hold, strict ones: what they leave is more than a set without inside.

    The symbols of `expressions` have values there too.  A statement is not refuted where no point is found, but
    undecided; `lacking` says what is then missing.
    """

    expressions: tuple[sp.Expr, ...]
    relations: tuple[Any, ...]
    lacking: str
    name: str = "a point inside the hypotheses"


@dataclass(frozen=True)
class Possible:
    """No contradiction is found between `equations`, pairs of sides, and `relations`.

    Where one is found, the statement is about nothing, and neither proved nor refuted; `lacking` says what is missing.
    That none is found shows nothing else.
    """

    equations: tuple[tuple[sp.Expr, sp.Expr], ...]
    relations: tuple[Any, ...]
    lacking: str
    name: str = "that the statement is about something"


Goal = (
    Zero
    | Sign
    | Tends
    | ZeroWord
    | SignWord
    | Integrates
    | Telescopes
    | Inside
    | Smooth
    | Under
    | Certificate
    | Always
    | Open
    | Possible
    | Impossible
)


def inside(variable: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> tuple[tuple[sp.Expr, bool], ...]:
    """The conditions of the open interval from `lower` to `upper`, either of which may be infinite."""
    below = () if lower == -sp.oo else ((variable - lower, True),)
    above = () if upper == sp.oo else ((upper - variable, True),)
    return (*below, *above)
