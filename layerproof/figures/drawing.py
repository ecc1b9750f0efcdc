"""Drawing figures to files: each in a process of its own, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import matplotlib

from layerproof.ground.files import write_atomically
from layerproof.running.processes import GIB, Limits, Pool

from . import style
from .plates import Plate

FORMATS = ("png", "pdf")
LIMITS = Limits(300.0, 16 * GIB)


@dataclass(frozen=True)
class Drawn:
    """What became of a figure.

    Attributes:
        plate: the figure.
        files: what was written; empty if it failed.
        reason: why it failed.
        seconds: wall time.
    """

    plate: Plate
    files: tuple[Path, ...]
    reason: str
    seconds: float


def rendered(plate: Plate, format: str) -> bytes:
    """The file's content, ``png`` or ``pdf``; it carries its caption and neither a date nor the machine's name."""
    with matplotlib.rc_context(dict(style.SETTINGS)):
        figure = plate.draw()
        return _bytes(plate, figure, format)


def draw(plate: Plate, folder: Path, formats: Sequence[str] = FORMATS) -> list[str]:
    """Draw a figure once and write it in each format; the names of the files.

    Raises:
        OSError: if a file cannot be written.
    """
    names = []
    with matplotlib.rc_context(dict(style.SETTINGS)):
        figure = plate.draw()
        for format in formats:
            file = folder / f"{plate.name}.{format}"
            write_atomically(file, _bytes(plate, figure, format))
            names.append(str(file))
    return names


def draw_all(
    plates: Sequence[Plate],
    folder: Path,
    formats: Sequence[str] = FORMATS,
    *,
    jobs: int,
    watch: Callable[[int, int, str], None] = lambda done, known, last: None,
) -> Iterator[Drawn]:
    """Draw figures side by side, as they are done; one that fails does not stop the others."""
    with Pool(jobs) as pool:
        for plate in plates:
            pool.submit(plate, partial(draw, plate, folder, formats), LIMITS)
        for done, (entry, outcome) in enumerate(pool, start=1):
            assert isinstance(entry, Plate)
            watch(done, len(plates), entry.name)
            yield Drawn(entry, tuple(map(Path, outcome.value or ())), outcome.reason, outcome.seconds)


def _bytes(plate: Plate, figure: object, format: str) -> bytes:
    # Dates and versions would make the bytes of two runs differ.
    metadata = {
        "png": {"Software": None, "Title": plate.title, "Description": plate.caption},
        "pdf": {
            "CreationDate": None,
            "Producer": None,
            "Creator": None,
            "Title": plate.title,
            "Subject": plate.caption,
        },
    }[format]
    content = io.BytesIO()
    figure.savefig(content, format=format, metadata=metadata)  # type: ignore[attr-defined]
    return content.getvalue()
