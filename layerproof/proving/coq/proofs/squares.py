"""Orders between polynomials that the signer leaves open: Coq multiplies hypotheses and adds squares itself.

Absolute values come apart into their two cases.  What Coq does not find stays without a proof.
"""

from __future__ import annotations

from itertools import combinations

import sympy as sp

from .context import Context

MOST = 3
"""Letters, at most, whose sums and differences are squared for Coq."""


def by_pieces(lhs: sp.Expr, rhs: sp.Expr) -> str | None:
    """A script for an equation between polynomials in letters, absolute values, maxima and minima of such polynomials.

    None for what is more than that, or has no pieces.
    """
    pieces = set().union(*(sp.sympify(side).atoms(sp.Abs, sp.Max, sp.Min) for side in (lhs, rhs)))
    stands = {piece: sp.Dummy(real=True) for piece in pieces}
    plain = [sp.sympify(e).xreplace(stands) for e in (lhs, rhs, *(a for piece in pieces for a in piece.args))]
    if not pieces or not all(map(_is_polynomial, plain)):
        return None
    each = "match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end"
    return f"unfold Rmax, Rmin; repeat {each}; try split_Rabs; first [lra | nra]."


def left_to_coq(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str | None:
    """A script for an order between two polynomials with rational coefficients; None for what is more than that."""
    sides = sp.sympify(lhs), sp.sympify(rhs)
    corners = set().union(*(side.atoms(sp.Abs) for side in sides))
    insides = [corner.args[0] for corner in corners]
    plain = [side.xreplace({corner: sp.Dummy(real=True) for corner in corners}) for side in sides]
    if not all(map(_is_polynomial, [*plain, *insides])):
        return None
    if corners:
        return "split_Rabs; nra."
    letters = sorted(set().union(*(side.free_symbols for side in sides)), key=str)
    for fact in context.facts:
        if fact.relation is not None:
            letters += sorted(fact.relation.free_symbols - set(letters), key=str)
    squares = [
        f"pose proof (pow2_ge_0 ({context.text(one)} {sign} {context.text(other)}))"
        for one, other in combinations(letters[:MOST], 2)
        for sign in "+-"
    ]
    if len(letters) <= MOST and all(_is_even(side) for side in sides):  # as sums of squares of a (b^2 - c^2)
        squares += [
            f"pose proof (pow2_ge_0 ({context.text(one)} * ({context.text(other)} ^ 2 - {context.text(last)} ^ 2)))"
            for one in letters
            for other, last in combinations(letters, 2)
        ]
    return "; ".join([*squares, "nra."])


def _is_even(expr: sp.Expr) -> bool:
    """Whether no letter has an odd power in a polynomial, of degree six at least."""
    poly = sp.Poly(expr, *sorted(expr.free_symbols, key=str)) if expr.free_symbols else None
    return poly is None or (poly.total_degree() >= 6 and all(e % 2 == 0 for powers in poly.monoms() for e in powers))


def _is_polynomial(expr: sp.Expr) -> bool:
    letters = expr.free_symbols
    if any(not isinstance(letter, sp.Symbol) or isinstance(letter, sp.Idx) for letter in letters):
        return False
    return bool(expr.is_polynomial(*letters)) and all(
        number.is_Rational for number in expr.atoms(sp.Number, sp.NumberSymbol)
    )
