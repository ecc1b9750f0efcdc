"""The figures of the library: what they redraw, what they illustrate, and that they can be drawn."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from late import late, later

from layerproof.derivations.contents import CONTENTS
from layerproof.figures import all_plates
from layerproof.figures.plates import MODULES, Plate
from layerproof.networks.harness.records import KEPT
from layerproof.networks.harness.registry import by_name
from layerproof.running.loading import Library

with late():
    from matplotlib.image import imread

    from layerproof.figures import drawing

PLATES = later(all_plates)
THEORETICAL = {
    "thesis": "1.2 1.3 1.4 1.5 2.5 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 6.1 6.2 C.1 C.2",
    "position-paper": "3 6 7 10",
}


def test_every_theoretical_figure_is_redrawn() -> None:
    drawn = {(source.document, source.label) for plate in PLATES for source in plate.sources}
    wanted = {(document, f"Figure {n}") for document, numbers in THEORETICAL.items() for n in numbers.split()}
    assert wanted <= drawn
    assert sum(document == "kunin-slides" for document, _ in drawn) >= 5


def test_what_each_figure_says_of_itself() -> None:
    known = {claim.id for claim in Library().all()}
    assert {plate.subject for plate in PLATES} == {module.replace("_", "-") for module in MODULES}
    for plate in PLATES:
        says_what_it_is(plate, known)


def says_what_it_is(plate: Plate, known: set[str]) -> None:
    assert set(plate.claims) <= known
    assert plate.claims
    labels = {
        document: {label for part in parts for label in (*part.labels, *part.sections)}
        for document, parts in CONTENTS.items()
    }
    for source in plate.sources:
        assert source.label in labels[source.document], source
    assert re.fullmatch(r"(thesis|position-paper|richness-paper|slides)-[a-zA-Z0-9.-]+", plate.name)
    assert plate.theory
    assert plate.computed or plate.trained
    assert plate.subject.replace("-", "_") in MODULES
    assert bool(plate.trained) or not plate.experiments
    for name in plate.experiments:
        assert by_name(name).name == name


LONG = ("thesis-5.1", "thesis-5.2", "slides-modular-staircase")
"""Figures whose numbers take ten seconds and more."""
DEAR = ("linear_models", "layer_imbalance", "alternating_flows", "trained_flows")
"""Subjects whose figures take four seconds and more."""


@pytest.mark.parametrize(
    "module", [pytest.param(module, marks=[pytest.mark.slow] if module in DEAR else []) for module in MODULES]
)
def test_its_figures_can_be_drawn(module: str, own_cache: Path) -> None:
    drawn = [plate for plate in PLATES if plate.subject == module.replace("_", "-") and plate.name not in LONG]
    if any(plate.experiments for plate in drawn) and not any(KEPT.glob("*.json")):
        pytest.skip("this checkout keeps no records of trained networks")
    for plate in drawn:
        can_be_drawn(plate)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_so_can_those_that_take_long(name: str) -> None:
    (plate,) = (plate for plate in PLATES if plate.name == name)
    can_be_drawn(plate)


def can_be_drawn(plate: Plate) -> None:
    picture = imread(io.BytesIO(drawing.rendered(plate, "png")))
    assert picture.shape[1] == pytest.approx(6.3 * 200, abs=2)
    grey = picture[..., :3] @ np.array([0.299, 0.587, 0.114])
    assert 0.01 < (grey < 0.9).mean() < 0.9  # neither empty nor a blot


@pytest.mark.slow
def test_random_figures_are_drawn_again_the_same() -> None:
    (plate,) = (plate for plate in PLATES if plate.name == "thesis-1.2")
    assert drawing.rendered(plate, "pdf") == drawing.rendered(plate, "pdf")
