"""The sign of an expression, with its proof: by structure, and as a fraction of polynomials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace

import sympy as sp
from flint import fmpq_mpoly
from sympy.core.function import AppliedUndef

from ..terms import _is_inverse
from ..theorems.base import Fact, Script
from . import NoProof
from .context import Context
from .fractions import GENS, ONE, SLOTS, Fraction, Generator, constant, direction, unit, used, written
from .polynomial_signs import PolynomialSigns
from .sign_terms import Proof, equal_to, inverse, number, power, product, products, ring, says, totals
from .slacks import Constraint

_LEMMA = re.compile(
    r"\(((?:eq|by|neg|opp|sub|num|nat|inv|pow|even|odd|ln|exp_above|exp_below|exp_sub|ln_sub|conj_first|conj_second"
    r"|quadratic|root|conj|Rpower|cosh|sinh|tanh|atan)_[pnqmzo]|(?:mul|add)_[pnqmzo_]{2}|[pno]_[qmz]|[lgn][te]_by|ge_by|nat_above"
    r"|root_square|root_scaled|root_exact|exp_mul_above_p|exp_mul_below_p|exp_mul_above_q|exp_mul_below_q)(?= )"
)
"""Lemmas of the prelude's `Signs`: written with the name of the file, lest a symbol of a claim has the name of one."""


class Signer(PolynomialSigns):
    """Derives signs in one situation; what it has proved on the way is asserted where a script uses it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.lemmas: dict[str, str] = {}
        self.generators: list[Generator] = []
        self._positions: dict[object, int] = {}
        self._fractions: dict[sp.Expr, Fraction] = {}
        self._structural: dict[sp.Expr, Proof | None] = {}
        self._busy: set[object] = set()
        self._rewritten: dict[sp.Expr, str] = {}  # atoms that are not generators, and the equations that say so
        self._units: dict[object, sp.Rational] = {}
        self._atoms: dict[sp.Expr, Proof] = {}
        self.derived: dict[tuple[int | None, ...], list[Constraint]] = {}
        self.goals: set[str] = set()
        super().__init__()
        for fact in context.facts:
            self.learn(fact)

    def copied(self) -> Signer:
        """The same situation, to which facts may be added; what it could not derive is open again."""
        other = copy(self)
        other.lemmas = {}
        other.generators = [replace(generator) for generator in self.generators]
        other._positions, other._fractions = dict(self._positions), dict(self._fractions)
        other._structural = {key: found for key, found in self._structural.items() if _is_final(found)}
        other._rewritten, other._atoms = dict(self._rewritten), dict(self._atoms)
        other._signs = {key: found for key, found in self._signs.items() if _is_final(found)}
        other._constraints = list(self.constraints())
        other.derived, other.ways = dict(self.derived), {}
        other._busy, other._deriving = set(), set()
        return other

    def begin(self) -> None:
        """A new goal: what may be spent on it is counted anew."""
        self.work = 0

    # -- scripts ---------------------------------------------------------------------------------------------------

    def assume(self, code: str, text: str, tactic: str) -> Proof:
        """A sign that `tactic` proves, as a fact that scripts assert when they use it."""
        return Proof(code, self.lemma(says(code, text), tactic))

    def lemma(self, statement: str, tactic: str) -> str:
        """The name of a fact that `tactic` proves."""
        name = self.context.fresh("K")
        self.lemmas[name] = f"assert ({name} : {statement}).\n{{ {tactic} }}"
        return name

    def named(self, proof: Proof, text: str) -> Proof:
        """A proof under a name, so that it is checked once."""
        return proof if proof.term.isidentifier() else self.assume(proof.code, text, f"exact {proof.term}.")

    def script(self, last: str) -> str:
        """The facts that a script uses, directly or not, and the script."""
        needed: set[str] = set()
        pending = [last]
        while pending:
            for name in set(re.findall(r"\bK_\d+\b", pending.pop())) & self.lemmas.keys() - needed:
                needed.add(name)
                pending.append(self.lemmas[name])
        ordered = sorted(needed, key=lambda name: int(name[2:]))
        lemmas = ((name, _full(self.lemmas[name])) for name in ordered)
        return Script(lemmas, _full(last), self.context.fresh("E"))

    # -- by structure ----------------------------------------------------------------------------------------------

    def prove(self, expr: sp.Expr, code: str = "") -> Proof | None:
        """The sign of an expression as it is written; the strongest that is found, or exactly the one asked for."""
        found = self.structural(expr)
        if found is None or (code and found.weakened(code) is None):
            found = self._stronger(expr, found, code)
        return found if found is None or not code else found.weakened(code)

    def _stronger(self, expr: sp.Expr, weak: Proof | None, code: str) -> Proof | None:
        found = self.whole(self.context.text(expr), expr)
        if found is None or (code and found.weakened(code) is None):
            return weak
        self._structural[expr] = found
        return found

    def structural(self, expr: sp.Expr) -> Proof | None:
        """The sign of an expression from the signs of its parts; of a sum also as a polynomial."""
        if expr not in self._structural:
            if expr in self._busy:
                return None
            self._busy.add(expr)
            try:
                self._structural[expr] = self._by_parts(expr)
            finally:
                self._busy.discard(expr)
        return self._structural[expr]

    def _by_parts(self, expr: sp.Expr) -> Proof | None:
        known = self._atoms.get(expr)
        if _is_final(known):
            return known
        found = self._built(expr)
        return found if known is None or (found is not None and found.weakened(known.code) is not None) else known

    def _built(self, expr: sp.Expr) -> Proof | None:
        match expr:
            case sp.Integer():
                return number(int(expr)) if expr else Proof("o", "(eq_refl 0)")
            case sp.Rational():
                return product(number(int(expr.p)), Proof("p", f"(inv_p {number(int(expr.q)).term})"))
            case sp.Mul():
                return self._product(expr)
            case sp.Add():
                found = totals(self._quick(a) for a in expr.args)
                if found is None or found.code in "qm":
                    found = self._stronger(expr, found, "") or found
                return found
            case sp.Pow():
                return self._power(expr)
            case sp.Symbol():
                return self._natural(expr) if expr.is_integer else None
            case AppliedUndef():
                return self._entry(expr)
            case sp.Abs():
                inside = self.structural(expr.args[0])
                nonzero = inside.weakened("z") if inside else None
                return Proof("p", f"(Rabs_pos_lt _ {nonzero.term})") if nonzero else Proof("q", "(Rabs_pos _)")
            case sp.log():
                return self._logarithm(expr.args[0])
            case sp.cosh():
                return Proof("p", "(cosh_p _)")
            case sp.sinh() | sp.tanh() | sp.atan():
                inside = self.structural(expr.args[0])
                name = type(expr).__name__
                return Proof(inside.code, f"({name}_{inside.code} {inside.term})") if inside else None
        if expr is sp.pi:
            return Proof("p", "PI_RGT_0")
        if expr is sp.E or isinstance(expr, sp.exp):
            return Proof("p", "(exp_pos _)")
        return None

    def _quick(self, expr: sp.Expr) -> Proof | None:
        """The sign of a term of a sum; what needs work is left for the sum as a whole."""
        if isinstance(expr, sp.Mul) and any(isinstance(a, sp.Add) for a in expr.args):
            return None
        return self.structural(expr)

    def _product(self, expr: sp.Mul) -> Proof | None:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        first = products(map(self.structural, above)) if above else number(1)
        if first is not None and below:
            under = products(map(self.structural, below))
            turned = inverse(under) if under is not None else None
            first = product(first, turned) if turned is not None else None
        if first is None or first.code in "qmz":
            return self._stronger(expr, first, "") or first
        return first

    def _power(self, expr: sp.Pow) -> Proof | None:
        base, exponent = expr.args
        if base is sp.E:
            return Proof("p", "(exp_pos _)")
        if exponent.is_Integer and exponent >= 0:
            return power(self.structural(base), int(exponent), self.context.text(base))
        if _is_inverse(expr):
            inside = self.structural(sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base)
            return inverse(inside) if inside is not None else None
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            inside = self.structural(base)
            root = (
                Proof("p", f"(root_p {inside.term})") if inside and inside.code == "p" else Proof("q", "(sqrt_pos _)")
            )
            return root if exponent.p == 1 else power(root, int(exponent.p), "_")
        text = self.context.text(expr)
        if text.startswith("(Rpower"):
            return Proof("p", "(Rpower_p _ _)")
        inside = self.structural(base)
        return Proof(inside.code, f"(pow_{inside.code} _ {inside.term})") if inside and inside.code in "pqz" else None

    def _natural(self, symbol: sp.Symbol) -> Proof | None:
        name = self.context.text(symbol)[5:-1]
        if any(fact.name == f"D{name}" for fact in self.context.facts):
            return Proof("p", f"(nat_p {name} ltac:(lia))")
        return Proof("q", f"(pos_INR {name})")

    def _entry(self, entry: AppliedUndef) -> Proof | None:
        text = self.context.text(entry)
        name = f"D{text[1:].split(' ')[0]}"
        for code, holds in (("p", entry.is_positive), ("n", entry.is_negative), ("q", entry.is_nonnegative)):
            if holds and any(fact.name == name for fact in self.context.facts):
                return Proof(code, f"({name} {' '.join('_' * len(entry.args))})")
        return None

    def _logarithm(self, inside: sp.Expr) -> Proof | None:
        less_one = self.difference(inside, sp.S.One)
        if less_one is None or less_one.code not in "pqonm":
            return None
        if less_one.code in "pqo":
            return Proof(less_one.code, f"(ln_{less_one.code} {less_one.term})")
        positive = self.prove(inside, "p")
        return Proof(less_one.code, f"(ln_{less_one.code} {positive.term} {less_one.term})") if positive else None

    # -- as a fraction ---------------------------------------------------------------------------------------------

    def difference(self, large: sp.Expr, small: sp.Expr, code: str = "") -> Proof | None:
        """The sign of ``large - small``, with the texts of both."""
        found = self.whole(f"({self.context.text(large)} - {self.context.text(small)})", large - small, (large, small))
        return found if found is None or not code else found.weakened(code)

    def whole(self, text: str, expr: sp.Expr, parts: tuple[sp.Expr, ...] = ()) -> Proof | None:
        """The sign of `text`, which stands for `expr`, by its numerator and denominator."""
        parts = parts or (expr,)
        self.constraints()  # before anything is derived, for the signs of the facts' denominators
        try:
            fraction = self.fraction(expr)
        except NoProof:
            return None
        num, den = fraction.num, fraction.den
        above, below = self.sign(num), self.sign(den)
        if above is None or below is None or below.weakened("z") is None:
            return None
        turned = inverse(below)
        known = above if den == ONE else product(above, turned) if turned else None
        if known is None:
            return None
        other = self.text(num) if den == ONE else f"({self.text(num)} / {self.text(den)})"
        why = self.link(parts, den, below)
        return self.assume(known.code, text, f"exact {equal_to(text, other, known, why).term}.") if why else None

    def link(self, parts: tuple[sp.Expr, ...], den: fmpq_mpoly, below: Proof, text: str = "") -> str | None:
        """A tactic that proves that `parts`, put together, are a fraction with the denominator `den`."""
        nonzero: list[str] = []
        rewrites: list[str] = []
        for part in parts:
            for node in sp.preorder_traversal(part):
                if node in self._rewritten:
                    rewrites.append(self._rewritten[node])
                if _is_inverse(node):
                    inside = sp.Pow(node.base, -node.exp)
                    known = self.prove(inside, "z")
                    if known is None:
                        return None
                    nonzero.append(self.named(known, self.context.text(inside)).term)
        if den != ONE:
            known = below.weakened("z")
            assert known is not None
            nonzero.append(self.named(known, self.text(den)).term)
        fractional = any(part.atoms(sp.Rational) - part.atoms(sp.Integer) for part in parts)
        tactic = self.identity(bool(nonzero), list(dict.fromkeys(nonzero)), " / " if fractional or den != ONE else text)
        return "; ".join([*(f"rewrite ?{name}" for name in dict.fromkeys(rewrites)), tactic])

    def identity(self, divides: bool, nonzero: list[str], text: str = "") -> str:
        """A tactic for an identity of rational functions, modulo the squares of the roots."""
        squares = [g.square for g in self.generators if g.kind == "root"]
        modulo = f" [{' '.join(squares)}]" if squares else ""
        if not divides:
            return f"{ring(text)}{modulo}"
        closers = " | ".join([*(f"exact {name}" for name in nonzero), "assumption", "lra", "nz"])
        return f"field{modulo}; repeat split; first [{closers}]"

    # -- fractions -------------------------------------------------------------------------------------------------

    def fraction(self, expr: sp.Expr) -> Fraction:
        """An expression as a fraction in generators.

        Raises:
            NoProof: if it contains what has no sign here.
        """
        if expr not in self._fractions:
            self._fractions[expr] = self.reduced(self._fraction(expr))
        return self._fractions[expr]

    def _fraction(self, expr: sp.Expr) -> Fraction:
        match expr:
            case sp.Rational():
                return Fraction(constant(expr), ONE)
            case sp.Add():
                found = Fraction(constant(0), ONE)
                for part in expr.args:
                    found = found + self.fraction(part)
                return found
            case sp.Mul():
                found = Fraction(ONE, ONE)
                for part in expr.args:
                    found = found * self.fraction(part)
                return found
            case sp.Pow() if expr.base is not sp.E and expr.exp.is_Integer:
                return self.fraction(expr.base) ** int(expr.exp)
            case sp.Pow() if expr.base is not sp.E and expr.exp.is_Rational and expr.exp.q == 2:
                return self.root(expr.base) ** int(expr.exp.p)
        if isinstance(expr, sp.exp):
            return self.exponential(expr)
        if isinstance(expr, sp.log):
            return self.logarithm(expr)
        if isinstance(expr, sp.Pow) and self.context.text(expr).startswith("(Rpower"):
            return self.power(expr)
        return Fraction(GENS[self.position(expr, lambda: self._leaf(expr))], ONE)

    def reduced(self, fraction: Fraction) -> Fraction:
        """The same fraction with the squares of roots replaced."""
        num, den = self.reduce(fraction.num), self.reduce(fraction.den)
        if den.is_zero():
            raise NoProof("a division by zero")
        return fraction if num is fraction.num and den is fraction.den else Fraction(num, den).lowest()

    def position(self, key: object, make: object) -> int:
        """The position of a generator, which is made when it is new."""
        if key not in self._positions:
            generator = make()  # type: ignore[operator]
            if len(self.generators) == SLOTS:
                raise NoProof("too many different parts")
            self._positions[key] = len(self.generators)
            self.generators.append(generator)
        return self._positions[key]

    def _leaf(self, expr: sp.Expr) -> Generator:
        if expr.has(sp.Sum):
            raise NoProof("a sum has no sign here")
        text = self.context.text(expr)
        if isinstance(expr, sp.Pow):
            return Generator(text, self.structural(expr), expr, "natural power", argument=expr.base, exponent=expr.exp)
        if isinstance(expr, (sp.cosh, sp.sinh)):
            return Generator(text, self.structural(expr), expr, type(expr).__name__, argument=expr.args[0])
        return Generator(text, self.structural(expr), expr)

    def exponential(self, expr: sp.Expr) -> Fraction:
        """An exponential as a power of that of the unit of its exponent's direction."""
        return self._of_unit(expr, sp.exp, ("exp",), expr.args[0], "exp")

    def power(self, expr: sp.Pow) -> Fraction:
        """A real power as an integer power of that with the unit of its exponent's direction."""
        return self._of_unit(expr, lambda x: sp.Pow(expr.base, x), ("power", expr.base), expr.exp, "power", expr.base)

    def _of_unit(
        self,
        expr: sp.Expr,
        function: Callable[[sp.Expr], sp.Expr],
        key: tuple[object, ...],
        exponent: sp.Expr,
        kind: str,
        base: sp.Expr | None = None,
    ) -> Fraction:
        lead, along = direction(exponent)
        common = self._units.setdefault((*key, along), lead)
        multiple = lead / common
        if not multiple.is_Integer:
            raise NoProof("exponents without a common unit")
        inside = exponent if multiple == 1 else along * common
        atom = expr if multiple == 1 else function(inside)
        known = Proof("p", "(exp_pos _)" if base is None else "(Rpower_p _ _)")

        def make() -> Generator:
            text = self.context.text(atom)
            if base is None:
                return Generator(text, known, atom, "exp", argument=inside)
            return Generator(text, known, atom, "power", argument=base, exponent=inside)

        position = self.position((*key, along), make)
        if multiple != 1:
            k, own = int(multiple), self.generators[position].text
            power_text = f"{own} ^ {abs(k)}" if k > 0 else f"/ {own} ^ {abs(k)}"
            lemma = f"{kind}_times" if k > 0 else f"{kind}_over"
            why = f"apply Signs.{lemma}; simpl INR; {self._equal_exponents(exponent)}."
            self._rewritten[expr] = self.lemma(f"{self.context.text(expr)} = {power_text}", why)
        return Fraction(GENS[position], ONE) ** int(multiple)

    def logarithm(self, expr: sp.Expr) -> Fraction:
        """A logarithm by those of the factors, if they are positive."""
        inside = expr.args[0]
        if isinstance(inside, (sp.Mul, sp.Pow, sp.exp)):
            try:
                value, term, _ = self._expanded(inside)
                fraction = self.fraction(value)
                equal = f"{self.context.text(expr)} = {self.context.text(value)}"
                self._rewritten[expr] = self.lemma(equal, f"rewrite {term}; first [ring | field; repeat split; nz].")
                return fraction
            except NoProof:
                pass
        return Fraction(GENS[self.position(expr, lambda: self._logarithm_of(expr))], ONE)

    def _logarithm_of(self, expr: sp.Expr) -> Generator:
        return Generator(self.context.text(expr), self.structural(expr), expr, "log", argument=expr.args[0])

    def _expanded(self, inside: sp.Expr) -> tuple[sp.Expr, str, Proof]:
        """The logarithm of an expression as a sum, a term that proves it, and that the expression is positive."""
        known = self.prove(inside, "p")
        if known is None:
            raise NoProof("a logarithm of what may not be positive")
        if isinstance(inside, sp.exp):
            return inside.args[0], "(ln_exp _)", known
        if isinstance(inside, sp.Mul):
            above = [a for a in inside.args if not _is_inverse(a)]
            below = [sp.Pow(a.base, -a.exp) for a in inside.args if _is_inverse(a)]
            first = self._of_product(above)
            if not below:
                return first
            second = self._of_product(below)
            term = f"(Signs.ln_over {first[2].term} {second[2].term} {first[1]} {second[1]})"
            return first[0] - second[0], term, known
        if isinstance(inside, sp.Pow):
            base, exponent = inside.args
            if _is_inverse(inside):
                value, term, positive = self._expanded(sp.Pow(base, -exponent) if exponent != -1 else base)
                return -value, f"(Signs.ln_inverse {positive.term} {term})", known
            if exponent.is_Integer:
                value, term, positive = self._expanded(base)
                return exponent * value, f"(Signs.ln_to {exponent} {positive.term} {term})", known
            if exponent == sp.Rational(1, 2):
                value, term, positive = self._expanded(base)
                return value / 2, f"(Signs.ln_root {positive.term} {term})", known
            if self.context.text(inside).startswith("(Rpower"):
                value, term, _ = self._expanded(base)
                return exponent * value, f"(Signs.ln_Rpower {self.context.text(exponent)} {term})", known
        return sp.log(inside), f"(eq_refl (ln {self.context.text(inside)}))", known

    def _of_product(self, factors: Sequence[sp.Expr]) -> tuple[sp.Expr, str, Proof]:
        value, term, positive = sp.S.Zero, "ln_1", Proof("p", "Rlt_0_1")
        for place, factor in enumerate(factors):
            own_value, own, known = self._expanded(factor)
            if not place:
                value, term, positive = own_value, own, known
                continue
            term = f"(Signs.ln_times {positive.term} {known.term} {term} {own})"
            value = value + own_value
            both = product(positive, known)
            assert both is not None
            positive = both
        return value, term, positive

    def _equal_exponents(self, inside: sp.Expr) -> str:
        nonzero = []
        for node in sp.preorder_traversal(inside):
            if _is_inverse(node):
                below = sp.Pow(node.base, -node.exp)
                known = self.prove(below, "z")
                if known is None:
                    raise NoProof("an exponent with a denominator that may be 0")
                nonzero.append(self.named(known, self.context.text(below)).term)
        return self.identity(bool(nonzero), nonzero, self.context.text(inside) + " / ")

    def plan(self, *exprs: sp.Expr) -> bool:
        """Choose units for the exponentials and powers of some expressions; whether those in use are fine enough."""
        groups: dict[object, list[sp.Rational]] = {}
        for expr in exprs:
            for atom in sorted(expr.atoms(sp.exp), key=str):
                lead, along = direction(atom.args[0])
                groups.setdefault(("exp", along), []).append(lead)
            for atom in sorted(expr.atoms(sp.Pow), key=str):
                if not atom.exp.is_number:
                    lead, along = direction(atom.exp)
                    groups.setdefault(("power", atom.base, along), []).append(lead)
        fine = True
        for key, leads in groups.items():
            found = unit(leads)
            known = self._units.setdefault(key, found)
            fine = fine and bool((found / known).is_Integer)
        return fine

    def root(self, base: sp.Expr) -> Fraction:
        """A square root: a factor times the root of a polynomial without square factors."""
        inside = self.fraction(base)
        whole = inside.num * inside.den
        content, factors = whole.factor()
        size, squarefree = _square_part(sp.Rational(int(content.p), int(content.q)))
        outside, radicand = constant(size), constant(squarefree)
        for factor, multiplicity in factors:
            known = self.sign(factor) if multiplicity > 1 else None
            if multiplicity > 1 and known is not None and known.code in "pqnm":
                if known.code in "nm":
                    outside = outside * (-factor) ** (multiplicity // 2)
                else:
                    outside = outside * factor ** (multiplicity // 2)
                radicand = radicand * factor ** (multiplicity % 2)
            else:
                radicand = radicand * factor**multiplicity
        if radicand == ONE:
            return self._root_of_square(base, inside, outside)
        sign = self.sign(radicand)
        sign = sign if sign is None or sign.code == "p" else sign.weakened("q")
        if sign is None:
            raise NoProof("a root of what may be negative")
        plain = outside == ONE and inside.den == ONE
        key = ("root", str(radicand))
        text = self.context.text(base) if plain else self.text(radicand)

        def make() -> Generator:
            why = self.link((base,), ONE, number(1)) if plain else ring(text)
            if why is None:
                raise NoProof("a denominator that may be 0")
            known = equal_to(text, self.text(radicand), sign, why)
            positive = self.named(known, text)
            weak = positive.weakened("q")
            assert weak is not None
            square = self.lemma(
                f"sqrt {text} ^ 2 = {self.text(radicand)}",
                f"exact (root_square {text} {self.text(radicand)} ltac:({why}) {_weak(sign).term}).",
            )
            own = Proof("p", f"(root_p {positive.term})") if positive.code == "p" else Proof("q", "(sqrt_pos _)")
            stands_for = _root_of(base if plain else self.expression(radicand))
            return Generator(f"(sqrt {text})", own, stands_for, "root", radicand, square, inside=weak)

        position = self.position(key, make)
        generator = self.generators[position]
        written_so = self.context.text(_root_of(base))
        if written_so != generator.text:
            factor = Fraction(outside, inside.den)
            above, below = self.sign(outside), self.sign(inside.den)
            turned = inverse(below) if below is not None else None
            size_sign = product(above, turned) if above is not None and turned is not None else None
            size_sign = size_sign.weakened("q") if size_sign is not None else None
            if size_sign is None or below is None:
                raise NoProof("a root of a quotient by what may be negative")
            why = self.link((base,), inside.den, below)
            if why is None:
                raise NoProof("a denominator that may be 0")
            outer = f"({self.text(outside)} / {self.text(inside.den)})"
            core = generator.text[6:-1]
            equation = self.lemma(
                f"{written_so} = {outer} * {generator.text}",
                f"refine (root_scaled {self.context.text(base)} {outer} {core} {size_sign.term} "
                f"{generator.inside.term if generator.inside else ''} _); {why}.",
            )
            for node in (_root_of(base, k) for k in (1, -1, 3, -3)):
                self._rewritten[node] = equation
            return Fraction(GENS[position] * factor.num, factor.den)
        return Fraction(GENS[position], ONE)

    def _root_of_square(self, base: sp.Expr, inside: Fraction, outside: fmpq_mpoly) -> Fraction:
        above, below = self.sign(outside), self.sign(inside.den)
        turned = inverse(below) if below is not None else None
        size = product(above, turned) if above is not None and turned is not None else None
        size = size.weakened("q") if size is not None else None
        why = self.link((base,), inside.den, below) if below is not None else None
        if size is None or why is None:
            raise NoProof("a root of a square whose sign is not known")
        outer = f"({self.text(outside)} / {self.text(inside.den)})"
        why = why if why.startswith("rewrite") or "field" in why else why.replace("ring", "field", 1)
        equation = self.lemma(
            f"{self.context.text(_root_of(base))} = {outer}",
            f"refine (root_exact {self.context.text(base)} {outer} {size.term} _); {why}.",
        )
        for node in (_root_of(base, k) for k in (1, -1, 3, -3)):
            self._rewritten[node] = equation
        return Fraction(outside, inside.den)

    def expression(self, poly: fmpq_mpoly) -> sp.Expr:
        """A polynomial in generators as an expression."""
        total = sp.S.Zero
        for exponents, coefficient in poly.to_dict().items():
            term = sp.Rational(int(coefficient.p), int(coefficient.q))
            for position, exponent in enumerate(exponents):
                if exponent:
                    term = term * self.generators[position].stands_for ** int(exponent)
            total = total + term
        return total

    def text(self, poly: fmpq_mpoly) -> str:
        """The text of a polynomial in generators."""
        return written(poly, lambda k: (self.generators[k].text, None))[0]

    # -- facts -----------------------------------------------------------------------------------------------------

    def learn(self, fact: Fact) -> None:
        """Take in the sign of an expression that a fact says, as it is written."""
        if fact.name.startswith("G"):
            self.goals.add(fact.name)
        found = _sign_of(fact)
        if found is not None:
            expr, proof = found
            known = self._atoms.get(expr)
            if known is None or known.weakened(proof.code) is None:
                self._atoms[expr] = proof
                if not _is_final(self._structural.get(expr)):
                    self._structural.pop(expr, None)

    def above(self, expr: sp.Expr, shift: int) -> Proof | None:
        """The sign of an expression plus a positive integer."""
        return self.whole(f"({self.context.text(expr)} + {shift})", expr + shift, (expr,))

    def constraints(self) -> list[Constraint]:
        """The facts, as polynomials whose signs are known."""
        if self._constraints is None:
            self._constraints = []
            for symbol, name in self.context.translate.naturals.items():
                if any(fact.name == f"D{name}" for fact in self.context.facts):
                    poly = self.fraction(symbol).num - 1
                    proof = Proof("q", f"(nat_above {name} ltac:(lia))")
                    self._constraints.append(Constraint(poly, f"(INR {name} - 1)", proof))
            # goals that were proved before follow from the facts
            pending = [f for f in self.context.facts if f.relation is not None and not f.name.startswith("G")]
            for _ in range(2):  # a fact with a denominator may need the sign that another fact gives
                pending = [fact for fact in pending if not self._constraint(fact)]
                self._signs = {key: found for key, found in self._signs.items() if found is not None}
        return self._constraints

    def cleared(
        self, text: str, parts: tuple[sp.Expr, ...], expr: sp.Expr, known: Proof, line: bool = False
    ) -> Iterator[Constraint]:
        """The sign of `text`, which is `expr` put together from `parts`, as that of a polynomial; if it is one."""
        fraction = self.fraction(expr)
        below = self.sign(fraction.den)
        if below is None or below.code not in "pn" or fraction.num.is_constant():
            return
        num, den = (fraction.num, fraction.den) if below.code == "p" else (-fraction.num, -fraction.den)
        size = self.sign(den)
        if size is None:
            return
        why = self.link(parts, den, size, " / " if " / " in text else "")
        whole = known if den == ONE else product(known, size)
        if why is None or whole is None:
            return
        value = text if den == ONE else f"({text} * {self.text(den)})"
        proof = equal_to(self.text(num), value, whole, why)
        yield Constraint(num, self.text(num), self.named(proof, self.text(num)), line)

    def _constraint(self, fact: Fact) -> bool:
        """Read a fact as a constraint, if it is one; whether it is settled."""
        relation = fact.relation
        code = _CODES.get(type(relation))
        if relation is None or code is None:
            return True
        assert self._constraints is not None
        alone = _sign_of(fact)
        try:
            if alone is not None:
                found = self._of_sign(*alone)
                if found is None:
                    return True
            else:
                large, small = (relation.lhs, relation.rhs) if code not in "nm" else (relation.rhs, relation.lhs)
                code = {"n": "p", "m": "q"}.get(code, code)
                text = f"({self.context.text(large)} - {self.context.text(small)})"
                known = Proof(code, f"(sub_{code} {_forward(fact)})")
                found = list(self.cleared(text, (large, small), large - small, known))
        except NoProof:
            return False
        self._constraints += found
        return bool(found)

    def _of_sign(self, expr: sp.Expr, known: Proof) -> list[Constraint] | None:
        num = self.fraction(expr).num
        if len(num) == 1 and len(used(num)) <= 1:
            return None  # the sign of a generator, which is known
        text = self.context.text(expr)
        if known.code not in "nm":
            return list(self.cleared(text, (expr,), expr, known))
        turned = self.opposite(known, text)
        assert turned is not None
        return list(self.cleared(f"(- {text})", (expr,), -expr, turned))


def _full(text: str) -> str:
    """A script with the full names of the lemmas."""
    return _LEMMA.sub(r"(Signs.\1", text)


def _forward(fact: Fact) -> str:
    """A term for a fact; ``>=`` is a disjunction in Coq, the other relations are what their opposites are."""
    return f"(Rge_le _ _ {fact.name})" if " >= " in fact.text else fact.name


def _sign_of(fact: Fact) -> tuple[sp.Expr, Proof] | None:
    """The expression whose sign a fact says, and the proof; None if it compares two expressions."""
    relation = fact.relation
    code = _CODES.get(type(relation))
    if relation is None or code is None or (relation.lhs != 0 and relation.rhs != 0):
        return None
    if relation.rhs == 0:
        expr = relation.lhs
    else:
        expr, code = relation.rhs, {"p": "n", "n": "p", "q": "m", "m": "q"}.get(code, code)
    reverse = fact.text.startswith("0 ")
    term = _forward(fact)
    if code == "z" and reverse:
        term = f"(not_eq_sym {term})"
    elif code == "o" and reverse:
        term = f"(eq_sym {term})"
    return expr, Proof(code, term)


_CODES = {
    sp.StrictGreaterThan: "p",
    sp.GreaterThan: "q",
    sp.StrictLessThan: "n",
    sp.LessThan: "m",
    sp.Ne: "z",
    sp.Eq: "o",
}


def _root_of(base: sp.Expr, power: int = 1) -> sp.Expr:
    """A power of a square root, as it is written."""
    return sp.Pow(base, sp.Rational(power, 2), evaluate=False)


def _is_final(found: Proof | None) -> bool:
    """Whether no more facts can make a sign stronger."""
    return found is not None and found.code in "pno"


def _weak(sign: Proof) -> Proof:
    found = sign.weakened("q")
    assert found is not None
    return found


def _square_part(value: sp.Rational) -> tuple[sp.Rational, sp.Rational]:
    """A number as ``s**2 t``, with t a square-free integer."""
    outside, inside = sp.S.One, sp.S.One
    for prime, exponent in sp.factorrat(value).items():
        if prime == -1:
            inside = -inside
            continue
        half = exponent // 2
        outside *= sp.Integer(prime) ** half
        inside *= sp.Integer(prime) ** (exponent - 2 * half)
    return outside, inside
