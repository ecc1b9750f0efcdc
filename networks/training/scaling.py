"""Scales of weights, targets, inputs and outputs, which move a network between the lazy and the rich regime."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from ..models import Model, Parameters
from .optimisers import beside
from .updates import named

START = "at the start "


@dataclass(frozen=True)
class Scales:
    """The four scales of thesis Table 6.1.

    The network ``output f(input x)`` with weights drawn `weight` times as large learns ``target y``.  Target
    downscaling by alpha (thesis 6.2.2 and 6.4.1, y -> y / alpha) is ``target = 1 / alpha``.  With the mean square
    loss L, training f on ``y / alpha`` is training ``alpha f`` on y with the loss ``L / alpha^2``: the gradients agree.

    Attributes:
        weight: factor of the weights at the start.
        target: factor of the targets.
        input: factor of the inputs.
        output: factor of the network's outputs, in training and ever after.
    """

    weight: float = 1.0
    target: float = 1.0
    input: float = 1.0
    output: float = 1.0

    def model(self, model: Model) -> Model:
        """``x -> output f(input x)``."""
        if self.input == 1 and self.output == 1:
            return model
        return lambda parameters, x: self.output * model(parameters, self.input * x)

    def start(self, parameters: Parameters) -> dict[str, Tensor]:
        """All parameters times `weight`."""
        return {name: self.weight * value for name, value in parameters.items()}

    def targets(self, y: Tensor) -> Tensor:
        """``target y``."""
        return self.target * y


def scaled(start: Parameters, factors: Mapping[str, float | Tensor]) -> dict[str, Tensor]:
    """Some layers heavier or lighter: what makes layers imbalanced.

    In a network of homogeneous layers, factors whose product is 1 leave the function as it is, up to biases.  A heavy
    last layer and a light first one is the upstream start, which speeds up the first (position paper 6.2).

    Args:
        start: shape (networks, ...).
        factors: by the name of a parameter or a layer; a number, or one a network (networks,).

    Raises:
        ValueError: for a name that is not there.
    """
    if unknown := [name for name in factors if not any(named(key, (name,)) for key in start)]:
        raise ValueError(f"got a factor for {unknown[0]!r}; expected parameters or layers among {', '.join(start)}")
    found = dict(start)
    for name, factor in factors.items():
        for key in start:
            if named(key, (name,)):
                value = found[key]
                found[key] = value * (beside(factor, value) if isinstance(factor, Tensor) else factor)
    return found


def from_zero(model: Model, start: Parameters) -> tuple[Model, dict[str, Tensor]]:
    """A network whose function is zero at the start, ``f(x) - f_0(x)``, as target downscaling needs it (thesis 6.2.2).

    Returns:
        The model, and the parameters at the start, for ``fixed`` of `train`.
    """
    kept = {START + name: value.detach().clone() for name, value in start.items()}

    def difference(parameters: Parameters, x: Tensor) -> Tensor:
        first = {name.removeprefix(START): value for name, value in parameters.items() if name.startswith(START)}
        now = {name: value for name, value in parameters.items() if not name.startswith(START)}
        return model(now, x) - model(first, x)

    return difference, kept
