"""Quadratic neurons learn modular addition frequency by frequency: how many it takes, and in which order they jump.

For neurons of one frequency the task is the same at every odd p from 5 on: on ``e_A = (cos A, sin A)``, A and B the
angles of a and b, a neuron is ``(<u, e_A> + <v, e_B>)^2 w`` with u, v, w in the plane, and the label is ``e_{A+B}``.
Six neurons make the label exactly; five come as close as one likes with weights that grow without bound; with four or
fewer a part stays (claims alternating-flows/six-equal-neurons, five-neurons-approach, six-at-least).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

from ..formulas import Array
from .modular_addition import ModularAddition, cosine_neuron


def six_neurons(task: ModularAddition, frequency: int) -> Array:
    """Six equal neurons that make the label's part of one frequency exactly, shape (6, 3 p); p at least 5.

    Their phases go in steps of 60 and 240 degrees (claim six-equal-neurons).
    """
    h = _strength(task, frequency)
    turns = np.arange(6) * np.pi / 3
    unit = np.sqrt(2 / (3 * task.p))  # the amplitude of the cosines of a unit neuron
    return np.asarray(cosine_neuron(task, frequency, turns, 4 * turns) * np.cbrt(2 / (3 * task.p * unit**3 * h)))


def five_neurons(task: ModularAddition, frequency: int, ratio: float) -> Array:
    """Five neurons that make it up to a share ``1/(4 ratio^4)`` of its square, shape (5, 3 p); p at least 5.

    Their u is `ratio` times, their v 1/ratio times as long as with equal lengths (claim five-neurons-approach).

    Raises:
        ValueError: for a ratio that is not positive.
    """
    if not (np.isfinite(ratio) and ratio > 0):
        raise ValueError(f"got ratio={ratio}; expected a positive number")
    h = _strength(task, frequency)
    turns = np.arange(5) * 2 * np.pi / 5
    unit = np.sqrt(2 / (3 * task.p))
    neurons = cosine_neuron(task, frequency, turns, 3 * turns) * np.cbrt(4 / (5 * task.p * unit**3 * h))
    return np.asarray(neurons * np.repeat([ratio, 1 / ratio, 1.0], task.p))


def left_in_plane(neurons: Array) -> Array:
    """What neurons in the plane leave of the label ``e_{A+B}``, wave by wave; the squares sum to the share left.

    Args:
        neurons: shape (..., count, 6): u, v and w of each.

    Returns:
        Shape (..., 18): the constant and the waves 2A, 2B, A + B, A - B (cosine and sine), for both outputs.
    """
    weights = np.asarray(neurons, dtype=float)
    w1, w2 = weights[..., 4], weights[..., 5]
    waves = np.moveaxis(_waves(weights), 0, -1)
    made = np.stack([(waves * w[..., None]).sum(axis=-2) for w in (w1, w2)], axis=-2)
    made[..., 0, 7] -= 1
    made[..., 1, 8] -= 1
    return np.asarray(made.reshape(*made.shape[:-2], 18) * np.sqrt(0.5))


@dataclass(frozen=True)
class Collaboration:
    """The best fits of the label of one frequency by some number of neurons.

    Attributes:
        shares: the shares of the label's square that each start leaves, sorted; shape (starts,).
        neurons: the best, shape (count, 6).
        largest: the length of its longest part u, v or w.
    """

    shares: Array
    neurons: Array
    largest: float


def collaborate(
    count: int, *, starts: int = 20, seed: int = 0, bound: float = np.inf, steps: int = 400
) -> Collaboration:
    """Least squares over `count` neurons in the plane, from Gaussian starts.

    Args:
        count: neurons, at least 1.
        starts: at least 1.
        seed: of the starts.
        bound: on the size of each weight; without one five neurons drift to infinity, and the share left depends on
            `steps`.
        steps: the most evaluations of a start.
    """
    if count < 1 or starts < 1 or not bound > 0:
        raise ValueError(
            f"got {count} neurons, {starts} starts, bound {bound}; expected at least 1, 1, and more than 0"
        )
    rng = np.random.default_rng(seed)
    found: list[tuple[float, Array]] = []
    for _ in range(starts):
        first = np.clip(0.7 * rng.standard_normal(6 * count), -0.9 * bound, 0.9 * bound)
        fit = least_squares(
            lambda q: left_in_plane(q.reshape(count, 6)),
            first,
            jac=lambda q: _slopes(q.reshape(count, 6)),
            bounds=(-bound, bound),
            xtol=1e-15,
            ftol=1e-15,
            gtol=1e-15,
            max_nfev=steps,
        )
        found.append((2 * float(fit.cost), fit.x.reshape(count, 6)))
    found.sort(key=lambda pair: pair[0])
    best = found[0][1]
    largest = float(np.linalg.norm(best.reshape(count, 3, 2), axis=2).max())
    return Collaboration(np.array([share for share, _ in found]), best, largest)


def _waves(neurons: Array) -> Array:
    """The waves of ``(<u, e_A> + <v, e_B>)^2``: the constant, 2A, 2B, A - B and A + B, first."""
    u1, u2, v1, v2 = np.moveaxis(neurons, -1, 0)[:4]
    return np.stack(
        [
            np.sqrt(0.5) * (u1**2 + u2**2 + v1**2 + v2**2),
            (u1**2 - u2**2) / 2,
            u1 * u2,
            (v1**2 - v2**2) / 2,
            v1 * v2,
            u1 * v1 + u2 * v2,
            u2 * v1 - u1 * v2,
            u1 * v1 - u2 * v2,
            u1 * v2 + u2 * v1,
        ]
    )


def _slopes(neurons: Array) -> Array:
    """The Jacobian of `left_in_plane`, shape (18, 6 count)."""
    u1, u2, v1, v2, w1, w2 = neurons.T
    o, r, waves = np.zeros_like(u1), np.sqrt(2.0), _waves(neurons)
    by = np.array(
        [
            [r * u1, u1, u2, o, o, v1, -v2, v1, v2],
            [r * u2, -u2, u1, o, o, v2, v1, -v2, v1],
            [r * v1, o, o, v1, v2, u1, u2, u1, u2],
            [r * v2, o, o, -v2, v1, u2, -u1, -u2, u1],
        ]
    )  # (weight, wave, neuron)
    found = np.zeros((2, 9, len(neurons), 6))
    for output, w in enumerate((w1, w2)):
        found[output, :, :, :4] = np.moveaxis(by * w, 0, -1)
        found[output, :, :, 4 + output] = waves
    return np.asarray(found.reshape(18, -1) * np.sqrt(0.5))


def _strength(task: ModularAddition, frequency: int) -> float:
    if task.p < 5:
        raise ValueError(f"got p={task.p}; expected at least 5, below which waves fall together")
    if not 1 <= frequency <= (task.p - 1) // 2:
        raise ValueError(f"got frequency {frequency}; expected 1 to {(task.p - 1) // 2}")
    h = float(task.strengths[frequency - 1])
    if h <= 1e-12 * float(task.strengths.max()):
        raise ValueError(f"frequency {frequency} is not in the encoding")
    return h


class QuadraticNeurons:
    """Quadratic neurons on modular addition, for `alternate`; time in units of 1/alpha.

    From starts ``alpha phi`` a dormant neuron obeys ``d phi/dT = grad U(phi)``, without alpha, and its norm becomes
    infinite at a finite T.  It jumps when it reaches 1/alpha.  Its degree is 3, so that its direction turns no faster,
    on the scale of its logarithm, than its norm grows (claim log-norm-rate): when it jumps depends on where it started,
    not on the maximal utility alone, and the dormant flow is integrated rather than replaced by its maximum.

    Args:
        task: the task.
        starts: phi, shape (neurons, 3 p).
        alpha: below 1; a neuron has jumped at a norm of one.
        patience: the longest time, not scaled, for a cost minimisation; see `settle`.
    """

    def __init__(self, task: ModularAddition, starts: ArrayLike, alpha: float = 1e-6, patience: float = 250.0) -> None:
        phi = np.asarray(starts, dtype=float)
        if phi.ndim != 2 or phi.shape[1] != 3 * task.p or len(phi) == 0 or not np.isfinite(phi).all():
            raise ValueError(f"got starts of shape {phi.shape}; expected (neurons, {3 * task.p}), finite, at least one")
        if not 0 < alpha < 1 or not (np.linalg.norm(phi, axis=1) < 1 / alpha).all():
            raise ValueError(f"got alpha={alpha}; expected between 0 and 1, and every start inside of the unit ball")
        self.task, self.alpha, self.patience = task, alpha, patience
        self.phi = phi.copy()
        self.active: list[int] = []
        self.weights = np.zeros((0, 3 * task.p))

    def loss(self) -> float:
        """The loss of the active neurons."""
        return self.task.loss(self.weights)

    def maximise(self) -> tuple[float, int] | None:
        """Integrate the dormant neurons until the first has norm one."""
        dormant = [k for k in range(len(self.phi)) if k not in self.active]
        if not dormant:
            return None
        residual = self.task.residual(self.weights)
        waited, self.phi[dormant], jumped = climb(self.task, self.phi[dormant], 1 / self.alpha, residual)
        return None if jumped is None else (waited, dormant[jumped])

    def minimise(self, neuron: int) -> tuple[Array, tuple[int, ...]]:
        """Follow the flow of the active neurons to rest."""
        direction = self.phi[neuron] / np.linalg.norm(self.phi[neuron])
        # at a norm of one, or before where that would overshoot: the loss changes by -n^3 U + n^6 E|f|^2/2
        utility = self.task.utilities(direction[None], self.task.residual(self.weights))[0][0]
        square = (self.task.outputs(direction[None]) ** 2).sum() / self.task.p**2
        norm = np.cbrt(min(1.0, utility / square))
        self.active.append(neuron)
        self.weights = settle(self.task, np.vstack([self.weights, norm * direction]), self.patience)
        asleep = [k for k, theta in zip(self.active, self.weights, strict=True) if np.linalg.norm(theta) < 0.05]
        for k in asleep:
            place = self.active.index(k)
            self.phi[k] = self.weights[place] / self.alpha
            self.weights = np.delete(self.weights, place, axis=0)
            self.active.remove(k)
        return direction, tuple(k for k in asleep if k != neuron)


def climb(
    task: ModularAddition, starts: Array, ceiling: float, residual: Array | None = None, *, longest: float = 1e6
) -> tuple[float, Array, int | None]:
    """Integrate ``d phi/dT = grad U(phi)`` until the first neuron has norm `ceiling`.

    Returns:
        The time, the neurons then, and which it was; None if none gets there within `longest` over the largest utility
        of the label, with the time that passed.
    """
    shape = starts.shape

    def rate(_: float, flat: Array) -> Array:
        return np.asarray(task.utilities(flat.reshape(shape), residual)[1].ravel())

    def reached(_: float, flat: Array) -> float:
        return float(np.linalg.norm(flat.reshape(shape), axis=1).max() / ceiling - 1)

    reached.terminal = True  # type: ignore[attr-defined]
    if reached(0.0, starts.ravel()) >= 0:
        return 0.0, starts, int(np.argmax(np.linalg.norm(starts, axis=1)))
    end = longest / float(task.largest_utility(task.frequencies).max())
    with np.errstate(all="ignore"):  # trial steps beyond the blow-up overflow, and are taken back
        found = solve_ivp(rate, (0.0, end), starts.ravel(), method="DOP853", rtol=1e-9, atol=1e-12, events=reached)
    if not found.success:
        raise ArithmeticError(f"the dormant neurons could not be integrated: {found.message}")
    states = found.y[:, -1].reshape(shape)
    jumped = int(np.argmax(np.linalg.norm(states, axis=1))) if len(found.t_events[0]) else None
    return float(found.t[-1]), states, jumped


def settle(task: ModularAddition, neurons: Array, patience: float = 250.0) -> Array:
    """Gradient flow of all `neurons` together for a time of `patience`, or until the loss hardly falls.

    Hardly: by less than 1e-6 of itself while the time doubles.  Not every minimisation comes to rest: five neurons of
    one frequency lower the loss for ever, as a power of the time.
    """
    horizon, passed, before = 15.0, 0.0, task.loss(neurons)
    while passed < patience:
        neurons = _flow(task, neurons, min(horizon, patience - passed), None).y[:, -1].reshape(neurons.shape)
        passed, now = passed + horizon, task.loss(neurons)
        if before - now <= 1e-6 * before:
            break
        before, horizon = now, 2 * horizon
    return neurons


def flow(task: ModularAddition, starts: ArrayLike, alpha: float, times: ArrayLike) -> Array:
    """Gradient flow of the whole network from ``alpha starts``; weights of shape (times, neurons, 3 p).

    Args:
        task: the task.
        starts: shape (neurons, 3 p).
        alpha: the scale of the start.
        times: increasing from 0 or later, in units of 1/alpha.  The cost grows with the last of them over alpha: the
            steps are of order one in plain time, whatever the plateaus.
    """
    phi, grid = np.asarray(starts, dtype=float), np.asarray(times, dtype=float)
    if phi.ndim != 2 or phi.shape[1] != 3 * task.p or not np.isfinite(phi).all() or not alpha > 0:
        raise ValueError(f"got starts of shape {phi.shape}, alpha={alpha}; expected (neurons, {3 * task.p}), positive")
    if grid.ndim != 1 or len(grid) == 0 or not np.isfinite(grid).all() or grid[0] < 0 or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite, not negative, and increase")
    found = _flow(task, alpha * phi, float(grid[-1]) / alpha, grid / alpha)
    return np.asarray(found.y.T.reshape(len(grid), *phi.shape))


def _flow(task: ModularAddition, neurons: Array, last: float, grid: Array | None) -> Any:
    shape = neurons.shape

    def rate(_: float, flat: Array) -> Array:
        theta = flat.reshape(shape)
        return np.asarray(task.utilities(theta, task.residual(theta))[1].ravel())

    grid = None if grid is None else np.minimum(grid, last)
    # hardly stiff, and an implicit method would pay for large Jacobians
    with np.errstate(all="ignore"):  # trial steps that are too long overflow, and are taken back
        found = solve_ivp(
            rate, (0.0, last), neurons.ravel(), method="DOP853", rtol=1e-6, atol=1e-8, t_eval=grid, max_step=5.0
        )
    if not found.success:
        raise ArithmeticError(f"the flow could not be integrated: {found.message}")
    return found
