"""The numbered equations as they are printed, typed from the sources: in ``DOCUMENT.tex`` beside this file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILES = {"thesis": "thesis.tex"}
"""The documents whose text has kept its equations; those of the others were lost and restored."""


@cache
def printed_lines(document: str) -> Mapping[str, str]:
    """The equations of a document in its own LaTeX, by label, in their order; none if its text has lost them."""
    if document not in FILES:
        return {}
    text = (Path(__file__).parent / FILES[document]).read_text(encoding="utf-8")
    blocks = re.findall(r"^\(([A-Z0-9]+\.\d+)\)\n(.+?)(?=\n\n|\n?\Z)", text, flags=re.MULTILINE | re.DOTALL)
    return {label: line.replace("\n", " ") for label, line in blocks}
