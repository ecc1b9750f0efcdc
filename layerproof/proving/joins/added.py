"""Added: the integral of a sum is the sum of the integrals.

Sound where each of these exists: integrals towards the ends are limits, and the limit of a sum is that of its terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.theorems.areas import areas_in, integral
from ...language.theorems.integration import Added
from ...language.theorems.rules import Line
from .integrated import continuous, exists, in_order
from .obligations import Broken, Defined, Obligation


def check(rule: Added, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """Each term is continuous inside the range and has an integral over it."""
    if len(rule.terms) < 2:
        raise Broken("expected two terms at least")
    yield from in_order(rule.over, given)
    yield from continuous(rule.terms, rule.over, given)
    values = tuple(integral(term, rule.over) for term in rule.terms)
    yield Obligation(Defined(values), given, "that each term has an integral")
    each = (area for value in values for area in areas_in(value))
    yield from exists(sp.Integral(sp.Add(*rule.terms), rule.over), given, each)
    if rule.says() != line.says:
        raise Broken(f"it says {rule.says()}, not {line.says}")
