"""A sum over one value of its index is its term there, which is defined only where the term as written is."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import Claim, Identity, Inequality, Ne, families, index, natural, positive, real, total
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

alpha, p = positive("alpha p")
x = real("x")
k, n = natural("k n")
i, j = index("i", 1), index("j", n)
X, Y = families("X Y")


def verdict(statement: Any, *hypotheses: Any) -> Verdict:
    return prove(Claim("own/sum", title="A sum", statement=statement, hypotheses=hypotheses)).verdict


TRUE = {
    "a power with a symbolic exponent": Identity(sp.Sum(k ** (-alpha), (k, 1, 1)), 1),
    "at another value": Identity(sp.Sum(k**alpha, (k, 3, 3)), 3**alpha),
    "a symbolic value": Identity(sp.Sum(x**k, (k, n, n)), x**n),
    "an index": Identity(total(i ** (-alpha), i), 1),
    "an entry of a family": Identity(total(X[i], i), X[1]),
    "inside a sum": Identity(total(X[j] * total(i ** (-alpha), i), j), total(X[j], j)),
    "around a sum": Identity(total(total(X[j], j) * i**alpha, i), total(X[j], j)),
    "its sign": Inequality(sp.Sum(k ** (-alpha), (k, 1, 1)), ">", 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_one_term_is_written_out(name: str) -> None:
    assert verdict(TRUE[name]) is Verdict.VERIFIED


FALSE = {
    "another value": Identity(sp.Sum(k**alpha, (k, 3, 3)), 2**alpha),
    "two terms": Identity(sp.Sum(k ** (-alpha), (k, 1, 2)), 1),
    "a term with a pole there": Identity(sp.Sum((k**2 - 1) / (k - 1), (k, 1, 1)), 2),
    "zero over what may be zero": Identity(sp.Sum((k - 1) / (x * k), (k, 1, 1)), 0),
    "a power of what may be negative": Identity(sp.Sum((k - 2) ** alpha * 0 + (x * k) ** alpha, (k, 1, 1)), x**alpha),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_or_undefined_there_is_not_proved(name: str) -> None:
    assert verdict(FALSE[name]) is not Verdict.VERIFIED


def test_zero_over_what_is_not_zero() -> None:
    assert verdict(Identity(sp.Sum((k - 1) / (x * k), (k, 1, 1)), 0), Ne(x, 0)) is Verdict.VERIFIED
