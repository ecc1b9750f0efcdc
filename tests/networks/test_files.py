"""Files of MNIST and CIFAR, written here in their formats: what is read, and what is refused with which words."""

from __future__ import annotations

import contextlib
import gzip
import os
import pickle
import struct
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from late import late

with late():
    from layerproof.networks.data import files, pickles

TRAIN, TEST = 20, 10


@pytest.fixture(autouse=True)
def _few_images(monkeypatch):
    """The data sets with twenty images for training and ten for the test."""
    small = {name: replace(kind, train=TRAIN, test=TEST) for name, kind in files.FORMATS.items()}
    monkeypatch.setattr(files, "FORMATS", small)
    monkeypatch.delenv(files.VARIABLE, raising=False)


def pixels(n, kind, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (n, *kind.image), dtype=np.uint8)


def labels(n, kind):
    return (np.arange(n) * 7 + 3) % kind.classes


def idx(array):
    return bytes([0, 0, 8, array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def write_mnist(folder, *, packed=False, mark="-"):
    folder.mkdir(parents=True, exist_ok=True)
    for prefix, n, seed in (("train", TRAIN, 1), ("t10k", TEST, 2)):
        images = pixels(n, files.MNIST, seed)[:, 0]
        for stem, content in (
            (f"{prefix}-images{mark}idx3-ubyte", idx(images)),
            (f"{prefix}-labels{mark}idx1-ubyte", idx(labels(n, files.MNIST).astype(np.uint8))),
        ):
            path = folder / (stem + (".gz" if packed else ""))
            path.write_bytes(gzip.compress(content) if packed else content)


def cifar_parts(name):
    if name == "cifar10":
        return [*((f"data_batch_{k}", TRAIN // 5, k) for k in range(1, 6)), ("test_batch", TEST, 9)]
    return [("train", TRAIN, 1), ("test", TEST, 9)]


def write_binary(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    kind = files.FORMATS[name]
    for stem, n, seed in cifar_parts(name):
        fine = labels(n, kind).astype(np.uint8)[:, None]
        coarse = [fine // 5] if name == "cifar100" else []
        records = np.concatenate([*coarse, fine, pixels(n, kind, seed).reshape(n, -1)], axis=1)
        (folder / f"{stem}.bin").write_bytes(records.tobytes())


def text(value):
    """A string as Python 2 pickles it."""
    return b"U" + bytes([len(value)]) + value if len(value) < 256 else b"T" + struct.pack("<i", len(value)) + value


def python2(images, entries):
    """The dictionary of a CIFAR batch as Python 2 wrote it, protocol 2, instruction by instruction."""
    rows = images.reshape(len(images), -1)
    array = (
        b"cnumpy.core.multiarray\n_reconstruct\nq\x05cnumpy\nndarray\nq\x06K\x00\x85" + text(b"b") + b"\x87R(K\x01"
        b"K" + bytes([rows.shape[0]]) + b"M" + struct.pack("<H", rows.shape[1]) + b"\x86"
        b"cnumpy\ndtype\n"
        + text(b"u1")
        + b"K\x00K\x01\x87R(K\x03"
        + text(b"|")
        + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xff"
        b"K\x00tb\x89" + text(rows.tobytes()) + b"tb"
    )
    lists = b"".join(
        text(key) + b"](" + b"".join(b"K" + bytes([int(v)]) for v in values) + b"e" for key, values in entries
    )
    head = text(b"batch_label") + text(b"training batch 1 of 5")
    return b"\x80\x02}q\x01(" + head + text(b"data") + array + lists + b"u."


def write_python(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    kind = files.FORMATS[name]
    for stem, n, seed in cifar_parts(name):
        fine = labels(n, kind)
        entries = [(b"labels", fine)] if name == "cifar10" else [(b"coarse_labels", fine // 5), (b"fine_labels", fine)]
        (folder / stem).write_bytes(python2(pixels(n, kind, seed), entries))


def expected(name):
    kind = files.FORMATS[name]
    parts = [("train", TRAIN, 1), ("t10k", TEST, 2)] if "mnist" in name else cifar_parts(name)
    images = [pixels(n, kind, seed) for _, n, seed in parts]
    numbers = [labels(n, kind) for _, n, _ in parts]
    return (np.concatenate(images[:-1]), np.concatenate(numbers[:-1])), (images[-1], numbers[-1])


def assert_read(name, folder=None):
    for found, (images, numbers) in zip(files.read(name, folder), expected(name), strict=True):
        assert np.array_equal(found.images, images)
        assert np.array_equal(found.labels, numbers)
        assert (found.images.dtype, found.labels.dtype) == (np.uint8, np.int64)


@pytest.mark.parametrize("place", ["", "mnist", "MNIST/raw"])
@pytest.mark.parametrize(("packed", "mark"), [(False, "-"), (True, "-"), (False, ".")])
def test_mnist_is_read_packed_or_not_wherever_it_usually_lies(tmp_path, place, packed, mark):
    write_mnist(tmp_path / place, packed=packed, mark=mark)
    assert_read("mnist", tmp_path)


def test_fashion_mnist_is_never_taken_from_the_files_of_mnist(tmp_path):
    write_mnist(tmp_path)
    with pytest.raises(files.DataError, match="Fashion-MNIST: there is no file train-images-idx3-ubyte"):
        files.read("fashion-mnist", tmp_path)
    write_mnist(tmp_path / "FashionMNIST" / "raw")
    assert_read("fashion-mnist", tmp_path)


@pytest.mark.parametrize(
    ("name", "binary", "python"),
    [
        ("cifar10", "cifar-10-batches-bin", "cifar-10-batches-py"),
        ("cifar100", "cifar-100-binary", "cifar-100-python"),
    ],
)
def test_both_versions_of_cifar_are_read_and_agree(tmp_path, monkeypatch, name, binary, python):
    write_binary(tmp_path / "a" / binary, name)
    write_python(tmp_path / "b" / python, name)
    assert_read(name, tmp_path / "a")
    monkeypatch.setenv(files.VARIABLE, str(tmp_path / "b"))
    assert_read(name)


@pytest.mark.parametrize("version", ["binary", "python"])
def test_cifar_is_read_from_its_archive(tmp_path, version):
    folder = {"binary": "cifar-10-batches-bin", "python": "cifar-10-batches-py"}[version]
    {"binary": write_binary, "python": write_python}[version](tmp_path / "made" / folder, "cifar10")
    with tarfile.open(tmp_path / f"cifar-10-{version}.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "made" / folder, arcname=folder)
    assert_read("cifar10", tmp_path)
    (tmp_path / f"cifar-10-{version}.tar.gz").write_bytes(b"\x1f\x8b not an archive")
    with pytest.raises(files.DataError, match=r"tar\.gz cannot be read: .*; get it anew"):
        files.read("cifar10", tmp_path)


def test_no_folder_a_missing_folder_and_a_missing_file_are_told_apart(tmp_path, monkeypatch):
    with pytest.raises(files.DataError, match=r"CIFAR-10 is needed .*set the environment variable LAYERPROOF_DATA"):
        files.read("cifar10")
    monkeypatch.setenv(files.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(files.DataError, match=r"nowhere, which LAYERPROOF_DATA names, does not exist; .*cs\.toronto"):
        files.read("cifar10")
    with pytest.raises(files.DataError) as error:
        files.read("cifar10", tmp_path)
    for part in ("data_batch_1.bin or data_batch_1", "cifar-10-binary.tar.gz", str(tmp_path / "cifar-10-batches-py")):
        assert part in str(error.value)
    write_binary(tmp_path / "cifar10", "cifar10")
    (tmp_path / "cifar10" / "data_batch_4.bin").unlink()
    with pytest.raises(files.DataError, match=r"no file data_batch_4\.bin"):
        files.read("cifar10", tmp_path)
    with pytest.raises(ValueError, match="data set 'svhn'; expected one of mnist, fashion-mnist, cifar10, cifar100"):
        files.read("svhn", tmp_path)


def change(path, edit):
    path.write_bytes(edit(path.read_bytes()))


@pytest.mark.parametrize(
    ("file", "edit", "message"),
    [
        ("train-images-idx3-ubyte", lambda b: b"\0\0\x0d\3" + b[4:], r"starts with 00 00 0d 03, expected 00 00 08 03"),
        ("train-images-idx3-ubyte", lambda b: b"", "starts with nothing"),
        ("train-images-idx3-ubyte", lambda b: b[:9], "cut off in its header"),
        ("train-images-idx3-ubyte", lambda b: b[:-1], r"15,695 bytes, its header asks for 15,696: it is damaged"),
        ("train-images-idx3-ubyte", lambda b: b + b"\0", "15,697 bytes"),
        ("train-images-idx3-ubyte", lambda b: b[:16] + bytes(len(b) - 16), "every pixel of its images is 0"),
        ("t10k-labels-idx1-ubyte", lambda b: b[:-1] + b"\x0a", "labels from 0 to 10, expected 0 to 9"),
        ("t10k-labels-idx1-ubyte", lambda b: idx(np.zeros(11, np.uint8)), "has the sizes 11, expected 10"),
        ("train-labels-idx1-ubyte", lambda b: idx(np.zeros((20, 1), np.uint8)), "expected 00 00 08 01"),
    ],
)
def test_a_damaged_file_of_mnist_is_named_and_refused(tmp_path, file, edit, message):
    write_mnist(tmp_path)
    change(tmp_path / file, edit)
    with pytest.raises(files.DataError, match=message) as error:
        files.read("mnist", tmp_path)
    assert str(tmp_path / file) in str(error.value) or "labels" in file or "every pixel" in message


def test_a_damaged_gzip_file_is_named_and_refused(tmp_path):
    write_mnist(tmp_path, packed=True)
    path = tmp_path / "train-images-idx3-ubyte.gz"
    whole = path.read_bytes()
    for broken in (whole[:-40], b"nothing", whole[:100] + bytes(50) + whole[150:]):
        path.write_bytes(broken)
        with pytest.raises(files.DataError, match=r"train-images-idx3-ubyte\.gz cannot be read: .*; get it anew"):
            files.read("mnist", tmp_path)


def test_damaged_files_of_cifar_are_refused(tmp_path):
    folder = tmp_path / "cifar-100-binary"
    write_binary(folder, "cifar100")
    # A file cut at the end of a record still has too few.
    change(folder / "train.bin", lambda b: b[:-3074])
    with pytest.raises(files.DataError, match=r"train\.bin has 58,406 bytes, expected 61,480 \(20 records of 3074\)"):
        files.read("cifar100", tmp_path)
    write_binary(folder, "cifar100")
    change(folder / "test.bin", lambda b: b[:1] + b"\xff" + b[2:])
    with pytest.raises(files.DataError, match=r"test\.bin has labels from \d+ to 255, expected 0 to 99"):
        files.read("cifar100", tmp_path)


class Evil:
    """What makes a folder when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def hostile(tmp_path):
    image = pixels(TRAIN // 5, files.CIFAR10)
    good = python2(image, [(b"labels", labels(TRAIN // 5, files.CIFAR10))])
    target = str(tmp_path / "made by a pickle")
    return {
        "a call": (pickle.dumps(Evil(target), 2), r"names (posix|nt)\.mkdir, which is not called"),
        "a call, old protocol": (pickle.dumps(Evil(target), 0), "instruction PUT|names|instruction"),
        "an import": (good.replace(b"cnumpy\ndtype\n", b"cnumpy\nload\n"), r"names numpy\.load"),
        "cut off": (good[:1000], "no pickle that can be read"),
        "empty": (b"", "no pickle that can be read"),
        "not a pickle": (b"\x89PNG\r\n\x1a\n", "no pickle that can be read"),
        "a list": (pickle.dumps([1], 2), "holds list, not a dictionary"),
        "no data": (b"\x80\x02}.", "has no entry 'data'"),
        "other data": (
            b"\x80\x02}(" + text(b"data") + b"K\x01" + text(b"labels") + b"]u.",
            "no array where one belongs",
        ),
        "bare array": (
            b"\x80\x02}(" + text(b"data") + b"cnumpy.core.multiarray\n_reconstruct\n)R" + text(b"labels") + b"]u.",
            "no array where one belongs",
        ),
        "objects": (good.replace(text(b"u1"), text(b"O8")), "not one of unsigned bytes"),
        "wrong shape": (good.replace(b"M\x00\x0c", b"M\x01\x0c", 1), "does not have as many bytes"),
        "too few labels": (python2(image, [(b"labels", [1])]), "labels are not 4 whole numbers"),
        "other rows": (python2(image[:3], [(b"labels", [1] * 3)]), r"sizes 3 by 3,072, expected 4 by 3,072"),
        "much memory": (b"\x80\x05\x96" + struct.pack("<Q", 2**40) + b".", "no pickle that can be read"),
        "many objects": (b"\x80\x02}r" + struct.pack("<I", 2**31) + b".", "counts up to 2147483648 objects"),
        "state of a class": (
            b"\x80\x02}(" + text(b"data") + b"cnumpy\ndtype\n}b" + text(b"labels") + b"]u.",
            "is no pickle",
        ),
        "a later opcode": (pickle.dumps({b"data": {1}}, 4), "instruction"),
    }


def test_a_hostile_or_damaged_pickle_runs_nothing_and_is_refused(tmp_path):
    folder = tmp_path / "cifar-10-batches-py"
    write_python(folder, "cifar10")
    for case, (content, message) in hostile(tmp_path).items():
        (folder / "data_batch_1").write_bytes(content)
        with pytest.raises(files.DataError, match=message) as error:
            files.read("cifar10", tmp_path)
        assert str(folder / "data_batch_1") in str(error.value), case
        assert not (tmp_path / "made by a pickle").exists(), case


def test_stand_ins_are_left_as_they_were():
    for case in ("state of a class", "bare array"):
        content, _ = hostile(Path())[case]
        with contextlib.suppress(ValueError):
            pickles.read(content)
    assert pickles.Array.state is None
    assert pickles.ElementType.name is None


def test_arrays_that_numpy_pickles_today_are_read_as_well():
    array = np.arange(12, dtype=np.uint8).reshape(3, 4)
    for kept in (array, np.asfortranarray(array)):
        found = pickles.read(pickle.dumps({b"data": kept}, 2))
        assert np.array_equal(pickles.array_of_bytes(found[b"data"]), array)


def test_images_come_out_normalised(tmp_path):
    torch = pytest.importorskip("torch")
    from layerproof.networks.data import load

    write_binary(tmp_path / "cifar10", "cifar10")
    split = load("cifar10", tmp_path)
    assert split.train.x.shape == (TRAIN, 3, 32, 32)
    torch.testing.assert_close(split.train.x.mean((0, 2, 3)), torch.zeros(3), atol=1e-5, rtol=0)
    write_mnist(tmp_path)
    wide = load("mnist", tmp_path, side=32)
    assert wide.test.x.shape == (TEST, 1, 32, 32)
    assert float(wide.train.x.std(correction=0)) == pytest.approx(1, abs=1e-4)
    assert wide.train.classes == 10
