"""Ensembles of integrations against SciPy's `solve_ivp`, one draw at a time, in one run, as ratios.

    python benchmarks/ode_ensembles.py [--quick]

Every row integrates the same draws to the same times: heyoka in batches, DOP853 in blocks, and DOP853 one by one
through `solve_ivp` at the same relative tolerance, on a sample of the draws that is scaled up.  The error is the
largest one against heyoka's result, relative to the largest value.  Times vary with the machine; the ratios are what
to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

from layerproof.derivations.kernel.flows import GradientFlow
from layerproof.derivations.kernel.symbols import families, index, natural, positive, total, trajectories
from layerproof.derivations.kernel.symbols import time as time_symbol
from layerproof.numerics.flows import dop853, taylor
from layerproof.numerics.flows.ensembles import integrate
from layerproof.numerics.flows.fields import VectorField, field_of, instance_of

TIMES = np.linspace(0.0, 4.0, 9)


def fields() -> dict[str, VectorField]:
    """The gradient flows that are integrated, by name."""
    t = time_symbol()
    a, b = trajectories("a b")
    S, m, Z = positive("S m Z")
    mode = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)
    found = {"one mode, 2 variables": field_of(mode, instance_of(mode, {}))}
    p = natural("p")
    i = index("i", p)
    A, B = families("a b", t)
    scalar = GradientFlow((total(A[i] * B[i], i) / Z - S) ** 2 / 2, (A, B), t)
    for width in (3, 10):
        found[f"scalar network, {2 * width} variables"] = field_of(scalar, instance_of(scalar, {p: width}))
    return found


def one_by_one(field: VectorField, start: np.ndarray, constants: np.ndarray) -> np.ndarray:
    """`solve_ivp` for each draw; shape (draws, times, variables)."""
    rates = sp.lambdify([field.time, field.variables, field.parameters], field.rates, modules="numpy", cse=True)
    states = []
    for row, parameters in zip(start, constants, strict=True):
        solved = solve_ivp(
            lambda t, y, p=parameters: rates(t, y, p),
            (TIMES[0], TIMES[-1]),
            row,
            method="DOP853",
            rtol=dop853.RTOL,
            atol=dop853.ATOL,
            t_eval=TIMES,
        )
        states.append(solved.y.T)
    return np.array(states)


def measure(field: VectorField, draws: int, sample: int) -> dict[str, tuple[float, float]]:
    """Seconds per draw and error, by method; compilation is timed apart."""
    rng = np.random.default_rng(0)
    start = rng.uniform(0.1, 1.0, (draws, len(field.variables)))
    constants = rng.uniform(0.5, 2.0, (draws, len(field.parameters)))
    found: dict[str, tuple[float, float]] = {}
    begun = time.perf_counter()
    reference = one_by_one(field, start[:sample], constants[:sample])
    found["solve_ivp, one by one"] = ((time.perf_counter() - begun) / sample, 0.0)
    backends = ["heyoka", "dop853"] if taylor.installed() else ["dop853"]
    results = {}
    for backend in backends:
        begun = time.perf_counter()
        integrate(field, start[:1], constants[:1], TIMES, backend=backend)  # type: ignore[arg-type]
        compiled = time.perf_counter() - begun
        begun = time.perf_counter()
        results[backend] = integrate(field, start, constants, TIMES, backend=backend).states  # type: ignore[arg-type]
        found[f"ensemble, {backend}"] = ((time.perf_counter() - begun) / draws, 0.0)
        found[f"  compilation, {backend}"] = (compiled, float("nan"))
    best = results[backends[0]]
    scale = np.abs(best).max()
    errors = {f"ensemble, {backend}": float(np.abs(result - best).max() / scale) for backend, result in results.items()}
    errors["solve_ivp, one by one"] = float(np.abs(reference - best[:sample]).max() / scale)
    return {name: (seconds, errors.get(name, error)) for name, (seconds, error) in found.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer draws")
    quick = parser.parse_args().quick
    draws, sample = (256, 8) if quick else (2048, 64)
    print(f"{draws} draws, {sample} of them one by one, to time {TIMES[-1]:g}")
    print(f"rtol {dop853.RTOL:g} (heyoka {taylor.TOLERANCE:g})\n")
    print(f"{'flow':<30} {'method':<24} {'ms/draw':>10} {'ratio':>8} {'error':>9}")
    for name, field in fields().items():
        found = measure(field, draws, sample)
        base = found["solve_ivp, one by one"][0]
        for method, (seconds, error) in found.items():
            if method.startswith("  "):
                print(f"{'':<30} {method:<24} {seconds * 1e3:>10.1f} {'once':>8}")
            else:
                print(f"{name:<30} {method:<24} {seconds * 1e3:>10.4f} {base / seconds:>7.1f}x {error:>9.1e}")


if __name__ == "__main__":
    main()
