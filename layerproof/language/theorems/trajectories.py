"""What holds along every trajectory of a flow: at each of its times, or in the end.

A line about one moment speaks of values at that moment; these two speak of whole trajectories, from a start that is
given by letters.  Only a theorem proves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef

from ..along import trajectories_in
from ..claims import Cited
from ..flows import GradientFlow, substitute_entry
from ..goals import Goal, Impossible
from ..printing import text
from ..statements import Identity, Inequality
from ..statements.base import Row, Statement
from ..symbols import Family, free_indices


@dataclass(frozen=True)
class _OfTrajectories(Statement):
    """What is said of every trajectory with a start.

    Attributes:
        flow: of which it is a trajectory.
        initially: pairs of a parameter, of a family at free indices, and its value at time 0, at every index.

    Raises:
        ValueError: if the flow is restricted, or a start is none.
    """

    flow: GradientFlow
    initially: Any  # a mapping, or pairs; kept as pairs

    def __post_init__(self) -> None:
        if self.flow.invariant:
            raise ValueError("got a flow on an invariant set; expected a flow of which a trajectory may start anywhere")
        items = self.initially.items() if isinstance(self.initially, Mapping) else self.initially
        pairs = tuple((entry, sp.sympify(value)) for entry, value in items)
        object.__setattr__(self, "initially", pairs)
        names = [_name(self.flow, entry) for entry, _ in pairs]
        if len({*names}) < len(names):
            raise ValueError(f"got two starts of {max(names, key=names.count)}")
        for entry, value in pairs:
            if trajectories_in(value, self.flow.time) or value.has(self.flow.time):
                raise ValueError(f"got the start {text(value)} of {text(entry)}; expected a constant")
            if odd := free_indices(value) - {*entry.args}:
                raise ValueError(
                    f"the start {text(value)} of {text(entry)} depends on the index {min(map(str, odd))}, which is no "
                    "index of it"
                )

    def at_start(self, expr: Any) -> sp.Expr:
        """The value of an expression at time 0.

        Raises:
            ValueError: if the start does not say it.
        """
        found = sp.sympify(expr)
        for entry, value in self.initially:
            found = substitute_entry(found, entry, value)
        if left := trajectories_in(found, self.flow.time):
            raise ValueError(f"the start of {text(left[0])} is not given, on which {text(expr)} depends")
        return found.xreplace({self.flow.time: sp.Integer(0)})

    def binders(self) -> tuple[sp.Symbol, ...]:
        return tuple(sorted({i for entry, _ in self.initially for i in free_indices(entry)}, key=str))

    def goals(self) -> Iterator[Goal]:
        yield Impossible("what holds along every trajectory is proved by a Theorem")

    def expressions(self) -> tuple[sp.Basic, ...]:
        return (*self.said(), self.flow.loss, *(part for pair in self.initially for part in pair))

    def said(self) -> tuple[sp.Basic, ...]:
        """What is said of a trajectory."""
        raise NotImplementedError

    def start(self) -> str:
        """The start, in words."""
        return ", ".join(f"{text(entry)} = {text(value)}" for entry, value in self.initially)


def _name(flow: GradientFlow, entry: Any) -> str:
    """The name of the parameter that an entry is of."""
    if not isinstance(entry, AppliedUndef) or entry.func.__name__ not in flow.names:
        raise ValueError(f"got the start of {text(entry)}; expected a parameter of the flow")
    (parameter,) = (
        p for p in flow.parameters if (p.name if isinstance(p, Family) else p.func.__name__) == entry.func.__name__
    )
    indices = entry.args[:-1] if isinstance(parameter, Family) else ()
    if entry.args != (*indices, flow.time):
        raise ValueError(f"got the start of {text(entry)}; expected one at the time {flow.time}")
    if not all(isinstance(i, sp.Idx) for i in indices) or len({*indices}) < len(indices):
        raise ValueError(f"got the start of {text(entry)}; expected every entry, at free indices that differ")
    return str(entry.func.__name__)


@dataclass(frozen=True)
class Along(_OfTrajectories):
    """At every time of every trajectory with this start the relation holds.

    A hypothesis about trajectories is assumed at all times of the trajectory up to then.

    >>> from layerproof import Along, GradientFlow, Inequality, exp, real, time, trajectories
    >>> a, t, a_0 = trajectories("a"), time(), real("a_0")
    >>> print(Along(GradientFlow(a**2 / 2, (a,), t), {a: a_0}, Inequality(a**2, "<=", a_0**2)))
    a**2 <= a_0**2 at all times, from a = a_0
    """

    says: Statement

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.says, (Identity, Inequality)):
            raise TypeError(f"got {self.says!r:.80} along a trajectory; expected an Identity or an Inequality")

    def says_nothing(self) -> str | None:
        return self.says.says_nothing()

    def said(self) -> tuple[sp.Basic, ...]:
        return self.says.expressions()

    def parts(self) -> Mapping[str, sp.Expr]:
        return self.says.parts()

    def with_part(self, name: str, expr: sp.Expr) -> Statement:
        return replace(self, says=self.says.with_part(name, expr))

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Statement:
        initially = tuple((entry, change(value)) for entry, value in self.initially)
        return replace(self, says=self.says.mapped(change), flow=self.flow.mapped(change), initially=initially)

    def rows(self) -> tuple[Row, ...]:
        *first, last = self.says.rows()
        return (*first, replace(last, remark="at all times" + (f", from {self.start()}" if self.initially else "")))

    def __str__(self) -> str:
        return f"{self.says} at all times" + (f", from {self.start()}" if self.initially else "")


CONTINUED = Cited(
    "theorem of Picard and Lindelof",
    "G. Teschl, Ordinary Differential Equations and Dynamical Systems, American Mathematical Society 2012, Theorem 2.2",
)
"""By which a trajectory that has a limit where it ends goes on from there; the rules show that it has one."""


@dataclass(frozen=True)
class Tends(_OfTrajectories):
    """Every trajectory with this start goes on for all times, and `expr` tends to `to`.

    Of those at all of whose times the hypotheses hold, if they are about trajectories.
    """

    expr: sp.Expr
    to: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ("to",)
    rests_on: ClassVar[tuple[Cited, ...]] = (CONTINUED,)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("expr", "to"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        if self.to.has(self.flow.time, sp.oo, -sp.oo, sp.zoo, sp.nan):
            raise ValueError(f"got {text(self.to)} for where {text(self.expr)} tends to; expected a constant")

    def says_nothing(self) -> str | None:
        return None if trajectories_in(self.expr, self.flow.time) else f"{text(self.expr)} does not move"

    def said(self) -> tuple[sp.Basic, ...]:
        return (self.expr, self.to)

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Statement:
        initially = tuple((entry, change(value)) for entry, value in self.initially)
        return replace(
            self, expr=change(self.expr), to=change(self.to), flow=self.flow.mapped(change), initially=initially
        )

    def rows(self) -> tuple[Row, ...]:
        limit = sp.Limit(self.expr, self.flow.time, sp.oo, "-")
        return (Row(limit, "=", self.to, remark=f"from {self.start()}" if self.initially else ""),)

    def __str__(self) -> str:
        tends = f"{text(self.expr)} -> {text(self.to)} as {self.flow.time} -> oo"
        return tends + (f", from {self.start()}" if self.initially else "")


__all__ = ["Along", "Tends"]
