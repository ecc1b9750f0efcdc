"""Where a line of a theorem is proved: what is known, and the script so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ....language.statements import Identity
from ....language.statements.base import Statement
from ....language.symbols import ForAll
from ....language.theorems.ends import AtEnd
from ....language.theorems.rules import Line
from ....language.theorems.sequents import HYPOTHESIS, RELATIONS, Lemma, Relation, named, relation_of
from ....language.theorems.substitution import Substitution
from ....language.theorems.trajectories import Along
from ...joins.obligations import Obligation, readable
from ..proofs import algebra, signs
from ..proofs.base import NoProof
from ..proofs.context import Context
from ..theorems.algebra import related
from ..theorems.base import Condition, EveryFact, Fact, Goal, Theorem
from .areas import Areas, Known, Premise, has_areas

ALGEBRA = 5.0
"""Seconds to see whether an equation holds by algebra."""


class Here:
    """The proof of one line: its variables and facts are introduced, and its goals are to be shown."""

    def __init__(self, theorem: Theorem, known: Mapping[Premise, Known]) -> None:
        self.theorem = theorem
        begun = Context.of(theorem)
        self.context = replace(begun, hypotheses=readable(begun.hypotheses))
        self.lines: list[str] = []
        self.ways: tuple[str, ...] = ()
        self.areas = Areas(self)
        self._known = known
        self._letters = letters(theorem)
        if names := [*variables(theorem), *(fact.name for fact in theorem.facts)]:
            self.say(f"intros {' '.join(names)}.")
        for fact, script in theorem.own_facts():
            self.say(f"assert ({fact.text}) as {fact.name} by {script}.")
        for fact in theorem.facts:
            if isinstance(fact.relation, sp.Ne) and fact.relation.rhs == 0:
                self._positive(fact.relation.lhs, fact.name)

    def _positive(self, expr: sp.Expr, nonzero: str) -> None:
        """Of what is not zero, and not negative on its face: that it is positive."""
        if isinstance(expr, (sp.Symbol, AppliedUndef)) and not expr.is_nonnegative:
            return
        try:
            if not algebra.has_sums(expr):  # no search of Coq's own, which may fail
                signs.order(expr, ">=", sp.S.Zero, self.context)
            name = self.show(expr, ">=", 0)
        except NoProof:
            return
        text = f"{self.text(expr)} > 0"
        self.know(self.asserted(text, f"clear - {name} {nonzero}; lra."), text, sp.Gt(expr, 0, evaluate=False))

    def say(self, line: str) -> None:
        """Add a line to the script."""
        self.lines.append(line)

    def text(self, expr: Any) -> str:
        """The term of an expression in the letters of the line.

        Raises:
            NoProof: if another letter is in it.
        """
        with self.no_new_letter(expr):
            return self.context.text(sp.sympify(expr))

    @contextmanager
    def no_new_letter(self, what: object) -> Iterator[None]:
        """Inside, no letter is named that the line does not mention."""
        before = {*_named(self.theorem)}
        yield
        if new := {*_named(self.theorem)} - before:
            raise NoProof(f"{what} is about {min(new)}, which the line does not mention")

    # -- asserting ---------------------------------------------------------------------------------------------------

    def show(self, left: Any, sign: str, right: Any) -> str:
        """Assert a relation, and that its sides are defined, by algebra; the name of the hypothesis."""
        name = ""
        with self.no_new_letter(f"{left} {sign} {right}"):
            goals = related(sp.sympify(left), sign, sp.sympify(right), self.theorem.translate)
        for goal in goals:
            name = self._claimed(goal, self._closed)
        return name

    def same(self, left: Any, right: Any) -> str:
        """Assert an equation that algebra shows, if it can without the equations that are known; its name."""
        with self.no_new_letter(f"{left} = {right}"):
            *defined, last = related(sp.sympify(left), "=", sp.sympify(right), self.theorem.translate)
        for goal in defined:
            self._claimed(goal, self._closed)
        return self._claimed(last, lambda goal: self._closed_alone(goal, Identity(left, right)))

    def _closed_alone(self, goal: Goal, says: Identity) -> str:
        """A script that closes an equation by algebra: without other equations, which make it long, if it holds so."""
        if any(isinstance(fact.relation, sp.Eq) for fact in self.theorem.facts):
            facts = tuple(fact for fact in self.context.facts if not isinstance(fact.relation, sp.Eq))
            given = tuple(h for h in self.context.hypotheses if not isinstance(h, sp.Eq))
            if Obligation(says, given, "").lacking(ALGEBRA) is None:
                with suppress(NoProof):
                    return algebra.close(goal, replace(self.context, facts=facts, hypotheses=given))
        return self._closed(goal)

    def _claimed(self, goal: Goal, closing: Callable[[Goal], str]) -> str:
        """Assert a goal, unless it is known, if with other names of bound indices; the name of the hypothesis."""
        relation = algebra.relation_of(goal)
        if relation is not None:
            same = [fact for fact in self.context.facts if _alike(fact.relation, relation)]
            if any(fact.relation == relation for fact in same):
                return next(fact.name for fact in same if fact.relation == relation)
            if same:
                return self.asserted(goal.text, f"first [exact {same[0].name} | join_alike {same[0].name}].")
        name = self.asserted(goal.text, closing(goal))
        self.know(name, goal.text, relation)
        return name

    def _closed(self, goal: Goal) -> str:
        """A script that closes a goal by algebra, or by what is known of every entry that a term is defined."""
        if isinstance(goal.content, Condition) and self.areas.concern(goal.content):
            return self.areas.defined(goal.content)
        try:
            return algebra.close(goal, self.context)
        except NoProof:
            every = [fact.name for fact in self.theorem.facts if isinstance(fact, EveryFact) and len(fact.indices) == 1]
            if not isinstance(goal.content, Condition) or len(goal.content.bounds) != 1 or not every:
                raise
        i = self.context.fresh("i")
        known = " ".join(f"try pose proof ({name} {i} ltac:(first [assumption | lia]))." for name in every)
        return f"intros {i} B{i}. {known} nz."

    def asserted(self, text: str, script: str) -> str:
        """Assert a proposition, which the script proves; the name of the hypothesis."""
        name = self.context.fresh("S")
        self.say(f"assert ({name} : {text}).\n{{ {script.strip()} }}")
        return name

    def known(self, of: Premise) -> Known:
        """What a premise is in Coq.

        Raises:
            NoProof: if it is none that was proved before.
        """
        return _before(of, self._known)

    def known_before(self) -> list[Premise]:
        """What was proved before, the last one first."""
        return [*reversed([*self._known])]

    def know(self, name: str, text: str, relation: Any) -> None:
        """What has a name may be used by algebra from now on."""
        self.context = self.context.knowing([Fact(name, text, relation)])

    def have(self, expr: sp.Expr) -> None:
        """Assert that the parts of an expression are defined."""
        with self.no_new_letter(expr):
            conditions = self.theorem.translate(expr).conditions
        for condition in conditions:
            self.have_condition(condition)

    def have_condition(self, condition: Condition) -> None:
        """Assert that a part of an expression is defined."""
        self._claimed(Goal(condition.says, condition), self._closed)

    def closed(self, goal: Goal) -> str:
        """A script that closes a goal by algebra."""
        return self._closed(goal)

    def settle(self, *using: Premise, over: sp.Idx | None = None) -> None:
        """Assert that the parts of what the line says are defined: by algebra, or as a premise says.

        Args:
            using: the premises.
            over: an index of theirs that is bound in the line.
        """

        def closing(goal: Goal) -> str:
            try:
                return self._closed(goal)
            except NoProof:
                if script := self._as_premises_say(using, over):
                    return script
                raise

        for goal in self.theorem.goals[:-1]:
            self._claimed(goal, closing)
        self.say(f"repeat match goal with |- _ /\\ _ => split; [first [assumption | {_AGAIN}] |] end.")

    def _as_premises_say(self, using: tuple[Premise, ...], over: sp.Idx | None) -> str:
        """A script that something is defined which a premise says is; empty if there is no premise."""
        i = self.context.fresh("i")
        steps = [] if over is None else [f"intros {i} B{i}."]
        for of in using:
            if of in self._known:
                q = self.context.fresh("Q")
                steps.append(self.pose(self._known[of], q, Substitution(), {} if over is None else {over: i}))
                steps.append("repeat match goal with H : _ /\\ _ |- _ => destruct H end.")
        return "\n".join([*steps, "first [assumption | join_asked]."]) if using else ""

    def finish(self, found: Relation | None, p: str, *, surely: bool = True) -> None:
        """Close the relation of the line by one that is known, which may be written in another way.

        Args:
            found: what is known.
            p: its name.
            surely: whether there is a way even if algebra does not show that it is the same.

        Raises:
            NoProof: if there is none for sure, and algebra does not show it.
        """
        ways = [f"exact {p}", "lra", f"join_alike {p}"]
        wanted = relation_in(self.theorem.claim.statement)
        if found and wanted and (found.left, found.right) != (wanted.left, wanted.right):
            try:
                ways.append(f"(pose proof {self.same(difference(wanted), difference(found))}; lra)")
            except NoProof:
                if not surely:
                    raise
        self.say(f"first [{' | '.join(ways)}].")

    def relation(self, of: Premise) -> Relation:
        """What a premise, or the line, relates, where integrals and sums without end are letters.

        Raises:
            NoProof: if it relates nothing.
        """
        return self.areas.lettered(what_relates(of))

    def conclude(self, relation: Relation, name: str) -> None:
        """Close the relation of the line, with integrals and sums without end, by it with letters for them."""
        self.areas.begin_with_letters(what_relates_in(self.theorem.claim.statement))
        text = f"{self.text(relation.left)} {relation.sign} {self.text(relation.right)}"
        found = self.asserted(text, f"first [exact {name} | clear - {name}; lra].")
        self.say(f"first [exact {found} | join_alike {found} | lra].")

    # -- premises ----------------------------------------------------------------------------------------------------

    def premise(self, of: Premise, put: Substitution | None = None, names: Mapping[Any, str] | None = None) -> str:
        """Assert the relation that a premise is; the name of the hypothesis.

        Args:
            of: the premise.
            put: values for its letters.
            names: letters of it that are bound here, with their names.

        Raises:
            NoProof: if it is no relation.
        """
        relation = relation_of(of.says)
        if relation is None:
            raise NoProof(f"the premise {of.says} is no relation")
        if has_areas(of.says) and not put and not names:
            return self.areas.premise(of)
        put = put or Substitution()
        with self.theorem.translate.naming(names or {}):
            text = f"{self.text(put(relation.left))} {relation.sign} {self.text(put(relation.right))}"
        return self.asserted(text, self.closing(of, put, names or {}))

    def closing(self, of: Premise, put: Substitution, names: Mapping[Any, str]) -> str:
        """A script that closes the relation that a premise is."""
        if isinstance(of, Lemma) and of.id == HYPOTHESIS:
            return self._hypothesis(of, put, names)
        posed, last = self.posed(self.known(of), put, names)
        ways = [f"exact {last}", "lra", f"join_alike {last}", *self._rewritten(of, put, last)]
        return f"{posed}\nfirst [{' | '.join(ways)}]."

    def posed(
        self,
        known: Known,
        put: Substitution,
        names: Mapping[Any, str],
        others: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[str, str]:
        """Sentences that pose what is known, taken apart; and the name of its last part. See `pose`."""
        q = self.context.fresh("Q")
        parts = [f"{q}_{k}" for k in range(len(known.theorem.goals))]
        if len(parts) == 1:
            return self.pose(known, q, put, names, others), q
        pattern = parts[-1]
        for part in reversed(parts[:-1]):
            pattern = f"[{part} {pattern}]"
        return f"{self.pose(known, q, put, names, others)}\ndestruct {q} as {pattern}.", parts[-1]

    def _rewritten(self, of: Premise, put: Substitution, q: str) -> list[str]:
        """Ways to close a relation at values by what algebra says of its sides, as they are after putting in."""
        relation = relation_of(of.says)
        if relation is None or not put.pairs or any(isinstance(key, AppliedUndef) for key in put.keys):
            return []
        if any(side.has(sp.KroneckerDelta) for side in (relation.left, relation.right)):
            return []  # which of its indices comes first may have changed
        names = []
        try:
            for side in (relation.left, relation.right):
                with sp.evaluate(False):
                    raw = side.xreplace(dict(put.pairs))
                names.append(self.same(raw, put(side)))
        except NoProof:
            return []
        return [f"(eapply {_LIKE[relation.sign]}; [exact {q} | exact {names[0]} | exact {names[1]}])"]

    def _hypothesis(self, of: Lemma, put: Substitution, names: Mapping[Any, str]) -> str:
        (given,), values = of.given, dict(put.pairs)
        for fact in self.theorem.facts:
            if isinstance(fact, EveryFact) and isinstance(given, ForAll) and fact.statement in (given, given.relation):
                with self.theorem.translate.naming(names), self.no_new_letter(given):
                    mine = [self.theorem.translate.natural(values.get(i, i)) for i in fact.indices]
                arguments, q = " ".join(f"{i} ltac:(first [assumption | lia])" for i in mine), self.context.fresh("Q")
                return f"pose proof ({fact.name} {arguments}) as {q}.\nfirst [exact {q} | join_alike {q}]."
            if fact.relation is not None and fact.relation == given:
                return f"exact {fact.name}."
        raise NoProof(f"{given} is not among the hypotheses of the line")

    def pose(
        self,
        known: Known,
        name: str,
        put: Substitution,
        names: Mapping[Any, str],
        others: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        """Sentences that pose what is known, at values, as a hypothesis: all that it asks for is shown.

        Args:
            known: what was proved.
            name: of the hypothesis.
            put: values for its letters.
            names: letters that are bound here, with their names.
            others: terms for what it quantifies beside its letters.
        """
        values, known_letters = dict(put.pairs), letters(known.theorem)
        arguments = [
            others[variable] if variable in others else self._argument(known_letters[variable], values, names)
            for variable in known.theorem.variables()
            if variable in known_letters or variable in others
        ]
        found = [f"pose proof ({' '.join([known.name, *arguments])}) as {name}."]
        for fact in known.theorem.facts:
            script = self._asked(fact, put)
            found.append(f"lapply {name}; [clear {name}; intro {name} | {script}].")
        return "\n".join(found)

    def _argument(self, letter: Any, values: Mapping[Any, Any], names: Mapping[Any, str]) -> str:
        kind, key = letter
        mine = {k: n for n, (_, k) in self._letters.items()}
        if kind == "function":
            for entry, value in values.items():
                if getattr(getattr(entry, "func", None), "__name__", None) == key:
                    return self._function(entry, value)
            return mine.get(key) or _default(kind, key)
        if key in names:
            return names[key]
        if key not in values:
            return mine.get(key) or _default(kind, key)
        if kind == "natural":
            with self.no_new_letter(values[key]):
                return self.theorem.translate.natural(values[key])
        if kind == "real":
            return self.text(values[key])
        raise NoProof(f"a value for {key}")

    def _function(self, entry: Any, value: Any) -> str:
        translate, bound, head = self.theorem.translate, {}, ""
        for index in entry.args:
            bound[index] = translate.names.fresh(str(index.label))
            head += f" {bound[index]}"
        with translate.naming(bound):
            return f"(fun{head} => {self.text(value)})"

    def _asked(self, fact: Fact, put: Substitution) -> str:
        if not put.pairs or fact.relation is None:
            return f"first [{' | '.join(('assumption', *self.ways, 'lia', 'lra', 'join_asked'))}]"
        relation = fact.relation
        sign = next((sign for sign, kind in RELATIONS.items() if isinstance(relation, kind)), None)
        if sign is None:
            return "first [assumption | lra | join_asked]"
        left, right = put(relation.lhs), put(relation.rhs)
        if (left, right) == (relation.lhs, relation.rhs):
            return "first [assumption | lra | join_asked]"
        name = self.show(left, sign, right)
        ways = [f"exact {name}", "assumption", "lra", f"join_alike {name}"]
        if any(_has_root(value) for _, value in put.pairs):
            ways += ["join_squares", f"join_squares_as {name}"]
        return f"first [{' | '.join(ways)}]"


def _has_root(expr: sp.Expr) -> bool:
    return any(power.exp.is_Integer is False for power in expr.atoms(sp.Pow))


def _alike(one: Any, other: Any) -> bool:
    """Whether two relations differ at most in the names of the indices that sums bind.

    What SymPy evaluates while it renames has another size.
    """
    if type(one) is not type(other) or not isinstance(one, Relational):
        return False
    pairs = zip(one.args, other.args, strict=True)
    return all(sp.count_ops(a) == sp.count_ops(b) and named(a) == named(b) for a, b in pairs)


_LIKE = {"=": "like_eq", "<": "like_lt", "<=": "like_le", ">": "like_gt", ">=": "like_ge"}
_AGAIN = "match goal with H : _ |- _ => exact H end"


def letters(theorem: Theorem) -> dict[str, tuple[str, Any]]:
    """The letters that a theorem quantifies, by name, each with its kind and what it is, in their order."""
    named = _named(theorem)
    return {name: named[name] for name in theorem.variables() if name in named}


def _named(theorem: Theorem) -> dict[str, tuple[str, Any]]:
    """What a translator has named; scripts name more than the statement does."""
    translate = theorem.translate
    found: dict[str, tuple[str, Any]] = {}
    for symbol, name in [*translate.naturals.items(), *translate.indices.items()]:
        found[name] = ("natural", symbol)
    for symbol, name in translate.signed.items():
        found[name] = ("signed", symbol)
    for symbol, name in translate.reals.items():
        found[name] = ("real", symbol)
    for key in translate.functions:
        found[translate.names.of(("function", key), key)] = ("function", key)
    return found


def only_letters(theorem: Theorem) -> bool:
    """Whether a theorem quantifies its letters and nothing else, such as what moves along a flow."""
    return theorem.variables() == [*letters(theorem)]


def variables(theorem: Theorem) -> list[str]:
    """The names that a theorem quantifies.

    Raises:
        NoProof: if they are not those of its letters.
    """
    if not only_letters(theorem):
        raise NoProof("it quantifies more than its letters")
    return theorem.variables()


def _default(kind: str, key: Any) -> str:
    """A value for a letter of a premise that the line does not mention."""
    raise NoProof(f"the premise is about {key}, which the line does not mention")


Compose = Callable[[Any, Line, Here], None]
"""What adds to the script of a line, by its rule; the goals of the line are then proved."""


def as_it_stands(of: Premise, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """A script that what is known says what is stated, word for word.

    Raises:
        NoProof: if it is none that was proved before.
    """
    found = _before(of, known)
    if not only_letters(stated):
        return f"intros; eapply {found.name}; eassumption."
    here = Here(stated, known)
    q = here.context.fresh("Q")
    here.say(here.pose(found, q, Substitution(), {}))
    here.say(f"exact {q}.")
    return "\n".join(here.lines)


def as_assertion(name: str, stated: Theorem, script: str) -> str:
    """A sentence that asserts what a theorem says under a name, with the script that proves it."""
    return f"assert ({name} : {stated.proposition().strip()}).\n{{ {script.strip()} }}"


def relation_in(statement: Statement) -> Relation | None:
    """The relation that a statement is, or says of trajectories; None if it is none."""
    return relation_of(statement.says if isinstance(statement, (Along, AtEnd)) else statement)


def what_relates_in(statement: Statement) -> Relation:
    """The relation that a statement is.

    Raises:
        NoProof: if it is none.
    """
    found = relation_in(statement)
    if found is None:
        raise NoProof(f"{statement} is no relation")
    return found


def what_relates(of: Premise) -> Relation:
    """The same of a premise, or of a line.

    Raises:
        NoProof: if it is none.
    """
    return what_relates_in(of.says)


def _before(of: Premise, known: Mapping[Premise, Known]) -> Known:
    if of not in known:
        raise NoProof(f"{of.says} is not before it")
    return known[of]


def difference(relation: Relation) -> sp.Expr:
    """The difference of the sides, the larger first, as it is written."""
    left, right = relation.left, relation.right
    if relation.sign in ("<", "<="):
        left, right = right, left
    return sp.Add(left, sp.Mul(-1, right, evaluate=False), evaluate=False)


__all__ = [
    "ALGEBRA",
    "Compose",
    "Here",
    "Known",
    "Premise",
    "as_assertion",
    "as_it_stands",
    "difference",
    "letters",
    "relation_in",
    "variables",
    "what_relates",
]
