"""Functions that a statement leaves open, at several places: a form with a value of its own at each.

``H(x)`` and ``H(y)`` are two numbers, and one where x = y.  A polynomial in the place, with as many coefficients as
there are places, has any values at different places and one value at equal ones: its coefficients are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.claims import Claim
from layerproof.language.statements import Chain, Identity, Inequality
from layerproof.language.symbols import ForAll

MOST = 4
"""Places, at most."""


def with_forms(claim: Claim) -> Claim:
    """The same claim with a form for each open function at several places; the claim itself if there is none.

    Only relations of algebra have any, and of functions of one letter or number: no sums, no indices, no derivatives.
    """
    if not isinstance(claim.statement, (Identity, Inequality, Chain)):
        return claim
    expressions = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    if any(isinstance(h, ForAll) for h in claim.hypotheses) or any(map(_binds, expressions)):
        return claim
    places: dict[sp.Basic, set[sp.Basic]] = {}
    for node in sorted({n for e in expressions for n in e.atoms(AppliedUndef)}, key=str):
        places.setdefault(node.func, set()).update(node.args if len(node.args) == 1 else (None, None))
    forms = {
        function: _form(function, len(found), expressions)
        for function, found in places.items()
        if 1 < len(found) <= MOST and all(_is_plain(place) for place in found)
    }
    if not forms:
        return claim
    new = copy(claim)
    new.statement = claim.statement.mapped(lambda e: _put(e, forms))
    new.hypotheses = tuple(_put(h, forms) if isinstance(h, sp.Basic) else h for h in claim.hypotheses)
    return new


def _binds(expr: sp.Basic) -> bool:
    return bool(expr.has(sp.Derivative, sp.Subs, sp.Integral, sp.Limit, sp.Sum, sp.Product, sp.Idx))


def _is_plain(place: sp.Basic | None) -> bool:
    """Whether a place is a real number without open functions, which no size or index decides."""
    return place is not None and not place.atoms(AppliedUndef) and not any(s.is_integer for s in place.free_symbols)


def _form(function: sp.Basic, count: int, expressions: Iterable[sp.Basic]) -> sp.Lambda:
    taken = {s.name for e in expressions for s in e.free_symbols if isinstance(s, sp.Symbol)}
    u, name = sp.Dummy("u", real=True), str(function)
    while any(f"{name}_{k}" in taken for k in range(count)):
        name += "'"
    value = sp.Add(*(sp.Symbol(f"{name}_{k}", real=True) * u**k for k in range(count)))
    known = function(sp.Dummy(real=True))
    if known.is_positive:
        value = sp.exp(value)
    elif known.is_nonnegative:
        value = value**2
    return sp.Lambda(u, value)


def _put(expr: sp.Basic, forms: dict[sp.Basic, sp.Lambda]) -> sp.Basic:
    nodes = [n for n in expr.atoms(AppliedUndef) if n.func in forms]
    return expr.xreplace({n: forms[n.func](*n.args) for n in nodes})
