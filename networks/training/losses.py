"""Losses of one network: output and target in, a scalar out.

Outputs are (batch, outputs); targets have the same shape, or are class numbers of shape (batch,) where said.  Another
shape is a ValueError.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

Loss = Callable[[Tensor, Tensor], Tensor]


def half_mean_square(output: Tensor, target: Tensor) -> Tensor:
    """``1/2 mean_n sum_c (f(x_n) - y_n)_c^2``, thesis (3.2): half of a sum over outputs, the mean over the batch."""
    _same_shape(output, target)
    return 0.5 * (output - target).square().sum(-1).mean()


def mean_square(output: Tensor, target: Tensor) -> Tensor:
    """``mean_n mean_c (f(x_n) - y_n)_c^2``: PyTorch's mean square error, a mean over the batch and over outputs."""
    _same_shape(output, target)
    return (output - target).square().mean()


def cross_entropy(output: Tensor, target: Tensor) -> Tensor:
    """``mean_n -log softmax(f(x_n))_{y_n}``; targets are class numbers (batch,) or weights (batch, classes)."""
    if target.is_floating_point():
        _same_shape(output, target)
        return -(functional.log_softmax(output, -1) * target).sum(-1).mean()
    return -functional.log_softmax(output, -1).gather(-1, target[..., None]).mean()


def hinge(output: Tensor, target: Tensor) -> Tensor:
    """``mean_n sum_c max(0, 1 - y_nc f(x_n)_c)`` for targets -1 and 1."""
    _same_shape(output, target)
    return torch.relu(1 - output * target).sum(-1).mean()


def _same_shape(output: Tensor, target: Tensor) -> None:
    """Targets of another shape would be repeated in silence."""
    if output.shape != target.shape:
        raise ValueError(
            f"got outputs of shape {tuple(output.shape)} and targets of shape {tuple(target.shape)} of one network; "
            "expected the same"
        )
