r"""What the prose of a paper says that a letter is: ``$W \in \mathbb{R}^{d \times p}$``, ``$\alpha \in (0, 1)$``.

A word right before the formula, or right after it, that says which matrices are meant, belongs to it: ``a symmetric
matrix $A \in ..$``, ``$Q \in ..$ orthogonal``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ..files.positions import Place, Positions
from ..files.tokens import Unbalanced
from ..notation.naming import apart, is_name, latex_name
from ..notation.size_products import in_one_spelling
from .listed import DOTS
from .prose import FORMULA

MOST = 20_000
WORDS = {
    "symmetric": "symmetric", "orthogonal": "orthogonal", "orthonormal": "orthogonal", "diagonal": "diagonal",
    "invertible": "invertible", "nonsingular": "invertible", "non-singular": "invertible",
    "positive definite": "positive definite", "positive-definite": "positive definite",
    "positive semidefinite": "positive semidefinite", "positive semi-definite": "positive semidefinite",
    "positive-semidefinite": "positive semidefinite", "psd": "positive semidefinite",
}  # fmt: skip
_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
_BEFORE = re.compile(rf"\b(?P<word>{_WORD})(?:\s+(?:matrix|matrices))?\s*$", re.IGNORECASE)
_AFTER = re.compile(
    rf"^,?\s*(?:be|is|are)?\s*(?:both\s+)?(?:an?\s+)?(?P<word>{_WORD})\b(?!\s+(?:to|with|part|of|if|only))",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|non|anti|skew|if|when|whether|no)[\s-]*(?:\w+\s+)?$", re.IGNORECASE)
LONGEST = 400
"""Characters of a formula in the prose."""
_SIZE = r"\$\s*(?P<{}>[^$\\]{{1,20}}\\times[^$\\]{{1,20}})\s*\$"
_NAME = r"\$(?P<{}>[^$=<>,]{{1,30}})\$"
_OF_SIZE = re.compile(
    rf"{_NAME.format('name')}\s+(?:is|are|be|has size|of size)\s+(?:an?\s+|of\s+(?:size|shape|dimensions?)\s+)?"
    rf"{_SIZE.format('size')}|"
    rf"{_SIZE.format('sized')}[\s-]+(?:[a-z-]+\s+)?matri(?:x|ces)\s+{_NAME.format('named')}"
)
_WORD_ENTRYWISE = "entrywise"
ENTRYWISE = f"{_WORD_ENTRYWISE} function"
"""The type of a function that is applied entry by entry, as a header says it."""
_WISE = r"(?:entry|element|component|coordinate|point)[\s-]?wise"
_ENTRYWISE = re.compile(
    rf"\$(?P<name>[^$=<>,]{{1,60}})\$(?:(?!\b(?:products?|multipl\w+|division|powers?|square|norm|order)\b)[^$.]){{0,60}}?"
    rf"\b(?:applied|acts?|acting|applies|taken|(?:is|an?|the) (?={_WISE})|operates?)[\s,]+(?:\w+\s+)?{_WISE}",
    re.IGNORECASE,
)
"""A function that is applied entry by entry: *$\\sigma$ is an activation, applied elementwise*."""
_SAYS = re.compile(r"[<>]|\\(?:in|to|rightarrow|geq?|leq?|geqslant)(?![A-Za-z])")

_IN = re.compile(r"^(?P<names>.+?)\s*\\in\s*(?P<set>.+)$")
_STATED = re.compile(
    r"^(?P<name>[^=<>]{1,40}?)\s*(?::=|\\(?:equiv|coloneqq|triangleq)(?![A-Za-z])|=)(?P<value>[^=<>]*?)(?P<member>\\in\s*\\mathbb\{?\s*R.*)$"
)
_VALUE = re.compile(r"(?P<name>[^()=,]+?)\s*\((?P<of>[^=]+)\)")
_AT_A_TIME = re.compile(r"[tsk0-9]|\\tau|T|[tk]\s*[+-]\s*1|t_\{?\w+\}?")
_SPACE = re.compile(
    r"\\(?:mathbb|mathbf|R|Re)\s*\{?\s*R?\s*\}?\s*(?P<sign>_\{?[+>]+0?\}?|_\{\\(?:ge|geq)\s*0\})?\s*"
    r"(?:\^\s*(?P<size>\{.*\}|\S))?\s*\.?$"
)
_WHOLE = re.compile(r"\\math(?:bb|bf)\s*\{?\s*(?P<set>[NZ])\s*\}?\s*(?:_\{?(?:[+>]|\\geq?\s*1|>\s*0)\}?)?\s*\.?$")
_INTERVAL = re.compile(r"(?P<open>[\[(])\s*(?P<low>[^,\[\]()]+),\s*(?P<high>[^,\[\]()]+?)\s*(?P<close>[\])])\s*\.?$")
_SIGN = re.compile(r"^(?P<name>[^<>=]+?)\s*(?P<sign>>|\\geq?(?![A-Za-z])|\\geqslant)\s*0\s*$")
_MAP = re.compile(
    r"^(?P<name>[^:,]+?)\s*(?:\\colon|:)\s*(?:\\mathbb.+?|\\mathcal.+?|\[.+?)\s*"
    r"\\(?:to|rightarrow)\s*(?P<to>\S.*?)\s*\.?$"
)
_LIMITS = re.compile(r"^(?:\d+|\\infty|-\d+|-\\infty|\d+/\d+|\\frac\{?\d\}?\{?\d\}?|2?\\pi)$")


def typings(text: str, at: Positions) -> Iterator[tuple[Place, str, str]]:
    """Formulas in the prose that say what their letters are, with the place, and the word beside each or nothing."""
    for number, found in enumerate(FORMULA.finditer(text)):
        if number >= MOST:
            return
        inside = " ".join((found[1] or found[2]).split())
        if len(inside) <= LONGEST and _SAYS.search(inside):
            yield at.place(found.start()), inside, _word(text, found.start(), found.end())
    for found in itertools.islice(_ENTRYWISE.finditer(text), MOST):
        yield at.place(found.start("name")), " ".join(found["name"].split()), _WORD_ENTRYWISE
    for found in itertools.islice(_OF_SIZE.finditer(text), MOST):  # ``$W$ is $m \times n$``
        name, size = found["name"] or found["named"], found["size"] or found["sized"]
        yield at.place(found.start()), rf"{name} \in \mathbb{{R}}^{{{size}}}", ""


def _word(text: str, start: int, end: int) -> str:
    before = " ".join(text[max(0, start - 60) : start].split(" "))
    for word in (_BEFORE.search(before), _AFTER.search(text[end : end + 60].lstrip("\n"))):
        if word is not None and not _NOT.search(word.string[: word.start("word")]):
            return WORDS[" ".join(word["word"].lower().split())]
    return ""


def said_by(text: str, word: str = "") -> list[tuple[str, str]]:
    """The names of which a formula says what they are, with that, as a header says it.

    Args:
        text: in LaTeX.
        word: what the prose beside it says of a matrix, or that a function is ``entrywise``; empty if nothing.
    """
    if word == _WORD_ENTRYWISE:
        return [(name, ENTRYWISE) for name in names_of(re.split(r":|\\colon|\(", text)[0])]
    if len(several := _several(text)) > 1:
        return [one for piece in several for one in said_by(piece, word)]
    if sign := _SIGN.match(text):
        kind = "positive number" if sign["sign"] == ">" else "nonnegative number"
        return [(name, kind) for name in names_of(sign["name"])]
    if arrow := _MAP.match(text):
        kind = _function(arrow["to"])
        return [(name, kind) for name in names_of(arrow["name"]) if kind]
    value = ""
    if stated := _STATED.match(text):  # a name with what it is, and where that is from
        value, text = stated["value"], stated["name"] + stated["member"]
    found = _IN.match(text)
    kind = _member(found["set"].strip().rstrip(",.;"), word) if found else ""
    if not found or not kind:
        return []
    names = [(name, kind) for name in names_of(found["names"])]
    try:
        sides = [value, *apart(found["names"])]
    except Unbalanced:
        return names
    return names + [one for side in sides if (one := _of_values(side, kind)) is not None]


def _several(text: str) -> list[str]:
    r"""The statements in a list of such, ``W_1 \in \mathbb{R}^{d_1}, \ldots, W_L \in \mathbb{R}^{d_L}``."""
    if len(_MEMBER.findall(text)) < 2:
        return [text]
    try:
        pieces = apart(text)
    except Unbalanced:
        return [text]
    found: list[str] = []
    names: list[str] = []
    for piece in pieces:
        if piece.strip() in DOTS:
            continue
        names.append(piece)
        if _MEMBER.search(piece):
            found.append(", ".join(names))
            names = []
    return [text] if names or any(len(_MEMBER.findall(one)) > 1 for one in found) else found


_MEMBER = re.compile(r"\\in(?![A-Za-z])")


def _of_values(text: str, kind: str) -> tuple[str, str] | None:
    r"""The function of which ``f(x) \in \mathbb{R}^k`` says where its values are, and its kind; None if it is none.

    What is taken at a time, ``w(t)``, is no function.
    """
    found = _VALUE.fullmatch(text.strip())
    if found is None or _AT_A_TIME.fullmatch(found["of"].strip()) or not names_of(found["of"].replace(";", ",")):
        return None
    names = names_of(found["name"])
    shaped = kind.startswith(("vector ", "matrix "))
    of = "function" if kind in ("real number", "positive number") else kind.replace(" ", " function ", 1)
    return (names[0], of) if len(names) == 1 and (of == "function" or shaped) else None


def _function(to: str) -> str:
    space = _SPACE.match(to)
    if not space or "R" not in to:
        return ""
    sizes = _sizes(space["size"])
    return "function" if sizes == [] else f"vector function {sizes[0]}" if sizes and len(sizes) == 1 else ""


def _member(where: str, word: str) -> str:
    """What an element of a set is; empty if that is not known."""
    if whole := _WHOLE.match(where):
        return "natural number" if whole["set"] == "N" or "_" in where else "integer number"
    interval = _INTERVAL.match(where)
    if interval and _LIMITS.match(interval["low"].strip()) and _LIMITS.match(interval["high"].strip()):
        return _between(interval)
    space = _SPACE.match(where)
    if not space or "R" not in where:
        return ""
    sizes = _sizes(space["size"])
    if sizes is None or (len(sizes) == 2 and "1" in sizes):
        return ""
    if not sizes:
        return "positive number" if space["sign"] else "real number"
    kind = "vector" if len(sizes) == 1 else "matrix"
    square = len(sizes) == 2 and sizes[0] == sizes[1]
    special = f"{word} " if word and square else ""
    return f"{special}{kind} {' x '.join(sizes)}"


def _between(interval: re.Match[str]) -> str:
    low, high = interval["low"].strip(), interval["high"].strip()
    if high == r"\infty":
        closed = {"[": "nonnegative", "(": "positive"}[interval["open"]]
        return f"{closed} number" if low == "0" else ""
    if low == r"-\infty":
        return ""
    return rf"number \in {interval['open']}{low}, {high}{interval['close']}"


_ENDS = re.compile(r"number \\in (?P<open>[\[(])(?P<low>[^,]+), (?P<high>[^,]+)(?P<close>[\])])")
_SIGNS = ("positive number", "nonnegative number", "real number")
"""Each holds of fewer numbers than the next."""


def wider(one: str, other: str) -> str:
    r"""What holds of a number that is said to be one and the other, in two places: ``[0, 1]`` for that and ``(0, 1)``.

    Empty if they are not such that one word says it.
    """
    ends = [_ENDS.fullmatch(kind) for kind in (one, other)]
    if ends[0] and ends[1] and ends[0].group("low", "high") == ends[1].group("low", "high"):
        opened = "[" if "[" in (ends[0]["open"], ends[1]["open"]) else "("
        closed = "]" if "]" in (ends[0]["close"], ends[1]["close"]) else ")"
        return rf"number \in {opened}{ends[0]['low']}, {ends[0]['high']}{closed}"
    signs = [
        _SIGNS[end["open"] == "["] if end and end["low"] == "0" else kind
        for end, kind in zip(ends, (one, other), strict=True)
    ]
    return max(signs, key=_SIGNS.index) if set(signs) <= set(_SIGNS) else ""


def _sizes(size: str | None) -> list[str] | None:
    """The sizes in LaTeX, none for a number; None if they are not read."""
    whole = (size or "").strip()
    inside = whole[1:-1] if whole.startswith("{") else whole
    parts = [p.strip() for p in re.split(r"\\times", inside) if p.strip()]
    sizes = [size for part in parts if (size := in_one_spelling(part)) is not None]
    return sizes if len(sizes) == len(parts) <= 2 else None


def names_of(text: str) -> list[str]:
    """The names that commas separate, in the one spelling; none if one of them is no name."""
    try:
        names = [latex_name(name) for name in apart(text)]
    except (Unbalanced, ValueError):
        return []
    return names if all(is_name(name) for name in names) else []
