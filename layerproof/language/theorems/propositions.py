"""Conclusions: what a theorem says, made of statements by *and*, *implies*, *there is*, *least under constraints*.

Each comes down to sequents, statements under hypotheses, each about all values of its letters; these are what is
proved.  So what a proposition means is what `sequents` says, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..printing import text
from ..statements import Identity, Inequality
from ..statements.base import Row, Statement
from .as_written import lost_in, lost_parts, parts_in
from .sequents import Sequent, as_relation
from .substitution import Substitution, domain_of, letters


class Proposition:
    """What is made of statements."""

    def sequents(self) -> Iterator[Sequent]:
        """What must be proved, each under hypotheses of its own beside those of the theorem."""
        raise NotImplementedError

    def bound(self) -> set[Any]:
        """The letters that it is about all values of, whatever the theorem's letters are."""
        return set()

    def lines(self) -> list[str]:
        """It in plain text."""
        raise NotImplementedError

    def rows(self) -> Iterator[Row]:
        """It as rows of a display; what several of them assume is said at the first."""
        before: tuple[Any, ...] = ()
        for sequent in self.sequents():
            if sequent.value:
                continue
            remark = f"if {', '.join(map(_plain, sequent.given))}" if sequent.given else ""
            if remark and sequent.given == before:
                remark = "then too"
            before = sequent.given
            *first, last = sequent.says.rows()
            yield from first
            yield replace(last, remark="; ".join(filter(None, (last.remark, remark))))

    def mapped(self, change: Callable[[Any], Any]) -> Proposition:
        """It with `change` applied to every expression."""
        made: Any = self
        new: Proposition = replace(made, **{f.name: _changed(getattr(self, f.name), change) for f in fields(made)})
        return new


Part = Statement | Proposition


def parts_of(said: Part) -> Iterator[Sequent]:
    """The sequents of a proposition, or of a statement by itself."""
    if isinstance(said, Statement):
        yield Sequent((), said)
    elif isinstance(said, Proposition):
        yield from said.sequents()
    else:
        raise TypeError(f"got {said!r:.80} in a conclusion; expected a statement, AllOf, Given, Exists or Minimum")


@dataclass(frozen=True)
class AllOf(Proposition):
    """All of its parts hold."""

    parts: tuple[Any, ...]

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)

    def sequents(self) -> Iterator[Sequent]:
        for part in self.parts:
            yield from parts_of(part)

    def bound(self) -> set[Any]:
        return {letter for part in self.parts if isinstance(part, Proposition) for letter in part.bound()}

    def lines(self) -> list[str]:
        return [line for part in self.parts for line in lines_of(part)]

    def mapped(self, change: Callable[[Any], Any]) -> Proposition:
        return AllOf(*(_changed(part, change) for part in self.parts))


@dataclass(frozen=True)
class Given(Proposition):
    """Wherever all of `hypotheses` hold, `part` does."""

    hypotheses: Any  # one, or several; kept as a tuple
    part: Any

    def __post_init__(self) -> None:
        given = self.hypotheses if isinstance(self.hypotheses, (tuple, list)) else (self.hypotheses,)
        object.__setattr__(self, "hypotheses", tuple(given))

    def sequents(self) -> Iterator[Sequent]:
        for sequent in parts_of(self.part):
            yield replace(sequent, given=(*self.hypotheses, *sequent.given))

    def bound(self) -> set[Any]:
        return self.part.bound() if isinstance(self.part, Proposition) else set()

    def lines(self) -> list[str]:
        return [f"if {', '.join(map(_plain, self.hypotheses))}:", *(f"  {line}" for line in lines_of(self.part))]


@dataclass(frozen=True)
class Exists(Proposition):
    """There is a value of `symbol`, in its domain, for which `part` holds: `witness` is one.

    The witness may depend on the letters of the theorem, and on none that `part` is about all values of.  It has a
    value, and with it `part` has, as it is written.
    """

    symbol: sp.Symbol
    witness: sp.Expr
    part: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "witness", sp.sympify(self.witness))
        inside = self.part.bound() if isinstance(self.part, Proposition) else set()
        if caught := inside & letters([self.witness]):
            raise ValueError(
                f"the witness {text(self.witness)} depends on {min(map(str, caught))}, of which all values are meant"
            )
        if self.witness.has(self.symbol):
            raise ValueError(f"the witness for {self.symbol} mentions it")

    def sequents(self) -> Iterator[Sequent]:
        put = Substitution(((self.symbol, self.witness),))
        for condition in domain_of(self.symbol, self.witness):
            yield from _in_domain(condition, self.symbol, self.witness)
        values = [*_valued((self.witness,))]
        for sequent in parts_of(self.part):
            lost = lost_in(sequent.says, put)
            given = tuple(put(h) for h in sequent.given)
            yield replace(sequent, given=given, says=put.statement(sequent.says))
            values += [Sequent.of_value(part, given) for part in lost]
        yield from dict.fromkeys(values)

    def bound(self) -> set[Any]:
        return self.part.bound() if isinstance(self.part, Proposition) else set()

    def lines(self) -> list[str]:
        return [f"there is {self.symbol}, namely {text(self.witness)}, with", *(f"  {x}" for x in lines_of(self.part))]


@dataclass(frozen=True)
class Minimum(Proposition):
    """`objective` is least, of all points in the variables' domains under `constraints`, at the point `at`.

    The point has a value, and satisfies the constraints, which have values there as they are written; and at every
    point that does the objective is no less.  With `unique` it is the only one: where the objective has the same value,
    every variable has the value it has at the point.

    Attributes:
        objective: an expression in the variables.
        at: pairs of a variable, a symbol or the entry of a family at free indices, and its value.
        constraints: relations.
        unique: whether there is no other.
        greatest: it is the greatest value that is meant.
    """

    objective: sp.Expr
    at: Any
    constraints: Any = ()  # one, or several; kept as a tuple
    unique: bool = False
    greatest: bool = False

    def __post_init__(self) -> None:
        point = Substitution.of(self.at)
        object.__setattr__(self, "at", point.pairs)
        object.__setattr__(self, "objective", sp.sympify(self.objective))
        given = self.constraints if isinstance(self.constraints, (tuple, list)) else (self.constraints,)
        object.__setattr__(self, "constraints", tuple(given))
        if not point.pairs:
            raise ValueError("got no variable; expected the value of one at least, such as {x: 1}")
        if caught := self.bound() & letters([value for _, value in point.pairs]):
            raise ValueError(f"the point depends on the variable {min(map(str, caught))}")

    @property
    def point(self) -> Substitution:
        """The point."""
        return Substitution(self.at)

    @property
    def value(self) -> sp.Expr:
        """The objective at the point."""
        return self.point(self.objective)

    @property
    def attained(self) -> sp.Eq:
        """That the objective has its value at the point; where no other point has it, this is a hypothesis."""
        return sp.Eq(self.objective, self.value, evaluate=False)

    def bound(self) -> set[Any]:
        return {key.func if isinstance(key, AppliedUndef) else key for key in self.point.keys}

    def sequents(self) -> Iterator[Sequent]:
        point = self.point
        for key, value in point.pairs:
            for condition in domain_of(key, value):
                yield from _in_domain(condition, key, value)
        lost = lost_parts(self.constraints, point)
        for constraint in self.constraints:
            yield from _holding(point(constraint))
        yield Sequent(self.constraints, Inequality(self.objective, "<=" if self.greatest else ">=", self.value))
        if self.unique:
            same = (*self.constraints, self.attained)
            for key, value in point.pairs:
                yield Sequent(same, Identity(key, value))
        yield from dict.fromkeys(_valued((*(value for _, value in point.pairs), *lost)))

    def lines(self) -> list[str]:
        at = ", ".join(f"{text(key)} = {text(value)}" for key, value in self.at)
        under = f" under {', '.join(map(_plain, self.constraints))}" if self.constraints else ""
        only = ", and nowhere else" if self.unique else ""
        return [
            f"{text(self.objective)} is {'greatest' if self.greatest else 'least'}{under}",
            f"  at {at}{only}",
        ]


def lines_of(said: Part) -> list[str]:
    """A proposition, or a statement, in plain text."""
    return said.lines()


def _in_domain(condition: Any, letter: Any, value: sp.Expr) -> Iterator[Sequent]:
    """That a value is in the domain of its letter, as a sequent; nothing where numbers say it.

    Raises:
        ValueError: if it is not.
    """
    sides = () if isinstance(condition, sp.logic.boolalg.BooleanAtom) else condition.args
    if condition == sp.false or (all(side.is_Rational for side in sides) and condition.func(*sides) == sp.false):
        raise ValueError(
            f"got {text(value)} for {text(letter)}; expected a value in its domain, with {text(condition)}"
        )
    if not (sides and all(side.is_Rational for side in sides)):
        yield from _holding(condition)


def _holding(condition: Any) -> Iterator[Sequent]:
    """That a condition holds, as a sequent; nothing if it does on its face."""
    from ..symbols import ForAll

    if condition in (True, sp.true):
        return
    if condition in (False, sp.false):
        raise ValueError("a constraint fails at the point; expected a point that satisfies every constraint")
    if isinstance(condition, sp.And):
        for part in condition.args:
            yield from _holding(part)
        return
    relation = as_relation(condition.relation if isinstance(condition, ForAll) else condition)
    if relation is None:
        raise ValueError(f"got the condition {condition}; expected an equation or an inequality")
    yield Sequent((), relation.statement())


def _valued(exprs: Iterable[sp.Expr]) -> Iterator[Sequent]:
    """That each has a value, unless every expression of its form has."""
    for expr in exprs:
        if any(True for _ in parts_in(expr)):
            yield Sequent.of_value(expr)


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, (Statement, Proposition)) or hasattr(value, "mapped"):
        return value.mapped(change)
    if isinstance(value, sp.Basic):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(item, change) for item in value)
    return value


def _plain(hypothesis: Any) -> str:
    return text(hypothesis) if isinstance(hypothesis, sp.Basic) else str(hypothesis)


__all__ = ["AllOf", "Exists", "Given", "Minimum", "Part", "Proposition", "lines_of", "parts_of"]
