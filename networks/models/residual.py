"""ResNet18 of any width, in the three forms that the literature calls by that name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from .architecture import affine
from .convolutions import Convolving, convolution
from .initialisation import Parametrisation, Start
from .normalisation import Record, norm, normalise

STAGES = (1, 2, 4, 8)
"""Channels of the four stages of two blocks each, in units of the width."""


@dataclass(frozen=True)
class Block:
    """Two convolutions and a way around them.

    Attributes:
        name: such as ``block3``.
        inputs: channels that come in.
        outputs: channels that go out.
        stride: of the first convolution.
    """

    name: str
    inputs: int
    outputs: int
    stride: int

    @property
    def changes(self) -> bool:
        """Whether the way around needs a convolution of its own."""
        return self.stride != 1 or self.inputs != self.outputs


@dataclass(frozen=True)
class ResNet18(Convolving):
    """ResNet18; features are the map of the last block averaged over its places, p = 8 width of them.

    Three forms, with the numbers of parameters at the width 64:

    - ``small``: a first convolution of window 3, for images of 32 by 32; 11,173,962 for 10 classes;
    - ``preactivation``: the same, with normalisation and rectification in front of each convolution and none behind the
      last (Nakkiran et al., whose code the sources use); 11,171,146 for 10 classes;
    - ``large``: a first convolution of window 7 and stride 2 and a pooling, that of torchvision; 11,689,512 for 1000
      classes.

    Attributes:
        outputs: c.
        width: channels of the first stage.
        form: see above.
        channels: of the images.
    """

    outputs: int = 10
    width: int = 64
    form: Literal["small", "preactivation", "large"] = "preactivation"
    channels: int = 3
    parametrisation: Parametrisation = field(default="pytorch", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.form not in ("small", "preactivation", "large"):
            raise ValueError(f"got the form {self.form!r}; expected small, preactivation or large")
        if min(self.outputs, self.width, self.channels) < 1:
            raise ValueError(
                f"got {self.outputs} outputs, width {self.width}, {self.channels} channels; expected positive numbers"
            )

    def blocks(self) -> Iterator[Block]:
        """The eight blocks."""
        inputs = self.width
        for stage, factor in enumerate(STAGES):
            for place in range(2):
                stride = 2 if stage > 0 and place == 0 else 1
                yield Block(f"block{2 * stage + place + 1}", inputs, factor * self.width, stride)
                inputs = factor * self.width

    def starts(self) -> dict[str, Start]:
        """``stem.weight``, ``block1.conv1.weight`` and so on; convolutions have no biases."""
        before = self.form == "preactivation"
        starts = convolution("stem", self.channels, self.width, 7 if self.form == "large" else 3, bias=False)
        starts |= {} if before else norm("stem.norm", self.width)
        for block in self.blocks():
            starts |= convolution(f"{block.name}.conv1", block.inputs, block.outputs, bias=False)
            starts |= norm(f"{block.name}.norm1", block.inputs if before else block.outputs)
            starts |= convolution(f"{block.name}.conv2", block.outputs, block.outputs, bias=False)
            starts |= norm(f"{block.name}.norm2", block.outputs)
            if block.changes:
                starts |= convolution(f"{block.name}.around", block.inputs, block.outputs, 1, bias=False)
                starts |= {} if before else norm(f"{block.name}.around.norm", block.outputs)
        return starts | affine("last", STAGES[-1] * self.width, self.outputs)

    def pass_through(self, parameters: Mapping[str, Tensor], x: Tensor, record: Record | None) -> Tensor:
        """The features, shape (n, 8 width)."""
        if self.form == "large":
            h = self.convolve(parameters, "stem", x, stride=2, padding=3)
        else:
            h = self.convolve(parameters, "stem", x)
        if self.form != "preactivation":
            h = torch.relu(normalise(parameters, "stem.norm", h, record))
        if self.form == "large":
            h = functional.max_pool2d(h, 3, stride=2, padding=1)
        through = self._preactivated if self.form == "preactivation" else self._plain
        for block in self.blocks():
            h = through(block, parameters, h, record)
        return h.mean((2, 3))

    def _plain(self, block: Block, parameters: Mapping[str, Tensor], x: Tensor, record: Record | None) -> Tensor:
        h = self.convolve(parameters, f"{block.name}.conv1", x, block.stride)
        h = torch.relu(normalise(parameters, f"{block.name}.norm1", h, record))
        h = self.convolve(parameters, f"{block.name}.conv2", h)
        h = normalise(parameters, f"{block.name}.norm2", h, record)
        if block.changes:
            around = self.convolve(parameters, f"{block.name}.around", x, block.stride, padding=0)
            x = normalise(parameters, f"{block.name}.around.norm", around, record)
        return torch.relu(h + x)

    def _preactivated(self, block: Block, parameters: Mapping[str, Tensor], x: Tensor, record: Record | None) -> Tensor:
        h = torch.relu(normalise(parameters, f"{block.name}.norm1", x, record))
        if block.changes:
            x = self.convolve(parameters, f"{block.name}.around", h, block.stride, padding=0)
        h = self.convolve(parameters, f"{block.name}.conv1", h, block.stride)
        h = torch.relu(normalise(parameters, f"{block.name}.norm2", h, record))
        return self.convolve(parameters, f"{block.name}.conv2", h) + x
