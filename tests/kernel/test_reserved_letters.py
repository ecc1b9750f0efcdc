"""The prover's own letters are nobody else's, whatever names an author gives to his."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import Claim, Identity, Limit, Verdict, natural, positive, real
from layerproof.language.statements import Integral
from layerproof.language.symbols import reserved
from layerproof.language.theorems import Follows, Line, Theorem, integral
from layerproof.language.theorems.areas import canonical
from layerproof.language.theorems.sequents import named
from layerproof.proving.evidence import prove

x, n = positive("x"), natural("n")
k = sp.Symbol("k", integer=True)


def test_a_reserved_letter_is_itself_and_no_author_s() -> None:
    assert reserved("x", real=True) == reserved("x", real=True)
    assert reserved("x", real=True) not in (
        sp.Symbol("x", real=True),
        sp.Symbol("_x", real=True),
        sp.Dummy("x", real=True),
    )


def test_an_integral_is_not_the_letter_that_stands_for_it() -> None:
    tail = Claim("own/tail", title="A tail", statement=Integral(sp.exp(-x), (x, 1, sp.oo), sp.exp(-1)))
    area, letter = integral(sp.exp(-x), (x, 1, sp.oo)), real("value_1")
    made = Theorem(
        "own/any", title="It is any number", concludes=Identity(area, letter),
        proof=[tail, Line(Identity(area, letter), by=Follows())],
    )  # fmt: skip
    assert prove(made).verdict is not Verdict.VERIFIED


def test_no_letter_is_caught_by_a_variable_of_integration_or_an_index() -> None:
    assert canonical(integral(1 / (1 + (x + real("_x")) ** 2), (x, 0, 1))) != canonical(
        integral(1 / (1 + 4 * x**2), (x, 0, 1))
    )
    for name in ("_1", "_2"):
        other = sp.Symbol(name, integer=True)
        assert named(sp.Sum(sp.sin(k + other), (k, 1, n))) != named(sp.Sum(sp.sin(2 * k), (k, 1, n)))
    caught = sp.Symbol("_i_1_1", integer=True)
    statement = Identity(sp.Sum(sp.exp(k * caught), (k, 1, n)), sp.Sum(sp.exp(k**2), (k, 1, n)))
    assert prove(Claim("own/sums", title="Two sums", statement=statement)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("towards", "value"), [(0, 1), (sp.oo, 0)])
def test_a_limit_in_which_a_letter_has_the_name_of_the_distance(towards: object, value: int) -> None:
    letter = positive("_eps")
    expr = letter / (letter + x)
    right = Claim("own/right", title="A limit", statement=Limit(expr, x, towards, value))
    wrong = Claim("own/wrong", title="Half of it", statement=Limit(expr, x, towards, sp.Rational(1, 2)))
    assert prove(right).verdict is Verdict.VERIFIED
    assert prove(wrong).verdict is Verdict.REFUTED
