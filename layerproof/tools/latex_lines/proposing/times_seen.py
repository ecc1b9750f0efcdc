r"""What a paper shows of its time: ``\frac{dw}{dt}`` and ``w(t)`` say that t is one, and that w moves."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from ..files.tokens import Unbalanced, argument, joined, words
from ..notation.spelling import plain
from .names_seen import name_at

_D = r"(?:\\(?:mathrm|rm|text(?:normal|rm|up)?)\s*\{?\s*d\s*\}?|\\dd(?![A-Za-z])|d)"
_RATE = re.compile(rf"\\[dt]?frac\s*\{{\s*{_D}[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}}\s*\{{\s*{_D}\s*t\s*\}}")
_DOT = re.compile(r"\\dot(?![A-Za-z])")
_AT_TIME = re.compile(r"(?:\\left\s*)?\(\s*t\s*(?:\\right\s*)?\)")

_AT_START = re.compile(r"(?<=[A-Za-z}])\s*(?:\\left\s*)?\(\s*0\s*(?:\\right\s*)?\)")


def has_a_time(texts: Iterable[str]) -> bool:
    """Whether something is derived by t, or stands under a dot where something is taken at t."""
    texts = list(texts)
    dotted = any(_DOT.search(text) for text in texts)
    return any(_RATE.search(text) for text in texts) or (dotted and any(_AT_TIME.search(text) for text in texts))


def without_time(text: str) -> str:
    r"""``w(t)`` and ``w(0)`` as ``w``, and ``\int_0^t r(s) ds`` as ``\int_0^t r``: its s is no letter of the paper."""
    bare = _AT_START.sub("", _AT_TIME.sub("", text))
    if r"\int" not in bare:
        return bare
    try:
        return joined(_without_dummies(list(words(bare))))
    except (Unbalanced, ValueError, IndexError):
        return bare


def _without_dummies(tokens: list[str]) -> list[str]:
    """Tokens without the letters of integrals that end at the time, where those stand at such a letter and run."""
    k = 0
    while k < len(tokens):
        begin, k = k, k + 1
        if tokens[begin] != r"\int":
            continue
        ends: dict[str, list[str]] = {}
        while tokens[k : k + 1] in (["_"], ["^"]):
            sign = tokens[k]
            ends[sign], k = argument(tokens, k + 1)
        last = next((j for j in range(k, len(tokens) - 1) if tokens[j] == "d" and _is_a_letter(tokens[j + 1])), None)
        if ends.get("^") != ["t"] or last is None or tokens[last + 1] == "t":
            continue
        inside, dummy = tokens[k:last], tokens[last + 1]
        kept = [
            token for j, token in enumerate(inside)
            if not any(inside[i : i + 3] == ["(", dummy, ")"] for i in range(max(0, j - 2), j + 1))
        ]  # fmt: skip
        tokens[k : last + 2] = kept
    return tokens


def _is_a_letter(token: str) -> bool:
    return (len(token) == 1 and token.isalpha()) or token in (r"\tau", r"\sigma", r"\xi")


def moving(texts: Iterable[str]) -> set[str]:
    """The names that stand at a time, below a dot, or alone in the numerator of a derivative by t."""
    found: set[str] = set()
    for text in texts:
        try:
            tokens = plain(words(text))
            found |= set(_moving(tokens))
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
    return found


def _moving(tokens: list[str]) -> Iterable[str]:
    for k, token in enumerate(tokens):
        seen = name_at(tokens, k)
        if seen is not None and (seen[2] or tokens[seen[1] : seen[1] + 3] == ["(", "t", ")"]):
            yield seen[0]
        if token == r"\frac":
            over, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            if _is_d(over) and joined(under[-1:]) == "t" and len(under) < 6 and end < len(tokens):
                operand = name_at(tokens, end)  # \frac{d}{dt} w, and no product
                if operand is not None and tokens[operand[1] : operand[1] + 1] in ([], ["+"], ["-"], ["="], [")"]):
                    yield operand[0]
            over = over[1:] if over[:1] == ["d"] else over[4:] if over[:4] == [r"\mathrm", "{", "d", "}"] else []
            alone = name_at(over, 0) if over and joined(under[-1:]) == "t" and len(under) < 6 else None
            if alone is not None and over[alone[1] :] in ([], ["(", "t", ")"]):
                yield alone[0]


def _is_d(tokens: list[str]) -> bool:
    return "".join(tokens) in ("d", r"\mathrm{d}")


def still_beside(
    texts: Iterable[str], names: Iterable[str], moved: set[str], matrices: Container[str] = ()
) -> set[str]:
    """Those names that are derived by t beside one that moves, and are never seen to move themselves.

    So are those `matrices` that stand beside one at a time, ``A r(t)``.
    """
    found: set[str] = set()
    wanted = set(names)
    turned = {name for name in wanted if name in matrices}
    for text in texts:
        rate = _RATE.search(text)
        if not rate and not _AT_TIME.search(text):
            continue
        try:
            tokens = plain(words(text))
            here = {seen[0] for k in range(len(tokens)) if (seen := name_at(tokens, k)) is not None}
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
        if here & moved:
            found |= (here & (wanted if rate else turned)) - moved
    return found
