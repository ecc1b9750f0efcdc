"""Grokking of trained networks: modular division and the five configurations of Table 6.1."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from layerproof.language.sources import position_paper, richness_paper, thesis
from layerproof.networks.experiments.grokking import EPSILON
from layerproof.networks.experiments.scalar import ROWS, TABLE, growth, ratio

from . import style
from .plates import plate
from .records import need

BLACK = {**style.THEORY, "color": "black"}
EDGE: dict[str, Any] = {"color": "0.45", "linewidth": 0.9, "linestyle": style.DASHES[1]}


def _in_steps(panel: Axes, steps: Any) -> None:
    panel.set_xscale("log")
    panel.set_xlim(1, float(steps[-1]))
    panel.set_xlabel("steps of training")


@plate(
    "thesis-6.4",
    title="Grokking on division modulo a prime: from extended to minimum features",
    sources=[thesis("Figure 6.4"), richness_paper("Figure 4")],
    claims=[
        "neural-collapse/cka-of-itself",
        "neural-collapse/centred-mp",
        "neural-collapse/dimension-without-the-first",
        "neural-collapse/utilization-adds-up-to-one",
    ],
    theory="the values at an MP-operator: kappa_CKA = 0, D_eff(rho) = C with the first intensity left out, all of the "
    "learned function in the first C features; dashed, the thesis's epsilon = 0.1. Upright: where the training pairs "
    "are fitted and where the test pairs are learned, means over the seeds",
    trained="diamonds, means over the seeds in a band of one deviation; the measures are taken over all pairs. What "
    "was trained for how long is in the record; on the desk a perceptron modulo 23",
    experiments=("grokking/division",),
)
def division() -> Figure:
    """Accuracies, the measure, and features, along training."""
    record = need("grokking/division", ("steps", "fit", "generalise", "curves"))
    steps, seen = record.curves["steps"], record.curves["curves"]
    classes = float(record.config["modulus"])
    figure, axes = style.panels(1, 3, height=2.35)
    dark, light = style.shades(3)[0], style.shades(3)[2]
    rows = (
        (axes[0], "train", dark, "training", 1.0),
        (axes[0], "test", light, "test", 1.0),
        (axes[1], "kappa", dark, r"all pairs", 1.0),
        (axes[1], "kappa of training pairs", light, r"training pairs", 1.0),
        (axes[2], "dimension", dark, r"$D_{\mathrm{eff}}(\rho)/C$", classes),
        (axes[2], "utilisation", light, r"$\hat\Pi^*(C)$", 1.0),
    )
    later = steps > 0
    for panel, name, colour, label, unit in rows:
        marker = "D" if colour == dark else "s"
        style.trained(
            panel, steps[later], seen[name][later].T / unit, colour, every=3, label=label, marker=marker, linestyle="-",
            linewidth=0.5,
        )  # fmt: skip
    for panel, level in zip(axes[1:], (0.0, 1.0), strict=True):
        panel.axhline(level, **BLACK, zorder=2)
    axes[1].axhline(EPSILON, **EDGE)
    axes[1].text(1.3, EPSILON + 0.02, r"$\epsilon = 0.1$", fontsize=7.5)
    for panel in axes:
        for name in ("fit", "generalise"):
            panel.axvline(record.curves[name].mean(), color="0.6", linewidth=0.7, zorder=0)
        _in_steps(panel, steps)
        panel.set_ylim(-0.04, None)
    axes[0].legend(loc="upper left", bbox_to_anchor=(0, 1.02))
    axes[1].legend(loc="center left", bbox_to_anchor=(0, 0.5))
    axes[2].legend(loc="center left", bbox_to_anchor=(0, 0.57))
    axes[0].set_ylabel("accuracy")
    axes[1].set_ylabel(r"$\kappa_{\mathrm{CKA}}$")
    axes[2].set_ylabel("features, relative to theory")
    style.letter(axes)
    return figure


@plate(
    "thesis-6.5",
    title="Four ways to take the delay out of grokking, and what they do to gamma_+",
    sources=[thesis("Figure 6.5"), thesis("Table 6.1"), position_paper("Section 7.2", None)],
    claims=[
        "general-solutions/table-values",
        "general-solutions/growth-of-ratio",
        "general-solutions/weight-downscaling",
        "general-solutions/target-upscaling",
        "general-solutions/input-downscaling",
        "general-solutions/output-downscaling",
    ],
    theory="in (c) and (d) the place on the axis, gamma_+ = q + sqrt(1 + q^2) with q = T/(x o w^2) of the scalar "
    "network, thesis (6.14); that a larger gamma_+ means a shorter delay is the sources' conjecture for deep networks, "
    "and no theorem. Dashed: a delay of a factor of three, and the thesis's epsilon",
    trained="perceptrons with tanh and four layers; (a), (b) accuracies, mean and deviation over the seeds, test as "
    "diamonds and training as thin lines; (c) log10 of the step that generalises over the step that fits, (d) "
    "kappa_CKA of the training samples when the four rescaled rows end, whose order among these four nothing predicts. "
    "A network that has not generalised by the end counts as doing so then (arrow)",
    experiments=("grokking/table",),
)
def table() -> Figure:
    """Accuracies of the default and of the others; delay and measure against gamma_+."""
    record = need("grokking/table", ("delay", "curves"))
    curves, delay = record.curves["curves"], record.curves["delay"]
    figure, axes = style.panels(2, 2, height=4.3)
    shades = style.shades(5)
    markers = ("D", "o", "s", "^", "v")
    for k, name in enumerate(ROWS):
        panel = axes[0, 0] if k == 0 else axes[0, 1]
        steps = curves["steps" if k == 0 else "short steps"]
        later = steps > 0
        style.trained(
            panel, steps[later], curves[f"{name} test"][later].T, shades[k], every=4, marker=markers[k],
            label=name + ", test" * (k == 0),
        )  # fmt: skip
        panel.plot(steps[later], curves[f"{name} train"][later].mean(axis=1), color=shades[k], linewidth=0.8,
                   linestyle=style.DASHES[k], label="training" if k == 0 else None)  # fmt: skip
    for panel in axes[0]:
        _in_steps(panel, curves["steps"])
        panel.set_ylim(0, 1.03)
        panel.set_ylabel("accuracy")
        panel.legend(loc="upper left" if panel is axes[0, 0] else "lower right")
    then = float(curves["short steps"][-1])
    for k, name in enumerate(ROWS):
        place = growth(ratio(TABLE[k]))
        at = np.array([place * (0.93 if name.startswith("output") else 1.07 if name.startswith("target") else 1.0)])
        steps = curves["steps" if k == 0 else "short steps"]
        kappa = curves[f"{name} kappa"][np.searchsorted(steps, then)]
        for panel, values in ((axes[1, 0], delay[:, k]), (axes[1, 1], kappa)):
            panel.axvline(place, color="0.85", linewidth=0.8, zorder=0)
            panel.plot(np.repeat(at, len(values)), values, color=shades[k], linestyle="none", marker="_", markersize=7)
            panel.plot(at, values.mean(), color=shades[k], **{**style.TRAINED, "marker": markers[k], "markersize": 4.5},
                       zorder=3)  # fmt: skip
        if (delay[:, k] > 0).any() and (curves[f"{name} test"][-1] < float(record.config["generalised"])).any():
            axes[1, 0].annotate("", (place, delay[:, k].max() + 0.3), (place, delay[:, k].max()),
                                arrowprops={"arrowstyle": "->", "color": shades[k]})  # fmt: skip
    axes[1, 0].axhline(np.log10(3), **EDGE)
    axes[1, 0].set_ylim(None, float(delay.max()) + 0.35)
    axes[1, 1].axhline(EPSILON, **EDGE)
    axes[1, 0].set_ylabel(r"delay $\log_{10}(\mathrm{generalises}/\mathrm{fits})$")
    axes[1, 1].set_ylabel(rf"$\kappa_{{\mathrm{{CKA}}}}$ after {then:.0f} steps")
    axes[1, 1].set_ylim(0, None)
    for panel in axes[1]:
        panel.set_xscale("log")
        panel.set_xlabel(r"$\gamma_+$ of the configuration")
    style.letter(axes)
    return figure
