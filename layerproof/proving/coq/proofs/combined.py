"""Signs of linear polynomials by sums of facts: ``3 - s`` is not negative where ``3 - x`` and ``x - s`` are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from . import functions
from .fractions import monomial, split, used, written
from .sign_terms import Proof, equal_to, totals

if TYPE_CHECKING:
    from .signer import Signer

_DEEP = 4  # facts in a sum


def combined(signer: Signer, poly: fmpq_mpoly, text: str) -> Proof | None:
    """The sign of a linear polynomial, by positive multiples of facts and of signs of letters."""
    if poly.total_degree() != 1:
        return None
    if (found := _sum(signer, poly, _DEEP)) is not None:
        return equal_to(text, f"({found[0]})", found[1])
    if (found := _sum(signer, -poly, _DEEP)) is not None:
        turned = signer.opposite(found[1], f"({found[0]})")
        return equal_to(text, f"(- ({found[0]}))", turned) if turned is not None else None
    return None


def _sum(signer: Signer, poly: fmpq_mpoly, left: int) -> tuple[str, Proof] | None:
    known = written(poly, lambda k: (signer.generators[k].text, signer.generators[k].sign))
    if known[1] is not None and known[1].code in "pqo":
        return known[0], known[1]
    if not left:
        return None
    for fact in (*signer.constraints(), *functions.facts(signer, used(poly))):
        if fact.proof.code not in "pq" or fact.poly.total_degree() != 1:
            continue
        for k in set(used(poly)) & set(used(fact.poly)):
            factor = _slope(poly, k) / _slope(fact.poly, k)
            rest = poly - factor * fact.poly
            if factor <= 0 or (found := _sum(signer, rest, left - 1)) is None:
                continue
            term, own = monomial(factor, [(fact.text, fact.proof, 1)])
            whole = totals([own, found[1]])
            if whole is not None:
                return f"{term} + ({found[0]})", whole
    return None


def _slope(poly: fmpq_mpoly, position: int) -> fmpq:
    return split(poly, position)[1].leading_coefficient()
