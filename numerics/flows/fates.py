"""What becomes of trajectories, told by both integrators in the same words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..formulas import Array

FINISHED, BLOWN, STIFF = 0, 1, 2
"""It reached the last time; left every bound, or met a point where its rates have no value; needed too many steps."""

LARGEST = 1e100
"""No variable larger than this is followed."""


@dataclass(frozen=True)
class Trajectories:
    """What an integrator found.

    Attributes:
        states: shape (draws, times, variables); NaN from where a draw was given up.
        fates: of each draw, shape (draws,).
        reached: the time until which each draw was followed, shape (draws,).
    """

    states: Array
    fates: NDArray[np.int_]
    reached: Array

    @classmethod
    def starting(cls, start: Array, times: Array) -> Trajectories:
        """Nothing known but the start: initial values of shape (draws, variables), times of shape (draws, times)."""
        states = np.full((len(start), times.shape[1], start.shape[1]), np.nan)
        states[:, 0] = start
        return cls(states, np.full(len(start), STIFF), times[:, 0].copy())
