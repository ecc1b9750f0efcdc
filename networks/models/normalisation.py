"""Batch normalisation without hidden state: the statistics are the batch's, or are handed in with the parameters.

`torch.nn.BatchNorm2d` keeps running averages that every forward pass changes.  Here a layer called ``stem.norm`` uses
``stem.norm.mean`` and ``stem.norm.variance`` if they are among the parameters, and the batch's own otherwise.  For an
evaluation they are computed anew, from the training set and the parameters at hand (`recomputed`), so that they do not
lag behind; variances are those of the samples, without Bessel's correction, in training and in evaluation alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import torch
from torch import Tensor
from torch.func import vmap
from torch.nn import functional

from .initialisation import Start

EPSILON = 1e-5
Record = dict[str, Tensor]


class Normalised(Protocol):
    """A model with batch normalisation."""

    def statistics(self, parameters: Mapping[str, Tensor], x: Tensor) -> Record:
        """Means and variances of each normalised layer over one batch, for one network; empty if there is none."""


def norm(name: str, channels: int) -> dict[str, Start]:
    """The parameters of a normalised layer: factors that start at 1, shifts that start at 0."""
    return {
        f"{name}.weight": Start((channels,), constant=1.0),
        f"{name}.bias": Start((channels,)),
    }


def normalise(parameters: Mapping[str, Tensor], name: str, x: Tensor, record: Record | None) -> Tensor:
    """Normalise `x` of shape (n, channels, ...) over all but its channels; with `record`, note its statistics there."""
    mean, variance = parameters.get(f"{name}.mean"), parameters.get(f"{name}.variance")
    if record is not None:
        over = [0, *range(2, x.ndim)]
        record[f"{name}.mean"] = x.mean(over)
        record[f"{name}.variance"] = x.var(over, correction=0)
    weight, bias = parameters[f"{name}.weight"], parameters[f"{name}.bias"]
    return functional.batch_norm(x, mean, variance, weight, bias, training=mean is None, eps=EPSILON)


def recomputed(network: Normalised, parameters: Mapping[str, Tensor], batches: Iterable[Tensor]) -> dict[str, Tensor]:
    """The parameters with statistics over the data in `batches`, for the evaluation of many networks.

    Means are averaged over the batches, and second moments likewise.  One batch that is the whole training set gives
    exactly its statistics; with several, the layers behind the first see each batch normalised by itself.

    Args:
        parameters: shape (networks, ...) each.
        batches: inputs for all networks, shape (n, ...) each.

    Raises:
        ValueError: if there is no batch.
    """
    bare = {name: value for name, value in parameters.items() if not name.endswith((".mean", ".variance"))}
    total: dict[str, Tensor] = {}
    samples = 0
    with torch.no_grad():
        for x in batches:
            found = vmap(network.statistics, in_dims=(0, None))(bare, x)
            for name, value in found.items():
                moment = value + found[name.replace(".variance", ".mean")].square() if "variance" in name else value
                total[name] = total.get(name, 0) + len(x) * moment
            samples += len(x)
    if samples == 0:
        raise ValueError("got no batch to take the statistics of")
    average = {name: value / samples for name, value in total.items()}
    for name in [name for name in average if name.endswith(".variance")]:
        average[name] = (average[name] - average[name.replace(".variance", ".mean")].square()).clamp(min=0)
    return {**bare, **average}
