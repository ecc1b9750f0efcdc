"""The rules about integrals, and about a sum and its integral, as scripts: each applies its lemma of the prelude."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

import sympy as sp

from ....language.theorems.areas import Range, areas_in, integral, series
from ....language.theorems.integration import Added, Integrated, Split, SumByIntegral
from ....language.theorems.rules import Line
from ....language.theorems.sequents import Relation, relation_of
from ....language.theorems.substitution import Substitution
from ..ends import End, may_hold_at
from ..proofs import algebra, scalars
from ..proofs.base import NoProof
from ..proofs.ranges import known_inside, within
from ..proofs.slopes import slope
from ..theorems.base import Goal
from ..theorems.integrals import Bound
from .algebraic import composes
from .here import Here, Premise, what_relates


class _Over:
    """A range, and what is shown of each of its points."""

    def __init__(self, over: Range, exprs: tuple[sp.Expr, ...], here: Here) -> None:
        self.here, (self.x, lower, upper) = here, over
        translate = here.theorem.translate
        self.name = translate.names.fresh(str(self.x))
        with translate.writing({self.x: self.name}):
            found = [c for expr in exprs for c in translate(expr).conditions]
        ends = []
        for value, is_lower in ((lower, True), (upper, False)):
            if value.is_infinite:
                ends.append(End(value, None, False, is_lower))
            else:
                closed = all(may_hold_at(c.expr, c.relation, self.x, value) for c in found)
                with here.no_new_letter(value):
                    ends.append(End(value, translate(value).says, closed, is_lower))
        self.range = Bound(self.x, self.name, *ends)
        self.inside = replace(self.range, lower=replace(ends[0], closed=False), upper=replace(ends[1], closed=False))
        self.filters = " ".join(f"({end.filter.whole})" for end in ends)

    def function(self, expr: sp.Expr) -> str:
        """An expression in the variable as a function."""
        with self.here.theorem.translate.writing({self.x: self.name}):
            return f"(fun {self.name} : R => {self.here.text(expr)})"

    def predicate(self, bound: Bound) -> str:
        """That a point is one of the range."""
        return f"(fun {self.name} : R => {self._said(bound)})"

    def _said(self, bound: Bound) -> str:
        return " /\\ ".join(text for end in (bound.lower, bound.upper) if (text := end.bound(self.name)))

    def says(self, says: str, *exprs: sp.Expr) -> str:
        """What is said of expressions in the variable."""
        with self.here.theorem.translate.writing({self.x: self.name}):
            return says.format(*(self.here.text(expr) for expr in exprs))

    def spans(self) -> str:
        """Assert that the points reach to both ends; the name of the hypothesis."""
        here, lower, upper = self.here, self.range.lower, self.range.upper
        kinds = {(True, True): "closed", (False, True): "right", (True, False): "ray", (False, False): "open_ray"}
        if not lower.text or (upper.text and not upper.closed):
            raise NoProof("no lemma for the integral over a range with such ends")
        lemma, asked = f"spans_{kinds[lower.closed, upper.closed]}", ""
        if upper.text:
            asked = f" {here.show(lower.value, '<=' if lower.closed else '<', upper.value)}"
        ends = " ".join(f"({end.text})" for end in (lower, upper) if end.text)
        return here.asserted(
            f"spans {self.filters} {self.predicate(self.range)} {self.predicate(self.inside)}",
            f"exact ({lemma} {ends}{asked}).",
        )

    @contextmanager
    def point(self, bound: Bound, *exprs: sp.Expr) -> Iterator[Here]:
        """Where a point of the range is looked at, which is introduced."""
        with within(bound, self.here.context) as context:
            powers, context = known_inside(sp.Add(*exprs, evaluate=False), bound, context)
            there = copy(self.here)
            there.context = context
            facts = [fact.name for fact in bound.facts()]
            pattern = f"[{' '.join(facts)}]" if len(facts) == 2 else facts[0]
            there.lines = [f"intros {self.name} {pattern}.", *powers]
            yield there

    def everywhere(self, says: str, bound: Bound, script: str) -> str:
        """Assert something of every point; the name of the hypothesis."""
        return self.here.asserted(f"forall {self.name} : R, {self._said(bound)} -> {says}", script)

    def by_premise(self, of: Premise, relation: Relation, bound: Bound) -> str:
        """Assert a relation at every point, which a premise says."""
        with self.point(bound, relation.left, relation.right) as there:
            posed, last = there.posed(there.known(of), Substitution(), {self.x: self.name})
            ways = f"first [exact {last} | lra | join_alike {last}]."
            text = f"{there.text(relation.left)} {relation.sign} {there.text(relation.right)}"
            script = "\n".join([*there.lines, posed, ways])
        return self.everywhere(text, bound, script)

    def by_algebra(self, left: sp.Expr, sign: str, right: sp.Expr, bound: Bound) -> str:
        """Assert a relation at every point, which algebra shows."""
        with self.point(bound, left, right) as there:
            there.lines += list(_defined(there, left, right))
            closed = algebra.order(left, sign, right, there.context)
            text = f"{there.text(left)} {sign} {there.text(right)}"
            script = "\n".join([*there.lines, closed])
        return self.everywhere(text, bound, script)

    def continuous(self, expr: sp.Expr) -> str:
        """Assert that an expression is continuous at every point."""
        with self.point(self.range, expr) as there:
            script = "\n".join([*there.lines, *_defined(there, expr), "continues."])
        return self.everywhere(f"continuous {self.function(expr)} {self.name}", self.range, script)

    def derived(self, expr: sp.Expr, *factors: sp.Expr) -> str:
        """Assert the derivative of an expression at every point, a product of factors."""
        rate = sp.Mul(*factors, evaluate=False) if len(factors) > 1 else factors[0]
        with self.point(self.range, expr, rate) as there:
            lines = [*there.lines, *_defined(there, expr, rate)]
            by_rule = slope(expr, self.x)
            lines += ["eapply D_to; [derive |].\ncbv beta.", f"transitivity ({there.text(by_rule)}); [same_slope |]."]
            text = " * ".join(f"({there.text(factor)})" for factor in factors)
            lines += [f"transitivity ({there.text(rate)}); [| join_same].", scalars.equal(by_rule, rate, there.context)]
        return self.everywhere(f"is_derive {self.function(expr)} {self.name} ({text})", self.range, "\n".join(lines))

    def value(self, expr: sp.Expr) -> tuple[str, str]:
        """Assert that the integral of an expression has a value: what it is, and the name of the hypothesis."""
        here, area = self.here, sp.Integral(expr, (self.x, self.range.lower.value, self.range.upper.value))
        if expr == 0:
            return "0", here.asserted(
                f"is_RInt_gen {self.function(expr)} {self.filters} 0", "exact (area_of_nothing _ _)."
            )
        value, fact = here.areas.times(area), here.areas.multiple(area)
        return value, here.asserted(f"is_RInt_gen {self.function(expr)} {self.filters} ({value})", f"exact {fact}.")


def _defined(there: Here, *exprs: sp.Expr) -> Iterator[str]:
    """Assertions that expressions are defined, after which that is known."""
    for condition in {c.text: c for expr in exprs for c in there.theorem.translate(expr).conditions}.values():
        name = there.context.fresh("N")
        goal = Goal(condition.says, condition)
        yield f"assert ({name} : {condition.text}).\n{{ {algebra.close(goal, there.context)} }}"


@composes(Integrated)
def integrated(rule: Integrated, line: Line, here: Here) -> None:
    """The larger side has an integral, and the smaller one has, or is not negative; then the lemma."""
    relation = what_relates(rule.of)
    if relation.sign == "=":
        raise NoProof("equations are not integrated by a script yet")
    below = _below(relation)
    over = _Over(rule.over, (below.left, below.right), here)
    pointwise = over.by_premise(rule.of, relation, over.inside)
    ordered = over.everywhere(over.says("{} <= {}", below.left, below.right), over.inside, f"join_ordered {pointwise}.")
    functions = f"{over.filters} _ _ {over.function(below.left)} {over.function(below.right)}"
    above, known = over.value(below.right)
    if rule.least is None:
        value, exists = over.value(below.left)
        found = here.asserted(
            f"{value} <= {above}",
            f"exact (join_integrated_over {functions} _ _ {over.spans()} {ordered} {exists} {known}).",
        )
    else:
        least = over.by_premise(rule.least, what_relates(rule.least), over.inside)
        positive = over.everywhere(over.says("0 <= {}", below.left), over.inside, f"join_ordered {least}.")
        smooth = " ".join(over.continuous(side) for side in (below.left, below.right))
        lemma = f"(join_integrated_smaller {functions} _ {over.spans()} {smooth} {positive} {ordered} {known})"
        some, fact, bounded = (here.context.fresh(stem) for stem in ("l", "V", "B"))
        here.say(f"destruct {lemma} as [{some} [{fact} {bounded}]].")
        here.areas.name(sp.Integral(below.left, rule.over), f"(ex_intro _ _ {fact})")
        value, exists = over.value(below.left)
        same = here.asserted(f"{some} = {value}", f"exact (area_only _ _ _ _ _ {fact} {exists}).")
        found = here.asserted(f"{value} <= {above}", f"rewrite <- {same}; exact {bounded}.")
    here.settle()
    _close(line, here, f"first [join_alike {found} | (apply Rle_ge; join_alike {found}) | lra].")


def _below(relation: Relation) -> Relation:
    """An order with the smaller side on the left."""
    if relation.sign in (">", ">="):
        return Relation(relation.right, "<=", relation.left)
    return Relation(relation.left, "<=", relation.right)


def _close(line: Line, here: Here, script: str) -> None:
    """Close the line, of which the script shows what it says with letters."""
    relation = here.relation(line)
    text = f"{here.text(relation.left)} {relation.sign} {here.text(relation.right)}"
    here.conclude(relation, here.asserted(text, script))


@composes(Split)
def split(rule: Split, line: Line, here: Here) -> None:
    """The parts have values, or the whole has one; then the lemma."""
    parts = [_core(integral(rule.integrand, piece)) for piece in rule.pieces]
    whole = _core(integral(rule.integrand, rule.over))
    over = _Over(whole.limits[0], (whole.function,), here)
    if rule.parts:
        names = [here.areas.named(core) for core in parts]
        value = f"{names[0].name} + {names[1].name}"
        arguments = f"{over.function(whole.function)} ({here.text(rule.at)}) _ _ {names[0].fact} {names[1].fact}"
        fact = here.asserted(here.areas.exists(whole, value), f"exact (join_split {over.filters} {arguments}).")
        named = here.areas.name(whole, f"(ex_intro _ _ {fact})")
        found = here.asserted(f"{named.name} = {value}", f"exact (area_only _ _ _ _ _ {named.fact} {fact}).")
    else:
        found = _parted(whole, parts, rule.at, over)
    here.settle()
    _close(line, here, f"rewrite {found}; join_same.")


def _parted(whole: sp.Integral, parts: list[sp.Integral], at: sp.Expr, over: _Over) -> str:
    """Assert that the integral over the whole range is the sum of those over two parts, which then have names."""
    here, known = over.here, over.here.areas.named(whole)
    spans, smooth = over.spans(), over.continuous(whole.function)
    ends = [end for end in (over.range.lower, over.range.upper) if end.text]
    sides = [(end.value, at) if end.lower else (at, end.value) for end in ends]
    signs = ["<=" if end.closed else "<" for end in ends]
    shown = [here.show(one, sign, other) for (one, other), sign in zip(sides, signs, strict=True)]
    inside = shown[0] if len(shown) == 1 else f"(conj {' '.join(shown)})"
    functions = f"{over.filters} _ _ {over.function(whole.function)} ({here.text(at)}) _"
    low, high, below, above, total = (here.context.fresh(stem) for stem in ("l", "m", "V", "V", "E"))
    lemma = f"(join_split_whole {functions} {spans} {smooth} {inside} {known.fact})"
    here.say(f"destruct {lemma} as [{low} [{high} [{below} [{above} {total}]]]].")
    names = []
    for core, some, fact in zip(parts, (low, high), (below, above), strict=True):
        named = here.areas.name(core, f"(ex_intro _ _ {fact})")
        same = here.asserted(f"{some} = {named.name}", f"exact (area_only _ _ _ _ _ {fact} {named.fact}).")
        here.say(f"rewrite {same} in {total}.")
        names.append(named.name)
    return here.asserted(f"{known.name} = {' + '.join(names)}", f"exact {total}.")


def _core(area: sp.Expr) -> sp.Integral:
    """What is left of an integral, in its canonical form."""
    (found,) = (part for factor in sp.Mul.make_args(area) for part in areas_in(factor))
    assert isinstance(found, sp.Integral)
    return found


@composes(Added)
def added(rule: Added, line: Line, here: Here) -> None:
    """Each integral has a value; then the lemma."""
    if len(rule.terms) != 2:
        raise NoProof("a sum of other than two integrands is not composed yet")
    both, over = sp.Add(*rule.terms), _Over(rule.over, rule.terms, here)
    (one, first), (other, second) = (over.value(term) for term in rule.terms)
    functions = " ".join(over.function(term) for term in rule.terms)
    value, sum_of_both = f"1 * ({one} + {other})", f"(join_added {over.filters} {functions} _ _ {first} {second})"
    fact = here.asserted(
        f"is_RInt_gen {over.function(both)} {over.filters} ({value})",
        f"refine (area_times {over.filters} _ _ 1 _ _ {sum_of_both}). join_multiple.",
    )
    here.areas.name(sp.Integral(both, rule.over), f"(ex_intro _ _ {fact})")
    whole, exists = over.value(both)
    only = f"exact (area_only _ _ _ _ _ {exists} {fact})"
    found = here.asserted(f"{whole} = {one} + {other}", f"transitivity ({value}); [{only} | ring].")
    here.settle()
    _close(line, here, f"first [join_alike {found} | lra].")


@composes(SumByIntegral)
def sum_by_integral(rule: SumByIntegral, line: Line, here: Here) -> None:
    """The term has one peak, as its slope shows, no higher than the premise says; then the lemma."""
    _, first, last = rule.over
    bounded = relation_of(rule.most.says)
    if bounded is None or bounded.sign == "=":
        raise NoProof(f"{rule.most.says} is no bound")
    most = here.text(_below(bounded).right)
    over = _Over(rule.over, (rule.term, *rule.shape), here)
    if not over.range.lower.closed or (over.range.upper.text and not over.range.upper.closed):
        raise NoProof("the term is not seen to be defined at the ends")
    functions, facts = _shape(rule, bounded, most, over)
    begin = here.theorem.translate.natural(first)
    starts = here.asserted(f"INR {begin} = {here.text(first)}", _SAME_NUMBER)
    some, fact, found = (here.context.fresh(stem) for stem in ("v", "V", "B"))
    if last != sp.oo:
        end = here.theorem.translate.natural(last)
        ends = here.asserted(f"INR {end} = {here.text(last)}", _SAME_NUMBER)
        ordered = here.asserted(f"({begin} <= {end})%nat", "lia.")
        numbers = f"{begin} {end} ({here.text(first)}) ({here.text(last)}) ({most}) {starts} {ends} {ordered}"
        here.say(f"destruct (join_sum_by_shape {functions} {numbers} {facts}) as [{some} [{fact} {found}]].")
        here.areas.name(sp.Integral(rule.term, rule.over), f"(ex_intro _ _ {fact})")
        value, exists = over.value(rule.term)
        same = here.asserted(f"{some} = {value}", f"exact (area_only _ _ _ _ _ {fact} {exists}).")
    else:
        value, exists = over.value(rule.term)
        numbers = f"{functions} {begin} ({here.text(first)}) ({most}) _ {starts}"
        here.say(f"destruct (join_series_by_shape {numbers} {facts} {exists}) as [{some} [{fact} {found}]].")
        total = series(rule.term, rule.over)
        here.areas.name(total, f"(ex_intro _ _ {fact})")
        same = here.asserted(
            f"{some} = {here.areas.times(total)}", f"exact (series_only _ _ _ {fact} {here.areas.multiple(total)})."
        )
    here.say(f"rewrite {same} in {found}. cbv beta in {found}. destruct {found}.")
    here.settle()
    _close(line, here, "join_found.")


def _shape(rule: SumByIntegral, bounded: Relation, most: str, over: _Over) -> tuple[str, str]:
    """The term, the factors of its slope and the slope of the second, as functions; and what is asked of them."""
    positive, falling = rule.shape
    down = slope(falling, over.x)
    known = over.by_premise(rule.most, bounded, over.range)
    facts = (
        over.by_algebra(sp.S.Zero, "<=", rule.term, over.range),
        over.everywhere(over.says(f"{{}} <= {most}", rule.term), over.range, f"join_ordered {known}."),
        over.derived(rule.term, positive, falling),
        over.by_algebra(sp.S.Zero, "<", positive, over.range),
        over.derived(falling, down),
        over.by_algebra(down, "<=", sp.S.Zero, over.range),
    )
    return " ".join(over.function(expr) for expr in (rule.term, positive, falling, down)), " ".join(facts)


_SAME_NUMBER = "first [reflexivity | rewrite ?plus_INR; simpl INR; ring]."


__all__: list[str] = []
