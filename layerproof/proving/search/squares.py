"""The search for `Squares`: Gram matrices, made positive definite in doubles, then rounded and factored exactly.

A polynomial is sought as ``sum_m m z' Q_m z``: the m are 1 and products of variables that are not negative, z the
monomials that can matter.  At a zero of the polynomial every Q_m must vanish on z, so that known zeros make the
matrices smaller; what is left can be positive definite, and then rounding does no harm.  The coefficients are matched
exactly: they give some of the entries as rational combinations of the others, which alone are rounded.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly
from numpy.typing import NDArray

from ...ground import effort
from ..sign_sets import NONNEGATIVE
from .certificates import Signs, Squares

_BASIS, _ENTRIES = 24, 220
_DENOMINATORS = (1, 2, 12, 60, 1000, 10**5, 10**7)
Exponents = tuple[int, ...]


@dataclass
class _Block:
    """One Gram matrix: its monomial, the rows ``basis * z`` and where its entries begin."""

    monomial: Exponents
    monomials: list[Exponents]
    basis: list[list[Fraction]]
    start: int = 0

    @property
    def size(self) -> int:
        return len(self.basis)


def squares(poly: fmpq_mpoly, signs: Signs, strict: bool, deadline: float) -> Squares | None:
    """A certificate as a sum of squares; None if none was found."""
    terms = {tuple(int(x) for x in e): Fraction(int(c.p), int(c.q)) for e, c in poly.to_dict().items()}
    count = len(signs)
    if count > 4 or not 2 <= poly.total_degree() <= 8:
        return None
    origin: Exponents = (0,) * count
    if not strict:
        parts = _parts(terms, signs, deadline)
        return None if parts is None else Squares(((origin, Fraction(1)),), parts)
    constant = terms.get(origin, Fraction(0))
    for share in (2, 10, 100):
        if constant <= 0 or effort.spent() > deadline:
            return None
        lower = {**terms, origin: constant - constant / share}
        parts = _parts(lower, signs, deadline)
        if parts is not None:
            one = (((origin), Fraction(1)),)
            return Squares(((origin, Fraction(1)),), (*parts, (constant / share, origin, one)))
    return None


def _parts(terms: dict[Exponents, Fraction], signs: Signs, deadline: float) -> tuple | None:  # type: ignore[type-arg]
    zeros = _zeros(terms, signs)
    blocks = _blocks(terms, signs, zeros)
    entries = sum(b.size * (b.size + 1) // 2 for b in blocks)
    if not blocks or entries > _ENTRIES or max(b.size for b in blocks) > _BASIS:
        return None
    solved = _matched(terms, blocks, entries)
    if solved is None:
        return None
    free, affine = solved
    point = _interior(blocks, affine, len(free), deadline)
    if point is None:
        return None
    for denominator in _DENOMINATORS:
        rounded = [Fraction(float(v)).limit_denominator(denominator) for v in point]
        values = [row[-1] + sum((c * v for c, v in zip(row, rounded, strict=False)), Fraction(0)) for row in affine]
        found = _factored(blocks, values)
        if found is not None:
            return found
    return None


def _zeros(terms: dict[Exponents, Fraction], signs: Signs) -> list[tuple[int, ...]]:
    """Small integer points in the closed domain at which the polynomial vanishes."""
    ranges = [range(0, 4) if s <= NONNEGATIVE else range(-2, 3) for s in signs]
    found = []
    for at in itertools.product(*ranges):
        value = sum((c * _power(at, e) for e, c in terms.items()), Fraction(0))
        if value == 0:
            found.append(at)
    return found[:30]


def _power(at: Sequence[int], exponents: Exponents) -> int:
    value = 1
    for x, e in zip(at, exponents, strict=True):
        value *= x**e
    return value


def _blocks(terms: dict[Exponents, Fraction], signs: Signs, zeros: list[tuple[int, ...]]) -> list[_Block]:
    count = len(signs)
    half = [k for k, s in enumerate(signs) if s <= NONNEGATIVE]
    factors: list[Exponents] = []
    for size in range(min(3, len(half) + 1)):
        for chosen in itertools.combinations(half, size):
            factors.append(tuple(int(k in chosen) for k in range(count)))
    degrees = [sum(e) for e in terms]
    low, high = min(degrees), max(degrees)
    tops = [max(e[k] for e in terms) for k in range(count)]
    options: dict[Exponents, list[Exponents]] = {}
    for m in factors:
        ranges = [range((tops[k] - m[k]) // 2 + 1) for k in range(count)]
        options[m] = [e for e in itertools.product(*ranges) if low <= 2 * sum(e) + sum(m) <= high]
    while True:  # a square that nothing can cancel must be of a monomial that the polynomial has
        sums: dict[Exponents, int] = {}
        for m, list_ in options.items():
            for e, f in itertools.combinations_with_replacement(list_, 2):
                total = tuple(x + y + z for x, y, z in zip(e, f, m, strict=True))
                sums[total] = sums.get(total, 0) + 1
        kept = {
            m: [
                e
                for e in list_
                if ((d := tuple(2 * x + z for x, z in zip(e, m, strict=True))) in terms and terms[d] > 0) or sums[d] > 1
            ]
            for m, list_ in options.items()
        }
        if kept == options:
            break
        options = kept
    blocks = []
    start = 0
    for m, list_ in options.items():
        rows = [[Fraction(_power(at, e)) for e in list_] for at in zeros if _power(at, m) > 0]
        basis = _null(rows, len(list_))
        if basis:
            blocks.append(_Block(m, list_, basis, start))
            start += len(basis) * (len(basis) + 1) // 2
    return blocks


def _null(rows: list[list[Fraction]], width: int) -> list[list[Fraction]]:
    """A basis of the vectors that every row annihilates."""
    if not rows:
        return [[Fraction(int(j == k)) for j in range(width)] for k in range(width)]
    reduced, rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows]).rref()
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    basis = []
    for free in (j for j in range(width) if j not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for i, j in enumerate(pivots):
            entry = reduced[i, free]
            vector[j] = -Fraction(int(entry.p), int(entry.q))
        basis.append(vector)
    return basis


def _matched(
    terms: dict[Exponents, Fraction], blocks: list[_Block], entries: int
) -> tuple[list[int], list[list[Fraction]]] | None:
    """The entries as affine functions of the free ones: a row an entry, the constant last; None if none match."""
    equations: dict[Exponents, list[Fraction]] = {e: [Fraction(0)] * entries for e in terms}
    for block in blocks:
        position = block.start
        for i in range(block.size):
            for j in range(i, block.size):
                for e, x in zip(block.monomials, block.basis[i], strict=True):
                    for f, y in zip(block.monomials, block.basis[j], strict=True):
                        if x and y:
                            total = tuple(p + q + r for p, q, r in zip(e, f, block.monomial, strict=True))
                            row = equations.setdefault(total, [Fraction(0)] * entries)
                            row[position] += x * y * (1 if i == j else 2)
                position += 1
    matrix = [[*row, terms.get(e, Fraction(0))] for e, row in equations.items()]
    reduced, rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in matrix]).rref()
    pivots = [next(j for j in range(entries + 1) if reduced[i, j] != 0) for i in range(rank)]
    if entries in pivots:
        return None
    free = [j for j in range(entries) if j not in pivots]
    affine = [[Fraction(0)] * (len(free) + 1) for _ in range(entries)]
    for k, j in enumerate(free):
        affine[j][k] = Fraction(1)
    for i, j in enumerate(pivots):
        for k, other in enumerate(free):
            affine[j][k] = -Fraction(int(reduced[i, other].p), int(reduced[i, other].q))
        affine[j][-1] = Fraction(int(reduced[i, entries].p), int(reduced[i, entries].q))
    return free, affine


def _interior(
    blocks: list[_Block], affine: list[list[Fraction]], count: int, deadline: float
) -> NDArray[np.float64] | None:
    """Free entries at which the least eigenvalue is as large as it gets; None if it is not positive.

    The least eigenvalue is smoothed to ``-log(sum exp(-beta lambda))/beta``, which is concave.
    """
    from scipy.optimize import minimize

    maps = []
    for block in blocks:
        base = np.zeros((block.size, block.size))
        slopes = np.zeros((count, block.size, block.size))
        position = block.start
        for i in range(block.size):
            for j in range(i, block.size):
                row = [float(x) for x in affine[position]]
                base[i, j] = base[j, i] = row[-1]
                slopes[:, i, j] = slopes[:, j, i] = row[:-1]
                position += 1
        maps.append((base, slopes))

    def least(y: NDArray[np.float64]) -> float:
        return min(float(np.linalg.eigvalsh(base + np.tensordot(y, slopes, 1))[0]) for base, slopes in maps)

    def smooth(y: NDArray[np.float64], beta: float) -> tuple[float, NDArray[np.float64]]:
        effort.spend(300)
        if effort.spent() > deadline:
            raise TimeoutError
        pairs = [np.linalg.eigh(base + np.tensordot(y, slopes, 1)) for base, slopes in maps]
        lowest = min(float(values[0]) for values, _ in pairs)
        weights = [np.exp(-beta * (values - lowest)) for values, _ in pairs]
        total = sum(float(w.sum()) for w in weights)
        gradient = np.zeros(count)
        for (_, vectors), weight, (_, slopes) in zip(pairs, weights, maps, strict=True):
            outer = (vectors * (weight / total)) @ vectors.T
            gradient += np.tensordot(slopes, outer, 2)
        return -(lowest - np.log(total) / beta), -gradient

    y = np.zeros(count)
    try:
        for beta in (3.0, 30.0, 300.0, 3000.0):
            if count:
                found = minimize(smooth, y, args=(beta,), jac=True, method="L-BFGS-B", bounds=[(-1e3, 1e3)] * count)
                y = np.asarray(found.x)
            if least(y) > 1e-4:
                return y
    except (TimeoutError, np.linalg.LinAlgError):
        return None
    return y if least(y) > 1e-7 else None


def _factored(blocks: list[_Block], values: list[Fraction]) -> tuple | None:  # type: ignore[type-arg]
    """The squares, by exact elimination; None if a pivot is not positive."""
    parts = []
    for block in blocks:
        n = block.size
        matrix = [[Fraction(0)] * n for _ in range(n)]
        position = block.start
        for i in range(n):
            for j in range(i, n):
                matrix[i][j] = matrix[j][i] = values[position]
                position += 1
        for k in range(n):
            pivot = matrix[k][k]
            if pivot < 0 or (pivot == 0 and any(matrix[k][j] for j in range(k, n))):
                return None
            if pivot == 0:
                continue
            row = [matrix[k][j] / pivot for j in range(n)]
            base: dict[Exponents, Fraction] = {}
            for j in range(k, n):
                for e, x in zip(block.monomials, block.basis[j], strict=True):
                    base[e] = base.get(e, Fraction(0)) + row[j] * x
            parts.append((pivot, block.monomial, tuple((e, c) for e, c in base.items() if c)))
            for i in range(k + 1, n):
                for j in range(k + 1, n):
                    matrix[i][j] -= matrix[i][k] * row[j]
    return tuple(parts)
