"""Modes of two-layer linear networks by the letters of Saxe, McClelland and Ganguli: their time course, followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from layerproof.derivations.deep_linear_networks import mode_solution

from ..harness.followed import Followed
from ..harness.followed import linear as aligned
from .closed_forms import follows

if TYPE_CHECKING:
    from torch import Tensor

    from ..streams import Source


def modes(networks: int, generator: Source) -> Followed:
    """Aligned, balanced networks of two layers, their modes by the names of Saxe's letters."""
    network = aligned(networks, generator)
    read = network.read

    def renamed(trained: Mapping[str, Tensor]) -> dict[str, Tensor]:
        found = read(trained)
        return {"a": found["alpha"], "b": found["beta"]}

    return Followed(network.model, network.trainable, network.x, network.y, {"s": network.constants["rho"]}, renamed)


MODES = follows(
    "deep-linear-networks/modes",
    [mode_solution],
    modes,
    title="The modes of two layers follow the time course of their strengths",
)
