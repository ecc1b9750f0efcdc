r"""Sums in one form: what is divided in a term is divided out, ``\frac{a_i}{a_i + c} = 1 - \frac{c}{a_i + c}``.

Each part is a sum of its own, without what does not hold the index.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

LARGEST = 60


def divided_out(expr: Any) -> Any:
    """An expression whose sums have no term that is a quotient of higher degree above than below."""
    if not isinstance(expr, sp.Basic) or not expr.has(sp.Sum):
        return expr
    return expr.replace(lambda e: isinstance(e, sp.Sum), _divided)


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
