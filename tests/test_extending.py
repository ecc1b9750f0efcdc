"""What docs/extending.md shows is what happens: its files are written, its commands and sessions are run."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_plugins import Hooked

import layerproof
from layerproof.desk import cli
from layerproof.running import loading, plugins

GUIDE = (Path(__file__).parent.parent / "docs" / "extending.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", GUIDE, flags=re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# ([\w/]+\.\w+)(, continued)?\n")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> Iterator[Path]:
    """A folder to work in, where Python finds modules, and layerproof asks plugins."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv(plugins.SWITCH, raising=False)
    if not hasattr(loading, "plugins"):
        monkeypatch.setattr(loading, "Library", Hooked)
        ours = layerproof.__getattr__
        monkeypatch.setattr(layerproof, "__getattr__", lambda name: plugins.kind(name) or ours(name))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def written(block: str, desk: Path) -> Path:
    """Write the file that a block shows, or its continuation."""
    named = FILE.match(block)
    assert named is not None, block
    file = desk / named[1]
    file.parent.mkdir(exist_ok=True)
    before = file.read_text(encoding="utf-8") if named[2] else ""
    assert file.exists() == bool(named[2])
    file.write_text(before + block, encoding="utf-8")
    return file


def install(project: Path) -> None:
    """What pip does of a project: its entry points become known."""
    points = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]
    info = project.parent / "homogeneity-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: homogeneity\nVersion: 1.0\n")
    lines = [
        line for group, names in points.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in names.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


def told(text: str) -> list[str]:
    """What a table and its explanations say: the words, but for the seconds at the end of a row."""
    lines = [re.sub(r"\s\d+\.\d$", "", line.rstrip()) for line in text.splitlines()]
    return [word for line in lines for word in line.split() if set(word) != {"─"}]


def run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, _, shown = block.partition("\n")
    program, *arguments = command.removeprefix("$ ").split()
    assert program == "layerproof"
    cli.main([*arguments, "--jobs", "2"])
    printed = capsys.readouterr().out
    assert " ".join(told(shown)) in " ".join(told(printed)), printed


def session(block: str, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block, names, "docs/extending.md", "docs/extending.md", None)
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    assert not results.failed, "".join(report)
    names |= test.globs


@pytest.mark.slow
def test_the_guide(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for language, block in BLOCKS:
        if "trained" in block and importlib.util.find_spec("torch") is None:
            continue
        if language == "python":
            written(block, desk)
        elif language == "toml":
            install(written(block, desk))
        elif language == "console":
            run(block, capsys)
        else:
            assert language == "pycon"
            session(block, names)
    assert "homogeneity.kinds" in sys.modules


def test_every_block_is_run() -> None:
    assert {language for language, _ in BLOCKS} == {"python", "toml", "console", "pycon"}
    assert GUIDE.count("```") == 2 * len(BLOCKS)
