"""The results of a run as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .. import __version__
from ..language.claims import Claim
from ..language.verdicts import Evidence
from ..running.catalogue import texts_of
from ..running.pieces import encode
from ..running.results import Mutants, Result
from . import readings


def as_json(results: Iterable[Result]) -> dict[str, Any]:
    """The results as plain data; keys may be added in later versions, none renamed."""
    return {"version": __version__, "claims": [_claim(result) for result in results]}


def _claim(result: Result) -> dict[str, Any]:
    claim = result.claim
    return {
        "id": claim.id,
        "title": claim.title,
        "subject": claim.subject,
        "expected": claim.expected.value,
        "verdict": result.verdict.value,
        "status": result.status.name.lower(),
        "reason": result.reason or None,
        "sources": [{"document": source.document, "label": source.label} for source in claim.sources],
        "reading": _readings(claim),
        "corrects": claim.corrects.id if claim.corrects else None,
        "uses": [used.id for used in claim.uses],
        "selected": result.selected,
        "seconds": round(result.seconds, 4),
        "evidence": [_evidence(item) for item in result.evidence],
        "mutants": _mutants(result.mutants or Mutants()),
        "kind": _kind(claim),
        "statement": "\n".join(texts_of(claim).lines),
        "hypotheses": list(texts_of(claim).hypotheses),
        "latex": claim._repr_latex_(),
        "unpinned": list(result.unpinned or ()),
        "cited": [item.name for item in claim.given],
        "necessity": [
            {"hypothesis": item.hypothesis, "witness": None if item.witness is None else dict(item.witness.symbols)}
            for item in result.necessity or ()
        ],
    }


def _readings(claim: Claim) -> list[dict[str, str | None]]:
    """Whether each equation of a source that a claim is about is proved to say the same, and why not."""
    if claim.erratum is not None:
        if not claim.erratum.printed:
            return []
        how, why = readings.of_erratum(claim)
        place = claim.sources[0] if claim.sources else None
        document, label = (place.document, place.label) if place else (None, None)
        return [{"document": document, "label": label, "reading": how, "reason": why or None, "claim": claim.id}]
    return [
        {"document": document, "label": label, "formula": line, **reading.as_json()}
        for document, label, line, reading in readings.of_sources(claim)
    ]


def _kind(claim: Claim) -> str:
    """The kind of statement in lower case: ``identity``, ``matrix identity``."""
    name = texts_of(claim).kind.partition(":")[0] or type(claim.statement).__name__
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _evidence(item: Evidence) -> dict[str, Any]:
    data = encode(item)
    assert data is not None
    return {**data, "seconds": round(item.seconds, 4)}


def _mutants(mutants: Mutants) -> dict[str, Any]:
    return {
        "made": mutants.made,
        "killed": mutants.killed,
        "survived": list(mutants.survived),
        "equivalent": list(mutants.equivalent),
        "undecided": list(mutants.undecided),
        "reason": mutants.reason or None,
        "nothing": mutants.nothing or None,
    }
