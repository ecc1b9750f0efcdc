"""Summed: a relation that holds at each value of an index, summed over its range.

Sound: a sum of equal terms is equal, of larger terms larger; strictly so where there is a term, that is, where the
range is not empty.  No hypothesis may mention the index, which would then not run through its range.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.statements import Identity, Inequality
from ...language.symbols import total
from ...language.theorems.rules import Line, Summed
from .obligations import Broken, Obligation, free_of, read, same


def check(rule: Summed, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The index is free and in no hypothesis, and the line says the sum."""
    relation, index = read(rule.of, given), rule.over
    if not free_of((*given, *rule.of.given), index):
        raise Broken(f"a hypothesis mentions {index.name}, which is to run over its whole range")
    if index.lower is None:
        raise Broken(f"the index {index.name} has no range")
    sign = relation.sign
    if relation.strict and (index.upper - index.lower).is_nonnegative is not True:
        sign += "="
    left, right = total(relation.left, index), total(relation.right, index)
    found = Identity(left, right) if sign == "=" else Inequality(left, sign, right)
    yield from same(found, line.says, given, "the sum")
