"""Sequences in closed form: the first cases one by one, and each later one by putting those before it in.

The cases are of numbers; the step is an equation of real expressions, as every equation is, in which the index is a
natural.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.statements import Induction
from ..gallina import Gallina, Num, Var
from ..theorems.base import Fact
from ..theorems.inductions import Names, SequenceTranslator
from . import scalars
from .base import NoProof
from .context import Context

LEMMAS = ("from_one", "from_two", "from_three")
"""Inductions whose step looks at so many cases before."""


def intros(names: Names) -> str:
    """A sentence that introduces the arguments, by their names."""
    return f"intros {' '.join(name for _, name in names.others)}. " if names.others else ""


@dataclass
class Sequence:
    """The induction over one sequence.

    Attributes:
        statement: what is proved.
        names: of the index and of the other arguments.
        context: the situation.
        terms: the names of what says what a term is, for the first ones.
        values: the first terms, written out.
        slopes: the names of what says what the derivatives of the first terms are, where these are asked for.
    """

    statement: Induction
    names: Names
    context: Context
    terms: dict[int, str] = field(default_factory=dict)
    values: dict[int, sp.Expr] = field(default_factory=dict)
    slopes: dict[int, str] = field(default_factory=dict)

    def script(self) -> str:
        """A script for the statement at every index."""
        statement, sequence = self.statement, self.statement.sequence
        if statement.of != sequence.entry:
            raise NoProof("what is said of a sequence is not what its terms are")
        if statement.equals.has(sequence.entry.func) or sequence.following.has(sp.Derivative):
            raise NoProof("the terms are not given in closed form, without derivatives")
        back = 1 + max((int(statement.n - e.args[0]) for e in self._terms_of(sequence.following)), default=0)
        if back > len(LEMMAS):
            raise NoProof(f"a step that looks back {back} places")
        start, last = statement.start, sequence.first + len(sequence.initial) - 1
        end = max(start + back, last + 1)  # the first case that is a step
        known = [line for k in range(sequence.first, end) for line in self._term(k)]
        cases = {k: self.context.fresh("C") for k in range(start, end)}
        shown = [f"assert ({name} : {self._said(Num(k))}).\n{{ {self._case(k)} }}" for k, name in cases.items()]
        index, whole = self.names.index, self.context.fresh("W")
        every = self._said(Var(index))
        base = "".join(f"{{ exact {cases[end - back + j]}. }}\n" for j in range(back))
        step = f"apply ({LEMMAS[back - 1]} (fun {index} : nat => {every}) {end - back}).\n"
        step += f"{base}{{ {self._step(back, end - back)} }}"
        lines = [*known, *shown, f"assert ({whole} : forall {index} : nat, ({end - back} <= {index})%nat -> {every})."]
        return "\n".join([*lines, f"{{ {step} }}", self._joined(whole, cases, end - back)])

    def _joined(self, whole: str, cases: dict[int, str], since: int) -> str:
        """From the first cases, and what holds from a later one on."""
        early = [k for k in cases if k < since]
        if not early:
            return f"exact {whole}."
        index, later, late = self.names.index, self.context.fresh("L"), self.context.fresh("J")
        lines = [
            f"intros {index} {later}.",
            f"destruct (Nat.le_gt_cases {since} {index}) as [{late} | {late}]; [exact ({whole} {index} {late}) |].",
        ]
        for k in early[:-1]:
            lines.append(
                f"destruct (Nat.eq_dec {index} {k}) as [-> | {self.context.fresh('J')}]; [exact {cases[k]} |]."
            )
        lines.append(f"replace {index} with {early[-1]}%nat by lia. exact {cases[early[-1]]}.")
        return "\n".join(lines)

    # -- texts -----------------------------------------------------------------------------------------------------

    def _at(self, expr: sp.Expr, index: Gallina) -> str:
        """The text of an expression with a term in the place of the index, as it is when one is put in."""
        translate = self.context.translate
        assert isinstance(translate, SequenceTranslator)
        with translate.at(self.names, self.statement, index):
            return self.context.text(expr)

    def _said(self, index: Gallina) -> str:
        quantified = "".join(f"forall {name} : R, " for _, name in self.names.others)
        return f"{quantified}{self._at(self.statement.of, index)} = {self._at(self.statement.equals, index)}"

    def _applied(self, fact: str, *before: str) -> str:
        """A fact at an index, and at the arguments as they are called."""
        return f"({' '.join([fact, *before, *(name for _, name in self.names.others)])})"

    def _terms_of(self, expr: sp.Expr) -> list[AppliedUndef]:
        name = self.statement.sequence.entry.func.__name__
        return sorted((e for e in expr.atoms(AppliedUndef) if e.func.__name__ == name), key=sp.default_sort_key)

    def _put(self, expr: sp.Expr, value: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
        """An expression with values for the terms of the sequence, by their indices."""
        others = self.statement.sequence.entry.args[1:]
        at = {e: value(e.args[0]).xreplace(dict(zip(others, e.args[1:], strict=True))) for e in self._terms_of(expr)}
        return expr.xreplace(at)

    # -- the first cases -------------------------------------------------------------------------------------------

    def _term(self, k: int) -> list[str]:
        """What asserts the value of a term."""
        sequence, place = self.statement.sequence, k - self.statement.sequence.first
        if place < len(sequence.initial):
            self.terms[k], self.values[k] = self.names.initial[place], sequence.initial[place]
            return []
        self.values[k] = self.statement.term(k, self.values)
        name = self.context.fresh("T")
        quantified = "".join(f"forall {x} : R, " for _, x in self.names.others)
        entry = self.context.text(sequence.entry.xreplace({self.statement.n: sp.Integer(k)}))
        given = self._applied(self.names.recurrence, f"{k - 1}%nat", "ltac:(lia)")
        written = self._written(sequence.following, k - 1)
        script = [
            f"{intros(self.names)}etransitivity; [exact {given} |].",
            self._numbers(k - 1, sequence.following),
            f"transitivity ({self.context.text(written)}); [same_number |].",
            scalars.equal(written, self.values[k], self.context),
        ]
        self.terms[k] = name
        stated = f"assert ({name} : {quantified}{entry} = {self.context.text(self.values[k])})."
        return [stated, f"{{ {' '.join(script)} }}"]

    def _numbers(self, k: int, *exprs: sp.Expr) -> str:
        """Sentences that put the terms in, where the index is a number."""
        places = {k + int(e.args[0] - self.statement.n) for expr in exprs for e in self._terms_of(expr)}
        rewrites = "".join(f" rewrite ?{self.slopes[p]}." for p in sorted(places) if p in self.slopes)
        rewrites += "".join(f" rewrite ?{self.terms[place]}." for place in sorted(places))
        return f"cbn [Nat.add Nat.sub Nat.mul].{rewrites}"

    def _written(self, expr: sp.Expr, k: int) -> sp.Expr:
        return self._put(expr.xreplace({self.statement.n: sp.Integer(k)}), lambda at: self.values[int(at)]).doit()

    def _case(self, k: int) -> str:
        left, right = (self._written(e, k) for e in (self.statement.of, self.statement.equals))
        lines = [
            f"{intros(self.names)}{self._numbers(k, self.statement.of, self.statement.equals)}",
            f"transitivity ({self.context.text(left)}); [same_number |].",
            f"transitivity ({self.context.text(right)}); [| symmetry; same_number].",
            scalars.equal(left, right, self.context),
        ]
        return "\n".join(lines)

    # -- the step --------------------------------------------------------------------------------------------------

    def _step(self, back: int, since: int) -> str:
        """A script for the case that comes `back` places after a natural, from those between."""
        translate, sequence, n = self.context.translate, self.statement.sequence, self.statement.n
        name = self.context.fresh("m")
        m = sp.Symbol(name, integer=True, nonnegative=True)
        translate.naturals[m] = name
        beyond = f"D{name}" if since else self.context.fresh("L")
        context = self.context.knowing([Fact(beyond, f"({since} <= {name})%nat")])
        given = [context.fresh("E") for _ in range(back)]
        assumed = [context.fresh("A") for _ in range(back)]
        lines = [f"intros {name} {beyond} {' '.join(assumed)}."]
        quantified = "".join(f"forall {x} : R, " for _, x in self.names.others)
        for j in range(back):
            entry, value = (context.text(e.xreplace({n: m + j})) for e in (sequence.entry, self.statement.equals))
            proof = f"{intros(self.names)}etransitivity; [exact {self._applied(assumed[j])} |]. same_number."
            lines.append(f"assert ({given[j]} : {quantified}{entry} = {value}).\n{{ {proof} }}")
        lines.append(intros(self.names))
        following = sequence.following.xreplace({n: m + back - 1})
        after = sequence.entry.xreplace({n: m + back})
        before = context.translate.natural(m + back - 1)
        next_one = f"({before} + 1)%nat"
        here = context.translate.natural(m + back)
        given_here = self._applied(self.names.recurrence, before, "ltac:(lia)")
        recurs = f"replace {here} with {next_one} by lia; exact {given_here}"
        said = context.fresh("S")
        lines += [
            f"assert ({said} : {context.text(after)} = {context.text(following)}).",
            f"{{ etransitivity; [{recurs} |]. {self._indices(sequence.following, before, m + back - 1)}same_number. }}",
        ]
        written = self._put(following, lambda at: self.statement.equals.xreplace({n: at}))
        reached = self.statement.equals.xreplace({n: m + back})
        lines += [
            f"transitivity ({context.text(reached)}); [| symmetry; same_number].",
            f"rewrite {said}.{''.join(f' rewrite ?{name}.' for name in given)}",
            f"transitivity ({context.text(written)}); [same_number |].",
            scalars.equal(written, reached, context),
        ]
        return "\n".join(lines)

    def _indices(self, expr: sp.Expr, before: str, at: sp.Expr) -> str:
        """Sentences that write the places of terms anew, where a natural stands in the place of the index."""
        translate = self.context.translate
        lines = []
        for place in dict.fromkeys(e.args[0] for e in self._terms_of(expr)):
            back = int(self.statement.n - place)
            if back:
                lines.append(f"replace ({before} - {back})%nat with {translate.natural(at - back)} by lia. ")
        return "".join(lines)
