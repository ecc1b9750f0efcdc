"""Inequalities by convexity: a function that is convex along a letter is nowhere less than where its slope is 0.

``u log(u) >= -1/e``: the second derivative is positive, the first vanishes at u = 1/e, and there both sides agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.printing import text
from ..domain import Contradiction
from ..sign_sets import NONNEGATIVE, POSITIVE
from .definedness import unknown_domain
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover

_PIECES = (sp.Abs, sp.sign, sp.Max, sp.Min, sp.Heaviside, sp.Piecewise, sp.floor, sp.ceiling)
_OPERATIONS = 40  # of a slope whose zero is looked for
_LETTERS = 4


def by_convexity(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not."""
    if expr.has(*_PIECES, sp.Sum, sp.Product, sp.Derivative, AppliedUndef) or len(expr.free_symbols) > _LETTERS:
        return None
    for letter in sorted(expr.free_symbols, key=str):
        if _runs_freely(prover, letter) and (least := _least(prover, expr, letter, strict)) is not None:
            return f"in {text(letter)} it is convex, and least at {text(letter)} = {text(least)}"
    return None


def _runs_freely(prover: Prover, letter: sp.Basic) -> bool:
    """Whether a letter has every value that its own sign admits, whatever the others have."""
    domain = prover.domain
    if not isinstance(letter, sp.Symbol) or letter.is_integer or (letter.is_nonzero and not letter.is_positive):
        return False
    said = (*(c.expr for c in domain.constraints), *domain.equalities, *(e.constraint.expr for e in domain.every))
    defined = any(letter in (s, *e.free_symbols) for s, e in domain.definitions.items())
    return not defined and not any(letter in expr.free_symbols for expr in said)


def _least(prover: Prover, expr: sp.Expr, letter: sp.Symbol, strict: bool) -> sp.Expr | None:
    slope = sp.diff(expr, letter)
    bend = sp.diff(slope, letter)
    if bend.is_number or slope.count_ops() > _OPERATIONS or unknown_domain(slope) is not None:
        return None
    if prover.undefined([expr, slope, bend]) is not None or not prover.sign(bend) <= NONNEGATIVE:
        return None
    for place in zeros(slope, letter):
        try:
            if prover.undefined([place]) is not None or not prover.sign(place) <= prover.domain.sign_of_variable(
                letter
            ):
                continue
            if not isinstance(prover.prove_zero(slope.xreplace({letter: place})), Proved):
                continue
            if prover.sign(expr.xreplace({letter: place})) <= (POSITIVE if strict else NONNEGATIVE):
                return place
        except Contradiction:
            continue
    return None


def zeros(expr: sp.Expr, letter: sp.Symbol) -> list[sp.Expr]:
    """Where SymPy finds that an expression vanishes; nothing where it does not, and whoever asks checks it."""
    try:
        found = sp.solve(expr, letter)
    except Exception:  # an oracle that fails has nothing to say
        return []
    return [place for place in found if isinstance(place, sp.Expr) and not place.has(letter, sp.I, sp.LambertW)][:3]
