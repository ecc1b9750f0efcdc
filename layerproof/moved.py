"""Import paths that documents promised and that have moved: they work for one release more, with a warning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_KERNEL = "layerproof.derivations.kernel"
MOVED = {
    f"{_KERNEL}.exact": "layerproof.proving.exact",
    f"{_KERNEL}.coq": "layerproof.proving.coq",
    f"{_KERNEL}.domain": "layerproof.proving.domain",
    f"{_KERNEL}.mutants": "layerproof.proving.trials",
    f"{_KERNEL}.variants": "layerproof.proving.variants",
    _KERNEL: "layerproof.language",
    "layerproof.derivations.falsify": "layerproof.proving.search",
    "layerproof.derivations.laws": "layerproof.tools.laws",
    "layerproof.derivations.closed_forms": "layerproof.tools.closed_forms",
    "layerproof.derivation": "layerproof.tools.latex_lines",
    **{
        f"layerproof.networks.experiments.{name}": f"layerproof.networks.harness.{name}"
        for name in ("followed", "following", "running", "registry", "records", "protocol")
    },
}
"""Packages and modules by the names that they had; the longest name that fits counts."""


def now(name: str) -> str | None:
    """The name that a module has now; None if it has not moved."""
    for before in sorted(MOVED, key=len, reverse=True):
        if name == before or name.startswith(f"{before}."):
            return MOVED[before] + name[len(before) :]
    return None


class _Alias(Loader):
    """Loads a module under its former name: it is the same module."""

    def __init__(self, name: str) -> None:
        self.name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system has put its own there


class Finder(MetaPathFinder):
    """Finds what has moved."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of a module that has moved, by its former name."""
        if not fullname.startswith("layerproof.") or (name := now(fullname)) is None:
            return None
        message = f"{fullname} is now {name}; the former name goes with the next release"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return ModuleSpec(fullname, _Alias(name), is_package=True)


def install() -> None:
    """Let former names be imported; before other finders, which would load a module twice."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
