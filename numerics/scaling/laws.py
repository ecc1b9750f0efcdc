r"""The approximations of thesis chapter 4 to the sums of :mod:`.skills`: integrals for sums, and power laws.

The thesis leaves out the prefactors of the power laws; they are derived here.  With p = alpha/(alpha+1), q = S/R_0 - 1:

* time.  By the substitution u = 2 eta A S T k^-(alpha+1) (claim ``scaling-laws/time-law-by-substitution``) the loss is
  ``A S^2/(2(alpha+1)) (2 eta A S T)^-p  integral_0^inf u^(p-1) (1 + exp(u)/q)^-2 du``, and the integral is
  ``Gamma(p) (Li_{p-1}(-q) - Li_p(-q))``, because with f = (1 + exp(u)/q)^-1 one has f^2 = f + f'.
* data.  An incomplete beta integral (claim ``scaling-laws/data-law-by-substitution``).
* parameters.  ``S^2 A/(2 alpha) N^-alpha`` (4.36).
* compute.  At T = kappa N^(alpha+1) the loss is N^-alpha Phi(kappa), with Phi from (4.37), both terms with their
  constants; the prefactor is the least value of ``Phi(kappa) kappa^(alpha/(alpha+2))``.
"""

from __future__ import annotations

import itertools
import math

import flint
import numpy as np
import scipy.integrate
import scipy.optimize
import scipy.special
from numpy.typing import ArrayLike

from ..formulas import Array
from .profiles import Saturating
from .skills import MultilinearModel, loss_beyond, resource


def exponent(model: MultilinearModel) -> float:
    """``alpha/(alpha+1)``."""
    return model.alpha / model.s


def saturation_moment(p: float, odds: float) -> float:
    """``integral_0^inf u^(p-1) (1 + exp(u)/odds)^-2 du``, by polylogarithms; 0 < p.

    >>> saturation_moment(1.0, 1.0).__round__(10)  # log 2 - 1/2
    0.1931471806
    """
    if not (p > 0 and odds > 0):
        raise ValueError(f"got p = {p}, odds = {odds}; expected positive numbers")
    before, flint.ctx.prec = flint.ctx.prec, 120
    try:
        at, order = flint.acb(-odds), flint.acb(p)
        value = flint.acb.gamma(order) * (at.polylog(order - 1) - at.polylog(order))
        return float(value.real)
    finally:
        flint.ctx.prec = before


def time_constant(model: MultilinearModel) -> float:
    """The prefactor c of the time law, ``L = c T^(-alpha/(alpha+1))``."""
    p = exponent(model)
    return float(model.A * model.S**2 / (2 * model.s) * model.clock**-p * saturation_moment(p, model.odds))


def time_law(model: MultilinearModel, T: ArrayLike) -> Array:
    """The pure power law of thesis (4.25), with its prefactor; for infinitely many skills."""
    return np.asarray(time_constant(model) * resource("time T", T) ** -exponent(model))


def corrected_time_law(model: MultilinearModel, T: ArrayLike, N: float) -> Array:
    """The solution of thesis (C.2) for N = n_s skills: ``c T^(-alpha/(alpha+1)) - L_C``.

    ``L_C = S^2 A N^-alpha/(2 alpha)``.  Printed for a small start and 2 eta A S T << N^(alpha+1); beyond that it
    falls below zero.
    """
    absent: float = model.S**2 * model.A / (2 * model.alpha) * float(N) ** -model.alpha
    return time_law(model, T) - absent


def matched_time_law(model: MultilinearModel, T: ArrayLike, N: float) -> Array:
    """:func:`corrected_time_law` with L_C as a sum over the absent skills, at the strength that they start from."""
    return time_law(model, T) - loss_beyond(model, N, learning=True)


def time_integral(model: MultilinearModel, T: ArrayLike, N: float = math.inf) -> Array:
    """The integral of thesis (4.21) from k = 1 to N; by adaptive quadrature, about 1e-10 relative; shape of `T`."""
    times, p, odds = resource("time T", T), exponent(model), model.odds

    def one(T: float) -> float:
        theta = model.clock * T
        if theta == 0:
            rest = 0.0 if math.isinf(N) else N**-model.alpha
            return float((model.S - model.R0) ** 2 / 2 * model.A * (1 - rest) / model.alpha)
        low = theta * N**-model.s if math.isfinite(N) else 0.0
        return float(model.A * model.S**2 / (2 * model.s) * theta**-p * _incomplete(p, odds, low, theta))

    return np.asarray(np.vectorize(one, otypes=[float])(times))


def _incomplete(p: float, odds: float, low: float, high: float) -> float:
    """``integral_low^high u^(p-1) (1 + exp(u)/odds)^-2 du``, in the variable x = u^p, which removes the singularity."""
    bulk = max(math.log(odds), 0.0)
    high = min(high, bulk + 60.0)
    if high <= low:
        return 0.0
    profile = Saturating(odds)
    inside = [x for x in (0.1, 1.0, bulk / 2, bulk, bulk + 5.0, bulk + 20.0) if low < x < high]
    ends = sorted({low, *inside, high})

    def integrand(x: float) -> float:
        return float(profile(np.array(x ** (1 / p)))) / p

    pieces = [
        scipy.integrate.quad(integrand, a**p, b**p, epsabs=0, epsrel=1e-11, limit=200)[0]
        for a, b in itertools.pairwise(ends)
    ]
    return float(sum(pieces))


def data_integral(model: MultilinearModel, D: ArrayLike) -> Array:
    """The integral of thesis (4.30), in closed form by the incomplete beta function; for S^2/2 a skill."""
    draws, p = resource("samples D", D), exponent(model)
    beta = math.gamma(p) / scipy.special.poch(draws + 1, p)  # betaln would lose six digits
    whole = beta * scipy.special.betainc(p, draws + 1, model.A)
    return np.asarray(model.S**2 / (2 * model.s) * model.A ** (1 / model.s) * whole)


def data_law(model: MultilinearModel, D: ArrayLike) -> Array:
    """The pure power law of thesis (4.34), with its prefactor; for infinitely many skills and S^2/2 a skill."""
    p = exponent(model)
    prefactor = model.S**2 / (2 * model.s) * model.A ** (1 / model.s) * math.gamma(p)
    return np.asarray(prefactor * resource("samples D", D, least=1e-300) ** -p)


def parameter_integral(model: MultilinearModel, N: ArrayLike) -> Array:
    """The integral of thesis (4.36), ``S^2 A/(2 alpha) (N+1)^-alpha``; for infinitely many skills."""
    return parameter_law(model, resource("parameters N", N) + 1)


def parameter_law(model: MultilinearModel, N: ArrayLike) -> Array:
    """The power law ``S^2 A/(2 alpha) N^-alpha``, below thesis (4.36)."""
    number = resource("parameters N", N, least=1e-300)
    return np.asarray(model.S**2 * model.A / (2 * model.alpha) * number**-model.alpha)


def compute_constant(model: MultilinearModel) -> tuple[float, float]:
    """The prefactor of the compute law and kappa, with which T = kappa N^(alpha+1) on the optimum."""

    def scaled(log_z: float) -> float:
        z = math.exp(log_z)
        first = z ** -exponent(model) / model.s * _incomplete(exponent(model), model.odds, z, math.inf)
        phi = model.A * model.S**2 / 2 * (first + 1 / model.alpha)
        return float(phi * (z / model.clock) ** (model.alpha / (model.alpha + 2)))

    top = math.log(max(math.log(model.odds), 1.0) + 40.0)
    found = scipy.optimize.minimize_scalar(
        scaled, bounds=(math.log(1e-2), top), method="bounded", options={"xatol": 1e-9}
    )
    return float(found.fun), math.exp(float(found.x)) / model.clock


def compute_law(model: MultilinearModel, C: ArrayLike) -> Array:
    """The power law of thesis (4.44) with its prefactor; for infinitely many skills."""
    prefactor, _ = compute_constant(model)
    return np.asarray(prefactor * resource("compute C", C, least=1e-300) ** (-model.alpha / (model.alpha + 2)))
