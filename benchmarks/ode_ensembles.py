"""Ensembles of integrations against SciPy's `solve_ivp`, one draw at a time, and diffrax under vmap, in one run.

    python benchmarks/ode_ensembles.py [--quick] [--solver Dopri8|Tsit5|Kvaerno5] [--json FILE]

Every row integrates the same draws to the same times, twice over: at *equal tolerance*, and to the *same error*, where
each method other than ours may take the loosest tolerance that still reaches the error.

- ensemble: the backends heyoka and dop853 of `layerproof.numerics.flows.integrate`, at their own tolerance;
- solve_ivp: DOP853 one by one, on a sample of the draws (its time a draw does not depend on their number);
- diffrax: an explicit Runge-Kutta method of the same order under vmap and jit, in double precision on the CPU.  It is
  a dependency of this benchmark only, and left out where it cannot be imported.  Its steps are made to end at the
  times: between steps its interpolant is wrong by about 1e-12 at the tightest tolerance.

The error is the largest one against the first backend, relative to the largest value; that backend is itself held
against rigorous enclosures of two draws, where there are at most 20 variables.  Times are processor time of all
threads, the best of three runs, which a busy machine disturbs less than the clock; compilation is timed apart.  They
vary with the machine; the ratios are what to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from layerproof.language.flows import GradientFlow
from layerproof.language.symbols import families, index, natural, positive, total, trajectories
from layerproof.language.symbols import time as time_symbol
from layerproof.numerics.flows import dop853, taylor
from layerproof.numerics.flows.enclosures import enclose
from layerproof.numerics.flows.ensembles import integrate
from layerproof.numerics.flows.fields import VectorField, field_of, instance_of

Array = NDArray[np.float64]
TIMES = np.linspace(0.0, 4.0, 9)
SAME_ERROR = 1e-10
MOST_BLOCKS = 1024
MOST_ENCLOSED = 20  # variables; the cost of an enclosure grows with their square
LOOSER = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13)
SOLVERS = ("Dopri8", "Tsit5", "Kvaerno5")
NO_DIFFRAX = (
    "diffrax is not installed, and left out. It is best put beside layerproof in an environment of its own:\n"
    "    python -m venv ENV && ENV/bin/pip install 'jax[cpu]' 'diffrax>=0.7' && ENV/bin/pip install -e '.[fast]'"
)


@dataclass(frozen=True)
class Row:
    """One measurement: seconds a draw, after compilation; the base of its ratio is `solve_ivp` at equal tolerance."""

    flow: str
    variables: int
    draws: int
    method: str
    rtol: float
    seconds: float
    ratio: float
    error: float
    compilation: float = 0.0


def fields(widths: tuple[int, ...]) -> dict[str, VectorField]:
    """The gradient flows that are integrated, by name."""
    t = time_symbol()
    a, b = trajectories("a b")
    S, m, Z = positive("S m Z")
    mode = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)
    found = {"one mode": field_of(mode, instance_of(mode, {}))}
    p = natural("p")
    i = index("i", p)
    A, B = families("a b", t)
    scalar = GradientFlow((total(A[i] * B[i], i) / Z - S) ** 2 / 2, (A, B), t)
    for width in widths:
        found[f"scalar network, width {width}"] = field_of(scalar, instance_of(scalar, {p: width}))
    return found


def draw(field: VectorField, draws: int) -> tuple[Array, Array]:
    """Initial values and constants, of shapes (draws, variables) and (draws, parameters)."""
    rng = np.random.default_rng(0)
    return rng.uniform(0.1, 1.0, (draws, len(field.variables))), rng.uniform(0.5, 2.0, (draws, len(field.parameters)))


def one_by_one(field: VectorField, start: Array, constants: Array, rtol: float) -> Array:
    """`solve_ivp` for each draw; shape (draws, times, variables)."""
    rates = sp.lambdify([field.time, field.variables, field.parameters], field.rates, modules="numpy", cse=True)
    states = []
    for row, parameters in zip(start, constants, strict=True):
        solved = solve_ivp(
            lambda t, y, p=parameters: rates(t, y, p),
            (TIMES[0], TIMES[-1]),
            row,
            method="DOP853",
            rtol=rtol,
            atol=dop853.ATOL,
            t_eval=TIMES,
        )
        states.append(solved.y.T)
    return np.array(states)


def with_diffrax(field: VectorField, solver: str) -> Callable[[Array, Array, float], Array]:
    """A function of initial values, constants and tolerance, compiled at its first call with a shape."""
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    rates = sp.lambdify([field.time, field.variables, field.parameters], field.rates, modules="jax", cse=True)
    term = diffrax.ODETerm(lambda t, y, p: jnp.stack(jnp.broadcast_arrays(*rates(t, y, p))))
    method = getattr(diffrax, solver)()

    def one(start: Any, constants: Any, rtol: Any) -> Any:
        return diffrax.diffeqsolve(
            term,
            method,
            TIMES[0],
            TIMES[-1],
            None,
            start,
            args=constants,
            saveat=diffrax.SaveAt(ts=jnp.asarray(TIMES)),
            stepsize_controller=diffrax.ClipStepSizeController(
                diffrax.PIDController(rtol=rtol, atol=dop853.ATOL), step_ts=jnp.asarray(TIMES)
            ),
            max_steps=100_000,
        ).ys

    every = jax.jit(jax.vmap(one, in_axes=(0, 0, None)))
    return lambda start, constants, rtol: np.asarray(jax.block_until_ready(every(start, constants, rtol)))


def timed(run: Callable[[], Array], most: float = 10.0) -> tuple[float, float, Array]:
    """The first time, which includes compilation, the best of up to three later ones, and the result; in seconds."""
    seconds: list[float] = []
    while len(seconds) < 2 or (len(seconds) < 4 and sum(seconds) < most):
        begun = time.process_time()
        result = run()
        seconds.append(time.process_time() - begun)
    return seconds[0], min(seconds[1:]), result


def certified(field: VectorField, start: Array, constants: Array, states: Array) -> float:
    """The largest error of `states` against rigorous enclosures, relative to the largest value."""
    worst = 0.0
    for row in range(len(start)):
        exact = enclose(
            field,
            {v: Fraction(float(x)) for v, x in zip(field.variables, start[row], strict=True)},
            {v: Fraction(float(x)) for v, x in zip(field.parameters, constants[row], strict=True)},
            (0, int(TIMES[-1])),
            width=1e-18,
        )
        truth = np.array([float(ball.mid()) for ball in exact.balls[-1]])
        worst = max(worst, float(np.abs(states[row, -1] - truth).max() / np.abs(truth).max()))
    return worst


def measure(name: str, field: VectorField, counts: list[int], sample: int, solver: str | None) -> list[Row]:
    """All rows of one flow, and prints them."""
    size, most = len(field.variables), max(counts)
    start, constants = draw(field, most)
    backends = ["heyoka", "dop853"] if taylor.installed() else ["dop853"]
    compiled = {}
    for backend in backends:
        begun = time.process_time()
        integrate(field, start[:1], constants[:1], TIMES, backend=backend)  # type: ignore[arg-type]
        compiled[backend] = time.process_time() - begun
    best = integrate(field, start, constants, TIMES, backend=backends[0]).states  # type: ignore[arg-type]
    scale = float(np.abs(best).max())
    print(f"\n{name}, {size} variables", end="")
    if size <= MOST_ENCLOSED:
        print(f" ({backends[0]} against enclosures of 2 draws: {certified(field, start[:2], constants[:2], best):.1e})")
    else:
        print(f" (errors against {backends[0]})")
    rows: list[Row] = []
    base = 0.0

    def note(method: str, draws: int, rtol: float, seconds: float, states: Array, compilation: float = 0.0) -> float:
        error = float(np.abs(states - best[: len(states)]).max() / scale)
        row = Row(name, size, draws, method, rtol, seconds, base / seconds, error, compilation)
        rows.append(row)
        once = f"  compiled in {compilation:.2f} s" if compilation else ""
        print(
            f"{draws:>7} {method:<28} {rtol:>8.1e} {seconds * 1e3:>10.4f} {row.ratio:>9.1f}x {error:>9.1e}{once}",
            flush=True,
        )
        return error

    def alone(rtol: float, method: str) -> float:
        nonlocal base
        begun = time.process_time()
        states = one_by_one(field, start[:sample], constants[:sample], rtol)
        seconds = (time.process_time() - begun) / sample
        base = base or seconds
        return note(method, sample, rtol, seconds, states)

    alone(dop853.RTOL, "solve_ivp")
    batched = with_diffrax(field, solver) if solver else None
    for draws in counts:
        for backend in backends:
            if backend == "dop853" and draws > MOST_BLOCKS:  # its blocks of draws cost the same each
                continue
            _, seconds, states = timed(
                lambda n=draws, b=backend: integrate(field, start[:n], constants[:n], TIMES, backend=b).states
            )
            rtol = taylor.TOLERANCE if backend == "heyoka" else dop853.RTOL
            note(f"ensemble, {backend}", draws, rtol, seconds / draws, states, compiled.pop(backend, 0.0))
        if batched:
            first, seconds, states = timed(lambda n=draws: batched(start[:n], constants[:n], dop853.RTOL))
            note(f"diffrax, {solver}", draws, dop853.RTOL, seconds / draws, states, first - seconds)
    print(f"        to the same error, {SAME_ERROR:g}:")
    for rtol in LOOSER:
        if float(np.abs(one_by_one(field, start[:sample], constants[:sample], rtol) - best[:sample]).max()) <= (
            SAME_ERROR * scale
        ):
            alone(rtol, "solve_ivp, same error")
            break
    for rtol in LOOSER if batched else ():
        if float(np.abs(batched(start, constants, rtol) - best).max()) <= SAME_ERROR * scale:  # type: ignore[misc]
            _, seconds, states = timed(lambda r=rtol: batched(start, constants, r))  # type: ignore[misc]
            note(f"diffrax, {solver}, same error", most, rtol, seconds / most, states)
            break
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer draws and variables")
    parser.add_argument("--solver", choices=SOLVERS, default="Dopri8", help="diffrax's method (default: Dopri8)")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    options = parser.parse_args()
    there = importlib.util.find_spec("diffrax") is not None and importlib.util.find_spec("jax") is not None
    if not there:
        print(NO_DIFFRAX)
    counts, sample, widths = ([64, 1024], 8, (3, 10)) if options.quick else ([64, 1024, 4096], 32, (3, 10, 30))
    print(f"to time {TIMES[-1]:g}; ratio: how many times as fast a draw as solve_ivp one by one, at equal tolerance")
    print(f"{'draws':>7} {'method':<28} {'rtol':>8} {'ms/draw':>10} {'ratio':>10} {'error':>9}")
    rows = [
        row
        for name, field in fields(widths).items()
        for row in measure(name, field, counts, sample, options.solver if there else None)
    ]
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    main()
