"""The slides' staircases: alternating gradient flows against gradient flow at ever smaller initialisation."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from numpy.typing import NDArray

from layerproof.language.sources import kunin_slides
from layerproof.numerics.neurons import diagonal_networks, greedy_low_rank
from layerproof.numerics.neurons.alternating import Staircase, alternate
from layerproof.numerics.neurons.diagonal_networks import DiagonalNeurons, Regression
from layerproof.numerics.neurons.modular_addition import encoded, maximise_utility
from layerproof.numerics.neurons.modular_learning import QuadraticNeurons, collaborate, flow
from layerproof.numerics.neurons.saddle_to_saddle import saddle_to_saddle

from . import style
from .plates import plate

BLACK = {**style.THEORY, "color": "black", "zorder": 3}


def _orthogonal() -> Regression:
    return Regression(np.diag([2.0, 1.6, 1.0, 0.8]), np.array([1.1, -0.7, 0.75, 0.5]))


def _returning() -> Regression:
    """The chapter's example: X^T X = [[4, 3/2], [3/2, 1]], X^T y = (6/5, 1)."""
    inputs = np.linalg.cholesky(np.array([[4.0, 1.5], [1.5, 1.0]])).T
    return Regression(inputs, np.linalg.solve(inputs.T, np.array([1.2, 1.0])))


def _stairs(panel: Axes, staircase: Staircase, last: float, label: str = "alternating flows") -> None:
    times = np.concatenate([[0.0], staircase.times, [last]])
    levels = np.append(staircase.levels, staircase.levels[-1])
    panel.step(times, levels / staircase.start, where="post", label=label, **BLACK)
    panel.set_xlim(0, last)
    panel.set_ylim(-0.03, 1.08)


def _start(size: float) -> str:
    return rf"$\alpha = 10^{{{-size / np.log(10):.0f}}}$"


DECADES = np.log(10) * np.array([3.0, 10.0, 100.0])
MARKERS = ("o", "s", "^")


def _dots(
    panel: Axes, times: NDArray[np.float64], losses: NDArray[np.float64], place: int, count: int, label: str
) -> None:
    look: dict[str, Any] = {**style.COMPUTED, "marker": MARKERS[place], "color": style.shades(count)[count - 1 - place]}
    panel.plot(times, losses, label=label, **look)


@plate(
    "slides-diagonal-staircase",
    title="Diagonal linear networks climb down the staircase that alternating flows predict",
    sources=[kunin_slides("AGF for diagonal linear networks"), kunin_slides("Saddle-to-saddle algorithm")],
    claims=[
        "alternating-flows/diagonal-any-stage",
        "alternating-flows/diagonal-accumulated",
        "alternating-flows/limit-gap",
        "alternating-flows/returning-coordinate",
    ],
    theory="the loss and the coefficients of alternating gradient flows in the limit of a vanishing start; in (c) "
    "of the saddle-to-saddle algorithm, which agrees with it",
    computed="gradient flow from u = alpha, v = 0, integrated in the logarithms of the weights to 1e-9; (a) orthogonal "
    "inputs, four coordinates, (b), (c) two coordinates of which the first leaves at the second jump and returns with "
    "the other sign; (c) at alpha = 1e-100",
)
def diagonal_staircase() -> Figure:
    """Loss against rescaled time, and coefficients of a returning coordinate."""
    figure, axes = style.panels(1, 3, height=2.5)
    for panel, problem, last in ((axes[0], _orthogonal(), 3.4), (axes[1], _returning(), 10.0)):
        staircase = alternate(DiagonalNeurons(problem))
        _stairs(panel, staircase, last)
        times = np.linspace(last / 60, last, 60)
        for place, size in enumerate(DECADES):
            found = diagonal_networks.flow(problem, size, times).losses / staircase.start
            _dots(panel, times, found, place, len(DECADES), _start(size))
        panel.set_xlabel(r"time, in units of $\log(1/\alpha)$")
    axes[0].set_ylabel(r"loss $\mathcal{L}(t)/\mathcal{L}(0)$")
    axes[0].legend(loc="upper right")
    path = saddle_to_saddle(_returning())
    edges = np.concatenate([[0.0], path.times, [10.0]])
    moments = np.linspace(0.15, 10.0, 60)
    found = diagonal_networks.flow(_returning(), DECADES[2], moments).coefficients
    for k, dashes in enumerate(style.DASHES[:2]):
        values = np.append(path.saddles[:, k], path.saddles[-1, k])
        axes[2].step(edges, values, where="post", **{**BLACK, "linestyle": dashes}, label=rf"$\beta_{k + 1}$")
        axes[2].plot(moments, found[:, k], **{**style.COMPUTED, "marker": "^", "color": style.shades(3)[0]})
    axes[2].set_xlim(0, 10)
    axes[2].set_xlabel(r"time, in units of $\log(1/\alpha)$")
    axes[2].set_ylabel(r"coefficients $\beta_i$")
    axes[2].legend(loc="center right", bbox_to_anchor=(1.0, 0.62))
    style.letter(axes)
    return figure


@plate(
    "slides-jump-times-converge",
    title="Jump times converge as one over the logarithm of the start",
    sources=[kunin_slides("Alternating Gradient Flows Framework"), kunin_slides("Jump time")],
    claims=["alternating-flows/limit-gap", "alternating-flows/linear-jump-estimate"],
    theory="lines of slope -1; for orthogonal inputs |log(4 |beta| q)|/(2 Lambda g), q = sqrt(2) - 1, for a coordinate "
    "with the target beta and the gradient -g at the start; the others through the last marker",
    computed="the time at which the integrated loss is half-way between two plateaus, less the time of alternating "
    "flows; Lambda = log(1/alpha); (a) diagonal networks to alpha = exp(-1e5), (b) a linear network with coloured "
    "inputs from a Gaussian start to alpha = exp(-250)",
    seeds=(1,),
)
def jump_times_converge() -> Figure:
    """Errors of jump times against log(1/alpha)."""
    figure, axes = style.panels(1, 2, height=2.6)
    sizes = np.geomspace(20, 1e5, 8)
    shades = style.shades(5)
    orthogonal = _orthogonal()
    for problem, name, marker, base in ((orthogonal, "orthogonal", "o", 0), (_returning(), "returning", "s", 1)):
        staircase = alternate(DiagonalNeurons(problem))
        levels, last = diagonal_networks.halfway_levels(staircase), staircase.times[-1] + 2
        found = [diagonal_networks.crossing_times(problem, size, levels, last) for size in sizes]
        errors = np.abs(np.array(found) - staircase.times)
        for k in range(2):
            colour = shades[2 * base + k]
            line = errors[-1, k] * sizes[-1] / sizes
            if problem is orthogonal:
                pull = orthogonal.correlation[k]
                target = pull / orthogonal.curvature[k, k]
                exact = [diagonal_networks.lone_jump(pull, target, float(size), 1 - np.sqrt(0.5)) for size in sizes]
                line = np.abs(np.array(exact) - 1 / abs(pull))
            axes[0].plot(sizes, line, **{**style.THEORY, "color": colour})
            look = {**style.COMPUTED, "marker": marker, "color": colour}
            axes[0].plot(sizes, errors[:, k], label=f"{name}, jump {k + 1}", **look)
    rng = np.random.default_rng(1)
    mix = rng.normal(size=(2, 5))
    coloured = greedy_low_rank.linear_network(rng.normal(size=(2, 2)), mix @ mix.T / 5 + 0.2 * np.eye(2))
    staircase = alternate(greedy_low_rank.LinearNeurons(coloured))
    sizes = np.geomspace(15, 250, 5)
    levels = diagonal_networks.halfway_levels(staircase)
    matrices = [greedy_low_rank.crossing_times(coloured, s, levels, staircase.times[-1] + 0.5, seed=1) for s in sizes]
    errors = np.abs(np.array(matrices) - staircase.times)
    for k in range(2):
        axes[1].plot(sizes, errors[-1, k] * sizes[-1] / sizes, **{**style.THEORY, "color": shades[2 * k]})
        look = {**style.COMPUTED, "marker": MARKERS[k], "color": shades[2 * k]}
        axes[1].plot(sizes, errors[:, k], label=f"mode {k + 1}", **look)
    for panel in axes:
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(r"$\Lambda = \log(1/\alpha)$")
        panel.legend(loc="lower left")
        panel.set_ylabel(r"error of the jump time $|\tau_\alpha - \tau|/\Lambda$")
    axes[1].set_xticks([20, 50, 100, 200], ["20", "50", "100", "200"])
    axes[1].set_yticks([0.005, 0.01, 0.02, 0.05], ["0.005", "0.01", "0.02", "0.05"])
    for axis in (axes[1].xaxis, axes[1].yaxis):
        axis.set_minor_formatter(NullFormatter())
    style.letter(axes)
    return figure


@plate(
    "slides-linear-staircase",
    title="Linear networks learn singular modes one at a time",
    sources=[kunin_slides("AGF for linear networks"), kunin_slides("Greedy Low-Rank Learning")],
    claims=[
        "alternating-flows/rayleigh-maximum",
        "alternating-flows/linear-jump-estimate",
        "alternating-flows/new-utility",
        "alternating-flows/greedy-product",
    ],
    theory="alternating gradient flows; with white inputs (a) the jumps are at 1/sigma_i in units of log(1/alpha); "
    "dashed in (c), greedy low-rank learning, at the times of the jumps",
    computed="gradient flow of all columns from a Gaussian start of scale alpha, to 1e-9; (a) white inputs, "
    "sigma = 3, 2, 0.8, (b) coloured inputs, 2 to 2, (c) completion of a symmetric matrix in two parts that do not see "
    "each other: there gradient flow takes the mode that has waited longest, greedy learning the one with the largest "
    "gradient (only the lower third of the losses is shown)",
    seeds=(1,),
)
def linear_staircase() -> Figure:
    """Loss against rescaled time of linear networks."""
    rng = np.random.default_rng(1)
    mix = rng.normal(size=(2, 5))
    coloured = greedy_low_rank.linear_network(rng.normal(size=(2, 2)), mix @ mix.T / 5 + 0.2 * np.eye(2))
    blocks = greedy_low_rank.factorization(
        [[4.0, 1.0, 0.0], [1.0, 5.0, 0.0], [0.0, 0.0, 2.5]], [[1.0, 0.25, 0.0], [0.25, 1.0, 0.0], [0.0, 0.0, 1.0]]
    )
    white = greedy_low_rank.linear_network(np.diag([3.0, 2.0, 0.8]))
    figure, axes = style.panels(1, 3, height=2.5)
    decades = np.log(10) * np.array([2.0, 10.0, 60.0])
    for panel, problem in zip(axes, (white, coloured, blocks), strict=True):
        staircase = alternate(greedy_low_rank.LinearNeurons(problem))
        last = 1.3 * float(staircase.times[-1])
        _stairs(panel, staircase, last)
        times = np.linspace(last / 50, last, 50)
        for place, size in enumerate(decades):
            found = greedy_low_rank.flow(problem, size, times, seed=1).losses / staircase.start
            _dots(panel, times, found, place, len(decades), _start(size))
        panel.set_xlabel(r"time, in units of $\log(1/\alpha)$")
        if problem is blocks:
            greedy = [problem.loss(factor) / staircase.start for factor in greedy_low_rank.greedy_low_rank(problem)]
            edges = np.concatenate([[0.0], staircase.times, [last]])
            look = {**style.THEORY, "color": "0.35", "linestyle": style.DASHES[1], "zorder": 4}
            panel.step(edges, [*greedy, greedy[-1]], where="post", label="greedy low-rank", **look)
    axes[0].set_ylabel(r"loss $\mathcal{L}(t)/\mathcal{L}(0)$")
    axes[0].legend(loc="upper right")
    axes[2].set(xlim=(0.16, 0.5), ylim=(-0.01, 0.37))  # from the first jump on, where the orders differ
    axes[2].legend(handles=axes[2].get_lines()[-1:], loc="upper right")
    style.letter(axes)
    return figure


@plate(
    "slides-modular-staircase",
    title="Quadratic networks learn modular addition frequency by frequency",
    sources=[kunin_slides("Modular addition"), kunin_slides("Putting it together")],
    claims=["alternating-flows/modular-neuron-degree", "alternating-flows/theorem-6-2-value"],
    theory="alternating gradient flows with ten neurons from given directions: dormant neurons integrated at a fixed "
    "residual to their jump, active ones to rest, or for a time of 30 at most; in (b) what is then learned",
    computed="gradient flow of the whole network from alpha times the same directions, to 1e-6; p = 5, |x^[1]| = 2.5, "
    "|x^[2]| = 1.4; learned: the projection of the output on the label's part of a frequency; (b) at alpha = 0.0025; "
    "the sixth jump is at 3.2 for alpha = 0.01 and 2.7 for 0.005: the minimisation before it is slow, and disturbs "
    "the neurons that wait, unless alpha is small",
    seeds=(0,),
)
def modular_staircase() -> Figure:
    """Loss and learned frequencies against rescaled time."""
    task = encoded(5, [2.5, 1.4], [0.3, 1.0])
    starts = np.random.default_rng(0).standard_normal((10, 15)) / np.sqrt(15)
    model = QuadraticNeurons(task, starts, 1e-6, patience=30.0)
    learned, last = [np.zeros(2)], 4.6
    settled = model.minimise

    def recorded(neuron: int) -> Any:
        found = settled(neuron)
        learned.append(task.learned(model.weights))
        return found

    model.minimise = recorded  # type: ignore[method-assign]
    staircase = alternate(model, most=6, tolerance=1e-4)
    figure, axes = style.panels(1, 2, height=2.6)
    _stairs(axes[0], staircase, last)
    times = np.linspace(0.1, last, 46)
    alphas = (0.2, 0.02, 0.0025)
    for place, alpha in enumerate(alphas):
        weights = flow(task, starts, alpha, times)
        losses = np.array([task.loss(theta) for theta in weights]) / staircase.start
        _dots(axes[0], times, losses, place, len(alphas), rf"$\alpha = {alpha:g}$")
    parts = np.array([task.learned(theta) for theta in weights])
    edges = np.concatenate([[0.0], staircase.times, [last]])
    for k, dashes in enumerate(style.DASHES[:2]):
        values = np.array([*(row[k] for row in learned), learned[-1][k]])
        axes[1].step(edges, values, where="post", **{**BLACK, "linestyle": dashes}, label=rf"$k = {k + 1}$")
        axes[1].plot(times, parts[:, k], **{**style.COMPUTED, "marker": "^", "color": style.shades(3)[0]})
    axes[1].set_xlim(0, last)
    axes[0].set_ylabel(r"loss $\mathcal{L}(t)/\mathcal{L}(0)$")
    axes[1].set_ylabel("share of frequency $k$ that is learned")
    for panel in axes:
        panel.set_xlabel(r"time, in units of $1/\alpha$")
    axes[0].legend(loc="upper right")
    axes[1].legend(loc="center right")
    style.letter(axes)
    return figure


@plate(
    "slides-utility-of-cosines",
    title="Every start of utility maximisation ends at a cosine; six of them remove a frequency",
    sources=[kunin_slides("Theorem 6.2"), kunin_slides("Fewer than six neurons")],
    claims=[
        "alternating-flows/theorem-6-2-value",
        "alternating-flows/theorem-6-2-phases",
        "alternating-flows/six-equal-neurons",
        "alternating-flows/five-neurons-error",
    ],
    theory="(a) sqrt(2/(27 p^3)) |x^[k]|^3; (b) the phase condition s_u + s_v = s_w + s_x; (c) the shares 8/9, 5/9 and "
    "1/6 that one, two and four neurons leave, which are observed and not proved, and 0 for six",
    computed="(a), (b) 2000 random starts on the sphere climb the utility, p = 11, to a slope of 1e-12, with how many "
    "of them end at each frequency; (c) least squares from 5 starts, with weights of at most 1, 4 and any size; "
    "shares below 1e-12 are drawn there",
    seeds=(0,),
)
def utility_of_cosines() -> Figure:
    """Utility at the maxima, phases there, and what some number of neurons leaves."""
    task = encoded(11, [1.0, 2.0, 3.0, 2.4, 1.6], [0.2, 1.3, 2.1, -0.7, 0.9])
    found = maximise_utility(task, 2000)
    figure, axes = style.panels(1, 3, height=2.5)
    grid = np.linspace(0, 3.2, 100)
    axes[0].plot(grid, np.sqrt(2 / (27 * task.p**3)) * grid**3, **BLACK)
    for k in task.frequencies:
        here = found.frequencies == k
        if here.any():
            axes[0].plot(task.strengths[k - 1], found.utilities[here].max(), **{**style.COMPUTED, "color": "C0"})
            place = (task.strengths[k - 1] - 0.1, found.utilities[here].max())
            axes[0].annotate(f"$k={k}$: {100 * here.mean():.1f}%", place, ha="right", va="bottom", fontsize=7.5)
    axes[0].set_xlabel(r"$|\hat x[k]|$")
    axes[0].set_ylabel(r"normalized utility $\hat{\mathcal{U}}$")
    few = slice(0, 120)
    angles = np.angle(np.fft.fft(found.neurons.reshape(-1, 3, task.p), axis=2)[np.arange(2000), :, found.frequencies])
    s_x = np.angle(np.fft.fft(task.encoding))[found.frequencies]
    whole = np.mod(angles[:, 0] + angles[:, 1] - s_x, 2 * np.pi)
    axes[1].plot([0, 2 * np.pi], [0, 2 * np.pi], **BLACK)
    axes[1].plot(whole[few], np.mod(angles[few, 2], 2 * np.pi), **{**style.COMPUTED, "color": "C0"})
    axes[1].set_xlabel(r"$s_u + s_v - s_x$ (mod $2\pi$)")
    axes[1].set_ylabel(r"$s_w$ (mod $2\pi$)")
    for axis in (axes[1].xaxis, axes[1].yaxis):
        axis.set_ticks([0, np.pi, 2 * np.pi], ["0", r"$\pi$", r"$2\pi$"])
    counts = np.arange(1, 7)
    floor = 1e-12
    for bound, marker, colour in zip((1.0, 4.0, np.inf), MARKERS, style.shades(3), strict=True):
        shares = [max(collaborate(int(n), starts=5, bound=bound, steps=150).shares[0], floor) for n in counts]
        label = "any weights" if np.isinf(bound) else f"weights up to {bound:g}"
        axes[2].plot(counts, shares, **{**style.COMPUTED, "marker": marker, "color": colour}, label=label)
    for n, share in ((1, 8 / 9), (2, 5 / 9), (4, 1 / 6), (6, floor)):
        axes[2].plot([n - 0.35, n + 0.35], [share, share], **BLACK)
    axes[2].annotate("0", (6.35, floor), fontsize=8, ha="left", va="center")
    axes[2].set_yscale("log")
    axes[2].set_xlabel("neurons of one frequency")
    axes[2].set_ylabel("share of its square that is left")
    axes[2].legend(loc="lower left")
    style.letter(axes)
    return figure
