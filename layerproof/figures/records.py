"""Trained networks for figures: their records, and what a caption says of them.

A figure of trained networks is drawn from the record of an experiment, and trains nothing.  The records are those kept
beside the program, then those that the user's own runs left in the cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from layerproof.networks.harness import records
from layerproof.networks.harness.records import Record
from layerproof.running import cache

SCALES = ("paper", "desk", "smoke")
"""Scales from the largest; the first that has a record is drawn."""


class Missing(LookupError):
    """No network was trained for a figure."""


def folders() -> tuple[Path, ...]:
    """Where records are, those kept beside the program first."""
    own, _ = cache.trusted()
    return (records.KEPT,) if own is None else (records.KEPT, own / "networks" / "records")


def find(name: str, curves: Iterable[str] = ()) -> Record | None:
    """The record of an experiment to draw; None if there is none.

    Args:
        name: of the experiment.
        curves: a record without these, of an earlier version of the program, does not do.

    Returns:
        That of the largest scale; of several, one that is kept beside the program, and of those the latest.
    """
    return next(_found(name, tuple(curves)), None)


def _found(name: str, curves: tuple[str, ...]) -> Iterator[Record]:
    for scale in SCALES:
        for folder in folders():
            for record in records.stored(folder, name, scale, []):
                if all(curve in record.curves for curve in curves):
                    yield record


def need(name: str, curves: Iterable[str] = ()) -> Record:
    """As `find`.

    Raises:
        Missing: if there is none; the message names the command that trains the networks.
    """
    record = find(name, curves)
    if record is None:
        raise Missing(f"no network was trained for this figure yet; layerproof experiments {name} --run trains them")
    return record


def sentence(names: Iterable[str]) -> str:
    """What a caption says of the records of some experiments: scale, seeds, device and date of each."""
    return "; ".join(_described(name) for name in names)


def _described(name: str) -> str:
    record = find(name)
    if record is None:
        return f"{name} is not trained yet: layerproof experiments {name} --run"
    until = record.seed + record.seeds - 1
    seeds = f"seed {record.seed}" if record.seeds == 1 else f"seeds {record.seed} to {until}"
    return f"{name} at the scale {record.scale}, {seeds}, on {record.device}, {record.date[:10]}"
