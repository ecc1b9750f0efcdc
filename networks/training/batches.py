"""Which samples each step sees: a function of the step's number alone, so that a run which goes on sees the same.

A batch is (x, y).  Both have a leading axis networks, unless they are shared by all networks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import torch
from torch import Generator, Tensor

if TYPE_CHECKING:
    from ..experiments.session import Session

Batch = tuple[Tensor, Tensor]
Batches = Callable[[int], Batch]
Shared = Literal[True, False, "x"]


@dataclass(frozen=True)
class FullBatch:
    """The same samples at every step."""

    x: Tensor
    y: Tensor
    shared: Shared
    constant: bool = True

    def __call__(self, step: int) -> Batch:
        return self.x, self.y


def full_batch(x: Tensor, y: Tensor, *, shared: Shared = False) -> FullBatch:
    """All samples at every step.

    Args:
        x: shape (networks, n, ...), or (n, ...) if shared.
        y: shape (networks, n, ...), or (n, ...) if shared; `shared` = "x" shares the inputs only.
    """
    return FullBatch(x, y, shared)


@dataclass
class Minibatches:
    """Samples in a new random order every epoch, without replacement."""

    x: Tensor
    y: Tensor
    size: int
    session: Session
    name: str
    shared: Shared
    networks: int | None

    def __post_init__(self) -> None:
        self.samples = int(self.x.shape[0 if self.shared else 1])
        self.per_epoch = self.samples // self.size
        self._epoch = -1
        self._order = torch.empty(0)

    def order(self, epoch: int) -> Tensor:
        """The order of an epoch: (samples,), or (networks, samples) where each network has its own."""
        generator = self.session.generator(self.name, epoch)
        if self.networks is None:
            return torch.randperm(self.samples, generator=generator)
        return torch.stack([torch.randperm(self.samples, generator=generator) for _ in range(self.networks)])

    def __call__(self, step: int) -> Batch:
        epoch, batch = divmod(step, self.per_epoch)
        if epoch != self._epoch:
            self._order, self._epoch = self.order(epoch).to(self.x.device), epoch
        chosen = self._order[..., batch * self.size : (batch + 1) * self.size]
        return _gather(self.x, chosen, bool(self.shared)), _gather(self.y, chosen, self.shared is True)


def _gather(values: Tensor, chosen: Tensor, shared: bool) -> Tensor:
    if shared:
        return values[chosen]
    if chosen.ndim == 1:
        return values[:, chosen]
    return values[torch.arange(len(chosen), device=values.device)[:, None], chosen]


def minibatches(
    x: Tensor,
    y: Tensor,
    size: int,
    session: Session,
    *,
    name: str = "minibatches",
    shared: Shared = False,
) -> Minibatches:
    """Batches of `size` samples without replacement, in a new order every epoch; a last smaller batch is left out.

    Args:
        x: shape (networks, n, ...), or (n, ...) if shared; then all networks see the same batches.
    """
    return Minibatches(
        x.to(session.device), y.to(session.device), size, session, name, shared, None if shared else len(x)
    )


def stream(
    draw: Callable[[Generator], Batch], session: Session, *, name: str = "stream", device: torch.device | str = "cpu"
) -> Batches:
    """Batches drawn afresh at each step, such as online sampling: `draw` is given the step's own generator."""
    return lambda step: draw(session.generator(name, step, device=device))
