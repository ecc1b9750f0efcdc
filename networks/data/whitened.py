"""Sampled inputs with exact second moments, and random matrices with orthonormal columns, one set a network."""

from __future__ import annotations

import torch
from torch import Generator, Tensor


def whitened(networks: int, samples: int, inputs: int, generator: Generator) -> Tensor:
    """Gaussian inputs whose empirical second moment is exactly the identity, shape (networks, samples, inputs).

    Raises:
        ValueError: for fewer samples than inputs, whose second moment has not full rank.
    """
    if samples < inputs:
        raise ValueError(f"got {samples} samples of {inputs} inputs; expected at least as many samples as inputs")
    x = torch.randn(networks, samples, inputs, generator=generator, dtype=torch.float64)
    moment = x.transpose(1, 2) @ x / samples
    return torch.linalg.solve_triangular(torch.linalg.cholesky(moment), x.transpose(1, 2), upper=False).transpose(1, 2)


def orthonormal(networks: int, rows: int, columns: int, generator: Generator) -> Tensor:
    """Random matrices with orthonormal columns, shape (networks, rows, columns)."""
    return torch.linalg.qr(torch.randn(networks, rows, columns, generator=generator, dtype=torch.float64))[0]


def spread(shape: tuple[int, ...], low: float, high: float, generator: Generator) -> Tensor:
    """Log-uniform positive numbers in [low, high]."""
    log = torch.log(torch.tensor([low, high], dtype=torch.float64))
    return torch.exp(log[0] + (log[1] - log[0]) * torch.rand(*shape, generator=generator, dtype=torch.float64))
