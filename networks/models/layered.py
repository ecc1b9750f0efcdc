"""Layerwise linear networks of any depth, and unconstrained features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import torch
from torch import Tensor

from ..data.whitened import orthonormal
from ..streams import Source
from .architecture import Architecture
from .initialisation import Start, forward_scale


@dataclass(frozen=True)
class LinearNetwork(Architecture):
    """``f(x) = x W_1 W_2 ... W_L``, thesis (3.4) and the deep networks of A.2.3; without biases.

    Features are ``x W_1 ... W_{L-1}``, shape (n, p).

    Attributes:
        widths: of inputs, hidden layers and outputs.
        start: ``drawn`` as the parametrisation says; ``balanced``: W_l = scale R_{l-1} R_l^T with random orthonormal
            columns R_l of as many columns as the smallest width, so that W_l^T W_l = W_{l+1} W_{l+1}^T, and that all
            singular values of the product are scale^L.
    """

    widths: tuple[int, ...]
    start: Literal["drawn", "balanced"] = "drawn"

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.widths) < 3 or min(self.widths) < 1:
            raise ValueError(f"got the widths {self.widths}; expected inputs, at least one hidden layer, and outputs")
        if self.start not in ("drawn", "balanced"):
            raise ValueError(f"got the start {self.start!r}; expected drawn or balanced")
        if self.start == "balanced" and self.parametrisation != "standard":
            raise ValueError(f"a balanced start has the standard parametrisation; got {self.parametrisation!r}")

    def starts(self) -> dict[str, Start]:
        """``W_1``, ..., ``W_L``, each (inputs, outputs) of its layer, as the sources write them."""
        return {f"W_{k}": Start(shape, shape[0]) for k, shape in enumerate(pairwise(self.widths), start=1)}

    def init(self, networks: int, generator: Source, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
        """Parameters of many networks, shape (networks, ...) each."""
        if self.start == "drawn":
            return super().init(networks, generator, dtype)
        rank = min(self.widths)
        frames = [orthonormal(networks, width, rank, generator) for width in self.widths]
        pairs = enumerate(pairwise(frames), start=1)
        return {f"W_{k}": (self.scale * left @ right.transpose(1, 2)).to(dtype) for k, (left, right) in pairs}

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """``x W_1 ... W_{L-1}``, shape (n, p)."""
        h = x.flatten(1)
        for k, width in enumerate(self.widths[:-2], start=1):
            h = forward_scale(self.parametrisation, width) * (h @ parameters[f"W_{k}"])
        return h

    def outputs_and_features(self, parameters: Mapping[str, Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs (n, c) and features (n, p) of one network."""
        features = self.features(parameters, x)
        factor = forward_scale(self.parametrisation, self.widths[-2], last=True)
        return factor * (features @ parameters[f"W_{len(self.widths) - 1}"]), features


@dataclass(frozen=True)
class DiagonalNetwork(Architecture):
    """``f(x) = sum_i x_i a_1i a_2i ... a_Li``, thesis (3.3) for L = 2: the outputs have shape (n, 1).

    Features are ``x_i a_1i ... a_(L-1)i``, shape (n, d).

    Attributes:
        inputs: d.
        depth: L, at least 2.
        start: ``constant``: every entry is `scale`; ``drawn``: normal with that standard deviation.
    """

    inputs: int
    depth: int = 2
    start: Literal["constant", "drawn"] = "constant"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.inputs < 1 or self.depth < 2:
            raise ValueError(f"got {self.inputs} inputs and depth {self.depth}; expected at least 1 and 2")
        if self.start not in ("constant", "drawn"):
            raise ValueError(f"got the start {self.start!r}; expected constant or drawn")
        if self.parametrisation != "standard":
            raise ValueError(f"a diagonal network has the standard parametrisation; got {self.parametrisation!r}")

    def starts(self) -> dict[str, Start]:
        """``a_1``, ..., ``a_L``, each (d,)."""
        drawn = self.start == "drawn"
        constant = 0.0 if drawn else self.scale
        return {f"a_{k}": Start((self.inputs,), int(drawn), constant) for k in range(1, self.depth + 1)}

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """``x a_1 ... a_(L-1)`` entry by entry, shape (n, d)."""
        h = x.flatten(1)
        for k in range(1, self.depth):
            h = h * parameters[f"a_{k}"]
        return h

    def outputs_and_features(self, parameters: Mapping[str, Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs (n, 1) and features (n, d) of one network."""
        features = self.features(parameters, x)
        return (features * parameters[f"a_{self.depth}"]).sum(-1, keepdim=True), features


@dataclass(frozen=True)
class UnconstrainedFeatures(Architecture):
    """``f(x_n) = h_n^T W``: the features of every training point are parameters of their own, thesis 3.5.2.

    The input is the numbers of the points, of shape (n,), whole numbers from 0 to points - 1.

    Attributes:
        points: in the training set.
        width: p.
        outputs: c.
        bias: whether ``last.bias`` is added.
    """

    points: int
    width: int
    outputs: int
    bias: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.points, self.width, self.outputs) < 1:
            raise ValueError(f"got {self.points} points, width {self.width}, {self.outputs} outputs; expected positive")
        if self.parametrisation in ("ntk", "mean-field"):
            raise ValueError(f"unconstrained features have no inputs to scale by; got {self.parametrisation!r}")

    def starts(self) -> dict[str, Start]:
        """``H`` (points, p), ``last.weight`` (c, p) and ``last.bias`` (c,); both matrices with variance scale^2/p."""
        starts = {
            "H": Start((self.points, self.width), self.width),
            "last.weight": Start((self.outputs, self.width), self.width),
        }
        return starts | ({"last.bias": Start((self.outputs,), self.width, bias=True)} if self.bias else {})

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """The rows of H, shape (n, p)."""
        return parameters["H"][x]
