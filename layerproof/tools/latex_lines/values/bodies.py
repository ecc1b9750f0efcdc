r"""Sums over an index that is declared as letters that show what they are of: ``\sum_i \ell(w^\top x_i)`` holds w.

Where an index has a range, a value at it, ``\ell(w^\top x_i)``, is an entry of a family, in which no letter is seen.
With a letter for that value, and one for the sum, what is inside can be derived, and put in another place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.notation import PLACE
from ....language.reading import CannotRead
from ..files.tokens import words
from ..notation.unit import Unit
from .unit_values import linear

if TYPE_CHECKING:
    from ..letters.setting import Setting


def with_bodies(setting: Setting, value: Any) -> Any:
    r"""A number whose sums of values at an index that is declared, ``\sum_i \ell(w^\top x_i)``, show their letters.

    Raises:
        CannotRead: if what stands below a sum is not read by itself.
    """
    put: dict[Any, Any] = {}
    for one in value.atoms(sp.Sum) if isinstance(value, sp.Basic) else ():
        (index, *ends), *others = one.limits
        name = next((latex for latex, meaning in setting.meanings.items() if meaning == index), "")
        entries = [e for e in one.function.atoms(AppliedUndef) if PLACE in setting.units.shown.get(_named(e), "")]
        if others or not entries or name not in setting.names.ranges or ends != [index.lower, index.upper]:
            continue
        if any(entry.args != (index,) for entry in entries):
            continue
        low, high = setting.names.ranges[name]
        head = rf"\sum_{{{name} = {low}}}^{{{high}}}"
        alone = {e: setting.read(setting.units.as_written(setting.units.shown[_named(e)]).replace(PLACE, name))
                 for e in entries}  # fmt: skip
        put[one] = linear(setting, Unit("sum", head, (), tuple(words(head))), one.function.xreplace(alone))
    return value.xreplace(put) if put else value


def with_bodies_if_read(setting: Setting, value: Any) -> Any:
    """The same; a number of which something is not read by itself stays as it is."""
    try:
        return with_bodies(setting, value)
    except (CannotRead, ValueError):
        return value


def _named(entry: Any) -> str:
    return str(entry.func.__name__)
