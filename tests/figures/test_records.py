"""Figures of trained networks find their records, and say which they are, or what to run."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from late import late

from layerproof.desk.cli import main
from layerproof.figures.plates import select
from layerproof.networks.harness.protocol import Prediction
from layerproof.networks.harness.records import Record, file_of, stem, write

with late():
    from matplotlib.axes import Axes
    from matplotlib.image import imread

    from layerproof.figures import drawing, records, style

NAME = "feedback/stages"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of kept records of this test."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr("layerproof.networks.harness.records.KEPT", folder)
    return folder


@pytest.fixture
def users(own_cache: Path) -> Path:
    """The folder of the user's records."""
    folder = own_cache / "networks" / "records"
    folder.mkdir(parents=True)
    return folder


def some(scale: str, date: str = "2026-11-21", **attributes: Any) -> Record:
    """A record of diagonal networks of two modes, in which nothing was trained."""
    times = np.linspace(0.0, 4.0, 9)
    strengths = np.broadcast_to(np.clip(times / 3, 0.001, 1.0)[None, :, None], (2, 9, 2))
    config = {"seeds": 2, "modes": 2, "alpha": 0.6, "target": 5.0, "start": 0.005, "level": 0.05, "rate": 0.002}
    measured = {"one": np.ones(2)}
    given: dict[str, Any] = {
        "experiment": NAME, "scale": scale, "question": date, "program": scale, "config": config, "seeds": 2,
        "seed": 3, "versions": {}, "device": "abacus", "kind": "cpu", "date": f"{date}T00:00:00+00:00",
        "predicted": f"{date}T00:00:00+00:00", "seconds": 1.0, "starts": 1,
        "predictions": (Prediction("one", "1", 1.0, 0.1, ("x/y",)),),
        "measured": measured, "curves": {"times": times, "strengths": strengths},
    }  # fmt: skip
    return Record(**{**given, **attributes})


def test_the_largest_scale_is_drawn(kept: Path, users: Path) -> None:
    assert records.find(NAME) is None
    for record in (some("smoke"), some("desk", "2026-11-22"), some("desk", "2026-11-20")):
        write(record, file_of(record, users))
    found = records.need(NAME)
    assert (found.scale, found.date[:10]) == ("desk", "2026-11-22")
    write(some("desk", "2026-11-19"), kept / f"{stem(NAME, 'desk')}.json")
    assert records.need(NAME).date[:10] == "2026-11-19"  # kept beside the program, though older
    paper = some("paper")
    write(paper, file_of(paper, users))
    assert records.need(NAME).scale == "paper"


def test_a_record_without_the_curves_does_not_do(kept: Path, users: Path) -> None:
    older = some("desk", curves={"times": np.ones(2)})
    write(older, kept / f"{stem(NAME, 'desk')}.json")
    assert records.find(NAME) is not None
    with pytest.raises(records.Missing, match=f"layerproof experiments {NAME} --run"):
        records.need(NAME, ["times", "strengths"])


def test_a_figure_without_its_record_names_the_command(
    kept: Path, users: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["figures", "thesis-3.4-trained", "--out", str(tmp_path / "out")]) == 1
    assert f"layerproof experiments {NAME} --run trains them" in capsys.readouterr().err
    (plate,) = select(["thesis-3.4-trained"])
    assert f"{NAME} is not trained yet: layerproof experiments {NAME} --run" in plate.caption


def test_a_figure_is_drawn_from_its_record_and_says_which(kept: Path, users: Path) -> None:
    write(some("desk"), kept / f"{stem(NAME, 'desk')}.json")
    (plate,) = select(["thesis-3.4-trained"])
    picture = imread(io.BytesIO(drawing.rendered(plate, "png")))
    assert picture.shape[1] == pytest.approx(6.3 * 200, abs=2)
    assert f"{NAME} at the scale desk, seeds 3 to 4, on abacus, 2026-11-21." in plate.caption
    assert "Nothing in it is random" not in plate.caption


def test_trained_networks_are_a_mean_in_a_band() -> None:
    figure, axes = style.panels()
    assert isinstance(axes, Axes)
    style.trained(axes, [1, 2], [[0.0, 1.0], [2.0, 1.0]], "black", label="trained")
    assert axes.lines[0].get_ydata() == pytest.approx(np.array([1.0, 1.0]))
    box = axes.collections[0].get_paths()[0].get_extents()
    assert (box.ymin, box.ymax) == pytest.approx((1 - 2**0.5, 1 + 2**0.5))
    style.trained(axes, [1, 2, 3], np.ones((1, 3)), "black", every=2)  # one seed has no spread
    assert list(axes.lines[1].get_xdata()) == [1, 3]
    assert figure.axes == [axes]
