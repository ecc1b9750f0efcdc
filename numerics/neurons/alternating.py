"""Alternating gradient flows: utility maximisation over dormant neurons, cost minimisation over active ones.

A network that is a sum of homogeneous neurons of degree kappa, started near the origin, is conjectured to alternate
between two steps (slides 'Alternating Gradient Flows' to 'Alternating Gradient Flows Framework').

1. *Utility maximisation.*  The residual stands still.  Every dormant neuron climbs its own utility
   ``U(theta) = <f(theta), residual>``, until the first of them has a norm of one: it *jumps*.
2. *Cost minimisation.*  The active neurons go together to a critical point of the loss, in no time on the scale of the
   first step.  That gives the next residual.  An active neuron may fall asleep again.

`alternate` is this loop; what a step does is the model's own: `diagonal_networks.DiagonalNeurons`,
`greedy_low_rank.LinearNeurons`, `modular_addition.QuadraticNeurons`.

Time.  Jumps come ever later as the start shrinks, so each model has its own unit: ``log(1/alpha)`` for kappa = 2 and
``alpha^(2 - kappa)`` for kappa > 2, where alpha is the norm of the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array


class Model(Protocol):
    """What `alternate` asks of a network; its state moves with each call."""

    def loss(self) -> float:
        """The loss of the active neurons where they stand."""

    def maximise(self) -> tuple[float, int] | None:
        """Let dormant neurons climb until the first jumps: the time that took, and its number; None if none does."""

    def minimise(self, neuron: int) -> tuple[Array, tuple[int, ...]]:
        """Wake `neuron` and minimise the loss: the direction of the jump, and the neurons that fell asleep again."""


@dataclass(frozen=True)
class Jump:
    """One neuron's jump.

    Attributes:
        time: since the start, in the model's unit.
        neuron: its number; for a diagonal network the coordinate.
        direction: the unit vector of its weights when it jumps.
        before: the loss on the plateau that ends.
        after: the loss on the plateau that begins.
        asleep: the neurons that became dormant again in the minimisation that follows.
    """

    time: float
    neuron: int
    direction: Array
    before: float
    after: float
    asleep: tuple[int, ...] = ()


@dataclass(frozen=True)
class Staircase:
    """The loss against time as alternating gradient flows predict it.

    Attributes:
        start: the loss before the first jump.
        jumps: in order of time.
        finished: whether it ended by itself, with no neuron left that would ever jump.
    """

    start: float
    jumps: tuple[Jump, ...]
    finished: bool

    @property
    def times(self) -> Array:
        """The jump times, shape (jumps,)."""
        return np.array([jump.time for jump in self.jumps])

    @property
    def levels(self) -> Array:
        """The losses of the plateaus, shape (jumps + 1,)."""
        return np.array([self.start, *(jump.after for jump in self.jumps)])

    def loss(self, times: ArrayLike) -> Array:
        """The loss at `times`; at a jump, the new one."""
        found: Array = self.levels[np.searchsorted(self.times, np.asarray(times, dtype=float), side="right")]
        return found


def alternate(model: Model, *, most: int = 100, tolerance: float = 1e-12) -> Staircase:
    """Run alternating gradient flows.

    Args:
        model: at its start; it is left at its end.
        most: stop after so many jumps.
        tolerance: stop when the loss is below this fraction of the loss at the start.

    Raises:
        ValueError: for no jumps, or a tolerance that is not between 0 and 1.
        ArithmeticError: if a minimisation raises the loss, by more than rounding.
    """
    if most < 1:
        raise ValueError(f"got most={most}; expected at least 1 jump")
    if not 0 <= tolerance < 1:
        raise ValueError(f"got tolerance={tolerance}; expected 0 <= tolerance < 1")
    time, start = 0.0, model.loss()
    jumps: list[Jump] = []
    level, finished = start, False
    while len(jumps) < most:
        if level <= tolerance * start or (found := model.maximise()) is None:
            finished = True
            break
        waited, neuron = found
        time += waited
        direction, asleep = model.minimise(neuron)
        after = model.loss()
        if not after <= level + 1e-9 * start:
            raise ArithmeticError(f"cost minimisation after the jump of neuron {neuron} raised the loss to {after:.6g}")
        jumps.append(Jump(time, neuron, direction, level, after, asleep))
        level = after
    return Staircase(start, tuple(jumps), finished)


def threshold(norm: ArrayLike, degree: float) -> Array:
    """The accumulated utility at which a neuron of start `norm` has norm one (slides 'Utility', the jump times).

    ``-log(norm)`` for degree 2, ``-(norm^(2 - degree) - 1)/(2 - degree)`` for degree > 2.

    Raises:
        ValueError: for a norm outside of (0, 1), or a degree below 2: there a vanishing start brings no plateau.

    >>> threshold(0.5, 3.0).item()
    1.0
    """
    size = np.asarray(norm, dtype=float)
    if not ((size > 0) & (size < 1)).all():
        raise ValueError(f"got start norms {size}; expected between 0 and 1")
    if not (np.isfinite(degree) and degree >= 2):
        raise ValueError(f"got degree {degree}; expected a number that is at least 2")
    if degree == 2:
        return np.asarray(-np.log(size))
    return np.asarray(np.expm1((2 - degree) * np.log(size)) / (degree - 2))


def plateau_times(staircase: Staircase, last: float = 1.0) -> Array:
    """A time in the middle of each plateau, shape (jumps + 1,); of the last one, `last` after its jump."""
    edges = np.concatenate([[0.0], staircase.times])
    found: Array = np.append((edges[1:] + edges[:-1]) / 2, edges[-1] + last)
    return found
