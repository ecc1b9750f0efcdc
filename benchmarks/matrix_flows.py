"""Gradient flow of linear networks: many draws in one call against one at a time, in one run, as ratios.

    python benchmarks/matrix_flows.py [--quick]

Every row integrates the same draws to the same times: Taylor's method in one call; the same, called once a draw;
DOP853 in blocks of draws; and DOP853 one draw at a time through `solve_ivp`.  The last two have the same tolerance and
the same right-hand side, in matrix products.  One at a time is measured on a sample of the draws and scaled up.  The
last column is the largest drift of ``W_2^T W_2 - W_1 W_1^T`` relative to the squared norm of the layers.  Times vary
with the machine; the ratios are what to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from layerproof.numerics.flows import dop853
from layerproof.numerics.flows.initialisations import gaussian
from layerproof.numerics.flows.matrix_flows import imbalances, integrate_layers

Array = NDArray[np.float64]
TIMES = np.linspace(0.0, 4.0, 3)


def slope(widths: tuple[int, ...], target: Array) -> Callable[[float, Array], Array]:
    """The right-hand side for draws side by side, from (parameters, draws) to the same shape; white inputs."""
    shapes = [(b, a) for a, b in itertools.pairwise(widths)]
    cuts = np.cumsum([b * a for b, a in shapes])[:-1]

    def rates(t: float, state: Array) -> Array:
        layers = [p.T.reshape(-1, *s) for p, s in zip(np.split(state, cuts), shapes, strict=True)]
        ahead = [layers[0]]
        for w in layers[1:]:
            ahead.append(w @ ahead[-1])
        error = target - ahead[-1]
        found: list[Array] = []
        for at in range(len(layers) - 1, -1, -1):
            found.insert(0, error @ ahead[at - 1].swapaxes(1, 2) if at else error)
            error = layers[at].swapaxes(1, 2) @ error
        return np.concatenate([f.reshape(len(f), -1).T for f in found])

    return rates


def drift(layers: list[Array]) -> float:
    """Of layers of shape (draws, times, n_l, n_{l-1})."""
    size = max(float((w**2).sum(axis=(2, 3)).max()) for w in layers)
    return max(float(np.abs(m - m[:, :1]).max()) for m in imbalances(layers)) / size


def measure(widths: tuple[int, ...], draws: int, sample: int) -> dict[str, tuple[float, float]]:
    """Seconds a draw and drift, by method."""
    layers = list(gaussian(widths, 1.0 / np.sqrt(max(widths)), draws))
    target = gaussian((widths[0], widths[-1]), 1.0 / np.sqrt(max(widths)), draws, seed=1)[0]
    start = np.concatenate([w.reshape(draws, -1) for w in layers], axis=1)
    shapes = [w.shape[1:] for w in layers]
    cuts = np.cumsum([b * a for b, a in shapes])[:-1]
    found: dict[str, tuple[float, float]] = {}

    def unpacked(states: Array) -> list[Array]:
        parts = np.split(states, cuts, axis=2)
        return [p.reshape(*p.shape[:2], *s) for p, s in zip(parts, shapes, strict=True)]

    def one_by_one() -> list[Array]:
        rows = []
        for k in range(sample):
            rates = slope(widths, target[k : k + 1])
            rows.append(
                solve_ivp(
                    lambda t, y, rates=rates: rates(t, y[:, None])[:, 0],
                    (TIMES[0], TIMES[-1]),
                    start[k],
                    method="DOP853",
                    rtol=dop853.RTOL,
                    atol=dop853.ATOL,
                    t_eval=TIMES,
                ).y.T
            )
        return unpacked(np.array(rows))

    def blocks() -> list[Array]:
        size = dop853.BLOCK
        rows = [
            dop853.solve(slope(widths, target[k : k + size]), start[k : k + size], TIMES) for k in range(0, draws, size)
        ]
        return unpacked(np.concatenate(rows))

    def looped() -> list[Array]:
        parts = [integrate_layers([w[k : k + 1] for w in layers], target[k], TIMES).weights for k in range(sample)]
        return [np.concatenate(w) for w in zip(*parts, strict=True)]

    def together() -> list[Array]:
        return list(integrate_layers(layers, target, TIMES).weights)

    for name, work, count in (
        ("solve_ivp, one by one", one_by_one, sample),
        ("Taylor, one by one", looped, sample),
        ("DOP853, in blocks", blocks, draws),
        ("Taylor, in one call", together, draws),
    ):
        begun = time.perf_counter()
        result = work()
        found[name] = ((time.perf_counter() - begun) / count, drift(result))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer draws")
    quick = parser.parse_args().quick
    sample = 8 if quick else 32
    print(f"to time {TIMES[-1]:g}; one by one on {sample} draws; DOP853 at rtol {dop853.RTOL:g}\n")
    print(f"{'widths':<18} {'draws':>6} {'method':<24} {'ms/draw':>10} {'ratio':>8} {'drift':>9}")
    for widths, draws in (
        ((1, 1, 1), 10_000),
        ((3, 3, 3), 10_000),
        ((10, 10, 10), 1_000),
        ((5, 5, 5, 5), 1_000),
        ((4, 64, 4), 500),
    ):
        found = measure(widths, draws // 10 if quick else draws, sample)
        base = found["solve_ivp, one by one"][0]
        for method, (seconds, moved) in found.items():
            print(
                f"{'-'.join(map(str, widths)):<18} {draws // 10 if quick else draws:>6} {method:<24} "
                f"{seconds * 1e3:>10.4f} {base / seconds:>7.1f}x {moved:>9.1e}"
            )


if __name__ == "__main__":
    main()
