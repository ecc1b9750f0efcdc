"""Derivatives that are not carried out, of what has a corner, a jump or a vertical tangent: they need not be there."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Derivative, Rational

from layerproof import Claim, Evidence, Identity, Inequality, Verdict, nonnegative, positive, real
from layerproof.language.verdicts import UNSEEN
from layerproof.numerics import checks
from layerproof.proving.exact.deciding import prove

x, y, g, p = *real("x y"), nonnegative("g"), positive("p")
H = sp.Function("H", real=True)
BENT = sp.Piecewise((x, x < 0), (2 * x, True))

UNDEFINED = {
    "a magnitude": (Identity(Derivative(abs(x), x) * x, abs(x)),),
    "in an inequality": (Inequality(Derivative(abs(x), x) * x, ">=", 0),),
    "a root at its end": (Identity(Derivative(sp.sqrt(g), g) * g, sp.sqrt(g) / 2),),
    "twice": (Identity(Derivative(g ** Rational(3, 2), g, g) * g, Rational(3, 4) * sp.sqrt(g)),),
    "a maximum": (Identity(Derivative(sp.Max(x, y), x) * (x - y), sp.Max(x - y, 0)),),
    "cases": (Identity(Derivative(BENT, x) * x, BENT),),
    "an arc at its end": (Identity(Derivative(sp.acos(x), x) * (1 - x**2), -sp.sqrt(1 - x**2)), x <= 1, x >= -1),
    "steps": (Identity(Derivative(sp.floor(x), x) * x, 0),),
}
DEFINED = {
    "a square": Identity(Derivative(x**2, x), 2 * x),
    "a root": Identity(Derivative(sp.sqrt(p), p), 1 / (2 * sp.sqrt(p))),
    "a function that is not known": Identity(Derivative(H(x) * x, x), H(x) + x * Derivative(H(x), x)),
}


def both(statement, hypotheses=()) -> tuple[Evidence, Evidence]:
    claim = Claim("t/corner", title="", statement=statement, hypotheses=hypotheses)
    numbers = checks.check(claim, draws=100)
    assert numbers is not None
    return prove(claim), numbers


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_derivative_that_need_not_be_there_is_not_supported(name: str) -> None:
    statement, *hypotheses = UNDEFINED[name]
    exact, numbers = both(statement, hypotheses)
    assert exact.verdict is Verdict.UNDECIDED
    assert exact.details.get(UNSEEN)
    assert numbers.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize("name", DEFINED)
def test_one_that_is_there_is(name: str) -> None:
    exact, numbers = both(DEFINED[name])
    assert not exact.details.get(UNSEEN)
    assert numbers.verdict is Verdict.SUPPORTED


def test_what_is_made_of_one_is_proved_where_it_is_there() -> None:
    slope = Derivative(abs(x), x)
    statement = Identity((slope + 1) ** 2, slope**2 + 2 * slope + 1)
    assert both(statement)[0].verdict is Verdict.UNDECIDED
    assert both(statement, [x > 0])[0].verdict is Verdict.VERIFIED
