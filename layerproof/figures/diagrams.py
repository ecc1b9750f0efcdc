"""Diagrams of the sources, in which what is a sketch there is computed."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from layerproof.language.sources import thesis
from layerproof.numerics.formulas import Array

from . import style
from .feedback import START, VARIANCES, layered, linear
from .lazy_rich import Modes
from .plates import plate

WHEN = 10.0
WIDEST, THINNEST = 3.2, 0.35


@plate(
    "thesis-3.2",
    title="Layerwise linear models, and a linear model, while they learn",
    sources=[thesis("Figure 3.2"), thesis("3.3"), thesis("3.4"), thesis("3.5")],
    claims=["feedback/flow", "feedback/linear-model-flow", "feedback/sigmoid", "linear-networks/first-layer-velocity"],
    theory="(a) the diagonal network (3.3), every input with a neuron of its own; (b) the linear network (3.4), every "
    "neuron joined with all of the next layer; (c) the linear model (3.5), without a hidden layer",
    computed="lines in (a) and (c) are as wide as the weights at t = 10 of the gradient flows of thesis-3.3, S_i = 1 "
    "and E[x_i^2] = 1, 1/2, 1/4, 1/8, integrated from small starts: the diagonal network has learned two of four modes "
    "and hardly begun with the others, the linear model has learned most of each; those in (b) are of one width",
)
def models() -> Figure:
    """Three networks, with weights as wide as they are large."""
    figure, axes = style.panels(1, 3, height=2.2)
    weights = np.sqrt(np.abs(layered(VARIANCES, np.array([0.0, WHEN]), 1.0, START)[-1]))
    inputs, outputs = _column(4), np.array([0.5])
    for i, weight in enumerate(weights):
        _join(axes[0], (0, inputs[i]), (1, inputs[i]), weight)
        _join(axes[0], (1, inputs[i]), (2, outputs[0]), weight)
        axes[0].text(0.5, inputs[i] + 0.035, f"$a_{i + 1}$", ha="center", fontsize=8)
    hidden, two = _column(3), _column(2)
    for lower, upper, left in ((inputs, hidden, 0), (hidden, two, 1)):
        for y in lower:
            for z in upper:
                _join(axes[1], (left, y), (left + 1, z), 0.25)
    for i, weight in enumerate(linear(VARIANCES, np.array([0.0, WHEN]))[-1]):
        _join(axes[2], (0, inputs[i]), (2, outputs[0]), weight)
    columns_of: list[list[Array]] = [[inputs, inputs, outputs], [inputs, hidden, two], [inputs, inputs[:0], outputs]]
    for panel, columns in zip(axes, columns_of, strict=True):
        for place, column in enumerate(columns):
            panel.plot([place] * len(column), column, "o", ms=9, mfc="white", mec="black", mew=0.9, zorder=3)
        for i, y in enumerate(inputs):
            panel.text(-0.14, y, f"$x_{i + 1}$", ha="right", va="center")
        panel.set(xlim=(-0.5, 2.5), ylim=(-0.02, 1.02))
        panel.axis("off")
    axes[0].text(1.5, 0.93, "$b_i$", ha="center", fontsize=8)
    axes[1].text(0.5, 0.88, "$W_1$", ha="center")
    axes[1].text(1.5, 0.78, "$W_2$", ha="center")
    axes[2].text(1.0, 0.86, r"$\theta_i$", ha="center")
    style.letter(axes)
    return figure


def _column(count: int) -> Array:
    """Heights of so many neurons, from the first, at the top."""
    return np.asarray(0.5 + 0.26 * (np.arange(count)[::-1] - (count - 1) / 2))


def _join(panel: Axes, start: tuple[float, float], end: tuple[float, float], weight: float) -> None:
    width = THINNEST + (WIDEST - THINNEST) * min(1.0, abs(weight))
    panel.plot(*zip(start, end, strict=True), color="#3b3b8f", lw=width, solid_capstyle="butt", zorder=1)


@plate(
    "thesis-6.1",
    title="Lazy and rich say how far from linear dynamics, minimum and extended features how far from the greedy end",
    sources=[thesis("Figure 6.1"), thesis("6.13"), thesis("6.14")],
    claims=[
        "lazy-rich/hyperbola",
        "lazy-rich/general-solution",
        "lazy-rich/gamma-limit",
        "layer-imbalance/scalar-kernel",
    ],
    theory="lines, for the scalar network with theta(0) = 0 and S = Z = 1: solid, the tangent kernel at the start over "
    "that at the end, Sigma_0/sqrt(Sigma_0^2 + S^2), which is one where training is lazy; dashed, 1/gamma_+^2 by "
    "(6.14), what is left at the end of anti-aligned modes in units of the aligned ones, which is zero at the greedy, "
    "minimum-feature end. That the two classifications go together is the thesis's picture, which it calls intuitive",
    computed="circles: both from the integrated gradient flow of five aligned and five anti-aligned modes",
)
def regimes() -> Figure:
    """Two measures of feature learning over the size of the start."""
    figure, panel = style.panels(1, 1, height=2.7)
    fine, coarse = np.logspace(-2, 2, 200), np.logspace(-2, 2, 17)
    panel.plot(fine, fine / np.sqrt(fine**2 + 1), color="#3b3b8f", **style.THEORY)
    gamma = (1 + np.sqrt(fine**2 + 1)) / fine
    panel.plot(fine, gamma**-2, color="#b35806", **{**style.THEORY, "linestyle": style.DASHES[1]})
    dots = np.array([_ends(weight) for weight in coarse])
    panel.plot(coarse, dots[:, 0], color="#3b3b8f", **style.COMPUTED)
    panel.plot(coarse, dots[:, 1], color="#b35806", **style.COMPUTED)
    panel.set(xscale="log", xlim=(0.008, 125), ylim=(-0.04, 1.3), xlabel=r"$\Sigma_0/S$")
    panel.set_yticks([0, 0.5, 1])
    panel.text(
        0.16, 0.3, "kernel at the start\nover that at the end", color="#3b3b8f", ha="right", va="center", fontsize=8
    )
    panel.text(3.6, 0.42, "anti-aligned over\naligned modes at the end", color="#b35806", va="center", fontsize=8)
    for x, words, side in ((0.01, "rich\nminimum features", "left"), (100, "lazy\nextended features", "right")):
        panel.text(x, 1.3, words, ha=side, va="top", fontsize=9)
    panel.annotate("", (25, 1.2), (0.12, 1.2), arrowprops={"arrowstyle": "<->", "lw": 0.8, "color": "0.35"})
    return figure


def _ends(weight: float) -> tuple[float, float]:
    """What the integrated flow ends with: the two measures of the figure."""
    layer = np.full(10, math.sqrt(weight / 10))
    modes = Modes(layer, np.r_[layer[:5], -layer[5:]], 1.0, 1.0)
    first, second = modes.integrated(np.array([0.0, 40 * modes.Z / modes.root]))
    kernel = (first**2 + second**2).sum(axis=1)
    strengths = np.abs(first * second)[-1]
    return float(kernel[0] / kernel[-1]), float(strengths[5:].sum() / strengths[:5].sum())


CLASSES, SAMPLES, DIMENSIONS, DECAY = 3, 12, 3, 0.1
CLEAR = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}


@plate(
    "thesis-2.5",
    title="Features collapse onto their class means, which form a simplex",
    sources=[thesis("Figure 2.5"), thesis("2.11")],
    claims=[
        "neural-collapse/simplex-from-any-frame",
        "neural-collapse/nc2",
        "unconstrained-features/critical-points-are-balanced",
        "unconstrained-features/features-collapse-where-outputs-do",
    ],
    theory="arrows, on the plane orthogonal to the global mean: three orthogonal class means of the squared length "
    "(sqrt(m) - gamma)/m, projected; the angles between them are 120 degrees, and one plane holds all of them (dashed)",
    computed="12 features of each of three classes in three dimensions, and a last layer, all free: the gradient flow "
    "of |W H - Y|^2/2 + gamma (|W|^2 + |H|^2)/2 with gamma = 0.1 from a random start, integrated to 1e-9; thin lines "
    "are ways of features, circles their ends. The plane is that of the end",
    seeds=(7,),
)
def collapse() -> Figure:
    """Twelve features of each of three classes, from the start to the end."""
    from scipy.integrate import solve_ivp

    targets = np.repeat(np.eye(CLASSES), SAMPLES, axis=1)
    sizes = (CLASSES, DIMENSIONS), (DIMENSIONS, CLASSES * SAMPLES)
    split = CLASSES * DIMENSIONS

    def velocity(_: float, state: Array) -> Array:
        layer, features = state[:split].reshape(sizes[0]), state[split:].reshape(sizes[1])
        error = layer @ features - targets
        rates = (error @ features.T + DECAY * layer).ravel(), (layer.T @ error + DECAY * features).ravel()
        return np.asarray(-np.concatenate(rates))

    start = 0.25 * np.random.default_rng(7).standard_normal(split + DIMENSIONS * CLASSES * SAMPLES)
    times = np.r_[0, np.geomspace(1e-2, 400, 160)]
    found = solve_ivp(velocity, (0, times[-1]), start, t_eval=times, rtol=1e-9, atol=1e-11).y[split:]
    ways = found.T.reshape(len(times), DIMENSIONS, CLASSES, SAMPLES)
    means = ways[-1].mean(axis=2)
    centred = means - means.mean(axis=1, keepdims=True)
    first = centred[:, 0] / np.linalg.norm(centred[:, 0])
    second = centred[:, 1] - first * (first @ centred[:, 1])
    plane = np.stack([-second / np.linalg.norm(second), first])  # the first class points up
    seen = np.einsum("pd,tdks->tpks", plane, ways)
    figure, panel = style.panels(1, 1, height=3.0)
    length = math.sqrt((math.sqrt(SAMPLES) - DECAY) / SAMPLES * (1 - 1 / CLASSES))
    corners = length * np.array([[0, 1], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]])
    panel.plot(*np.r_[corners, corners[:1]].T, color="0.6", lw=0.8, ls=style.DASHES[1], zorder=1)
    for k, (colour, corner) in enumerate(zip(("#3b3b8f", "#b35806", "#1b7837"), corners, strict=True)):
        for sample in range(SAMPLES):
            panel.plot(*seen[:, :, k, sample].T, color=colour, lw=0.5, alpha=0.6, zorder=2)
        panel.plot(*seen[-1, :, k], color=colour, **style.COMPUTED)
        panel.annotate("", corner, (0, 0), arrowprops={"arrowstyle": "->", "lw": 1.3, "color": colour, "shrinkB": 0})
        panel.text(*(1.5 * corner), f"class {k + 1}", color=colour, ha="center", va="center", fontsize=8, bbox=CLEAR)
    panel.set_aspect("equal")
    panel.axis("off")
    return figure
