"""Inverse hyperbolic functions by their definitions: logarithms, which are defined exactly where the functions are.

``acosh x = log(x + sqrt(x^2 - 1))`` has a value for x >= 1 alone (below -1 the logarithm has none), and
``atanh x = log((1 + x)/(1 - x))/2`` between -1 and 1.  Coq has ``arcsinh`` itself; its limits are those of its
logarithm.

This module is trusted: what it writes is what Coq proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Asymptotic, Limit
from ..terms import Untranslatable

Definitions = Mapping[type, Callable[[sp.Expr], sp.Expr]]

DEFINITIONS: Definitions = {
    sp.acosh: lambda x: sp.log(x + sp.sqrt(x**2 - 1)),
    sp.atanh: lambda x: sp.log((1 + x) / (1 - x)) / 2,
}
IN_LIMITS: Definitions = {**DEFINITIONS, sp.asinh: lambda x: sp.log(x + sp.sqrt(x**2 + 1))}


def by_logarithms(claim: Claim) -> Claim:
    """The claim, in which these functions are written out; itself, if there are none.

    Raises:
        Untranslatable: if SymPy makes something else of such a logarithm, so that where it is defined is lost.
    """
    known = IN_LIMITS if isinstance(claim.statement, Limit | Asymptotic) else DEFINITIONS
    exprs = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    if not any(expr.has(*known) for expr in exprs if isinstance(expr, sp.Basic)):
        return claim
    made = copy(claim)
    made.statement = claim.statement.mapped(lambda expr: _written(expr, known))
    made.hypotheses = tuple(_written(h, known) if isinstance(h, sp.Basic) else h for h in claim.hypotheses)
    return made


def _written(expr: sp.Basic, known: Definitions) -> sp.Basic:
    changed = _replaced(expr, known)
    here = _partial(changed)
    if any(not _partial(_replaced(part, known)) <= here for part in _partial(expr)):
        raise Untranslatable(f"{expr} with its logarithms, of which SymPy leaves out a part")
    return changed


def _replaced(expr: sp.Basic, known: Definitions) -> sp.Basic:
    while found := [part for part in expr.atoms(*known) if not any(a.has(*known) for a in part.args)]:
        part = min(found, key=str)
        expr = expr.xreplace({part: known[type(part)](part.args[0])})
    return expr


def _partial(expr: sp.Basic) -> set[sp.Basic]:
    """The parts of an expression that are not defined for every value of what stands in them."""
    return {
        part
        for part in sp.preorder_traversal(expr)
        if isinstance(part, (sp.log, sp.tan, *IN_LIMITS))
        or (isinstance(part, sp.Pow) and part.base is not sp.E and not (part.exp.is_Integer and part.exp > 0))
    }
