"""Fixtures: a cache of its own for whoever asks, and a file of claims to start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HEADER = """\
from layerproof import Claim, Conserved, Erratum, GradientFlow, Identity, Solution, exp, positive, time, trajectories

t = time()
a, b = trajectories("a b")
S, m, r0 = positive("S m r_0")
flow = GradientFlow(loss=m * (a*b - S)**2 / 2, parameters=(a, b), time=t)
"""
CONSERVED = 'Claim("own/conserved", title="Difference of squares", statement=Conserved(a**2 - b**2, flow))\n'
WRONG = 'Claim("own/wrong", title="A sign slip", statement=Identity((S - m)**2, S**2 + 2*S*m + m**2))\n'


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for this test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LAYERPROOF_CACHE", str(folder))
    return folder


@pytest.fixture
def claims_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file of claims: the usual symbols, then the lines given."""

    def write(*lines: str, name: str = "mine.py", header: str = HEADER) -> Path:
        file = tmp_path / name
        file.write_text(header + "".join(line if line.endswith("\n") else line + "\n" for line in lines))
        return file

    return write


NO_NUMBERS = {
    "emergence/stationary-point-as-printed": "it fails only where samples repeat, which random matrices do not",
    "alternating-flows/linear-jump-estimate": "the sequence settles as slowly as a logarithm grows",
}
"""Claims of which numbers do not say what the proof says; a name leaves this list when its check begins to."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Beside the tests of the catalogue, an item for every claim of the library, by algebra and by numbers."""
    if file_path.name != "test_catalogue.py":
        return None
    return Catalogue.from_parent(parent, path=file_path)


class Catalogue(pytest.File):
    """The library's claims."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item a claim and method; networks are trained in tests of their own."""
        from layerproof.pieces import Kind
        from layerproof.pytest_plugin import library_items

        methods = [name for name in self.config.getoption("layerproof_method").split(",") if name != "trained"]
        for item in library_items(self, methods):
            if item.kind is Kind.NUMERIC and item.claim.id in NO_NUMBERS:
                item.add_marker(pytest.mark.xfail(reason=NO_NUMBERS[item.claim.id], strict=True))
            yield item
