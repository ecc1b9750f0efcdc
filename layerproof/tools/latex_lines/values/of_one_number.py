r"""Values of functions, ``\sigma(w^\top x)``, ``f(x; \theta)``: of which function, at what, and at another letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ....language.vectors import as_number
from ..files.tokens import holds, in_words, joined, words

if TYPE_CHECKING:
    from ..letters.setting import Setting


@dataclass(frozen=True)
class Value:
    r"""A value as it is written.

    Attributes:
        function: of which it is one.
        latex: as it is written.
        at: the number, or the matrix that is taken entry by entry; of a function of something else, all arguments.
        named: the letters in the name of the function, the \theta of ``f_\theta(x)``.
    """

    function: str
    latex: str
    at: Any
    named: frozenset[Any] = frozenset()


def value_at(setting: Setting, letter: Any) -> Value | None:
    """The value for which a letter stands, if it is that of a function of one number, in whose name is no letter.

    So is one of a matrix that is taken entry by entry.
    """
    functions = setting.names.functions
    latex = functions.names.get(str(getattr(letter, "name", "")), "")
    function, arguments = functions.values.get(latex), functions.arguments.get(latex, ())
    if function is None or len(arguments) != 1 or functions.declared[function].sizes:
        return None
    number = as_number(arguments[0])
    letters = setting.meanings.keys() - functions.declared.keys()
    own = any(holds(words(function), in_words(name)) for name in letters)  # of f_w, w is an argument, too
    whole = getattr(number, "is_Matrix", False) and not functions.declared[function].entrywise
    return None if whole or own else Value(function, latex, number)


def of_several(setting: Setting, letter: Any) -> Value | None:
    r"""The value for which a letter stands, if it is a number and no `value_at`: of a vector, of several arguments.

    So is a vector, if it is known what the Jacobian of its function is.
    """
    functions = setting.names.functions
    latex = functions.names.get(str(getattr(letter, "name", "")), "")
    function, arguments = functions.values.get(latex), functions.arguments.get(latex, ())
    if function is None or not arguments:
        return None
    if functions.declared[function].may_be_a_matrix and function not in setting.jacobians:
        return None
    if value_at(setting, letter) is not None:
        return None
    names = setting.meanings.keys() - functions.declared.keys()
    named = frozenset(setting.meanings[name] for name in names if holds(words(function), in_words(name)))
    at = sp.Tuple(*(as_number(setting.without_definitions(argument)) for argument in arguments))
    return Value(function, latex, at, named)


def hangs_plainly(value: Value, variable: Any, hangs: Callable[[Any], bool]) -> bool:
    r"""Whether a letter is one argument of a value `of_several`, or its function is named after it, and that is all."""
    others = [argument for argument in value.at if argument != variable]
    ways = len(value.at) - len(others) + (variable in value.named)
    return ways == 1 and not any(map(hangs, others))


def partial(setting: Setting, value: Value, variable: Any, name: str, hangs: Callable[[Any], bool]) -> Any:
    r"""The letter for the gradient of a value by one of its arguments, or by what its function is named after.

    Args:
        setting: in which it was read.
        value: one `of_several`.
        variable: by what.
        name: of that.
        hangs: whether an expression hangs on it.

    Raises:
        NotImplementedError: if it hangs on the variable in another way as well, or the gradient is not read.
    """
    if not hangs_plainly(value, variable, hangs):
        raise NotImplementedError(f"how {value.latex} hangs on {name}")
    by = "" if len(value.at) == 1 and not value.named else f"_{{{name}}}"
    try:
        return setting.read(rf"\nabla{by} {value.latex}")
    except CannotRead as problem:
        raise NotImplementedError(str(problem)) from None


def slope(setting: Setting, value: Value) -> Any:
    r"""The letter for the derivative of the function at the same number, ``\sigma'(w^\top x)``.

    Raises:
        NotImplementedError: if that has no name.
    """
    primed = f"{value.function}'"
    if primed not in setting.names.functions.declared:
        raise NotImplementedError(f"the derivative of {value.function}")
    return setting.value_of(primed, value.latex)


def elsewhere(setting: Setting, value: Value, put: dict[str, str]) -> Any:
    """The value with names replaced where it is taken, each by a name.

    Raises:
        CannotRead: if what comes out is not read.
    """
    found = list(words(value.latex))
    names = sorted(((in_words(name), in_words(by)) for name, by in put.items()), key=lambda pair: -len(pair[0]))
    k = len(in_words(value.function))
    while k < len(found):
        name, by = next((pair for pair in names if tuple(found[k : k + len(pair[0])]) == pair[0]), ((), ()))
        found[k : k + len(name)] = by or found[k : k + len(name)]
        k += len(by) or 1
    return setting.read(joined(found))
