"""Which experiments there are, and to which claims they belong.

`MODULES` names the modules beside this one that hold experiments; every `Experiment` that such a module binds at its
top level counts.  Importing them needs no torch.  A module that cannot be imported is a named problem, and the
experiments of the others are there all the same.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from .protocol import Experiment

MODULES: list[str] = [
    # a module a line
    "closed_forms",
    "scalar",
    "grokking",
    "imbalance",
    "balanced",
    "neurons",
    "rectified",
    "heaviside",
    "emergence",
    "three_neurons",
    "perceptron_emergence",
    "scaling",
    "richness",
    "downscaling",
    "random_labels",
    "training_conditions",
    "low_rank",
    "saddle_to_saddle",
    "alternating",
    "modular_addition",
    "depth",
    "minimum_features",
    "directions",
    "through_training",
    "other_courses",
    "embeddings",
    "large_steps",
    "diagonal_bias",
    "deep_modes",
]
"""One module a line, by its name under `layerproof.networks.experiments`."""


HOME = "layerproof.networks.experiments"

_added: dict[tuple[Path | None, str], Experiment[Any]] = {}


@dataclass(frozen=True)
class Registered:
    """What a look at all modules found.

    Attributes:
        experiments: by name, in the order of the modules.
        modules: the dotted name of the module of each.
        problems: what is wrong with a module or with two experiments, a sentence each.
    """

    experiments: dict[str, Experiment[Any]]
    modules: dict[str, str]
    problems: tuple[str, ...]


@lru_cache(maxsize=1)
def registered() -> Registered:
    """Every experiment of `MODULES`, and what is wrong; looked up once."""
    found: dict[str, Experiment[Any]] = {}
    homes: dict[str, str] = {}
    problems: list[str] = []
    for name in MODULES:
        home = f"{HOME}.{name}"
        try:
            module = importlib.import_module(home)
        except Exception as error:
            problems.append(f"the experiments of {home} are left out: {type(error).__name__}: {error}")
            continue
        for experiment in held_by(module):
            if experiment.name not in found:
                found[experiment.name], homes[experiment.name] = experiment, home
            elif experiment is not found[experiment.name]:
                problems.append(
                    f"two experiments are named {experiment.name!r}: {homes[experiment.name]} keeps the name, and the "
                    f"one of {home} is left out"
                )
    return Registered(found, homes, tuple(problems))


def held_by(module: ModuleType) -> Iterator[Experiment[Any]]:
    """The experiments that variables of a module hold, alone or in a list or tuple."""
    for value in list(vars(module).values()):
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(item, Experiment):
                yield item


def experiments() -> tuple[Experiment[Any], ...]:
    """Every experiment of the library."""
    return tuple(registered().experiments.values())


def add(experiment: Experiment[Any], file: Path | None = None) -> None:
    """Enter an experiment of a user's own; one of the same file and name is replaced.

    Args:
        experiment: it gives a verdict to the claims whose ids it names.
        file: the file that makes it; without one, no record of it is taken for a later run.
    """
    _added[None if file is None else file.resolve(), experiment.name] = experiment


def forget(file: Path) -> None:
    """Take back the experiments of a user's file, before it is read again."""
    for key in [key for key in _added if key[0] == file.resolve()]:
        del _added[key]


def added() -> tuple[Experiment[Any], ...]:
    """The experiments of users' files, as far as these were read in this process."""
    return tuple(_added.values())


def home(experiment: Experiment[Any]) -> Path | None:
    """The file that makes an experiment; None if that is not known."""
    for (file, _), known in _added.items():
        if known is experiment:
            return file
    found = registered()
    if found.experiments.get(experiment.name) is experiment:
        module = sys.modules[found.modules[experiment.name]].__file__
        return None if module is None else Path(module)
    return None


def problems() -> tuple[str, ...]:
    """What is wrong with modules of experiments, a sentence each; nothing when all is well."""
    return registered().problems


def by_name(name: str) -> Experiment[Any]:
    """The experiment of that name.

    Raises:
        ValueError: if there is none; the message names the nearest.
    """
    found = {**registered().experiments, **{experiment.name: experiment for experiment in added()}}
    if name in found:
        return found[name]
    near = difflib.get_close_matches(name, found, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "'layerproof experiments' lists them"
    raise ValueError(f"there is no experiment {name!r}; {hint}")


def of_claim(identity: str) -> tuple[Experiment[Any], ...]:
    """The experiments of the library, and of users' files, that give a verdict to the claim of that id."""
    return tuple(experiment for experiment in (*experiments(), *added()) if identity in experiment.claims)
