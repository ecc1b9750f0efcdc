"""What is proved without a look at any point: a wrong rule would else be hidden by the witnesses that come first.

Terms are moved between ranges only where both ranges are, and each term is defined; a whole number above -1 is none
below 0, and another number is.
"""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import families, natural, positive, real
from layerproof.language.goals import Sign
from layerproof.proving.domain import Domain
from layerproof.proving.exact.outcome import Proved
from layerproof.proving.exact.prover import Prover
from layerproof.proving.exact.ranges import shifted

n = natural("n")
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)
x, u = real("x"), positive("u")
X = families("X")


def shown(expr: sp.Expr) -> bool:
    """Whether it is proved that an expression vanishes; no point is looked at."""
    return isinstance(Prover(Domain.of([expr], ())).prove_zero(expr), Proved)


@pytest.mark.parametrize(
    ("last", "expected"), [(n, True), (n + 1, True), (m + 1, True), (m, False), (n - 1, False), (m - 1, False)]
)
def test_a_first_term_is_taken_out_where_there_is_one(last: sp.Expr, expected: bool) -> None:
    assert shown(sp.Sum(X[k], (k, 1, last)) - X[1] - sp.Sum(X[k], (k, 2, last))) is expected


@pytest.mark.parametrize(("last", "expected"), [(n, True), (m, True), (m + 1, True), (n - 1, True), (m - 1, False)])
def test_a_last_term_is_taken_out_where_there_is_one_after_the_range(last: sp.Expr, expected: bool) -> None:
    assert shown(sp.Sum(X[k], (k, 1, last + 1)) - X[last + 1] - sp.Sum(X[k], (k, 1, last))) is expected


@pytest.mark.parametrize(("shift", "expected"), [(u, True), (x, False), (-u, False)])
def test_terms_are_moved_where_they_are_defined(shift: sp.Expr, expected: bool) -> None:
    term = 1 / (k + shift)
    assert shown(sp.Sum(term, (k, 2, n)) + term.subs(k, 1) - sp.Sum(term, (k, 1, n))) is expected


@pytest.mark.parametrize(("start", "expected"), [(m, True), (x, False), (m + sp.Rational(1, 2), False)])
def test_a_range_is_turned_around_where_its_new_index_is_whole(start: sp.Expr, expected: bool) -> None:
    """Else sin(u pi (x - k)) becomes sin(u pi j) with a whole j: where u is 1, that is 0."""
    turned = shifted(sp.sin(u * sp.pi * (start - k)) / (start - k), (k, sp.S.One, n))
    assert (turned is not None and turned[1][1:] == (start - n, start - 1)) is expected


def test_nothing_is_divided_by_a_factor_that_may_vanish() -> None:
    assert shown(sp.Product(X[k], (k, 1, n + 1)) - X[n + 1] * sp.Product(X[k], (k, 1, n)))
    assert not shown(sp.Product(X[k], (k, 1, n)) / X[1] - sp.Product(X[k], (k, 2, n)))
    assert shown(sp.Product(u + k, (k, 1, n)) / (u + 1) - sp.Product(u + k, (k, 2, n)))
    assert not shown(sp.Product(x + k, (k, 1, n)) / (x + 1) - sp.Product(x + k, (k, 2, n)))


@pytest.mark.parametrize(
    ("factor", "expected"), [(1 + X[k] ** 2, True), (u + k, True), (X[k], False), (X[k] ** 2, False)]
)
def test_logarithms_of_products_where_each_factor_is_positive(factor: sp.Expr, expected: bool) -> None:
    product, logarithms = sp.Product(factor, (k, 1, n)), sp.Sum(sp.log(factor), (k, 1, n))
    assert shown(sp.log(product) - logarithms) is expected
    assert shown(sp.exp(logarithms) - product) is expected
    assert shown(sp.exp(logarithms / 2) - sp.sqrt(product)) is expected
    assert not shown(sp.log(product) - 2 * logarithms)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [(k**2 - k, True), (k**2 - k - 1, False), (x**2 - x, False), (k**2 - k + sp.Rational(1, 8), False)],
)
def test_a_whole_number_above_minus_one_is_not_negative(
    expr: sp.Expr, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prover, "refute_sign", lambda *_: None)
    monkeypatch.setattr(Prover, "points", lambda *_: iter(()))
    found = Prover(Domain.of([expr], ())).positive(Sign(expr, False, "sign"))
    assert isinstance(found, Proved) is expected
