"""Ball arithmetic at rational points."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb

from layerproof import Claim, Identity, Verdict
from layerproof.language.symbols import families, index, natural, real, time, total
from layerproof.proving.evidence import prove
from layerproof.proving.exact.balls import Evaluator, Point, Undefined, Unsupported

x, y = real("x y")
t = time()
p = natural("p")
i, k = index("i", p), index("k", p)
X = families("X")


def value(expr: sp.Expr, **values: object) -> arb:
    symbols = {
        s: Fraction(str(values[s.name])) for s in expr.free_symbols if isinstance(s, sp.Symbol) and s.name in values
    }
    return Evaluator(Point(symbols), 200)(expr)


def test_a_ball_around_zero_has_powers() -> None:
    assert value((x - sp.Rational(2, 3)) ** 2, x="2/3").contains(0)


@pytest.mark.parametrize(
    "expr",
    [1 / x, sp.log(x), sp.sqrt(x - 1), x ** sp.Rational(-1, 2), (x - 1) ** sp.Symbol("alpha", real=True)],
    ids=str,
)
def test_undefined(expr: sp.Expr) -> None:
    with pytest.raises(Undefined):
        value(expr, x=0, alpha="1/3")


@pytest.mark.parametrize(
    "expr",
    [sp.besselj(x, y), sp.Sum(1 / sp.Symbol("n") ** 2, (sp.Symbol("n"), 1, sp.oo)), sp.Function("a", real=True)(2 * t)],
    ids=str,
)
def test_unsupported(expr: sp.Expr) -> None:
    with pytest.raises(Unsupported):
        value(expr, x=1, y=1, t=1)


def test_free_indices_are_drawn_in_their_range() -> None:
    for seed in range(20):
        point = Point({p: Fraction(3)}, seed)
        Evaluator(point, 100)(X[i] - X[k])
        assert all(1 <= point.values[index] <= 3 for index in (i, k))


def test_entries_keep_the_domain_of_their_function() -> None:
    f = sp.Function("f", positive=True)(t)
    assert all(Evaluator(Point({}, seed), 100)(f) > 0 for seed in range(30))


def test_sums_are_written_out() -> None:
    point = Point({p: Fraction(3)}, 1)
    evaluate = Evaluator(point, 100)
    assert (evaluate(total(X[i], i) ** 2) - evaluate(total(X[i] * X[k], i, k))).contains(0)


def test_near_integers_are_told_apart() -> None:
    assert not Evaluator(Point({}), 256)(sp.exp(sp.pi * sp.sqrt(163)) - 262537412640768744).contains(0)


def test_a_symbol_may_be_defined_by_an_irrational_value() -> None:
    A, x = sp.symbols("A x", real=True)
    hypotheses = [sp.Eq(A, sp.sqrt(2) * sp.cos(x))]
    true = Claim("x/true", title="half", statement=Identity(A**2, 2 * sp.cos(x) ** 2), hypotheses=hypotheses)
    false = Claim("x/false", title="double", statement=Identity(A**2, sp.cos(x) ** 2), hypotheses=hypotheses)
    assert prove(true).verdict is Verdict.VERIFIED
    refuted = prove(false)
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.witness is not None
    assert "A" not in refuted.witness.symbols


def test_a_defined_symbol_keeps_its_domain() -> None:
    A, x = sp.Symbol("A", positive=True), sp.Symbol("x", positive=True)
    claim = Claim("x/never", title="never", statement=Identity(A, x), hypotheses=[sp.Eq(A, -sp.exp(x))])
    assert prove(claim).verdict is Verdict.UNDECIDED


def test_the_terms_of_a_sum_have_the_values_that_are_put_in() -> None:
    """What ball arithmetic cannot tell at a term (a root of cos(pi/2), a binomial coefficient) SymPy does."""
    j, m = sp.Symbol("j", integer=True), sp.Symbol("m", integer=True)
    quarter = sp.cos(sp.pi * j / 2)
    assert value(sp.Sum(x ** (1 / (j + 2)) + sp.binomial(5, j), (j, 0, 2)), x=1).unique_fmpz() == 3 + 1 + 5 + 10
    assert value(sp.Sum(sp.Piecewise((1, sp.Ge(quarter, 0)), (0, True)), (j, 0, 4))).unique_fmpz() == 4
    within = sp.Sum(sp.Sum(j * m + x, (m, 0, j)) * (j - x), (j, 0, 3))
    assert value(within, x=2).unique_fmpz() == sum((j * m + 2) * (j - 2) for j in range(4) for m in range(j + 1))
    again = sp.Sum(j * sp.Sum(j, (j, 1, 3)), (j, 1, 2))
    assert value(again).unique_fmpz() == 18
    with pytest.raises(Undefined):
        value(sp.Sum(1 / (j - 1), (j, 0, 2)))


def test_four_thousand_cosines_take_no_two_seconds() -> None:
    from time import process_time

    j, s = sp.Symbol("j", integer=True), real("s")
    begun = process_time()
    for k in range(1, 21):
        assert value(sp.Sum(sp.cos(2 * sp.pi * k * j / 211 + s), (j, 0, 210)), s="1/3").contains(0)
    assert process_time() - begun < 2
