"""Where networks are trained, and that they are trained the same way each time."""

from __future__ import annotations

import contextlib
import os
import platform
from collections.abc import Iterator

import torch


def device_of(name: str | None) -> torch.device:
    """The device of that name; by default CUDA if there is one.

    Raises:
        ValueError: for one that is unknown or absent.
        ImportError: if torch is missing.
    """
    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        device = None
    if device is None or device.type not in ("cpu", "cuda"):
        raise ValueError(f"got device {name!r}; expected cpu, cuda or cuda:1 and the like")
    if device.type == "cuda":
        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if (device.index or 0) >= count:
            there = f"only {count}" if count else "none"
            raise ValueError(f"got device {name!r}, and torch {torch.__version__} finds {there} of the kind; try 'cpu'")
    return device


@contextlib.contextmanager
def repeatable(device: torch.device) -> Iterator[None]:
    """One thread and deterministic algorithms, so that a run gives the same numbers each time."""
    threads, deterministic = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    warns, fills = (
        torch.is_deterministic_algorithms_warn_only_enabled(),
        torch.utils.deterministic.fill_uninitialized_memory,
    )
    cudnn = torch.backends.cudnn.benchmark
    if device.type == "cuda":
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    try:
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True, warn_only=device.type == "cuda")
        torch.utils.deterministic.fill_uninitialized_memory = False
        torch.backends.cudnn.benchmark = False
        yield
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(deterministic, warn_only=warns)
        torch.utils.deterministic.fill_uninitialized_memory = fills
        torch.backends.cudnn.benchmark = cudnn


def name_of(device: torch.device) -> str:
    """What a device is called."""
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{platform.machine()} CPU"
