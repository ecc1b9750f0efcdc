r"""Centred kernel alignment through covariances, and the measure of richness.

For features Phi and Psi with the operators ``T = sum_k |Phi_k><Phi_k|`` and ``S = sum_k |Psi_k><Psi_k|``, and C with
the centred covariances,

    CKA(T, S) = Tr(c(T) c(S)) / (|c(T)| |c(S)|) = |C_PhiPsi|^2 / (|C_PhiPhi| |C_PsiPsi|),

thesis (2.9), richness paper (7), with Frobenius norms of matrices of p x p entries.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .moments import Moments, inverse_on_range


def cka(moments: Moments, first: str, second: str) -> Tensor:
    """The centred kernel alignment of two sets of features, thesis (2.9); between 0 and 1, shape (...).

    It is 1 for features that differ by a rotation, a scale and a shift (`neural-collapse/features-may-be-rotated`,
    `neural-collapse/cka-ignores-scales`, `neural-collapse/cka-ignores-shifts`).

    Raises:
        ValueError: if one of them is constant on the samples.
    """
    for name in (first, second):
        moments.refuse_rounding(name)
    across = moments.covariance(first, second).square().sum((-1, -2))
    sizes = [torch.linalg.matrix_norm(moments.covariance(name)) for name in (first, second)]
    for name, size in zip((first, second), sizes, strict=True):
        if (size == 0).any():
            raise ValueError(f"{name} is constant on the samples: its centred operator is zero and has no alignment")
    return (across / (sizes[0] * sizes[1])).clamp(0.0, 1.0)


def kernel_similarity(moments: Moments, features: str = "features", initial: str = "initial") -> Tensor:
    """The similarity of the feature kernel to that at the start, CKA(T_t, T_0), of the richness paper's section 4.

    1 if the kernel did not turn; smaller after richer training.

    Args:
        moments: of the features now and at the start, on the same samples.
    """
    return cka(moments, features, initial)


def mp_alignment(
    moments: Moments,
    features: str = "features",
    output: str = "output",
    *,
    with_constant: bool = False,
    tolerance: float | None = None,
) -> Tensor:
    """``CKA(T, T_MP)``, thesis (2.8), (2.9): between 0 and 1, shape (...).

    The MP-operator is ``a_1 |1><1| + a_2 P``, P the projection onto the span of the output's entries; centring removes
    a_1, and a_2 drops out.  So with G the second moments of the output and C the covariances

        CKA = Tr(C_Phif G^+ C_fPhi) / (|C_PhiPhi| |G^{+1/2} C_ff G^{+1/2}|).

    Args:
        with_constant: project onto the span of the outputs *and* the constant, as Definition 1's eigenspaces have it.
            Both agree if the constant lies in the learned function space, as the sources suppose
            (`neural-collapse/centred-projection`); if not, the centred P is no projection
            (`neural-collapse/centred-projection-without-the-constant`).
        tolerance: eigenvalues of the output's Gram matrix below it times the largest are zero.

    Raises:
        ValueError: if the features or the output are constant on the samples, or in half precision and too coarse for
            how little they vary; a `tolerance` that is given is taken at its word.
    """
    if tolerance is None:
        for name in (features, output):
            moments.refuse_rounding(name)
    covariance = moments.covariance(output)
    gram = covariance if with_constant else moments.second(output)
    inverse, _ = inverse_on_range(gram, moments.noise(output) if tolerance is None else tolerance)
    across = moments.covariance(features, output)
    both = ((across @ inverse) * across).sum((-1, -2))
    size = torch.linalg.matrix_norm(moments.covariance(features))
    product = inverse @ covariance  # |G^{+1/2} C G^{+1/2}|^2 = Tr(G^+ C G^+ C)
    size_mp = (product * product.mT).sum((-1, -2)).clamp(min=0).sqrt()
    scale = torch.diagonal(moments.second(output), dim1=-2, dim2=-1).sum(-1)
    spread = torch.diagonal(covariance, dim1=-2, dim2=-1).sum(-1)
    if (size == 0).any():
        raise ValueError(f"{features} is constant on the samples: the centred feature operator is zero")
    if (spread <= moments.noise(output) * scale).any():
        raise ValueError(f"{output} is constant on the samples: the centred MP-operator is zero")
    return (both / (size * size_mp)).clamp(0.0, 1.0)


def richness(
    moments: Moments,
    features: str = "features",
    output: str = "output",
    *,
    with_constant: bool = False,
    tolerance: float | None = None,
) -> Tensor:
    """``kappa_CKA = 1 - CKA(T, T_MP)``, thesis Definition 2, richness paper (4); between 0 and 1, shape (...).

    Small is rich: 0 if the features span what the output uses, isotropically, and no more.  The thesis calls a network
    below 0.1 one in the minimum feature regime.  See `mp_alignment` for the arguments.

    >>> from .moments import moments_of
    >>> labels = torch.eye(3, dtype=torch.float64).repeat(4, 1)
    >>> richness(moments_of(features=5.0 * labels, output=labels)).round(decimals=9)
    tensor(0., dtype=torch.float64)
    """
    return 1.0 - mp_alignment(moments, features, output, with_constant=with_constant, tolerance=tolerance)
