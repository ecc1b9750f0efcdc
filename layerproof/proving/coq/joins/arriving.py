"""The rules about what tends somewhere along trajectories, as scripts: it arrives, and no trajectory ends before.

Both are propositions by themselves (see ``theorems/arriving``).  That none ends is shown for each parameter: the loss
falls at least as fast as the square of its velocity, and is bounded from below, so that its way up to any time is short
near that time.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.claims import Question
from ....language.statements import Rate
from ....language.symbols import total
from ....language.theorems.flowing import Approaches, Continuous
from ....language.theorems.rules import Cases, Line
from ....language.theorems.sequents import Sequent
from ....language.theorems.substitution import Substitution
from ....language.theorems.trajectories import Tends
from ..proofs.base import PROOFS, NoProof, proof_of, without_ends
from ..proofs.moments import each_time, pointwise
from ..theorems.arriving import AtEach, HasLimit
from ..theorems.base import Condition, Goal, Theorem
from ..theorems.flows import FlowTranslator
from ..theorems.joined import said
from .algebraic import COMPOSED, by_cases, composed
from .areas import Known, Premise
from .here import Here, as_assertion, what_relates


@PROOFS.register(Tends)
def alone(theorem: Theorem) -> str:
    """None: where something tends is proved where a theorem says by which lines.

    Raises:
        NoProof: always.
    """
    raise NoProof(f"{theorem.claim.statement} is proved as a line of a Theorem only")


def _part(of: Premise, number: int, known: Mapping[Premise, Known]) -> Known:
    """One of the two propositions that a line is which says where something tends: 0, that nothing ends, or 1."""
    if of not in known or not isinstance(of.says, Tends):
        raise NoProof(f"{of.says} does not say where something tends, or is not before it")
    found = known[of]
    return Known(f"({('proj1', 'proj2')[number]} {found.name})", found.theorem.goals[number].content, found.says)


def _of_both(first: str, second: str) -> str:
    return f"split.\n{{ {first} }}\n{{ {second} }}"


def _as_before(of: Premise, theorem: Theorem, known: Mapping[Premise, Known]) -> str:
    """A script that no trajectory ends, as another line says."""
    here = Here(theorem, known)
    q = here.context.fresh("Q")
    here.say(here.pose(_part(of, 0, known), q, Substitution(), {}))
    here.say(f"exact {q}.")
    return "\n".join(here.lines)


# -- cases -----------------------------------------------------------------------------------------------------------

_cases = composed(by_cases)


def cases(rule: Cases, line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """By cases: where something tends, each of the two propositions."""
    if not isinstance(line.says, Tends):
        return _cases(rule, line, stated, known)
    scripts = []
    for number, goal in enumerate(stated.goals):
        parts = {of: _part(of, number, known) for _, of in rule.cases}
        scripts.append(_cases(rule, line, goal.content, {**known, **parts}))
    return _of_both(*scripts)


COMPOSED[Cases] = cases


# -- between bounds --------------------------------------------------------------------------------------------------


def approaches(rule: Approaches, line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """No trajectory ends, and along each it is between bounds that tend to the value."""
    lasting, arriving = (goal.content for goal in stated.goals)
    return _of_both(_Lasting(line, lasting, known).script(rule.least), _between(rule, line, arriving, known))


COMPOSED[Approaches] = approaches


def _between(rule: Approaches, line: Line, theorem: Theorem, known: Mapping[Premise, Known]) -> str:
    here, says = Here(theorem, known), line.says
    assert isinstance(says, Tends)
    translate, time = theorem.translate, says.flow.time
    assert isinstance(translate, FlowTranslator)
    s = translate.names.fresh(str(time))
    bounds = [_other_side(of, says.expr) for of in (rule.below, rule.above)]
    with translate.at(time, s):
        texts = [here.text(expr) for expr in (bounds[0], says.expr, bounds[1])]
        inside = copy(here)
        inside.ways = tuple(
            f'(let r := fresh "r" in intros r ?; exact ({fact.name} r ltac:(lra)))'
            for fact in theorem.facts
            if each_time(fact)
        )
        posed = [inside.posed(here.known(of), Substitution(), {time: s}) for of in (rule.below, rule.above)]
    functions = [f"(fun {s} : R => {text})" for text in texts]
    ordered = []
    for (script, last), (small, large) in zip(posed, ((texts[0], texts[1]), (texts[1], texts[2])), strict=True):
        closing = (
            f"first [exact {last} | (apply Rge_le; first [exact {last} | join_alike {last}]) | join_alike {last}]."
        )
        ordered.append(
            here.asserted(f"forall {s} : R, 0 <= {s} -> {small} <= {large}", f"intros {s} In{s}.\n{script}\n{closing}")
        )
    value, tending = here.text(says.to), []
    for limit, function in ((rule.lower, functions[0]), (rule.upper, functions[2])):
        script = "apply T_const."
        if limit is not None:
            found, last = here.posed(here.known(limit), Substitution(), {})
            script = f"{found}\nexact {last}."
        tending.append(here.asserted(f"tends {function} (Rbar_locally p_infty) ({value})", script))
    for goal in theorem.goals[:-1]:
        if isinstance(goal.content, AtEach):
            here.say(f"split.\n{{ intros {s} In{s}.\n{posed[0][0]}\nfirst [assumption | lia]. }}")
        else:
            assert isinstance(goal.content, Condition)
            here.say(f"split.\n{{ {here.closed(goal)} }}")
    arguments = " ".join([*functions, f"({value})", *ordered, *tending])
    here.say(f"exact (join_approaches {arguments}).")
    return "\n".join(here.lines)


def _other_side(of: Premise, expr: sp.Expr) -> sp.Expr:
    relation = what_relates(of)
    return relation.right if relation.left == expr else relation.left


# -- no trajectory ends ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Paid:
    """A parameter's velocity, whose square is a part of the rate of the loss."""

    entry: AppliedUndef
    velocity: sp.Expr
    indices: tuple[sp.Idx, ...]

    @property
    def part(self) -> sp.Expr:
        """The square, summed over the indices."""
        square = sp.Pow(self.velocity, 2, evaluate=False)
        return total(square, *self.indices) if self.indices else square


class _Lasting:
    """The proof that no trajectory ends."""

    def __init__(self, line: Line, theorem: Theorem, known: Mapping[Premise, Known]) -> None:
        assert isinstance(line.says, Tends)
        self.here, self.flow, self.theorem = Here(theorem, known), line.says.flow, theorem
        translate = theorem.translate
        assert isinstance(translate, FlowTranslator)
        self.translate = translate
        self.s = translate.names.fresh(str(self.flow.time))
        self.paid = []
        for goal in theorem.goals:
            assert isinstance(goal.content, HasLimit)
            entry = goal.content.entry
            indices = tuple(a for a in entry.args if isinstance(a, sp.Idx))
            self.paid.append(_Paid(entry, self.flow.velocity(entry), indices))
        self.end = next(n for s, n in translate.reals.items() if str(s) == "_T" or (s.name == "T" and s.is_Dummy))
        self.interval = f"forall {self.s} : R, 0 <= {self.s} < {self.end} -> "
        self.ways = tuple(f"exact ({f.name} {self.s} In{self.s})" for f in theorem.facts if each_time(f))

    def script(self, least: Premise) -> str:
        """The proof, of a loss that a premise says to be bounded from below."""
        here, loss = self.here, self.flow.loss
        falls = sp.Add(*(sp.Mul(-1, p.part, evaluate=False) for p in self.paid), evaluate=False)
        relation = what_relates(least)
        bound = relation.right if relation.sign[0] == ">" else relation.left
        if loss not in (relation.left, relation.right) or bound == loss or bound.has(self.flow.time):
            raise NoProof(f"{least.says} does not say that the loss is at least a constant")
        rates = [self._rate(loss, falls), *(self._rate(p.entry, p.velocity) for p in self.paid)]
        whole, drop = self._function(loss), self._function(falls)
        low = self._each(f"{here.text(bound)} <= {self._text(loss)}", self._posed(here.known(least), {}))
        slope = self._each(f"is_derive {whole} {self.s} ({self._text(falls)})", self._posed(rates[0], {}))
        for number, (paid, goal) in enumerate(zip(self.paid, self.theorem.goals, strict=True)):
            outside = list(here.lines)
            here.lines = []
            names = self._indices(paid, goal.content)
            with self.translate.naming(names):
                moves = self._each(
                    f"is_derive {self._function(paid.entry)} {self.s} ({self._text(paid.velocity)})",
                    self._posed(rates[number + 1], names),
                )
                square = f"({self._text(paid.velocity)}) ^ 2"
                pays = self._each(f"{self._text(falls)} <= - {square}", self._pays(paid))
                functions = f"{self._function(paid.entry)} {self._function(paid.velocity)} {whole} {drop}"
            begins = next(f.name for f in self.theorem.facts if f.name.startswith("Later"))
            known = f"{begins} {moves} {slope} {pays} {low}"
            here.say(f"exact (never_ends {functions} {self.end} ({here.text(bound)}) {known}).")
            script, here.lines = "\n".join(here.lines), outside
            last = number == len(self.paid) - 1
            here.say(script if last else f"split.\n{{ {script} }}")
        return "\n".join(here.lines)

    def _indices(self, paid: _Paid, goal: HasLimit) -> dict[sp.Idx, str]:
        for name in goal.indices:
            self.here.say(f"intros {name} B{name}.")
        return dict(zip(paid.indices, goal.indices, strict=True))

    def _text(self, expr: sp.Expr) -> str:
        with self.translate.at(self.flow.time, self.s):
            return self.here.text(expr)

    def _function(self, expr: sp.Expr) -> str:
        return f"(fun {self.s} : R => {self._text(expr)})"

    def _each(self, says: str, script: str) -> str:
        """Assert something at each time of the interval."""
        return self.here.asserted(self.interval + says, f"intros {self.s} In{self.s}.\n{script}")

    def _posed(self, known: Known, names: Mapping[sp.Idx, str]) -> str:
        """A script that what is known says it of the moment."""
        inside = copy(self.here)
        _, moment = pointwise(self.flow, self.here.context, self.s, f"In{self.s}")
        inside.ways = self.ways
        posed, last = inside.posed(known, Substitution(), {self.flow.time: self.s, **names})
        return f"{moment}\n{posed}\nfirst [exact {last} | apply Rge_le; exact {last} | join_alike {last}]."

    def _rate(self, of: sp.Expr, is_: sp.Expr) -> Known:
        """The theorem that something has a rate, whatever else is assumed; asserted with its proof."""
        says = Rate(of, is_, self.flow)
        stated = said(Sequent((), says), Question(self.theorem.claim.id, title="", statement=says))
        name = self.here.context.fresh("Rate")
        self.here.say(as_assertion(name, stated, f"clear. {without_ends(proof_of(stated))}"))
        return Known(name, stated, says)

    def _pays(self, paid: _Paid) -> str:
        """A script that the rate of the loss is at most minus the square of one velocity."""
        steps = []
        for other in self.paid:
            text = self._text(other.part)
            if other is paid and paid.indices:
                (index,) = paid.indices
                square = f"({self._text(paid.velocity)}) ^ 2"
                at = self.translate.names.fresh(str(index.label))
                with self.translate.naming({index: at}):
                    each = f"(fun {at} => ({self._text(paid.velocity)}) ^ 2)"
                steps.append(
                    f"assert ({square} <= {text}) by (unfold tsum; apply (rsum_at_least {each}); "
                    f"[intros; apply pow2_ge_0 | lia])."
                )
            elif other.indices:
                steps.append(f"assert (0 <= {text}) by (apply tsum_nonneg; intros; apply pow2_ge_0).")
            else:
                steps.append(f"assert (0 <= {text}) by apply pow2_ge_0.")
        return "\n".join([*steps, "lra."])


# -- functions of what tends -----------------------------------------------------------------------------------------


def continuous(rule: Continuous, line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """No trajectory ends, as a premise says, and the function tends to its value where its arguments tend."""
    lasting, arriving = (goal.content for goal in stated.goals)
    return _of_both(_as_before(rule.of[0][1], lasting, known), _of_function(rule, line, arriving, known))


COMPOSED[Continuous] = continuous


def _of_function(rule: Continuous, line: Line, theorem: Theorem, known: Mapping[Premise, Known]) -> str:
    here, says = Here(theorem, known), line.says
    assert isinstance(says, Tends)
    translate, time = theorem.translate, says.flow.time
    assert isinstance(translate, FlowTranslator)
    s = translate.names.fresh(str(time))
    moving, ends = {}, {}
    if len({letter for letter, _ in rule.of}) < len(rule.of):
        raise NoProof("one letter stands for two that tend somewhere")
    for letter, of in rule.of:
        assert isinstance(of.says, Tends)
        posed, _ = here.posed(_part(of, 1, known), Substitution(), {})
        here.say(posed)
        with translate.at(time, s):
            moving[letter] = here.text(of.says.expr)
        ends[letter] = here.text(of.says.to)
    with translate.writing(moving):
        along = here.text(rule.function)
    with translate.writing(ends):
        there = here.text(rule.function)
    for condition in translate(rule.function.xreplace({x: of.says.to for x, of in rule.of})).conditions:
        if not condition.bounds:
            here.have_condition(condition)
    found = here.asserted(f"tends (fun {s} : R => {along}) (Rbar_locally p_infty) ({there})", "join_tending.")
    with translate.at(time, s):
        text = here.text(says.expr)
        script, posed = f"intros {s} In{s}; join_same.", ""
        if rule.same is not None:
            inside = copy(here)
            inside.ways = tuple(
                f'(let r := fresh "r" in intros r ?; exact ({fact.name} r ltac:(lra)))'
                for fact in theorem.facts
                if each_time(fact)
            )
            posed, last = inside.posed(here.known(rule.same), Substitution(), {time: s})
            ways = f"first [exact {last} | join_alike {last}]"
            script = f"intros {s} In{s}.\n{posed}\nfirst [{ways} | (symmetry; {ways})]."
    same = here.asserted(f"forall {s} : R, 0 <= {s} -> {along} = {text}", script)
    for goal in theorem.goals[:-1]:
        if isinstance(goal.content, AtEach):
            closed = f"{posed}\nfirst [assumption | lia | nz]."
            if rule.same is None:
                condition = goal.content.condition
                with translate.at(time, s):
                    closed = here.closed(Goal(condition.says, condition))
            here.say(f"split.\n{{ intros {s} In{s}.\n{closed} }}")
        else:
            here.say(f"split.\n{{ {here.closed(goal)} }}")
    value = here.asserted(f"{there} = {here.text(says.to)}", "first [join_same | (apply sqrt_lem_1; lra)].")
    here.say(f"exact (tends_along _ _ _ _ {found} {same} {value}).")
    return "\n".join(here.lines)


__all__: list[str] = []
