"""The slides' pictures of symmetries: loss contours, what is conserved on them, and where that ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from layerproof.language.flows import GradientFlow
from layerproof.language.sources import kunin_slides
from layerproof.language.symbols import time, trajectories
from layerproof.numerics.flows import integrate
from layerproof.numerics.flows.fields import VectorField

from . import style
from .plates import plate

t = time()
x, y = trajectories("x y")
PLAIN = sp.symbols("x y", real=True)

TRANSLATION = sp.log(sp.exp(x) + sp.exp(y)) - sp.Rational(3, 4) * x - y / 4
SCALE = (x / sp.sqrt(x**2 + y**2) - sp.Rational(4, 5)) ** 2 / 2
RESCALE = (x * y - 1) ** 2 / 2
BENT = (x - y**2 - 1) ** 2 / 2
NAMES = ("translation", "scale", "rescale")
LOSSES = (TRANSLATION, SCALE, RESCALE)
QUANTITIES = (x + y, x**2 + y**2, x**2 - y**2)
GREY = "0.7"
SOLID: Any = {"linewidths": 1.2, "linestyles": "solid"}  # else negative levels are dashed


def _field(loss: sp.Expr, decay: float = 0.0) -> VectorField:
    """The gradient flow of a loss of two parameters, with weight decay ``decay |theta|^2/2``."""
    flow = GradientFlow(loss + sp.nsimplify(decay) * (x**2 + y**2) / 2, (x, y), t)
    return VectorField(PLAIN, tuple(flow.velocity(p).subs(dict(zip((x, y), PLAIN, strict=True))) for p in (x, y)))


def _value(expr: sp.Expr, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """An expression in x and y at points of shape (..., 2)."""
    function = sp.lambdify(PLAIN, expr.subs(dict(zip((x, y), PLAIN, strict=True))), "numpy")
    return np.asarray(function(points[..., 0], points[..., 1]) * np.ones(points.shape[:-1]))


def _plane(panel: Axes, span: float, loss: sp.Expr, levels: Any, quantity: sp.Expr, starts: Sequence[Any]) -> None:
    """Contours of the loss, the level lines of the quantity through the starts, and integrated trajectories on them."""
    grid = np.linspace(-span, span, 240)  # an even number: zero is not on it
    points = np.stack(np.meshgrid(grid, grid), axis=-1)
    panel.contour(grid, grid, _value(loss, points), levels=levels, colors=GREY, linewidths=0.6)
    first = np.array(starts, dtype=float)
    path = integrate(_field(loss), first, times=np.concatenate([[0.0], np.geomspace(0.05, 40, 14)])).states
    kept = _value(quantity, first)
    for row, colour in enumerate(style.shades(len(first))):
        panel.contour(grid, grid, _value(quantity, points), levels=[kept[row]], colors=[colour], **SOLID)
        panel.plot(path[row, :, 0], path[row, :, 1], color=colour, **style.COMPUTED)
        panel.plot(*first[row], marker="s", color=colour, markersize=4)
    panel.set(xlim=(-span, span), ylim=(-span, span), aspect="equal")


@plate(
    "slides-conserved-quantities",
    title="Gradient flow is orthogonal to a symmetry: translation, scale and rescale",
    sources=[kunin_slides("Conserved quantities")],
    claims=["symmetry/translation-conserved", "symmetry/scale-conserved", "symmetry/neuron-conserved"],
    theory="grey: contours of the loss; lines: the conserved quantity at the value of the start, x + y for logits "
    "under cross-entropy, x^2 + y^2 for a normalised neuron, x^2 - y^2 for two layers",
    computed="circles: gradient flow from the squares, integrated to about 1e-15",
)
def conserved_quantities() -> Figure:
    """Three losses with a symmetry, and flows on the levels of what they conserve."""
    figure, axes = style.panels(1, 3, height=2.4)
    _plane(axes[0], 3.0, TRANSLATION, np.linspace(0.5, 3.5, 13), QUANTITIES[0], [[-2.5, 2.0], [1.0, 2.4], [2.6, -2.4]])
    _plane(axes[1], 3.0, SCALE, np.linspace(0.02, 1.6, 12), QUANTITIES[1], [[-1.0, 0.3], [-1.4, -1.2], [0.2, 2.6]])
    _plane(
        axes[2],
        3.0,
        RESCALE,
        np.array([0.05, 0.5, 2, 5, 10, 18, 28]),
        QUANTITIES[2],
        [[-0.4, 2.3], [2.2, 1.6], [-2.5, 0.8]],
    )
    labels = ((r"$\theta_1$", r"$\theta_2$"), ("$w_1$", "$w_2$"), ("$w$", "$a$"))
    for place, (panel, (below, beside)) in enumerate(zip(axes, labels, strict=True)):
        panel.set(xlabel=below, ylabel=beside)
        panel.set_title(f"({'abc'[place]}) {NAMES[place]}", loc="left", fontsize=9.0, pad=4.0)
    return figure


@plate(
    "slides-rescale-symmetry",
    title="What ends conservation: weight decay, and steps of finite size",
    sources=[kunin_slides("A rescale symmetry"), kunin_slides("Conserved quantities")],
    claims=["symmetry/weight-decay", "symmetry/discrete-steps", "symmetry/conserved-difference"],
    theory="(a) hyperbolas a^2 - w^2 = c exp(-2 lambda t) at the times of the circles, lambda = 0.1, over contours of "
    "the loss with its decay; (b) exp(-lambda t) for translation, exp(-2 lambda t) for scale and rescale; (c) what "
    "gradient descent with steps eta loses of a^2 - w^2 to first order: eta times int (a w - 1)^2 dt along the flow",
    computed="(a), (b) gradient flow with weight decay, integrated to about 1e-15; (c) gradient descent until t = 20",
)
def rescale_symmetry() -> Figure:
    """Weight decay lets the conserved quantities decay; finite steps change them in proportion to the step."""
    figure, axes = style.panels(1, 3, height=2.4)
    decay = 0.1
    dark, middle = style.shades(3)[:2]
    grid = np.linspace(0, 2.4, 200)
    points = np.stack(np.meshgrid(grid, grid), axis=-1)
    times = np.array([0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
    path = integrate(_field(RESCALE, decay), [[0.35, 2.2]], times=times).states[0]
    values = _value(RESCALE + decay * (x**2 + y**2) / 2, points)
    axes[0].contour(grid, grid, values, levels=np.geomspace(0.12, 6, 10), colors=GREY, linewidths=0.6)
    start = 0.35**2 - 2.2**2
    for moment in times:
        level = start * np.exp(-2 * decay * moment)
        axes[0].contour(grid, grid, _value(QUANTITIES[2], points), levels=[level], colors=[dark], **SOLID)
    axes[0].plot(*path.T, color=dark, **style.COMPUTED)
    axes[0].set(xlabel="$w$", ylabel="$a$", aspect="equal")
    fine, coarse = np.linspace(0, 12, 100), np.linspace(0, 12, 13)
    starts = ([2.0, -0.5], [-1.0, 1.5], [0.35, 2.2])
    # A quantity decays as exp(-degree lambda t), by its degree in the parameters.
    for degree, colour, dash in ((1, dark, "-"), (2, middle, style.DASHES[1])):
        line = {**style.THEORY, "linestyle": dash}
        label = rf"$e^{{-{degree if degree > 1 else ''}\lambda t}}$"
        axes[1].semilogy(fine, np.exp(-degree * decay * fine), color=colour, **line, label=label)
    for k, (marker, size) in enumerate((("o", 3.6), ("s", 5.5), ("^", 3.2))):
        states = integrate(_field(LOSSES[k], decay), [starts[k]], times=coarse).states[0]
        kept = _value(QUANTITIES[k], states)
        drawn = {**style.COMPUTED, "marker": marker, "markersize": size}
        axes[1].semilogy(coarse, kept / kept[0], color=dark if k == 0 else middle, **drawn, label=NAMES[k])
    axes[1].set(xlabel="$t$", ylabel="conserved quantity / its start")
    axes[1].legend(loc="lower left")
    sizes = np.geomspace(1e-3, 0.2, 9)
    axes[2].loglog(sizes, sizes * _spent(np.array([0.35, 2.2])), color=dark, **style.THEORY)
    axes[2].loglog(sizes, [_lost(np.array([0.35, 2.2]), eta) for eta in sizes], color=dark, **style.COMPUTED)
    axes[2].set(xlabel=r"step $\eta$", ylabel=r"part of $a^2 - w^2$ that is lost")
    style.letter(axes)
    return figure


def _spent(start: NDArray[np.float64], until: float = 20.0) -> float:
    """The integral of (x y - 1)^2 along gradient flow."""
    field = _field(RESCALE)
    total = sp.Symbol("q", real=True)
    extended = field.extended([total], [(PLAIN[0] * PLAIN[1] - 1) ** 2])
    return float(integrate(extended, [[*start, 0.0]], times=[0.0, until]).states[0, -1, 2])


def _lost(start: NDArray[np.float64], eta: float, until: float = 20.0) -> float:
    """What gradient descent loses of x^2 - y^2, relative to it: 1 - prod (1 - eta^2 (x y - 1)^2), by the weights."""
    first, second = (float(v) for v in start)
    for _ in range(round(until / eta)):
        slope = first * second - 1
        first, second = first - eta * second * slope, second - eta * first * slope
    return 1 - (first**2 - second**2) / float(start[0] ** 2 - start[1] ** 2)


@plate(
    "slides-noether",
    title="A symmetry whose quantity is not conserved: the assumption behind the slides' theorem is needed",
    sources=[kunin_slides("Conserved quantities")],
    claims=[
        "symmetry/rate-of-the-noether-quantity",
        "symmetry/bent-tangent",
        "symmetry/bent-symmetry-does-not-conserve",
        "symmetry/bent-symmetry-rate",
        "symmetry/bent-symmetry-conserves-another-quantity",
    ],
    theory="(a) grey: contours of (x - y^2 - 1)^2/2, the same along parabolas; lines: y exp(2x), which is conserved; "
    "(b) solid: <theta, d psi/d alpha> = 2xy + y, the integral of its rate 4xy (x - y^2 - 1); dotted: a constant, as "
    "the slide has it without its footnote; dashed: y exp(2x)",
    computed="circles: gradient flow integrated to about 1e-15, and both quantities of its points",
)
def noether() -> Figure:
    """The flow of a loss with a bent symmetry, and two quantities along it."""
    figure, axes = style.panels(1, 2, height=2.6, width_ratios=[1, 1.3])
    other = y * sp.exp(2 * x)
    starts = [[-1.2, 1.6], [-0.6, -1.3], [1.9, 0.35]]
    _plane(axes[0], 2.2, BENT, np.array([0.05, 0.4, 1.2, 2.5, 5, 9, 14, 20, 27]), other, starts)
    axes[0].set(xlabel="$x$", ylabel="$y$")
    field = _field(BENT)
    first, second = PLAIN
    q = sp.Symbol("q", real=True)
    extended = field.extended([q], [4 * first * second * (first - second**2 - 1)])
    noether_quantity = 2 * x * y + y
    begin = np.array(starts[0])
    fine, coarse = np.linspace(0, 2, 120), np.linspace(0, 2, 15)
    start_value = float(_value(noether_quantity, begin))
    line = integrate(extended, [[*begin, start_value]], times=fine).states[0, :, 2]
    dots = integrate(field, [begin], times=coarse).states[0]
    dark, middle = style.shades(3)[:2]
    axes[1].plot(fine, line, color=dark, **style.THEORY, label=r"$\langle\theta, \partial_\alpha\psi\rangle = 2xy + y$")
    axes[1].plot(coarse, _value(noether_quantity, dots), color=dark, **style.COMPUTED)
    axes[1].axhline(start_value, **style.PRINTED, label="the same, if it were conserved")
    dashed = {**style.THEORY, "linestyle": style.DASHES[1]}
    axes[1].axhline(float(_value(other, begin)), color=middle, **dashed, label=r"$y\,e^{2x}$")
    axes[1].plot(coarse, _value(other, dots), color=middle, **{**style.COMPUTED, "marker": "s"})
    axes[1].set(xlabel="$t$", ylabel="quantity")
    axes[1].legend(loc="center right")
    style.letter(axes)
    return figure
