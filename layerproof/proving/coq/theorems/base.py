"""Theorems of Coq: what is quantified, what is assumed, what is proved, and how a proof is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.claims import Claim
from ....language.faces import Face
from ....language.relations import relations_in
from ....language.symbols import ForAll
from ..gallina import (
    App,
    Binder,
    Gallina,
    InNat,
    NotClosed,
    Num,
    Said,
    Theory,
    Var,
    app,
    between,
    forall,
    given,
    related,
    term_of,
)
from ..names import plain
from ..scripts import assembled
from ..terms import INTEGER, NAT, REAL, ZERO, Condition, Term, Translator, Untranslatable

RELATIONS = {
    sp.Eq: "=",
    sp.Ne: "<>",
    sp.StrictGreaterThan: ">",
    sp.GreaterThan: ">=",
    sp.StrictLessThan: "<",
    sp.LessThan: "<=",
}


@dataclass(frozen=True)
class Fact:
    """A named hypothesis of a theorem.

    Attributes:
        name: in Coq.
        says: the proposition; in scripts, also its text.
        relation: it as a relation of SymPy; None if it is none (a range of naturals, a flow).
    """

    name: str
    says: Gallina | str
    relation: sp.Basic | None = None

    @property
    def form(self) -> Gallina:
        """The proposition, as it stands in a statement."""
        return Said(self.says) if isinstance(self.says, str) else self.says

    @property
    def text(self) -> str:
        """The proposition in print."""
        return self.form.whole


@dataclass(frozen=True)
class EveryFact(Fact):
    """A relation at every value of some indices.

    Attributes:
        statement: the relation.
        indices: the indices, outermost first.
    """

    statement: sp.Basic = sp.true
    indices: tuple[sp.Idx, ...] = ()

    def is_at(self, index: sp.Idx) -> bool:
        """Whether it says something of the entry at one index, of this range."""
        ends = [(known.lower, known.upper) for known in self.indices]
        return ends == [(index.lower, index.upper)] and type(self.statement) in RELATIONS


@dataclass(frozen=True)
class Equation:
    """``lhs = rhs``."""

    lhs: sp.Expr
    rhs: sp.Expr


@dataclass(frozen=True)
class Order:
    """``lhs relation rhs``, where the relation is one of ``<  <=  >  >=  <>``."""

    lhs: sp.Expr
    relation: str
    rhs: sp.Expr


@dataclass(frozen=True)
class Goal:
    """One of the propositions that a theorem proves.

    Attributes:
        says: the proposition.
        content: what it says: an `Equation`, an `Order`, a `Condition`, or what a kind of statement has of its own.
    """

    says: Gallina
    content: Any

    @property
    def text(self) -> str:
        """The proposition in print."""
        return self.says.whole


@dataclass(frozen=True)
class Theorem:
    """A theorem to be proved.

    Attributes:
        name: an identifier.
        binders: what is quantified, with types.
        facts: what is assumed.
        goals: what is proved; the theorem is their conjunction.
        claim: what it says in mathematics.
        translate: the translator that wrote it, which knows the names.
        requires: files of the prelude that it needs, beside ``Base``.
    """

    name: str
    binders: tuple[Binder, ...]
    facts: tuple[Fact, ...]
    goals: tuple[Goal, ...]
    claim: Claim
    translate: Translator = field(repr=False, compare=False)
    requires: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            self.says.check()
            if self.says.free:
                raise NotClosed(f"{min(self.says.free)} is not quantified")
        except NotClosed as problem:
            raise Untranslatable(str(problem)) from None

    @cached_property
    def says(self) -> Theory:
        """What it says, with all that it quantifies and assumes."""
        assumed, proved = (fact.form for fact in self.facts), (goal.says for goal in self.goals)
        return Theory(self.binders, tuple(assumed), tuple(proved))

    def proposition(self) -> str:
        """It in print."""
        return self.says.whole

    def statement(self) -> str:
        """The theorem without its proof."""
        return f"Theorem {self.name} :\n{self.proposition()}."

    def variables(self) -> list[str]:
        """The names that the binders introduce, in their order."""
        return [name for binder in self.binders for name in binder.names]

    def proof(self, scripts: Sequence[str], preamble: str = "") -> str:
        """A proof from a script for each goal; each may use the goals before it, which are called ``G0``, ``G1``...

        A script closes its goal, with the variables and facts of the theorem introduced by their names.
        """
        names = [*self.variables(), *(fact.name for fact in self.facts)]
        own = "\n".join(f"assert ({fact.text}) as {fact.name} by {script}." for fact, script in self.own_facts())
        return assembled(names, [goal.text for goal in self.goals], scripts, f"{own}\n{preamble}".strip())

    def own_facts(self) -> Iterator[tuple[Fact, str]]:
        """Of an inequality that is assumed of every entry, that it holds at an index of the theorem's own.

        Not trusted: they are part of the script, with a tactic that shows each.
        """
        for fact in self.facts:
            if not isinstance(fact, EveryFact) or isinstance(fact.statement, sp.Eq):
                continue
            for number, at in enumerate(self._own_indices(fact)):
                relation = fact.statement.func(
                    *(side.xreplace(dict(zip(fact.indices, at, strict=True))) for side in fact.statement.args),
                    evaluate=False,
                )
                left, right = (self.translate(side).text for side in (relation.lhs, relation.rhs))
                arguments = " ".join(f"{self.translate.natural(i)} ltac:(first [assumption | lia])" for i in at)
                name = f"{fact.name}_own" + (f"_{number}" if number else "")
                says = f"{left} {RELATIONS[type(relation)]} {right}"
                yield Fact(name, says, relation), f"exact ({fact.name} {arguments})"

    def _own_indices(self, fact: EveryFact) -> Iterator[tuple[sp.Idx, ...]]:
        """The theorem's own indices at which a fact about every entry may be read: its own ones, and those like it."""
        introduced = {*self.variables()}
        own = [index for index, name in self.translate.indices.items() if name in introduced]
        if {*fact.indices} <= {*own}:
            yield fact.indices
        if len(fact.indices) == 1:
            (index,) = fact.indices
            yield from ((i,) for i in own if i != index and (i.lower, i.upper) == (index.lower, index.upper))


def identifier(claim_id: str) -> str:
    """A claim's id as an identifier."""
    return f"claim_{plain(claim_id, kept='')}"


STATES: Face[Callable[[Claim], Theorem]] = Face("theorem of Coq", __package__ or "")
"""By kind of statement, what makes a theorem of a claim."""


def theorem(
    claim: Claim,
    translate: Translator,
    goals: Iterable[Goal],
    *,
    facts: Iterable[Fact] = (),
    binders: Iterable[Binder] = (),
    requires: Iterable[str] = (),
) -> Theorem:
    """The theorem that proves `goals` under a claim's hypotheses, its symbols' domains and `facts`.

    Translate everything in the goals before: what the translator has seen is what is quantified.
    """
    goals, facts = tuple({goal.says: goal for goal in goals}.values()), tuple(facts)
    assumed = hypotheses(claim, translate)
    domains = _domains(translate, [*_expressions(claim), *(f.relation for f in assumed if f.relation is not None)])
    return Theorem(
        identifier(claim.id),
        (*quantified(translate), *binders),
        (*domains, *assumed, *facts),
        goals,
        claim,
        translate,
        tuple(requires),
    )


def defined(*terms: Term) -> list[Goal]:
    """The goals that terms are defined."""
    return [Goal(condition.says, condition) for term in terms for condition in term.conditions]


def hypotheses(claim: Claim, translate: Translator) -> list[Fact]:
    """The relations that a claim assumes, and that they are defined, as facts ``H0``, ``H1``...

    Raises:
        Untranslatable: if a hypothesis is no relation between real expressions.
    """
    found: list[Fact] = []
    for said in relations_in(claim.hypotheses):
        relation = said.relation if isinstance(said, ForAll) else said
        with translate.ranging(said.indices if isinstance(said, ForAll) else ()) as ranges:
            left, right = translate(relation.lhs), translate(relation.rhs)
        found += [
            Fact(f"H{len(found) + k}", condition.says)
            for k, condition in enumerate((*left.conditions, *right.conditions))
        ]
        says = ranges.every(related(left.says, RELATIONS[type(relation)], right.says))
        if isinstance(said, ForAll):
            found.append(EveryFact(f"H{len(found)}", says, None, relation, said.indices))
        else:
            found.append(Fact(f"H{len(found)}", says, relation))
    return found


def quantified(translate: Translator) -> tuple[Binder, ...]:
    """Binders for everything that was translated."""
    found: list[Binder] = []
    if naturals := (*translate.naturals.values(), *translate.indices.values()):
        found.append(Binder(naturals, NAT))
    if translate.signed:
        found.append(Binder(tuple(translate.signed.values()), INTEGER))
    if translate.reals:
        found.append(Binder(tuple(translate.reals.values()), REAL))
    for name in translate.functions:
        found.append(Binder((translate.names.of(("function", name), name),), type_of(name, translate)))
    return tuple(found)


def type_of(function: str, translate: Translator) -> Gallina:
    """The type of a family or of an unknown function."""
    arguments = tuple(NAT if kind == "nat" else REAL for kind in translate.functions[function])
    return given(arguments, INTEGER if function in translate.integers else REAL)


def _expressions(claim: Claim) -> list[sp.Basic]:
    return list(claim.statement.expressions())


def _domains(translate: Translator, expressions: Iterable[sp.Basic]) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for symbol, name in list(translate.naturals.items()):
        if symbol.is_positive:
            found.append(Fact(f"D{name}", InNat(related(Num(1), "<=", Var(name)))))
    for idx, name in list(translate.indices.items()):
        found.append(Fact(f"D{name}", InNat(between(translate.nat(idx.lower), Var(name), translate.nat(idx.upper)))))
    for symbol, name in translate.signed.items():
        if (sign := signed(symbol, app("IZR", Var(name)))) is not None:
            found.append(Fact(f"D{name}", sign, _relation(symbol)))
    for symbol, name in translate.reals.items():
        if (sign := signed(symbol, term_of(name))) is not None:
            found.append(Fact(f"D{name}", sign, _relation(symbol)))
    for entry in {e.func.__name__: e for x in expressions for e in x.atoms(AppliedUndef)}.values():
        name, kinds = entry.func.__name__, translate.functions.get(entry.func.__name__)
        if kinds is not None and name not in translate.integers:
            function = translate.names.of(("function", name), name)
            stem = "y" if function.startswith("x") else "x"
            arguments = [f"{stem}{k}" for k in range(len(kinds))]
            if (sign := signed(entry, App(Var(function), tuple(map(Var, arguments))))) is not None:
                types = (NAT if kind == "nat" else REAL for kind in kinds)
                binders = (Binder((x,), type_) for x, type_ in zip(arguments, types, strict=True))
                found.append(Fact(f"D{function}", forall(sign, *binders)))
    return tuple(found)


def signed(symbol: sp.Basic, term: Gallina) -> Gallina | None:
    """The proposition that a term has the sign that all values of a symbol, or of a function, have."""
    if symbol.is_positive:
        return related(ZERO, "<", term)
    if symbol.is_negative:
        return related(term, "<", ZERO)
    if symbol.is_nonnegative:
        return related(ZERO, "<=", term)
    if symbol.is_nonpositive:
        return related(term, "<=", ZERO)
    if symbol.is_nonzero:
        return related(term, "<>", ZERO)
    return None


def _relation(symbol: sp.Basic) -> sp.Basic:
    """The sign of a symbol as a relation that SymPy does not evaluate."""
    kind = (
        sp.StrictGreaterThan
        if symbol.is_positive
        else sp.StrictLessThan
        if symbol.is_negative
        else sp.GreaterThan
        if symbol.is_nonnegative
        else sp.LessThan
        if symbol.is_nonpositive
        else sp.Ne
    )
    return kind(symbol, 0, evaluate=False)


__all__ = [
    "Condition",
    "Equation",
    "EveryFact",
    "Fact",
    "Goal",
    "Order",
    "Theorem",
    "Untranslatable",
    "defined",
    "hypotheses",
    "identifier",
    "quantified",
    "theorem",
]
