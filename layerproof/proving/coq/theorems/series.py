"""Sums in closed form, or bounded by one, as theorems.

A finite sum is a finite sum.  An infinite one that has a value, or is bounded from above, converges; one of terms that
are not negative may be bounded from below whether it converges or not: then every bound is of its limit, which exists.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Series
from ..terms import Condition, Term, Translator, Untranslatable
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
    first = translate.natural(lower)
    name = translate.names.fresh(str(j))
    term = shifted(statement.term, j, first, name, translate)
    value = translate(statement.equals)
    prefix = f"forall {name} : nat, "
    goals = [Goal(prefix + c.text, EveryTerm(j, name, c)) for c in term.conditions]
    goals += [Goal(c.text, c) for c in value.conditions]
    series = f"(fun {name} : nat => {term.text})"
    if statement.relation == "=":
        text = f"is_series {series} {value.text}"
    elif statement.relation in ("<", "<="):
        limit = translate.names.fresh("l")
        text = f"exists {limit} : R, is_series {series} {limit} /\\ {limit} {statement.relation} {value.text}"
    else:
        limit = translate.names.fresh("l")
        below = "Rbar_lt" if statement.relation == ">" else "Rbar_le"
        goals.append(Goal(f"{prefix}0 <= {term.text}", EveryTerm(j, name, statement.term)))
        text = f"forall {limit} : Rbar, is_lim_seq (sum_n {series}) {limit} -> {below} (Finite {value.text}) {limit}"
    return [*goals, Goal(text, InfiniteSum(statement, name))]


def shifted(term: sp.Expr, j: sp.Symbol, first: str, name: str, translate: Translator) -> Term:
    """The term whose number, from 0 on, is `name`: its index is that beyond the first."""
    with translate.naming({j: f"({first} + {name})%nat"}):
        return translate(term)
