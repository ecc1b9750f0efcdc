"""Sparse polynomials with rational coefficients, and the maps that are made of them.

A monomial is the sorted tuple of the numbers of its variables, each as often as its exponent says: ``x_0^2 x_3`` is
``(0, 0, 3)``.  The maps of networks have many variables and few in each term, so that this is short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Monomial = tuple[int, ...]
Integers = NDArray[np.int64]


class TooLarge(ValueError):
    """A model, or a search, that would cost too much; the message says how much, and the limit."""


@dataclass(frozen=True)
class Polynomial:
    """A polynomial as the coefficients of its monomials, none of them zero."""

    terms: Mapping[Monomial, Fraction] = field(default_factory=dict)

    @staticmethod
    def constant(value: int | Fraction) -> Polynomial:
        """A constant."""
        return Polynomial({(): Fraction(value)} if value else {})

    @staticmethod
    def variable(number: int) -> Polynomial:
        """One variable."""
        return Polynomial({(number,): Fraction(1)})

    def __add__(self, other: Polynomial) -> Polynomial:
        found = dict(self.terms)
        for monomial, value in other.terms.items():
            _collect(found, monomial, value)
        return Polynomial(found)

    def __mul__(self, other: Polynomial) -> Polynomial:
        found: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                _collect(found, merged(left, right), a * b)
        return Polynomial(found)

    def scaled(self, by: int | Fraction) -> Polynomial:
        """The polynomial times a number."""
        return Polynomial({m: c * by for m, c in self.terms.items()} if by else {})

    def derivative(self, variable: int) -> Polynomial:
        """The derivative with respect to one variable."""
        found: dict[Monomial, Fraction] = {}
        for monomial, value in self.terms.items():
            if count := monomial.count(variable):
                _collect(found, without(monomial, variable), value * count)
        return Polynomial(found)

    @property
    def variables(self) -> set[int]:
        """The numbers of the variables that occur."""
        return {v for monomial in self.terms for v in monomial}

    @property
    def degree(self) -> int:
        """The total degree; 0 of a constant, and of zero."""
        return max(map(len, self.terms), default=0)

    def __bool__(self) -> bool:
        return bool(self.terms)


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    """The sum, in one pass."""
    found: dict[Monomial, Fraction] = {}
    for polynomial in polynomials:
        for monomial, value in polynomial.terms.items():
            _collect(found, monomial, value)
    return Polynomial(found)


def merged(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    return tuple(sorted(left + right))


def without(monomial: Monomial, variable: int) -> Monomial:
    """The monomial divided by one of its variables, once."""
    position = monomial.index(variable)
    return monomial[:position] + monomial[position + 1 :]


def _collect(terms: dict[Monomial, Fraction], monomial: Monomial, value: Fraction) -> None:
    old = terms.get(monomial)
    if old is None:
        terms[monomial] = value
    elif new := old + value:
        terms[monomial] = new
    else:
        del terms[monomial]


@dataclass(frozen=True)
class Block:
    """Terms of one degree d of all components of a map, as arrays.

    Attributes:
        variables: shape (terms, d), the variables of each term.
        components: shape (terms,), the component to which each belongs.
        coefficients: the coefficient of each.
    """

    variables: Integers
    components: Integers
    coefficients: tuple[Fraction, ...]

    def modulo(self, prime: int) -> Integers:
        """The coefficients modulo a prime."""
        values = [c.numerator * pow(c.denominator, -1, prime) % prime for c in self.coefficients]
        return np.array(values, dtype=np.int64)


@dataclass(frozen=True)
class PolynomialMap:
    """A map phi from D parameters to n numbers; each component is a polynomial, and none is constant.

    Attributes:
        size: D, the number of parameters.
        components: the n polynomials.
    """

    size: int
    components: tuple[Polynomial, ...]

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The terms, sorted by degree; constants are left out, as only gradients count."""
        by_degree: dict[int, list[tuple[Monomial, int, Fraction]]] = {}
        for k, component in enumerate(self.components):
            for monomial, value in component.terms.items():
                if monomial:
                    by_degree.setdefault(len(monomial), []).append((monomial, k, value))
        return tuple(
            Block(
                np.array([m for m, _, _ in terms], dtype=np.int64),
                np.array([k for _, k, _ in terms], dtype=np.int64),
                tuple(c for _, _, c in terms),
            )
            for _, terms in sorted(by_degree.items())
        )

    @cached_property
    def terms(self) -> int:
        """The number of terms of all components together."""
        return sum(len(c.terms) for c in self.components)

    @cached_property
    def _at(self) -> Mapping[int, tuple[tuple[int, Monomial, Fraction], ...]]:
        """For each variable v, the terms of the derivatives by v: (component, monomial, coefficient)."""
        found: dict[int, list[tuple[int, Monomial, Fraction]]] = {}
        for k, component in enumerate(self.components):
            for monomial, value in component.terms.items():
                for v in set(monomial):
                    found.setdefault(v, []).append((k, without(monomial, v), value * monomial.count(v)))
        return {v: tuple(terms) for v, terms in found.items()}

    def slopes_along(self, field: Mapping[int, Polynomial]) -> dict[int, Polynomial]:
        """``<field, grad phi_k>`` for each component k where it is not zero, by exact arithmetic.

        Args:
            field: the components of a vector field that are not zero.
        """
        found: dict[int, dict[Monomial, Fraction]] = {}
        for v, along in field.items():
            for k, monomial, value in self._at.get(v, ()):
                terms = found.setdefault(k, {})
                for other, factor in along.terms.items():
                    _collect(terms, merged(monomial, other), value * factor)
        return {k: Polynomial(terms) for k, terms in found.items() if terms}

    def conserves(self, quantity: Polynomial) -> bool:
        """Whether ``<grad h, grad phi_k> = 0`` for every k, as polynomials with rational coefficients: a proof."""
        return not self.slopes_along({v: quantity.derivative(v) for v in quantity.variables})
