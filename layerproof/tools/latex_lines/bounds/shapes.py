r"""Functions that are convex, smooth or least somewhere: the inequalities of these between the points of a line.

``hypotheses: f convex``, ``f L-smooth``, ``f \mu-strongly convex``, ``f least at x^*``. Of a function of which nothing
else is known, ``f(x)`` and ``\nabla f(x)`` are letters; here they are put together, for every two points at which one
of them stands in the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrix_functions import PositiveDefinite, PositiveSemidefinite
from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, closing, in_words, joined, words
from ..notation.naming import latex_name

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting

MOST_POINTS = 4
_ITEM = re.compile(
    r"(?P<name>\S+?)\s+(?:is\s+)?(?:(?P<convex>convex)|(?P<strong>\S+?)\s*-\s*strongly[ -]convex|"
    r"(?P<smooth>\S+?)\s*-\s*smooth|(?:least|minimal)\s+at\s+(?P<least>.+?))\s*$"
)


@dataclass(frozen=True)
class Shape:
    """What is assumed of a function.

    Attributes:
        convex: whether it is.
        strong: by which number it is strongly convex.
        smooth: by which number its gradient is Lipschitz.
        least: the points in LaTeX at which it is least.
        said: each of these in words.
        guessed: those of the words that the author has not confirmed.
    """

    convex: bool = False
    strong: Any = None
    smooth: Any = None
    least: tuple[str, ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    guessed: tuple[str, ...] = ()

    def words(self, *kinds: str) -> tuple[str, ...]:
        """What was said of it of these kinds; that it is strongly convex says that it is convex."""
        known = dict(self.said)
        return tuple(known[kind if kind in known else "strong"] for kind in kinds)


def declare_shape(setting: Setting, item: str) -> bool:
    """Take up ``f convex`` and the like; False if it is none.

    Raises:
        ValueError: if it is of no declared function, or a constant cannot be read.
    """
    found = _ITEM.match(item)
    if found is None:
        return False
    name = latex_name(found["name"])
    value = setting.names.functions.declared.get(name)
    if value is None or value.sizes:
        raise ValueError(f"{name} is no function that gives a number; declare it as one: '{name} function'")
    known = setting.shapes.get(name, Shape())
    kind = next(kind for kind in ("convex", "least", "strong", "smooth") if found[kind])
    change: dict[str, Any] = {"said": (*known.said, (kind, item))}
    if kind == "convex":
        change[kind] = True
    elif kind == "least":
        change[kind] = (*known.least, joined(words(latex_name(found["least"]))))
    else:
        number = setting.read(found[kind])
        if not number.is_positive:
            raise ValueError(f"{found[kind]} is not known to be positive; declare it so")
        change[kind] = number
        change["convex"] = known.convex or kind == "strong"
    setting.shapes[name] = replace(known, **change)
    return True


def shaped(question: Question) -> Question | None:
    """The question with what the shapes of its functions say; None if they say nothing."""
    if not question.setting.shapes:
        return None
    setting = question.setting.copy()
    bounds: list[tuple[Any, tuple[str, ...]]] = []
    zeros: dict[Any, Any] = {}
    said: list[str] = []
    bent = 0
    for name, shape in setting.shapes.items():
        if shape.convex and (curved := _hessians(question, setting, name)):
            kind = PositiveDefinite if shape.strong is not None else PositiveSemidefinite
            setting.hypotheses += [kind(one) for one in curved]
            said += shape.words("convex")
            bent += len(curved)
        points = _points(question, setting, name)
        if not points:
            continue
        points = [*dict.fromkeys([*points[:MOST_POINTS], *shape.least])]
        at = [found for point in points if (found := _at(setting, name, point)) is not None]
        at = [place for place in at if _nought(place.point) == _nought(at[0].point)]  # of one space
        ends = [place for place in at if place.text in shape.least]
        zeros |= {place.slope: _nought(place.slope) for place in ends}
        said += shape.words("least") if any(place.slope in _letters(question) for place in ends) else ()
        bounds += [bound for one in at for other in at if one is not other for bound in _of_two(shape, one, other)]
        bounds += [bound for end in ends for place in at if place is not end for bound in _above(shape, end, place)]
    if not bounds and not zeros and not bent:
        return None
    put = dict(question.put)
    return replace(
        question, setting=setting, left=_without(question.left, zeros), right=_without(question.right, zeros),
        bounds=tuple((bound.xreplace(put).xreplace(zeros), why) for bound, why in bounds), resting=tuple(said),
    )  # fmt: skip


def guesses_in(setting: Setting, said: Sequence[str]) -> list[str]:
    """Those of some words on shapes that the author has not confirmed."""
    return [text for text in said if any(text in shape.guessed for shape in setting.shapes.values())]


def _letters(question: Question) -> set[Any]:
    return {*question.left.free_symbols, *question.right.free_symbols}


def _without(side: Any, zeros: dict[Any, Any]) -> Any:
    return side.xreplace(zeros) if zeros and side.has(*zeros) else side


@dataclass(frozen=True)
class _Place:
    """A point in LaTeX, the vector or number that it is, and the value and the gradient of a function there."""

    text: str
    point: Any
    value: Any
    slope: Any


def at_points(question: Question) -> set[Any]:
    """The letters that are points at which a function of a known shape, or its gradient, stands in a line."""
    setting = question.setting
    texts = {point for name in setting.shapes for point in _points(question, setting, name)}
    return {setting.meanings[text] for text in texts if text in setting.meanings}


def _points(question: Question, setting: Setting, name: str) -> list[str]:
    """The points, in LaTeX, at which a function or its gradient stands in a line, in order."""
    functions, shown = setting.names.functions, setting.units.shown
    found: list[str] = []
    for letter in sorted(str(getattr(s, "name", "")) for s in _letters(question)):
        text = setting.units.as_written(functions.names.get(letter) or shown.get(letter, ""))
        point = _argument(words(text), in_words(name))
        if point is not None and point not in found:
            found.append(point)
    return found


def _hessians(question: Question, setting: Setting, name: str) -> list[Any]:
    """The second derivatives of a function that stand in a line: of a convex one these are semidefinite."""
    start = (r"\nabla", "^", "{", "2", "}", *in_words(name), "(")
    found: list[Any] = []
    for letter in sorted(_letters(question), key=str):
        shown = str(getattr(letter, "name", ""))
        text = setting.units.as_written(setting.units.shown.get(shown, ""))
        square = isinstance(letter, sp.MatrixSymbol) and letter.shape[0] == letter.shape[1]
        if square and shown in setting.units.hessians and tuple(words(text))[: len(start)] == start:
            found.append(letter)
    return found


def _argument(tokens: Sequence[str], name: tuple[str, ...]) -> str | None:
    r"""The point of ``f(x)``, ``\nabla f(x)`` or ``f'(x)``; None if it is something else."""
    tokens = list(tokens[1:] if tokens[:1] == [r"\nabla"] else tokens)
    size = len(name)
    if tokens[size : size + 1] == ["'"]:
        del tokens[size]
    if tuple(tokens[:size]) != name or tokens[size : size + 1] != ["("]:
        return None
    try:
        end = closing(tokens, size)
    except Unbalanced:
        return None
    return joined(tokens[size + 1 : end]) if end == len(tokens) - 1 else None


def _at(setting: Setting, name: str, point: str) -> _Place | None:
    """A function at a point; None if that is neither a vector nor a number."""
    try:
        where = setting.read(point)
        value = setting.read(f"{name}({point})")
        if not getattr(where, "is_Matrix", False):
            return _Place(point, where, value, _slope(setting, name, point))
        return _Place(point, where, value, setting.read(rf"\nabla {name}({point})")) if where.shape[1] == 1 else None
    except CannotRead:
        return None


def _slope(setting: Setting, name: str, point: str) -> Any:
    """The derivative of a function of a number; a letter where the file has no name for it."""
    functions, primed = setting.names.functions, f"{name}'"
    if primed in functions.declared:
        return setting.read(f"{primed}({point})")
    return sp.Symbol(functions.internal(f"{primed}({point})"), real=True)


_Bound = tuple[Any, tuple[str, ...]]


def _of_two(shape: Shape, one: _Place, other: _Place) -> Iterator[_Bound]:
    """What of the values at two points, seen from the first, is not negative, and by what was said."""
    step, turn = other.point - one.point, other.slope - one.slope
    if step == _nought(step):
        return
    above = other.value - one.value - _product(one.slope, step)  # the value above the tangent
    long, bent = _product(step, step), _product(turn, turn)
    if shape.convex:
        yield above, shape.words("convex")
    if shape.smooth is not None:
        yield shape.smooth / 2 * long - above, shape.words("smooth")
        yield shape.smooth**2 * long - bent, shape.words("smooth")
    if shape.convex and shape.smooth is not None:
        yield above - bent / (2 * shape.smooth), shape.words("convex", "smooth")
    if shape.strong is not None:
        yield above - shape.strong / 2 * long, shape.words("strong")
    for square in (long, bent, _product(one.slope, one.slope)):
        yield square, ()


def _above(shape: Shape, end: _Place, place: _Place) -> Iterator[_Bound]:
    """What of a value beside the least one is not negative, and by what was said."""
    above, square = place.value - end.value, _product(place.slope, place.slope)
    yield above, shape.words("least")
    if shape.smooth is not None:
        yield 2 * shape.smooth * above - square, shape.words("least", "smooth")
    if shape.strong is not None:
        yield square - 2 * shape.strong * above, shape.words("least", "strong")


def _product(one: Any, other: Any) -> Any:
    return sp.Trace(sp.Transpose(one).doit() * other) if getattr(one, "is_Matrix", False) else one * other


def _nought(like: Any) -> Any:
    return sp.ZeroMatrix(*like.shape) if getattr(like, "is_Matrix", False) else sp.Integer(0)
