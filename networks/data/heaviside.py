"""The Heaviside step on [-1, 1], thesis 2.2: one input, one output."""

from __future__ import annotations

import torch
from torch import Generator, Tensor


def heaviside(x: Tensor) -> Tensor:
    """1 where x > 0, and 0 elsewhere; the shape and precision of `x`."""
    return (x > 0).to(x.dtype)


def heaviside_task(samples: int, generator: Generator | None = None) -> tuple[Tensor, Tensor]:
    """Inputs and targets, both (samples, 1), in double precision.

    Inputs are uniform on [-1, 1] if a generator is given, and otherwise the midpoints of equal intervals, in order:
    with an even number of them exactly half of the targets are 1.

    Raises:
        ValueError: for no sample.
    """
    if samples < 1:
        raise ValueError(f"got {samples} samples; expected at least 1")
    if generator is None:
        x = (2 * torch.arange(samples, dtype=torch.float64) + 1) / samples - 1
    else:
        x = 2 * torch.rand(samples, generator=generator, dtype=torch.float64, device=generator.device) - 1
    return x[:, None], heaviside(x[:, None])
