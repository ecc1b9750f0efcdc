"""Expressions as fractions of polynomials: exponentials by units, logarithms by factors, roots without squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sympy as sp
from flint import fmpq_mpoly

from ..terms import _is_inverse
from .base import NoProof
from .fractions import GENS, ONE, SLOTS, Fraction, Generator, constant, direction, unit, written
from .polynomial_signs import PolynomialSigns
from .sign_terms import Proof, equal_to, inverse, number, product, ring

if TYPE_CHECKING:
    from .context import Context


class NormalForms(PolynomialSigns):
    """The part of `Signer` that writes expressions as fractions, with the equations that this takes."""

    context: Context
    _positions: dict[object, int]
    _fractions: dict[sp.Expr, Fraction]
    _rewritten: dict[sp.Expr, str]
    _units: dict[object, sp.Rational]

    if TYPE_CHECKING:

        def lemma(self, statement: str, tactic: str) -> str: ...
        def named(self, proof: Proof, text: str) -> Proof: ...
        def prove(self, expr: sp.Expr, code: str = "") -> Proof | None: ...
        def structural(self, expr: sp.Expr) -> Proof | None: ...
        def link(self, parts: tuple[sp.Expr, ...], den: fmpq_mpoly, below: Proof, text: str = "") -> str | None: ...

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
        if isinstance(expr, (sp.sin, sp.cos)):
            return Generator(text, self.structural(expr), expr, "wave", argument=expr.args[0])
        return Generator(text, self.structural(expr), expr, "pi" if expr is sp.pi else "leaf")

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
        known = Proof("p", "(exp_pos _)" if base is None else "(Signs.Rpower_p _ _)")

        def make() -> Generator:
            text = self.context.text(atom)
            if base is None:
                return Generator(text, known, atom, "exp", argument=inside)
            return Generator(text, known, atom, "power", argument=base, exponent=inside)

        position = self.position((*key, along), make)
        k, own = int(multiple), self.generators[position].text
        if k != 1 or self.context.text(expr) != own:  # the factors of equal exponents may stand in another order
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
                f"exact (Signs.root_square {text} {self.text(radicand)} ltac:({why}) {_weak(sign).term}).",
            )
            own = Proof("p", f"(Signs.root_p {positive.term})") if positive.code == "p" else Proof("q", "(sqrt_pos _)")
            stands_for = _root_of(base if plain else self.expression(radicand))
            return Generator(f"(sqrt {text})", own, stands_for, "root", radicand, square, inside=weak)

        position = self.position(key, make)
        generator = self.generators[position]
        written_so = self.context.text(_root_of(base))
        if written_so != generator.text:
            scaled = Fraction(outside, inside.den)
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
                f"refine (Signs.root_scaled {self.context.text(base)} {outer} {core} {size_sign.term} "
                f"{generator.inside.term if generator.inside else ''} _); {why}.",
            )
            for node in (_root_of(base, k) for k in (1, -1, 3, -3)):
                self._rewritten[node] = equation
            return Fraction(GENS[position] * scaled.num, scaled.den)
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
            f"refine (Signs.root_exact {self.context.text(base)} {outer} {size.term} _); {why}.",
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


def _root_of(base: sp.Expr, power: int = 1) -> sp.Expr:
    """A power of a square root, as it is written."""
    return sp.Pow(base, sp.Rational(power, 2), evaluate=False)


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


def _weak(sign: Proof) -> Proof:
    found = sign.weakened("q")
    assert found is not None
    return found
