"""Outputs of many networks, in pieces that fit the memory."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.func import vmap

from ..models import Model, Parameters


def outputs(
    model: Model, parameters: Parameters, x: Tensor, *, shared: bool = False, at_most: int | None = None
) -> Tensor:
    """What networks give for inputs, without gradients: shape (networks, n, ...).

    Args:
        parameters: shape (networks, ...).
        x: shape (networks, n, ...), or (n, ...) if shared.
        at_most: samples a network at once; all by default.
    """
    many: Any = vmap(model, in_dims=(0, None if shared else 0))
    axis = 0 if shared else 1
    with torch.no_grad():
        pieces = [x] if at_most is None else x.split(at_most, dim=axis)
        return torch.cat([many(dict(parameters), piece) for piece in pieces], dim=1)
