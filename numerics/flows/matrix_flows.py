r"""Gradient flow of linear networks of any depth and any widths, for many draws in one call.

The network is ``f(x) = W_L ... W_1 x`` with ``W_l`` of n_l x n_{l-1}.  The sources write ``f(x) = x^T W_1 W_2``: their
layers are the transposes of these, and ``lambda = W_2 W_2^T - W_1^T W_1`` there is ``W_2^T W_2 - W_1 W_1^T`` here.  The
loss is

    prefactor E|y - f(x)|^2 + (decay/2) sum_l |W_l|^2,

with prefactor 1/2 unless another is given: half the mean square error, thesis (3.2) and (A.22).  It depends on the data
through the second moments ``Sigma_xx = E[x x^T]`` and ``Sigma_yx = E[y x^T]`` only.  Time is in units where the
learning rate is one.

Each draw is integrated by Taylor's method of order 20 with steps of its own, to about 1e-15 of the size of each layer
(matrix_taylor).  Without decay ``W_{l+1}^T W_{l+1} - W_l W_l^T`` is conserved, thesis (A.29), and the method knows
nothing of it: the drift is a check.  A step takes about ``600 (L - 1) n^3`` multiplications for layers of n x n, and a
time T about ``T r / 3`` steps, where r is the fastest rate: about the squared norm of the layers times that of
``Sigma_xx``.  The result keeps every layer at every time: ``draws x times x parameters`` doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from . import matrix_taylor
from .ensembles import BlowUp

TOLERANCE = 1e-16
MAX_STEPS = 20_000


@dataclass(frozen=True)
class LayerTrajectories:
    """The layers of many networks over time.

    Attributes:
        times: shape (draws, times).
        weights: one array of shape (draws, times, n_l, n_{l-1}) a layer; NaN from the blow-up of a draw on.
        sigma_yx: shape (draws, n_L, n_0).
        sigma_xx: shape (draws, n_0, n_0), or None for white inputs.
        prefactor: of the mean square error in the loss.
        decay: of the weights.
        blown: indices of the draws that blew up.
        blown_at: shape (draws,): when a draw left every bound; NaN for those that did not.
        steps: shape (draws,): how many steps each draw took.
    """

    times: Array
    weights: tuple[Array, ...]
    sigma_yx: Array
    sigma_xx: Array | None
    prefactor: float
    decay: float
    blown: tuple[int, ...]
    blown_at: Array
    steps: Array

    @property
    def widths(self) -> tuple[int, ...]:
        """(n_0, ..., n_L)."""
        return (self.weights[0].shape[-1], *(w.shape[-2] for w in self.weights))

    @property
    def final(self) -> tuple[Array, ...]:
        """The layers at the last time, each of shape (draws, n_l, n_{l-1})."""
        return tuple(w[:, -1] for w in self.weights)

    def product(self) -> Array:
        """``W_L ... W_1``, of shape (draws, times, n_L, n_0)."""
        return product(self.weights)

    def conserved(self) -> tuple[Array, ...]:
        """``W_{l+1}^T W_{l+1} - W_l W_l^T`` for l = 1, ..., L-1, each of shape (draws, times, n_l, n_l)."""
        return imbalances(self.weights)

    def drift(self) -> Array:
        """How far the conserved matrices have moved, of shape (draws,); NaN for draws that blew up.

        The largest entry of the change, relative to the largest squared norm of a layer on the way.  With weight decay
        the matrices decay as ``exp(-2 decay t)``, and the change is the one from that.
        """
        fading = np.exp(-2.0 * self.decay * (self.times - self.times[:, :1]))[:, :, None, None]
        size = np.max([(w**2).sum(axis=(2, 3)).max(axis=1) for w in self.weights], axis=0)
        moved = np.zeros(len(self.times)) + 0.0 * size
        for matrix in self.conserved():
            moved = np.maximum(moved, np.abs(matrix - fading * matrix[:, :1]).max(axis=(1, 2, 3)))
        return np.asarray(moved / np.where(size == 0.0, 1.0, size))

    def worst(self) -> tuple[int, float]:
        """The draw that drifted most, and how far; of the draws that did not blow up.

        Raises:
            ValueError: if all blew up.
        """
        drift = self.drift()
        if np.isnan(drift).all():
            raise ValueError("every draw blew up; none has a drift")
        at = int(np.nanargmax(drift))
        return at, float(drift[at])

    def loss(self) -> Array:
        """The mean square part of the loss above the least that a linear map of full rank attains.

        Shape (draws, times).  ``prefactor tr (P - P*) Sigma_xx (P - P*)^T`` with ``P* = Sigma_yx Sigma_xx^-1``, so that
        no digits are lost near the minimum.

        Raises:
            ValueError: if no data has these moments: ``Sigma_yx`` reaches inputs without variance.
        """
        error = self.product()
        if self.sigma_xx is None:
            error = error - self.sigma_yx[:, None]
        else:
            values, vectors = np.linalg.eigh(self.sigma_xx)
            seen = values > 1e-12 * values[:, -1:]
            turned = self.sigma_yx @ vectors
            if (np.abs(turned) * ~seen[:, None]).max() > 1e-9 * np.abs(turned).max():
                raise ValueError(
                    "Sigma_yx has a part outside of the range of Sigma_xx: no data has these moments, "
                    "and the loss has no least value"
                )
            least = np.where(seen, 1.0, 0.0)[:, None] * turned / np.where(seen, values, 1.0)[:, None]
            root = np.sqrt(np.maximum(values, 0.0))
            error = (error @ vectors[:, None] - least[:, None]) * root[:, None, None]
        return np.asarray(self.prefactor * (error**2).sum(axis=(2, 3)))

    def rerun(self, draw: int, times: ArrayLike | None = None) -> LayerTrajectories:
        """Integrate one draw again, at the same times unless others are given; a blow-up is marked."""
        one = slice(draw, draw + 1)
        return integrate_layers(
            [w[one, 0] for w in self.weights],
            self.sigma_yx[one],
            self.times[draw] if times is None else times,
            sigma_xx=None if self.sigma_xx is None else self.sigma_xx[one],
            prefactor=self.prefactor,
            decay=self.decay,
            on_blow_up="mark",
        )


def product(weights: Sequence[Array]) -> Array:
    """``W_L ... W_1`` of layers of shape (..., n_l, n_{l-1})."""
    found = weights[0]
    for w in weights[1:]:
        found = w @ found
    return found


def imbalances(weights: Sequence[Array]) -> tuple[Array, ...]:
    """``W_{l+1}^T W_{l+1} - W_l W_l^T``, the matrices that gradient flow conserves: thesis (A.29)."""
    return tuple(
        later.swapaxes(-1, -2) @ later - earlier @ earlier.swapaxes(-1, -2) for earlier, later in pairwise(weights)
    )


def integrate_layers(
    weights: Sequence[ArrayLike],
    sigma_yx: ArrayLike,
    times: ArrayLike,
    *,
    sigma_xx: ArrayLike | None = None,
    prefactor: float = 0.5,
    decay: float = 0.0,
    on_blow_up: Literal["raise", "mark"] = "raise",
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> LayerTrajectories:
    """Integrate the gradient flow of every draw.

    Args:
        weights: the layers at the first time, W_1 first, each of shape (draws, n_l, n_{l-1}).
        sigma_yx: E[y x^T], of shape (n_L, n_0) or (draws, n_L, n_0).
        times: increasing, of shape (times,) or (draws, times).
        sigma_xx: E[x x^T], of shape (n_0, n_0) or (draws, n_0, n_0); white inputs if left out.
        prefactor: of the mean square error; 1/2 in the sources' (3.2).
        decay: of the weights; the loss has decay/2 times their squares.
        on_blow_up: 'raise' BlowUp, or 'mark' the draw in the result.  A loss that is bounded below never blows up.
        tolerance: the last term of a step relative to the layer; the error is about as large, down to rounding.
        max_steps: most steps of one draw.

    Raises:
        ValueError: for no draws, NaN, shapes that do not fit, a covariance that is none, times that do not increase.
        BlowUp: if a draw blows up.
        TooManySteps: if a draw needs more than `max_steps` steps.

    >>> result = integrate_layers([[[[0.1]]], [[[0.1]]]], [[1.0]], [0.0, 20.0])
    >>> float(result.product()[0, -1, 0, 0].round(12))
    1.0
    """
    layers = _layers(weights)
    draws, shape = len(layers[0]), (layers[-1].shape[1], layers[0].shape[2])
    correlation = _moment(sigma_yx, shape, draws, "sigma_yx")
    covariance = None if sigma_xx is None else _covariance(sigma_xx, shape[1], draws)
    grid = _times(times, draws)
    if not (np.isfinite(prefactor) and prefactor > 0):
        raise ValueError(f"got prefactor {prefactor}; expected a positive number")
    if not (np.isfinite(decay) and decay >= 0):
        raise ValueError(f"got decay {decay}; expected a number that is not negative")
    if not 1e-17 <= tolerance <= 1e-2:
        raise ValueError(f"got tolerance {tolerance}; expected one between 1e-17 and 0.01")
    if on_blow_up not in ("raise", "mark"):
        raise ValueError(f"got on_blow_up {on_blow_up!r}; expected 'raise' or 'mark'")
    field = matrix_taylor.Field(correlation, covariance, 2.0 * prefactor, decay)
    states, blown_at, steps = matrix_taylor.solve(layers, field, grid, tolerance, max_steps)
    blown = tuple(int(k) for k in np.flatnonzero(~np.isnan(blown_at)))
    if blown and on_blow_up == "raise":
        raise BlowUp(blown, draws)
    return LayerTrajectories(grid, tuple(states), correlation, covariance, prefactor, decay, blown, blown_at, steps)


def train(
    weights: Sequence[ArrayLike],
    sigma_yx: ArrayLike,
    *,
    loss: float = 1e-20,
    longest: float = 1e4,
    sigma_xx: ArrayLike | None = None,
    prefactor: float = 0.5,
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> LayerTrajectories:
    """Integrate every draw until its loss has fallen to `loss` times the first one, or to rounding.

    The result has two times a draw: 0, and the end, which is the first of doubling times at which the loss is that
    small.  The loss is the one above the least (LayerTrajectories.loss); a draw that starts there has not moved.

    Args:
        weights: as for integrate_layers.
        sigma_yx: as for integrate_layers.
        loss: relative to the one at the start.
        longest: the time at which to give up.
        sigma_xx: as for integrate_layers.
        prefactor: as for integrate_layers.
        tolerance: as for integrate_layers.
        max_steps: most steps of one draw between two doublings.

    Raises:
        ValueError: as integrate_layers; if a draw has not come so far at time `longest`, as one stuck in a saddle.
    """
    if not (0 < loss < 1 and longest > 0):
        raise ValueError(f"got loss {loss} and longest {longest}; expected 0 < loss < 1 and a positive time")
    first = integrate_layers(weights, sigma_yx, [0.0], sigma_xx=sigma_xx, prefactor=prefactor)
    draws = len(first.times)
    start, rest = first.loss()[:, 0], np.arange(draws)
    rest = rest[start > 0]
    now, clock, steps = [w.copy() for w in first.final], np.zeros(draws), np.zeros(draws, dtype=int)
    end = np.minimum(4.0 / _rate(first), longest)
    while len(rest):
        part = integrate_layers(
            [w[rest] for w in now],
            first.sigma_yx[rest],
            np.stack([clock[rest], end[rest]], axis=1),
            sigma_xx=None if first.sigma_xx is None else first.sigma_xx[rest],
            prefactor=prefactor,
            tolerance=tolerance,
            max_steps=max_steps,
        )
        for w, new in zip(now, part.final, strict=True):
            w[rest] = new
        clock[rest] = end[rest]
        steps[rest] += part.steps
        rest = rest[part.loss()[:, -1] > np.maximum(loss * start[rest], _rounding(part))]
        late = rest[clock[rest] >= longest]
        if len(late):
            raise ValueError(
                f"draw {late[0]} has not come down to {loss:g} of its loss at time {longest:g} ({len(late)} of {draws} "
                "draws have not): it is at a saddle, is too narrow, or is slow (see longest)"
            )
        end[rest] = np.minimum(2.0 * end[rest], longest)
    return replace(
        first,
        times=np.stack([np.zeros(draws), clock], axis=1),
        weights=tuple(np.stack([a[:, 0], b], axis=1) for a, b in zip(first.weights, now, strict=True)),
        steps=steps,
    )


def _rounding(end: LayerTrajectories) -> Array:
    """What rounding makes of a loss of zero, of shape (draws,): the product of the layers is known to a few units."""
    size = np.prod([(w**2).sum(axis=(1, 2)) for w in end.final], axis=0)
    variance = 1.0 if end.sigma_xx is None else np.trace(end.sigma_xx, axis1=1, axis2=2)
    return np.asarray(end.prefactor * (8 * np.finfo(float).eps) ** 2 * size * variance)


def _rate(start: LayerTrajectories) -> Array:
    """About how fast each draw moves at first, of shape (draws,)."""
    squares = np.stack([(w[:, 0] ** 2).sum(axis=(1, 2)) for w in start.weights])
    others = [np.delete(squares, i, axis=0).prod(axis=0) for i in range(len(squares))]
    variance = 1.0 if start.sigma_xx is None else np.trace(start.sigma_xx, axis1=1, axis2=2)
    pull = np.sqrt((start.sigma_yx**2).sum(axis=(1, 2)))
    return np.asarray(2.0 * start.prefactor * np.maximum(variance * np.sum(others, axis=0), pull))


def _layers(weights: Sequence[ArrayLike]) -> list[Array]:
    if len(weights) == 0:
        raise ValueError("got no layers; expected at least one array of shape (draws, n_1, n_0)")
    layers = [np.ascontiguousarray(w, dtype=float) for w in weights]
    for i, (w, before) in enumerate(zip(layers, [None, *layers], strict=False), start=1):
        if w.ndim != 3:
            raise ValueError(f"got W_{i} of shape {w.shape}; expected (draws, n_{i}, n_{i - 1})")
        if 0 in w.shape:
            raise ValueError(f"got W_{i} of shape {w.shape}; expected at least one draw and one row and column")
        if len(w) != len(layers[0]):
            raise ValueError(f"got {len(w)} draws of W_{i}; expected {len(layers[0])}, as many as of W_1")
        if before is not None and w.shape[2] != before.shape[1]:
            raise ValueError(
                f"got W_{i} of {w.shape[1]} x {w.shape[2]} after W_{i - 1} of {before.shape[1]} x {before.shape[2]}; "
                f"expected {before.shape[1]} columns"
            )
        _finite(w, f"W_{i}")
    return layers


def _finite(values: Array, what: str) -> None:
    bad = np.flatnonzero(~np.isfinite(values).all(axis=(1, 2)))
    if len(bad):
        raise ValueError(f"{what} of draw {bad[0]} is not finite")


def _moment(values: ArrayLike, shape: tuple[int, int], draws: int, name: str) -> Array:
    moment = np.asarray(values, dtype=float)
    if moment.shape not in (shape, (draws, *shape)):
        raise ValueError(f"got {name} of shape {moment.shape}; expected {shape} or {(draws, *shape)}")
    moment = np.ascontiguousarray(np.broadcast_to(moment, (draws, *shape)))
    _finite(moment, name)
    return moment


def _covariance(values: ArrayLike, inputs: int, draws: int) -> Array:
    moment = _moment(values, (inputs, inputs), draws, "sigma_xx")
    size = np.abs(moment).max(axis=(1, 2))
    if (np.abs(moment - moment.swapaxes(1, 2)).max(axis=(1, 2)) > 1e-12 * size).any():
        raise ValueError("got a sigma_xx that is not symmetric; expected E[x x^T]")
    distinct = moment[:1] if np.asarray(values).ndim == 2 else moment
    least = np.linalg.eigvalsh(distinct)[:, 0]
    if (least < -1e-12 * size[: len(least)]).any():
        raise ValueError(
            f"got a sigma_xx with the eigenvalue {least.min():.3g}; expected E[x x^T], which has none below 0"
        )
    return moment


def _times(times: ArrayLike, draws: int) -> Array:
    grid = np.asarray(times, dtype=float)
    if grid.ndim not in (1, 2) or grid.shape[-1] == 0 or (grid.ndim == 2 and len(grid) != draws):
        raise ValueError(f"got times of shape {grid.shape}; expected (times,) or ({draws}, times)")
    if not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite and increase")
    return np.ascontiguousarray(np.broadcast_to(grid, (draws, grid.shape[-1])))
