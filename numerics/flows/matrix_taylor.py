r"""Taylor's method for the gradient flow of a linear network, batched over draws, each draw with steps of its own.

The field is a polynomial in the layers, so that the Taylor coefficients of ``W_l(t)`` follow from one another by sums
of products of matrices.  With ``A_l = W_l ... W_1`` (and ``A_0 = I``), the loss's derivative ``G`` by the product, and
``D_l = (W_L ... W_{l+1})^T G``,

    G = factor (A_L Sigma_xx - Sigma_yx),   D_{l-1} = W_l^T D_l,   dW_l/dt = -D_l A_{l-1}^T - decay W_l.

Each product of two series is one matrix product a draw and an order: the coefficients of one factor lie side by side in
rising order, those of the other in falling order.  A step of order K on layers of n x n costs about
3 (L - 1) K^2 n^3 multiplications a draw.

The step is the one of Jorba and Zou (2005): the radius of convergence is estimated from the last two coefficients, and
the step is the fraction of it at which the last term is `tolerance` times the layer.  Every layer counts by its own
size, so that a light layer beside a heavy one is as accurate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..formulas import Array

ORDER = 20
LARGEST = 1e12  # an entry beyond it has blown up
POOL_BYTES = 4_000_000  # coefficients at work at one time: about a processor's cache
TINY = 1e-300


class TooManySteps(ArithmeticError):
    """A draw that needs more steps than allowed: a stiff flow over a long time."""


@dataclass(frozen=True)
class Field:
    """The right-hand side, for every draw.

    Attributes:
        correlation: Sigma_yx, of shape (draws, n_L, n_0).
        covariance: Sigma_xx, of shape (draws, n_0, n_0); None for white inputs.
        factor: twice the prefactor of the mean square error.
        decay: of the weights.
    """

    correlation: Array
    covariance: Array | None
    factor: float
    decay: float

    def of(self, draws: Array) -> Field:
        """The field of some draws."""
        covariance = None if self.covariance is None else self.covariance[draws]
        return Field(self.correlation[draws], covariance, self.factor, self.decay)


class _Series:
    """A power series of matrices, its coefficients side by side in one wide matrix.

    In falling order the constant term comes last, so that the sum over j of ``F_{k-j} G_j`` is the product of the last
    k + 1 blocks of F and the first k + 1 blocks of G, which are then one below another: the transpose of a wide matrix
    of transposes.
    """

    def __init__(self, draws: int, rows: int, columns: int, order: int, falling: bool) -> None:
        self.columns, self.order, self.falling = columns, order, falling
        self.wide = np.zeros((draws, rows, (order + 1) * columns))

    def set(self, k: int, value: Array) -> None:
        at = (self.order - k if self.falling else k) * self.columns
        self.wide[: len(value), :, at : at + self.columns] = value

    def upto(self, k: int, draws: int) -> Array:
        """The coefficients up to k, side by side."""
        blocks = slice((self.order - k) * self.columns, None) if self.falling else slice(0, (k + 1) * self.columns)
        return self.wide[:draws, :, blocks]


class Recurrence:
    """Taylor coefficients of the layers, for up to `draws` draws at once.

    Args:
        widths: (n_0, ..., n_L).
        draws: most draws in one call.
        order: the last coefficient.
    """

    def __init__(self, widths: Sequence[int], draws: int, order: int = ORDER) -> None:
        self.depth, self.order, inputs = len(widths) - 1, order, widths[0]
        layers = range(1, self.depth + 1)

        def series(rows: int, columns: int, falling: bool) -> _Series:
            return _Series(draws, rows, columns, order, falling)

        self.layers = {i: series(widths[i], widths[i - 1], True) for i in layers}
        self.turned = {i: series(widths[i - 1], widths[i], True) for i in layers}  # W_l^T
        self.outputs = {i: series(widths[i], inputs, False) for i in layers[:-1]}  # A_l
        self.turned_outputs = {i: series(inputs, widths[i], False) for i in layers[:-1]}
        self.errors = {i: series(widths[i], inputs, True) for i in layers[1:]}  # D_l
        self.turned_errors = {i: series(inputs, widths[i], False) for i in layers[1:]}
        self.found = [np.zeros((order + 1, draws, b, a)) for a, b in pairwise(widths)]

    def __call__(self, weights: Sequence[Array], field: Field) -> list[Array]:
        """One array of shape (order + 1, draws, n_l, n_{i-1}) a layer; overwritten by the next call."""
        m, last = len(weights[0]), self.depth
        found = [f[:, :m] for f in self.found]
        for i in range(1, last + 1):
            found[i - 1][0] = weights[i - 1]
        for k in range(self.order):
            for i in range(1, last + 1):
                self.layers[i].set(k, found[i - 1][k])
                self.turned[i].set(k, found[i - 1][k].swapaxes(1, 2))
            output = found[0][k]
            for i in range(2, last + 1):
                self.outputs[i - 1].set(k, output)
                self.turned_outputs[i - 1].set(k, output.swapaxes(1, 2))
                output = self.layers[i].upto(k, m) @ self.turned_outputs[i - 1].upto(k, m).swapaxes(1, 2)
            error = output if field.covariance is None else output @ field.covariance
            if k == 0:
                error = error - field.correlation
            if field.factor != 1.0:
                error = field.factor * error
            for i in range(last, 0, -1):
                velocity = error
                if i > 1:
                    self.errors[i].set(k, error)
                    self.turned_errors[i].set(k, error.swapaxes(1, 2))
                    velocity = self.errors[i].upto(k, m) @ self.outputs[i - 1].upto(k, m).swapaxes(1, 2)
                    error = self.turned[i].upto(k, m) @ self.turned_errors[i].upto(k, m).swapaxes(1, 2)
                if field.decay:
                    velocity = velocity + field.decay * found[i - 1][k]
                np.multiply(velocity, -1.0 / (k + 1), out=found[i - 1][k + 1])
        return found


def step_sizes(coefficients: Sequence[Array], tolerance: float) -> Array:
    """The step of each draw, of shape (draws,); infinite at rest, NaN where a coefficient overflows."""
    order = len(coefficients[0]) - 1
    sizes = np.stack([np.maximum(c.max(axis=(2, 3)), -c.min(axis=(2, 3))) for c in coefficients], axis=1)
    powers = np.arange(order + 1)[:, None]

    def radius(scale: Array) -> Array:
        found = [(scale / np.maximum(sizes[k], TINY)) ** (1.0 / k) for k in (order - 1, order)]
        return np.asarray(np.minimum(*found).min(axis=0))

    with np.errstate(all="ignore"):
        reach = radius(np.maximum(sizes[0].max(axis=0), TINY)[None])
        reach = np.minimum(reach * tolerance ** (1.0 / order), 1e10)
        # what a layer's size is somewhere in the step: a layer that starts at zero has a size as well
        scale = (sizes * (reach**powers)[:, None]).max(axis=0)
        step = radius(scale) * tolerance ** (1.0 / order)
    finite = np.isfinite(sizes).all(axis=(0, 1))
    resting = sizes[1:].max(axis=(0, 1)) == 0.0
    return np.where(finite, np.where(resting, np.inf, step), np.nan)


def evaluate(coefficients: Array, moment: Array) -> Array:
    """The polynomials at one moment a draw: from (order + 1, draws, ...) and (draws,) to (draws, ...)."""
    moment = moment[:, None, None]
    value = coefficients[-1] * moment
    for c in coefficients[-2:0:-1]:
        value += c
        value *= moment
    value += coefficients[0]
    return np.asarray(value)


def solve(
    weights: Sequence[Array], field: Field, times: Array, tolerance: float, max_steps: int
) -> tuple[list[Array], Array, Array]:
    """Integrate every draw.

    Args:
        weights: one array of shape (draws, n_l, n_{i-1}) a layer.
        field: the right-hand side.
        times: shape (draws, times), increasing; the first is the time of `weights`.
        tolerance: of a step, relative to each layer.
        max_steps: most steps of one draw.

    Returns:
        One array of shape (draws, times, n_l, n_{i-1}) a layer, NaN from a blow-up on; the time of the blow-up of each
        draw, NaN where there is none; the steps of each draw.

    Raises:
        TooManySteps: if a draw needs more than `max_steps`.
    """
    draws, moments = times.shape
    widths = (weights[0].shape[2], *(w.shape[1] for w in weights))
    states = [np.full((draws, moments, *w.shape[1:]), np.nan) for w in weights]
    for state, w in zip(states, weights, strict=True):
        state[:, 0] = w
    steps, blown = np.zeros(draws, dtype=int), np.full(draws, np.nan)
    if moments == 1:
        return states, blown, steps
    doubles = (ORDER + 1) * sum(3 * a * b + 4 * b * widths[0] for a, b in pairwise(widths))
    places = int(np.clip(POOL_BYTES // (8 * doubles), 8, 1024))
    recurrence = Recurrence(widths, min(places, draws))
    # A pool of draws at work; a draw that is done makes room for the next.
    pool = np.arange(min(places, draws))
    waiting = len(pool)
    now = [w[pool].copy() for w in weights]
    clock, due, here = times[pool, 0].copy(), np.ones(len(pool), dtype=int), field.of(pool)
    while len(pool):
        with np.errstate(all="ignore"):
            coefficients = recurrence(now, here)
        step = step_sizes(coefficients, tolerance)
        large = np.max([np.abs(w).max(axis=(1, 2)) for w in now], axis=0) > LARGEST
        lost = np.isnan(step) | large | (clock + step <= clock)
        until = np.where(lost, -np.inf, clock + step)
        open_ = np.flatnonzero(times[pool, due] <= until)
        while len(open_):
            moment = times[pool[open_], due[open_]] - clock[open_]
            for state, c in zip(states, coefficients, strict=True):
                state[pool[open_], due[open_]] = evaluate(c if len(open_) == len(pool) else c[:, open_], moment)
            due[open_] += 1
            open_ = open_[due[open_] < moments]
            open_ = open_[times[pool[open_], due[open_]] <= until[open_]]
        steps[pool] += 1
        blown[pool[lost]] = clock[lost]
        stay = (due < moments) & ~lost
        if stay.any() and steps[pool[stay]].max() >= max_steps:
            draw = int(pool[stay][steps[pool[stay]].argmax()])
            raise TooManySteps(
                f"draw {draw} has come to time {clock[stay].max():.3g} of {times[draw, -1]:.3g} in {max_steps} steps; "
                "shorten the times, or allow more with max_steps"
            )
        finite = np.where(stay, step, 0.0)
        now = [evaluate(c, finite) for c in coefficients]
        clock = clock + finite
        if not stay.all():
            fresh = np.arange(waiting, min(waiting + int((~stay).sum()), draws))
            waiting += len(fresh)
            pool = np.concatenate([pool[stay], fresh])
            now = [np.concatenate([n[stay], w[fresh]]) for n, w in zip(now, weights, strict=True)]
            clock = np.concatenate([clock[stay], times[fresh, 0]])
            due = np.concatenate([due[stay], np.ones(len(fresh), dtype=int)])
            here = field.of(pool)
    return states, blown, steps
