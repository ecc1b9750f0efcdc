"""A sum is not negative if no term is, and what stands beside the sum is shared out among the terms.

``sum_i x_i log x_i + n/e`` is the sum over i of ``x_i log x_i + 1/e``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.goals import Sign
from ...language.printing import text
from ...language.symbols import reserved
from ..sign_sets import NEGATIVE, NONNEGATIVE, POSITIVE
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover


def by_terms(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative, as a sum of such terms; None if it is not."""
    sums: list[tuple[sp.Expr, sp.Sum]] = []
    rest = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(expr)):
        inside = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.Sum)]
        if len(inside) == 1 and len(inside[0].limits) == 1 and not (term / inside[0]).has(sp.Sum):
            sums.append((term / inside[0], inside[0]))
        else:
            rest += term
    if not sums or rest.has(sp.Sum):
        return None
    _, lower, upper = sums[0][1].limits[0]
    if any(one.limits[0][1:] != (lower, upper) for _, one in sums) or not lower.is_integer:
        return None
    count = upper - lower + 1
    if prover.sign(prover.prepared(count)) != POSITIVE:
        return None
    index = sp.Idx(reserved("i", integer=True), (lower, upper))
    inner = sp.Add(*(number * one.function.xreplace({one.limits[0][0]: index}) for number, one in sums))
    term = inner + sp.cancel(rest / count)
    if term.has(sp.Sum):
        return None
    for some, one in ((prover, term), _lettered(prover, term)):
        if isinstance(some.positive(Sign(one, strict, "a term")), Proved):
            return f"term by term, each of them {text(one)}"
    return None


def _lettered(prover: Prover, term: sp.Expr) -> tuple[Prover, sp.Expr]:
    """A term with a letter for each entry in it, of which its own sign alone is known."""
    domain, letters = prover.domain, {}
    kinds = {POSITIVE: {"positive": True}, NONNEGATIVE: {"nonnegative": True}, NEGATIVE: {"negative": True}}
    for entry in sorted(term.atoms(AppliedUndef), key=str):
        kind = kinds.get(domain.sign_of_variable(entry), {"real": True})
        letters[entry] = reserved(str(entry), **kind)
    return type(prover)(domain.beside(*letters.values())), term.xreplace(letters)
