"""What is asked of an experiment: its numbers, its predictions, and the hashes that say whether a record answers it."""

from __future__ import annotations

import functools
import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import records, registry, sources
from .protocol import SCALES, Config, Experiment, Prediction, Scale
from .records import plain

_DIGITS = 6  # of a predicted value: the last digits of another machine ask the same question


@dataclass(frozen=True)
class Asked:
    """What is asked of an experiment: its numbers, what it predicts, and the hashes that say whether a record fits.

    Attributes:
        experiment: which.
        scale: at which scale.
        config: its numbers there, with the seeds that were asked for.
        predictions: made before any run.
        question: hash of the numbers and the predictions.
        program: hash of the sources that a run rests on.
    """

    experiment: Experiment[Any]
    scale: Scale
    config: Config
    predictions: tuple[Prediction, ...]
    question: str
    program: str


def ask(experiment: Experiment[Any], scale: str = "desk", *, seeds: int | None = None) -> Asked:
    """Predict, and nothing more.

    Args:
        experiment: which.
        scale: ``smoke``, ``desk`` or ``paper``.
        seeds: networks, one a seed; by default as many as the scale has.

    Raises:
        ValueError: for an unknown scale, no seeds, or predictions that do not fit the experiment.
    """
    if scale not in SCALES:
        raise ValueError(f"got scale {scale!r}; expected one of {', '.join(SCALES)}")
    if seeds is not None and seeds < 1:
        raise ValueError(f"got {seeds} seeds; expected at least 1")
    config = experiment.scales[scale]
    config = config if seeds is None else replace(config, seeds=seeds)
    predictions = tuple(experiment.predict(config))
    _refuse(experiment, predictions)
    return Asked(
        experiment, scale, config, predictions, _question(experiment, config, predictions), _program(experiment)
    )


def _refuse(experiment: Experiment[Any], predictions: Sequence[Prediction]) -> None:
    if not predictions:
        raise ValueError(f"experiment {experiment.name} predicts nothing")
    named = {claim for prediction in predictions for claim in prediction.claims}
    if stray := sorted(named - set(experiment.claims)):
        raise ValueError(f"experiment {experiment.name} predicts for {stray[0]}, which is none of its claims")
    if idle := [claim for claim in experiment.claims if claim not in named]:
        raise ValueError(f"experiment {experiment.name} belongs to {idle[0]}, and predicts nothing for it")


def _question(experiment: Experiment[Any], config: Config, predictions: Sequence[Prediction]) -> str:
    asked = [{**plain(p), "says": "", "value": plain(records.rounded(p.value, _DIGITS))} for p in predictions]
    return records.digest([records.FORMAT, experiment.name, experiment.seed, plain(config), asked])


def _program(experiment: Experiment[Any]) -> str:
    files = home(experiment)
    if not files:  # typed into an interpreter: nothing says whether it is the same next time
        return uuid.uuid4().hex
    session = Path(__file__).with_name("session.py")
    return records.digest([sources.digest([*files, session]), [*experiment.curves]])


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
