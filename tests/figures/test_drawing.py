"""Figures are entered, chosen and written; one that fails stops no other."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from late import late

from layerproof.desk.cli import main
from layerproof.figures import all_plates
from layerproof.figures.plates import Plate, plate, select
from layerproof.language.sources import thesis

with late():
    import matplotlib
    from matplotlib.colors import to_rgb
    from matplotlib.figure import Figure

    from layerproof.figures import drawing, style


def straight() -> Figure:
    figure, axes = style.panels(1, 2)
    for panel in axes:
        panel.plot([0, 1], [0, 1], **style.THEORY)
        panel.plot([0.5], [0.5], **style.COMPUTED)
    style.letter(axes)
    return figure


def broken() -> Figure:
    raise ZeroDivisionError("nothing to divide by")


def some(draw: Callable[[], Figure], name: str = "thesis-0.0", seeds: tuple[int, ...] = ()) -> Plate:
    return Plate(name, "A line", (thesis("Figure 1.4"),), (), "y = x", "one half", "", seeds, "feedback", draw)


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> dict[str, Plate]:
    """A registry of its own, without the library's figures."""
    entries: dict[str, Plate] = {}
    monkeypatch.setattr("layerproof.figures.plates._PLATES", entries)
    monkeypatch.setattr("layerproof.figures.plates.MODULES", ())
    return entries


def test_the_same_bytes_each_time() -> None:
    for format in drawing.FORMATS:
        assert drawing.rendered(some(straight), format) == drawing.rendered(some(straight), format)


def test_a_file_carries_its_caption_and_no_date(tmp_path: Path) -> None:
    drawing.draw(some(straight, seeds=(3, 4)), tmp_path)
    content = (tmp_path / "thesis-0.0.png").read_bytes()
    assert b"Theory: y = x. Computed: one half. Seeds 3, 4." in content
    assert b"CreationDate" not in (tmp_path / "thesis-0.0.pdf").read_bytes()


def test_the_settings_of_the_caller_stay() -> None:
    before = dict(matplotlib.rcParams)
    drawing.rendered(some(straight), "png")
    assert dict(matplotlib.rcParams) == before


def test_a_figure_that_fails_stops_no_other(tmp_path: Path) -> None:
    entries = [some(broken, "thesis-0.1"), some(straight, "thesis-0.2")]
    found = {drawn.plate.name: drawn for drawn in drawing.draw_all(entries, tmp_path, ("png",), jobs=2)}
    assert "ZeroDivisionError: nothing to divide by" in found["thesis-0.1"].reason
    assert found["thesis-0.2"].files == (tmp_path / "thesis-0.2.png",)
    assert sorted(os.listdir(tmp_path)) == ["thesis-0.2.png"]


def test_the_command_draws(only: dict[str, Plate], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    only["thesis-0.2"] = some(straight, "thesis-0.2")
    assert main(["figures", "--out", str(tmp_path / "new"), "--format", "pdf"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert Path(line).read_bytes().startswith(b"%PDF")
    assert main(["figures", "--list"]) == 0
    assert "thesis, Figure 1.4" in capsys.readouterr().out


def test_the_command_tells_what_failed(
    only: dict[str, Plate], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only["thesis-0.1"] = some(broken, "thesis-0.1")
    assert main(["figures", "--out", str(tmp_path)]) == 1
    assert "thesis-0.1 could not be drawn: ZeroDivisionError" in capsys.readouterr().err
    only["thesis-0.1"] = some(straight, "thesis-0.1")
    (tmp_path / "file").write_text("not a folder")
    assert main(["figures", "--out", str(tmp_path / "file")]) == 1
    assert "could not be drawn" in capsys.readouterr().err


def test_a_name_that_is_none(only: dict[str, Plate], capsys: pytest.CaptureFixture[str]) -> None:
    only["thesis-0.2"] = some(straight, "thesis-0.2")
    assert main(["figures", "thesis-9.9"]) == 2
    assert "no figure is called 'thesis-9.9'; there are thesis-0.2" in capsys.readouterr().err


def test_a_format_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["figures", "--format", "gif"])
    assert "got format 'gif'; expected some of png, pdf" in capsys.readouterr().err


def test_names_are_given_once(only: dict[str, Plate]) -> None:
    enter = plate("thesis-0.3", title="A line", sources=[], claims=[], theory="y = x")
    enter(straight)
    with pytest.raises(ValueError, match="two figures are called"):
        plate("thesis-0.3", title="A line", sources=[], claims=[], theory="y = x")(broken)


def test_selection(only: dict[str, Plate]) -> None:
    only.update({name: some(straight, name) for name in ("thesis-0.2", "thesis-0.3")})
    assert [p.name for p in select(["thesis-0.3"])] == ["thesis-0.3"]
    assert [p.name for p in select(["*.2", "thesis-*"])] == ["thesis-0.2", "thesis-0.3"]
    assert select(["feedback"]) == select(["thesis"]) == select([]) == all_plates()


@pytest.mark.parametrize("count", [2, 5, 9])
def test_shades_stay_apart_in_grey(count: int) -> None:
    grey = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in map(to_rgb, style.shades(count))]
    steps = [after - before for before, after in itertools.pairwise(grey)]
    assert min(steps) > 0.4 / count
    assert max(grey) < 0.85


def test_panels_are_lettered() -> None:
    figure, axes = style.panels(2, 2)
    style.letter(axes)
    assert re.findall(r"\w", "".join(panel.get_title("left") for panel in axes.flat)) == list("abcd")
    assert figure.get_figwidth() == style.WIDTH
