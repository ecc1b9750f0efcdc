"""Figures of thesis chapter 3: linear against layerwise dynamics, and training in stages."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.special import expit

from layerproof.derivations import feedback
from layerproof.language.sources import position_paper, thesis
from layerproof.numerics.flows import integrate_flow
from layerproof.numerics.formulas import Array
from layerproof.numerics.scaling.data import PowerLaw

from . import style
from .plates import plate

VARIANCES = np.array([1.0, 0.5, 0.25, 0.125])
START = 1e-3

FREQUENCIES = PowerLaw(0.6, 5).probability(np.arange(1, 6))
TARGET = 5.0
SMALL = 5e-8
EPSILON = 0.05
SPAN = {"arrowstyle": "<->", "lw": 0.7, "shrinkA": 0, "shrinkB": 0}


def sigmoid(time: Array, variance: float, target: float, start: float) -> Array:
    """(3.9): the strength of a mode of equal layers, in units of its target."""
    return np.asarray(expit(2 * target * variance * time - math.log(target / start - 1)))


def layered(variances: Array, times: Array, target: float, start: float) -> Array:
    """The same by integrating the diagonal network; shape (times, modes)."""
    count = len(variances)
    layer = np.full((1, count), math.sqrt(start))
    found = integrate_flow(
        feedback.all_modes,
        {feedback.a: layer, feedback.b: layer},
        {feedback.S: np.full((1, count), target), feedback.m: variances[None, :]},
        times,
        sizes={feedback.d: count},
    )
    columns = {str(v): k for k, v in enumerate(found.variables)}
    pairs = [(columns[f"a[{i}]"], columns[f"b[{i}]"]) for i in range(1, count + 1)]
    return np.stack([found.states[0, :, x] * found.states[0, :, y] for x, y in pairs], axis=1) / target


def linear(variances: Array, times: Array) -> Array:
    """Modes of the linear model from zero, with S_i = 1, by integration; shape (times, modes)."""
    count = len(variances)
    found = integrate_flow(
        feedback.linear_model,
        {feedback.theta: np.zeros((1, count))},
        {feedback.S: np.ones((1, count)), feedback.m: variances[None, :]},
        times,
        sizes={feedback.d: count},
    )
    columns = {str(v): k for k, v in enumerate(found.variables)}
    return np.asarray(found.states[0][:, [columns[f"theta[{i}]"] for i in range(1, count + 1)]])


@plate(
    "thesis-3.3",
    title="Modes of a linear model move at once, those of a diagonal network wait",
    sources=[thesis("Figure 3.3"), position_paper("Figure 3")],
    claims=["feedback/exponential", "feedback/sigmoid", "feedback/linear-model-flow", "feedback/flow"],
    theory="lines: (a) theta_i/S_i by (3.10), the paper's (10); (b) a_i b_i/S_i by (3.9), the paper's (9). S_i = 1, "
    "E[x_i^2] = 1, 1/2, 1/4, 1/8, a_i(0) b_i(0) = 0.001",
    computed="both gradient flows, derived from their losses and integrated to 1e-14",
)
def two_dynamics() -> Figure:
    """The strengths of four modes in time, in both models."""
    figure, axes = style.panels(1, 2, height=2.4)
    colours = style.shades(len(VARIANCES))
    horizons = (20.0, 42.0)
    for panel, horizon in zip(axes, horizons, strict=True):
        fine, coarse = np.linspace(0, horizon, 400), np.linspace(0, horizon, 29)
        dots = linear(VARIANCES, coarse) if panel is axes[0] else layered(VARIANCES, coarse, 1.0, START)
        for i, variance in enumerate(VARIANCES):
            line = -np.expm1(-variance * fine) if panel is axes[0] else sigmoid(fine, variance, 1.0, START)
            panel.plot(fine, line, color=colours[i], **style.THEORY, label=f"$1/{round(1 / variance)}$" if i else "$1$")
            panel.plot(coarse, dots[:, i], color=colours[i], **style.COMPUTED)
        panel.set(xlabel="$t$", xlim=(0, horizon), ylim=(-0.03, 1.05))
    axes[0].set_ylabel(r"$\theta_i/S_i$")
    axes[1].set_ylabel("$a_ib_i/S_i$")
    axes[0].legend(loc="lower right", title=r"$\mathbf{E}[x_i^2]$", title_fontsize=8)
    style.letter(axes)
    return figure


def emergent_time(variance: Array) -> Array:
    """(3.12), left."""
    return np.asarray((math.log(TARGET / SMALL - 1) - math.log(1 / EPSILON - 1)) / (2 * variance * TARGET))


def saturation_time(variance: Array) -> Array:
    """(3.12), right."""
    return np.asarray(math.log(1 / EPSILON - 1) / (variance * TARGET))


@plate(
    "thesis-3.4",
    title="Training in stages",
    sources=[thesis("Figure 3.4")],
    claims=[
        "feedback/emergent-time",
        "feedback/saturation-time",
        "feedback/stage-like",
        "feedback/stage-like-inequality",
        "feedback/loss-drop",
    ],
    theory="(a) lines: (3.9) for modes with E[x_i^2] = P_s(i), alpha = 0.6 and five skills, S = 5, a_i(0) b_i(0) = "
    "5e-8; bars: from the emergent time to the saturation time after it, (3.12) with epsilon = 0.05; they do not "
    "overlap, since epsilon is above the repaired threshold (3.13) for every pair; (b) line: the sum of E[x_i^2] (S - "
    "a_i b_i)^2/2, dashed the plateaus sum over j > i of E[x_j^2] S^2/2",
    computed="the gradient flow of the diagonal network, integrated to 1e-14; its loss",
)
def stages() -> Figure:
    """Mode strengths with their times marked, and the loss with its plateaus."""
    figure, axes = style.panels(1, 2, height=2.6)
    colours = style.shades(len(FREQUENCIES))
    first, last = emergent_time(FREQUENCIES), emergent_time(FREQUENCIES) + saturation_time(FREQUENCIES)
    horizon = float(last[-1]) * 1.04
    fine, coarse = np.linspace(0, horizon, 900), np.linspace(0, horizon, 53)
    dots = layered(FREQUENCIES, coarse, TARGET, SMALL)
    lines = np.stack([sigmoid(fine, m, TARGET, SMALL) for m in FREQUENCIES], axis=1)
    _strengths(axes[0], fine, lines, coarse, dots, first, last, colours)
    loss = [(FREQUENCIES * (1 - strength) ** 2).sum(axis=1) * TARGET**2 / 2 for strength in (lines, dots)]
    left = np.cumsum(FREQUENCIES[::-1])[::-1] * TARGET**2 / 2
    for i, height in enumerate(left):
        start = 0.0 if i == 0 else first[i - 1]
        axes[1].plot([start, last[i]], [height, height], color="0.55", lw=0.9, ls=style.DASHES[1])
    axes[1].plot(fine, loss[0], color="black", **style.THEORY)
    axes[1].plot(coarse, loss[1], color="black", **style.COMPUTED)
    axes[1].annotate("", (last[0] + 1.2, left[0]), (last[0] + 1.2, left[1]), arrowprops=SPAN)
    axes[1].text(last[0] + 2.0, (left[0] + left[1]) / 2, r"$\mathbf{E}[x_1^2]\,S^2/2$", va="center", fontsize=8)
    axes[1].set(xlabel="$t$", ylabel=r"$\mathcal{L}$", xlim=(0, horizon), ylim=(-0.3, left[0] * 1.06))
    style.letter(axes)
    return figure


def _strengths(
    axes: Axes, fine: Array, lines: Array, coarse: Array, dots: Array, first: Array, last: Array, colours: list[Any]
) -> None:
    for i, colour in enumerate(colours):
        axes.plot(fine, lines[:, i], color=colour, **style.THEORY)
        axes.plot(coarse, dots[:, i], color=colour, **style.COMPUTED)
        axes.plot([first[i], last[i]], [1.09, 1.09], color=colour, lw=3.2, solid_capstyle="butt")
        axes.vlines([first[i], last[i]], 0, 1.09, color=colour, lw=0.6, ls=(0, (1, 2)))
        axes.text((first[i] + last[i]) / 2, 1.12, f"${i + 1}$", color=colour, ha="center", va="bottom", fontsize=8)
    low = -0.12
    axes.annotate("", (0, low), (first[1], low), arrowprops=SPAN)
    axes.text(first[1] / 2, low - 0.02, r"$\tau_2^{(e)}$", ha="center", va="top", fontsize=8)
    axes.annotate("", (first[2], low), (last[2], low), arrowprops=SPAN)
    axes.text((first[2] + last[2]) / 2, low - 0.02, r"$\tau_3^{(s)}$", ha="center", va="top", fontsize=8)
    axes.set(xlabel="$t$", ylabel="$a_ib_i/S$", xlim=(0, float(fine[-1])), ylim=(-0.33, 1.25))
    axes.set_yticks([EPSILON, 0.5, 1 - EPSILON], [r"$\epsilon$", "0.5", r"$1-\epsilon$"])
