"""Hypotheses as relations, and what makes them unreadable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from .symbols import ForAll


class Contradiction(Exception):
    """The hypotheses contradict each other."""


class IllPosed(Exception):
    """The claim cannot be read: a symbol without a domain, a hypothesis that is no relation."""


def relations_in(hypotheses: Iterable[object]) -> Iterator[Any]:
    """Relations, and relations for every index; conjunctions are taken apart.

    Raises:
        Contradiction: if a hypothesis is false on its face.
        IllPosed: if a hypothesis is no relation.
    """
    for hypothesis in hypotheses:
        if hypothesis is True or hypothesis == sp.true:
            continue
        if hypothesis is False or hypothesis == sp.false:
            raise Contradiction(
                "the hypotheses contradict each other: one is false on its face, given the domains of its symbols"
            )
        if isinstance(hypothesis, sp.And):
            yield from relations_in(hypothesis.args)
        elif isinstance(hypothesis, (Relational, ForAll)):
            yield hypothesis
        elif isinstance(hypothesis, sp.Basic):
            raise IllPosed(f"got hypothesis {hypothesis}; expected a relation such as r_0 < S, Eq(m, 1) or Ne(x, 0)")
