"""What goes wrong in training, said clearly."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import torch


class Diverged(ValueError):
    """The loss or the parameters of a network are no finite numbers.

    Attributes:
        step: the first step at which it showed.
        networks: which networks, counted from 0.
        of: how many there are.
    """

    def __init__(self, name: str, step: int, networks: Sequence[int], of: int, rate: str) -> None:
        self.step, self.networks, self.of = step, tuple(networks), of
        which = ", ".join(map(str, self.networks[:5])) + (", ..." if len(self.networks) > 5 else "")
        many = "network" if len(self.networks) == 1 else "networks"
        super().__init__(
            f"{name}: diverged at step {step}: the loss or the parameters of {many} {which} (of {of}, counted from 0) "
            f"are no finite numbers; learning rate {rate}. A smaller rate or a smaller start may help"
        )


class OutOfMemory(MemoryError):
    """The batch does not fit the memory of the device."""


@contextlib.contextmanager
def memory_explained(what: Callable[[], str]) -> Iterator[None]:
    """Turn PyTorch's errors of allocation, on the CPU or a GPU, into one that says what did not fit."""
    try:
        yield
    except MemoryError as error:
        if isinstance(error, OutOfMemory):
            raise
        raise OutOfMemory(f"no memory for {what()}") from error
    except RuntimeError as error:
        text = str(error)
        if isinstance(error, torch.cuda.OutOfMemoryError) or "can't allocate memory" in text:
            raise OutOfMemory(f"no memory for {what()}: {text.splitlines()[0]}") from error
        raise
