"""Trained networks of which theory says everything: training in stages, the clock, three neurons."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from layerproof.language.sources import position_paper, thesis
from layerproof.numerics.formulas import Array
from layerproof.numerics.neurons import parity_network

from . import records, style
from .feedback import layered, sigmoid
from .lazy_rich import Modes
from .plates import plate
from .scaling_laws import decimals

AS_PRINTED = {**style.PRINTED, "linewidth": 1.2}
FLOWS = 32


def kinds(axes: Axes, *labels: str, **options: Any) -> None:
    """A legend of what is theory, computed, trained and, if labelled, as printed; an empty label is left out."""
    looks: list[dict[str, Any]] = [dict(look) for look in (style.THEORY, style.COMPUTED, style.TRAINED, AS_PRINTED)]
    handles = [
        axes.plot([], [], **{"color": "0.15", **look}, label=label)[0]
        for look, label in zip(looks, labels, strict=False)
        if label
    ]
    axes.legend(handles=handles, **{"handlelength": 1.4, "borderpad": 0.1, "labelspacing": 0.25, **options})


@plate(
    "thesis-3.4-trained",
    title="Training in stages, of trained diagonal networks",
    sources=[thesis("Figure 3.4")],
    claims=["feedback/emergent-time", "feedback/saturation-time", "feedback/stage-like", "feedback/loss-drop"],
    theory="(a) lines: (3.9) for modes with E[x_i^2] = A i^-(alpha+1); bars: from the emergent time to the saturation "
    "time after it, (3.12); where the start is no smaller than here they overlap; (b) line: the sum of E[x_i^2] (S - "
    "a_i b_i)^2/2",
    computed="the gradient flow of the diagonal network from the mean start, integrated to 1e-14; its loss",
    trained="diagonal networks by gradient descent on inputs whose second moments are the E[x_i^2], from starts up to "
    "2% apart; diamonds: the mean over the seeds, bands: one standard deviation, narrower than the line",
    experiments=["feedback/stages"],
)
def stages() -> Figure:
    """Mode strengths and the loss of trained diagonal networks."""
    record = records.need("feedback/stages", ["times", "strengths"])
    config, times, strengths = record.config, record.curves["times"], record.curves["strengths"]
    modes, target, start, level = (config[name] for name in ("modes", "target", "start", "level"))
    frequencies = np.arange(1.0, modes + 1) ** -(config["alpha"] + 1)
    frequencies /= frequencies.sum()
    odds = math.log(target / start - 1)
    first = (odds - math.log(1 / level - 1)) / (2 * frequencies * target)
    last = first + math.log(1 / level - 1) / (frequencies * target)
    fine, coarse = np.linspace(0, times[-1], 700), np.linspace(0, times[-1], 33)
    lines = np.stack([sigmoid(fine, m, target, start) for m in frequencies], axis=1)
    dots = layered(frequencies, coarse, target, start)
    figure, axes = style.panels(1, 2, height=2.6)
    colours = style.shades(modes)
    every = max(1, len(times) // 24)
    for i, colour in enumerate(colours):
        axes[0].plot(fine, lines[:, i], color=colour, **style.THEORY)
        axes[0].plot(coarse, dots[:, i], color=colour, **style.COMPUTED)
        style.trained(axes[0], times, strengths[:, :, i], colour, every)
        height = 1.09 + 0.065 * i
        axes[0].plot([first[i], last[i]], [height] * 2, color=colour, lw=2.2, solid_capstyle="butt")
        axes[0].text(last[i], height, f" ${i + 1}$", color=colour, ha="left", va="center", fontsize=7.5)
    axes[0].set(xlabel="$t$", ylabel="$a_ib_i/S$", xlim=(0, times[-1] * 1.04), ylim=(-0.04, 1.11 + 0.065 * modes))
    axes[0].set_yticks([level, 0.5, 1 - level], [r"$\epsilon$", "0.5", r"$1-\epsilon$"])

    def loss(strength: Array) -> Array:
        return np.asarray(((1 - strength) ** 2 @ frequencies) * target**2 / 2)

    axes[1].plot(fine, loss(lines), color="black", **style.THEORY)
    axes[1].plot(coarse, loss(dots), color="black", **style.COMPUTED)
    style.trained(axes[1], times, loss(strengths), "black", every)
    axes[1].set(xlabel="$t$", ylabel=r"$\mathcal{L}$", xlim=(0, times[-1] * 1.04), ylim=(0, None))
    kinds(axes[1], "theory", "integrated", "trained", loc="upper right")
    style.letter(axes)
    return figure


@plate(
    "thesis-theorem-1-trained",
    title="The clock of trained scalar networks, from rich to lazy",
    sources=[thesis("Theorem 1"), thesis("6.12"), thesis("6.14"), position_paper("Theorem I.1")],
    claims=[
        "lazy-rich/general-solution",
        "lazy-rich/gamma-printed",
        "lazy-rich/gamma-limit",
        "lazy-rich/theta-by-clock",
        "lazy-rich/ratio-of-distances",
    ],
    theory="lines: (a) gamma(t) by (6.12) with the exponent repaired to 2R/Z, dotted the printed 4R/Z; (b) theta(t)/S "
    "from it; both in the mean over the Sigma_0 and S_0 of the networks; (c) the ratio of distances (gamma - "
    "gamma_+)/(gamma - gamma_-) over its start, exp(-2Rt/Z), dotted exp(-4Rt/Z)",
    computed="the gradient flow of an aligned and an anti-aligned mode of the same Sigma_0, S_0, integrated to 1e-14, "
    "in the mean over the first 32 networks",
    trained="scalar networks by gradient descent from Gaussian starts at several scales, labelled by the S/Sigma_0 "
    "that is aimed at; diamonds: the mean over the seeds, bands: one standard deviation, which comes of the starts",
    experiments=["lazy-rich/clock"],
)
def clock() -> Figure:
    """gamma(t), theta(t) and the ratio of distances."""
    record = records.need("lazy-rich/clock", ["curves"])
    curves, config = record.curves["curves"], record.config
    units, weights, starts = (np.asarray(curves[name]) for name in ("times", "weights", "start"))
    Z, S = config["outer"], config["target"]
    figure, axes = style.panels(1, 3, height=2.35)
    every = max(1, len(units) // 14)
    fine, coarse = np.linspace(0, units[-1], 300), np.linspace(0, units[-1], 22)
    root = np.sqrt(weights**2 - starts**2 + S**2)  # (seeds, cells)
    upper, lower = (S + root) / (weights + starts), (S - root) / (weights + starts)
    middle = np.unique(np.linspace(0, len(config["ratios"]) - 1, 3).round().astype(int))
    for k, (colour, cell) in enumerate(zip(style.shades(len(middle)), middle, strict=True)):
        pairs = [_pair(*at, Z, S) for at in zip(weights[:, cell], starts[:, cell], strict=True)]
        for factor, look in ((2.0, style.THEORY), (4.0, AS_PRINTED)):
            gammas = [pair.gamma(fine * Z / pair.root, factor) for pair in pairs]
            networks = [pair.theta(gamma) / S for pair, gamma in zip(pairs, gammas, strict=True)]
            for panel, lines in ((axes[0], gammas), (axes[1], networks)):
                panel.plot(fine, np.mean(lines, axis=0), **{**look, "color": colour})
        flows = [pair.integrated(coarse * Z / pair.root) for pair in pairs[:FLOWS]]
        sums = np.array([((first + second) ** 2).sum(axis=1) for first, second in flows])
        outputs = np.array([(first * second).sum(axis=1) / Z / S for first, second in flows])
        axes[0].plot(coarse, (sums / sums[:, :1]).mean(axis=0), color=colour, **style.COMPUTED)
        axes[1].plot(coarse, outputs.mean(axis=0), color=colour, **style.COMPUTED)
        clocks = curves["clock"][:, cell]
        style.trained(axes[0], units, clocks, colour, every)
        style.trained(axes[1], units, curves["network"][:, cell], colour, every)
        distances = np.abs((clocks - upper[:, cell, None]) / (clocks - lower[:, cell, None]))
        shown = slice(k * every, None, len(middle) * every)  # in turns, since all lie on one line
        style.trained(axes[2], units[shown], (distances / distances[:, :1])[:, shown], colour)
        name = rf"$S/\Sigma_0\approx{config['ratios'][cell]:g}$"
        end = float(clocks[:, -1].mean())
        axes[0].annotate(name, (units[-1], end), (0, 5), textcoords="offset points", ha="right", fontsize=7.5)
    axes[2].plot(fine, np.exp(-2 * fine), color="black", **style.THEORY)
    axes[2].plot(fine, np.exp(-4 * fine), **{**AS_PRINTED, "color": "black"})
    axes[0].set(xlabel="$Rt/Z$", ylabel=r"$\gamma(t)$", yscale="log", xlim=(0, units[-1]))
    axes[1].set(xlabel="$Rt/Z$", ylabel=r"$\theta(t)/S$", xlim=(0, units[-1]))
    axes[2].set(xlabel="$Rt/Z$", ylabel=r"$|\gamma-\gamma_+|\;/\;|\gamma-\gamma_-|$, relative", yscale="log",
                xlim=(0, units[-1]), ylim=(np.exp(-2.4 * units[-1]), 1.6))  # fmt: skip
    decimals(axes[0])
    kinds(axes[1], "theory", "integrated", "trained", "as printed", loc="lower right")
    style.letter(axes)
    return figure


def _pair(weight: float, function: float, Z: float, S: float) -> Modes:
    """An aligned and an anti-aligned mode of these Sigma_0 and S_0."""
    a = np.sqrt(Z / 2 * np.array([weight + function, weight - function]))
    return Modes(a, a * np.array([1.0, -1.0]), Z, S)


NAMES = (r"$\alpha$", r"$\beta$", r"$\gamma$")


@plate(
    "thesis-C.2-trained",
    title="Three trained neurons learn the parity of three bits, one mode after the other",
    sources=[thesis("Figure C.2"), thesis("C.13"), thesis("C.14")],
    claims=[
        "emergence/modes-add-up",
        "emergence/strength-of-each-mode",
        "emergence/alpha-rate",
        "emergence/beta-rate",
        "emergence/gamma-rate",
        "emergence/c-rate",
        "emergence/beta-starts-at-printed",
        "emergence/gamma-starts-at-printed",
    ],
    theory="lines: the gradient flow with the repaired rates (C.15) to (C.18); (b) dotted: growth at the printed "
    "estimates 4S, 4S, 2S, where the repaired rates give 2S, S, S",
    computed="gradient descent on the network by hand, in steps of 0.002, from the mean start of the even seeds",
    trained="networks of three neurons by gradient descent on the eight inputs, the even seeds, from starts up to 1% "
    "apart; the loss is the mean square without the half; diamonds: the mean over the seeds, bands: one standard "
    "deviation",
    experiments=["emergence/three-neurons"],
)
def three_neurons() -> Figure:
    """The modes of trained networks of three neurons."""
    record = records.need("emergence/three-neurons", ["times", "modes"])
    config, times, modes = record.config, record.curves["times"], record.curves["modes"]
    modes = modes[::2]  # of one sign of c(0)
    target, size = config["target"], config["start"]
    start = [size, size, size, config["offset"]]
    horizon = min(float(times[-1]), 1.35 * _settled(times, modes.mean(axis=0)))
    fine = np.linspace(0, horizon, 500)
    flow = parity_network.integrate(start, fine, target=target)
    run = parity_network.descend(start, round(horizon / 0.002), target=target, learning_rate=0.002, every=1)
    figure, axes = style.panels(1, 2, height=2.6)
    colours = style.shades(3)
    inside = times <= horizon
    every, dots = max(1, int(inside.sum()) // 24), slice(0, None, max(1, len(run.times) // 28))
    early = fine[fine < 0.6 * horizon]
    for q, (colour, printed) in enumerate(zip(colours, parity_network.start_rates(target, "printed"), strict=True)):
        axes[1].plot(early, flow.modes[0, 0, q] * np.exp(printed * early), **{**AS_PRINTED, "color": colour})
        for panel in axes:
            panel.plot(fine, flow.modes[0, :, q], color=colour, **style.THEORY)
            panel.plot(run.times[dots], run.modes[0, dots, q], color=colour, **style.COMPUTED)
            style.trained(panel, times[inside], modes[:, inside, q], colour, every)
        axes[0].annotate(NAMES[q], (fine[-1], flow.modes[0, -1, q]), (4, (3, 6, -6)[q]), textcoords="offset points",
                         color=colour, va="center")  # fmt: skip
    axes[0].plot(fine, flow.strength[0], color="black", **style.THEORY)
    axes[0].plot(run.times[dots], run.strength[0, dots], color="black", **style.COMPUTED)
    style.trained(axes[0], times[inside], modes[:, inside].sum(axis=2), "black", every)
    axes[0].annotate(
        r"$\mathcal{R}$", (fine[-1], flow.strength[0, -1]), (4, 0), textcoords="offset points", va="center"
    )
    axes[0].set(xlabel=r"$\eta t$", ylabel=r"$\mathcal{R}^{(q)}/S$", xlim=(0, horizon), ylim=(-0.03, 1.08))
    low = float(flow.modes[0, 0].min())
    axes[1].set(xlabel=r"$\eta t$", yscale="log", xlim=(0, horizon), ylim=(low / 3, 3))
    kinds(axes[1], "theory", "descent", "trained", "as printed", loc="lower right")
    style.letter(axes)
    return figure


def _settled(times: Array, modes: Array) -> float:
    """The first time from which no mode is 0.01 or more from its end."""
    far = (np.abs(modes - modes[-1]) > 0.01).any(axis=1)
    return float(times[np.flatnonzero(far)[-1] + 1]) if far.any() else float(times[-1])
