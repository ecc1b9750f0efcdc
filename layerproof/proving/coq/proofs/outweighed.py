"""Signs of a root and a rest that it outweighs: ``sqrt(A) + B`` is not negative where ``A - B**2`` is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from .sign_terms import Proof, equal_to

if TYPE_CHECKING:
    from .signer import Signer


def outweighed(signer: Signer, text: str, expr: sp.Expr, code: str) -> Proof | None:
    """That `text`, which stands for `expr`, is positive or not negative, by one of the roots among its terms."""
    if code not in "pq" or not isinstance(expr, sp.Add):
        return None
    for term in expr.args:
        if isinstance(term, sp.Pow) and term.exp == sp.Rational(1, 2):
            rest = expr - term
            over = sp.expand(term.base - rest**2)
            known = signer.prove(over, code)
            if known is None:
                continue
            base, beside = signer.context.text(term.base), signer.context.text(rest)
            gap = equal_to(f"(({base}) - ({beside}) ^ 2)", signer.context.text(over), known, "ring")
            root = Proof(code, f"(Signs.root_over_{code} {gap.term})")
            return equal_to(f"({text})", f"(sqrt ({base}) + ({beside}))", root, "ring")
    return None


__all__ = ["outweighed"]
