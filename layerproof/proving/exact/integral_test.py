"""Bounds on sums by integrals: telescoping sequences made of an antiderivative, where none is given.

Of a term f that falls, ``f(j) <= int_{j-1}^j f`` and ``f(j) >= int_j^{j+1} f``; of a convex one it is at most the
integral from j - 1/2 to j + 1/2, which is closer.  So with an antiderivative G the sequence ``-G(j - 1)``, ``-G(j)`` or
``-G(j - 1/2)`` telescopes to a bound.  The first terms may be left out of it, and added as they are: ``1 + 1/2 + ... +
1/n <= 1 + log(n)`` is seen only so.  Each sequence is a proposal, that is proved or not as one that is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from ...language.goals import Goal, Impossible, Sign, Telescopes
from ...language.smooth import jump_in
from ...language.statements import Series, Statement
from ...language.statements.integrals import quick_antiderivative
from ...language.symbols import reserved
from ..sign_sets import NEGATIVE, POSITIVE
from . import telescoping
from .outcome import Outcome, Proved, Refuted
from .prover import Prover

_OPERATIONS, _FIRST = 30, 2


def proposals(goal: Telescopes) -> Iterator[tuple[int, Telescopes]]:
    """The goal with sequences that may prove it, and how many terms are left out of each."""
    j, term = goal.variable, goal.term
    if (
        goal.relation == "="
        or term.count_ops() > _OPERATIONS
        or term.has(sp.Sum, sp.Product, sp.factorial, sp.binomial)
    ):
        return
    x = sp.Symbol(j.name, positive=True)
    primitive = quick_antiderivative(term.xreplace({j: x}), x)
    if primitive is None or jump_in(primitive, x) is not None:
        return
    shifts: tuple[sp.Expr, ...] = (sp.S.One, sp.S.Half, sp.S.Zero)
    if goal.relation[0] == ">":
        shifts = shifts[::-1]
    for first in range(_FIRST + 1):
        apart = sp.Add(*(term.xreplace({j: goal.lower + k}) for k in range(first)))
        for shift in shifts:
            by = -primitive.xreplace({x: j - shift})
            yield first, replace(goal, lower=goal.lower + first, equals=goal.equals - apart, by=by)


def by_integrals(goal: Goal, statement: Statement, prover: Prover) -> Outcome | None:
    """The proof of a bound on a sum that came without a sequence, or a point at which it fails; else None."""
    if isinstance(goal, Impossible) and isinstance(statement, Series):
        whole = Telescopes(statement.term, *statement.over, statement.relation, statement.equals, sp.S.Zero)
    elif isinstance(goal, Sign) and (bound := _bound(goal, prover)) is not None:
        whole = bound
    else:
        return None
    for first, proposal in proposals(whole):
        found = telescoping.decide(prover, proposal)
        if isinstance(found, Refuted):
            return found if isinstance(goal, Impossible) else None
        if isinstance(found, Proved):
            if prover.undefined(list(getattr(goal, "defined", ()))) is not None:
                return None
            beside = f", beside its first {'term' if first == 1 else f'{first} terms'}" if first else ""
            return Proved(f"the sum is compared with an integral{beside}; {found.how}")
    return None


def _bound(goal: Sign, prover: Prover) -> Telescopes | None:
    """What a sign says of the one sum in it, if there is one, and the number before it has a sign."""
    terms = sp.Add.make_args(sp.expand(goal.expr))
    sums = [term for term in terms if term.has(sp.Sum)]
    if len(sums) != 1:
        return None
    number, inside = sums[0].as_independent(sp.Sum, as_Add=False)
    if not isinstance(inside, sp.Sum) or number.has(sp.Sum) or len(inside.limits) != 1:
        return None
    sign = prover.sign(prover.prepared(number))
    if not (sign <= POSITIVE or sign <= NEGATIVE):
        return None
    variable, lower, upper = inside.limits[0]
    index = reserved("j", integer=True)
    bound = -sp.Add(*(term for term in terms if term is not sums[0])) / number
    relation = (">" if sign <= POSITIVE else "<") + ("" if goal.strict else "=")
    return Telescopes(inside.function.xreplace({variable: index}), index, lower, upper, relation, bound, sp.S.Zero)
