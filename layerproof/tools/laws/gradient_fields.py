"""Gradients and Hessians of the components of phi, at points and along curves, modulo a prime.

A curve in the space of parameters is a truncated power series, so that derivatives of any order come from arithmetic
of series and no expression grows.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from .modular import PRIME, scattered, times
from .polynomials import Block, Integers, PolynomialMap


class GradientFields:
    """The gradient fields ``grad phi_1, ..., grad phi_n`` of a polynomial map.

    The cost of one evaluation is about d (T + D) multiplications for T terms of degree d, times K^2 / 2 along a series
    of K coefficients; a Hessian costs (d - 1) / 2 times as much.
    """

    def __init__(self, phi: PolynomialMap) -> None:
        self.phi = phi
        self.size = phi.size
        self.count = len(phi.components)
        self._blocks = [(block, block.modulo(PRIME)) for block in phi.blocks]

    def gradients(self, curve: Integers) -> Integers:
        """All gradients along a curve.

        Args:
            curve: shape (D, K), the K coefficients of the curve; K = 1 for a point.

        Returns:
            shape (D, n), the last coefficient of each entry of each gradient.
        """
        found = np.zeros(self.size * self.count, dtype=np.int64)
        for block, coefficients in self._blocks:
            for position, value in enumerate(_products_but_one(curve[block.variables])):
                values = value[:, -1] * coefficients % PRIME
                found += scattered(block.variables[:, position] * self.count + block.components, values, found.size)
        return (found % PRIME).reshape(self.size, self.count)

    def combined(self, curve: Integers, controls: Integers) -> Integers:
        """The gradient of ``sum_k c_k(t) phi_k`` along a curve: shape (D,), its last coefficient.

        Args:
            curve: shape (D, K).
            controls: shape (n, K), the coefficients of c_1, ..., c_n.
        """
        found = np.zeros(self.size, dtype=np.int64)
        for block, coefficients in self._blocks:
            weights = controls[block.components] * coefficients[:, None] % PRIME
            for position, value in enumerate(_products_but_one(curve[block.variables])):
                last = (value * weights[:, ::-1] % PRIME).sum(axis=1) % PRIME
                found += scattered(block.variables[:, position], last, self.size)
        return found % PRIME

    def hessian(self, curve: Integers, controls: Integers) -> Integers:
        """The Hessian of ``sum_k c_k(t) phi_k`` along a curve: shape (D, D), its last coefficient."""
        found = np.zeros(self.size * self.size, dtype=np.int64)
        for block, coefficients in self._blocks:
            weights = controls[block.components] * coefficients[:, None] % PRIME
            for i, j in combinations(range(block.variables.shape[1]), 2):
                rest = [k for k in range(block.variables.shape[1]) if k not in (i, j)]
                value = _product(curve[block.variables[:, rest]])
                last = (value * weights[:, ::-1] % PRIME).sum(axis=1) % PRIME
                a, b = block.variables[:, i], block.variables[:, j]
                found += scattered(a * self.size + b, last, found.size)
                found += scattered(b * self.size + a, last, found.size)
        return (found % PRIME).reshape(self.size, self.size)


def _one(like: Integers) -> Integers:
    """The series 1, for each row."""
    found = np.zeros((like.shape[0], like.shape[-1]), dtype=np.int64)
    found[:, 0] = 1
    return found


def _product(factors: Integers) -> Integers:
    """The product over the middle axis of series: shape (T, d, K) to (T, K)."""
    found = _one(factors)
    for k in range(factors.shape[1]):
        found = factors[:, 0] if k == 0 else times(found, factors[:, k])
    return found


def _products_but_one(factors: Integers) -> list[Integers]:
    """For each position on the middle axis, the product over all others: each of shape (T, K)."""
    degree = factors.shape[1]
    before = [_one(factors)]
    for k in range(degree - 1):
        before.append(factors[:, 0] if k == 0 else times(before[-1], factors[:, k]))
    after = _one(factors)
    found = [before[-1]]
    for k in range(degree - 1, 0, -1):
        after = factors[:, k] if k == degree - 1 else times(after, factors[:, k])
        found.append(after if k == 1 else times(before[k - 1], after))
    return found[::-1]


__all__ = ["Block", "GradientFields"]
