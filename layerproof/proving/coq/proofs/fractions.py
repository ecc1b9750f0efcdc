"""Real expressions as fractions of polynomials in generators, each with its Coq text and what is known of its sign.

Generators are symbols, exponentials, roots, logarithms, and whatever else is no sum, product or quotient.  A root's
square is reduced to its radicand, which is a polynomial.  The text of a polynomial is canonical: equal polynomials
have equal texts, so that facts about them can be asserted and found again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .base import NoProof
from .sign_terms import Proof, number, power, product, products, totals

SLOTS = 40
SLACKS = 14
_NAMES = [f"g{k}" for k in range(SLOTS)] + [f"s{k}" for k in range(SLACKS)]
CTX = fmpq_mpoly_ctx.get(_NAMES, Ordering.lex)
"""Polynomials in generators, which come first, and in slacks."""
GENS = CTX.gens()
ONE = CTX.constant(1)


@dataclass
class Generator:
    """Something that polynomials are made of.

    Attributes:
        text: in Coq.
        sign: the proof of its sign; None where nothing is known.
        stands_for: the expression.
        kind: ``leaf``, ``root``, ``exp``, ``log``, ``power`` or ``natural power``.
        radicand: the polynomial under a root.
        square: the name of the fact that the root's square is its radicand.
        argument: what an exponential or a logarithm is taken of; the base of a power.
        exponent: that of a power.
        inside: the proof that the radicand is not negative, as it is written.
    """

    text: str
    sign: Proof | None
    stands_for: sp.Expr
    kind: str = "leaf"
    radicand: fmpq_mpoly | None = None
    square: str = ""
    argument: sp.Expr | None = None
    exponent: sp.Expr | None = None
    inside: Proof | None = None


@dataclass(frozen=True)
class Fraction:
    """``num / den``."""

    num: fmpq_mpoly
    den: fmpq_mpoly

    def __add__(self, other: Fraction) -> Fraction:
        if self.den == other.den:
            return Fraction(self.num + other.num, self.den).lowest()
        common = self.den.gcd(other.den)
        mine, yours = self.den / common, other.den / common
        return Fraction(self.num * yours + other.num * mine, self.den * yours).lowest()

    def __mul__(self, other: Fraction) -> Fraction:
        return Fraction(self.num * other.num, self.den * other.den).lowest()

    def __pow__(self, exponent: int) -> Fraction:
        if exponent < 0:
            if self.num.is_zero():
                raise NoProof("a division by zero")
            return Fraction(self.den**-exponent, self.num**-exponent).lowest()
        return Fraction(self.num**exponent, self.den**exponent)

    def lowest(self) -> Fraction:
        """In lowest terms, with a denominator whose leading coefficient is 1."""
        num, den = self.num, self.den
        if not den.is_constant():
            common = num.gcd(den)
            num, den = num / common, den / common
        lead = den.leading_coefficient()
        return Fraction(num / lead, den / lead) if lead != 1 else Fraction(num, den)


def constant(value: sp.Rational | int) -> fmpq_mpoly:
    """A number as a polynomial."""
    value = sp.Rational(value)
    return CTX.constant(fmpq(int(value.p), int(value.q)))


def numeral(value: fmpq) -> tuple[str, Proof]:
    """The text of a number other than 0, and its sign."""
    p, q = int(value.p), int(value.q)
    above = str(p) if p > 0 else f"(- {-p})"
    if q == 1:
        return above, number(p)
    found = product(number(p), Proof("p", f"(Signs.inv_p {number(q).term})"))
    assert found is not None
    return f"({above} / {q})", found


Part = tuple[str, Proof | None, int]
"""A power: the text of its base, the sign of that, and the exponent."""


def monomial(coefficient: fmpq, parts: Sequence[Part]) -> tuple[str, Proof | None]:
    """The text and the sign of a coefficient times powers."""
    texts: list[str] = []
    proofs: list[Proof | None] = []
    if coefficient != 1 or not parts:
        text, known = numeral(coefficient)
        texts.append(text)
        proofs.append(known)
    for text, proof, exponent in parts:
        texts.append(text if exponent == 1 else f"{text} ^ {exponent}")
        proofs.append(proof if exponent == 1 else power(proof, exponent, text))
    return " * ".join(texts), products(proofs)


def split(poly: fmpq_mpoly, position: int) -> list[fmpq_mpoly]:
    """The coefficients of a polynomial in one generator, by degree."""
    parts: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(int(poly.degrees()[position]) + 1)]
    for exponents, coefficient in poly.to_dict().items():
        k = int(exponents[position])
        parts[k][(*exponents[:position], 0, *exponents[position + 1 :])] = coefficient
    return [CTX.from_dict(p) for p in parts]


def used(poly: fmpq_mpoly) -> list[int]:
    """The positions of the generators of a polynomial."""
    return [k for k, d in enumerate(poly.degrees()) if d]


def written(poly: fmpq_mpoly, parts: Callable[[int], tuple[str, Proof | None]]) -> tuple[str, Proof | None]:
    """The text of a polynomial, and its sign if all its terms have the same."""
    if poly.is_zero():
        return "0", Proof("o", "(eq_refl 0)")
    texts: list[str] = []
    proofs: list[Proof | None] = []
    for exponents, coefficient in poly.to_dict().items():
        factors = [(*parts(k), int(e)) for k, e in enumerate(exponents) if e]
        text, proof = monomial(coefficient, factors)
        texts.append(text)
        proofs.append(proof)
    if len(texts) == 1:
        return f"({texts[0]})", proofs[0]
    return "(" + " + ".join(texts) + ")", totals(proofs)


def direction(argument: sp.Expr) -> tuple[sp.Rational, sp.Expr]:
    """An exponent as a rational number times a direction; the first term of the direction has a coefficient 1."""
    first = argument.args[0] if isinstance(argument, sp.Add) else argument
    lead = sp.sympify(first).as_coeff_Mul()[0]
    if not lead.is_Rational or lead == 0:
        lead = sp.S.One
    return lead, sp.expand_mul(argument / lead)


def unit(multiples: Sequence[sp.Rational]) -> sp.Rational:
    """The largest number of which all are integer multiples, with the sign of the first."""
    below = reduce(lambda a, b: a * b // gcd(a, b), (int(m.q) for m in multiples))
    common = reduce(gcd, (abs(int(m.p)) * below // int(m.q) for m in multiples))
    return sp.Rational(common, below) * (1 if multiples[0] > 0 else -1)
