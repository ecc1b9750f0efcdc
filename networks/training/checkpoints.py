"""The state of a run on disk: whole or absent, whenever the run is killed."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch


class Checkpoints:
    """Keeps the latest state of a run in one file.

    The file holds tensors and plain values only.  It is written beside its place and then moved there, so that it is
    never half a file.  It carries a mark of what is trained and how; a file with another mark is not used.

    Args:
        path: of the file; None keeps nothing.
        mark: what the state belongs to.
        seconds: between two savings; more if saving takes long, so that it costs a twentieth of the time at most.
        steps: between two savings, or None.

    Attributes:
        problem: why `load` did not use the file that is there; empty if it did, or there is none.
    """

    def __init__(self, path: Path | None, mark: str, seconds: float, steps: int | None) -> None:
        self._path, self._mark, self._seconds, self._steps = path, mark, seconds, steps
        self._pause = seconds
        self._last = time.monotonic()
        self.problem = ""

    def load(self, device: torch.device) -> dict[str, Any] | None:
        """The state to go on from; None if there is none, or it belongs to something else, or cannot be read."""
        if self._path is None or not self._path.exists():
            return None
        try:
            kept = torch.load(self._path, map_location=device, weights_only=True)
        except Exception:
            self.problem = f"{self._path} is damaged"
            return None
        if not isinstance(kept, dict) or kept.get("mark") != self._mark:
            self.problem = f"{self._path} belongs to another training"
            return None
        state: dict[str, Any] = kept["state"]
        return state

    def due(self, step: int) -> bool:
        """Whether it is time to save."""
        if self._path is None:
            return False
        by_steps = self._steps is not None and step > 0 and step % self._steps == 0
        return by_steps or time.monotonic() - self._last > self._pause

    def save(self, state: Mapping[str, Any]) -> None:
        """Keep a state, in place of the one before."""
        if self._path is None:
            return
        began = time.monotonic()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f"{self._path.name}.partial")
        with beside.open("wb") as file:
            torch.save({"mark": self._mark, "state": dict(state)}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)
        self._last = time.monotonic()
        self._pause = max(self._seconds, 20 * (self._last - began))
