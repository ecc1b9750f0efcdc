"""Where a term ends: at a sign, at a relation, or where the bracket closes in which it stands."""

from __future__ import annotations

from collections.abc import Sequence

from .applications import Ambiguous

ENDS = frozenset({"+", "-", "=", "<", ">", ")", "]", "}", r"\}", ",", "", "&", r"\rangle", r"\|", "|", ".", ";"})
OPEN = frozenset({"{", "(", "[", r"\{", r"\langle"})
CLOSE = frozenset({"}", ")", "]", r"\}", r"\rangle"})
RELATIONS = frozenset({r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\to", r"\approx", r"\sim", r"\in"})


def to_the_end(tokens: Sequence[str], k: int) -> int:
    """The place after the last factor of the term that goes on at `k`.

    Raises:
        Ambiguous: where which bars belong together is not clear.
    """
    level, open_ = 0, {"|": False, r"\|": False}
    begin, within = k, _in_bars(tokens, k)
    while k < len(tokens):
        token = tokens[k]
        inside = any(open_.values())
        if level == 0 and token == "|" and within and not inside and k > begin and _closes_bars(tokens, k):
            break
        if level == 0 and token in open_:
            open_[token] = not open_[token]
        elif level == 0 and not inside and (token in ENDS or token in RELATIONS):
            break
        level += (token in OPEN) - (token in CLOSE)
        if level < 0:
            break
        k += 1
    if any(open_.values()):
        raise Ambiguous("which bars belong together is not clear")
    return k


def summed(tokens: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The terms of a sum with their signs; one term, or none, if what stands there is no sum.

    Raises:
        Ambiguous: where which bars belong together is not clear.
    """
    found: list[tuple[str, list[str]]] = []
    k = 0
    while k < len(tokens):
        sign = tokens[k] if tokens[k] in ("+", "-") else ""
        if not sign and found:
            return []
        begin = k + len(sign)
        k = to_the_end(tokens, begin)
        if k == begin:
            return []
        found.append((sign or "+", list(tokens[begin:k])))
    return found


def _in_bars(tokens: Sequence[str], k: int) -> bool:
    """Whether a bar is open at a place, within the bracket in which it lies."""
    level, bars = 0, 0
    for token in reversed(tokens[:k]):
        level += (token in CLOSE) - (token in OPEN)
        if level < 0:
            break
        bars += level == 0 and token == "|"
    return bars % 2 == 1


def _closes_bars(tokens: Sequence[str], k: int) -> bool:
    """Whether a bar can only close: what begins a factor stands before it, and none after it."""
    following = tokens[k + 1] if k + 1 < len(tokens) else ""
    ends = following in ENDS - {"|", r"\|"} or following in RELATIONS or following in ("^", r"\cdot", r"\times")
    return ends and tokens[k - 1] not in (ENDS | RELATIONS) - {")", "]", "}", r"\}", r"\rangle"}
