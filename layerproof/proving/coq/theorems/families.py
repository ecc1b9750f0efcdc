"""Expectations over a family of independent variables with one law, of what is made of sums over the family.

The family has as many entries as the sums have terms.  Its values are a list, and an entry is what stands at its place
there, so that what is said is an expectation over as many variables, as the prelude's ``Normals`` defines it.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.claims import Claim
from ....language.distributions import Distribution
from ....language.statements import Expectation
from ....language.symbols import Family
from ..gallina import App, Binder, Fun, InNat, Num, Op, Var, app, forall, fun, given
from ..terms import NAT, REAL, ZERO, Condition, Translator, Untranslatable
from .base import Goal, Theorem, defined, signed, theorem
from .laws import law_of


@dataclass(frozen=True)
class AnyFamily:
    """A condition whatever the values of the family are."""

    condition: Condition
    name: str


@dataclass(frozen=True)
class FamilyMean:
    """``E[of] = equals`` over a family.

    Attributes:
        of: what is averaged.
        equals: the mean.
        family: the name of the family.
        law: the law of each entry.
        size: the number of entries.
    """

    of: sp.Expr
    equals: sp.Expr
    family: str
    law: Distribution
    size: sp.Expr


def mean(claim: Claim, statement: Expectation, family: Family, law: Distribution) -> Theorem:
    """The law exists, what is averaged is defined, and its mean is there and has the value.

    Raises:
        Untranslatable: if the family is spoken of elsewhere than in sums over all of it, or has no counterpart.
    """
    size = _size(claim, statement, family)
    translate = Translator()
    goals: list[Goal] = []
    of_each = law_of(law, translate, goals)
    body = translate(statement.of)
    name = translate.names.of(("function", family.name), family.name)
    del translate.functions[family.name]  # it is bound, and not a family of the theorem
    value, count = translate(statement.equals), translate.nat(size)
    if family.name in translate.functions:
        raise Untranslatable(f"{family.name} is random, and is spoken of outside of the mean")
    values = Binder((name,), given((NAT,), REAL))
    goals += [Goal(forall(c.says, values), AnyFamily(c, name)) for c in body.conditions]
    goals += defined(value)
    every, place = translate.names.fresh("xs"), translate.names.fresh("k")
    entry = app("nth", InNat(Op("-", (Var(place), Num(1)))), Var(every), ZERO)
    function = fun(every, App(Fun((values,), body.says), (fun(place, entry, NAT),)), app("list", REAL))
    content = FamilyMean(statement.of, statement.equals, family.name, law, size)
    goals.append(Goal(app("expectation", app("repeat", of_each, count), function, value.says), content))
    return theorem(claim, translate, goals, requires=("Families",))


def _size(claim: Claim, statement: Expectation, family: Family) -> sp.Expr:
    """The number of entries: the sums over the family are from 1 to there, and it is spoken of nowhere else."""
    if family.time is not None:
        raise Untranslatable(f"a random family that depends on {family.time}")
    sums = [total for total in statement.of.atoms(sp.Sum) if _entries(total, family)]
    sizes = {total.limits[0][2] for total in sums}
    if len(sizes) != 1:
        raise Untranslatable(f"sums over {family.name} of different lengths, or none")
    for total in sums:
        ((index, lower, _), *others) = total.limits
        entries = _entries(total, family)
        if others or lower != 1 or any(e.args != (index,) or total.function.has(sp.Sum) for e in entries):
            raise Untranslatable(f"{total} is not a sum over all of {family.name}")
        if any(signed(e, ZERO) is not None or e.is_integer for e in entries):
            raise Untranslatable(f"{family.name} is random, and something is assumed about it")
    if _entries(statement.of.xreplace({total: sp.Dummy() for total in sums}), family):
        raise Untranslatable(f"an entry of {family.name} that is not in a sum over all of it")
    (size,) = sizes
    if any(not isinstance(h, sp.Basic) or _entries(h, family) for h in claim.hypotheses) or _entries(size, family):
        raise Untranslatable(f"{family.name} is random, and something is assumed about it")
    return size


def _entries(expr: sp.Basic, family: Family) -> list[AppliedUndef]:
    return [e for e in expr.atoms(AppliedUndef) if e.func.__name__ == family.name]
