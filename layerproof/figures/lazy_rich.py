"""Figures of thesis chapter 6: what moves in rich and in lazy training, drawn from the integrated modes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from layerproof.derivations.lazy_rich import clock, letters
from layerproof.language.sources import position_paper, thesis
from layerproof.numerics.flows import integrate_flow
from layerproof.numerics.formulas import Array

from . import style
from .plates import plate

ALIGNED, AGAINST = "#3b3b8f", "#e08214"
SHARES = np.array([0.46, 0.32, 0.22])


@dataclass(frozen=True)
class Modes:
    """Scalar network ``theta = (1/Z) sum a_i b_i`` before and after training.

    Attributes:
        a: first layer at the start, shape (modes,).
        b: second layer.
        Z: rescaling.
        S: target scale.
    """

    a: Array
    b: Array
    Z: float
    S: float

    @property
    def weight(self) -> float:
        """Sigma_0 of (6.13)."""
        return float((self.a**2 + self.b**2).sum()) / (2 * self.Z)

    @property
    def function(self) -> float:
        """S_0 of (6.13), which is theta(0)."""
        return float(self.a @ self.b) / self.Z

    @property
    def root(self) -> float:
        """``sqrt(Sigma_0^2 - S_0^2 + S^2)``."""
        return math.sqrt(self.weight**2 - self.function**2 + self.S**2)

    def gamma(self, times: Array, factor: float = 2.0) -> Array:
        """(6.12) with the exponent ``-factor R t/Z``; the right factor is 2, printed is 4."""
        gap, total, root = self.S - self.function, self.weight, self.root
        decay = np.exp(-factor * root * times / self.Z)
        above = total + gap + root + (root - total - gap) * decay
        below = total - gap + root + (root - total + gap) * decay
        return np.asarray(above / below)

    def contributions(self, gamma: float) -> Array:
        """``a_i b_i/Z`` by (6.10) and (6.11), shape (modes,)."""
        return np.asarray(((self.a + self.b) ** 2 * gamma - (self.a - self.b) ** 2 / gamma) / (4 * self.Z))

    def theta(self, gamma: Array) -> Array:
        """The network at the values of gamma."""
        return np.asarray(((self.weight + self.function) * gamma - (self.weight - self.function) / gamma) / 2)

    def integrated(self, times: Array) -> tuple[Array, Array]:
        """Both layers by integrating the gradient flow; shapes (times, modes)."""
        count = len(self.a)
        found = integrate_flow(
            clock.flow,
            {clock.a: self.a[None, :], clock.b: self.b[None, :]},
            {letters.Z: self.Z, letters.S: self.S},
            times,
            sizes={clock.p: count},
        )
        columns = {str(v): k for k, v in enumerate(found.variables)}
        first, second = ([columns[f"{name}[{i}]"] for i in range(1, count + 1)] for name in "ab")
        return found.states[0][:, first], found.states[0][:, second]


def signed(sizes: Array, Z: float, S: float) -> Modes:
    """Aligned modes with ``a_i b_i`` of these sizes, and as many anti-aligned ones of the same."""
    layer = np.sqrt(np.r_[sizes, sizes])
    return Modes(layer, np.r_[np.ones(len(sizes)), -np.ones(len(sizes))] * layer, Z, S)


SETUPS = (signed(0.12 * SHARES, 1.0, 1.0), signed(3.0 * SHARES, 1.0, 0.25), signed(np.ones(30), math.sqrt(60), 1.0))


@plate(
    "thesis-6.2",
    title="Rich training moves the aligned modes, lazy training moves hardly any",
    sources=[thesis("Figure 6.2"), position_paper("Figure 7")],
    claims=[
        "lazy-rich/aligned-growth",
        "lazy-rich/anti-aligned-decay",
        "lazy-rich/general-solution",
        "lazy-rich/target-downscaling",
        "lazy-rich/ntk-limit",
    ],
    theory="strokes: where each mode a_i b_i/Z ends by (6.10), (6.11) and the limit (6.14) of gamma. Modes are a_i = "
    "b_i (aligned) or a_i = -b_i; (a) small start: Z = 1, S = 1, sum of |a_i b_i| = 0.24; (b) small target: S = 0.25, "
    "sum of |a_i b_i| = 6; (c) 60 modes of size one, Z = sqrt(60), S = 1",
    computed="bars from the origin: each mode in function space, which is a line for one scalar input; pale at the "
    "start, dark at the end of the integrated gradient flow; thin: where it would end if its velocity at the start "
    "lasted until the target is reached, as it does when training is lazy; the dashed line is the sum of the modes at "
    "the end, the cross the target",
)
def modes_move() -> Figure:
    """Modes before and after training, in three setups."""
    figure, axes = style.panels(1, 3, height=2.7, width_ratios=[1, 1, 1])
    for panel, setup in zip(axes, SETUPS, strict=True):
        _arrows(panel, setup)
    axes[0].set_ylabel("mode $i$")
    handles = [
        axes[0].plot([], [], color=ALIGNED, lw=2.4, label="aligned")[0],
        axes[0].plot([], [], color=AGAINST, lw=2.4, label="anti-aligned")[0],
        axes[0].plot([], [], color="0.8", lw=2.4, label="start")[0],
        axes[0].plot([], [], color="0.3", lw=0.9, marker=">", ms=3.3, mew=0, label="its velocity")[0],
        axes[0].plot([], [], color="black", ls="none", marker="|", ms=7, mew=1.2, label="end, theory")[0],
        axes[0].plot([], [], color="black", lw=1.2, ls=style.DASHES[1], label=r"sum, $\theta$")[0],
        axes[0].plot([], [], color="black", ls="none", marker="x", ms=5, label="target $S$")[0],
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=7, handlelength=1.3, columnspacing=0.9)
    style.letter(axes)
    return figure


def _arrows(axes: Axes, setup: Modes) -> None:
    late = 40 * setup.Z / setup.root
    first, second = setup.integrated(np.array([0.0, late]))
    start, end = first * second / setup.Z
    ends = setup.contributions((setup.S + setup.root) / (setup.weight + setup.function))
    count = len(start)
    speed = setup.a**2 + setup.b**2  # the velocities of the modes at the start, up to a common factor
    lasting = start + speed / speed.sum() * (setup.S - setup.function)
    reach = max(setup.S, float(np.abs(np.r_[start, end]).max()))
    width = min(3.0, 60 / count)
    for i in range(count):
        y = count - i
        colour = ALIGNED if setup.a[i] * setup.b[i] > 0 else AGAINST
        axes.plot([0, start[i]], [y + 0.2] * 2, color="0.8", lw=width, solid_capstyle="butt")
        axes.plot([0, end[i]], [y - 0.2] * 2, color=colour, lw=width, solid_capstyle="butt")
        axes.plot([ends[i]], [y - 0.2], color="black", marker="|", ms=1.6 * width + 2, mew=0.9)
        axes.plot([start[i], lasting[i]], [y + 0.2] * 2, color="0.3", lw=0.3 * width, solid_capstyle="butt")
        axes.plot([lasting[i]], [y + 0.2], color="0.3", marker=">", ms=width + 0.3, mew=0)
    base = -0.06 * count - 0.4
    axes.plot([0, float(end.sum())], [base] * 2, color="black", lw=1.3, ls=style.DASHES[1])
    axes.plot([setup.S], [base], color="black", marker="x", ms=6, mew=1.3)
    axes.axvline(0, color="0.7", lw=0.6, zorder=0)
    low = min(0.0, float(start.min())) - 0.08 * reach
    axes.set(
        xlabel="$a_ib_i/Z$", xlim=(low, 1.12 * reach), ylim=(base - 0.08 * count - 0.3, count + 0.03 * count + 0.5)
    )
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


@plate(
    "thesis-theorem-1",
    title="The clock of all modes and the network, from rich to lazy",
    sources=[thesis("Theorem 1"), thesis("6.12"), position_paper("75")],
    claims=[
        "lazy-rich/general-solution",
        "lazy-rich/gamma-printed",
        "lazy-rich/gamma-limit",
        "lazy-rich/theta-by-clock",
    ],
    theory="lines: (a) gamma(t) by (6.12) with the exponent repaired to 2R/Z, dotted the printed 4R/Z; (b) theta(t)/S "
    "from it. Five modes with random a_i(0), b_i(0), S = 1, Z = 1, weights Sigma_0 as labelled; R = sqrt(Sigma_0^2 - "
    "S_0^2 + S^2)",
    computed="the gradient flow of all ten parameters, integrated to 1e-14; gamma is the squared growth of a_1 + b_1",
    seeds=(3,),
)
def clocks() -> Figure:
    """gamma(t) and theta(t) for three sizes of the start."""
    figure, axes = style.panels(1, 2, height=2.5)
    drawn = np.random.default_rng(3).standard_normal((2, 5))
    weights = (0.01, 0.3, 10.0)
    colours = style.shades(len(weights))
    units, dots = np.linspace(0, 7.5, 300), np.linspace(0, 7.5, 26)
    for k, (weight, colour) in enumerate(zip(weights, colours, strict=True)):
        size = math.sqrt(2 * weight / (drawn**2).sum())
        modes = Modes(size * drawn[0], size * drawn[1], 1.0, 1.0)
        first, second = modes.integrated(dots / modes.root)
        gamma = modes.gamma(units / modes.root)
        printed = modes.gamma(units / modes.root, factor=4.0)
        look = {**style.THEORY, "color": colour, "linestyle": style.DASHES[k]}
        axes[0].plot(units, gamma, **look)
        axes[0].plot(units, printed, **{**style.PRINTED, "color": colour})
        axes[0].plot(dots, ((first + second)[:, 0] / (first + second)[0, 0]) ** 2, color=colour, **style.COMPUTED)
        axes[1].plot(units, modes.theta(gamma), **look, label=rf"$\Sigma_0={weight:g}$")
        axes[1].plot(units, modes.theta(printed), **{**style.PRINTED, "color": colour})
        axes[1].plot(dots, (first * second).sum(axis=1), color=colour, **style.COMPUTED)
    axes[1].plot([], [], **style.PRINTED, label="as printed")
    axes[0].set(xlabel="$Rt/Z$", ylabel=r"$\gamma(t)$", yscale="log", xlim=(0, 7.5))
    axes[1].set(xlabel="$Rt/Z$", ylabel=r"$\theta(t)/S$", xlim=(0, 7.5))
    axes[1].legend(loc="lower right", borderpad=0.1)
    style.letter(axes)
    return figure
