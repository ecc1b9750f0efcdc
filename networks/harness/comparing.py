"""Measured against predicted: the verdict is a matter of intervals, not of taste.

The mean over the seeds is known to within so many standard errors that it lies outside with a probability of `MISSED`,
by Student's t: three for many seeds, 9.2 for four.  If all of that interval lies within the tolerance of the
prediction, the networks agree; if none of it does, they do not; otherwise the seeds are too few or too different to
tell, and nothing is decided.

A network that failed (`failing`) has no value, or none in some entries of its row; the others are compared.  But a mean
over the others is one over networks that were chosen.  So it counts against what was expected: where a network failed
no prediction is SUPPORTED, and no printed line CONTRADICTED.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from layerproof.language.verdicts import Verdict

from .protocol import Expected, Observation, Prediction

NOTICED = 1.5
"""A prediction is evidence if it would have been contradicted by a formula that is wrong by this factor."""
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
        seeds: how many were measured.
        failed: how many networks failed.
        gap: how far the worst entry is from what was predicted, in the units of the tolerance; below 0 inside a bound.
        error: how well that is known, in the same units.
        worst: index of that entry.
        verdict: SUPPORTED, CONTRADICTED or UNDECIDED.
        resolution: the smallest factor that would have been noticed, had the formula been wrong by it, see `resolved`;
            1 where it is contradicted as it is; None for a value of zero, which tells a sign or a distance and no size.
    """

    prediction: Prediction | Observation
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    seeds: int
    failed: int
    gap: float
    error: float
    worst: tuple[int, ...]
    verdict: Verdict
    resolution: float | None


@np.errstate(over="ignore", invalid="ignore")  # enormous numbers are no agreement, and no accident either
def compare(prediction: Prediction | Observation, measured: ArrayLike, *, interval: float | None = None) -> Comparison:
    """Hold a measurement against its prediction.

    Args:
        measured: shape (seeds, *shape of the prediction's value); not finite where a network failed.
        interval: half of that of a mean, in standard errors; by default `width`.

    Raises:
        ValueError: for another shape.
    """
    value = np.asarray(prediction.value, dtype=float)
    found = np.asarray(measured, dtype=float)
    if found.ndim != value.ndim + 1 or found.shape[1:] != value.shape or len(found) == 0:
        raise ValueError(
            f"{prediction.quantity}: measured an array of shape {found.shape}; expected (seeds, *{value.shape})"
        )
    asked = len(found)
    there = np.isfinite(found)
    failed = int(asked - there.reshape(asked, -1).all(axis=1).sum())
    counts, found = there.sum(axis=0), np.where(there, found, np.nan)
    if not counts.any():
        none, first = np.full(value.shape, np.nan), (0,) * value.ndim
        return Comparison(prediction, none, none, 0, failed, np.inf, np.inf, first, Verdict.UNDECIDED, np.inf)
    mean, spread = _moments(found)
    unit = np.abs(value) if prediction.relative else np.ones(value.shape)
    over_seeds = prediction.over == "every seed"
    if over_seeds:
        gaps = np.where(there, _gap(prediction, np.where(there, found, value) - value), -np.inf).max(axis=0) / unit
        errors = np.zeros(value.shape)
        lows, highs = np.where(there, found, -np.inf).max(axis=0), np.where(there, found, np.inf).min(axis=0)
    else:
        gaps = _gap(prediction, mean - value) / unit
        half = np.vectorize(width, otypes=[float])(counts) if interval is None else interval
        known = np.where(counts > 1, half * spread / np.sqrt(np.maximum(counts, 1)), np.inf)
        errors = known / unit
        lows, highs = mean - errors * unit, mean + errors * unit
    none = counts == 0  # an entry of which every network failed tells nothing
    gaps, errors = np.where(none, 0.0, gaps), np.where(none, np.inf, errors)
    lows, highs = np.where(none, -np.inf, lows), np.where(none, np.inf, highs)
    verdict = _verdict(gaps, errors, prediction)
    if failed and verdict is (Verdict.CONTRADICTED if prediction.printed else Verdict.SUPPORTED):
        verdict = Verdict.UNDECIDED
    # The entry that is worst beyond what is known of it: one is enough to contradict.
    clear = gaps - errors if verdict is Verdict.CONTRADICTED else gaps + errors
    at = np.unravel_index(int(np.argmax(clear)), value.shape)
    worst = tuple(int(i) for i in at)
    resolution = 1.0 if verdict is Verdict.CONTRADICTED else resolved(prediction, lows, highs)
    return Comparison(
        prediction, mean, spread, asked - failed, failed, float(gaps[at]), float(errors[at]), worst, verdict, resolution
    )


def _moments(found: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard deviation of each entry, over the networks that did not fail; NaN for too few."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.asarray(np.nanmean(found, axis=0)), np.asarray(np.nanstd(found, axis=0, ddof=1))


@np.errstate(over="ignore", divide="ignore", invalid="ignore")
def resolved(prediction: Expected, lows: NDArray[np.float64], highs: NDArray[np.float64]) -> float | None:
    """The smallest factor that would have been noticed: with the formula f and 1/f times as large, CONTRADICTED.

    One entry is enough.  A bound can be wrong in one way only: it is noticed where it is f times as strict.

    Args:
        prediction: of several entries or one.
        lows: a value below `lows` less the tolerance is contradicted: the mean less its error, or the largest seed.
        highs: a value above `highs` plus the tolerance is contradicted: the mean plus its error, or the smallest seed.

    Returns:
        The factor, infinite if there is none; None if the value is zero and `against` is not given.
    """
    value = np.asarray(prediction.value, dtype=float)
    if prediction.against is not None:
        off = float(np.maximum(np.abs(lows), np.abs(highs)).min())
        return 1.0 + (off + prediction.tolerance) / prediction.against
    if not np.any(value):
        return None
    lows, highs = np.where(value < 0, -highs, lows), np.where(value < 0, -lows, highs)
    size, room = np.abs(value), prediction.tolerance
    above, below = (highs / (1 - room), lows / (1 + room)) if prediction.relative else (highs + room, lows - room)
    more = np.where((size > 0) & (above > 0), above / size, np.inf)  # the least factor, from which on it is too large
    less = np.where((size > 0) & (below > 0), size / below, np.inf)
    if prediction.relative and room >= 1:
        more = np.full(value.shape, np.inf)
    strict = {"at most": np.where(value < 0, more, less), "at least": np.where(value < 0, less, more)}
    found = strict.get(prediction.relation)
    factor = max(float(more.min()), float(less.min())) if found is None else float(found.min())
    return max(factor, 1.0)


def told(found: Comparison) -> str:
    """What a comparison can tell, in words: the smallest wrong factor that it would have noticed."""
    factor = found.resolution
    if found.verdict is Verdict.CONTRADICTED:
        return "is noticed as it is"
    if factor is None:
        return "is held against zero, and tells no factor"
    if factor <= NOTICED:
        return f"would have noticed a factor of {factor:.3g}"
    least = "no factor at all" if math.isinf(factor) else f"no factor below {factor:.2g}"
    return f"would have noticed {least}: no evidence for a size"


def _gap(prediction: Expected, difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far a difference (measured minus predicted) breaks the relation; below 0 inside a bound."""
    if prediction.relation == "at most":
        return difference
    if prediction.relation == "at least":
        return -difference
    return np.abs(difference)


def _verdict(gaps: NDArray[np.float64], errors: NDArray[np.float64], prediction: Expected) -> Verdict:
    if np.any(gaps - errors > prediction.tolerance):
        return Verdict.CONTRADICTED
    if np.all(gaps + errors <= prediction.tolerance):
        return Verdict.SUPPORTED
    return Verdict.UNDECIDED
