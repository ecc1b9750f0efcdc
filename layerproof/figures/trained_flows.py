"""Trained networks on the theory of small flows: layer imbalance, single neurons, alternating flows."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from numpy.typing import NDArray

from layerproof.language.sources import kunin_slides, position_paper
from layerproof.networks.experiments import alternating, imbalance, modular_addition
from layerproof.networks.harness.records import Record
from layerproof.numerics.flows.initialisations import lambda_balanced, symmetrised
from layerproof.numerics.flows.kernel_distance import distance_along
from layerproof.numerics.flows.matrix_flows import integrate_layers, product
from layerproof.numerics.flows.regime_maps import balanced_distance, balanced_map, wide_distance
from layerproof.numerics.neurons import diagonal_networks, greedy_low_rank
from layerproof.numerics.neurons.alternating import Staircase, alternate
from layerproof.numerics.neurons.diagonal_networks import DiagonalNeurons
from layerproof.numerics.neurons.greedy_low_rank import LinearNeurons
from layerproof.numerics.neurons.implicit_bias import interpolator, start_at
from layerproof.numerics.neurons.modular_learning import collaborate, flow
from layerproof.numerics.neurons.single_neuron import neurons, settle

from . import style
from .collapse import config_of
from .plates import plate
from .records import need

Array = NDArray[np.float64]
BLACK = {**style.THEORY, "color": "black"}
MARKERS = ("D", "o", "s", "^", "v")


# -- Layer imbalance -------------------------------------------------------------------------------------------------


@plate(
    "position-paper-10-networks",
    title="How far the tangent kernel of trained linear networks turns, over layer imbalance and scale",
    sources=[position_paper("Figure 6", None), position_paper("Figure 10", None)],
    claims=[
        "layer-imbalance/condition-is-kept",
        "layer-imbalance/kernel-distance-square",
        "layer-imbalance/funnel-upstream",
        "layer-imbalance/funnel-downstream-printed",
        "layer-imbalance/anti-funnel-downstream",
        "general-solutions/ratio-decides",
    ],
    theory="(a) to (c) start, target and lambda, which is conserved, fix the kernels at both ends; (d) every mode is "
    "the scalar network of (6.10) to (6.14). Random starts of one norm: the mean over those that the networks had",
    computed="circles: gradient flow of layers integrated until the loss has fallen by 1e-12, in (d) of isotropic "
    "layers for a time of 20, and the kernels of the layers",
    trained="diamonds: two-layer linear networks on whitened inputs, full-batch gradient descent, the distance between "
    "their tangent kernels at both ends; mean over seeds and starts. Widths are at the panels; white inputs and a "
    "target of singular values 0.8 to 1.2, in (d) 1/2 to 3/2",
    experiments=("layer-imbalance/square", "layer-imbalance/funnels", "layer-imbalance/weight-to-target"),
)
def imbalances() -> Figure:
    """Kernel distance over lambda of three shapes, and over the weight-to-target ratio."""
    figure, axes = style.panels(2, 2, height=4.5)
    square, funnels, ratio = (need(f"layer-imbalance/{name}") for name in ("square", "funnels", "weight-to-target"))
    _over_lambda(axes[0, 0], square, 0, 10.0 ** square.measured["log kernel distance"])
    for panel, k in ((axes[0, 1], 1), (axes[1, 0], 2)):
        widths = "-".join(str(w) for w in funnels.config["widths"][k])
        _over_lambda(panel, funnels, k, funnels.measured[f"kernel distance of {widths}"])
    _over_ratio(axes[1, 1], ratio)
    style.letter(axes)
    return figure


def _over_lambda(panel: Axes, record: Record, shape: int, measured: Array) -> None:
    """One architecture; `measured` has the shape (seeds, imbalances, scales, tasks)."""
    d, p, c = (int(w) for w in record.config["widths"][shape])
    widths, tasks = (d, p, c), int(record.config["tasks"])
    lambdas = np.array(record.config["imbalances"])
    fine = np.linspace(lambdas[0], lambdas[-1], 161)
    goal = imbalance.target(c, d)
    shown = _spread(len(record.config["scales"]), 4)
    shades = style.shades(len(shown))
    few = _spread(len(lambdas), 7)
    for k, at in enumerate(shown):
        scale = float(record.config["scales"][at])
        starts = product(lambda_balanced(widths, 0.0, scale, tasks))
        line = balanced_distance(starts[:, None], goal, fine, p).mean(axis=0)
        panel.plot(fine, line, color=shades[k], **{**style.THEORY, "linestyle": style.DASHES[k]})
        flow = balanced_map(widths, lambdas[few], [scale], goal, tasks, loss=1e-12, tolerance=1e-10)
        circles = {**style.COMPUTED, "markersize": 5.5}
        panel.plot(lambdas[few], flow.distance.mean(axis=(1, 2)), color=shades[k], **circles)
        style.trained(panel, lambdas, measured[:, :, at].mean(axis=2), shades[k], label=rf"$\|W_2W_1\|_F={scale:g}$")
    panel.set_xlabel(r"relative scale $\lambda$")
    panel.set_ylabel("kernel distance")
    panel.set_title(f"{d}, {p}, {c}", fontsize=8)
    panel.legend(loc="upper left" if d < c else "upper right")


def _spread(count: int, most: int) -> NDArray[np.int64]:
    """At most so many places among `count`, evenly spread, with both ends."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int))


def _over_ratio(panel: Axes, record: Record) -> None:
    """Kernel distance over weight-to-target ratio, for each layer imbalance."""
    d, p, c = (int(w) for w in record.config["widths"])
    columns = np.array(record.config["ratios"])
    fine = np.geomspace(columns[0], columns[-1], 121)
    goal = imbalance.target(c, d, 0.5, 1.5)
    goal = goal / np.sqrt((np.linalg.svd(goal, compute_uv=False) ** 2).mean())
    shades = style.shades(len(record.config["unequal"]))
    measured = 10.0 ** record.measured["log kernel distance from isotropic layers"]
    # isotropic layers of any width turn alike, so that the narrowest are integrated
    frames = np.linalg.qr(np.random.default_rng(0).normal(size=(1, d + c, d + c)))[0] / np.sqrt(2.0)
    first, second = symmetrised([frames[..., :d], frames[..., d:].swapaxes(1, 2)])
    goals = goal / columns[:, None, None]
    for k, row in enumerate(record.config["unequal"]):
        layers = [np.repeat(first * row**-0.5, len(columns), 0), np.repeat(second * row**0.5, len(columns), 0)]
        turned = distance_along(integrate_layers(layers, goals, [0.0, 20.0]))[:, -1]
        panel.plot(columns, turned, color=shades[k], **{**style.COMPUTED, "markersize": 5.5})
        line = wide_distance(row, 1 / row, goal / fine[:, None, None])
        panel.plot(fine, line, color=shades[k], **{**style.THEORY, "linestyle": style.DASHES[k]})
        style.trained(
            panel, columns, measured[:, k], shades[k], marker=MARKERS[k], label=rf"$\sigma_2/\sigma_1={row:g}$"
        )
    panel.set(xscale="log", yscale="log", xlabel=r"weight-to-target ratio $p\,\sigma_1\sigma_2/\rho$")
    panel.set_ylabel("kernel distance")
    panel.set_xticks(columns, [f"{value:g}" for value in columns])
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.set_title(f"{d}, {p}, {c}, symmetrised", fontsize=8)
    panel.legend(loc="lower left")


# -- Theorem 3.1 -----------------------------------------------------------------------------------------------------


@plate(
    "slides-theorem-3.1-digits",
    title="Theorem 3.1 on digits: which of the interpolating solutions trained neurons reach",
    sources=[kunin_slides("Theorem 3.1")],
    claims=[
        "single-neuron/mirror-flow",
        "single-neuron/orthogonal-part-is-conserved",
        "single-neuron/outer-weight-from-function",
        "single-neuron/objective-lazy",
        "single-neuron/objective-delayed-rich",
    ],
    theory="the closed form X^+ y + a N w_0: the part of beta that the images do not see, in units of the least "
    "interpolator; dashed, its limits: the start keeps its part (lazy), and the direction is kept (delayed rich)",
    computed="circles: a neuron of two inputs and one sample that starts alike, integrated until it rests",
    trained="diamonds: neurons trained by gradient descent to interpolate images of digits, fewer than pixels",
    experiments=("single-neuron/implicit-bias",),
)
def theorem_on_digits() -> Figure:
    """The unseen part of the solution against delta."""
    record = need("single-neuron/implicit-bias", ("unseen part",))
    deltas, size = np.array(record.config["deltas"]), float(record.config["size"])
    share = float(record.config["unseen"])
    start = size * np.array([np.sqrt(1 - share), np.sqrt(share)])
    most = max(-deltas[0], deltas[-1]) * 1.6
    fine = np.concatenate([-np.geomspace(most, 1e-3, 300), [0.0], np.geomspace(1e-3, most, 300)])

    def alike(at: Array) -> Any:
        a, w = start_at(np.repeat(start[None], len(at), axis=0), at)
        return neurons(np.array([[1.0, 0.0]]), np.array([1.0]), a, w)

    figure, panel = style.panels(1, 1, height=2.7)
    colour = style.shades(3)[0]
    panel.plot(fine, interpolator(alike(fine))[:, 1], label="closed form", **BLACK)
    panel.plot(deltas, settle(alike(deltas))[0].beta[:, 1], color="black", label="flow of two inputs",
               **{**style.COMPUTED, "markersize": 6.5})  # fmt: skip
    mean = record.curves["unseen part"].mean(axis=0)
    panel.plot(deltas, mean, color=colour, label="trained on digits", **{**style.TRAINED, "markersize": 4.0})
    dash: dict[str, Any] = {"color": "0.55", "linewidth": 0.9, "linestyle": style.DASHES[1], "zorder": 0}
    kept, turned = start[1], np.sqrt(share / (1 - share))
    for level, text, at, side in (
        (kept, "closest to the start", -most, "left"),
        (turned, "direction of the start", most, "right"),
    ):
        panel.axhline(level, **dash)
        panel.annotate(text, (at, level), (0, 3), textcoords="offset points", fontsize=7.5, ha=side)
    panel.set_xscale("symlog", linthresh=0.5, linscale=0.6)
    panel.set(xlabel=r"$\delta$", ylabel=r"unseen part of $\beta(\infty)$", xlim=(-most, most), ylim=(0, 1.15))
    panel.set_xticks([-10, -1, 0, 1, 10], [r"$-10$", r"$-1$", "0", "1", "10"])
    panel.minorticks_off()
    panel.legend(loc="center left")
    return figure


# -- Alternating flows -----------------------------------------------------------------------------------------------


def _stairs(panel: Axes, staircase: Staircase, last: float) -> None:
    times = np.concatenate([[0.0], staircase.times, [last]])
    levels = np.append(staircase.levels, staircase.levels[-1])
    panel.step(times, levels / staircase.start, where="post", label="alternating flows", zorder=2, **BLACK)
    panel.set(xlim=(0, last), ylim=(-0.03, 1.08))


def _runs(panel: Axes, times: Array, losses: Array, last: float, count: int = 36) -> None:
    """Trained networks at evenly spaced times: every seed as a thin line, their mean as diamonds."""
    colour = style.shades(3)[1]
    panel.plot(times, losses.T, color=colour, linewidth=0.4, alpha=0.5, zorder=1)
    shown = np.searchsorted(times, np.linspace(0, min(last, times[-1]), count))[1:]
    panel.plot(times[shown], losses.mean(axis=0)[shown], color=colour, label="trained", **style.TRAINED, zorder=4)


@plate(
    "slides-trained-staircases",
    title="Trained diagonal and linear networks jump when alternating flows say so",
    sources=[kunin_slides("AGF for diagonal linear networks"), kunin_slides("AGF for linear networks")],
    claims=[
        "alternating-flows/diagonal-accumulated",
        "alternating-flows/returning-coordinate",
        "alternating-flows/linear-jump",
        "alternating-flows/limit-gap",
    ],
    theory="the staircase of alternating flows, at a vanishing start; a start of finite size is late by a multiple of "
    "1/log(1/alpha)",
    computed="circles: gradient flow from one start of the same scale alpha, integrated to 1e-9",
    trained="thin lines: every seed; diamonds: their mean. Gradient descent from random starts of scale alpha; (a) "
    "diagonal, orthogonal inputs, (b) diagonal, a coordinate that leaves and returns, (c) a linear network with white "
    "inputs, singular values 2, 1, 1/2",
    seeds=(1,),
    experiments=("alternating/diagonal", "alternating/linear"),
)
def staircases() -> Figure:
    """Loss against rescaled time."""
    figure, axes = style.panels(1, 3, height=2.5, sharey=True)
    diagonal, linear = need("alternating/diagonal"), need("alternating/linear")
    for panel, name in ((axes[0], "aligned"), (axes[1], "returning")):
        problem = alternating.PROBLEMS[name]
        staircase = alternate(DiagonalNeurons(problem))
        size, last = float(diagonal.config["sizes"][1]), 1.25 * float(staircase.times[-1])
        times = np.linspace(last / 24, last, 24)
        _stairs(panel, staircase, last)
        found = diagonal_networks.flow(problem, size, times).losses / staircase.start
        panel.plot(times, found, color="black", label="flow", **{**style.COMPUTED, "markersize": 5.5})
        _runs(panel, diagonal.curves[f"{name}: times"][0], diagonal.curves[f"{name}: losses"], last)
        panel.set_title(rf"$\alpha=e^{{-{size:.0f}}}$", fontsize=8)
    white = alternating.white()
    staircase = alternate(LinearNeurons(white))
    size, last = float(linear.config["sizes"][1]), 1.25 * float(staircase.times[-1])
    times = np.linspace(last / 24, last, 24)
    _stairs(axes[2], staircase, last)
    found = greedy_low_rank.flow(white, size, times, seed=1).losses / staircase.start
    axes[2].plot(times, found, color="black", label="flow", **{**style.COMPUTED, "markersize": 5.5})
    _runs(axes[2], linear.curves["white: times"][0], linear.curves["white: losses"], last)
    axes[2].set_title(rf"$\alpha=e^{{-{size:.0f}}}$", fontsize=8)
    for panel in axes:
        panel.set_xlabel(r"time, in units of $\log(1/\alpha)$")
    axes[0].set_ylabel(r"loss $\mathcal{L}(t)/\mathcal{L}(0)$")
    axes[0].legend(loc="upper right")
    style.letter(axes)
    return figure


@plate(
    "slides-trained-frequencies",
    title="Trained quadratic networks learn modular addition frequency by frequency; six neurons remove one",
    sources=[kunin_slides("Modular addition"), kunin_slides("Fewer than six neurons")],
    claims=[
        "alternating-flows/modular-neuron-degree",
        "alternating-flows/six-at-least",
        "alternating-flows/six-equal-neurons",
        "alternating-flows/five-neurons-approach",
    ],
    theory="(a) plateaus: the sum of |x^[k]|^2 over the frequencies that are left; (b) all or nothing; (c) the shares "
    "8/9, 5/9 and 1/6 that one, two and four neurons leave, which are observed and not proved, and 0 for six",
    computed="(a), (b) circles and squares: the flow from one start of the same kind, integrated to 1e-6, where the "
    "networks have at most 1000 weights; (c) circles: least squares from 5 starts with weights up to 10",
    trained="(a), (b) thin lines: every seed of wide networks, time in units of 1/alpha; (c) every network of so many "
    "neurons, one frequency; beside its number, the share of networks that have removed the frequency at a thousandth",
    seeds=(0,),
    experiments=("modular-addition/frequencies", "modular-addition/neurons"),
)
def frequencies() -> Figure:
    """Losses, learned frequencies, and what some number of neurons leaves."""
    record, counts = need("modular-addition/frequencies", ("learned",)), need("modular-addition/neurons", ("left",))
    figure, axes = style.panels(1, 3, height=2.6, width_ratios=[1, 1, 1.15])
    times, losses, learned = record.curves["times"][0], record.curves["losses"], record.curves["learned"]
    strengths = np.array(record.config["strengths"], dtype=float)
    shares = strengths[strengths > 0] ** 2 / (strengths**2).sum()
    for level in 1 - np.concatenate([[0.0], np.cumsum(shares)]):
        axes[0].axhline(level, **{**BLACK, "linewidth": 0.9}, zorder=0)
    dark, light = style.shades(3)[0], style.shades(3)[2]
    axes[0].plot(times, losses.T, color=dark, linewidth=0.6, alpha=0.7)
    axes[0].set_ylabel(r"loss $\mathcal{L}(t)/\mathcal{L}(0)$")
    axes[0].set_ylim(-0.04, 1.1)
    for k, (colour, dash) in enumerate(zip((dark, light), style.DASHES, strict=False)):
        axes[1].plot(times, learned[..., k].T, color=colour, linestyle=dash, linewidth=0.6, alpha=0.8)
        axes[1].plot([], [], color=colour, linestyle=dash, label=rf"$|\hat x[{k + 1}]|={strengths[k]:g}$")
    for level in (0.0, 1.0):
        axes[1].axhline(level, **{**BLACK, "linewidth": 0.9}, zorder=0)
    axes[1].set_ylabel("share of the frequency that is learned")
    axes[1].legend(loc="lower center", bbox_to_anchor=(0.6, 0.98), ncols=2, handlelength=1.3, columnspacing=1.0)
    for panel in axes[:2]:
        panel.set_xlabel(r"time, in units of $1/\alpha$")
        panel.set_xlim(0, times[-1])
    _integrated(axes[0], axes[1], record)
    _left(axes[2], counts)
    style.letter(axes)
    return figure


def _integrated(loss: Axes, share: Axes, record: Record) -> None:
    """One flow of the same kind of start, where that takes seconds."""
    config = config_of(record, modular_addition.Frequencies)
    hidden, task = config.hidden, config.task
    if hidden * 3 * task.p > 1000:
        return
    alpha, times = config.alphas[-1], np.linspace(0.0, config.last, 25)[1:]
    starts = np.random.default_rng(0).standard_normal((hidden, 3 * task.p)) / np.sqrt(3 * task.p)
    found = flow(task, starts, alpha, times)
    look = {**style.COMPUTED, "color": "black", "zorder": 4}
    loss.plot(times, np.array([task.loss(theta) for theta in found]) / task.loss(starts * alpha), **look)
    for k, marker in enumerate("os"):
        share.plot(times, [task.learned(theta)[k] for theta in found], **{**look, "marker": marker})


def _left(panel: Axes, record: Record, floor: float = 1e-12) -> None:
    """The share that networks of some neurons leave."""
    numbers = [int(n) for n in record.config["counts"]]
    left = np.maximum(record.curves["left"][:, -1], floor)
    few = [n for n in numbers if n <= 6]
    found = [max(float(collaborate(n, starts=5, bound=10.0, steps=200).shares[0]), floor) for n in few]
    place = np.arange(len(numbers))
    colour = style.shades(3)[1]
    shift = np.linspace(-0.22, 0.22, len(left))
    for k in range(len(numbers)):
        panel.plot(
            place[k] + shift, left[:, k], color=colour, **{**style.TRAINED, "markersize": 2.4, "markeredgewidth": 0.15}
        )
        done = (record.curves["left"][:, -1, k] < 1e-3).mean()
        panel.annotate(f"{100 * done:.0f}%", (place[k], 3.0), fontsize=6.5, ha="center")
    panel.plot(place[: len(few)], found, color="black", **{**style.COMPUTED, "markersize": 6.0}, zorder=4)
    for n, share in ((1, 8 / 9), (2, 5 / 9), (4, 1 / 6), (6, floor)):
        if n in numbers:
            at = numbers.index(n)
            panel.plot([at - 0.38, at + 0.38], [share, share], **{**BLACK, "linewidth": 1.0}, zorder=2)
    panel.set_yscale("log")
    panel.set_ylim(floor / 3, 20.0)
    panel.set_xticks(place, [str(n) for n in numbers])
    panel.set_xlabel("neurons")
    panel.set_ylabel("share of the frequency that is left")
