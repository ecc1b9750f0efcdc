"""The orthant: generators of a tower in slacks, which have one sign each, and the signs of polynomials there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, ZERO, SignSet, raised, times, total
from ..slacks import Parametrisation

Shape = Callable[[fmpq_mpoly, fmpq_mpoly], tuple[fmpq_mpoly, fmpq_mpoly]]
"""A generator as numerator and denominator, given the variable that is its own, and 1."""


def itself(own: fmpq_mpoly, one: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """A generator of which only its sign is known."""
    return own, one


def one_and_more(own: fmpq_mpoly, one: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """One that is 1 and something of a known sign."""
    return one + own, one


def a_part_of_one(own: fmpq_mpoly, one: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """One that is 1 divided by 1 and something of a known sign."""
    return one, one + own


def in_slacks(num: fmpq_mpoly, den: fmpq_mpoly) -> Shape:
    """One that is a fraction in the slacks."""
    return lambda own, one: (num.project_to_context(one.context()), den.project_to_context(one.context()))


@dataclass
class Orthant:
    """A tower's generators written in slacks, for one parametrisation.

    The first variables of `ctx` are the slacks, as many as `slacks` says; then comes one a generator, and some to
    spare.  `shapes` says what each generator is in these variables, and `signs` which signs the variables have.
    """

    ctx: fmpq_mpoly_ctx
    slacks: int
    shapes: list[Shape]
    signs: list[SignSet]
    _images: dict[int, tuple[fmpq_mpoly, fmpq_mpoly]] = field(default_factory=dict)

    def image(self, position: int) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """Numerator and denominator of a generator; the denominator is positive."""
        if position not in self._images:
            self._images[position] = self.shapes[position](self.ctx.gen(self.slacks + position), self.ctx.constant(1))
        return self._images[position]


def fractions_of(parametrisation: Parametrisation) -> dict[sp.Expr, tuple[fmpq_mpoly, fmpq_mpoly]]:
    """The values of a parametrisation as fractions in the slacks ``s0, s1, ...``; every denominator is positive."""
    found = _FRACTIONS.get(parametrisation)
    if found is None:
        slacks = list(parametrisation.slacks)
        ctx = fmpq_mpoly_ctx.get([f"s{k}" for k in range(len(slacks))], Ordering.lex)
        found = {variable: _fraction(value, slacks, ctx) for variable, value in parametrisation.values.items()}
        _FRACTIONS[parametrisation] = found
    return found


_FRACTIONS: WeakKeyDictionary[Parametrisation, dict[sp.Expr, tuple[fmpq_mpoly, fmpq_mpoly]]] = WeakKeyDictionary()


def _fraction(value: sp.Expr, slacks: list[sp.Symbol], ctx: fmpq_mpoly_ctx) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator of a rational function of slacks.

    The denominator does not vanish on the orthant, so that it has one sign there: that of its leading coefficient,
    which decides far out along the first slack.
    """
    if value in slacks:
        return ctx.gens()[slacks.index(value)], ctx.constant(1)
    found = []
    for part in sp.fraction(sp.cancel(value)):
        terms = {}
        for monomial, coefficient in sp.Poly(part, *(slacks or [sp.Dummy()])).terms():
            exponents = tuple(int(e) for e in monomial) if slacks else ()
            terms[exponents] = fmpq(int(coefficient.p), int(coefficient.q))
        found.append(ctx.from_dict(terms))
    num, den = found
    return (-num, -den) if den.leading_coefficient() < 0 else (num, den)


def substitute(poly: fmpq_mpoly, orthant: Orthant) -> fmpq_mpoly:
    """The numerator of `poly` in slacks, over a positive common denominator."""
    degrees = poly.degrees()
    ctx = orthant.ctx
    powers: dict[tuple[int, int], fmpq_mpoly] = {}

    def scaled(position: int, power: int) -> fmpq_mpoly:
        if (position, power) not in powers:
            num, den = orthant.image(position)
            powers[position, power] = num**power * den ** (degrees[position] - power)
        return powers[position, power]

    total = ctx.constant(0)
    for exponents, coefficient in poly.to_dict().items():
        term = ctx.constant(coefficient)
        for position, power in enumerate(exponents):
            if degrees[position]:
                term = term * scaled(position, int(power))
        total = total + term
    return total


def sign_on_orthant(poly: fmpq_mpoly, signs: list[SignSet]) -> SignSet:
    """The signs of a polynomial whose variables have the given signs: factor by factor, by coefficients or by Sturm."""
    if poly.is_zero():
        return ZERO
    content, factors = poly.factor()
    result: SignSet = POSITIVE if content > 0 else NEGATIVE
    for factor, multiplicity in factors:
        own = _by_coefficients(factor, signs)
        if own == ANY:
            own = _by_sturm(factor, signs)
        result = times(result, raised(own, multiplicity))
    return result


def _by_coefficients(poly: fmpq_mpoly, signs: list[SignSet]) -> SignSet:
    terms = []
    for exponents, coefficient in poly.to_dict().items():
        term = POSITIVE if coefficient > 0 else NEGATIVE
        for position, power in enumerate(exponents):
            if power:  # spare variables have no sign
                term = times(term, raised(signs[position], power))
        terms.append(term)
    return total(terms)


def _by_sturm(poly: fmpq_mpoly, signs: list[SignSet]) -> SignSet:
    used = [k for k, d in enumerate(poly.degrees()) if d]
    if len(used) != 1 or poly.degrees()[used[0]] > 60:
        return ANY
    position = used[0]
    x = sp.Dummy()
    polynomial = sp.Poly({(int(e[position]),): sp.Rational(int(c.p), int(c.q)) for e, c in poly.to_dict().items()}, x)
    own = signs[position]
    if own <= NONNEGATIVE:
        roots = polynomial.count_roots(0, None) - (1 if polynomial.eval(0) == 0 and own == POSITIVE else 0)
        at = 1
    elif own <= NONPOSITIVE:
        roots = polynomial.count_roots(None, 0) - (1 if polynomial.eval(0) == 0 and own == NEGATIVE else 0)
        at = -1
    else:
        roots, at = polynomial.count_roots(), 1
    if roots:
        return ANY
    return POSITIVE if polynomial.eval(at) > 0 else NEGATIVE
