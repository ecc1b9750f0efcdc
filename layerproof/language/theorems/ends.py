"""What holds of the point that trajectories tend to, if they tend to one: a statement, a proposition, and two rules.

A theorem about a limit mostly supposes that there is one ("if the flow converges, it converges to ...").  The limit is
given by letters, as the start is; what is said of it is said of constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp

from ..along import trajectories_in
from ..flows import GradientFlow, substitute_entry
from ..printing import text
from ..statements import Identity, Inequality
from ..statements.base import Row, Statement
from ..symbols import free_indices
from .flowing import _several
from .propositions import Part, Proposition, lines_of, parts_of
from .rules import Line, Rule, premise
from .sequents import Lemma, Sequent, named
from .trajectories import _name, _OfTrajectories

Pairs = tuple[tuple[Any, sp.Expr], ...]


def _pairs(given: Any) -> Pairs:
    items = given.items() if isinstance(given, Mapping) else given
    return tuple((entry, sp.sympify(value)) for entry, value in items)


def _mapped(pairs: Pairs, change: Callable[[Any], Any]) -> Pairs:
    return tuple((entry, change(value)) for entry, value in pairs)


def _shown(pairs: Pairs) -> str:
    return ", ".join(f"{text(entry)} -> {text(value)}" for entry, value in pairs)


@dataclass(frozen=True)
class AtEnd(_OfTrajectories):
    """Wherever a trajectory with this start goes on for all times and its parameters tend to `ends`, `says` holds.

    `says` is about constants: the ends, the start, and other letters.

    Raises:
        ValueError: if an end is none, or something that moves is said.

    >>> from layerproof import AtEnd, GradientFlow, Identity, real, time, trajectories
    >>> a, t, a_0, a_1 = trajectories("a"), time(), real("a_0"), real("a_1")
    >>> print(AtEnd(GradientFlow(a**2 / 2, (a,), t), {a: a_0}, {a: a_1}, Identity(a_1, 0)))
    a_1 = 0 where a -> a_1, from a = a_0
    """

    ends: Any  # a mapping, or pairs; kept as pairs
    says: Statement

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "ends", _pairs(self.ends))
        if not isinstance(self.says, (Identity, Inequality)):
            raise TypeError(f"got {self.says!r:.80} of an end; expected an Identity or an Inequality")
        names = [_name(self.flow, entry) for entry, _ in self.ends]
        if not names or len({*names}) < len(names):
            raise ValueError("got no end, or two ends of one parameter; expected one for each that is spoken of")
        for entry, value in self.ends:
            if trajectories_in(value, self.flow.time) or value.has(self.flow.time, sp.oo, -sp.oo, sp.zoo, sp.nan):
                raise ValueError(f"got the end {text(value)} of {text(entry)}; expected a constant")
            if odd := free_indices(value) - {*entry.args}:
                raise ValueError(f"the end {text(value)} of {text(entry)} depends on the index {min(map(str, odd))}")
        for expr in self.says.expressions():
            if trajectories_in(expr, self.flow.time) or expr.has(self.flow.time):
                raise ValueError(f"got {self.says} of an end; expected what is about constants")

    def at_end(self, expr: Any) -> sp.Expr:
        """The value of an expression at the end.

        Raises:
            ValueError: if the ends do not say it, or the expression mentions the time.
        """
        found = sp.sympify(expr)
        for entry, value in self.ends:
            found = substitute_entry(found, entry, value)
        if left := trajectories_in(found, self.flow.time):
            raise ValueError(f"the end of {text(left[0])} is not given, on which {text(expr)} depends")
        if found.has(self.flow.time):
            raise ValueError(f"{text(expr)} mentions the time")
        return found

    def binders(self) -> tuple[sp.Symbol, ...]:
        bound = {i for entry, _ in (*self.initially, *self.ends) for i in free_indices(entry)}
        said = {i for expr in self.says.expressions() for i in free_indices(expr)}
        return tuple(sorted(bound - said, key=str))

    def says_nothing(self) -> str | None:
        return self.says.says_nothing()

    def said(self) -> tuple[sp.Basic, ...]:
        return (*self.says.expressions(), *(part for pair in self.ends for part in pair))

    def parts(self) -> Mapping[str, sp.Expr]:
        return self.says.parts()

    def with_part(self, name: str, expr: sp.Expr) -> Statement:
        return replace(self, says=self.says.with_part(name, expr))

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Statement:
        return replace(
            self,
            says=self.says.mapped(change),
            flow=self.flow.mapped(change),
            initially=_mapped(self.initially, change),
            ends=_mapped(self.ends, change),
        )

    def where(self) -> str:
        """Of which ends it speaks, in words."""
        return f"where {_shown(self.ends)}" + (f", from {self.start()}" if self.initially else "")

    def rows(self) -> tuple[Row, ...]:
        *first, last = self.says.rows()
        return (*first, replace(last, remark=self.where()))

    def __str__(self) -> str:
        return f"{self.says} {self.where()}"


@dataclass(frozen=True)
class Reached(Proposition):
    """`part` holds of the `ends` of every trajectory with this start that has them: see `AtEnd`."""

    flow: GradientFlow
    initially: Any  # a mapping, or pairs; kept as pairs
    ends: Any
    part: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "initially", _pairs(self.initially))
        object.__setattr__(self, "ends", _pairs(self.ends))

    def sequents(self) -> Iterator[Sequent]:
        for sequent in parts_of(self.part):
            said = sequent.says
            if isinstance(said, Identity) and named(said.lhs) == named(said.rhs):
                yield sequent  # that it has a value, which is no more true of an end
            else:
                yield replace(sequent, says=AtEnd(self.flow, self.initially, self.ends, said))

    def bound(self) -> set[Any]:
        return self.part.bound() if isinstance(self.part, Proposition) else set()

    def lines(self) -> list[str]:
        start = ", ".join(f"{text(entry)} = {text(value)}" for entry, value in self.initially)
        first = f"wherever {_shown(self.ends)}" + (f", from {start}:" if start else ":")
        return [first, *(f"  {line}" for line in lines_of(self.part))]

    def mapped(self, change: Callable[[Any], Any]) -> Proposition:
        part: Part = self.part.mapped(change)
        flow, start, ends = self.flow.mapped(change), _mapped(self.initially, change), _mapped(self.ends, change)
        return Reached(flow, start, ends, part)


@dataclass(frozen=True)
class InTheLimit(Rule):
    """What holds all along holds at the end, by continuity; of a strict inequality, the one that is not strict."""

    of: Any
    name: ClassVar[str] = "in the limit"

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", premise(self.of))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return (self.of,)


@dataclass(frozen=True)
class OfEnds(Rule):
    """What holds for all values holds of the ends; `using` are lines that say more of them."""

    of: Any
    using: Any = ()
    name: ClassVar[str] = "of the end"

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", premise(self.of))
        object.__setattr__(self, "using", _several(self.using))

    def premises(self) -> tuple[Lemma | Line, ...]:
        return (self.of, *self.using)

    def reason(self, name: Callable[[Lemma | Line], str]) -> str:
        where = f", by {' and '.join(map(name, self.using))}" if self.using else ""
        return f"{name(self.of)} at the end{where}"


__all__ = ["AtEnd", "InTheLimit", "OfEnds", "Reached"]
