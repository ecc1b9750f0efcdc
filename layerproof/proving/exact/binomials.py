"""Polynomials as sums of binomials ``x**a + x**b - 2 x**((a+b)/2)``, which are nowhere negative.

The arithmetic and the geometric mean of two monomials; that of three, Cauchy and Schwarz's inequality and most
symmetric ones are chains of them.  Which binomials are needed is a linear program.  It is solved in floating point; the
weights are then found exactly, from which of them are not 0, and the sum is put together and compared with what was
asked for, so that nothing hangs on rounding but whether a proof is found.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly

from ...ground import effort
from ..domain import ANY, NONNEGATIVE, NONPOSITIVE, POSITIVE
from .elements import Sign

Exponents = tuple[int, ...]
Terms = dict[Exponents, fmpq]
_VARIABLES, _TERMS, _MONOMIALS = 5, 60, 130
_SMALL = 1e-9


@dataclass(frozen=True)
class _Letters:
    """Which variables may have either sign, and which may be 0."""

    either: tuple[bool, ...]
    zero: tuple[bool, ...]

    def is_square_like(self, exponents: Exponents) -> bool:
        """Whether a monomial is negative nowhere."""
        return not any(power % 2 for power, either in zip(exponents, self.either, strict=True) if either)

    def is_positive(self, exponents: Exponents) -> bool:
        """Whether a monomial is positive everywhere."""
        vanishes = any(power and zero for power, zero in zip(exponents, self.zero, strict=True))
        return not vanishes and self.is_square_like(exponents)


def sign_by_binomials(poly: fmpq_mpoly, signs: list[Sign]) -> Sign:
    """The sign of a polynomial whose variables have the given signs, if it, or its negative, is such a sum."""
    used = [k for k, degree in enumerate(poly.degrees()) if degree]
    if not 1 < len(used) <= _VARIABLES or len(poly) > _TERMS or any(not signs[k] - {0} for k in used):
        return ANY
    turned = [signs[k] <= NONPOSITIVE for k in used]
    odd = [any(every[k] % 2 for every in poly.to_dict()) for k in used]  # of even powers only the size counts
    either = [not (signs[k] <= NONNEGATIVE or signs[k] <= NONPOSITIVE) and odd[place] for place, k in enumerate(used)]
    letters = _Letters(tuple(either), tuple(0 in signs[k] for k in used))
    terms: Terms = {}
    for every, coefficient in poly.to_dict().items():
        exponents = tuple(int(every[k]) for k in used)
        flips = sum(power for power, back in zip(exponents, turned, strict=True) if back)
        terms[exponents] = -coefficient if flips % 2 else coefficient
    direction = _direction(terms, letters)
    if direction == 0:
        return ANY
    positive = _is_sum({exponents: direction * c for exponents, c in terms.items()}, letters)
    if positive is None:
        return ANY
    found: Sign = POSITIVE if positive else NONNEGATIVE
    return frozenset(direction * value for value in found)


def _direction(terms: Terms, letters: _Letters) -> int:
    """1 or -1 as the polynomial is positive or negative at some points and nowhere the reverse; 0 if it is both."""
    scales = (1, 2, fmpq(1, 2), 3, fmpq(1, 5), 9)
    seen = 0
    for round_, (first, step) in enumerate(itertools.product(range(6), (0, 1, 2, 5))):
        at = [fmpq(scales[(first + k * step) % 6]) for k in range(len(letters.either))]
        at = [
            -x if either and (round_ >> k) % 2 else x
            for k, (x, either) in enumerate(zip(at, letters.either, strict=True))
        ]
        value = sum(
            (c * math.prod(x**p for x, p in zip(at, powers, strict=True)) for powers, c in terms.items()), fmpq(0)
        )
        own = (value > 0) - (value < 0)
        if own * seen < 0:
            return 0
        seen = seen or own
    return seen


def _is_sum(terms: Terms, letters: _Letters) -> bool | None:
    """None if no weights are found; else whether a monomial that is positive everywhere is left over."""
    monomials = _monomials(terms)
    if len(monomials) > _MONOMIALS:
        return None
    columns = [*_binomials(terms, monomials, letters)]
    rest = [m for m in monomials if letters.is_square_like(m)]
    columns += [{m: fmpq(1)} for m in rest]
    effort.spend(2000 + 20 * len(columns) * len(monomials))
    row = {monomial: k for k, monomial in enumerate(monomials)}
    weights = _weights(terms, columns, row, [letters.is_positive(m) for m in rest])
    if weights is None:
        return None
    whole: Terms = {}
    for column, weight in weights:
        for monomial, coefficient in columns[column].items():
            whole[monomial] = whole.get(monomial, fmpq(0)) + weight * coefficient
    if {m: c for m, c in whole.items() if c != 0} != terms:
        return None
    return any(
        letters.is_positive(rest[k - len(columns) + len(rest)]) for k, _ in weights if k >= len(columns) - len(rest)
    )


def _monomials(terms: Terms) -> list[Exponents]:
    """Those between the ones that occur, by degree and by each exponent."""
    degrees = [sum(exponents) for exponents in terms]
    ranges = [range(min(powers), max(powers) + 1) for powers in zip(*terms, strict=True)]
    if math.prod(map(len, ranges)) > 50 * _MONOMIALS:
        return [*terms] * (_MONOMIALS + 1)
    return [m for m in itertools.product(*ranges) if min(degrees) <= sum(m) <= max(degrees)]


def _binomials(terms: Terms, monomials: list[Exponents], letters: _Letters) -> Iterator[Terms]:
    """``x**a + x**b -+ 2 x**((a+b)/2)``; of those that occur also with the square roots of their coefficients."""
    outer = [m for m in monomials if letters.is_square_like(m)]
    for one, other in itertools.combinations(outer, 2):
        total = [p + q for p, q in zip(one, other, strict=True)]
        if any(p % 2 for p in total):
            continue
        middle = tuple(p // 2 for p in total)
        sides = [(fmpq(1), fmpq(1), fmpq(1))]
        a, b = terms.get(one, fmpq(0)), terms.get(other, fmpq(0))
        if a > 0 and b > 0 and a != b and (root := _root(a * b)) is not None:
            sides.append((a, b, root))
        for first, second, root in sides:
            for sign in (-2,) if letters.is_square_like(middle) else (-2, 2):
                yield {one: first, other: second, middle: sign * root}


def _root(value: fmpq) -> fmpq | None:
    above, below = math.isqrt(int(value.p)), math.isqrt(int(value.q))
    return fmpq(above, below) if above * above == value.p and below * below == value.q else None


def _weights(
    terms: Terms, columns: list[Terms], row: dict[Exponents, int], strict: list[bool]
) -> list[tuple[int, fmpq]] | None:
    """Positive weights by which the columns add up to the polynomial; as much as can be on what is positive."""
    from scipy.optimize import linprog
    from scipy.sparse import lil_matrix

    matrix = lil_matrix((len(row), len(columns)))
    for k, column in enumerate(columns):
        for monomial, coefficient in column.items():
            matrix[row[monomial], k] = float(coefficient.p) / float(coefficient.q)
    wanted = np.zeros(len(row))
    for monomial, coefficient in terms.items():
        wanted[row[monomial]] = float(coefficient.p) / float(coefficient.q)
    scale = float(np.abs(wanted).max())
    cost = np.zeros(len(columns))
    cost[len(columns) - len(strict) :] = [-1.0 if positive else 0.0 for positive in strict]
    cost[: len(columns) - len(strict)] = 1e-3  # few binomials, and no ray along which the program has no end
    solved = linprog(cost, A_eq=matrix.tocsr(), b_eq=wanted / scale, bounds=(0, None), method="highs-ds")
    if not solved.success:
        return None
    chosen = [k for k, weight in enumerate(solved.x) if weight > _SMALL]
    return _exactly(terms, columns, row, chosen)


def _exactly(
    terms: Terms, columns: list[Terms], row: dict[Exponents, int], chosen: list[int]
) -> list[tuple[int, fmpq]] | None:
    system = fmpq_mat(len(row), len(chosen) + 1)
    for place, k in enumerate(chosen):
        for monomial, coefficient in columns[k].items():
            system[row[monomial], place] = coefficient
    for monomial, coefficient in terms.items():
        system[row[monomial], len(chosen)] = coefficient
    reduced, rank = system.rref()
    if rank != len(chosen) or any(reduced[k, k] != 1 for k in range(rank)):
        return None
    found = [(k, reduced[place, len(chosen)]) for place, k in enumerate(chosen)]
    return found if all(weight > 0 for _, weight in found) else None
