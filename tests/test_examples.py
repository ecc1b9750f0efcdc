"""The examples in docstrings are run: those of what authors of claims use, and all others."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import layerproof

ROOT = Path(__file__).resolve().parents[1]
MOST_USED = (
    "Claim", "Conserved", "Expectation", "ForAll", "GradientFlow", "Identity", "Inequality", "Integral", "Limit",
    "MatrixIdentity", "Series", "Solution", "Stationary", "as_written", "families", "matrix", "positive", "total",
)  # fmt: skip


ROOMS = {"layerproof": "layerproof", **{room: f"layerproof.{room}" for room in ("derivations", "numerics", "networks")}}


def modules() -> list[str]:
    """The modules that have examples."""
    found = []
    for folder, package in ROOMS.items():
        for file in sorted((ROOT / folder).rglob("*.py")):
            if ">>> " in file.read_text(encoding="utf-8"):
                name = ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts])
                found.append(name.removesuffix(".__init__"))
    return found


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_hold(name: str) -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testmod(importlib.import_module(name), optionflags=options)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("name", MOST_USED)
def test_what_authors_use_most_has_an_example(name: str) -> None:
    assert f"{name}(" in (getattr(layerproof, name).__doc__ or "").partition(">>>")[2]


def test_functions_and_modules_are_short_but_for_data() -> None:
    """No module above 700 lines, no function above 80 without its docstring; predictions of experiments are data."""
    long = {}
    for folder in ("derivations", "layerproof", "numerics", "networks"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            where = file.relative_to(ROOT).as_posix()
            if (lines := text.count("\n")) > 700:
                long[where] = lines
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and not (
                    where.startswith("networks/experiments/") and node.name.lstrip("_").startswith("predict")
                ):
                    said = node.body[0] if ast.get_docstring(node) is not None else None
                    code = node.end_lineno - node.lineno + 1
                    code -= said.end_lineno - said.lineno + 1 if said else 0
                    if code > 80:
                        long[f"{where}: {node.name}"] = code
    assert long == {}
