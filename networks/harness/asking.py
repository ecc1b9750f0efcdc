"""What is asked of an experiment: its numbers, its predictions, and the hashes that say whether a record answers it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from . import records, sources
from . import seeds as numbers
from .protocol import SCALES, Config, Expected, Experiment, Observation, Prediction, Scale
from .records import Record, plain
from .sources import home as home

_SMALL = 0.2  # of a tolerance: less is no other prediction; searches for a minimum differ by an eighth
_ROUNDING = 1e-9  # of a number of a run, relative: some are computed, on another processor with other last digits


@dataclass(frozen=True)
class Asked:
    """What is asked of an experiment: its numbers, what it predicts, and the hashes that say whether a record fits.

    Attributes:
        experiment: which.
        scale: at which scale.
        config: its numbers there, with the seeds that were asked for.
        seed: the number of the first seed.
        predictions: made before any run.
        question: hash of what is asked, but for its floats: `answers` compares these.
        program: hash of the sources that a run rests on.
    """

    experiment: Experiment[Any]
    scale: Scale
    config: Config
    seed: int
    predictions: tuple[Prediction | Observation, ...]
    question: str
    program: str


def ask(
    experiment: Experiment[Any], scale: str = "desk", *, seeds: int | None = None, seed: int | None = None
) -> Asked:
    """Predict, and nothing more.

    Args:
        experiment: which.
        scale: ``smoke``, ``desk`` or ``paper``.
        seeds: networks, one a seed; by default as many as the scale has.
        seed: the number of the first seed; by default that of the verdict.

    Raises:
        ValueError: for an unknown scale, no seeds or too many, or predictions that do not fit the experiment.
    """
    if scale not in SCALES:
        raise ValueError(f"got scale {scale!r}; expected one of {', '.join(SCALES)}")
    config = experiment.scales[scale]
    config = config if seeds is None else replace(config, seeds=seeds)
    first = experiment.seed if seed is None else seed
    numbers.checked(first, config.seeds)
    predictions = tuple(experiment.predict(config))
    _refuse(experiment, predictions)
    question = _question(experiment, config, first, predictions)
    return Asked(experiment, scale, config, first, predictions, question, sources.program(experiment))


def _refuse(experiment: Experiment[Any], predictions: Sequence[Prediction | Observation]) -> None:
    if not predictions:
        raise ValueError(f"experiment {experiment.name} predicts nothing")
    named = {claim for prediction in predictions for claim in prediction.claims}
    if stray := sorted(named - set(experiment.claims)):
        raise ValueError(f"experiment {experiment.name} predicts for {stray[0]}, which is none of its claims")
    if idle := [claim for claim in experiment.claims if claim not in named]:
        raise ValueError(f"experiment {experiment.name} belongs to {idle[0]}, and predicts nothing for it")


def answers(record: Record, asked: Asked) -> bool:
    """Whether a record answers what is asked: the same question in words, and numbers that are the same.

    The numbers of a run are compared to within `_ROUNDING`; a predicted value to within a small part of its tolerance,
    as another processor computes it with other last digits; the program that made the record is not looked at.
    """
    if record.question != asked.question or not _alike(record.config, plain(asked.config)):
        return False
    pairs = zip(record.predictions, asked.predictions, strict=False)
    return len(record.predictions) == len(asked.predictions) and all(_same(*pair) for pair in pairs)


def _same(kept: Expected, today: Expected) -> bool:
    """Whether two predictions, the same in words, are the same in numbers."""
    before, now = np.asarray(kept.value, dtype=float), np.asarray(today.value, dtype=float)
    if before.shape != now.shape or abs(kept.tolerance - today.tolerance) > _SMALL * today.tolerance:
        return False
    unit = np.abs(now) if today.relative else np.ones(now.shape)
    return bool(np.all(np.abs(before - now) <= _SMALL * today.tolerance * unit))


def _alike(before: Any, now: Any) -> bool:
    """Whether plain data are the same, but for the last digits of their floats."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return before.keys() == now.keys() and all(_alike(before[name], now[name]) for name in before)
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(_alike, before, now))
    if isinstance(before, float) and isinstance(now, float):
        return math.isclose(before, now, rel_tol=_ROUNDING)
    return type(before) is type(now) and bool(before == now)


def _question(
    experiment: Experiment[Any], config: Config, seed: int, predictions: Sequence[Prediction | Observation]
) -> str:
    """A hash of words and whole numbers alone: floats depend on who computes them, and are compared by `answers`."""
    asked = [_without_floats(plain({**_fields(p), "says": "", "value": np.shape(p.value)})) for p in predictions]
    return records.digest([records.FORMAT, experiment.name, seed, _without_floats(plain(config)), asked])


def _fields(prediction: Expected) -> dict[str, Any]:
    return {item.name: getattr(prediction, item.name) for item in fields(prediction)}


def _without_floats(value: Any) -> Any:
    """Plain data with every float left out."""
    if isinstance(value, dict):
        return {name: _without_floats(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_without_floats(item) for item in value]
    return "a number" if isinstance(value, float) else value
