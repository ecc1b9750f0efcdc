"""MNIST, Fashion-MNIST, CIFAR-10 and CIFAR-100 from the files that their authors publish.

Nothing is downloaded: the folder in the environment variable LAYERPROOF_DATA, or one that is given, is searched for
the files, in itself and in the usual folders below it.  MNIST's files are in the IDX format, gzipped or not; CIFAR's
in the binary version or in the version for Python, in their folders or still in their archives.  Every file is
checked (magic number, sizes, number of records, range of labels), so that a damaged one is named, and not trained on.
"""

from __future__ import annotations

import gzip
import os
import tarfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import pickles

VARIABLE = "LAYERPROOF_DATA"


class DataError(Exception):
    """Files are missing or damaged; the message says which, where, and what to do."""


@dataclass(frozen=True)
class Pixels:
    """Images as they are in the files.

    Attributes:
        images: shape (n, channels, height, width), 0 to 255.
        labels: shape (n,), 0 to C - 1.
    """

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]


@dataclass(frozen=True)
class Format:
    """What there is to a data set.

    Attributes:
        name: as it is called.
        classes: C.
        image: channels, height and width.
        train: number of training images.
        test: number of test images.
        folders: where below the data folder its files are looked for.
        page: where it can be had.
    """

    name: str
    classes: int
    image: tuple[int, int, int]
    train: int
    test: int
    folders: tuple[str, ...]
    page: str

    @property
    def size(self) -> int:
        """Bytes of an image."""
        return int(np.prod(self.image))


MNIST = Format(
    "MNIST", 10, (1, 28, 28), 60_000, 10_000, ("mnist", "MNIST", "MNIST/raw", "."),
    "https://ossci-datasets.s3.amazonaws.com/mnist/",
)  # fmt: skip
FASHION = Format(
    "Fashion-MNIST", 10, (1, 28, 28), 60_000, 10_000,
    ("fashion-mnist", "Fashion-MNIST", "FashionMNIST", "FashionMNIST/raw", "fashion"),
    "https://github.com/zalandoresearch/fashion-mnist",
)  # fmt: skip
CIFAR10 = Format(
    "CIFAR-10", 10, (3, 32, 32), 50_000, 10_000,
    ("cifar-10-batches-bin", "cifar-10-batches-py", "cifar10", "CIFAR10", "cifar-10", "."),
    "https://www.cs.toronto.edu/~kriz/cifar.html",
)  # fmt: skip
CIFAR100 = Format(
    "CIFAR-100", 100, (3, 32, 32), 50_000, 10_000,
    ("cifar-100-binary", "cifar-100-python", "cifar100", "CIFAR100", "cifar-100", "."),
    "https://www.cs.toronto.edu/~kriz/cifar.html",
)  # fmt: skip
FORMATS = {"mnist": MNIST, "fashion-mnist": FASHION, "cifar10": CIFAR10, "cifar100": CIFAR100}
CIFAR10_FILES = 5
"""Files that its training images are spread over."""


def read(name: str, folder: str | Path | None = None) -> tuple[Pixels, Pixels]:
    """Training and test images of ``mnist``, ``fashion-mnist``, ``cifar10`` or ``cifar100``.

    Args:
        folder: where to look; None takes LAYERPROOF_DATA.

    Raises:
        ValueError: for another name.
        DataError: if the folder or a file is missing, or a file is damaged.
    """
    if name not in FORMATS:
        raise ValueError(f"got the data set {name!r}; expected one of {', '.join(FORMATS)}")
    kind = FORMATS[name]
    root = data_folder(kind, folder)
    readers = {"mnist": _mnist, "fashion-mnist": _mnist, "cifar10": _cifar10, "cifar100": _cifar100}
    return readers[name](kind, root)


def data_folder(kind: Format, folder: str | Path | None = None) -> Path:
    """The folder of data sets.

    Raises:
        DataError: if none is named, or it does not exist.
    """
    given = folder if folder is not None else os.environ.get(VARIABLE)
    if not given:
        raise DataError(
            f"{kind.name} is needed and no folder of data sets is named: set the environment variable {VARIABLE} to "
            f"one that holds the files from {kind.page}"
        )
    root = Path(given).expanduser()
    if not root.is_dir():
        whence = "" if folder is not None else f", which {VARIABLE} names,"
        raise DataError(
            f"{kind.name}: the folder {root}{whence} does not exist; it should hold the files from {kind.page}"
        )
    return root


def _mnist(kind: Format, root: Path) -> tuple[Pixels, Pixels]:
    parts = []
    for prefix, samples in (("train", kind.train), ("t10k", kind.test)):
        wanted = [f"{prefix}-images{{}}idx3-ubyte", f"{prefix}-labels{{}}idx1-ubyte"]
        names = [[pattern.format(mark) + end for mark in "-." for end in ("", ".gz")] for pattern in wanted]
        images, labels = (_one(kind, root, options) for options in names)
        pixels = _idx(*images, (samples, *kind.image[1:]))
        numbers = _idx(*labels, (samples,))
        parts.append(_checked(kind, labels[0], pixels.reshape(samples, *kind.image), numbers))
    return parts[0], parts[1]


def _idx(where: str, content: bytes, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """An array of unsigned bytes in the IDX format: a magic number, the sizes, the bytes."""
    magic = bytes([0, 0, 8, len(shape)])
    head = 4 + 4 * len(shape)
    if content[:4] != magic:
        raise DataError(
            f"{where} is no IDX file of bytes in {len(shape)} dimensions: it starts with "
            f"{content[:4].hex(' ') or 'nothing'}, expected {magic.hex(' ')}; get it anew"
        )
    if len(content) < head:
        raise DataError(f"{where} is cut off in its header; get it anew")
    sizes = tuple(int(size) for size in np.frombuffer(content, ">u4", len(shape), 4))
    if sizes != shape:
        raise DataError(f"{where} has the sizes {_by(sizes)}, expected {_by(shape)}: is it a file of another data set?")
    expected = head + int(np.prod(shape))
    if len(content) != expected:
        raise DataError(
            f"{where} has {len(content):,} bytes, its header asks for {expected:,}: it is damaged; get it anew"
        )
    return np.frombuffer(content, np.uint8, offset=head).reshape(shape)


def _cifar10(kind: Format, root: Path) -> tuple[Pixels, Pixels]:
    numbers = range(1, CIFAR10_FILES + 1)
    each = kind.train // CIFAR10_FILES
    archive = "cifar-10-{}.tar.gz"

    def part(name: str, samples: int) -> Pixels:
        options = [f"{name}.bin", name]
        where, content = _one(kind, root, options, (archive.format("binary"), archive.format("python")))
        if where.endswith(".bin"):
            return _binary(kind, where, content, samples, 1)
        return _python(kind, where, content, samples, b"labels")

    train = [part(f"data_batch_{k}", each) for k in numbers]
    return _joined(train), part("test_batch", kind.test)


def _cifar100(kind: Format, root: Path) -> tuple[Pixels, Pixels]:
    archive = "cifar-100-{}.tar.gz"

    def part(name: str, samples: int) -> Pixels:
        options = [f"{name}.bin", name]
        where, content = _one(kind, root, options, (archive.format("binary"), archive.format("python")))
        if where.endswith(".bin"):
            return _binary(kind, where, content, samples, 2)
        return _python(kind, where, content, samples, b"fine_labels")

    return part("train", kind.train), part("test", kind.test)


def _binary(kind: Format, where: str, content: bytes, samples: int, labels: int) -> Pixels:
    """Records of one or two labels (the last is the fine one) and an image."""
    expected = samples * (labels + kind.size)
    if len(content) != expected:
        raise DataError(
            f"{where} has {len(content):,} bytes, expected {expected:,} ({samples:,} records of {labels + kind.size}): "
            "it is damaged, or a file of another data set; get it anew"
        )
    records = np.frombuffer(content, np.uint8).reshape(samples, -1)
    return _checked(kind, where, records[:, labels:].reshape(samples, *kind.image), records[:, labels - 1])


def _python(kind: Format, where: str, content: bytes, samples: int, key: bytes) -> Pixels:
    try:
        found = pickles.read(content)
        if missing := [str(name, "ascii") for name in (b"data", key) if name not in found]:
            raise ValueError(f"it has no entry {missing[0]!r}")
        data, labels = pickles.array_of_bytes(found[b"data"]), found[key]
        if data.shape != (samples, kind.size):
            raise ValueError(f"its data have the sizes {_by(data.shape)}, expected {_by((samples, kind.size))}")
        if not isinstance(labels, list) or not all(type(label) is int for label in labels) or len(labels) != samples:
            raise ValueError(f"its labels are not {samples:,} whole numbers")
    except ValueError as error:
        raise DataError(f"{where} is damaged, or a file of another data set: {error}; get it anew") from None
    return _checked(kind, where, data.reshape(samples, *kind.image), np.array(labels, dtype=object))


def _checked(kind: Format, where: str, images: NDArray[np.uint8], labels: NDArray[np.generic]) -> Pixels:
    low, high = labels.min(), labels.max()
    if low < 0 or high >= kind.classes:
        raise DataError(
            f"{where} has labels from {low} to {high}, expected 0 to {kind.classes - 1}: it is damaged; get it anew"
        )
    if images.min() == images.max():
        raise DataError(f"{where}: every pixel of its images is {images.min()}; get it anew")
    return Pixels(np.array(images, order="C"), labels.astype(np.int64))


def _joined(parts: list[Pixels]) -> Pixels:
    return Pixels(np.concatenate([part.images for part in parts]), np.concatenate([part.labels for part in parts]))


def _one(kind: Format, root: Path, names: list[str], archives: tuple[str, ...] = ()) -> tuple[str, bytes]:
    """Where the first of some files is that exists, as words, and what it holds."""
    for folder in kind.folders:
        for name in names:
            path = root / folder / name
            if path.is_file():
                return str(path), _content(path)
    for folder in dict.fromkeys((".", *kind.folders)):
        for archive in archives:
            path = root / folder / archive
            if path.is_file() and (found := _member(path, names)):
                return found
    places = ", ".join(str(root / folder) for folder in kind.folders)
    packed = f", nor {' or '.join(archives)}" if archives else ""
    raise DataError(
        f"{kind.name}: there is no file {' or '.join(names)}{packed}; looked in {places}; the files are to be had from "
        f"{kind.page}"
    )


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if path.suffix == ".gz" else content
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path} cannot be read: {error}; get it anew") from None


def _member(path: Path, names: list[str]) -> tuple[str, bytes] | None:
    """A file of an archive, by its last name; nothing is unpacked to disk."""
    try:
        with tarfile.open(path, "r:gz") as archive:
            for member in archive:
                if member.isfile() and Path(member.name).name in names:
                    file = archive.extractfile(member)
                    return f"{path}:{member.name}", file.read() if file else b""
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        raise DataError(f"{path} cannot be read: {error}; get it anew") from None
    return None


def _by(sizes: tuple[int, ...]) -> str:
    return " by ".join(f"{size:,}" for size in sizes)
