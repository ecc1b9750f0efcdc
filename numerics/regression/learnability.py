r"""Kappa, the learnabilities and the test error, for any spectrum and any number of samples at once.

Thesis (1.35): ``L_k = rho_k/(rho_k + kappa)`` where ``sum_k rho_k/(rho_k + kappa) = n``; with a ridge ``delta`` added
to the diagonal of the kernel matrix of the samples, ``+ delta/kappa`` on the left.  (The loss ``|y - f|^2/(2 n) +
lambda |w|^2/2`` has delta = n lambda.)  The formula is printed as an equality; it holds for large n and p, and exactly
in few cases: the chapter's claim `linear-models/learnability-as-printed`.

**The root.**  Let ``F(kappa)`` be the left-hand side and ``G = p - F = sum_k kappa/(rho_k + kappa)``.

- Without a ridge the odds ``F/G`` are what the equation fixes: n/(p - n).  F is a Stieltjes function of kappa, so that
  1/F, and with it the inverse odds ``G/F = p/F - 1``, is an increasing *concave* function of kappa (a complete
  Bernstein function).  G is a Stieltjes function of 1/kappa, so that the odds ``p/G - 1`` are increasing and concave
  in 1/kappa.
- With a ridge the same holds of 1/F in kappa, and of F in 1/kappa.

The tangent of a concave function lies above it.  So from below the root, Newton's method on the inverse odds in kappa
never oversteps; from above the root, Newton's method on the odds in 1/kappa never oversteps.  Both need the same sums,
so that the method converges monotonically from *any* start, and quadratically.  For equal eigenvalues both functions
are straight, and one step is exact.  With ``r`` the odds over their target and ``b = -d log(odds)/d log(kappa)``, which
lies between 0 and 1,

    log kappa  +=  log(1 + (r - 1)/b) if r > 1,  -log(1 + (1/r - 1)/b) if r < 1.

**Cost.**  O(values) a step and number of samples, five to ten steps.  Large spectra are compressed first
(`Spectrum.compressed`): a curve of many n costs one pass over the spectrum, and then does not depend on p.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .spectra import Spectrum

STEPS = 200  # far more than a monotone Newton's method has been seen to need (about ten)
LARGE = 2_000  # values from which a spectrum is compressed
FEW = 4  # numbers of samples up to which a compressed spectrum only gives the start
BLOCK = 1 << 14  # numbers worked on at a time
SPAN = 1e280  # 1 - L must not underflow
ROUNDING = 8 * np.finfo(float).eps


@dataclass(frozen=True)
class Learnability:
    """The solution of (1.35) for each number of samples.

    Attributes:
        n: numbers of samples, any shape.
        kappa: the constant of (1.35), of the same shape.  0 where n reaches the number of positive eigenvalues and
            there is no ridge (everything is learned; no positive kappa exists), infinite at n = 0.
        modes: the number of positive eigenvalues.
        ridge: delta.
        squares: ``sum_k L_k^2``, of the shape of n.
        prefactor: ``n/(n - sum_k L_k^2)``, the factor of the test error, of the shape of n; infinite at n = p without
            a ridge (the double descent peak), 1 at n = 0.
        steps: the number of Newton steps that the slowest one took.
    """

    n: Array
    kappa: Array
    modes: float
    ridge: float
    squares: Array
    prefactor: Array
    steps: int

    def of(self, eigenvalues: ArrayLike) -> Array:
        """``L_k`` of the given eigenvalues; shape ``n.shape + eigenvalues.shape``.  Zero for an eigenvalue 0."""
        rho = np.asarray(eigenvalues, dtype=float)
        if not np.all((rho >= 0) & (rho < np.inf)):
            raise ValueError("eigenvalues must be finite and not negative")
        kappa = self.kappa.reshape(self.kappa.shape + (1,) * rho.ndim)
        with np.errstate(invalid="ignore"):
            return np.where(rho > 0, rho / (rho + kappa), 0.0)

    def test_error(self, eigenvalues: ArrayLike, target: ArrayLike, noise: float = 0.0) -> Array:
        """The expected ``|f - f*|^2``, shape ``n.shape``, for a target with the given coefficients ``<e_k|f*>``.

        Richness paper (16), with noise as in the references of thesis 1.6: the error on noisy test labels is ``E =
        n/(n - sum_j L_j^2) (sum_k (1 - L_k)^2 <e_k|f*>^2 + noise^2)``; the noise of the test label, which the function
        does not have, is taken off.  `noise` is the standard deviation of the labels.

        Raises:
            ValueError: for shapes that do not agree, or a negative or infinite noise.
        """
        rho, wanted = np.asarray(eigenvalues, dtype=float), np.asarray(target, dtype=float)
        if rho.shape != wanted.shape or rho.ndim != 1:
            raise ValueError(f"expected as many target coefficients as eigenvalues, got {wanted.shape}, {rho.shape}")
        if not np.isfinite(wanted).all() or not 0 <= noise < np.inf:
            raise ValueError("target coefficients must be finite, and noise finite and not negative")
        lost = (1.0 - self.of(rho)) ** 2 @ wanted**2
        with np.errstate(invalid="ignore"):
            # at n = p without a ridge the prefactor is infinite; with nothing lost and no noise, zero error remains
            error = np.where(lost + noise**2 > 0, self.prefactor * (lost + noise**2), 0.0)
        return error - noise**2

    def spread(self, eigenvalues: ArrayLike, target: ArrayLike, noise: float = 0.0) -> Array:
        """The standard deviation of the learned coefficient ``<e_k|f>`` over draws, ``L_k sqrt(E/n)``; as `of`.

        E is the error on noisy labels.  With the mean ``L_k <e_k|f*>`` it adds up to `test_error`.  Needs n > 0.
        """
        if not (self.n > 0).all():
            raise ValueError("without samples nothing is learned: expected n > 0")
        total = self.test_error(eigenvalues, target, noise) + noise**2
        return self.of(eigenvalues) * np.sqrt(total / self.n)[..., None]


def learnability(spectrum: Spectrum | ArrayLike, n: ArrayLike, ridge: float = 0.0) -> Learnability:
    """Solve (1.35) for each n, a number or an array of any shape.  n need not be whole.

    The relative error of kappa is about 1e-14, times one over the slope b of the module's text where the spectrum has
    a gap at n (there kappa is ill-conditioned and the learnabilities are not).

    Raises:
        ValueError: for a bad spectrum (see `Spectrum.of`), a negative, infinite or NaN n or ridge, or eigenvalues and a
            ridge that span more than 280 decades.
    """
    given = spectrum if isinstance(spectrum, Spectrum) else Spectrum.of(spectrum)
    samples = np.asarray(n, dtype=float)
    if not samples.size:
        raise ValueError("expected at least one number of samples, got none")
    if not ((samples >= 0) & (samples < np.inf)).all():
        raise ValueError(f"numbers of samples must be finite and not negative, got {n!r}")
    if not 0 <= ridge < np.inf:
        raise ValueError(f"the ridge must be finite and not negative, got {ridge}")
    smallest = min(float(given.values.min()), ridge or np.inf)
    if given.values.max() / SPAN > smallest:
        raise ValueError(
            f"eigenvalues and ridge span more than {SPAN:g}, from {smallest:g} to {given.values.max():g}: what is that "
            "small is zero"
        )
    flat = samples.ravel()
    kappa = np.where(flat == 0, np.inf, 0.0)
    inside = (flat > 0) & ((flat < given.modes) | (ridge > 0))
    steps = 0
    small = given
    if inside.any():
        wanted = flat[inside]
        if given.values.size > LARGE:
            small = given.compressed(1) if wanted.size <= FEW else given.compressed()
        start = _quantiles(small, wanted)
        kappa[inside], steps = _root(small, given.modes, wanted, ridge, start)
        if small is not given and wanted.size <= FEW:
            small = given
            kappa[inside], more = _root(given, given.modes, wanted, ridge, np.log(kappa[inside]))
            steps += more
    squares = np.where(flat == 0, 0.0, given.modes)
    prefactor = np.ones_like(flat)
    with np.errstate(divide="ignore"):
        prefactor[flat >= given.modes] = flat[flat >= given.modes] / (flat[flat >= given.modes] - given.modes)
    if inside.any():
        learned, _, spread = _sums(small, kappa[inside])
        squares[inside] = learned - spread
        prefactor[inside] = flat[inside] / (spread + ridge / kappa[inside])  # n - sum L^2, without cancellation
    shape = samples.shape
    return Learnability(
        samples, kappa.reshape(shape), given.modes, ridge, squares.reshape(shape), prefactor.reshape(shape), steps
    )


def _sums(spectrum: Spectrum, kappa: Array) -> tuple[Array, Array, Array]:
    """``sum L``, ``sum (1 - L)``, ``sum L (1 - L)`` for each kappa, each a sum of its own terms."""
    learned, left, spread = np.zeros((3, kappa.size))
    block = max(256, BLOCK // kappa.size)
    for start in range(0, spectrum.values.size, block):
        rho, counts = spectrum.values[start : start + block], spectrum.counts[start : start + block]
        weights = rho * counts
        rest = rho + kappa[:, None]
        np.divide(kappa[:, None], rest, out=rest)
        left += rest @ counts
        learned += rest @ weights
        rest *= rest
        spread += rest @ weights
    return learned / kappa, left, spread / kappa  # L = (1 - L) rho/kappa


def _quantiles(spectrum: Spectrum, n: Array) -> Array:
    """The logarithm of the n-th largest eigenvalue: where kappa would be if learnabilities were steps."""
    order = np.argsort(-spectrum.values)
    reached = np.maximum.accumulate(np.cumsum(spectrum.counts[order]))
    where = np.minimum(np.searchsorted(reached, n), order.size - 1)
    return np.asarray(np.log(spectrum.values[order[where]]))


def _root(spectrum: Spectrum, modes: float, n: Array, ridge: float, start: Array) -> tuple[Array, int]:
    """Kappa for each n by the monotone Newton's method, from log(kappa) = start, and the number of steps."""
    log_kappa = start.copy()
    active = np.arange(n.size)
    for step in range(1, STEPS + 1):
        kappa, wanted = np.exp(log_kappa[active]), n[active]
        learned, left, spread = _sums(spectrum, kappa)
        if ridge > 0:
            learned = learned + ridge / kappa
            ratio = learned / wanted
            slope = (spread + ridge / kappa) / learned
        else:
            ratio = (learned / left) * ((modes - wanted) / wanted)
            slope = spread / learned + spread / left
        slope = np.minimum(slope, 1.0)
        change = np.sign(ratio - 1.0) * np.log1p((np.maximum(ratio, 1.0 / ratio) - 1.0) / slope)
        log_kappa[active] += change
        # a step of 1e-8 leaves an error of its square; a residual at rounding cannot be bettered
        active = active[(np.abs(change) > 1e-8) & (np.abs(ratio - 1.0) > ROUNDING)]
        if not active.size:
            return np.exp(log_kappa), step
    raise ArithmeticError(f"kappa was not found in {STEPS} steps for n = {n[active][0]}: please report this spectrum")
