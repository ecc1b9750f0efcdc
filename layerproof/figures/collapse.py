"""Richness and collapse of trained networks on images: thesis 2.3, 3.5, 6.3 and chapter 7, richness paper 1 and 2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from layerproof.language.sources import richness_paper, thesis
from layerproof.networks.experiments.downscaling import Layers, ends, similarity_at_the_end, start_and_target
from layerproof.networks.experiments.heaviside import Step, dimension, spectrum, wide_kernel
from layerproof.networks.experiments.heaviside import inputs as midpoints
from layerproof.networks.experiments.richness import CLASSES, RICH
from layerproof.networks.harness.records import Record
from layerproof.numerics.flows.matrix_flows import integrate_layers

from . import style
from .plates import plate
from .records import need

Array = NDArray[np.float64]
BLACK = {**style.THEORY, "color": "black"}
EDGE: dict[str, Any] = {"color": "0.45", "linewidth": 0.9, "linestyle": style.DASHES[1], "zorder": 0}
MARKERS = ("D", "o", "s", "^", "v", "P", "X", "p")


def config_of(record: Record, kind: Any) -> Any:
    """The numbers of a run, as the experiment's own class."""
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in record.config.items()})


def _bars(panel: Axes, x: Any, values: Array, colour: Any, marker: str = "D", label: str = "") -> None:
    """Mean and deviation over the seeds, at a few places that no band should join."""
    mean, spread = values.mean(axis=0), values.std(axis=0, ddof=min(1, len(values) - 1))
    panel.errorbar(x, mean, spread, color=colour, linestyle="none", linewidth=1.0, zorder=2)
    _networks(panel, x, mean, colour, marker, label=label or None)


def _networks(panel: Axes, x: Any, y: Any, colour: Any, marker: str = "D", **options: Any) -> None:
    """Every network as a marker of its own."""
    look = {**style.TRAINED, "marker": marker, "markersize": 4.2, "zorder": 3}
    panel.plot(np.ravel(x), np.ravel(y), color=colour, **{**look, **options})


# -- Thesis 2.2: the Heaviside step ------------------------------------------------------------------------------------


@plate(
    "thesis-2.2",
    title="A network that learns the Heaviside step learns a single feature with it",
    sources=[thesis("Figure 2.2"), thesis("Table 2.1")],
    claims=[
        "neural-collapse/quality",
        "neural-collapse/quality-shortfall",
        "neural-collapse/dimension-of-a-projection",
        "linear-models/mode-solution",
        "linear-models/learned-function",
    ],
    theory="(a) the first eigenfunctions of the kernel of infinitely wide hidden layers; (b) the step; (c) what the "
    "first k features of (a) leave of the step; (d) D_eff of the learned function along last-layer training, from the "
    "same modes; (e) dashed, levels of Table 2.1 at the start and at the end",
    trained="(a), (b) features of every seed, all layers trained by SGD in (b), where the feature of the best quality "
    "is shown; (c) to (e) means over the seeds and a band of one deviation",
    experiments=("features/heaviside",),
)
def heaviside() -> Figure:
    """Features before and after, how many are needed, and how many are used."""
    record = need("features/heaviside", ("inputs", "qualities at the start"))
    config = config_of(record, Step)
    figure = style.panels(2, 6, height=4.2)[0]
    figure.clear()
    grid = figure.add_gridspec(2, 6)
    axes = [figure.add_subplot(grid[0, :3]), figure.add_subplot(grid[0, 3:])]
    axes += [figure.add_subplot(grid[1, 2 * k : 2 * k + 2]) for k in range(3)]
    _features(axes[0], axes[1], record, config)
    dark, _, light = style.shades(3)
    rho, overlap = spectrum(config)
    count = np.arange(1, record.curves["qualities at the start"].shape[1] + 1)
    axes[2].plot(count, 1 - np.cumsum(overlap)[: len(count)] / overlap.sum(), **{**BLACK, "linewidth": 0.9}, zorder=4)
    for name, colour, marker in (("qualities at the start", dark, "D"), ("qualities after training", light, "s")):
        label = "start" if colour == dark else "trained"
        style.trained(axes[2], count, 1 - record.curves[name], colour, marker=marker, label=label)
    axes[2].set(yscale="log", xlabel="features $k$", ylabel=r"$1-\Pi^*(k)$", xticks=[1, 5, 10, 15, 20])
    axes[2].legend(loc="upper right")
    steps = np.array(config.last, dtype=float)
    fine = np.geomspace(steps[0], steps[-1], 100)
    learned = overlap * (1 - (1 - config.slow * rho / rho[0]) ** fine[:, None]) ** 2
    axes[3].plot(fine, dimension(learned), **BLACK)
    _bars(axes[3], steps, record.measured["used features, last layer only"], dark)
    axes[3].set(xscale="log", ylabel=r"$D_{\mathrm{eff}}(\hat Q)$, last layer only")
    at = np.maximum(record.curves["steps"][0], 0.3 * record.curves["steps"][0][1])
    for name, colour, marker, label, start, end in (
        ("useful", dark, "D", r"$D_{\mathrm{eff}}(Q^*)$", 3.2, 1.1),
        ("used", light, "s", r"$D_{\mathrm{eff}}(\hat Q)$", 1.8, 1.0),
    ):
        shifted = at if colour == dark else 1.15 * at
        _bars(axes[4], shifted, record.curves[f"{name} along training"], colour, marker, label)
        for level, place in ((start, at[0]), (end, at[-1])):
            axes[4].plot([place / 1.8, place * 1.8], [level, level], color=colour, linewidth=1.0,
                         linestyle=style.DASHES[1])  # fmt: skip
    axes[4].set(xscale="log", ylabel="features, all layers")
    axes[4].set_xticks(at[[0, 3, -1]], ["0", *(f"{s:.0f}" for s in at[[3, -1]])])
    axes[4].minorticks_off()
    axes[4].legend(loc="upper right")
    for panel in axes[3:]:
        panel.set_xlabel("steps of training")
    style.letter(axes)
    return figure


def _features(before: Axes, after: Axes, record: Record, config: Step) -> None:
    x = record.curves["inputs"][0]
    fine = midpoints(config.samples)
    _, vectors = np.linalg.eigh(wide_kernel(fine, config.width) / config.samples)
    found = record.curves["features at the start"]
    for k, (colour, dash) in enumerate(zip(style.shades(3), style.DASHES, strict=False)):
        line = vectors[:, -1 - k] * np.sqrt(config.samples)
        line = line * np.sign(line @ (fine > 0))
        before.plot(fine, line, **{**BLACK, "linestyle": dash, "linewidth": 1.0}, zorder=3)
        signs = np.sign(found[:, :, k] @ np.interp(x, fine, line))
        before.plot(x, (signs[:, None] * found[:, :, k]).T, color=colour, linewidth=0.6, alpha=0.7)
        before.annotate(f"$e_{k + 1}$", (fine[-1], line[-1]), (4, 0), textcoords="offset points",
                        fontsize=8, va="center", color=colour)  # fmt: skip
    step = (fine > 0) * np.sqrt(2.0)
    after.plot(fine, step, drawstyle="steps-mid", zorder=1, **BLACK)
    after.plot(x, record.curves["feature after training"].T, color=style.shades(3)[1], linewidth=0.7, alpha=0.9)
    for panel in (before, after):
        panel.set_xlabel("$x$")
    before.set_ylabel("features at the start")
    after.set_ylabel("best feature after training")


# -- Labels in the images, and the last layer alone --------------------------------------------------------------------


@plate(
    "richness-paper-1",
    title="Full training is rich and training of the last layer lazy, and rich is not always better",
    sources=[richness_paper("Figure 1", None), thesis("Figure 2.3")],
    claims=[
        "neural-collapse/cka-of-itself",
        "neural-collapse/features-of-a-class-coincide",
        "neural-collapse/dimension-without-the-first",
        "neural-collapse/dimension-of-a-projection",
    ],
    theory="at an MP-operator kappa_CKA = 0, features follow the code that is written into the image, which is random "
    "in the test: chance, 1/C, in (a); (c) both dimensions are C, (2.7). Dashed: epsilon = 0.1 of Definition 2",
    trained="each marker a network; in (c) means and deviations over the seeds. Full training, and of the last layer "
    "alone from the same starts; (a) with labels written into the images, (b) the images as they are",
    experiments=("richness/encoded-labels", "richness/last-layer"),
)
def encoded() -> Figure:
    """Test accuracy against the richness measure, and features."""
    records = need("richness/encoded-labels"), need("richness/last-layer")
    figure, axes = style.panels(1, 3, height=2.45, width_ratios=[1, 1, 1.05])
    colours, names = (style.shades(3)[0], style.shades(3)[2]), ("all layers", "last layer alone")
    for panel, record in zip(axes, records, strict=False):
        for k, (colour, marker) in enumerate(zip(colours, "Ds", strict=True)):
            _networks(panel, record.curves["richness measure"][:, k], record.curves["test accuracy"][:, k], colour,
                      marker, label=names[k])  # fmt: skip
        panel.axvline(RICH, **EDGE)
        panel.set(xlim=(-0.03, 0.75), ylim=(0, 1.04), xlabel=r"$\kappa_{\mathrm{CKA}}$", ylabel="test accuracy")
    axes[0].plot([0.0, 0.25], [1 / CLASSES, 1 / CLASSES], **BLACK, zorder=0)
    axes[0].axvline(0.0, color="black", linewidth=0.8, zorder=0)
    axes[1].axvline(0.0, color="black", linewidth=0.8, zorder=0)
    axes[0].annotate("chance", (0.25, 1 / CLASSES), (4, 0), textcoords="offset points", fontsize=7.5, va="center")
    axes[0].annotate(r"$\epsilon$", (RICH, 1.0), (3, 0), textcoords="offset points", fontsize=8, va="top")
    axes[1].legend(loc="lower right")
    kinds = [(records[0], "significant features"), (records[0], "used features"),
             (records[1], "significant features"), (records[1], "used features")]  # fmt: skip
    for place, (record, name) in enumerate(kinds):
        for k, (colour, marker) in enumerate(zip(colours, "Ds", strict=True)):
            _bars(axes[2], [place + 0.24 * (k - 0.5)], record.curves[name][:, k : k + 1], colour, marker)
    axes[2].axhline(CLASSES, **BLACK, zorder=0)
    axes[2].annotate("$C$", (3.45, CLASSES), (0, 2), textcoords="offset points", fontsize=8, ha="right")
    axes[2].set_xticks(range(4), [r"$\rho$", r"$\hat Q$", r"$\rho$", r"$\hat Q$"])
    axes[2].set_xlabel("encoded            plain   ")
    axes[2].set(xlim=(-0.5, 3.5), ylim=(0, None), ylabel=r"effective dimension")
    style.letter(axes)
    return figure


# -- Target downscaling ------------------------------------------------------------------------------------------------


@plate(
    "richness-paper-2",
    title="Target downscaling and weight decay against four measures of richness",
    sources=[richness_paper("Figure 2", None), thesis("Figure 6.3")],
    claims=[
        "neural-collapse/lazier-target",
        "linear-networks/conservation",
        "layer-imbalance/condition-is-kept",
        "layer-imbalance/norms-differ",
        "neural-collapse/cka-ignores-scales",
        "neural-collapse/shrinking-features-product",
    ],
    theory="(a) to (c) linear networks, whose end is known as lambda is conserved; (d) what a common factor of all "
    "weights does to each measure, relative to the start. (e) to (h) have no theory but that kappa_CKA rises with "
    "alpha; dashed, epsilon = 0.1 of Definition 2",
    computed="circles: gradient flow of the linear layers for a time of 60, and the measures of its feature operator",
    trained="(a) to (c) linear networks of every seed, means; (d) rectified networks that only decay; (e) to (h) "
    "perceptrons on images with targets y/alpha, and (square) the last layer alone: means and deviations. A small "
    "kappa_CKA and a small similarity to the start are to mean rich, and so are a small norm and a small "
    "Tr(Sigma_W Sigma_b): these two fall as targets are made smaller, or by decay alone",
    experiments=("richness/linear-networks", "richness/target-downscaling", "richness/decay"),
)
def downscaling() -> Figure:
    """Linear networks above, deep ones below."""
    linear, deep, decay = (need(f"richness/{n}") for n in ("linear-networks", "target-downscaling", "decay"))
    figure, axes = style.panels(2, 4, height=3.9)
    config = config_of(linear, Layers)
    alphas = np.array(config.downscalings)
    fine = replace(config, downscalings=tuple(np.geomspace(alphas[0], alphas[-1], 81).tolist()))
    lines = {**ends(fine), "similarity to the initial kernel": similarity_at_the_end(fine)}
    flows = _flows(config)
    colour = style.shades(3)[0]
    names = ("richness measure", "similarity to the initial kernel", "parameter norm")
    words = (r"$\kappa_{\mathrm{CKA}}$", "CKA with the start", r"norm $|\theta|$", r"$\mathrm{Tr}(\Sigma_W\Sigma_b)$")
    for panel, name, word in zip(axes[0], names, words, strict=False):
        panel.plot(fine.downscalings, lines[name], **BLACK)
        panel.plot(alphas, flows[name], color="black", **{**style.COMPUTED, "markersize": 6.0})
        style.trained(panel, alphas, linear.measured[name], colour)
        panel.set(xscale="log", xlabel=r"$\alpha$", ylabel=word, xticks=[0.1, 1, 10, 100])
        panel.margins(y=0.12)
    _decay(axes[0, 3], decay)
    scales = np.array(deep.config["downscalings"])
    places = np.arange(len(scales))
    for panel, name, word in zip(axes[1], (*names, "nc1 of the thesis"), words, strict=True):
        values = deep.curves[name]
        _bars(panel, places, values[:, :-1], colour)
        _bars(panel, places[-1:] + 1, values[:, -1:], style.shades(3)[2], "s")
        panel.set_xticks([*places, len(scales)], [*(f"{a:g}" for a in scales), "last"])
        panel.set(xlabel=r"$\alpha$", ylabel=word, xlim=(-0.4, len(scales) + 0.4))
    axes[1, 0].axhline(RICH, **EDGE)
    axes[1, 3].set_yscale("log")
    style.letter(axes)
    return figure


def _flows(config: Layers) -> dict[str, Array]:
    """The measures at the end of integrated flows."""
    first, second, goal = start_and_target(config)
    goals = np.stack([goal.T / alpha for alpha in config.downscalings])
    many = len(goals)
    found = integrate_layers([np.repeat(w[None], many, 0) for w in (first, second)], goals, [0.0, 60.0]).final
    kernel, begun = np.swapaxes(found[0], 1, 2) @ found[0], first.T @ first
    into = np.stack([g.T @ np.linalg.pinv(g.T) for g in goals])
    size = np.linalg.norm(kernel, axis=(1, 2))
    cka = np.einsum("kij,kij->k", kernel, into) / size / np.linalg.norm(into, axis=(1, 2))
    same = np.einsum("kij,ij->k", kernel, begun) / size / np.linalg.norm(begun)
    norm = np.sqrt(sum((w**2).sum(axis=(1, 2)) for w in found))
    return {"richness measure": 1 - cka, "similarity to the initial kernel": same, "parameter norm": norm}


def _decay(panel: Axes, record: Record) -> None:
    """What decay alone makes of each measure, relative to the start."""
    values = {prediction.quantity: float(np.asarray(prediction.value)) for prediction in record.predictions}
    kappa = record.curves["richness measure"]
    rows = (
        (r"$\kappa$", kappa[:, -1] / kappa[:, 0], 1.0),
        ("CKA", record.measured["similarity to the initial kernel"], 1.0),
        (r"$|\theta|$", record.measured["relative parameter norm"], values["relative parameter norm"]),
        (r"$\mathrm{Tr}$", record.measured["relative nc1 of the thesis"], values["relative nc1 of the thesis"]),
    )
    for place, (_, found, expected) in enumerate(rows):
        panel.plot([place - 0.35, place + 0.35], [expected, expected], **BLACK, zorder=1)
        _networks(panel, place, found.mean(), style.shades(3)[0])
    panel.set_xticks(range(4), [name for name, *_ in rows])
    panel.set(yscale="log", ylabel="after decay / before", xlim=(-0.5, 3.5))
    panel.set_xlabel("measure")


# -- Random labels -----------------------------------------------------------------------------------------------------


@plate(
    "thesis-3.5",
    title="Features collapse onto labels that mean nothing, and onto one function",
    sources=[thesis("Figure 3.5"), thesis("Figure 3.6")],
    claims=[
        "neural-collapse/cka-of-itself",
        "neural-collapse/dimension-without-the-first",
        "neural-collapse/centred-projection-of-one-function",
        "neural-collapse/class-measure",
    ],
    theory="an MP-operator at every share of shuffled labels: kappa_CKA = 0, D_eff = C; dashed, epsilon = 0.1; the "
    "test accuracy 1/C where all labels are shuffled; (c) the constant and C - 1 equal intensities, then nothing, "
    "or the constant and one for a scalar target: the black line; what is below 1e-7 is drawn there",
    trained="diamonds: means over the seeds and bands or bars of one deviation; on the desk perceptrons with five "
    "hidden layers on 200 digits. (c) intensities relative to the second, of networks with all labels shuffled, and of "
    "those with the digit as a number",
    experiments=("collapse/random-labels", "collapse/scalar-target"),
)
def random_labels() -> Figure:
    """Measure, features and accuracy against the share of shuffled labels; intensities."""
    record, scalar = need("collapse/random-labels"), need("collapse/scalar-target")
    shares = np.array(record.config["fractions"])
    figure, axes = style.panels(1, 3, height=2.45, width_ratios=[1, 1, 1.25])
    dark, middle, light = style.shades(3)
    axes[0].axhline(0.0, **BLACK, zorder=0)
    axes[0].axhline(RICH, **EDGE)
    for values, colour, marker, label in (
        (record.measured["kappa"], dark, "D", r"$\kappa_{\mathrm{CKA}}$"),
        (record.curves["test accuracy"], light, "s", "test accuracy"),
        (record.curves["training accuracy"], middle, "^", "training accuracy"),
    ):
        _bars(axes[0], shares, values, colour, marker, label)
    axes[0].plot([0.9, 1.05], [1 / CLASSES, 1 / CLASSES], **BLACK, zorder=2)
    axes[0].set(ylabel="measure, accuracy", ylim=(-0.04, 1.06))
    axes[0].legend(loc="center left")
    axes[1].axhline(CLASSES, **BLACK, zorder=0)
    _bars(axes[1], shares - 0.02, record.measured["dimension"], dark, "D", r"$D_{\mathrm{eff}}(\rho)$")
    _bars(axes[1], shares + 0.02, record.curves["used"], light, "s", r"$D_{\mathrm{eff}}(\hat Q)$")
    axes[1].set(ylabel="effective dimension", ylim=(0, 1.25 * CLASSES))
    axes[1].legend(loc="lower left")
    for panel in axes[:2]:
        panel.set_xlabel("share of shuffled labels")
    many = np.arange(1, 21)
    for values, colour, marker, label, rank, shift in (
        (record.curves["intensities"][:, -1], dark, "D", "shuffled labels", CLASSES, -0.12),
        (scalar.curves["intensities"][:, 1], light, "s", "a scalar target", 2, 0.12),
    ):
        shown = values[:, : len(many)] / values[:, 1:2]
        style.trained(axes[2], many + shift, np.log10(np.maximum(shown, 1e-7)), colour, marker=marker, label=label)
        axes[2].plot([1.6, rank + 0.4], [0.0, 0.0], **BLACK, zorder=1)
    for edge in (2, CLASSES):
        axes[2].axvline(edge + 0.5, color="0.8", linewidth=0.8, zorder=0)
    axes[2].set(xlabel="$k$", ylabel=r"$\log_{10}\rho_k/\rho_2$", xticks=[1, 2, 10, 20])
    axes[2].legend(loc="center right", bbox_to_anchor=(1.03, 0.36), handletextpad=0.2)
    style.letter(axes)
    return figure


# -- Chapter 7 ---------------------------------------------------------------------------------------------------------


@plate(
    "thesis-7.1",
    title="What training conditions do to the measure of the regime and to the test error",
    sources=[thesis("Figure 7.1"), thesis("Figure 7.2"), thesis("Figure 7.3")],
    claims=["neural-collapse/cka-of-itself", "neural-collapse/cka-ignores-scales"],
    theory="chapter 7 has observations and no theory: kappa_CKA = 0 is an MP-operator, the left edge; dashed, the edge "
    "of the minimum feature regime, epsilon = 0.1 of Definition 2",
    trained="each small marker a network, each large one the mean of a condition, named beside it: (a) training "
    "images, (b) learning rates, (c) weight decays, (d) without and with batch normalisation. kappa_CKA on test images",
    experiments=tuple(f"conditions/{n}" for n in
                      ("training-set-size", "learning-rate", "weight-decay", "batch-normalisation")),
)  # fmt: skip
def conditions() -> Figure:
    """Test error against the measure, a panel for each condition."""
    figure, axes = style.panels(2, 2, height=4.4)
    for panel, name, of, word in (
        (axes[0, 0], "training-set-size", "sizes", "training images"),
        (axes[0, 1], "learning-rate", "rates", "learning rate"),
        (axes[1, 0], "weight-decay", "decays", "weight decay"),
        (axes[1, 1], "batch-normalisation", "", "batch normalisation"),
    ):
        record = need(f"conditions/{name}", ("kappa", "error"))
        names = [f"{v:g}" for v in record.config[of]] if of else ["without", "with"]
        kappa, error = record.curves["kappa"], record.curves["error"]
        means = kappa.mean(axis=0), error.mean(axis=0)
        panel.plot(*means, color="0.7", linewidth=0.8, zorder=1)
        for k, (colour, text) in enumerate(zip(style.shades(len(names)), names, strict=True)):
            _networks(panel, kappa[:, k], error[:, k], colour, MARKERS[k], markersize=2.2, alpha=0.6)
            _networks(panel, means[0][k], means[1][k], colour, MARKERS[k], markersize=5.5, label=text)
        panel.axvline(RICH, **EDGE)
        panel.set_xlim(0, None)
        panel.set_ylim(0, 1.12 * float(error.max()))
        panel.set(xlabel=r"$\kappa_{\mathrm{CKA}}$ on test images", ylabel="test error")
        panel.legend(loc="best", title=word, title_fontsize=7.5, handletextpad=0.2)
    style.letter(axes)
    return figure
