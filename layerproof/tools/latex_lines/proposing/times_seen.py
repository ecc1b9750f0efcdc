r"""What a paper shows of its time: ``\frac{dw}{dt}`` and ``w(t)`` say that t is one, and that w moves."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from ..files.tokens import Unbalanced, argument, closing, joined, words
from ..notation.spelling import plain
from .names_seen import name_at, tokens_of

_D = r"(?:\\(?:mathrm|rm|text(?:normal|rm|up)?)\s*\{?[\s~]*d\s*\}?|\\dd(?![A-Za-z])|d)"
_OTHERS = ("s", r"\tau")
"""What a paper that has no time t may call one."""


def _rate(time: str) -> re.Pattern[str]:
    over = rf"{_D}[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*"
    return re.compile(rf"\\[dt]?frac\s*\{{\s*{over}\}}\s*\{{\s*{_D}\s*{re.escape(time)}\s*\}}")


def _at(time: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\\left\s*)?\(\s*{re.escape(time)}\s*(?:\\right\s*)?\)")


_RATES = {time: _rate(time) for time in ("t", *_OTHERS)}
_AT_TIMES = {time: _at(time) for time in ("t", *_OTHERS)}
_DOT = re.compile(r"\\dot(?![A-Za-z])")

_AT_START = re.compile(r"(?<=[A-Za-z}])\s*(?:\\left\s*)?\(\s*0\s*(?:\\right\s*)?\)")


def has_a_time(texts: Iterable[str]) -> bool:
    """Whether something is derived by t, or stands below a dot where it stands without one, or something is at t."""
    texts = list(texts)
    if _is_rated(texts, "t"):
        return True
    dotted = [text for text in texts if _DOT.search(text)]
    return bool(dotted) and (any(_AT_TIMES["t"].search(text) for text in texts) or _is_plain_too(texts))


def _is_plain_too(texts: Iterable[str]) -> bool:
    """Whether a letter stands below a dot, and without one: a dot that is a part of its name stands there always."""
    below: set[str] = set()
    bare: set[str] = set()
    for text in texts:
        tokens = tokens_of(text)
        for k in range(len(tokens)):
            if (seen := name_at(tokens, k)) is not None and tokens[k - 1 : k] != ["{"]:
                (below if seen[2] else bare).add(seen[0])
    return bool(below & bare)


def time_of(texts: Iterable[str]) -> str:
    r"""The letter of the time: t, or where there is none another one that letters are taken at, and derived by.

    By that other one a letter must stand alone in ``\frac{dz}{ds}``, and nothing may be taken at more than it,
    ``f(s + 1)``, as a function is.
    """
    texts = list(texts)
    if has_a_time(texts):
        return "t"
    return next((time for time in _OTHERS if _is_rated(texts, time) and _is_taken_at(texts, time)), "")


def _is_rated(texts: Iterable[str], time: str) -> bool:
    return any(_RATES[time].search(text) for text in texts)


def _is_taken_at(texts: Iterable[str], time: str) -> bool:
    """Whether letters are taken at a time, some of them stand alone below a rate by it, and none is at more than it."""
    alone: set[str] = set()
    begun = False
    for text in texts:
        if r"\int" in text or not re.search(rf"(?<![A-Za-z\\]){re.escape(time)}(?![A-Za-z])", text):
            continue
        try:
            tokens = plain(words(text))
            alone |= {name for k in range(len(tokens)) if (name := _alone_below(tokens, k, time))}
            begun = begun or _AT_TIMES[time].search(text) is not None
            if any(_is_at_more(tokens, k, time) for k in range(len(tokens))):
                return False
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
    return begun and bool(alone)


def _is_at_more(tokens: list[str], k: int, time: str) -> bool:
    """Whether a name stands at a place before brackets that hold the time, and more than it."""
    seen = name_at(tokens, k)
    if seen is None or tokens[seen[1] : seen[1] + 1] != ["("]:
        return False
    inside = tokens[seen[1] + 1 : closing(tokens, seen[1])]
    return time in inside and inside != [time] and not {"(", r"\frac"} & set(inside)


def without_time(text: str, time: str = "t") -> str:
    r"""``w(t)`` and ``w(0)`` as ``w``, and ``\int_0^t r(s) ds`` as ``\int_0^t r``: its s is no letter of the paper."""
    bare = _AT_START.sub("", _AT_TIMES[time].sub("", text))
    if r"\int" not in bare:
        return bare
    try:
        return joined(_without_dummies(list(words(bare)), time))
    except (Unbalanced, ValueError, IndexError):
        return bare


def _without_dummies(tokens: list[str], time: str) -> list[str]:
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
        if ends.get("^") != [time] or last is None or tokens[last + 1] == time:
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


def moving(texts: Iterable[str], time: str = "t") -> set[str]:
    """The names that stand at a time, below a dot, or alone in the numerator of a derivative by it."""
    found: set[str] = set()
    for text in texts:
        try:
            tokens = plain(words(text))
            found |= set(_moving(tokens, time))
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
    return found


def _moving(tokens: list[str], time: str) -> Iterable[str]:
    for k, token in enumerate(tokens):
        seen = name_at(tokens, k)
        if seen is not None and (seen[2] or tokens[seen[1] : seen[1] + 3] == ["(", time, ")"]):
            yield seen[0]
        if token == r"\frac":
            over, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            if _is_d(over) and joined(under[-1:]) == time and len(under) < 6 and end < len(tokens):
                operand = name_at(tokens, end)  # \frac{d}{dt} w, and no product
                if operand is not None and tokens[operand[1] : operand[1] + 1] in ([], ["+"], ["-"], ["="], [")"]):
                    yield operand[0]
            if name := _alone_below(tokens, k, time):
                yield name


def _alone_below(tokens: list[str], k: int, time: str) -> str:
    r"""The name that is all of the numerator of a rate that begins at a place, ``\frac{dz}{dt}``; empty if none is."""
    if tokens[k] != r"\frac":
        return ""
    over, middle = argument(tokens, k + 1)
    under, _ = argument(tokens, middle)
    over = over[1:] if over[:1] == ["d"] else over[4:] if over[:4] == [r"\mathrm", "{", "d", "}"] else []
    alone = name_at(over, 0) if over and joined(under[-1:]) == time and len(under) < 6 else None
    return alone[0] if alone is not None and over[alone[1] :] in ([], ["(", time, ")"]) else ""


def _is_d(tokens: list[str]) -> bool:
    return "".join(tokens) in ("d", r"\mathrm{d}")


def still_beside(
    texts: Iterable[str], names: Iterable[str], moved: set[str], matrices: Container[str] = (), time: str = "t"
) -> set[str]:
    """Those names that are derived by the time beside one that moves, and are never seen to move themselves.

    So are those `matrices` that stand beside one at a time, ``A r(t)``.
    """
    found: set[str] = set()
    wanted = set(names)
    turned = {name for name in wanted if name in matrices}
    for text in texts:
        rate = _RATES[time].search(text)
        if not rate and not _AT_TIMES[time].search(text):
            continue
        try:
            tokens = plain(words(text))
            here = {seen[0] for k in range(len(tokens)) if (seen := name_at(tokens, k)) is not None}
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue
        if here & moved:
            found |= (here & (wanted if rate else turned)) - moved
    return found
