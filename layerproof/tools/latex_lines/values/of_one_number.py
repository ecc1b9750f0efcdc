r"""Values of functions of one number, ``\sigma(w^\top x)``: of which function, at what, and at another letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....language.vectors import as_number
from ..files.tokens import holds, in_words, joined, words

if TYPE_CHECKING:
    from ..letters.setting import Setting


@dataclass(frozen=True)
class Value:
    """A value as it is written: of which function, and at which number, or matrix if it is taken entry by entry."""

    function: str
    latex: str
    at: Any


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
