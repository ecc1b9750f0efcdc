"""Arithmetic modulo a large prime: arrays of residues, truncated power series, ranks, and the way back to rationals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm

import numpy as np
from flint import fmpz_mat, nmod_mat

from .polynomials import Integers

PRIME = 2**31 - 1
"""The prime.  Products of two residues fit into 64 bits."""

_HALF = 1 << 15


def product(a: Integers, b: Integers) -> Integers:
    """The matrix product of residues, of shapes (..., n, k) and (..., k, m), for k up to 2^16."""
    high, low = a // _HALF, a % _HALF
    return ((high @ b) % PRIME * _HALF + (low @ b) % PRIME) % PRIME


def times(a: Integers, b: Integers) -> Integers:
    """The product of power series, whose coefficients are the last axis, truncated to the length of `a`."""
    found = np.zeros_like(a)
    for k in range(a.shape[-1]):
        found[..., k] = (a[..., : k + 1] * b[..., k::-1] % PRIME).sum(axis=-1) % PRIME
    return found


def scattered(indices: Integers, values: Integers, size: int) -> Integers:
    """For each index from 0 to size - 1, the sum of the values at that index; at most 2^21 values an index.

    Sums stay below 2^52, where double precision, which `bincount` adds in, is exact.
    """
    found = np.bincount(indices.ravel(), weights=values.ravel().astype(np.float64), minlength=size)
    return found.astype(np.int64) % PRIME


def matrix(rows: Integers) -> nmod_mat:
    """The residues as a matrix of FLINT."""
    return nmod_mat(rows.shape[0], rows.shape[1], rows.ravel().tolist(), PRIME)


def rank(rows: Integers) -> int:
    """The rank of a matrix of residues."""
    return int(matrix(rows).rank()) if rows.size else 0


class Span:
    """A subspace of vectors of residues, which grows."""

    def __init__(self, size: int) -> None:
        self.rows = np.zeros((0, size), dtype=np.int64)

    @property
    def dimension(self) -> int:
        """The dimension so far."""
        return int(self.rows.shape[0])

    def add(self, vectors: Integers) -> int:
        """Span the rows of `vectors` as well; returns by how much the dimension grew."""
        before = self.dimension
        if before == self.rows.shape[1]:
            return 0
        reduced, new = matrix(np.vstack([self.rows, vectors])).rref()
        self.rows = _residues(reduced, int(new))
        return self.dimension - before

    def kernel(self) -> list[list[Fraction]] | None:
        """A basis of the rational vectors orthogonal to the span, if each is small; None if one is not recovered.

        The basis is the reduced one, whose entries are rational numbers of small height if there is a law behind them.
        What is recovered is a guess until it is proved.
        """
        columns = self.rows.shape[1]
        pivots = [int(np.flatnonzero(row)[0]) for row in self.rows]
        basis = []
        for free in sorted(set(range(columns)) - set(pivots)):
            vector = [Fraction(0)] * columns
            vector[free] = Fraction(1)
            for row, pivot in zip(self.rows, pivots, strict=True):
                if row[free]:
                    value = rational(-int(row[free]) % PRIME)
                    if value is None:
                        return None
                    vector[pivot] = value
            basis.append(vector)
        return basis


def _residues(mat: nmod_mat, rows: int) -> Integers:
    columns = mat.ncols()
    return np.array([[int(mat[i, j]) for j in range(columns)] for i in range(rows)], dtype=np.int64).reshape(
        rows, columns
    )


def rational(residue: int) -> Fraction | None:
    """The fraction a/b with ``|a|, b < sqrt(PRIME / 2)`` that is `residue` modulo the prime; None if there is none."""
    bound = isqrt(PRIME // 2)
    old, new = (PRIME, 0), (residue, 1)
    while new[0] > bound:
        quotient = old[0] // new[0]
        old, new = new, (old[0] - quotient * new[0], old[1] - quotient * new[1])
    if new[1] == 0 or abs(new[1]) > bound:
        return None
    return Fraction(new[0], new[1])


def short_basis(basis: Sequence[Sequence[Fraction]]) -> list[list[int]]:
    """An integer basis of the same rational space, of short vectors: they have few entries that are not zero."""
    if not basis:
        return []
    rows = []
    for vector in basis:
        common = lcm(*(value.denominator for value in vector))
        rows.append([int(value * common) for value in vector])
    reduced = fmpz_mat(rows).lll()
    found = []
    for i in range(reduced.nrows()):
        row = [int(reduced[i, j]) for j in range(reduced.ncols())]
        found.append([value // gcd(*row) for value in row])
    return found
