"""Random numbers of many networks: what each of them draws is its own, whoever is trained beside it.

`Streams` are random streams, one a seed.  What is drawn from them has a leading axis of networks, of which each seed
has as many as any other, one seed after another, and draws them from its own stream: a run of the seeds 3 to 5 draws
what these seeds draw in a run of the seeds 0 to 99.  The functions here take a plain generator as well: one stream
for all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Generator, Tensor


@dataclass(frozen=True)
class Streams:
    """Random streams, one a seed.

    Attributes:
        each: the stream of each seed, all on one device.
    """

    each: tuple[Generator, ...]

    def __len__(self) -> int:
        return len(self.each)

    def __getitem__(self, seed: int) -> Generator:
        """The stream of one seed, counted from the first of the run."""
        return self.each[seed]

    @property
    def device(self) -> torch.device:
        """Of the streams, and so of what is drawn."""
        return self.each[0].device


Source: TypeAlias = Generator | Streams


def normal(source: Source, *shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    """Standard normal numbers."""
    return _filled(source, shape, dtype, lambda part, stream: part.normal_(generator=stream))


def uniform(source: Source, *shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    """Uniform numbers in [0, 1)."""
    return _filled(source, shape, dtype, lambda part, stream: part.uniform_(generator=stream))


def signs(source: Source, *shape: int) -> Tensor:
    """1 and -1, alike often, in double precision."""
    drawn = _filled(source, shape, torch.float64, lambda part, stream: part.random_(2, generator=stream))
    return 2 * drawn - 1


def random_bytes(source: Source, *shape: int) -> Tensor:
    """Whole numbers from 0 to 255, ``uint8``."""
    return _filled(source, shape, torch.uint8, lambda part, stream: part.random_(generator=stream))


def _filled(
    source: Source, shape: tuple[int, ...], dtype: torch.dtype, fill: Callable[[Tensor, Generator], object]
) -> Tensor:
    """A tensor of that shape, its rows filled by the streams in turn.

    Raises:
        ValueError: for rows that cannot be shared out evenly.
    """
    values = torch.empty(shape, dtype=dtype, device=source.device)
    if isinstance(source, Generator):
        fill(values, source)
        return values
    rows, rest = divmod(shape[0] if shape else 0, len(source))
    if rest or not rows:
        raise ValueError(f"got numbers of shape {shape} to draw for {len(source)} seeds; expected rows for each alike")
    parts = values.view(len(source), rows * math.prod(shape[1:]))
    for part, stream in zip(parts, source.each, strict=True):
        fill(part, stream)
    return values
