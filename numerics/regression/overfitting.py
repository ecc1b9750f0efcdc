"""Benign and malignant overfitting: the sine model of thesis 1.6.1 and 1.6.2, and what its head and tail learn.

The model has p sine features; the first d have eigenvalue 1, the others r.  Thesis (1.36) prints ``r = n/(p - d)``,
which makes kappa tend to one and the learnability of the first d features to one half
(`linear-models/benign-learnability-as-printed`, refuted); ``r = 1/(p - d)`` repairs it, with ``L > 1 - 1/(n - d + 1)``
(`linear-models/benign-learnability-lower-bound`).

The kernels of head and tail are known in closed form, so that a fit costs O(n^3 + n^2 d) whatever p is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from ..formulas import Array
from .features import sine_kernel, sine_values
from .learnability import learnability
from .spectra import Spectrum, benign


@dataclass(frozen=True)
class Setup:
    """The setup of (1.36), with the sizes of figures 1.3 and 1.5.

    Attributes:
        d: features of eigenvalue one.
        n: samples, uniform on [0, 1].
        p: features in all.
        tail: the eigenvalue of the others; default 1/(p - d), the repaired one.  See `printed`.
    """

    d: int = 5
    n: int = 100
    p: int = 2000
    tail: float = field(default=0.0)

    def __post_init__(self) -> None:
        if not 0 < self.d < self.n < self.p:
            raise ValueError(f"expected 0 < d < n < p, got d = {self.d}, n = {self.n}, p = {self.p}")
        if not 0 <= self.tail < np.inf:
            raise ValueError(f"expected a positive tail eigenvalue, or 0 for 1/(p - d), got {self.tail}")
        if self.tail == 0:
            object.__setattr__(self, "tail", 1.0 / (self.p - self.d))

    @staticmethod
    def printed(d: int = 5, n: int = 100, p: int = 2000) -> Setup:
        """The setup with the eigenvalues of (1.36) as printed, n/(p - d), which is refuted."""
        return Setup(d, n, p, n / (p - d))

    @property
    def spectrum(self) -> Spectrum:
        """Two eigenvalues with their multiplicities."""
        return benign(self.d, self.p, self.tail)

    @cached_property
    def kappa(self) -> float:
        """The kappa of (1.35)."""
        return float(learnability(self.spectrum, self.n).kappa)

    @property
    def head_learnability(self) -> float:
        """L_k for k <= d."""
        return 1.0 / (1.0 + self.kappa)

    @property
    def tail_learnability(self) -> float:
        """L_k for k > d."""
        return self.tail / (self.tail + self.kappa)

    def head_spread(self, frequency: int, amplitude: float, noise: float) -> float:
        """The standard deviation of a learned coefficient of the head, ``L sqrt(E/n)``, over draws.

        E is the test error on noisy labels of the target ``amplitude sin(2 pi frequency x)``, by the formula for
        Gaussian features (`Learnability.test_error`); `noise` is the standard deviation of the labels.
        """
        found = learnability(self.spectrum, self.n)
        rho = 1.0 if frequency <= self.d else self.tail
        return float(found.spread([1.0, rho], [0.0, amplitude / np.sqrt(2.0)], noise)[0])


@dataclass(frozen=True)
class Fitted:
    """A fit of least norm, with functions to look at.

    Attributes:
        setup: the model.
        frequency: k of the target ``amplitude sin(2 pi k x)``.
        amplitude: of the target.
        inputs: shape (n,), in increasing order.
        labels: shape (n,), with noise.
        weights: alpha with ``f(x) = sum_i alpha_i K(x, x_i)``, shape (n,).
    """

    setup: Setup
    frequency: int
    amplitude: float
    inputs: Array
    labels: Array
    weights: Array

    def target(self, x: ArrayLike) -> Array:
        """The target function."""
        at = np.asarray(x, dtype=float)
        return np.asarray(self.amplitude * np.sin(2 * np.pi * self.frequency * at))

    def head(self, x: ArrayLike) -> Array:
        """What the first d features learned."""
        return sine_kernel(x, self.inputs, 1, self.setup.d) @ self.weights

    def tail(self, x: ArrayLike) -> Array:
        """What the other p - d features learned."""
        return self.setup.tail * sine_kernel(x, self.inputs, self.setup.d + 1, self.setup.p) @ self.weights

    def learned(self, x: ArrayLike) -> Array:
        """The learned function: head and tail."""
        return self.head(x) + self.tail(x)

    def spikes(self, x: ArrayLike) -> Array:
        """Each label that the head leaves over, times the tail's kernel around its input, of height one there.

        The delta-like functions of thesis 1.6.1: what the tail learns where its kernel matrix is diagonal.
        """
        around = sine_kernel(x, self.inputs, self.setup.d + 1, self.setup.p)
        height = np.diag(sine_kernel(self.inputs, self.inputs, self.setup.d + 1, self.setup.p))
        return np.asarray(around @ ((self.labels - self.head(self.inputs)) / height))

    def coefficients(self, count: int) -> Array:
        """``<e_k|f>`` for k = 1 to count."""
        rho = np.where(np.arange(1, count + 1) <= self.setup.d, 1.0, self.setup.tail)
        return np.asarray(rho * (self.weights @ sine_values(self.inputs, count)))

    @property
    def norms(self) -> tuple[float, float]:
        """``|head|^2`` and ``|tail|^2`` under the uniform distribution, exactly."""
        found = self.coefficients(self.setup.p)
        return float((found[: self.setup.d] ** 2).sum()), float((found[self.setup.d :] ** 2).sum())


def fit(
    setup: Setup,
    *,
    frequency: int = 1,
    amplitude: float = 1.0,
    noise: float = 0.0,
    seed: int | np.random.Generator = 0,
) -> Fitted:
    """Fit n noisy labels of ``amplitude sin(2 pi frequency x)``: frequency 1 for figure 1.3, 10 for figure 1.5.

    Raises:
        ValueError: for a frequency outside of the model, a negative noise, or inputs so close to each other, or to each
            other's mirror images at 1 - x, that the kernel matrix is singular in double precision.
    """
    if not 1 <= frequency <= setup.p:
        raise ValueError(f"expected a frequency from 1 to p = {setup.p}, got {frequency}")
    if not (0 <= noise < np.inf and np.isfinite(amplitude)):
        raise ValueError(f"expected a finite amplitude and a noise that is not negative, got {amplitude}, {noise}")
    rng = np.random.default_rng(seed)
    inputs = np.sort(rng.random(setup.n))
    labels = amplitude * np.sin(2 * np.pi * frequency * inputs) + noise * rng.standard_normal(setup.n)
    kernel = sine_kernel(inputs, inputs, 1, setup.d)
    kernel = kernel + setup.tail * sine_kernel(inputs, inputs, setup.d + 1, setup.p)
    try:
        factor = scipy.linalg.cho_factor(kernel, lower=True)
    except scipy.linalg.LinAlgError as failure:
        raise ValueError("the kernel matrix of these inputs is singular in double precision; draw others") from failure
    return Fitted(setup, frequency, amplitude, inputs, labels, scipy.linalg.cho_solve(factor, labels))


@dataclass(frozen=True)
class Shares:
    """Learned coefficients along the target's feature over draws, relative to the target's: learnabilities.

    Attributes:
        mean: over draws.
        standard_error: of the mean.
        median: over draws; near-coincident inputs make noisy draws heavy-tailed.
        predicted: by (1.35).
    """

    mean: float
    standard_error: float
    median: float
    predicted: float


def shares(setup: Setup, *, frequency: int = 1, noise: float = 0.0, draws: int = 100, seed: int = 0) -> Shares:
    """The measured share of the target's coefficient that is learned, over draws of inputs and noise."""
    if draws < 2:
        raise ValueError(f"a standard error needs at least two draws, got {draws}")
    rng = np.random.default_rng(seed)
    found = np.empty(draws)
    for draw in range(draws):
        fitted = fit(setup, frequency=frequency, amplitude=np.sqrt(2.0), noise=noise, seed=rng)
        found[draw] = fitted.coefficients(frequency)[-1]
    predicted = setup.head_learnability if frequency <= setup.d else setup.tail_learnability
    return Shares(float(found.mean()), float(found.std(ddof=1) / np.sqrt(draws)), float(np.median(found)), predicted)
