"""Figures 1.2 to 1.5 of the thesis: the inductive bias of linear models, benign and malignant overfitting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from layerproof.language.sources import richness_paper, thesis
from layerproof.numerics.regression.features import sine_kernel, sine_values, sines
from layerproof.numerics.regression.fitting_times import sampled_flow
from layerproof.numerics.regression.learnability import learnability
from layerproof.numerics.regression.least_norm import least_norm, measure
from layerproof.numerics.regression.nystrom import from_features
from layerproof.numerics.regression.overfitting import Setup, fit

from . import style
from .plates import plate

NOISE = 0.3
"""Standard deviation of the labels in figures 1.3 and 1.5; the thesis names none."""

DATA: dict[str, Any] = {"linestyle": "none", "marker": ".", "color": "0.0", "markersize": 4.0}
"""Training labels."""

THIN: dict[str, Any] = {"linewidth": 0.7}
"""A learned function, which has too many spikes for markers."""


@plate(
    "thesis-1.2",
    title="Two models of the same functions that prefer different ones",
    sources=[thesis("Figure 1.2"), richness_paper("Section C.2")],
    claims=[
        "linear-models/figure-intensities-fall",
        "linear-models/flow-finds-the-least-norm",
        "linear-models/sample-eigenvalues",
        "linear-models/learnability-as-printed",
        "linear-models/learnabilities-sum-to-n",
    ],
    theory="(a) rho_k = k^(2 alpha); (b) the interpolation of least norm, (A.8), on four samples; (c) the "
    "learnabilities (1.35) for n = 4, which hold for many samples and Gaussian features, not for four and sines",
    computed="(a) the repaired Algorithm 1 on 2,000 samples; (b) gradient flow in closed form until every mode of the "
    "samples is within e^-40 of its end; (c) the mean share of <e_k|f*> learned over 2,000 draws of four samples",
    seeds=(1, 2),
)
def inductive_bias() -> Figure:
    """Intensities, fits of four samples, and learnabilities of the models with alpha = -4 and alpha = 4."""
    figure, axes = style.panels(1, 3, height=2.35, width_ratios=[1.0, 1.45, 1.0])
    k = np.arange(1.0, 11.0)
    x, y = np.array([0.11, 0.36, 0.56, 0.83]), np.array([0.8, -0.5, 0.6, -1.0])
    grid, coarse = np.linspace(0.0, 1.0, 601), np.linspace(0.0, 1.0, 61)
    many = sine_values(np.random.default_rng(1).random(2000), 10)
    for alpha, colour, dash, marker in zip((-4, 4), style.shades(3)[:2], style.DASHES, "os", strict=False):
        label = rf"$\alpha = {alpha}$"
        line = {**style.THEORY, "color": colour, "linestyle": dash}
        dots = {**style.COMPUTED, "color": colour, "marker": marker}
        scale = k**alpha
        axes[0].plot(k, scale**2, **line, label=label)
        axes[0].plot(k, np.sort(from_features((many * scale).T).values)[:: alpha // 4], **dots)
        design = sine_values(x, 10) * scale
        axes[1].plot(grid, (sine_values(grid, 10) * scale) @ least_norm(design, y).parameters, **line)
        flow = sampled_flow(design, y)
        late = flow.parameters([40.0 / flow.rates.min()])[0]
        axes[1].plot(coarse, (sine_values(coarse, 10) * scale) @ late, **dots, markevery=2 if alpha < 0 else 1)
        axes[2].plot(k, learnability(scale**2, 4).of(scale**2), **line)
        axes[2].plot(k, measure(sines(10), scale**2, 4, draws=2000, seed=2).learnability, **dots)
    axes[1].plot(x, y, **{**DATA, "markersize": 8.0}, label="samples", zorder=5)
    axes[0].set(yscale="log", xlabel="$k$", ylabel=r"intensity $\rho_k$", xticks=[1, 4, 7, 10])
    axes[1].set(xlabel="$x$", ylabel=r"$\hat f(x)$", ylim=(-7.5, 9.5))
    axes[2].set(xlabel="$k$", ylabel=r"learnability $L_k$", ylim=(-0.03, 1.08), xticks=[1, 4, 7, 10])
    axes[0].legend(loc="center right", bbox_to_anchor=(1.0, 0.62))
    axes[1].legend(loc="upper center")
    style.letter(axes)
    return figure


@plate(
    "thesis-1.3",
    title="Benign overfitting: the first features fit the signal, spikes the noise",
    sources=[thesis("Figure 1.3"), thesis("1.36")],
    claims=[
        "linear-models/benign-learnability-as-printed",
        "linear-models/benign-learnability-in-the-figure",
        "linear-models/benign-learnability-lower-bound",
        "linear-models/tail-kernel-on-the-diagonal",
        "linear-models/sine-features-odd",
    ],
    theory="(b) L f*, shaded with its standard deviation over draws, L sqrt(E/n), by (1.35): L = 0.990 with tail "
    "eigenvalues 1/(p - d), and dotted L = 0.506 with those of (1.36) as printed, n/(p - d); (d) the labels that the "
    "first d features leave over, each times the tail's kernel around its input",
    computed="least norm regression with d = 5, n = 100, p = 2000 on noisy labels (standard deviation 0.3) of "
    "sin(2 pi x); (b) median and central 68 % of 60 draws, with tail eigenvalues 1/(p - d) (circles) and n/(p - d) "
    "(squares); (d) a close-up of (c); spikes without a label are mirror images at 1 - x",
    seeds=(3, 4),
)
def benign_overfitting() -> Figure:
    """Figure 1.3, with a close-up of the spikes, and with the printed eigenvalues beside the repaired ones."""
    return _overfitting(frequency=1, seed=3, window=(0.190, 0.216))


@plate(
    "thesis-1.4",
    title="Random labels fitted with more and more features",
    sources=[thesis("Figure 1.4")],
    claims=[
        "linear-models/sine-features-odd",
        "linear-models/learnability-of-equal-eigenvalues",
        "linear-models/tail-kernel-on-the-diagonal",
    ],
    theory="each label times the kernel around its input, which the fit approaches for p much larger than n",
    computed="least norm regression on 50 labels from a unit Gaussian at uniform inputs, with (a, d) 100, (b, e) 400, "
    "(c, f) 2000 sine features of one eigenvalue; below, close-ups. A mild draw: over 200 draws the median of the "
    "fit's mean square is 3e2, 0.25 and 0.026, and n/(p - n) = 1, 0.14 and 0.026 for Gaussian features",
    seeds=(15,),
)
def noise_fitting() -> Figure:
    """Figure 1.4, with close-ups in which the kernel's prediction can be told from the regression."""
    figure, axes = style.panels(2, 3, height=3.9)
    rng = np.random.default_rng(15)
    x, y = np.sort(rng.random(50)), rng.standard_normal(50)
    dark, middle, _ = style.shades(3)
    grid = np.linspace(0.0, 1.0, 6001)
    for p, width, (whole, close) in zip((100, 400, 2000), (0.12, 0.06, 0.024), axes.T, strict=True):
        window = (0.358 - width / 2, 0.358 + width / 2)
        near, dots = np.linspace(*window, 1201), np.linspace(*window, 121)
        inside = (x >= window[0]) & (x <= window[1])
        weights = least_norm(sine_values(x, p), y).parameters
        whole.plot(grid, sine_values(grid, p) @ weights, color=middle, **THIN)
        whole.plot(x, y, **DATA)
        whole.set_title(f"$p = {p}$", fontsize=9.0, pad=4.0)
        spikes = sine_kernel(near, x, 1, p) @ (y / np.diag(sine_kernel(x, x, 1, p)))
        close.plot(near, spikes, **{**style.THEORY, "color": dark}, label="labels times kernel")
        dotted = {**style.COMPUTED, "color": middle, "markersize": 2.6}
        close.plot(dots, sine_values(dots, p) @ weights, **dotted, label="regression")
        close.plot(x[inside], y[inside], **{**DATA, "markersize": 6.0}, label="labels")
        whole.set(xlabel="$x$")
        close.set(xlabel="$x$", xlim=window)
    for row in axes:
        row[0].set_ylabel(r"$\hat f(x)$")
    figure.legend(*axes[1, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    style.letter(axes)
    return figure


@plate(
    "thesis-1.5",
    title="Malignant overfitting: the target is in features that the model does not prefer",
    sources=[thesis("Figure 1.5"), thesis("1.39")],
    claims=[
        "linear-models/benign-tail-learnability",
        "linear-models/tail-kernel-on-the-diagonal",
        "linear-models/learnability-increases",
    ],
    theory="(b) the first d features learn zero on average, shaded with the standard deviation L sqrt(E/n) over "
    "draws, by (1.35), for both eigenvalues; (d) the labels that the first d features leave over, each times the "
    "tail's kernel around its input",
    computed="least norm regression with d = 5, n = 100, p = 2000 on noisy labels (standard deviation 0.3) of "
    "sin(20 pi x); (b) median and central 68 % of 60 draws, with tail eigenvalues 1/(p - d) (circles) and n/(p - d) "
    "(squares); (d) a close-up of (c); spikes without a label are mirror images at 1 - x",
    seeds=(3, 4),
)
def malignant_overfitting() -> Figure:
    """Figure 1.5, with a close-up of the spikes."""
    return _overfitting(frequency=10, seed=3, window=(0.190, 0.216))


def _overfitting(*, frequency: int, seed: int, window: tuple[float, float]) -> Figure:
    found = fit(Setup(), frequency=frequency, noise=NOISE, seed=seed)
    figure, axes = style.panels(2, 2, height=4.4)
    dark, middle, _ = style.shades(3)
    grid = np.linspace(0.0, 1.0, 6001)
    whole, head, tail, close = axes.ravel()

    whole.plot(grid, found.learned(grid), color=middle, **THIN, label=r"learned $\hat f$")
    whole.plot(grid, found.target(grid), **{**style.THEORY, "color": dark}, label=r"target $f^*$")
    whole.plot(found.inputs, found.labels, **DATA, label="labels")

    if frequency > found.setup.d:
        head.plot(grid, found.target(grid), color="0.6", **THIN, label="target $f^*$")
    _head(head, Setup(), frequency, seed + 1, dark, "o", r"$\rho_k = 1/(p-d)$", style.THEORY)
    _head(head, Setup.printed(), frequency, seed + 1, "0.4", "s", r"$\rho_k = n/(p-d)$, printed", style.PRINTED)

    left = found.labels - found.head(found.inputs)
    tail.plot(grid, found.tail(grid), color=middle, **THIN)
    tail.plot(found.inputs, left, **DATA)

    near, dots = np.linspace(*window, 1501), np.linspace(*window, 161)
    close.plot(near, found.spikes(near), **{**style.THEORY, "color": dark}, label="labels times kernel")
    close.plot(dots, found.tail(dots), **{**style.COMPUTED, "color": middle, "markersize": 2.6}, label="regression")
    inside = (found.inputs >= window[0]) & (found.inputs <= window[1])
    close.plot(found.inputs[inside], left[inside], **{**DATA, "markersize": 7.0}, label="labels left over")

    whole.set(xlabel="$x$", ylabel=r"$f(x)$")
    head.set(xlabel="$x$", ylabel="first $d$ features")
    tail.set(xlabel="$x$", ylabel=r"last $p - d$ features")
    close.set(xlabel="$x$", ylabel=r"last $p - d$ features", xlim=window)
    for panel, room in ((whole, 0.25), (head, 0.6), (close, 0.45)):
        low, high = panel.get_ylim()
        panel.set_ylim(low, high + room * (high - low))
        panel.legend(loc="upper right", ncols=3 if panel is whole else 1, columnspacing=1.0, handlelength=1.5)
    style.letter(axes)
    return figure


def _head(
    axes: Axes, setup: Setup, frequency: int, seed: int, colour: Any, marker: str, label: str, line: Mapping[str, Any]
) -> None:
    """The first d features over draws: predicted mean and standard deviation, and those of regressions."""
    grid, dots = np.linspace(0.0, 1.0, 401), np.linspace(0.02, 0.98, 25)
    share = setup.head_learnability if frequency <= setup.d else 0.0
    mean = share * np.sin(2 * np.pi * frequency * grid)
    spread = setup.head_spread(frequency, 1.0, NOISE) * np.sqrt((sine_values(grid, setup.d) ** 2).sum(axis=1))
    axes.fill_between(grid, mean - spread, mean + spread, color=colour, alpha=0.2, linewidth=0)
    axes.plot(grid, mean, **{**line, "color": colour}, label=label)
    rng = np.random.default_rng(seed)
    heads = np.array([fit(setup, frequency=frequency, noise=NOISE, seed=rng).head(dots) for _ in range(60)])
    # quantiles: two inputs that nearly coincide can make one draw as large as all the others together
    low, middle, high = np.quantile(heads, [0.1587, 0.5, 0.8413], axis=0)
    bars = {**style.COMPUTED, "color": colour, "marker": marker, "markersize": 3.0, "elinewidth": 0.6}
    axes.errorbar(dots, middle, yerr=[middle - low, high - middle], **bars)
