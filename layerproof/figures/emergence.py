"""Figures of thesis chapter 5 and appendix C.4: when skills are learned, and how three neurons learn parity."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from layerproof.language.sources import thesis
from layerproof.numerics.formulas import Array
from layerproof.numerics.neurons import parity_network
from layerproof.numerics.scaling import few_shots, skill_models
from layerproof.numerics.scaling.data import PowerLaw, sample

from . import style
from .plates import plate

SKILLS = PowerLaw(0.6, 5)
TARGET = 5.0
LEARNING_RATE = 0.05
SHRINK = 1 / 22
"""B of (5.1), which the thesis calls B^2: the number fitted to the first skill."""
SHOTS = 800
NEURONS = 4
START = 1e-4 * SHRINK
"""R_k(0) for layers a_k = b_k = 0.01, the thesis's standard deviation."""

STEPS = "$T$ (steps)"
STRENGTH = r"$\mathcal{R}_k/S$"
AS_PRINTED = {**style.PRINTED, "linewidth": 1.2}


def _in_time(axes: Axes, frequencies: Array, horizon: float, colours: list[Any]) -> None:
    fine, coarse = np.linspace(0, horizon, 400), np.linspace(0, horizon, 31)
    given: dict[str, Any] = {"target": TARGET, "initial": START, "shrink": SHRINK, "learning_rate": LEARNING_RATE}
    dots = skill_models.train_in_time(frequencies, coarse, **given)
    for k, frequency in enumerate(frequencies):
        line = skill_models.time_strength(frequency, fine, **given)
        axes.plot(fine, line / TARGET, color=colours[k], **style.THEORY, label="formula")
        axes.plot(coarse, dots[k] / TARGET, color=colours[k], **style.COMPUTED)
    axes.set(xlabel=STEPS, ylabel=STRENGTH, xlim=(0, horizon))


def _in_data(axes: Axes, law: PowerLaw, sizes: Array, sets: int, colours: list[Any]) -> None:
    skills = np.arange(1, law.skills + 1)
    fine = np.geomspace(sizes[0] / 1.3, sizes[-1] * 1.3, 400)
    for k, frequency in enumerate(law.probability(skills)):
        right, printed = (few_shots.few_shot_strength(frequency * fine, SHOTS, printed=p) for p in (False, True))
        axes.plot(fine, printed, **{**AS_PRINTED, "color": colours[k]})
        axes.plot(fine, right, color=colours[k], **style.THEORY)
        # a skill that has been learned for long, or that is hardly seen, needs no dots
        shown = sizes[(frequency * sizes > 4) & (frequency * sizes < 1.8 * SHOTS)]
        found = [
            few_shots.learn_from_data(sample(law, int(size), sets, seed=place), [k + 1], SHOTS, seed=place).mean()
            for place, size in enumerate(shown)
        ]
        axes.plot(shown, found, color=colours[k], **style.COMPUTED)
    axes.set(xlabel="$D$ (samples)", xscale="log", xlim=(fine[0], fine[-1]))


def _in_width(axes: Axes, skills: int, colours: list[Any]) -> None:
    widths = np.arange(1, NEURONS * skills + 3)
    fine = np.linspace(0.5, widths[-1] + 0.5, 500)
    limits = [skill_models.train_part(r, NEURONS, [0.0, 400.0], seed=r)[0, -1] for r in range(1, NEURONS + 1)]
    for k in range(1, skills + 1):
        axes.plot(fine, skill_models.width_strength(k, fine, NEURONS), color=colours[k - 1], **style.THEORY)
        own = np.clip(widths - (k - 1) * NEURONS, 0, NEURONS)
        axes.plot(widths, np.r_[0.0, limits][own], color=colours[k - 1], **style.COMPUTED)
    axes.set(xlabel="$N$ (basis functions)", xlim=(0, widths[-1] + 0.5))


def _numbers(axes: Axes, halves: NDArray[np.floating[Any]], shift: float, colours: list[Any]) -> None:
    """The number of each skill beside its curve, at half its height."""
    for k, (half, colour) in enumerate(zip(halves, colours, strict=True), start=1):
        axes.text(half + shift, 0.53, str(k), color=colour, fontsize=8.5, ha="center")


def _legend_of_kinds(axes: Axes, dots: str, **options: Any) -> None:
    axes.plot([], [], color="0.15", **style.THEORY, label="formula")
    axes.plot([], [], **{**AS_PRINTED, "color": "0.15"}, label="(5.5) as printed")
    axes.plot([], [], color="0.15", **style.COMPUTED, label=dots)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[-3:], labels[-3:], **options)


@plate(
    "thesis-5.1",
    title="Emergence of five skills in time, data and parameters",
    sources=[thesis("Figure 5.1")],
    claims=[
        "emergence/time-emergence",
        "emergence/few-samples",
        "emergence/few-samples-printed",
        "emergence/strength-from-few-samples",
        "emergence/partly-expressible-skill-strength",
    ],
    theory="lines: (a) the sigmoid (5.2) with the exponent repaired to B = 1/22, which is what the thesis calls B^2; "
    "(b) S d_k/D_c with d_k = P(k) D and D_c = 800, dotted (5.5) as printed; (c) (5.9) with N_c = 4. alpha = 0.6, n_s "
    "= 5, S = 5, eta = 0.05, layers start at 0.01",
    computed="(a) the gradient flow of (5.1), integrated to 1e-12; (b) problems of least norm on sampled data sets, "
    "two for each size, with parities of other bits as basis functions; (c) the flow of Proposition B.1.2 for r of "
    "N_c basis functions, integrated until nothing moves. No network is trained here",
    seeds=tuple(range(14)),
)
def five_skills() -> Figure:
    """R_k/S of five skills against T, D and N."""
    figure, axes = style.panels(1, 3, sharey=True, height=2.35)
    colours = style.shades(SKILLS.skills)
    _in_time(axes[0], SKILLS.probability(np.arange(1, 6)), 16000.0, colours)
    _in_data(axes[1], SKILLS, np.round(np.geomspace(25, 3.2e4, 14)), 2, colours)
    _in_width(axes[2], SKILLS.skills, colours)
    halves = np.log(TARGET / START - 1) / (2 * LEARNING_RATE * SHRINK * TARGET * SKILLS.probability(np.arange(1, 6)))
    _numbers(axes[0], halves, -600, colours)
    _numbers(axes[2], NEURONS * (np.arange(5) + 0.5), -0.8, colours)
    axes[0].text(15900, 0.05, "numbers: $k$", fontsize=7.5, ha="right")
    _legend_of_kinds(axes[1], "simulated", loc="upper left", handlelength=1.4, borderpad=0.0, labelspacing=0.25)
    axes[0].set_ylim(-0.04, 1.08)
    style.letter(axes)
    return figure


@plate(
    "thesis-5.2",
    title="The three extended models on a single skill",
    sources=[thesis("Figure 5.2")],
    claims=[
        "emergence/time-emergence",
        "emergence/time-emergence-printed",
        "emergence/few-samples",
        "emergence/few-samples-printed",
        "emergence/loss-from-few-samples-is-an-estimate",
    ],
    theory="lines: (a) (5.2) with B = 1/22 once, dotted the same B in the printed square, which is 22 times slower; "
    "(b) S d/D_c, dotted (5.5) as printed, dashed S(1 - (1 - 1/D_c)^d), the mean for basis functions on cells; (c) "
    "(5.9). D_c = 800, N_c = 4, S = 5, eta = 0.05",
    computed="(a) the integrated flow of (5.1); (b) problems of least norm with parities (circles, two each) and with "
    "cells (squares, two each); (c) the integrated flow of Proposition B.1.2. The thesis fits B, D_c, N_c to "
    "networks that are not trained here",
    seeds=(0, 1),
)
def one_skill() -> Figure:
    """R_1/S against T, D and N for n_s = 1."""
    figure, axes = style.panels(1, 3, sharey=True, height=2.35)
    dark = style.shades(5)[0]
    _in_time(axes[0], np.array([1.0]), 2400.0, [dark])
    fine = np.linspace(0, 2400.0, 200)
    square = skill_models.time_strength(
        1.0, fine, target=TARGET, initial=START, shrink=SHRINK, learning_rate=LEARNING_RATE, printed=True
    )
    axes[0].plot(fine, square / TARGET, **{**AS_PRINTED, "color": dark})
    counts = np.array([25, 50, 100, 200, 300, 400, 500, 600, 700, 800, 1000])
    shown = np.geomspace(18, 2500, 300)
    for printed in (False, True):
        look = {**AS_PRINTED, "color": dark} if printed else {**style.THEORY, "color": dark}
        axes[1].plot(shown, few_shots.few_shot_strength(shown, SHOTS, printed=printed), **look)
    axes[1].plot(shown, few_shots.cells_mean_strength(shown, SHOTS), color="0.5", lw=1.1, ls=style.DASHES[1])
    learned = few_shots.learn_from_counts(np.stack([counts] * 2), SHOTS, seed=0).mean(axis=0)
    axes[1].plot(counts, learned, color=dark, **style.COMPUTED)
    repeated = np.array([30, 70, 150, 350, 900, 1600, 2300])
    cells = np.array([_cells(int(d), 2) for d in repeated])
    axes[1].plot(repeated, cells, color="0.5", **{**style.COMPUTED, "marker": "s"}, label="cells")
    axes[1].set(xscale="log", xlabel="$D$ (samples)", xlim=(18, 2500))
    _in_width(axes[2], 1, [dark])
    axes[0].plot([], [], color=dark, **style.THEORY, label="formula")
    axes[0].plot([], [], **{**AS_PRINTED, "color": dark}, label="as printed")
    axes[0].plot([], [], color=dark, **style.COMPUTED, label="simulated")
    handles, labels = axes[0].get_legend_handles_labels()
    axes[0].legend(handles[-3:], labels[-3:], loc="center right", handlelength=1.4, borderpad=0.0)
    axes[1].text(1250, 0.68, "cells", fontsize=7.5, color="0.35")
    axes[0].set_ylabel(r"$\mathcal{R}_1/S$")
    axes[0].set_ylim(-0.04, 1.08)
    style.letter(axes)
    return figure


def _cells(count: int, draws: int) -> float:
    """The mean strength with the basis of cells, from least norm on the cells that were seen."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(draws):
        phi = few_shots.basis_samples("cells", count, SHOTS, rng)
        _, new = np.unique(phi.argmax(axis=1), return_index=True)  # a repeated sample adds no equation
        found.append(few_shots.minimum_norm(phi[new]).strength)
    return float(np.mean(found))


NAMES = (r"$\alpha$", r"$\beta$", r"$\gamma$")


@plate(
    "thesis-C.2",
    title="Three neurons learn the parity of three bits, one mode after the other",
    sources=[thesis("Figure C.2"), thesis("C.13"), thesis("C.14")],
    claims=[
        "emergence/modes-add-up",
        "emergence/strength-of-each-mode",
        "emergence/alpha-rate",
        "emergence/beta-rate",
        "emergence/gamma-rate",
        "emergence/c-rate",
        "emergence/beta-starts-at",
        "emergence/beta-starts-at-printed",
    ],
    theory="(a) the three modes at alpha = beta = gamma = sqrt(2 S), c = -S: they add up to S (y + 1), y the parity; "
    "(b) lines: the gradient flow with the repaired rates (C.15) to (C.18), dashed the sigmoid of the multilinear "
    "model with B = 1/3 (the printed B^2 = 1/3) for the same loss, the mean square without the half; (c) thin lines: "
    "growth at the rates 2S, S, S of a small start, dotted the printed estimates 4S, 4S, 2S",
    computed="gradient descent on the network itself, all eight inputs in each step, steps of 0.001; S = 5, every "
    "parameter starts at 0.01, c at 0",
)
def three_neurons() -> Figure:
    """The modes of the three-neuron network on the inputs, in time, and while they are small."""
    figure, axes = style.panels(1, 3, height=2.35)
    colours = style.shades(3)
    start = [0.01, 0.01, 0.01, 0.0]
    run = parity_network.descend(start, 5000, target=TARGET, learning_rate=1e-3, every=1)
    _modes_on_inputs(axes[0], colours)
    times = np.linspace(0, 5, 501)
    flow = parity_network.integrate(start, times, target=TARGET)
    dots = slice(0, None, 200)
    for q in range(3):
        axes[1].plot(times, flow.modes[0, :, q], color=colours[q], **style.THEORY, label=NAMES[q])
        axes[1].plot(run.times[dots], run.modes[0, dots, q], color=colours[q], **style.COMPUTED)
    axes[1].plot(times, flow.strength[0], color="black", **style.THEORY, label=r"$\mathcal{R}$")
    axes[1].plot(run.times[dots], run.strength[0, dots], color="black", **style.COMPUTED)
    # the loss without the half doubles the pace of the multilinear model
    sigmoid = skill_models.time_strength(
        1.0, times, target=TARGET, initial=float(flow.strength[0, 0]) * TARGET, shrink=1 / 3, learning_rate=2.0
    )
    axes[1].plot(times, sigmoid / TARGET, color="0.4", lw=1.2, ls=style.DASHES[1], label="$B=1/3$")
    axes[1].set(xlabel=r"$\eta t$", ylabel=r"$\mathcal{R}^{(q)}/S$", xlim=(0, 5), ylim=(-0.03, 1.08))
    for place, text, colour in zip(
        [(3.0, 0.53), (1.62, 0.19), (2.4, 0.04), (3.3, 0.76), (2.5, 0.93)],
        [*NAMES, r"$\mathcal{R}$", "$B=1/3$"],
        [*colours, "black", "0.35"],
        strict=True,
    ):
        axes[1].text(*place, text, color=colour, fontsize=8.5, va="center")
    early = np.linspace(0, 1.5, 100)
    growth = parity_network.early_modes(start, early, target=TARGET)[0]
    for q, printed in enumerate(parity_network.start_rates(TARGET, "printed")):
        axes[2].plot(early, growth[:, q], color=colours[q], **{**style.THEORY, "linewidth": 0.9})
        axes[2].plot(early, growth[0, q] * np.exp(printed * early), **{**AS_PRINTED, "color": colours[q]})
        here = slice(0, 1500, 100)
        axes[2].plot(run.times[here], run.modes[0, here, q], color=colours[q], **style.COMPUTED)
    axes[2].set(xlabel=r"$\eta t$", ylabel=r"$\mathcal{R}^{(q)}/S$", yscale="log", xlim=(0, 1.5), ylim=(1e-6, 2))
    axes[2].plot([], [], color="0.15", **{**style.THEORY, "linewidth": 0.9}, label="$2S, S, S$")
    axes[2].plot([], [], **{**AS_PRINTED, "color": "0.15"}, label="printed")
    axes[2].legend(loc="lower right", handlelength=1.4, borderpad=0.1, labelspacing=0.25)
    style.letter(axes)
    return figure


def _modes_on_inputs(axes: Axes, colours: list[Any]) -> None:
    """What each neuron adds at each input where the parity is fitted, and what they add up to."""
    root = np.sqrt(2 * TARGET)
    perfect = [root, root, root, -TARGET]
    parts = parity_network.neurons(perfect) / TARGET
    place = np.arange(8)
    up, down = np.zeros(8), np.zeros(8)
    hatches = ("", "////", "....")
    for q in range(3):
        base = np.where(parts[q] >= 0, up, down)
        axes.bar(place, parts[q], 0.62, bottom=base, color=colours[q], edgecolor="white", lw=0.4, hatch=hatches[q],
                 label=NAMES[q])  # fmt: skip
        up, down = up + np.maximum(parts[q], 0), down + np.minimum(parts[q], 0)
    axes.axhline(0, color="0.6", lw=0.6)
    axes.plot(place, parity_network.PARITY + 1, color="black", ls="none", marker="_", ms=11, mew=1.6,
              label="$y+1$")  # fmt: skip
    axes.plot(place, parity_network.outputs(perfect) / TARGET + 1, color="black", **style.COMPUTED)
    axes.set_xticks(place, ["".join(str(int(bit)) for bit in bits) for bits in parity_network.INPUTS], rotation=90)
    axes.set(xlabel="$x_1x_2x_3$", ylabel=r"$f^{(q)}(x)/S$", ylim=(-4.4, 6.4))
    axes.legend(loc="upper right", ncols=2, handlelength=1.2, columnspacing=0.8, borderpad=0.0, labelspacing=0.25)
