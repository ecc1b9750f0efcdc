"""Plates: the figures that layerproof can draw, each with what it shows and how that was found."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from layerproof.language.sources import Source

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MODULES = (
    "linear_models",
    "feedback",
    "scaling_laws",
    "emergence",
    "lazy_rich",
    "layer_imbalance",
    "symmetry",
    "single_neuron",
    "alternating_flows",
    "trained_modes",
    "trained_scaling",
    "trained_emergence",
    "collapse",
    "grokking",
    "trained_flows",
    "diagrams",
)
"""The modules that draw, in the order of the chapters."""


@dataclass(frozen=True)
class Plate:
    """A figure, before it is drawn.

    Attributes:
        name: of its files, such as ``thesis-1.4``.
        title: what it shows, in a few words.
        sources: the figures, or the pages, that it redraws.
        claims: ids of the claims that it illustrates.
        theory: what its lines are.
        computed: what its markers are: integrated, regressed or simulated, with sizes and tolerances.
        trained: what was trained; empty if nothing was.
        seeds: of everything random; empty if nothing is.
        subject: the module that draws it.
        draw: gives the figure.
        experiments: whose records it draws.
    """

    name: str
    title: str
    sources: tuple[Source, ...]
    claims: tuple[str, ...]
    theory: str
    computed: str
    trained: str
    seeds: tuple[int, ...]
    subject: str
    draw: Callable[[], Figure]
    experiments: tuple[str, ...] = ()

    @property
    def caption(self) -> str:
        """The title, and what is theory, what is computed, what is trained, and from which seeds."""
        parts = [f"{self.title}.", f"Theory: {self.theory}."]
        if self.computed:
            parts.append(f"Computed: {self.computed}.")
        if self.trained:
            parts.append(f"Trained: {self.trained}.")
        if self.experiments:
            from .records import sentence

            parts.append(f"Networks of {sentence(self.experiments)}.")
        if self.seeds:
            parts.append(f"Seed{'s' * (len(self.seeds) > 1)} {', '.join(map(str, self.seeds))}.")
        elif not self.experiments:
            parts.append("Nothing in it is random.")
        return " ".join(parts)


_PLATES: dict[str, Plate] = {}


def plate(
    name: str,
    *,
    title: str,
    sources: Iterable[Source],
    claims: Iterable[str],
    theory: str,
    computed: str = "",
    trained: str = "",
    seeds: Sequence[int] = (),
    experiments: Sequence[str] = (),
) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Enter the function that draws a figure under `name`; the attributes are those of `Plate`.

    Raises:
        ValueError: if the name is taken.
    """

    def enter(draw: Callable[[], Figure]) -> Callable[[], Figure]:
        if name in _PLATES and _PLATES[name].draw.__qualname__ != draw.__qualname__:
            raise ValueError(f"two figures are called {name}; give one another name")
        subject = draw.__module__.rpartition(".")[2].replace("_", "-")
        theory_, computed_, trained_ = (text.rstrip(". ") for text in (theory, computed, trained))
        _PLATES[name] = Plate(
            name,
            title.rstrip(". "),
            tuple(sources),
            tuple(claims),
            theory_,
            computed_,
            trained_,
            tuple(seeds),
            subject,
            draw,
            tuple(experiments),
        )
        return draw

    return enter


def all_plates() -> tuple[Plate, ...]:
    """Every figure, in the order of the chapters."""
    for module in MODULES:
        importlib.import_module(f"{__package__}.{module}")
    return tuple(_PLATES.values())


def select(patterns: Sequence[str]) -> tuple[Plate, ...]:
    """The figures whose name, subject or document matches one of `patterns`; all of them if there is none.

    Raises:
        LookupError: if a pattern matches nothing.
    """
    found = []
    everything = all_plates()
    for pattern in patterns:
        hits = [p for p in everything if any(fnmatchcase(text, pattern) for text in _words(p))]
        if not hits:
            names = ", ".join(p.name for p in everything)
            raise LookupError(f"no figure is called {pattern!r}; there are {names}")
        found += hits
    return tuple(dict.fromkeys(found)) if patterns else everything


def _words(entry: Plate) -> set[str]:
    return {entry.name, entry.subject, *(source.document for source in entry.sources)}
