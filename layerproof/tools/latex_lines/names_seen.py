"""The names of a paper's formulas, and what these show of each: a transpose, a norm, a dot, brackets after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .naming import is_name
from .naming_sets import ACCENTS, FONTS
from .spelling import plain
from .tokens import Unbalanced, argument, closing, joined, words

MOST_NAMES = 400
_BRACKETS = (["("], ["["])
_ITERATES = frozenset("tkst")
_UNREAD_ARGUMENT = frozenset(
    {r"\operatorname", r"\mathrm", r"\text", r"\label", r"\ref", r"\eqref", r"\cite", r"\hspace", r"\begin", r"\end",
     r"\tag"}
)  # fmt: skip


_GREEK = frozenset(
    rf"\{name}"
    for name in re.split(
        " ",
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi pi rho "
        "varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi "
        "Psi Omega ell hbar",
    )
)
_SETS = frozenset({"R", "N", "Z", "Q", "C", "E", "P", "S", "V"})


@dataclass
class Seen:
    """A name, how often it is met, and how.

    Attributes:
        lines: of displays that it stands in, by number.
        place: where it is met first.
        shows: how often each of ``transposed``, ``norm``, ``dotted``, ``applied``, ``multiplied``, ``power``,
            ``inverse``, ``traced``, ``number`` was seen.
        indices: bound indices in it.
    """

    lines: set[int] = field(default_factory=set)
    place: int = 0
    shows: Counter[str] = field(default_factory=Counter)
    indices: set[str] = field(default_factory=set)


def names_in(text: str, place: int, seen: dict[str, Seen], *, counts: bool) -> None:
    """Take down the names of one formula, and what it shows of them; `counts`: whether it is a line of a display."""
    try:
        tokens = plain(words(text))
    except (Unbalanced, ValueError, RecursionError):
        return
    runs = _bound(tokens)
    k = 0
    while k < len(tokens):
        found = _name_at(tokens, k)
        if found is None:
            k = _past(tokens, k)
            continue
        name, end, dotted = found
        if name in runs or (name in seen) + len(seen) > MOST_NAMES:
            k = end
            continue
        what = seen.setdefault(name, Seen(place=place))
        if counts:
            what.lines.add(place)
        what.indices |= {t for t in words(name)[1:] if t in runs}
        for shown in _shows(tokens, k, end, dotted):
            what.shows[shown] += 1
        k = end


def _past(tokens: Sequence[str], k: int) -> int:
    if tokens[k] in _UNREAD_ARGUMENT and tokens[k + 1 : k + 2] == ["{"]:
        return argument(tokens, k + 1)[1]
    if tokens[k] in (r"\sum", r"\prod", r"\lim") and tokens[k + 1 : k + 2] == ["_"]:
        return argument(tokens, k + 2)[1]
    return k + 1


def _bound(tokens: Sequence[str]) -> set[str]:
    from .functions import bound

    return bound(tokens) | ({"d", "e"} & set(tokens) if r"\int" in tokens else {"e"})


def _name_at(tokens: Sequence[str], k: int) -> tuple[str, int, bool] | None:
    """The name that begins at a token: in the one spelling, the place after it, and whether a dot stands on it."""
    dotted = tokens[k] == r"\dot"
    try:
        if dotted:
            inside, end = argument(tokens, k + 1)
            base = list(inside)
        elif tokens[k] in ACCENTS or tokens[k] in FONTS:
            _, end = argument(tokens, k + 1)
            base = list(tokens[k:end])
        else:
            base, end = [tokens[k]], k + 1
        letters = [t for t in base if t not in ACCENTS and t not in FONTS and t not in "{}"]
        known = all(t in _GREEK or (len(t) == 1 and t.isalnum()) for t in letters)
        if not known or not is_name(joined(base)) or base[0] in (r"\operatorname", r"\mathrm"):
            return None
        if base[0] == r"\mathbb" and letters[0] in _SETS:
            return None
        while end < len(tokens) and tokens[end] in ("_", "'", "^"):
            if tokens[end] == "'":
                base, end = [*base, "'"], end + 1
                continue
            inside, after = argument(tokens, end + 1)
            if tokens[end] == "^" and not _is_label(inside):
                break
            base, end = [*base, tokens[end], "{", *inside, "}"], after
    except Unbalanced:
        return None
    name = joined(base)
    return (name, end, dotted) if is_name(name) else None


def _is_label(inside: Sequence[str]) -> bool:
    """Whether a superscript is a part of a name, and no power: ``(t)``, a star, an iterate ``t+1``."""
    text = "".join(inside)
    if text in ("*", r"\star", r"\ast", r"\dagger", r"\prime", "+", "-"):
        return text != r"\dagger"
    if text.startswith("(") or text.startswith(r"\mathrm"):
        return True
    return inside[0] in _ITERATES and all(t in "+-" or t.isdigit() or t in _ITERATES for t in inside)


def _shows(tokens: Sequence[str], k: int, end: int, dotted: bool) -> Iterable[str]:
    after = list(tokens[end : end + 3])
    if dotted:
        yield "dotted"
    if after[:1] == ["^"]:
        raised = joined(argument(tokens, end + 1)[0])
        yield {r"\top": "transposed", "-1": "inverse"}.get(raised, "power")
    if tokens[k - 1 : k] == [r"\|"] and after[:1] == [r"\|"]:
        yield "norm"
    if list(tokens[max(0, k - 2) : k]) == ["}", "("] and "r" in tokens[max(0, k - 4) : k]:
        yield "traced"
    if after[:1] in _BRACKETS:
        try:
            close = closing(tokens, end)
        except Unbalanced:
            return
        inside = tokens[end + 1 : close]
        if tokens[k - 1 : k] == [r"\|"] and list(tokens[close + 1 : close + 2]) == [r"\|"]:
            yield "norm"
        yield "multiplied" if {"+", "-"} & set(inside) else "applied"
    else:
        yield "bare"
