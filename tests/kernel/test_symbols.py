"""Sums over indices: an index bound twice is two indices."""

from __future__ import annotations

from layerproof import Claim, Identity, Verdict, families, index, natural, total
from layerproof.proving.evidence import prove

n = natural("n")
i = index("i", n)
a = families("a")


def test_an_index_bound_twice_is_renamed_inside() -> None:
    nested = total(a[i] * total(a[i] * total(a[i], i), i), i)
    assert str(Identity(nested, n)) == "sum_{i=1..n}(a[i]*sum_{i''=1..n}(a[i'']*sum_{i'=1..n}(a[i']))) = n"


def test_sums_over_one_index_are_independent() -> None:
    square = total(a[i] * total(a[i], i), i)
    true = Claim("x/true", title="a square", statement=Identity(square, total(a[i], i) ** 2))
    false = Claim("x/false", title="twice", statement=Identity(square, 2 * total(a[i], i) ** 2))
    assert prove(true).verdict is Verdict.VERIFIED
    assert prove(false).verdict is Verdict.REFUTED
