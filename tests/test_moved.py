"""What documents promised under another name still works, with a warning, and is the same thing."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings

import pytest

from layerproof import moved


@pytest.mark.parametrize("before", [*moved.MOVED, "layerproof.derivations.kernel.statements.base"])
def test_former_names_are_the_same_modules(before):
    sys.modules.pop(before, None)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = importlib.import_module(before)
    assert any(f"{before} is now {moved.now(before)}" in str(item.message) for item in said)
    assert found is importlib.import_module(moved.now(before))
    assert found.__spec__.name == moved.now(before)


def test_a_class_is_the_same_by_either_name():
    program = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from layerproof.derivations.kernel.goals import Zero\n"
        "from layerproof.derivations.kernel.statements.base import Row\n"
        "from layerproof.derivation import explain\n"
        "from layerproof.derivations.laws import Model\n"
        "import layerproof.language.goals as goals, layerproof.language.statements.base as base\n"
        "assert Zero is goals.Zero and Row is base.Row\n"
        "assert goals.__name__ == 'layerproof.language.goals' and goals.__spec__.name == goals.__name__\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)


def test_what_was_never_there_is_not():
    with warnings.catch_warnings(action="ignore"), pytest.raises(ModuleNotFoundError):
        importlib.import_module("layerproof.derivations.kernel.nothing")
