"""Bounds of sums by their terms, by what is assumed of every entry, by Cauchy and Schwarz; false neighbours are not."""

from __future__ import annotations

from typing import Any

import sympy as sp

from layerproof import ForAll, Inequality, families, index, natural, positive, total
from layerproof.language.claims import Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check

from .needs import coq

n, m = natural("n m")
i, j, k = index("i", n), index("j", n), index("k", m)
x, w = families("x w")
ell = positive("ell")
Cases = dict[str, tuple[Any, ...]]

products, squares, weights = total(x[i] * w[i], i), total(x[j] ** 2, j), total(w[i] ** 2, i)
positive_entries, entries = ForAll(i, w[i] > 0), ForAll(i, w[i] >= 0)

TRUE: Cases = {
    "weights": (total(w[i], i), ">", 0, positive_entries),
    "weights-not-negative": (total(w[i], i), ">=", 0, entries),
    "weighted-squares": (total(w[i] * x[i] ** 2, i), ">=", 0, entries),
    "each-term": (squares, ">=", x[i] ** 2),
    "leverage": (x[i] ** 2 / (squares + ell), "<", 1),
    "cauchy-schwarz": (products**2, "<=", squares * weights),
}
FALSE: Cases = {
    "weights-may-vanish": (total(w[i], i), ">", 0, entries),
    "other-entries": (total(w[k], k), ">", 0, positive_entries),
    "negative-entries": (total(w[i], i), ">", 0, ForAll(i, w[i] < 0)),
    "one-term-alone": (squares, ">", x[i] ** 2),
    "term-of-another-range": (squares, ">=", x[k] ** 2),
    "terms-of-any-sign": (total(x[j], j), ">=", x[i]),
    "leverage-twice": (2 * x[i] ** 2 / (squares + ell), "<", 1),
    "cauchy-schwarz-strict": (products**2, "<", squares * weights),
    "cauchy-schwarz-twice": (2 * products**2, "<=", squares * weights),
    "cauchy-schwarz-other-range": (products**2, "<=", squares * total(w[k] ** 2, k)),
    "no-squares": (products**2, "<=", total(x[i], i) ** 2 * weights),
}


def proved(cases: Cases) -> set[str]:
    wishes = [
        Wish(Question(f"own/{name}", title="", statement=Inequality(lhs, sign, sp.sympify(rhs)), hypotheses=given))
        for name, (lhs, sign, rhs, *given) in cases.items()
    ]
    return {f.claim.id.removeprefix("own/") for f in check(wishes) if f.evidence.verdict is Verdict.VERIFIED}


@coq
def test_true_ones_are_proved() -> None:
    assert proved(TRUE) == set(TRUE)


@coq
def test_false_neighbours_are_not() -> None:
    assert proved(FALSE) == set()
