"""Follows: exact algebra, with premises for hypotheses.

Sound, since the premises hold wherever the hypotheses do: what is proved of all values that satisfy both is proved of
all that satisfy the hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.theorems.rules import Follows, Line
from ...language.theorems.sequents import relation_of
from .obligations import Broken, Obligation, read


def check(rule: Follows, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The line, under the hypotheses and the premises."""
    if relation_of(line.says) is None:
        raise Broken(f"got {line.says}; expected an equation or an inequality")
    known = tuple(read(premise, given).hypothesis for premise in rule.of)
    yield Obligation(line.says, (*given, *known), "that it follows")
