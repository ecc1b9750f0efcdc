"""What holds for few entries only, and at the first values of a free index: it is tried at many, too."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import (
    Claim,
    ForAll,
    Identity,
    Inequality,
    Verdict,
    check,
    exp,
    families,
    index,
    natural,
    real,
    total,
)
from layerproof.numerics import checks
from layerproof.numerics.checks.equations import candidates, first_degree, is_long

n, x, k = natural("n"), real("x"), sp.Symbol("k", integer=True)
e, i, j = (index(name, n) for name in "eij")
X, W = families("X W")

FALSE = {
    "an index": (Inequality(e, "<=", 10),),
    "times a square": (Inequality(e * x**2, "<=", 20 * x**2),),
    "its first values": (Identity(sp.prod(e - k for k in range(1, 13)), 0),),
    "many terms": (Inequality(total(1 / (1 + X[i] ** 2), i), "<=", 30),),
    "many equal terms": (Inequality(total(exp(X[i]), i), "<=", 12 * exp(x)), ForAll(i, X[i] <= x)),
    "a matrix": (Inequality(total(W[i, j] ** 2, i, j), "<=", 130), ForAll((i, j), W[i, j] ** 2 <= 1)),
    "of the index of a hypothesis": (Inequality(X[i] * i, "<=", 15 * x), X[i] <= x, x > 0),
    "under a sum": (Inequality(X[i], "<", 11), sp.Eq(total(X[j], j), n), ForAll(j, X[j] >= 0)),
    "under a sum of squares": (Inequality(X[i], "<=", 8), sp.Eq(total(X[j] ** 2, j), n)),
    "two of one sum": (Inequality(X[i] * X[j], "<", 8), sp.Eq(total(X[e], e), n), ForAll(e, X[e] >= 0)),
    "below a sum of squares": (Inequality(total(X[i], i), "<", 11), total(X[i] ** 2, i) <= n),
    "a harmonic number": (Inequality(sp.Sum(1 / k, (k, 1, n)), "<", 5),),
    "what is a harmonic number": (Inequality(x, "<", 5), sp.Eq(x, sp.Sum(1 / k, (k, 1, n)))),
}
TRUE = {
    "an index": (Inequality(e, "<=", n),),
    "Cauchy": (Inequality(total(X[i], i) ** 2, "<=", n * total(X[i] ** 2, i)),),
    "products": (Identity(total(X[i] * X[j], i, j), total(X[i], i) ** 2),),
    "the last one": (Inequality(e * X[e] ** 2, "<=", n * X[e] ** 2),),
    "under a sum": (Inequality(X[i], "<=", n), sp.Eq(total(X[j], j), n), ForAll(j, X[j] >= 0)),
    "under a sum of squares": (Inequality(X[i] ** 2, "<=", n), sp.Eq(total(X[j] ** 2, j), n)),
    "below a sum of squares": (Inequality(total(X[i], i), "<=", n), total(X[i] ** 2, i) <= n),
    "a harmonic number": (Inequality(sp.Sum(1 / k, (k, 1, n)), "<=", n),),
}


def numbers(name: str, statement, hypotheses) -> Verdict:
    found = checks.check(Claim("t/far", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert found is not None
    return found.verdict


@pytest.mark.parametrize("name", FALSE)
def test_what_holds_for_few_only_is_not_supported(name: str) -> None:
    statement, *hypotheses = FALSE[name]
    assert numbers(name, statement, hypotheses) is Verdict.CONTRADICTED


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_for_many_is(name: str) -> None:
    statement, *hypotheses = TRUE[name]
    assert numbers(name, statement, hypotheses) is Verdict.SUPPORTED


@pytest.mark.parametrize("name", ["an index", "its first values"])
def test_the_search_varies_how_far_an_index_runs(name: str) -> None:
    claim = Claim("t/far", title=name, statement=FALSE[name][0])
    (found,) = check(claim, methods=["exact"])
    assert found.verdict is Verdict.REFUTED


def test_what_a_long_equation_gives_is_read_as_it_stands() -> None:
    """Multiplied out, an equation between sums of many entries took minutes."""
    many = sp.symbols("x:60", real=True)
    y, z = sp.symbols("y z", real=True)
    squares = sp.Add(*(v**2 for v in many))
    long = y * squares**3 + z * squares - squares**4
    assert is_long(long)
    assert [(symbol, slope) for symbol, slope, _ in first_degree(long)] == [(y, squares**3), (z, squares)]
    roots = dict(candidates(squares, sp.Integer(60), many[:1]))[many[0]]
    assert {*roots} == {sign * sp.sqrt(60 - squares + many[0] ** 2) for sign in (1, -1)}
