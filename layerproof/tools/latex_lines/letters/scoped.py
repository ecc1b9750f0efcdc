r"""Declarations for some lines of a paper: ``symbols: x vector m in lines 120..180``, ``in lines app.tex:20..``.

A paper that uses one letter for two things says nowhere that it does.  Within such lines the letter is another name,
with an accent that the paper does not use; what is said of a line has the author's letter again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..files.parts import Declaration, Document
from ..files.some_lines import Lines, lines_of
from ..files.tokens import Unbalanced, argument, in_words, joined, words
from ..notation.naming import base_end
from ..notation.naming_sets import ACCENTS as ACCENTED
from ..notation.naming_sets import FONTS
from ..notation.rewriting import KEY as READ
from ..notation.spelling import plain
from ..page.typings import names_of

_KIND = (
    r"constant|random|symmetric|diagonal|orthogonal|semi-?orthogonal|invertible|positive|non-?negative|negative|"
    r"non-?positive|non-?zero|real|natural|integer|matri|vector|function|ind(?:ex|ices)|traject|number|time"
)
_WORD = re.compile(r"(?<![\\A-Za-z])([A-Za-z-]{3,})(?![A-Za-z])")
_NAMES = re.compile(rf"(?P<names>.+?)\s+(?=(?:{_KIND})|\\in\b|>|<|\\[gl]eq?\b)")
ACCENTS = (r"\breve", r"\check")
"""For letters of some lines; those that the paper does not use."""


@dataclass(frozen=True)
class _Renamed:
    """A name that is another one within some lines; of a family, whatever its last index is."""

    lines: Lines
    name: tuple[str, ...]
    made: tuple[str, ...]
    family: bool

    @property
    def base(self) -> tuple[str, ...]:
        """A family's name without its last index."""
        return self.name[: len(self.name) - self.name[::-1].index("_") - 1] if self.family else self.name


def read_in_lines(document: Document) -> None:
    """Give names that are declared for some lines names of their own there; the declarations then hold throughout."""
    scoped: dict[int, tuple[Declaration, Lines]] = {}
    for number, part in enumerate(document.parts):
        if not isinstance(part, Declaration) or part.key == READ:
            continue
        try:
            text, lines = lines_of(part.text)
        except ValueError as problem:
            document.trouble(part.line, f"in {part.key}: {problem}")
            document.parts[number] = replace(part, text="")
            continue
        if lines is not None:
            scoped[number] = replace(part, text=text), lines
    renamed: list[_Renamed] = []
    accents = _unused(document) if scoped else []
    for number, (part, lines) in scoped.items():
        for name in _names(part.text) if part.key == "symbols" else []:
            met = {one.made[0] for one in renamed if one.name == name}
            accent = next((accent for accent in accents if accent not in met), None)
            end = base_end(list(name), 0)
            if accent is None or end is None:
                document.trouble(
                    part.line, f"in {part.key}: {joined(name)} is declared for too many parts of the paper"
                )
                scoped[number] = replace(part, text=""), lines
            elif not any(one.lines == lines and one.name == name for one in renamed):
                made = accent, "{", *name[:end], "}", *name[end:]
                renamed.append(_Renamed(lines, name, made, f"for {_index(name)} =" in part.text))
    known = {name for part in document.parts if isinstance(part, Declaration) for name in _names(part.text)}
    for number, (part, lines) in scoped.items():
        said = part.text and _said_anew(part, [one for one in renamed if one.lines == lines], known)
        if part.key != "symbols" and said and said == part.text:
            document.trouble(
                part.line, f"in {part.key}: '{said[:80]}' holds no letter that symbols: declares for the same lines"
            )
            said = ""
        document.parts[number] = replace(part, text=said)
    document.parts = [part for part in document.parts if not isinstance(part, Declaration) or part.text]
    document.accents = sorted({joined(one.made[: base_end(list(one.made), 0)]) for one in renamed})
    if renamed:
        document.change_formulas(
            lambda place, text: _rewritten(text, [r for r in renamed if r.lines.hold(place)], known)
        )


def as_written(text: str, accented: Sequence[str]) -> str:
    r"""What is said of a line, with its author's letters: ``\breve{x}`` in LaTeX, and ``brevex`` as it was read."""
    for accent in dict.fromkeys(letter.partition("{")[0] for letter in accented):
        begins = re.split(rf"{re.escape(accent)}\s*\{{", text)
        text = begins[0]
        for inside in begins[1:]:
            end = _closing(inside)
            text += inside[:end] + inside[end + 1 :]
    for letter in accented:
        accent, _, base = re.sub(r"\\mathrm|\\operatorname|[\\}\s]", "", letter).partition("{")
        own = base.replace("{", "")
        text = re.sub(rf"{accent}{re.escape(own)}(?![A-Za-z])", own, text)
    return text


def _closing(text: str) -> int:
    depth = 1
    for k, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if not depth:
            return k
    return len(text)


def _unused(document: Document) -> list[str]:
    texts = [side for equation in document.equations for side in equation.sides]
    texts += [part.text for part in document.parts if isinstance(part, Declaration)]
    return [accent for accent in ACCENTS if not any(accent in text for text in texts)]


def _names(text: str) -> list[tuple[str, ...]]:
    """The names that a declaration is of."""
    found = _NAMES.match(text)
    return [in_words(name) for name in names_of(found["names"])] if found else []


def _said_anew(part: Declaration, renamed: Sequence[_Renamed], known: Collection[tuple[str, ...]]) -> str:
    """A declaration with other names: of symbols what it declares, of what else each formula between its words."""
    if part.key == "symbols":
        found = _NAMES.match(part.text)
        if found is None:
            return part.text
        return f"{_rewritten(found['names'], renamed, known)} {part.text[found.end() :]}"
    pieces = _WORD.split(part.text)
    pieces[::2] = [
        f" {_rewritten(piece.strip(), renamed, known)} " if piece.strip() else piece for piece in pieces[::2]
    ]
    return "".join(pieces).strip()


def _index(name: Sequence[str]) -> str:
    return joined(name[-2:-1]) if name[-4:-2] == ("_", "{") else "?"


def _rewritten(text: str, renamed: Sequence[_Renamed], known: Collection[tuple[str, ...]]) -> str:
    """A formula with the names that hold in its lines; itself if there are none in it."""
    if not renamed:
        return text
    try:
        tokens = plain(words(text))
        made = _in_tokens(tokens, renamed, sorted(known, key=len, reverse=True))
    except (Unbalanced, ValueError, RecursionError):
        return text
    return text if made == tokens else joined(made)


def _in_tokens(tokens: list[str], renamed: Sequence[_Renamed], known: Sequence[tuple[str, ...]]) -> list[str]:
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name = next((n for n in known if tuple(tokens[k : k + len(n)]) == n), None)
        own = next((one for one in renamed if one.name == name), None)
        if own is None and name is None:
            own = next(
                (r for r in renamed if r.family and tuple(tokens[k : k + len(r.base) + 1]) == (*r.base, "_")), None
            )
        if own is not None:
            found += own.made[: len(own.made) - len(own.name) + len(own.base)]
            k += len(own.base)
        elif name is not None:
            found += name
            k += len(name)
        elif tokens[k] == r"\operatorname" or (tokens[k] in FONTS | ACCENTED and tokens[k] not in (r"\dot", r"\ddot")):
            end = argument(tokens, k + 1)[1]  # another name, or a word
            found += tokens[k:end]
            k = end
        else:
            found.append(tokens[k])
            k += 1
    return found
