"""Convolutional networks: a plan of convolutions and poolings, hidden layers, a last layer.  VGG16 is one of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from .architecture import Architecture, affine
from .initialisation import Parametrisation, Start, forward_scale
from .normalisation import Record, norm, normalise

Plan = tuple[int | Literal["pool"], ...]

VGG16: Plan = (1, 1, "pool", 2, 2, "pool", 4, 4, 4, "pool", 8, 8, 8, "pool", 8, 8, 8, "pool")
"""Channels of the thirteen convolutions, in units of the width."""


@dataclass(frozen=True)
class Convolving(Architecture):
    """What networks with convolutions, and perhaps batch normalisation, share."""

    @abstractmethod
    def pass_through(self, parameters: Mapping[str, Tensor], x: Tensor, record: Record | None) -> Tensor:
        """The features; the statistics of normalised layers go into `record` if there is one."""

    def features(self, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
        """The last hidden layer of images (n, channels, height, width), shape (n, p)."""
        return self.pass_through(parameters, x, None)

    def statistics(self, parameters: Mapping[str, Tensor], x: Tensor) -> Record:
        """Means and variances over the batch of every normalised layer, for `normalisation.recomputed`."""
        record: Record = {}
        self.pass_through(parameters, x, record)
        return record

    def convolve(
        self, parameters: Mapping[str, Tensor], name: str, x: Tensor, stride: int = 1, padding: int = 1
    ) -> Tensor:
        """One convolution; its weight has the shape (channels out, channels in, window, window)."""
        weight = parameters[f"{name}.weight"]
        factor = forward_scale(self.parametrisation, weight[0].numel())
        kernel = weight if factor == 1 else factor * weight
        return functional.conv2d(x, kernel, parameters.get(f"{name}.bias"), stride, padding)


def convolution(name: str, inputs: int, outputs: int, window: int = 3, bias: bool = True) -> dict[str, Start]:
    """The parameters of a convolution."""
    fan = inputs * window**2
    weight = {f"{name}.weight": Start((outputs, inputs, window, window), fan)}
    return weight | ({f"{name}.bias": Start((outputs,), fan, bias=True)} if bias else {})


@dataclass(frozen=True)
class Convolutional(Convolving):
    """Convolutions of window 3, each rectified, with maxima over 2 by 2 between them; then rectified hidden layers.

    Attributes:
        plan: the channels of each convolution, and ``pool``.
        outputs: c.
        image: channels, height and width of the inputs.
        hidden: widths of the fully connected hidden layers.
        pool: the side of the map that the last one is averaged to before it is flattened; None leaves it.
        batch_norm: whether each convolution is normalised, before it is rectified.
    """

    plan: Plan
    outputs: int
    image: tuple[int, int, int]
    hidden: tuple[int, ...] = ()
    pool: int | None = None
    batch_norm: bool = False
    parametrisation: Parametrisation = field(default="pytorch", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = [self.outputs, *self.image, *self.hidden, *(step for step in self.plan if step != "pool")]
        if not all(isinstance(number, int) and number >= 1 for number in numbers) or len(self.image) != 3:
            raise ValueError(
                f"got the plan {self.plan}, hidden layers {self.hidden}, images {self.image}, {self.outputs} outputs; "
                "expected positive whole numbers, 'pool', and images of (channels, height, width)"
            )
        if not any(step != "pool" for step in self.plan):
            raise ValueError("got a plan without a convolution")
        if min(self.side) < 1:
            raise ValueError(f"images of {self.image[1]} by {self.image[2]} are too small for {self.pools} poolings")

    @property
    def pools(self) -> int:
        """How often the map is halved."""
        return self.plan.count("pool")

    @property
    def side(self) -> tuple[int, int]:
        """Height and width of the map before it is flattened."""
        if self.pool is not None:
            return self.pool, self.pool
        return self.image[1] >> self.pools, self.image[2] >> self.pools

    @property
    def flat(self) -> int:
        """How many numbers it has then."""
        channels = [step for step in self.plan if step != "pool"]
        return channels[-1] * self.side[0] * self.side[1]

    def starts(self) -> dict[str, Start]:
        """``conv1.weight`` and so on, ``conv1.norm.weight``, ``hidden1.weight``, ``last.weight``; the biases."""
        channels = [self.image[0], *(step for step in self.plan if step != "pool")]
        starts: dict[str, Start] = {}
        for k, (inputs, outputs) in enumerate(pairwise(channels), start=1):
            starts |= convolution(f"conv{k}", inputs, outputs)
            if self.batch_norm:
                starts |= norm(f"conv{k}.norm", outputs)
        widths = [self.flat, *self.hidden]
        for k, (inputs, outputs) in enumerate(pairwise(widths), start=1):
            starts |= affine(f"hidden{k}", inputs, outputs)
        return starts | affine("last", widths[-1], self.outputs)

    def pass_through(self, parameters: Mapping[str, Tensor], x: Tensor, record: Record | None) -> Tensor:
        """The features, shape (n, p): what the last hidden layer gives, or the flattened map if there is none."""
        h, k = x, 0
        for step in self.plan:
            if step == "pool":
                h = functional.max_pool2d(h, 2)
                continue
            k += 1
            h = self.convolve(parameters, f"conv{k}", h)
            if self.batch_norm:
                h = normalise(parameters, f"conv{k}.norm", h, record)
            h = torch.relu(h)
        if self.pool == 1:
            h = h.mean((2, 3), keepdim=True)
        elif self.pool is not None:
            h = functional.adaptive_avg_pool2d(h, self.pool)
        h = h.flatten(1)
        for k in range(1, len(self.hidden) + 1):
            h = torch.relu(self.layer(parameters, f"hidden{k}", h))
        return h


def cnn(
    image: tuple[int, int, int],
    outputs: int,
    channels: tuple[int, ...] = (32, 64),
    width: int = 1024,
    *,
    batch_norm: bool = False,
    parametrisation: Parametrisation = "pytorch",
) -> Convolutional:
    """A small network: convolutions with a pooling behind each, and one hidden layer of the width p of the features."""
    plan: Plan = tuple(step for c in channels for step in (c, "pool"))
    return Convolutional(plan, outputs, image, (width,), None, batch_norm, parametrisation=parametrisation)


def vgg16(
    image: tuple[int, int, int] = (3, 32, 32),
    outputs: int = 10,
    width: int = 64,
    *,
    batch_norm: bool = True,
    head: Literal["small", "large"] = "small",
    parametrisation: Parametrisation = "pytorch",
) -> Convolutional:
    """VGG16 of any width, 64 being the usual one, with or without batch normalisation.

    The head is ``small``: the last layer follows the convolutions, with p = 8 width features, as is usual for images of
    32 by 32; or ``large``: maps of 7 by 7 and two hidden layers of 64 width, that of torchvision (138,357,544
    parameters for 1000 classes), without its dropout.  Weights start as PyTorch's layers do by
    default; torchvision's own start, which differs, is not copied.
    """
    plan: Plan = tuple(step if step == "pool" else step * width for step in VGG16)
    if head == "small":
        return Convolutional(plan, outputs, image, (), 1, batch_norm, parametrisation=parametrisation)
    if head == "large":
        hidden = (64 * width, 64 * width)
        return Convolutional(plan, outputs, image, hidden, 7, batch_norm, parametrisation=parametrisation)
    raise ValueError(f"got the head {head!r}; expected small or large")
