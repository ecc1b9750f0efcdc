"""Scaling laws of thesis chapter 4 and appendix C.1, with the losses of trained multilinear models."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from layerproof.language.sources import thesis
from layerproof.networks.harness.records import Record
from layerproof.numerics.formulas import Array
from layerproof.numerics.scaling import laws
from layerproof.numerics.scaling.skills import (
    MultilinearModel,
    loss_beyond,
    loss_in_data,
    loss_in_parameters,
    loss_in_time,
)

from . import records, style
from .plates import plate
from .scaling_laws import decimals
from .trained_modes import kinds

PURE: Mapping[str, Any] = {**style.THEORY, "color": "0.65"}
LESS: Mapping[str, Any] = {"color": "0.0", "linestyle": style.DASHES[1], "linewidth": 1.1}
UNIT = 2.0
"""2 eta S, in which times are counted: the experiments have eta = S = 1."""


def _model(config: Mapping[str, Any]) -> MultilinearModel:
    return MultilinearModel(config["alpha"], config.get("skills", math.inf), 1.0, config["start"])


def _in_time(axes: Axes, record: Record, colour: Any) -> None:
    """The loss against time: the power law, less the loss of absent skills, the sum, and the trained models."""
    model, times = _model(record.config), record.curves["times"]
    fine, coarse = np.geomspace(times[0], times[-1], 200), np.geomspace(times[0], times[-1], 12)
    corrected = laws.matched_time_law(model, fine, model.skills)
    axes.plot(fine * UNIT, laws.time_law(model, fine), **PURE)
    axes.plot(fine * UNIT, np.where(corrected > 0, corrected, np.nan), **LESS)
    axes.plot(coarse * UNIT, loss_in_time(model, coarse).value, color=colour, **style.COMPUTED)
    style.trained(axes, times * UNIT, record.curves["losses"], colour, max(1, len(times) // 12))
    axes.set(xscale="log", yscale="log", xlabel=r"time $2 \eta T S$")
    axes.xaxis.set_minor_formatter(NullFormatter())


def _legend(axes: Axes, **options: Any) -> None:
    axes.plot([], [], **PURE, label="power law")
    axes.plot([], [], **LESS, label="less $L_C$")
    kinds(axes, "", "sum over skills", "trained", **options)
    lines = axes.get_legend_handles_labels()[0]
    axes.legend(handles=lines, **{"handlelength": 1.6, "borderpad": 0.1, "labelspacing": 0.25, **options})


@plate(
    "thesis-4.2-trained",
    title="Scaling laws in time, data and parameters, of trained multilinear models",
    sources=[thesis("Figure 4.2"), thesis("Table 4.1")],
    claims=[
        "scaling-laws/time-law",
        "scaling-laws/corrected-power-law",
        "scaling-laws/data-law",
        "scaling-laws/expected-loss",
        "scaling-laws/parameter-law-of-the-sum",
    ],
    theory="grey: the power laws of Table 4.1 with their prefactors, for infinitely many skills, (b) for S^2/2 times "
    "(1 - R_k(0)/S)^2 of an unseen skill; dashed: less L_C, the loss that the skills from n_s + 1 on would have, (C.2)",
    computed="the losses (4.17), (4.29) and (4.35) as sums over all skills, to 1e-13",
    trained="multilinear models by gradient descent, (a) on fresh samples at each step, (b) on data sets to the end, "
    "the mean over several sets a seed, (c) with the first N of infinitely many skills, on fresh samples; diamonds: "
    "the mean over the seeds, bands: one standard deviation",
    experiments=["scaling/time", "scaling/data", "scaling/parameters-and-compute"],
)
def scaling_laws() -> Figure:
    """The loss of trained models against T, D and N."""
    in_time = records.need("scaling/time", ["times", "losses"])
    in_data, in_parameters = records.need("scaling/data"), records.need("scaling/parameters-and-compute")
    figure, axes = style.panels(1, 3, height=2.4)
    colour = style.shades(3)[1]
    _in_time(axes[0], in_time, colour)
    sizes, model = np.array(in_data.config["sizes"], dtype=float), _model(in_data.config)
    fine = np.geomspace(sizes[0] / 1.3, sizes[-1] * 1.3, 100)
    law = (1 - model.R0) ** 2 * laws.data_law(
        model, fine
    )  # what an unseen skill keeps, where the law has a small start
    axes[1].plot(fine, law, **PURE)
    axes[1].plot(fine, law - loss_beyond(model, model.skills, learning=True), **LESS)
    axes[1].plot(sizes, loss_in_data(model, sizes).value, color=colour, **style.COMPUTED)
    style.trained(axes[1], sizes, in_data.measured["loss"], colour)
    axes[1].set(xscale="log", yscale="log", xlabel="samples $D$")
    sizes, model = np.array(in_parameters.config["sizes"], dtype=float), _model(in_parameters.config)
    fine = np.geomspace(sizes[0] / 1.3, sizes[-1] * 1.3, 100)
    axes[2].plot(fine, laws.parameter_law(model, fine), **PURE)
    axes[2].plot(sizes, loss_in_parameters(model, sizes).value, color=colour, **style.COMPUTED)
    style.trained(axes[2], sizes, in_parameters.measured["loss"], colour)
    axes[2].set(xscale="log", yscale="log", xlabel="parameters $N$")
    axes[1].xaxis.set_minor_formatter(NullFormatter())
    axes[2].set_xticks(sizes, [f"${size:g}$" for size in sizes])
    axes[2].xaxis.set_minor_formatter(NullFormatter())
    for panel, result in zip(axes, (r"T^{-\alpha/(\alpha+1)}", r"D^{-\alpha/(\alpha+1)}", r"N^{-\alpha}"), strict=True):
        decimals(panel)
        panel.text(0.98, 0.98, rf"$\mathcal{{L}} \propto {result}$", transform=panel.transAxes, ha="right", va="top",
                   fontsize=8)  # fmt: skip
    axes[0].set_ylabel(r"loss $\mathcal{L} / S^2$")
    _legend(axes[0], loc="lower left")
    style.letter(axes)
    return figure


@plate(
    "thesis-4.3-trained",
    title="The scaling law of optimal compute, of trained multilinear models",
    sources=[thesis("Figure 4.3")],
    claims=["scaling-laws/compute-law", "scaling-laws/compute-powers", "scaling-laws/plateaus"],
    theory="grey: (a) C^(-alpha/(alpha+2)), (4.44), and (b) N = (C/kappa)^(1/(alpha+2)), (4.43), with the prefactors "
    "of the least value of (4.37) on T = kappa N^(alpha+1)",
    computed="(a) lines: the loss (4.17) of N parameters as the sum over all skills, to 1e-13; (b) circles: where "
    "those of N and of 2N cross, at the mean 2^(1/2) N",
    trained="multilinear models with the first N of infinitely many skills, by gradient descent on fresh samples at "
    "each step, whose size is seen at the start; (a) diamonds: the mean over the seeds, bands: one standard deviation; "
    "(b) where they cross, of every seed",
    experiments=["scaling/parameters-and-compute"],
)
def optimal_compute() -> Figure:
    """The loss against C = T N, and the best N."""
    record = records.need("scaling/parameters-and-compute", ["times", "losses"])
    model, sizes, times = _model(record.config), record.config["sizes"], record.curves["times"]
    losses = record.curves["losses"]  # (seeds, sizes, times)
    figure, axes = style.panels(1, 2, height=2.7, width_ratios=[1.35, 1.0])
    fine = np.geomspace(times[0], times[-1], 300)
    sums = [loss_in_time(model, fine, N).value for N in sizes]
    every = max(1, len(times) // 26)
    for N, row, colour, line in zip(sizes, losses.transpose(1, 0, 2), style.shades(len(sizes)), sums, strict=True):
        axes[0].plot(fine * N * UNIT, line, color=colour, linewidth=0.9)
        style.trained(axes[0], times * N * UNIT, row, colour, every)
        axes[0].text(times[-1] * N * UNIT, line[-1], f"$N={N}$", fontsize=7, ha="right", va="bottom")
    theory = [_meeting(fine, here, there) for here, there in itertools.pairwise(sums)]
    trained = np.array([
        [_meeting(times, here, there) for here, there in itertools.pairwise(row)] for row in losses
    ])  # fmt: skip
    small = np.array(sizes[:-1], dtype=float)
    C = np.geomspace(times[0] * sizes[0], times[-1] * sizes[-1], 100)
    axes[0].plot(C * UNIT, laws.compute_law(model, C), **PURE, zorder=0)
    axes[0].set(xscale="log", yscale="log", xlabel=r"compute $2 \eta S T N$", ylabel=r"loss $\mathcal{L} / S^2$",
                ylim=(losses.mean(axis=0).min() / 1.25, 0.6), xlim=(C[0] * UNIT * 3, C[-1] * UNIT))  # fmt: skip
    decimals(axes[0])
    computes = small * np.array(theory) * UNIT
    axes[1].plot(C * UNIT, (C / laws.compute_constant(model)[1]) ** (1 / (model.alpha + 2)), **PURE)
    axes[1].plot(computes, math.sqrt(2) * small, color="black", **{**style.COMPUTED, "markersize": 6.5})
    found = small * trained * UNIT
    axes[1].plot(found.T, math.sqrt(2) * np.tile(small[:, None], len(found)), **{**style.TRAINED, "color": "black"})
    axes[1].set(xscale="log", yscale="log", xlabel=r"compute $2 \eta S T N$", ylabel="best $N$",
                xlim=(computes[0] / 4, computes[-1] * 4), ylim=(small[0] / 1.3, small[-1] * 2.6))  # fmt: skip
    decimals(axes[1])
    axes[1].plot([], [], **PURE, label="power law")
    axes[1].plot([], [], color="0.15", lw=0.9, label="sum over skills")
    kinds(axes[1], "", "where they cross", "trained")
    axes[1].legend(handles=axes[1].get_legend_handles_labels()[0], loc="upper left", handlelength=1.6, borderpad=0.1)
    style.letter(axes)
    return figure


def _meeting(times: Array, here: Array, there: Array) -> float:
    """The time for N at which N and 2N do equally well at the same compute, the last one; NaN if there is none."""
    low, high = math.log(2 * times[0]), math.log(times[-1])
    grid = np.linspace(low, high, 2001)
    gap = np.interp(grid, np.log(times), here) - np.interp(grid - math.log(2), np.log(times), there)
    behind = np.flatnonzero(gap < 0)
    if len(behind) == 0 or behind[-1] + 1 == len(grid):
        return math.nan
    j = behind[-1]
    return math.exp(grid[j] + gap[j] / (gap[j] - gap[j + 1]) * (grid[1] - grid[0]))


@plate(
    "thesis-C.1-trained",
    title="Finitely many skills: the time law and its correction, of trained multilinear models",
    sources=[thesis("Figure C.1")],
    claims=[
        "scaling-laws/time-law",
        "scaling-laws/correction-is-the-missing-loss",
        "scaling-laws/corrected-power-law",
        "scaling-laws/finite-n-decays-faster",
    ],
    theory="grey: the power law (4.25) with its prefactor; dashed: less L_C, the loss that the absent skills would "
    "have, as their sum; (C.2)",
    computed="the loss (4.17) as the sum over all skills, to 1e-13",
    trained="multilinear models by gradient descent on fresh samples at each step; diamonds: the mean over the seeds, "
    "bands: one standard deviation",
    experiments=["scaling/slow-decay", "scaling/time"],
)
def finite_correction() -> Figure:
    """The loss of trained models in time for two alpha."""
    found = [records.need(name, ["times", "losses"]) for name in ("scaling/slow-decay", "scaling/time")]
    figure, axes = style.panels(1, 2, height=2.5)
    for panel, record in zip(axes, found, strict=True):
        _in_time(panel, record, style.shades(3)[1])
        name = rf"$\alpha = {record.config['alpha']:g}$, $n_s = {record.config['skills']}$"
        panel.set_title(name, fontsize=9)
        decimals(panel)
    axes[0].set_ylabel(r"loss $\mathcal{L} / S^2$")
    _legend(axes[1], loc="lower left")
    style.letter(axes)
    return figure
