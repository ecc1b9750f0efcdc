"""Which program a run rests on: what measures, of the file of its experiment, and everything of layerproof it imports.

What predicts is no part of it: predicted values are compared, each within its tolerance, with those of a record.
"""

from __future__ import annotations

import functools
import sys
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from layerproof.ground import programs

from . import records, registry
from .protocol import Config, Experiment

_AROUND = ("session.py", "devices.py")  # what a run is given, and how its device computes


def program(experiment: Experiment[Any]) -> str:
    """A hash of the sources that a run of an experiment rests on; see `layerproof.ground.programs`."""
    files = home(experiment)
    if not files:  # typed into an interpreter: nothing says whether it is the same next time
        return uuid.uuid4().hex
    return records.digest([programs.digest([*_measuring(experiment, files), *around()]), [*experiment.curves]])


def around() -> list[Path]:
    """The files that every run rests on."""
    return [Path(__file__).with_name(name) for name in _AROUND]


def _measuring(experiment: Experiment[Any], files: tuple[Path, ...]) -> list[programs.Entry]:
    """The functions that measure, and the classes of their numbers; all of the files where that cannot be told."""
    parts: list[programs.Entry] = []
    classes = {kind for config in experiment.scales.values() for kind in type(config).__mro__}
    for item in (experiment.measure, *sorted(classes - {Config, object}, key=lambda kind: kind.__qualname__)):
        name, module = getattr(item, "__qualname__", ""), sys.modules.get(getattr(item, "__module__", ""))
        file = getattr(module, "__file__", None)
        if file is None or getattr(module, name, None) is not item:  # a partial function, a lambda, one in a function
            return list(files)
        parts.append(programs.Part(Path(file).resolve(), (name,)))
    return parts


def digest(files: Iterable[Path]) -> str:
    """A hash of what files say, and of all that they import."""
    return programs.digest(files)


def home(experiment: Experiment[Any]) -> tuple[Path, ...]:
    """The files that an experiment and its functions are written in; none for one that is in no file."""
    found = [registry.home(experiment)]
    for function in (experiment.predict, experiment.measure):
        bare: Any = function
        while isinstance(bare, functools.partial):
            bare = bare.func
        module = sys.modules.get(getattr(bare, "__module__", ""))
        file = getattr(module, "__file__", None)
        if file is None:
            return ()
        found.append(Path(file))
    return tuple(dict.fromkeys(file.resolve() for file in found if file is not None))
