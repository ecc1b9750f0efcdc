"""Side conditions of joins: questions to the exact prover, each under hypotheses of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ...language.claims import Question
from ...language.goals import Zero
from ...language.printing import text
from ...language.statements import Rate
from ...language.statements.base import Statement
from ...language.symbols import ForAll, fresh_index, reserved
from ...language.theorems.areas import with_letters
from ...language.theorems.as_written import lost_parts
from ...language.theorems.sequents import Relation, among, as_relation, named, relation_meant, relation_of
from ...language.theorems.theorem import mentions
from ...language.verdicts import Verdict
from ..domain import Contradiction, Domain, IllPosed
from ..exact.deciding import prove
from ..exact.outcome import Proved
from ..exact.prover import Prover
from ..sign_sets import NONZERO


class Broken(Exception):
    """A join that is none, whatever the prover says; the message says what was got, and what is expected."""


class Unvalued(Exception):
    """An integral, or a sum without end, that is not known to have a value."""


@dataclass(frozen=True)
class Defined:
    """All of `exprs` have values."""

    exprs: tuple[sp.Expr, ...]

    def __str__(self) -> str:
        return f"{', '.join(map(text, self.exprs))} {'have values' if len(self.exprs) > 1 else 'has a value'}"


@dataclass(frozen=True)
class Differs:
    """`expr` is not 0."""

    expr: sp.Expr

    def __str__(self) -> str:
        return f"{text(self.expr)} is not 0"


@dataclass(frozen=True)
class Obligation:
    """What must be proved for a join to be one.

    Attributes:
        asks: the statement.
        given: under which hypotheses.
        why: what it is needed for.
        known: integrals and sums without end that have values, see ``language/theorems/areas``.
    """

    asks: Statement | Defined | Differs
    given: tuple[Any, ...]
    why: str
    known: frozenset[sp.Expr] = frozenset()

    def question(self) -> Question:
        """It as a claim; Raises TypeError if it is none."""
        if not isinstance(self.asks, Statement):
            raise TypeError(f"{self.asks} is no statement")
        return Question("join/obligation", title=self.why, statement=self.asks, hypotheses=self.given)

    def without(self, hypotheses: tuple[Any, ...]) -> Obligation:
        """It with fewer hypotheses, which is to ask for more."""
        left_out = {named(h) for h in hypotheses}
        return replace(self, given=tuple(h for h in self.given if named(h) not in left_out))

    def is_proved_without_equations(self, budget: float) -> bool:
        """Whether it is proved without the equations among its hypotheses: values that satisfy these are hard to find.

        A rate, which mostly is one of polynomials, is asked for without any hypothesis before that.  That the
        hypotheses do not contradict each other is asked once, of each part of a conclusion.
        """
        if self._asks_nothing:
            return False
        equations = tuple(h for h in self.given if isinstance(h, sp.Eq))
        fewer = (self.given, equations) if isinstance(self.asks, Rate) else (equations,)
        return any(left_out and self.without(left_out).lacking(budget, looks=(1, 1)) is None for left_out in fewer)

    @property
    def _asks_nothing(self) -> bool:
        return self.asks == Defined((sp.S.Zero,))

    def lacking(self, budget: float, looks: tuple[int, int] = (1, Prover.looks[1])) -> str | None:
        """Why it is not proved; None if it is.

        What was found is remembered: a theorem and its mutants have most of their side conditions in common.  `looks`
        are the points that are looked at before and after a proof is tried: none is expected to show anything before.
        """
        try:
            asked = self.in_letters()
        except Unvalued as problem:
            return str(problem)
        key, tried = (asked.asks, asked.given), (looks, budget)
        if key not in _FOUND or (_FOUND[key][0] is not None and _FOUND[key][1] < tried):
            if len(_FOUND) >= _REMEMBERED:
                _FOUND.clear()
            _FOUND[key] = (asked._lacking(budget, looks), tried)
        return _FOUND[key][0]

    def in_letters(self) -> Obligation:
        """It with a letter for each integral and each sum without end: it is then asked of all real numbers.

        Raises:
            Unvalued: if one is not known to have a value.
        """
        letters: dict[sp.Expr, sp.Symbol] = {}

        def letter(area: sp.Expr) -> sp.Symbol:
            if area not in self.known:
                raise Unvalued(f"it is not known that {text(area)} has a value")
            return letters.setdefault(area, reserved(f"value_{len(letters) + 1}", real=True))

        def change(expr: Any) -> Any:
            return with_letters(expr, letter)

        match self.asks:
            case Defined(exprs):
                asks: Any = Defined(tuple(map(change, exprs)))
            case Differs(expr):
                asks = Differs(change(expr))
            case _:
                asks = self.asks.mapped(change)
        return replace(self, asks=asks, given=tuple(change(h) for h in self.given))

    def _lacking(self, budget: float, looks: tuple[int, int]) -> str | None:
        given = readable(self.given)
        try:
            if isinstance(self.asks, Statement):
                found = prove(replace(self, given=given).question(), budget=budget, looks=looks)
                return None if found.verdict is Verdict.VERIFIED else found.reason or str(found.witness)
            exprs = self.asks.exprs if isinstance(self.asks, Defined) else (self.asks.expr,)
            prover = Prover(Domain.of(exprs, given), looks=looks)
            prover.domain.parametrisations()
            if given and next(prover.points(1), None) is None:
                return "no point inside the hypotheses was found: they may contradict each other"
            if isinstance(self.asks, Defined):
                outcome = prover.zero(Zero(sp.Integer(0), "definedness", exprs))
                return None if isinstance(outcome, Proved) else getattr(outcome, "reason", str(outcome))
            expr = prover.prepared(self.asks.expr)
            if (problem := prover.undefined([self.asks.expr])) is not None:
                return problem
            return None if prover.sign(expr) <= NONZERO else "it is not derived that it does not vanish"
        except (Contradiction, IllPosed) as problem:
            return str(problem)


_REMEMBERED = 2000
_FOUND: dict[tuple[Any, ...], tuple[str | None, tuple[tuple[int, int], float]]] = {}
"""Of each condition asked: what is lacking, and the effort with which that was found.

A proof is one with any effort; what was not proved is tried again with more.
"""


def readable(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The hypotheses without equations at every index, which the prover does not take: a line names those it uses.

    To leave out a hypothesis makes nothing provable that was not.
    """
    return tuple(h for h in given if not (isinstance(h, ForAll) and isinstance(h.relation, sp.Eq)))


def holds(condition: Any, given: tuple[Any, ...], why: str) -> Iterator[Obligation]:
    """That a hypothesis holds under others; nothing where it is one of them.

    Raises:
        Broken: if it is false, or of a sort that can be assumed but not proved here.
    """
    for part in among([condition], given):
        if part in (False, sp.false):
            raise Broken(f"{why}: it is false")
        if isinstance(part, ForAll):
            fresh = {i: fresh_index(i, i.lower, i.upper) for i in part.indices}
            part = part.relation.xreplace(fresh)
        if isinstance(part, sp.Ne):
            yield Obligation(Differs(part.lhs - part.rhs), given, why)
        elif (relation := as_relation(part)) is not None:
            yield Obligation(relation.statement(), given, why)
        else:
            raise Broken(f"{why}: {part} must be a hypothesis as it stands")


def as_written(
    exprs: Iterable[Any], put: Callable[[Any], Any], given: tuple[Any, ...], why: str
) -> Iterator[Obligation]:
    """That expressions have values, as they are written, where values are put in: see ``language/theorems/as_written``.

    Asked for is what is seen no more with the values put in; the rest is asked for wherever the result is.

    Raises:
        Broken: if something has no value there.
    """
    try:
        lost = lost_parts(exprs, put)
    except ValueError as problem:
        raise Broken(f"{why}: {problem}") from problem
    if lost:
        yield Obligation(Defined(lost), given, why)


def related(relation: Relation, given: tuple[Any, ...], why: str) -> Iterator[Obligation]:
    """That a relation holds."""
    yield Obligation(relation.statement(), given, why)


_IMPLIES = {"=": {"=", "<=", ">="}, ">": {">", ">="}, "<": {"<", "<="}, ">=": {">="}, "<=": {"<="}}


def same(found: Statement, wanted: Statement, given: tuple[Any, ...], why: str) -> Iterator[Obligation]:
    """That what was found says what is wanted: as it is written, or by algebra if both are relations, and no more.

    Raises:
        Broken: if it says something else.
    """
    if found == wanted:
        return
    one, other = relation_of(found), relation_meant(wanted)
    if one is None or other is None:
        raise Broken(f"{why}: it says {found}, not {wanted}")
    if one.sign == "=" and other.sign in ("<=", ">="):
        one = Relation(one.left, other.sign, one.right)
    elif other.sign not in _IMPLIES[one.sign]:
        turned = Relation(one.right, {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "="}[one.sign], one.left)
        if other.sign not in _IMPLIES[turned.sign]:
            raise Broken(f"{why}: it says {found}, not {wanted}")
        one = turned
    yield Obligation(Defined((other.left, other.right)), given, f"{why}: that both sides have values")
    if named(one.left) == named(other.left) and named(one.right) == named(other.right):
        return
    from ...language.statements import Identity

    yield Obligation(Identity(other.slack, one.slack), given, f"{why}: the difference of the sides is the same")


def needed(premise: Any, given: tuple[Any, ...]) -> None:
    """That a premise may be used as it stands under `given`.

    Raises:
        Broken: if it assumes something else.
    """
    missing = among(premise.given, given)
    if missing:
        name = getattr(premise, "id", "a line")
        raise Broken(
            f"{name} assumes {', '.join(map(str, missing))}, which is not assumed here; expected an Instance of it, in "
            "which that is proved"
        )


def elsewhere(statement: Statement, known: Iterable[Any], given: Iterable[Any]) -> list[Any]:
    """Hypotheses that say where the statement is about, beside those under which it is known.

    A minimum on the whole line is none on a part of it; a limit is one where the hypotheses leave a way to the point.
    """
    region = statement.region()
    return [h for h in among(given, known) if mentions(h, region)] if region else []


def read(premise: Any, given: tuple[Any, ...]) -> Relation:
    """The relation that a premise is, usable under `given`.

    Raises:
        Broken: if it is none, or assumes something else.
    """
    needed(premise, given)
    relation = relation_of(premise.says)
    if relation is None:
        raise Broken(f"got the premise {premise.says}; expected an equation or an inequality")
    return relation


def free_of(hypotheses: Iterable[Any], letter: Any) -> bool:
    """Whether no hypothesis mentions a symbol or a free index."""
    from ...language.theorems.substitution import letters

    return letter not in letters(h for h in hypotheses if isinstance(h, sp.Basic))
