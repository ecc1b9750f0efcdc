"""Learning rates that change with the step; plain values, so that a checkpoint knows its schedule again."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, eq=False)
class Stairs:
    """``rate factor^floor(step / every)``, such as "0.2 per 60 epochs" (richness paper, F.4.2).

    Attributes:
        rate: at the start: a number, or one a network (networks,).
        factor: from one stair to the next.
        every: steps a stair.
    """

    rate: float | Tensor
    factor: float
    every: int

    def __call__(self, step: int) -> float | Tensor:
        return self.rate * self.factor ** (step // self.every)


@dataclass(frozen=True, eq=False)
class WarmUp:
    """``rate min(1, (step + 1) / steps)``: a linear rise, then constant."""

    rate: float | Tensor
    steps: int

    def __call__(self, step: int) -> float | Tensor:
        return self.rate * min(1.0, (step + 1) / self.steps)
