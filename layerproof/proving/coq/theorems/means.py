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
from ....language.distributions import Distribution, Finite, Normal, Uniform
from ....language.statements import Expectation
from ..gallina import App, Binder, Const, Fun, Gallina, Num, Var, app, forall, fun, related
from ..terms import REAL, ZERO, Condition, Translator, Untranslatable
from . import integrals
from .base import STATES, Equation, Goal, Order, Theorem, defined, signed, theorem


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
        said.append(_law(law, translate, goals))
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


def listed(items: Sequence[Gallina]) -> Gallina:
    """A list of terms."""
    whole: Gallina = Const("nil")
    for item in reversed(items):
        whole = app("cons", item, whole)
    return whole


def _law(law: Distribution, translate: Translator, goals: list[Goal]) -> Gallina:
    """A law; that it exists is added to the goals."""
    if isinstance(law, Normal):
        mean, deviation = translate(law.mean), translate(law.deviation)
        goals += defined(mean, deviation)
        goals.append(Goal(related(ZERO, "<=", deviation.says), Order(sp.S.Zero, "<=", law.deviation)))
        return app("normal", mean.says, deviation.says)
    if isinstance(law, Finite):
        rows = [(translate(value), translate(chance), chance) for value, chance in law.table]
        goals += defined(*(term for value, chance, _ in rows for term in (value, chance)))
        goals += [Goal(related(ZERO, "<=", chance.says), Order(sp.S.Zero, "<=", expr)) for _, chance, expr in rows]
        total = sp.Add(*(expr for _, _, expr in rows), evaluate=False)
        goals.append(Goal(related(translate(total).says, "=", Num(1)), Equation(total, sp.S.One)))
        return app("finite", listed([app("pair", value.says, chance.says) for value, chance, _ in rows]))
    raise Untranslatable(f"the law {law} has no counterpart in Coq here, beside others")
