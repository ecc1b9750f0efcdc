"""Measured against predicted: the verdict is a matter of intervals, not of taste.

The mean over the seeds is known to within so many standard errors that it lies outside with a probability of `MISSED`,
by Student's t: three for many seeds, 9.2 for four.  If all of that interval lies within the tolerance of the
prediction, the networks agree; if none of it does, they do not; otherwise the seeds are too few or too different to
tell, and nothing is decided.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from layerproof.language.verdicts import Verdict

from .protocol import Prediction

MISSED = math.erfc(3 / math.sqrt(2))
"""How often a mean lies outside of its interval: as often as a normal one is three sigma off, 0.27%."""


def width(seeds: int) -> float:
    """Half the interval of a mean, in standard errors that so many seeds estimate; infinite for one.

    >>> [round(width(seeds), 2) for seeds in (2, 4, 8, 32, 10_000)]
    [235.8, 9.22, 4.53, 3.26, 3.0]
    """
    return float(stdtrit(seeds - 1, 1 - MISSED / 2)) if seeds > 1 else math.inf


@dataclass(frozen=True)
class Comparison:
    """A prediction and what was measured.

    Attributes:
        prediction: as made before the run.
        mean: over the seeds, with the shape of the prediction's value.
        spread: standard deviation over the seeds (with one seed less in the denominator).
        seeds: how many.
        gap: how far the worst entry is from what was predicted, in the units of the tolerance; below 0 inside a bound.
        error: how well that is known, in the same units.
        worst: index of that entry.
        verdict: SUPPORTED, CONTRADICTED or UNDECIDED.
    """

    prediction: Prediction
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    seeds: int
    gap: float
    error: float
    worst: tuple[int, ...]
    verdict: Verdict


@np.errstate(over="ignore", invalid="ignore")  # enormous numbers are no agreement, and no accident either
def compare(prediction: Prediction, measured: ArrayLike, *, interval: float | None = None) -> Comparison:
    """Hold a measurement against its prediction.

    Args:
        measured: shape (seeds, *shape of the prediction's value).
        interval: half of that of a mean, in standard errors; by default `width`.

    Raises:
        ValueError: for another shape, or for values that are not finite.
    """
    value = np.asarray(prediction.value, dtype=float)
    found = np.asarray(measured, dtype=float)
    if found.ndim != value.ndim + 1 or found.shape[1:] != value.shape or len(found) == 0:
        raise ValueError(
            f"{prediction.quantity}: measured an array of shape {found.shape}; expected (seeds, *{value.shape})"
        )
    if not np.all(np.isfinite(found)):
        bad = int(np.argmin(np.isfinite(found).reshape(len(found), -1).all(axis=1)))
        raise ValueError(f"{prediction.quantity}: what was measured with seed {bad} is not finite")
    mean = found.mean(axis=0)
    spread = found.std(axis=0, ddof=1) if len(found) > 1 else np.full(value.shape, np.nan)
    unit = np.abs(value) if prediction.relative else np.ones(value.shape)
    if prediction.over == "every seed":
        gaps = _gap(prediction, found - value).max(axis=0) / unit
        errors = np.zeros(value.shape)
    else:
        gaps = _gap(prediction, mean - value) / unit
        half = width(len(found)) if interval is None else interval
        known = half * spread / np.sqrt(len(found)) if len(found) > 1 else np.full(value.shape, np.inf)
        errors = known / unit
    verdict = _verdict(gaps, errors, prediction)
    # The entry that is worst beyond what is known of it: one is enough to contradict.
    clear = gaps - errors if verdict is Verdict.CONTRADICTED else gaps + errors
    at = np.unravel_index(int(np.argmax(clear)), value.shape)
    worst = tuple(int(i) for i in at)
    return Comparison(prediction, mean, spread, len(found), float(gaps[at]), float(errors[at]), worst, verdict)


def _gap(prediction: Prediction, difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far a difference (measured minus predicted) breaks the relation; below 0 inside a bound."""
    if prediction.relation == "at most":
        return difference
    if prediction.relation == "at least":
        return -difference
    return np.abs(difference)


def _verdict(gaps: NDArray[np.float64], errors: NDArray[np.float64], prediction: Prediction) -> Verdict:
    if np.any(gaps - errors > prediction.tolerance):
        return Verdict.CONTRADICTED
    if np.all(gaps + errors <= prediction.tolerance):
        return Verdict.SUPPORTED
    return Verdict.UNDECIDED
