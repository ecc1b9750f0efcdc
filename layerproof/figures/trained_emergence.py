"""Figures 5.1 and 5.2 of the thesis, with trained two-layer perceptrons: emergence in time, data and width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.special import expit

from layerproof.language.sources import thesis
from layerproof.networks.harness.records import Record
from layerproof.numerics.formulas import Array
from layerproof.numerics.scaling import few_shots, skill_models
from layerproof.numerics.scaling.data import PowerLaw, sample

from . import records, style
from .plates import plate
from .trained_modes import kinds

SETS = 3


def _frequencies(config: Any) -> Array:
    return np.asarray(PowerLaw(config["alpha"], config["skills"]).probability(np.arange(1, config["skills"] + 1)))


def _in_time(axes: Axes, record: Record, which: str, colours: Sequence[Any]) -> None:
    """R_k/S in time; `which` is ``strengths`` or ``strengths of one skill``."""
    middle, pace = record.curves["calibration"]
    alone = which.endswith("one skill")
    times = record.curves["times of one skill" if alone else "times"]
    strengths = record.curves[which].reshape(len(record.curves[which]), len(times), -1)
    shares = np.array([1.0]) if alone else _frequencies(record.config)
    target, rate = record.config["target"], record.config["rate"]
    fine, coarse = np.linspace(0, times[-1], 500), np.linspace(0, times[-1], 25)
    dots = skill_models.train_in_time(
        shares, coarse, target=target, initial=target * float(expit(-pace * middle)),
        shrink=float(pace / (2 * rate * target)), learning_rate=rate,
    )  # fmt: skip
    for k, (share, colour) in enumerate(zip(shares, colours, strict=True)):
        axes.plot(fine, expit(pace * (fine * share - middle)), color=colour, **style.THEORY)
        axes.plot(coarse, dots[k] / target, color=colour, **style.COMPUTED)
        style.trained(axes, times, strengths[:, :, k], colour, max(1, len(times) // 25))
    axes.set(xlabel="$T$ (steps)", xlim=(0, times[-1]))


def _shots(record: Record, printed: bool = False) -> int:
    """The D_c of (5.5) that is nearest to the strength of one skill in least squares."""
    sizes, strength = record.curves["sizes"], record.curves["strengths of one skill"].mean(axis=0)
    trials = np.unique(np.geomspace(sizes[0], sizes[-1], 400).round().astype(int))
    off = [
        ((few_shots.few_shot_strength(sizes, int(shots), printed=printed) - strength) ** 2).sum() for shots in trials
    ]
    return int(trials[int(np.argmin(off))])


def _in_data(axes: Axes, record: Record, which: str, colours: Sequence[Any]) -> None:
    """R_k/S against the number of samples."""
    shots, sizes = _shots(record), record.curves["sizes"]
    alone = which.endswith("one skill")
    strengths = record.curves[which].reshape(len(record.curves[which]), len(sizes), -1)
    law = PowerLaw(record.config["alpha"], 1 if alone else record.config["skills"])
    fine, coarse = np.geomspace(sizes[0], sizes[-1], 400), np.geomspace(sizes[0], sizes[-1], 13).round()
    for k, colour in enumerate(colours):
        share = float(law.probability(k + 1))
        for printed, look in ((True, style.PRINTED), (False, style.THEORY)):
            line = few_shots.few_shot_strength(share * fine, _shots(record, printed), printed=printed)
            axes.plot(fine, line, **{**look, "color": colour})
        shown = coarse[share * coarse < 1.8 * shots]  # a skill that has been learned for long needs no dots
        dots = [
            few_shots.learn_from_data(sample(law, int(size), SETS, seed=place), [k + 1], shots, seed=place).mean()
            for place, size in enumerate(shown)
        ]
        axes.plot(shown, dots, color=colour, **style.COMPUTED)
        style.trained(axes, sizes, strengths[:, :, k], colour)
    axes.set(xlabel="$D$ (samples)", xscale="log", xlim=(sizes[0] / 1.1, sizes[-1] * 1.1))
    axes.text(0.04, 0.97, f"$D_c={shots}$", transform=axes.transAxes, va="top", fontsize=7.5)


def _in_width(axes: Axes, record: Record, which: str, colours: Sequence[Any]) -> None:
    """R_k/S against the number of neurons."""
    widths, each = record.curves["widths"], float(record.curves["calibration"][0])
    strengths = record.curves[which].reshape(len(record.curves[which]), len(widths), -1)
    halves = round(2 * each)  # N_c is fitted in halves, and shares of N_c alone count
    fine = np.linspace(0, widths[-1] + 0.5, 600)
    limits = [skill_models.train_part(r, halves, [0.0, 400.0], seed=r)[0, -1] for r in range(1, halves + 1)]
    for k, colour in enumerate(colours):
        axes.plot(fine, np.clip(fine / each - k, 0.0, 1.0), color=colour, **style.THEORY)
        own = np.clip(np.rint(2 * widths).astype(int) - k * halves, 0, halves)
        axes.plot(widths, np.r_[0.0, limits][own], color=colour, **style.COMPUTED)
        style.trained(axes, widths, strengths[:, :, k], colour)
    axes.set(xlabel="$N$ (neurons)", xlim=(0, widths[-1] + 0.5))
    axes.text(0.04, 0.97, f"$N_c={each:g}$", transform=axes.transAxes, va="top", fontsize=7.5)


EXPERIMENTS = ("emergence/time", "emergence/data", "emergence/width")
TRAINED = (
    "two-layer perceptrons on multitask sparse parity, (a) by gradient descent on fresh samples, (b) on data sets of D "
    "samples, (c) by Adam on fresh samples; diamonds: the mean over the seeds, bands: one standard deviation. They are "
    "outside the hypotheses of the claims"
)
CALIBRATED = (
    "(a) the sigmoid (5.2) through the places where the one skill has 1/4 and 3/4; (b) S d_k/D_c, dotted (5.5) as "
    "printed, D_c by least squares on the one skill for each of them; (c) (5.9), N_c likewise, in halves"
)
SIMULATED = (
    "(a) the gradient flow of (5.1) with the calibrated B and start, integrated to 1e-12; (b) problems of least norm "
    "on sampled data sets, three for each size; (c) the flow of Proposition B.1.2, integrated until nothing moves"
)


def _panels(which: str, skills: int | None) -> Figure:
    time, data, width = (records.need(name, [which]) for name in EXPERIMENTS)
    figure, axes = style.panels(1, 3, sharey=True, height=2.45)
    for panel, record, draw in zip(axes, (time, data, width), (_in_time, _in_data, _in_width), strict=True):
        count = skills or record.config["skills"]
        colours = style.shades(max(count, 2))[:count]
        draw(panel, record, which, colours)
    axes[0].set_ylim(-0.06, 1.12)
    style.letter(axes)
    return figure


@plate(
    "thesis-5.1-trained",
    title="Emergence of skills in time, data and width, of trained perceptrons",
    sources=[thesis("Figure 5.1")],
    claims=[
        "emergence/time-emergence",
        "emergence/few-samples",
        "emergence/few-samples-printed",
        "emergence/partly-expressible-skill-strength",
    ],
    theory=f"lines, calibrated on perceptrons with one skill: {CALIBRATED}",
    computed=SIMULATED,
    trained=TRAINED,
    seeds=tuple(range(13)),
    experiments=EXPERIMENTS,
)
def several_skills() -> Figure:
    """R_k/S of perceptrons with several skills against T, D and N."""
    figure = _panels("strengths", None)
    axes = figure.axes
    axes[0].set_ylabel(r"$\mathcal{R}_k/S$")
    kinds(axes[0], "calibrated", "simulated", "trained", "as printed", loc="lower right")
    return figure


@plate(
    "thesis-5.2-trained",
    title="The calibration of the three extended models on perceptrons with one skill",
    sources=[thesis("Figure 5.2")],
    claims=["emergence/time-emergence", "emergence/few-samples", "emergence/few-samples-printed"],
    theory=f"lines: {CALIBRATED}",
    computed=SIMULATED,
    trained=TRAINED,
    seeds=tuple(range(13)),
    experiments=EXPERIMENTS,
)
def one_skill() -> Figure:
    """R_1/S of perceptrons with one skill against T, D and N, and what is fitted to it."""
    figure = _panels("strengths of one skill", 1)
    axes = figure.axes
    axes[0].set_ylabel(r"$\mathcal{R}_1/S$")
    kinds(axes[0], "calibrated", "simulated", "trained", "as printed", loc="lower right")
    return figure
