"""The guide: each derivation in it has the line wrong that it says, and what it says is printed is printed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from layerproof.tools.latex_lines import Limiting, read_text, run, show
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Setting

GUIDE = (Path(__file__).parents[2] / "docs" / "derivations.md").read_text()
BLOCKS = re.findall(r"<!-- (?:wrong: (\d+)|right) -->\n```latex\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(("wrong", "text"), BLOCKS)
def test_derivations(wrong: str, text: str) -> None:
    findings = run(read_text(text), limiting=Limiting(budget=10))
    first = findings.first_wrong
    assert (first and first.line) == (int(wrong) if wrong else None)
    assert findings.exit_code == (1 if wrong else 0)


def test_what_is_printed() -> None:
    findings = run(read_text(BLOCKS[0][1]), limiting=Limiting(budget=10))
    stream = io.StringIO()
    show(findings, Console(file=stream, width=120, highlight=False, markup=False, force_terminal=False))
    shown = " ".join(stream.getvalue().split())
    wanted = re.search(r"prints\n\n```text\n(.*?)```", GUIDE, re.DOTALL)
    assert wanted is not None
    assert " ".join(wanted[1].split()) in shown


def test_the_header_in_the_guide_is_understood() -> None:
    block = re.search(r"```text\n(% symbols.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    setting = Setting()
    lines = re.sub(r"\n%   +", "; ", block[1]).splitlines()
    declare(setting, "symbols", r"m, \sigma > 0; x, u real".partition(";")[0])
    declare(setting, "symbols", "x, u real")
    for line in lines:
        key, _, items = line.lstrip("% ").partition(":")
        for item in items.split(";"):
            declare(setting, key, item)
    assert setting.flow is not None
    assert len(setting.random) == 2


def test_the_code_in_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(compile(code, "derivations.md", "exec"), {})  # the guide's own code
    assert "own/square: link 1 is wrong" in capsys.readouterr().out
