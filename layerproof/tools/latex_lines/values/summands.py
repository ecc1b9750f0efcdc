r"""Sums in one form: what is divided in a term is divided out, ``\frac{a_i}{a_i + c} = 1 - \frac{c}{a_i + c}``.

Each part is a sum of its own, without what does not hold the index.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.notation import PLACE
from ....language.reading import CannotRead
from ..files.tokens import argument, joined, words
from .rowwise import range_of
from .standing_still import stays

if TYPE_CHECKING:
    from ..letters.setting import Setting

LARGEST = 60


def divided_out(expr: Any) -> Any:
    """An expression whose sums have no term that is a quotient of higher degree above than below."""
    if not isinstance(expr, sp.Basic) or not expr.has(sp.Sum):
        return expr
    return expr.replace(lambda e: isinstance(e, sp.Sum), _divided)


def as_sums(expr: Any, setting: Setting) -> Any:
    r"""An expression with the letters for sums of numbers, ``\sum_{i=1}^{n} y_i^2``, as the sums that they are."""
    inside = setting.units.inside
    letters = {
        s for s in getattr(expr, "free_symbols", ()) if inside.get(str(getattr(s, "name", "")), ("",))[0] == "sum"
    }
    return expr.xreplace(
        {s: whole for s in letters if (whole := _as_sum(*inside[str(s.name)][1:], setting)) is not None}
    )


def _as_sum(head: str, rest: Any, setting: Setting) -> Any:
    """The sum over the range of the one index that stands in its terms, if its head says so; else None."""
    tokens = words(head)
    rest = _with_entries(head, rest, setting)
    indices = rest.atoms(sp.Idx)
    if len(indices) != 1 or rest.has(sp.MatrixExpr, sp.Sum) or tokens[:2] != [r"\sum", "_"]:
        return None
    (index,) = indices
    name = index.label.name
    if not all(stays(setting, one, frozenset({name})) for one in rest.free_symbols - {index, index.label}):
        return None  # a letter may be another one at each index
    under, after = argument(tokens, 2)
    if under != [name, "=", "1"] or tokens[after : after + 1] != ["^"] or index.lower != 1:
        return None
    end, last = argument(tokens, after + 1)
    with contextlib.suppress(CannotRead):
        if last == len(tokens) and setting.read(joined(end)) == index.upper:
            return sp.Sum(rest, (index, index.lower, index.upper))
    return None


def _with_entries(head: str, rest: Any, setting: Setting) -> Any:
    r"""The terms of a sum with ``\sigma(w_i^\top x)`` as the entry of a family, where another sum holds it as one."""
    if (ends := range_of(head, setting)) is None:
        return rest
    name, upper = ends
    families = {one.func.__name__: one.func for one in setting.families if isinstance(one, AppliedUndef)}
    index = sp.Idx(sp.Symbol(name.lstrip("\\"), integer=True), (1, upper))
    put = {}
    values, units = setting.names.functions.names, setting.units
    for letter in rest.free_symbols:
        of = str(getattr(letter, "name", ""))
        shown = words(units.shown.get(of) or values.get(of, ""))
        entry = units.letters.get(joined([PLACE if token == name else token for token in shown]))
        if name in shown and entry in families:
            put[letter] = families[entry](index)
    return rest.xreplace(put)


def _divided(whole: Any) -> Any:
    term, *limits = whole.args
    entries = {e for e in term.atoms(AppliedUndef) if e.free_symbols & set(whole.variables)}
    if len(limits) != 1 or len(entries) != 1 or term.has(sp.Sum) or term.count_ops() > LARGEST:
        return whole
    (entry,) = entries
    over, under = sp.fraction(sp.cancel(sp.together(term)))
    if not under.has(entry) or not (over.is_polynomial(entry) and under.is_polynomial(entry)):
        return whole
    if not sp.LC(under, entry).is_nonzero:
        return whole
    quotient, rest = sp.div(over, under, entry)
    parts = [*sp.Add.make_args(sp.expand(quotient)), rest / under]
    found = []
    for part in parts:
        number, moving = sp.sympify(part).as_independent(entry, *whole.variables, as_Add=False)
        found.append(number * sp.Sum(moving, *limits))
    return sp.Add(*found)
