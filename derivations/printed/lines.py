"""What is printed, typed from the sources: in ``DOCUMENT.tex`` beside this file, a label above each formula.

A formula that stands alone at its label, such as a numbered equation, has that label as its own.  Of several, as on a
slide, each has a number behind it: ``Utility, 2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

DOCUMENTS = ("thesis", "kunin-slides")
"""The documents whose text has kept its formulas; those of the others were lost and restored."""


@cache
def printed_lines(document: str) -> Mapping[str, str]:
    """The formulas of a document in its own LaTeX, by their own labels, in order; none if its text has lost them."""
    if document not in DOCUMENTS:
        return {}
    text = (Path(__file__).parent / f"{document}.tex").read_text(encoding="utf-8")
    blocks = re.findall(r"^\(([^()\\\n]+)\)\n(.+?)(?=\n\n|\n?\Z)", text, flags=re.MULTILINE | re.DOTALL)
    return {label: line.replace("\n", " ") for label, line in blocks}


def standing_at(document: str, label: str) -> Mapping[str, str]:
    """The formulas that stand at a label, by their own labels."""
    return _by_label(document).get(label, {})


@cache
def _by_label(document: str) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for own, line in printed_lines(document).items():
        found.setdefault(label_of(own), {})[own] = line
    return found


def label_of(own: str) -> str:
    """The label at which a formula stands."""
    return re.sub(r", \d+$", "", own)
