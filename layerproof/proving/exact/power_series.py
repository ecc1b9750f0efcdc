"""Infinite sums that are known: ``sum p(k) z^k/k!`` with a polynomial p, and ``sum_{k >= 1} z^k/k = -log(1 - z)``.

With p written by ``k (k - 1) ... (k - i + 1)``, each of which is ``z^i`` times the exponential's own series, the
first is ``exp(z)`` times a polynomial, for every z. The second converges for ``-1 <= z < 1``. That a term is of such
a form is proved for every whole number that it is summed over.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from ...language.goals import Goal, Impossible, Sign, Zero
from ...language.statements import Series, Statement
from ..sign_sets import NONNEGATIVE, POSITIVE
from .bound import under
from .outcome import Proved
from .prover import Prover

_OPERATIONS, _LOWEST, _DEGREE = 40, 10, 6


def in_closed_form(goals: Iterator[Goal], statement: Statement, prover: Prover) -> Iterator[Goal]:
    """The goals of a statement; of a sum without a telescoping sequence, what it says of the known value of it."""
    for goal in goals:
        if not isinstance(goal, Impossible) or not isinstance(statement, Series) or statement.over[2] != sp.oo:
            yield goal
            continue
        found = value(prover, *statement.over[:2], statement.term)
        if found is None:
            yield goal
        elif statement.relation == "=":
            yield Zero(found - statement.equals, "sum minus stated value", (found, statement.equals))
        else:
            sides = (found, statement.equals) if statement.relation[0] == ">" else (statement.equals, found)
            strict = statement.relation in ("<", ">")
            yield Sign(sides[0] - sides[1], strict, "larger minus smaller", (found, statement.equals))


def value(prover: Prover, j: sp.Symbol, lower: sp.Expr, term: sp.Expr) -> sp.Expr | None:
    """The sum of the terms from `lower` on, where it is known; None where it is not."""
    if not lower.is_Integer or not 0 <= lower <= _LOWEST or term.count_ops() > _OPERATIONS:
        return None
    kind = {"positive": True} if lower > 0 else {"nonnegative": True}
    index = sp.Symbol(j.name, integer=True, **kind)
    term = term.xreplace({j: index})
    if term == 0:  # as is 0**j from j = 1 on
        return sp.S.Zero
    inner = under(Prover(prover.domain.without(j)), index, ((index - lower, False),))
    for weight, known in ((sp.factorial(index), _exponential), (index, _logarithm)):
        split = _split(weight * term, index)
        if split is None or (found := known(prover, index, int(lower), *split)) is None:
            continue
        number, z = split
        same = Zero(term - number * sp.expand_power_base(z**index) / weight, "the term", (term,))
        if isinstance(inner.zero(same), Proved):
            return found
    return None


def _split(expr: sp.Expr, j: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """p(j) and z of ``p(j) z**j``; None of another expression."""
    polynomial, z = sp.S.One, sp.S.One
    for factor in sp.Mul.make_args(sp.combsimp(sp.powsimp(expr))):
        base, exponent = factor.as_base_exp()
        if exponent.has(j) and not base.has(j) and exponent.is_polynomial(j) and sp.degree(exponent, j) == 1:
            slope = sp.diff(exponent, j)
            polynomial *= base ** sp.expand(exponent - slope * j)
            z *= base**slope
        elif factor.is_polynomial(j):
            polynomial *= factor
        else:
            return None
    return polynomial, z


def _exponential(prover: Prover, j: sp.Symbol, lower: int, number: sp.Expr, z: sp.Expr) -> sp.Expr | None:
    """``sum_{j >= lower} p(j) z**j/j!``."""
    rest, total = sp.Poly(number, j), sp.S.Zero
    if rest.is_zero:  # and of no degree
        return total
    if rest.degree() > _DEGREE:
        return None
    for i in range(rest.degree(), -1, -1):
        lead = rest.nth(i)
        total += lead * z**i
        rest -= sp.Poly(lead * sp.ff(j, i).expand(func=True), j)
    first = sp.Add(*(number.xreplace({j: sp.Integer(k)}) * z**k / sp.factorial(k) for k in range(lower)))
    return sp.exp(z) * total - first


def _logarithm(prover: Prover, j: sp.Symbol, lower: int, number: sp.Expr, z: sp.Expr) -> sp.Expr | None:
    """``sum_{j >= lower} c z**j/j``, from 1 on; None where that -1 <= z < 1 is not derived."""
    if lower < 1 or number.has(j) or prover.sign(1 - z) != POSITIVE or not prover.sign(1 + z) <= NONNEGATIVE:
        return None
    return -number * (sp.log(1 - z) + sp.Add(*(z**k / k for k in range(1, lower))))
