"""What an experiment is given to work with: a device, a precision, seeds, a place for checkpoints, and a voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import torch

from ..streams import Streams
from .seeds import SPAN


def _silent(text: str, done: float) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class Session:
    """One run of an experiment.

    Attributes:
        seed: the number of the first; the networks of a run have this and the following ones.
        device: where the networks are.
        dtype: of their parameters, unless an experiment needs double precision.
        folder: where checkpoints are kept, so that a killed run goes on; None keeps none.
        progress: told what is going on, and how much of it is done, from 0 to 1.
        experiment: its name; other experiments draw other numbers.
        lenient: whether networks may diverge as long as one does not: they are NaN from then on, and the others are
            trained on.
    """

    seed: int
    device: torch.device
    dtype: torch.dtype = torch.float32
    folder: Path | None = None
    progress: Callable[[str, float], None] = _silent
    experiment: str = ""
    lenient: bool = False

    def streams(self, seeds: int, *names: object, device: torch.device | str = "cpu") -> Streams:
        """A random stream for each of so many seeds, for what `names` say: starts, noise, samples of their own.

        A stream depends on the number of its seed, the experiment and the names alone: neither on how many seeds there
        are, nor on what else is drawn.  Streams are on the CPU by default, so that a GPU starts from the same numbers.
        """
        return Streams(tuple(self._stream(device, "seed", self.seed + k, *names) for k in range(seeds)))

    def generator(self, *names: object, device: torch.device | str = "cpu") -> torch.Generator:
        """A random stream for what all networks share: the same for all seeds of a span, see `seeds`."""
        return self._stream(device, "span", self.seed // SPAN, *names)

    def _stream(self, device: torch.device | str, *names: object) -> torch.Generator:
        text = "\0".join(map(str, (self.experiment, *names)))
        stream = int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1
        return torch.Generator(device=device).manual_seed(stream)

    def checkpoint(self, name: str) -> Path | None:
        """Where the training called `name` keeps its state; None if nothing is kept."""
        return None if self.folder is None else self.folder / f"{name}.pt"
