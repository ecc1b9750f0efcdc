"""The order in which the terms of a sum are printed, the same in every run.

SymPy orders terms by what they look like.  Two sums whose bound indices have one name look the same, and then it takes
them in the order of a set, which is another in every process.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import sympy as sp


def ordered_terms(expr: Any, order: Any = None) -> list[Any]:
    """The terms in SymPy's order; those that differ in bound indices alone, in the order in which these were made."""
    labels = {index.label for index in expr.atoms(sp.Idx) if isinstance(index.label, sp.Dummy)}
    shared = {name for name, count in Counter(label.name for label in labels).items() if count > 1}
    twins = sorted((label for label in labels if label.name in shared), key=lambda label: int(label.dummy_index))
    if not twins:
        return list(expr.as_ordered_terms(order=order))
    told_apart = {label: sp.Symbol(f"{label.name}_{rank:09d}", integer=True) for rank, label in enumerate(twins)}
    terms = {term.xreplace(told_apart): term for term in sp.Add.make_args(expr)}
    ordered = sp.Add(*terms, evaluate=False).as_ordered_terms(order=order)
    if set(ordered) != set(terms) or len(terms) != len(sp.Add.make_args(expr)):
        return list(expr.args)
    return [terms[term] for term in ordered]
