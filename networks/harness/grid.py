"""Cells and seeds: networks of every cell with every seed, trained side by side.

The cells of a seed stand together: network ``seed * cells + cell`` is that of a seed in a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Grid:
    """So many seeds in so many cells.

    Attributes:
        seeds: networks that differ by chance.
        cells: networks of one seed, that differ by a number of the set-up.
    """

    seeds: int
    cells: int

    def of_seeds(self, values: Tensor) -> Tensor:
        """What each seed has, (seeds, ...), for each of its networks."""
        return values.repeat_interleave(self.cells, 0)

    def of_cells(self, values: Sequence[float] | Tensor) -> Tensor:
        """What each cell has, (cells, ...), for its networks of every seed; numbers in double precision."""
        import torch

        of = values if isinstance(values, torch.Tensor) else torch.tensor(values, dtype=torch.float64)
        return of.repeat(self.seeds, *[1] * (of.ndim - 1))

    def table(self, values: Any) -> NDArray[Any]:
        """What was measured of networks, (networks, ...), by seeds and cells: (seeds, cells, ...)."""
        found = np.asarray(values.cpu() if hasattr(values, "cpu") else values)
        return found.reshape(self.seeds, self.cells, *found.shape[1:])
