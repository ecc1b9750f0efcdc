"""Sequences of functions whose recurrence, or what is said of them, has derivatives: by induction over both together.

That a term has a derivative, and what is said of it, hold at each index if at those before.  For the term is another
expression of terms before it: by the recurrence, if what is said gives the derivative there, or else by what is said of
the term itself.  What is so written is differentiated, and the recurrence is put in until both sides are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp
from sympy.core.function import AppliedUndef

from ..gallina import InNat, Num, Var
from . import scalars
from .base import NoProof
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .sequences import LEMMAS, Sequence
from .signs import sign


def has_slopes(statement: sp.Basic) -> bool:
    """Whether an induction is about derivatives."""
    return any(e.has(sp.Derivative) for e in statement.expressions())


@dataclass
class Slopes(Sequence):
    """The induction over a sequence of functions of one argument.

    Attributes:
        whole: the name of what says of all indices that there is a derivative, and what is stated.
        shown: the names of what says that the first terms have derivatives.
    """

    whole: str = ""
    shown: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        statement, sequence = self.statement, self.statement.sequence
        if len(self.names.others) != 1 or statement.equals.has(sp.Derivative):
            raise NoProof("derivatives of terms of several arguments, or on both sides")
        ((self.x, _),) = self.names.others
        self.slope = sp.Derivative(sequence.entry, self.x)
        if statement.of not in (sequence.entry, self.slope):
            raise NoProof("what is said of a sequence is neither what its terms nor what their derivatives are")
        used = [*self._terms_of(statement.equals), *self._terms_of(sequence.following)]
        if sequence.following.atoms(sp.Derivative) - {self.slope} or any(e.args[1] != self.x for e in used):
            raise NoProof("derivatives of other terms than the one before")
        if any(statement.n - e.args[0] < 0 for e in used):
            raise NoProof("what is said of a term by a later one")
        before = self._looks_back(sequence.following)
        self.back = 1 + max(self._looks_back(statement.equals), before + 1 if before else 0)
        if self.back > len(LEMMAS):
            raise NoProof(f"a step that looks back {self.back} places")

    def _looks_back(self, expr: sp.Expr) -> int:
        return max((int(self.statement.n - e.args[0]) for e in self._terms_of(expr)), default=0)

    # -- all of it -------------------------------------------------------------------------------------------------

    def preamble(self) -> str:
        """What asserts, of every index, that there is a derivative, and from the start on what is stated."""
        statement, sequence, back = self.statement, self.statement.sequence, self.back
        first, index = sequence.first, self.names.index
        since = max(statement.start, first + len(sequence.initial) - 1)
        known = [line for k in range(first, since + back) for line in (*self._term(k), *self._moves(k))]
        cases = {k: self.context.fresh("C") for k in range(statement.start, since + back)}
        known += [f"assert ({name} : {self._said(Num(k))}).\n{{ {self._case(k)} }}" for k, name in cases.items()]
        every, both, self.whole = self._both(Var(index)), self.context.fresh("W"), self.context.fresh("All")
        step = [f"apply ({LEMMAS[back - 1]} (fun {index} : nat => {every}) {since})."]
        step += [f"{{ split; [exact {self.shown[since + j]} | exact {cases[since + j]}]. }}" for j in range(back)]
        step.append(f"{{ {self._onward(since)} }}")
        early = [
            f"exact (conj {self.shown[k]} (fun _ => {cases[k]}))"
            if k in cases
            else f"split; [exact {self.shown[k]} | intro; lia]"
            for k in range(first, since)
        ]
        late, there = self.context.fresh("J"), self.context.fresh("L")
        joined = f"intros {index} {there}. "
        joined += f"destruct (Nat.le_gt_cases {since} {index}) as [{late} | {late}].\n"
        one, other = self.context.fresh("A"), self.context.fresh("B")
        joined += f"{{ destruct ({both} {index} {late}) as [{one} {other}]. "
        joined += f"split; [exact {one} | intro; exact {other}]. }}\n"
        for k, script in zip(range(first, since), early, strict=True):
            joined += f"destruct (Nat.eq_dec {index} {k}) as [-> | {self.context.fresh('J')}]; [{script} |].\n"
        start, smooth = statement.start, self._smooth(Var(index))
        stated = f"({smooth}) /\\ (({start} <= {index})%nat -> {self._said(Var(index))})"
        return "\n".join(
            [
                *known,
                f"assert ({both} : forall {index} : nat, ({since} <= {index})%nat -> {every}).",
                "{ " + "\n".join(step) + " }",
                f"assert ({self.whole} : forall {index} : nat, ({first} <= {index})%nat -> {stated}).",
                f"{{ {joined} lia. }}",
            ]
        )

    def script(self) -> str:
        """A script for the statement, after the preamble."""
        index, beyond = self.names.index, self.context.fresh("L")
        return f"intros {index} {beyond}. exact (proj2 ({self.whole} {index} ltac:(lia)) {beyond})."

    def smooth(self) -> str:
        """A script for: there are derivatives, after the preamble."""
        index, beyond = self.names.index, self.context.fresh("L")
        return f"intros {index} {beyond}. exact (proj1 ({self.whole} {index} ltac:(lia)))."

    # -- texts -----------------------------------------------------------------------------------------------------

    def _function(self, expr: sp.Expr) -> str:
        """An expression as a function of the argument."""
        name = self.context.fresh("u")
        with self.context.translate.writing({self.x: name}):
            return f"(fun {name} : R => {self.context.text(expr)})"

    def _smooth(self, index: Var | InNat) -> str:
        return f"forall {self._name} : R, ex_derive {self._trajectory(index)} {self._name}"

    @property
    def _name(self) -> str:
        return self.names.others[0][1]

    def _trajectory(self, index: Var | InNat | Num) -> str:
        name = self.context.fresh("u")
        translate = self.context.translate
        with translate.naming({self.statement.n: index}), translate.writing({self.x: name}):
            return f"(fun {name} : R => {self.context.text(self.statement.sequence.entry)})"

    def _both(self, index: Var | InNat) -> str:
        return f"({self._smooth(index)}) /\\ ({self._said(index)})"

    # -- derivatives -----------------------------------------------------------------------------------------------

    def _differentiated(self, expr: sp.Expr, known: dict[sp.Expr, str]) -> Found:
        """The derivative by the argument, where `known` says what those of terms are."""

        def leaf(e: sp.Expr) -> Found | None:
            if e == self.x:
                return Found("apply D_id.", e, sp.S.One)
            if isinstance(e, AppliedUndef) and e in known:
                return Found(f"exact ({known[e]} {self._name}).", e, sp.Derivative(e, self.x))
            return None

        found = Differentiator(self.context, leaf, lambda e, relation: sign(e, relation, self.context))(expr)
        return found or Found("apply D_const.", expr, sp.S.Zero)

    def _moves(self, k: int) -> list[str]:
        """What asserts the derivative of one of the first terms, and that it is there."""
        value, there, slope = self.values[k], self.context.fresh("Z"), self.context.fresh("V")
        self.shown[k], self.slopes[k] = self.context.fresh("E"), slope
        found, rate = self._differentiated(value, {}), sp.diff(value, self.x)
        term, x = self._trajectory(Num(k)), self._name
        compare = f"transitivity ({self.context.text(found.slope)}); [same_number |]. "
        compare += scalars.equal(found.slope, rate, self.context)
        proof = f"intros {x}. apply (slope_of_same {self._function(value)} _ {x} {self.context.text(value)}). "
        proof += f"{{ intro; apply {self.terms[k]}. }} "
        proof += f"eapply D_conv. {{ {found.script} }} {{ same_number. }} {{ {compare} }}"
        rate_text = self.context.text(rate)
        return [
            f"assert ({there} : forall {x} : R, is_derive {term} {x} {rate_text}).\n{{ {proof} }}",
            f"assert ({slope} : forall {x} : R, Derive {term} {x} = {rate_text}).",
            f"{{ intros {x}. apply is_derive_unique, {there}. }}",
            f"assert ({self.shown[k]} : forall {x} : R, ex_derive {term} {x}).",
            f"{{ intros {x}. eexists. apply {there}. }}",
        ]

    # -- the step --------------------------------------------------------------------------------------------------

    def _onward(self, since: int) -> str:
        """A script for both, at the index that comes so many places after a natural, from those between."""
        translate, statement, back, x = self.context.translate, self.statement, self.back, self._name
        n, sequence = statement.n, statement.sequence
        name, beyond = self.context.fresh("m"), self.context.fresh("L")
        m = sp.Symbol(name, integer=True, nonnegative=True)
        translate.naturals[m] = name
        smooth, stated, moves = ([self.context.fresh(stem) for _ in range(back)] for stem in "EAM")
        pattern = " ".join(f"[{e} {a}]" for e, a in zip(smooth, stated, strict=True))
        lines = [f"intros {name} {beyond} {pattern}."]
        known = {}
        for j in range(back):
            entry = sequence.entry.xreplace({n: m + j})
            at, slope = self.context.text(entry), self.context.text(sp.Derivative(entry, self.x))
            lines.append(f"assert ({moves[j]} : forall {x} : R, slope_at {self._function(entry)} {x} {at} {slope}).")
            lines.append(f"{{ intros {x}. apply (slope_there {self._function(entry)}). apply {smooth[j]}. }}")
            known[entry] = moves[j]
        recurs, said = {}, {}
        for j in range(back):  # the term at m + j + 1, and what is stated at m + j, in terms from m on
            if self._reaches(sequence.following, j):
                recurs[j] = self.context.fresh("R")
                lines += self._recurs(recurs[j], m, j)
            if self._reaches(statement.equals, j):
                said[j] = self.context.fresh("S")
                lines += self._stated(said[j], stated[j], m, j)
        if back - 1 not in recurs or back - 1 not in said:
            raise NoProof("a step that looks back further than it begins")
        slopes = statement.of == self.slope
        lines += self._of_slopes(m, known, recurs, said) if slopes else self._of_terms(m, known, recurs, said)
        return "\n".join(lines)

    def _reaches(self, expr: sp.Expr, j: int) -> bool:
        return all(j - int(self.statement.n - e.args[0]) >= 0 for e in self._terms_of(expr))

    def _recurs(self, name: str, m: sp.Symbol, j: int) -> list[str]:
        translate, sequence, n = self.context.translate, self.statement.sequence, self.statement.n
        before, here = translate.natural(m + j), translate.natural(m + j + 1)
        left, right = (
            self.context.text(e)
            for e in (sequence.entry.xreplace({n: m + j + 1}), sequence.following.xreplace({n: m + j}))
        )
        given = self._applied(self.names.recurrence, before, "ltac:(lia)")
        proof = (
            f"intros {self._name}. etransitivity; [replace {here} with ({before} + 1)%nat by lia; exact {given} |]. "
        )
        proof += f"{self._indices(sequence.following, before, m + j)}same_number."
        return [f"assert ({name} : forall {self._name} : R, {left} = {right}).\n{{ {proof} }}"]

    def _stated(self, name: str, given: str, m: sp.Symbol, j: int) -> list[str]:
        statement, before = self.statement, self.context.translate.natural(m + j)
        left, right = (self.context.text(e.xreplace({statement.n: m + j})) for e in (statement.of, statement.equals))
        proof = f"intros {self._name}. etransitivity; [exact ({given} {self._name}) |]. "
        proof += f"{self._indices(statement.equals, before, m + j)}same_number."
        return [f"assert ({name} : forall {self._name} : R, {left} = {right}).\n{{ {proof} }}"]

    def _derived(self, name: str, at: sp.Expr, written: sp.Expr, same: str, known: dict[sp.Expr, str]) -> list[str]:
        """What asserts the derivative of a term, which is `written` by terms before it, as `same` proves."""
        found, x = self._differentiated(written, known), self._name
        term = self.statement.sequence.entry.xreplace({self.statement.n: at})
        value, slope = self.context.text(written), self.context.text(found.slope)
        proof = f"intros {x}. apply (slope_of_same {self._function(written)} _ {x} {value}).\n"
        proof += f"{{ clear {x}; intros {x}. {same} }}\n"
        proof += f"eapply D_conv. {{ {found.script} }} {{ same_number. }} {{ same_number. }}"
        return [f"assert ({name} : forall {x} : R, is_derive {self._function(term)} {x} {slope}).\n{{ {proof} }}"]

    def _closing(self, recurs: dict[int, str], said: dict[int, str]) -> str:
        """Puts in what is stated and the recurrence, from the last term on, until only terms at m are left."""
        x, back = self._name, self.back
        slopes = self.statement.of == self.slope
        puts = [f"rewrite ?({said[j]} {x})." for j in sorted(said, reverse=True) if slopes and j > 0]
        for j in range(back - 2, -1, -1):
            puts.append(f"rewrite ?({recurs[j]} {x})." if j in recurs else "")
            puts.append(f"rewrite ?({said[j]} {x})." if slopes and j in said and j > 0 else "")
        return " ".join(filter(None, puts))

    def _of_slopes(
        self, m: sp.Symbol, known: dict[sp.Expr, str], recurs: dict[int, str], said: dict[int, str]
    ) -> list[str]:
        """The step where the derivative is given: the recurrence, with it put in, is differentiated."""
        statement, back, x = self.statement, self.back, self._name
        n, last = statement.n, m + back - 1
        slope_now = self.slope.xreplace({n: last})
        following = statement.sequence.following.xreplace({n: last})
        written = following.xreplace({slope_now: statement.equals.xreplace({n: last})})
        name = self.context.fresh("Z")
        same = f"rewrite ({recurs[back - 1]} {x}), ?({said[back - 1]} {x}). same_number."
        lines = self._derived(name, m + back, written, same, known)
        lines.append(f"split; [intros {x}; eexists; apply {name} |]. intros {x}.")
        return [*lines, f"etransitivity; [apply is_derive_unique, {name} |].", *self._reached(m, recurs, said)]

    def _of_terms(
        self, m: sp.Symbol, known: dict[sp.Expr, str], recurs: dict[int, str], said: dict[int, str]
    ) -> list[str]:
        """The step where the term is given: it is differentiated, and so is the next one, which is then given too."""
        statement, back, x = self.statement, self.back, self._name
        n, last = statement.n, m + back - 1
        before, next_one, reached = (self.context.fresh(stem) for stem in "ZZS")
        written = statement.equals.xreplace({n: last})
        lines = self._derived(before, last, written, f"rewrite ({said[back - 1]} {x}). same_number.", known)
        after = statement.equals.xreplace({n: m + back})
        term = self.context.text(statement.sequence.entry.xreplace({n: m + back}))
        lines.append(f"assert ({reached} : forall {x} : R, {term} = {self.context.text(after)}).")
        lines.append(f"{{ intros {x}. rewrite ({recurs[back - 1]} {x}).")
        lines.append(f"rewrite ?(is_derive_unique _ _ _ ({before} {x})). {self._closing(recurs, said)} same_number. }}")
        lines += self._derived(next_one, m + back, after, f"rewrite ({reached} {x}). same_number.", known)
        lines.append(f"split; [intros {x}; eexists; apply {next_one} |]. intros {x}. rewrite ({reached} {x}).")
        here = self.context.translate.natural(m + back)
        lines.append(f"symmetry. {self._indices(statement.equals, here, m + back)}same_number.")
        return lines

    def _reached(self, m: sp.Symbol, recurs: dict[int, str], said: dict[int, str]) -> list[str]:
        """Sentences that close that what was computed is what is stated."""
        statement, back = self.statement, self.back
        here = self.context.translate.natural(m + back)
        stated = self.context.text(statement.equals.xreplace({statement.n: m + back}))
        turned = f"symmetry; {self._indices(statement.equals, here, m + back).replace('. ', '; ')}same_number"
        return [f"transitivity ({stated}); [| {turned}].", f"{self._closing(recurs, said)} same_number."]
