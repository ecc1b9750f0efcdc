"""Expectations over independent normal variables, and variables with finitely many values, as theorems.

A normal variable is its mean plus its deviation times a standard one, so that the deviation may be 0.  The mean of a
function of several is taken one variable after the other, the last one first; it is there if that of a bound of the
absolute value is (Tonelli).  The prelude's ``Normals`` defines this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sympy as sp

from ....language.claims import Claim
from ....language.distributions import Distribution, Finite, Normal, Uniform
from ....language.statements import Expectation
from ..terms import Condition, Translator, Untranslatable
from . import integrals
from .base import STATES, Equation, Goal, Order, Theorem, _sign, defined, theorem


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
    if len(statement.over) == 1 and isinstance(statement.over[0][1], Uniform):
        return integrals.state(claim)
    translate = Translator()
    goals: list[Goal] = []
    laws, texts = [], []
    for variable, law in statement.over:
        if not isinstance(variable, sp.Symbol) or not variable.is_real or variable.is_integer:
            raise Untranslatable(f"{variable} is not a real symbol, as random variables are in Coq here")
        if _sign(variable) is not None or any(variable in h.free_symbols for h in claim.hypotheses):
            raise Untranslatable(f"{variable} is random, and something is assumed about it")
        texts.append(_law(law, translate, goals))
        laws.append((variable, translate.names.fresh(str(variable)), law))
    names = tuple((variable, name) for variable, name, _ in laws)
    with bound(translate, names):
        body = translate(statement.of)
    value = translate(statement.equals)
    binders = " ".join(name for _, name in names)
    goals += [Goal(f"forall {binders} : R, {c.text}", Everywhere(c, names)) for c in body.conditions]
    goals += defined(value)
    every = translate.names.fresh("xs")
    whole = "".join(f"(cons {text} " for text in texts) + "nil" + ")" * len(texts)
    function = of_list(names, every, body.text)
    content = Mean(statement.of, statement.equals, tuple(laws), every)
    goals.append(Goal(f"expectation {whole} {function} {value.text}", content))
    return theorem(claim, translate, goals, requires=("Normals",))


def of_list(names: tuple[tuple[sp.Symbol, str], ...], every: str, body: str) -> str:
    """A function of the list of the values of the random variables."""
    binders = " ".join(name for _, name in names)
    values = " ".join(f"(nth {k} {every} 0)" for k in range(len(names)))
    return f"(fun {every} : list R => (fun {binders} : R => {body}) {values})"


@contextmanager
def bound(translate: Translator, names: tuple[tuple[sp.Symbol, str], ...]) -> Iterator[None]:
    """Inside, these symbols are bound, and have these names."""
    translate.reals.update(names)
    try:
        yield
    finally:
        for symbol, _ in names:
            del translate.reals[symbol]


def _law(law: Distribution, translate: Translator, goals: list[Goal]) -> str:
    """The text of a law; that it exists is added to the goals."""
    if isinstance(law, Normal):
        mean, deviation = translate(law.mean), translate(law.deviation)
        goals += defined(mean, deviation)
        goals.append(Goal(f"0 <= {deviation.text}", Order(sp.S.Zero, "<=", law.deviation)))
        return f"(normal {mean.text} {deviation.text})"
    if isinstance(law, Finite):
        rows = [(translate(value), translate(chance), chance) for value, chance in law.table]
        goals += defined(*(term for value, chance, _ in rows for term in (value, chance)))
        goals += [Goal(f"0 <= {chance.text}", Order(sp.S.Zero, "<=", expr)) for _, chance, expr in rows]
        total = sp.Add(*(expr for _, _, expr in rows), evaluate=False)
        goals.append(Goal(f"{translate(total).text} = 1", Equation(total, sp.S.One)))
        listed = "".join(f"(cons ({value.text}, {chance.text}) " for value, chance, _ in rows)
        return f"(finite {listed}nil{')' * len(rows)})"
    raise Untranslatable(f"the law {law} has no counterpart in Coq here, beside others")
