"""Ensembles: one differential equation, integrated for many parameters and initial values in one call.

heyoka integrates in batches with a compiled Taylor method, to about 1e-15; where it is not installed, or does not know
a function in the field, a Runge-Kutta method of order 8 does so in NumPy, to about 1e-12.  The interface and the result
are the same.

Every draw ends in one of three ways: it reaches the last time; it is lost on the way (it blows up, or meets a point
where its rates have no value); or it needs too many steps, as where rates differ by many orders of magnitude (a stiff
flow).  The last two are errors, or marks in the result, as the caller asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from layerproof.language.flows import GradientFlow

from ..formulas import Array
from . import dop853, taylor
from .fates import BLOWN, STIFF
from .fields import VectorField, domain_of, field_of, in_domain, instance_of
from .taylor import MOST_STEPS

Backend = Literal["heyoka", "dop853"]


class _NotFollowed(ArithmeticError):
    """Trajectories that cannot be followed to the end; `draws` says which, `reached` how far the first of them came."""

    def __init__(
        self, draws: Sequence[int], total: int, reached: float | None = None, max_steps: int = MOST_STEPS
    ) -> None:
        self.draws = tuple(int(k) for k in draws)
        self.reached, self.max_steps = reached, max_steps
        self.count = f"{len(self.draws)} of {total} draws"
        self.named = ", ".join(map(str, self.draws[:5])) + (", ..." if len(self.draws) > 5 else "")
        self.until = "" if reached is None else f", draw {self.draws[0]} at t = {reached:.6g}"
        super().__init__(self._text())

    def _text(self) -> str:
        raise NotImplementedError


class BlowUp(_NotFollowed):
    """Trajectories that leave every bound in finite time, or end at a point where their rates have no value."""

    def _text(self) -> str:
        return (
            f"the trajectory of draw {self.named} blew up ({self.count}{self.until}), or met a point where its rates "
            "have no value; shorten the times or bound the initial values"
        )


class TooStiff(_NotFollowed):
    """Trajectories that need too many steps."""

    def _text(self) -> str:
        return (
            f"draw {self.named} needs more than {self.max_steps} steps ({self.count}{self.until}): the flow is stiff "
            "there, or the times are long for its fastest rate; shorten the times, or use an implicit method such as "
            "scipy.integrate.solve_ivp with method='Radau'"
        )


@dataclass(frozen=True)
class Ensemble:
    """Trajectories of many draws.

    Attributes:
        times: shape (times,), or (draws, times) where each draw has its own unit.
        states: shape (draws, times, variables); NaN from where a draw was given up.
        variables: the symbol of each column.
        backend: 'heyoka' or 'dop853'.
        blown: indices of the draws that blew up, or met a point where their rates have no value.
        stiff: indices of the draws that needed too many steps.
        reached: the time until which each draw was followed, shape (draws,).
    """

    times: Array
    states: Array
    variables: tuple[sp.Symbol, ...]
    backend: Backend
    blown: tuple[int, ...] = ()
    stiff: tuple[int, ...] = ()
    reached: Array | None = None

    def __getitem__(self, variable: sp.Symbol) -> Array:
        """The trajectories of one variable, of shape (draws, times)."""
        return self.states[:, :, self.variables.index(variable)]


def available() -> Backend:
    """The backend used unless another is asked for."""
    return "heyoka" if taylor.installed() else "dop853"


def integrate(
    field: VectorField,
    initial: Mapping[sp.Symbol, ArrayLike] | ArrayLike,
    parameters: Mapping[sp.Symbol, ArrayLike] | ArrayLike | None = None,
    times: ArrayLike = (0.0, 1.0),
    *,
    backend: Backend | None = None,
    on_blow_up: Literal["raise", "mark"] = "raise",
    max_steps: int = MOST_STEPS,
) -> Ensemble:
    """Integrate `field` for every draw.

    Args:
        field: the equation.
        initial: shape (draws, variables), or one array of shape (draws,) a variable.
        parameters: shape (draws, parameters), or one array a parameter; numbers broadcast.
        times: increasing, starting at the time of the initial values; shape (times,), or (draws, times) where each
            draw has its own.
        backend: 'heyoka' or 'dop853'; by default the first that is there and knows the field's functions.
        on_blow_up: 'raise' an error where a draw cannot be followed to the end, or 'mark' it in the result.
        max_steps: of a draw, before it is given up as stiff.

    Raises:
        ValueError: for no draws, NaN, wrong shapes, times that do not increase, a parameter or an initial value outside
            the domain of its symbol (such as -1 for a positive one).
        BlowUp: if a trajectory blows up.
        TooStiff: if a trajectory needs too many steps.
    """
    if max_steps < 1:
        raise ValueError(f"got max_steps {max_steps}; expected at least 1")
    start = _table(initial, field.variables, "initial values")
    constants = _table(parameters if parameters is not None else {}, field.parameters, "parameters", len(start))
    grid = _times(times, len(start))
    own = np.broadcast_to(grid, (len(start), grid.shape[-1]))
    if on_blow_up not in ("raise", "mark"):
        raise ValueError(f"got on_blow_up {on_blow_up!r}; expected 'raise' or 'mark'")
    chosen = backend or available()
    if chosen == "heyoka":
        try:
            found = taylor.integrate(field.canonical(), start, constants, own, max_steps)
        except taylor.UnknownFunction:
            if backend == "heyoka":
                raise
            chosen = "dop853"
    if chosen == "dop853":
        found = dop853.integrate(field.canonical(), start, constants, own, max_steps)
    elif chosen != "heyoka":
        raise ValueError(f"got backend {chosen!r}; expected 'heyoka' or 'dop853'")
    blown, stiff = (tuple(np.flatnonzero(found.fates == fate).tolist()) for fate in (BLOWN, STIFF))
    if on_blow_up == "raise":
        if blown:
            raise BlowUp(blown, len(start), float(found.reached[blown[0]]))
        if stiff:
            raise TooStiff(stiff, len(start), float(found.reached[stiff[0]]), max_steps)
    return Ensemble(grid, found.states, field.variables, chosen, blown, stiff, found.reached)


def integrate_flow(
    flow: GradientFlow,
    initial: Mapping[Any, ArrayLike],
    parameters: Mapping[Any, ArrayLike],
    times: ArrayLike,
    *,
    sizes: Mapping[sp.Symbol, int] | None = None,
    backend: Backend | None = None,
    on_blow_up: Literal["raise", "mark"] = "raise",
    max_steps: int = MOST_STEPS,
) -> Ensemble:
    """Integrate a gradient flow; keys are its own symbols and entries.

    A family is given whole, by the family itself or its name: an array of shape (draws, entries).

    >>> from layerproof.language.symbols import positive, time, trajectories
    >>> t, a, S = time(), trajectories("a"), positive("S")
    >>> flow = GradientFlow(loss=(a - S)**2 / 2, parameters=(a,), time=t)
    >>> result = integrate_flow(flow, {a: [0.0, 1.0]}, {S: 2.0}, [0.0, 1.0])
    >>> result.states[:, -1, 0].round(6).tolist()
    [1.264241, 1.632121]
    """
    instance = instance_of(flow, sizes or {})
    field = field_of(flow, instance)
    return integrate(
        field,
        _named(initial, instance, field.variables),
        _named(parameters, instance, field.parameters),
        times,
        backend=backend,
        on_blow_up=on_blow_up,
        max_steps=max_steps,
    )


def _named(values: Mapping[Any, ArrayLike], instance: Any, symbols: Sequence[sp.Symbol]) -> dict[sp.Symbol, ArrayLike]:
    found: dict[sp.Symbol, ArrayLike] = {}
    for key, value in values.items():
        if isinstance(key, sp.Basic):
            found[instance.plain(key)] = value
            continue
        name = key if isinstance(key, str) else key.name
        entries = [s for s in symbols if s.name == name or s.name.startswith(f"{name}[")]
        columns = np.atleast_2d(np.asarray(value, dtype=float))
        if columns.shape[-1] != len(entries):
            raise ValueError(f"got shape {np.shape(value)} for family {name}; expected (draws, {len(entries)})")
        found |= {s: columns[:, k] for k, s in enumerate(entries)}
    return found


def _table(values: Any, symbols: Sequence[sp.Symbol], what: str, draws: int | None = None) -> NDArray[np.float64]:
    if isinstance(values, Mapping):
        if missing := [s for s in symbols if s not in values]:
            raise ValueError(f"the {what} lack {', '.join(map(str, missing))}")
        arrays = [np.asarray(values[s], dtype=float) for s in symbols]
        try:
            shape = np.broadcast_shapes((draws,) if draws is not None else (), *(a.shape for a in arrays))
        except ValueError:
            shapes = ", ".join(f"{s}: {a.shape}" for s, a in zip(symbols, arrays, strict=True))
            wanted = f"({'draws' if draws is None else draws},)"
            raise ValueError(f"the {what} have shapes that do not match: {shapes}; expected {wanted}") from None
        if len(shape) > 1:
            raise ValueError(f"the {what} have shape {shape} each; expected (draws,)")
        count = shape[0] if shape else 1
        table = np.stack([np.broadcast_to(a, (count,)) for a in arrays], axis=1) if arrays else np.zeros((count, 0))
    else:
        table = np.asarray(values, dtype=float)
        if table.ndim != 2 or table.shape[1] != len(symbols):
            raise ValueError(f"got {what} of shape {table.shape}; expected (draws, {len(symbols)})")
    if len(table) == 0:
        raise ValueError("got 0 draws; expected at least 1")
    if draws is not None and len(table) != draws:
        raise ValueError(f"got {what} for {len(table)} draws; expected {draws}, as many as initial values")
    bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
    if len(bad):
        raise ValueError(f"the {what} of draw {bad[0]} are not finite")
    for symbol, column in zip(symbols, table.T, strict=True):
        outside = np.flatnonzero(~in_domain(symbol, column))
        if len(outside):
            raise ValueError(
                f"got {symbol} = {column[outside[0]]:g} for draw {outside[0]}; expected a value that is "
                f"{' and '.join(domain_of(symbol))}"
            )
    return np.ascontiguousarray(table)


def _times(times: ArrayLike, draws: int) -> Array:
    grid = np.asarray(times, dtype=float)
    if grid.ndim not in (1, 2) or grid.shape[-1] == 0 or (grid.ndim == 2 and len(grid) != draws):
        raise ValueError(f"got times of shape {grid.shape}; expected (times,) or ({draws}, times)")
    if not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite and increase")
    return grid
