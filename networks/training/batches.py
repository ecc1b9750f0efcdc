"""Which samples each step sees: a function of the step's number alone, so that a run which goes on sees the same.

A batch is (x, y).  Both have a leading axis networks, unless they are shared by all networks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import torch
from torch import Generator, Tensor

from ..streams import Streams

if TYPE_CHECKING:
    from ..harness.session import Session

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


@dataclass(eq=False)
class Minibatches:
    """Samples in a new random order every epoch, without replacement; see `minibatches`.

    Attributes:
        samples: of each network.
        per_epoch: batches, and so steps, an epoch.
    """

    x: Tensor
    y: Tensor
    size: int
    session: Session
    name: str
    shared: Shared

    def __post_init__(self) -> None:
        self.samples = int(self.x.shape[0 if self.shared else 1])
        if not 1 <= self.size <= self.samples:
            raise ValueError(f"got batches of {self.size} of {self.samples} samples; expected 1 to {self.samples}")
        self.per_epoch = self.samples // self.size
        self._epoch, self._order = -1, torch.empty(0)
        self._one = self.shared is not False

    def order(self, epoch: int) -> Tensor:
        """The order of an epoch: (samples,) if inputs are shared, otherwise each network's own (networks, samples)."""
        if self._one:
            return torch.randperm(self.samples, generator=self.session.generator(self.name, epoch))
        streams = self.session.streams(len(self.x), self.name, epoch)
        return torch.stack([torch.randperm(self.samples, generator=one) for one in streams.each])

    def __call__(self, step: int) -> Batch:
        epoch, batch = divmod(step, self.per_epoch)
        if epoch != self._epoch:
            self._order, self._epoch = self.order(epoch).to(self.x.device), epoch
        chosen = self._order[..., batch * self.size : (batch + 1) * self.size]
        if self.shared is True:
            return self.x.index_select(0, chosen), self.y.index_select(0, chosen)
        if self.shared == "x":
            return self.x.index_select(0, chosen), self.y.index_select(1, chosen)
        first = torch.arange(len(chosen), device=chosen.device)[:, None] * self.samples
        rows = (chosen + first).ravel()
        return _rows(self.x, rows), _rows(self.y, rows)


def _rows(values: Tensor, rows: Tensor) -> Tensor:
    """Rows of (networks, n, ...), counted through all networks, with the networks apart again."""
    networks = len(values)
    return values.flatten(0, 1).index_select(0, rows).reshape(networks, -1, *values.shape[2:])


def minibatches(
    x: Tensor, y: Tensor, size: int, session: Session, *, name: str = "minibatches", shared: Shared = False
) -> Minibatches:
    """Batches of `size` samples without replacement, in a new order every epoch; a smaller last batch is left out.

    Networks with data of their own have orders of their own, one network a seed; networks that share their inputs see
    the same batches.

    Args:
        x: shape (networks, n, ...), or (n, ...) if shared.
        y: shape (networks, n, ...), or (n, ...) if shared; `shared` = "x" shares the inputs only.
        name: of the random stream of the orders.

    Raises:
        ValueError: if there are fewer samples than `size`.
    """
    return Minibatches(x.to(session.device), y.to(session.device), size, session, name, shared)


def stream(
    draw: Callable[[Generator], Batch], session: Session, *, name: str = "stream", device: torch.device | str = "cpu"
) -> Batches:
    """Batches drawn afresh at each step for all networks: `draw` is given the step's own generator."""
    return lambda step: draw(session.generator(name, step, device=device))


def streams(
    draw: Callable[[Streams], Batch],
    session: Session,
    seeds: int,
    *,
    name: str = "streams",
    device: torch.device | str = "cpu",
) -> Batches:
    """Batches drawn afresh at each step for each network: `draw` is given the step's own stream of every seed."""
    return lambda step: draw(session.streams(seeds, name, step, device=device))
