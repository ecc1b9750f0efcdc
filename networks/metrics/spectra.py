r"""Eigenfunctions of the feature operator, their intensities, and how they express a target or an output.

Algorithm 1 of the thesis, *repaired*: the mean over n samples is ``phi phi^T/n``, so that intensities are ``s_k^2/n``
and eigenfunctions ``sqrt(n) u_k^T Phi(x)/s_k`` (claims `linear-models/sample-eigenvalues`,
`linear-models/sample-eigenfunction-normalised`; line 6 and (1.33) lack the factor).  The eigenvectors u_k are taken
from the p x p matrix of second moments rather than from the n x p features.

Quality and utilisation are (2.3) and (2.5) with the projection onto the span of a vector function's entries, through
the pseudo-inverse of their Gram matrix: for orthogonal entries it is the printed sum.  (2.5) prints a square that
(2.3) does not have, and with which the cumulative utilisation does not add up to one
(`neural-collapse/utilization-printed`): here it is left out unless asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from .moments import Moments, inverse_on_range


@dataclass(frozen=True)
class Eigenfunctions:
    """The eigenfunctions ``e_k(x) = u_k^T Phi(x)/sqrt(rho_k)`` of ``sum_k |Phi_k><Phi_k|``, estimated from samples.

    Attributes:
        intensities: rho_k in decreasing order, shape (..., p); never negative.
        vectors: u_k as columns, shape (..., p, p).
        rank: how many intensities are not zero, shape (...); the others have no eigenfunction.
    """

    intensities: Tensor
    vectors: Tensor
    rank: Tensor

    def __call__(self, features: Tensor) -> Tensor:
        """The eigenfunctions at any inputs, from features (..., n, p) there; shape (..., n, p), 0 beyond the rank."""
        scales = self._scales()
        return (features.to(self.vectors.dtype) @ self.vectors) * scales[..., None, :]

    def _scales(self) -> Tensor:
        """``1/sqrt(rho_k)``, 0 beyond the rank."""
        kept = torch.arange(self.intensities.shape[-1], device=self.rank.device) < self.rank[..., None]
        return torch.where(kept, torch.where(kept, self.intensities, 1.0).rsqrt(), 0.0)


def eigenfunctions(moments: Moments, of: str = "features", *, tolerance: float | None = None) -> Eigenfunctions:
    """Algorithm 1 of the thesis, repaired, from the second moments of features; O(p^3).

    Args:
        moments: of the features, over the samples that the eigenfunctions are to be estimated from.
        of: the name of the features.
        tolerance: intensities below it times the largest are zero; default: what is rounding.  Going through the
            covariance, singular values s_k are known to about 1e-8 s_1 in double precision.

    >>> from .moments import moments_of
    >>> e = eigenfunctions(moments_of(features=torch.tensor([[3.0, 0.0], [0.0, 1.0]])))
    >>> e.intensities
    tensor([4.5000, 0.5000], dtype=torch.float64)
    """
    second = moments.second(of)
    values, vectors = torch.linalg.eigh(second)
    values, vectors = values.flip(-1).clamp(min=0), vectors.flip(-1)
    bound = moments.noise(of) if tolerance is None else tolerance
    return Eigenfunctions(values, vectors, ((values > bound * values[..., :1]) & (values > 0)).sum(-1))


@dataclass(frozen=True)
class Profile:
    """How far each eigenfunction lies in the span of a vector function's entries.

    Attributes:
        each: Q_k of (2.3), (2.5), shape (..., p), ordered by intensity.
        dimension: of the span, shape (...).
    """

    each: Tensor
    dimension: Tensor

    @property
    def cumulative(self) -> Tensor:
        """``Pi(k) = Q_1 + ... + Q_k``, (1.32), (2.4), shape (..., p)."""
        return self.each.cumsum(-1)

    @property
    def effective_dimension(self) -> Tensor:
        """The effective number of useful, or used, features: (1.16) of the Q_k, shape (...)."""
        return effective_dimension(self.each)


def profile(
    e: Eigenfunctions,
    moments: Moments,
    of: str,
    *,
    features: str = "features",
    squared: bool = False,
    tolerance: float | None = None,
) -> Profile:
    """Quality (`of` the target) or utilisation (`of` the output) of every eigenfunction, thesis (2.3), (2.5), (1.34).

    ``Q_k = <e_k|P[e_k]>/(dim <e_k|e_k>)``, all inner products over the samples of `moments`, P the projection onto the
    span of the function's entries.  For a scalar function it is (1.30), (1.31).  On the samples that the
    eigenfunctions come from they are orthonormal: then ``Pi(p) <= 1``, with equality exactly if every entry is a
    combination of the features.  On other samples `Pi(p)` may be above 1 by the sampling error.

    Args:
        e: eigenfunctions, of training samples as a rule.
        moments: of the features and the function; test samples for the quality as (1.34) has it.
        of: the name of the function, such as ``target`` or ``output``.
        features: the name of the features.
        squared: (2.5) as printed, with the square that keeps the utilisations from adding up to one.
        tolerance: eigenvalues of the function's Gram matrix below it times the largest are zero.
    """
    inverse, dimension = inverse_on_range(moments.second(of), moments.noise(of) if tolerance is None else tolerance)
    if (dimension == 0).any():
        raise ValueError(f"{of} is zero on all samples: it spans nothing")
    turned = e.vectors.mT @ moments.second(features, of)
    inside = ((turned @ inverse) * turned).sum(-1)
    norms = (e.vectors * (moments.second(features) @ e.vectors)).sum(-2)
    kept = (e._scales() > 0) & (norms > 0)
    overlap = torch.where(kept, inside / torch.where(kept, norms, 1.0), 0.0).clamp(0.0, 1.0)
    return Profile((overlap**2 if squared else overlap) / dimension[..., None], dimension)


def quality(e: Eigenfunctions, moments: Moments, of: str = "target") -> Profile:
    """``Q*_k`` (2.3): how much of the target function space lies along e_k.  See `profile`."""
    return profile(e, moments, of)


def utilisation(e: Eigenfunctions, moments: Moments, of: str = "output", *, as_printed: bool = False) -> Profile:
    """``Qhat_k`` (2.5) without its square: how much of the learned function space lies along e_k.  See `profile`.

    Args:
        as_printed: with the square of (2.5), which is refuted: ``Pihat(p) = 1`` fails with it.
    """
    return profile(e, moments, of, squared=as_printed)


def effective_dimension(values: Tensor) -> Tensor:
    """The exponential of the entropy of values (..., p) as shares of their sum, thesis (1.16); shape (...).

    >>> effective_dimension(torch.tensor([2.0, 2.0, 2.0, 0.0])).round(decimals=9)
    tensor(3., dtype=torch.float64)

    Raises:
        ValueError: for negative values or if all are zero.
    """
    values = values.to(torch.float64)
    total = values.sum(-1, keepdim=True)
    if values.shape[-1] == 0 or not torch.isfinite(total).all() or (values < 0).any() or (total == 0).any():
        raise ValueError("the effective dimension is of values that are finite, not negative and not all zero")
    shares = values / total
    return torch.exp(-torch.special.xlogy(shares, shares).sum(-1))


def significant_dimension(intensities: Tensor) -> Tensor:
    """``1 + D_eff([rho_2, ..., rho_p])``, thesis (2.6): the first eigenfunction, nearly constant, counts as one.

    It is C for an MP-operator (`neural-collapse/dimension-without-the-first`), and 1 where only rho_1 is not zero.

    Args:
        intensities: shape (..., p), in decreasing order.
    """
    rest = intensities[..., 1:].to(torch.float64)
    alone = rest.sum(-1) == 0
    if rest.shape[-1] == 0:
        return torch.ones(rest.shape[:-1], dtype=torch.float64, device=rest.device)
    filled = torch.where(alone[..., None], torch.ones_like(rest), rest)
    return torch.where(alone, 1.0, 1.0 + effective_dimension(filled))
