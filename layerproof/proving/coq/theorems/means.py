"""Expectations over independent normal variables, and variables with finitely many values, as theorems.

A normal variable is its mean plus its deviation times a standard one, so that the deviation may be 0.  The mean of a
function of several is taken one variable after the other, the last one first; it is there if that of a bound of the
absolute value is (Tonelli).  The prelude's ``Normals`` defines this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from ....language.claims import Claim
from ....language.distributions import Distribution, Uniform
from ....language.statements import Expectation
from ....language.symbols import Family
from ..gallina import App, Binder, Fun, Gallina, Num, Var, app, forall, fun
from ..terms import REAL, ZERO, Condition, Translator, Untranslatable
from . import families, integrals
from .base import STATES, Goal, Theorem, defined, signed, theorem
from .laws import law_of, listed


@dataclass(frozen=True)
class Everywhere:
    """A condition at all real values of the random variables."""

    condition: Condition
    names: tuple[tuple[sp.Symbol, str], ...]


@dataclass(frozen=True)
class Mean:
    """``E[of] = equals``, with the names of the random variables in Coq, outermost first."""

    of: sp.Expr
    equals: sp.Expr
    laws: tuple[tuple[sp.Symbol, str, Distribution], ...]
    list_name: str


@STATES.register(Expectation)
def state(claim: Claim) -> Theorem:
    """The laws exist, what is averaged is defined, and its mean is there and has the value.

    Raises:
        Untranslatable: if a variable or a law has no counterpart.
    """
    statement = claim.statement
    assert isinstance(statement, Expectation)
    match statement.over:
        case [(Family() as family, law)]:
            return families.mean(claim, statement, family, law)
    for variable, _ in statement.over:
        if not isinstance(variable, sp.Symbol) or not variable.is_real or variable.is_integer:
            raise Untranslatable(f"{variable} is not a real symbol, as random variables are in Coq here")
        if signed(variable, ZERO) is not None or any(variable in h.free_symbols for h in claim.hypotheses):
            raise Untranslatable(f"{variable} is random, and something is assumed about it")
    match statement.over:
        case [(variable, Uniform() as law)]:
            return integrals.mean(claim, statement, variable, law)
    translate = Translator()
    goals: list[Goal] = []
    laws, said = [], []
    for variable, law in statement.over:
        said.append(law_of(law, translate, goals))
        laws.append((variable, translate.names.fresh(str(variable)), law))
    names = tuple((variable, name) for variable, name, _ in laws)
    with translate.writing(dict(names)):
        body = translate(statement.of)
    value = translate(statement.equals)
    random = Binder(tuple(name for _, name in names), REAL)
    goals += [Goal(forall(c.says, random), Everywhere(c, names)) for c in body.conditions]
    goals += defined(value)
    every = translate.names.fresh("xs")
    function = of_list([name for _, name in names], every, body.says)
    content = Mean(statement.of, statement.equals, tuple(laws), every)
    goals.append(Goal(app("expectation", listed(said), function, value.says), content))
    return theorem(claim, translate, goals, requires=("Normals",))


def of_list(names: Sequence[str], every: str, body: Gallina) -> Gallina:
    """A function of the list of the values of the random variables."""
    values = tuple(app("nth", Num(k), Var(every), ZERO) for k in range(len(names)))
    return fun(every, App(Fun((Binder(tuple(names), REAL),), body), values), app("list", REAL))
