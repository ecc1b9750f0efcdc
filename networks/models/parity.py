r"""Networks for parity: the two-layer perceptron of the sources, and three neurons on three bits.

The perceptron takes control bits and skill bits, thesis 5.2 and C.3.  A one-hot control vector only picks a row of the
first layer; where the skill is given by its number, that row is looked up.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ..streams import Source, normal
from .layerwise import Parameters


def perceptron_start(
    networks: int,
    skills: int,
    bits: int,
    width: int,
    generator: Source,
    *,
    deviation: float = 0.01,
    dtype: torch.dtype = torch.float32,
) -> dict[str, Tensor]:
    """Gaussian parameters of one standard deviation, thesis C.3; each of shape (networks, ...), on the CPU.

    ``control`` (networks, skills, width) and ``bits`` (networks, bits, width) are the first layer, ``bias`` its bias,
    ``last`` (networks, width) and ``offset`` (networks,) the second.
    """
    shapes = {"control": (skills, width), "bits": (bits, width), "bias": (width,), "last": (width,), "offset": ()}
    return {name: deviation * normal(generator, networks, *shape, dtype=dtype) for name, shape in shapes.items()}


def perceptron(parameters: Parameters, x: Tensor) -> Tensor:
    """``f(i, x) = last . relu(control_i + x bits + bias) + offset``, thesis 5.2.

    Args:
        parameters: of one network, see `perceptron_start`.
        x: one-hot control bits and skill bits, shape (n, n_s + n_b).

    Returns:
        Shape (n, 1).
    """
    first = torch.cat([parameters["control"], parameters["bits"]])
    return _second(parameters, x @ first)[..., None]


def perceptron_by_number(parameters: Parameters, x: Tensor) -> Tensor:
    """The same network, for inputs that hold the skill's number and then the skill bits; shape (n, 1 + n_b)."""
    control = parameters["control"][x[:, 0].long()]
    return _second(parameters, control + x[:, 1:] @ parameters["bits"])[..., None]


def perceptron_on_grid(parameters: Parameters, strings: Tensor) -> Tensor:
    """The same network on every skill together with every string of bits.

    The first layer is a sum over both, so that its product is made once for all skills.

    Args:
        parameters: of one network.
        strings: skill bits, shape (strings, n_b).

    Returns:
        Shape (skills, strings).
    """
    return _second(parameters, parameters["control"][:, None] + strings @ parameters["bits"])


def _second(parameters: Parameters, first: Tensor) -> Tensor:
    hidden = torch.relu(first + parameters["bias"])
    if "mask" in parameters:  # of neurons that are there; for networks of different widths side by side
        hidden = hidden * parameters["mask"]
    return hidden @ parameters["last"] + parameters["offset"]


SIGNS = ((-1.0, 1.0, -1.0), (-1.0, 1.0, -1.0), (1.0, -1.0, 1.0))
"""Of the entries of each neuron's weights in (C.9)."""


def three_neurons(parameters: Parameters, x: Tensor) -> Tensor:
    """The parity network of thesis (C.8), (C.9): three neurons that share their weights.

    Args:
        parameters: ``alpha``, ``beta``, ``gamma`` and ``c``, each of shape ().
        x: three bits, shape (n, 3).

    Returns:
        Shape (n, 1).
    """
    return (three_modes(parameters, x).sum(-1) + parameters["c"])[..., None]


def three_modes(parameters: Parameters, x: Tensor) -> Tensor:
    """What each of the three neurons adds to the output, f^(q) of (C.10) to (C.12); shape (n, 3)."""
    scale = torch.stack([parameters["alpha"], parameters["beta"], parameters["gamma"]])
    signs = torch.tensor(SIGNS, dtype=x.dtype, device=x.device)
    bias = scale * torch.tensor((0.0, 1.0, -1.0), dtype=x.dtype, device=x.device)
    last = scale * torch.tensor((-2.0, 1.0, 1.0), dtype=x.dtype, device=x.device)
    return torch.relu(x @ (signs * scale[:, None]).T + bias) * last


def fitted_parity(target: float, dtype: torch.dtype = torch.float64) -> dict[str, Tensor]:
    """The parameters with which `three_neurons` is S times the parity of its bits, thesis C.4: sqrt(2 S) and -S."""
    root = torch.tensor(math.sqrt(2 * target), dtype=dtype)
    return {"alpha": root, "beta": root, "gamma": root, "c": torch.tensor(-target, dtype=dtype)}
