"""Inverses of diagonal matrices, which commute with diagonal ones that stand between them and what they cancel.

In words, what commutes stands in an order, and an inverse need not stand beside what it is the inverse of.  So nothing
is cancelled: with N the inverse of M, each word is brought to the highest power of N by ``1 = M^k N^k``, and what is
left of the sum has N^K everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from ...language.matrices import Equal, shape_of
from .checked_words import checked_normal
from .derivations import Lemma, Use, check
from .rewriting import relations_of, rules_from
from .words import ONE, Poly, add, minus, multiply, words_of


def cleared(expr: Any, diagonals: Mapping[sp.MatrixSymbol, Any], hypotheses: Iterable[Any]) -> Poly:
    """An expression in which each diagonal inverse is brought to its highest power; `diagonals` says of what it is one.

    Each step is checked: the hypotheses without those on the inverses, then that an inverse is one, and so on.
    """
    own = set(diagonals)
    given = [h for h in hypotheses if not (isinstance(h, Equal) and h.matrix.atoms(sp.MatrixSymbol) & own)]
    rules, relations = rules_from(given), relations_of(given)
    found = checked_normal(words_of(expr), rules, relations)
    for letter, inside in diagonals.items():
        raised = _raised(found, letter, inside)
        if raised is None:
            return found
        found = checked_normal(raised, rules, relations)
    return found


def _raised(found: Poly, letter: sp.MatrixSymbol, inside: Any) -> Poly | None:
    """The same with the highest power of the inverse in every word; None if there is a word without a place for it."""
    name, size = str(letter.name), shape_of(letter)
    degrees = {term: sum(part.name == name for part in term[1]) for term in found}
    most = max(degrees.values(), default=0)
    whole: Poly = {}
    uses: dict[Use, Poly] = {}
    for term, coefficient in found.items():
        traces, word = term
        at = next((k for k, part in enumerate(word) if (part.rows, part.cols) == size), None)
        if at is None or any(part.name == name for cycle in traces for part in cycle):
            return None
        before, after, short = word[:at], word[at:], most - degrees[term]
        pair = multiply(_power(inside, short), _power(letter, short))
        whole = add(whole, multiply(multiply({(traces, before): coefficient}, pair), {((), after): sp.Integer(1)}))
        for k in range(short):  # M^s N^s - 1 is the sum of M^k (M N - 1) N^k
            ((_, right),) = _power(letter, k)
            for (more, left), c in _power(inside, k).items():
                factor: Poly = {(tuple(sorted((*traces, *more))), ()): -coefficient * c}
                use = Use(0, before + left, right + after)
                uses[use] = add(uses.get(use, {}), factor)
    relation, *_ = relations_of([Equal(inside * letter, sp.Identity(size[0]))])
    check(minus(found, whole), uses, [Lemma(relation)], [relation])
    return whole


def _power(expr: Any, exponent: int) -> Poly:
    found: Poly = {ONE: sp.Integer(1)}
    for _ in range(exponent):
        found = multiply(found, words_of(expr))
    return found
