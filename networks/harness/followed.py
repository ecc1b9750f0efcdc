"""Networks whose training is followed, and which of their numbers are the symbols of a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from ..models import Model
    from ..streams import Source

SAMPLES = 32


@dataclass(frozen=True)
class Followed:
    """Networks to train, and how they speak the claim's language.

    A network may hold several *draws* of a claim, such as its modes; draws are numbered network by network.

    Attributes:
        model: the function that is trained.
        trainable: shape (networks, ...).
        fixed: parameters that are not trained, shape (networks, ...).
        x: shape (networks, n, d).
        y: shape (networks, n, c).
        constants: by the name of the claim's symbol, shape (networks, draws).
        read: from parameters of shape (records, networks, ...) to the claim's states by name, (records, networks,
            draws).
        sizes: values of the claim's size symbols, by name.
    """

    model: Model
    trainable: dict[str, Tensor]
    x: Tensor
    y: Tensor
    constants: dict[str, Tensor]
    read: Callable[[Mapping[str, Tensor]], dict[str, Tensor]]
    fixed: dict[str, Tensor] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def to(self, device: torch.device) -> Followed:
        """The same networks on a device."""

        def moved(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
            return {name: value.to(device) for name, value in tensors.items()}

        return replace(
            self, trainable=moved(self.trainable), fixed=moved(self.fixed), x=self.x.to(device), y=self.y.to(device)
        )


Build = Callable[[int, "Source"], Followed]
"""Makes so many networks from a random stream."""


def diagonal(networks: int, generator: Source) -> Followed:
    """Diagonal networks with balanced, small layers.

    Each of four modes has its own target and intensity, and is a draw.
    """
    import torch

    from ..data import spread, whitened
    from ..models import diagonal_network
    from ..streams import normal

    modes = 4
    target = spread((networks, modes), 0.5, 2.0, generator)
    intensity = spread((networks, modes), 0.3, 2.0, generator)
    x = whitened(networks, SAMPLES, modes, generator) * intensity.sqrt()[:, None, :]
    start = target.sqrt() * spread((networks, modes), 0.15, 0.7, generator)
    start = start * torch.sign(normal(generator, networks, modes))
    return Followed(
        diagonal_network,
        {"a": start, "b": start.clone()},
        x,
        (x * target[:, None, :]).sum(-1, keepdim=True),
        {"S": target, "m": intensity},
        lambda trained: {"a": trained["a"], "b": trained["b"]},
    )


def linear(networks: int, generator: Source) -> Followed:
    """Two-layer linear networks, aligned and balanced at the start: ``W_1 = U^T A R``, ``W_2 = R^T A V``.

    Each singular mode is a draw.
    """
    from ..data import orthonormal, spread, whitened
    from ..models import two_layer_linear

    inputs, hidden, outputs = 5, 4, 3
    u = orthonormal(networks, inputs, outputs, generator)  # U^T
    r = orthonormal(networks, hidden, outputs, generator)  # R^T
    v = orthonormal(networks, outputs, outputs, generator).transpose(1, 2)
    strength = spread((networks, outputs), 0.5, 2.0, generator)
    start = strength.sqrt() * spread((networks, outputs), 0.15, 0.7, generator)
    x = whitened(networks, SAMPLES, inputs, generator)

    def read(trained: Mapping[str, Tensor]) -> dict[str, Tensor]:
        device = trained["W_1"].device
        left, middle, right = u.to(device), r.to(device), v.to(device)
        first = left.transpose(1, 2) @ trained["W_1"] @ middle
        second = middle.transpose(1, 2) @ trained["W_2"] @ right.transpose(1, 2)
        return {"alpha": first.diagonal(dim1=-2, dim2=-1), "beta": second.diagonal(dim1=-2, dim2=-1)}

    return Followed(
        two_layer_linear,
        {"W_1": u * start[:, None, :] @ r.transpose(1, 2), "W_2": r * start[:, None, :] @ v},
        x,
        x @ (u * strength[:, None, :] @ v),
        {"rho": strength},
        read,
    )


def scalar(networks: int, generator: Source) -> Followed:
    """Scalar networks of width 6 from Gaussian starts, at random scales Z and targets S; each network is a draw."""
    from ..data import spread, whitened
    from ..models import scalar_network
    from ..streams import normal

    width = 6
    target = spread((networks,), 0.5, 3.0, generator)
    scale = spread((networks,), 0.5, 3.0, generator)
    size = spread((networks, 1), 0.2, 1.0, generator)
    x = whitened(networks, SAMPLES, 1, generator)
    return Followed(
        scalar_network,
        {
            "a": size * normal(generator, networks, width),
            "b": size * normal(generator, networks, width),
        },
        x,
        x * target[:, None, None],
        {"S": target[:, None], "Z": scale[:, None]},
        lambda trained: {
            f"{name}[{k + 1}]": trained[name][..., k : k + 1] for name in ("a", "b") for k in range(width)
        },
        fixed={"Z": scale},
        sizes={"p": width},
    )
