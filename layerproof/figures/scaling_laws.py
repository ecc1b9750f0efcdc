"""Figures 4.1 to 4.3 and C.1 of the thesis: the multilinear model and its scaling laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from layerproof.language.flows import GradientFlow
from layerproof.language.sources import thesis
from layerproof.language.symbols import positive, time, trajectories
from layerproof.numerics.flows import integrate_flow
from layerproof.numerics.scaling import laws
from layerproof.numerics.scaling.data import PowerLaw, sample
from layerproof.numerics.scaling.exponents import kinks
from layerproof.numerics.scaling.skills import (
    MultilinearModel,
    loss_in_parameters,
    loss_in_time,
)

from . import style
from .plates import plate

ALPHAS = (0.3, 0.6, 0.9)
MANY = 10**12
START = 0.01  # R_0/S


def decimals(axes: Axes) -> None:
    """Labels 0.1, 0.2, 0.5, 1, ... on an axis of less than two decades."""
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())


def _draw_model(axes: Axes, skills: int = 4) -> None:
    """Inputs, fixed skill functions, and the two layers of parameters: one strand a skill."""
    axes.set_axis_off()
    heights = np.linspace(0.86, 0.14, skills)
    columns = {"input": 0.04, "skill": 0.32, "hidden": 0.66, "output": 0.97}
    edge: dict[str, Any] = {"color": "0.0", "linewidth": 0.8, "zorder": 1}
    names = [str(k) for k in range(1, skills - 1)] + ["\\cdots", "N"]
    for height, name in zip(heights, names, strict=True):
        if name == "\\cdots":
            axes.text(columns["skill"], height, "$\\vdots$", ha="center", va="center")
            axes.text(columns["hidden"], height, "$\\vdots$", ha="center", va="center")
            continue
        axes.plot([columns["input"], columns["skill"]], [0.5, height], **{**edge, "color": "0.6"})
        axes.plot([columns["skill"], columns["hidden"]], [height, height], **edge)
        axes.plot([columns["hidden"], columns["output"]], [height, 0.5], **edge)
        middle = (columns["skill"] + columns["hidden"]) / 2
        axes.text(middle + 0.01, height + 0.025, f"$a_{name}$", ha="center", va="bottom")
        out = 0.42
        x = columns["hidden"] + out * (columns["output"] - columns["hidden"])
        y = height + out * (0.5 - height)
        below = height < 0.5
        axes.text(x, y + (-0.03 if below else 0.03), f"$b_{name}$", ha="left", va="top" if below else "bottom")
        for column, label in (("skill", f"$g_{name}$"), ("hidden", "")):
            axes.text(
                columns[column],
                height,
                label or " ",
                ha="center",
                va="center",
                zorder=3,
                bbox={"boxstyle": "circle,pad=0.3", "facecolor": "white", "edgecolor": "0.0", "linewidth": 0.8},
            )
    for column, label in (("input", "$i, x$"), ("output", "$f$")):
        axes.text(
            columns[column],
            0.5,
            label,
            ha="center",
            va="center",
            zorder=3,
            bbox={"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": "0.0", "linewidth": 0.8},
        )
    axes.set_xlim(-0.06, 1.06)
    axes.set_ylim(0.0, 1.0)


@plate(
    "thesis-4.1",
    title="The multilinear model, and skills that are learnt one after the other",
    sources=[thesis("Figure 4.1")],
    claims=["scaling-laws/product-is-strength", "scaling-laws/strength", "scaling-laws/rare-skills-wait"],
    theory="(b) the sigmoid (4.11) with d_k/D = P_k, alpha = 0.6, R_k(0)/S = 0.01",
    computed="(b) gradient flow of eta P_k (S - a_k b_k)^2 / 2 from equal layers, integrated "
    "to a relative error below 1e-10",
)
def multilinear_model() -> Figure:
    """(a) the model (4.9); (b) R_k/S of five skills in time, closed form and integrated flow."""
    figure, (left, right) = style.panels(1, 2, height=2.4, width_ratios=[1.0, 1.5])
    _draw_model(left)
    model = MultilinearModel(0.6, MANY, R0=START)
    skills = np.arange(1, 6)
    end = 1.6 * math.log(model.odds) / (model.clock * 5.0**-model.s)
    grid, coarse = np.linspace(0.0, end, 400), np.linspace(0.0, end, 25)
    T, (a, b), (P, S) = time("T"), trajectories("a b", time("T")), positive("P S")
    flow = GradientFlow(loss=P * (S - a * b) ** 2 / 2, parameters=(a, b), time=T)
    start = np.full(len(skills), math.sqrt(START))
    found = integrate_flow(flow, {a: start, b: start}, {P: model.frequency(skills), S: 1.0}, coarse)
    places = {symbol.name: column for column, symbol in enumerate(found.variables)}
    products = found.states[:, :, places["a"]] * found.states[:, :, places["b"]]
    for k, colour, dash, product in zip(skills, style.shades(len(skills)), style.DASHES, products, strict=True):
        right.plot(grid, model.strength(k, grid), **{**style.THEORY, "color": colour, "linestyle": dash})
        right.plot(coarse, product, **{**style.COMPUTED, "color": colour}, clip_on=False, zorder=3)
        most = math.log(3 * model.odds) / (model.clock * float(k) ** -model.s)  # where R_k/S is 3/4
        right.annotate(f"$k = {k}$", (most, 0.75), (4, -6), textcoords="offset points", ha="left", fontsize=7.5)
    right.set_xlabel(r"time $\eta T S$")
    right.set_ylabel(r"skill strength $\mathcal{R}_k / S$")
    right.set_xlim(0.0, end)
    right.set_ylim(-0.02, 1.02)
    style.letter([left, right])
    return figure


@plate(
    "thesis-4.2",
    title="Scaling laws in time, data and parameters",
    sources=[thesis("Figure 4.2"), thesis("Table 4.1")],
    claims=["scaling-laws/time-law", "scaling-laws/data-law", "scaling-laws/parameter-law-of-the-sum"],
    theory="the power laws of Table 4.1 with their prefactors, from the substitutions that prove (4.25) and (4.34) and "
    "from (4.36); the thesis draws them without prefactors",
    computed="10^12 skills, R_k(0)/S = 0.01; (a), (c) the loss (4.17) as the sum over all skills, to 1e-13; (b) the "
    "mean of 8 sets of samples drawn from (4.1), with S^2/2 for every skill that no sample shows (4.26)",
    seeds=(0,),
)
def scaling_laws() -> Figure:
    """The loss against T, D, N for three alpha."""
    figure, axes = style.panels(1, 3, height=2.35, sharey=True)
    times, counts, numbers = np.logspace(1, 8, 15), 10 ** np.arange(1, 7), 4 ** np.arange(1, 11)
    for alpha, colour, dash, marker in zip(ALPHAS, style.shades(3), style.DASHES, "os^", strict=False):
        model = MultilinearModel(alpha, MANY, R0=START)
        line = {**style.THEORY, "color": colour, "linestyle": dash}
        dots = {**style.COMPUTED, "color": colour, "marker": marker}
        scaled = times / (2 * model.eta * model.S)
        law = PowerLaw(alpha, MANY)
        drawn = [float(np.mean(sample(law, int(D), 8, seed=0).unobserved())) / 2 for D in counts]
        wide = [np.geomspace(x[0], x[-1], 50) for x in (scaled, counts, numbers)]
        axes[0].plot(wide[0] * 2, laws.time_law(model, wide[0]), **line)
        axes[0].plot(times, loss_in_time(model, scaled).value, **dots)
        axes[1].plot(wide[1], laws.data_law(model, wide[1]), **line)
        axes[1].plot(counts, drawn, **dots)
        axes[2].plot(wide[2], laws.parameter_law(model, wide[2]), **line)
        axes[2].plot(numbers, loss_in_parameters(model, numbers).value, **dots)
        place = (1e4, float(laws.parameter_law(model, 1e4)))
        aside = {"xytext": (2, 4)} if alpha < 0.9 else {"xytext": (-2, -2), "ha": "right", "va": "top"}
        axes[2].annotate(rf"$\alpha = {alpha}$", place, textcoords="offset points", fontsize=7.5, **aside)
    conditions = (
        (r"time $2 \eta S T$", r"$D, N \to \infty$", r"$\mathcal{L} \propto T^{-\alpha/(\alpha+1)}$"),
        (r"samples $D$", r"$T, N \to \infty$", r"$\mathcal{L} \propto D^{-\alpha/(\alpha+1)}$"),
        (r"parameters $N$", r"$T, D \to \infty$", r"$\mathcal{L} \propto N^{-\alpha}$"),
    )
    for panel, (label, condition, result) in zip(axes, conditions, strict=True):
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(label)
        panel.text(0.05, 0.05, f"{condition}\n{result}", transform=panel.transAxes, va="bottom", fontsize=7.5)
    axes[0].set_ylabel(r"loss $\mathcal{L} / S^2$")
    axes[0].set_ylim(2e-7, 2.0)
    style.letter(axes)
    return figure


@plate(
    "thesis-4.3",
    title="The scaling law of optimal compute",
    sources=[thesis("Figure 4.3")],
    claims=["scaling-laws/compute-law", "scaling-laws/plateaus", "scaling-laws/compute-time-by-parameters"],
    theory="dashed: C^(-alpha/(alpha+2)), (4.44), with the prefactor of the least value of (4.37) on "
    "T = kappa N^(alpha+1)",
    computed="solid: the loss (4.17) of N = 10, 10^1.5, ..., 10^4 parameters and 10^12 skills as the sum over all "
    "skills, to 1e-13, R_k(0)/S = 0.01; circles: computes at which N and N + 1 parameters do equally well, the "
    "envelope over whole N",
)
def optimal_compute() -> Figure:
    """The loss against C = T N for seven N, and the envelope."""
    figure, axes = style.panels(1, 3, height=2.35)
    sizes = [round(10 ** (1 + j / 2)) for j in range(7)]
    for panel, alpha in zip(axes, ALPHAS, strict=True):
        model = MultilinearModel(alpha, MANY, R0=START)
        unit = 2 * model.eta * model.S  # compute is counted in 2 eta S T N
        touch = kinks(model, np.unique(np.round(np.geomspace(4, 2e4, 12))))
        C = np.geomspace(30.0, 60 * touch.C[-1] * unit, 160)
        for N, colour in zip(sizes, style.shades(len(sizes)), strict=True):
            losses = loss_in_time(model, C / N / unit, N).value
            panel.plot(C, losses, color=colour, linewidth=0.9)
            if N in (10, 100, 1000, 10_000):
                name = f"$N = 10^{round(math.log10(N))}$" if N > 10 else "$N = 10$"
                panel.text(C[-1], losses[-1], name, fontsize=6.5, ha="right", va="bottom")
        panel.plot(touch.C * unit, touch.loss, **{**style.COMPUTED, "color": "0.0", "zorder": 4})
        panel.plot(
            C, laws.compute_law(model, C / unit), color="0.0", linewidth=1.1, linestyle=style.DASHES[1], zorder=3
        )
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(r"compute $2 \eta S T N$")
        low = float(laws.compute_law(model, C[-1] / unit))
        panel.set_ylim(low / 1.5, 0.8)
        panel.set_xlim(C[0], C[-1])
        panel.text(0.95, 0.95, rf"$\alpha = {alpha}$", transform=panel.transAxes, ha="right", va="top")
    decimals(axes[0])
    axes[0].set_ylabel(r"loss $\mathcal{L} / S^2$")
    style.letter(axes)
    return figure


@plate(
    "thesis-C.1",
    title="Finitely many skills: the time law and its correction",
    sources=[thesis("Figure C.1")],
    claims=[
        "scaling-laws/finite-n-rate",
        "scaling-laws/correction-is-the-missing-loss",
        "scaling-laws/corrected-power-law",
    ],
    theory="grey: the power law (4.25) with its prefactor; dashed: less L_C = S^2 A N^-alpha/(2 alpha), the solution "
    "of (C.2)",
    computed="N = n_s = 50,000 skills, R_k(0)/S = 0.01: the loss (4.21) as the sum over all skills, to 1e-13",
)
def finite_correction() -> Figure:
    """The loss in time for four alpha, the pure law and the corrected one."""
    figure, axes = style.panels(1, 4, height=2.1)
    N = 50_000
    for panel, alpha in zip(axes, (0.1, *ALPHAS), strict=True):
        model = MultilinearModel(alpha, N, R0=START)
        unit = 2 * model.eta * model.S
        times, fine = np.logspace(1, 6, 16), np.logspace(1, 6, 200)
        corrected = laws.corrected_time_law(model, fine / unit, N)
        panel.plot(fine, laws.time_law(model, fine / unit), **{**style.THEORY, "color": "0.65"}, label="(4.25)")
        above = np.where(corrected > 0, corrected, np.nan)
        panel.plot(fine, above, color="0.0", linestyle=style.DASHES[1], linewidth=1.1, label="(C.2)")
        losses = loss_in_time(model, times / unit).value
        panel.plot(times, losses, **{**style.COMPUTED, "color": style.shades(3)[1]}, label="sum")
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(r"$2 \eta S T$")
        panel.text(0.95, 0.95, rf"$\alpha = {alpha}$", transform=panel.transAxes, ha="right", va="top")
    decimals(axes[0])
    decimals(axes[1])
    axes[0].legend(loc="lower left", handlelength=1.6, borderaxespad=0.2)
    axes[0].set_ylabel(r"loss $\mathcal{L} / S^2$")
    style.letter(axes)
    return figure
