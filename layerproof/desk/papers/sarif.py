"""What was found about papers as SARIF 2.1.0, which continuous integration shows beside the lines of a change."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...tools.latex_lines.findings.report import Findings
from .messages import RULES, Message, messages
from .places import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(found: Sequence[Findings]) -> dict[str, Any]:
    """A run of the tool with a result for each message."""
    from ... import __version__

    rules = [
        {"id": rule, "shortDescription": {"text": words}, "defaultConfiguration": {"level": kind.value}}
        for rule, (kind, words) in RULES.items()
    ]
    results = [_result(message) for item in found for message in messages(item)]
    driver = {"name": "layerproof", "semanticVersion": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": Path.cwd().as_uri().rstrip("/") + "/"}},
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(message: Message) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(message.file)}
    if message.span is not None:
        physical["region"] = _region(message.span)
        if message.found is not None and message.found.source:
            physical["region"]["snippet"] = {"text": message.found.source}
    result: dict[str, Any] = {
        "ruleId": message.rule,
        "ruleIndex": list(RULES).index(message.rule),
        "level": message.kind.value,
        "message": {"text": message.words},
        "locations": [{"physicalLocation": physical}],
        "partialFingerprints": {"relation/v1": _fingerprint(message)},
    }
    if message.changes:
        result["fixes"] = [
            {
                "description": {"text": change.what},
                "artifactChanges": [
                    {
                        "artifactLocation": _artifact(message.file),
                        "replacements": [
                            {"deletedRegion": _region(change.span), "insertedContent": {"text": change.text}}
                        ],
                    }
                ],
            }
            for change in message.changes
        ]
    return result


def _artifact(file: str) -> dict[str, str]:
    """A file below the folder that the tool runs in by its name from there, another one by its address."""
    path = Path(os.path.abspath(file))
    if path.is_relative_to(Path.cwd()):
        return {"uri": quote(path.relative_to(Path.cwd()).as_posix()), "uriBaseId": "ROOT"}
    return {"uri": path.as_uri()}


def _region(span: Span) -> dict[str, Any]:
    region = {"startLine": span.line, "startColumn": span.column}
    if (span.end_line, span.end_column) != (span.line, span.column):
        region |= {"endLine": span.end_line, "endColumn": span.end_column}
    return region


def _fingerprint(message: Message) -> str:
    """What stays the same where lines are put in before it."""
    line = message.found
    said = f"{line.relation} {line.text} in {line.source}" if line else message.words
    return hashlib.sha256(f"{message.rule} {said}".encode()).hexdigest()[:32]
