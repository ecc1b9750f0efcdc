r"""Functions of vectors, ``\exp(-4 X^\top v)``, ``w^{2}``: a letter for each, of the size of the vector.

Of it is known what each of its entries is: that function of the entry of the vector, see `one_entry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp

from ....language.known_functions import FUNCTIONS, OPERATORS
from ....language.matrices import ShapeMismatch, shape_of
from ....language.reading import CannotRead
from ..files.tokens import joined, words
from ..notation.applications import Ambiguous
from ..notation.unit import Unit

if TYPE_CHECKING:
    from ..letters.setting import Setting


class ByEntries(NamedTuple):
    """A function, as SymPy has it, and the vector of whose entries it is taken."""

    function: Callable[[Any], Any]
    vector: Any


def of_a_vector(setting: Setting, unit: Unit, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The value of a function of a vector.

    Args:
        setting: in which the vector is read.
        unit: the part; its head is the function, or the exponent.
        letter: makes a letter for a text, of a shape, that is guessed as far as some others are.
    """
    shown = joined(unit.whole)
    try:
        vector = sp.expand(setting.read(joined(unit.inside)))
        function, name, letters = _function(setting, unit.head)
    except CannotRead as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    if getattr(vector, "shape", ())[1:] != (1,) or vector.shape == (1, 1):
        raise Ambiguous(f"{shown[:80]}: it is taken entry by entry of vectors alone")
    try:
        shape_of(vector)
    except ShapeMismatch as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    made = letter(f"{name}[{sp.sstr(vector)}]", vector.free_symbols | letters, vector.shape)
    setting.units.by_entries[str(made.name)] = ByEntries(function, vector)
    return made


def _function(setting: Setting, head: str) -> tuple[Callable[[Any], Any], str, set[Any]]:
    """A function by its head, its name, and the letters in it."""
    if not head.startswith("^"):
        known = {"e": sp.exp, r"\sqrt": sp.sqrt}
        found = known.get(head) or FUNCTIONS.get(head) or OPERATORS[head]
        return found, {"e": "exp"}.get(head, head.strip("\\")), set()
    exponent = setting.read(joined(words(head)[2:-1]))
    if getattr(exponent, "is_Matrix", False):
        raise CannotRead("an exponent is a matrix")
    return (lambda one: one**exponent), f"power {sp.sstr(exponent)}", exponent.free_symbols


def below(setting: Setting, expr: Any) -> Iterator[ByEntries]:
    """The functions of vectors in an expression, and in the vectors of which these are taken."""
    for one in sorted(expr.atoms(sp.MatrixSymbol), key=str) if isinstance(expr, sp.Basic) else ():
        found = setting.units.by_entries.get(str(one.name))
        if found is not None:
            yield found
            yield from below(setting, found.vector)
        for factor in setting.units.odots.get(str(one.name), ()):
            yield from below(setting, factor)
