"""What is printed of a claim, as texts with their styles."""

from __future__ import annotations

from dataclasses import dataclass

Spans = tuple[tuple[str, str], ...]
"""A line of text: pieces, each with its style."""


@dataclass(frozen=True)
class Texts:
    """What is printed of a claim.

    Attributes:
        kind: the kind of statement, and what it says in a sentence.
        statement: its lines, as on the claim's page; a chain has the reasons beside.
        lines: the statement in plain lines.
        flow: the loss of its flow, if it is about one.
        hypotheses: in sentences.
        derivation: its steps.
    """

    kind: str
    statement: tuple[Spans, ...]
    lines: tuple[str, ...]
    flow: tuple[str, ...]
    hypotheses: tuple[str, ...]
    derivation: tuple[Spans, ...]
