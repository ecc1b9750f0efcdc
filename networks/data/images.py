"""Images with labels, split into a training and a test set, and made ready for a network.

Pixels are brought to [0, 1] and then normalised channel by channel, with the mean and the deviation of the training
images.  `load` names every data set that there is: ``digits`` comes with scikit-learn, the others from `files`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Generator, Tensor
from torch.nn import functional

from . import files

DIGITS_TEST = 30
"""How many digits of each class are kept for the test."""


@dataclass(frozen=True)
class Images:
    """Images and their labels.

    Attributes:
        x: shape (n, channels, height, width).
        labels: shape (n,), int64.
        classes: C.
    """

    x: Tensor
    labels: Tensor
    classes: int

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, chosen: Tensor | slice) -> Images:
        """Some of them."""
        return Images(self.x[chosen], self.labels[chosen], self.classes)

    def to(self, device: torch.device | str, dtype: torch.dtype) -> Images:
        """The same on a device, in a precision."""
        return Images(self.x.to(device, dtype), self.labels.to(device), self.classes)

    def balanced(self, samples: int, generator: Generator | None = None) -> Images:
        """As many of each class, `samples` in all, in an order in which classes take turns.

        They are the first of each class, or random ones if a generator is given.

        Raises:
            ValueError: if `samples` is no positive multiple of C, or a class has too few.
        """
        each, rest = divmod(samples, self.classes)
        if each < 1 or rest:
            raise ValueError(f"got {samples} samples; expected a positive multiple of the {self.classes} classes")
        labels = self.labels.cpu()
        rows = []
        for k in range(self.classes):
            of_class = torch.nonzero(labels == k)[:, 0]
            if len(of_class) < each:
                raise ValueError(f"asked for {each} images of class {k}; there are {len(of_class)}")
            if generator is not None:
                of_class = of_class[torch.randperm(len(of_class), generator=generator)]
            rows.append(of_class[:each])
        return self[torch.stack(rows, 1).flatten().to(self.labels.device)]


@dataclass(frozen=True)
class Split:
    """Training and test images."""

    train: Images
    test: Images


def normalised(train: Images, test: Images) -> Split:
    """Both with the mean and standard deviation of each channel of the training images removed.

    Raises:
        ValueError: if a channel is constant.
    """
    mean = train.x.mean((0, 2, 3), keepdim=True)
    deviation = train.x.std((0, 2, 3), keepdim=True, correction=0)
    if not bool((deviation > 0).all()):
        raise ValueError("a channel of the training images is constant; it cannot be normalised")
    return Split(
        Images((train.x - mean) / deviation, train.labels, train.classes),
        Images((test.x - mean) / deviation, test.labels, test.classes),
    )


def digits() -> Split:
    """scikit-learn's 1797 digits of 8 by 8: 30 of each class for the test, the others for training, always the same.

    Raises:
        ModuleNotFoundError: without scikit-learn, with the command that installs it.
    """
    return load("digits")


def load(name: str, folder: str | Path | None = None, *, side: int | None = None) -> Split:
    """A data set by name: ``digits``, ``mnist``, ``fashion-mnist``, ``cifar10`` or ``cifar100``.

    Args:
        folder: where the files are; None looks at LAYERPROOF_DATA.
        side: frame the images in black to this height and width, before they are normalised; the sources do so with
            MNIST, to 32.

    Raises:
        ValueError: for another name, or images larger than `side`.
        files.DataError: if files are missing or damaged.
    """
    if name == "digits":
        train, test = _digits()
    else:
        raw = files.read(name, folder)
        train, test = (_images(part, files.FORMATS[name].classes) for part in raw)
    if side is not None:
        train, test = framed(train, side), framed(test, side)
    return normalised(train, test)


def framed(images: Images, side: int) -> Images:
    """Images with zeros around them.

    Raises:
        ValueError: if they are larger than `side`.
    """
    height, width = images.x.shape[2:]
    if max(height, width) > side:
        raise ValueError(f"images of {height} by {width} do not fit into {side} by {side}")
    top, left = (side - height) // 2, (side - width) // 2
    frame = (left, side - width - left, top, side - height - top)
    return Images(functional.pad(images.x, frame), images.labels, images.classes)


def crop_and_flip(x: Tensor, generator: Generator, margin: int = 4) -> Tensor:
    """The standard augmentation: a random crop of images in a black frame, and a mirror image every other time.

    Args:
        x: shape (n, channels, height, width); black is the smallest value of each channel.
        generator: on the CPU, so that a GPU sees the same crops.
        margin: width of the frame.
    """
    n, _, height, width = x.shape
    shifts = torch.randint(2 * margin + 1, (2, n), generator=generator).to(x.device)
    flipped = (torch.rand(n, generator=generator) < 0.5).to(x.device)
    black = x.amin((0, 2, 3), keepdim=True)
    around = black.repeat(n, 1, height + 2 * margin, width + 2 * margin)
    around[..., margin : margin + height, margin : margin + width] = x
    rows = torch.arange(height, device=x.device) + shifts[0, :, None]
    columns = torch.arange(width, device=x.device)
    columns = torch.where(flipped[:, None], columns.flip(0), columns) + shifts[1, :, None]
    which = torch.arange(n, device=x.device)[:, None, None]
    return around.permute(0, 2, 3, 1)[which, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2)


def _digits() -> tuple[Images, Images]:
    try:
        from sklearn.datasets import load_digits
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "the digits come with scikit-learn, which is not installed; pip install layerproof[networks]"
        ) from error
    pixels, labels = load_digits(return_X_y=True)
    # The legacy stream is frozen by NumPy's policy: the split is the same in every version.
    order = np.random.RandomState(0).permutation(len(labels))
    x = torch.from_numpy(pixels[order] / 16).to(torch.float32).reshape(-1, 1, 8, 8)
    everything = Images(x, torch.from_numpy(labels[order].astype(np.int64)), 10)
    rank = functional.one_hot(everything.labels).cumsum(0).gather(1, everything.labels[:, None])[:, 0]
    return everything[rank > DIGITS_TEST], everything[rank <= DIGITS_TEST]


def _images(raw: files.Pixels, classes: int) -> Images:
    return Images(torch.from_numpy(raw.images).to(torch.float32) / 255, torch.from_numpy(raw.labels), classes)
