"""Instance: what holds for all values of its letters holds for these.

Sound, since a claim is about all values of its letters in their domains that satisfy its hypotheses: if the values put
in are in the domains, and each hypothesis holds with them, then so does the statement.  A hypothesis that has no value
does not hold, though it may look as if it did once the values are put in, as ``x/y < 1`` with 0 for x.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.printing import text
from ...language.theorems.rules import Instance, Line
from ...language.theorems.sequents import changed
from ...language.theorems.substitution import domain_of
from ...language.theorems.theorem import mentions, moving
from .obligations import Broken, Defined, Obligation, as_written, elsewhere, holds, same


def check(rule: Instance, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The values are in the domains of the letters, the hypotheses hold with them, and the line says the result."""
    try:
        found = rule.put.statement(rule.of.says)
        wanted = [changed(h, rule.put) for h in (*assumed, *rule.of.given)]
    except ValueError as problem:
        raise Broken(str(problem)) from problem
    if other := elsewhere(found, wanted, given):
        raise Broken(f"{found} is known without the hypothesis {text(other[0])}, under which it says something else")
    for key, value in rule.put.pairs:
        try:
            conditions = domain_of(key, value)
        except ValueError as problem:
            raise Broken(str(problem)) from problem
        yield Obligation(Defined((value,)), given, f"the value put in for {text(key)}")
        for condition in conditions:
            if condition not in (True, sp.true):
                yield from holds(condition, given, f"the domain of {text(key)}")
    moves = moving(rule.of.says)
    for hypothesis, written in zip(wanted, (*assumed, *rule.of.given), strict=True):
        why = f"the hypothesis {_shown(hypothesis)}"
        yield from as_written((written,), rule.put, given, f"the hypothesis {_shown(written)}, as it is written")
        conditions = list(holds(hypothesis, given, why))
        if conditions and mentions(hypothesis, moves):
            raise Broken(f"{why} is about what moves along the flow: it must be a hypothesis as it stands")
        yield from conditions
    yield from same(found, line.says, given, "the line")


def _shown(hypothesis: Any) -> str:
    return text(hypothesis) if isinstance(hypothesis, sp.Basic) else str(hypothesis)
