"""Split: an integral is the sum of the integrals over the two parts of its range.

Sound: of a function that is continuous inside the range the whole has an integral if and only if both parts have, and
then the whole is their sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.theorems.areas import integral
from ...language.theorems.integration import Split
from ...language.theorems.rules import Line
from .integrated import continuous, in_order
from .obligations import Defined, Obligation, same


def check(rule: Split, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The point lies in the range, inside of which the integrand is continuous, and the integral has a value."""
    for piece in rule.pieces:
        yield from in_order(piece, given)
    yield Obligation(Defined((rule.at,)), given, "the point at which the range is split")
    yield from continuous((rule.integrand,), rule.over, given)
    known = rule.pieces if rule.parts else (rule.over,)
    values = tuple(integral(rule.integrand, over) for over in known)
    yield Obligation(Defined(values), given, "that there are integrals to start from")
    yield from same(rule.says(), line.says, given, "the parts")
