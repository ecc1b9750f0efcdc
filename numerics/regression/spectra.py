"""Spectra of a kernel: eigenvalues with multiplicities, in as few numbers as they need.

What is asked of a spectrum here are sums ``sum_k g(log rho_k - log kappa)`` with ``g`` a logistic function or close to
one, analytic within a distance pi of the real line.  So ten million eigenvalues need not be kept:

- equal eigenvalues are one value with a count (`Spectrum.of` with counts, `benign`);
- the eigenvalues within a quarter of an e-fold are as good as 10 nodes with weights (`Spectrum.compressed`): the error
  of Chebyshev interpolation falls as ``(c + sqrt(c^2 + 1))^-m = 50^-m``, c = 8 pi, with the number m of nodes;
- of a power law, runs of consecutive integers are summed by their Gauss rule, which is known in closed form
  (`power_law`), so that 1e12 eigenvalues cost what 1e4 cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from ..formulas import Array

BINS = 4  # bins per e-fold of eigenvalues: narrower ones need fewer nodes each and more in all
NODES = 10  # per bin: 50^-10 is 1e-17, with room for the double poles of derivatives
GAUSS = 10  # nodes of a run of a power law over one e-fold of eigenvalues: exact to degree 19
BLOCK = 1 << 15  # eigenvalues worked on at a time, to stay in the cache


@dataclass(frozen=True)
class Spectrum:
    """Positive eigenvalues with counts, and the number of zero ones.

    Attributes:
        values: positive eigenvalues, shape (r,), in any order.
        counts: how many modes each stands for, shape (r,).  Of a compressed spectrum these are weights: real, and
            possibly negative, with the right sum.
        zeros: the number of modes with eigenvalue zero.  They are never learned and do not count as modes.
    """

    values: Array
    counts: Array
    zeros: float = 0.0

    @staticmethod
    def of(values: ArrayLike, counts: ArrayLike | None = None) -> Spectrum:
        """The spectrum of eigenvalues in any order, each once or with the given counts.

        Raises:
            ValueError: for NaN, infinite or negative eigenvalues or counts, shapes that do not agree, no positive
                eigenvalue at all, or a sum that overflows.
        """
        found = np.atleast_1d(np.asarray(values, dtype=float))
        if found.ndim != 1:
            raise ValueError(f"eigenvalues must be a list of numbers, got an array of shape {found.shape}")
        if not found.size:
            raise ValueError("a spectrum needs at least one eigenvalue, got none")
        low, high = found.min(), found.max()  # NaN if any is
        if not (low >= 0 and high < np.inf):
            bad = int(np.flatnonzero(~((found >= 0) & (found < np.inf)))[0])
            raise ValueError(f"eigenvalues must be finite and not negative, got {found[bad]} at index {bad}")
        many = np.ones_like(found) if counts is None else np.atleast_1d(np.asarray(counts, dtype=float))
        if many.shape != found.shape:
            raise ValueError(f"expected one count for each of {found.size} eigenvalues, got shape {many.shape}")
        if counts is not None and not (many.min() >= 0 and many.max() < np.inf):
            raise ValueError(f"counts must be finite and not negative, got {many[~((many >= 0) & (many < np.inf))][0]}")
        if high == 0 or not (found * many).any():
            raise ValueError("a spectrum needs a positive eigenvalue, all of them are zero")
        with np.errstate(over="ignore"):
            if not np.isfinite(found @ many):
                raise ValueError("the sum of the eigenvalues overflows: rescale them, kappa scales along")
        if low > 0 and (counts is None or many.min() > 0):
            return Spectrum(found, many)
        keep = (found > 0) & (many > 0)
        return Spectrum(found[keep], many[keep], float(many[found == 0].sum()))

    @cached_property
    def modes(self) -> float:
        """The number p of modes with a positive eigenvalue."""
        total = float(self.counts.sum())
        return float(round(total)) if abs(total - round(total)) <= 1e-12 * max(total, 1.0) else total

    @cached_property
    def trace(self) -> float:
        """The sum of the eigenvalues, the mean of ``K(x, x)``."""
        return float(self.values @ self.counts)

    def compressed(self, nodes: int = NODES) -> Spectrum:
        """A spectrum of ``4 nodes`` values per e-fold with the same sums of logistic functions of log rho.

        10 nodes leave a relative error of a few roundings in these sums, for every kappa; 4 nodes below 1e-5.  Costs
        O(p nodes) time and O(nodes log(rho_1/rho_p)) memory.  A spectrum that would not shrink is returned as it is.
        """
        if nodes < 1:
            raise ValueError(f"expected at least one node, got {nodes}")
        bottom, top = np.log(self.values.min()), np.log(self.values.max())
        if top == bottom:
            return Spectrum(self.values[:1], np.array([self.counts.sum()]), self.zeros)
        bins = int(np.ceil(BINS * (top - bottom)))
        if bins * nodes >= self.values.size:
            return self
        width = (top - bottom) / bins
        moments = np.zeros((nodes, bins))  # sums of Chebyshev polynomials over each bin
        for start in range(0, self.values.size, BLOCK):
            at = (np.log(self.values[start : start + BLOCK]) - bottom) / width
            where = np.minimum(at.astype(np.int64), bins - 1)
            u = 2.0 * (at - where) - 1.0
            before, now = self.counts[start : start + BLOCK], u * self.counts[start : start + BLOCK]
            u *= 2.0
            for row in moments:
                row += np.bincount(where, weights=before, minlength=bins)
                before, now = now, u * now - before
        angle = np.pi * (np.arange(nodes) + 0.5) / nodes
        transform = 2.0 * np.cos(angle[:, None] * np.arange(nodes)) / nodes  # the weights of interpolation at nodes
        transform[:, 0] = 1.0 / nodes
        values = np.exp(bottom + width * (np.arange(bins) + (1.0 + np.cos(angle)[:, None]) / 2.0))
        used = moments[0] > 0
        return Spectrum(values[:, used].ravel(), (transform @ moments)[:, used].ravel(), self.zeros)


def benign(d: int, p: int, tail: float) -> Spectrum:
    """The spectrum of thesis (1.36): ``d`` eigenvalues 1 and ``p - d`` eigenvalues ``tail``.

    Raises:
        ValueError: unless ``0 < d < p`` and ``tail > 0``.
    """
    if not (0 < d < p and 0 < tail < np.inf):
        raise ValueError(f"expected 0 < d < p and a positive tail eigenvalue, got d = {d}, p = {p}, tail = {tail}")
    return Spectrum.of([1.0, tail], [d, p - d])


def power_law(alpha: float, p: int) -> Spectrum:
    """The spectrum ``rho_k = k^-(1 + alpha)`` for k = 1 to p, with alpha > -1 and p up to 1e14.

    A run of N consecutive integers over one e-fold of eigenvalues is replaced by its Gauss rule, whose weights are
    positive: the orthogonal polynomials are the discrete Chebyshev (Gram) polynomials, with the recurrence
    coefficients ``j^2 (N^2 - j^2)/(4 (4 j^2 - 1))``.  Costs O(alpha log p) time and memory.  Sums of logistic
    functions of log rho are right to about 1e-14 relative.

    Raises:
        ValueError: unless ``p`` is an integer from 1 to 1e14, alpha > -1, and the last eigenvalue does not underflow.
    """
    if p != int(p) or not 1 <= p <= 10**14:
        raise ValueError(f"expected a number of modes p from 1 to 1e14, got {p}")
    if not -1 < alpha < np.inf:
        raise ValueError(f"expected alpha > -1, got {alpha}")
    exponent = 1.0 + alpha
    if p**-exponent < 1e-300:
        raise ValueError(f"the last eigenvalue {p}^-{exponent} underflows: take fewer modes")
    ratio = np.exp(min(1.0 / exponent, 0.5))  # a pole lies at the angle pi/(1 + alpha) from the real line
    head = min(int(p), int(np.ceil(2 * GAUSS / (ratio - 1.0))))
    where, weights = [np.arange(1.0, head + 1.0)], [np.ones(head)]
    done = head
    while done < p:
        end = min(int(p), int(done * ratio))
        size = end - done
        if size <= GAUSS:
            where.append(np.arange(done + 1.0, end + 1.0))
            weights.append(np.ones(size))
        else:
            j = np.arange(1.0, GAUSS)
            beta = j**2 * (1.0 - (j / size) ** 2) / (4.0 * (4.0 * j**2 - 1.0))
            at, vectors = scipy.linalg.eigh_tridiagonal(np.zeros(GAUSS), np.sqrt(beta))
            where.append((done + end + 1.0) / 2.0 + size * at)
            weights.append(size * vectors[0] ** 2)
        done = end
    return Spectrum(np.concatenate(where) ** -exponent, np.concatenate(weights))
