"""Ensembles: one differential equation, integrated for many parameters and initial values in one call.

heyoka integrates in batches with a compiled Taylor method, to about 1e-15; where it is not installed, or does not know
a function in the field, SciPy's DOP853 integrates blocks of draws as one system, to about 1e-12.  The interface and
the result are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from layerproof.derivations.kernel.flows import GradientFlow

from ..formulas import Array
from . import dop853, taylor
from .fields import VectorField, field_of, instance_of

Backend = Literal["heyoka", "dop853"]


class BlowUp(ArithmeticError):
    """Trajectories that leave every bound in finite time; `draws` says which."""

    def __init__(self, draws: Sequence[int], total: int) -> None:
        self.draws = tuple(int(k) for k in draws)
        named = ", ".join(map(str, self.draws[:5])) + (", ..." if len(self.draws) > 5 else "")
        super().__init__(
            f"the trajectory of draw {named} blew up ({len(self.draws)} of {total} draws); "
            "shorten the times or bound the initial values"
        )


@dataclass(frozen=True)
class Ensemble:
    """Trajectories of many draws.

    Attributes:
        times: shape (times,), or (draws, times) where each draw has its own unit.
        states: shape (draws, times, variables); NaN from the blow-up of a draw on.
        variables: the symbol of each column.
        backend: 'heyoka' or 'dop853'.
        blown: indices of the draws that blew up.
    """

    times: Array
    states: Array
    variables: tuple[sp.Symbol, ...]
    backend: Backend
    blown: tuple[int, ...] = ()

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
) -> Ensemble:
    """Integrate `field` for every draw.

    Args:
        field: the equation.
        initial: shape (draws, variables), or one array of shape (draws,) a variable.
        parameters: shape (draws, parameters), or one array a parameter; numbers broadcast.
        times: increasing, starting at the time of the initial values.
        backend: 'heyoka' or 'dop853'; by default the first that is there and knows the field's functions.
        on_blow_up: 'raise' BlowUp, or 'mark' the draw in the result.

    Raises:
        ValueError: for no draws, NaN, wrong shapes, times that do not increase.
        BlowUp: if a trajectory blows up.
    """
    start = _table(initial, field.variables, "initial values")
    constants = _table(parameters if parameters is not None else {}, field.parameters, "parameters", len(start))
    grid = _times(times)
    chosen = backend or available()
    if chosen == "heyoka":
        try:
            states = taylor.integrate(field.canonical(), start, constants, grid)
        except taylor.UnknownFunction:
            if backend == "heyoka":
                raise
            chosen = "dop853"
    if chosen == "dop853":
        states = dop853.integrate(field.canonical(), start, constants, grid)
    elif chosen != "heyoka":
        raise ValueError(f"got backend {chosen!r}; expected 'heyoka' or 'dop853'")
    blown = tuple(int(k) for k in np.flatnonzero(~np.isfinite(states).all(axis=(1, 2))))
    if blown and on_blow_up == "raise":
        raise BlowUp(blown, len(start))
    return Ensemble(grid, states, field.variables, chosen, blown)


def integrate_flow(
    flow: GradientFlow,
    initial: Mapping[Any, ArrayLike],
    parameters: Mapping[Any, ArrayLike],
    times: ArrayLike,
    *,
    sizes: Mapping[sp.Symbol, int] | None = None,
    backend: Backend | None = None,
) -> Ensemble:
    """Integrate a gradient flow; keys are its own symbols and entries.

    A family is given whole, by the family itself or its name: an array of shape (draws, entries).

    >>> from layerproof.derivations.kernel.symbols import positive, time, trajectories
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
    return np.ascontiguousarray(table)


def _times(times: ArrayLike) -> Array:
    grid = np.asarray(times, dtype=float)
    if grid.ndim != 1 or len(grid) == 0:
        raise ValueError(f"got times of shape {grid.shape}; expected (times,)")
    if not np.isfinite(grid).all() or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite and increase")
    return grid
