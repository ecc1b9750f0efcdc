r"""Vector functions of which words say what their Jacobian is: ``f(\theta)`` moves by ``J(\theta) \dot\theta``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import in_words, joined, words

if TYPE_CHECKING:
    from ..letters.setting import Setting


def jacobian_of(setting: Setting, letter: Any) -> tuple[Any, Any] | None:
    """The Jacobian of a value of a function of one vector, there, and that vector, a letter; None if it is not known.

    Its rows are those of the value, its columns those of the vector: one that is written the other way is none here.
    """
    functions = setting.names.functions
    latex = functions.names.get(str(getattr(letter, "name", "")), "")
    function, arguments = functions.values.get(latex, ""), functions.arguments.get(latex, ())
    name = setting.jacobians.get(function)
    if name is None or name not in functions.declared or len(arguments) != 1:
        return None
    (at,) = arguments
    vectors = isinstance(at, sp.MatrixSymbol) and at.shape[1] == 1 and getattr(letter, "shape", (0, 0))[1] == 1
    if not vectors or str(at.name) in functions.names or str(at.name) in setting.units.shown:
        return None
    try:
        found = setting.read(joined([*in_words(name), *words(latex)[len(in_words(function)) :]]))
    except CannotRead:
        return None
    return (found, at) if getattr(found, "shape", None) == (letter.shape[0], at.shape[0]) else None
