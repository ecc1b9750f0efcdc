"""Combination: a sum of relations, each times a multiplier.

Sound: if s_1 >= 0, ..., s_k >= 0 are the differences of the premises' sides, m_i >= 0, and s = sum_i m_i s_i, then
s >= 0; it is positive if one of the s_i with a positive multiplier is.  Of an equation the multiplier may have any
sign.  Convexity is an instance: where the tangent lies below (s_1) and the slope along the constraints is zero
(s_2 = 0), the value is least.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.statements import Identity, Inequality
from ...language.theorems.rules import Combination, Line
from ...language.theorems.sequents import relation_meant
from .obligations import Broken, Defined, Obligation, read


def check(rule: Combination, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The multipliers have their signs, and the sum is the difference of the sides."""
    said = relation_meant(line.says)
    if said is None:
        raise Broken(f"got {line.says}; expected one equation or one inequality, which a sum can be")
    total, strict = sp.Integer(0), False
    for premise, multiplier in rule.terms:
        relation = read(premise, given)
        if said.sign == "=" and relation.sign != "=":
            raise Broken(f"an equation does not follow from the inequality {premise.says} alone")
        total += multiplier * relation.slack
        yield Obligation(Defined((relation.left, relation.right, multiplier)), given, "the parts of the sum")
        if relation.sign == "=":
            continue
        if relation.strict and said.strict and not strict:
            strict = True
            yield Obligation(Inequality(multiplier, ">", 0), given, "the sign of a multiplier")
        elif multiplier != 1:
            yield Obligation(Inequality(multiplier, ">=", 0), given, "the sign of a multiplier")
    yield Obligation(Defined((said.left, said.right)), given, "that both sides have values")
    if said.strict and not strict:
        raise Broken(f"{line.says} is strict, and none of its premises is")
    if said.slack != total:
        yield Obligation(Identity(said.slack, total), given, "that the sum is the difference of the sides")
