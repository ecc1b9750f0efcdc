r"""Where a row is cut: at its relations, at its words, and between equations that stand side by side.

What is beside the mathematics (words, reasons) is taken off; a condition (``\text{for } x > 0``, ``\quad (x > 0)``) is
kept with its equation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..files.tokens import Unbalanced, argument, closing, depths, joined, words
from ..notation.naming import is_name
from .listed import is_range

RELATIONS = {
    "=": "=", r"\equiv": "=", "<": "<", ">": ">", r"\lt": "<", r"\gt": ">", r"\le": "<=", r"\leq": "<=",
    r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=",
    r"\approx": "~", r"\sim": "~", r"\simeq": "~", r"\propto": "~", r"\cong": "~", r"\lesssim": "~",
    r"\gtrsim": "~", r"\ll": "~", r"\gg": "~", r"\asymp": "~", r"\coloneqq": ":=", r"\coloneq": ":=",
    r"\succeq": ">=", r"\succcurlyeq": ">=", r"\preceq": "<=", r"\preccurlyeq": "<=", r"\succ": ">", r"\prec": "<",
    r"\triangleq": ":=", r"\to": "->", r"\rightarrow": "->", r"\longrightarrow": "->", r"\in": "in",
}  # fmt: skip
IMPLIES = {
    r"\Rightarrow": "=>", r"\implies": "=>", r"\Longrightarrow": "=>", r"\therefore": "=>", r"\iff": "<=>",
    r"\Leftrightarrow": "<=>", r"\Longleftrightarrow": "<=>",
}  # fmt: skip
_SPACES = frozenset({r"\quad", r"\qquad"})
THIN = frozenset({r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle",
                   r"\allowbreak", r"\hfill", r"\hspace*", r"\noindent", r"\mathstrut", r"\strut"})  # fmt: skip
_CONDITION = re.compile(
    r"\b(for|if|when|whenever|where|provided|with|since|as|because|using|given|assuming|at)\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(?:not|never|unless|cannot|no|without|except|neither|nor|fails?|false|wrong)\b|n't\b", re.IGNORECASE
)
_JOINED = re.compile(r"\b(or|and|but|also|unless|except|either|neither|nor|not)\b", re.IGNORECASE)
_OTHER = re.compile(r"\bor\b", re.IGNORECASE)
_AGAIN = re.compile(r"equivalent|in other words", re.IGNORECASE)
_ANGLES = {r"\langle": 1, r"\rangle": -1}


_IF = re.compile(r"^\W*(?:if|for|when|whenever|since|because|provided that)\b", re.IGNORECASE)
_EVERY = re.compile(r"\bfor (?:all|each|every|any)\W*$", re.IGNORECASE)
CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""What holds of two numbers where a bound does not."""


class Said(str):
    """Words in a row, ``\\text{..}``, as one token; what a file says is never mistaken for one.

    Attributes:
        words: what is said.
    """

    words: str

    def __new__(cls, source: str, words: str) -> Said:
        made = super().__new__(cls, source)
        made.words = " ".join(words.split())
        return made


@dataclass
class Segment:
    """One equation of a row, and what stands beside it."""

    math: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    remark: str = ""
    unread: str = ""
    lead: str = ""
    beside: str = ""


def has_relation(tokens: list[str]) -> bool:
    """Whether a relation stands outside of all brackets."""
    try:
        level = depths(tokens)
    except Unbalanced:
        return False
    return any(d == 0 and (t in RELATIONS or t in IMPLIES) for t, d in zip(tokens, level, strict=True))


def pieces_between(tokens: list[str]) -> list[tuple[str, list[str]]]:
    r"""The pieces between relations, each with the relation before it; ``\overset{..}{=}`` is a relation too."""
    found: list[tuple[str, list[str]]] = [("", [])]
    level = depths(tokens)
    k = 0
    while k < len(tokens):
        token, outside = tokens[k], level[k] == 0
        if outside and token == r"\xrightarrow":
            _, k = argument(tokens, k + 1)
            found.append(("->", []))
            continue
        if outside and token in (r"\overset", r"\stackrel", r"\underset"):
            over, after = argument(tokens, k + 1)
            inner, after = argument(tokens, after)
            if len(inner) == 1 and inner[0] in RELATIONS:
                defines = "def" in "".join(over) or "".join(over) == r"\triangle"
                found.append((":=" if defines else RELATIONS[inner[0]], []))
                k = after
                continue
        if outside and token == r"\not" and tokens[k + 1 : k + 2] == ["="]:
            found.append(("!=", []))
            k += 2
            continue
        if outside and token in RELATIONS:
            found.append((RELATIONS[token], []))
        else:
            found[-1][1].append(token)
        k += 1
    return found


def segments(tokens: list[str]) -> list[Segment]:
    """The equations that stand side by side in one cell, with the words and conditions beside each."""
    found: list[Segment] = []
    tokens, quantified = _without_quantifier(without_brackets_round_reasons(_without_number(tokens)))
    for words_before, spaced, math in _between_words(tokens):
        math = _unpunctuated(math)
        condition = bool(_CONDITION.search(words_before)) and not _DENIED.search(words_before)
        inside_words = re.findall(r"\$([^$]*)\$", words_before)
        if not found:
            found.append(Segment(math, lead=words_before))
            continue
        last = found[-1]
        if words_before:
            last.remark = f"{last.remark} {words_before}".strip()
        for inline in inside_words if condition else ():
            last.conditions.append(joined(words(inline)))
        if not math:
            continue
        if has_relation(math) and _has_two_readings(last, words_before, condition):
            last.unread = f"{words_before} {joined(math)}: a further condition, or a further line?"
            continue
        for_all = math[0] == r"\forall"
        if for_all:
            last.conditions += _for_all(math[1:], last) if has_relation(math) else []
            continue
        enclosed = math[0] in ("(", "[") and closing(math, 0) == len(math) - 1
        inside = math[1:-1] if enclosed else math
        if not last.math:
            last.math, last.lead = math, f"{last.lead} {words_before}"
        elif _EVERY.search(words_before) and _of_a_set(math):
            last.conditions += _for_all(math, last)
        elif condition or (enclosed and has_relation(inside)) or is_range(math):
            last.conditions.append(joined(inside))
        elif has_relation(math) and _IF.search(last.lead):  # if x > 0 then ..
            last.conditions.append(joined(last.math))
            last.math, last.lead = math, ""
        elif has_relation(math):
            found.append(Segment(math, lead=words_before))
            if _OTHER.search(words_before) and not _AGAIN.search(words_before):
                found[-1].unread = f"{words_before} {joined(math)}: another case, or the same again?"
            if not words_before and math[0] not in IMPLIES and not any(token in ("=", r"\equiv") for token in math):
                last.beside = found[-1].beside = joined(math)
        elif spaced and not words_before:
            last.math += math  # only space between
        else:
            last.unread = joined(math)
    found = [segment for segment in found if segment.math]
    for segment in found:
        for bound in quantified:
            segment.conditions += _for_all(bound, segment)
    return found


def _without_quantifier(tokens: list[str]) -> tuple[list[str], list[list[str]]]:
    r"""A row without the ``\forall u, v \in C, k \ge 1,`` before it, and what is said there of the letters."""
    if tokens[:1] != [r"\forall"]:
        return tokens, []
    level, end = depths(tokens), 0
    said: list[list[str]] = []
    for k, token in enumerate(tokens):
        if level[k] or token not in (",", ":", ";", *_SPACES):
            continue
        piece = [t for t in tokens[end + 1 : k] if t not in THIN and t != r"\forall"]
        relation = next((place for place, t in enumerate(piece) if t in RELATIONS and t != "="), len(piece))
        if piece and not is_name(joined(piece[:relation])):
            break
        said += [piece] if relation < len(piece) else []
        end = k
    rest = tokens[end + 1 :]
    return (rest, said) if end and has_relation(rest) else (tokens, [])


def _has_two_readings(segment: Segment, said: str, condition: bool) -> bool:
    r"""Whether what follows may change a condition: ``\text{for } x > 1 \text{ or } x > 0``, ``\text{and } y > 0``."""
    if not segment.conditions or _AGAIN.search(said):
        return False
    found = _JOINED.search(said)
    return found is not None and (not condition or found[0].lower() not in ("and", "also"))


def _of_a_set(math: list[str]) -> bool:
    r"""Whether of a letter is said only the name of a set, ``j \in I_c``, and no range: no ``x \in [0, 1]``."""
    place = math.index(r"\in") if r"\in" in math else len(math)
    name = math[place + 1 : place + 2]
    named = bool(name) and (name[0].isalpha() or name[0] in (r"\mathcal", r"\mathscr", r"\Omega"))
    return named and sum(token in RELATIONS for token in math) == 1


def _for_all(math: list[str], segment: Segment) -> list[str]:
    r"""What ``\forall k \ge 1`` says of its letters; of what set they are is only noted."""
    pieces = pieces_between(math)
    if all(relation in ("", "=", "<", "<=", ">", ">=", "!=") for relation, _ in pieces):
        return [joined(math)]
    segment.beside = joined([r"\forall", *math])
    return []


_REASON = re.compile(
    r"^\W*(?:since|because|by|using|as|from|where|due|for|if|when|recall|follows?|assum\w+|given|via|under|with|let)\b",
    re.IGNORECASE,
)


def without_brackets_round_reasons(tokens: list[str]) -> list[str]:
    r"""``(\text{since } a \le b)`` beside a row as ``\text{since } a \le b``; without a relation it is words alone."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        said = tokens[k + 1] if k + 1 < len(tokens) else ""
        if tokens[k] not in ("(", "[") or not isinstance(said, Said) or not _REASON.search(said.words):
            found.append(tokens[k])
            k += 1
            continue
        try:
            end = closing(tokens, k)
        except Unbalanced:
            return tokens
        inside = tokens[k + 2 : end]
        rest = [token for token in inside if not isinstance(token, Said)]
        if has_relation(rest) and len(rest) == len(inside):
            words_there = said.words if _CONDITION.search(said.words) else f"given {said.words}"
            found += [Said(said, words_there), *rest]
        else:
            shown = "".join(token.words if isinstance(token, Said) else f" ${token}$ " for token in inside)
            found.append(Said(said, f"{said.words} {shown}".replace("$ $", "").replace("$", "")))
        k = end + 1
    return found


def _between_words(tokens: list[str]) -> Iterator[tuple[str, bool, list[str]]]:
    """The mathematics between words, wide spaces and commas: what is said before it, whether space is, and it."""
    level = depths(tokens)
    outside = [d == 0 and (t in RELATIONS or t in IMPLIES) for t, d in zip(tokens, level, strict=True)]
    still = sum(outside)  # relations from here on
    words_before, spaced, angle, related = "", True, 0, False
    current: list[str] = []
    for k, token in enumerate(tokens):
        still -= outside[k]
        if level[k] == 0 and isinstance(token, Said):
            if current or words_before:
                yield words_before, spaced, current
            words_before, spaced, current, angle, related = token.words, False, [], 0, False
            continue
        angle = max(0, angle + _ANGLES.get(token, 0))
        comma = token in (",", ";") and angle == 0 and related and still > 0
        for_all = token == r"\forall" and bool(current)
        if level[k] == 0 and (token in _SPACES or comma or for_all):
            if current:
                yield words_before, spaced, current
                words_before, spaced, current, related = "", not comma, [token] if for_all else [], False
        else:
            current.append(token)
            related = related or outside[k]
    yield words_before, spaced, current


_SIZED = re.compile(r"\\(?:left|right|[bB]igg?[lrm]?)")
_ANGLE = {"<": r"\langle", ">": r"\rangle"}


def angled(tokens: list[str]) -> list[str]:
    r"""``\left< x, y \right>`` with angles, and no signs of order: no order is written as large as what it holds."""
    return [
        _ANGLE[token] if token in _ANGLE and k and _SIZED.fullmatch(tokens[k - 1]) else token
        for k, token in enumerate(tokens)
    ]


def implication(tokens: list[str]) -> tuple[str, list[str]]:
    """An arrow that begins a row, and the rest."""
    k = 0
    while k < len(tokens) and tokens[k] in IMPLIES:
        k += 1
    return (IMPLIES[tokens[k - 1]] if k else ""), tokens[k:]


def without_spaces(tokens: list[str]) -> list[str]:
    """Tokens without thin spaces and empty groups; an arrow inside a row begins a new equation."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token in THIN or (token in _SPACES and found[-1:] and found[-1] in IMPLIES):
            k += 1
        elif token == "{" and tokens[k + 1 : k + 2] == ["}"] and found[-1:] not in (["_"], ["^"]):
            k += 2
        elif token in (r"\hspace", r"\hspace*", r"\vspace", r"\phantom", r"\hphantom", r"\vphantom"):
            _, k = argument(tokens, k + 1)
        elif token == r"\boxed" and (box := _unboxed(tokens, k, found)) is not None:
            inside, k = box
            found += inside
        else:
            if token in IMPLIES and found and found[-1] not in _SPACES:
                found.append(r"\qquad")
            found.append(token)
            k += 1
    return found


def _unboxed(tokens: list[str], k: int, before: list[str]) -> tuple[list[str], int] | None:
    r"""What stands in the ``\boxed`` at `k`, and the place after it; None if a relation in it does not stand apart."""
    inside, after = argument(tokens, k + 1)
    inside = _unpunctuated(without_spaces(inside))
    if not has_relation(inside):
        return ["(", *inside, ")"], after
    apart = not before or before[-1] in _SPACES or before[-1] in IMPLIES or inside[0] in RELATIONS
    rest = [token for token in tokens[after:] if token not in THIN]
    ends = not rest or rest[0] in _SPACES or rest[0] in (",", ".", ";") or rest[0] in RELATIONS
    return (inside, after) if apart and ends else None


_NUMBER = re.compile(r"(?:\d+|[A-Z]\.\d+)(?:\.\d+)?[a-z]?'*")


def _without_number(tokens: list[str]) -> list[str]:
    r"""A row without the number of its equation that is typed at its end, ``A = B \quad (2.3)``, ``A = B. (4)``."""
    begin = len(tokens) - 1 - tokens[::-1].index("(") if "(" in tokens else 0
    if begin < 2 or tokens[-1] != ")" or not _NUMBER.fullmatch("".join(tokens[begin + 1 : -1])):
        return tokens
    before = tokens[begin - 1]
    parted = before in _SPACES or before in (",", ".", ";")
    dotted = "." in "".join(tokens[begin + 1 : -1])
    return tokens[:begin] if parted or (dotted and before in THIN - {"~", r"\!"}) else tokens


def _unpunctuated(tokens: list[str]) -> list[str]:
    end = len(tokens)
    while end and tokens[end - 1] in (",", ".", ";", ":") and tokens[max(0, end - 2)] not in (r"\left", r"\right"):
        end -= 1
    return tokens[:end]


def trimmed(tokens: list[str]) -> str:
    """A side as text, without the punctuation at its end."""
    return joined(_unpunctuated(tokens) if tokens[-1:] != [":"] else tokens)


def cut_relations(text: str) -> list[tuple[str, str]]:
    """The sides of a chain of relations, each with the relation before it.

    Raises:
        Unbalanced: if its brackets do not match.
    """
    return [(relation, trimmed(side)) for relation, side in pieces_between(without_spaces(angled(words(_ascii(text)))))]


def _ascii(text: str) -> str:
    """A relation as it may be typed in a header."""
    return text.replace("<=", r"\le ").replace(">=", r"\ge ").replace("!=", r"\ne ").replace(":=", r"\coloneqq ")
