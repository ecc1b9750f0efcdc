"""How much memory a step takes, found out before it is taken, and how much its device has left.

The step is gone through with tensors that have shapes and no entries, and what is alive at a time is added up.  What a
library keeps for itself besides, or a device loses in gaps, is not seen.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

GIB = 2**30


class _Alive(TorchDispatchMode):
    """Adds up the bytes that are alive beside those of `given` tensors, and keeps the most there were."""

    def __init__(self, given: Sequence[Tensor]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._now, self.most = 0, 0
        self._there = {tensor.untyped_storage()._cdata for tensor in given}

    def __torch_dispatch__(
        self, func: Callable[..., Any], types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        found = func(*args, **(kwargs or {}))
        for leaf in tree_leaves(found):
            if isinstance(leaf, Tensor):
                self._add(leaf.untyped_storage())
        return found

    def _add(self, storage: Any) -> None:
        key, size = storage._cdata, storage.nbytes()
        if key not in self._there:
            self._there.add(key)
            self._now += size
            self.most = max(self.most, self._now)
            weakref.finalize(storage, self._remove, key, size)

    def _remove(self, key: int, size: int) -> None:
        self._there.discard(key)
        self._now -= size


def needed(step: Callable[..., Any], tensors: Sequence[Tensor]) -> int:
    """The most bytes that a step has alive at a time beside the tensors that it is given.

    Raises:
        Exception: whatever a step raises that looks at entries.
    """
    with FakeTensorMode(allow_non_fake_inputs=True) as fake:
        shapes = [fake.from_tensor(tensor) for tensor in tensors]
        with _Alive(shapes) as alive:
            step(*shapes)
    return alive.most


def room(device: torch.device) -> int | None:
    """The bytes that a device has left; None for the CPU, whose memory is not this process's alone."""
    if device.type != "cuda":
        return None
    free, _ = torch.cuda.mem_get_info(device)
    return int(free + torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device))
