"""Series without a telescoping sequence: what Gosper's algorithm finds is tried, and checked as if it were given."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import sympy as sp
from sympy.concrete.gosper import gosper_term

from ...language.claims import Claim
from ...language.statements import Series

_OPERATIONS = 40  # in a term that is looked at


def with_sequence(claim: Claim) -> Claim:
    """The claim, with a sequence whose differences are the terms where it lacks one and one is found."""
    statement = claim.statement
    if not isinstance(statement, Series) or statement.certificate is not None:
        return claim
    found = _telescoped(statement.term, statement.over[0])
    if found is None:
        return claim
    new = copy(claim)
    new.statement = replace(statement, by=found)
    return new


def _telescoped(term: sp.Expr, j: sp.Symbol) -> sp.Expr | None:
    if term.count_ops() > _OPERATIONS or term.has(sp.Sum, sp.Piecewise, sp.Abs):
        return None
    try:
        found = gosper_term(term, j)
    except Exception:  # an oracle that fails has nothing to say
        return None
    if found is None:
        return None
    short = -sp.factor(sp.simplify(found * term))
    turned = any(node.base == -1 for node in short.atoms(sp.Pow)) and not any(p.base == -1 for p in term.atoms(sp.Pow))
    return -sp.factor(found) * term if turned else short
