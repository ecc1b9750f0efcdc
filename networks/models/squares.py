"""A perceptron whose first hidden layer squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from .perceptrons import ACTIVATIONS, Perceptron


@dataclass(frozen=True)
class SquaredPerceptron(Perceptron):
    """A fully connected network whose first hidden layer has the activation ``z^2``, the others the given one.

    Squares of ``u_a + v_b`` hold the products from which modular arithmetic is made (slides 'Modular addition'); the
    layers after them can bring features into line with the outputs, which a single layer of squares cannot.
    """

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """The last hidden layer after its activation, shape (n, p)."""
        activation = ACTIVATIONS[self.activation]
        h = self.layer(parameters, "hidden1", x.flatten(1)).square()
        for k in range(2, len(self.widths) - 1):
            h = activation(self.layer(parameters, f"hidden{k}", h))
        return h
