"""Statements about every term of a sequence as theorems: for every sequence that begins so and goes on so.

The sequence is a function of the naturals, and of real numbers where its terms are functions.  Its first terms, and the
recurrence, are assumed at all values of these.  Each later term is given by terms before it, so that there is exactly
one such sequence: nothing is proved for want of one.  A derivative of a term is that of Coquelicot, which has a value
also where there is none: that there is one is among what is proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.claims import Claim
from ....language.statements import Induction
from ..gallina import Binder, Gallina, InNat, Num, Op, Var, app, forall, fun, given, related
from ..terms import NAT, REAL, ZERO, Condition, Term, Translator, Untranslatable
from .base import STATES, Fact, Goal, Theorem, signed, theorem


@dataclass(frozen=True)
class Names:
    """What binds the index, and the other arguments, in a theorem about a sequence.

    Attributes:
        index: the name of the index.
        others: the symbols of the other arguments, with their names.
        initial: the names of the facts that say what the first terms are.
        recurrence: the name of the fact that says what each later term is.
    """

    index: str
    others: tuple[tuple[sp.Symbol, str], ...]
    initial: tuple[str, ...]
    recurrence: str

    @property
    def arguments(self) -> tuple[Binder, ...]:
        """What quantifies over the other arguments."""
        return (Binder(tuple(name for _, name in self.others), REAL),) if self.others else ()

    def every(self, inside: Gallina, start: int | None) -> Gallina:
        """It at every index from one on, if one is given, and at all values of the other arguments."""
        whole = forall(inside, *self.arguments)
        if start is None:
            return whole
        beyond = InNat(related(Num(start), "<=", Var(self.index)))
        return forall(given((beyond,), whole), Binder((self.index,), NAT))


@dataclass(frozen=True)
class EveryIndex:
    """A condition at every index from `start` on, or of a first term, if that is None."""

    condition: Condition
    names: Names
    start: int | None


@dataclass(frozen=True)
class EveryTerm:
    """``of = equals`` at every index from `start` on."""

    statement: Induction
    names: Names


class SequenceTranslator(Translator):
    """Translates also derivatives of the terms of one sequence by their arguments."""

    def __init__(self, sequence: str) -> None:
        super().__init__()
        self.sequence = sequence

    def _real(self, expr: sp.Basic) -> Gallina:
        if isinstance(expr, sp.Derivative):
            return self._slope(expr)
        return super()._real(expr)

    def _slope(self, expr: sp.Derivative) -> Gallina:
        """A derivative, by one argument, at the value of that; each one up to it must be there."""
        of, (x, order) = expr.expr, expr.variable_count[0]
        if len(expr.variable_count) > 1 or not isinstance(of, AppliedUndef) or of.func.__name__ != self.sequence:
            raise Untranslatable(f"{expr} is not a derivative of a term of the sequence by one argument")
        if not order.is_Integer or not isinstance(x, sp.Symbol) or x.is_real is not True or x.is_integer:
            raise Untranslatable(f"{expr} is no derivative by a real number, so many times")
        at, name = self._real(x), self.names.of(("slope", x), f"{x}_")
        with self.writing({x: Var(name)}):
            function = fun(name, self._real(of), REAL)
        for k in range(1, int(order) + 1):
            there = app("ex_derive", function, at) if k == 1 else app("ex_derive_n", function, Num(k), at)
            self._conditions.append(Condition(there, "derivative", None, tuple(self._wrappers)))
        return app("Derive", function, at) if order == 1 else app("Derive_n", function, Num(int(order)), at)

    @contextmanager
    def at(self, names: Names, statement: Induction, index: Gallina | None = None) -> Iterator[None]:
        """Inside, the index and the arguments have their names; the index may be another term."""
        with self.naming({statement.n: index or Var(names.index)}), self.writing(dict(names.others)):
            yield


@STATES.register(Induction)
def state(claim: Claim) -> Theorem:
    """The first terms, the recurrence and both sides are defined, and the sides are equal from the start on.

    Raises:
        Untranslatable: if the sequence is not given by its earlier terms, or an expression has no counterpart.
    """
    statement = claim.statement
    assert isinstance(statement, Induction)
    sequence = statement.sequence
    _is_a_sequence(claim, statement)
    translate = SequenceTranslator(sequence.entry.func.__name__)
    others = tuple((x, translate.names.fresh(str(x))) for x in sequence.entry.args[1:])
    initial = tuple(translate.names.fresh(f"I{k}") for k in range(len(sequence.initial)))
    names = Names(translate.names.fresh(str(statement.n)), others, initial, translate.names.fresh("Next"))
    facts, goals = [], []
    for k, first in enumerate(sequence.initial):
        with translate.writing(dict(others)):
            entry = translate(sequence.entry.xreplace({statement.n: sp.Integer(sequence.first + k)}))
            value = translate(first)
        goals += _defined(names, None, value)
        facts.append(Fact(initial[k], names.every(related(entry.says, "=", value.says), None)))
    last = sequence.first + len(sequence.initial) - 1
    with translate.at(names, statement, InNat(Op("+", (Var(names.index), Num(1))))):
        after = translate(sequence.entry)
    with translate.at(names, statement):
        following, left, right = map(translate, (sequence.following, statement.of, statement.equals))
    facts.append(Fact(names.recurrence, names.every(related(after.says, "=", following.says), last)))
    goals += [*_defined(names, last, following), *_defined(names, statement.start, left, right)]
    said = names.every(related(left.says, "=", right.says), statement.start)
    goals.append(Goal(said, EveryTerm(statement, names)))
    return theorem(claim, translate, goals, facts=facts, requires=("Inductions",))


def _defined(names: Names, start: int | None, *terms: Term) -> list[Goal]:
    return [
        Goal(names.every(condition.says, start), EveryIndex(condition, names, start))
        for term in terms
        for condition in term.conditions
    ]


def _is_a_sequence(claim: Claim, statement: Induction) -> None:
    """That each term is given by what is before it, that both sides have terms, and that no hypothesis is about it."""
    sequence, n = statement.sequence, statement.n
    entry = sequence.entry
    name, others = entry.func.__name__, entry.args[1:]
    last = sequence.first + len(sequence.initial) - 1
    if sequence.first < 0 or statement.start < 0:
        raise Untranslatable("a sequence that begins before the term 0, as none does in Coq here")
    if not sequence.initial or not isinstance(n, sp.Symbol) or not n.is_integer:
        raise Untranslatable(f"{entry} is not a term of a sequence with a first one")
    if entry.is_integer or signed(entry, ZERO) is not None:
        raise Untranslatable(f"the terms of {name} are assumed to have a sign, or to be integers")
    if len(set(others)) < len(others) or not all(isinstance(x, sp.Symbol) and x.is_real for x in others):
        raise Untranslatable(f"the arguments of {entry} are not real symbols")
    if any(x.is_integer or signed(x, ZERO) is not None for x in others):
        raise Untranslatable(f"something is assumed about the arguments of {entry}")
    for said in claim.hypotheses:
        if not isinstance(said, sp.Basic) or _speaks(said, name, {n, *others}):
            raise Untranslatable(f"a hypothesis that is about the sequence: {said}")
    if any(e.has(n) or _terms(e, name) for e in sequence.initial):
        raise Untranslatable("a first term that depends on the index, or on other terms")
    for of, least in ((sequence.following, last), (statement.of, statement.start), (statement.equals, statement.start)):
        if any(_terms(total, name) for total in of.atoms(sp.Sum)):
            raise Untranslatable(f"a sum over terms of {name}")
        for term in _terms(of, name):
            back = term.args[0] - n
            if not back.is_Integer or least + back < sequence.first or len(term.args) != len(entry.args):
                raise Untranslatable(f"{term} is not a term so many places away from the index, beyond the first one")
            if of is sequence.following and back > 0:
                raise Untranslatable(f"{term} is not before the term that the recurrence gives")


def _speaks(said: sp.Basic, name: str, symbols: set[sp.Basic]) -> bool:
    return bool(symbols & said.free_symbols) or bool(_terms(said, name))


def _terms(expr: sp.Basic, name: str) -> list[AppliedUndef]:
    found = [e for e in expr.atoms(AppliedUndef) if e.func.__name__ == name]
    return sorted(found, key=sp.default_sort_key)


__all__ = ["EveryIndex", "EveryTerm", "Names", "SequenceTranslator"]
