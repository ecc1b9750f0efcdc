"""The four measures of neural collapse, from class means and the within-class covariance, streamed over batches.

Thesis appendix D, (D.2) to (D.9), and (2.10), (2.11); richness paper Proposition 1, (26) to (29).  Where the thesis
and the paper differ there is a function for each, and its docstring says which is which.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor


class ClassMoments:
    """Class means and the within-class scatter of features, merged batch after batch, in double precision.

    The within-class scatter is accumulated from deviations from class means, not as a difference of two covariances:
    it is never negative, and keeps its digits when features have nearly collapsed.

    >>> classes = ClassMoments(2)
    >>> classes.add(torch.tensor([[1.0], [3.0], [7.0]]), torch.tensor([0, 0, 1]))
    >>> classes.means.flatten(), classes.within
    (tensor([2., 7.], dtype=torch.float64), tensor([[0.6667]], dtype=torch.float64))
    """

    def __init__(self, classes: int, dtype: torch.dtype = torch.float64) -> None:
        """Start without samples.

        Args:
            classes: C, how many classes there are; at least 2.
            dtype: of what is accumulated.
        """
        if classes < 2:
            raise ValueError(f"got {classes} classes; expected at least 2")
        self.classes = classes
        self.dtype = dtype
        self._counts = torch.zeros(classes, dtype=dtype)
        self._means = torch.zeros(())
        self._scatter = torch.zeros(())
        self._begun = False

    def add(self, features: Tensor, labels: Tensor) -> None:
        """Add a batch.

        Args:
            features: shape (..., n, p); leading axes are networks.
            labels: whole numbers from 0 to C - 1, shape (n,) or (..., n).
        """
        if features.ndim < 2 or labels.shape[-1:] != features.shape[-2:-1] or features.shape[-2] == 0:
            raise ValueError(
                f"got features {tuple(features.shape)} and labels {tuple(labels.shape)}; expected (..., n, p), (..., n)"
            )
        if labels.is_floating_point() or labels.min() < 0 or labels.max() >= self.classes:
            raise ValueError(f"labels are whole numbers from 0 to {self.classes - 1}")
        with torch.no_grad():
            values = features.to(self.dtype)
            member = torch.nn.functional.one_hot(labels.long(), self.classes).to(values)  # (..., n, C)
            counts = member.sum(-2)
            means = (member.mT @ values) / counts.clamp(min=1)[..., None]
            labels = labels.long().expand(values.shape[:-1])
            means = means.expand(*values.shape[:-2], *means.shape[-2:])
            centred = values - torch.gather(means, -2, labels[..., None].expand(values.shape))
            scatter = centred.mT @ centred
            if self._begun:
                total = self._counts + counts
                weight = self._counts * counts / total.clamp(min=1)
                step = means - self._means
                scatter = scatter + self._scatter + step.mT @ (weight[..., None] * step)
                means = self._means + step * (counts / total.clamp(min=1))[..., None]
                counts = total
            self._counts, self._means, self._scatter, self._begun = counts, means, scatter, True

    @property
    def counts(self) -> Tensor:
        """Samples of each class, shape (C,) or (..., C)."""
        return self._counts

    @property
    def means(self) -> Tensor:
        """mu_i, (D.2), shape (..., C, p)."""
        self._check()
        return self._means

    @property
    def global_mean(self) -> Tensor:
        """mu_g, the mean of the class means, (D.3), shape (..., p); the mean feature if classes are balanced."""
        return self.means.mean(-2)

    @property
    def centred_means(self) -> Tensor:
        """``mu_i - mu_g``, shape (..., C, p)."""
        return self.means - self.global_mean[..., None, :]

    @property
    def within(self) -> Tensor:
        """Sigma_W, (D.4), a mean over all samples, shape (..., p, p)."""
        self._check()
        return self._scatter / self._counts.sum(-1)[..., None, None]

    @property
    def between(self) -> Tensor:
        """Sigma_b, (D.5), a mean over classes, shape (..., p, p)."""
        centred = self.centred_means
        return centred.mT @ centred / self.classes

    def _check(self) -> None:
        if not self._begun:
            raise ValueError("no batch was added")
        if (self._counts == 0).any():
            missing = int((self._counts == 0).nonzero()[0, -1])
            raise ValueError(f"class {missing} has no sample: it has no mean")
        if not (torch.isfinite(self._scatter).all() and torch.isfinite(self._means).all()):
            raise ValueError("features are not finite on the samples")


def nc1(classes: ClassMoments, tolerance: float = 1e-10) -> Tensor:
    """``Tr(Sigma_W Sigma_b^+)``, richness paper Proposition 1 and (26): 0 if features of a class coincide.

    Scale-free; shape (...).  (Papyan et al. divide by C.)  Not the thesis' (D.6): see `nc1_product`.

    Args:
        tolerance: singular values of the centred means below it times the largest are zero; there are C - 1 at most.
    """
    _, singular, vectors = _means_svd(classes)
    kept = singular > tolerance * singular[..., :1]
    along = (vectors * (vectors @ classes.within)).sum(-1).clamp(min=0)
    weights = torch.where(kept, 1.0 / torch.where(kept, singular, 1.0).square(), 0.0)
    return classes.classes * (along * weights).sum(-1)


def nc1_product(classes: ClassMoments) -> Tensor:
    """``Tr(Sigma_W Sigma_b)``, thesis (D.6), a condition that shrinking features meet without collapsing; shape (...).

    (`neural-collapse/shrinking-features-product`.)  Zero exactly where `nc1` is.
    """
    centred = classes.centred_means
    return ((centred @ classes.within) * centred).sum((-1, -2)).clamp(min=0) / classes.classes


def nc1_sum(classes: ClassMoments) -> Tensor:
    """The trace of (2.10) and (D.24), of sums over samples and classes without prefactors: n C `nc1_product`."""
    return nc1_product(classes) * classes.counts.sum(-1) * classes.classes


def nc2(classes: ClassMoments) -> Tensor:
    """Root mean square, over pairs of classes, of what (D.7) calls to vanish; shape (...), at least 0.

    The cosines of centred class means against ``(C delta_ij - 1)/(C - 1)``.  Lengths do not enter: see `nc2_simplex`.
    """
    count = classes.classes
    unit = _units(classes.centred_means, "the centred mean of class")
    ideal = (count * torch.eye(count, dtype=unit.dtype, device=unit.device) - 1) / (count - 1)
    return (unit @ unit.mT - ideal).square().mean((-1, -2)).sqrt()


def nc2_simplex(classes: ClassMoments) -> Tensor:
    """How far the products of centred class means are from a multiple of ``delta_ij - 1/C``, (2.11); shape (...).

    Both matrices are divided by their Frobenius norm before the norm of the difference is taken, so that the measure
    is scale-free; unequal lengths of the means count.  Between 0 and sqrt(2).
    """
    count = classes.classes
    centred = classes.centred_means
    products = centred @ centred.mT
    size = torch.linalg.matrix_norm(products)[..., None, None]
    if (size == 0).any():
        raise ValueError("all class means coincide: they form no simplex")
    ideal = torch.eye(count, dtype=products.dtype, device=products.device) - 1 / count
    return torch.linalg.matrix_norm(products / size - ideal / (count - 1) ** 0.5)


def nc3(classes: ClassMoments, last: Tensor) -> Tensor:
    """Root mean square over classes of ``|w_i/|w_i| - (mu_i - mu_g)/|mu_i - mu_g||``, (D.8); between 0 and 2.

    Without a bias in the last layer, weights of least norm keep a part along the global mean, and this does not vanish
    (`neural-collapse/last-layer-without-a-bias-is-not-dual`).

    Args:
        last: the last layer's weights, one row a class, shape (..., C, p).
    """
    if last.shape[-2:] != classes.means.shape[-2:]:
        raise ValueError(
            f"got weights {tuple(last.shape)}; expected (..., {', '.join(map(str, classes.means.shape[-2:]))})"
        )
    difference = _units(last.detach().to(classes.dtype), "the weight of class") - _units(
        classes.centred_means, "the centred mean of class"
    )
    return difference.square().sum(-1).mean(-1).sqrt()


def nc4(classes: ClassMoments, batches: Iterable[tuple[Tensor, Tensor]]) -> Tensor:
    """The share of samples whose largest output is not that of the nearest class mean, (D.9) with w_i^T; shape (...).

    Args:
        classes: with the class means, of a first pass.
        batches: features (..., n, p) and outputs (..., n, C), of a second pass.
    """
    means = classes.means
    lengths = means.square().sum(-1)
    apart, count = torch.zeros(means.shape[:-2], dtype=means.dtype, device=means.device), 0
    with torch.no_grad():
        for features, output in batches:
            nearest = (lengths[..., None, :] - 2.0 * features.to(means.dtype) @ means.mT).argmin(-1)
            apart = apart + (nearest != output.argmax(-1)).sum(-1)
            count += features.shape[-2]
    if count == 0:
        raise ValueError("got no samples")
    return apart / count


def _means_svd(classes: ClassMoments) -> tuple[Tensor, Tensor, Tensor]:
    """Singular vectors and values of the centred means, of which C - 1 at most are not zero."""
    left, singular, vectors = torch.linalg.svd(classes.centred_means, full_matrices=False)
    if (singular[..., :1] == 0).any():
        raise ValueError("all class means coincide: Sigma_b is zero and has no range")
    count = min(classes.classes - 1, singular.shape[-1])
    return left[..., :count], singular[..., :count], vectors[..., :count, :]


def _units(rows: Tensor, what: str) -> Tensor:
    lengths = torch.linalg.vector_norm(rows, dim=-1, keepdim=True)
    if (lengths == 0).any():
        raise ValueError(f"{what} {int((lengths == 0).nonzero()[0, -2])} is zero: it has no direction")
    return rows / lengths
