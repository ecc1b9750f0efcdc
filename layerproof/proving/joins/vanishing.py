"""Vanishing: a sum of squares that is no more than zero has no term but zero.

Sound: if w (a - b)^2 + r <= 0 with w > 0 and r >= 0, then (a - b)^2 = 0; and of a sum over an index, whose terms are
not negative, each is zero, at every value of the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.statements import Identity, Inequality
from ...language.symbols import total
from ...language.theorems.rules import Line, Vanishing
from .obligations import Broken, Defined, Obligation, free_of, read


def check(rule: Vanishing, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The weight is positive, and what is no more than zero is the weighted square, or its sum, and the rest."""
    if not isinstance(line.says, Identity):
        raise Broken(f"got {line.says}; expected an equation")
    found = read(rule.of, given)
    small = found.slack if found.sign == "=" else -found.slack  # no more than zero, by the premise
    if found.strict:
        raise Broken(f"got {rule.of.says}; expected what says that something is zero, or no more than zero")
    term = rule.weight * (line.says.lhs - line.says.rhs) ** 2
    if rule.over is not None:
        if rule.over.lower is None or not free_of((*given, *rule.of.given), rule.over):
            raise Broken(f"a hypothesis mentions {rule.over.name}, which is to run over its whole range")
        term = total(term, rule.over)
    rest: sp.Expr = sp.Integer(0)
    if rule.rest is not None:
        beside = read(rule.rest, given)
        if beside.sign == "=":
            raise Broken(f"got {rule.rest.says} for what is beside; expected an inequality")
        rest = beside.slack
    yield Obligation(Defined((line.says.lhs, line.says.rhs, rule.weight)), given, "the parts of the square")
    yield Obligation(Inequality(rule.weight, ">", 0), given, "the sign of the weight")
    if small - term - rest != 0:
        yield Obligation(Identity(small - term - rest, 0), given, "that this is the square")
