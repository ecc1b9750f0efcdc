"""How many processes at a time: on a graphics card that all of them would share, one."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def jobs(device: str | None) -> int:
    """Trainings at a time on a device: one on CUDA, which None is too where there is a card; else all cores."""
    return 1 if on_cuda(device) else cores()


def on_cuda(device: str | None) -> bool:
    """Whether networks on this device are trained on CUDA; torch is asked only where the system shows a card."""
    if device is not None:
        return device.startswith("cuda")
    if not _shown() or importlib.util.find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.device_count() > 0)  # not is_available, after which no process that is forked could use it


def _shown() -> bool:
    """Whether the system shows a card of the kind, and lets this process have it."""
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1")
    return not hidden and (any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/dxg").exists())
