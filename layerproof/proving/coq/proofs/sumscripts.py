"""Proofs that sums equal their normal forms: one assertion for each sum over one index, inner sums first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce

import sympy as sp

from ..gallina import App, Gallina, Num, Op, app
from ..theorems.base import RELATIONS, EveryFact, Fact
from .base import NoProof
from .context import Context
from .likeness import agree, alike, rebuilt, replaced, times
from .sumforms import Range, canonical, common, expand, indices_of, nested, product, within
from .sumparts import alternating, deltas, denominators, has_fractions, opaque, outermost

Env = Mapping[sp.Basic, sp.Idx]
"""Bound indices of an expression, each with the index that stands for it in normal forms, outermost first."""

FRONT = ("", "tsum_swap", "tsum_third", "tsum_fourth", "tsum_fifth", "tsum_sixth")
"""Lemmas that bring the sum at some depth to the front."""


@dataclass(frozen=True)
class Known:
    """What a sum is, and the assertion that says so: its name and its arguments; no name if it is that as it stands."""

    value: sp.Expr
    name: str = ""
    outer: tuple[sp.Idx, ...] = ()


@dataclass(frozen=True)
class Term:
    """A coefficient, a product of what has the index, the sum of this product, and the proof that it is."""

    coefficient: sp.Expr
    inside: sp.Expr
    value: sp.Expr
    script: str


@dataclass(frozen=True)
class Leaves:
    """What closes a goal about sums in normal form, each of which is then a real number of which some facts are known.

    Attributes:
        sign: a script for ``0 < value``, ``0 <= value`` or ``value <> 0``, given the value and the relation.
        equal: a script for ``lhs = rhs``.
    """

    sign: Callable[[sp.Expr, str, Summation], str]
    equal: Callable[[sp.Expr, sp.Expr, Summation], str]


class Summation:
    """The sums of one goal.

    Attributes:
        context: the goal's.
        leaves: what closes that which is left.
        lines: the assertions so far, inner sums first.
        busy: whether facts are being brought to their normal form.
    """

    def __init__(self, context: Context, leaves: Leaves) -> None:
        self.context = context
        self.leaves = leaves
        self.lines: list[str] = []
        self.busy = False
        self._known: dict[tuple[object, ...], Known] = {}
        self._values: dict[tuple[object, ...], sp.Expr] = {}
        self._stand_ins: dict[tuple[object, ...], sp.Idx] = {}
        self._terms: dict[sp.Basic, Gallina] = {}
        self._nonzero: dict[sp.Expr, str] = {}

    # -- terms of Coq ----------------------------------------------------------------------------------------------

    def term(self, expr: sp.Basic) -> Gallina:
        """The Coq term of an expression in normal form."""
        if expr not in self._terms:
            self._terms[expr] = self.context.translate(expr).says
        return self._terms[expr]

    def text(self, expr: sp.Basic) -> str:
        """It in print."""
        return str(self.term(expr))

    def nat(self, index: sp.Basic) -> Gallina:
        """The variable of an index, or the term of a natural number."""
        return self.context.translate.nat(index)

    def name(self, index: sp.Basic) -> str:
        """The name of an index, or the text of a natural number."""
        return self.context.translate.natural(index)

    def original(self, expr: sp.Basic, env: Env) -> Gallina:
        """The term of an expression as it stands in the goal, where the bound indices have their stand-ins' names."""
        with self.context.translate.naming({variable: self.nat(index) for variable, index in env.items()}):
            return self.context.translate(expr).says

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, expr: sp.Expr, env: Env) -> sp.Expr:
        """An expression with its sums in normal form, and with stand-ins for the bound indices."""
        if expr in env:
            return env[expr]
        if not expr.args or isinstance(expr, sp.Idx):
            return expr
        key = (expr, tuple(env.items()))
        if key not in self._values:
            if isinstance(expr, sp.Sum):
                self._values[key] = self.sum(expr, env).value
            else:
                args = [self.value(a, env) for a in expr.args]
                self._values[key] = rebuilt(expr, args)
        return self._values[key]

    def sum(self, expr: sp.Sum, env: Env) -> Known:
        """What is known of a sum, asserted and proved at the first time."""
        env = {variable: index for variable, index in env.items() if variable in indices_of(expr)}
        key = (expr, tuple(env.items()))
        if key not in self._known:
            self._known[key] = self._sum(expr, env)
        return self._known[key]

    def _sum(self, expr: sp.Sum, env: Env) -> Known:
        variable, lower, upper = expr.limits[-1]
        inner = sp.Sum(expr.function, *expr.limits[:-1]) if len(expr.limits) > 1 else expr.function
        index = self._stand_in(variable, lower, upper, env)
        inside = {**env, variable: index}
        body = self.value(inner, inside)
        where = Range(index, lower, upper)
        terms = [
            self._term(coefficient, monomial, where)
            for monomial, coefficient in _sorted(expand(common(body, index), index)).items()
        ]
        value = sp.Add(*(times(t.coefficient, t.value) for t in terms))
        here, there = self.original(expr, env), self.term(value)
        if alike(here, there):
            return Known(value)
        outer = tuple(env.values())
        name = self.context.fresh("S")
        binders = "".join(f"forall {self.name(i)} : nat, {self._range(i)} -> " for i in outer)
        steps = self._steps(where, inner, inside, body, terms, value)  # which may add lines before
        self.lines.append(f"assert ({name} : {binders}{here} = {there}).")
        self.lines.append("{ " + self._intros(outer) + steps + " }")
        return Known(value, name, outer)

    def _stand_in(self, variable: sp.Basic, lower: sp.Expr, upper: sp.Expr, env: Env) -> sp.Idx:
        number = 0
        label = str(variable.label if isinstance(variable, sp.Idx) else variable)
        while True:
            key = (variable, lower, upper, number)
            if key not in self._stand_ins:
                symbol = sp.Symbol(f"{label}_{len(self._stand_ins)}", integer=True)
                self._stand_ins[key] = sp.Idx(symbol, (lower, upper))
            if self._stand_ins[key] not in env.values():
                return self._stand_ins[key]
            number += 1

    # -- scripts ---------------------------------------------------------------------------------------------------

    def _range(self, index: sp.Idx) -> str:
        return f"({self.name(index.lower)} <= {self.name(index)} <= {self.name(index.upper)})%nat"

    def _intros(self, outer: Sequence[sp.Idx]) -> str:
        return "".join(f"intros {self.name(i)} R_{self.name(i)}. " for i in outer)

    def _steps(
        self, where: Range, inner: sp.Expr, inside: Env, body: sp.Expr, terms: Sequence[Term], value: sp.Expr
    ) -> str:
        """The sum of `inner` is the combination of the terms' sums."""
        index, low, high = self.name(where.index), self.name(where.lower), self.name(where.upper)
        combination = self._combination([(t.coefficient, t.inside) for t in terms])
        sums = self._combination([(t.coefficient, t.value) for t in terms])
        lines = []
        if not alike(self.original(inner, inside), combination):
            lines.append(f"transitivity (tsum {low} {high} (fun {index} => {combination})).")
            apart = sp.Add(*(sp.Mul(t.coefficient, t.inside, evaluate=False) for t in terms), evaluate=False)
            lines.append(
                f"{{ apply tsum_ext; intros {index} R_{index}. {self.rewritten(inner, inside)}"
                f"{self.leaf(body, apart, *self.divided(inner, inside))} }}"
            )
        there = self.term(value)
        if sums != there:
            lines.append(f"transitivity {sums}.")
        proof = "apply tsum_zero."
        for number, term in enumerate(reversed(terms)):
            if number == 0:
                proof = f"apply tsum_term. {term.script}"
            else:
                proof = f"apply tsum_terms. {{ {term.script} }} {{ {proof} }}"
        lines.append(f"{{ {proof} }}" if sums != there else proof)
        if sums != there:
            apart = sp.Add(*(sp.Mul(t.coefficient, t.value, evaluate=False) for t in terms), evaluate=False)
            lines.append(f"{{ {self.leaf(apart, value)} }}")
        return "\n".join(lines)

    def _combination(self, parts: Sequence[tuple[sp.Expr, sp.Expr]]) -> Gallina:
        """A sum of products, each plus all that follow."""
        products = [Op("*", (self.term(c), self.term(m))) for c, m in parts]
        return reduce(lambda rest, one: Op("+", (one, rest)), products[::-1]) if products else Num(0)

    def rewritten(self, expr: sp.Basic, env: Env, target: str = "") -> str:
        """Rewrites the sums in an expression of the goal, and brings its deltas and functions to their normal form."""
        given, terms = self.rewriting(expr, env)
        return given + "".join(f"rewrite ?{term}{target}. " for term in terms)  # another may have done it already

    def rewriting(self, expr: sp.Basic, env: Env) -> tuple[str, list[str]]:
        """Sentences that prove equations, and these, which bring parts of the goal to their normal form."""
        given, terms, known_terms = "", [], dict[sp.Basic, str | Gallina]()
        for part in sorted(outermost(expr, sp.Sum), key=lambda p: -len(str(p))):  # one may be inside another
            known = self.sum(part, env)
            known_terms[part] = self.term(known.value)
            if known.name:
                arguments = " ".join(f"{self.name(i)} R_{self.name(i)}" for i in known.outer)
                terms.append(f"({known.name} {arguments})")
        for node in opaque(expr):
            with self.context.translate.abbreviating(known_terms):
                here = self.original(node, env)
            value = self.value(node, env)
            there = known_terms[node] = self.term(value)
            if alike(here, there):
                continue
            if isinstance(node, sp.KroneckerDelta):
                terms.append("(kron_eq _)" if there == Num(1) else f"(kron_sym {_listed(here)})")
                continue
            name = self.context.fresh("E")
            given += f"assert ({name} : {here} = {there}). {{ {self._function(node, value, env)} }} "
            terms.append(name)
        return given, list(dict.fromkeys(terms))

    def _function(self, node: sp.Expr, value: sp.Expr, env: Env) -> str:
        """A function of an argument is the same function of its normal form."""
        root = isinstance(node, sp.Pow) and node.exp == sp.Rational(1, 2)
        if root and not (isinstance(value, sp.Pow) and value.exp == node.exp):
            return self._root(self.value(node.base, env), value)
        if node.func is not value.func:
            raise NoProof(f"{node} is {value}: another function")
        if isinstance(node, sp.Pow) and node.exp.is_Rational and node.exp.q == 2:
            return f"apply f_equal. {self._argument(node.base, env)}"
        if isinstance(node, sp.Pow) and (node.exp.is_integer or node.exp.is_Rational):
            return f"apply f_equal2; [| reflexivity]. {self._argument(node.base, env)}"
        steps = [self._argument(a, env) for a in node.args]
        if len(steps) == 1:
            return f"apply f_equal. {steps[0]}"
        return "apply f_equal2. " + "".join(f"{{ {step} }} " for step in steps)

    def _root(self, inside: sp.Expr, value: sp.Expr) -> str:
        """A root is what is not negative and has the right square."""
        given, roots = "", []
        for part in opaque(value):
            if isinstance(part, sp.Pow):
                name = self.context.fresh("E")
                text, below = self.text(part), self.text(part.base)
                given += f"assert ({name} : {text} * {text} = {below}). {{ apply sqrt_sqrt. "
                given += f"{self.leaves.sign(part.base, '<=', self)} }} "
                roots.append(name)
            elif isinstance(part, sp.Abs):
                name = self.context.fresh("E")
                text, below = self.text(part), self.text(part.args[0])
                given += f"assert ({name} : {text} * {text} = {below} * {below}). {{ apply Rsqr_abs. }} "
        by = f"[{' '.join(roots)}]" if roots else ""
        hints = self.leaf(inside, inside, value, *(1 / b for b in denominators(value)))
        tactic = hints.replace("field", f"field {by}").replace("ring", f"ring {by}") if by else hints
        return f"apply sqrt_by_square. {{ {self.leaves.sign(value, '<=', self)} }} {given}{tactic}"

    def _argument(self, expr: sp.Expr, env: Env) -> str:
        value = self.value(expr, env)
        return self.leaf(value, value, *self.divided(expr, env))

    def divided(self, expr: sp.Basic, env: Env) -> list[sp.Expr]:
        """The fractions in an expression of the goal, and what has a square to be reduced, before any cancellation."""
        halves = [sp.Rational(1, 2)] if has_fractions(expr) else []
        fractions = [1 / self.value(base, env) for base in denominators(expr)]
        sums = [self.value(part, env) for part in outermost(expr, sp.Sum)]
        squares = [self.value(part, env) for part in (*outermost(expr, sp.KroneckerDelta), *alternating((expr,)))]
        return [*halves, *fractions, *sums, *squares]

    def leaf(self, lhs: sp.Expr, rhs: sp.Expr, *fractions: sp.Expr) -> str:
        """Closes ``lhs = rhs``, where some fractions may have been cancelled."""
        if agree(lhs, rhs):
            return self.fraction(lhs, rhs, *fractions)
        return self.leaves.equal(lhs, rhs, self)

    def fraction(self, lhs: sp.Expr, rhs: sp.Expr, *fractions: sp.Expr) -> str:
        """Closes ``lhs = rhs``, an equality of polynomials or of fractions."""
        expressions = (lhs, rhs, *fractions)
        facts = "".join(f" (kron_idem {_listed(self.term(d))})" for d in deltas(expressions))
        facts += "".join(f" (sign_square {_applied(self.term(s))[-1]})" for s in alternating(expressions))
        given = f" [{facts}]" if facts else ""
        bases = list(dict.fromkeys(b for e in expressions for b in denominators(e)))
        if not bases and not any(has_fractions(e) for e in expressions):
            return f"ring{given}."
        here = ""
        for base in bases:
            if not any(index in indices_of(base) for index in self._stand_ins.values()):
                self.nonzero(base)
            else:
                here += self._nonzero_here(base)
        return f"{here}field{given}; repeat split; known_nonzero."

    def nonzero(self, base: sp.Expr) -> str:
        """The name of the fact that a part of the goal is not zero."""
        if base not in self._nonzero:
            name = self.context.fresh("N")
            self._nonzero[base] = name
            script = self.leaves.sign(base, "<>", self)
            self.lines.append(f"assert ({name} : {self.text(base)} <> 0). {{ {script} }}")
        return self._nonzero[base]

    def _nonzero_here(self, base: sp.Expr) -> str:
        """That a part is not zero at an index that is bound around it, where what is assumed of every entry holds."""
        inside, given = copy(self), ""
        for here in [index for index in self._stand_ins.values() if index in indices_of(base)]:
            for fact in self.context.facts:
                if not isinstance(fact, EveryFact) or not fact.is_at(here):
                    continue
                relation, name = fact.statement.xreplace({fact.indices[0]: here}), self.context.fresh("At")
                text = f"{self.text(relation.lhs)} {RELATIONS[type(relation)]} {self.text(relation.rhs)}"
                given += f"assert ({name} : {text}) by exact ({fact.name} {self.name(here)} R_{self.name(here)}). "
                inside.context = inside.context.knowing([Fact(name, text, relation)])
        script = self.leaves.sign(base, "<>", inside)
        return f"{given}assert ({self.context.fresh('N')} : {self.text(base)} <> 0). {{ {script} }} "

    # -- terms -----------------------------------------------------------------------------------------------------

    def _term(self, coefficient: sp.Expr, monomial: frozenset[tuple[sp.Expr, int]], where: Range) -> Term:
        inside = product(monomial)
        factors = sorted(monomial, key=_rank)
        if not monomial:
            count, script = self._count(where)
            return Term(coefficient, inside, count, script)
        for factor, _ in factors:
            if isinstance(factor, sp.KroneckerDelta):
                picked = self._picked(factor, factors, where)
                if picked is not None:
                    return Term(coefficient, inside, *picked)
        if not any(isinstance(factor, sp.Sum) for factor, _ in factors):
            value, _ = canonical([where], [factor**exponent for factor, exponent in factors])
            same = alike(self.term(nested([where], inside)), self.term(value))
            script = "reflexivity." if same else f"apply tsum_all; intro {self.name(where.index)}. ring."
            return Term(coefficient, inside, value, script)
        return Term(coefficient, inside, *self._flat(factors, where))

    def _count(self, where: Range) -> tuple[sp.Expr, str]:
        if where.lower == 1 and isinstance(where.upper, sp.Symbol):
            return where.upper, "apply tsum_count_1."
        low, high = self.name(where.lower), self.name(where.upper)
        count = where.upper - where.lower + 1
        return count, (
            f"rewrite (tsum_count {low} {high}) by lia. "
            "repeat first [rewrite plus_INR | rewrite mult_INR | rewrite minus_INR by lia]; simpl INR; ring."
        )

    def _picked(
        self, delta: sp.KroneckerDelta, factors: Sequence[tuple[sp.Expr, int]], where: Range
    ) -> tuple[sp.Expr, str] | None:
        """The one term that a delta in the index leaves."""
        place = next(a for a in delta.args if a != where.index)
        if where.index in indices_of(place) or not within(place, where.lower, where.upper):
            return None
        others = product((factor, exponent) for factor, exponent in factors if factor != delta)
        rewrites, value = self._moved(others, where.index, place)
        index, here = self.name(where.index), self.term(delta)
        low, high = self.name(where.lower), self.name(where.upper)
        straight = here == app("kron", self.nat(where.index), self.nat(place))
        flip = "" if straight else f"rewrite (kron_sym {_listed(here)}). "
        turned = ""
        for factor, _ in factors:
            if isinstance(factor, sp.KroneckerDelta) and factor != delta:
                moved = app("kron", *(self.nat(place if a == where.index else a) for a in factor.args))
                there = self.term(factor.xreplace({where.index: place}))
                if there == Num(1):
                    turned += "rewrite ?kron_eq. "
                elif there != moved:
                    turned += f"rewrite (kron_sym {_listed(moved)}). "
        return value, (
            f"apply (tsum_kron {low} {high} {self.name(place)} (fun {index} => {self.text(others)})). {{ lia. }} "
            f"{{ intro {index}. {flip}ring. }} {{ cbv beta. {turned}{rewrites}ring. }}"
        )

    def _moved(self, expr: sp.Expr, index: sp.Idx, place: sp.Expr) -> tuple[str, sp.Expr]:
        """An expression at another index, its sums in canonical form again, and the sentences that make them so."""
        rewrites, renaming = "", {}
        for part in outermost(expr, sp.Sum):
            here = self.term(part).put({self.name(index): self.nat(place)})
            moved = part.xreplace({index: place})
            ranges = [Range(*limit) for limit in reversed(moved.limits)]
            stand_ins: dict[sp.Basic, sp.Idx] = {}
            for r in ranges:
                stand_ins[r.index] = self._stand_in(r.index, r.lower, r.upper, stand_ins)
            ranges = [Range(stand_ins[r.index], r.lower, r.upper) for r in ranges]
            value, order = canonical(ranges, sp.Mul.make_args(moved.function.xreplace(stand_ins)))
            renaming[part] = value
            there = self.term(value)
            if not alike(here, there):
                name = self.context.fresh("E")
                rewrites += (
                    f"assert ({name} : {here} = {there}). {{ {self._permuted(ranges, order)} }} rewrite {name}. "
                )
        return rewrites, replaced(expr, renaming).xreplace({index: place})

    def _flat(self, monomial: Sequence[tuple[sp.Expr, int]], where: Range) -> tuple[sp.Expr, str]:
        """A sum of a product with sums is one nested sum."""
        ranges, flat, closed = [where], [], []
        taken: dict[sp.Basic, sp.Idx] = {where.index: where.index}
        for factor, exponent in monomial:
            if not isinstance(factor, sp.Sum):
                flat.append(factor**exponent)
                continue
            if exponent < 0:
                raise NoProof(f"a sum in a denominator under a sum: {factor}")
            for _ in range(exponent):
                opened = []
                for variable, lower, upper in reversed(factor.limits):
                    index = self._stand_in(variable, lower, upper, taken)
                    taken[index] = index
                    opened.append(Range(index, lower, upper))
                renaming = {limit[0]: r.index for limit, r in zip(reversed(factor.limits), opened, strict=True)}
                closed.append((factor, opened, factor.function.xreplace(renaming)))
                ranges += opened
        factors = [*flat, *(f for _, _, body in closed for f in sp.Mul.make_args(body))]
        value, order = canonical(ranges, factors)
        everything = sp.Mul(*factors)
        lines = [
            f"transitivity {self.text(nested(ranges, everything))}.",
            f"{{ apply tsum_all; intro {self.name(where.index)}.",
        ]
        rest = sp.Mul(*flat)
        for number, (factor, opened, body) in enumerate(closed):
            others = sp.Mul(rest, *(f for f, _, _ in closed[number + 1 :]))
            lines.append(f"transitivity ({self.text(factor)} * {self.text(others)}). {{ ring. }}")
            lines += [f"apply tsum_times; intro {self.name(r.index)}." for r in opened]
            rest = rest * body
        lines.append("ring. }")
        return value, " ".join([*lines, self._permuted(ranges, order)])

    def _permuted(self, ranges: Sequence[Range], order: Sequence[Range]) -> str:
        """A nested sum in another order."""
        lines, left = [], list(ranges)
        for target in order:
            depth = left.index(target)
            if depth:
                lines.append(f"etransitivity; [apply {FRONT[depth]} |]; cbv beta.")
            lines.append(f"apply tsum_all; intro {self.name(target.index)}.")
            left.pop(depth)
        return " ".join([*lines, "cbv beta; ring."])


def _applied(term: Gallina) -> tuple[Gallina, ...]:
    """What a function of Coq is applied to.

    Raises:
        TypeError: if it is none that is applied.
    """
    if not isinstance(term, App):
        raise TypeError(f"got {term}; expected a function that is applied")
    return term.arguments


def _listed(term: Gallina) -> str:
    """Its arguments, as a lemma about it takes them."""
    return " ".join(map(str, _applied(term)))


def _rank(power: tuple[sp.Expr, int]) -> str:
    """An order of factors that is the same in every run, with plain names before primed ones."""
    return str(power).replace("'", "~")


def _sorted(terms: Mapping[frozenset[tuple[sp.Expr, int]], sp.Expr]) -> dict[frozenset[tuple[sp.Expr, int]], sp.Expr]:
    """The terms in an order that is the same in every run."""
    return dict(sorted(terms.items(), key=lambda item: str(sorted(map(str, item[0])))))
