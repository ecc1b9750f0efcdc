"""Means and covariances of functions, streamed over batches of samples.

All metrics of features need only inner products of functions, ``<u|v> = E[u v]``, which are means over samples.  For
features Phi (p of them), outputs f (C) and targets f* (C) they are the entries of one matrix of p + 2 C rows and
columns: neither the n x n kernel matrix nor a second copy of the features is ever made, and n may be any number.

Covariances are kept centred and merged batch after batch (Chan, Golub and LeVeque 1983), in double precision: a large
mean, as that of rectified features, costs no digits.

What the values were rounded to before they came here is another matter: in half precision, such as autocast's, an
offset of ten times the spread leaves three bits.  Measures that cannot be told from such rounding are refused.
"""

from __future__ import annotations

import torch
from torch import Tensor

_HALF = 1e-4
"""Coarser than this is half precision: eps is 1e-3 for float16, 8e-3 for bfloat16, and 1e-7 for float32."""


class Moments:
    """Means and covariances of named functions of the samples, such as features, output and target.

    Every function is given as a tensor of shape (..., n, size): n samples, after any leading axes, such as networks.
    Leading axes broadcast, so that targets may be shared by all networks.

    >>> moments = Moments()
    >>> moments.add(features=torch.tensor([[1.0, 0.0], [3.0, 4.0]]), output=torch.tensor([[1.0], [2.0]]))
    >>> moments.mean("features"), moments.second("features", "output")
    (tensor([2., 2.], dtype=torch.float64), tensor([[3.5000],
            [4.0000]], dtype=torch.float64))
    """

    def __init__(self, dtype: torch.dtype = torch.float64) -> None:
        """Start without samples.

        Args:
            dtype: of what is accumulated; a batch is converted before its products are taken.

        Raises:
            ValueError: for less than single precision.
        """
        if dtype not in (torch.float32, torch.float64):
            raise ValueError(f"got {dtype} to accumulate in; expected float64, or float32")
        self.dtype = dtype
        self.count = 0
        self.precision = dtype
        self._slices: dict[str, slice] = {}
        self._rounding: dict[str, float] = {}
        self._mean = torch.zeros(())
        self._scatter = torch.zeros(())

    @property
    def names(self) -> tuple[str, ...]:
        """The functions, in the order in which they were first given."""
        return tuple(self._slices)

    def add(self, **functions: Tensor) -> None:
        """Add a batch; cost O(n q^2) for q functions in all.

        Args:
            functions: tensors of shape (..., n, size), the same names and sizes in every batch.

        Raises:
            ValueError: for other names, sizes or numbers of samples, or none.
        """
        if not functions:
            raise ValueError("got no functions; expected tensors by name, such as features=...")
        for name, values in functions.items():
            if values.ndim < 2:
                raise ValueError(f"{name} has the shape {tuple(values.shape)}; expected (..., samples, size)")
        samples = {values.shape[-2] for values in functions.values()}
        if len(samples) != 1 or 0 in samples:
            shapes = ", ".join(f"{name} {tuple(values.shape)}" for name, values in functions.items())
            raise ValueError(f"expected equal numbers of samples, at least one; got {shapes}")
        sizes = {name: values.shape[-1] for name, values in functions.items()}
        if not self._slices:
            self._lay_out(functions)
        elif sizes != {name: part.stop - part.start for name, part in self._slices.items()}:
            known = ", ".join(f"{name} of size {part.stop - part.start}" for name, part in self._slices.items())
            raise ValueError(f"got functions of sizes {sizes}; earlier batches had {known}")
        with torch.no_grad():
            self._merge(_joined([functions[name] for name in self._slices], self.dtype))

    def mean(self, name: str) -> Tensor:
        """``E[u]``, shape (..., size)."""
        return self._checked(self._mean)[..., self._slice(name)]

    def covariance(self, first: str, second: str | None = None) -> Tensor:
        """``E[(u - E u)(v - E v)^T]``, a mean over the samples, shape (..., size of u, size of v)."""
        rows, columns = self._slice(first), self._slice(second or first)
        return self._checked(self._scatter)[..., rows, columns] / self.count

    def second(self, first: str, second: str | None = None) -> Tensor:
        """``E[u v^T]``: the inner products ``<u_i|v_j>`` of functions, shape (..., size of u, size of v)."""
        u, v = self.mean(first), self.mean(second or first)
        return self.covariance(first, second) + u[..., :, None] * v[..., None, :]

    def noise(self, name: str) -> float:
        """Below which part of the largest an eigenvalue of the second moment is nothing but rounding."""
        part = self._slice(name)
        size = max(int(part.stop - part.start), 4)
        sums, values = (float(torch.finfo(dtype).eps) for dtype in (self.dtype, self.precision))
        return size * max(sums, 4.0 * values**2)

    def refuse_rounding(self, name: str) -> None:
        """Raise a ValueError if values in half precision are too coarse for how they vary.

        Rounding moves a value v by up to ``eps |v|/2``, which adds up to a variance of ``eps^2 v^2/12``.  Of the
        centred operator it must be less than a hundredth, and no direction of the second moment may lie between it and
        where `noise` takes directions for nothing.
        """
        eps = self._rounding.get(name, 0.0)
        if eps < _HALF:
            return
        second = self.second(name)
        spread = torch.diagonal(self.covariance(name), dim1=-2, dim2=-1).sum(-1)
        size = torch.diagonal(second, dim1=-2, dim2=-1).sum(-1)
        values = torch.linalg.eigvalsh(second)
        parts = values / values[..., -1:].clamp(min=torch.finfo(values.dtype).tiny)
        unclear = ((parts > eps**2 / 3) & (parts <= self.noise(name))).any()
        if (100 * eps**2 / 12 * size > spread).any() or unclear:
            raise ValueError(
                f"{name} came in a precision of {eps:.0e}, too coarse for how little it varies beside its size: what "
                "is measured would be rounding; pass the network in float32"
            )

    def _lay_out(self, functions: dict[str, Tensor]) -> None:
        start = 0
        for name, values in functions.items():
            self._slices[name] = slice(start, start + values.shape[-1])
            start += values.shape[-1]
            self._rounding[name] = float(torch.finfo(values.dtype).eps) if values.is_floating_point() else 0.0
            if values.is_floating_point() and torch.finfo(values.dtype).eps > torch.finfo(self.precision).eps:
                self.precision = values.dtype

    def _merge(self, values: Tensor) -> None:
        batch = values.shape[-2]
        mean = values.mean(-2)
        centred = values - mean[..., None, :]
        scatter = centred.mT @ centred
        if self.count == 0:
            self._mean, self._scatter = mean, scatter
        else:
            total = self.count + batch
            step = mean - self._mean
            self._mean = self._mean + step * (batch / total)
            self._scatter = self._scatter + scatter
            self._scatter += step[..., :, None] * step[..., None, :] * (self.count * batch / total)
        self.count += batch

    def _slice(self, name: str) -> slice:
        if name not in self._slices:
            known = ", ".join(self._slices) or "none: no batch was added"
            raise ValueError(f"there is no function {name!r}; there are {known}")
        return self._slices[name]

    def _checked(self, values: Tensor) -> Tensor:
        if not torch.isfinite(values).all():
            raise ValueError(f"a function of {', '.join(self._slices)} is not finite on the samples")
        return values


def moments_of(block: int = 8192, **functions: Tensor) -> Moments:
    """The moments of functions that are there whole, taken block by block so that no second copy is made.

    Args:
        block: samples at a time.
        functions: tensors of shape (..., n, size), by name.
    """
    moments = Moments()
    count = max(values.shape[-2] if values.ndim > 1 else 1 for values in functions.values()) if functions else 0
    for start in range(0, max(count, 1), block):
        moments.add(**{name: v[..., start : start + block, :] if v.ndim > 1 else v for name, v in functions.items()})
    return moments


def _joined(functions: list[Tensor], dtype: torch.dtype) -> Tensor:
    """One tensor (..., n, q) of all functions of a batch."""
    leading = torch.broadcast_shapes(*(values.shape[:-2] for values in functions))
    return torch.cat([values.to(dtype).expand(*leading, *values.shape[-2:]) for values in functions], dim=-1)


def inverse_on_range(gram: Tensor, tolerance: float) -> tuple[Tensor, Tensor]:
    """The pseudo-inverse of positive semidefinite matrices (..., c, c), and their ranks (...).

    Eigenvalues below `tolerance` times the largest count as zero.
    """
    values, vectors = torch.linalg.eigh(gram)
    kept = values > tolerance * values[..., -1:].clamp(min=0)
    weights = torch.where(kept, 1.0 / torch.where(kept, values, 1.0), 0.0)
    return (vectors * weights[..., None, :]) @ vectors.mT, kept.sum(-1)
