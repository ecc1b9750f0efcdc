"""The slides' pictures of the single linear neuron: phase portraits, loss curves, function space, implicit bias."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from layerproof.language.sources import kunin_slides
from layerproof.numerics.neurons.bias_potential import minimiser
from layerproof.numerics.neurons.implicit_bias import interpolator, start_at
from layerproof.numerics.neurons.neuron_kernel import kernel_distance, rates
from layerproof.numerics.neurons.single_neuron import Neurons, Path, integrate_neurons, loss, neurons, settle
from layerproof.numerics.neurons.white_neuron import solution

from . import style
from .plates import plate

REGIMES = ((1.0, "upstream"), (0.0, "balanced"), (-1.0, "downstream"))
TARGET = 1.0  # |beta_*|
GREY = "0.6"
TIMES = np.concatenate([[0.0], np.geomspace(0.06, 30, 16)])


def _on_surface(v: NDArray[np.float64], a: NDArray[np.float64], delta: float) -> Neurons:
    """Neurons with the weight v along the target and |u| across it from a^2 - v^2 - u^2 = delta; white inputs."""
    u = np.sqrt(np.maximum(a**2 - v**2 - delta, 0.0))
    return neurons(np.eye(2), [TARGET, 0.0], a, np.column_stack([v, u]))


def _name(axes: Any, regimes: Sequence[tuple[float, str]]) -> None:
    for place, (panel, (delta, regime)) in enumerate(zip(axes, regimes, strict=True)):
        panel.set_title(rf"({'abc'[place]}) {regime}, $\delta = {delta:g}$", loc="left", fontsize=9.0, pad=4.0)


def _trajectories(panel: Axes, draws: Neurons, times: NDArray[np.float64], place: Callable[[Path], Any]) -> None:
    """The exact solution as a line and the integrated weights as markers, one shade a draw; `place` gives (x, y)."""
    fine = np.concatenate([[0.0], np.geomspace(1e-3, 1e3, 600)])
    exact, path = place(solution(draws, fine)), place(integrate_neurons(draws, times))
    for row, colour in enumerate(style.shades(len(draws))):
        panel.plot(exact[0][row], exact[1][row], color=colour, **style.THEORY)
        panel.plot(path[0][row], path[1][row], color=colour, **style.COMPUTED)


@plate(
    "slides-minimal-model",
    title="Upstream, balanced, downstream: delta fixes the surface on which the neuron moves",
    sources=[kunin_slides("Minimal model"), kunin_slides("Exact solutions")],
    claims=[
        "single-neuron/conservation",
        "single-neuron/white-flow-outer",
        "single-neuron/white-flow-along",
        "single-neuron/stable-manifold",
        "single-neuron/outer-weight-at-the-end",
    ],
    theory="flow lines of a' = (delta - a^2) a + s v, v' = -a^2 v + s a, the flow of white inputs on the surface "
    "a^2 - v^2 - |u|^2 = delta, s = 1, and exact solutions; black: its edge a^2 - v^2 = delta; dashed: the starts "
    "mu_+ a + s v = 0 that end at the saddle (cross); stars: minima",
    computed="markers: all three weights integrated to about 1e-14, at times that grow by a constant factor",
)
def minimal_model() -> Figure:
    """Phase portraits in the plane of the weight along the target and the outer weight."""
    figure, axes = style.panels(1, 3, sharey=True, height=2.5)
    most = 2.2
    grid = np.linspace(-most, most, 181)
    V, A = np.meshgrid(grid, grid)
    for panel, (delta, _) in zip(axes, REGIMES, strict=True):
        inside = A**2 - V**2 - delta > -0.02
        dA, dV = (delta - A**2) * A + TARGET * V, -(A**2) * V + TARGET * A
        panel.streamplot(
            grid,
            grid,
            np.where(inside, dV, np.nan),
            np.where(inside, dA, np.nan),
            color=GREY,
            density=0.7,
            linewidth=0.5,
            arrowsize=0.5,
        )
        panel.contourf(V, A, A**2 - V**2 - delta, levels=[-99.0, 0.0], colors=["0.93"], zorder=0)
        panel.contour(V, A, A**2 - V**2 - delta, levels=[0.0], colors=["black"], linewidths=1.5)
        D = np.hypot(delta, 2 * TARGET)
        if delta <= 0:
            up = (delta + D) / 2
            ends = np.array([-most, most])
            panel.plot(-up * ends, ends, color="black", linestyle=style.DASHES[1], linewidth=1.0)
            panel.plot(0, 0, marker="x", color="black", markersize=6, markeredgewidth=1.3)
        for sign in (-1, 1):
            end = sign * np.sqrt((D - delta) / 2), sign * np.sqrt((D + delta) / 2)
            panel.plot(*end, marker="*", color="black", markersize=9, zorder=5)
        starts = _starts(delta)
        draws = _on_surface(starts[:, 0], starts[:, 1], delta)
        _trajectories(panel, draws, TIMES, lambda path: (path.w[..., 0], path.a))
        panel.set(xlim=(-most, most), ylim=(-most, most), xlabel=r"$v = w^{\!\top}\!\beta_*/|\beta_*|$", aspect="equal")
    axes[0].set_ylabel("$a$")
    _name(axes, REGIMES)
    return figure


def _starts(delta: float) -> NDArray[np.float64]:
    """Starts (v, a) inside the surface and on its edge."""
    edge = 1.5
    if delta > 0:
        return np.array([[-np.sqrt(edge**2 - delta), edge], [0.3, 2.0], [-0.6, -1.9], [1.3, -2.0]])
    if delta == 0:
        return np.array([[-0.9, 0.97], [-1.2, 1.9], [0.02, 0.08], [1.2, -1.4]])
    return np.array([[-1.3, 0.95], [-0.9, 0.3], [0.45, -0.75], [0.6, -1.6]])


# -- Loss curves and the kernel ------------------------------------------------------------------------------------

CURVES = (
    (20.0, "lazy, $\\delta = 20$"),
    (0.0, "rich, $\\delta = 0$"),
    (-20.0, "delayed rich, $\\delta = -20$"),
)


def _three_regimes() -> Neurons:
    """The same small function, almost orthogonal to the target, at three deltas; two white inputs."""
    angle = np.deg2rad(85)
    beta = 0.01 * np.array([[np.cos(angle), np.sin(angle)]] * 3)
    a, w = start_at(beta, [delta for delta, _ in CURVES])
    return neurons(np.eye(2), [TARGET, 0.0], a, w)


@plate(
    "slides-exact-solutions",
    title="Loss curves and the movement of the kernel, lazy, rich and delayed rich",
    sources=[kunin_slides("Exact solutions"), kunin_slides("NTK of the minimal model")],
    claims=[
        "single-neuron/solution-upstream",
        "single-neuron/solution-balanced",
        "single-neuron/solution-downstream",
        "single-neuron/delayed-rich-first-phase",
        "single-neuron/lazy-kernel-does-not-evolve",
        "single-neuron/rich-kernel-evolves",
    ],
    theory="exact solutions for white inputs from the same function |beta_0| = 0.01, at 85 degrees from the target: "
    "the loss |beta - beta_*|^2/2, a^2, and the kernel distance 1 - <K_0, K>/(|K_0| |K|), K = X (a^2 I + w w^T) X^T",
    computed="markers: the flow integrated in its three weights to about 1e-14, and the kernel of these weights",
)
def exact_solutions() -> Figure:
    """Loss, squared outer weight and kernel distance against time."""
    figure, axes = style.panels(1, 3)
    draws = _three_regimes()
    lines, dots = np.geomspace(1e-3, 1e3, 400), np.geomspace(1e-3, 1e3, 25)
    exact = solution(draws, np.concatenate([[0.0], lines]))
    path = integrate_neurons(draws, np.concatenate([[0.0], dots]))
    pairs: list[tuple[Any, Any]] = [
        (exact.excess, loss(draws, path)),
        (exact.a**2, path.a**2),
        (kernel_distance(draws, exact), kernel_distance(draws, path)),
    ]
    for panel, (line, dot) in zip(axes, pairs, strict=True):
        for row, (shade, dash) in enumerate(zip(style.shades(3), style.DASHES, strict=False)):
            panel.semilogx(lines, line[row, 1:], color=shade, **{**style.THEORY, "linestyle": dash})
            panel.semilogx(dots, dot[row, 1:], color=shade, **style.COMPUTED)
        panel.set_xlabel("$t$")
        panel.set_xticks([1e-3, 1e-1, 1e1, 1e3])
    axes[0].set_ylabel(r"loss $|\beta - \beta_*|^2/2$")
    axes[1].set_ylabel("$a^2$")
    axes[1].set_yscale("log")
    axes[2].set_ylabel("kernel distance")
    shades = style.shades(3)
    handles = [
        axes[0].plot([], [], color=shades[k], linestyle=style.DASHES[k], label=label)[0]
        for k, (_, label) in enumerate(CURVES)
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=3)
    style.letter(axes)
    return figure


# -- Function space ------------------------------------------------------------------------------------------------


@plate(
    "slides-function-space",
    title="Function space: a gradient flow preconditioned by M, for one value of delta after another",
    sources=[kunin_slides("A function space perspective")],
    claims=[
        "single-neuron/self-consistent-equation",
        "single-neuron/preconditioner-along-beta",
        "single-neuron/preconditioner-across-beta",
    ],
    theory="flow lines of d beta/dt = -M (beta - beta_*), M = (D + delta)/2 I + (D - delta)/2 beta beta^T/|beta|^2, "
    "white inputs, over contours of the loss, and exact solutions; where one passes through zero (cross) for delta < 0 "
    "it goes on by its weights, which the equation for beta does not know",
    computed="markers: beta = a w of weights integrated to about 1e-14, at times that grow by a constant factor",
)
def function_space() -> Figure:
    """Trajectories of beta in the plane, for three deltas."""
    figure, axes = style.panels(1, 3, sharey=True, height=2.6)
    regimes = ((6.0, "upstream"), (0.0, "balanced"), (-6.0, "downstream"))
    across, along = np.linspace(-1.15, 1.15, 121), np.linspace(-0.6, 1.7, 121)
    B = np.stack(np.meshgrid(across, along), axis=-1)
    goal = np.array([0.0, TARGET])
    size = np.linalg.norm(B, axis=-1)
    for panel, (delta, _) in zip(axes, regimes, strict=True):
        D = np.hypot(delta, 2 * size)
        radial = ((B - goal) * B).sum(-1) / np.maximum(size, 1e-9) ** 2
        velocity = -((D + delta) / 2)[..., None] * (B - goal) - ((D - delta) / 2 * radial)[..., None] * B
        panel.contour(
            across,
            along,
            np.linalg.norm(B - goal, axis=-1),
            levels=np.arange(0.25, 2, 0.25),
            colors="0.85",
            linewidths=0.6,
        )
        panel.streamplot(
            across, along, velocity[..., 0], velocity[..., 1], color=GREY, density=0.7, linewidth=0.6, arrowsize=0.6
        )
        angle = np.deg2rad([20, 75, 160])
        start = 0.35 * np.column_stack([np.sin(angle) * [1, -1, 1], np.cos(angle)])
        start = np.vstack([start, [[-0.95, 1.45]]])
        a, w = start_at(start, delta)
        draws = neurons(np.eye(2), goal, a, w)
        _trajectories(panel, draws, TIMES, lambda path: (path.beta[..., 0], path.beta[..., 1]))
        panel.plot(0, TARGET, marker="*", color="black", markersize=9, zorder=5)
        panel.plot(0, 0, marker="x", color="black", markersize=5)
        panel.set(xlim=(-1.15, 1.15), ylim=(-0.6, 1.7), xlabel=r"$\beta_\perp$", aspect="equal")
    axes[0].set_ylabel(r"$\beta^{\!\top}\!\beta_*/|\beta_*|$")
    _name(axes, regimes)
    return figure


@plate(
    "slides-timescales",
    title="Separation of time scales: the norm is fast on both sides, the direction only upstream",
    sources=[kunin_slides("Separation of timescales")],
    claims=[
        "single-neuron/norm-rate",
        "single-neuron/direction-rate",
        "single-neuron/norm-fast-upstream",
        "single-neuron/direction-slow-downstream",
        "single-neuron/directional-dominated",
    ],
    theory="D = sqrt(delta^2 + 4 |beta|^2), the rate of |beta|, and (D + delta)/(2 |beta|), the rate of its direction, "
    "per unit of gradient",
    computed="markers: central differences of |beta| and of beta/|beta| along integrated flows, steps of 1e-4 of the "
    "time scale, divided by the gradient along and across beta",
)
def timescales() -> Figure:
    """Rates of the norm and of the direction against delta, and against |beta| for delta = 0."""
    figure, axes = style.panels(1, 2, height=2.5)
    first, second = style.shades(3)[:2]
    fine, coarse = np.linspace(-10, 10, 400), np.linspace(-9, 9, 19)
    found = rates(1.0, fine)
    axes[0].plot(fine, found.norm, color=first, **style.THEORY, label=r"norm, $D$")
    second_line = {**style.THEORY, "linestyle": style.DASHES[1]}
    axes[0].plot(fine, found.direction, color=second, **second_line, label=r"direction, $(D+\delta)/2|\beta|$")
    norm, direction = _measured(np.ones_like(coarse), coarse)
    axes[0].plot(coarse, norm, color=first, **style.COMPUTED)
    axes[0].plot(coarse, direction, color=second, **style.COMPUTED)
    axes[0].set(xlabel=r"$\delta$ (at $|\beta| = 1$)", ylabel="rate per unit of gradient", yscale="log")
    axes[0].legend(loc="lower right")
    sizes, few = np.geomspace(1e-3, 10, 200), np.geomspace(2e-3, 5, 12)
    found = rates(sizes, 0.0)
    axes[1].loglog(sizes, found.norm, color=first, **style.THEORY, label="norm")
    axes[1].loglog(sizes, found.direction, color=second, **second_line, label="direction")
    norm, direction = _measured(few, np.zeros_like(few))
    axes[1].loglog(few, norm, color=first, **style.COMPUTED)
    axes[1].loglog(few, direction, color=second, **style.COMPUTED)
    axes[1].set(xlabel=r"$|\beta|$ (at $\delta = 0$)")
    axes[1].legend(loc="lower right")
    style.letter(axes)
    return figure


def _measured(size: NDArray[np.float64], delta: NDArray[np.float64]) -> tuple[Any, Any]:
    """Rates by central differences of integrated flows, at 45 degrees to the target."""
    beta = size[:, None] * np.array([[1.0, 1.0]]) / np.sqrt(2)
    a, w = start_at(beta, delta)
    draws = neurons(np.eye(2), [3.0, 0.0], a, w)
    step = 1e-4 / np.hypot(delta, 2 * np.maximum(size, 1.0))
    path = integrate_neurons(draws, [0.0, 1.0, 2.0], units=step)
    length = np.linalg.norm(path.beta, axis=-1)
    unit = path.beta / length[..., None]
    gradient = path.beta[:, 1] - np.array([3.0, 0.0])
    along = (gradient * unit[:, 1]).sum(axis=1)
    across = np.linalg.norm(gradient - along[:, None] * unit[:, 1], axis=1)
    turned = np.linalg.norm(unit[:, 2] - unit[:, 0], axis=1)
    return -(length[:, 2] - length[:, 0]) / (2 * step * along), turned / (2 * step * across)


# -- Theorem 3.1 ---------------------------------------------------------------------------------------------------


@plate(
    "slides-theorem-3.1",
    title="Theorem 3.1: which of the interpolating solutions is reached",
    sources=[kunin_slides("Theorem 3.1"), kunin_slides("A function space perspective")],
    claims=[
        "single-neuron/mirror-flow",
        "single-neuron/potential-slope",
        "single-neuron/objective-lazy",
        "single-neuron/objective-delayed-rich",
        "single-neuron/start-is-forgotten",
        "single-neuron/start-is-remembered",
    ],
    theory="(a) the line of interpolators of one sample in two inputs; (b) where on it the minimum of Psi_delta - "
    "psi_delta beta_0^T beta/|beta_0| lies, by its closed form; grey: its limit for delta to minus infinity",
    computed="(a) lines: integrated flows; circles: flows integrated until |X^T (X beta - y)| < 1e-12 |X^T y|; "
    "crosses: the minimum of the printed potential, by Newton's method",
)
def theorem() -> Figure:
    """Flows onto a line of interpolators, and where they end, against delta."""
    figure, axes = style.panels(1, 2, height=2.9, width_ratios=[1, 1.25])
    X, y, along = np.array([[1.0, 0.0]]), np.array([1.0]), np.array([0.3, 0.45])
    deltas = np.array([20.0, 1.0, 0.0, -1.0, -20.0])
    a, w = start_at(np.repeat(along[None], len(deltas), axis=0), deltas)
    draws = neurons(X, y, a, w)
    path = integrate_neurons(draws, np.concatenate([[0.0], np.geomspace(0.03, 60, 400)]), units=_unit(draws))
    end, _ = settle(draws)
    axes[0].axvline(1.0, color="black", linewidth=1.3)
    axes[0].text(1.03, 0.03, r"$X\beta = y$", fontsize=8, rotation=90, va="bottom")
    names = [r"$\delta = 20$", "1", "0", r"$-1$", r"$-20$"]
    for row, (colour, name) in enumerate(zip(style.shades(len(deltas)), names, strict=True)):
        axes[0].plot(*path.beta[row].T, color=colour, linewidth=1.0, linestyle=style.DASHES[row])
        axes[0].plot(*end.beta[row], color=colour, **style.COMPUTED)
        axes[0].annotate(name, end.beta[row], xytext=(5, 0), textcoords="offset points", fontsize=7.5, va="center")
    axes[0].plot(*along, marker="s", color="black", markersize=4)
    axes[0].annotate(r"$\beta_0$", along, xytext=(-9, 4), textcoords="offset points")
    axes[0].plot(0, 0, marker="x", color="black", markersize=5)
    axes[0].set(xlim=(-0.05, 1.3), ylim=(-0.05, 1.65), xlabel=r"$\beta_1$", ylabel=r"$\beta_2$")
    _ends(axes[1], X, y, along)
    style.letter(axes)
    return figure


def _unit(draws: Neurons) -> NDArray[np.float64]:
    return np.asarray(1 / np.hypot(draws.delta, 2.0))


def _ends(panel: Axes, X: NDArray[np.float64], y: NDArray[np.float64], direction: NDArray[np.float64]) -> None:
    fine = np.concatenate([-np.geomspace(100, 1e-3, 300), [0.0], np.geomspace(1e-3, 100, 300)])
    coarse = np.concatenate([-np.geomspace(30, 0.05, 8), [0.0], np.geomspace(0.05, 30, 8)])
    unit = direction / np.linalg.norm(direction)
    for size, colour, dash in zip((0.54, 0.1, 0.001), style.shades(3), style.DASHES, strict=False):
        start = size * unit

        def at(deltas: NDArray[np.float64], start: NDArray[np.float64] = start) -> Neurons:
            return neurons(X, y, *start_at(np.repeat(start[None], len(deltas), axis=0), deltas))

        line = {**style.THEORY, "linestyle": dash}
        panel.plot(fine, interpolator(at(fine))[:, 1], color=colour, **line, label=rf"$|\beta_0| = {size:g}$")
        panel.plot(coarse, settle(at(coarse))[0].beta[:, 1], color=colour, **style.COMPUTED)
        draws = at(coarse[::2])
        lowest = minimiser(draws.X, draws.y, draws.delta, draws.beta).beta
        panel.plot(coarse[::2], lowest[:, 1], color=colour, linestyle="none", marker="+", markersize=6)
    panel.axhline(unit[1] / unit[0], color=GREY, linewidth=0.8, zorder=0)
    panel.set_xscale("symlog", linthresh=0.1, linscale=0.6)
    panel.set(xlabel=r"$\delta$", ylabel=r"$\beta_2(\infty)$", xticks=[-100, -1, 0, 1, 100])
    panel.text(100, unit[1] / unit[0] - 0.02, r"direction of $\beta_0$ kept", fontsize=7.5, ha="right", va="top")
    panel.legend(loc="lower left")
