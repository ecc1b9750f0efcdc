"""Integrals and sums without end where a line is proved: each is a multiple of one that has a name.

In Coq each is a term that has a value also where the integral does not exist; that it exists is one of the goals.  A
line is proved of the names, as the exact prover takes such numbers for letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy as sp

from ....language.statements import Integral, Substitution
from ....language.statements.base import Statement
from ....language.symbols import reserved
from ....language.theorems.areas import areas_in, before, canonical, is_area, with_letters
from ....language.theorems.rules import Line
from ....language.theorems.sequents import Lemma, Relation, among, relation_of
from ....language.theorems.substitution import Substitution as Values
from ..ends import End
from ..gallina import App, Var
from ..proofs import algebra
from ..proofs.base import NoProof
from ..proofs.ranges import intros, known_inside, within
from ..terms import Condition, Endless, Span
from ..theorems.base import Theorem
from ..theorems.integrals import Bound

if TYPE_CHECKING:
    from .here import Here

Premise = Lemma | Line
_CONTINUED = "first [join_multiple | solve [intros; cbv beta; lra]]"


@dataclass(frozen=True)
class Known:
    """What was proved before: its name in Coq, and its theorem."""

    name: str
    theorem: Theorem
    says: Statement


@dataclass(frozen=True)
class Named:
    """An integral, or a sum without end, in its canonical form: its letter, its name, and the fact that it exists."""

    letter: sp.Symbol
    name: str
    fact: str


def has_areas(statement: Statement) -> bool:
    """Whether a statement that is a relation speaks of integrals, or of sums without end."""
    relation = relation_of(statement)
    return relation is not None and any(True for side in (relation.left, relation.right) for _ in written_in(side))


def written_in(expr: sp.Expr) -> Iterator[sp.Expr]:
    """The integrals and sums without end of an expression as they are written, each once."""
    yield from sorted((part for part in expr.atoms(sp.Integral, sp.Sum) if is_area(part)), key=sp.default_sort_key)


class Areas:
    """The integrals and sums without end of which a line speaks."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._letters: dict[sp.Expr, sp.Symbol] = {}
        self._named: dict[sp.Expr, Named] = {}
        self._multiples: dict[sp.Expr, str] = {}
        self._asked: set[Premise] = set()

    # -- letters -----------------------------------------------------------------------------------------------------

    def letter(self, area: sp.Expr) -> sp.Symbol:
        """The letter for an integral in its canonical form."""
        if area not in self._letters:
            self._letters[area] = reserved(f"area_{len(self._letters) + 1}", real=True)
        return self._letters[area]

    def lettered(self, relation: Relation) -> Relation:
        """A relation with letters, each of which then has a name."""
        sides = [with_letters(side, self.letter) for side in (relation.left, relation.right)]
        for side in (relation.left, relation.right):
            for area in areas_in(side):
                self.named(area)
        return Relation(sides[0], relation.sign, sides[1])

    def term(self, area: sp.Expr) -> tuple[str, ...]:
        """The function, and for an integral both filters, in Coq."""
        with self._here.no_new_letter(area):
            says = self._here.theorem.translate(area).says
        assert isinstance(says, App)
        return tuple(f"({argument.whole})" for argument in says.arguments)

    def value(self, area: sp.Expr) -> str:
        """The term of an integral, or of a sum without end."""
        return f"{'Series' if isinstance(area, sp.Sum) else 'RInt_gen'} {' '.join(self.term(area))}"

    def exists(self, area: sp.Expr, value: str) -> str:
        """The proposition that it has a value, which is `value`."""
        return f"{'is_series' if isinstance(area, sp.Sum) else 'is_RInt_gen'} {' '.join(self.term(area))} ({value})"

    # -- names -------------------------------------------------------------------------------------------------------

    def named(self, area: sp.Expr) -> Named:
        """The name of an integral in its canonical form, which something before says to have a value.

        Raises:
            NoProof: if nothing does.
        """
        if area not in self._named:
            self._look_for(area)
        if area not in self._named:
            raise NoProof(f"no line before says that {area} has a value")
        return self._named[area]

    def _look_for(self, area: sp.Expr) -> None:
        for of in self._here.known_before():
            relation = relation_of(of.says)
            if (
                relation is None
                or not isinstance(of, Line)
                or of in self._asked
                or among(of.given, self._here.theorem.claim.hypotheses)
            ):
                continue
            if not any(area == part for side in (relation.left, relation.right) for part in areas_in(side)):
                continue
            lines = list(self._here.lines)
            try:
                self.premise(of)
            except NoProof:
                self._here.lines = lines
                continue
            if area in self._named:
                return

    def name(self, area: sp.Expr, fact: str) -> Named:
        """Give a name to an integral as it is written, of which `fact` says that it exists."""
        core = _core(area)
        if core is None:
            raise NoProof(f"{area} is zero")
        if core not in self._named:
            factor = self._here.show(before(area), "<>", 0)
            name, found = self._here.context.fresh("area"), self._here.context.fresh("V")
            lemma, functions = self._lemma("named", area, core)
            script = f"({lemma} {functions} ({self._here.text(before(area))}) {factor} ltac:({_CONTINUED}) {fact})"
            self._here.say(f"destruct {script} as [{name} {found}].")
            self._know(core, name, found)
        return self._named[core]

    def _know(self, core: sp.Expr, name: str, fact: str) -> None:
        translate, letter = self._here.theorem.translate, self.letter(core)
        translate.stands = {**translate.stands, letter: Var(name)}
        self._named[core] = Named(letter, name, fact)

    def _lemma(self, which: str, area: sp.Expr, core: sp.Expr) -> tuple[str, str]:
        """A lemma, and its functions and filters."""
        function, *filters = self.term(area)
        kind = "series" if isinstance(area, sp.Sum) else "area"
        return f"{kind}_{which}", " ".join([*filters, function, self.term(core)[0]])

    def multiple(self, area: sp.Expr) -> str:
        """Assert that an integral as it is written exists, and is a multiple of what has a name; the first fact."""
        if area in self._multiples:
            return self._multiples[area]
        core = _core(area)
        if core is None:
            raise NoProof(f"{area} is zero")
        known = self.named(core)
        lemma, functions = self._lemma("times", area, core)
        value = self.times(area)
        script = f"apply ({lemma} {functions}); [{_CONTINUED} | exact {known.fact}]."
        self._multiples[area] = self._here.asserted(self.exists(area, value), script)
        return self._multiples[area]

    def times(self, area: sp.Expr) -> str:
        """The multiple that an integral as it is written is of what has a name."""
        core = _core(area)
        assert core is not None
        return f"({self._here.text(before(area))}) * {self.named(core).name}"

    def equation(self, area: sp.Expr) -> str:
        """Assert that the term of an integral as it is written is that multiple."""
        fact = self.multiple(area)
        value = self.times(area)
        lemma = "series_value _ _" if isinstance(area, sp.Sum) else "area_value _ _ _ _"
        return self._here.asserted(f"{self.value(area)} = {value}", f"exact ({lemma} {fact}).")

    # -- premises ----------------------------------------------------------------------------------------------------

    def premise(self, of: Premise) -> str:
        """Assert the relation that a premise is, with letters; the name of the hypothesis.

        Raises:
            NoProof: if an integral in it is not known to exist.
        """
        self._asked.add(of)
        here, relation = self._here, relation_of(of.says)
        assert relation is not None
        posed, last = here.posed(here.known(of), Values(), {})
        here.say(posed)
        if isinstance(of.says, Substitution):
            return self._exchanged(relation, last)
        if isinstance(of.says, Integral):
            whole = self.exists(relation.left, here.text(relation.right))
            fact = here.asserted(whole, f"first [exact {last} | apply area_between_points; exact {last}].")
            self.name(relation.left, f"(ex_intro _ _ {fact})")
            last = here.asserted(
                f"{self.value(relation.left)} = {here.text(relation.right)}", f"exact (area_value _ _ _ _ {fact})."
            )
        else:
            for area in (part for side in (relation.left, relation.right) for part in written_in(side)):
                if _core(area) not in self._named:
                    self.name(area, "ltac:(assumption)")
        return self._with_letters(relation, last)

    def _with_letters(self, relation: Relation, fact: str) -> str:
        """What a fact says, with letters."""
        here, found = self._here, self.lettered(relation)
        equations = [self.equation(a) for side in (relation.left, relation.right) for a in written_in(side)]
        copy = here.context.fresh("Q")
        rewritten = "".join(f"rewrite {equation} in {copy}. " for equation in dict.fromkeys(equations))
        text = f"{here.text(found.left)} {found.sign} {here.text(found.right)}"
        return here.asserted(
            text, f"pose proof {fact} as {copy}. {rewritten}first [exact {copy} | join_alike {copy} | lra]."
        )

    def _exchanged(self, relation: Relation, fact: str) -> str:
        """Of a substitution: where one integral exists, so does the other, and they are one number."""
        here, sides = self._here, (relation.left, relation.right)
        cores = [_core(side) for side in sides]
        known = next((k for k, core in enumerate(cores) if core in self._named), None)
        if known is None:
            for k, core in enumerate(cores):
                if core is not None:
                    self._look_for(core)
                    if core in self._named:
                        known = k
                        break
        if known is None:
            raise NoProof(f"neither of the integrals {relation.left} and {relation.right} is known to have a value")
        this, other = sides[known], sides[1 - known]
        given = self.multiple(this)
        value = self.times(this)
        way = "proj1" if known == 0 else "proj2"
        between = "first [exact {0} | apply area_between_points; exact {0}]"
        steps = [
            f"apply ({way} ({fact} _)); {between.format(given)}",
            f"apply area_between_points; apply ({way} ({fact} _)); {between.format(given)}",
        ]
        script = f"first [solve [{steps[0]}] | solve [{steps[1]}]]."
        found = here.asserted(self.exists(other, value), script)
        self.name(other, f"(ex_intro _ _ {found})")
        last = here.asserted(
            f"{self.value(sides[0])} = {self.value(sides[1])}",
            f"transitivity ({value}); [| symmetry]; "
            f"first [exact (area_value _ _ _ _ {given}) | exact (area_value _ _ _ _ {found})].",
        )
        return self._with_letters(relation, last)

    # -- goals -------------------------------------------------------------------------------------------------------

    def begin_with_letters(self, relation: Relation) -> None:
        """Rewrite the goal, which is the relation of the line."""
        equations = [self.equation(a) for side in (relation.left, relation.right) for a in written_in(side)]
        for equation in dict.fromkeys(equations):
            self._here.say(f"rewrite {equation}.")

    def concern(self, condition: Condition) -> bool:
        """Whether a condition is that an integral exists, or is asked throughout a range."""
        return condition.relation == "exists" or any(isinstance(b, (Span, Endless)) for b in condition.bounds)

    def defined(self, condition: Condition) -> str:
        """A script that closes such a condition."""
        if condition.relation == "exists":
            if condition.bounds:
                raise NoProof(f"that {condition.expr} has a value at each index")
            assert condition.expr is not None
            return f"first [assumption | eexists; exact {self.multiple(condition.expr)}]."
        try:
            return self._throughout(condition)
        except NoProof:
            return "assumption."

    def _throughout(self, condition: Condition) -> str:
        if len(condition.bounds) != 1 or condition.expr is None:
            raise NoProof(f"that {condition.expr} is defined at each of several indices")
        (bound,) = condition.bounds
        here = self._here
        if isinstance(bound, Span):
            return self._inside(condition.expr, condition, Bound(bound.index, bound.name, bound.lower, bound.upper))
        assert isinstance(bound, Endless)
        text, lower = f"(INR ({bound.first} + {bound.name})%nat)", here.text(bound.lower)
        names = here.theorem.translate.names
        x = names.fresh(str(bound.index))
        point = reserved(f"point_{x}", real=True)
        at = Bound(point, x, End(bound.lower, here.theorem.translate(bound.lower).says, True, True), _BEYOND)
        expr = condition.expr.xreplace({bound.index: point})
        script = self._inside(expr, condition, at)
        begins = f"rewrite ?plus_INR; simpl INR; pose proof (pos_INR {bound.name}); lra"
        return (
            f"intros {bound.name}. assert (L{x} : {lower} <= {text}) by ({begins}). revert L{x}. "
            f"generalize {text}.\n{script}"
        )

    def _inside(self, expr: sp.Expr, condition: Condition, bound: Bound) -> str:
        with within(bound, self._here.context) as inside:
            powers, inside = known_inside(expr, bound, inside)
            closed = algebra.settle(Condition(condition.core, condition.relation, expr, ()), inside)
            return "\n".join([intros(bound), *powers, closed])


_BEYOND = End(sp.oo, None, False, False)


def _core(area: sp.Expr) -> sp.Expr | None:
    """What is left of an integral as it is written, in its canonical form; None if nothing is."""
    return next((part for part in sp.Mul.make_args(canonical(area)) if is_area(part)), None)


__all__ = ["Areas", "Known", "Named", "Premise", "has_areas", "written_in"]
