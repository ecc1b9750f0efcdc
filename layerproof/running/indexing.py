"""The index of the library, made: see `catalogue`, which keeps it and looks things up in it."""

from __future__ import annotations

import dataclasses
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from ..language.claims import Claim
from . import cache
from .catalogue import SECONDS, key, meaning, printed


def _entry(claim: Claim) -> dict[str, Any]:
    """What is listed of a claim."""
    from .pieces import experiments_of

    return {
        "id": claim.id,
        "title": claim.title,
        "sources": [[source.document, source.label, source.restored] for source in claim.sources],
        "uses": [used.id for used in claim.uses],
        "erratum": list(dataclasses.astuple(claim.erratum)) if claim.erratum else None,
        "corrects": claim.corrects.id if claim.corrects else None,
        "expected": claim.expected.value,
        "note": claim.note,
        "cited": [[item.name, item.where] for item in claim.cited],
        "meaning": meaning(claim),
        "experiments": experiments_of(claim),
    }


def _listed(subject: str) -> dict[str, Any]:
    """What the overview says of a subject."""
    from ..derivations import chapter, load

    said = chapter(subject)
    return {
        "claims": [_entry(claim) for claim in load(subject)],
        "reasons": [
            [document, label, reason] for document, given in said.coverage.items() for label, reason in given.items()
        ],
        "misprints": [
            [asdict(slip.source), {name: text for name, text in asdict(slip).items() if name != "source"}]
            for slip in said.misprints
        ],
    }


def _said(subject: str) -> dict[str, Any]:
    return {"listed": _listed(subject), "printed": printed(subject)}


def make(folder: str | Path, now: str) -> None:
    """Make the index and keep it in `folder`; each subject is printed in a process of its own.

    Chapters take from one another, and experiments from chapters: they are built once, before the workers are born.

    Raises:
        RuntimeError: if a chapter cannot be printed.
        Exception: whatever a chapter raises that cannot be built.
    """
    from ..derivations import load, subjects
    from . import texts  # noqa: F401 - SymPy and the language, once for all
    from .pieces import Kind, experiments_of, prepare
    from .processes import Limits, Pool
    from .runner import cores

    prepare(Kind.TRAINED)
    for subject in subjects():
        for claim in load(subject)[:1]:
            experiments_of(claim)
    found: dict[str, dict[str, Any]] = {}
    with Pool(cores()) as pool:
        for subject in subjects():
            pool.submit(subject, partial(_said, subject), Limits(SECONDS, None))
        for name, outcome in pool:
            if outcome.failure:
                raise RuntimeError(f"{name}: {outcome.reason}")
            found[str(name)] = outcome.value
    store = cache.Cache(Path(folder))
    for subject in subjects():
        store.put(key(now, subject), found[subject]["printed"])
    reasons: dict[tuple[str, str], list[str]] = {}
    for subject in subjects():
        for document, label, reason in found[subject]["listed"]["reasons"]:
            reasons.setdefault((document, label), []).append(reason)
    overview = {
        "claims": {subject: found[subject]["listed"]["claims"] for subject in subjects()},
        "reasons": [[*place, said] for place, said in reasons.items()],
        "misprints": [slip for subject in subjects() for slip in found[subject]["listed"]["misprints"]],
    }
    store.put(key(now), overview)
