"""Gradient descent and its kin, on lists of tensors whose first axis is the networks.

An optimiser turns gradients into a direction; the engine then takes ``w <- w - rate direction``.  The formulas are
those of `torch.optim`, network by network, and agree with it to rounding.  An optimiser of one's own is a subclass of
`Optimiser` with a `direction`, and a `state` if it remembers something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor

Rate: TypeAlias = float | Tensor | Callable[[int], float | Tensor]
Tensors: TypeAlias = list[Tensor]
Factors: TypeAlias = Sequence[float] | Sequence[Tensor]


@dataclass(frozen=True, eq=False)
class Optimiser:
    """What turns gradients into directions.

    Attributes:
        rate: learning rate: a number, one a network (networks,), or a schedule from the steps taken to either.
    """

    rate: Rate

    def state(self, parameters: Tensors) -> list[Tensors]:
        """What is remembered from step to step, at the start: lists of tensors beside the parameters."""
        return []

    def factors(self, step: int) -> tuple[float, ...]:
        """Numbers that depend on the step alone; `direction` gets them as numbers, or as tensors in a CUDA graph."""
        return ()

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Factors) -> Tensors:
        """The direction at the parameters; `state` is changed in place.

        Gradients are left as they are: two of them may share their memory.
        """
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class SGD(Optimiser):
    """Gradient descent with heavy-ball momentum, as `torch.optim.SGD`.

    Attributes:
        momentum: ``v <- momentum v + g``, and v is the direction.
        weight_decay: ``g <- g + weight_decay w`` before the momentum; a number, or one a network (networks,).
    """

    momentum: float = 0.0
    weight_decay: float | Tensor = 0.0

    def state(self, parameters: Tensors) -> list[Tensors]:
        return [[torch.zeros_like(p) for p in parameters]] if self.momentum else []

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Factors) -> Tensors:
        gradients = with_multiple(gradients, parameters, self.weight_decay)
        if not self.momentum:
            return gradients
        (velocity,) = state
        torch._foreach_mul_(velocity, self.momentum)
        torch._foreach_add_(velocity, gradients)
        return velocity


@dataclass(frozen=True, eq=False)
class Adam(Optimiser):
    """Adam, as `torch.optim.Adam`: weight decay is added to the gradient.

    Attributes:
        betas: how much of the mean and of the mean square of the gradient is kept a step.
        eps: added to the root of the mean square.
        weight_decay: ``g <- g + weight_decay w``; a number, or one a network (networks,).
    """

    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    weight_decay: float | Tensor = 0.0

    def state(self, parameters: Tensors) -> list[Tensors]:
        return [[torch.zeros_like(p) for p in parameters] for _ in range(2)]

    def factors(self, step: int) -> tuple[float, ...]:
        first, second = self.betas
        return 1 / (1 - first ** (step + 1)), (1 - second ** (step + 1)) ** -0.5

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Factors) -> Tensors:
        return self.normalised(with_multiple(gradients, parameters, self.weight_decay), state, factors)

    def normalised(self, gradients: Tensors, state: list[Tensors], factors: Factors) -> Tensors:
        """The mean of the gradients over the root of their mean square, both without their bias at the start."""
        mean, square = state
        first, second = self.betas
        torch._foreach_lerp_(mean, gradients, 1 - first)
        torch._foreach_mul_(square, second)
        torch._foreach_addcmul_(square, gradients, gradients, value=1 - second)
        size = torch._foreach_sqrt(square)
        torch._foreach_mul_(size, factors[1])
        torch._foreach_add_(size, self.eps)
        direction = list(torch._foreach_mul(mean, factors[0]))
        torch._foreach_div_(direction, size)
        return direction


@dataclass(frozen=True, eq=False)
class AdamW(Adam):
    """Adam with decoupled weight decay, as `torch.optim.AdamW`: ``w <- w - rate weight_decay w`` besides."""

    weight_decay: float | Tensor = 0.01

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Factors) -> Tensors:
        return with_multiple(self.normalised(gradients, state, factors), parameters, self.weight_decay)


def with_multiple(tensors: Tensors, of: Tensors, factor: float | Tensor) -> Tensors:
    """``tensors + factor of``; the factor is a number, or one a network (networks,)."""
    if isinstance(factor, Tensor):
        return list(torch._foreach_add(tensors, torch._foreach_mul(of, [beside(factor, t) for t in of])))
    return list(torch._foreach_add(tensors, of, alpha=factor)) if factor else tensors


def beside(value: Tensor, tensor: Tensor) -> Tensor:
    """One value a network (networks,), or one for all (), shaped to multiply a tensor (networks, ...)."""
    return value.to(tensor).reshape(-1, *([1] * (tensor.ndim - 1)))
