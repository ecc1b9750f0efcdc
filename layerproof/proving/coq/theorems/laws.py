"""The laws of random variables as terms."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ....language.distributions import Distribution, Finite, Normal
from ..gallina import Const, Gallina, Num, app, related
from ..terms import ZERO, Translator, Untranslatable
from .base import Equation, Goal, Order, defined


def listed(items: Sequence[Gallina]) -> Gallina:
    """A list of terms."""
    whole: Gallina = Const("nil")
    for item in reversed(items):
        whole = app("cons", item, whole)
    return whole


def law_of(law: Distribution, translate: Translator, goals: list[Goal]) -> Gallina:
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
