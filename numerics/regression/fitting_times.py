"""Gradient flow of a linear model in closed form, on the population and on samples, and how long it takes.

On the population a mode saturates at the rate ``eta rho_k`` (thesis (1.25), (1.26)).  On n samples, under the loss
``L_emp = |y - f|^2/(2 n)`` of (1.12), the residual obeys ``dr/dt = -(eta/n) K r`` with the kernel matrix K of the
samples (`linear-models/residual-on-samples`): along the i-th eigenvector of K/n it decays at the rate eta times the
eigenvalue.
With few strong features and a flat tail of eigenvalues r, p - d of them, ``c = (p - d) r``:

- the signal in the first d features is fitted at the rate ``eta (1 + c/n)`` (`linear-models/signal-fitting`),
- what they cannot fit is fitted by the tail at the rate ``eta c/n`` (`linear-models/noise-fitting`).

Thesis 1.6.1 gives (p - d)/n as the time of noise fitting, one over the printed tail eigenvalue: that is the time on the
population.  On samples, with these eigenvalues, c = n, and noise is fitted as fast as the signal
(`linear-models/time-scale-as-printed`, refuted); with eigenvalues 1/(p - d) the phases separate in 1 << eta t << n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
import scipy.optimize
from numpy.typing import ArrayLike

from ..formulas import Array


@dataclass(frozen=True)
class SampledFlow:
    """Gradient flow from zero on n samples, diagonalised once.

    Attributes:
        rates: eta times the eigenvalues of K/n, one over times, in decreasing order, shape (rank,).
        left: eigenvectors of the kernel matrix, as columns, shape (n, rank).
        right: the same directions in the space of parameters, shape (p, rank).
        singular: singular values of the design, shape (rank,).
        labels: shape (n,).
    """

    rates: Array
    left: Array
    right: Array
    singular: Array
    labels: Array

    @property
    def along(self) -> Array:
        """The labels along each eigenvector, shape (rank,)."""
        return np.asarray(self.left.T @ self.labels)

    def residual(self, times: ArrayLike) -> Array:
        """``y - f`` at the samples; shape (times, n).  What no parameters can fit stays."""
        never = self.labels - self.left @ self.along
        return never + self.modes(times) @ self.left.T

    def modes(self, times: ArrayLike) -> Array:
        """The residual along each eigenvector, ``(v_i . y) exp(-rate_i t)``; shape (times, rank)."""
        return np.asarray(self.along * np.exp(-np.multiply.outer(_times(times), self.rates)))

    def parameters(self, times: ArrayLike) -> Array:
        """The parameters, ``sum_i u_i (v_i . y) (1 - exp(-rate_i t))/s_i``; shape (times, p).  Thesis A.2.

        Infinite times give the parameters of least norm.
        """
        grown = -np.expm1(-np.multiply.outer(_times(times), self.rates))
        return np.asarray((grown * (self.along / self.singular)) @ self.right.T)

    def loss(self, times: ArrayLike) -> Array:
        """``|y - f|^2/(2 n)``; shape (times,)."""
        return np.asarray((self.residual(times) ** 2).sum(axis=1) / (2 * self.labels.size))


def sampled_flow(design: ArrayLike, labels: ArrayLike, eta: float = 1.0) -> SampledFlow:
    """Diagonalise the flow of the model ``f = design @ w`` from w = 0; O(n p min(n, p)) once, then O(n) a time.

    Args:
        design: ``sqrt(rho_k) e_k(x_i)``, shape (n, p).
        labels: shape (n,).
        eta: the learning rate of (1.12); time is in units of one over eta and the eigenvalues.

    Raises:
        ValueError: for shapes that do not agree, not finite input, a design of zeros, or eta <= 0.
    """
    matrix, wanted = np.asarray(design, dtype=float), np.asarray(labels, dtype=float)
    if matrix.ndim != 2 or not matrix.size or wanted.shape != matrix.shape[:1]:
        raise ValueError(f"expected a design (n, p) and labels (n,), got {matrix.shape} and {wanted.shape}")
    if not (np.isfinite(matrix).all() and np.isfinite(wanted).all()):
        raise ValueError("the design and the labels must be finite")
    if not 0 < eta < np.inf:
        raise ValueError(f"expected a positive learning rate, got {eta}")
    left, singular, right = scipy.linalg.svd(matrix, full_matrices=False)
    keep = singular > max(matrix.shape) * np.finfo(float).eps * singular[0]
    if not keep.any():
        raise ValueError("the design is zero: nothing is learned")
    s = singular[keep]
    return SampledFlow(eta * s**2 / wanted.size, left[:, keep], right[keep].T, s, wanted)


def population(eigenvalues: ArrayLike, target: ArrayLike, times: ArrayLike, eta: float = 1.0) -> Array:
    """``<e_k|f>`` at each time on infinite data, thesis (1.26); shape (times, modes)."""
    rho, wanted = np.asarray(eigenvalues, dtype=float), np.asarray(target, dtype=float)
    if rho.shape != wanted.shape or not (rho >= 0).all() or not np.isfinite(rho).all():
        raise ValueError("expected as many eigenvalues, finite and not negative, as target coefficients")
    if not 0 < eta < np.inf:
        raise ValueError(f"expected a positive learning rate, got {eta}")
    return np.asarray(-wanted * np.expm1(-eta * np.multiply.outer(_times(times), rho)))


@dataclass(frozen=True)
class FittingTimes:
    """Times to fall to 1/e, in units of 1/eta: by the eigenvalues of the population, by theory on samples, measured.

    Attributes:
        population_signal: 1 over the head's eigenvalue, 1.
        population_noise: 1/r; as printed, (p - d)/n.
        signal: on samples, ``1/(1 + c/n)``.
        noise: on samples, ``n/c``.
        measured_signal: when the residual of noiseless labels, within the span of the first d features at the samples,
            has fallen to 1/e of its way.
        measured_noise: when the residual of labels that are orthogonal to these features has.
    """

    population_signal: float
    population_noise: float
    signal: float
    noise: float
    measured_signal: float
    measured_noise: float


def fitting_times(head: ArrayLike, tail: ArrayLike, r: float, *, eta: float = 1.0, seed: int = 0) -> FittingTimes:
    """Fitting times of a model with d features of eigenvalue 1 and p - d of eigenvalue r, on given samples.

    Args:
        head: values of the first d features, shape (n, d).
        tail: values of the others, shape (n, p - d).
        r: their eigenvalue.
        eta: the learning rate.
        seed: of the random labels: a random function of the head, and white noise projected off the head.

    Raises:
        ValueError: for bad shapes, d >= n, or r <= 0.
    """
    first, rest = np.asarray(head, dtype=float), np.asarray(tail, dtype=float)
    if first.ndim != 2 or rest.ndim != 2 or first.shape[0] != rest.shape[0] or not first.shape[1] < first.shape[0]:
        raise ValueError(f"expected values of shapes (n, d) and (n, p - d) with d < n, got {first.shape}, {rest.shape}")
    if not 0 < r < np.inf:
        raise ValueError(f"expected a positive tail eigenvalue, got {r}")
    n, weight = first.shape[0], rest.shape[1] * r
    rng = np.random.default_rng(seed)
    signal = first @ rng.standard_normal(first.shape[1])
    basis, _ = np.linalg.qr(first)
    white = rng.standard_normal(n)
    noise: Array = white - basis @ (basis.T @ white)
    flow = sampled_flow(np.hstack([first, np.sqrt(r) * rest]), signal, eta)
    return FittingTimes(
        1.0 / eta,
        1.0 / (eta * r),
        1.0 / (eta * (1.0 + weight / n)),
        n / (eta * weight),
        _time_to_fall(flow.left.T @ signal, flow.rates),
        _time_to_fall(flow.left.T @ noise, flow.rates),
    )


def _time_to_fall(along: Array, rates: Array) -> float:
    """When the norm of a residual with these modes has fallen to 1/e: a sum of exponentials, so that it falls."""
    squares = along**2 / (along**2).sum()

    def excess(log_time: float) -> float:
        return float(np.log(squares @ np.exp(-2.0 * rates * np.exp(log_time))) + 2.0)

    low, high = -np.log(rates.max()) - 1.0, -np.log(rates.min()) + 1.0
    return float(np.exp(scipy.optimize.brentq(excess, low, high, xtol=1e-13)))


def _times(times: ArrayLike) -> Array:
    found = np.atleast_1d(np.asarray(times, dtype=float))
    if found.ndim != 1 or not (found >= 0).all():
        raise ValueError(f"times must be a list of numbers that are not negative, got {times!r}")
    return found
