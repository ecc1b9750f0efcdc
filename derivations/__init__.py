"""The book: the claims, a subject a module or, if it is long, a package of sections; and the map of the sources."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from ..language import subjects as _subjects

if TYPE_CHECKING:
    from ..language.claims import Claim
    from .chapters import Chapter

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
    "edge-of-stability": "edge_of_stability",
    "deep-linear-networks": "deep_linear_networks",
    "kernels": "kernels",
    "implicit-bias": "implicit_bias",
    "conservation-laws": "conservation_laws",
    "unconstrained-features": "unconstrained_features",
    "power-laws": "power_laws",
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


def chapter(subject: str) -> Chapter:
    """What the chapter of a subject says of itself.

    Raises:
        KeyError: if there is no such subject.
        LookupError: if its module describes no chapter, or another.
    """
    from .chapters import chapter_in

    found = chapter_in(module(subject))
    if found.subject != subject:
        raise LookupError(f"the chapter of {subject!r} says that its subject is {found.subject!r}")
    return found


def sections(subject: str) -> tuple[ModuleType, ...]:
    """The modules of a subject in reading order: of a long chapter its sections, of a short one the chapter itself.

    Raises:
        KeyError: if there is no such subject.
    """
    return chapter(subject).sections or (module(subject),)


def load(subject: str) -> list[Claim]:
    """The claims of a subject, in the order of its chapter.

    Raises:
        KeyError: if there is no such subject.
    """
    return chapter(subject).claims(sections(subject))


def titles() -> dict[str, str]:
    """The title of each subject: the first line of its chapter."""
    return {subject: (module(subject).__doc__ or subject).strip().splitlines()[0].rstrip(".") for subject in subjects()}


def notation_of(subject: str) -> Mapping[str, str]:
    """How the sources of a chapter print its names; nothing for a subject that is not ours."""
    return chapter(subject).notation if subject in _MODULES else {}


_subjects.tell_notation(notation_of)
