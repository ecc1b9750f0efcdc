"""Rules about integrals: a relation integrated, a range split, a sum between integrals.

In all of them x is a letter over whose range the integral runs, and the premises are about every x in the range; what
is checked of each stands in ``proving/joins``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from ..printing import text
from ..statements import Identity, Inequality
from ..statements.base import Statement
from .areas import Range, integral, series
from .rules import Line, Rule, premise
from .sequents import Lemma, relation_of


def _range(over: Any) -> Range:
    if not (isinstance(over, (tuple, sp.Tuple)) and len(over) == 3 and isinstance(over[0], sp.Symbol)):
        raise ValueError(f"got the range {over!r}; expected (variable, lower, upper)")
    x, lower, upper = over[0], sp.sympify(over[1]), sp.sympify(over[2])
    if (x.is_nonnegative and not lower.is_nonnegative) or (x.is_nonpositive and not upper.is_nonpositive):
        raise ValueError(f"the range from {lower} to {upper} may leave the domain of {x}; make it a real symbol")
    return (x, lower, upper)


def inside(over: Range, *, closed: bool = False) -> tuple[Any, ...]:
    """That x lies in the range, as hypotheses."""
    x, lower, upper = over
    below, above = (sp.Ge, sp.Le) if closed else (sp.Gt, sp.Lt)
    found = [] if lower == -sp.oo else [below(x, lower)]
    return (*found, *([] if upper == sp.oo else [above(x, upper)]))


def _shown(over: Range) -> str:
    return f"{over[0]} from {text(over[1])} to {text(over[2])}"


@dataclass(frozen=True)
class Integrated(Rule):
    """The integral, over a range, of a relation that holds at each of its points.

    Of an inequality the larger side must be known to have an integral; the smaller side as well, or it is not
    negative, as the premise `least` says.
    """

    of: Any
    over: Any
    least: Any = None
    name: ClassVar[str] = "integrated"

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", premise(self.of))
        object.__setattr__(self, "over", _range(self.over))
        if self.least is not None:
            object.__setattr__(self, "least", premise(self.least))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return (self.of,) if self.least is None else (self.of, self.least)

    def says(self) -> Statement | None:
        relation = relation_of(self.of.says)
        if relation is None:
            return None
        left, right = integral(relation.left, self.over), integral(relation.right, self.over)
        if relation.sign == "=":
            return Identity(left, right)
        return Inequality(left, f"{relation.sign[0]}=", right)

    def reason(self, name: Callable[[Lemma | Line], str]) -> str:
        exists = f", which has an integral by that and {name(self.least)}" if self.least is not None else ""
        return f"the integral over {_shown(self.over)} of {name(self.of)}{exists}"


@dataclass(frozen=True)
class Split(Rule):
    """An integral is the sum of those over the two parts of its range.

    Known to have a value is the whole, or, with `parts`, both parts.
    """

    integrand: Any
    over: Any
    at: Any
    parts: bool = False
    name: ClassVar[str] = "split"

    def __post_init__(self) -> None:
        for item in ("integrand", "at"):
            object.__setattr__(self, item, sp.sympify(getattr(self, item)))
        object.__setattr__(self, "over", _range(self.over))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return ()

    @property
    def pieces(self) -> tuple[Range, Range]:
        """The two parts of the range."""
        x, lower, upper = self.over
        return (x, lower, self.at), (x, self.at, upper)

    def says(self) -> Statement:
        one, other = self.pieces
        return Identity(
            integral(self.integrand, self.over), integral(self.integrand, one) + integral(self.integrand, other)
        )

    def reason(self, name: Callable[[Lemma | Line], str]) -> str:
        return f"the range of {_shown(self.over)} split at {text(self.at)}"


@dataclass(frozen=True)
class Added(Rule):
    """The integral of a sum is the sum of the integrals, each of which is known to have a value."""

    terms: Any
    over: Any
    name: ClassVar[str] = "added"

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tuple(map(sp.sympify, self.terms)))
        object.__setattr__(self, "over", _range(self.over))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return ()

    def says(self) -> Statement:
        parts = [integral(term, self.over) for term in self.terms]
        return Identity(integral(sp.Add(*self.terms), self.over), sp.Add(*parts))

    def reason(self, name: Callable[[Lemma | Line], str]) -> str:
        return "the integral of a sum"


@dataclass(frozen=True)
class SumByIntegral(Rule):
    """A sum, without end or not, differs from the integral by no more than the largest term, if there is one peak.

    Attributes:
        term: an expression in x that is not negative in the range.
        over: ``(x, m, n)``, with whole numbers m and n, or n infinite: the range of the sum, and of the integral.
        most: the premise that the term is at most M, which is free of x.
        shape: ``(w, h)`` with ``w > 0`` and h falling, whose product is the slope of the term: it rises, then falls.
        above: whether the sum is bounded from above; or else from below.
    """

    term: Any
    over: Any
    most: Any
    shape: Any
    above: bool = True
    name: ClassVar[str] = "a sum and its integral"

    def __post_init__(self) -> None:
        object.__setattr__(self, "term", sp.sympify(self.term))
        object.__setattr__(self, "over", _range(self.over))
        object.__setattr__(self, "most", premise(self.most))
        if not isinstance(self.shape, (tuple, list)) or len(self.shape) != 2:
            raise ValueError(f"got the shape {self.shape!r:.80}; expected a positive factor and a falling one")
        object.__setattr__(self, "shape", tuple(map(sp.sympify, self.shape)))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return (self.most,)

    def says(self) -> Statement | None:
        relation = relation_of(self.most.says)
        if relation is None or relation.sign == "=":
            return None
        most = relation.right if relation.sign in ("<", "<=") else relation.left
        total, area = series(self.term, self.over), integral(self.term, self.over)
        return Inequality(total, "<=", area + most) if self.above else Inequality(total, ">=", area - most)

    def reason(self, name: Callable[[Lemma | Line], str]) -> str:
        return (
            f"sum and integral over {_shown(self.over)}: the term has one peak, no higher than {name(self.most)} says"
        )


__all__ = ["Added", "Integrated", "Split", "SumByIntegral", "inside"]
