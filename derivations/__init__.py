"""The claims, a subject a module, and the language they are written in."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType

from .kernel.claims import Claim

_MODULES = {
    "linear-models": "linear_models",
    "neural-collapse": "neural_collapse",
    "feedback": "feedback",
    "linear-networks": "linear_networks",
    "scaling-laws": "scaling_laws",
    "emergence": "emergence",
    "lazy-rich": "lazy_rich",
    "layer-imbalance": "layer_imbalance",
    "general-solutions": "general_solutions",
    "symmetry": "symmetry",
    "single-neuron": "single_neuron",
    "alternating-flows": "alternating_flows",
}


def subjects() -> tuple[str, ...]:
    """The subjects, in reading order."""
    return tuple(_MODULES)


def module(subject: str) -> ModuleType:
    """The module of a subject.

    Raises:
        KeyError: if there is no such subject.
    """
    return importlib.import_module(f"{__name__}.{_MODULES[subject]}")


def load(subject: str) -> list[Claim]:
    """The claims of a subject, in the order of its chapter.

    Raises:
        KeyError: if there is no such subject.
    """
    found: dict[str, Claim] = {}
    for value in vars(module(subject)).values():
        for claim in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(claim, Claim) and claim.subject == subject:
                found.setdefault(claim.id, claim)
    return list(found.values())


def titles() -> dict[str, str]:
    """The title of each subject: the first line of its chapter."""
    return {subject: (module(subject).__doc__ or subject).strip().splitlines()[0].rstrip(".") for subject in subjects()}


def notation_of(subject: str) -> Mapping[str, str]:
    """How the sources of a chapter print its names, by `NOTATION`; nothing for a subject that is not ours."""
    found: Mapping[str, str] = getattr(module(subject), "NOTATION", {}) if subject in _MODULES else {}
    return found
