"""Normal forms: expressions as fractions of polynomials over a tower of generators.

Every symbol, trajectory entry, exponential, logarithm, root and finite sum is a generator of a polynomial ring over
the rationals (python-flint); a generator may obey one relation ``g**q = u`` with `u` among the generators
before it.  An expression whose numerator reduces to zero is zero, provided that what was used is true:

* exponents are split into monomials, so that ``exp(x + y)`` and ``exp(x) exp(y)`` have one form;
* roots and logarithms are split over irreducible factors, and only over factors whose sign has been *derived*
  from the hypotheses; the others stay opaque, and `missing` remembers which sign would have been needed;
* a power with a symbolic exponent is ``exp(exponent * log(base))``;
* a finite sum is a generator named by its summand in canonical form: bound indices are renamed, factors free of
  them are pulled out, Kronecker deltas are carried out, products of independent sums are separated.

Cost: polynomial arithmetic in as many variables as the expression has generators; what grows fastest is the number
of terms of the numerator over the common denominator.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.written import Written
from ..sign_sets import ANY, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, SignSet, opposite, times
from . import sums
from .elements import Element, Generator, NotInTower, Refine

if TYPE_CHECKING:
    from .signs import Signs


_LARGEST_POWER, _LARGEST_EXPANSION = 20_000, 120
_TRIAL_DIVISORS = 20_000  # numbers are split over primes below this; what is left stays whole


class Tower:
    """A growing ring of generators, and the conversion of expressions into it.

    Args:
        signs: derives the sign of a polynomial in the generators from the hypotheses; without it, none is known.
        units: denominators of exponents, from earlier attempts.
    """

    def __init__(self, signs: Signs | None = None, units: dict[str, int] | None = None) -> None:
        self.ctx = fmpq_mpoly_ctx.get([], Ordering.lex)
        self.generators: list[Generator] = []
        self.units = dict(units or {})
        self.missing: list[str] = []
        self._signs = signs
        self._keys: dict[str, int] = {}
        self._memo: dict[sp.Expr, Element] = {}

    # -- the ring ---------------------------------------------------------------------------------------------

    def lift(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """`poly` in the ring as it is now."""
        return poly if poly.context() is self.ctx else poly.project_to_context(self.ctx)

    def constant(self, value: Any) -> Element:
        """A rational constant."""
        return Element(self.ctx.constant(value), self.ctx.constant(1))

    def _new(self, key: str, generator: Generator) -> Element:
        self._keys[key] = len(self.generators)
        self.generators.append(generator)
        self.ctx = self.ctx.append_gens(generator.name)
        return self.generator(len(self.generators) - 1)

    def generator(self, position: int) -> Element:
        """The generator as an element."""
        return Element(self.ctx.gens()[position], self.ctx.constant(1))

    def named(self, key: str, make: Callable[[str], Generator]) -> Element:
        """The generator with this key, made if it is new."""
        if key in self._keys:
            return self.generator(self._keys[key])
        generator = make("")  # may itself add generators: a root asks for the sign of its radicand
        if key in self._keys:
            return self.generator(self._keys[key])
        generator.name = f"g{len(self.generators)}"
        return self._new(key, generator)

    def poly(self, terms: dict[tuple[int, ...], fmpq]) -> fmpq_mpoly:
        """A polynomial from its terms; exponents of generators added since are zero."""
        width = len(self.generators)
        return self.ctx.from_dict({(*exponents, *(0,) * (width - len(exponents))): c for exponents, c in terms.items()})

    def reduce(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """Apply the relations, from the latest generator to the first."""
        poly = self.lift(poly)
        for position in range(len(self.generators) - 1, -1, -1):
            generator = self.generators[position]
            if not generator.power:
                continue
            q = generator.power
            if poly.degrees()[position] < q:
                continue
            groups: dict[int, dict[tuple[int, ...], fmpq]] = {}
            for exponents, coefficient in poly.to_dict().items():
                k = exponents[position]
                if generator.kind == "delta":
                    quotient, remainder = 0, min(k, 1)
                else:
                    quotient, remainder = divmod(k, q)
                key = (*exponents[:position], remainder, *exponents[position + 1 :])
                group = groups.setdefault(quotient, {})
                group[key] = group.get(key, fmpq(0)) + coefficient
            assert generator.base is not None
            base = self.lift(generator.base)
            total = self.ctx.constant(0)
            for quotient, terms in groups.items():
                total = total + self.poly(terms) * base**quotient
            poly = total
        return poly

    def make(self, num: fmpq_mpoly, den: fmpq_mpoly) -> Element:
        """A reduced fraction in lowest terms.

        Raises:
            NotInTower: if the denominator is zero.
        """
        effort.spend(40 + len(num) + len(den))
        num, den = self.reduce(num), self.reduce(den)
        if den.is_zero():
            raise NotInTower("a denominator is identically zero")
        if num.is_zero():
            return self.constant(0)
        if not den.is_constant():
            common = num.gcd(den)
            if not common.is_constant():
                num, den = num / common, den / common
        lead = den.leading_coefficient()
        return Element(num / lead, den / lead)

    def add(self, x: Element, y: Element) -> Element:
        """Sum."""
        a, b, c, d = (self.lift(p) for p in (x.num, x.den, y.num, y.den))
        if b == d:
            return self.make(a + c, b)
        return self.make(a * d + c * b, b * d)

    def total(self, terms: Sequence[Element]) -> Element:
        """The sum of many: numerators over one denominator are added before anything is cancelled."""
        groups: dict[str, list[Element]] = {}
        for term in terms:
            groups.setdefault(self.lift(term.den).str(), []).append(term)
        result = self.constant(0)
        for members in groups.values():
            num = self.ctx.constant(0)
            for member in members:
                num = num + self.lift(member.num)
            result = self.add(result, self.make(num, self.lift(members[0].den)))
        return result

    def mul(self, x: Element, y: Element) -> Element:
        """Product."""
        return self.make(self.lift(x.num) * self.lift(y.num), self.lift(x.den) * self.lift(y.den))

    def power(self, x: Element, n: int) -> Element:
        """Integer power.

        Raises:
            NotInTower: if it would have too many terms, or digits, to write out.
        """
        num, den = self.lift(x.num), self.lift(x.den)
        if abs(n) > (_LARGEST_POWER if max(len(num), len(den)) == 1 else _LARGEST_EXPANSION):
            raise NotInTower(f"a power with the exponent {n} is too large to write out")
        return self.make(num**n, den**n) if n >= 0 else self.make(den**-n, num**-n)

    def sign(self, poly: fmpq_mpoly) -> SignSet:
        """The signs that a polynomial can take under the hypotheses."""
        return self._signs(self, self.lift(poly)) if self._signs else ANY

    def factors(self, poly: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """Content, and irreducible factors (integer coefficients, no content) with their multiplicities."""
        content, parts = self.lift(poly).factor()
        found = []
        for part, multiplicity in parts:
            scale = part.term_content()
            scalar = (
                scale.leading_coefficient()
                if hasattr(scale, "leading_coefficient") and scale.is_constant()
                else fmpq(1)
            )
            if scalar != 1:
                part, content = part / scalar, content * scalar**multiplicity
            found.append((part, int(multiplicity)))
        return Fraction(int(content.p), int(content.q)), found

    def is_zero(self, poly: fmpq_mpoly, depth: int = 0) -> bool:
        """Whether a polynomial in the generators vanishes under the hypotheses.

        Beyond the relations: a combination of logarithms vanishes where a product of powers is 1; and ``A + B r = 0``,
        with ``r**q = u``, where ``A**q = (-B)**q u`` and, for even q, A and B have opposite signs (for odd q the power
        is injective and no sign is needed).
        """
        poly = self.reduce(poly)
        if poly.is_zero():
            return True
        if depth > 3:
            return False
        for part, _ in self.factors(poly)[1]:
            degrees = part.degrees()
            for position in range(len(self.generators) - 1, -1, -1):
                generator = self.generators[position]
                if generator.kind not in ("root", "abs") or degrees[position] != 1 or generator.base is None:
                    continue
                rest, slope = split(self, part, position)
                q = generator.power
                norm = rest**q - (-slope) ** q * self.lift(generator.base)
                if not self.is_zero(norm, depth + 1):
                    break
                if q % 2 == 1:
                    return True
                a, b = self.sign(rest), self.sign(slope)
                if (a <= NONNEGATIVE and b <= NONPOSITIVE) or (a <= NONPOSITIVE and b <= NONNEGATIVE):
                    return True
                break
            if (ratio := self.combined_logs(part)) is not None and self.is_zero(
                self.add(ratio, self.constant(-1)).num, depth + 1
            ):
                return True
        return False

    def combined_logs(self, poly: fmpq_mpoly) -> Element | None:
        """The product u of powers with ``poly = c log(u)``, c > 0; None if that is no combination of logarithms."""
        ratio = self.constant(1)
        scale = math.lcm(*(int(c.q) for c in poly.coeffs()))
        for exponents, coefficient in poly.to_dict().items():
            positions = [k for k, e in enumerate(exponents) if e]
            if len(positions) != 1 or exponents[positions[0]] != 1:
                return None
            generator = self.generators[positions[0]]
            power = int((coefficient * scale).p)
            if generator.kind != "log" or generator.argument is None or abs(power) > 6:
                return None
            ratio = self.mul(ratio, self.power(generator.argument, power))
        return ratio

    # -- expressions ------------------------------------------------------------------------------------------

    def element(self, expr: sp.Expr) -> Element:
        """The normal form of an expression.

        Raises:
            NotInTower: if the expression contains something that has none.
            Refine: if the tower must be rebuilt with finer units.
        """
        found = self._memo.get(expr)
        if found is None:
            effort.spend(60)
            found = self._convert(expr)
            self._memo[expr] = found
        return found

    def _convert(self, expr: sp.Expr) -> Element:
        match expr:
            case sp.Rational():
                return self.constant(fmpq(int(expr.p), int(expr.q)))
            case sp.Add():
                return self.total([self.element(term) for term in expr.args])
            case sp.Mul():
                total = self.constant(1)
                for factor in expr.args:
                    total = self.mul(total, self.element(factor))
                return total
            case sp.Pow() if expr.base is not sp.E:
                return self._convert_power(expr)
            case sp.Symbol() | AppliedUndef() | sp.Derivative() | sp.Idx():
                return self._atom(expr)
            case sp.Sum():
                return sums.convert(self, expr)
            case sp.Product():
                from . import products

                return products.convert(self, expr)
            case sp.KroneckerDelta():
                return self._delta(expr)
            case Written():  # where its parts are defined is asked of the statement, in `definedness`
                return self.element(expr.value)
        if expr is sp.E or isinstance(expr, sp.exp) or (isinstance(expr, sp.Pow) and expr.base is sp.E):
            return self.exp(self.element(sp.S.One if expr is sp.E else expr.exp))
        if isinstance(expr, sp.log):
            return self.log(self.element(expr.args[0]))
        if isinstance(expr, sp.Abs):
            return self.absolute(self.element(expr.args[0]))
        if isinstance(expr, sp.sign):
            u = self.element(expr.args[0])
            s = self.sign_of(u)
            if len(s) == 1:
                return self.constant(next(iter(s)))
        if isinstance(expr, (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)):
            return self.element(expr.rewrite(sp.exp))
        if isinstance(expr, (sp.tan, sp.cot, sp.sec, sp.csc)):
            return self.element(_as_sine_cosine(expr))
        if isinstance(expr, (sp.sin, sp.cos)):
            return self._trigonometric(expr)
        if isinstance(expr, sp.ceiling):
            return self.mul(self.constant(-1), self.element(sp.floor(-expr.args[0])))
        if isinstance(expr, sp.acos):
            return self.element(sp.pi / 2 - sp.asin(expr.args[0]))
        if isinstance(expr, (sp.asinh, sp.acosh, sp.atanh)):
            return self.element(as_logarithm(expr))
        if isinstance(expr, (sp.Max, sp.Min)):
            return self._extremum(expr)
        if expr.is_Atom and expr.is_real and expr.is_number:
            return self._atom(expr)
        if (
            isinstance(expr, sp.Function)
            and expr.is_real is not False
            and not isinstance(expr, (sp.Piecewise, sp.Max, sp.Min))
        ):
            arguments = [self.element(a) for a in expr.args]
            key = f"opaque:{expr.func.__name__}:" + ";".join(self.key(a) for a in arguments)
            canonical = expr.func(*map(self.quotient, arguments))
            sign = self._of_factorial(expr, arguments) if isinstance(expr, (sp.factorial, sp.gamma)) else ANY
            return self.named(key, lambda name: Generator(name, "opaque", canonical, sign=sign))
        raise NotInTower(f"{expr.func.__name__} has no normal form here")

    def _of_factorial(self, expr: sp.Expr, arguments: list[Element]) -> SignSet:
        """The gamma function is positive where its argument is."""
        shift = self.constant(1 if isinstance(expr, sp.factorial) else 0)
        return POSITIVE if self.sign_of(self.add(arguments[0], shift)) == POSITIVE else ANY

    def _atom(self, expr: sp.Expr) -> Element:
        return self.named(f"atom:{sp.srepr(expr)}", lambda name: Generator(name, "atom", expr))

    def key(self, x: Element) -> str:
        """A name for an element; equal elements have equal names when roots in the denominator can be rationalised."""
        x = self.rationalised(x)
        return f"{self.lift(x.num).str()}|{self.lift(x.den).str()}"

    def rationalised(self, x: Element) -> Element:
        """`x` without square roots in its denominator."""
        x = self.make(x.num, x.den)
        for position in range(len(self.generators) - 1, -1, -1):
            if (
                self.generators[position].kind == "root"
                and self.generators[position].power == 2
                and self.lift(x.den).degrees()[position] == 1
            ):
                rest, slope = split(self, self.lift(x.den), position)
                conjugate = rest - slope * self.ctx.gens()[position]
                if self._generic(self.lift(x.den) * conjugate):
                    x = self.make(self.lift(x.num) * conjugate, self.lift(x.den) * conjugate)
        return x

    def _generic(self, poly: fmpq_mpoly) -> bool:
        """Whether a polynomial is seen not to vanish identically: nor its normal form, nor its value at points."""
        poly = self.reduce(poly)
        if poly.is_zero() or self._signs is None:
            return not poly.is_zero()
        return self._signs.is_generic(self.expression(poly))

    def expression(self, poly: fmpq_mpoly) -> sp.Expr:
        """A polynomial in the generators as an expression again."""
        terms = []
        for exponents, coefficient in self.lift(poly).to_dict().items():
            factors = [self.generators[k].expr ** int(e) for k, e in enumerate(exponents) if e]
            terms.append(sp.Mul(sp.Rational(int(coefficient.p), int(coefficient.q)), *factors))
        return sp.Add(*terms)

    def quotient(self, x: Element) -> sp.Expr:
        """An element as an expression again, with its sums in canonical form."""
        return self.expression(x.num) / self.expression(x.den)

    # -- exponentials, powers, roots --------------------------------------------------------------------------

    def exp(self, u: Element) -> Element:
        """The exponential: exponents split into monomials over their common denominator."""
        u = self.rationalised(u)
        result = self.constant(1)
        whole, rest = divmod(self.lift(u.num), self.lift(u.den))
        if not u.den.is_one() and not whole.is_zero():  # alpha/(alpha + 1) is 1 - 1/(alpha + 1)
            result = self.exp(Element(whole, self.ctx.constant(1)))
            u = self.make(self.lift(rest), self.lift(u.den))
        for exponents, number in self.lift(u.num).to_dict().items():
            coefficient = Fraction(int(number.p), int(number.q))
            if u.den.is_one() and (argument := self._lone_log(exponents)) is not None:
                factor = self.rational_power(argument, coefficient)
            else:
                monomial = self.make(self.poly({exponents: fmpq(1)}), u.den)
                factor = self._exponential_monomial(monomial, coefficient)
            result = self.mul(result, factor)
        return result

    def _lone_log(self, exponents: Sequence[int]) -> Element | None:
        """What a monomial is the logarithm of: an element, or a product, where it is a sum of logarithms."""
        positions = [k for k, e in enumerate(exponents) if e]
        if len(positions) != 1 or exponents[positions[0]] != 1:
            return None
        one = self.generators[positions[0]]
        if one.kind == "sum" and isinstance(term := one.expr.function, sp.log) and len(one.expr.limits) == 1:
            positive = self.sign_of(self.element(term.args[0])) == POSITIVE
            return self.element(sp.Product(term.args[0], *one.expr.limits)) if positive else None
        return one.argument if one.kind == "log" else None

    def _exponential_monomial(self, monomial: Element, coefficient: Fraction) -> Element:
        key = "exp:" + self.key(monomial)
        unit = self._unit(key, coefficient)
        argument = self.mul(monomial, self.constant(fmpq(1, unit)))

        def new(name: str) -> Generator:
            expr = sp.exp(self.quotient(argument))
            return Generator(name, "exp", expr, argument=argument, sign=POSITIVE)

        generator = self.named(f"{key}/{unit}", new)
        return self.power(generator, int(coefficient * unit))

    def _unit(self, key: str, coefficient: Fraction) -> int:
        unit = self.units.get(key, 1)
        if (coefficient * unit).denominator != 1:
            raise Refine(key, math.lcm(unit, coefficient.denominator))
        return unit

    def _convert_power(self, expr: sp.Pow) -> Element:
        base, exponent = expr.args
        if isinstance(exponent, sp.Integer):
            return self.power(self.element(base), int(exponent))
        if isinstance(exponent, sp.Rational):
            return self.rational_power(self.element(base), Fraction(int(exponent.p), int(exponent.q)))
        b, e = self.element(base), self.element(exponent)
        if self.sign_of(b) == POSITIVE:
            return self.exp(self.mul(e, self.log(b)))
        constant, rest = exponent.as_coeff_Add()
        if rest.is_integer and isinstance(constant, sp.Integer):
            key = f"pow:{self.key(b)}^{self.key(self.element(rest))}"
            canonical = self.quotient(b) ** rest
            opaque = self.named(key, lambda name: Generator(name, "opaque", canonical))
            return self.mul(opaque, self.power(b, int(constant)))
        self.missing.append(f"{base} > 0")
        raise NotInTower(f"the real power {expr} needs {base} > 0, which the hypotheses do not give")

    def rational_power(self, b: Element, exponent: Fraction) -> Element:
        """``b**(p/q)``, the principal root of a nonnegative `b`: split over the factors whose sign is known."""
        if exponent.denominator == 1:
            return self.power(b, exponent.numerator)
        known, unknown, sign = self._split_factors(b)
        q = exponent.denominator
        result = self.constant(1)
        opaque = self.constant(sign)
        for factor, multiplicity in unknown:
            if q % 2 == 0 and multiplicity % 2 == 0:
                result = self.mul(result, self._positive_power(self._absolute_of(factor), multiplicity * exponent))
            else:
                opaque = self.mul(opaque, self.power(factor, multiplicity))
        for factor, power in known:
            result = self.mul(result, self._positive_power(factor, power * exponent))
        if not (opaque.num.is_one() and opaque.den.is_one()):
            result = self.mul(result, self._opaque_root(opaque, exponent))
        return result

    def _split_factors(self, b: Element) -> tuple[list[tuple[Element, Fraction]], list[tuple[Element, int]], int]:
        """Factors known not to be negative, factors of unknown sign, and the sign that is left over."""
        known: list[tuple[Element, Fraction]] = []
        unknown: list[tuple[Element, int]] = []
        sign = 1
        for poly, side in ((b.num, 1), (b.den, -1)):
            content, parts = self.factors(poly)
            if content < 0:
                sign, content = -sign, -content
            for number, direction in ((content.numerator, 1), (content.denominator, -1)):
                known += [
                    (self.constant(p), Fraction(k * side * direction))
                    for p, k in sp.factorint(number, limit=_TRIAL_DIVISORS).items()
                    if p != 1
                ]
            for part, multiplicity in parts:
                s = self.sign(part)
                positive = Element(part, self.ctx.constant(1))
                if s <= NONPOSITIVE:
                    positive = Element(-part, self.ctx.constant(1))
                    sign = -sign if multiplicity % 2 else sign
                    s = opposite(s)
                if s <= NONNEGATIVE:
                    known.append((positive, Fraction(multiplicity * side)))
                else:
                    self.missing.append(f"the sign of {self.expression(part)}")
                    unknown.append((positive, multiplicity * side))
        return known, unknown, sign

    def _positive_power(self, factor: Element, exponent: Fraction) -> Element:
        """``factor**exponent`` for a factor that is not negative."""
        if exponent.denominator == 1:
            return self.power(factor, exponent.numerator)
        position = self.as_generator(factor)
        if position is not None:
            generator = self.generators[position]
            if generator.kind == "exp" and generator.argument is not None:
                return self.exp(
                    self.mul(generator.argument, self.constant(fmpq(exponent.numerator, exponent.denominator)))
                )
            if generator.kind == "root" and generator.argument is not None:
                return self._positive_power(generator.argument, exponent / generator.power)
        key = "root:" + self.key(factor)
        unit = self._unit(key, exponent)
        root = self._root(key, factor, unit)
        return self.power(root, int(exponent * unit))

    def as_generator(self, x: Element) -> int | None:
        num = self.lift(x.num)
        if not self.lift(x.den).is_one() or len(num) != 1:
            return None
        ((exponents, coefficient),) = num.to_dict().items()
        positions = [k for k, e in enumerate(exponents) if e]
        if coefficient == 1 and len(positions) == 1 and exponents[positions[0]] == 1:
            return positions[0]
        return None

    def _root(self, key: str, radicand: Element, q: int) -> Element:
        if q == 1:
            return radicand

        def new(name: str) -> Generator:
            expr = (self.quotient(radicand)) ** sp.Rational(1, q)
            positive = self.sign_of(radicand) == POSITIVE
            return Generator(name, "root", expr, q, radicand.num, radicand, POSITIVE if positive else NONNEGATIVE)

        return self.named(f"{key}/{q}", new)

    def _opaque_root(self, radicand: Element, exponent: Fraction) -> Element:
        """A root of unknown factors: only ``r**q = radicand`` is used; a positive denominator is taken out."""
        num, den, q = self.lift(radicand.num), self.lift(radicand.den), exponent.denominator
        if not den.is_one():
            if self.sign(den) != POSITIVE:
                self.missing.append(f"{self.expression(den)} > 0")
                raise NotInTower(
                    f"a root of a quotient whose denominator {self.expression(den)} is not known to be positive"
                )
            inner = self.make(num * den ** (q - 1), self.ctx.constant(1))
            return self.mul(
                self._opaque_root(inner, exponent), self.power(Element(den, self.ctx.constant(1)), -exponent.numerator)
            )
        plain = Element(num, self.ctx.constant(1))
        key = "root:" + self.key(plain)
        unit = self._unit(key, exponent)
        return self.power(self._root(key, plain, unit), int(exponent * unit))

    def sign_of(self, x: Element) -> SignSet:
        """The signs that an element can take; ANY where its denominator may vanish."""
        num, den = self.sign(x.num), self.sign(x.den)
        return times(num, den) if 0 not in den else ANY

    # -- logarithms, absolute values, sines -------------------------------------------------------------------

    def log(self, u: Element) -> Element:
        """The logarithm, split over the factors that are known to be positive."""
        known, unknown, sign = self._split_factors(u)
        result = self.constant(0)
        opaque = self.constant(sign)
        for factor, multiplicity in known:
            if self.sign_of(factor) != POSITIVE:
                unknown.append((factor, int(multiplicity)))
                continue
            result = self.add(
                result,
                self.mul(
                    self.constant(fmpq(multiplicity.numerator, multiplicity.denominator)), self._log_factor(factor)
                ),
            )
        for factor, count in unknown:
            if count % 2 == 0:
                # count * log|factor|, defined wherever the factor is not zero, as definedness demands
                term = self._log_factor(self._absolute_of(factor))
                result = self.add(result, self.mul(self.constant(count), term))
            else:
                opaque = self.mul(opaque, self.power(factor, count))
        if not (opaque.num.is_one() and opaque.den.is_one()):
            result = self.add(result, self._log_factor(opaque))
        return result

    def _log_factor(self, factor: Element) -> Element:
        position = self.as_generator(factor)
        if position is not None:
            generator = self.generators[position]
            if generator.kind == "exp" and generator.argument is not None:
                return generator.argument
            if generator.kind == "root" and generator.argument is not None:
                return self.mul(self.constant(fmpq(1, generator.power)), self.log(generator.argument))
            if generator.kind == "product" and generator.sign <= POSITIVE:  # so is each of its factors
                return self.element(sp.Sum(sp.log(generator.expr.function), *generator.expr.limits))
        key = "log:" + self.key(factor)

        def new(name: str) -> Generator:
            return Generator(name, "log", sp.log(self.quotient(factor)), argument=factor)

        return self.named(key, new)

    def absolute(self, u: Element) -> Element:
        """The absolute value, factor by factor."""
        known, unknown, _ = self._split_factors(u)
        result = self.constant(1)
        for factor, multiplicity in known:
            result = self.mul(result, self.power(factor, int(multiplicity)))
        for factor, count in unknown:
            result = self.mul(result, self.power(self._absolute_of(factor), count))
        return result

    def _absolute_of(self, factor: Element) -> Element:
        s = self.sign_of(factor)
        if s <= NONNEGATIVE:
            return factor
        if s <= NONPOSITIVE:
            return self.mul(self.constant(-1), factor)
        negative = self.mul(self.constant(-1), factor)
        key = "abs:" + min(self.key(factor), self.key(negative))

        def new(name: str) -> Generator:
            square = self.power(factor, 2)
            return Generator(
                name,
                "abs",
                sp.Abs(self.expression(factor.num)),
                2,
                square.num,
                factor,
                POSITIVE if s <= NONZERO else NONNEGATIVE,
            )

        return self.named(key, new)

    def _trigonometric(self, expr: sp.Expr) -> Element:
        expanded = sp.expand_trig(expr.func(sp.expand(expr.args[0])))  # a product of sums is a sum of angles too
        if expanded != expr:
            return self.element(expanded)
        argument = self.element(expr.args[0])
        name = self.key(argument)
        inside = self.quotient(argument)
        cosine = self.named(f"cos:{name}", lambda n: Generator(n, "trig", sp.cos(inside), argument=argument))
        if isinstance(expr, sp.cos):
            return cosine

        def sine(n: str) -> Generator:
            return Generator(n, "trig", sp.sin(inside), 2, self.ctx.constant(1) - self.lift(cosine.num) ** 2, argument)

        return self.named(f"sin:{name}", sine)

    def _extremum(self, expr: sp.Expr) -> Element:
        """Max or Min, one argument after the other: where their order is not derived, by ``(a + b +- |a - b|)/2``."""
        best, *others = (self.element(a) for a in sorted(expr.args, key=sp.default_sort_key))
        larger = isinstance(expr, sp.Max)
        for other in others:
            gap = self.add(other, self.mul(self.constant(-1), best))
            signs = self.sign_of(gap)
            if signs <= NONPOSITIVE:
                best = best if larger else other
            elif signs <= NONNEGATIVE:
                best = other if larger else best
            else:
                apart = self.mul(self.constant(1 if larger else -1), self.absolute(gap))
                best = self.mul(self.constant(fmpq(1, 2)), self.total([best, other, apart]))
        return best

    # -- finite sums ------------------------------------------------------------------------------------------

    def _delta(self, expr: sp.KroneckerDelta) -> Element:
        def new(name: str) -> Generator:
            return Generator(name, "delta", expr, 2, None, None, NONNEGATIVE)

        element = self.named(f"atom:{sp.srepr(expr)}", new)
        generator = self.generators[self._keys[f"atom:{sp.srepr(expr)}"]]
        generator.base = self.lift(element.num)
        return element


def split(tower: Tower, poly: fmpq_mpoly, position: int) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """``poly = rest + slope * g`` for a polynomial of degree one in the generator at `position`."""
    rest: dict[tuple[int, ...], fmpq] = {}
    slope: dict[tuple[int, ...], fmpq] = {}
    for exponents, coefficient in tower.lift(poly).to_dict().items():
        if exponents[position]:
            slope[(*exponents[:position], exponents[position] - 1, *exponents[position + 1 :])] = coefficient
        else:
            rest[exponents] = coefficient
    return tower.ctx.from_dict(rest), tower.ctx.from_dict(slope)


def as_logarithm(expr: sp.Expr) -> sp.Expr:
    """Inverse hyperbolic functions as logarithms; true wherever they are real, which definedness asks for."""
    x = expr.args[0]
    if isinstance(expr, sp.asinh):
        return sp.log(x + sp.sqrt(x**2 + 1))
    if isinstance(expr, sp.acosh):
        return sp.log(x + sp.sqrt(x - 1) * sp.sqrt(x + 1))
    return (sp.log(1 + x) - sp.log(1 - x)) / 2


def _as_sine_cosine(expr: sp.Expr) -> sp.Expr:
    x = expr.args[0]
    return {sp.tan: sp.sin(x) / sp.cos(x), sp.cot: sp.cos(x) / sp.sin(x), sp.sec: 1 / sp.cos(x), sp.csc: 1 / sp.sin(x)}[
        expr.func
    ]
