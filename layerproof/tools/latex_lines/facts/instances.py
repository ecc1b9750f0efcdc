r"""What a function is said to be, at the points at which it stands in a line: ``f(x) = \frac12 x^\top A x - b^\top x``.

Where a paper states that of a plain letter x, it says it of every x: ``f(w_t)`` is that with w_t in the place of x, and
``\nabla f(w_t)`` its gradient there, worked out; the same of several letters. A letter with an index, a star or a hat
is one point, and says nothing of others. A function of which two different things are said is left alone.

``L = \frac12 \|A B - Y\|^2``, without a bracket, says what L is, and so ``\frac{\partial L}{\partial A}`` by each plain
letter that stands there. Where another letter that stands there is said to be something with A in it, it says nothing.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.relational import Relational

from ....language.matrices import Equal, ShapeMismatch, gradient
from ....language.reading import CannotRead
from ....language.vectors import as_number, is_single
from ..files.tokens import Unbalanced, argument, between_commas, closing, holds, in_words, joined, words
from ..notation.unit import Unit
from ..page.prose import concerns
from ..values.bodies import with_bodies, with_bodies_if_read
from ..values.facts_inside import deep, moves, put_inside, runs_below, runs_over, written
from ..values.hanging import hanging
from ..values.jacobians import jacobian_of
from ..values.of_one_number import Value, hangs_plainly, of_several, partial, slope, value_at
from ..values.unit_values import by_entries, linear

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting
    from .supports import Support

_MARKS = frozenset({"_", "^", "'", r"\hat", r"\bar", r"\tilde", r"\widehat", r"\widetilde", r"\star", "*", r"\dot"})


@dataclass(frozen=True)
class Definition:
    """What a function is: its name, its variables, its value there, and where that is said.

    Attributes:
        name: in LaTeX.
        variables: of which it is said; of a letter without a bracket, none.
        value: there.
        support: where it is said.
        by: the letters by which it may be derived.
        said: the sides of the other equations that are said, each with what its letters mean.
    """

    name: str
    variables: tuple[Any, ...]
    value: Any
    support: Support
    by: frozenset[Any] = frozenset()
    said: tuple[tuple[Setting, Any, Any], ...] = ()


def definitions(supports: Sequence[Support], ties: Sequence[Support] = ()) -> dict[str, Definition]:
    """The functions that are said to be something of plain letters, each with that; `ties` say more of the letters."""
    found: dict[str, Definition] = {}
    unclear: set[str] = set()
    for support in supports:
        made = _definition(support)
        if made is None:
            continue
        known = found.get(made.name)
        if known is not None and not _same(known, made):
            unclear.add(made.name)
        found[made.name] = made
    hanging = {name: _held(made, [*supports, *ties]) for name, made in found.items() if name not in unclear}
    return {name: made for name, made in hanging.items() if made.by or made.variables}


def _same(one: Definition, other: Definition) -> bool:
    if len(one.variables) != len(other.variables):
        return False
    return bool(one.value.xreplace(dict(zip(one.variables, other.variables, strict=True))) == other.value)


def _held(made: Definition, supports: Sequence[Support]) -> Definition:
    """The same, to be derived by those letters alone that no other letter of it is said to hang on."""
    setting = made.support.question.setting
    letters = deep(setting, made.value) - set(made.variables)
    moved: set[Any] = set()
    said = [
        (support.question.setting, support.question.left, support.question.right)
        for support in supports if support is not made.support and support.question.relation == "="
    ]  # fmt: skip
    said += [(setting, h.lhs, h.rhs) for h in setting.hypotheses if isinstance(h, sp.Eq)]
    said += [(setting, _number(h.matrix), _number(h.value)) for h in setting.hypotheses if isinstance(h, Equal)]
    for where, left, right in said:
        for one, other in ((left, right), (right, left)):
            if one in letters:
                moved |= _on(where, other) - {one}
    return replace(made, by=made.by - moved, said=tuple(said))


def _on(setting: Setting, value: Any) -> set[Any]:
    """The letters on which what is said to be a value hangs."""
    return deep(setting, as_number(setting.without_definitions(value)))


def _moves_with(setting: Setting, points: Iterable[Any], by: Any, made: Definition) -> bool:
    """Whether what a function is taken at hangs on a letter, as far as is said, or holds it."""
    met: set[Any] = set()
    waiting = set().union(*(deep(setting, point) for point in points))
    while waiting:
        met |= waiting
        sides = [(where, *pair) for where, *both in made.said for pair in (both, both[::-1])]
        waiting = set().union(*(_on(where, other) for where, one, other in sides if one in waiting)) - met
    return by in met


def _number(expr: Any) -> Any:
    """A matrix, and one of a single entry as that."""
    return sp.sympify(as_number(expr)).doit() if is_single(expr) else expr


def _definition(support: Support) -> Definition | None:
    question = support.question
    said = _function_at(question)
    if said is None or isinstance(question.left, sp.MatrixSymbol) or not _is_letter(question.setting, question.left):
        return None
    of, points, variables = said
    value = as_number(question.setting.without_definitions(question.right))
    if getattr(value, "is_Matrix", False) or any(concerns(support.singled_out, point) for point in points):
        return None
    shown = with_bodies_if_read(question.setting, value)
    letters = deep(question.setting, shown)
    if _holds_a_value_of(of, question.setting, letters) or len(set(variables)) < len(variables):
        return None
    if points and not set(variables) & letters:
        return None
    hidden = {variable for variable in letters if _is_hidden(question.setting, variable, letters)}
    if hidden & set(variables):
        return None
    letters -= hidden
    plain = {meaning for name, meaning in question.setting.meanings.items() if not is_one_point(name, counted=True)}
    plain |= {letter for letter in letters if runs_over(question.setting, shown, letter)}
    by = {one for one in letters & plain if _is_letter(question.setting, one) and not one.is_integer}
    return Definition(of, variables, value, support, frozenset(by))


def _is_letter(setting: Setting, expr: Any) -> bool:
    """Whether an expression is a letter by which one may derive: a number, one that moves, or a matrix."""
    return isinstance(expr, (sp.Symbol, sp.MatrixSymbol)) or moves(setting, expr)


def says_a_function(question: Question) -> bool:
    """Whether an equation says what a function is at plain letters: it ties neither these nor the letters beside."""
    setting = question.setting
    of, _, variables = _function_at(question) or ("", [], ())
    itself = _holds_a_value_of(of, setting, deep(setting, question.right))
    return bool(variables) and setting.time not in variables and not itself


def _function_at(question: Question) -> tuple[str, list[str], tuple[Any, ...]] | None:
    """The function that an equation says to be something, at which plain letters, and what they mean; or None.

    Of a letter without a bracket these are none.
    """
    setting = question.setting
    functions = setting.names.functions
    alone = (f for f in functions.declared if setting.meanings.get(f) == question.left)
    latex = functions.names.get(str(getattr(question.left, "name", ""))) or next(alone, None)
    of = functions.values.get(latex, latex) if latex is not None else None
    points = _points(words(latex), in_words(of)) if question.relation == "=" and latex and of else None
    if of is None or points is None or any(is_one_point(point, counted=len(points) > 1) for point in points):
        return None
    variables = tuple(setting.meanings.get(point) for point in points)
    return (of, points, variables) if all(_is_letter(setting, one) for one in variables) else None


def _holds_a_value_of(function: str, setting: Setting, letters: Iterable[Any]) -> bool:
    """Whether one of some letters is a value of a function."""
    functions = setting.names.functions
    latex = (functions.names.get(str(getattr(one, "name", "")), "") for one in letters)
    return any(functions.values.get(one) == function for one in latex)


def _hangs_plainly(setting: Setting, letter: Any, variable: Any) -> bool:
    r"""Whether a letter stands for ``f(x; w)``, of which w is one argument and stands in no other."""
    value = of_several(setting, letter)
    if value is None or not isinstance(variable, sp.MatrixSymbol):
        return False
    return hangs_plainly(value, variable, lambda expr: variable in deep(setting, expr))


def _is_hidden(setting: Setting, variable: Any, letters: set[Any]) -> bool:
    r"""Whether a letter stands where nothing is put in: in a value ``G(w)``, below a norm, in the law of a mean."""
    name = in_words(written(setting, variable))
    if not name:
        return False
    for letter in letters - {variable}:
        known = str(getattr(letter, "name", ""))
        if known in setting.units.bodies:
            if holds(words(setting.units.bodies[known][1]), name):
                return True
        elif (
            value_at(setting, letter) is None
            and not _hangs_plainly(setting, letter, variable)
            and known not in setting.units.odots
            and hanging(letter, [variable], setting)
        ):
            return True
    return False


_COUNTED = re.compile(r"(?:\\[A-Za-z]+\{[A-Za-z]\}|\\[A-Za-z]+|[A-Za-z])_\{\d\}")


def is_one_point(text: str, *, counted: bool) -> bool:
    """Whether what is written is a single point, and says nothing of others: ``x^*``, ``w_t``, 0.

    Letters that are `counted`, ``W_1``, are no points where several stand beside each other.
    """
    tokens = words(text)
    if counted and _COUNTED.fullmatch(text):
        return False
    return bool(_MARKS & set(tokens) or any(token.isdigit() for token in tokens))


def instantiated(setting: Setting, expr: Any, known: dict[str, Definition]) -> tuple[Any, list[Definition]]:
    """An expression with the values and gradients of such functions worked out, and which of these were used.

    Raises:
        ValueError, NotImplementedError: if something cannot be worked out.
    """
    put: dict[Any, Any] = {}
    used: list[Definition] = []
    for letter in sorted(deep(setting, expr), key=str):
        found = _value_of(setting, letter, known)
        if found is not None:
            put[letter], made = found
            used.append(made)
    return (put_inside(setting, expr, put) if put else expr), used


def _value_of(setting: Setting, letter: Any, known: dict[str, Definition]) -> tuple[Any, Definition] | None:
    name = str(getattr(letter, "name", ""))
    functions, units = setting.names.functions, setting.units
    text = functions.names.get(name) or units.shown.get(name)
    if not text:
        return None
    tokens = words(units.as_written(text))
    for made in known.values():
        with contextlib.suppress(CannotRead, ShapeMismatch, TypeError, AttributeError, Unbalanced):
            by, points = _at(tokens, in_words(made.name), setting, made)
            if by is not None and by not in made.variables and _moves_with(setting, points, by, made):
                return None
            value = with_bodies(setting, made.value)
            value = value if by is None else _gradient(setting, value, by)
            put = dict(zip(made.variables, points, strict=bool(points)))
            if any(getattr(a, "shape", None) != getattr(b, "shape", None) for a, b in put.items()):
                return None
            put = {variable: point for variable, point in put.items() if variable != point}
            if not all(_is_of_its_sort(setting, variable, point) for variable, point in put.items()):
                return None
            if any(_is_hidden(setting, variable, deep(setting, value)) for variable in put):
                return None  # a gradient of which only its name is known is not at another point
            there = put_inside(setting, value, put, everywhere=True) if put else value
            if getattr(there, "shape", None) != getattr(letter, "shape", None):
                return None
            return there, made
    return None


def _is_of_its_sort(setting: Setting, variable: Any, point: Any) -> bool:
    """Whether what a letter is declared to be is known of a point: a positive number, a symmetric matrix."""
    sorts = () if isinstance(variable, sp.MatrixSymbol) else ("is_positive", "is_nonnegative", "is_integer")
    if any(getattr(variable, sort) and not getattr(point, sort, None) for sort in sorts):
        return False
    for known in setting.hypotheses:
        if getattr(known, "matrix", None) == variable:
            if type(known) not in {type(h) for h in setting.hypotheses if getattr(h, "matrix", None) == point}:
                return False
        elif isinstance(known, Relational) and known.has(variable):
            there = known.xreplace({variable: point})
            if there != sp.true and there not in setting.hypotheses:
                return False
    return True


def _at(
    tokens: list[str], name: tuple[str, ...], setting: Setting, made: Definition
) -> tuple[Any | None, tuple[Any, ...]]:
    """By which letter a function is derived where it stands, None if it is not, and at what it stands.

    Raises:
        CannotRead: if it is something else.
    """
    if tokens[:1] == [r"\nabla"]:
        tokens, by = tokens[1:], ""
        if tokens[:1] == ["_"]:
            index, after = argument(tokens, 1)
            tokens, by = tokens[after:], joined(index)
        points = _points_at(tokens, name, setting, made)
        if not by and (len(made.variables) != 1 or not points):
            raise CannotRead("by which letter is not said")
        return _derived_by(setting, made, by), points
    if tokens[:1] == [r"\frac"]:
        over, middle = argument(tokens, 1)
        under, end = argument(tokens, middle)
        if over[:1] != under[:1] or over[:1] not in ([r"\partial"], ["d"]):
            raise CannotRead("no derivative")
        points = _points_at([*over[1:], *tokens[end:]], name, setting, made)
        by = _derived_by(setting, made, joined(under[1:]))
        if over[:1] == ["d"] and points and by not in made.variables:
            raise CannotRead("a total derivative")
        return by, points
    primed = tuple(tokens[: len(name) + 1]) == (*name, "'") and len(made.variables) == 1
    points = _points_at([*name, *tokens[len(name) + 1 :]] if primed else tokens, name, setting, made)
    if not points:
        raise CannotRead("a letter without a bracket is no value at a point")
    return _derived_by(setting, made, "") if primed else None, points


def _derived_by(setting: Setting, made: Definition, by: str) -> Any:
    letter = setting.meanings.get(by) if by else made.variables[0]
    if letter not in made.by:
        raise CannotRead("it is not said to hang on that letter")
    return letter


def _points_at(tokens: list[str], name: tuple[str, ...], setting: Setting, made: Definition) -> tuple[Any, ...]:
    """At what a function stands: nothing without a bracket, else something for each of its variables.

    Raises:
        CannotRead: if it is something else, or with other letters than it is said of.
    """
    inside = _points(tokens, name)
    if inside is None:
        raise CannotRead("another function")
    points = tuple(setting.read(point) for point in inside)
    if not points or len(points) == len(made.variables):
        return points
    if not made.variables and set(points) <= made.by:
        return ()
    raise CannotRead("of other letters")


def _points(tokens: Sequence[str], name: tuple[str, ...]) -> list[str] | None:
    """At what ``f(x, y)`` stands, nothing for ``f``; None if it is something else."""
    size = len(name)
    if tuple(tokens[:size]) != name:
        return None
    if len(tokens) == size:
        return []
    if tokens[size] not in ("(", "["):
        return None
    try:
        end = closing(list(tokens), size)
    except Unbalanced:
        return None
    return [joined(part) for part in between_commas(tokens[size + 1 : end])] if end == len(tokens) - 1 else None


def _gradient(setting: Setting, value: Any, variable: Any, held: frozenset[Any] = frozenset()) -> Any:
    """The gradient of a number by a letter of any sort, below sums term by term; what is `held` is a constant."""
    value = as_number(value)
    if not isinstance(variable, sp.MatrixSymbol):
        return _slope(setting, value, variable)
    sums = [s for s in value.free_symbols - held if variable in deep(setting, s) and s != variable]
    whole = sorted((s for s in sums if isinstance(s, sp.MatrixSymbol)), key=str)
    sums = [s for s in sums if s not in whole]
    parts = {t: sp.Dummy(real=True) for t in sorted(value.atoms(sp.Trace), key=str) if t.has(variable, *whole)}
    outer = value.xreplace(parts)
    if outer.has(variable, *whole):
        raise NotImplementedError("of what is no function of traces")
    back = {dummy: part for part, dummy in parts.items()}
    if any(runs_over(setting, s, variable) for s in sums) and (parts or _has_others(setting, value, variable)):
        raise NotImplementedError("of a letter at an index that runs, and at others")
    terms = [(outer.diff(dummy).xreplace(back), gradient(part, variable)) for part, dummy in parts.items()]
    for letter in whole:
        terms += [
            (outer.diff(dummy).xreplace(back), _through(setting, letter, gradient(part, letter), variable))
            for part, dummy in parts.items() if part.has(letter)
        ]  # fmt: skip
    for letter in sums:
        if (of := value_at(setting, letter)) is not None:
            terms.append((outer.diff(letter).xreplace(back) * slope(setting, of), _gradient(setting, of.at, variable)))
            continue
        if (several := of_several(setting, letter)) is not None:
            terms.append((outer.diff(letter).xreplace(back), _partial(setting, several, variable)))
            continue
        kind, head, body = setting.units.bodies[str(letter.name)]
        smooth = not body.atoms(sp.Function) and kind == "mean"
        if kind != "sum" and not smooth:
            raise NotImplementedError("below an integral")
        inner = sp.sympify(_gradient(setting, body, variable)).doit()
        its_own = kind == "sum" and runs_below(setting, head, variable)  # only one term holds w_r
        made = inner if its_own else linear(setting, Unit(kind, head, (), tuple(words(head))), inner)
        terms.append((outer.diff(letter).xreplace(back), made))
    found = [sp.MatMul(number, slope).doit() for number, slope in terms if number != 0]
    return sp.MatAdd(*found).doit() if len(found) > 1 else found[0] if found else sp.ZeroMatrix(*variable.shape)


def _partial(setting: Setting, value: Value, variable: Any) -> Any:
    """The gradient of a value of which nothing is known by a letter that is one of its arguments.

    Raises:
        NotImplementedError: if it hangs on that in another way.
    """
    if not (name := written(setting, variable)):
        raise NotImplementedError("by a letter without a name")
    found = partial(setting, value, variable, name, lambda expr: variable in deep(setting, expr))
    if getattr(found, "shape", None) != variable.shape:
        raise NotImplementedError("of another shape")
    return found


def _through(setting: Setting, letter: Any, outer: Any, variable: Any) -> Any:
    r"""The gradient by W from that by ``\sigma(W x)``, an entrywise value: ``(g \odot \sigma'(W x)) x^\top``."""
    if (jacobian := jacobian_of(setting, letter)) is not None and jacobian[1] == variable:
        return sp.MatMul(sp.Transpose(jacobian[0]), outer).doit()
    of = value_at(setting, letter)
    if of is None or getattr(of.at, "shape", None) != letter.shape:
        raise NotImplementedError("of a matrix of which nothing is known")
    local = by_entries(setting, outer, slope(setting, of))
    held = frozenset(s for s in local.free_symbols if variable in deep(setting, s))
    if held & of.at.free_symbols:
        raise NotImplementedError("of what is held there, and moves")
    return _gradient(setting, sp.Trace(local.T * of.at), variable, held)


def _has_others(setting: Setting, value: Any, variable: Any) -> bool:
    """Whether a letter stands in an expression at other indices as well."""
    base = words(written(setting, variable))
    base = base[: base.index("_")] if "_" in base else base
    names = (words(written(setting, letter)) for letter in deep(setting, value) - {variable})
    return any(name[: len(base) + 1] == [*base, "_"] for name in names)


def _slope(setting: Setting, value: Any, variable: Any) -> Any:
    """The derivative of a number by a number, which stands below no trace, sum or mean."""
    if any(term.has(variable) for term in value.atoms(sp.Trace, sp.Sum, sp.Product, sp.Integral)):
        raise NotImplementedError("below a trace or a sum")
    hanging = [s for s in value.free_symbols if variable in deep(setting, s) and s != variable]
    of = {s: value_at(setting, s) for s in hanging}
    if None in of.values():
        raise NotImplementedError("of a value of which nothing is known")
    found = value.diff(variable)
    for s, one in of.items():
        found += value.diff(s) * slope(setting, one) * _slope(setting, one.at, variable) if one is not None else 0
    if found.has(sp.Derivative, sp.Subs):
        raise NotImplementedError("of a function that is not known")
    return found
