"""A file cut up: the declarations of its header and the equations of its displays; text only, no mathematics yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..files.parts import KEYS, Declaration, Document
from ..files.positions import Positions
from ..files.source import Trouble, uncommented
from .announced import announced
from .asserted import doubtful, reach, singled_out
from .cited import reasons
from .converted import with_ends_out
from .displays import Display, displays, paragraphs
from .entrywise_powers import powers_are_by_entries
from .jacobians_said import jacobians, of_each
from .kinds_said import kinds_said
from .other_meanings import other_meanings
from .premises import cases, defined, premises
from .prose import FORMULA
from .rows import MOST_ROWS as LONGEST_FILE
from .rows import Cutter
from .shapes_seen import shapes_in
from .traits import traits
from .turns import fresh, turns
from .typings import LONGEST, MOST, typings
from .whole_arrays import without_arrays

MOST_ROWS = 5_000
MOST_DISPLAYS = 5_000
_POSITIVE = re.compile(
    r"\b(?:step[- ]?sizes?|learning[- ]rates?|constants?|radius|variance|temperature|number of [a-z ]{3,30}|width|"
    r"depth|dimension|horizon|batch size|sample size|regulari[sz]ation (?:parameter|strength)|ridge(?: parameter)?)"
    r"\s+\$([^$=<>]{1,40})\$|\$([^$=<>]{1,40})\$-?\s?(?:-smooth|smooth|Lipschitz|strongly|sub-?Gaussian)",
    re.IGNORECASE,
)


def parse(text: str | Positions, *, plain: bool = False) -> Document:
    """Cut up the text of a file.

    Args:
        text: as `source.load` gives it, or as `project.written_out` does.
        plain: whether, without any display, each paragraph is one and each line a row of it.
    """
    document = Document()
    at = Positions.of(text) if isinstance(text, str) else text
    lines = at.text.split("\n")
    declarations, used = _declarations(lines, at, document.troubles)
    bare = [(" " * len(line) if k in used else uncommented(line)) for k, line in enumerate(lines)]
    whole = with_ends_out(without_arrays("\n".join(bare)))
    found: Iterable[Display] = displays(whole, at, document.trouble)
    if plain:
        found = list(found) or ([] if document.troubles else paragraphs(bare, at))
    rows = 0
    waiting = list(declarations)
    shown: list[tuple[int, Display]] = []
    for display in found:
        while waiting and waiting[0].line < display.line:
            document.parts.append(waiting.pop(0))
        document.blocks += 1
        shown.append((document.blocks, display))
        if document.blocks > MOST_DISPLAYS:
            document.trouble(display.line, f"more than {MOST_DISPLAYS:,} displays; the rest is left")
            return document
        for equation in Cutter(display, document, at).equations():
            rows += len(equation.steps)
            if rows > MOST_ROWS:
                document.trouble(equation.line, f"more than {MOST_ROWS} relations; the rest is left")
                return document
            document.parts.append(equation)
        if document.rows > LONGEST_FILE:
            document.trouble(display.line, f"more than {LONGEST_FILE:,} rows; the rest is left")
            return document
    document.parts += waiting
    document.prose = list(_relations_in_prose(whole, at))
    document.shapes = list(shapes_in(whole, at))
    document.typings = list(typings(whole, at))
    document.reasons = reasons(whole, shown)
    document.cases = cases(whole, shown)
    document.reach = reach(whole, shown, document.cases)
    document.doubtful = doubtful(whole, shown)
    document.announced = announced(whole, shown)
    document.singled_out = singled_out(whole, shown)
    document.traits = [(at.place(start), kind, formulas) for start, kind, formulas in traits(whole, shown)]
    changes = turns(whole, shown)
    document.turns = [(at.place(start), formulas) for start, formulas in changes]
    once_more = fresh(whole, shown)
    document.fresh = [(at.place(start), formulas) for start, formulas in once_more]
    document.premises = _placed(premises(whole, shown), at)
    document.defined = _placed(defined(whole, shown, changes, once_more), at)
    document.refused |= other_meanings(whole, shown)
    document.powers = powers_are_by_entries(whole, shown)
    document.jacobians = of_each(jacobians(whole))
    document.kinds = dict(kinds_said(whole))
    document.positive = list(dict.fromkeys((m[1] or m[2]).strip() for m in _POSITIVE.finditer(whole)))
    return document


def _placed(said: dict[int, list[tuple[int, str]]], at: Positions) -> dict[int, list[tuple[int, str]]]:
    """What is said of each display, with the lines that it begins in."""
    return {block: [(at.place(start), formula) for start, formula in given] for block, given in said.items()}


_RELATES = re.compile(r"[=<>]|\\(?:le|ge|leq|geq|equiv|in|sim|succeq|preceq|perp)(?![A-Za-z])")


def _relations_in_prose(text: str, at: Positions) -> Iterator[tuple[int, str]]:
    """Formulas in the prose that say something of their letters."""
    for number, found in enumerate(FORMULA.finditer(text)):
        inside = found[1] or found[2]
        if number >= MOST:
            return
        if len(inside) <= LONGEST and _RELATES.search(inside):
            yield at.place(found.start()), " ".join(inside.split())


def _declarations(lines: list[str], at: Positions, troubles: list[Trouble]) -> tuple[list[Declaration], set[int]]:
    """The items of the header, and the numbers (from 0) of the lines of a front matter."""
    front = _front_matter(lines, at, troubles)
    found: list[Declaration] = []
    open_: tuple[str, int] | None = None  # the key that is being continued, and its indent
    for number, line in enumerate(lines):
        inside = number in front
        body = line if inside else _comment(line)
        if body is None or (inside and line.strip() == "---"):
            open_ = None
            continue
        indent = len(body) - len(body.lstrip())
        match = re.match(r"\s*([A-Za-z]+)\s*:(?!=)(.*)", body)
        if match and match[1].lower() in KEYS:
            open_ = KEYS[match[1].lower()], indent
            rest = match[2]
        elif inside and match:
            message = f"unknown word {match[1]!r} in the header; expected one of {_known()}"
            troubles.append(Trouble(at.line(number + 1), message))
            continue
        elif open_ is not None and body.strip() and indent > open_[1] + 1:
            rest = body
        else:
            open_ = None
            continue
        for item in [rest] if open_[0] == "read" else _items(rest):
            found.append(Declaration(at.line(number + 1), open_[0], item))
    return found, front


def _known() -> str:
    return ", ".join(dict.fromkeys(KEYS.values()))


def _comment(line: str) -> str | None:
    found = re.match(r"\s*%+(.*)", line)
    return found[1] if found else None


def _front_matter(lines: list[str], at: Positions, troubles: list[Trouble]) -> set[int]:
    first = next((k for k, line in enumerate(lines) if line.strip()), None)
    if first is None or lines[first].strip() != "---":
        return set()
    for k in range(first + 1, len(lines)):
        if lines[k].strip() == "---":
            return set(range(first, k + 1))
    troubles.append(Trouble(at.line(first + 1), "the header that begins with --- has no second ---"))
    return set(range(first, len(lines)))


def _items(text: str) -> Iterator[str]:
    """The items of a header line, between semicolons outside of braces."""
    depth, item = 0, ""
    for k, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == ";" and depth <= 0 and text[k - 1 : k] != "\\":
            if item.strip():
                yield item.strip()
            item = ""
        else:
            item += character
    if item.strip():
        yield item.strip()
