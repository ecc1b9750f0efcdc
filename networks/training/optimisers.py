"""Gradient descent and its kin, on lists of tensors whose first axis is the networks.

An optimiser turns gradients into a direction; the engine then takes ``parameter -= rate * direction``.  The formulas
are those of `torch.optim`, network by network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

Rate: TypeAlias = float | Tensor | Callable[[int], float]
Tensors: TypeAlias = list[Tensor]


@dataclass(frozen=True)
class Optimiser:
    """What turns gradients into directions.

    Attributes:
        rate: learning rate: a number, one a network as a tensor (networks,), or a schedule from the step's number to a
            number.
    """

    rate: Rate

    def state(self, parameters: Sequence[Tensor]) -> list[Tensors]:
        """Moments at the start, each a list beside the parameters."""
        return []

    def factors(self, step: int) -> tuple[float, ...]:
        """Numbers that depend on the step alone, as `direction` takes them."""
        return ()

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Any) -> Tensors:
        """The direction, at the parameters; moments are changed in place, gradients may be."""
        raise NotImplementedError


@dataclass(frozen=True)
class SGD(Optimiser):
    """Gradient descent with heavy-ball momentum, as `torch.optim.SGD`.

    Attributes:
        momentum: ``v <- momentum v + g``, and v is the direction.
        weight_decay: ``g <- g + weight_decay w`` before the momentum.
    """

    momentum: float = 0.0
    weight_decay: float = 0.0

    def state(self, parameters: Sequence[Tensor]) -> list[Tensors]:
        return [[torch.zeros_like(p) for p in parameters]] if self.momentum else []

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Any) -> Tensors:
        if self.weight_decay:
            torch._foreach_add_(gradients, parameters, alpha=self.weight_decay)
        if not self.momentum:
            return gradients
        (velocity,) = state
        torch._foreach_mul_(velocity, self.momentum)
        torch._foreach_add_(velocity, gradients)
        return velocity


@dataclass(frozen=True)
class Adam(Optimiser):
    """Adam, as `torch.optim.Adam`: weight decay is added to the gradient."""

    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    weight_decay: float = 0.0

    def state(self, parameters: Sequence[Tensor]) -> list[Tensors]:
        return [[torch.zeros_like(p) for p in parameters] for _ in range(2)]

    def factors(self, step: int) -> tuple[float, ...]:
        first, second = self.betas
        return 1 / (1 - first ** (step + 1)), 1 / (1 - second ** (step + 1)) ** 0.5

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Any) -> Tensors:
        if self.weight_decay:
            torch._foreach_add_(gradients, parameters, alpha=self.weight_decay)
        mean, square = state
        first, second = self.betas
        torch._foreach_lerp_(mean, gradients, 1 - first)
        torch._foreach_mul_(square, second)
        torch._foreach_addcmul_(square, gradients, gradients, value=1 - second)
        size = torch._foreach_sqrt(square)
        torch._foreach_mul_(size, factors[1])
        torch._foreach_add_(size, self.eps)
        direction = torch._foreach_mul(mean, factors[0])
        torch._foreach_div_(direction, size)
        return list(direction)


@dataclass(frozen=True)
class AdamW(Adam):
    """Adam with decoupled weight decay, as `torch.optim.AdamW`: ``w <- w - rate weight_decay w`` besides."""

    weight_decay: float = 0.01

    def direction(self, parameters: Tensors, gradients: Tensors, state: list[Tensors], factors: Any) -> Tensors:
        coupled = Adam(self.rate, self.betas, self.eps)
        direction = coupled.direction(parameters, gradients, state, factors)
        if self.weight_decay:
            torch._foreach_add_(direction, parameters, alpha=self.weight_decay)
        return direction
