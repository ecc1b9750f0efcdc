r"""Whether a row says what stands in it without more: what restricts it, or takes it back, makes it no fact for others.

``a = b \quad (x > 0)``, ``a = b \text{ is false}``, ``a \overset{?}{=} b``, ``\text{in case (i), } a = b``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..files.tokens import Unbalanced, argument, joined
from .relations import Segment

_PLAIN = re.compile(
    r"(?:\W|\d|\$[^$]*\$|\b(?:and|so|thus|hence|where|then|since|because|as|also|with|by|from|using|recall|let|define[ds]?|"
    r"denoted?|set|put|write|we|have|get|obtain|that|this|these|is|are|be|the|our|an?|of|given|assum\w+|suppos\w+|"
    r"definitions?|def|models?|hypothes[ie]s|premises?|ie|eg|namely|note|here|now|next|first|second|third|finally|"
    r"therefore|moreover|similarly|likewise|again|simply|updates?|steps?|gradients?|loss(?:es)?|data|rules?|flow|"
    r"equations?|eqs?|dynamics|[A-Z]\d*)\b)*",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\W*def\W*|.*\\(?:eq|c|C|auto)?ref\b.*|\\triangle|:|"
    r"(?:\\(?:text|mathrm|textnormal|mbox|rm))?\W*(?:\(\s*\w{1,4}'*\s*\)|def\w*|\\?(?:by|eq|lemma|theorem|prop)\b.*)\W*",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\\(?:[lc]?dots)")


def is_qualified(segments: Sequence[Segment], cells: Sequence[str]) -> bool:
    """Whether anything in a row restricts what it says.

    Args:
        segments: the equations of the row, with what stands beside them.
        cells: its tokens.
    """
    return any(_is_restricted(segment) for segment in segments) or any(
        not _LABEL.fullmatch(above) for above in _above_relations(cells)
    )


def _is_restricted(segment: Segment) -> bool:
    everywhere = segment.beside.startswith(r"\forall") and not re.search(r"[<>=]|\\(?:le|ge|ne)", segment.beside)
    words = (segment.remark, segment.lead)
    return (
        any(not _RANGE.search(condition) for condition in segment.conditions)
        or bool(segment.unread)
        or bool(segment.beside and not everywhere)
        or not all(_PLAIN.fullmatch(said) for said in words)
    )


def _above_relations(cells: Sequence[str]) -> list[str]:
    """What is set above, or below, the relations of a row."""
    found: list[str] = []
    for k, token in enumerate(cells):
        if token not in (r"\overset", r"\stackrel", r"\underset"):
            continue
        try:
            over, after = argument(cells, k + 1)
            inner, _ = argument(cells, after)
        except Unbalanced:
            continue
        if len(inner) == 1 and not inner[0].isalnum():
            found.append(joined(over))
    return found
