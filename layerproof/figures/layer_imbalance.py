"""Figures 6 and 10 of the position paper: how far the tangent kernel turns, over the scales of the initialisation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from layerproof.language.sources import position_paper
from layerproof.numerics.flows.balanced_solutions import function_and_layers
from layerproof.numerics.flows.initialisations import funnel, lambda_balanced
from layerproof.numerics.flows.kernel_distance import distance, distance_along, factors_of
from layerproof.numerics.flows.matrix_flows import integrate_layers, product
from layerproof.numerics.flows.regime_maps import RegimeMap, balanced_distance, balanced_map, ratio_map, wide_distance

from . import style
from .plates import plate

Array = NDArray[np.float64]
WIDE, NARROW = 8, 2
"""Widths of the funnel networks."""


def _target(rows: int, columns: int, seed: int, lowest: float = 0.5, highest: float = 1.5) -> Array:
    """A random target whose singular values are spread evenly about one."""
    random, rank = np.random.default_rng(seed), min(rows, columns)
    left = np.linalg.qr(random.normal(size=(rows, rank)))[0]
    right = np.linalg.qr(random.normal(size=(columns, rank)))[0]
    return np.asarray((left * np.linspace(highest, lowest, rank)) @ right.T)


@plate(
    "position-paper-6",
    title="Lazy and rich over the scales of the initialisation",
    sources=[position_paper("Figure 6", None)],
    claims=[
        "layer-imbalance/kernel-distance-square",
        "layer-imbalance/rich-at-any-scale",
        "layer-imbalance/relative-scale",
        "layer-imbalance/absolute-scale",
        "general-solutions/ratio-decides",
    ],
    theory="the lines, at the levels named; (a) the start, the target and lambda fix the kernel at both ends; (b) wide "
    "symmetrised layers, in which every mode of the target is the scalar network of (6.10) to (6.14): Sigma_0/rho is "
    "the same along a line",
    computed="the shades, and markers at the same levels: the kernel distance at the end of training by gradient flow; "
    "(a) lambda-balanced layers, widths (5, 5, 5), mean of 2 draws; (b) symmetrised Gaussian layers with p sigma_1 "
    "sigma_2 = 1, widths (4, 128, 4), one draw, whose spread shifts the markers. White inputs, target of singular "
    "values from 1/2 to 3/2, until the loss has fallen by 1e-12. The paper's sizes, ranges and length of training "
    "were lost with its formulas",
    seeds=(0, 1),
)
def scales() -> Figure:
    """The two heat maps of kernel distance."""
    figure, axes = style.panels(1, 2, height=2.75)
    levels: Normalize = Normalize(-6.0, 0.0)
    goal, fine = _target(5, 5, 1), np.linspace(-10.0, 10.0, 161)
    ends: dict[str, Any] = {"loss": 1e-12, "tolerance": 1e-10}
    balanced = balanced_map((5, 5, 5), np.linspace(-10, 10, 31), np.geomspace(0.1, 20, 21), goal, 2, **ends)
    columns = np.geomspace(0.1, 20, 61)
    starts = product(lambda_balanced((5, 5, 5), 0.0, 1.0, 2))[:, None, None] * columns[:, None, None]
    _heat(axes[0], balanced, levels)
    _contours(
        axes[0],
        balanced,
        columns,
        fine,
        balanced_distance(starts, goal, fine[:, None], 5).mean(axis=0),
        lambda x, y: abs(np.log(x / 0.16)) + (y < 0),
    )
    axes[0].set_yticks([-10, -5, 0, 5, 10])
    axes[0].set_ylabel(r"relative scale $\lambda$")
    axes[0].set_xlabel(r"absolute scale $\|W_2 W_1\|_F$")
    goal = _target(4, 4, 1)
    rows, columns = np.geomspace(0.1, 10, 61), np.geomspace(0.1, 10, 61)
    coarse = np.geomspace(0.1, 10, 15)
    gaussian = ratio_map((4, 128, 4), coarse, coarse, goal, 1, **ends)
    shades = _heat(axes[1], gaussian, levels)
    axes[1].set_yscale("log")
    goal = goal / np.sqrt((np.linalg.svd(goal, compute_uv=False) ** 2).mean())
    spread = wide_distance(rows[:, None], 1 / rows[:, None], goal / columns[:, None, None])
    _contours(axes[1], gaussian, columns, rows, spread, lambda x, y: abs(np.log(y / 0.13)))
    axes[1].set_ylabel(r"layer imbalance $\sigma_2/\sigma_1$")
    axes[1].set_xlabel(r"weight-to-target ratio $p\,\sigma_1\sigma_2/\rho$")
    figure.colorbar(shades, ax=axes, label=r"$\log_{10}$ kernel distance", extend="min", pad=0.02)
    style.letter(axes)
    return figure


def _heat(panel: Axes, found: RegimeMap, levels: Normalize) -> Any:
    """Shades for what was computed."""
    computed = np.log10(found.distance.mean(axis=2))
    shades = panel.pcolormesh(found.columns, found.rows, computed, cmap=style.MAP, norm=levels, shading="nearest")
    shades.set_rasterized(True)
    panel.set_xscale("log")
    for side in ("top", "right"):
        panel.spines[side].set_visible(True)
    return shades


def _contours(
    panel: Axes, found: RegimeMap, columns: Array, rows: Array, theory: Array, offset: Callable[[float, float], float]
) -> None:
    """Lines where the theory, and markers where what was computed, has a round logarithm.

    A line is named where `offset` is least.
    """
    grid = contour_generator(np.log(found.columns), found.rows, np.log10(found.distance.mean(axis=2)))
    for level in (-5.0, -4.0, -3.0, -2.0, -1.0):
        ink = "1.0" if level < -3.2 else "0.0"  # light on the dark half of the map, dark on the light half
        line = panel.contour(
            columns, rows, np.log10(theory), levels=[level], colors=ink, linewidths=0.9, linestyles="-"
        )
        vertices = np.concatenate([np.zeros((0, 2)), *(np.asarray(piece.vertices) for piece in line.get_paths())])
        if len(vertices):
            place = vertices[np.argmin([offset(*at) for at in vertices])]
            panel.annotate(
                rf"${level:.0f}$", place, (-1, 2), textcoords="offset points", fontsize=7, color=ink, ha="right"
            )
        for piece in map(np.asarray, grid.lines(level)):
            vertices = piece[1:-1:3]
            panel.plot(np.exp(vertices[:, 0]), vertices[:, 1], **{**style.COMPUTED, "color": ink, "markersize": 2.6})


@plate(
    "position-paper-10",
    title="Funnel and anti-funnel networks turn lazy on one side only",
    sources=[position_paper("Figure 10", None)],
    claims=[
        "layer-imbalance/funnel-upstream",
        "layer-imbalance/funnel-downstream",
        "layer-imbalance/funnel-downstream-printed",
        "layer-imbalance/anti-funnel-downstream",
        "layer-imbalance/funnel-must-turn-its-first-layer",
    ],
    theory="(a), (b) the start, the target and lambda fix the kernel at both ends; (c), (d) the exact solution of "
    "lambda-balanced layers, a matrix Riccati equation. lambda > 0 is upstream: the later layer is heavier. The "
    "paper's text exchanges the words downstream and upstream (layer-imbalance/funnel-downstream-printed)",
    computed=f"gradient flow from random lambda-balanced layers, widths ({WIDE}, {NARROW}, {NARROW}) and ({NARROW}, "
    f"{NARROW}, {WIDE}), white inputs, target of singular values 3/2 and 1/2; (a), (b) mean of 5 draws, until the "
    "loss has fallen by 1e-14; (c), (d) one funnel, its function of norm 0.1. The paper's sizes were lost",
    seeds=(0, 1),
)
def funnels() -> Figure:
    """Kernel distance over lambda for both shapes; loss and kernel distance over time for the funnel."""
    figure, axes = style.panels(2, 2, height=4.4)
    grid = np.linspace(-6.0, 6.0, 241)
    for panel, widths, words in (
        (axes[0, 0], (WIDE, NARROW, NARROW), "funnel"),
        (axes[0, 1], (NARROW, NARROW, WIDE), "anti-funnel"),
    ):
        goal = _target(widths[2], widths[0], 1)
        for scale, colour, dash, marker in zip((0.1, 2.0), style.shades(3), style.DASHES, "os", strict=False):
            shown = balanced_map(widths, grid[::20], [scale], goal, 5, loss=1e-14, tolerance=1e-12)
            starts = product(lambda_balanced(widths, 0.0, scale, 5))
            line = balanced_distance(starts[:, None], goal, grid, NARROW).mean(axis=0)
            panel.plot(grid, line, color=colour, linestyle=dash, linewidth=style.THEORY["linewidth"],
                       label=rf"$\|W_2W_1\|_F={scale:g}$")  # fmt: skip
            panel.plot(
                shown.rows, shown.distance.mean(axis=(1, 2)), **{**style.COMPUTED, "color": colour, "marker": marker}
            )
        panel.set_xlabel(r"$\lambda$")
        panel.set_ylabel("kernel distance")
        panel.set_ylim(-0.015, None)
        panel.text(0.03, 0.06, "downstream", transform=panel.transAxes, fontsize=7.5)
        panel.text(0.97, 0.06, "upstream", transform=panel.transAxes, fontsize=7.5, ha="right")
        panel.set_title(words, fontsize=8)
    axes[0, 0].legend(loc="upper right")
    _over_time(axes[1, 0], axes[1, 1])
    style.letter(axes)
    return figure


def _over_time(loss: Axes, turned: Axes) -> None:
    """One funnel at three imbalances: first the light layer learns, and much later the heavy one turns."""
    goal, times = _target(NARROW, WIDE, 1), np.concatenate([[0.0], np.geomspace(0.01, 300.0, 140)])
    shown = np.arange(5, 141, 9)
    for imbalance, colour, dash, marker in zip((-6.0, 0.0, 6.0), style.shades(3), style.DASHES, "os^", strict=False):
        layers = funnel(WIDE, NARROW, imbalance, 0.1, 1)
        found = integrate_layers(layers, goal, times[np.r_[0, shown]])
        exact = function_and_layers(times, layers[0], layers[1], goal, imbalance)
        error = 0.5 * ((exact.function[0] - goal) ** 2).sum(axis=(1, 2))
        path = factors_of(exact)
        angle = distance([(p[:, :1], q[:, :1]) for p, q in path], path)[0]
        line: dict[str, Any] = {"color": colour, "linestyle": dash, "linewidth": style.THEORY["linewidth"]}
        dots: dict[str, Any] = {**style.COMPUTED, "color": colour, "marker": marker}
        loss.plot(times[1:], error[1:], label=rf"$\lambda={imbalance:g}$", **line)
        loss.plot(times[shown], found.loss()[0, 1:], **dots)
        turned.plot(times[1:], angle[1:], **line)
        turned.plot(times[shown], distance_along(found)[0, 1:], **dots)
    for panel in (loss, turned):
        panel.set_title("funnel", fontsize=8)
        panel.set_xscale("log")
        panel.set_xlabel(r"time $t$ (learning rate one)")
    loss.set_yscale("log")
    loss.set_ylim(1e-6, 5.0)
    loss.set_ylabel("loss")
    loss.legend(loc="lower left")
    turned.set_ylabel("kernel distance")
    turned.set_ylim(-0.015, None)
