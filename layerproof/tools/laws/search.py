"""The polynomial laws up to a degree: found modulo a prime, recovered as rationals, proved by exact arithmetic.

h is conserved if ``<grad h, grad phi_k> = 0`` for every k.  For h of degree at most N these are linear equations in
its coefficients.

**Signs split the search.**  Where a change of signs of parameters changes no component of phi but by a sign, it maps
laws to laws: it is orthogonal, and commutes with taking gradients.  So the laws are sums of laws each of which only
gains a sign, and each such character has monomials of its own: in a linear network those of one entry of a matrix.  The
equations fall apart into small ones, and the laws come out as one would write them.

**Nothing is missed up to that degree.**  The laws with rational coefficients, reduced modulo p, are solutions modulo p
at every point, and as many (take an integer basis of all integer solutions).  So the solutions modulo p are at least as
many as the laws; if all of them are recovered and proved, they are all the laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from . import modular
from .gradient_fields import GradientFields
from .modular import PRIME, Span
from .polynomials import Integers, Monomial, Polynomial, PolynomialMap, TooLarge

MOST_MONOMIALS = 60_000
"""The most monomials that a search may range over."""

MOST_IN_CLASS = 2_500
"""The most unknowns in one linear system."""


@dataclass(frozen=True)
class Laws:
    """What a search found.

    Attributes:
        independent: conserved polynomials, proved; their gradients are independent at almost every point.
        found: how many linearly independent conserved polynomials there are up to the degree.
        degree: the degree up to which was searched.
        exhaustive: whether these are certainly all conserved polynomials up to the degree.
    """

    independent: tuple[Polynomial, ...]
    found: int
    degree: int
    exhaustive: bool


def polynomial_laws(phi: PolynomialMap, degree: int = 2, *, seed: int = 0) -> Laws:
    """All conserved polynomials up to a degree, and a largest independent choice of them.

    With D parameters there are ``binomial(D + N, N) - 1`` monomials up to degree N; a class of M of them costs about
    M^3 multiplications.

    Args:
        phi: the map.
        degree: N, at least 1.
        seed: of the points.

    Raises:
        ValueError: if the degree is no positive integer.
        TooLarge: if there are more than `MOST_MONOMIALS` monomials, or more than `MOST_IN_CLASS` in a class.
    """
    if isinstance(degree, bool) or not isinstance(degree, int) or degree < 1:
        raise ValueError(f"got the degree {degree!r}; expected a positive integer, such as 2")
    if (number := comb(phi.size + degree, degree) - 1) > MOST_MONOMIALS:
        raise TooLarge(
            f"too large: {number} monomials of degree up to {degree} in {phi.size} parameters; the limit is "
            f"{MOST_MONOMIALS}: take a lower degree, or a narrower model"
        )
    sample = _Sample(phi, seed)
    proved: list[Polynomial] = []
    exhaustive = True
    for monomials in classes(phi, degree):
        candidates = _solutions(sample, monomials)
        if candidates is None:
            exhaustive = False
            continue
        for law in candidates:
            if phi.conserves(law):
                proved.append(law)
            else:
                exhaustive = False
    proved.sort(key=lambda h: (h.degree, sorted(h.terms)))
    return Laws(tuple(independent(phi.size, proved, seed)), len(proved), degree, exhaustive)


def independent(size: int, laws: Sequence[Polynomial], seed: int = 0) -> Iterator[Polynomial]:
    """Those laws, the first ones first, whose gradients are independent of those before them at almost every point.

    They are seen to be at a random point modulo the prime.  That proves it: a minor that is not zero there is not the
    zero polynomial.
    """
    generator = np.random.default_rng((seed, 1))
    point = [int(x) for x in generator.integers(1, PRIME, size=size)]
    span = Span(size)
    for law in laws:
        slope = np.zeros((1, size), dtype=np.int64)
        for v in law.variables:
            slope[0, v] = _value(law.derivative(v), point)
        if span.add(slope):
            yield law


def _value(polynomial: Polynomial, point: Sequence[int]) -> int:
    found = 0
    for monomial, value in polynomial.terms.items():
        term = value.numerator * pow(value.denominator, -1, PRIME)
        for v in monomial:
            term = term * point[v] % PRIME
        found += term
    return found % PRIME


# -- classes of monomials --------------------------------------------------------------------------------------------


def classes(phi: PolynomialMap, degree: int) -> list[list[Monomial]]:
    """The monomials of degree 1 to `degree`, by how they change when phi only changes by signs."""
    basis: dict[int, int] = {}  # by leading bit: differences of the parities of two terms of one component
    for component in phi.components:
        parities = [_parity(m) for m in component.terms]
        for parity in parities[1:]:
            rest = _reduced(parity ^ parities[0], basis)
            if rest:
                basis[rest.bit_length()] = rest
    classes: dict[int, list[Monomial]] = {}
    for d in range(1, degree + 1):
        for monomial in combinations_with_replacement(range(phi.size), d):
            classes.setdefault(_reduced(_parity(monomial), basis), []).append(monomial)
    for monomials in classes.values():
        if len(monomials) > MOST_IN_CLASS:
            raise TooLarge(
                f"too large: a linear system with {len(monomials)} unknowns, and time grows as their cube; the limit "
                f"is {MOST_IN_CLASS}: take a lower degree, or a narrower model"
            )
    return sorted(classes.values(), key=lambda ms: (len(ms), ms))


def _parity(monomial: Monomial) -> int:
    bits = 0
    for v in monomial:
        bits ^= 1 << v
    return bits


def _reduced(bits: int, basis: dict[int, int]) -> int:
    rest, kept = bits, 0
    while rest:
        lead = rest.bit_length()
        if lead in basis:
            rest ^= basis[lead]
        else:
            kept |= 1 << (lead - 1)
            rest ^= 1 << (lead - 1)
    return kept


# -- equations -------------------------------------------------------------------------------------------------------


class _Sample:
    """Random points modulo the prime, each with random combinations of the gradients there."""

    def __init__(self, phi: PolynomialMap, seed: int) -> None:
        self._fields = GradientFields(phi)
        self._generator = np.random.default_rng((seed, 2))
        self._most = min(self._fields.count, 24)
        self._drawn: list[tuple[Integers, Integers]] = []

    def __iter__(self) -> Iterator[tuple[Integers, Integers]]:
        """Points of shape (D,), with gradients of shape (D, combinations); the same each time."""
        number = 0
        while True:
            if number == len(self._drawn):
                self._drawn.append(self._draw())
            yield self._drawn[number]
            number += 1

    def _draw(self) -> tuple[Integers, Integers]:
        point = self._generator.integers(1, PRIME, size=self._fields.size)
        gradients = self._fields.gradients(point[:, None])
        if self._fields.count > self._most:
            combination = self._generator.integers(0, PRIME, size=(self._fields.count, self._most))
            gradients = modular.product(gradients, combination)
        return point, gradients


def _equations(monomials: Integers, point: Integers, gradients: Integers) -> Integers:
    """``<grad m, X>`` for each monomial m of one degree and each field X: shape (fields, monomials)."""
    found = np.zeros((len(monomials), gradients.shape[1]), dtype=np.int64)
    for i in range(monomials.shape[1]):
        rest = np.ones(len(monomials), dtype=np.int64)
        for j in range(monomials.shape[1]):
            if j != i:
                rest = rest * point[monomials[:, j]] % PRIME
        found += rest[:, None] * gradients[monomials[:, i]] % PRIME
    return found.T % PRIME


def _solutions(sample: _Sample, monomials: list[Monomial]) -> list[Polynomial] | None:
    """The combinations of the monomials conserved modulo the prime, as rational ones; None if not recovered."""
    by_degree = [
        np.array([m for m in monomials if len(m) == d], dtype=np.int64) for d in sorted(set(map(len, monomials)))
    ]
    ordered = [m for d in sorted(set(map(len, monomials))) for m in monomials if len(m) == d]
    span = Span(len(monomials))
    wanted, grown = len(monomials) + 8, 1
    points = iter(sample)
    # One point may give fewer independent equations than it has fields: go on until more points add none.
    while grown and span.dimension < len(monomials):
        rows: list[Integers] = []
        while sum(map(len, rows)) < wanted or len(rows) < 3:
            point, gradients = next(points)
            rows.append(np.concatenate([_equations(ms, point, gradients) for ms in by_degree], axis=1))
        grown = span.add(np.concatenate(rows))
        wanted = 24 + len(monomials) // 4
    basis = span.kernel()
    if basis is None:
        return None
    return [
        _signed({m: Fraction(c) for m, c in zip(ordered, vector, strict=True) if c})
        for vector in modular.short_basis(basis)
    ]


def _signed(terms: dict[Monomial, Fraction]) -> Polynomial:
    """The law with a positive coefficient at the last monomial: the last layer's square counts positively."""
    last = max(terms, key=lambda m: (len(m), m))
    return Polynomial(terms).scaled(1 if terms[last] > 0 else -1)
