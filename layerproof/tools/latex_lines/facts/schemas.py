r"""Equations of functions that are said for every letter: ``\sigma'(z) z = \sigma(z)``, at the points of a line.

Where a paper says such an equation of a plain letter of which it says nothing else, it says it of all that the
functions are taken at: ``\sigma'(w^\top x_i) w^\top x_i`` is ``\sigma(w^\top x_i)``, below a sum, too. It is put in as
it is written, and the line is read once more: what is replaced stands there as some factors side by side.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....language.reading import CannotRead
from ..files.parts import Document
from ..files.tokens import Unbalanced, between_commas, closing, joined, opening, words
from ..judging.checking import Task
from ..judging.questions import Line, Question, Status
from ..letters.setting import Misdeclared, Setting
from ..notation.naming import base_end
from ..notation.spelling import plain
from ..page.prose import concerns
from .supports import Support

MOST = 12
"""Places of a line at which such equations are put in."""
_TYPING = re.compile(r"\\in\s*(?:\\mathbb|\\R)(?![a-z])")
_LETTER = re.compile(r"[A-Za-z]|\\[a-z]+")
_RELATION = re.compile(r"[=<>]|\\(?:le|ge|leq|geq|neq?|to|in|sim|approx|lim|sum|int|max|min|forall)(?![A-Za-z])")
_BEFORE = frozenset({"", "+", "-", "(", "[", "{", r"\cdot", "=", ","})
_NOT_AFTER = frozenset({"^", "_", "'", "("})
_SUM = frozenset({"+", "-", r"\pm", "/", r"\odot", ","})
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True)
class Schema:
    """An equation that is said for every letter in the place of one.

    Attributes:
        left, right: its sides, as tokens in the one spelling.
        letter: the one.
        block, far: the display to which it is said, and whether it is said before that.
        place, text: where it is said, and how.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    letter: str
    block: int
    far: bool
    place: Any
    text: str


def schemas(document: Document) -> list[Schema]:
    """The equations of the prose that are said for every letter, with the displays to which each is said."""
    found: list[Schema] = []
    for far, said in ((False, document.premises), (True, document.defined)):
        for block, given in said.items():
            for place, text in given:
                made = _schema(text, document)
                if made is not None and not concerns(document.singled_out.get(block, ()), made[2]):
                    found.append(Schema(*made, block, far, place, text))
    return found


def at_their_points(task: Task, said: Sequence[Schema]) -> Iterator[tuple[list[Support], Question, str]]:
    """A line with such equations put in, on one side or on both, with what was used, and what is to be noted."""
    question = task.question
    texts = _sides(task)
    if question.left is None or texts is None:
        return
    setting = question.setting
    here = [one for one in said if one.block == task.line.block]
    for schema in _once(here):
        with contextlib.suppress(CannotRead, Misdeclared, ValueError, TypeError, AttributeError, NotImplementedError):
            sides = [_put_in(text, schema, setting) for text in texts]
            changed = [side != _spelt(text, setting) for side, text in zip(sides, texts, strict=True)]
            if not any(changed):
                continue
            remade = question
            if changed[0]:
                left, written = setting.read_written(joined(sides[0]))
                remade = replace(remade, left=left, left_written=written)
            if changed[1]:
                right, written = setting.read_written(joined(sides[1]))
                remade = replace(remade, right=right, right_written=written)
            if all(
                getattr(a, "shape", None) == getattr(b, "shape", None)
                for a, b in ((remade.left, question.left), (remade.right, question.right))
            ):
                line = Line(schema.block, schema.place, schema.text, "", schema.text, Status.ASSUMED)
                given = Support(
                    Question(remade.left, "=", remade.left, setting), line, 0, schema.block, (line,), schema.far
                )
                yield [given], remade, f"as is said in line {int(schema.place)} for every {schema.letter}"


def _once(said: Sequence[Schema]) -> list[Schema]:
    met: dict[tuple[Any, ...], Schema] = {}
    for one in said:
        met.setdefault((one.left, one.right), one)
    return list(met.values())


def _sides(task: Task) -> tuple[str, str] | None:
    """Both sides of a line as they are written; None where one is not."""
    steps = task.chain.steps
    before = task.chain.equation.start if task.place == 0 else steps[task.place - 1][0].text
    if task.chain.headless or any(step.relation != "=" for step, *_ in steps[: task.place]):
        return None
    return before, steps[task.place][0].text


def _spelt(text: str, setting: Setting | None = None) -> tuple[str, ...]:
    return tuple(plain(words(text), setting.names) if setting is not None else plain(words(text)))


# -- what is said ------------------------------------------------------------------------------------------------------


def _schema(text: str, document: Document) -> tuple[tuple[str, ...], tuple[str, ...], str] | None:
    """Both sides of an equation, and the letter for which it is said; None if it is not one of this sort."""
    if text.count("=") != 1 or _RELATION.search(text.replace("=", " ")):
        return None
    with contextlib.suppress(Unbalanced, ValueError):
        left, right = (_spelt(side) for side in text.split("="))
        both = set(_points(left)) & set(_points(right))
        letters = [letter for letter in sorted(both) if _is_any(letter, document, text)]
        if len(letters) == 1 and len(left) > len(_first_value(left)):
            return left, right, letters[0]
    return None


def _first_value(tokens: Sequence[str]) -> tuple[str, ...]:
    """The value of a function with which a side begins."""
    return next((tuple(tokens[:after]) for begin, _, after in _applications(tokens) if begin == 0), ())


def _points(tokens: Sequence[str]) -> list[str]:
    """The plain letters at which functions are taken, one argument each."""
    found: list[str] = []
    for _, opens, after in _applications(tokens):
        for argument in between_commas(_commas(tokens[opens + 1 : after - 1])):
            if len(argument) == 1 and _LETTER.fullmatch(argument[0]):
                found.append(argument[0])
    return found


def _commas(tokens: Sequence[str]) -> list[str]:
    return ["," if token == ";" else token for token in tokens]


def _applications(tokens: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    r"""Where a function, ``\sigma'``, begins that stands before a bracket, where that opens, and where it ends."""
    k = 0
    while k < len(tokens):
        end = base_end(list(tokens), k)
        if end is None:
            k += 1
            continue
        opens = _past_marks(tokens, end)
        if opens < len(tokens) and tokens[opens] == "(":
            yield k, opens, closing(tokens, opens) + 1
        k = opens if opens > k else k + 1


def _past_marks(tokens: Sequence[str], k: int) -> int:
    """The place after the primes and indices that stand on a letter."""
    while k < len(tokens) and (tokens[k] == "'" or (tokens[k] == "_" and list(tokens[k + 1 : k + 2]) == ["{"])):
        k = k + 1 if tokens[k] == "'" else closing(tokens, k + 1) + 1
    return k


def _is_any(letter: str, document: Document, text: str) -> bool:
    """Whether nothing else is said of a letter: it stands in no display, and in no other relation of the prose."""
    for equation in document.equations:
        if any(_stands_alone(letter, side) for side in equation.sides):
            return False
    return not any(
        _stands_alone(letter, said) for _, said in document.prose
        if said != text and not _TYPING.search(said) and not _is_a_point(said, letter)
    )  # fmt: skip


def _is_a_point(text: str, letter: str) -> bool:
    """Whether a function is taken at a letter in a formula."""
    with contextlib.suppress(Unbalanced, ValueError):
        return letter in _points(_spelt(text))
    return False


def _stands_alone(letter: str, text: str) -> bool:
    """Whether a letter stands in a formula, with no index and outside of what functions are taken at."""
    with contextlib.suppress(Unbalanced, ValueError):
        tokens = list(_spelt(text))
        inside = {k for _, opens, after in _applications(tokens) for k in range(opens, after)}
        places = [k for k, token in enumerate(tokens) if token == letter and k not in inside]
        return any(tokens[k + 1 : k + 2] != ["_"] and tokens[k - 1 : k] != [r"\partial"] for k in places)
    return True


# -- at the points of a line -------------------------------------------------------------------------------------------


def _put_in(text: str, schema: Schema, setting: Setting) -> tuple[str, ...]:
    """A side with the equation put in wherever its left side stands there, at any point."""
    tokens = _spelt(text, setting)
    start, count = 0, 0
    while count < MOST and (found := _match(tokens, schema, start)) is not None:
        begin, end, point = found
        made = tuple(_at(schema.right, schema.letter, point))
        dot = () if "".join(tokens[begin - 1 : begin]) in _BEFORE or begin == 0 else (r"\cdot",)
        tokens = (*tokens[:begin], *dot, "(", *made, ")", *tokens[end:])
        start = begin + len(dot) + len(made) + 2
        count += 1
    return tokens


def _match(tokens: Sequence[str], schema: Schema, start: int) -> tuple[int, int, tuple[str, ...]] | None:
    """Where the left side of an equation stands among tokens, from a place on, and at which point."""
    pattern = schema.left
    begin_of, opens_of, after_of = next(_applications(pattern))
    arguments = between_commas(_commas(pattern[opens_of + 1 : after_of - 1]))
    if [schema.letter] not in arguments:
        return None
    which = arguments.index([schema.letter])
    name = tuple(pattern[begin_of : opens_of + 1])
    for k in range(start, len(tokens) - len(name) + 1):
        if tuple(tokens[k : k + len(name)]) != name:
            continue
        after = closing(tokens, k + len(name) - 1) + 1
        inside = between_commas(_commas(tokens[k + len(name) : after - 1]))
        if len(inside) != len(arguments):
            continue
        point = tuple(inside[which])
        for bracket in (False, True):
            wanted = tuple(_at(pattern, schema.letter, point, bracket=bracket))
            begin = k - len(tuple(_at(pattern[:begin_of], schema.letter, point, bracket=bracket)))
            end = begin + len(wanted)
            same = begin >= start and _commas(tokens[begin:end]) == _commas(wanted)
            if same and _is_a_product(tokens, begin, end):
                return begin, end, point
    return None


def _at(tokens: Sequence[str], letter: str, point: Sequence[str], *, bracket: bool | None = None) -> Iterator[str]:
    """Tokens with a point in the place of a letter; in brackets where it multiplies, if it must or shall be."""
    inside = {k for _, opens, after in _applications(tokens) for k in range(opens + 1, after - 1)}
    for k, token in enumerate(tokens):
        if token != letter or list(tokens[k + 1 : k + 2]) == ["_"]:
            yield token
            continue
        alone = k in inside and tokens[k - 1] in ("(", ",", ";") and tokens[k + 1] in (")", ",", ";")
        wide = len(point) > 1 if bracket is None else bracket
        yield from point if alone or not wide else ("(", *point, ")")


def _is_a_product(tokens: Sequence[str], begin: int, end: int) -> bool:
    """Whether tokens stand as factors of one product: nothing before or after them takes a part of them."""
    level = 0
    for token in tokens[begin:end]:
        level += (token in _OPEN) - (token in _CLOSE)
        if level < 0 or (level == 0 and token in _SUM):
            return False
    after = "".join(tokens[end : end + 1])
    return after not in _NOT_AFTER and (begin == 0 or _is_a_factor(tokens, begin))


def _is_a_factor(tokens: Sequence[str], end: int) -> bool:
    r"""Whether what ends at a place is a factor, or a sign: no ``\frac{d}{dt}``, no mean, no function."""
    before = tokens[end - 1]
    if before in _BEFORE or before.isdigit() or before in _CLOSE - {"}"}:
        return True
    if before != "}":
        return base_end([before], 0) == 1
    opens = opening(tokens, end - 1)
    if opens and tokens[opens - 1] in ("_", "^"):
        return True
    if not opens or tokens[opens - 1] != "}":  # the second argument of a fraction
        return False
    first = opening(tokens, opens - 1)
    return first > 0 and tokens[first - 1] == r"\frac" and tokens[first + 1] not in ("d", r"\partial", r"\mathrm")
