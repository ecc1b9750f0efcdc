"""Fully connected networks of any depth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import torch
from torch import Tensor

from .architecture import Architecture, affine
from .initialisation import Start

Activation = Literal["relu", "tanh"]
ACTIVATIONS = {"relu": torch.relu, "tanh": torch.tanh}


@dataclass(frozen=True)
class Perceptron(Architecture):
    """A fully connected network.

    Inputs of any shape (n, ...) are flattened.  The features are the last hidden layer after the activation.  A network
    of depth 4 in the sources has three hidden layers and the last layer.

    Attributes:
        widths: of inputs, hidden layers and outputs, in this order.
        activation: ``relu`` or ``tanh``.
        bias: whether hidden layers have biases.
        last_bias: whether the last layer has them; None as `bias`.
    """

    widths: tuple[int, ...]
    activation: Activation = "relu"
    bias: bool = True
    last_bias: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.widths) < 3 or min(self.widths) < 1:
            raise ValueError(f"got the widths {self.widths}; expected inputs, at least one hidden layer, and outputs")
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"got the activation {self.activation!r}; expected one of {', '.join(ACTIVATIONS)}")

    def starts(self) -> dict[str, Start]:
        """``hidden1.weight`` and so on, and ``last.weight``, each (outputs, inputs); the biases."""
        starts: dict[str, Start] = {}
        for k, (inputs, outputs) in enumerate(pairwise(self.widths[:-1]), start=1):
            starts |= affine(f"hidden{k}", inputs, outputs, self.bias)
        last = self.bias if self.last_bias is None else self.last_bias
        return starts | affine("last", self.widths[-2], self.widths[-1], last)

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """The last hidden layer after its activation, shape (n, p)."""
        activation = ACTIVATIONS[self.activation]
        h = x.flatten(1)
        for k in range(1, len(self.widths) - 1):
            h = activation(self.layer(parameters, f"hidden{k}", h))
        return h


def two_layers(
    inputs: int, width: int, outputs: int, activation: Activation = "relu", *, bias: bool = True
) -> Perceptron:
    """One hidden layer between inputs and outputs."""
    return Perceptron((inputs, width, outputs), activation, bias)
