"""Sums in closed form, or bounded by one, as theorems.

A finite sum is a finite sum.  An infinite one that has a value, or is bounded from above, converges; one of terms that
are not negative may be bounded from below whether it converges or not: then every bound is of its limit, which exists.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Series
from .. import gallina
from ..gallina import Binder, Both, Const, Gallina, InNat, Op, Var, app, exists, forall, fun, given
from ..terms import NAT, REAL, ZERO, Condition, Term, Translator, Untranslatable
from .algebra import related
from .base import STATES, Goal, Theorem, theorem


@dataclass(frozen=True)
class EveryTerm:
    """A condition, or ``0 <= term``, of every term of an infinite sum; `name` is the bound number of the term."""

    index: sp.Symbol
    name: str
    content: Condition | sp.Expr


@dataclass(frozen=True)
class InfiniteSum:
    """``sum_{j = lower..oo} term relation equals``."""

    statement: Series
    name: str


@STATES.register(Series)
def state(claim: Claim) -> Theorem:
    """Every term is defined, and the relation holds.

    Raises:
        Untranslatable: if an expression has no counterpart, or the sum does not begin at a natural number.
    """
    translate, statement = Translator(), claim.statement
    assert isinstance(statement, Series)
    if statement.over[2] != sp.oo:
        whole = sp.Sum(statement.term, statement.over)
        if not isinstance(whole, sp.Sum):
            raise Untranslatable("SymPy evaluates the sum")
        goals = related(whole, statement.relation, statement.equals, translate)
        return theorem(claim, translate, goals, requires=("Series",))
    return theorem(claim, translate, _infinite(statement, translate), requires=("Series",))


def _infinite(statement: Series, translate: Translator) -> list[Goal]:
    j, lower, _ = statement.over
    first = translate.nat(lower)
    name = translate.names.fresh(str(j))
    term = shifted(statement.term, j, first, name, translate)
    value = translate(statement.equals)
    every = Binder((name,), NAT)
    goals = [Goal(forall(c.says, every), EveryTerm(j, name, c)) for c in term.conditions]
    goals += [Goal(c.says, c) for c in value.conditions]
    series = fun(name, term.says, NAT)
    if statement.relation == "=":
        says: Gallina = app("is_series", series, value.says)
    elif statement.relation in ("<", "<="):
        limit = translate.names.fresh("l")
        bounded = gallina.related(Var(limit), statement.relation, value.says)
        says = exists(limit, REAL, Both(app("is_series", series, Var(limit)), "/\\", bounded))
    else:
        limit = translate.names.fresh("l")
        below = "Rbar_lt" if statement.relation == ">" else "Rbar_le"
        goals.append(Goal(forall(gallina.related(ZERO, "<=", term.says), every), EveryTerm(j, name, statement.term)))
        tends = app("is_lim_seq", app("sum_n", series), Var(limit))
        beyond = app(below, app("Finite", value.says), Var(limit))
        says = forall(given((tends,), beyond), Binder((limit,), Const("Rbar")))
    return [*goals, Goal(says, InfiniteSum(statement, name))]


def shifted(term: sp.Expr, j: sp.Symbol, first: Gallina, name: str, translate: Translator) -> Term:
    """The term whose number, from 0 on, is `name`: its index is that beyond the first."""
    with translate.naming({j: InNat(Op("+", (first, Var(name))))}):
        return translate(term)
