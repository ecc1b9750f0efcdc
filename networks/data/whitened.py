"""Sampled inputs with exact second moments, and random matrices with orthonormal columns, one set a network."""

from __future__ import annotations

import torch
from torch import Tensor

from ..streams import Source, normal, uniform


def whitened(networks: int, samples: int, inputs: int, generator: Source) -> Tensor:
    """Gaussian inputs whose empirical second moment is exactly the identity, shape (networks, samples, inputs).

    Raises:
        ValueError: for fewer samples than inputs, whose second moment has not full rank.
    """
    if samples < inputs:
        raise ValueError(f"got {samples} samples of {inputs} inputs; expected at least as many samples as inputs")
    x = normal(generator, networks, samples, inputs)
    moment = x.transpose(1, 2) @ x / samples
    return torch.linalg.solve_triangular(torch.linalg.cholesky(moment), x.transpose(1, 2), upper=False).transpose(1, 2)


def orthonormal(networks: int, rows: int, columns: int, generator: Source) -> Tensor:
    """Random matrices with orthonormal columns, shape (networks, rows, columns)."""
    return torch.linalg.qr(normal(generator, networks, rows, columns))[0]


def spread(shape: tuple[int, ...], low: float, high: float, generator: Source) -> Tensor:
    """Log-uniform positive numbers in [low, high]."""
    log = torch.log(torch.tensor([low, high], dtype=torch.float64))
    return torch.exp(log[0] + (log[1] - log[0]) * uniform(generator, *shape))
