"""What every model offers: a start, outputs, and features.

A model is a function of the parameters of one network, by name, and of inputs; `torch.func.vmap` makes it many, with
a leading axis of the parameters.  Its outputs are affine in its features, the last hidden layer, with the parameters
``last.weight`` and ``last.bias``: what is trained alone in last-layer training.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from ..streams import Source
from .initialisation import Parametrisation, Start, checked, draw, forward_scale

LAST = ("last.weight", "last.bias")


@dataclass(frozen=True, kw_only=True)
class Architecture(ABC):
    """A network whose parameters are kept elsewhere.

    Attributes:
        parametrisation: how weights are drawn and scaled, see `initialisation`.
        scale: of the weights at the start.
        gain: of their variance; 1 is LeCun's, 2 is He's.
    """

    parametrisation: Parametrisation = "standard"
    scale: float = 1.0
    gain: float = 1.0

    def __post_init__(self) -> None:
        checked(self.parametrisation)

    @abstractmethod
    def starts(self) -> dict[str, Start]:
        """Shapes of the parameters of one network, by name, and what they start from."""

    @abstractmethod
    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """The last hidden layer, shape (n, p)."""

    @property
    def size(self) -> int:
        """How many parameters one network has."""
        return sum(start.size for start in self.starts().values())

    def init(self, networks: int, generator: Source, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
        """Parameters of many networks, shape (networks, ...) each, on the generator's device."""
        return draw(
            self.starts(),
            networks,
            generator,
            parametrisation=self.parametrisation,
            scale=self.scale,
            gain=self.gain,
            dtype=dtype,
        )

    def outputs_and_features(self, parameters: Mapping[str, Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs (n, c) and features (n, p) of one network in one pass."""
        features = self.features(parameters, x)
        return self.layer(parameters, "last", features, last=True), features

    def __call__(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """Outputs of one network, shape (n, c)."""
        return self.outputs_and_features(parameters, x)[0]

    def layer(self, parameters: Mapping[str, Tensor], name: str, x: Tensor, *, last: bool = False) -> Tensor:
        """One affine layer, (n, n_in) to (n, n_out); its weight has the shape (n_out, n_in)."""
        weight = parameters[f"{name}.weight"]
        factor = forward_scale(self.parametrisation, weight.shape[1], last=last)
        return functional.linear(x, weight if factor == 1 else factor * weight, parameters.get(f"{name}.bias"))


def affine(name: str, inputs: int, outputs: int, bias: bool = True) -> dict[str, Start]:
    """The parameters of an affine layer."""
    weight = {f"{name}.weight": Start((outputs, inputs), inputs)}
    return weight | ({f"{name}.bias": Start((outputs,), inputs, bias=True)} if bias else {})
