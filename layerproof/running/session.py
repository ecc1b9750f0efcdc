"""Checking from Python: what a notebook shows of a claim, of a run, and of an ensemble of trajectories.

>>> from layerproof import check
>>> check("feedback/sigmoid", methods=["exact"])                       # doctest: +SKIP
feedback/sigmoid  VERIFIED
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from ..language.claims import Claim
from ..language.verdicts import FORMER
from .loading import Selection, select
from .notebook import table, where
from .pieces import ALL_METHODS, METHODS, Kind, Settings
from .results import Result
from .runner import Run

ALL = tuple(kind.value for kind in METHODS)
"""Every method that needs nothing beside Python."""

KNOWN = tuple(kind.value for kind in ALL_METHODS)
"""Every method."""


@dataclass(frozen=True)
class Results(Sequence[Result]):
    """What a run found, one result a claim; a table in a notebook."""

    found: tuple[Result, ...]

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, index: int | slice) -> Result | tuple[Result, ...]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.found)

    def __repr__(self) -> str:
        width = max((len(result.claim.id) for result in self.found), default=0)
        return "\n".join(f"{result.claim.id:<{width}}  {_found(result)}" for result in self.found)

    def _repr_html_(self) -> str:
        return table(self.found)


def _found(result: Result) -> str:
    return f"{result.verdict.value} {where(result)}".strip()


def check(
    *what: str | Claim,
    methods: Sequence[str] = ALL,
    jobs: int | None = None,
    settings: Settings | None = None,
) -> Results:
    """Check claims, each method in processes of its own, as ``layerproof check`` does.

    Args:
        what: claims, or what the command line takes: ids, subjects, patterns, files; nothing is every claim.
        methods: some of ``exact``, ``numeric``, ``trained`` and ``coq``; all but the last by default.
        jobs: processes at a time; all cores by default.
        settings: budget, draws, seeds and scale.

    Raises:
        LookupError: if a word names no claim, or a file could not be read in full.
        ValueError: for a method that is none.
    """
    if unknown := [name for name in methods if name not in KNOWN and name not in FORMER]:
        raise ValueError(f"got method {unknown[0]!r}; expected some of {', '.join(KNOWN)}")
    words = [item for item in what if isinstance(item, str)]
    selection = select(words) if words or not what else Selection()
    if selection.problems:
        raise LookupError("; ".join(map(str, selection.problems)))
    for item in what:
        if isinstance(item, Claim):
            selection.add(item, item.id)
    run = Run(selection, methods=[Kind(name) for name in methods], settings=settings, jobs=jobs)
    return Results(tuple(result for result in run.results() if result.selected))
