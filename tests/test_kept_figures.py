"""Figures that were drawn are kept, and not drawn again."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.figures import keeping
from layerproof.figures.plates import Plate


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAYERPROOF_CACHE", str(tmp_path / "cache"))


def plate(caption: str = "A caption.") -> Plate:
    def draw() -> object:
        raise AssertionError("drawn again")

    return Plate("own-figure", "A figure", (), (), caption, "", "", (), "own", draw)


def test_a_figure_that_is_kept_is_put_into_a_folder(tmp_path: Path) -> None:
    assert not keeping.recall(plate(), tmp_path)
    (tmp_path / "own-figure.png").write_bytes(b"\x89PNG")
    keeping.keep(plate(), tmp_path)
    (tmp_path / "other").mkdir()
    assert keeping.recall(plate(), tmp_path / "other")
    assert (tmp_path / "other" / "own-figure.png").read_bytes() == b"\x89PNG"


def test_a_figure_is_kept_for_its_caption_and_for_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own-figure.png").write_bytes(b"\x89PNG")
    keeping.keep(plate(), tmp_path)
    assert not keeping.recall(plate("Another caption."), tmp_path)
    monkeypatch.setattr(keeping, "_drawn_by", lambda: "another program")
    assert not keeping.recall(plate(), tmp_path)
