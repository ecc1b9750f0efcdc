"""The single linear neuron ``f(x) = a w^T x`` on any data, for many draws at once.

The loss is ``L = |y - X w a|^2 / 2``, half the *sum* of squares over the n rows of X; the flow is

    da/dt = -eta_a w^T rho,    dw/dt = -eta_w a rho,    rho = X^T (X w a - y),

and conserves ``delta = eta_w a^2 - eta_a |w|^2`` (slides "Minimal model" and "Separation of timescales"; the learning
rates are one unless given).  The loss and its gradient cost O(n d) a draw, the flow O(d^2) a step through ``X^T X``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from ..flows import BlowUp, dop853
from ..flows.ensembles import Backend, available, integrate
from ..flows.fields import VectorField
from ..formulas import Array

MOST_COMPILED = 8
"""Up to this many inputs the field is compiled; beyond, DOP853 steps blocks of draws with array arithmetic."""

LONGEST = 4096.0
PATIENCE = 1e6
"""`settle` integrates stretches of up to `LONGEST` fastest time scales, and gives up after `PATIENCE` in all."""


@dataclass(frozen=True)
class Neurons:
    """Draws of a neuron with its data.  Make them with `neurons`, which checks the shapes.

    Attributes:
        X: shape (draws, n, d), a sample a row.
        y: shape (draws, n).
        a: the outer weight, shape (draws,).
        w: the inner weights, shape (draws, d).
        eta_a: the learning rate of a, shape (draws,).
        eta_w: the learning rate of w, shape (draws,).
    """

    X: Array
    y: Array
    a: Array
    w: Array
    eta_a: Array
    eta_w: Array

    def __len__(self) -> int:
        return len(self.a)

    def __getitem__(self, rows: slice | int | list[int] | NDArray[Any]) -> Neurons:
        """The draws `rows`: a slice, a mask, an array of indices, or one index (which keeps the axis of the draws)."""
        chosen = np.atleast_1d(np.arange(len(self))[rows])
        return Neurons(*(v[chosen] for v in (self.X, self.y, self.a, self.w, self.eta_a, self.eta_w)))

    @property
    def beta(self) -> Array:
        """The function ``a w``, shape (draws, d)."""
        return self.a[:, None] * self.w

    @property
    def gram(self) -> Array:
        """``X^T X``, shape (draws, d, d)."""
        return np.swapaxes(self.X, 1, 2) @ self.X

    @property
    def correlation(self) -> Array:
        """``X^T y``, shape (draws, d)."""
        return np.asarray(np.einsum("knd,kn->kd", self.X, self.y))

    @property
    def delta(self) -> Array:
        """The conserved quantity of each draw, shape (draws,)."""
        return imbalance(self.a, self.w, self.eta_a, self.eta_w)

    @property
    def weight(self) -> Array:
        """``eta_w a^2 + eta_a |w|^2``: the scale against which drifts of delta are measured, shape (draws,)."""
        return np.asarray(self.eta_w * self.a**2 + self.eta_a * np.einsum("kd,kd->k", self.w, self.w))

    def moved_to(self, a: Array, w: Array) -> Neurons:
        """The same data with other weights."""
        return replace(self, a=a, w=w)


@dataclass(frozen=True)
class Path:
    """Trajectories of `Neurons`.

    Attributes:
        times: shape (draws, times).
        a: shape (draws, times).
        w: shape (draws, times, d).
    """

    times: Array
    a: Array
    w: Array

    @property
    def beta(self) -> Array:
        """The function ``a w``, shape (draws, times, d)."""
        return self.a[..., None] * self.w


def neurons(
    X: ArrayLike, y: ArrayLike, a: ArrayLike, w: ArrayLike, *, eta_a: ArrayLike = 1.0, eta_w: ArrayLike = 1.0
) -> Neurons:
    """Draws of a neuron with their data; every argument may lack the axis of the draws and is then shared by all.

    Args:
        X: shape (draws, n, d) or (n, d).
        y: shape (draws, n) or (n,).
        a: shape (draws,) or a number.
        w: shape (draws, d) or (d,).
        eta_a: positive learning rate of a, shape (draws,) or a number.
        eta_w: positive learning rate of w.

    Raises:
        ValueError: for shapes that do not match, no draws, no samples, no inputs, values that are not finite, learning
            rates that are not positive.
    """
    given = {"X": (X, 2), "y": (y, 1), "a": (a, 0), "w": (w, 1), "eta_a": (eta_a, 0), "eta_w": (eta_w, 0)}
    arrays = {name: np.asarray(value, dtype=float) for name, (value, _) in given.items()}
    for name, (_, axes) in given.items():
        if arrays[name].ndim not in (axes, axes + 1):
            wanted = {2: "(draws, n, d)", 1: "(draws, n)" if name == "y" else "(draws, d)", 0: "(draws,)"}[axes]
            raise ValueError(f"got {name} of shape {arrays[name].shape}; expected {wanted}")
        if not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} is not finite")
    counts = {name: len(arrays[name]) for name, (_, axes) in given.items() if arrays[name].ndim == axes + 1}
    if len(set(counts.values())) > 1:
        raise ValueError(f"got draws {', '.join(f'{k}: {v}' for k, v in counts.items())}; expected as many of each")
    draws = next(iter(counts.values()), 1)
    n, d = arrays["X"].shape[-2:]
    if draws == 0:
        raise ValueError("got 0 draws; expected at least 1")
    if n == 0 or d == 0:
        raise ValueError(f"got X with {n} rows and {d} columns; expected at least 1 of each")
    for name, size in (("y", n), ("w", d)):
        if arrays[name].shape[-1] != size:
            raise ValueError(f"got {name} of length {arrays[name].shape[-1]} for X of {n} x {d}; expected {size}")
    for name in ("eta_a", "eta_w"):
        if (arrays[name] <= 0).any():
            raise ValueError(f"got {name} = {arrays[name].min():g}; expected positive learning rates")
    shapes = {"X": (n, d), "y": (n,), "w": (d,)}
    full = {k: np.broadcast_to(v, (draws, *shapes.get(k, ()))) for k, v in arrays.items()}
    return Neurons(**{k: np.ascontiguousarray(v) for k, v in full.items()})


def unit_rates(draws: Neurons) -> Neurons:
    """The same flow with learning rates of one: weights ``a/sqrt(eta_a), w/sqrt(eta_w)``, data ``sqrt(eta_a eta_w) X``.

    The outputs, the loss and the time are the same; beta and delta are divided by ``sqrt(eta_a eta_w)`` and
    ``eta_a eta_w``.
    """
    outer, inner = np.sqrt(draws.eta_a), np.sqrt(draws.eta_w)
    one = np.ones(len(draws))
    X = (outer * inner)[:, None, None] * draws.X
    return Neurons(X, draws.y, draws.a / outer, draws.w / inner[:, None], one, one)


def imbalance(a: Array, w: Array, eta_a: ArrayLike = 1.0, eta_w: ArrayLike = 1.0) -> Array:
    """``delta = eta_w a^2 - eta_a |w|^2`` without cancellation in the squares; w has one more axis, the inputs."""
    outer, inner = np.sqrt(eta_w) * np.abs(a), np.sqrt(eta_a) * np.linalg.norm(w, axis=-1)
    return np.asarray((outer - inner) * (outer + inner))


def loss(draws: Neurons, path: Path) -> Array:
    """Half the sum of squares along a path, shape (draws, times)."""
    left = np.einsum("knd,ktd->ktn", draws.X, path.beta) - draws.y[:, None, :]
    return np.asarray(np.einsum("ktn,ktn->kt", left, left) / 2)


def drift(draws: Neurons, path: Path) -> Array:
    """Largest change of delta along each path, relative to ``eta_w a^2 + eta_a |w|^2``; shape (draws,).

    That sum is taken at the start or at the time, whichever is larger: the start's rounding is of its size.
    """
    eta_a, eta_w = draws.eta_a[:, None], draws.eta_w[:, None]
    scale = np.maximum(eta_w * path.a**2 + eta_a * np.einsum("ktd,ktd->kt", path.w, path.w), draws.weight[:, None])
    change = np.abs(imbalance(path.a, path.w, eta_a, eta_w) - draws.delta[:, None])
    return np.asarray((change / np.where(scale > 0, scale, 1.0)).max(axis=1))


def integrate_neurons(
    draws: Neurons, times: ArrayLike, *, units: ArrayLike = 1.0, backend: Backend | None = None
) -> Path:
    """Integrate the gradient flow of every draw.

    Args:
        draws: the neurons at the first time.
        times: increasing, shape (times,).
        units: the unit of time of each draw, shape (draws,) or a number: the path is at ``units * times``.
        backend: 'heyoka' (up to 8 inputs) or 'dop853'; by default the first that is there and can.

    Raises:
        ValueError: for bad times, units that are not positive, or heyoka asked for more than 8 inputs.
        BlowUp: if a trajectory is lost to a step size of zero; the flow itself exists for all times.

    Accuracy: about 1e-14 relative with heyoka, 1e-12 with DOP853, for times up to hundreds of the fastest time scale.
    """
    unit = np.broadcast_to(np.asarray(units, dtype=float), (len(draws),))
    if not np.isfinite(unit).all() or (unit <= 0).any():
        raise ValueError("the units of time must be finite and positive")
    d = draws.w.shape[1]
    if backend == "heyoka" and d > MOST_COMPILED:
        raise ValueError(f"got {d} inputs; heyoka is used up to {MOST_COMPILED}, expected backend 'dop853'")
    if backend is None:
        backend = available() if d <= MOST_COMPILED else "dop853"
    rate_a, rate_w = draws.eta_a * unit, draws.eta_w * unit
    upper = np.triu_indices(d)
    start = np.column_stack([draws.a, draws.w])
    if d <= MOST_COMPILED:
        constants = np.column_stack([rate_a, rate_w, draws.gram[:, *upper], draws.correlation])
        found = integrate(_field(d), start, constants, times, backend=backend)
        grid, states = found.times, found.states
    else:
        grid = _checked(times)
        states = _in_blocks(draws, rate_a, rate_w, start, grid)
    return Path(unit[:, None] * grid, states[:, :, 0], states[:, :, 1:])


def settle(draws: Neurons, *, tolerance: float = 1e-12, backend: Backend | None = None) -> tuple[Neurons, Array]:
    """Integrate until the loss has no slope left: ``|X^T (X beta - y)| <= tolerance |X^T y|``.

    (Relative to ``|X^T X beta_0|`` if X^T y = 0.)  The stretch of time is doubled until every draw is there.  The
    distance that is left to go is of the order of tolerance times the condition of ``X^T X`` on the rows of X.

    Returns:
        The neurons at the end, and the time of each, shape (draws,).

    Raises:
        ValueError: if a draw does not settle within about 1e6 times its fastest time scale, or does not move at all;
            its number is named.
    """
    S, c = draws.gram, draws.correlation
    if len(still := np.flatnonzero((draws.a == 0) & ~draws.w.any(axis=1))):
        raise ValueError(f"draw {still[0]} starts at the saddle a = 0, w = 0 and does not move")
    size = np.linalg.norm(c, axis=1)
    size = np.where(size > 0, size, np.linalg.norm(np.einsum("kde,ke->kd", S, draws.beta), axis=1))
    fastest = np.linalg.norm(S, 2, axis=(1, 2)) * draws.weight + np.sqrt(draws.eta_a * draws.eta_w) * size
    fastest = np.where(fastest > 0, fastest, 1.0)
    a, w, time = draws.a.copy(), draws.w.copy(), np.zeros(len(draws))
    left = np.arange(len(draws))
    stretch, spent = 8.0, 0.0
    while spent < PATIENCE:
        now = draws[left].moved_to(a[left], w[left])
        path = integrate_neurons(now, [0.0, 1.0], units=stretch / fastest[left], backend=backend)
        a[left], w[left], time[left] = path.a[:, -1], path.w[:, -1], time[left] + path.times[:, -1]
        slope = np.einsum("kde,ke->kd", S[left], a[left, None] * w[left]) - c[left]
        left = left[np.linalg.norm(slope, axis=1) > tolerance * size[left]]
        if not len(left):
            return draws.moved_to(a, w), time
        spent, stretch = spent + stretch, min(2 * stretch, LONGEST)
    raise ValueError(
        f"draw {left[0]} has not settled after a time of {time[left[0]]:.3g} ({len(left)} of {len(draws)} draws): "
        "its loss still has a slope, as it has close to a saddle and, for a long time, for delta << 0"
    )


# -- Integration ---------------------------------------------------------------------------------------------------


@lru_cache
def _field(d: int) -> VectorField:
    """The flow in d inputs; parameters: two rates, the upper triangle of X^T X, X^T y."""
    a, *w = sp.symbols(f"a w1:{d + 1}", real=True)
    eta_a, eta_w, *c = sp.symbols(f"eta_a eta_w c1:{d + 1}", real=True)
    upper = {(i, j): sp.Symbol(f"S{i}_{j}", real=True) for i in range(d) for j in range(i, d)}
    rho = [a * sum(upper[min(i, j), max(i, j)] * w[j] for j in range(d)) - c[i] for i in range(d)]
    slope_a = sum(w[i] * rho[i] for i in range(d))
    return VectorField((a, *w), (-eta_a * slope_a, *(-eta_w * a * r for r in rho)), (eta_a, eta_w, *upper.values(), *c))


def _checked(times: ArrayLike) -> Array:
    grid = np.asarray(times, dtype=float)
    if grid.ndim != 1 or len(grid) == 0 or not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite and increase, of shape (times,)")
    return grid


def _in_blocks(draws: Neurons, rate_a: Array, rate_w: Array, start: Array, grid: Array) -> Array:
    states = np.empty((len(draws), len(grid), start.shape[1]))
    order = np.argsort(draws.weight * rate_w)  # draws of like stiffness share their steps
    for first in range(0, len(order), dop853.BLOCK):
        rows = order[first : first + dop853.BLOCK]
        S, c, ra, rw = draws.gram[rows], draws.correlation[rows], rate_a[rows], rate_w[rows]

        def slope(_: float, state: Array, S: Array = S, c: Array = c, ra: Array = ra, rw: Array = rw) -> Array:
            a, w = state[0], state[1:].T
            rho = a[:, None] * np.einsum("kde,ke->kd", S, w) - c
            return np.concatenate([(-ra * (w * rho).sum(axis=1))[None], (-(rw * a)[:, None] * rho).T])

        states[rows] = dop853.solve(slope, start[rows], grid)
    if len(lost := np.flatnonzero(~np.isfinite(states).all(axis=(1, 2)))):
        raise BlowUp(lost.tolist(), len(draws))
    return states
