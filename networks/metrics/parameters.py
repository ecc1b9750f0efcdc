"""Norms of parameters."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn


def parameter_norm(parameters: nn.Module | Mapping[str, Tensor], *, networks: bool = False) -> Tensor:
    """``|theta|_2`` of all parameters together, as in the richness paper's section 4, in double precision.

    Args:
        parameters: a module, or tensors by name.
        networks: whether each tensor has a leading axis of networks; then the result has it too.
    """
    tensors = list(dict(parameters.named_parameters() if isinstance(parameters, nn.Module) else parameters).values())
    if not tensors:
        raise ValueError("got no parameters")
    with torch.no_grad():
        squares = [t.to(torch.float64).square().flatten(1 if networks else 0).sum(-1) for t in tensors]
        return torch.stack(squares).sum(0).sqrt()


def distance_moved(start: Mapping[str, Tensor], end: Mapping[str, Tensor], *, networks: bool = False) -> Tensor:
    """``|theta - theta_0|_2/|theta_0|_2``: how far parameters moved, relative to where they started."""
    if set(start) != set(end):
        raise ValueError("the two sets of parameters have different names")
    change = {name: end[name].to(torch.float64) - start[name].to(torch.float64) for name in start}
    return parameter_norm(change, networks=networks) / parameter_norm(start, networks=networks)
