"""Values of functions that grow, compared where algebra compares what they are of: one fact for each pair.

Of two sides, one with ``exp(u)`` and the other with ``exp(1)``, algebra knows no order, though it knows that u < 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import sympy as sp

from ....language.theorems.sequents import Relation
from ..proofs import signs
from ..proofs.base import NoProof
from ..theorems.base import Fact
from .here import Here

_MOST = 6
"""Pairs that are looked at."""


def compared(relation: Relation, here: Here) -> list[Fact]:
    """Assert which of two exponentials, or of two powers of one base, is the larger, where that is seen."""
    found = []
    for number, (one, other) in enumerate(_pairs(relation.left, relation.right)):
        if number == 2 * _MOST:
            break
        with suppress(NoProof):
            small, large = here.text(one), here.text(other)
            text = f"{small} <= {large}"
            name = here.asserted(text, _script(one, other, here))
            found.append(Fact(name, text, sp.Le(one, other, evaluate=False)))
    return found


def _pairs(left: sp.Expr, right: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """What might be the smaller, and what the larger, one of them on each side."""
    sides = [_values(left), _values(right)]
    for one in sides[0]:
        for other in sides[1]:
            alike = _is_exponential(one) and _is_exponential(other)
            if one != other and (alike or _of_one_base(one, other)):
                yield one, other
                yield other, one


def _values(expr: sp.Expr) -> list[sp.Expr]:
    found = [part for part in expr.atoms(sp.exp, sp.Pow, sp.NumberSymbol) if part != sp.pi]
    return sorted(found, key=sp.default_sort_key)


def _of_one_base(one: sp.Expr, other: sp.Expr) -> bool:
    if not (isinstance(one, sp.Pow) and isinstance(other, sp.Pow)):
        return False
    return bool(one.base == other.base and not (one.exp.is_Rational and other.exp.is_Rational))


def _is_exponential(expr: sp.Expr) -> bool:
    return expr is sp.E or isinstance(expr, sp.exp)


def _script(small: sp.Expr, large: sp.Expr, here: Here) -> str:
    """A script that the second is no less than the first.

    Raises:
        NoProof: if it is not seen.
    """
    if _is_exponential(small):
        one, other = (sp.S.One if part is sp.E else part.args[0] for part in (small, large))
        return f"exact (exp_of_more _ _ {_ordered(one, other, here)})."
    if small.base != large.base or small.exp.is_Rational:
        raise NoProof(f"{small} and {large} are no powers of one base")
    above, order = _ordered(sp.S.One, small.base, here), _ordered(small.exp, large.exp, here)
    if large.exp.is_Integer and large.exp > 0:
        number = here.asserted(f"{here.text(small.exp)} <= INR {large.exp}", "simpl INR; lra.")
        return f"exact (power_below_whole _ _ {large.exp} {above} {number})."
    if large.exp.is_Rational:
        raise NoProof(f"{large} is another kind of power")
    return f"exact (power_of_more _ _ _ {above} {order})."


def _ordered(small: sp.Expr, large: sp.Expr, here: Here) -> str:
    """Assert an order that signs show, and no search of Coq's own; the name of the hypothesis."""
    script = signs.order(small, "<=", large, here.context)
    return here.asserted(f"{here.text(small)} <= {here.text(large)}", script)


__all__ = ["compared"]
