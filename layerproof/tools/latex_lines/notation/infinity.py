r"""Where ``\infty`` may stand: as an end of a range, as what is tended to, or alone on its side.

It is no number: ``1/\infty``, ``e^{-\infty}`` and ``x + \infty`` have no value here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import opening

_RANGED = frozenset(
    {r"\sum", r"\prod", r"\int", r"\iint", r"\lim", r"\limsup", r"\liminf", r"\sup", r"\inf", r"\max", r"\min", "|",
     "]"}
)  # fmt: skip
_TENDS = frozenset({r"\to", r"\rightarrow", r"\longrightarrow", r"\uparrow", r"\nearrow"})


def is_used_as_number(tokens: Sequence[str]) -> bool:
    r"""Whether ``\infty`` is reckoned with in a formula."""
    if [token for token in tokens if token not in ("+", "-")] == [r"\infty"]:
        return False
    return any(token == r"\infty" and not _is_end(tokens, k) for k, token in enumerate(tokens))


def _is_end(tokens: Sequence[str], k: int) -> bool:
    """Whether it is below or above the sign of a range, in a name's index, or tended to."""
    before = k - 1
    while before >= 0 and tokens[before] in ("+", "-"):
        before -= 1
    if before >= 0 and tokens[before] in _TENDS:
        return True
    if before >= 0 and tokens[before] == "{":
        before -= 1
    if before <= 0 or tokens[before] not in ("_", "^"):
        return False
    if tokens[before] == "_":
        return True
    while before > 0 and tokens[before] in ("_", "^"):
        before = (opening(tokens, before - 1) if tokens[before - 1] == "}" else before - 1) - 1
    return tokens[before + 1] in _RANGED
