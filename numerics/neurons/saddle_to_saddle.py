"""The saddle-to-saddle algorithm of Pesme and Flammarion (2023), as the slides print it (their Algorithm 2).

The limit of the gradient flow of a diagonal linear network at vanishing initialisation, in units of log(1/alpha):

    t <- 0, beta <- 0, S <- 0
    while grad L(beta) != 0:
        D    <- coordinates with a gradient
        tau* <- inf {tau_i > 0 : i in D, S_i - tau_i grad_i L = +-1}
        t    <- t + tau*,  S <- S - tau* grad L
        beta <- argmin L over beta_i >= 0 where S_i = +1, beta_i <= 0 where S_i = -1, beta_i = 0 in between

The minimisation is non-negative least squares, by SciPy: a route apart from that of `diagonal_networks`, which follows
a flow.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from ..formulas import Array
from .diagonal_networks import Regression


@dataclass(frozen=True)
class SaddlePath:
    """The sequence of saddles.

    Attributes:
        times: when each saddle but the first is reached, shape (jumps,), in units of log(1/alpha).
        saddles: shape (jumps + 1, coordinates), the first is zero.
        woken: for each jump, the coordinates that met a wall.
        left: for each jump, the coordinates that were active before it and are zero after it.
    """

    times: Array
    saddles: Array
    woken: tuple[tuple[int, ...], ...]
    left: tuple[tuple[int, ...], ...]

    @property
    def returns(self) -> bool:
        """Whether any coordinate leaves again."""
        return any(self.left)

    @property
    def turns(self) -> bool:
        """Whether any coordinate has both signs on its way."""
        return bool(((self.saddles > 0).any(axis=0) & (self.saddles < 0).any(axis=0)).any())


def saddle_to_saddle(problem: Regression, *, most: int = 1000, tolerance: float = 1e-10) -> SaddlePath:
    """Run the algorithm.

    Args:
        problem: the regression; the argmin must be unique, as for columns in general position.
        most: the most jumps.
        tolerance: a gradient below this fraction of its largest entry at zero counts as zero.  Coordinates whose walls
            are met within this of each other, relatively, jump together.

    Raises:
        ArithmeticError: if it takes more than `most` jumps.
    """
    d = problem.coordinates
    scale = float(np.abs(problem.correlation).max())
    time, beta, S = 0.0, np.zeros(d), np.zeros(d)
    times: list[float] = []
    saddles, woken, left = [beta], list[tuple[int, ...]](), list[tuple[int, ...]]()
    while True:
        slope = -problem.pull(beta)
        slope[(beta != 0) | (np.abs(slope) <= tolerance * scale)] = 0.0
        if not slope.any():
            return SaddlePath(np.array(times), np.array(saddles), tuple(woken), tuple(left))
        if len(times) == most:
            raise ArithmeticError(f"got more than {most} jumps")
        # the wall that the gradient pushes to: one that S is on already is pushed away from, so that tau > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            tau = np.where(slope != 0, (np.sign(slope) + S) / slope, np.inf)
        wait = float(tau.min())
        first = np.flatnonzero(tau <= wait * (1 + tolerance))
        time, S = time + wait, S - wait * slope
        S[first] = -np.sign(slope[first])
        previous, beta = beta, _constrained(problem, S)
        times.append(time)
        saddles.append(beta)
        woken.append(tuple(int(k) for k in first))
        left.append(tuple(int(k) for k in np.flatnonzero((previous != 0) & (beta == 0))))


def _constrained(problem: Regression, S: Array) -> Array:
    walls = np.flatnonzero(np.abs(S) == 1)
    signed = problem.inputs[:, walls] * S[walls]
    support = walls[nnls(signed, problem.labels)[0] > 0]
    beta = np.zeros(problem.coordinates)
    beta[support] = np.linalg.lstsq(problem.inputs[:, support], problem.labels, rcond=None)[0]
    return beta
