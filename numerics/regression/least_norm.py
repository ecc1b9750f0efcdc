"""Regression of minimum norm, and what it learns on average over draws of the samples.

Thesis appendix A.2: gradient flow from zero ends at ``w = Y V^T S^-1 U^T`` (A.8), the interpolating parameters of
least norm.  With a ridge delta on the diagonal of the kernel matrix, ``w = Phi (Phi^T Phi + delta)^-1 y``.

Rows of a design are samples here, ``design[i, k] = sqrt(rho_k) e_k(x_i)``, shape (n, p): the transpose of phi.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from ..formulas import Array
from .features import Sampler
from .learnability import Learnability, learnability
from .spectra import Spectrum

CONDITION = 1e-10  # a smaller reciprocal condition number of the Gram matrix sends the problem to the SVD


@dataclass(frozen=True)
class Fit:
    """Parameters of least norm.

    Attributes:
        parameters: shape (p,) or (p, q), as the labels.
        rank: of the design; below n, noisy labels may have no interpolation (`linear-models/full-rank-as-printed`).
        residual: the largest distance of a fitted label from the label.
    """

    parameters: Array
    rank: int
    residual: float


def least_norm(design: ArrayLike, labels: ArrayLike, ridge: float = 0.0) -> Fit:
    """The parameters of least norm among those of least squares, or the ridge solution.

    By Cholesky's decomposition of the Gram matrix of the smaller side, O(n p min(n, p)); by the SVD of the design where
    the Gram matrix is singular or has a condition number over 1e10.  Singular values below ``max(n, p) eps`` times the
    largest count as zero.

    Args:
        design: shape (n, p).
        labels: shape (n,), or (n, q) for q regressions at once.
        ridge: delta, added to the kernel matrix.

    Raises:
        ValueError: for empty or not finite input, shapes that do not agree, or a negative ridge.
    """
    matrix, wanted = np.asarray(design, dtype=float), np.asarray(labels, dtype=float)
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"expected a design of shape (n, p) with n, p > 0, got {matrix.shape}")
    if wanted.ndim not in (1, 2) or wanted.shape[0] != matrix.shape[0]:
        raise ValueError(f"expected {matrix.shape[0]} labels, got shape {wanted.shape}")
    if not (np.isfinite(matrix).all() and np.isfinite(wanted).all()):
        raise ValueError("the design and the labels must be finite")
    if not 0 <= ridge < np.inf:
        raise ValueError(f"the ridge must be finite and not negative, got {ridge}")
    n, p = matrix.shape
    if n <= p:
        basis, within = _row_space(matrix, wanted.reshape(n, -1), ridge)
        found = (basis.T @ within).reshape((p, *wanted.shape[1:]))
        return Fit(found, len(basis), float(np.abs(matrix @ found - wanted).max()))
    gram = matrix.T @ matrix
    gram[np.diag_indices(p)] += ridge
    lower = _factor(gram)
    if lower is not None:
        found = scipy.linalg.cho_solve((lower, True), matrix.T @ wanted)
        return Fit(np.asarray(found), p, float(np.abs(matrix @ found - wanted).max()))
    basis, within = _by_svd(matrix, wanted.reshape(n, -1), ridge)
    found = (basis.T @ within).reshape((p, *wanted.shape[1:]))
    return Fit(found, len(basis), float(np.abs(matrix @ found - wanted).max()))


def _row_space(matrix: Array, labels: Array, ridge: float) -> tuple[Array, Array]:
    """``B`` and ``b`` with parameters ``B^T b``, and ``B^T B`` what training keeps of given parameters, for n <= p.

    B has shape (rank, p).  Without a ridge its rows are an orthonormal basis of the span of the samples.
    """
    gram = matrix @ matrix.T
    gram[np.diag_indices_from(gram)] += ridge
    lower = _factor(gram)
    if lower is None:
        return _by_svd(matrix, labels, ridge)
    half = scipy.linalg.solve_triangular(lower, np.column_stack([matrix, labels]), lower=True)
    return half[:, : matrix.shape[1]], half[:, matrix.shape[1] :]


def _by_svd(matrix: Array, labels: Array, ridge: float) -> tuple[Array, Array]:
    """The same by the singular value decomposition, for any shape and rank."""
    u, s, vt = scipy.linalg.svd(matrix, full_matrices=False)
    keep = s > max(matrix.shape) * np.finfo(float).eps * s[0]
    with_ridge = np.hypot(s[keep], np.sqrt(ridge))[:, None]
    return s[keep, None] / with_ridge * vt[keep], u[:, keep].T @ labels / with_ridge


def _factor(gram: Array) -> Array | None:
    """The Cholesky factor of a Gram matrix, or None if it is singular or would cost more than ten digits."""
    try:
        lower = np.asarray(scipy.linalg.cholesky(gram, lower=True))
    except scipy.linalg.LinAlgError:
        return None
    rcond, _ = scipy.linalg.lapack.dpocon(lower, np.abs(gram).sum(axis=0).max(), uplo="L")
    return lower if rcond >= CONDITION else None


@dataclass(frozen=True)
class Measured:
    """What least norm regression learns over draws of the samples, against (1.35) and richness paper (16).

    Attributes:
        learnability: shape (p,), the mean over draws of what is learned of ``e_k`` when the target is ``e_k`` itself;
            the diagonal of the projection that training applies to a target.  Sums to n in every draw
            (`linear-models/learnabilities-sum-to-n`).
        learnability_error: its standard error, shape (p,).
        predicted: the solution of (1.35).
        predicted_learnability: ``L_k``, shape (p,).
        test_errors: ``|f - f*|^2`` in each draw, exact by the coefficients; shape (draws,).
        test_error: their mean.
        test_error_error: its standard error.
        predicted_test_error: by (16).
        coefficients: mean learned coefficients ``<e_k|f>``, shape (p,).
        coefficients_error: their standard errors.
    """

    learnability: Array
    learnability_error: Array
    predicted: Learnability
    predicted_learnability: Array
    test_errors: Array
    test_error: float
    test_error_error: float
    predicted_test_error: float
    coefficients: Array
    coefficients_error: Array


def measure(
    sampler: Sampler,
    eigenvalues: ArrayLike,
    n: int,
    *,
    target: ArrayLike | None = None,
    noise: float = 0.0,
    ridge: float = 0.0,
    draws: int = 100,
    seed: int = 0,
) -> Measured:
    """Regress on `draws` sets of n samples, n < p or with a ridge.

    (1.35) and (16) are asymptotic, and for Gaussian features.  For those, with rho_k = k^-2 and p = 4 n, the relative
    gaps of a learnability and of the test error fall as 1/n and are below 1.5/n (measured, n = 4 to 64); a comparison
    must allow for that beside the standard error.  For equal eigenvalues and Gaussian features there is no gap in L.

    Features of one variable are not like Gaussian ones, however large n: of sine features with the same spectrum, the
    last mode is learned nearly three times as well as (1.35) says, at every n that was tried.  And the mean test error
    on noisy labels does not exist for them: two inputs at a distance s cost noise^2/s^2, and s has a density at zero.
    Look at quantiles of `test_errors` there; the standard error of the mean says nothing.

    Args:
        sampler: orthonormal features, see `features`.
        eigenvalues: all positive, shape (p,).
        target: coefficients ``<e_k|f*>``; default the first eigenfunction.
        noise: the standard deviation of Gaussian noise on the labels.

    Raises:
        ValueError: for fewer than two draws, n < 1, n >= p without a ridge, or bad shapes.
    """
    rho = np.asarray(eigenvalues, dtype=float)
    if rho.ndim != 1 or not (rho > 0).all() or not np.isfinite(rho).all():
        raise ValueError("expected positive, finite eigenvalues in one dimension")
    p = rho.size
    wanted = np.zeros(p) if target is None else np.asarray(target, dtype=float)
    if target is None:
        wanted[0] = 1.0
    if wanted.shape != rho.shape:
        raise ValueError(f"expected {p} target coefficients, got shape {wanted.shape}")
    if draws < 2:
        raise ValueError(f"a standard error needs at least two draws, got {draws}")
    if n < 1 or (n >= p and ridge == 0):
        raise ValueError(f"expected 1 <= n < p = {p} without a ridge, got n = {n}")
    predicted = learnability(Spectrum.of(rho), n, ridge)
    predicted_error = float(predicted.test_error(rho, wanted, noise))
    rng = np.random.default_rng(seed)
    shares, learned, errors = np.empty((draws, p)), np.empty((draws, p)), np.empty(draws)
    for draw in range(draws):
        values = sampler(rng, n)
        if values.shape != (n, p):
            raise ValueError(f"the sampler returned shape {values.shape}, expected {(n, p)}")
        labels = values @ wanted + noise * rng.standard_normal(n)
        basis, within = _row_space(values * np.sqrt(rho), labels[:, None], ridge)
        shares[draw] = (basis**2).sum(axis=0)
        learned[draw] = np.sqrt(rho) * (basis.T @ within[:, 0])
        errors[draw] = ((learned[draw] - wanted) ** 2).sum()
    return Measured(
        shares.mean(axis=0),
        shares.std(axis=0, ddof=1) / np.sqrt(draws),
        predicted,
        predicted.of(rho),
        errors,
        float(errors.mean()),
        float(errors.std(ddof=1) / np.sqrt(draws)),
        predicted_error,
        learned.mean(axis=0),
        learned.std(axis=0, ddof=1) / np.sqrt(draws),
    )
