"""How weights are drawn, and how the forward pass scales them.

With n_in inputs to a unit (for a convolution, channels times window) and the weight scale s:

================  =============================  ==============  ======================================
parametrisation   weights                        biases          a layer gives
================  =============================  ==============  ======================================
``standard``      normal, variance s^2 g/n_in    0               W x + b
``ntk``           normal, variance s^2 g         0               W x / sqrt(n_in) + b
``mean-field``    normal, variance s^2 g         0               as ``ntk``, the last one W x / n_in + b
``pytorch``       uniform within s/sqrt(n_in)    as the weights  W x + b
================  =============================  ==============  ======================================

The gain g is 1 (LeCun) unless a model is told otherwise; 2 is He's for rectified units.  ``standard`` and ``ntk`` are
the same function at the start and learn at different rates; in ``mean-field`` the output starts a factor sqrt(n_in)
smaller, and gradients of the last hidden layer's units are of order 1/n_in, so that learning rates are taken of that
order larger.  ``pytorch`` is what `torch.nn.Linear` and `torch.nn.Conv2d` start from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import torch
from torch import Tensor

from ..streams import Source, normal, uniform

Parametrisation = Literal["standard", "ntk", "mean-field", "pytorch"]


@dataclass(frozen=True)
class Start:
    """What one parameter starts from.

    Attributes:
        shape: for one network.
        inputs: n_in of its layer; 0 for what starts at a constant.
        constant: that constant.
        bias: whether it is a bias.
    """

    shape: tuple[int, ...]
    inputs: int = 0
    constant: float = 0.0
    bias: bool = False

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


def checked(parametrisation: str) -> None:
    """Raise a ValueError for the name of no parametrisation."""
    if parametrisation not in get_args(Parametrisation):
        raise ValueError(
            f"got the parametrisation {parametrisation!r}; expected one of {', '.join(get_args(Parametrisation))}"
        )


def draw(
    starts: Mapping[str, Start],
    networks: int,
    generator: Source,
    *,
    parametrisation: Parametrisation = "standard",
    scale: float = 1.0,
    gain: float = 1.0,
    dtype: torch.dtype = torch.float32,
) -> dict[str, Tensor]:
    """Draw the parameters of many networks, each of shape (networks, *shape), on the generator's device.

    They are drawn in double precision one after another, and then rounded, so that both precisions start alike.

    Raises:
        ValueError: for no network, a scale that is negative or not finite, or a gain that is not positive.
    """
    checked(parametrisation)
    if networks < 1:
        raise ValueError(f"got {networks} networks; expected at least 1")
    if not (math.isfinite(scale) and scale >= 0):
        raise ValueError(f"got the weight scale {scale}; expected a finite number, not negative")
    if not (math.isfinite(gain) and gain > 0):
        raise ValueError(f"got the gain {gain}; expected a positive number")
    drawn = {}
    for name, start in starts.items():
        shape = (networks, *start.shape)
        if start.inputs == 0 or (start.bias and parametrisation != "pytorch"):
            drawn[name] = torch.full(shape, start.constant, dtype=dtype, device=generator.device)
            continue
        if parametrisation == "pytorch":
            value = (2 * uniform(generator, *shape) - 1) * (scale / math.sqrt(start.inputs))
        else:
            width = start.inputs if parametrisation == "standard" else 1
            value = normal(generator, *shape) * (scale * math.sqrt(gain / width))
        drawn[name] = value.to(dtype)
    return drawn


def forward_scale(parametrisation: Parametrisation, inputs: int, *, last: bool = False) -> float:
    """What the forward pass multiplies the weights of a layer by."""
    if parametrisation == "mean-field" and last:
        return 1 / inputs
    return 1 / math.sqrt(inputs) if parametrisation in ("ntk", "mean-field") else 1.0
