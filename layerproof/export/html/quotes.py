"""What a source prints, quoted on a page: the wrong place, and what the repair changes, in a colour and with a rule."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from layerproof.export.quoting import Quote

from .mathml import mathml, meant, pieces
from .words import sentence


def quoted(quote: Quote, style: str) -> Markup:
    """The quoted line.

    Args:
        quote: what is quoted.
        style: the class of what is meant: `wrong` or `changed`.
    """
    if quote.sentence:
        return Markup("<p>{}</p>").format(Markup().join(_sentence(quote, style)))
    line = "".join(meant(text, style) if here else text for text, _, here in quote.parts())
    apart = (Markup("<wbr>").join(map(Markup, pieces(part))) for part in _apart(line))
    broken = Markup("&emsp; <wbr>").join(apart)
    return Markup('<div class="display flowing"><div class="right"><div class="formula">{}</div></div></div>').format(
        broken
    )


def _apart(line: str) -> list[str]:
    """The formulas of a line, which wide spaces keep apart."""
    found, depth, start = [], 0, 0
    for token in re.finditer(r"\\q?quad|\\begin|\\end|[][{}]", line):
        depth += {"{": 1, "}": -1, "[": 1, "]": -1, r"\begin": 1, r"\end": -1}.get(token[0], 0)
        if depth == 0 and token[0].endswith("quad"):
            found.append(line[start : token.start()])
            start = token.end()
    return [part for part in (*found, line[start:]) if part.strip()]


def _sentence(quote: Quote, style: str) -> list[Markup]:
    found: list[Markup] = []
    for text, formula, here in quote.parts():
        if formula:
            shown = Markup(mathml(text))
        else:
            start, end = len(text) - len(text.lstrip()), len(text.rstrip())
            shown = escape(text[:start]) + sentence(text[start:end]) + escape(text[end:]) if end else escape(text)
        found.append(Markup('<mark class="{}">{}</mark>').format(style, shown) if here else shown)
    return found
