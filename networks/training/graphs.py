"""A step recorded once and replayed, so that a GPU does not wait for Python between its many small operations."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor


class Recorded:
    """A step whose inputs always lie in the same memory.

    On CUDA it is recorded as a graph; elsewhere it is called as it is, on the same memory, which tests the rest.

    Args:
        step: takes x and y, changes what it changes in place, and gives the losses.
        warm: what `step` calculates but changes nothing; called first, so that libraries set themselves up.
    """

    def __init__(
        self,
        step: Callable[[Tensor, Tensor], Tensor],
        warm: Callable[[Tensor, Tensor], object],
        x: Tensor,
        y: Tensor,
    ) -> None:
        self._x, self._y = x.clone(), y.clone()
        self._graph = None
        self._step = step
        self._device = x.device
        if x.device.type == "cuda":
            with torch.cuda.device(x.device):  # streams and graphs belong to the current device, which may be another
                side = torch.cuda.Stream()
                side.wait_stream(torch.cuda.current_stream())
                with torch.cuda.stream(side):
                    for _ in range(3):
                        warm(self._x, self._y)
                torch.cuda.current_stream().wait_stream(side)
                self._graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self._graph):
                    self._losses = step(self._x, self._y)

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        """Take the step for a batch of the same shapes; the losses are overwritten by the next one."""
        self._x.copy_(x, non_blocking=True)
        self._y.copy_(y, non_blocking=True)
        if self._graph is None:
            return self._step(self._x, self._y)
        with torch.cuda.device(self._device):
            self._graph.replay()
        return self._losses
