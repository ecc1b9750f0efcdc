"""Algorithm 1 of the thesis: eigenvalues and eigenfunctions of the integral operator from n samples.

Thesis (1.33) and Algorithm 1 lack a factor: the mean over the samples is phi phi^T/n, so that the eigenvalues are
``s_k^2/n`` and the eigenfunctions ``sqrt(n) u_k^T Phi/s_k`` (`linear-models/sample-eigenvalues`,
`linear-models/sample-eigenfunction-normalised`).  The repaired algorithm is what is computed here.

How fast it converges, for independent inputs and a simple eigenvalue: by first-order perturbation the estimate is
``rho_k (1/n) sum_i e_k(x_i)^2 + O(1/n)``, so that

    sqrt(n) (estimate - rho_k)/rho_k  ->  N(0, Var[e_k^2]).

The error falls as n^-1/2, with a known constant, if the moments exist (the samples' K(x, x) must not be heavy-tailed).
There is one exception: where ``e_k^2`` is constant, as for the constant function of the Mehler kernel, the first order
vanishes and the error falls as 1/n.  Eigenfunctions converge as n^-1/2 too, more slowly in absolute terms the closer
their eigenvalue is to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from ..formulas import Array
from .kernels import KnownKernel


@dataclass(frozen=True)
class Eigensystem:
    """Empirical eigenvalues, and functions that can be evaluated anywhere.

    Attributes:
        values: estimates of rho_k in decreasing order, shape (r,).
        vectors: shape (p, r) from features (the u_k), (n, r) from a kernel matrix.
        scale: what the products of `vectors` with features, or with the kernel, are multiplied by; shape (r,).
    """

    values: Array
    vectors: Array
    scale: Array

    def functions(self, features: ArrayLike) -> Array:
        """The eigenfunctions at any points; shape (points, r).

        Args:
            features: Phi at the points, shape (p, points); or K(x_i, x), shape (n, points), for a kernel.
        """
        given = np.asarray(features, dtype=float)
        if given.ndim != 2 or given.shape[0] != self.vectors.shape[0]:
            raise ValueError(f"expected {self.vectors.shape[0]} rows and a column for each point, got {given.shape}")
        return np.asarray(given.T @ self.vectors * self.scale)


def from_features(phi: ArrayLike, count: int | None = None) -> Eigensystem:
    """Algorithm 1, repaired, for phi of shape (p, n): features in rows, samples in columns.

    For p < n by the eigenvectors of the p x p feature covariance, O(n p^2); otherwise by those of the n x n kernel
    matrix, O(p n^2).  Only eigenvalues above ``max(n, p) eps`` times the largest are kept, at most `count`.
    """
    given = np.asarray(phi, dtype=float)
    if given.ndim != 2 or not given.size or not np.isfinite(given).all():
        raise ValueError(f"expected finite features of shape (p, n), got shape {given.shape}")
    p, n = given.shape
    if p < n:
        values, vectors = _top(given @ given.T / n, count, n)
    else:
        values, small = _top(given.T @ given / n, count, p)
        vectors = given @ small / np.sqrt(n * values)
    return Eigensystem(values, vectors, 1.0 / np.sqrt(values))


def from_kernel(matrix: ArrayLike, count: int | None = None) -> Eigensystem:
    """The same from the kernel matrix K(x_i, x_j), shape (n, n): Nystroem's method."""
    given = np.asarray(matrix, dtype=float)
    if given.ndim != 2 or given.shape[0] != given.shape[1] or not given.size or not np.isfinite(given).all():
        raise ValueError(f"expected a finite square kernel matrix, got shape {given.shape}")
    n = given.shape[0]
    values, vectors = _top(given / n, count, n)
    return Eigensystem(values, vectors, 1.0 / (np.sqrt(n) * values))


def _top(matrix: Array, count: int | None, size: int) -> tuple[Array, Array]:
    """The largest eigenvalues in decreasing order, with eigenvectors."""
    n = matrix.shape[0]
    if count is not None and count < 1:
        raise ValueError(f"expected at least one eigenvalue, got {count}")
    kept = n if count is None else min(count, n)
    values, vectors = scipy.linalg.eigh(matrix, subset_by_index=[n - kept, n - 1])
    values, vectors = values[::-1], vectors[:, ::-1]
    keep = values > size * np.finfo(float).eps * max(values[0], 0.0)
    if not keep.any():
        raise ValueError("the kernel is zero, or not positive semidefinite, at these samples")
    return values[keep], vectors[:, keep]


@dataclass(frozen=True)
class Convergence:
    """Errors of Algorithm 1 against a known spectrum, and how they fall with n.

    Attributes:
        sizes: numbers of samples, shape (s,).
        values: root mean square relative errors of the eigenvalues over draws, shape (s, count).
        functions: root mean square distances of the eigenfunctions in L^2(q), up to sign, shape (s, count).
        predicted: ``sqrt(Var[e_k^2]/n)``, shape (s, count).
        value_slopes: slopes of log(error) against log(n), shape (count,).
        value_slope_errors: their standard errors, shape (count,).
        function_slopes: the same for eigenfunctions.
        function_slope_errors: the same.
    """

    sizes: Array
    values: Array
    functions: Array
    predicted: Array
    value_slopes: Array
    value_slope_errors: Array
    function_slopes: Array
    function_slope_errors: Array


def convergence(
    known: KnownKernel, sizes: Sequence[int], *, count: int = 3, draws: int = 50, seed: int = 0, test: int = 4000
) -> Convergence:
    """Run Algorithm 1 on `draws` sets of samples of each size.

    By features where the kernel has fewer of them than samples, otherwise by the kernel matrix.  Distances of functions
    are means over `test` further inputs, which also give Var[e_k^2].

    Raises:
        ValueError: for fewer than two sizes or draws, or sizes below 2 `count`.
    """
    if len(set(sizes)) < 2 or draws < 2 or min(sizes) < 2 * count or test < 2:
        raise ValueError(f"expected two sizes or more, all at least 2 count = {2 * count}, and two draws; got {sizes}")
    rng = np.random.default_rng(seed)
    truth = known.eigenvalues(count)
    inputs = known.draw(rng, test)
    there = known.functions(inputs, count)
    values, functions = np.empty((2, len(sizes), draws, count))
    for s, n in enumerate(sizes):
        for draw in range(draws):
            x = known.draw(rng, n)
            if known.features is not None and known.features(x[:1]).shape[0] < n:
                found = from_features(known.features(x), count)
                estimates = found.functions(known.features(inputs))
            else:
                found = from_kernel(known.kernel(x, x), count)
                estimates = found.functions(known.kernel(x, inputs))
            values[s, draw] = (found.values / truth - 1.0) ** 2
            estimates = estimates * np.where((estimates * there).sum(axis=0) < 0, -1.0, 1.0)
            functions[s, draw] = ((estimates - there) ** 2).mean(axis=0)
    spread = np.sqrt((there**2).var(axis=0))
    value_slopes = _slopes(sizes, values)
    function_slopes = _slopes(sizes, functions)
    return Convergence(
        np.asarray(sizes, dtype=float),
        np.sqrt(values.mean(axis=1)),
        np.sqrt(functions.mean(axis=1)),
        spread / np.sqrt(np.asarray(sizes, dtype=float))[:, None],
        *value_slopes,
        *function_slopes,
    )


def _slopes(sizes: Sequence[int], squares: Array) -> tuple[Array, Array]:
    """Least squares slopes of log(root mean square) against log(n), weighted by what the draws say of each point."""
    draws = squares.shape[1]
    mean = squares.mean(axis=1)
    y = np.log(mean) / 2.0
    error = squares.std(axis=1, ddof=1) / np.sqrt(draws) / (2.0 * mean)
    x = np.log(np.asarray(sizes, dtype=float))[:, None]
    weight = 1.0 / error**2
    centre = (weight * x).sum(axis=0) / weight.sum(axis=0)
    inertia = (weight * (x - centre) ** 2).sum(axis=0)
    return (weight * (x - centre) * y).sum(axis=0) / inertia, 1.0 / np.sqrt(inertia)
