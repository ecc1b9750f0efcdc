"""The report that several tests of it read."""

from __future__ import annotations

from pathlib import Path

import pytest

from .html_results import png, written


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on `html_results.results`, with one picture."""
    folder, pictures = tmp_path_factory.mktemp("report"), tmp_path_factory.mktemp("pictures")
    (pictures / "thesis-3.3.png").write_bytes(png(63, 21))
    written(folder, pictures=pictures)
    return folder
