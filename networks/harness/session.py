"""What an experiment is given to work with: a device, a precision, seeds, a place for checkpoints, and a voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import torch


def _silent(text: str, done: float) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class Session:
    """One run of an experiment.

    Attributes:
        seed: of everything random; streams are drawn from it by name.
        device: where the networks are.
        dtype: of their parameters, unless an experiment needs double precision.
        folder: where checkpoints are kept, so that a killed run goes on; None keeps none.
        progress: told what is going on, and how much of it is done, from 0 to 1.
    """

    seed: int
    device: torch.device
    dtype: torch.dtype = torch.float32
    folder: Path | None = None
    progress: Callable[[str, float], None] = _silent

    def generator(self, *names: object, device: torch.device | str = "cpu") -> torch.Generator:
        """A random stream of its own for what `names` say: the same for the same names, whatever else is drawn.

        Streams are drawn on the CPU by default, so that a GPU starts from the same numbers.
        """
        text = "\0".join(map(str, (self.seed, *names)))
        stream = int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1
        return torch.Generator(device=device).manual_seed(stream)

    def checkpoint(self, name: str) -> Path | None:
        """Where the training called `name` keeps its state; None if nothing is kept."""
        return None if self.folder is None else self.folder / f"{name}.pt"
