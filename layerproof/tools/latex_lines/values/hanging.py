r"""On what a letter hangs that stands for a value: ``f(x)`` on x, and so does ``A`` after ``A := f(x)``.

A derivative, a mean, a sum or an integral would take such a letter for a constant: what hangs on their variable is
refused there.  By a letter, a derivative of ``f(x^2)`` is ``f'(x^2)`` times that of its argument.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.symbols import Family
from ..files.tokens import in_words, words
from .made_of import made_of

if TYPE_CHECKING:
    from ..letters.setting import Setting


def hanging(expr: Any, variables: Collection[Any], setting: Setting) -> list[Any]:
    """The letters in an expression that stand for values which hang on a variable that is not seen in them.

    Args:
        expr: with nothing defined left in it.
        variables: letters, matrices, families, entries or indices.
        setting: what the letters mean.
    """
    found = []
    for one in sorted(_letters(expr), key=str):
        bound = {a for a in one.args if isinstance(a, sp.Idx)} if isinstance(one, AppliedUndef) else set()
        unseen = [v for v in variables if v != one and v not in bound]
        if unseen and _hangs(one, unseen, setting, frozenset()):
            found.append(one)
    return found


def at_unknown(expr: Any, setting: Setting) -> list[Any]:
    """The values of functions in an expression at what was not read, as a letter that nobody declares: it may move."""
    functions = setting.names.functions
    values = {one: functions.names.get(_name(one)) for one in _letters(expr)}
    return sorted(
        (one for one, latex in values.items() if latex in functions.values and not functions.arguments.get(latex)),
        key=str,
    )


def shown(letter: Any, setting: Setting) -> str:
    """What is written where a letter stands."""
    name = _name(letter)
    return setting.units.as_written(setting.names.functions.names.get(name) or setting.units.shown.get(name, name))


def written_tokens(letter: Any, setting: Setting) -> tuple[str, ...]:
    """What is written where a letter stands, as tokens; of a letter of the file, its own name."""
    name = _name(letter)
    found = setting.units.as_written(setting.names.functions.names.get(name) or setting.units.shown.get(name, ""))
    return tuple(words(found or setting.printed(name)))


def _letters(expr: Any) -> set[Any]:
    return expr.atoms(sp.Symbol, sp.MatrixSymbol, AppliedUndef) if isinstance(expr, sp.Basic) else set()


def _name(letter: Any) -> str:
    return letter.func.__name__ if isinstance(letter, AppliedUndef) else str(letter.name)


def _hangs(letter: Any, variables: Collection[Any], setting: Setting, above: frozenset[str]) -> bool:
    """Whether the value for which a letter stands hangs on one of the variables; False of a letter of the file."""
    name, units, functions = _name(letter), setting.units, setting.names.functions
    if name in above:
        return False
    if letter in {setting.meanings.get(function) for function in functions.declared}:
        return not getattr(letter, "is_Matrix", False)  # a function without brackets: at what, is not said
    if name not in functions.names and name not in units.shown:
        return False
    inner: list[Any] = [units.bodies.get(name, ())[2:], units.extremes.get(name, ())[2:]]
    inner += [made_of(units, name), units.diagonals.get(name, ())]
    within = above | {name}
    if any(_depends(expr, variables, setting, within) for some in inner for expr in some):
        return True
    text = shown(letter, setting)
    if any(_stands_in(text, spelling) for variable in variables for spelling in _spellings(variable, setting)):
        return True
    defined = [(latex, meaning) for latex, meaning in setting.meanings.items() if meaning in setting.definitions]
    return any(
        _depends(setting.definitions[meaning], variables, setting, within)
        for latex, meaning in defined
        if _stands_in(text, latex)
    )


def _depends(expr: Any, variables: Collection[Any], setting: Setting, above: frozenset[str]) -> bool:
    if not isinstance(expr, sp.Basic):
        return False
    for one in _letters(expr) | expr.atoms(sp.Idx):
        if any(_same(one, variable) for variable in variables):
            return True
        if one in setting.definitions and _depends(setting.definitions[one], variables, setting, above):
            return True
        if not isinstance(one, sp.Idx) and _hangs(one, variables, setting, above):
            return True
    return False


def _same(one: Any, variable: Any) -> bool:
    if isinstance(variable, (AppliedUndef, Family)):
        name = variable.func.__name__ if isinstance(variable, AppliedUndef) else str(variable.name)
        return isinstance(one, AppliedUndef) and one.func.__name__ == name
    return bool(one == variable)


def _spellings(variable: Any, setting: Setting) -> Iterator[str]:
    """How a variable is written, in LaTeX and by its name inside."""
    if isinstance(variable, sp.Idx):
        yield str(variable.label)
        return
    name = variable.func.__name__ if isinstance(variable, AppliedUndef) else str(variable.name)
    yield name
    yield setting.printed(name)
    yield from (latex for latex, meaning in setting.meanings.items() if _same(meaning, variable))
    if variable == setting.time:
        yield from (" ".join(moving) for moving in setting.names.moving)


def _stands_in(text: str, name: str) -> bool:
    """Whether a name stands in a text, as tokens of LaTeX or as a word."""
    try:
        inside, wanted = list(words(text)), list(in_words(name))
    except ValueError:
        return True
    if any(inside[k : k + len(wanted)] == wanted for k in range(len(inside) - len(wanted) + 1)):
        return True
    return re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])", text) is not None


def refused(letters: Iterable[Any], below: str, setting: Setting) -> str:
    """What is said where letters hang on what an operator acts on."""
    named = ", ".join(dict.fromkeys(shown(letter, setting) for letter in letters))
    return f"{named[:80]} stands below {below}, and of it nothing is known but that it is a value"
