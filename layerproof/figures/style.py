"""How figures look: one width, few colours, and every difference also visible in grey.

Theory is a line, what was computed is a hollow marker on it, what was trained is a small filled diamond in a band of
one standard deviation over the seeds, and a formula as printed that is refuted is dotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

WIDTH = 6.3
"""Inches: the text width of a page."""

MAP = "cividis"
"""The colour map of heat maps; its lightness rises from end to end."""

DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (4, 1.2, 1, 1.2)), (0, (2, 1)), (0, (7, 1.5, 1, 1.5, 1, 1.5)))
"""Patterns of lines, for what grey print must tell apart."""

THEORY: Mapping[str, Any] = MappingProxyType({"linewidth": 1.3, "linestyle": "-"})
"""A line of theory."""

COMPUTED: Mapping[str, Any] = MappingProxyType(
    {"linestyle": "none", "marker": "o", "markersize": 3.6, "markerfacecolor": "none", "markeredgewidth": 0.9}
)
"""What was integrated, simulated or regressed."""

TRAINED: Mapping[str, Any] = MappingProxyType(
    {"linestyle": "none", "marker": "D", "markersize": 2.9, "markeredgecolor": "white", "markeredgewidth": 0.35}
)
"""The mean of trained networks; small and filled, so that a hollow circle around it stays to be seen."""

BAND: Mapping[str, Any] = MappingProxyType({"alpha": 0.25, "linewidth": 0.0, "zorder": 1})
"""One standard deviation over the seeds, on both sides of the mean of trained networks."""

PRINTED: Mapping[str, Any] = MappingProxyType({"linewidth": 1.1, "linestyle": ":", "color": "0.45"})
"""A formula as it is printed, where it is refuted."""

SETTINGS: Any = MappingProxyType(
    {
        "font.family": "serif",
        "font.serif": ["STIXGeneral", "DejaVu Serif"],
        "mathtext.fontset": "stix",
        "font.size": 9.0,
        "axes.labelsize": 9.0,
        "axes.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.labelsize": 8.0,
        "ytick.labelsize": 8.0,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "legend.fontsize": 7.5,
        "legend.frameon": False,
        "lines.linewidth": 1.3,
        "savefig.dpi": 200,
        "pdf.fonttype": 42,
    }
)
"""Matplotlib's settings while a figure is drawn; those of the caller are left alone."""


def panels(rows: int = 1, columns: int = 1, *, height: float | None = None, **options: Any) -> tuple[Figure, Any]:
    """A figure of the page's width and its axes, as ``matplotlib.figure.Figure.subplots`` shapes them.

    Args:
        rows: of panels.
        columns: of panels.
        height: in inches; by default panels are a little wider than high.
        options: of ``Figure.subplots``, such as ``sharey=True`` or ``width_ratios=[2, 1]``.
    """
    if height is None:
        height = rows * min(2.9, 0.82 * WIDTH / columns)
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def shades(count: int) -> list[tuple[float, float, float, float]]:
    """Colours from dark to light, so that they stay apart in grey."""
    places = np.linspace(0.0, 0.82, count) if count > 1 else np.array([0.15])
    return [tuple(map(float, colour)) for colour in matplotlib.colormaps["viridis"](places)]  # type: ignore[misc]


def trained(axes: Axes, x: ArrayLike, values: ArrayLike, color: Any, every: int = 1, **options: Any) -> None:
    """Draw trained networks: the mean over the seeds, and a band of one standard deviation.

    Args:
        axes: where.
        x: shape (points,).
        values: shape (seeds, points); NaN where nothing was measured.
        color: of both.
        every: only every so many points get a marker; the band has all.
        options: of the markers, such as ``label``.
    """
    place, rows = np.asarray(x, dtype=float), np.asarray(values, dtype=float)
    mean, spread = rows.mean(axis=0), rows.std(axis=0, ddof=min(1, len(rows) - 1))
    axes.fill_between(place, mean - spread, mean + spread, color=color, **BAND)
    axes.plot(place[::every], mean[::every], color=color, **{**TRAINED, "zorder": 3, **options})


def letter(axes: Axes | Iterable[Axes] | NDArray[Any]) -> None:
    """Put (a), (b), ... above the upper left corners of the panels."""
    flat = [axes] if isinstance(axes, Axes) else list(np.ravel(np.asarray(axes, dtype=object)))
    for place, panel in enumerate(flat):
        panel.set_title(f"({chr(ord('a') + place)})", loc="left", fontsize=9.0, pad=4.0)
