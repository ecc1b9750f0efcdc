r"""A network of three ReLU neurons learns the parity of three bits; thesis appendix C.4.

The network (C.8) with the shared weights (C.9) has four parameters: alpha, beta, gamma, one for each neuron, and the
constant c.  Its loss is the *mean square over the eight inputs, without the half*: with it the factors of (C.15) to
(C.17) come out; the section states none.  Time is that of gradient flow with learning rate eta.

The printed rates (C.15) to (C.18) have their signs reversed (`emergence/alpha-rate` and the three after it); here the
rates come from the loss.  The printed estimates of how fast the modes grow, 4S, 4S and 2S, use the wrong signs as
well; from a small start the squared parameters grow at the relative rates 2S, S and S (`emergence/alpha-starts-at`).

`integrate` follows the flow of the claims, which holds for positive alpha, beta, gamma; `descend` moves the network
itself, its ReLUs evaluated on the eight inputs, and knows nothing of that flow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from layerproof.derivations.emergence import letters, three_neurons

from ..flows import integrate_flow
from ..formulas import Array

INPUTS: Array = np.array([[i >> 2 & 1, i >> 1 & 1, i & 1] for i in range(8)], dtype=float)
"""The eight inputs, the columns of X in (C.7); shape (8, 3)."""

PARITY: Array = 1.0 - 2.0 * (INPUTS.sum(axis=1) % 2)
"""The target in units of S; shape (8,)."""

LARGEST = 1e12

_SIGNS = np.array([-1.0, -1.0, 1.0])
_PATTERN = np.array([1.0, -1.0, 1.0])  # each row of W is its parameter times plus or minus this
_BIASES = np.array([0.0, 1.0, -1.0])
_OUTWARD = np.array([-2.0, 1.0, 1.0])
_DIRECTIONS = INPUTS @ np.outer(_PATTERN, _SIGNS) + _BIASES  # (W x + b)_q / (its parameter), shape (8, 3)


def neurons(parameters: ArrayLike) -> Array:
    """``f^(q)(x)``, what each neuron adds to the output at each input; (C.10).

    Args:
        parameters: alpha, beta, gamma, c in the last axis.

    Returns:
        Shape (..., 3, 8).
    """
    p = _parameters(parameters)[..., :3, None]
    return np.asarray(_OUTWARD[:, None] * p * np.maximum(p * _DIRECTIONS.T, 0.0))


def outputs(parameters: ArrayLike) -> Array:
    """``f(x)`` at the eight inputs, (C.8); shape (..., 8)."""
    return np.asarray(neurons(parameters).sum(axis=-2) + _parameters(parameters)[..., 3, None])


def loss(parameters: ArrayLike, target: float) -> Array:
    """The mean of ``(f(x) - S y)^2`` over the eight inputs; shape (...)."""
    return np.asarray(((outputs(parameters) - _scale(target) * PARITY) ** 2).mean(axis=-1))


def mode_strengths(parameters: ArrayLike, target: float) -> Array:
    """``R^(q)`` in units of S, (C.13), from the neurons' outputs; shape (..., 3).

    They add up to the skill strength R/S, (C.14); the constant c has none.
    """
    return np.asarray(neurons(parameters) @ PARITY / (8 * _scale(target)))


@dataclass(frozen=True)
class Learning:
    """How the network learns.

    Attributes:
        times: shape (times,).
        parameters: alpha, beta, gamma, c, of shape (draws, times, 4).
        target: S.
    """

    times: Array
    parameters: Array
    target: float

    @property
    def modes(self) -> Array:
        """``R^(q)/S``, of shape (draws, times, 3)."""
        return mode_strengths(self.parameters, self.target)

    @property
    def strength(self) -> Array:
        """``R/S``, of shape (draws, times)."""
        return np.asarray(self.modes.sum(axis=-1))

    @property
    def loss(self) -> Array:
        """Shape (draws, times)."""
        return loss(self.parameters, self.target)


def integrate(start: ArrayLike, times: ArrayLike, *, target: float, learning_rate: float = 1.0) -> Learning:
    """Integrate the gradient flow of the network from each start, to about 1e-14.

    Args:
        start: alpha, beta, gamma (above zero) and c; shape (draws, 4) or (4,).
        times: increasing, from the time of the start.
        target: S.
        learning_rate: eta.

    Raises:
        ValueError: if a neuron's parameter is not positive; there the neurons answer to other inputs.
    """
    first = np.atleast_2d(_parameters(start))
    if not (first[:, :3] > 0).all():
        raise ValueError(f"got alpha, beta, gamma down to {first[:, :3].min()}; expected numbers above 0")
    flow = three_neurons.network
    symbols = (three_neurons.alpha, three_neurons.beta, three_neurons.gamma, three_neurons.c)
    found = integrate_flow(
        flow,
        {symbol: first[:, k] for k, symbol in enumerate(symbols)},
        {letters.S: _scale(target), letters.eta: learning_rate},
        times,
    )
    names = [v.name for v in found.variables]
    order = [names.index(symbol.func.__name__) for symbol in symbols]
    return Learning(found.times, found.states[:, :, order], float(target))


def descend(start: ArrayLike, steps: int, *, target: float, learning_rate: float, every: int = 1) -> Learning:
    """Plain gradient descent on the network itself, by back-propagation through its ReLUs.

    Step n is at the time ``n * learning_rate``, where the flow of learning rate one is after that time; the difference
    shrinks in proportion to the learning rate.

    Args:
        start: alpha, beta, gamma, c of either sign; shape (draws, 4) or (4,).
        steps: how many.
        target: S.
        learning_rate: the length of a step.
        every: keep the start and every so many steps.

    Raises:
        ValueError: for no steps or a learning rate that is not positive.
        ArithmeticError: if the steps diverge.
    """
    state = np.atleast_2d(_parameters(start)).copy()
    if steps < 1 or every < 1 or not learning_rate > 0:
        raise ValueError(f"got {steps} steps of {learning_rate}, every {every}; expected numbers above 0")
    goal = _scale(target) * PARITY
    kept = [state.copy()]
    for step in range(1, steps + 1):
        p = state[:, None, :3]
        inside = p * _DIRECTIONS  # (draws, 8, 3)
        active = np.maximum(inside, 0.0)
        error = (_OUTWARD * p * active).sum(axis=-1) + state[:, 3:] - goal
        # the parameter is in the last layer and, through the ReLU, in the first
        slopes = _OUTWARD * (active + p * np.where(inside > 0, _DIRECTIONS, 0.0))
        state[:, :3] -= learning_rate / 4 * (error[:, :, None] * slopes).sum(axis=1)
        state[:, 3] -= learning_rate / 4 * error.sum(axis=1)
        if not (np.abs(state) < LARGEST).all():
            raise ArithmeticError(f"descent diverged in step {step} at learning rate {learning_rate}; take less")
        if step % every == 0:
            kept.append(state.copy())
    times = np.asarray(np.arange(len(kept)) * (every * learning_rate), dtype=np.float64)
    return Learning(times, np.stack(kept, axis=1), float(target))


def start_rates(target: float, formula: Literal["right", "printed"] = "right") -> Array:
    """The relative rates at which alpha^2, beta^2, gamma^2 start to grow, for eta = 1; shape (3,).

    2S, S, S from the loss; the text below (C.18) estimates 4S, 4S, 2S.
    """
    if formula not in ("right", "printed"):
        raise ValueError(f"got {formula!r}; expected 'right' or 'printed'")
    return _scale(target) * np.array([2.0, 1.0, 1.0] if formula == "right" else [4.0, 4.0, 2.0])


def early_modes(start: ArrayLike, times: ArrayLike, *, target: float, learning_rate: float = 1.0) -> Array:
    """``R^(q)/S`` while all parameters are small, exponentials in time; shape (draws, times, 3)."""
    first = np.atleast_2d(_parameters(start))
    rates = start_rates(target) * learning_rate
    growth = np.exp(np.asarray(times, dtype=float)[:, None] * rates)
    return mode_strengths(first, target)[:, None, :] * growth


def passing_times(learning: Learning, share: float) -> Array:
    """When each mode passes this share of its final strength (1/2, 1/4, 1/4), linearly between the times given.

    Returns:
        Shape (draws, 3); NaN where a mode has not got there.
    """
    if not 0 < share < 1:
        raise ValueError(f"got a share of {share}; expected a number between 0 and 1")
    reached = learning.modes / np.array([0.5, 0.25, 0.25]) - share
    found = np.full((reached.shape[0], 3), math.nan)
    for draw, mode in np.ndindex(*found.shape):
        line = reached[draw, :, mode]
        up = np.flatnonzero((line[:-1] < 0) & (line[1:] >= 0))
        if len(up):
            k = up[0]
            part = -line[k] / (line[k + 1] - line[k])
            found[draw, mode] = learning.times[k] + part * (learning.times[k + 1] - learning.times[k])
    return found


def _parameters(values: ArrayLike) -> Array:
    found = np.asarray(values, dtype=float)
    if found.shape[-1:] != (4,) or not np.isfinite(found).all():
        raise ValueError(f"got parameters of shape {found.shape}; expected finite (..., 4): alpha, beta, gamma, c")
    return found


def _scale(target: float) -> float:
    if not (math.isfinite(target) and target > 0):
        raise ValueError(f"got target scale {target}; expected a number above 0")
    return float(target)
